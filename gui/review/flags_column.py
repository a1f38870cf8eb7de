"""The right column: the flags of the item, how far it is, and the current flag with its decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QSplitter, QVBoxLayout, QWidget

from galley.core.domain import NO_ANNOTATOR, NO_ITEM, AnnotatorId, Cell, ItemId
from galley.core.review.items import FlagState
from galley.core.stats.result import Estimate
from galley.core.tasks.questions import by_flags
from galley.core.text.visible import make_visible
from galley.gui.review import unread_text
from galley.gui.review.criterion_chooser import Chooser, Option
from galley.gui.review.flag_detail import FlagDetail
from galley.gui.review.flag_layout import DetailRoom
from galley.gui.review.flag_list import FlagList
from galley.gui.review.flag_model import open_words
from galley.gui.review.rule_text import rule_words
from galley.gui.shortcuts import Keymap
from galley.gui.text_panes.criterion_styles import Catalogue
from galley.gui.text_panes.item import ReviewItem
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n
from galley.gui.widgets.hairline import Hairline
from galley.gui.widgets.key_button import KeyButton
from galley.gui.widgets.pane_head import PaneHead
from galley.gui.widgets.styled_label import StyledLabel

NoteTarget = tuple[ItemId, Cell | None]

NAMED = 4
"""Judges who flagged the same cell that are named; forty of them would push the judge's record out of sight."""


class FlagsColumn(QWidget):
    """Shows one entry of an ``ReviewItem`` item. ``itemNoteChosen()``: the note on the item was clicked."""

    itemNoteChosen = Signal()

    def __init__(
        self,
        theme: Theme,
        keys: Keymap,
        reviewer: Callable[[], AnnotatorId] = lambda: NO_ANNOTATOR,
        parent: QWidget | None = None,
    ) -> None:
        """``reviewer()`` is the row id of who reviews; 0 for nobody."""
        super().__init__(parent)
        self._keys = keys
        self._reviewer = reviewer
        self.split = QSplitter(Qt.Orientation.Vertical, self)
        upper = QWidget(self.split)
        self.head = PaneHead(theme, tr("Flags"))
        self._item_note = StyledLabel(theme, Type.SMALL, "second")
        self._item_note.setContentsMargins(14, 0, 14, 8)
        self._item_note.setCursor(Qt.CursorShape.PointingHandCursor)
        self._item_note.installEventFilter(self)
        self.list = FlagList(theme)
        self.bar = FinishBar(theme, keys.label("finish"))
        self.chooser = Chooser(theme, self)
        self.chooser.closed.connect(self._uncover)
        self._on_item = False
        self._read: frozenset[int] | None = None
        self._last_words = ""
        self._all_done = False
        column = QVBoxLayout(upper)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.head, self._item_note, Hairline(theme, role="hairline_soft")):
            column.addWidget(widget)
        column.addWidget(self.list, 1)
        column.addWidget(self.bar)
        self.detail = FlagDetail(theme, keys, self.split)
        self.split.setHandleWidth(1)
        self.split.setChildrenCollapsible(False)
        self.split.setStretchFactor(0, 2)
        self.split.setStretchFactor(1, 3)
        self.split.setSizes([310, 516])
        self.room = DetailRoom(theme, self.split, self.head, self.list, self.detail)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.split)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)

    def show_item(
        self, review_item: ReviewItem | None, current: int | None, catalogue: Catalogue, all_done: bool
    ) -> None:
        """Show an item's flags with the one at ``current``, which may be None where there is none."""
        entries = review_item.entries if review_item is not None else ()
        title = tr("Questions") if review_item is not None and review_item.questions else tr("Flags")
        if review_item is not None and review_item.writes:
            title = tr("Write")
        self.head.set(title, open_words(entries))
        note = review_item.notes.get(None, "") if review_item is not None else ""
        self._item_note.set(tr("Note on this item: {note}", note=" ".join(make_visible(note).split())) if note else "")
        self.list.show_item(review_item, current)
        self.room.of_item(review_item.id if review_item is not None else NO_ITEM)
        self.show_entry(review_item, current, catalogue)
        self.show_progress(review_item, all_done)

    def show_entry(self, review_item: ReviewItem | None, current: int | None, catalogue: Catalogue) -> None:
        """Show another entry of the same item."""
        task = review_item.asked_cells.task if review_item is not None and review_item.questions else None
        words = ("", "")
        if review_item is not None and task is not None:
            words = review_item.asked_cells.ask, rule_words(task, any(review_item.asked_cells.reader_verdicts.values()))
        self.detail.show_task(*words)
        if review_item is None:
            self.detail.show_message("")
            self.detail.note.setEnabled(False)
            return
        self.detail.note.setEnabled(True)
        if current is None:
            key, end = self._keys.label("add-flag"), self._keys.label("next-open")
            nothing = tr("No judge has flagged anything here. {key} adds a flag.", key=key)
            if unread_text.find_implicit_no_pairs(review_item) and not review_item.is_finished:
                nothing += " " + tr("{key} shows each sentence beside its nearest passage.", key=end)
            has_questions = not by_flags(review_item.asked_cells.task)
            waits = tr("This task has no question about this item now.")
            if not self._reviewer():  # open for reading only, to somebody who has answered nothing
                waits = tr("You have answered nothing here, and nothing can be answered now.")
            if review_item.writes:
                how = tr("Click a turn or a paragraph, then press {key} to write what it says.",
                         key=self._keys.label("write-unit"))  # fmt: skip
                waits = f"{review_item.asked_cells.ask} {how}".strip()
            self.detail.show_message(waits if has_questions else nothing, decides=not review_item.writes)
            self._load_note(review_item, None)
            return
        entry = review_item.entries[current]
        others = [
            e.who for e in review_item.entries if e is not entry and not e.own and e.verdict.cell == entry.verdict.cell
        ]
        named = [" ".join(make_visible(who).split()) for who in others[:NAMED]]
        also = ", ".join([*named, f"+ {len(others) - NAMED:,}"] if len(others) > NAMED else named)
        opinion = review_item.view.reasons.get((self._reviewer(), entry.verdict.id), "")
        judge = review_item.view.annotators.get(entry.verdict.annotator)
        has_calls = entry.verdict.run is not None and judge is not None and bool(judge.model)
        self.detail.show_entry(
            entry, catalogue.alternatives(entry.criterion), review_item.units, also, opinion, has_calls
        )
        self._load_note(review_item, None if self._on_item else entry.verdict.cell)
        self.room.fit()

    def set_read(self, review_item: ReviewItem | None, read: frozenset[int] | None) -> None:
        """``read`` are the documents (row ids) that were read by now; None while they are not painted yet. With an item
        the bar is brought up to date, unless it says something else than how far that is."""
        self._read = read
        if review_item is not None and self.bar.words == self._last_words:
            self.show_progress(review_item, self._all_done)

    def show_progress(self, review_item: ReviewItem | None, all_done: bool) -> None:
        """Say in the bar how far the item is."""
        self._all_done = all_done
        if review_item is None:
            self.bar.say("")
            self.bar.offer(tr("Finish"), self._keys.label("finish"), enabled=False)
        else:
            self.bar.say(*self._progress(review_item, all_done))
            words, action = (tr("Reopen"), "reopen") if review_item.is_finished else (tr("Finish"), "finish")
            self.bar.offer(words, self._keys.label(action))
        self._last_words = self.bar.words

    def _progress(self, review_item: ReviewItem, all_done: bool) -> tuple[str, str]:
        waiting, read = review_item.open_count, self._read or frozenset()
        if review_item.is_finished:
            return tr("✓ Finished. All items are.") if all_done else tr("✓ Finished"), "positive"
        concerned = {c.row for scheme in review_item.schemes for c in scheme.criteria if review_item.concerns(c)}
        before = any(
            who == self._reviewer() and row in concerned
            for who, row, _ in (*review_item.view.judged_pairs, *review_item.view.implicit_no_wholes)
        )
        if review_item.unfinished_pairs:
            return unread_text.finished_words(review_item, read, self._keys.label("finish"), before), "warning"
        if waiting and before:
            words = tr_n("Finished, but {n:,} flag is still open", "Finished, but {n:,} flags are still open", waiting)
            return words, "warning"
        if waiting and review_item.questions:
            return tr_n("{n:,} question to answer", "{n:,} questions to answer", waiting), "second"
        if waiting:
            return tr_n("{n:,} flag to decide", "{n:,} flags to decide", waiting), "second"
        if before:
            return tr("Something was written since you finished"), "warning"
        silent = self._read is not None and not review_item.questions
        missing = unread_text.join_names(unread_text.find_unread_names(review_item, read)) if silent else ""
        unsure = sum(1 for entry in review_item.entries if entry.state is FlagState.UNSURE)
        if unsure and review_item.entries[0].adjudicates:
            words = tr_n("{n:,} is unresolved", "{n:,} are unresolved", unsure)
        elif unsure:
            words = (
                tr_n("{n:,} left unsure, the others decided", "{n:,} left unsure, the others decided", unsure)
                if review_item.flag_count > unsure
                else tr("Left unsure")
            )
        elif review_item.questions:
            words = tr("Every question is answered")
        elif review_item.writes:
            words = ""
        elif review_item.flag_count:
            words = tr("Every flag is decided")
        else:
            words = tr("Nothing is flagged")
        return tr("{words}; not read: {names}", words=words, names=missing) if missing else words, "second"

    def warn_open(self, waiting: int) -> None:
        """The first press of finish while flags are open."""
        key = self._keys.label("finish")
        self.bar.say(
            tr_n(
                "{n:,} flag is still open; press {key} again to finish the rest",
                "{n:,} flags are still open; press {key} again to finish the rest",
                waiting,
                key=key,
            ),
            "warning",
        )

    def set_record(self, record: Estimate | None, sound: Estimate | None = None) -> None:
        """The judge's record on the current flag's criterion, and the share of its sound reasons."""
        if self.detail.set_record(record, sound):
            self.room.fit()

    def show_ticked(self, sentence: str) -> None:
        """Say over the buttons which flags of the queue they decide; "" for the flag in front alone."""
        self.detail.ticked.set(sentence)
        self.room.fit()

    def write_note(self, on_item: bool) -> None:
        """Let the note be about the item, or about the current flag."""
        self._on_item = on_item

    @property
    def on_item(self) -> bool:
        """Whether the note field is about the item rather than the flag."""
        return self._on_item

    def ask(self, about: str, options: Sequence[Option], back: QWidget | None) -> None:
        """Open the chooser over the decision."""
        self._place_chooser()
        self.chooser.ask(about, options, back)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A click on the item's note opens it."""
        if watched is self._item_note and event.type() is QEvent.Type.MouseButtonRelease:
            self.itemNoteChosen.emit()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The chooser keeps its place."""
        super().resizeEvent(event)
        self.room.handle_resize()
        if not self.chooser.isHidden():
            self._place_chooser()

    def _place_chooser(self) -> None:
        self.chooser.setGeometry(self.detail.geometry())

    def _uncover(self) -> None:
        self.update()

    def _load_note(self, review_item: ReviewItem, cell: Cell | None) -> None:
        target: NoteTarget = (review_item.id, cell)
        hint = tr("Note on this item") if cell is None else tr("Note")
        self.detail.note.load(target, review_item.notes.get(cell, ""), hint)


_HEIGHT = 43.0


class FinishBar(QWidget):
    """Always there, so that nothing moves when it says something. ``pressed()`` for its button."""

    pressed = Signal()

    def __init__(self, theme: Theme, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._words = StyledLabel(theme, Type.SMALL, "second")
        self.button = KeyButton(theme, tr("Finish"), key)
        self.button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.button.clicked.connect(self.pressed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 4, 14, 4)
        layout.setSpacing(8)
        layout.addWidget(self._words, 1, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self.button)
        self._words.show()
        self.setMinimumHeight(round(theme.px(_HEIGHT)))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._dress)

    @property
    def words(self) -> str:
        """What it says."""
        return self._words.text()

    def say(self, words: str, role: str = "second") -> None:
        """Say something in the colour of ``role`` ("warning", "negative", "positive", …)."""
        self._words.set(words or " ", role)

    def offer(self, words: str, key: str, enabled: bool = True) -> None:
        """What the button does now."""
        self.button.setText(words)
        self.button.set_key(key)
        self.button.setEnabled(enabled)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A hairline above and one below."""
        painter = QPainter(self)
        painter.fillRect(0, 0, self.width(), 1, self._theme.color("hairline"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, self._theme.color("hairline"))

    def _dress(self) -> None:
        self.setMinimumHeight(round(self._theme.px(_HEIGHT)))
        self.update()
