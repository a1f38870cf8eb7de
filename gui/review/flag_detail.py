"""The current flag in full: criterion, reason, quotes, the judge's record, and the decision with its keys."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractSlider,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from galley.core.domain import Criterion, UnitKind, Value
from galley.core.review.items import FlagState
from galley.core.stats.result import Estimate
from galley.core.text.clarified import as_read
from galley.core.text.visible import make_visible
from galley.gui.labels import sentence_case, value_label
from galley.gui.plain_text import Menu
from galley.gui.review.note_field import NoteField
from galley.gui.review.quote_column import QuoteColumn, Units, judged_quotes, own_quotes
from galley.gui.review.relabel_grid import NUMBERED, OverrideGrid
from galley.gui.review.response_cards import ReaderCards
from galley.gui.shortcuts import Keymap
from galley.gui.text_panes.item import FlagEntry
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.badge import LetterBadge
from galley.gui.widgets.elided_label import ElidedLabel
from galley.gui.widgets.flow import FlowLayout
from galley.gui.widgets.interval_bar import IntervalBar
from galley.gui.widgets.key_button import KeyButton
from galley.gui.widgets.key_line import KeyLine
from galley.gui.widgets.overlay_bar import OverlayBar
from galley.gui.widgets.styled_label import StyledLabel

BLIND = tr("Decide this one before you see what the judge said.")
_NARROWEST = 250
_SIDE, _GAP, _TIGHT = 14, 8, 4
_LEAST_LINES = 4
"""Lines of an explanation that are in sight before the choices are."""
_CHECK = 20
"""Pixels by which the buttons may be squeezed: the check mark on the one that was chosen moves nothing."""


class FlagDetail(QWidget):
    """``accepted``, ``overridden``, ``unsure``: a button was pressed; ``overridden_as(criterion row)``;
    ``unitChosen(unit)``: a quote's place was clicked; ``reasonPressed``: another opinion on the judge's reason;
    ``callWanted``: what the judge was asked and said; ``answered(value)``: one of several answers."""

    accepted = Signal()
    overridden = Signal()
    unsure = Signal()
    overridden_as = Signal(int)
    answered = Signal(object)
    unitChosen = Signal(int)
    reasonPressed = Signal()
    callWanted = Signal()

    def __init__(self, theme: Theme, keys: Keymap, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._keys = keys
        self._badge = LetterBadge(theme)
        self._name = ElidedLabel(theme, "", Type.BODY_STRONG)
        self._ask = StyledLabel(theme, Type.BODY_STRONG)
        self.cards = ReaderCards(theme)
        self._shows_definition = True
        self._definition = StyledLabel(theme, Type.SMALL, "second")
        self._rule = StyledLabel(theme, Type.SMALL, "second")
        self._brief = ElidedLabel(theme, "", Type.SMALL, "second")  # the definition in a line; a click shows it whole
        self._is_whole = False
        self._about = StyledLabel(theme, Type.CAPTION, "second")
        self._unit = StyledLabel(theme, Type.READING_SMALL)
        self._explanation = StyledLabel(theme, Type.READING_SMALL)
        self.quotes = QuoteColumn(theme)
        self._who = StyledLabel(theme, Type.SMALL, "second")
        self.call = KeyLine(theme, tr("Show the call"))
        self.reason = ReasonLine(theme)
        self._record = RecordLine(theme)
        self._record_bar = IntervalBar(theme)
        self._record_bar.hide()
        self._message = StyledLabel(theme, Type.BODY, "second")
        self.ticked = StyledLabel(theme, Type.BODY_STRONG, "accent")
        self.note = NoteField(theme, keys.label("note"))
        self.grid = OverrideGrid(theme)
        self.values = ValueRow(theme)
        self.accept = KeyButton(theme, tr("Accept"), "", primary=True)
        self.override = KeyButton(theme, tr("No error"), "")
        self.doubt = KeyButton(theme, tr("Unsure"), "")
        self._is_stacked: bool | None = None
        self._figures: tuple[Estimate | None, Estimate | None] | None = None
        self._build()
        self._place_buttons()
        self.accept.clicked.connect(self.accepted)
        self.override.clicked.connect(self.overridden)
        self.doubt.clicked.connect(self.unsure)
        self.grid.chosen.connect(self.overridden_as)
        self.values.chosen.connect(self.answered)
        self.reason.clicked.connect(self.reasonPressed)
        self.call.clicked.connect(self.callWanted)
        self.quotes.unitChosen.connect(self.unitChosen)
        keys.changed.connect(self._label)
        theme.changed.connect(self._dress)
        self._label()

    # ---- what is shown

    def show_entry(
        self,
        entry: FlagEntry,
        alternatives: Sequence[Criterion],
        units: Units,
        also: str,
        reason: str = "",
        has_calls: bool = False,
    ) -> None:
        """Show a flag. ``also`` names the other judges who flagged the same cell, ``reason`` is what the reviewer
        thinks of this judge's reason; ``asked`` says that calls are kept that it was read from."""
        judged = not (entry.own or entry.blind or entry.question)
        self.call.setVisible(has_calls and judged)
        self.reason.show_value(reason)
        self.reason.setVisible(judged and bool(entry.verdict.explanation or entry.verdict.evidence))
        self._message.set("")
        self._badge.show()
        self._name.show()
        self._badge.set(entry.criterion.letter, entry.criterion.colour, entry.criterion.name)
        self._name.set_text(entry.criterion.name)
        if entry.criterion.definition != self._brief.text:
            self._is_whole = False
        self._definition.set(entry.criterion.definition)
        self._brief.set_text(entry.criterion.definition)
        derived = bool(entry.unit.sources) or entry.unit.kind.value in ("fact", "opinion", "question", "entry")
        derived = derived and entry.pair is None  # the text of a pair is whose its documents are
        numbered = derived and entry.unit.kind is not UnitKind.GROUP  # no text shows the number of a group
        self._about.set(sentence_case(entry.place) if numbered else "")
        self._unit.set(as_read(entry.unit) if derived else "")
        self._explanation.set(BLIND if entry.blind else entry.verdict.explanation)
        self.cards.show_entry(entry)
        self.quotes.show_quotes(judged_quotes(entry, units, derived), own_quotes(entry, units))
        self._who.set("" if entry.blind or entry.question else _who(entry, also))
        if not judged:
            self.set_record(None)
        own = entry.own
        self.accept.setText(tr("Yes") if entry.question else tr("Accept"))
        self.accept.set_primary(not entry.question)  # a coloured button would prime the answer
        self.accept.setEnabled(not own)
        self.doubt.show()
        self.doubt.setEnabled(not own)
        self.doubt.setText(tr("Leave unresolved") if entry.adjudicates else tr("Unsure"))
        self.override.setEnabled(True)
        wrong = tr("No") if entry.question else tr("Reject") if entry.proposes else tr("No error")
        self.override.setText(tr("Undo") if own else wrong)
        self.accept.set_chosen(not own and entry.state is FlagState.ACCEPTED)
        no = entry.state is FlagState.OVERRIDDEN and entry.instead is None
        self.override.set_chosen(not own and no)
        self.doubt.set_chosen(entry.state is FlagState.UNSURE)
        self._offer(entry.values, entry.verdict.value, entry.labels if entry.pair is not None else ())
        instead = entry.instead.row if entry.instead is not None else 0
        self.grid.show_choices(() if own or entry.question else alternatives, entry.criterion.row, instead)
        self._shorten()

    def show_task(self, ask: str, rule: str) -> None:
        """The question in words, and what becomes of the answers; nothing where flags are reviewed."""
        self._ask.set(ask)
        self._rule.set(rule)

    def show_message(self, message: str, decides: bool = True) -> None:
        """There is no flag to show; say why. Where nothing can come to be decided there are no buttons for it."""
        for widget in (self._badge, self._name):
            widget.hide()
        for text in (self._definition, self._about, self._unit, self._explanation, self._who):
            text.set("")
        self.quotes.show_quotes(())
        self.cards.show_entry(None)
        self.reason.hide()
        self.call.hide()
        self.set_record(None)
        self.grid.show_choices((), 0, 0)
        self._offer((), None)
        for button in (self.accept, self.override, self.doubt):
            button.setVisible(decides)
            button.setEnabled(False)
            button.set_chosen(False)
        self.accept.setText(tr("Accept"))
        self.override.setText(tr("No error"))
        self._message.set(message)
        self._shorten()

    def set_record(self, record: Estimate | None, sound: Estimate | None = None) -> bool:
        """The judge's record on the criterion so far, and the share of its reasons that are sound; None shows
        nothing. Whether anything is other than before."""
        if (record, sound) == self._figures:
            return False
        self._figures = record, sound
        self._record.show_estimate(record, sound)
        figures = record is not None and record.value is not None and record.low is not None
        if figures and record is not None:
            assert record.value is not None and record.low is not None and record.high is not None
            self._record_bar.set_figures(record.low, record.value, record.high)
        else:
            self._record_bar.clear()
        self._record_bar.setVisible(record is not None)
        self._shorten()
        return True

    def get_needed_height(self, width: int) -> int:
        """The height in which all of it can be seen at this width."""
        return _fresh(self._foot).totalSizeHint().height() + _fresh(self._column).totalHeightForWidth(width)

    def fold_digits(self, height: int, width: int) -> None:
        """Fold the choices where, in this height, fewer than four lines of the explanation would be in sight."""
        self.grid.set_folded(False)
        column, room = _fresh(self._column), height - _fresh(self._foot).totalSizeHint().height()
        margins = column.contentsMargins()
        inner = width - margins.left() - margins.right()
        needed = margins.top()
        for index in range(column.count()):
            item = column.itemAt(index)
            if item is None or item.isEmpty():
                continue
            if item.widget() is self._explanation:
                needed += self._explanation.height_of_lines(inner, _LEAST_LINES)
                self.grid.set_folded(needed > room)
                break
            high = item.heightForWidth(inner) if item.hasHeightForWidth() else item.sizeHint().height()
            needed += high + column.spacing()

    def set_tight(self, tight: bool) -> None:
        """Less air, and no head over the choices: where there is little room."""
        gap = _TIGHT if tight else _GAP
        self.grid.set_titled(not tight)
        for layout, above, below in ((self._column, 4, 2), (self._foot, 0, 4)):
            layout.setSpacing(gap)
            layout.setContentsMargins(_SIDE, gap + above, _SIDE, gap + below)

    def to_start(self) -> None:
        """Scroll to the top: another flag is shown."""
        self._scroll.verticalScrollBar().setValue(0)

    def turn_page(self, step: int) -> None:
        """A page down (1) or up (-1), where the reasons are longer than the room they have."""
        page = QAbstractSlider.SliderAction
        action = page.SliderPageStepAdd if step > 0 else page.SliderPageStepSub
        self._scroll.verticalScrollBar().triggerAction(action)

    # ---- within

    def press(self, place: int) -> None:
        """A digit was pressed, the one of this place (1, 2, … 9, 0): choose what it stands for."""
        if self.values.isHidden():
            self.grid.choose(place)
        else:
            self.values.press(place)

    @property
    def digits(self) -> tuple[int, ...]:
        """The places (from 0) of the digits that choose something now."""
        return self.grid.places if self.values.isHidden() else self.values.places

    def _offer(self, values: Sequence[Value], answer: Value | None, labels: Sequence[str] = ()) -> None:
        """The answers of a question that is not one of yes or no take the place of these two."""
        self.values.show_values(values, answer, labels)
        for button in (self.accept, self.override):
            button.setVisible(not values)

    def show_definition(self, is_shown: bool) -> None:
        """Whether the criterion's definition stands here; by criterion the head of the queue has it."""
        if is_shown != self._shows_definition:
            self._shows_definition = is_shown
            self._shorten()

    def _shorten(self) -> None:
        """The definition is one line, so that nothing moves from flag to flag; whole after a click on it."""
        has_words = bool(self._definition.text()) and self._shows_definition
        self._definition.setVisible(has_words and self._is_whole)
        self._brief.setVisible(has_words and not self._is_whole)

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._badge)
        head.addWidget(self._name, 1)
        self._scroll = QScrollArea(self)
        page = QWidget(self._scroll.viewport())
        page.setAutoFillBackground(True)
        page.setBackgroundRole(QPalette.ColorRole.Base)
        self._column = column = QVBoxLayout(page)
        column.addLayout(head)
        about = (self._definition, self._brief, self._about, self._unit, self._explanation)
        for widget in (self._message, self._ask, self.cards, *about):
            column.addWidget(widget)
        column.addLayout(self.quotes)
        record = QVBoxLayout()
        record.setSpacing(3)
        record.addWidget(self._who)
        record.addWidget(self._record)
        record.addWidget(self._record_bar)
        asides = FlowLayout(gap=16)
        asides.addWidget(self.reason)
        asides.addWidget(self.call)
        column.addLayout(asides)
        column.addLayout(record)
        column.addStretch(1)
        column.addWidget(self._rule)
        self._scroll.setWidget(page)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for label in (self._brief, self._definition):
            label.setCursor(Qt.CursorShape.PointingHandCursor)
            label.installEventFilter(self)
        self._scroll.viewport().installEventFilter(self)  # its room changes with what stands below it, too
        self._bar = OverlayBar(self._theme, self._scroll, inset=1)
        self._buttons = QGridLayout()
        self._buttons.setSpacing(_GAP)
        self._foot = foot = QVBoxLayout()
        foot.addWidget(self.grid)
        foot.addWidget(self.values)
        foot.addWidget(self.note)
        foot.addWidget(self.ticked)
        foot.addLayout(self._buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._scroll, 1)
        layout.addLayout(foot)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.set_tight(False)

    def _place_buttons(self) -> None:
        """Side by side; where they would be cut, accept has a line of its own and the column keeps room for two."""
        buttons = (self.accept, self.override, self.doubt)
        wide = [button.sizeHint().width() for button in buttons]
        stacked = sum(wide) + 2 * _GAP > self.width() - 2 * _SIDE + _CHECK
        self.setMinimumWidth(max(_NARROWEST, sum(wide[1:]) + _GAP + 2 * _SIDE))
        if stacked == self._is_stacked:
            return
        self._is_stacked = stacked
        for button in buttons:
            self._buttons.removeWidget(button)
        self._buttons.addWidget(self.accept, 0, 0, 1, 2 if stacked else 1)
        for column, button in enumerate(buttons[1:], 0 if stacked else 1):
            self._buttons.addWidget(button, int(stacked), column)
        for column in range(3):
            self._buttons.setColumnStretch(column, 0 if stacked and column == 2 else 1)

    def _label(self) -> None:
        self.accept.set_key(self._keys.label("accept"))
        self.override.set_key(self._keys.label("no-error"))
        self.doubt.set_key(self._keys.label("unsure"))
        self.note.set_key(self._keys.label("note"))
        self.reason.set_key(self._keys.label("reason"))
        self.call.set_key(self._keys.label("show-call"))
        digits = [self._keys.label(f"criterion-{n}") for n in range(1, NUMBERED + 1)]
        self.grid.set_keys(digits)
        self.values.set_keys(digits)

    def _dress(self) -> None:
        self._bar.place()
        self._place_buttons()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The buttons side by side, or not."""
        super().resizeEvent(event)
        self._place_buttons()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A click on the definition shows it whole, or as a line; the bar keeps at the edge."""
        if event.type() is QEvent.Type.Resize and watched not in (self._brief, self._definition):
            self._bar.place()
        elif event.type() is QEvent.Type.MouseButtonRelease and watched in (self._brief, self._definition):
            self._is_whole = not self._is_whole
            self._shorten()
        return False


def _fresh(layout: QLayout) -> QLayout:
    """A layout that knows what its widgets ask for now; Qt tells only the outermost one that they changed."""
    for index in range(layout.count()):
        item = layout.itemAt(index)
        if item is not None and item.layout() is not None:
            _fresh(item.layout())
    layout.invalidate()
    return layout


def _who(entry: FlagEntry, also: str) -> str:
    if entry.own:
        return tr("Added by you: no judge flagged this.")
    who = " ".join(make_visible(entry.who).split())
    right, _, of = entry.votes.partition("/")
    if of:
        who = tr("{who}, {right} of {of} replies", who=who, right=right, of=of)
    elif entry.verdict.confidence is not None:
        who = tr("{who}, confidence {share:.0f} %", who=who, share=100 * entry.verdict.confidence)
    else:
        who = tr("Flagged by {who}", who=who)
    return tr("{who}. Also flagged by {also}.", who=who, also=also) if also else f"{who}."


class RecordLine(QLabel):
    """ "Right on this criterion so far: 62 % [51–72], n = 84", the share in bold. Holds figures of ours only."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        theme.changed.connect(self._dress)
        self._dress()
        self.hide()

    def show_estimate(self, record: Estimate | None, sound: Estimate | None = None) -> None:
        words = ""
        if record is not None and record.value is not None:
            share = f"<b>{100 * record.value:.0f} %</b>"
            if record.low is not None and record.high is not None:
                share += f" [{100 * record.low:.0f}–{100 * record.high:.0f}]"
            words = tr("Right on this criterion so far: {share}, n = {n:,}", share=share, n=record.n)
        elif record is not None:
            words = tr("Right on this criterion so far: none of its flags decided yet")
        if words and sound is not None and sound.value is not None:
            share = f"<b>{100 * sound.value:.0f} %</b>"
            words = f"{words}. " + tr("Its reasons are sound: {share}, n = {n:,}", share=share, n=sound.n)
        words = words.replace(" = ", "\u00a0=\u00a0").replace(" %", "\u00a0%")  # "n = 11" stands on one line
        if words != self.text():
            self.setText(words)
        self.setVisible(bool(words))

    def _dress(self) -> None:
        self.setFont(self._theme.font(Type.SMALL))
        self.setStyleSheet(f"color: {self._theme.roles.second}")


VALUES = ("correct", "partly", "incorrect", "unrelated", "none")
"""The choices of the scheme ``explanation``, in the order of the digits that choose them."""
CHOICES = {
    "correct": tr("Correct"),
    "partly": tr("Partly correct"),
    "incorrect": tr("Incorrect"),
    "unrelated": tr("Unrelated to the flag"),
    "none": tr("No reason given"),
}
SAID = {
    "correct": tr("Reason: correct"),
    "partly": tr("Reason: partly"),
    "incorrect": tr("Reason: incorrect"),
    "unrelated": tr("Reason: unrelated"),
    "none": tr("Reason: none"),
}
ASKED = tr("Is this reason sound?")


class ReasonLine(KeyLine):
    """Says what the reviewer thinks of the reason. ``chosen(value)``: an answer was chosen in the menu."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, ASKED, parent)
        self._value = ""

    @property
    def value(self) -> str:
        """What is shown; "" for nothing yet."""
        return self._value

    def ask(self) -> None:
        """Open the menu of the answers. Nothing is written before one of them is chosen."""
        menu = Menu(self)
        menu.setAccessibleName(ASKED)
        for number, value in enumerate(VALUES, 1):
            choose = partial(self._choose, value)
            menu.add_entry(CHOICES[value], choose, mnemonic=str(number), checked=value == self._value)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + 2)))

    def _choose(self, value: str, checked: bool = False) -> None:
        self.show_value(value)
        self.chosen.emit(value)

    def show_value(self, value: str) -> None:
        """Show another answer."""
        self._value = value
        self.say(SAID.get(value, ASKED), "text" if value else "second")


class ValueRow(QWidget):
    """Emits ``chosen(value)``. Hidden where there is nothing to choose."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._values: tuple[Value, ...] = ()
        self._keys: list[str] = []
        self.buttons: list[KeyButton] = []
        self._flow = FlowLayout(self)
        self._flow.setContentsMargins(0, 0, 0, 0)
        self.hide()

    def set_keys(self, keys: Sequence[str]) -> None:
        """The keys of the choices, in order."""
        self._keys = list(keys)
        for index, button in enumerate(self.buttons[: len(self._values)]):
            button.set_key(self._key(index))

    def show_values(self, values: Sequence[Value], answer: Value | None, labels: Sequence[str] = ()) -> None:
        """Offer ``values``, under their names or these ``labels``; ``chosen`` is the one that was answered."""
        self._values = tuple(values)
        while len(self.buttons) < len(self._values):
            index = len(self.buttons)
            button = KeyButton(self._theme, "", "", parent=self)
            button.clicked.connect(lambda _=False, at=index: self.choose(at))
            self.buttons.append(button)
            self._flow.addWidget(button)
        for index, button in enumerate(self.buttons):
            button.setVisible(index < len(self._values))
            if index < len(self._values):
                button.setText(labels[index] if labels else value_label(self._values[index]))
                button.set_key(self._key(index))
                button.set_chosen(self._values[index] == answer)
        self.setVisible(bool(self._values))

    def press(self, place: int) -> None:
        """The key of this place (from 0) was pressed: 1, 2, … 9, 0. A number of one figure has that key, whatever place
        it has itself; nothing happens where no answer has it."""
        index = next((i for i in range(len(self._values)) if self._place(i) == place), None)
        if index is not None:
            self.choose(index)

    @property
    def places(self) -> tuple[int, ...]:
        """The places of the keys that choose an answer."""
        return tuple(place for place in sorted(map(self._place, range(len(self._values)))) if place < 10)

    def choose(self, index: int) -> None:
        """The answer of this place (from 0)."""
        self.chosen.emit(self._values[index])

    def _place(self, index: int) -> int:
        value = self._values[index]
        figures = all(isinstance(value, int) and 0 <= value <= 9 for value in self._values)
        return (value - 1) % 10 if figures and isinstance(value, int) else index

    def _key(self, index: int) -> str:
        place = self._place(index)
        return self._keys[place] if place < len(self._keys) else ""
