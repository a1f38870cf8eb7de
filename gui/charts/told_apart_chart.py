"""Judges, or systems, two by two: the difference with its interval, and in words whether they can be told apart."""

from __future__ import annotations

from typing import Any

from galley.core.metrics.comparing import UNTOLD as SAME
from galley.core.metrics.registry import compute
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Ask, Chart, Line, Picture, Rows
from galley.gui.charts.chart_marks import around, criteria, mark, name_of, told
from galley.gui.charts.chart_table import Column, plain
from galley.gui.language import tr

TITLE = tr("Judges and systems compared")
BETWEEN = {"judges": tr("judges: balanced accuracy"), "systems": tr("systems: error rate")}
UNTOLD = tr("these cannot be told apart yet")
COLUMNS = (
    Column("name", tr("Criterion")),
    Column("first", tr("First")),
    Column("first_value", "", "number"),
    Column("second", tr("Second")),
    Column("second_value", "", "number"),
    Column("value", tr("Difference"), "number"),
    Column("value", "", "interval"),
    Column("p", "p", "p"),
    Column("p_holm", tr("p, Holm"), "p"),
    Column("said", tr("In words")),
)


def build(connection: Any, ask: Ask) -> Picture:
    """A line a criterion and pair. The chip says between what; judges first, systems where there is one judge."""
    named = {words: key for key, words in BETWEEN.items()}
    chosen = named.get(ask.pair, "judges" if len(ask.shown_judges()) > 1 else "systems")
    about_judges = {} if chosen == "judges" else {"judges": ()}
    result = compute("comparing", connection, ask.params(options=(f"between={chosen}",), **about_judges))
    rows = [row for row in result.rows if row["value"] is not None]
    if not rows:
        needed = tr("This chart needs two judges, or two systems, with verdicts on the same texts.")
        return Picture(TITLE, needs=needed, pairs=tuple(BETWEEN.values()))
    known = criteria(connection)
    for row in result.rows:
        row["name"] = name_of(known, row)
        told_apart = row["said"] not in ("", SAME)
        higher = row["first"] if (row["value"] or 0) > 0 else row["second"]
        row["said"] = tr("{name} is higher", name=higher) if told_apart else UNTOLD if row["said"] else ""
    several = len({row["name"] for row in rows}) > 1
    lines = []
    for row in rows:
        pair = tr("{first} less {second}", first=row["first"], second=row["second"])
        label = f"{row['name']}: {pair}" if several else pair
        lines.append(Line(label, (mark(row, "value", 0, label),), row["said"]))
    apart = sum(row["said"] != UNTOLD for row in rows)
    subtitle = told(
        tr("The difference over what both have, paired by source document, with its 95 % interval."),
        tr("{count} of {of} pairs can be told apart (Holm over all of them).", count=apart, of=len(rows)),
        printed_figures.about(()),
        printed_figures.gold(result.gold),
    )
    axis = around((each for line in lines for each in line.marks), -0.1, 0.1, title=tr("Difference"))
    return Picture(
        TITLE, subtitle, Rows(axis, tuple(lines), ((0.0, tr("alike")),)), plain(result.rows, COLUMNS),
        pairs=tuple(BETWEEN.values()),
    )  # fmt: skip


CHART = Chart(
    "told-apart", tr("Compared"), tr("Judges against people"), 8, build,
    ("pair", "scheme", "criterion", "judge", "system", "source", "split", "gold", "only-gold"), True,
)  # fmt: skip
