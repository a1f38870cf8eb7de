"""Whether to go on: the share of errors in what was drawn at random, with an interval that may be looked at after every
review, and what another hundred reviews would buy."""

from __future__ import annotations

from typing import Any

from galley.core.metrics import sampling
from galley.core.metrics._stopping import AHEAD, Meter, meters
from galley.core.metrics.cell_arrays import Reader
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Ask, Chart, Line, Mark, Picture, Rows
from galley.gui.charts.chart_marks import around, criteria, told
from galley.gui.charts.chart_table import Column, Table
from galley.gui.language import tr

TITLE = tr("Stop meter")
SERIES = (tr("now"), tr("after another {count}, forecast", count=AHEAD))
NEEDS = tr("This chart needs a random draw: choose “Draw items at random…” in the menu and review what is drawn.")
KINDS = {sampling.AUDIT: tr("not flagged"), sampling.FLAGS: tr("flags")}
COLUMNS = (
    Column("name", tr("Criterion")),
    Column("judge", tr("Judge")),
    Column("stratum", tr("Drawn from")),
    Column("drawn", tr("drawn"), "count"),
    Column("of", tr("of"), "count"),
    Column("n", tr("reviewed"), "count"),
    Column("value", tr("Share"), "percent"),
    Column("value", "", "interval"),
    Column("width", tr("wide"), "percent"),
    Column("next_width", tr("after {count} more", count=AHEAD), "percent"),
)


def build(connection: Any, ask: Ask) -> Picture:
    """A line a stratum that cells were drawn from: now, and the forecast."""
    found = meters(Reader(connection, ask.params()), forecast=ask.resamples > 0)
    if not found:
        return Picture(TITLE, needs=NEEDS)
    known = criteria(connection)
    rows = [_row(meter, known.get((meter.scheme, meter.criterion), meter.criterion)) for meter in found]
    lines = tuple(
        Line(f"{row['name']}: {row['judge']}, {row['stratum']}", _marks(row, meter), f"n = {row['n']:,}")
        for row, meter in zip(rows, found, strict=True)
    )
    started = [meter for meter in found if meter.now.n]
    subtitle = told(
        tr(
            "The share of errors among the cells drawn at random and reviewed so far. The 95 % interval is a confidence"
            " sequence: it stays right however often one looks, so one may stop whenever it is narrow enough."
        ),
        f"{rows[0]['name']}: {started[0].words()}" if len(started) == len(found) == 1 else "",
        printed_figures.gold("gold" if ask.only_gold else ask.gold),
    )
    axis = around((mark for line in lines for mark in line.marks), 0.0, 0.2, 0.1, kind="percent")
    table = Table(COLUMNS, tuple(rows), tuple(rows))
    return Picture(TITLE, subtitle, Rows(axis, lines), table, SERIES)


def _row(meter: Meter, name: str) -> dict[str, Any]:
    now, then = meter.now, meter.then
    row: dict[str, Any] = {"name": name, "criterion": name, "judge": meter.judge, "stratum": KINDS[meter.kind]}
    row |= {"drawn": meter.drawn, "of": meter.of, "n": now.n, "value": now.value, "low": now.low, "high": now.high}
    row |= {"width": None, "next_width": None, "why": now.why, "items": meter.items}
    if now.low is not None and now.high is not None:
        row["width"] = now.high - now.low
    if then is not None and then.low is not None and then.high is not None:
        row |= {"next_width": then.high - then.low, "next_value": then.value}
        row |= {"next_low": then.low, "next_high": then.high}
    return row


def _marks(row: dict[str, Any], meter: Meter) -> tuple[Mark, ...]:
    why = tr("nothing that was drawn is reviewed yet") if row["value"] is None else ""
    words = f"{row['name']}, {row['judge']}: {meter.words()}"
    now = Mark(row["value"], row["low"], row["high"], 0, why, row, words)
    if row["value"] is None:
        return (now,)
    # Until the forecast is there the one before it stands, pale.
    then = Mark(row.get("next_value", row["value"]), row.get("next_low"), row.get("next_high"), 1, "", row, words)
    return (now, then)


CHART = Chart(
    "stop-meter", tr("Stop meter"), tr("Errors"), 5, build, ("scheme", "criterion", "judge", "gold", "only-gold"),
    intervals=printed_figures.OVER_DRAW,
    weighs=True,
)  # fmt: skip
