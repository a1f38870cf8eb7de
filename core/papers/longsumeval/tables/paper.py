"""The tables of LongSumEval: its scores against people's, refinement, what people say of questions, and sensitivity."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from galley.core.judges.qa.outcome import SCHEME
from galley.core.judges.qa.scoring import CONSISTENCY, COVERAGE
from galley.core.metrics.base import Params, Row, settings
from galley.core.metrics.registry import compute
from galley.core.metrics.score_columns import PEOPLE, VERDICT
from galley.core.paper_tables.paper_table import (
    Column,
    Figure,
    Line,
    Paper,
    PaperTable,
    Sheet,
    has_scores,
    has_verdicts,
)
from galley.core.papers.longsumeval.tables.lengths import lengths
from galley.core.papers.longsumeval.tables.refined import data_sets, refinement, rounds, validation
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.storage.queries.columns import list_scores

HUMAN = {
    COVERAGE: ("coverage", "relevance"),
    CONSISTENCY: ("consistency", "factual-consistency", "accuracy", "factuality", "faithfulness"),
}
"""What people's score of a side is called in the data sets of table I, in the order in which one is looked for."""
OWN_SCORES = tuple(f"qa-{side}" for side in HUMAN)
SIMILARITIES = {"empm": "empm", "rouge": "ROUGE-1", "cossim": "cosine", "": "–"}
STANDARD = {"level": "", "coverage": "", "consistency": ""}
FILTER_FIELDS = ("judges", "systems", "datasets", "splits")
FEWEST = 3
"""So many systems are correlated as systems; of fewer, summaries are."""
_TAU = (
    "Kendall's tau-b with people's score ({who}), over systems where a data set has three or more, else over summaries."
    " Stars: p below 0.05, 0.01 and 0.001."
)
_ASK = "No judge has asked questions here; run galley judge qa-evaluation, and import people's scores."


def correlation(connection: Connection, params: Params) -> Sheet | None:
    """Table II: a judge, side and similarity a line, tau for each data set; other scores are lines, too."""
    sets = data_sets(connection, params)
    figures_by_line: dict[tuple[str, str, str], dict[str, Figure]] = {}
    who: dict[str, None] = {}
    for name in sets:
        for row in _against(connection, params, name, view="top", tops=""):
            key = row["judge"], row["score"], row["similarity"] and SIMILARITIES[row["similarity"]]
            figures_by_line.setdefault(key, {})[name] = _tau(row)
            who[row["y"]] = None
        for side, human in _people(connection, params, name).items():
            for row in _others(connection, params, name, side, human):
                figures_by_line.setdefault((row["x"], side, ""), {})[name] = _tau(row)
                who[row["y"]] = None
    if not who:
        return None
    sets = [name for name in sets if any(name in by for by in figures_by_line.values())]
    columns = tuple(Column(name or "all", top="high", heat=(0.0, 1.0), places=3) for name in sets)
    lines = [
        Line(f"{judge}, {similarity}" if similarity else judge, tuple(by.get(name) for name in sets), side.capitalize())
        for (judge, side, similarity), by in sorted(figures_by_line.items(), key=lambda pair: (pair[0][1] == COVERAGE,))
    ]
    return Sheet(
        "Score", columns, lines, "How well scores by questions agree with people.", (_TAU.format(who=", ".join(who)),)
    )


def ranges(side: str, title: str, standard: str) -> Callable[[Connection, Params], Sheet | None]:
    """Tables V and VI: so many questions a line."""

    def build(connection: Connection, params: Params) -> Sheet | None:
        options = settings(params, {**STANDARD, "ranges": standard})
        return _sensitivity(connection, params, title, "Questions", "range", (side,), ranges=options["ranges"])

    return build


def threshold(connection: Connection, params: Params) -> Sheet | None:
    """Table VII: a threshold a line."""
    options = settings(params, {**STANDARD, "thresholds": "0.2,0.3,0.4,0.5,0.6,0.7"})
    return _sensitivity(
        connection,
        params,
        "Sensitivity to the threshold",
        "Threshold",
        "threshold",
        (CONSISTENCY,),
        thresholds=options["thresholds"],
    )


def top(connection: Connection, params: Params) -> Sheet | None:
    """Section III-C: only the most important questions."""
    options = settings(params, {**STANDARD, "tops": "1,2,3,5,8"})
    return _sensitivity(
        connection,
        params,
        "Sensitivity to the number of questions that count",
        "Top k",
        "top",
        (COVERAGE, CONSISTENCY),
        tops=options["tops"],
    )


def _sensitivity(
    connection: Connection, params: Params, title: str, head: str, view: str, sides: Sequence[str], **more: str
) -> Sheet | None:
    sets = data_sets(connection, params)
    figures_by_line: dict[tuple[str, str, str], dict[tuple[str, str], Figure]] = {}
    who: dict[str, None] = {}
    for name in sets:
        for row in _against(connection, params, name, view=view, **more):
            if row["score"] in sides:
                line = row["judge"], row["score"], str(row[view])
                figures_by_line.setdefault(line, {})[name, row["similarity"]] = _tau(row)
                who |= {row["y"]: None} if "y" in row else {}
    if not who:
        return None
    places = list(dict.fromkeys(place for by in figures_by_line.values() for place in by))
    order = sorted(places, key=lambda place: sets.index(place[0]))
    is_by_similarity = any(similarity for _, similarity in order)
    heads = [(SIMILARITIES[kind], name or "all") if is_by_similarity else (name or "all", "") for name, kind in order]
    columns = tuple(Column(*head, top="high", heat=(0.0, 1.0), places=3) for head in heads)
    several = len(sides) > 1
    lines = [
        Line(similarity, tuple(by.get(place) for place in order), f"{judge}, {side}" if several else judge)
        for (judge, side, similarity), by in figures_by_line.items()
    ]
    return Sheet(
        head,
        columns,
        lines,
        f"{' and '.join(sides).capitalize()} from the stored answers, without a call, against people.",
        (_TAU.format(who=", ".join(who)), "The top value of each column is marked; this is not a test."),
    )


def _against(connection: Connection, params: Params, dataset: str, **chosen_settings: str) -> Iterable[Row]:
    """The rows of a view of qa in one data set, each side against people's score of it, at the level that fits."""
    people = _people(connection, params, dataset)
    all_settings = settings(params, {**STANDARD, **chosen_settings})
    if not people:
        return
    options = tuple(f"{name}={value}" for name, value in chosen_settings.items())
    qa_params = replace(
        params,
        datasets=(dataset,) if dataset else params.datasets,
        y=tuple(dict.fromkeys(people.values())),
        coefficients=("kendall",),
        options=options,
    )
    result = compute("qa", connection, qa_params)
    rows_by_key: dict[tuple[str, ...], dict[str, Row]] = {}
    for row in result.rows:
        human = people.get(row["score"])
        is_beyond = human is not None and "y" not in row  # the run asked fewer questions, and the row says so
        if is_beyond or ("y" in row and human in (row["y"], row["y"].partition("@")[0])):
            key = (
                row["judge"],
                row["score"],
                row["similarity"],
                *(str(row.get(v)) for v in ("threshold", "range", "top")),
            )
            rows_by_key.setdefault(key, {})[row.get("level", "")] = row
    for levels in rows_by_key.values():
        yield levels[""] if "" in levels else _fitting(levels, all_settings["level"])


def _fitting(levels: Mapping[str, Row], level: str) -> Row:
    """The row over systems where there are enough of them, else over summaries; or the one that is wanted."""
    if level:
        return levels[level]
    return levels["system"] if levels["system"]["n"] >= FEWEST else levels["summary"]


def _others(connection: Connection, params: Params, dataset: str, side: str, human: str) -> Iterable[Row]:
    """Other programs' scores against people's score of a side: those whose name says this side, or neither."""
    kinds = {row: annotator.kind for row, annotator in names.annotators(connection).items()}
    stored = [
        metric for metric, who in list_scores(connection) if kinds[who] not in PEOPLE and metric not in OWN_SCORES
    ]
    score_names = [name for name in dict.fromkeys(stored) if side in (_find_sides(name) or HUMAN)]
    if not score_names or params.judges:
        return
    correlation_params = replace(
        params,
        datasets=(dataset,) if dataset else params.datasets,
        options=(),
        x=tuple(score_names),
        y=(human,),
        coefficients=("kendall",),
    )
    rows_by_score: dict[str, dict[str, Row]] = {}
    for row in compute("correlation", connection, correlation_params).rows:
        rows_by_score.setdefault(row["x"], {})[row["level"]] = row
    for levels in rows_by_score.values():
        yield _fitting(levels, settings(params, STANDARD)["level"])


def _find_sides(name: str) -> list[str]:
    """The sides that the name of a score says it measures."""
    return [side for side, words in HUMAN.items() if any(word in name.casefold() for word in words)]


def _people(connection: Connection, params: Params, dataset: str) -> dict[str, str]:
    """People's score of each side in a data set: the one that is set, else the first of ``HUMAN`` that there is, as a
    stored score or as a rating."""
    options = settings(params, STANDARD)
    kinds = {row: annotator.kind for row, annotator in names.annotators(connection).items()}
    stored = [metric for metric, who in list_scores(connection, dataset) if kinds[who] in PEOPLE]
    rated = {
        c.id: f"{VERDICT}{c.scheme}/{c.id}"
        for c in names.criteria(connection).values()
        if c.scale == "ordinal" and has_verdicts(connection, c.scheme, c.id)
    }
    human_scores = {}
    for side, words in HUMAN.items():
        fitting = [name for name in words if name in stored] or [rated[name] for name in words if name in rated]
        if options[side] or fitting:
            human_scores[side] = options[side] or fitting[0]
    return human_scores


def _tau(row: Row) -> Figure:
    why = str(row.get("why") or "") if row["value"] is None else ""
    return Figure(row["value"], row.get("low"), row.get("high"), row["n"], row.get("p"), why, row=row)


def _has(connection: Connection) -> bool:
    return (
        has_scores(connection, *OWN_SCORES)
        or has_verdicts(connection, SCHEME)
        or has_verdicts(connection, "qa-validation")
    )


PAPER = Paper(
    "longsumeval",
    "LongSumEval",
    "evaluation by questions and refinement",
    3,
    _has,
    (
        PaperTable(
            "longsumeval-lengths",
            "Lengths of documents and summaries",
            "table I, figures 2 and 3",
            lengths,
            "The project has no documents.",
            ("systems", "datasets", "splits"),
            beyond=("5 %", "25 %", "75 %", "95 %"),
        ),
        PaperTable(
            "longsumeval-correlation", "Correlation with people", "table II", correlation, _ASK, FILTER_FIELDS, STANDARD
        ),
        PaperTable(
            "longsumeval-refinement",
            "Self-refinement",
            "table III",
            refinement,
            "No summary here has a refined version with scores; run galley judge refine first.",
            (*FILTER_FIELDS, "resamples", "seed"),
            {"low-coverage": "0.6", "low-consistency": "0.7"},
            ("n", "Change", "Worse"),
        ),
        PaperTable(
            "longsumeval-rounds",
            "Refinement, round by round",
            "algorithm 2",
            rounds,
            "No summary here has a refined version with scores; run galley judge refine first.",
            (*FILTER_FIELDS, "resamples", "seed"),
        ),
        PaperTable(
            "longsumeval-validation",
            "What people say of questions and answers",
            "table IV",
            validation,
            "Nobody has answered the form qa-validation here.",
            ("systems", "datasets", "splits"),
            beyond=("n", "Cells"),
            schemes=("qa-validation",),
        ),
        PaperTable(
            "longsumeval-coverage-range",
            "Sensitivity of coverage to the number of questions",
            "table V",
            ranges(COVERAGE, "Sensitivity of coverage to the number of questions", "3-6,6-12,9-15,12-18"),
            _ASK,
            FILTER_FIELDS,
            {**STANDARD, "ranges": "3-6,6-12,9-15,12-18"},
        ),
        PaperTable(
            "longsumeval-consistency-range",
            "Sensitivity of consistency to the number of questions",
            "table VI",
            ranges(CONSISTENCY, "Sensitivity of consistency to the number of questions", "3-5,5-7,7-12"),
            _ASK,
            FILTER_FIELDS,
            {**STANDARD, "ranges": "3-5,5-7,7-12"},
        ),
        PaperTable(
            "longsumeval-threshold",
            "Sensitivity to the threshold",
            "table VII",
            threshold,
            _ASK,
            FILTER_FIELDS,
            {**STANDARD, "thresholds": "0.2,0.3,0.4,0.5,0.6,0.7"},
        ),
        PaperTable(
            "longsumeval-top",
            "Sensitivity to the number of questions that count",
            "section III-C",
            top,
            _ASK,
            FILTER_FIELDS,
            {**STANDARD, "tops": "1,2,3,5,8"},
        ),
    ),
)
