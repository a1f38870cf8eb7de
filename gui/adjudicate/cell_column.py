"""The right column: the annotators' cards, the suggestion once it is asked for, and the gold verdict with its keys."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from galley.core.domain import Value
from galley.gui import labels
from galley.gui.adjudicate.response_card import ResponseCard
from galley.gui.adjudicate.responses import CellView
from galley.gui.adjudicate.suggestion import SuggestionLine
from galley.gui.plain_text import set_tip
from galley.gui.review.criterion_chooser import Chooser
from galley.gui.review.note_field import NoteField
from galley.gui.review.quote_column import QuoteColumn
from galley.gui.shortcuts import Keymap
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.badge import LetterBadge
from galley.gui.widgets.elided_label import ElidedLabel
from galley.gui.widgets.hairline import Hairline
from galley.gui.widgets.key_button import KeyButton
from galley.gui.widgets.overlay_bar import OverlayBar
from galley.gui.widgets.pane_head import PaneHead
from galley.gui.widgets.styled_label import StyledLabel

NUMBERED = 9
_LOW = 420.0
"""Under this height, at text size 1, the definition and the sentence about gold verdicts give way."""
_LEAD = tr("Your gold verdict, stored under your name. The annotators’ own verdicts do not change.")


class CellColumn(QWidget):
    """``settled(value)``: a verdict was chosen (None: left open); ``taken(voice)``: an annotator's; ``unitChosen``."""

    valueChosen = Signal(object)
    responseChosen = Signal(object)
    unitChosen = Signal(int)

    def __init__(self, theme: Theme, keys: Keymap, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._keys = keys
        self._cards: list[ResponseCard] = []
        self.quotes = QuoteColumn(theme)
        self._values: list[KeyButton] = []
        self._offered_values: list[Value] = []
        self.head = PaneHead(theme, tr("Ties"))
        self._badge = LetterBadge(theme)
        self._name = ElidedLabel(theme, "", Type.BODY_STRONG)
        self._definition = StyledLabel(theme, Type.SMALL, "second")
        self._adjudication_label = StyledLabel(theme, Type.SMALL, "positive")
        self.suggestion = SuggestionLine(theme, keys)
        self._message = StyledLabel(theme, Type.BODY, "second")
        self._lead = StyledLabel(theme, Type.SMALL, "second")
        self.remark_label = StyledLabel(theme, Type.SMALL, "second")
        self.note = NoteField(theme, keys.label("tie-reason"))
        self.chooser = Chooser(theme, self)
        self._has_definition = False
        self.yes = KeyButton(theme, tr("Yes"), "")  # a coloured one would prime the answer
        self.no = KeyButton(theme, tr("No"), "")
        self.open = KeyButton(theme, tr("Leave unresolved"), "")
        self._build()
        self._lead.set(_LEAD)  # not before it has a parent: it would be shown as a window of its own
        self.yes.clicked.connect(lambda: self.valueChosen.emit("yes"))
        self.no.clicked.connect(lambda: self.valueChosen.emit("no"))
        self.open.clicked.connect(lambda: self.valueChosen.emit(None))
        self.quotes.unitChosen.connect(self.unitChosen)
        keys.changed.connect(self._label)
        self._label()

    def show_cell(self, cell_view: CellView, title: str) -> None:
        """Show a cell; ``title`` says which of how many it is."""
        criterion = cell_view.criterion
        self._message.set("")
        self._foot.setEnabled(True)
        self.head.set(title, f"{cell_view.place}, {criterion.name[:1].lower()}{criterion.name[1:]}")
        self._badge.set(criterion.letter, criterion.colour, criterion.name)
        self._name.set_text(criterion.name)
        self._badge.show()
        self._name.show()
        self._definition.set(criterion.definition)
        set_tip(self._name, criterion.definition)
        self._has_definition = bool(criterion.definition)
        self._give_way()
        self._adjudication_label.set(
            cell_view.adjudication_words, "warning" if cell_view.case.needs_review else "positive"
        )
        self._show_responses(cell_view)
        self.quotes.show_quotes(cell_view.quotes)
        gold, by = cell_view.case.gold, cell_view.adjudication
        self.yes.setVisible(cell_view.binary)
        self.no.setVisible(cell_view.binary)
        self._show_values((), gold) if cell_view.binary else self._show_values(cell_view.values, gold)
        self.yes.set_chosen(gold == "yes")
        self.no.set_chosen(gold == "no")
        self.open.set_chosen(by is not None and by.value is None)

    def show_message(self, title: str, message: str) -> None:
        """There is no cell to show; say why."""
        self.head.set(title)
        for widget in (self._badge, self._name, *self._cards):
            widget.hide()
        self.quotes.show_quotes(())
        for words in (self._definition, self._adjudication_label, self.remark_label):
            words.set("")
        self._has_definition = False
        self.suggestion.clear()
        self.yes.set_chosen(False)
        self.no.set_chosen(False)
        self.open.set_chosen(False)
        self._foot.setEnabled(False)
        self._message.set(message)

    def to_start(self) -> None:
        """Scroll to the top: another cell is shown."""
        self._scroll.verticalScrollBar().setValue(0)

    def cards(self) -> list[ResponseCard]:
        """The cards in sight."""
        return [card for card in self._cards if not card.isHidden()]

    def choose_other(self) -> None:
        """Place the chooser over the decision."""
        top = max(0, self.height() // 3)
        self.chooser.setGeometry(0, top, self.width(), self.height() - top)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep bar and chooser at their edges. Where little room is left, what was said of the cell has it."""
        super().resizeEvent(event)
        self._give_way()
        self._bar.place()
        if not self.chooser.isHidden():
            self.choose_other()

    def _give_way(self) -> None:
        high = self.height() >= self._theme.px(_LOW)
        self._lead.setVisible(high)
        self._definition.setVisible(high and self._has_definition)

    def _show_responses(self, cell_view: CellView) -> None:
        for index, response in enumerate(cell_view.responses):
            if index == len(self._cards):
                card = ResponseCard(self._theme)
                card.chosen.connect(self.responseChosen)
                self._cards.append(card)
                self._card_column.addWidget(card)
            key = self._keys.label(f"take-{response.number}") if 0 < response.number <= NUMBERED else ""
            gold = cell_view.case.gold
            same = gold is not None and not response.judge and response.value == gold
            self._cards[index].set(response, key, same)
            self._cards[index].show()
        for card in self._cards[len(cell_view.responses) :]:
            card.hide()

    def _show_values(self, values: Sequence[Value], gold: Value | None) -> None:
        """Buttons for a scale that is not yes or no."""
        while len(self._values) < len(values):
            button = KeyButton(self._theme, "", "")
            index = len(self._values)
            button.clicked.connect(lambda _=False, at=index: self.valueChosen.emit(self._offered_values[at]))
            self._values.append(button)
            self._buttons.insertWidget(index, button, 1)
        self._offered_values = list(values)
        for index, button in enumerate(self._values):
            button.setVisible(index < len(values))
            if index < len(values):
                button.setText(labels.value_label(values[index]))
                button.set_chosen(gold == values[index])

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._badge)
        head.addWidget(self._name, 1)
        self._card_column = QVBoxLayout()
        self._card_column.setSpacing(9)
        page = QWidget()
        page.setAutoFillBackground(True)
        page.setBackgroundRole(QPalette.ColorRole.Base)
        column = QVBoxLayout(page)
        column.setContentsMargins(14, 2, 14, 10)
        column.setSpacing(9)
        column.addLayout(head)
        for words in (self._message, self._definition, self._adjudication_label):
            column.addWidget(words)
        column.addLayout(self._card_column)
        column.addLayout(self.quotes)
        column.addWidget(self.suggestion)
        column.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setWidget(page)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._bar = OverlayBar(self._theme, self._scroll, inset=1)
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(8)
        for button in (self.yes, self.no, self.open):
            self._buttons.addWidget(button, 1)
        self._foot = QWidget()
        foot = QVBoxLayout(self._foot)
        foot.setContentsMargins(14, 11, 14, 12)
        foot.setSpacing(9)
        for widget in (self._lead, self.remark_label, self.note):
            foot.addWidget(widget)
        foot.addLayout(self._buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        layout.addWidget(self._scroll, 1)
        layout.addWidget(Hairline(self._theme))
        layout.addWidget(self._foot)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)

    def _label(self) -> None:
        self.yes.set_key(self._keys.label("settle-yes"))
        self.no.set_key(self._keys.label("settle-no"))
        self.open.set_key(self._keys.label("settle-open"))
        self.note.set_key(self._keys.label("tie-reason"))
