"""Whether a judge is right as often as it says: the share of errors against its confidence, in ten bins."""

from __future__ import annotations

from galley.core.metrics.base import Result
from galley.core.metrics.confidence import ONCE
from galley.core.metrics.registry import close_table, compute
from galley.core.storage.connection import Connection
from galley.gui.charts import implicit_answers, printed_figures
from galley.gui.charts.base import Axis, Chart, ChartRequest, Curve, Picture, Plane, Point
from galley.gui.charts.chart_marks import Row, criteria, join_sentences, mark, name_of, needs
from galley.gui.charts.chart_table import ChartColumn, plain
from galley.gui.charts.chart_words import describe_figures
from galley.gui.translation import tr

TITLE = tr("Calibration")
NEEDS = tr("This chart needs a judge's confidences and gold on the same cells.")
CHIPS = ("pair", "scheme", "criterion", "judge", "system", "source", "split", "gold", "only-gold")
COLUMNS = (
    ChartColumn("name", tr("Criterion")),
    ChartColumn("judge", tr("Judge")),
    ChartColumn("bin", tr("Bin")),
    ChartColumn("n", "n", "count"),
    ChartColumn("confidence", tr("Mean confidence"), "percent"),
    ChartColumn("value", tr("Errors"), "percent"),
    ChartColumn("value", "", "interval"),
)


def build(connection: Connection, ask: ChartRequest) -> Picture:
    """A criterion a page, the one with most cells first; a point a judge and bin."""
    result = compute("confidence", connection, ask.params(options=("view=bins",)))
    pages, page_rows = choose_page(connection, [row for row in result.rows if row["n"]], ask)
    if not page_rows:
        return Picture(TITLE, needs=needs(result, NEEDS))
    for row in page_rows:
        low, high = row["bin"].split(" to ")
        row["bin"] = tr("{low} to {high}", low=low, high=high)
    whole = compute("confidence", connection, ask.params())
    shown = tuple(page_rows[0][key] for key in ("scheme", "criterion", "level"))
    judge_rows = [
        row
        for row in whole.rows
        if tuple(row[key] for key in ("scheme", "criterion", "level")) == shown and row["brier"] is not None
    ]
    judge_sentences = [
        tr("{judge}: Brier score {brier}, calibration error {error}.", judge=row["judge"],
           brier=printed_figures.number(row["brier"]), error=printed_figures.number(row["error"]))
        for row in judge_rows
    ]  # fmt: skip
    title = describe_figures(
        tr("Mean calibration error on “{criterion}”", criterion=page_rows[0]["name"]), judge_rows, ("judge",), "error"
    )
    points, curves = [], []
    for series, judge in enumerate(ask.every_judge):
        bins = [row for row in page_rows if row["judge"] == judge]
        words = tr("{judge}, {bin}: errors", judge=judge, bin="{bin}")
        points += [Point(row["confidence"], mark(row, "value", series, words.format(bin=row["bin"]))) for row in bins]
        if len(bins) > 1:
            x, y = (tuple(float(row[key]) for row in bins) for key in ("confidence", "value"))
            curves.append(Curve(x, y, series=series, label=judge if len(ask.shown_judges()) > 1 else ""))
    subtitle = join_sentences(
        tr("The share of units with “{criterion}” at each level of the judge's confidence.",
           criterion=page_rows[0]["name"]),
        " ".join(judge_sentences),
        tr("On the dashed line a judge is right as often as its confidence says."),
        single_sample_note(result),
        printed_figures.about(()),
        printed_figures.gold(result.gold),
        printed_figures.left_out(whole.left_out),
    )  # fmt: skip
    drawing = Plane(
        Axis(0, 1, tr("Confidence of an error"), "percent"), Axis(0, 1, tr("Errors"), "percent"),
        tuple(points), tuple(curves), (((0.0, 0.0), (1.0, 1.0), ""),),
    )  # fmt: skip
    return Picture(
        title or TITLE,
        subtitle,
        drawing,
        plain(page_rows, COLUMNS, closing=close_table("confidence", connection, judge_rows)),
        ask.every_judge,
        pairs=pages,
    )


def single_sample_note(result: Result) -> str:
    """Which judges have no confidence because they were asked once, and what they need."""
    return " ".join(note for note in result.notes if note.startswith(ONCE))


def choose_page(connection: Connection, rows: list[Row], ask: ChartRequest) -> tuple[tuple[str, ...], list[Row]]:
    """The pages (names of criteria, those with most cells first), and the rows of the one that was chosen, else of the
    first; ``name`` in each row is that of its criterion."""
    criterion_names = criteria(connection)
    sizes: dict[str, int] = {}
    for row in rows:
        row["name"] = name_of(criterion_names, row)
    implicit_answers.name_levels(rows)
    for row in rows:
        sizes[row["name"]] = sizes.get(row["name"], 0) + int(row.get("n") or 1)
    names = tuple(sorted(sizes, key=lambda name: -sizes[name]))
    chosen_name = ask.pair if ask.pair in names else names[0] if names else ""
    return names, [row for row in rows if row["name"] == chosen_name]


CHART = Chart("reliability", TITLE, tr("Judges"), 5, build, CHIPS, True)
