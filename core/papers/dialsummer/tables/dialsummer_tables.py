"""The tables and figures of DIAL-SUMMER: judges on fine and coarse errors, how often errors occur, and where."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from galley.core.columns import names
from galley.core.domain import Scheme
from galley.core.errors import InputError
from galley.core.metrics import implicit_no
from galley.core.metrics.base import Params, Result, Row
from galley.core.metrics.registry import compute
from galley.core.papers.dialsummer.methods.coarse_hallucination import CRITERION, TAXONOMIES
from galley.core.papers.dialsummer.methods.coarse_hallucination import SCHEME as BASIC
from galley.core.tables.paper_table import (
    Column,
    Figure,
    Line,
    Paper,
    PaperTable,
    Part,
    Sheet,
    cells,
    columns,
    figure,
    said,
    shared,
    spoken,
)

SCHEME, ROLLUP = "dial-summer", "hallucination"
LEVELS = {"dialogue": "Dialogue level", "within-turn": "Within turn"}
ANY = "Any of several"
JUDGED = "No judge was held against gold on the errors of DIAL-SUMMER; run galley judge dial-summer-fine and review."
CELLS = ("gold", "judges", "systems", "datasets", "splits")
CHANCE = (0.5, 1.0)
_BACC = (
    "BAcc: balanced accuracy over summaries, of which one has an error where any of its sentences (turns, for a missed"
    " one) has it. S-BAcc: the same over sentences or turns. Half is chance. n: the sentences or turns behind S-BAcc."
)


def fine(connection: sqlite3.Connection, params: Params) -> Sheet | None:
    """Table 3: an error a line, BAcc and S-BAcc of each judge."""
    scheme = _scheme(connection)
    if scheme is None:
        return None
    result = compute("detection", connection, replace(params, schemes=(SCHEME,)))
    rows: dict[tuple[str, str], Row] = {}
    for row in result.rows:
        if row["n"] or row["n_summaries"]:
            rows.setdefault((row["criterion"], row["judge"]), row)  # that of units comes first
    judges = list(dict.fromkeys(judge for _, judge in rows))
    if not rows:
        return None
    lines = [
        Line(name, (shared(row["n"] for row in mine.values()), *_both(mine, judges)), group, (SCHEME, each))
        for each, name, group in _errors(scheme)
        if (mine := {judge: rows[each, judge] for judge in judges if (each, judge) in rows})
    ]
    heads = (Column("n", kind="count"), *_judges(judges))
    about = f"Judges against people, an error at a time. {said(result.gold)}"
    doubt = implicit_no.describe_unchecked(result.rows)
    notes = (_BACC, "The top value of each error is marked; this is no test.", *filter(None, (doubt,)))
    return Sheet("Error", heads, lines, about, notes, result.left_out, "row")


def coarse(connection: sqlite3.Connection, params: Params) -> Sheet | None:
    """Table 2: a taxonomy a line, BAcc and S-BAcc of each model."""
    if not spoken(connection, SCHEME) or not spoken(connection, BASIC):
        return None
    try:
        result = compute(
            "detection",
            connection,
            replace(params, schemes=(BASIC,), criteria=(CRITERION,), against=f"{SCHEME}/{ROLLUP}"),
        )
    except InputError:  # nobody spoke of the roll-up
        return None
    models = {a.name: a.model for a in names.annotators(connection).values()}
    rows: dict[tuple[str, str], Row] = {}
    for row in result.rows:
        taxonomy = next((each for each in TAXONOMIES if row["judge"].endswith(f" {each}")), "")
        if taxonomy and row["n"]:
            rows.setdefault((taxonomy, models.get(row["judge"]) or row["judge"].removesuffix(f" {taxonomy}")), row)
    shown = list(dict.fromkeys(model for _, model in rows))
    titles = {"basic": "BASIC", "tofueval": "TofuEval", "finesure": "FineSurE", "dial-summer": "DIAL-SUMMER"}
    lines = [
        Line(titles[each], (shared(row["n"] for row in mine.values()), *_both(mine, shown)))
        for each in TAXONOMIES
        if (mine := {model: rows[each, model] for model in shown if (each, model) in rows})
    ]
    if not lines:
        return None
    heads = (Column("n", kind="count"), *_judges(shown))
    about = f"Is there any hallucination, asked under four taxonomies? {said(result.gold)}"
    doubt = implicit_no.describe_unchecked(result.rows)
    notes = (_BACC, "The top value of each model is marked; this is no test.", *filter(None, (doubt,)))
    return Sheet("Taxonomy", heads, lines, about, notes, result.left_out)


def frequency(connection: sqlite3.Connection, params: Params) -> Sheet | None:
    """Figure 2 and section 5: the share of summaries with each error, and with any of a level."""
    scheme = _scheme(connection)
    if scheme is None:
        return None
    asked = replace(params, schemes=(SCHEME,))
    result = compute("frequency", connection, asked)
    levels = compute("frequency", connection, replace(asked, by="level"))
    rows = {row["criterion"]: row for row in (*result.rows, *levels.rows) if row["summaries"] > row["open"]}
    parts: list[Part] = [
        (Column("n", kind="count"), "n"),
        (Column("Summaries with it", kind="percent", heat=(0.0, 1.0)), figure),
        (Column("Sentences or turns", kind="percent", heat=(0.0, 1.0)), partial(figure, key="unit_rate")),
        (Column("With it", kind="count"), "yes"),
        (Column("Open", kind="count"), "open"),
        (Column("Sentences a summary", places=1), partial(figure, key="spread")),
    ]
    wide = [(f"{ROLLUP}-{level}", f"Hallucination, {said_.lower()}", ANY) for level, said_ in LEVELS.items()]
    lines = _lines([*_errors(scheme), *wide], rows, parts)
    notes = (
        "n: summaries answered in full, weighted for their length. Sentences a summary: in how many sentences (turns)"
        " of a summary that has it an error stands, on average.",
    )
    about = f"How often each error occurs, in per cent. {_whose(params, result)}"
    return Sheet("Error", columns(parts), lines, about, notes, result.left_out) if lines else None


def position(connection: sqlite3.Connection, params: Params) -> Sheet | None:
    """Figure 3: where in the summary (of a missed turn, in the dialogue) each error stands."""
    scheme = _scheme(connection)
    if scheme is None:
        return None
    result = compute("position", connection, replace(params, schemes=(SCHEME,)))
    rows = {row["criterion"]: row for row in result.rows if row["n"]}
    parts: list[Part] = [
        (Column("n", kind="count"), "n"),
        *(
            (Column(part.title(), kind="percent", top="high", heat=(0.0, 1.0)), partial(_share, part=part))
            for part in ("start", "middle", "end")
        ),
    ]
    lines = _lines(_errors(scheme), rows, parts)
    about = (
        "Where in the summary each error stands (a missed turn: in the dialogue), in per cent."
        f" {_whose(params, result)}"
    )
    notes = (*result.notes, "n: errors. The most frequent place of each error is marked.")
    return Sheet("Error", columns(parts), lines, about, notes, result.left_out, "row") if lines else None


def _lines(errors: Sequence[tuple[str, str, str]], rows: Mapping[str, Row], parts: Sequence[Part]) -> list[Line]:
    """A line for each of ``errors`` (see ``_errors``) that has a row."""
    return [Line(name, cells(rows[e], parts), group, (SCHEME, e)) for e, name, group in errors if e in rows]


def _whose(params: Params, result: Result) -> str:
    return f"By {', '.join(params.judges)}." if params.judges else said(result.gold)


def _share(row: Mapping[str, Any], part: str) -> Figure:
    return Figure(row[f"{part}_share"], row[f"{part}_low"], row[f"{part}_high"], row["n"], row=row)


def _scheme(connection: sqlite3.Connection) -> Scheme | None:
    if not spoken(connection, SCHEME):
        return None
    return next((scheme for scheme in names.schemes(connection) if scheme.id == SCHEME), None)


def _errors(scheme: Scheme) -> list[tuple[str, str, str]]:
    """(criterion, name, group of lines) of the errors by level, then of the roll-ups."""
    errors = [(c.id, c.name, title) for level, title in LEVELS.items() for c in scheme.criteria if c.level == level]
    return errors + [(rollup.id, rollup.name, ANY) for rollup in scheme.rollups]


def _judges(judges: Iterable[str]) -> tuple[Column, ...]:
    return tuple(Column(title, judge, top="high", heat=CHANCE) for judge in judges for title in ("BAcc", "S-BAcc"))


def _both(rows: Mapping[str, Row], judges: Sequence[str]) -> tuple[Figure | None, ...]:
    return tuple(
        figure(rows[judge], key, n) if judge in rows else None
        for judge in judges
        for key, n in (("bacc", "n_summaries"), ("s_bacc", "n"))
    )


PAPER = Paper(
    SCHEME,
    "DIAL-SUMMER",
    "hierarchical errors in dialogue summaries",
    4,
    lambda connection: spoken(connection, SCHEME),
    (
        PaperTable("dial-summer-fine", "Detecting fine-grained errors", "table 3", fine, JUDGED, CELLS),
        PaperTable(
            "dial-summer-coarse",
            "Detecting hallucination",
            "table 2",
            coarse,
            "Nobody was asked about hallucination as a whole and held against gold on the errors of DIAL-SUMMER;"
            " run galley judge coarse-hallucination and review.",
            CELLS,
        ),
        PaperTable(
            "dial-summer-frequency",
            "Error frequency",
            "figure 2",
            frequency,
            "There is no gold on the errors of DIAL-SUMMER; review some summaries.",
            CELLS,
        ),
        PaperTable(
            "dial-summer-position",
            "Position of errors",
            "figure 3",
            position,
            "Nobody has marked an error of DIAL-SUMMER in a sentence or turn; review some summaries.",
            CELLS,
        ),
    ),
    sample="source documents",
)
