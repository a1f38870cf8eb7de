"""A chart that is only declared: points with intervals, a line each, from the rows of one metric.

What a declaration cannot say in a word it says by one function: ``rows`` readies what the metric gave (or reads what
no metric gives), and puts into each row the entries that ``line``, ``series``, ``value`` and the columns name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from galley.core.metrics.registry import compute
from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts.base import DEFAULT_CHIPS, Axis, Chart, ChartRequest, Mark, Picture, RowLine, Rows
from galley.gui.charts.chart_marks import (
    COUNTED,
    Row,
    around,
    count_errors,
    criteria,
    join_sentences,
    mark,
    n_of,
    name_of,
)
from galley.gui.charts.chart_table import ChartColumn, plain
from galley.gui.charts.chart_words import describe_figures
from galley.gui.charts.drawing_kinds import Contrast, FigureSpan
from galley.gui.translation import tr


@dataclass(slots=True)
class ChartContent:
    """What is drawn, and what is said of it. ``rows`` are drawn in their order, those of one line beside each other;
    ``table`` are the lines of the table where these are not the same. ``series`` names the markers where the
    declaration does not, ``pages`` is what the chip "pair" offers, ``measure_values`` are the values of the sentence
    ``measure``, ``notes`` say why there are no rows, ``title`` what was found ("": the declaration's measure with its
    figures).
    ``warning`` and ``offer`` are those of a ``Picture``."""

    rows: list[Row]
    left_out: Mapping[str, int] = field(default_factory=dict)
    gold: str = ""
    notes: tuple[str, ...] = ()
    table: list[Row] | None = None
    columns: tuple[ChartColumn, ...] = ()
    series: tuple[str, ...] = ()
    legend: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()
    measure_values: Mapping[str, object] = field(default_factory=dict)
    title: str = ""
    warning: str = ""
    offer: tuple[str, str] = ("", "")


Ready = Callable[[Any, ChartRequest, ChartContent], ChartContent]
"""Takes the connection, the question, and what the metric gave, in which each row has the ``name`` of its criterion."""


def judges(ask: ChartRequest) -> tuple[str, ...]:
    """The series of a chart with a marker a judge."""
    return ask.every_judge


def people(ask: ChartRequest) -> tuple[str, ...]:
    """The series of a chart with a marker a person."""
    return ask.every_human


@dataclass(frozen=True, slots=True, kw_only=True)
class Intervals:
    """``title`` names the measure and stands before its figures in the heading, ``measure`` says below it what is
    measured. ``metric`` is asked with ``metric_params`` in place of what the chips say. A row's entry ``line`` is the
    label of its line, its entry ``by`` says which of the ``series`` its marker is ("": there is one), its entry
    ``note`` what stands at the right (none: the n). ``value`` is the entry that is drawn, as ``kind``, on an axis from
    ``span[0]`` to ``span[1]`` at least, in steps of
    ``span[2]``. ``intervals`` says what they are about ("": source documents). ``tells_gold``: whether gold has a
    part in it. ``is_ranked``: the lines are in the order of their first value, those that rest on little last.
    ``panel``:
    the entry by which the marks stand in plots side by side, each with its figure behind it, where they would crowd one
    line; such lines are not ranked."""

    title: str
    measure: str
    needs: str
    columns: tuple[ChartColumn, ...]
    metric: str = ""
    metric_params: Mapping[str, Any] = field(default_factory=dict)
    rows: Ready | None = None
    line: str = "name"
    by: str = ""
    series: Callable[[ChartRequest], tuple[str, ...]] | None = None
    value: str = "value"
    kind: str = "number"
    span: tuple[float, float, float] = (0.0, 1.0, 0.2)
    axis: str = ""
    guides: tuple[tuple[float, str], ...] = ()
    tells_gold: bool = False
    intervals: str = ""
    is_ranked: bool = False
    panel: str = ""

    def build(self, connection: Connection, ask: ChartRequest) -> Picture:
        """The picture, or what it needs."""
        content, closing = self._compute_content(connection, ask)
        if not content.rows:
            return Picture(self.title, needs=" ".join(content.notes) or self.needs, pairs=content.pages)
        series = content.series or (self.series(ask) if self.series else ())
        table_rows = content.rows if content.table is None else content.table
        table = plain(table_rows, content.columns or self.columns, closing=closing)
        lines = self._lines(content.rows, series)
        measure = self.measure
        measure = (measure.format(**content.measure_values) if content.measure_values else measure).strip()
        subtitle = join_sentences(
            measure,
            "" if self.intervals or table.lacks_intervals() else printed_figures.about(content.rows),
            COUNTED if any(count_errors(row) is not None for row in content.rows) else "",
            printed_figures.gold(content.gold) if self.tells_gold else "",
            printed_figures.left_out(dict(content.left_out)),
        )
        least, most, step = self.span
        axis = around((m for line in lines for m in line.marks), least, most, step, self.axis, self.kind)
        guides = tuple((at, words) for at, words in self.guides)
        drawing: Rows
        if self.panel:
            drawing = self._panels(axis, lines, content.rows)
        else:
            drawing = Rows(axis, lines, guides)
        legend = tuple(content.legend or series)
        title = content.title or describe_figures(
            self.title, content.rows, tuple(filter(None, (self.line, self.panel, self.by))), self.value, self.kind,
            self.guides[0] if len(self.guides) == 1 else None,
        )  # fmt: skip
        title = title or tr("{measure}: undefined", measure=self.title)
        return Picture(
            title, subtitle, drawing, table, legend, pairs=content.pages,
            warning=content.warning, offer=content.offer,
        )  # fmt: skip

    def _panels(self, axis: Axis, lines: tuple[RowLine, ...], rows: Iterable[Row]) -> Contrast:
        """A plot a panel, all over one axis, with the figure behind each mark."""
        panels = tuple(dict.fromkeys(row[self.panel] for row in rows))
        spans = tuple(
            tuple(
                FigureSpan(
                    Mark(None), mark, (printed_figures.format_figure(mark.value, self.kind),),
                    panels.index(row[self.panel]), mark.few,
                )
                for mark, row in zip(line.marks, (row for row in rows if row[self.line] == line.label), strict=True)
            )
            for line in lines
        )  # fmt: skip
        return Contrast(axis, lines, spans=spans, panels=panels, heads=("",), tick=True)

    def _compute_content(self, connection: Connection, ask: ChartRequest) -> tuple[ChartContent, str]:
        """The content, and the sentence that closes the table of the metric."""
        content, closing = ChartContent([], gold=ask.params().gold), ""
        if self.metric:
            result = compute(self.metric, connection, ask.params(**self.metric_params))
            content, closing = (
                ChartContent(result.rows, result.left_out, result.gold, result.notes),
                result.layout.closing,
            )
            criterion_names = criteria(connection)
            for row in content.rows:
                if "criterion" in row:
                    row["name"] = name_of(criterion_names, row)
        return self.rows(connection, ask, content) if self.rows else content, closing

    def _lines(self, rows: Iterable[Row], series: tuple[str, ...]) -> tuple[RowLine, ...]:
        rows_by_line: dict[str, list[Row]] = {}
        for row in rows:
            rows_by_line.setdefault(row[self.line], []).append(row)
        lines = []
        for label, line_rows in rows_by_line.items():
            marks = tuple(
                mark(
                    row,
                    self.value,
                    series.index(row[self.by]) if self.by else 0,
                    ", ".join(filter(None, (label, *(row[key] for key in (self.panel, self.by) if key)))),
                    self.kind,
                )
                for row in line_rows
            )
            lines.append(RowLine(label, marks, str(line_rows[0].get("note") or n_of(line_rows))))
        if self.is_ranked:
            lines.sort(key=lambda line: (line.marks[0].few, -(line.marks[0].value or 0.0)))
        return tuple(lines)


def declare_chart(
    name: str,
    listed: str,
    group: str,
    order: int,
    intervals: Intervals,
    chips: tuple[str, ...] = DEFAULT_CHIPS,
    **more: Any,
) -> Chart:
    """The chart of a declaration; ``more`` is what else a ``Chart`` may say of itself."""
    return Chart(name, listed, group, order, intervals.build, chips, intervals=intervals.intervals, **more)
