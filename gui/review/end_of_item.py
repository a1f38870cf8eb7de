"""To the end of an item: after its last flag the page of unflagged sentences comes forward; Enter opens each unread
summary in turn, then finishes the item and opens the next. Nothing to check: the item finishes by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal

from galley.core.definitions.protocols import Kind
from galley.core.domain import Document, Unit, UnitId
from galley.core.text.visible import make_visible
from galley.gui.review import unread_text
from galley.gui.review.answer_list import AnswerLine
from galley.gui.review.end_lines import SentenceLine, TargetHead, build_answer_lines, lines_of, summarize_answers
from galley.gui.review.end_page import EndPage
from galley.gui.review.relabel_grid import NUMBERED
from galley.gui.review.review_workbench import ReviewWorkbench
from galley.gui.review.unread_text import describe_finish
from galley.gui.session import Session
from galley.gui.text_panes.evidence import EvidenceReader
from galley.gui.text_panes.item import DERIVED_NAMES, SOURCES, ReviewItem, Tab
from galley.gui.translation import tr, tr_n

if TYPE_CHECKING:
    from galley.core.text.passages import Nearest

DECIDING = ("accept", "no-error", "unsure", "reason", "note", "show-call", "detail-down", "detail-up")
"""Actions that decide something: they do nothing while a page is over the texts."""
Action = Callable[[], object]


class EndOfItem(QObject):
    """Lays the page over ``stage``, beside its queue. ``finish`` finishes the item and goes on; ``add`` adds a flag on
    the unit that is looked at; ``waiting`` gives the places of what is open and on which no decision is on its way.
    ``turned()``: the page came, or went."""

    turned = Signal()

    def __init__(
        self,
        session: Session,
        stage: ReviewWorkbench,
        finish: Action,
        add: Action,
        waiting: Callable[[ReviewItem], list[int]],
    ) -> None:
        super().__init__(stage)
        self._session, self._stage, self._add, self._waiting = session, stage, add, waiting
        self._near: dict[int, list[Nearest]] = {}
        self._item = 0
        self._left_item = 0  # the item whose page was closed: it comes no more by itself
        self._is_locked = False  # the last was decided, and nothing was lit since
        self._finish = finish
        self._finishes_item = 0  # nothing is to be checked: it finishes once its last decision is saved
        self.page = EndPage(session.theme, session.keys, stage)
        self.page.finished.connect(finish)
        self.page.advanced.connect(self.advance)
        self.page.backRequested.connect(self.leave)
        self.page.looked.connect(self._show_in_text)
        self.page.added.connect(self._flag)
        self.page.opened.connect(self._open_unread)
        self.page.list.chosen.connect(self.page.choose)
        stage.moved.connect(self._on_moved)
        stage.queue.installEventFilter(self)
        stage.installEventFilter(self)

    @property
    def is_shown(self) -> bool:
        """Whether the page is in front."""
        return not self.page.isHidden()

    def refuses(self) -> bool:
        """Whether nothing may be decided: the page is in front, all is decided and nothing was lit since, or what is
        lit is decided and the reviewer has not selected it. That is said."""
        stage, item = self._stage, self._stage.item
        if self.is_shown or item is None:
            return self.is_shown
        waiting = bool(self._waiting(item))
        if waiting and stage.selection.is_guarded:
            stage.tell(tr("This is decided. To change an answer, choose it first."))
        elif stage.selection.is_guarded or (self._is_locked and not waiting):
            key = self._session.keys.label("next-open")
            stage.tell(
                tr("Everything here is decided. {key} continues; to change an answer, choose it first.", key=key)
            )
        else:
            return False
        return True

    # ---- when it comes and goes

    def lock(self) -> None:
        """The last open flag is decided, or question answered: until something else is lit an extra keypress decides
        nothing. Show the page, if there is something to check. In training the known answer stays in sight until the
        reviewer goes on."""
        self._is_locked = True
        item = self._stage.item
        if item is not None and item.asked_cells.task is not None and item.asked_cells.task.is_training:
            return
        if item is not None and self._opens_page(item) and not self._has_lines(item):
            self._finishes_item = item.id
            self.finish_by_itself()
        else:
            self._open_page()

    def finish_by_itself(self) -> None:
        """Finish an item without unflagged sentences and go on, once its last decision is saved and all of it is
        read."""
        item = self._stage.item
        if item is None or item.id != self._finishes_item or self._waiting(item):
            self._finishes_item = 0
        elif item.open_count == 0:
            self._finishes_item = 0
            if item.questions and self._has_lines(item):  # the last answer was left unsure
                self._open_page()
            elif not unread_text.find_unread_names(item, self._stage.read_tracker.read()):
                self._finish()

    def advance(self) -> None:
        """Open the next unread summary; after the last one finish the item and open the next. A summary whose last
        sentence was not on screen scrolls on first. Where flags are open, choose the first."""
        stage, item = self._stage, self._stage.item
        if item is None or stage.criterion_review.on or item.is_finished or item.writes:
            self._finish()
        elif not self.is_shown and (waiting := self._waiting(item)):
            stage.choose_flag(waiting[0])
            self._say_open(item, len(waiting))
        elif self.is_shown or not self._scroll_on():
            self._open_unread_or_finish()

    def _open_unread_or_finish(self) -> None:
        stage, tab = self._stage, self.find_unread_tab()
        if tab is None:
            self._finish()
        elif self.is_shown or stage.item is None or stage.item.tabs[tab] is not stage.judged_tab:
            self._open_unread()
        else:
            key = self._session.keys.label("finish-next")
            title = stage.item.tabs[tab].title
            stage.tell(tr("The end of {name} was not on screen. {key} finishes the rest.", name=title, key=key))

    def _scroll_on(self) -> bool:
        """Scroll the summary in front on by a page, if its end was not on screen."""
        tab, pane, item = self._stage.judged_tab, self._stage.panes.tabs.pane, self._stage.item
        if tab is None or item is None or not pane.isVisible() or tab.target not in self._find_unread(item):
            return False
        bar = pane.view.verticalScrollBar()
        before = bar.value()
        bar.triggerAction(bar.SliderAction.SliderPageStepAdd)
        return bar.value() != before

    def _say_open(self, item: ReviewItem, count: int) -> None:
        if item.questions:
            words = tr_n("{n:,} question is still open.", "{n:,} questions are still open.", count)
        else:
            words = tr_n("{n:,} flag is still open.", "{n:,} flags are still open.", count)
        self._stage.tell(words, "warning")

    def _open_page(self) -> None:
        item = self._stage.item
        if item is not None and self._opens_page(item) and self._has_lines(item):
            self._item, self._left_item = item.id, 0
            self._place()
            self.renew()
            self.turned.emit()

    def _opens_page(self, item: ReviewItem) -> bool:
        """Whether the item has a finish: an adjudication needs none, and by criterion nothing is finished."""
        if item.is_finished or self._stage.criterion_review.on:
            return False
        task = item.asked_cells.task
        if task is None:
            return bool(unread_text.find_implicit_no_pairs(item))
        return bool(item.entries) and task.kind is not Kind.ADJUDICATE

    def _has_lines(self, item: ReviewItem) -> bool:
        """Whether the page has something to check: a summary that was not read, an answer left unsure, a sentence that
        nobody flagged. In a project a question's page always has."""
        if item.questions:
            if not self._session.decision_writer.is_package or unread_text.find_implicit_no_pairs(item):
                return True
            lines = build_answer_lines(item, self._stage.read_tracker.read())
            return self.find_unread_tab() is not None or any(line.selectable for line in lines)
        if not unread_text.find_implicit_no_pairs(item):
            return True
        return any(unit.id not in flagged for _, _, units, flagged in self._asked_units(item) for unit in units)

    def renew(self) -> None:
        """The item was read again: say what holds now; go away once it is finished."""
        item = self._stage.item
        if item is not None and item.id == self._item and not item.is_finished:
            self._show(item)
        else:
            self.hide()

    def hide(self) -> None:
        """Something else is in front."""
        if self.is_shown:
            self.page.hide()
            self._stage.take_focus()
            self.turned.emit()

    def leave(self) -> None:
        """Back to the flags, to change them too."""
        self._left_item, self._is_locked = self._item, False
        self.hide()

    def actions(self, others: Mapping[str, Action]) -> dict[str, Action]:
        """The actions of the view: while the page is in front those that would decide do nothing, and those that move
        are about its sentences."""
        own: dict[str, Action] = {
            "next-flag": partial(self.page.step, 1),
            "previous-flag": partial(self.page.step, -1),
            "next-open": self._show_in_text,
            "next-summary": self._open_unread,
            "add-flag": self._flag,
            **dict.fromkeys((*DECIDING, *(f"criterion-{n + 1}" for n in range(NUMBERED))), self._stay),
        }
        wrapped_actions = {name: partial(self._choose_action, own.get(name), act) for name, act in others.items()}
        return {**wrapped_actions, "next-open": partial(self._return_or, wrapped_actions["next-open"])}

    # ---- within

    def _choose_action(self, own: Action | None, other: Action) -> None:
        (own if own is not None and self.is_shown else other)()

    def _return_or(self, other: Action) -> None:
        """The key that led from the page into the text leads back, and to the end of any item in which nothing is open,
        unless one went back from there."""
        item = self._stage.item
        if not (self.is_shown or item is None or item.id == self._left_item) and item.next_open(-1) is None:
            self._open_page()
            if self.is_shown:
                return
        other()

    def _on_moved(self) -> None:
        """Something else is lit: it may be decided."""
        self._is_locked = False
        self.hide()

    def _stay(self) -> None:
        """All is decided: a key too much decides nothing."""
        self.page.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_in_text(self) -> None:
        """The lit sentence in the text, with what it rests on."""
        line = self.page.line
        if line is not None:
            self.hide()
            if isinstance(line, AnswerLine) and line.place is not None:
                self._stage.choose_flag(line.place)
            elif isinstance(line, SentenceLine):
                self._stage.choose_unit(line.unit.id)
                self._is_locked = True

    def _flag(self) -> None:
        if isinstance(self.page.line, SentenceLine):
            self._show_in_text()
            self._add()

    def _open_unread(self) -> None:
        """The first summary that was not read."""
        tab = self.find_unread_tab()
        if tab is not None:
            self.hide()
            self._stage.show_tab(tab)
            self._is_locked = True

    def find_unread_tab(self) -> int | None:
        """The place of the first tab whose summary was not read to its end; None where all were."""
        item = self._stage.item
        if item is None:
            return None
        unread = self._find_unread(item)
        return next((at for at, tab in enumerate(item.tabs) if tab.target in unread), None)

    def _find_unread(self, item: ReviewItem) -> set[int]:
        """The summaries (row ids) that are to be read to their end: those that questions are about, else those that a
        finish needs."""
        read = self._stage.read_tracker.read()
        if item.questions:
            return {entry.target.id for entry in item.entries}.difference(read)
        return unread_text.find_unread_targets(item, read)

    def _show(self, item: ReviewItem) -> None:
        read = self._stage.read_tracker.read()
        key = " ".join(make_visible(item.view.key).split())
        waiting = self.find_unread_tab()
        name = item.tabs[waiting].title if waiting is not None else ""
        if unread_text.find_implicit_no_pairs(item) and not item.questions:
            lead = tr(
                "Item {item} has no open flags left. Nobody flagged these sentences; the nearest source passage "
                "is beside each.",
                item=key,
            )
            if not item.entries:
                lead = tr("No judge flagged anything in item {item}. The nearest source passage stands beside each "
                "sentence.",
                          item=key)  # fmt: skip
            if item.asked_cells.task is not None and {c.unit for c in item.asked_cells.criteria} & DERIVED_NAMES.keys():
                lead = tr("Item {item} has no open flags left. Nobody flagged these sentences.", item=key)
            wholes = unread_text.find_unflagged_wholes(item) is not None
            if wholes and item.entries:
                lead = tr("Item {item} has no open flags left. Nobody flagged these summaries; the nearest source "
                          "passage is beside each sentence.", item=key)  # fmt: skip
            lines = self._build_unflagged_lines(item)
            self.page.show_end(lead, lines, describe_finish(item, read), name, wholes=wholes)
        else:
            lead = tr("You have answered everything in item {item}.", item=key)
            answer_lines = build_answer_lines(item, read)
            if any(line.selectable for line in answer_lines):
                lead = tr("You have answered everything in item {item}. The answers that you left unsure are below.",
                          item=key)  # fmt: skip
            self.page.show_end(lead, answer_lines, summarize_answers(item, read), name, answers=True)

    def _build_unflagged_lines(self, item: ReviewItem) -> list[TargetHead | SentenceLine]:
        """What nobody flagged: the sentences of each summary, or the derived units that the task asks about; where a
        finish speaks of whole summaries, the sentences of those that nobody flagged."""
        lines: list[TargetHead | SentenceLine] = []
        unread = self._find_unread(item)
        sources = [(unit, d) for d in item.view.documents if d.role in SOURCES for unit in d.units]
        for tab, document, units, flagged in self._asked_units(item):
            near = self._nearest(item, document, sources) if units is document.units else None
            lines += lines_of(tab.title, units, flagged, near, sources, tab.target not in unread)
        return lines

    def _asked_units(self, item: ReviewItem) -> Iterator[tuple[Tab, Document, Sequence[Unit], set[UnitId]]]:
        """Of each summary what is asked about, and the flagged units of it (row ids)."""
        kinds = {c.unit for c in item.asked_cells.criteria} & DERIVED_NAMES.keys()
        wholes = unread_text.find_unflagged_wholes(item)
        for tab in item.tabs:
            document = tab.document
            if not tab.target or document is None or not document.units:
                continue
            if wholes is not None and tab.target not in wholes:
                continue
            flagged = {e.unit.id for e in item.entries if not e.question and (not kinds or e.target.id == document.id)}
            homes = {document.id, *(d.id for d in item.view.documents if d.role in SOURCES)}
            asked_units = [unit for unit in item.view.derived_units if unit.kind in kinds and unit.document in homes]
            yield tab, document, asked_units if kinds else document.units, flagged

    def _nearest(
        self, item: ReviewItem, document: Document, sources: Sequence[tuple[Unit, Document]]
    ) -> list[Nearest] | None:
        """What comes nearest to each sentence of a summary; what takes long is shown once it is there."""
        if document.id in self._near or not sources:
            return self._near.get(document.id)
        evidence, texts = EvidenceReader(item), [unit.text for unit in document.units]
        units, speakers = [unit.text for unit, _ in sources], [unit.speaker for unit, _ in sources]
        homes, meta = [d for d in item.view.documents if d.role in SOURCES], item.view.meta

        def work(_: Any = None) -> list[Nearest]:
            from galley.core.text.passages import nearest
            from galley.core.text.source_names import source_heads

            return nearest(texts, units, evidence.make(document), speakers, source_heads(homes, meta))

        if evidence.can_link_now(document):
            self._keep(document.id, work())
        else:
            self._session.read(work, partial(self._show_nearest, document.id), slot=f"nearest-{document.id}")
        return self._near.get(document.id)

    def _keep(self, document: int, nearest: list[Nearest]) -> None:
        if len(self._near) > 64:
            self._near.clear()
        self._near[document] = nearest

    def _show_nearest(self, document: int, nearest: list[Nearest]) -> None:
        self._keep(document, nearest)
        if self.is_shown:
            self.renew()

    def _place(self) -> None:
        left_x = self._stage.queue.geometry().right() + 1
        self.page.setGeometry(QRect(left_x, 0, self._stage.width() - left_x, self._stage.height()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The page has the room beside the queue."""
        if event.type() is QEvent.Type.Resize and self.is_shown:
            self._place()
        return super().eventFilter(watched, event)
