"""The flagged sentence over the passages that it comes from, with what no source holds: above the texts, on request."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QVBoxLayout, QWidget

from galley.core.domain import Document, Unit
from galley.core.text.clarified import as_read
from galley.gui import labels
from galley.gui.review.passage_line import AlignmentLegend, MarkedText, PassageLine
from galley.gui.session import Session
from galley.gui.text_panes.item import SOURCES, FlagEntry, ReviewItem
from galley.gui.translation import tr
from galley.gui.widgets.scroller import Scroller

if TYPE_CHECKING:
    from galley.core.text.passages import Passages

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
        self._passage_cache: dict[Key, Passages] = {}
        self._current_flag: tuple[ReviewItem, FlagEntry] | None = None
        content = QWidget()
        self.lines = [PassageLine(session.theme) for _ in range(_LINES)]
        self._units: list[int] = []
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for at, line in enumerate(self.lines):
            column.addWidget(line)
            line.hide()
            line.pressed.connect(lambda at=at: self._choose_passage(at))
        column.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(Scroller(content), 1)
        self.legend = AlignmentLegend(session.theme)
        outer.addWidget(self.legend)
        self.setMinimumHeight(round(session.theme.px(130)))
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(tr("The sentence and its sources"))
        self.hide()

    def show_flag(self, item: ReviewItem | None, entry: FlagEntry | None) -> None:
        """Show what a flag is about: a sentence over its sources, a source unit over the summary's next sentences."""
        self._current_flag = (item, entry) if item is not None and entry is not None else None
        if self._current_flag is None or self.isHidden():
            self._clear()
            return
        key = self._key(*self._current_flag)
        if (passages := self._passage_cache.get(key)) is not None:
            self._fill(passages)
            return
        self._blank()  # rather than another sentence's passages

        def show_passages(passages: Passages) -> None:
            self.learn({key: passages})
            if self._current_flag is not None and self._key(*self._current_flag) == key:
                self._fill(passages)

        current_flag = self._current_flag
        self._session.read(lambda _: _passages(*current_flag), show_passages, slot="review-passages")

    @property
    def prepares(self) -> Callable[[ReviewItem, FlagEntry], dict[Key, Passages]]:
        """What reads the texts of an item that comes next, in any thread, for ``learn``; nothing while this is hidden
        or knows them."""
        known_keys = None if self.isHidden() else frozenset(self._passage_cache)

        def prepare(item: ReviewItem, entry: FlagEntry) -> dict[Key, Passages]:
            key = self._key(item, entry)
            return {} if known_keys is None or key in known_keys else {key: _passages(item, entry)}

        return prepare

    def learn(self, passages: Mapping[Key, Passages]) -> None:
        """Keep what was read of items, by ``prepares``."""
        if len(self._passage_cache) >= _KEPT:
            self._passage_cache.clear()
        self._passage_cache.update(passages)

    def forget(self) -> None:
        """Texts may have changed."""
        self._passage_cache.clear()

    @staticmethod
    def _key(item: ReviewItem, entry: FlagEntry) -> Key:
        return item.id, entry.target.id if entry.home.role in SOURCES else 0

    def _fill(self, passages: Passages) -> None:
        assert self._current_flag is not None
        item, entry = self._current_flag
        beside = _beside(item, entry)
        at = {unit.id: index for index, (unit, _) in enumerate(beside)}
        omitted = entry.home.role in SOURCES
        evidence = [] if entry.blind else [e.unit for e in entry.verdict.evidence if e.unit is not None]
        named = [at[unit] for unit in evidence if unit in at]
        text = as_read(entry.unit)
        alignment = passages.align(text, named, "" if entry.blind else entry.verdict.explanation or "")
        unheld = [] if omitted else [word.span for word in alignment.unsupported_spans]
        flagged = MarkedText(text, unheld, alignment.matched_spans)
        self._units = [entry.unit.id, *(beside[passage.source][0].id for passage in alignment.passages)]
        under = tr("flagged as left out") if omitted else tr("the sentence")
        under = tr("asked about") if entry.question else under
        self.lines[0].show_text(entry.place, under, flagged, "flag_tint", "flag_edge")
        for line, passage in zip(self.lines[1:], alignment.passages, strict=False):
            unit, home = beside[passage.source]
            spoken = f", {unit.speaker}" if unit.speaker else ""
            why = tr("the judge's evidence") if passage.is_named else tr("nearest by words")
            marked_text, edge = (
                MarkedText(unit.text, (), passage.spans, passage.explanation_spans),
                "evidence_edge" if passage.is_named else "",
            )
            line.show_text(labels.place(unit, home) + spoken, why, marked_text, "panel", edge)
        if not alignment.passages:
            none = tr("No sentence of the summary has similar words.")
            none = none if omitted else tr("No passage of the sources has similar words.")
            self.lines[1].show_text("", "", MarkedText(none), "panel", "")
        for number, line in enumerate(self.lines):
            line.setVisible(number <= max(1, len(alignment.passages)))

    def _blank(self) -> None:
        for line in self.lines:
            line.show_text("", "", MarkedText(""), "panel", "")

    def _clear(self) -> None:
        for line in self.lines:
            line.hide()

    def _choose_passage(self, at: int) -> None:
        if 0 < at < len(self._units):
            self.unitChosen.emit(self._units[at])


def _beside(item: ReviewItem, entry: FlagEntry) -> list[tuple[Unit, Document]]:
    homes = [entry.target] if entry.home.role in SOURCES else [d for d in item.view.documents if d.role in SOURCES]
    return [(unit, home) for home in homes for unit in home.units]


def _passages(item: ReviewItem, entry: FlagEntry) -> Passages:
    from galley.core.text.passages import Passages
    from galley.core.text.source_names import source_heads

    beside = _beside(item, entry)
    heads = source_heads({home.id: home for _, home in beside}.values(), item.view.meta)
    return Passages([unit.text for unit, _ in beside], [unit.speaker for unit, _ in beside], heads)
