"""The tables and figures of KGDS: systems in both patterns and paradigms, their errors, retrieval and preference."""

from __future__ import annotations

from collections.abc import Sequence
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
from galley.core.papers.kgds.metrics.tiers import BOTH, GAP
from galley.core.storage.connection import Connection

PATTERN = {EXTRACT: "EBS-AOS", WRITTEN: "ABS-AOS"}
TITLES = {
    EXTRACT: ("BSP R", "BSP P", "BSP F1", "CAO R", "OP GM"),
    WRITTEN: ("KBSAF R", "KBSAF P", "KBSAF F1", "CAO R", "OP GM"),
}
TIER_TITLES = {
    EXTRACT: ("EBS-AOS", "OP GM"),
    WRITTEN: ("ABS-AOS", "OP GM"),
    GAP: ("Both patterns", "Gap"),
    BOTH: ("Both patterns", "Mean"),
}
"""Where each pattern of the metric of tiers stands, and under which title."""
COUNTS = ("n", *(f"n of {title}" for titles in TITLES.values() for title in titles[1:]))
ERRORS = ("OFI", "OSD", "IRU", "IRIC", "OM")
SCHEMES = ("kgds-fact", "kgds-opinion", "kgds-paragraph")
_NEEDS = (
    "There are no background and opinion summaries of discussions that anybody verified; run kgds-summarize to write"
    " them and kgds-verify to check them."
)
_SHORT = (
    "OFI: the opinion's facts are wrong. OSD: its sentiment is distorted. IRU: a reference is not clarified. IRIC: it"
    " is clarified wrongly. OM: the opinion is somebody else's."
)


def main(connection: Connection, params: Params) -> Sheet | None:
    """Table 1: a system a line, all figures of both patterns; after self-reflection with the change."""
    result = compute("kgds", connection, params)
    rows_with_figures = [row for row in result.rows if any(row[f] is not None for f in FIGURES)]
    rows = {(_series(row), row["system"], row["pattern"]): row for row in rows_with_figures}
    if not rows:
        return None
    heads: list[Column] = []
    parts: list[tuple[str, str]] = []
    for pattern in PATTERNS:
        counts = [[row[f"{f}_n"] for row in rows.values() if row["pattern"] == pattern] for f in FIGURES]
        for place, (title, name) in enumerate(zip(TITLES[pattern], FIGURES, strict=True)):
            if not place or counts[place] != counts[place - 1]:
                heads.append(Column(f"n of {title}" if place else "n", PATTERN[pattern], "count"))
                parts.append((pattern, f"{name}_n"))
            heads.append(Column(title, PATTERN[pattern], "percent", "high", (0.0, 1.0)))
            parts.append((pattern, name))
    lines = []
    for series, system in dict.fromkeys(key[:2] for key in rows):
        figures: list[Figure | None] = []
        for pattern, name in parts:
            row = rows.get((series, system, pattern))
            is_count = name.endswith("_n")
            figures.append(None if row is None else count(row[name]) if is_count else figure(row, name, f"{name}_n"))
        lines.append(Line(system, figures, series))
    about = f"Background, opinions and both, in two patterns. {describe_gold(result.gold)}"
    notes = (
        "Means over items, in per cent; n: items of the figures up to the next n. The top value of each column is"
        " marked; this is not a test.",
    )
    return Sheet("System", heads, lines, about, notes, result.left_out)


def reflection(connection: Connection, params: Params) -> Sheet | None:
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


def errors(connection: Connection, params: Params) -> Sheet | None:
    """Table 2: a system a line, the share of each error among the opinions that are not covered."""
    return _errors(connection, params, "value")


def error_changes(connection: Connection, params: Params) -> Sheet | None:
    """Table 2, its arrows: what self-reflection changed of each share."""
    return _errors(connection, params, "change")


def _errors(connection: Connection, params: Params, shown_field: str) -> Sheet | None:
    result = compute("kgds-errors", connection, params)
    rows_by_system: dict[tuple[str, str], dict[tuple[str, str], Row]] = {}
    for row in result.rows:
        if shown_field in row:
            rows_by_system.setdefault((_series(row), row["system"]), {})[row["pattern"], row["criterion"]] = row
    if not rows_by_system:
        return None
    lines = []
    for (series, system), by in rows_by_system.items():
        shares: list[Figure | None] = []
        for pattern in PATTERNS:
            error_rows: Sequence[Row | None] = [by.get((pattern, criterion)) for criterion in OPINION_ERRORS]
            shares.append(next((count(row["n"]) for row in error_rows if row), None))
            shares += [replace(figure(row, shown_field), row=None) if row else None for row in error_rows]
        lines.append(Line(system, shares, series))
    is_share = shown_field == "value"
    about = (
        "Out of the opinions that are not covered, in per cent."
        if is_share
        else ("Points after self-reflection less before, out of the opinions that are not covered.")
    )
    heads = [
        column
        for pattern in PATTERNS
        for column in (
            Column("n", PATTERN[pattern], "count"),
            *(Column(title, PATTERN[pattern], "percent" if is_share else "points") for title in ERRORS),
        )
    ]
    notes = (_SHORT, "n: opinions with an error that has a type.")
    return Sheet("System", heads, lines, f"{about} {describe_gold(result.gold)}", notes, result.left_out)


def costs(connection: Connection, params: Params) -> Sheet | None:
    """Table 3: a step a line, what its calls cost."""
    result = compute("kgds-cost", connection, params)
    if not result.rows:
        return None
    parts: list[Part] = [
        (Column("Cost, $"), lambda row: Figure(row["value"], why=row["why"] if row["value"] is None else "")),
        (Column("Calls", kind="count"), "calls"),
        (Column("Failed", kind="count"), "failed"),
        (Column("Tokens in", kind="count"), "tokens_in"),
        (Column("Tokens out", kind="count"), "tokens_out"),
        (Column("Models", kind="text"), "models"),
    ]
    lines = [Line(str(row["step"]).capitalize(), cells(row, parts)) for row in result.rows]
    notes = ("Replies that an earlier run had paid for cost nothing again.",)
    return Sheet("Step", columns(parts), lines, "US dollars for calls, over all models.", notes, result.left_out)


def statistics(connection: Connection, params: Params) -> Sheet | None:
    """Tables 4 and 5 and appendix B: what there is of each kind, and how often experts agree."""
    result = compute("kgds-statistics", connection, params)
    lines = []
    for row in result.rows:
        shown: tuple[Figure | None, ...]
        if row["figure"] == "consistency":
            label = "Answered by two or more, share alike"
            shown = count(row["n"]), None, Figure(row["value"], n=row["n"], why=row["why"])
        else:
            label = str(row["figure"]).capitalize()
            shown = count(row["value"]), Figure(row["mean"]) if row["mean"] is not None else None, None
        lines.append(Line(label, shown, str(row["part"]).capitalize()))
    heads = (Column("In all", kind="count"), Column("Average", places=1), Column("Share", kind="percent"))
    notes = ("Average: for each article or discussion. Tokens: words and signs.",)
    return Sheet("Part", heads, lines, "What there is of each kind.", notes, result.left_out) if lines else None


def correlations(connection: Connection, params: Params) -> Sheet | None:
    """Figures 4 and 5: the points, a system a line, and below them their correlations."""
    points = {
        (_series(row), row["system"], row["pattern"]): row
        for row in compute("kgds", connection, replace(params, resamples=0)).rows
        if None not in (row["f1"], row["cao"])
    }
    result = compute("kgds-correlation", connection, params)
    coefficients = {(_series(row), row["coefficient"], row["pattern"]): row for row in result.rows if row["n"]}
    lines = []
    for series in dict.fromkeys(key[0] for key in points):
        for group, rows in ((f"{series}: points", points), (f"{series}: correlation", coefficients)):
            for label in dict.fromkeys(key[1] for key in rows if key[0] == series):
                shown: list[Figure | None] = []
                for pattern in PATTERNS:
                    row = rows.get((series, label, pattern))
                    if row is None:
                        shown += [None] * 5
                    elif rows is points:
                        shown += [count(row["f1_n"]), Figure(row["f1"]), Figure(row["cao"], n=row["cao_n"]), None, None]
                    else:
                        shown += [count(row["n"]), None, None, figure(row), Figure(row["p"], why=row["why"])]
                lines.append(Line(label.capitalize() if rows is coefficients else label, shown, group))
    heads = [
        column
        for pattern in PATTERNS
        for column in (
            Column("n", PATTERN[pattern], "count"),
            Column(TITLES[pattern][2], PATTERN[pattern], "percent"),
            Column("CAO R", PATTERN[pattern], "percent"),
            Column("Coefficient", PATTERN[pattern], places=3),
            Column("p", PATTERN[pattern], "p"),
        )
    ]
    about = f"Do better backgrounds go with better opinion summaries? {describe_gold(result.gold)}"
    notes = ("n: items of a point, systems of a coefficient. p of few systems is exact, from all their orders.",)
    return Sheet("System", heads, lines, about, notes, result.left_out) if lines else None


def overall(connection: Connection, params: Params) -> Sheet | None:
    """Figures 6 to 9: the overall figure of each pattern and their mean with tiers, and the gap between the two."""
    result = compute("kgds-tiers", connection, params)
    rows = {(_series(row), row["system"], row["pattern"]): row for row in result.rows if row["value"] is not None}
    lines = []
    for series, system in dict.fromkeys(key[:2] for key in rows):
        shown: list[Figure | None] = []
        for pattern in TIER_TITLES:
            row = rows.get((series, system, pattern))
            shown.append(None if row is None else figure(row))
            if pattern != GAP:
                shown.append(None if row is None else count(row["tier"]))
        lines.append(Line(system, shown, series))
    heads = []
    for pattern, (group, title) in TIER_TITLES.items():
        heads.append(Column(title, group, "points" if pattern == GAP else "percent"))
        heads += [Column("Tier", group, "count")] if pattern != GAP else []
    about = f"The overall figure, in per cent, and the tier that it falls into. {describe_gold(result.gold)}"
    notes = ("Tiers: the split into three with the least sum of squares. Gap: EBS-AOS less ABS-AOS, in points.",)
    return Sheet("System", heads, lines, about, notes, result.left_out) if lines else None


def retrieval(connection: Connection, params: Params) -> Sheet | None:
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


def preference(connection: Connection, params: Params) -> Sheet | None:
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
        PaperTable(
            "kgds-main", "Main results", "table 1", main, _NEEDS, DEFAULT_PARAMETERS, beyond=COUNTS, schemes=SCHEMES
        ),
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
            beyond=("n",),
            schemes=("kgds-opinion",),
        ),
        PaperTable(
            "kgds-error-changes",
            "What self-reflection changes of errors",
            "table 2",
            error_changes,
            "There are no errors of opinions after self-reflection beside those before.",
            DEFAULT_PARAMETERS,
            beyond=("n",),
        ),
        PaperTable(
            "kgds-costs",
            "What each step cost",
            "table 3",
            costs,
            "No method of KGDS has been run from this project.",
            (),
            {"price": ""},
            ("Opinion drafts", "Calls", "Failed", "Tokens in", "Tokens out", "Models"),
        ),
        PaperTable(
            "kgds-dataset",
            "The data set",
            "tables 4 and 5, appendix B",
            statistics,
            "There are no discussions with an article here.",
            ("datasets", "splits", "gold"),
            beyond=("Without a type",),
        ),
        PaperTable(
            "kgds-paragraphs",
            "Paragraph retrieval",
            "figure 2",
            retrieval,
            "There are no extracts of articles here; run kgds-summarize to write some.",
            tuple(name for name in DEFAULT_PARAMETERS if name != "judges"),
            beyond=("n", "Over all paragraphs", "Retriever", "Change", "experts"),
        ),
        PaperTable(
            "kgds-preference",
            "Whose extract is better",
            "figure 3",
            preference,
            "Nobody was asked which extract is better; run kgds-feedback over extracts.",
            ("judges", "systems", "datasets", "splits"),
            beyond=("n", "For the experts"),
        ),
        PaperTable(
            "kgds-correlations",
            "Backgrounds and opinion summaries",
            "figures 4 and 5",
            correlations,
            _NEEDS,
            ("gold", "judges", "systems", "datasets", "splits"),
            beyond=("n",),
            schemes=SCHEMES,
        ),
        PaperTable(
            "kgds-performance",
            "Overall performance and tiers",
            "figures 6 to 9",
            overall,
            _NEEDS,
            DEFAULT_PARAMETERS,
            schemes=SCHEMES,
        ),
    ),
)
