"""The tables and figures of KGDS: systems in both patterns and paradigms, their errors, retrieval and preference."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import replace

from galley.core.metrics.base import Params, Row
from galley.core.metrics.registry import compute
from galley.core.papers.kgds.discussion_figures import EXTRACT, FIGURES, PATTERNS, REFLECTED, REVIEWED, WRITTEN
from galley.core.papers.kgds.metrics import kgds_errors
from galley.core.tables.paper_table import Column, Figure, Line, Paper, PaperTable, Sheet, count, figure, said, spoken

PATTERN = {EXTRACT: "EBS-AOS", WRITTEN: "ABS-AOS"}
TITLES = {
    EXTRACT: ("BSP R", "BSP P", "BSP F1", "CAO R", "OP GM"),
    WRITTEN: ("KBSAF R", "KBSAF P", "KBSAF F1", "CAO R", "OP GM"),
}
ERRORS = ("OFI", "OSD", "IRU", "IRIC", "OM")
BOOT = ("gold", "judges", "systems", "datasets", "splits", "resamples", "seed")
_NEEDS = (
    "There are no background and opinion summaries of discussions that anybody verified; let kgds-summarize write some"
    " and kgds-verify look at them."
)
_SHORT = (
    "OFI: the opinion's facts are wrong. OSD: its sentiment is distorted. IRU: a reference is not clarified. IRIC: it"
    " is clarified wrongly. OM: the opinion is somebody else's."
)


def main(connection: sqlite3.Connection, params: Params) -> Sheet | None:
    """Table 1: a system a line, all figures of both patterns; after self-reflection with the change."""
    result = compute("kgds", connection, params)
    known = [row for row in result.rows if any(row[f] is not None for f in FIGURES)]
    rows = {(_series(row), row["system"], row["pattern"]): row for row in known}
    if not rows:
        return None
    lines = []
    for series, system in dict.fromkeys(key[:2] for key in rows):
        cells: list[Figure | None] = []
        for pattern in PATTERNS:
            row = rows.get((series, system, pattern))
            cells += [None] * 6 if row is None else [count(row["n"]), *(figure(row, f, f"{f}_n") for f in FIGURES)]
        lines.append(Line(system, tuple(cells), series))
    columns = [
        each
        for pattern in PATTERNS
        for each in (
            Column("n", PATTERN[pattern], "count"),
            *(Column(title, PATTERN[pattern], "percent", "high", (0.0, 1.0)) for title in TITLES[pattern]),
        )
    ]
    notes = ("Means over items, in per cent; n: items. The best system of each column is marked.",)
    return Sheet(
        "Main results",
        "System",
        tuple(columns),
        tuple(lines),
        f"Background, opinions and both, in two patterns. {said(result.gold)}",
        notes,
        result.left_out,
    )


def reflection(connection: sqlite3.Connection, params: Params) -> Sheet | None:
    """Table 1, second half: what self-reflection changed of each figure."""
    result = compute("kgds", connection, params)
    rows = {(_series(row), row["system"], row["pattern"]): row for row in result.rows if "op_change" in row}
    if not rows:
        return None
    lines = [
        Line(
            system,
            tuple(
                figure(row, f"{f}_change", f"{f}_n") if (row := rows.get((series, system, pattern))) else None
                for pattern in PATTERNS
                for f in FIGURES
            ),
            series,
        )
        for series, system in dict.fromkeys(key[:2] for key in rows)
    ]
    columns = tuple(Column(title, PATTERN[p], "points", heat=(0.0, 0.1)) for p in PATTERNS for title in TITLES[p])
    return Sheet(
        "What self-reflection changes",
        "System",
        columns,
        tuple(lines),
        f"Points after self-reflection less before, paired by item. {said(result.gold)}",
    )


def errors(connection: sqlite3.Connection, params: Params) -> Sheet | None:
    """Table 2: a system a line, the share of each error among the opinions that are not covered."""
    result = compute("kgds-errors", connection, params)
    found: dict[tuple[str, str], dict[tuple[str, str], Row]] = {}
    for row in result.rows:
        found.setdefault((_series(row), row["system"]), {})[row["pattern"], row["criterion"]] = row
    if not found:
        return None
    lines = []
    for (series, system), by in found.items():
        cells: list[Figure | None] = []
        for pattern in PATTERNS:
            mine: Sequence[Row | None] = [by.get((pattern, criterion)) for criterion in kgds_errors.ERRORS]
            cells.append(next((count(row["n"]) for row in mine if row), None))
            cells += [replace(figure(row), row=None) if row else None for row in mine]
        lines.append(Line(system, tuple(cells), series))
    columns = tuple(
        each
        for pattern in PATTERNS
        for each in (
            Column("n", PATTERN[pattern], "count"),
            *(Column(title, PATTERN[pattern], "percent", heat=(0.0, 1.0)) for title in ERRORS),
        )
    )
    return Sheet(
        "Errors of opinions",
        "System",
        columns,
        tuple(lines),
        f"Out of the opinions that are not covered, in per cent. {said(result.gold)}",
        (_SHORT, "n: opinions with an error that has a type."),
        result.left_out,
    )


def retrieval(connection: sqlite3.Connection, params: Params) -> Sheet | None:
    """Figure 2: how much of the article each extract takes."""
    result = compute("kgds-retrieval", connection, params)
    if not result.rows:
        return None
    lines = [
        Line(
            row["system"],
            (
                count(row["n"]),
                figure(row),
                Figure(row["pooled"]),
                Figure(row["class"]),
                figure(row, "change") if "change" in row else None,
            ),
            _paradigm(row),
        )
        for row in result.rows
    ]
    columns = (
        Column("n", kind="count"),
        Column("Share of the article", kind="percent", heat=(0.0, 1.0)),
        Column("Over all paragraphs", kind="percent"),
        Column("Retriever", kind="text"),
        Column("Change", kind="points"),
    )
    return Sheet(
        "Paragraph retrieval",
        "System",
        columns,
        tuple(lines),
        "The share of the article's paragraphs that an extract takes.",
        ("Conservative: below 30 %. Open: above 38 %.",),
        result.left_out,
    )


def preference(connection: sqlite3.Connection, params: Params) -> Sheet | None:
    """Figure 3: how often a model prefers the experts' extract to its own."""
    result = compute("kgds-winrate", connection, params)
    if not result.rows:
        return None
    lines = [
        Line(
            row["system"]
            if str(row["judge"]).startswith(row["system"])
            else f"{row['system']}, asked of {row['judge']}",
            (count(row["n"]), count(row["wins"]), figure(row)),
            _paradigm(row),
        )
        for row in result.rows
    ]
    columns = (
        Column("n", kind="count"),
        Column("For the experts", kind="count"),
        Column("Win rate of the experts", kind="percent", heat=(0.0, 1.0)),
    )
    return Sheet(
        "Whose extract is better",
        "System",
        columns,
        tuple(lines),
        "How often a model prefers the experts' extract to its own, where they differ.",
        (),
        result.left_out,
    )


def _paradigm(row: Row) -> str:
    return {REFLECTED: "After self-reflection", "": ""}.get(row["paradigm"], "Structured prompt")


def _series(row: Row) -> str:
    who = "reviewed" if row["by"] == REVIEWED else str(row["judge"])
    return ", ".join(filter(None, (_paradigm(row), who)))


PAPER = Paper(
    "kgds",
    "KGDS",
    "knowledge-grounded discussion summaries",
    1,
    lambda connection: spoken(connection, "kgds-*"),
    (
        PaperTable("kgds-main", "Main results", "table 1", main, _NEEDS, BOOT),
        PaperTable(
            "kgds-reflection",
            "What self-reflection changes",
            "table 1",
            reflection,
            "There are no summaries after self-reflection beside those before; run kgds-summarize for them.",
            BOOT,
        ),
        PaperTable(
            "kgds-opinion-errors",
            "Errors of opinions",
            "table 2",
            errors,
            "No opinion has an error with a type; run kgds-opinion-errors, or mark them in Review.",
            BOOT,
        ),
        PaperTable(
            "kgds-paragraphs",
            "Paragraph retrieval",
            "figure 2",
            retrieval,
            "There are no extracts of articles here; let kgds-summarize write some.",
            tuple(name for name in BOOT if name != "judges"),
        ),
        PaperTable(
            "kgds-preference",
            "Whose extract is better",
            "figure 3",
            preference,
            "Nobody was asked which extract is better; run kgds-feedback over extracts.",
            ("judges", "systems", "datasets", "splits"),
        ),
    ),
)
