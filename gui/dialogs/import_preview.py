"""How a row of a table will look in Review: its sources side by side, its summaries, and the flag on it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from galley.core.domain import NO_UNIT, Unit, UnitId, UnitKind
from galley.core.errors import InputError
from galley.core.storage import record_rows
from galley.core.text.visible import make_visible
from galley.gui.dialogs.import_draft import PreviewFlag, PreviewText
from galley.gui.plain_text import Button, Tabs
from galley.gui.text_panes.gutter import GutterKind
from galley.gui.text_panes.pane import TextPane
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.badge import LetterBadge
from galley.gui.widgets.elided_label import ElidedLabel
from galley.gui.widgets.hairline import Hairline
from galley.gui.widgets.key_button import KeyButton

MOST_SHOWN = 20_000
"""Characters of a text in the preview."""
_TITLES = {
    "dialogue": tr("Dialogue"),
    "article": tr("Article"),
    "table": tr("Table"),
    "reference": tr("Reference"),
}


def split_units(text: PreviewText) -> list[Unit]:
    """The units that an import makes of a text (turns, sentences, …); one unit where it cannot be split."""
    document = dict(text.document)
    whole_text = document.get("text") or ""
    if len(whole_text) > MOST_SHOWN:
        document["text"] = whole_text = whole_text[:MOST_SHOWN]
    try:
        layout = record_rows.read_document(document)
    except InputError:
        return [Unit(NO_UNIT, 0, UnitKind.PARAGRAPH, 0, 0, len(whole_text), whole_text)] if whole_text else []
    return [
        Unit(UnitId(at), 0, UnitKind(layout.kind), at, start, end, layout.text[start:end],
             layout.speakers[at] if layout.speakers else "")
        for at, (start, end) in enumerate(layout.spans)
    ]  # fmt: skip


class FlagHead(QWidget):
    """The active head of a summary: a flag on the whole summary, in amber."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.badge = LetterBadge(theme, parent=self)
        self.criterion = ElidedLabel(theme, "", Type.BODY_STRONG)
        self.level = ElidedLabel(theme, tr("on the whole summary"), Type.SMALL, "second")
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 5, 16, 5)
        row.setSpacing(8)
        row.addWidget(self.badge)
        row.addWidget(self.criterion, 1)
        row.addWidget(self.level)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill with the tint of the current flag, with its edge at the left."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theme.color("flag_tint"))
            painter.fillRect(QRectF(0, 0, 3, self.height()), self._theme.color("flag_edge"))


class ItemPreview(QWidget):
    """Shows one row as its item. ``summary_chosen(system)``: the user chose a tab."""

    summary_chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._texts: list[PreviewText] = []
        self._flags: list[PreviewFlag] = []
        self._current_system = ""
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        sources = QHBoxLayout()
        sources.setSpacing(0)
        self.first, self.second = TextPane(theme, parent=self), TextPane(theme, parent=self)
        self._between = Hairline(theme, vertical=True, parent=self)
        sources.addWidget(self.first, 1)
        sources.addWidget(self._between)
        sources.addWidget(self.second, 1)
        column.addLayout(sources, 5)
        column.addWidget(Hairline(theme))
        self.tabs = Tabs(self)
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideRight)
        self.tabs.setAccessibleName(tr("Summaries of this row"))
        self.tabs.tabBarClicked.connect(self._choose_tab)
        column.addWidget(self.tabs)
        self.flag_head = FlagHead(theme, self)
        column.addWidget(self.flag_head)
        self.summary = TextPane(theme, tr("Summary"), self)
        self.summary.head.hide()
        column.addWidget(self.summary, 3)
        self._card = QWidget(self)
        card = QVBoxLayout(self._card)
        card.setContentsMargins(16, 8, 16, 10)
        card.setSpacing(6)
        head = QHBoxLayout()
        head.setSpacing(8)
        self.badge = LetterBadge(theme, parent=self)
        self.criterion = ElidedLabel(theme, "", Type.BODY_STRONG)
        self.annotator = ElidedLabel(theme, "", Type.SMALL, "second")
        for widget, stretch in ((self.badge, 0), (self.criterion, 1), (self.annotator, 0)):
            head.addWidget(widget, stretch)
        card.addLayout(head)
        self.explanation = ElidedLabel(theme, "", Type.READING_SMALL)
        card.addWidget(self.explanation)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for words, key in ((tr("Accept"), "A"), (tr("No error"), "X"), (tr("Unsure"), "U")):
            button = KeyButton(theme, words, key, parent=self)
            button.setEnabled(False)  # it is a picture of Review: nothing is decided before the import
            buttons.addWidget(button)
        card.addLayout(buttons)
        column.addWidget(Hairline(theme))
        column.addWidget(self._card)

    @property
    def current_flag(self) -> PreviewFlag | None:
        """The flag on the summary in front; None for none."""
        return next((flag for flag in self._flags if flag.system == self._current_system), None)

    def show_row(self, texts: Sequence[PreviewText], flags: Sequence[PreviewFlag], system: str = "") -> None:
        """Show the item of a row. The summary of ``system`` comes to the front, else the first one with a flag."""
        same_texts = list(texts) == self._texts
        self._texts, self._flags = list(texts), list(flags)
        if not same_texts:
            sources = [text for text in texts if text.role != "summary"][:2]
            for pane, text in zip((self.first, self.second), [*sources, None, None], strict=False):
                _fill_pane(pane, text)
            self.second.setVisible(len(sources) > 1)
            self._between.setVisible(len(sources) > 1)
            if not sources:
                self.first.set_empty(tr("Dialogue or article"), tr("No column holds a dialogue or an article yet."))
        systems = self._systems()
        self.tabs.set_titles([make_visible(name) or tr("Summary") for name in systems] or [tr("Summary")])
        flagged = next((flag.system for flag in flags if flag.system in systems), "")
        self._show_summary(system if system in systems else flagged or (systems[0] if systems else ""))

    def _systems(self) -> list[str]:
        return [text.system for text in self._texts if text.role == "summary"]

    def _choose_tab(self, index: int) -> None:
        systems = self._systems()
        if 0 <= index < len(systems):
            self._show_summary(systems[index])
            self.summary_chosen.emit(systems[index])

    def _show_summary(self, system: str) -> None:
        self._current_system = system
        systems = self._systems()
        if system in systems:
            self.tabs.setCurrentIndex(systems.index(system))
            texts = [text for text in self._texts if text.role == "summary"]
            _fill_pane(self.summary, texts[systems.index(system)])
        else:
            self.summary.set_empty(tr("Summary"), tr("No column holds a summary yet."))
        flag = self.current_flag
        self.flag_head.setVisible(flag is not None)
        self._card.setEnabled(flag is not None)
        if flag is None:
            self.badge.hide()
            self.criterion.set_text(tr("No flag in this row"))
            self.annotator.set_text("")
            self.explanation.set_text("")
            return
        name = make_visible(flag.criterion)
        letter = next((character for character in name if character.isalnum()), "F").upper()
        for badge, label in ((self.badge, self.criterion), (self.flag_head.badge, self.flag_head.criterion)):
            badge.set(letter, flag.colour, name)
            badge.show()
            label.set_text(name)
        who = make_visible(flag.annotator)
        self.annotator.set_text(tr("by {annotator}", annotator=who) if who else "")
        self.explanation.set_text(make_visible(flag.explanation) or tr("No explanation"))
        self.explanation.set_role("text" if flag.explanation else "second")


def _fill_pane(pane: TextPane, text: PreviewText | None) -> None:
    if text is None:
        pane.set_empty("", "")
        return
    title = make_visible(text.system) if text.role == "summary" else _TITLES.get(text.role, text.role)
    units = split_units(text)
    if not any(unit.text.strip() for unit in units):
        pane.set_empty(title, tr("Empty in this row."))
        return
    gutter = GutterKind.SPEAKER if text.role == "dialogue" else GutterKind.NUMBER
    pane.set_document(title, units, gutter)


class RowStepper(QWidget):
    """‹ row 3 of 40 ›. ``stepped(row)`` counts from 0."""

    stepped = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.row, self.count = 0, 0
        self.previous, self.following = Button("‹", self), Button("›", self)
        self.previous.setAccessibleName(tr("Previous row"))
        self.following.setAccessibleName(tr("Next row"))
        self.label = ElidedLabel(theme, "", Type.NUMBER)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        for widget in (self.previous, self.label, self.following):
            line.addWidget(widget)
        for button, step in ((self.previous, -1), (self.following, 1)):
            button.setAutoDefault(False)
            button.setFixedWidth(round(theme.px(30)))
            button.clicked.connect(lambda _, step=step: self.stepped.emit(self.row + step))

    def show_row(self, row: int, count: int, total: int) -> None:
        """Stand at a row of the ``count`` that can be shown, of ``total`` in the file."""
        self.row, self.count = row, count
        self.label.set_text(tr("row {row:,} of {count:,}", row=row + 1 if count else 0, count=total))
        self.previous.setEnabled(row > 0)
        self.following.setEnabled(row + 1 < count)
