"""The Scores view: the overview or a chart, what it counts, and that it follows every decision."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget

from galley.core import new_files
from galley.core.domain import AnnotatorId, ChangeSet, ItemId, UnitKind
from galley.core.errors import Cancelled, GalleyError
from galley.core.metrics.base import Memory, Params
from galley.core.metrics.overview import Overview, build_overview
from galley.core.paper_tables.formats import format_tables
from galley.core.paper_tables.registry import papers_present
from galley.core.review.queue import Filter
from galley.core.review.queue_totals import facts
from galley.core.storage.connection import Connection
from galley.core.storage.queries import filter_choices
from galley.gui import clipboard
from galley.gui.charts import target_chart
from galley.gui.charts.base import Chart, ChartRequest, Picture, WorkTables
from galley.gui.charts.paper_pages_chart import PREFIX
from galley.gui.charts.registry import find_page, list_charts, list_views, views_of
from galley.gui.dialogs import file_dialogs
from galley.gui.scores import figure_cells, picture_files, score_filters
from galley.gui.scores.chart_list import OVERVIEW, ChartList, find_remedy
from galley.gui.scores.overview_page import OverviewPage
from galley.gui.scores.page import COPIED, ChartPage
from galley.gui.scores.target_bar import TargetBar
from galley.gui.session import Session
from galley.gui.translation import tr
from galley.gui.views import Hint, View
from galley.gui.widgets.hairline import Hairline

FULL_COMPUTE_DELAY = 350
"""Milliseconds without a decision after which the intervals that take long are computed."""
ABOUT = {"kgds": UnitKind.OPINION, "sumie": UnitKind.ENTRY}
"""The papers about a kind of unit, as their schemes' names begin: for projects that hold one of them."""
KINDS = {"png": tr("PNG picture (*.png)"), "svg": tr("SVG drawing (*.svg)"), "csv": tr("CSV table (*.csv)")}


class ScoresView(View):
    """A chart is computed twice: at once without what takes long, then in full when decisions pause. The overview is
    computed in full, once decisions pause.

    ``drawn(Picture)`` follows each picture, ``picture_completed()`` each that is complete; ``open_queue`` a click on
    a figure.
    """

    drawn = Signal(object)
    picture_completed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._charts = {chart.name: chart for chart in list_views()}
        self._views: dict[str, str] = {}
        """Which view each chart of the list shows, where that is not the chart itself."""
        self._stop = threading.Event()
        self._memory = Memory()
        self._has_picture = False
        self._active = False
        self._facts_loaded = False
        self._facts: frozenset[str] = frozenset()
        self._empty: set[str] = set()
        self.list = ChartList(session.theme, list_charts(), self)
        self.page = ChartPage(session.theme, self)
        self.overview = OverviewPage(session.theme, self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.overview)
        self._stack.addWidget(self.page)
        self.target = TargetBar(session, self.page)
        self.target.hide()
        self.page.put_above(self.target)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.list)
        row.addWidget(Hairline(session.theme, vertical=True))
        row.addWidget(self._stack, 1)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(FULL_COMPUTE_DELAY)
        self._later.timeout.connect(self._compute_fully)
        self.list.choose(OVERVIEW)
        self.list.leave_out({name for name in self._charts if name.startswith(PREFIX)})
        self.list.picked.connect(self._chart_chosen)
        self.page.filters.changed.connect(self.refresh)
        self.target.changed.connect(self.refresh)
        self.target.sample_drawn.connect(self.open_queue)
        self.page.opened.connect(self._open)
        self.page.action_requested.connect(self.viewRequested)
        self.page.pressed.connect(self._do_action)
        self.page.views.chosen.connect(self.show_chart)
        self.overview.chartRequested.connect(self.show_chart)
        self.overview.actionRequested.connect(self.viewRequested)
        self.overview.reportRequested.connect(lambda: self.viewRequested.emit("report"))
        self.overview.copyRequested.connect(self._copy_overview)

    @property
    def chart(self) -> Chart | None:
        """The chart, or the view of it, that is shown; None for the overview."""
        return self._charts.get(self._views.get(self.list.name, self.list.name))

    # What the window asks --------------------------------------------------------------------------------------

    def activate(self) -> None:
        """Draw, if that has not been done, and give the keyboard to the drawing."""
        self._active = True
        if not self._facts_loaded:
            self._read_choices()
        elif not self._has_picture:
            self.refresh()
        if self.chart is None:
            self.overview.setFocus()
        elif self.page.chart is not None:
            self.page.into_chart()
        else:
            self.list.setFocus()

    def deactivate(self) -> None:
        """Stop computing."""
        self._active = False
        self._halt()

    def apply(self, changes: ChangeSet) -> None:
        """Follow what was written."""
        self._memory.apply_changes(changes)
        if not changes:
            return
        if changes.structure or changes.settings or not self._facts_loaded:
            self._read_choices()
            return
        self.refresh()
        if self._empty or any(chart.lacks(self._facts) for chart in self._charts.values()):
            self._session.read(facts, self._facts_read, slot="scores-facts")

    def actions(self) -> Mapping[str, Callable[[], object]]:  # type: ignore[override]
        """J, K and Return."""
        return {
            "next-chart": partial(self.list.step, 1),
            "previous-chart": partial(self.list.step, -1),
            "open-cells": lambda: self.overview.open_current() if self.chart is None else self.page.open_selected(),
        }

    def hints(self) -> tuple[Hint, ...]:
        """Those of the overview; of a chart what the view says."""
        if self.chart is not None:
            return ()
        return (
            (tr("card"), ("1–6",)),
            (tr("open its chart"), ("open-cells",)),
            (tr("next chart"), ("next-chart",)),
            (tr("keys"), ("help",)),
        )

    def show_chart(self, name: str) -> None:
        """Bring a chart, a view of one, or the overview to the front."""
        page = find_page(name) or name
        before = self.chart
        self._views[page] = name
        if self.list.name != page:
            self.list.choose(page)
        elif self.chart is not before:
            self._chart_chosen(page)

    def state(self) -> dict[str, Any]:
        """The chart, or the view of it, and its chips."""
        state = {"chart": self.chart.name if self.chart else self.list.name, "filters": self.page.filters.state()}
        return {**state, "points": self.target.points}

    def restore(self, state: Mapping[str, Any]) -> None:
        """See ``state``."""
        if isinstance(state.get("filters"), dict):
            self.page.filters.restore(state["filters"])
        if isinstance(state.get("points"), int | float):
            self.target.points = float(state["points"])
        self.show_chart(str(state.get("chart", "")))

    # Computing -------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Compute the overview, or the chart that is shown for what the chips say."""
        self._halt()
        chart = self.chart
        if chart is None:
            self._later.start(FULL_COMPUTE_DELAY if self._has_picture else 0)
            return
        self._mirror()
        self._compute(chart, replace(self.page.filters.ask(), resamples=0), self._draw_quickly)

    def _compute(self, chart: Chart, ask: ChartRequest, on_done: Callable[[Picture], object]) -> None:
        stop = self._stop
        ask = replace(ask, cancelled=stop.is_set, memory=self._memory, points=self.target.points)
        self._session.read(
            partial(_build, chart, ask), on_done, slot="scores", on_failed=partial(self._handle_failure, chart, stop)
        )

    def _compute_fully(self) -> None:
        if self.chart is not None:
            self._compute(self.chart, self.page.filters.ask(), self._draw_fully)
            return
        stop = self._stop
        params = Params(resamples=1000, cancelled=stop.is_set, memory=self._memory)
        self._session.read(
            partial(_build_overview, self._session.reviewer, params), self._show_overview, slot="scores",
            on_failed=partial(self._explain_overview, stop),
        )  # fmt: skip

    def _show_overview(self, overview: Overview) -> None:
        self.overview.show_overview(overview)
        self._announce_first()
        self.picture_completed.emit()

    def _explain_overview(self, stop: threading.Event, error: GalleyError) -> None:
        if not (isinstance(error, Cancelled) or stop.is_set()):
            self.overview.show_reason(str(error))
            self._announce_first()

    def _announce_first(self) -> None:
        if not self._has_picture:
            self._has_picture = True
            QTimer.singleShot(0, self, self.ready.emit)

    def _copy_overview(self) -> None:
        if self.overview.overview is not None:
            clipboard.put(self.overview.overview.as_text())

    def _draw_quickly(self, picture: Picture) -> None:
        self._show(picture, settled=False)
        self._later.start(FULL_COMPUTE_DELAY if self._has_picture else 0)
        self._has_picture = True

    def _draw_fully(self, picture: Picture) -> None:
        self._show(picture, settled=True)
        self.picture_completed.emit()

    def _show(self, picture: Picture, settled: bool) -> None:
        assert self.chart is not None
        (self._empty.add if picture.drawing is None else self._empty.discard)(self.chart.name)
        self._update_list()
        self.page.show_picture(picture, settled)
        self.target.setVisible(self.chart.name == target_chart.NAME)
        self.target.show_picture(picture)
        self._mirror()
        if not self._has_picture:
            QTimer.singleShot(0, self, self.ready.emit)
        self.drawn.emit(picture)

    def _update_list(self) -> None:
        """Grey in the list is what has nothing to show, as far as that is known."""
        empty = self._empty | {chart.name for chart in self._charts.values() if chart.lacks(self._facts)}
        self.list.grey({chart.name for chart in list_charts() if {view.name for view in views_of(chart)} <= empty})
        if self.chart is not None:
            self.page.offer_to(*find_remedy(self.chart, self._facts))

    def _mirror(self) -> None:
        """Let the chips fit the chart and what it shows."""
        assert self.chart is not None
        picture = self.page.picture
        used = {mark.series for mark in self.page.chart.marks()} if self.page.chart is not None else set()
        self.page.filters.set_chart(
            self.chart, picture.series if picture else (), picture.pairs if picture else (), frozenset(used)
        )

    def _handle_failure(self, chart: Chart, stop: threading.Event, error: GalleyError) -> None:
        if isinstance(error, Cancelled) or stop.is_set():
            return
        self._show(Picture(chart.title, needs=str(error)), settled=True)

    def _halt(self) -> None:
        self._later.stop()
        self._stop.set()
        self._stop = threading.Event()

    def _read_choices(self) -> None:
        self._session.read(score_filters.read, self._choices_read, slot="scores-choices")

    def _choices_read(self, choices: score_filters.FilterChoices) -> None:
        self._facts_loaded = True
        self.page.filters.set_choices(choices)
        absent = partial(absent_charts, frozenset(scheme.id for scheme in choices.schemes))
        self._session.read(absent, self.list.leave_out, slot="scores-groups")
        self._session.read(facts, partial(self._facts_read, force_refresh=True), slot="scores-facts")

    def _facts_read(self, facts: frozenset[str], force_refresh: bool = False) -> None:
        force_refresh, self._facts = force_refresh or facts != self._facts, facts
        self._empty.clear()
        self._update_list()
        if force_refresh:
            self.refresh()

    def _chart_chosen(self, name: str) -> None:
        self._stack.setCurrentWidget(self.overview if name == OVERVIEW else self.page)
        self.hinted.emit()
        if self.chart is not None:
            self.page.show_views(self._charts[name].views, self.chart.name)
            self.page.show_title(self.chart.title)
        self._has_picture = False
        if self._facts_loaded and self._active:
            self.refresh()

    # To the cells and to files ---------------------------------------------------------------------------------

    def _open(self, row: Mapping[str, Any]) -> None:
        ask = self.page.filters.ask()
        self._session.read(
            partial(figure_cells.items, row=dict(row), ask=ask), partial(self._open_behind, row), slot="behind"
        )

    def _open_behind(self, row: Mapping[str, Any], items: tuple[ItemId, ...]) -> None:
        if items:
            self.open_queue.emit(Filter(items=items, about=figure_cells.words(row)))
        else:
            self._session.failed.emit(
                tr("No item of the project is behind this figure under the filters that are set.")
            )

    def ask_report(self) -> None:
        """Ask where to write a report of the charts."""
        from galley.gui.scores.report import ask_for_report

        offered = [view for name in self.list.available_names for view in views_of(self._charts[name])]
        ask_for_report(self, self._session, offered, self.page.filters)

    def _do_action(self, name: str) -> None:
        picture = self.page.picture
        if name == "all":
            self.ask_report()
        elif name in COPIED and picture is not None and isinstance(picture.drawing, WorkTables):
            clipboard.put(format_tables(picture.drawing.sheets, COPIED[name]))
        elif name == "copy" and picture is not None:
            clipboard.put(picture_files.clip(self._session.theme, picture))
        elif picture is not None:
            path = self._ask_where(f"{self.chart.name if self.chart else name}.{name}", KINDS[name])
            if path is not None:
                self.save(path, name)

    def save(self, path: Path, kind: str) -> None:
        """Write the chart that is shown as "png", "svg" or "csv"; a failure is told in the window."""
        assert self.page.picture is not None
        try:
            file_bytes = picture_files.contents(self._session.theme, self.page.picture, kind)
            new_files.write(path, file_bytes, self._session.project.path)
        except GalleyError as error:
            self._session.failed.emit(str(error))

    def _ask_where(self, name: str, kinds: str) -> Path | None:
        near = self._session.project.path.parent / name
        path, _ = file_dialogs.choose_new(self, tr("Save the chart"), near, kinds)
        return path if path is None or path.suffix else path.with_suffix(Path(name).suffix)


def absent_charts(schemes: frozenset[str], connection: Connection) -> frozenset[str]:
    """The charts that nothing in the project is about: the pages of papers of which it holds nothing, neither figures
    nor a scheme (``schemes`` are their ids) or a unit of their kind."""
    present_pages = {paper.name for paper in papers_present(connection)}
    present_pages |= {
        name
        for name, kind in ABOUT.items()
        if any(scheme.startswith(name) for scheme in schemes) or filter_choices.holds(connection, kind)
    }
    return frozenset(
        chart.name
        for chart in list_charts()
        if chart.name.startswith(PREFIX) and chart.name.removeprefix(PREFIX) not in present_pages
    )


def _build_overview(reviewer: AnnotatorId, params: Params, connection: Connection) -> Overview:
    return build_overview(connection, reviewer, params)


def _build(chart: Chart, ask: ChartRequest, connection: Connection) -> Picture:
    return chart.picture(connection, ask)
