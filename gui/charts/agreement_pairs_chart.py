"""Who agrees with whom: a square of Cohen's kappas over people and judges."""

from __future__ import annotations

from dataclasses import replace

from galley.core.metrics.base import Row, add_up
from galley.core.metrics.registry import close_table, compute
from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts.agreement_chart import COLUMNS, WORDS, at_answered_level, ordinals
from galley.gui.charts.base import Chart, ChartRequest, Mark, Picture
from galley.gui.charts.chart_marks import mark, n_of, needs, pages
from galley.gui.charts.chart_table import plain
from galley.gui.charts.chart_words import find_outlier, fold_details
from galley.gui.charts.drawing_kinds import FEW, NotedMatrix
from galley.gui.translation import tr, tr_n

TITLE = tr("Annotators, pairwise")
MOST = 20


def build(connection: Connection, ask: ChartRequest) -> Picture:
    """One criterion: the one that is chosen, else the one most pairs have in common, combined criteria first."""
    judges = ask.shown_judges()
    people = ask.shown_humans()
    if len(judges) + len(people) < 2:
        return Picture(TITLE, needs=tr("This chart needs two annotators who answered the same cells."))
    undrawn_count = max(0, len(judges) + len(people) - MOST)
    people = people[:MOST]
    params = ask.params(
        coefficients=("cohen-kappa", "cohen-kappa-quadratic"), level="unit", pairs=True, gold="gold",
        judges=judges[: MOST - len(people)], annotators=people or judges[:MOST], resamples=0,
    )  # fmt: skip
    result = compute("agreement", connection, params)
    ordinal = ordinals(connection)
    rows = [
        row
        for row in at_answered_level(connection, result.rows, params)
        if (row["coefficient"] == "cohen-kappa-quadratic") == ((row["scheme"], row["criterion"]) in ordinal)
    ]
    if not rows:
        return Picture(TITLE, needs=needs(result, tr("This chart needs two annotators who answered the same cells.")))
    for row in rows:
        row["who"] = tr("{one} and {other}", one=row["annotators"][0], other=row["annotators"][1])
        row["measure"] = WORDS[row["coefficient"]]
    group = max(
        pages(rows).values(), key=lambda g: (sum(r["value"] is not None for r in g), bool(g[0].get("rollup")), len(g))
    )
    if ask.resamples:
        # The intervals of one criterion only: those of all would take many times as long.
        about = group[0]
        one = replace(
            params, schemes=(about["scheme"],), criteria=(about["criterion"],), level=about["level"],
            resamples=ask.resamples,
        )  # fmt: skip
        exact = {(*r["annotators"], r["coefficient"]): r for r in compute("agreement", connection, one).rows}
        group = [row | exact.get((*row["annotators"], row["coefficient"]), {}) for row in group]
    names = [n for n in dict.fromkeys((*people, *judges)) if any(n in row["annotators"] for row in group)]
    cells: dict[tuple[str, str], Mark] = {}
    for row in group:
        first, second = row["annotators"]
        cells[first, second] = cells[second, first] = mark(
            row, "value", 0, tr("{one} and {other}", one=first, other=second)
        )
    marks = tuple(tuple(cells.get((a, b)) for b in names) for a in names)
    texts = tuple(tuple(_text(m) for m in line) for line in marks)
    notes = tuple(tuple(_note(m) for m in line) for line in marks)
    low = min([0.0, *(m.value for m in cells.values() if m.value is not None)])
    drawing = NotedMatrix(
        tuple(names), tuple(names), marks, texts, min(low, -1.0) if low < 0 else 0.0, 1.0, notes=notes
    )
    subtitle = fold_details(
        tr(
            "{measure} on “{criterion}” between each two annotators over the cells that both answered.",
            measure=group[0]["measure"],
            criterion=group[0]["name"],
        ),
        tr("0 is chance, 1 is full agreement; – is undefined. Below each figure: its number of cells."),
        tr_n("{n} more annotator is not drawn.", "{n} more annotators are not drawn.", undrawn_count)
        if undrawn_count
        else "",
        printed_figures.left_out(add_up(group), pairs=True),
    )
    return Picture(
        _finding(group), subtitle, drawing, plain(group, COLUMNS, closing=close_table("agreement", connection, group))
    )


def _finding(rows: list[Row]) -> str:
    """Which two agree more than every other two by their intervals; else how far all do."""
    fair = sorted((row for row in rows if row["value"] is not None and row["n"] >= FEW), key=lambda row: -row["value"])
    if not fair:
        return TITLE
    criterion, figure = fair[0]["name"], printed_figures.number(fair[0]["value"])
    if len(fair) == 1:
        figure += printed_figures.spread(fair[0]["low"], fair[0]["high"])
        return tr(
            "“{criterion}”: {who} agree at {figure}, {n:,} cells",
            criterion=criterion,
            who=fair[0]["who"],
            figure=figure,
            n=fair[0]["n"],
        )
    if find_outlier(fair) is fair[0]:
        return tr(
            "“{criterion}”: {who} agree most, {figure}, {n}",
            criterion=criterion,
            who=fair[0]["who"],
            n=n_of(fair[:1]),
            figure=f"{figure}{printed_figures.spread(fair[0]['low'], fair[0]['high'])}",
        )
    lowest = printed_figures.number(fair[-1]["value"])
    return tr(
        "“{criterion}”: {n:,} pairs agree at {low} to {figure}, {count}",
        criterion=criterion,
        n=len(fair),
        low=lowest,
        figure=figure,
        count=n_of(fair),
    )


def _note(mark: Mark | None) -> str:
    return "" if mark is None or mark.row is None else printed_figures.count(mark.row["n"])


def _text(mark: Mark | None) -> str:
    return "" if mark is None else printed_figures.MISSING if mark.value is None else printed_figures.number(mark.value)


CHART = Chart(
    "agreement-pairs", tr("Pairs of people"), tr("People"), 2, build,
    ("scheme", "criterion", "people", "judge", "system", "source", "split"),
    intervals=printed_figures.OVER_DOCUMENTS,
)  # fmt: skip
