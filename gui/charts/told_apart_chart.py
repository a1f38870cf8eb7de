"""Judges, or systems, two by two: the difference with its interval, and in words whether they differ significantly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from galley.core.metrics.registry import compute
from galley.core.storage.connection import Connection
from galley.gui.charts import implicit_answers
from galley.gui.charts.base import DEFAULT_CHIPS, Chart, ChartRequest, Mark, Matrix, Picture
from galley.gui.charts.chart_marks import Row, criteria, mark, n_of, name_of
from galley.gui.charts.chart_table import ChartColumn
from galley.gui.charts.chart_words import points
from galley.gui.charts.declaration import ChartContent, Intervals
from galley.gui.translation import tr

BETWEEN = {"judges": tr("judges: balanced accuracy"), "systems": tr("systems: error rate")}
FIGURE = {
    "judges": tr("The balanced accuracy of one judge minus that of the other"),
    "systems": tr("The share of units with the error of one system minus that of the other"),
}


def _rows(connection: Connection, ask: ChartRequest, content: ChartContent) -> ChartContent:
    """A row a criterion and pair. The chip says between what; judges first, systems where there is one judge."""
    named = {words: key for key, words in BETWEEN.items()}
    between = named.get(ask.pair, "judges" if len(ask.shown_judges()) > 1 else "systems")
    about_judges = {} if between == "judges" else {"judges": ()}
    result = compute("comparing", connection, ask.params(options=(f"between={between}",), **about_judges))
    criterion_names = criteria(connection)
    for row in result.rows:
        row["name"], row["said"] = name_of(criterion_names, row), _higher_words(row)
    implicit_answers.name_levels(result.rows)
    implicit_answers.fill(result.rows)
    rows = [row for row in result.rows if row["value"] is not None]
    pairs = list(dict.fromkeys((row["first"], row["second"]) for row in rows))
    several = len({row["name"] for row in rows}) > 1
    for row in rows:
        pair = tr("{first} minus {second}", first=row["first"], second=row["second"])
        row["label"] = row["name"] if len(pairs) == 1 and several else pair
        row["is_hollow"] = not row["told"]
        row["note"] = ", ".join(filter(None, (n_of([row]), row["said"] if row["told"] else "")))
    content = ChartContent(
        rows, gold=result.gold, table=result.rows, pages=tuple(BETWEEN.values()),
        measure_values={"figure": FIGURE[between]},
        title=_finding(rows, pairs), columns=COLUMNS if between == "systems" else (*COLUMNS, implicit_answers.COLUMN),
    )  # fmt: skip
    return implicit_answers.warn(content, rows)


def _higher_words(row: Row) -> str:
    """Who is higher, if anybody can be said to be."""
    if row["value"] is None:
        return ""
    higher = row["first"] if row["value"] > 0 else row["second"]
    return tr("{who} is higher", who=higher) if row["told"] else tr("not yet")


def _finding(rows: list[Row], pairs: list[tuple[str, str]]) -> str:
    """How many of the comparisons say who is higher; of one pair, on how many criteria."""
    apart_count, count = sum(row["told"] for row in rows), len(rows)
    if not rows:
        return ""
    n = n_of(rows)
    if len(pairs) != 1:
        return tr("{told} of {count} comparisons differ significantly, {n}", told=apart_count, count=count, n=n)
    first, second = pairs[0]
    if not apart_count:
        return tr("{first} and {second} do not differ significantly yet, {n}", first=first, second=second, n=n)
    if count == 1:
        return tr("{first} and {second} differ significantly, {n}", first=first, second=second, n=n)
    words = {"first": first, "second": second, "told": apart_count, "count": count, "n": n}
    return tr("{first} and {second} differ on {told} of {count} criteria, {n}", **words)


COLUMNS = (
    ChartColumn("name", tr("Criterion")),
    ChartColumn("first", tr("First")),
    ChartColumn("first_value", "", "percent"),
    ChartColumn("second", tr("Second")),
    ChartColumn("second_value", "", "percent"),
    ChartColumn("value", tr("Difference"), "points"),
    ChartColumn("value", "", "interval"),
    ChartColumn("p_holm", "p", "p"),
    ChartColumn("n", "n", "count"),
    ChartColumn("standing", tr("Winner")),
)
COMPARED = Intervals(
    title=tr("Judges and systems compared"),
    measure=tr(
        "{figure}, in points, over the units that both have, paired by source document. The interval is for that "
        "pair alone. In a filled mark p is below .05 after Holm's correction over all comparisons. A winner is "
        "better than every other."
    ),
    needs=tr("This chart needs two judges, or two systems, with verdicts on the same texts."),
    rows=_rows,
    line="label",
    kind="points",
    span=(-0.1, 0.1, 0.1),
    guides=((0.0, tr("alike")),),
    tells_gold=True,
    columns=COLUMNS,
)


def build(connection: Connection, ask: ChartRequest) -> Picture:
    """Of two a line a criterion; of more a triangle a criterion, whoever is named at the left less who is above."""
    picture = COMPARED.build(connection, ask)
    rows = [row for row in picture.table.rows if row["value"] is not None]
    competitors = list(dict.fromkeys(row[end] for end in ("first", "second") for row in rows))
    if len(competitors) < 3:
        return picture
    differences = {}
    for row in rows:
        pair = tr("{first} minus {second}", first=row["first"], second=row["second"])
        words = f"{row['name']}, {pair}"
        differences[row["name"], row["first"], row["second"]] = mark(dict(row), "value", 0, words, "points")
    return replace(picture, drawing=build_triangle(differences, competitors, points))


def build_triangle(
    differences: Mapping[tuple[str, str, str], Mark], competitors: Sequence[str], format_value: Callable[[float], str]
) -> Matrix:
    """The differences by (what is compared, first, second) as a triangle each: who is at the left less who is above."""
    titles = list(dict.fromkeys(title for title, _, _ in differences))
    lines, cells = [], []
    for title in titles:
        for place, left in enumerate(competitors[1:], 1):
            lines.append(tr("{name}: {who}", name=title, who=left) if len(titles) > 1 else left)
            row_cells: list[Mark | None] = [None] * (len(competitors) - 1)
            for column, above in enumerate(competitors[:place]):
                cell = differences.get((title, left, above))
                reverse = differences.get((title, above, left))
                if cell is None and reverse is not None:
                    cell = replace(reverse, value=None if reverse.value is None else -reverse.value)
                row_cells[column] = cell
            cells.append(tuple(row_cells))
    most = max(abs(cell.value) for cell in differences.values() if cell.value is not None)
    texts = [[format_value(c.value) if c is not None and c.value is not None else "" for c in line] for line in cells]
    return Matrix(
        tuple(lines), tuple(competitors[:-1]), tuple(cells), tuple(map(tuple, texts)), -most, most, across=tr("minus")
    )


CHART = Chart(
    "told-apart", tr("Compared"), tr("Judges"), 2, build, ("pair", *DEFAULT_CHIPS), paged=True,
    intervals=COMPARED.intervals,
)  # fmt: skip
