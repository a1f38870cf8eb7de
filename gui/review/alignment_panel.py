"""The flagged sentence over the passages that it comes from, with what no source holds: above the texts, on request."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QVBoxLayout, QWidget

from galley.core.domain import Document, Unit
from galley.core.text.clarified import as_read
from galley.gui import naming
from galley.gui.desk.opened import SOURCES, Entry, Opened
from galley.gui.language import tr
from galley.gui.review.passage_line import Marked, PassageLine
from galley.gui.session import Session
from galley.gui.widgets.scroller import Scroller

if TYPE_CHECKING:
    from galley.core.evidence.passages import Passages

Key = tuple[int, int]
"""An item and, where a source unit is flagged, the document that lacks it."""
_LINES = 4
_KEPT = 64

class AlignmentPanel(QWidget):
    """``unitChosen(unit)``: a passage was clicked. Texts are read in the background, once an item."""

    unitChosen = Signal(int)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._known: dict[Key, Passages] = {}
        self._wanted: tuple[Opened, Entry] | None = None
        content = QWidget()
        self.lines = [PassageLine(session.theme) for _ in range(_LINES)]
        self._units: list[int] = []
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for at, line in enumerate(self.lines):
            column.addWidget(line)
            line.hide()
            line.pressed.connect(lambda at=at: self._pressed(at))
        column.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(Scroller(content))
        self.setMinimumHeight(round(session.theme.px(130)))
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(tr("The sentence and its sources"))
        self.hide()

    def show_flag(self, item: Opened | None, entry: Entry | None) -> None:
        """Show what a flag is about: a sentence over its sources, a source unit over the summary's next sentences."""
        self._wanted = (item, entry) if item is not None and entry is not None else None
        if self._wanted is None or self.isHidden():
            self._clear()
            return
        key = self._key(*self._wanted)
        if (made := self._known.get(key)) is not None:
            self._fill(made)
            return
        self._blank()  # rather than another sentence's passages

        def arrived(found: Passages) -> None:
            self.learn({key: found})
            if self._wanted is not None and self._key(*self._wanted) == key:
                self._fill(found)

        wanted = self._wanted
        self._session.read(lambda _: _passages(*wanted), arrived, slot="review-passages")

    @property
    def prepares(self) -> Callable[[Opened, Entry], dict[Key, Passages]]:
        """What reads the texts of an item that comes next, in any thread, for ``learn``; nothing while this is hidden
        or knows them."""
        known = None if self.isHidden() else frozenset(self._known)

        def prepare(item: Opened, entry: Entry) -> dict[Key, Passages]:
            key = self._key(item, entry)
            return {} if known is None or key in known else {key: _passages(item, entry)}

        return prepare

    def learn(self, made: Mapping[Key, Passages]) -> None:
        """Keep what was read of items, by ``prepares``."""
        if len(self._known) >= _KEPT:
            self._known.clear()
        self._known.update(made)

    def forget(self) -> None:
        """Texts may have changed."""
        self._known.clear()

    @staticmethod
    def _key(item: Opened, entry: Entry) -> Key:
        return item.id, entry.target.id if entry.home.role in SOURCES else 0

    def _fill(self, made: Passages) -> None:
        assert self._wanted is not None
        item, entry = self._wanted
        beside = _beside(item, entry)
        at = {unit.id: index for index, (unit, _) in enumerate(beside)}
        omitted = entry.home.role in SOURCES
        evidence = [] if entry.blind else [e.unit for e in entry.verdict.evidence if e.unit is not None]
        named = [at[unit] for unit in evidence if unit in at]
        text = as_read(entry.unit)
        found = made.align(text, named, "" if entry.blind else entry.verdict.explanation or "")
        unheld = [] if omitted else [each.span for each in found.unheld]
        flagged = Marked(text, unheld, found.matched)
        self._units = [entry.unit.id, *(beside[each.source][0].id for each in found.passages)]
        under = tr("flagged as left out") if omitted else tr("the sentence")
        under = tr("asked about") if entry.question else under
        self.lines[0].show_text(entry.place, under, flagged, "flag_tint", "flag_edge")
        for line, passage in zip(self.lines[1:], found.passages, strict=False):
            unit, home = beside[passage.source]
            spoken = f", {unit.speaker}" if unit.speaker else ""
            why = tr("the judge's evidence") if passage.named else tr("nearest by words")
            marked, edge = Marked(unit.text, (), passage.spans, passage.said), "evidence_edge" if passage.named else ""
            line.show_text(naming.place(unit, home) + spoken, why, marked, "panel", edge)
        if not found.passages:
            none = tr("No sentence of the summary comes near it by its words.")
            none = none if omitted else tr("No passage of the sources comes near it by its words.")
            self.lines[1].show_text("", "", Marked(none), "panel", "")
        for number, line in enumerate(self.lines):
            line.setVisible(number <= max(1, len(found.passages)))

    def _blank(self) -> None:
        for line in self.lines:
            line.show_text("", "", Marked(""), "panel", "")

    def _clear(self) -> None:
        for line in self.lines:
            line.hide()

    def _pressed(self, at: int) -> None:
        if 0 < at < len(self._units):
            self.unitChosen.emit(self._units[at])


def _beside(item: Opened, entry: Entry) -> list[tuple[Unit, Document]]:
    homes = [entry.target] if entry.home.role in SOURCES else [d for d in item.view.documents if d.role in SOURCES]
    return [(unit, home) for home in homes for unit in home.units]


def _passages(item: Opened, entry: Entry) -> Passages:
    from galley.core.evidence.passages import Passages
    from galley.core.evidence.source_heads import source_heads

    beside = _beside(item, entry)
    heads = source_heads({home.id: home for _, home in beside}.values(), item.view.meta)
    return Passages([unit.text for unit, _ in beside], [unit.speaker for unit, _ in beside], heads)
