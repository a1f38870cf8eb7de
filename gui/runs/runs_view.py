"""The Runs view: start a judge, watch it, stop it, and look at every call that it made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QHBoxLayout,
    QSpinBox,
    QSplitter,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from galley.core.domain import Cell, ChangeSet, Criterion, CriterionId, ItemId
from galley.core.errors import GalleyError
from galley.core.judges import call_links, flag_lineage, run_report
from galley.core.judges.order import Order, order_of
from galley.core.judges.run_estimate import RunEstimate
from galley.core.judges.run_report import CallDetail, RunRow, call_keys
from galley.core.review.queue import Filter
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.storage.queries.runs import CallOrigin, CriterionSum
from galley.core.text.visible import make_visible
from galley.gui.dialogs.base import Label
from galley.gui.plain_text import Button
from galley.gui.runs.call_detail import CallDetailPane
from galley.gui.runs.call_list import CallList
from galley.gui.runs.estimate import address
from galley.gui.runs.order_dialog import OrderDialog
from galley.gui.runs.run_bar import RunBar
from galley.gui.runs.run_controller import RunController
from galley.gui.runs.run_figures import NONE, format_money
from galley.gui.runs.run_table import RunTable
from galley.gui.session import Session
from galley.gui.text_panes.empty_page import EmptyPage
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n
from galley.gui.views import View
from galley.gui.widgets.elided_label import ElidedLabel
from galley.gui.widgets.line_paint import LineCell
from galley.gui.widgets.line_table import LineColumn, Lines, LineTable
from galley.gui.widgets.pane_head import PaneHead


class ContinueRun(OrderDialog):
    """``order`` is there once the user has said yes to all of it. A run may come from somebody else's project."""

    def __init__(self, parent: QWidget | None, session: Session, run: RunRow) -> None:
        super().__init__(
            parent,
            session,
            tr("Continue this run"),
            tr("Answered calls are reused and cost nothing. Only the rest is asked."),
        )
        self.show_figures(tr("Continue"))
        self.show_counting()
        try:
            self.estimator.ask(order_of(run.settings))
        except GalleyError as error:
            self.show_refusal(str(error))
        self.fit()

    @classmethod
    def ask(cls, parent: QWidget | None, session: Session, run: RunRow) -> Order | None:
        """Show it; the order, or None where it was left."""
        dialog = cls(parent, session, run)
        dialog.exec()
        dialog.deleteLater()
        return dialog.order

    def count_workload(self, estimate: RunEstimate) -> int:
        """See ``OrderDialog``: a batch that is out has no requests left to send."""
        return 1


AFTER = 250
"""Milliseconds that stored figures wait after a change."""
WHILE_LIVE = 2_000
"""The same for runs that are under way here: nearly all that is shown of them comes from ``RunController``, and
summing up ten thousand calls four times a second takes the processor from whoever paints."""
FOLLOWED = 3
"""At every so many looks at a run its new calls are listed."""


class RunsView(View):
    """Runs at the top, the calls of the chosen one beneath, the chosen call at the right of them."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        theme = session.theme
        self.live = RunController(session)
        self.empty = EmptyRuns(theme)
        self.table = RunTable(theme, self.live)
        self.bar = RunBar(theme)
        self.calls = CallList(session)
        self.detail = CallDetailPane(theme)
        self.breakdown = Breakdown(session)
        self.subtitle = ElidedLabel(theme, "", Type.BODY, "second")
        self.fault = Label(theme, "", Type.BODY, "negative")
        self.fault.hide()
        self.start = Button(tr("Start a run…"))
        self.start.setProperty("primary", True)
        self.compare = Button(tr("Compare two runs…"))
        self.prompts = Button(tr("Prompts…"))
        self.keys = Button(tr("API keys…"))
        self._criteria: Mapping[CriterionId, Criterion] = {}
        self._dirty: set[int] = set()
        self._all = False
        self._has_loaded = False
        self._call = 0
        self._looks = 0
        self._warned: tuple[int, int, str] | None = None
        self._origin: CallOrigin | None = None
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._fetch)
        self._lay_out()
        self._wire()

    # What the window asks --------------------------------------------------------------------------------------

    def activate(self) -> None:
        """Read the runs the first time, and give the keyboard to the table."""
        if not self._has_loaded:
            self.reload()
        self._take_focus()

    def apply(self, changes: ChangeSet) -> None:
        """Follow what was written about runs; verdicts and decisions are others' concern."""
        if changes.structure or changes.settings:
            self._all = True
        self._dirty |= changes.runs
        live = not self._all and all(self.live.progress(run) is not None for run in self._dirty)
        wait = WHILE_LIVE if live else AFTER
        if (self._dirty or self._all) and not 0 <= self._later.remainingTime() <= wait:
            self._later.start(wait)

    def show_call(self, verdict: int) -> None:
        """Choose the call that a verdict was read from: of several samples the one that speaks for it."""

        def on_read(origin: CallOrigin | None) -> None:
            self._origin = origin
            self._go_to_origin()

        self.session.read(
            lambda connection: call_links.find_best_call(connection, verdict), on_read, slot="runs-origin"
        )

    def actions(self) -> Mapping[str, Callable[[], object]]:  # type: ignore[override]
        """Runs, calls and what is done with them."""
        return {
            "start-run": self.ask_start,
            "pause-run": partial(self._do_action, "pause"),
            "cancel-run": partial(self._do_action, "cancel"),
            "compare-runs": self.ask_compare,
            "next-run": partial(self.table.step, 1),
            "previous-run": partial(self.table.step, -1),
            "next-call": partial(self.calls.table.step, 1),
            "previous-call": partial(self.calls.table.step, -1),
            "open-call": self.calls.open,
        }

    def state(self) -> dict[str, Any]:
        """The widths."""
        return {"heights": self._split.sizes(), "widths": self._inspector.sizes()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """See ``state``."""
        for split, name in ((self._split, "heights"), (self._inspector, "widths")):
            sizes = state.get(name)
            if isinstance(sizes, list) and len(sizes) == 2 and all(isinstance(s, int) and s > 0 for s in sizes):
                split.setSizes(sizes)

    # Starting --------------------------------------------------------------------------------------------------

    def run_built_in(self) -> None:
        """Start the judge that needs nothing."""
        self.begin(Order("offline"))

    def begin(self, order: Order) -> None:
        """Start a run; where that cannot be, say why."""
        self._refuse("")
        self.empty.run.setEnabled(False)
        self.live.start(order, self._refuse)

    def ask_start(self) -> None:
        """The dialog that starts a run."""
        if not self.session.project.writable:
            return
        from galley.gui.runs.start import StartRun

        order = StartRun.ask(self.window(), self.session)
        if order is not None:
            self.begin(order)

    def ask_again(self) -> None:
        """The dialog that asks again for the chosen call, or for those that are listed."""
        run = self.table.run
        if run is None or not self.calls.ids:
            return

        order = AskAgain.ask(self.window(), self.session, run, self._call, self.calls.ids)
        if order is not None:
            self.begin(order)

    def ask_continue(self) -> None:
        """Continue the run that is chosen. One that asks a model is shown first: address, headers, requests."""
        run = self.table.run
        if run is None:
            return

        try:
            order = order_of(run.settings)
        except GalleyError as error:
            self._refuse(str(error))
            return
        run_order = ContinueRun.ask(self.window(), self.session, run) if address(order) else order
        if run_order is not None:
            self.begin(run_order)

    def ask_compare(self) -> None:
        """The dialog that lays two runs side by side."""
        if len(self.table.runs) < 2:
            return
        from galley.gui.runs.run_comparison import CompareRuns

        queue_filter = CompareRuns.ask(self.window(), self.session, self.table.runs, self.table.run)
        if queue_filter is not None:
            self.open_queue.emit(queue_filter)

    def ask_prompts(self) -> None:
        """The prompts of the methods, and the project's own."""
        from galley.gui.runs.prompts_page import Prompts

        Prompts.ask(self.window(), self.session, self.table.run.method if self.table.run is not None else "")

    def ask_keys(self) -> None:
        """The keys of the providers."""
        from galley.gui.dialogs.api_keys import ApiKeys

        ApiKeys.ask(self.window(), self.session.theme)

    # Within ----------------------------------------------------------------------------------------------------

    def reload(self) -> None:
        """Read all runs again."""
        self._all = True
        self._fetch()

    def _take_focus(self) -> None:
        """Give the keyboard to the list of runs; to what starts the first one where there is none."""
        (self.table if self.table.runs else self.empty.run).setFocus()

    def _fetch(self) -> None:
        run_ids = () if self._all or not self._has_loaded else tuple(self._dirty)
        self._dirty.clear()
        self._all = False

        def read(connection: Connection) -> tuple[list[RunRow], Mapping[CriterionId, Criterion]]:
            return run_report.runs(connection, run_ids), names.criteria(connection)

        self.session.read(read, partial(self._read, set(run_ids)), slot="" if run_ids else "runs")

    def _read(self, run_ids: set[int], runs_and_criteria: tuple[list[RunRow], Mapping[CriterionId, Criterion]]) -> None:
        runs, self._criteria = runs_and_criteria
        if run_ids:
            fresh = {run.id: run for run in runs}
            current_runs = [fresh.pop(run.id, run) for run in self.table.runs]
            runs = sorted([*fresh.values(), *current_runs], key=lambda run: -run.id)
        first = not self._has_loaded
        self._has_loaded = True
        begins = first or (bool(runs) and self._pages.currentIndex() == 0)
        focus = QApplication.focusWidget()
        ours = focus is None or self.isAncestorOf(focus)
        self.table.show_runs(runs)
        self.empty.show_if_empty(not runs)
        self._pages.setCurrentIndex(1 if runs else 0)
        if begins and ours and self.isVisible():  # else Qt gives the keyboard to whatever comes next
            self._take_focus()
        self._show_head()
        self._show_bar()
        if self.table.run is not None:
            self._choose_page(self.table.run)
        self._go_to_origin()
        if first:
            QTimer.singleShot(0, self, self.ready.emit)

    def _began(self, run: int) -> None:
        def on_read(runs_and_criteria: tuple[list[RunRow], Mapping[CriterionId, Criterion]]) -> None:
            self._read(set(), runs_and_criteria)
            self.table.choose_run(run)

        self.session.read(lambda c: (run_report.runs(c), names.criteria(c)), on_read, slot="runs")

    def _update_progress(self) -> None:
        self.table.tick()
        self._show_bar()
        run = self.table.run
        self._looks += 1
        if run is not None and self.live.progress(run.id) is not None and run.provider != "local":
            shows_calls = self._inspectors.currentIndex() == 0  # its first layout and its first calls: not at one blow
            self._choose_page(run)
            if shows_calls and (self._looks % FOLLOWED == 0 or not self.calls.ids):
                self.calls.follow()

    def _finish_run(self, run: int) -> None:
        self._dirty.add(run)
        self._fetch()
        self.empty.run.setEnabled(self.session.project.writable)
        if self.calls.run == run:
            self.calls.refresh()

    def _show_run(self, line: int) -> None:
        run = self.table.runs[line]
        self._show_bar()
        if self.calls.run != run.id:
            self.detail.show_call(None, {})
            self.calls.show_run(run.id)
        self._choose_page(run)

    def _read_warnings(self, run: RunRow) -> None:
        """Ask, once a run is over, whether its judge flags nearly all or nothing of a data set."""
        described = (run.id, run.flags, run.finished_at)
        if described == self._warned:
            return
        self.bar.show_warnings(())
        if self.live.progress(run.id) is not None or not run.over:
            return  # it is asked once the run is over and has left the list of live ones
        self._warned = described

        def on_read(sentences: list[str]) -> None:
            if described == self._warned:
                self.bar.show_warnings(sentences)

        def read(connection: Connection) -> list[str]:
            from galley.core.metrics import flagged_shares  # numpy: not before the window is open

            judges = flag_lineage.judges(connection, run.id).values()
            return flagged_shares.list_warnings(flagged_shares.find_flagged_shares(connection, judges))

        self.session.read(read, on_read, slot="runs-warnings")

    def _choose_page(self, run: RunRow) -> None:
        self._read_warnings(run)
        progress = self.live.progress(run.id)
        calls = run.calls or (
            progress.replies_received + progress.reused_calls + progress.failed_calls if progress is not None else 0
        )
        if run.provider == "local" and progress is not None:
            self.breakdown.say(tr("It reads"), tr("Its flags are counted here when the run ends."))
        elif run.provider == "local":
            self.breakdown.show_run(run.id, self._criteria)
        elif not calls:
            self.breakdown.say(tr("No call yet"), tr("Calls are listed here as their replies come in."))
        self._inspectors.setCurrentIndex(1 if run.provider == "local" or not calls else 0)

    def _call_chosen(self, call: int) -> None:
        self._call = call
        if not call:
            self.detail.show_call(None, {})
            return

        def on_read(call_detail: CallDetail) -> None:
            if call_detail.line.id == self._call:
                self.detail.show_call(call_detail, self._criteria)

        self.session.read(lambda connection: run_report.call(connection, call), on_read, slot="runs-call")

    def _open_item(self, item: ItemId) -> None:
        self.open_queue.emit(Filter(items=(item,), about=tr("a call")))

    def _go_to_origin(self) -> None:
        origin = self._origin
        if origin is not None and self.table.choose_run(origin.run):
            self._origin = None
            self.calls.show_call(origin.run, origin.call)
            self.calls.table.setFocus()

    def _open_flag(self, cell: Cell) -> None:
        line = self.calls.chosen_line()
        if line is not None:
            self.open_flag.emit(line.item, cell)

    def _review(self) -> None:
        run = self.table.run
        if run is not None:
            self.open_queue.emit(Filter(judge=run.annotator))

    def _do_action(self, name: str) -> None:
        run = self.table.run
        if run is None:
            return
        if name == "pause":
            self.live.toggle_pause(run.id)
        elif name == "cancel":
            self.live.cancel(run.id)
        elif name == "again":
            self.ask_continue()
        elif name == "review":
            self._review()

    def _refuse(self, sentence: str) -> None:
        self.fault.setText(sentence)
        self.fault.setVisible(bool(sentence))
        self.empty.allow(self.session.project.writable, self._reading())
        if sentence and not self.table.runs:
            self.empty.say(sentence)

    def _reading(self) -> str:
        return tr("{name} is open read-only, so no judge can write into it.", name=self.session.project.path.name)

    def _show_bar(self) -> None:
        run = self.table.run
        progress = self.live.progress(run.id) if run is not None else None
        self.bar.show_run(run, progress, self.session.project.writable)
        self.calls.again.setEnabled(run is not None and progress is None and self.session.project.writable)

    def _show_head(self) -> None:
        runs, writable = self.table.runs, self.session.project.writable
        spent = sum(run.cost or 0.0 for run in runs)
        unknown = any(run.cost is None for run in runs)
        words = tr_n("{n:,} run", "{n:,} runs", len(runs))
        words += "  ·  " + tr("{amount} spent", amount=format_money(spent)) if spent else ""
        words = tr("{words}, and calls with an unknown price", words=words) if unknown else words
        self.subtitle.set_text(words if writable else f"{words}  ·  {self._reading()}")
        self.start.setEnabled(writable)
        self.compare.setEnabled(len(runs) > 1)
        self.empty.allow(writable and not self.live.is_starting, self._reading() if not writable else "")

    def _lay_out(self) -> None:
        theme = self.session.theme
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(Label(theme, tr("Runs"), Type.PAGE_TITLE))
        words.addWidget(self.subtitle)
        head = QHBoxLayout()
        head.setContentsMargins(16, 16, 16, 10)
        head.setSpacing(8)
        head.addLayout(words, 1)
        for button in (self.keys, self.prompts, self.compare, self.start):
            button.setAutoDefault(False)
            head.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self.fault.setContentsMargins(16, 0, 16, 10)
        self.fault.setForegroundRole(QPalette.ColorRole.WindowText)
        upper = QWidget()
        column = QVBoxLayout(upper)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.fault)
        column.addWidget(self.table, 1)
        self._inspector = QSplitter(Qt.Orientation.Horizontal)
        self._inspector.setHandleWidth(1)
        self._inspector.setChildrenCollapsible(False)
        self._inspector.addWidget(self.calls)
        self._inspector.addWidget(self.detail)
        self._inspector.setSizes([800, 640])
        inside = QWidget()
        self._inspectors = QStackedLayout(inside)
        self._inspectors.addWidget(self._inspector)
        self._inspectors.addWidget(self.breakdown)
        lower = QWidget()
        beneath = QVBoxLayout(lower)
        beneath.setContentsMargins(0, 0, 0, 0)
        beneath.setSpacing(0)
        beneath.addWidget(self.bar)
        beneath.addWidget(inside, 1)
        self._split = QSplitter(Qt.Orientation.Vertical)
        self._split.setHandleWidth(1)
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(upper)
        self._split.addWidget(lower)
        self._split.setSizes([310, 500])
        for widget in (upper, lower):
            widget.setAutoFillBackground(True)
            widget.setBackgroundRole(QPalette.ColorRole.Base)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self._split)

    def _wire(self) -> None:
        self.empty.built_in_chosen.connect(self.run_built_in)
        self.empty.other.connect(self.ask_start)
        self.start.clicked.connect(self.ask_start)
        self.compare.clicked.connect(self.ask_compare)
        self.prompts.clicked.connect(self.ask_prompts)
        self.keys.clicked.connect(self.ask_keys)
        self.table.chosen.connect(self._show_run)
        self.bar.pressed.connect(self._do_action)
        self.calls.chosen.connect(self._call_chosen)
        self.calls.opened.connect(self._open_item)
        self.calls.again.clicked.connect(self.ask_again)
        self.detail.opened.connect(self.calls.open)
        self.detail.flag_wanted.connect(self._open_flag)
        self.live.runStarted.connect(self._began)
        self.live.progressChanged.connect(self._update_progress)
        self.live.runEnded.connect(self._finish_run)
        self.live.startRefused.connect(self._refuse)


MOST_TOKENS = 200_000


class AskAgain(OrderDialog):
    """``order`` is there once the user has said yes to all of it. ``chosen`` is a call (0: none), ``listed`` those of
    the list (row ids)."""

    def __init__(
        self, parent: QWidget | None, session: Session, run: RunRow, chosen_call: int, listed: Sequence[int]
    ) -> None:
        super().__init__(
            parent,
            session,
            tr("Ask again"),
            tr(
                "A new run of the same judge. Its replies replace the old ones; all others are reused and cost nothing."
            ),
        )
        self.which = QComboBox(self)
        if chosen_call:
            self.which.addItem(tr("The chosen call"), (chosen_call,))
        words = tr_n("The {n:,} call that is listed", "All {n:,} calls that are listed", len(listed))
        self.which.addItem(words, tuple(listed))
        self.field(tr("Calls"), self.which)
        self.tokens = QSpinBox(self)
        self.tokens.setRange(0, MOST_TOKENS)
        self.tokens.setSingleStep(1_000)
        self.tokens.setSpecialValueText(tr("as before"))
        self.field(tr("Maximum tokens in a reply"), self.tokens, tr("A higher limit helps where replies were cut off."))
        self.show_figures(tr("Ask again"))
        self.which.currentIndexChanged.connect(self._update_estimate)
        self.tokens.valueChanged.connect(self._update_estimate)
        self._base: Order | None = None
        try:
            self._base = order_of(run.settings)
        except GalleyError as error:
            self.show_refusal(str(error))
        self._update_estimate()

    @classmethod
    def ask(
        cls, parent: QWidget | None, session: Session, run: RunRow, chosen_call: int, listed: Sequence[int]
    ) -> Order | None:
        """Show it; the order, or None where it was left."""
        dialog = cls(parent, session, run, chosen_call, listed)
        dialog.exec()
        dialog.deleteLater()
        return dialog.order

    def _update_estimate(self, *_: object) -> None:
        if self._base is None:
            self.go.setEnabled(False)
            return
        self.show_counting()
        limit = self.tokens.value() or self._base.limit
        keys = call_keys(self.session.connection(), self.which.currentData())
        self.estimator.ask(replace(self._base, again=keys, items=(), limit=limit))
        self.fit()

    def count_workload(self, estimate: RunEstimate) -> int:
        """See ``OrderDialog``: requests, since all others are known."""
        return estimate.requests


COLUMNS = {
    "criterion": LineColumn(tr("Criterion"), 240),
    "flags": LineColumn(tr("Flags"), 90, right=True),
    "right": LineColumn(tr("Found right"), 110, right=True),
    "wrong": LineColumn(tr("Found wrong"), 110, right=True),
    "unscored": LineColumn(tr("Cells unscored"), 130, right=True),
    "why": LineColumn(tr("Why, most often"), 0),
}
_NAMES = tuple(COLUMNS)


class Breakdown(QWidget):
    """For runs without calls; a few words where nothing is there yet."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._rows: Sequence[CriterionSum] = ()
        self._criteria: Mapping[CriterionId, Criterion] = {}
        self.head = PaneHead(session.theme, tr("By criterion"))
        lines = Lines(tuple(COLUMNS.values()), lambda: len(self._rows), self._cell)
        self.table = LineTable(session.theme, lines, tr("The run by criterion"), 31.0)
        self.empty = EmptyPage(session.theme, margin=16)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.table, 1)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self.empty)
        self._pages.addWidget(page)

    def show_run(self, run: int, criteria: Mapping[CriterionId, Criterion]) -> None:
        """Sum up a run."""
        self._criteria = criteria
        self.head.set(tr("By criterion"), tr("this judge does not use a model, so it has no calls"))
        self._session.read(
            lambda connection: run_report.by_criterion(connection, run), self._show_rows, slot="runs-sums"
        )

    def say(self, title: str, words: str) -> None:
        """There is nothing to sum up."""
        self.empty.say(title, words)
        self._pages.setCurrentIndex(0)

    def _show_rows(self, rows: Any) -> None:
        self._rows = rows
        self.table.lines.reset()
        self._pages.setCurrentIndex(1)

    def _cell(self, line: int, column: int) -> LineCell:
        row = self._rows[line]
        match _NAMES[column]:
            case "criterion":
                criterion = self._criteria.get(row.criterion)
                return LineCell(criterion.name if criterion is not None else NONE, style=Type.BODY)
            case "flags":
                return LineCell(f"{row.flags:,}", "text" if row.flags else "faint", rank=row.flags)
            case "right":
                return LineCell(f"{row.right:,}", "text" if row.right else "faint", rank=row.right)
            case "wrong":
                return LineCell(f"{row.wrong:,}", "text" if row.wrong else "faint", rank=row.wrong)
            case "unscored":
                return LineCell(
                    f"{row.unscored_count:,}", "warning" if row.unscored_count else "faint", rank=row.unscored_count
                )
        return LineCell(" ".join(make_visible(row.reason).split()), "second", Type.SMALL)


_WIDTH = 520.0
TITLE = tr("No judge has run here yet")
WORDS = tr(
    "A judge reads each summary beside its sources and flags what may be wrong; you decide about every flag. The"
    " built-in judge checks numbers, names, negations and speakers by rules. It needs no model, no network and no key."
    " It misses most other errors."
)
OTHER = tr(
    "Models of OpenAI, Anthropic or your own server judge more accurately. You see the cost before a run starts."
)


class EmptyRuns(QWidget):
    """``built_in_chosen()`` and ``other()`` follow the buttons."""

    built_in_chosen = Signal()
    other = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(TITLE)
        self.run = Button(tr("Run the built-in judge"), self)
        self.run.setProperty("primary", True)
        self.run.setAutoDefault(False)
        self.run.clicked.connect(self.built_in_chosen)
        self.more = Button(tr("Start another judge…"), self)
        self.more.setAutoDefault(False)
        self.more.clicked.connect(self.other)
        self.error_label = Label(theme, "", Type.BODY, "negative")
        self.error_label.hide()
        page = self.page = QWidget(self)
        page.hide()
        page.setMaximumWidth(round(theme.px(_WIDTH)))
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addStretch(2)
        column.addWidget(Label(theme, TITLE, Type.PAGE_TITLE))
        column.addSpacing(8)
        column.addWidget(Label(theme, WORDS, Type.BODY, "second"))
        column.addSpacing(18)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.run)
        buttons.addWidget(self.more)
        buttons.addStretch(1)
        column.addLayout(buttons)
        column.addSpacing(12)
        column.addWidget(self.error_label)
        column.addWidget(Label(theme, OTHER, Type.SMALL, "second"))
        column.addStretch(3)
        row = QHBoxLayout(self)
        row.setContentsMargins(32, 0, 32, 0)
        row.addStretch(1)
        row.addWidget(page, 100)
        row.addStretch(1)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        for label in page.findChildren(Label):  # on this ground Qt would take another role for them
            label.setForegroundRole(QPalette.ColorRole.WindowText)
        self.run.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_if_empty(self, nothing: bool) -> None:
        """Whether it is known that there is no run: nothing is said of it while the runs are read."""
        self.page.setVisible(nothing)

    def say(self, sentence: str) -> None:
        """A sentence under the buttons."""
        self.error_label.setText(sentence)
        self.error_label.setVisible(bool(sentence))

    def allow(self, writable: bool, sentence: str) -> None:
        """Switch the buttons; where nothing may be written, say so."""
        for button in (self.run, self.more):
            button.setEnabled(writable)
        self.say("" if writable else sentence)
