"""The Review view: what each key does, and the decisions about the flag in front."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QDialog, QVBoxLayout, QWidget

from galley.core.definitions.protocols import Kind
from galley.core.domain import Cell, ChangeSet, CriterionId, ItemId, Stance, Value
from galley.core.errors import SlotsTaken
from galley.core.review import history
from galley.core.review.decision_writer import DecisionWriter, SaveFuture
from galley.core.review.queue import Filter, Show
from galley.core.review.saved_views import SavedView
from galley.core.storage import names
from galley.core.tasks import adjudication_tasks
from galley.core.text.visible import make_visible
from galley.gui.labels import value_label
from galley.gui.review.add_flag import FlagAdding
from galley.gui.review.decision_trail import LookBackBanner, LookingBack
from galley.gui.review.decisions import Attaching, Decisions
from galley.gui.review.end_of_item import EndOfItem
from galley.gui.review.flag_detail import BLIND
from galley.gui.review.item_finish import Finishing
from galley.gui.review.key_queue import HeldKeys
from galley.gui.review.queue_end import EndOfQueue
from galley.gui.review.relabel_grid import NUMBERED
from galley.gui.review.review_workbench import ReviewWorkbench
from galley.gui.review.selection_bar import SelectionBar
from galley.gui.review.ticked_flags import TickedFlags
from galley.gui.review.unit_writing import UnitWriting
from galley.gui.session import Session
from galley.gui.text_panes.item import FlagEntry, Identity
from galley.gui.text_panes.row import ARTICLE, DIALOGUE, RIGHT
from galley.gui.translation import tr
from galley.gui.views import Hint, View

if TYPE_CHECKING:
    from galley.gui.review.review_workbench import ReviewWorkbench


class ReviewView(View):
    """One item under review at a time; every decision is one key."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.stage = ReviewWorkbench(session, self)
        self.decisions = Decisions(session, self)
        self.held_keys = HeldKeys(self.decisions, self)
        self.adding = FlagAdding(self.stage, self.decisions)
        self.add_flag = self.adding.ask
        self.end_of_queue = EndOfQueue(session, self.stage)
        self.end_of_queue.actionWanted.connect(self.viewRequested)
        self.finishing = Finishing(
            session, self.stage, self.decisions, self._go, self._ask_which_holds, self.end_of_queue.show
        )
        self.ending = EndOfItem(
            session, self.stage, self.finishing.finish_next, self.add_flag, self.decisions.find_waiting
        )
        self.ticked = TickedFlags(session, self.stage, self.decisions)
        self.advance = self.held_keys.wrap(self.ending.advance)
        banner = LookBackBanner(session.theme, self)
        self.looking_back = LookingBack(
            session,
            self.stage,
            banner,
            lambda: self.ending.is_shown,
            self.ending.lock,
            self.held_keys.wait_for_paint,
        )
        self._leading = False
        self.writing = UnitWriting(session, self.stage, self.decisions)
        self.training = TrainingWords(session, self.stage, self.decisions)
        self._is_started = False
        self._reason_target: tuple[ItemId, FlagEntry] | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(banner)
        layout.addWidget(self.stage, 1)
        flags, detail = self.stage.flags, self.stage.flags.detail
        self.stage.moved.connect(self.finishing.disarm)
        self.stage.ordered.connect(self._hint)
        self.stage.queue.filled.connect(self._hint)
        for splitter in self.stage.splitters:  # the window remembers what ``hinted`` follows
            splitter.splitterMoved.connect(self.hinted)
        self.ending.turned.connect(self._hint)
        self.end_of_queue.aboutToShow.connect(self.ending.hide)  # its item is finished
        self.stage.queue.queryChanged.connect(self.search_changed)
        self.stage.queue.actionWanted.connect(self.viewRequested)
        self.stage.first.connect(lambda: QTimer.singleShot(0, self.ready.emit))
        detail.accepted.connect(self.held_keys.wrap(self.accept))
        detail.overridden.connect(self.held_keys.wrap(self.no_error))
        detail.overridden_as.connect(self.held_keys.wrap(self.override_as))
        detail.grid.ownPressed.connect(self._explain_own_criterion)
        detail.unsure.connect(self.held_keys.wrap(self.unsure))
        detail.answered.connect(self.held_keys.wrap(self.answer))
        detail.reasonPressed.connect(self.held_keys.wrap(self.judge_reason))
        detail.reason.chosen.connect(self._reason_chosen)
        detail.callWanted.connect(self.show_origin)
        detail.note.committed.connect(self._note)
        detail.note.editingEnded.connect(self.stage.take_focus)
        flags.bar.pressed.connect(self.held_keys.wrap(self.finishing.press_button))
        flags.itemNoteChosen.connect(partial(self.write_note, True))
        flags.chooser.chosen.connect(self.adding.add)
        self.stage.surfaces.write.connect(self._write)
        self.stage.surfaces.answered.connect(
            self.held_keys.wrap(lambda value: self.unsure() if value is None else self.answer(value))
        )
        session.reviewer_changed.connect(self._deselect)
        self.decisions.returned.connect(self._restore_flag)
        self.decisions.refused.connect(self._show_refusal)
        self._dialog: QDialog | None = None
        self.decisions.travelled.connect(self._go_to_decision)
        self.decisions.idle.connect(self.stage.tell)
        self.decisions.finished.connect(self.finishing.continue_after)
        self.attaching = Attaching(self.stage, self.decisions)
        self.with_selection = SelectionBar(session.keys, self.attaching.can_attach, self.adding.can_add, self)
        self.with_selection.flagWanted.connect(self.add_flag)
        self.with_selection.evidenceWanted.connect(self.attaching.attach)
        for name in (DIALOGUE, ARTICLE, RIGHT):
            self.with_selection.attend(self.stage.panes.pane(name).view)

    # ---- what the window asks

    def activate(self) -> None:
        """Begin with the first item, and give the keyboard to the texts."""
        if not self._is_started:
            self._is_started = True
            self.stage.reload()
        focus = QApplication.focusWidget()
        if focus is None or not self.isAncestorOf(focus):
            self.stage.take_focus()

    def deactivate(self) -> None:
        """Save what is being written."""
        self.stage.flags.detail.note.commit()
        self.stage.surfaces.leave()

    def apply(self, changes: ChangeSet) -> None:
        """Something was written: refresh what it touched."""
        if self._is_started:
            self.stage.apply(changes)
            if self._leading:
                self._led(was_open=True)
            if self.ending.is_shown:
                self.ending.renew()
            self.ending.finish_by_itself()
            self._hint()

    def hints(self) -> tuple[Hint, ...]:
        """The keys that do something with what is in front."""
        ending = self.ending
        return list_hints(
            self.stage, ending.is_shown, ending.page.line is not None, ending.find_unread_tab() is not None
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter leads to the end of the item, where nothing that has the keyboard takes it; held down it does nothing.
        Esc returns from an earlier decision, and unticks."""
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and event.key() == Qt.Key.Key_Escape and (self.looking_back.leave() or self.ticked.clear()):
            return
        if not plain or event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
        elif not event.isAutoRepeat():
            self.advance()

    def search(self, text: str) -> bool:
        """Hold what a query asks for; the first of what it finds is opened, with its first hit in front."""
        return self.stage.holding.search(text)

    def show_queue(self, queue_filter: Filter) -> None:
        """Hold these items, and open the first unless the open one is among them."""
        self.stage.holding.show_queue(queue_filter)

    def show_flag(self, item: ItemId, cell: Cell) -> None:
        """Hold this item, with the flag on this cell in front."""
        self.stage.holding.show_flag(item, cell)

    def show_decision(self, decision: int) -> None:
        """Look back at a decision; Esc returns."""
        self.looking_back.show_logged(decision)

    def show_item(self, item: ItemId) -> None:
        """Open an item, whatever the queue holds."""
        self.stage.open_item(item)

    def show_criterion(self, criterion: CriterionId) -> None:
        """Go through the flags of a criterion."""
        self.stage.queue.set_by_criterion(True, criterion)

    def show_saved(self, view: SavedView) -> None:
        """Hold what a saved view asks for."""
        self.stage.queue.shelf.show(view)

    def show_origin(self) -> None:
        """What the flag in front was read from: the call, in the Runs view."""
        from galley.core.judges import call_links

        entry = self.stage.entry
        if entry is None or entry.own or entry.question:
            self.stage.tell(tr("No judge flagged this, so there is no call to show."))
        elif entry.blind:
            self.stage.tell(tr("Decide this flag first; what the judge said is hidden until then."))
        elif not call_links.calls_of(self.session.connection(), entry.verdict.id):
            self.stage.tell(tr("This flag has no stored call: it was imported, or no model was asked."))
        else:
            self.open_call.emit(entry.verdict.id)

    def state(self) -> dict[str, Any]:
        """The item, the filter and the widths."""
        return self.stage.state()

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where ``state`` was taken."""
        self.stage.restore(state)

    def actions(self) -> dict[str, Callable[[], object]]:  # type: ignore[override]
        """What the keys do here."""
        return self.held_keys.wrap_all(actions_of(self))

    # ---- deciding

    def accept(self) -> None:
        """What is lit is right: yes."""
        if not self.ticked.ask("accept") and not self._by_digit():
            self._decide(self.ticked.wrap_decision("accept", self.decisions.accept))

    def no_error(self) -> None:
        """What is lit is wrong: no."""
        if not self.ticked.ask("reject") and not self._by_digit():
            self._decide(self.ticked.wrap_decision("reject", self.decisions.no_error))

    def answer(self, value: Value) -> None:
        """One of several answers to what a task asks of what is lit."""
        self._decide(lambda item, entry: self.decisions.answer(item, entry, value))

    def _by_digit(self) -> bool:
        """Whether what is lit is answered by digits; says so."""
        entry = self.stage.entry
        if entry is None or not (entry.values or entry.pair):
            return False
        if entry.pair is not None and not entry.values:
            self.stage.tell(
                tr("The choices of this criterion name neither of the two texts, so you cannot choose one.")
            )
        else:
            self.stage.tell(tr("Choose one of the answers by its digit."))
        return True

    def override_as(self, criterion: CriterionId) -> None:
        """The flag in front is another error (a criterion's row id)."""
        if self.ticked.is_on:
            self.stage.tell(tr("Flags are ticked: accept, no error and unsure decide all of them; Esc unticks."))
            return
        self._decide(lambda item, entry: self.decisions.relabel(item, entry, criterion))

    def _explain_own_criterion(self) -> None:
        entry = self.stage.entry
        if entry is not None:
            name, key = make_visible(entry.criterion.name), self.session.keys.label("accept")
            self.stage.tell(tr("The flag is “{criterion}” already. {key} accepts it.", criterion=name, key=key))

    def unsure(self) -> None:
        """The flag in front stays open and is listed."""
        if not self.ticked.ask("unsure"):
            self._decide(self.ticked.wrap_decision("", self.decisions.unsure))

    def next_open(self) -> None:
        """The next open flag, in this item or a later one."""
        stage = self.stage
        if stage.criterion_review.on:
            stage.criterion_review.next_open(self._deciding())
            return
        if stage.item is not None:
            waiting = self.decisions.find_waiting(stage.item)
            after = stage.current if stage.current is not None else -1
            later = [i for i in waiting if i > after] or [i for i in waiting if i != after]
            if later:
                stage.choose_flag(later[0])
                return
        has_questions = stage.item is not None and stage.item.questions
        nothing = (
            tr("No other item of the queue has open questions.")
            if has_questions
            else (tr("No other item of the queue has open flags."))
        )
        stage.queue.find_next_item(Show.OPEN, lambda item, _: self._go(item, nothing))

    def next_tie(self) -> None:
        """The next item of the queue with a tie."""
        nothing = tr("No other item of the queue has a tie.")
        self.stage.queue.find_next_item(Show.TIES, lambda item, _: self._go(item, nothing))

    def judge_reason(self) -> None:
        """Offer the answers on the reason of the judge whose flag is active: correct, partly, incorrect, …"""
        stage, entry, line = self.stage, self.stage.entry, self.stage.flags.detail.reason
        if stage.item is None or entry is None or entry.own or entry.question:
            return
        if entry.blind:
            stage.tell(BLIND)
            return
        if not self.session.project.writable:
            stage.tell(
                tr("{name} is open read-only, so nothing can be saved in it.", name=self.session.project.path.name)
            )
            return
        self._reason_target = stage.item.id, entry
        line.ask()

    def _reason_chosen(self, value: str) -> None:
        if self._reason_target is not None:
            self.decisions.reason(*self._reason_target, value)

    def put_pane_away(self) -> None:
        """Hide the pane that has the keyboard, or show it again."""
        if not self.stage.panes.put_away():
            self.stage.tell(tr("This is the only text of the item."))

    def write_note(self, on_item: bool) -> None:
        """Put the cursor into the note of the flag, or of the item."""
        stage = self.stage
        if stage.item is None:
            return
        stage.flags.write_note(on_item or stage.current is None)
        stage.flags.show_entry(stage.item, stage.current, stage.catalogue)
        stage.flags.detail.note.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def reveal(self) -> None:
        """What the task shows only after the answers."""
        stage = self.stage
        message = stage.surfaces.reveal_hidden_answers(stage.item, stage.current) if stage.item is not None else ""
        if message:
            stage.tell(message)

    def show_history(self) -> None:
        """What this reviewer decided about the item, and when: reviewing is blind."""
        from galley.gui.dialogs.history_dialog import History

        item = self.stage.item
        if item is not None:
            session = self.session
            everything = history.history(session.connection(), item.id, session.reviewer)
            events = [event for event in everything if event.who == session.reviewer_name]
            lead = tr("Your own decisions on this item.")
            dialog = History(self.window(), session.theme, item.view.key, events, lead, session.project.path)
            dialog.exec()
            dialog.deleteLater()
            if dialog.opened_decision:
                self.show_decision(dialog.opened_decision)

    # ---- within

    def _deselect(self) -> None:
        """Another reviewer has selected nothing yet."""
        self.stage.selection.is_selected = False

    def _hint(self) -> None:
        """By criterion nothing is finished, and what is settled needs it not, so no button says so."""
        self.stage.flags.bar.button.setVisible(not (self.stage.criterion_review.on or self.finishing.needless))
        self.hinted.emit()

    def _go(self, item: ItemId | None, otherwise: str) -> None:
        if item is None:
            self.stage.tell(otherwise, "positive")
        else:
            self.stage.open_item(item)

    def _decide(self, decide: Callable[[ItemId, FlagEntry], bool]) -> None:
        """Send a decision on the flag in front, and go to the next open one, with what was decided where the disk is
        quick, else without waiting for it. By criterion that is in whatever item. Where other questions of a form
        hang on the answer it is waited for: which of them are asked is not known before."""
        stage, entry = self.stage, self.stage.entry
        if stage.item is None or entry is None or stage.current is None or self.ending.refuses():
            return
        was_open = entry.open and entry.identity not in self.decisions.pending
        stage.selection.is_selected = True  # it is this reviewer's answer of now, which may be corrected
        self.finishing.disarm()
        stage.flags.detail.note.commit()
        if self.looking_back.is_on:
            if decide(stage.item.id, entry):
                self.looking_back.leave()
            return
        if stage.criterion_review.on:
            if decide(stage.item.id, entry) and was_open and not stage.criterion_review.next_open(self._deciding()):
                self.ending.lock()
            return
        entries = stage.item.entries  # one answer is to all judges who flagged the cell
        waiting = self.decisions.find_waiting(stage.item) if was_open else []
        waiting = [i for i in waiting if entries[i].verdict.cell != entry.verdict.cell]
        at = stage.current
        later = [*(i for i in waiting if i > at), *(i for i in waiting if i <= at)]
        hanging = stage.item.find_dependent_questions(entry)
        if hanging or later:
            stage.selection.lead(*hanging, *(entries[index].identity for index in later))
        if not decide(stage.item.id, entry):
            stage.selection.stay()
        elif hanging:
            self._led(was_open)
        elif later and stage.selection.leading:
            stage.choose_flag(later[0])
        elif was_open and not later:
            self.ending.lock()

    def _led(self, was_open: bool) -> None:
        """What an answer leads to is read, now or once it is on disk: where that is nothing, the item is at its end."""
        stage = self.stage
        self._leading = was_open and stage.selection.leading
        if was_open and not self._leading and stage.item is not None and not self.decisions.find_waiting(stage.item):
            self.ending.lock()

    def _deciding(self) -> list[Cell]:
        """The cells of which an answer is on its way to the disk."""
        return [identity.cell for identity in self.decisions.pending]

    def _restore_flag(self, item: ItemId, identity: Identity | None, sentence: str) -> None:
        """A decision was not saved: its flag comes back, and the bar says why."""
        stage = self.stage
        stage.selection.stay()
        if stage.criterion_review.on and identity is not None and stage.item is not None and stage.item.id != item:
            stage.open_item(item, identity.cell)
        if stage.item is None or item not in (0, stage.item.id):
            return
        index = stage.item.index(identity)
        if index is not None:
            stage.choose_flag(index)
        if sentence:
            stage.tell(tr("Not saved: {sentence}", sentence=sentence), "negative")

    def _show_refusal(self, error: SlotsTaken) -> None:
        """All slots are taken: say so once, however many keys were pressed meanwhile."""
        from galley.gui.dialogs.answer_dialogs import SlotsTakenDialog

        if self._dialog is not None:
            return
        self._dialog = SlotsTakenDialog(self.window(), self.session.theme, error)
        self._dialog.finished.connect(self._forget_dialog)
        self._dialog.open()

    def _ask_which_holds(self, contradictions: list[Cell], then: Callable[[], None]) -> None:
        """Ask about a "no" of a whole summary beside a "yes" of a part of it, before the item is finished."""
        from galley.gui.dialogs.answer_dialogs import AnswersDifferDialog

        item = self.stage.item
        if item is None or self._dialog is not None:
            return
        criteria = names.criteria(self.session.connection())
        sentences = [
            tr(
                "{criterion}: you answered “no” for {summary}, and “yes” for a part of it.",
                criterion=make_visible(criteria[whole.criterion].name),
                summary=tr("the whole summary by {system}", system=make_visible(document.system))
                if document.system
                else tr("the whole summary"),
            )
            for whole in contradictions
            for document in (item.view.document(whole.target),)
        ]
        yes: dict[Cell, Value | None] = dict.fromkeys(contradictions, "yes")

        def change() -> None:
            self.decisions.write(item.id, lambda writer: writer.form(item.id, yes), lambda _: then())

        self._dialog = AnswersDifferDialog(self.window(), self.session.theme, sentences, change, then)
        self._dialog.finished.connect(self._forget_dialog)
        self._dialog.open()

    def _forget_dialog(self) -> None:
        if self._dialog is not None:
            self._dialog.deleteLater()
            self._dialog = None

    def _go_to_decision(self, about: Any) -> None:
        """An undo or redo is on disk: go where it happened."""
        stage = self.stage
        cell = Cell(about.unit_id, about.criterion_id, about.target_id) if about.criterion_id else None
        stage.holding.follow_task(about.task_id)
        if stage.item is None or stage.item.id != about.item_id:
            stage.open_item(about.item_id, cell)
            return
        stage.refresh()
        index = stage.item.find_by_cell(cell) if cell is not None else None
        if index is not None:
            stage.choose_flag(index)

    def _write(self, make: Callable[[DecisionWriter], SaveFuture]) -> None:
        """A surface writes. What it says of it still stands where the disk is slow and the item is read again later."""
        stage = self.stage
        if stage.item is None:
            return
        item, selection = stage.item.id, stage.selection
        selection.message = None

        def on_saved(_: object) -> None:
            if selection.message is not None and stage.item is not None and stage.item.id == item:
                stage.tell(*selection.message)

        self.decisions.write(item, make, on_saved)

    def _note(self, target: tuple[ItemId, Cell | None], text: str) -> None:
        item, cell = target
        field = self.stage.flags.detail.note
        self.decisions.note(item, cell, text, lambda: field.restore(target, text))


END_KEY = "Enter"
"""What opens the next unread summary, and after the last one finishes the item."""


def list_hints(stage: ReviewWorkbench, ending: bool, lines: bool, unread: bool = False) -> tuple[Hint, ...]:
    """Words and the actions whose keys stand after them; ``ending`` says that the page of an item's end is in front,
    ``lines`` that something can be chosen on it, ``unread`` that a summary of the item was not read to its end.
    Those that matter most come last: where there is little room the first are left out."""
    item, entry, across = stage.item, stage.entry, stage.criterion_review.on
    if item is None:
        return ()
    hint_list: list[Hint] = []
    has_questions = item.questions
    if ending:
        hint_list += [(tr("line"), ("next-flag", "previous-flag"))] if lines else []
    elif len(item.entries) > 1 or across:
        hint_list.append((tr("question") if has_questions else tr("flag"), ("next-flag", "previous-flag")))
    hint_list.append((tr("item"), ("next-item", "previous-item")))
    digits = stage.flags.detail.digits
    if digits and entry is not None and not ending:
        hint_list.append((tr("answer") if entry.question else tr("relabel"), _actions(digits)))
    if across:
        hint_list += [(tr("tick"), ("tick",)), (tr("criterion"), ("previous-criterion", "next-criterion"))]
    if item.writes:
        hint_list.append((tr("write"), ("write-unit",)))
    elif not (has_questions or stage.surfaces.covers):
        hint_list.append((tr("add flag"), ("add-flag",)))
    adjudicates = item.asked_cells.task is not None and item.asked_cells.task.kind is Kind.ADJUDICATE
    if ending or not (across or adjudicates or item.is_finished or item.writes or item.next_open(-1) is not None):
        hint_list.append((tr("next unread summary") if unread else tr("finish item"), (END_KEY,)))
    elif not (across or adjudicates or item.is_finished):
        hint_list.append((tr("finish item"), ("finish",)))
    return (*hint_list, (tr("undo"), ("undo",)), (tr("keys"), ("help",)))


def _actions(places: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(f"criterion-{place + 1}" for place in places)


class TrainingWords:
    """Says it in the bar under the flags; the card of the unit goes on showing it."""

    def __init__(self, session: Session, stage: ReviewWorkbench, decisions: Decisions) -> None:
        self._session, self._stage = session, stage
        decisions.landed.connect(self._look)

    def _look(self, identity: Identity) -> None:
        item = self._stage.item
        if item is None or item.asked_cells.task is None or not item.asked_cells.task.is_training:
            return
        feedback = adjudication_tasks.feedback(self._session.connection(), identity.cell, self._session.reviewer)
        if feedback is None:
            return
        known_answer, right = feedback
        if right:
            self._stage.tell(tr("Right: that is the known answer."), "positive")
        else:
            self._stage.tell(
                tr("The known answer to the last one is: {value}", value=value_label(known_answer)), "warning"
            )


def actions_of(view: ReviewView) -> dict[str, Callable[[], object]]:
    """By the name of the action."""
    stage = view.stage
    actions: dict[str, Callable[[], object]] = {
        "next-flag": partial(stage.step_flag, 1),
        "previous-flag": partial(stage.step_flag, -1),
        "next-item": partial(stage.step_item, 1),
        "previous-item": partial(stage.step_item, -1),
        "next-open": view.next_open,
        "hide-queue": stage.put_queue_away,
        "hide-pane": view.put_pane_away,
        "more-alike": view.ticked.show_similar,
        "tick": view.ticked.tick_active,
        "alignment": stage.criterion_review.toggle_alignment,
        "order": stage.criterion_review.toggle,
        "next-criterion": partial(stage.criterion_review.step_criterion, 1),
        "previous-criterion": partial(stage.criterion_review.step_criterion, -1),
        "find": stage.finder.ask,
        "next-hit": partial(stage.finder.step, 1),
        "previous-hit": partial(stage.finder.step, -1),
        "next-summary": partial(stage.step_tab, 1),
        "previous-summary": partial(stage.step_tab, -1),
        "accept": view.accept,
        "no-error": view.no_error,
        "unsure": view.unsure,
        "add-flag": view.add_flag,
        "supports": partial(view.attaching.attach, Stance.SUPPORTS),
        "contradicts": partial(view.attaching.attach, Stance.CONTRADICTS),
        "next-evidence": partial(view.attaching.step, 1),
        "previous-evidence": partial(view.attaching.step, -1),
        "reason": view.judge_reason,
        "note": partial(view.write_note, False),
        "item-note": partial(view.write_note, True),
        "finish": view.finishing.finish,
        "reopen": view.finishing.reopen,
        "finish-next": view.finishing.finish_next,
        "reveal": view.reveal,
        "history": view.show_history,
        "my-decisions": stage.queue.trail.toggle,
        "earlier-decision": partial(view.looking_back.step, 1),
        "later-decision": partial(view.looking_back.step, -1),
        "show-call": view.show_origin,
        "undo": view.decisions.undo,
        "redo": view.decisions.redo,
        "detail-down": partial(stage.flags.detail.turn_page, 1),
        "detail-up": partial(stage.flags.detail.turn_page, -1),
        "next-pane": partial(stage.step_pane, 1),
        "previous-pane": partial(stage.step_pane, -1),
    }
    for number in range(NUMBERED):
        actions[f"criterion-{number + 1}"] = partial(stage.flags.detail.press, number)
    actions |= view.writing.actions() | stage.surfaces.actions()
    return view.end_of_queue.actions(view.ending.actions(actions))
