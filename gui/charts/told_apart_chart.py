"""Judges, or systems, two by two: the difference with its interval, and in words whether they can be told apart."""

from __future__ import annotations

from galley.core.metrics.registry import compute
from galley.core.project.reading_access import Reader
from galley.gui.charts.base import HEEDED, Ask
from galley.gui.charts.chart_marks import criteria, name_of
from galley.gui.charts.chart_table import ChartColumn
from galley.gui.charts.declaration import Given, Intervals, declared
from galley.gui.core_words import said
from galley.gui.language import tr, tr_n

BETWEEN = {"judges": tr("judges: balanced accuracy"), "systems": tr("systems: error rate")}


def _rows(connection: Reader, ask: Ask, given: Given) -> Given:
    """A line a criterion and pair. The chip says between what; judges first, systems where there is one judge."""
    named = {words: key for key, words in BETWEEN.items()}
    chosen = named.get(ask.pair, "judges" if len(ask.shown_judges()) > 1 else "systems")
    about_judges = {} if chosen == "judges" else {"judges": ()}
    result = compute("comparing", connection, ask.params(options=(f"between={chosen}",), **about_judges))
    known = criteria(connection)
    for row in result.rows:
        row["name"] = name_of(known, row)
        row["said"] = said(row["said"])
    rows = [row for row in result.rows if row["value"] is not None]
    several = len({row["name"] for row in rows}) > 1
    for row in rows:
        pair = tr("{first} less {second}", first=row["first"], second=row["second"])
        row["label"], row["note"] = f"{row['name']}: {pair}" if several else pair, row["said"]
    apart = tr_n(
        "{n:,} of {of:,} pairs can be told apart (Holm over all of them).",
        "{n:,} of {of:,} pairs can be told apart (Holm over all of them).",
        sum(row["told"] for row in rows),
        of=len(rows),
    )
    return Given(rows, gold=result.gold, table=result.rows, pages=tuple(BETWEEN.values()), said={"apart": apart})


COMPARED = Intervals(
    title=tr("Judges and systems compared"),
    measure=tr(
        "The difference over what both have, paired by source document, with its 95 % interval, which is of that pair"
        " alone. {apart}"
    ),
    needs=tr("This chart needs two judges, or two systems, with verdicts on the same texts."),
    rows=_rows,
    line="label",
    kind="points",
    span=(-0.1, 0.1, 0.1),
    axis=tr("points"),
    guides=((0.0, tr("alike")),),
    tells_gold=True,
    columns=(
        ChartColumn("name", tr("Criterion")),
        ChartColumn("first", tr("First")),
        ChartColumn("first_value", "", "percent"),
        ChartColumn("second", tr("Second")),
        ChartColumn("second_value", "", "percent"),
        ChartColumn("value", tr("Difference"), "points"),
        ChartColumn("value", "", "interval"),
        ChartColumn("p", "p", "p"),
        ChartColumn("p_holm", tr("p, Holm"), "p"),
        ChartColumn("said", tr("In words")),
    ),
)
CHART = declared("told-apart", tr("Compared"), tr("Judges against people"), 8, COMPARED, ("pair", *HEEDED), paged=True)
