"""Whether to go on: the share of errors in what was drawn at random, with an interval that may be looked at after every
review, and what another hundred reviews would buy."""

from __future__ import annotations

from typing import Any

from galley.core.metrics import sampling
from galley.core.metrics._stopping import AHEAD, Meter, meters
from galley.core.metrics.cell_arrays import CellReader
from galley.core.project.reading_access import Reader
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Ask
from galley.gui.charts.chart_marks import criteria, told
from galley.gui.charts.chart_table import ChartColumn
from galley.gui.charts.declaration import Given, Intervals, declared
from galley.gui.language import tr

TITLE = tr("Stop meter")
SERIES = (tr("now"), tr("after another {count}, forecast", count=AHEAD))
KINDS = {sampling.AUDIT: tr("not flagged"), sampling.FLAGS: tr("flags")}


def _rows(connection: Reader, ask: Ask, given: Given) -> Given:
    """A line a stratum that cells were drawn from: now, and the forecast. Until that is there now stands for it."""
    found = meters(CellReader(connection, ask.params()), forecast=ask.resamples > 0)
    known = criteria(connection)
    given.table = [_row(meter, known.get((meter.scheme, meter.criterion), meter.criterion)) for meter in found]
    for row in given.table:
        given.rows.append(row)
        if row["value"] is not None:
            then = {"value": row.get("next_value", row["value"]), "low": row.get("next_low")}
            given.rows.append({**row, **then, "high": row.get("next_high"), "when": SERIES[1]})
    started = [meter for meter in found if meter.now.n]
    words = f"{given.table[0]['name']}: {started[0].words()}" if len(started) == len(found) == 1 else ""
    given.said, given.gold = {"now": words}, "gold" if ask.only_gold else ask.gold
    return given


def _row(meter: Meter, name: str) -> dict[str, Any]:
    now, then = meter.now, meter.then
    row: dict[str, Any] = {"name": name, "criterion": name, "judge": meter.judge, "stratum": KINDS[meter.kind]}
    row |= {"drawn": meter.drawn, "of": meter.of, "n": now.n, "value": now.value, "low": now.low, "high": now.high}
    row |= {"width": None, "next_width": None, "items": meter.items, "when": SERIES[0]}
    row["why"] = tr("nothing that was drawn is reviewed yet") if now.value is None else now.why
    row["label"] = f"{name}: {meter.judge}, {KINDS[meter.kind]}"
    if now.low is not None and now.high is not None:
        row["width"] = now.high - now.low
    if then is not None and then.low is not None and then.high is not None:
        row |= {"next_width": then.high - then.low, "next_value": then.value}
        row |= {"next_low": then.low, "next_high": then.high}
    return row


METER = Intervals(
    title=TITLE,
    measure=told(
        tr(
            "The share of errors among the cells drawn at random and reviewed so far. The 95 % interval is a confidence"
            " sequence: it stays right however often one looks, so one may stop whenever it is narrow enough."
        ),
        "{now}",
    ),
    needs=tr("This chart needs a random draw: choose “Draw items at random…” in the menu and review what is drawn."),
    rows=_rows,
    line="label",
    by="when",
    series=lambda ask: SERIES,
    kind="percent",
    span=(0.0, 0.2, 0.1),
    tells_gold=True,
    intervals=printed_figures.OVER_DRAW,
    columns=(
        ChartColumn("name", tr("Criterion")),
        ChartColumn("judge", tr("Judge")),
        ChartColumn("stratum", tr("Drawn from")),
        ChartColumn("drawn", tr("drawn"), "count"),
        ChartColumn("of", tr("of"), "count"),
        ChartColumn("n", tr("reviewed"), "count"),
        ChartColumn("value", tr("Share"), "percent"),
        ChartColumn("value", "", "interval"),
        ChartColumn("width", tr("wide"), "percent"),
        ChartColumn("next_width", tr("after {count} more", count=AHEAD), "percent"),
    ),
)
CHART = declared(
    "stop-meter",
    TITLE,
    tr("Errors"),
    5,
    METER,
    ("scheme", "criterion", "judge", "gold", "only-gold"),
    wants=("item", "judge", "draw"),
    weighs=True,
)
