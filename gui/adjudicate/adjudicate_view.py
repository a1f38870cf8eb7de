"""The Adjudicate view: what each key does, and the gold verdict of the cell in front."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from galley.core.domain import Action, Cell, ChangeSet, Span, Value
from galley.core.errors import GalleyError
from galley.core.review import history
from galley.core.text.excerpts import quote_text
from galley.gui import labels
from galley.gui.adjudicate.cell_column import NUMBERED
from galley.gui.adjudicate.responses import CardResponse, line
from galley.gui.adjudicate.workbench import AdjudicationWorkbench
from galley.gui.review.criterion_chooser import Option
from galley.gui.review.decisions import Decisions
from galley.gui.review.key_queue import HeldKeys
from galley.gui.session import Session
from galley.gui.translation import tr
from galley.gui.views import View

_SHORT = 140


class AdjudicateView(View):
    """One cell at a time; every gold verdict is one key."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.stage = AdjudicationWorkbench(session, self)
        self.decisions = Decisions(session, self)
        self.pending: set[Cell] = set()
        self._is_started = False
        self._taking = False
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.stage)
        right = self.stage.right
        self.stage.first.connect(lambda: QTimer.singleShot(0, self.ready.emit))
        self.stage.queue.queryChanged.connect(self.search_changed)
        self.stage.queue.many.clicked.connect(self.open_bulk_dialog)
        self.held_keys = HeldKeys(self.decisions, self)
        right.valueChosen.connect(self.held_keys.wrap(self.adjudicate))
        right.responseChosen.connect(self.held_keys.wrap(self.take_response))
        right.note.committed.connect(self._save_reason)
        right.note.editingEnded.connect(self.stage.take_focus)
        right.chooser.chosen.connect(self._choose_other)
        self.decisions.travelled.connect(self._go_to_decision)
        self.decisions.idle.connect(self.stage.tell)

    # ---- what the window asks

    def activate(self) -> None:
        """Begin with the first tie, and give the keyboard to the texts."""
        if not self._is_started:
            self._is_started = True
            self.stage.reload()
        focus = QApplication.focusWidget()
        if focus is None or not self.isAncestorOf(focus):
            self.stage.take_focus()

    def deactivate(self) -> None:
        """Save what is being written."""
        self.stage.right.note.commit()

    def apply(self, changes: ChangeSet) -> None:
        """Something was written: refresh what it touched."""
        if self._is_started:
            self.stage.apply(changes)

    def search(self, text: str) -> bool:
        """Hold what a query asks for, and frame its words."""
        right = not self._is_started or self.stage.queue.search(text)
        if self._is_started:
            self.stage.mark()
        return right

    def state(self) -> dict[str, Any]:
        """Widths, and what is hidden."""
        return self.stage.state()

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where ``state`` was taken."""
        self.stage.restore(state)

    def actions(self) -> dict[str, Callable[[], object]]:  # type: ignore[override]
        """What the keys do here."""
        stage = self.stage
        actions: dict[str, Callable[[], object]] = {
            "next-tie": partial(stage.step, 1),
            "previous-tie": partial(stage.step, -1),
            "next-tied-item": partial(stage.step_item, 1),
            "previous-tied-item": partial(stage.step_item, -1),
            "next-tied-summary": partial(stage.step_tab, 1),
            "previous-tied-summary": partial(stage.step_tab, -1),
            "settle-yes": partial(self._answer_binary, "yes"),
            "settle-no": partial(self._answer_binary, "no"),
            "settle-open": partial(self.adjudicate, None),
            "settle-span": self.adjudicate_span,
            "settle-other": self.ask_other,
            "tie-reason": self.write_reason,
            "hide-names": self.hide_names,
            "suggestion": stage.ask_suggestion,
            "settle-many": self.open_bulk_dialog,
            "tie-history": self.show_history,
            "undo": self.decisions.undo,
            "redo": self.decisions.redo,
            "next-pane": partial(stage.step_pane, 1),
            "previous-pane": partial(stage.step_pane, -1),
        }
        for number in range(1, NUMBERED + 1):
            actions[f"take-{number}"] = partial(self.take_number, number)
        return self.held_keys.wrap_all(actions)

    # ---- deciding

    def adjudicate(self, value: Value | None) -> None:
        """The cell in front is ``value``; None leaves it open. A yes keeps the words that were marked first."""
        cell_view = self.stage.cell_view
        if cell_view is not None:
            spans = cell_view.entry.verdict.spans if value not in (None, "no") else ()
            self._write_gold(cell_view.cell, value, spans)

    def take_response(self, response: CardResponse) -> None:
        """An annotator's verdict, with the words they marked."""
        cell_view = self.stage.cell_view
        if cell_view is not None and response.value is not None:
            self._write_gold(cell_view.cell, response.value, response.spans)

    def take_number(self, number: int) -> None:
        """The verdict of the annotator with this number."""
        cell_view = self.stage.cell_view
        response = next((v for v in cell_view.responses if v.number == number), None) if cell_view is not None else None
        if response is not None:
            self.take_response(response)

    def adjudicate_span(self) -> None:
        """Yes, on the words that are selected."""
        cell_view = self.stage.cell_view
        if cell_view is None:
            return
        selection = self.stage.panes.selection()
        if not cell_view.binary or selection is None or selection[1] is None or selection[0].id != cell_view.unit.id:
            self.stage.tell(tr("Select the words in {place} first.", place=cell_view.place))
            return
        self.stage.panes.clear_selection()
        self._write_gold(cell_view.cell, "yes", (selection[1],))

    def ask_other(self) -> None:
        """Ask which other criterion it is."""
        stage, cell_view = self.stage, self.stage.cell_view
        if cell_view is None:
            return
        spans = cell_view.entry.verdict.spans
        options = [
            Option(other, Cell(cell_view.cell.unit, other.row, cell_view.cell.target), spans, "")
            for other in stage.catalogue.alternatives(cell_view.criterion)
            if other.row != cell_view.criterion.row
        ]
        if not options:
            stage.tell(tr("No other criterion of this scheme asks about such a unit."))
            return
        text = line(cell_view.entry.quote)
        short = text if len(text) <= _SHORT else text[: _SHORT - 1] + "…"
        stage.right.choose_other()
        stage.right.chooser.ask(quote_text(short), options, QApplication.focusWidget(), tr("Relabel as"))

    def write_reason(self) -> None:
        """Put the cursor into the reason."""
        if self.stage.cell_view is not None:
            self.stage.right.note.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def hide_names(self) -> None:
        """Letters instead of names, or names again."""
        self.stage.set_hidden(not self.stage.hidden)

    def open_bulk_dialog(self) -> None:
        """The dialog that adjudicates by a rule."""
        from galley.gui.adjudicate.bulk_dialog import Bulk

        self.stage.right.note.commit()
        dialog = Bulk(self.window(), self.session, list(self.stage.catalogue.criteria.values()))
        dialog.exec()
        dialog.deleteLater()
        if dialog.written_ids:
            self.stage.queue.reload()

    def show_history(self) -> None:
        """Who decided what about this item, and when."""
        from galley.gui.dialogs.history_dialog import History

        item = self.stage.item
        if item is not None:
            events = history.history(self.session.connection(), item.id)
            session = self.session
            dialog = History(self.window(), session.theme, item.view.key, events, project=session.project.path)
            dialog.exec()
            dialog.deleteLater()

    # ---- within

    def _answer_binary(self, value: str) -> None:
        cell_view = self.stage.cell_view
        if cell_view is not None and cell_view.binary:
            self.adjudicate(value)

    def _write_gold(self, cell: Cell, value: Value | None, spans: Sequence[Span]) -> None:
        """Send a gold verdict, and go on to the next cell without waiting for the disk."""
        stage = self.stage
        if stage.is_locked:
            key = self.session.keys.label("previous-tie")
            stage.tell(
                tr(
                    "Everything here is adjudicated. To change a verdict, choose its row first, for example with "
                    "{key}.",
                    key=key,
                )
            )
            return
        if stage.item is None or stage.cell_view is None or not self._send(cell, value, spans, self._take_reason()):
            return
        stage.advance(self.pending)

    def _take_reason(self) -> str:
        """The reason in the field, which from now on belongs to the decision."""
        note = self.stage.right.note
        text = note.toPlainText().strip()
        self._taking = True  # what the field gives away now goes with the verdict, not before it
        note.load(None, "", tr("Reason"))
        self._taking = False
        return text

    def _send(self, cell: Cell, value: Value | None, spans: Sequence[Span], reason: str) -> bool:
        item = self.stage.item
        if item is None:
            return False
        row = item.id
        try:
            future = self.session.decision_writer.adjudicate(row, cell, value, spans, reason)
        except GalleyError as error:  # open for reading only: refused before anything is queued
            self.stage.drafts[cell] = reason
            self.stage.refresh()
            self.session.failed.emit(str(error))
            return False
        self.stage.drafts.pop(cell, None)
        self.pending.add(cell)

        def on_saved(_: Any) -> None:
            self.pending.discard(cell)

        def back(error: GalleyError) -> None:
            self.pending.discard(cell)
            self.stage.drafts[cell] = reason
            self.stage.open_item(row, cell)
            self.stage.tell(tr("Not saved: {error}", error=str(error)), "negative")

        self.session.watch(future, on_saved, back)
        return True

    def _choose_other(self, option: Option) -> None:
        """It is another criterion: no on the cell in front, yes on that one."""
        cell_view = self.stage.cell_view
        if cell_view is None:
            return
        reason = self._take_reason()
        if self._send(option.cell, "yes", option.spans, reason) and self._send(cell_view.cell, "no", (), reason):
            self.stage.advance(self.pending)

    def _save_reason(self, target: Any, text: str) -> None:
        """A reason was written: with a adjudicated cell it is kept at once, else with the verdict that follows."""
        cell_view = self.stage.cell_view
        if self._taking or cell_view is None or target is None:
            return
        if cell_view.adjudication is not None and target[1] == cell_view.cell:
            self._send(cell_view.cell, cell_view.adjudication.value, self._gold_spans(cell_view.cell), text)
        else:
            self.stage.drafts[target[1]] = text

    def _gold_spans(self, cell: Cell) -> Sequence[Span]:
        item = self.stage.item
        assert item is not None
        kinds = item.view.annotators
        return next((v.spans for v in item.view.verdicts if v.cell == cell and kinds[v.annotator].kind == "gold"), ())

    def _go_to_decision(self, about: Any) -> None:
        """An undo or redo is on disk: go where it happened."""
        if about.action == Action.ADJUDICATE and about.criterion_id:
            self.stage.open_item(about.item_id, Cell(about.unit_id, about.criterion_id, about.target_id))
        else:
            self.stage.tell(
                tr("Undone in Review: {action}. It was not a gold verdict.", action=labels.ACTIONS[about.action])
            )
