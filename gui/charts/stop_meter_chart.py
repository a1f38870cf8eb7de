"""Whether to go on: the share of errors in what was drawn at random, with an interval that may be looked at after every
review, and what another hundred reviews would buy."""

from __future__ import annotations

from typing import Any

from galley.core.metrics import sampling
from galley.core.metrics._stopping import AHEAD, Meter, meters
from galley.core.metrics.cell_arrays import CellReader
from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts.base import ChartRequest
from galley.gui.charts.chart_marks import criteria, join_sentences
from galley.gui.charts.chart_table import ChartColumn
from galley.gui.charts.chart_words import count_words
from galley.gui.charts.declaration import ChartContent, Intervals, declare_chart
from galley.gui.translation import tr

TITLE = tr("Stop meter")
SERIES = (tr("now"), tr("after another {count}, forecast", count=AHEAD))
KINDS = {sampling.AUDIT: tr("not flagged"), sampling.FLAGS: tr("flags")}


def _rows(connection: Connection, ask: ChartRequest, content: ChartContent) -> ChartContent:
    """A line a stratum that cells were drawn from: now, and the forecast. Until that is there now stands for it."""
    stratum_meters = meters(CellReader(connection, ask.params()), forecast=ask.resamples > 0)
    criterion_names = criteria(connection)
    content.table = [
        _row(meter, criterion_names.get((meter.scheme, meter.criterion), meter.criterion)) for meter in stratum_meters
    ]
    for row in content.table:
        content.rows.append(row)
        if row["value"] is not None:
            then = {"value": row.get("next_value", row["value"]), "low": row.get("next_low")}
            content.rows.append({**row, **then, "high": row.get("next_high"), "when": SERIES[1]})
    started = [meter for meter in stratum_meters if meter.current.n]
    words = f"{content.table[0]['name']}: {started[0].words()}" if len(started) == len(stratum_meters) == 1 else ""
    most = max(content.table, key=lambda row: int(row["n"]), default=None)
    if most is not None and most["n"]:
        errors = round((most["value"] or 0.0) * most["n"])
        content.title = tr(
            "“{criterion}”, {stratum}: {count} reviewed are errors",
            criterion=most["name"], stratum=most["stratum"],
            count=count_words(errors, most["n"], most["low"], most["high"]),
        )  # fmt: skip
    content.measure_values, content.gold = {"now": words}, "gold" if ask.only_gold else ask.gold
    return content


def _row(meter: Meter, name: str) -> dict[str, Any]:
    current, then = meter.current, meter.then
    row: dict[str, Any] = {"name": name, "criterion": name, "judge": meter.judge, "stratum": KINDS[meter.kind]}
    row |= {
        "drawn": meter.drawn_count,
        "of": meter.of,
        "n": current.n,
        "value": current.value,
        "low": current.low,
        "high": current.high,
    }
    row |= {"width": None, "next_width": None, "items": meter.items, "when": SERIES[0]}
    row["why"] = tr("nothing of the sample is reviewed yet") if current.value is None else current.why
    row["label"] = f"{name}: {meter.judge}, {KINDS[meter.kind]}"
    if current.low is not None and current.high is not None:
        row["width"] = current.high - current.low
    if then is not None and then.low is not None and then.high is not None:
        row |= {"next_width": then.high - then.low, "next_value": then.value}
        row |= {"next_low": then.low, "next_high": then.high}
    return row


METER = Intervals(
    title=TITLE,
    measure=join_sentences(
        tr(
            "The share of errors among the cells drawn at random and reviewed so far. The 95 % interval is a confidence"
            " sequence: it stays valid however often you look, so stop as soon as it is narrow enough."
        ),
        "{now}",
    ),
    needs=tr("This chart needs a random draw: choose “Draw a review sample…” in the menu and review the sample."),
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
CHART = declare_chart(
    "stop-meter",
    TITLE,
    tr("Rates and samples"),
    6,
    METER,
    ("scheme", "criterion", "judge", "gold", "only-gold"),
    wants=("item", "judge", "draw"),
    weighs=True,
)
