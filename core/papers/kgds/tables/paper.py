"""The tables and figures of KGDS: systems in both patterns and paradigms, their errors, retrieval and preference."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import replace

from galley.core.metrics.base import Params, Row
from galley.core.metrics.registry import compute
from galley.core.paper_tables.paper_table import (
    DEFAULT_PARAMETERS,
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
from galley.core.papers.kgds.discussion_figures import EXTRACT, FIGURES, PATTERNS, REFLECTED, REVIEWED, WRITTEN
from galley.core.papers.kgds.metrics.errors import OPINION_ERRORS

PATTERN = {EXTRACT: "EBS-AOS", WRITTEN: "ABS-AOS"}
TITLES = {
    EXTRACT: ("BSP R", "BSP P", "BSP F1", "CAO R", "OP GM"),
    WRITTEN: ("KBSAF R", "KBSAF P", "KBSAF F1", "CAO R", "OP GM"),
}
ERRORS = ("OFI", "OSD", "IRU", "IRIC", "OM")
SCHEMES = ("kgds-fact", "kgds-opinion", "kgds-paragraph")
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
    rows_with_figures = [row for row in result.rows if any(row[f] is not None for f in FIGURES)]
    rows = {(_series(row), row["system"], row["pattern"]): row for row in rows_with_figures}
    if not rows:
        return None
    lines = []
    for series, system in dict.fromkeys(key[:2] for key in rows):
        figures: list[Figure | None] = []
        for pattern in PATTERNS:
            row = rows.get((series, system, pattern))
            figures += [None] * 6 if row is None else [count(row["n"]), *(figure(row, f, f"{f}_n") for f in FIGURES)]
        lines.append(Line(system, figures, series))
    about = f"Background, opinions and both, in two patterns. {describe_gold(result.gold)}"
    notes = ("Means over items, in per cent; n: items. The top value of each column is marked; this is no test.",)
    return Sheet("System", _in_both(TITLES, "high"), lines, about, notes, result.left_out)


def _in_both(titles: Mapping[str, Sequence[str]], top: str = "") -> list[Column]:
    """The columns of a table of shares in both patterns: n, then those with these titles."""
    return [
        column
        for pattern in PATTERNS
        for column in (
            Column("n", PATTERN[pattern], "count"),
            *(Column(title, PATTERN[pattern], "percent", top, (0.0, 1.0)) for title in titles[pattern]),
        )
    ]


def reflection(connection: sqlite3.Connection, params: Params) -> Sheet | None:
    """Table 1, second half: what self-reflection changed of each figure."""
    result = compute("kgds", connection, params)
    rows = {(_series(row), row["system"], row["pattern"]): row for row in result.rows if "op_change" in row}
    if not rows:
        return None
    lines = []
    for series, system in dict.fromkeys(key[:2] for key in rows):
        both = [rows.get((series, system, pattern)) for pattern in PATTERNS]
        figures = [figure(row, f"{f}_change", f"{f}_n") if row else None for row in both for f in FIGURES]
        lines.append(Line(system, figures, series))
    heads = [Column(title, PATTERN[p], "points", heat=(0.0, 0.1)) for p in PATTERNS for title in TITLES[p]]
    about = f"Points after self-reflection less before, paired by item. {describe_gold(result.gold)}"
    return Sheet("System", heads, lines, about)


def errors(connection: sqlite3.Connection, params: Params) -> Sheet | None:
    """Table 2: a system a line, the share of each error among the opinions that are not covered."""
    result = compute("kgds-errors", connection, params)
    rows_by_system: dict[tuple[str, str], dict[tuple[str, str], Row]] = {}
    for row in result.rows:
        rows_by_system.setdefault((_series(row), row["system"]), {})[row["pattern"], row["criterion"]] = row
    if not rows_by_system:
        return None
    lines = []
    for (series, system), by in rows_by_system.items():
        shares: list[Figure | None] = []
        for pattern in PATTERNS:
            error_rows: Sequence[Row | None] = [by.get((pattern, criterion)) for criterion in OPINION_ERRORS]
            shares.append(next((count(row["n"]) for row in error_rows if row), None))
            shares += [replace(figure(row), row=None) if row else None for row in error_rows]
        lines.append(Line(system, shares, series))
    about = f"Out of the opinions that are not covered, in per cent. {describe_gold(result.gold)}"
    notes = (_SHORT, "n: opinions with an error that has a type.")
    return Sheet("System", _in_both(dict.fromkeys(PATTERNS, ERRORS)), lines, about, notes, result.left_out)


def retrieval(connection: sqlite3.Connection, params: Params) -> Sheet | None:
    """Figure 2: how much of the article each extract takes."""
    result = compute("kgds-retrieval", connection, params)
    if not result.rows:
        return None
    parts: list[Part] = [
        (Column("n", kind="count"), "n"),
        (Column("Share of the article", kind="percent", heat=(0.0, 1.0)), figure),
        (Column("Over all paragraphs", kind="percent"), "pooled"),
        (Column("Retriever", kind="text"), "class"),
        (Column("Change", kind="points"), lambda row: figure(row, "change") if "change" in row else None),
    ]
    lines = [Line(row["system"], cells(row, parts), _paradigm(row)) for row in result.rows]
    about = "The share of the article's paragraphs that an extract takes."
    notes = ("Conservative: below 30 %. Open: above 38 %.",)
    return Sheet("System", columns(parts), lines, about, notes, result.left_out)


def preference(connection: sqlite3.Connection, params: Params) -> Sheet | None:
    """Figure 3: how often a model prefers the experts' extract to its own."""
    result = compute("kgds-winrate", connection, params)
    if not result.rows:
        return None
    parts: list[Part] = [
        (Column("n", kind="count"), "n"),
        (Column("For the experts", kind="count"), "wins"),
        (Column("Win rate of the experts", kind="percent", heat=(0.0, 1.0)), figure),
    ]
    lines = [Line(_system_label(row), cells(row, parts), _paradigm(row)) for row in result.rows]
    about = "How often a model prefers the experts' extract to its own, where they differ."
    return Sheet("System", columns(parts), lines, about, (), result.left_out)


def _system_label(row: Row) -> str:
    itself = str(row["judge"]).startswith(row["system"])
    return str(row["system"]) if itself else f"{row['system']}, asked of {row['judge']}"


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
    lambda connection: has_verdicts(connection, "kgds-*"),
    (
        PaperTable("kgds-main", "Main results", "table 1", main, _NEEDS, DEFAULT_PARAMETERS, schemes=SCHEMES),
        PaperTable(
            "kgds-reflection",
            "What self-reflection changes",
            "table 1",
            reflection,
            "There are no summaries after self-reflection beside those before; run kgds-summarize for them.",
            DEFAULT_PARAMETERS,
            schemes=SCHEMES,
        ),
        PaperTable(
            "kgds-opinion-errors",
            "Errors of opinions",
            "table 2",
            errors,
            "No opinion has an error with a type; run kgds-opinion-errors, or mark them in Review.",
            DEFAULT_PARAMETERS,
            schemes=("kgds-opinion",),
        ),
        PaperTable(
            "kgds-paragraphs",
            "Paragraph retrieval",
            "figure 2",
            retrieval,
            "There are no extracts of articles here; let kgds-summarize write some.",
            tuple(name for name in DEFAULT_PARAMETERS if name != "judges"),
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
