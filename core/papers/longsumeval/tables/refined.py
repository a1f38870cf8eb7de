"""What refinement did to summaries, and what people say of questions and answers (LongSumEval, tables III and IV)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from galley.core.metrics.base import Params, Row, settings
from galley.core.metrics.registry import compute
from galley.core.paper_tables.paper_table import (
    Column,
    Figure,
    Line,
    Part,
    Sheet,
    add_left_out,
    cells,
    columns,
    count,
    figure,
)
from galley.core.papers.longsumeval.acceptance import read_refinement
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.storage.queries import filter_choices
from galley.core.storage.queries.items import read_documents

SUBSETS = {"all": "All summaries", "low coverage": "Low coverage", "low consistency": "Low consistency"}


def refinement(connection: Connection, params: Params) -> Sheet | None:
    """Table III: before and after refinement, by data set and score, for all and for low summaries."""
    sets = data_sets(connection, params)
    lines: list[Line] = []
    left_out_counts: list[Mapping[str, int]] = []
    for name in sets:
        result = compute("refinement", connection, replace(params, datasets=(name,) if name else params.datasets))
        left_out_counts.append(result.left_out)
        rows = {(row["judge"], row["score"], row["subset"]): row for row in result.rows}
        for judge, score in dict.fromkeys((judge, score) for judge, score, _ in rows):
            figures: list[Figure | None] = []
            for subset in SUBSETS:
                figures += _before_after(rows.get((judge, score, subset)))
            side = score.removeprefix("qa-").capitalize()
            lines.append(Line(", ".join(filter(None, (name, side))), figures, judge))
    if not lines:
        return None
    heads = []
    for title in SUBSETS.values():
        heads += [
            Column("n", title, "count"),
            Column("Before", title, places=3),
            Column("SD before", title, places=3),
            Column("After", title, places=3),
            Column("SD after", title, places=3),
            Column("Change", title, "signed", heat=(0.0, 0.5), places=3),
            Column("Change, %", title, "signed", places=1),
            Column("Worse", title, "percent"),
        ]
    notes = (
        "Before, after: means, with standard deviations. Change: of the mean, with its interval bootstrapped by item,"
        " then in per cent of what it was. Worse: per cent of the summaries that lost. Low: coverage below"
        " {low-coverage} or consistency below {low-consistency} before.".format(
            **settings(params, {"low-coverage": "0.6", "low-consistency": "0.7"})
        ),
    )
    return Sheet(
        "Data set and score",
        heads,
        lines,
        "Scores of summaries before and after refinement.",
        notes,
        add_left_out(left_out_counts),
    )


def rounds(connection: Connection, params: Params) -> Sheet | None:
    """The way of the scores, round by round: how far those that reached a round had come by then."""
    refinements = (read_refinement(head.meta) for head in read_documents(connection))
    numbers = (refinement.get("round") for refinement in refinements if refinement)
    last = max((number for number in numbers if isinstance(number, int)), default=0)
    parts: list[Part] = [
        (Column("n", kind="count"), "n"),
        (Column("First", places=3), "before"),
        (Column("Then", places=3), "after"),
        (Column("Change", kind="signed", heat=(0.0, 0.5), places=3), figure),
        *((Column(name.title(), kind="percent"), name) for name in ("better", "same", "worse")),
        *((Column(name.title(), kind="signed", places=3), name) for name in ("worst", "best")),
    ]
    lines = []
    for number in range(1, last + 1):
        options = (*params.options, f"version={number}")
        for row in compute("refinement", connection, replace(params, options=options)).rows:
            if row["subset"] == "all":
                side = str(row["score"]).removeprefix("qa-").capitalize()
                lines.append(Line(f"Round {number}", cells(row, parts), ", ".join(filter(None, (row["judge"], side)))))
    if not lines:
        return None
    notes = (
        "n: summaries that have a version of this round, accepted or not. Each is compared with its first version."
        " Worst, best: the change of the summary that lost and gained most.",
    )
    return Sheet("Round", columns(parts), lines, "Scores by round of refinement.", notes)


def validation(connection: Connection, params: Params) -> Sheet | None:
    """Table IV: what people say of questions and answers, with alpha."""
    result = compute("qa-validation", connection, params)
    if not result.rows:
        return None
    titles = {(c.scheme, c.id): c.name for c in names.criteria(connection).values()}
    lines = []
    for row in result.rows:
        form = ("qa-validation", row["criterion"])
        label = titles.get(form, str(row["criterion"]).capitalize())
        shares = (figure(row), Figure(row["no"], n=row["n"])) if form in titles else (None, None)
        row_figures = (count(row["n"]), *shares, figure(row, "alpha", "cells"), count(row["cells"]))
        lines.append(
            Line(
                f"{label}, where {row['asked']}" if row["asked"] else label,
                row_figures,
                f"{row['group'].capitalize()} quality",
                form if form in titles else None,
            )
        )
    heads = (
        Column("n", kind="count"),
        Column("Yes", kind="percent", heat=(0.0, 1.0)),
        Column("No", kind="percent"),
        Column("Alpha", heat=(0.0, 1.0)),
        Column("Cells", kind="count"),
    )
    notes = ("n: verdicts. Alpha: Krippendorff's, nominal, over the cells that two or more people answered.",)
    lines.sort(key=lambda line: line.group != "Question quality")
    return Sheet("Criterion", heads, lines, "Shares of people's verdicts, in per cent.", notes, result.left_out)


def data_sets(connection: Connection, params: Params) -> list[str]:
    """The data sets to show; one without a name where there is none, or a single one."""
    if params.datasets:
        return list(params.datasets)
    return filter_choices.list_choices(connection, "dataset") or [""]


def _before_after(row: Row | None) -> list[Figure | None]:
    if row is None:
        return [None] * 8
    change = Figure(row["change"], why=row["why"] if row["change"] is None else "")
    means = [Figure(row[name]) for name in ("before", "before_sd", "after", "after_sd")]
    return [count(row["n"]), *means, figure(row), change, Figure(row["worse"])]
