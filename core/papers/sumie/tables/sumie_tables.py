"""The tables of SUMIE: tables of entities turn by turn, distractors, categories and tones, the data, and its checks."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from galley.core.metrics.base import Params, Row, settings
from galley.core.metrics.registry import compute
from galley.core.papers.sumie.metrics.sumie_metric import ALL, COUNTS, REVIEWED
from galley.core.tables.paper_table import Column, Figure, Line, Paper, PaperTable, Sheet, count, figure, said, spoken

NAMED = {"precision": "Precision", "recall": "Recall", "f1": "F1"}
BOOT = ("gold", "judges", "systems", "datasets", "splits", "resamples", "seed")
SCORING = {"scoring": ""}
_NEEDS = "There are no entities with tables that somebody judged; run galley judge sumie-evaluate first."


def turns(split: str, title: str) -> Callable[[sqlite3.Connection, Params], Sheet | None]:
    """Tables 1 and 2: precision, recall and F1 of each system at each turn and on average; table 2 is ``split`` by
    distractors."""

    def build(connection: sqlite3.Connection, params: Params) -> Sheet | None:
        scoring = settings(params, SCORING)["scoring"]
        options = tuple(f"{n}={v}" for n, v in (("split", split), ("scoring", scoring)) if v)
        result = compute("sumie", connection, replace(params, options=options))
        found: dict[tuple[str, ...], dict[Any, Row]] = {}
        for row in result.rows:
            found.setdefault(_voice(row, split), {})[row["turn"]] = row
        if not found or (split and len({key[-1] for key in found}) < 2):
            return None
        at = sorted({turn for by in found.values() for turn in by if turn != ALL})
        lines = [
            Line(
                name,
                (
                    count(by[ALL]["n"]),
                    *(figure(by[turn], key) if turn in by else None for turn in (*at, ALL)),
                    count(by[ALL]["invalid"]) if key == "f1" else None,
                ),
                ", ".join(filter(None, voice)),
            )
            for voice, by in found.items()
            for key, name in NAMED.items()
        ]
        columns = (
            Column("n", kind="count"),
            *(Column(str(turn), "Turn", "percent", "", (0.0, 1.0)) for turn in at),
            Column("Average", "", "percent", "", (0.0, 1.0)),
            Column("Invalid", kind="count"),
        )
        notes = (
            "Means over entities, in per cent; n: entities. Repeats are wrong by the strict scoring and right as"
            " published: galley table --set scoring=as-published. Invalid: replies that were no table.",
        )
        return Sheet(
            title,
            "Figure",
            columns,
            tuple(lines),
            f"Tables after each paragraph. {said(result.gold)}",
            notes,
            result.left_out,
        )

    return build


def groups(split: str, title: str) -> Callable[[sqlite3.Connection, Params], Sheet | None]:
    """Figures 3 and 19: F1 by category, and by tone."""

    def build(connection: sqlite3.Connection, params: Params) -> Sheet | None:
        scoring = settings(params, SCORING)["scoring"]
        options = (f"split={split}", *((f"scoring={scoring}",) if scoring else ()))
        result = compute("sumie", connection, replace(params, options=options))
        rows = [row for row in result.rows if row["turn"] == ALL and row[split]]
        if not rows:
            return None
        lines = [
            Line(
                row[split],
                (count(row["n"]), *(figure(row, key) for key in NAMED), Figure(row["f1_sd"])),
                ", ".join(filter(None, _voice(row, ""))),
            )
            for row in rows
        ]
        columns = (
            Column("n", kind="count"),
            *(Column(name, kind="percent", heat=(0.0, 1.0)) for name in NAMED.values()),
            Column("SD of F1", kind="percent"),
        )
        return Sheet(
            title,
            split.capitalize(),
            columns,
            tuple(lines),
            f"Means over entities. {said(result.gold)}",
            (),
            result.left_out,
        )

    return build


def data(connection: sqlite3.Connection, params: Params) -> Sheet | None:
    """Tables 3 and 4: what entities and paragraphs hold, a category a line."""
    result = compute("sumie", connection, Params(options=("view=statistics",), cancelled=params.cancelled))
    if not result.rows:
        return None
    titles = (
        "Attributes",
        "Values",
        "Own attributes",
        "Own values",
        "Same",
        "Conflict",
        "New",
        "Sentences",
        "Distractors",
    )
    heads = ("Entity",) * 4 + ("Paragraph",) * 5
    columns = (
        Column("n", kind="count"),
        Column("Paragraphs", kind="count"),
        *(Column(title, head, places=1) for title, head in zip(titles, heads, strict=True)),
    )
    lines = [
        Line(
            row["category"] or "no category",
            (count(row["n"]), count(row["paragraphs"]), *(Figure(row[c]) for c in COUNTS)),
        )
        for row in result.rows
    ]
    notes = (
        "Means. Own: what another entity of the category has not. A paragraph's counts are of those after the first.",
    )
    return Sheet("The data", "Category", columns, tuple(lines), "What entities and paragraphs hold.", notes)


def checks(connection: sqlite3.Connection, params: Params) -> Sheet | None:
    """Section 4.4: the shares of redundant values and of values that their evidence does not support."""
    result = compute("sumie-quality", connection, params)
    if not result.rows:
        return None
    lines = [
        Line(
            row["system"],
            (
                count(row["n"]),
                figure(row, "rate"),
                Figure(row["at_least"]),
                Figure(row["at_most"]),
                count(row["open"]),
                count(row["people"]) if row["people"] else None,
                Figure(row["agreement"]) if row["people"] else None,
                Figure(row["alpha"]) if row["people"] else None,
            ),
            ", ".join((row["check"].capitalize(), "reviewed" if row["by"] == REVIEWED else row["judge"])),
        )
        for row in result.rows
    ]
    columns = (
        Column("n", kind="count"),
        Column("Rate", kind="percent", heat=(0.0, 1.0)),
        Column("At least", kind="percent"),
        Column("At most", kind="percent"),
        Column("Open", kind="count"),
        Column("People", kind="count"),
        Column("Agreement", kind="percent"),
        Column("Alpha"),
    )
    return Sheet(
        "Redundancy and hallucination",
        "System",
        columns,
        tuple(lines),
        f"Entries that repeat another value, and entries that their evidence does not support. {said(result.gold)}",
        ("n: entries with an answer.",),
        result.left_out,
    )


def _voice(row: Row, split: str) -> tuple[str, ...]:
    who = "reviewed" if row["by"] == REVIEWED else str(row["judge"])
    return (row["system"], who, *((f"{row[split]} {split}",) if split else ()))


PAPER = Paper(
    "sumie",
    "SUMIE",
    "incremental entity summaries",
    2,
    lambda connection: spoken(connection, "sumie-entry"),
    (
        PaperTable(
            "sumie-turns", "Performance by turn", "table 1", turns("", "Performance by turn"), _NEEDS, BOOT, SCORING
        ),
        PaperTable(
            "sumie-distractors",
            "Effect of distractors",
            "table 2",
            turns("distractors", "Effect of distractors"),
            "There are no entities both with and without distractors that somebody judged.",
            BOOT,
            SCORING,
        ),
        PaperTable(
            "sumie-categories",
            "Performance by category",
            "figure 3",
            groups("category", "Performance by category"),
            _NEEDS,
            BOOT,
            SCORING,
        ),
        PaperTable(
            "sumie-tones",
            "Performance by tone",
            "figure 19",
            groups("tone", "Performance by tone"),
            _NEEDS,
            BOOT,
            SCORING,
        ),
        PaperTable(
            "sumie-checks",
            "Redundancy and hallucination",
            "section 4.4",
            checks,
            "Nobody has answered whether entries repeat another, or whether their evidence supports them.",
            BOOT,
        ),
        PaperTable(
            "sumie-data",
            "The data",
            "tables 3 and 4",
            data,
            "There are no entities with golden entries here; import some with galley import sumie.",
            (),
        ),
    ),
)
