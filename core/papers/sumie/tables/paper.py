"""The tables of SUMIE: tables of entities turn by turn, distractors, categories and tones, the data, and its checks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from galley.core.metrics.base import Params, Result, Row, settings
from galley.core.metrics.registry import compute
from galley.core.paper_tables.paper_table import (
    DEFAULT_PARAMETERS,
    Build,
    Column,
    Figure,
    Line,
    Paper,
    PaperTable,
    Part,
    Sheet,
    cells,
    columns,
    count,
    describe_gold,
    figure,
    has_verdicts,
)
from galley.core.papers.sumie.metrics.scores import ALL, COUNTS, REVIEWED
from galley.core.storage.connection import Connection

NAMED = {"precision": "Precision", "recall": "Recall", "f1": "F1"}
SCORING = {"scoring": ""}
SCHEMES = ("sumie-entry",)
_NEEDS = "There are no entities with tables that somebody judged; run galley judge sumie-evaluate first."


def turns(split: str) -> Build:
    """Tables 1 and 2: precision, recall and F1 of each system at each turn and on average; table 2 is ``split`` by
    distractors."""

    def build(connection: Connection, params: Params) -> Sheet | None:
        result = _compute_scores(connection, params, split)
        rows_by_key: dict[tuple[str, ...], dict[Any, Row]] = {}
        for row in result.rows:
            rows_by_key.setdefault(_row_key(row, split), {})[row["turn"]] = row
        if not rows_by_key or (split and len({key[-1] for key in rows_by_key}) < 2):
            return None
        at = sorted({turn for by in rows_by_key.values() for turn in by if turn != ALL})
        lines = []
        for row_key, by in rows_by_key.items():
            for key, name in NAMED.items():
                figures = [figure(by[turn], key) if turn in by else None for turn in (*at, ALL)]
                invalid = count(by[ALL]["invalid"]) if key == "f1" else None
                lines.append(Line(name, (count(by[ALL]["n"]), *figures, invalid), ", ".join(filter(None, row_key))))
        heads = (
            Column("n", kind="count"),
            *(Column(str(turn), "Turn", "percent", "", (0.0, 1.0)) for turn in at),
            Column("Average", "", "percent", "", (0.0, 1.0)),
            Column("Invalid", kind="count"),
        )
        notes = (
            "Means over entities, in per cent; n: entities. Repeats are wrong by the strict scoring and right as"
            " published: galley metrics --table --set scoring=as-published. Invalid: replies that were no table.",
        )
        return Sheet(
            "Figure", heads, lines, f"Tables after each paragraph. {describe_gold(result.gold)}", notes, result.left_out
        )

    return build


def groups(split: str) -> Build:
    """Figures 3 and 19: F1 by category, and by tone."""

    def build(connection: Connection, params: Params) -> Sheet | None:
        result = _compute_scores(connection, params, split)
        rows = [row for row in result.rows if row["turn"] == ALL and row[split]]
        if not rows:
            return None
        parts: list[Part] = [
            (Column("n", kind="count"), "n"),
            *((Column(name, kind="percent", heat=(0.0, 1.0)), partial(figure, key=key)) for key, name in NAMED.items()),
            (Column("SD of F1", kind="percent"), "f1_sd"),
        ]
        lines = [Line(row[split], cells(row, parts), ", ".join(filter(None, _row_key(row, "")))) for row in rows]
        about = f"Means over entities. {describe_gold(result.gold)}"
        return Sheet(split.capitalize(), columns(parts), lines, about, (), result.left_out)

    return build


def _compute_scores(connection: Connection, params: Params, split: str) -> Result:
    options = {"split": split, "scoring": settings(params, SCORING)["scoring"]}
    return compute("sumie", connection, replace(params, options=tuple(f"{n}={v}" for n, v in options.items() if v)))


def data(connection: Connection, params: Params) -> Sheet | None:
    """Tables 3 and 4: what entities and paragraphs hold, a category a line."""
    result = compute("sumie", connection, Params(options=("view=statistics",), cancelled=params.cancelled))
    if not result.rows:
        return None
    titles = ("Attributes", "Values", "Own attributes", "Own values", "Same", "Conflict", "New", "Sentences",
              "Distractors")  # fmt: skip
    heads = ("Entity",) * 4 + ("Paragraph",) * 5
    parts: list[Part] = [
        (Column("n", kind="count"), "n"),
        (Column("Paragraphs", kind="count"), "paragraphs"),
        *(
            (Column(title, head, places=1), count_name)
            for title, head, count_name in zip(titles, heads, COUNTS, strict=True)
        ),
    ]
    lines = [Line(row["category"] or "no category", cells(row, parts)) for row in result.rows]
    notes = (
        "Means. Own: what another entity of the category has not. A paragraph's counts are of those after the first.",
    )
    return Sheet("Category", columns(parts), lines, "What entities and paragraphs hold.", notes)


def checks(connection: Connection, params: Params) -> Sheet | None:
    """Section 4.4: the shares of redundant values and of values that their evidence does not support."""
    result = compute("sumie-quality", connection, params)
    if not result.rows:
        return None

    def of_people(name: str) -> Callable[[Mapping[str, Any]], Figure | None]:
        return lambda row: Figure(row[name]) if row["people"] else None

    parts: list[Part] = [
        (Column("n", kind="count"), "n"),
        (Column("Rate", kind="percent", heat=(0.0, 1.0)), partial(figure, key="rate")),
        (Column("At least", kind="percent"), "at_least"),
        (Column("At most", kind="percent"), "at_most"),
        (Column("Open", kind="count"), "open"),
        (Column("People", kind="count"), of_people("people")),
        (Column("Agreement", kind="percent"), of_people("agreement")),
        (Column("Alpha"), of_people("alpha")),
    ]
    lines = [
        Line(row["system"], cells(row, parts), f"{row['check'].capitalize()}, {_row_key(row, '')[1]}")
        for row in result.rows
    ]
    about = (
        f"Entries that repeat another value, and entries that their evidence does not support. "
        f"{describe_gold(result.gold)}"
    )
    return Sheet("System", columns(parts), lines, about, ("n: entries with an answer.",), result.left_out)


def _row_key(row: Row, split: str) -> tuple[str, ...]:
    who = "reviewed" if row["by"] == REVIEWED else str(row["judge"])
    return (row["system"], who, *((f"{row[split]} {split}",) if split else ()))


PAPER = Paper(
    "sumie",
    "SUMIE",
    "incremental entity summaries",
    2,
    lambda connection: has_verdicts(connection, "sumie-entry"),
    (
        PaperTable(
            "sumie-turns",
            "Performance by turn",
            "table 1",
            turns(""),
            _NEEDS,
            DEFAULT_PARAMETERS,
            SCORING,
            ("n",),
            SCHEMES,
        ),
        PaperTable(
            "sumie-distractors",
            "Effect of distractors",
            "table 2",
            turns("distractors"),
            "There are no entities both with and without distractors that somebody judged.",
            DEFAULT_PARAMETERS,
            SCORING,
            ("n", "Invalid"),
            SCHEMES,
        ),
        PaperTable(
            "sumie-categories",
            "Performance by category",
            "figure 3",
            groups("category"),
            _NEEDS,
            DEFAULT_PARAMETERS,
            SCORING,
            ("n", "Precision", "Recall"),
            SCHEMES,
        ),
        PaperTable(
            "sumie-tones",
            "Performance by tone",
            "figure 19",
            groups("tone"),
            _NEEDS,
            DEFAULT_PARAMETERS,
            SCORING,
            ("n", "Precision", "Recall"),
            SCHEMES,
        ),
        PaperTable(
            "sumie-checks",
            "Redundancy and hallucination",
            "section 4.4",
            checks,
            "There are no answers on whether entries repeat another, or whether their evidence supports them.",
            DEFAULT_PARAMETERS,
            beyond=("n", "At least", "At most", "Open", "People", "Alpha"),
            schemes=SCHEMES,
        ),
        PaperTable(
            "sumie-data",
            "The data",
            "tables 3 and 4",
            data,
            "There are no entities with golden entries here; import some with galley import sumie.",
            (),
            beyond=("n", "Paragraphs"),
        ),
    ),
)
