"""The tables and figures of DIAL-SUMMER: judges on fine and coarse errors, how often errors occur, and where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from galley.core.domain import Scheme
from galley.core.errors import InputError
from galley.core.metrics import implicit_no
from galley.core.metrics.base import Params, Result, Row
from galley.core.metrics.frequency import join_levels
from galley.core.metrics.registry import compute
from galley.core.paper_tables.paper_table import (
    Column,
    Figure,
    Line,
    Paper,
    PaperTable,
    Part,
    Sheet,
    cells,
    columns,
    describe_gold,
    figure,
    has_verdicts,
    shared_count,
)
from galley.core.papers.dialsummer.methods.coarse_hallucination import CRITERION, TAXONOMIES
from galley.core.papers.dialsummer.methods.coarse_hallucination import SCHEME as BASIC
from galley.core.storage import names
from galley.core.storage.connection import Connection

SCHEME, COMBINED_CRITERION = "dial-summer", "hallucination"
LEVELS = {"dialogue": "Dialogue level", "within-turn": "Within turn"}
ANY = "Any of several"
JUDGED = "No judge was compared with gold on the errors of DIAL-SUMMER; run galley judge dial-summer-fine and review."
CELLS = ("gold", "judges", "systems", "datasets", "splits")
CHANCE = (0.5, 1.0)
_BACC = (
    "BAcc: balanced accuracy over summaries, of which one has an error where any of its sentences (turns, for a missed"
    " one) has it. S-BAcc: the same over sentences or turns. In per cent; 50 is chance. n: the sentences or turns"
    " behind S-BAcc."
)


def fine(connection: Connection, params: Params) -> Sheet | None:
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
        Line(
            name,
            (shared_count(row["n"] for row in judge_rows.values()), *_both(judge_rows, judges)),
            group,
            (SCHEME, error),
        )
        for error, name, group in _errors(scheme)
        if (judge_rows := {judge: rows[error, judge] for judge in judges if (error, judge) in rows})
    ]
    heads = (Column("n", kind="count"), *_judges(judges))
    about = f"Judges against people, an error at a time. {describe_gold(result.gold)}"
    doubt = implicit_no.describe_unchecked(result.rows)
    notes = (_BACC, "The top value of each error is marked; this is not a test.", *filter(None, (doubt,)))
    return Sheet("Error", heads, lines, about, notes, result.left_out, "row")


def coarse(connection: Connection, params: Params) -> Sheet | None:
    """Table 2: a taxonomy a line, BAcc and S-BAcc of each model."""
    if not has_verdicts(connection, SCHEME) or not has_verdicts(connection, BASIC):
        return None
    try:
        result = compute(
            "detection",
            connection,
            replace(params, schemes=(BASIC,), criteria=(CRITERION,), against=f"{SCHEME}/{COMBINED_CRITERION}"),
        )
    except InputError:  # nobody spoke of the combined criterion
        return None
    models = {a.name: a.model for a in names.annotators(connection).values()}
    rows: dict[tuple[str, str], Row] = {}
    for row in result.rows:
        taxonomy = next((name for name in TAXONOMIES if row["judge"].endswith(f" {name}")), "")
        if taxonomy and row["n"]:
            rows.setdefault((taxonomy, models.get(row["judge"]) or row["judge"].removesuffix(f" {taxonomy}")), row)
    shown_models = list(dict.fromkeys(model for _, model in rows))
    titles = {"basic": "BASIC", "tofueval": "TofuEval", "finesure": "FineSurE", "dial-summer": "DIAL-SUMMER"}
    lines = [
        Line(
            titles[taxonomy], (shared_count(row["n"] for row in model_rows.values()), *_both(model_rows, shown_models))
        )
        for taxonomy in TAXONOMIES
        if (model_rows := {model: rows[taxonomy, model] for model in shown_models if (taxonomy, model) in rows})
    ]
    if not lines:
        return None
    heads = (Column("n", kind="count"), *_judges(shown_models))
    about = f"Is there any hallucination, asked under four taxonomies? {describe_gold(result.gold)}"
    doubt = implicit_no.describe_unchecked(result.rows)
    notes = (_BACC, "The top value of each model is marked; this is not a test.", *filter(None, (doubt,)))
    return Sheet("Taxonomy", heads, lines, about, notes, result.left_out)


def frequency(connection: Connection, params: Params) -> Sheet | None:
    """Figure 2 and section 5: the share of summaries with each error, and with any of a level."""
    scheme = _scheme(connection)
    if scheme is None:
        return None
    error_params = replace(params, schemes=(SCHEME,))
    result = compute("frequency", connection, error_params)
    levels = compute("frequency", connection, replace(error_params, by="level"))
    joined_rows = (*join_levels(result.rows), *join_levels(levels.rows))
    rows = {row["criterion"]: row for row in joined_rows if row["summaries"] > row["open"]}
    parts: list[Part] = [
        (Column("n", kind="count"), "n"),
        (Column("Plain share", "Summaries with it", "percent", heat=(0.0, 1.0)), partial(figure, key="plain")),
        (Column("Weighted share", "Summaries with it", "percent", heat=(0.0, 1.0)), figure),
        (Column("Sentences or turns", kind="percent", heat=(0.0, 1.0)), partial(figure, key="unit_rate")),
        (Column("With it", kind="count"), "yes"),
        (Column("Open", kind="count"), "open"),
        (Column("Sentences a summary", places=1), partial(figure, key="spread")),
    ]
    wide = [
        (f"{COMBINED_CRITERION}-{level}", f"Hallucination, {level_name.lower()}", ANY)
        for level, level_name in LEVELS.items()
    ]
    lines = _lines([*_errors(scheme), *wide], rows, parts)
    notes = (
        "n: summaries answered in full. Plain share: of these, each counted once, as in the paper. Weighted share: each"
        " stands for the summaries of its length, as longer ones are answered in full less often; the two are the same"
        " where nothing is open. Sentences a summary: in how many sentences (turns)"
        " of a summary that has it an error stands, on average.",
    )
    about = f"How often each error occurs, in per cent. {_source_note(params, result)}"
    return Sheet("Error", columns(parts), lines, about, notes, result.left_out) if lines else None


def position(connection: Connection, params: Params) -> Sheet | None:
    """Figure 3: where in the summary (of a missed turn, in the dialogue) each error stands."""
    scheme = _scheme(connection)
    if scheme is None:
        return None
    result = compute("position", connection, replace(params, schemes=(SCHEME,)))
    rows = {row["criterion"]: row for row in result.rows if row["n"]}
    parts: list[Part] = [
        (Column("n", kind="count"), "n"),
        *(
            (Column(part.title(), kind="percent", top="high", heat=(0.0, 1.0)), partial(_share_figure, part=part))
            for part in ("start", "middle", "end")
        ),
    ]
    lines = _lines(_errors(scheme), rows, parts)
    about = (
        "Where in the summary each error is (a missed turn: in the dialogue), in per cent."
        f" {_source_note(params, result)}"
    )
    notes = (*result.notes, "n: errors. The most frequent place of each error is marked.")
    return Sheet("Error", columns(parts), lines, about, notes, result.left_out, "row") if lines else None


def _lines(errors: Sequence[tuple[str, str, str]], rows: Mapping[str, Row], parts: Sequence[Part]) -> list[Line]:
    """A line for each of ``errors`` (see ``_errors``) that has a row."""
    return [Line(name, cells(rows[e], parts), group, (SCHEME, e)) for e, name, group in errors if e in rows]


def _source_note(params: Params, result: Result) -> str:
    return f"By {', '.join(params.judges)}." if params.judges else describe_gold(result.gold)


def _share_figure(row: Mapping[str, Any], part: str) -> Figure:
    return Figure(row[f"{part}_share"], row[f"{part}_low"], row[f"{part}_high"], row["n"], row=row)


def _scheme(connection: Connection) -> Scheme | None:
    if not has_verdicts(connection, SCHEME):
        return None
    return next((scheme for scheme in names.schemes(connection) if scheme.id == SCHEME), None)


def _errors(scheme: Scheme) -> list[tuple[str, str, str]]:
    """(criterion, name, group of lines) of the errors by level, then of the combined criterions."""
    errors = [(c.id, c.name, title) for level, title in LEVELS.items() for c in scheme.criteria if c.level == level]
    return errors + [(rollup.id, rollup.name, ANY) for rollup in scheme.combined_criteria]


def _judges(judges: Iterable[str]) -> tuple[Column, ...]:
    return tuple(Column(title, judge, "percent", "high", CHANCE) for judge in judges for title in ("BAcc", "S-BAcc"))


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
    lambda connection: has_verdicts(connection, SCHEME),
    (
        PaperTable(
            "dial-summer-fine",
            "Detecting fine-grained errors",
            "table 3",
            fine,
            JUDGED,
            CELLS,
            beyond=("n", "Speaker identity bias", "Missed conversation", "Hallucination", "Incompleteness"),
        ),
        PaperTable(
            "dial-summer-coarse",
            "Detecting hallucination",
            "table 2",
            coarse,
            "No answer about hallucination as a whole has gold on the errors of DIAL-SUMMER beside it;"
            " run galley judge coarse-hallucination and review.",
            CELLS,
            beyond=("n",),
        ),
        PaperTable(
            "dial-summer-frequency",
            "Error frequency",
            "figure 2",
            frequency,
            "There is no gold on the errors of DIAL-SUMMER; review some summaries.",
            CELLS,
            beyond=("n", "Weighted share", "Sentences or turns", "With it", "Open", "Incompleteness"),
        ),
        PaperTable(
            "dial-summer-position",
            "Position of errors",
            "figure 3",
            position,
            "Nobody has marked an error of DIAL-SUMMER in a sentence or turn; review some summaries.",
            CELLS,
            beyond=("n", "Speaker identity bias", "Missed conversation", "Hallucination", "Incompleteness"),
        ),
    ),
    sample="source documents",
)
