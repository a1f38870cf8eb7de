"""The tables of the FRANK study: scores against people's by type of error, once system and data set are accounted for.

People's scores are those of the data (1 = no error of the type), else they follow from verdicts: 1 less the share of a
summary's sentences that gold says have the error. p takes the articles for the sample; the published one takes the
summaries.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from galley.core.columns.score_names import called
from galley.core.domain import AnnotatorKind
from galley.core.errors import InputError
from galley.core.judges.qa import scoring
from galley.core.judges.qa.embeddings import need
from galley.core.judges.qa.score_points import Questions
from galley.core.judges.qa.scoring import CONSISTENCY
from galley.core.judges.qa.similarity import MEASURES
from galley.core.metrics._documents import Floats
from galley.core.metrics.base import Params, settings
from galley.core.metrics.cell_arrays import CellReader
from galley.core.metrics.correlation import sources
from galley.core.metrics.score_columns import PEOPLE, ScoreColumn, Scores, confounders, pairs
from galley.core.schemes.loader import builtin
from galley.core.stats.correlation_coefficients import Correlation, confounded, given_basis, ranks, residuals, settled
from galley.core.stats.paired import holm
from galley.core.stats.williams import benjamini_hochberg, williams
from galley.core.tables.paper_table import (
    Column,
    Figure,
    Line,
    Paper,
    PaperTable,
    Sheet,
    added,
    count,
    scored,
    shared,
    spoken,
    words,
)

SCHEME = "frank"
QUESTIONS, DIRECT = "qa-factuality", "direct-faithfulness"
OVERALL = "factuality"
TYPES = (
    (OVERALL, "factual-error", "Factuality errors"),
    ("semantic-frame", "semantic-frame", "Semantic frame errors"),
    ("pred-e", "pred-e", "PredE"),
    ("ent-e", "ent-e", "EntE"),
    ("circ-e", "circ-e", "CircE"),
    ("discourse", "discourse", "Discourse errors"),
    ("coref-e", "coref-e", "CorefE"),
    ("link-e", "link-e", "LinkE"),
    ("content-verifiability", "content-verifiability", "Content verifiability errors"),
    ("out-e", "out-e", "OutE"),
    ("gram-e", "gram-e", "GramE"),
)
"""A score of people, the criterion or roll-up that it follows from where there is none, and what its line is called in
table 2, in the order of it."""
FLIP = "flip-"
KINDS = ("pearson", "spearman")
SIGN = {"pearson": "ρ", "spearman": "r"}
CORRECTIONS: dict[str, Callable[[Sequence[float | None]], list[float | None]]] = {
    "none": list,
    "holm": holm,
    "bh": benjamini_hochberg,
}
GIVEN = {"given": "system,dataset"}
CORRECTED = {**GIVEN, "correction": "none"}
TAKES = ("gold", "judges", "systems", "datasets", "splits")
HEAT = (0.0, 0.5)
ALPHA = 0.05
_SIGNS = "ρ: Pearson. r: Spearman. p: two-sided, the articles being the sample{how}; the study takes summaries."
_BOLD = "Marked: p below 0.05 after Holm's correction over all tests of the table."
_NEEDS = (
    "No judge's score {name!r} stands beside people's scores or verdicts by type of error; run galley judge {method}."
)


@dataclass(slots=True)
class HeldScores:
    """Scores held against each other once the confounders are accounted for."""

    reader: CellReader
    given: tuple[str, ...]

    @property
    def told(self) -> str:
        """What is accounted for, in words."""
        return f"once {' and '.join(self.given)} are accounted for" if self.given else "as they are"

    def between(self, first: ScoreColumn, second: ScoreColumn, kind: str) -> Correlation:
        """Their partial correlation over the documents that have both."""
        document, x, y, _ = pairs(first, second)
        self.reader.params.go_on()
        origin = sources(self.reader, document)
        return given_basis(x, y, *self._basis(document), origin, kind, self.reader.params.confidence)

    def residuals(self, first: ScoreColumn, second: ScoreColumn, third: ScoreColumn) -> list[Floats]:
        """What is left of three scores over the documents that have all three."""
        document = np.intersect1d(np.intersect1d(first.document, second.document), third.document)
        basis, _ = self._basis(document)
        return [residuals(s.value[np.searchsorted(s.document, document)], basis) for s in (first, second, third)]

    def _basis(self, document: np.ndarray) -> tuple[Floats, int]:
        columns = [np.array(column) for column in confounders(self.reader, document, self.given)]
        return confounded(columns, len(document))


def by_type(metric: str, title: str) -> Callable[[sqlite3.Connection, Params], Sheet | None]:
    """Tables 2 and 3: a type of error a line; Pearson, Spearman and their p for each judge that gave ``metric``."""

    def build(connection: sqlite3.Connection, params: Params) -> Sheet | None:
        chosen = settings(params, {**CORRECTED, "score": metric, "similarity": ""})
        held, scores = _held(connection, params, chosen)
        judges = _judged(scores, chosen["score"])
        if chosen["similarity"]:
            judges = _again(held.reader, judges, chosen["similarity"])
        people = _people(scores)
        if not judges or not people:
            return None
        found = {
            (name, who, kind): held.between(score, truth, kind)
            for name, truth in people.items()
            for who, score in judges.items()
            for kind in KINDS
        }
        sure, adjusted = _corrected(list(found.values()), chosen["correction"])
        cells: dict[tuple[str, str, str], tuple[Figure, Figure]] = {}
        for number, (key, each) in enumerate(found.items()):
            value = Figure(
                each.value,
                each.low,
                each.high,
                each.n,
                None,
                each.why if each.value is None else "",
                sure[number],
                {"x": f"{judges[key[1]].name}@{key[1]}", "y": people[key[0]].name},
            )
            cells[key] = value, Figure(adjusted[number], why=each.why if adjusted[number] is None else "")
        lines = []
        for name, _, label in TYPES:
            if name in people:
                mine = [cell for who in judges for kind in KINDS for cell in cells[name, who, kind]]
                lines.append(Line(label, (shared(cell.n for cell in mine), *mine)))
        columns = [Column("n", kind="count")]
        for who in judges:
            for kind in KINDS:
                columns.append(Column(SIGN[kind], who, heat=HEAT, places=4))
                columns.append(Column(f"p of {SIGN[kind]}", who, "p"))
        about = f"{chosen['score']} of each judge against people's scores by type of error, {held.told}."
        lost = added([score.left_out for score in people.values()])
        return Sheet("Error", columns, lines, about, _notes(chosen), lost)

    return build


def ablation(connection: sqlite3.Connection, params: Params) -> Sheet | None:
    """What an error type weighs: the correlation with the overall score, and how it changes where that type is taken
    back (FRANK's ``Flip_…`` scores)."""
    chosen = settings(params, {**GIVEN, "coefficient": "pearson"})
    if chosen["coefficient"] not in KINDS:
        raise InputError(f"There is no coefficient {chosen['coefficient']!r} here; there are: {', '.join(KINDS)}.")
    held, scores = _held(connection, params, chosen)
    people = _people(scores)
    flips = {name[len(FLIP) :]: scores.find(name)[0] for name in scores.names(True) if name.startswith(FLIP)}
    judges = {s.name: s for name in scores.names(False) for s in scores.find(name)}
    if not flips or OVERALL not in people or not judges:
        return None
    columns = [Column("All errors", heat=HEAT, places=4)]
    shipped = builtin()[SCHEME]
    said = {c.id: c.name for c in shipped.criteria} | {r.id: r.name for r in shipped.rollups}
    labels = {name: said[criterion] for name, criterion, _ in TYPES if name in flips}
    columns += [Column(label, "Change without", "signed", places=4) for label in labels.values()]
    lines = []
    for who, score in judges.items():
        whole = held.between(score, people[OVERALL], chosen["coefficient"])
        changes = []
        for name in labels:
            other = held.between(score, flips[name], chosen["coefficient"])
            both = whole.value is not None and other.value is not None
            change = other.value - whole.value if both else None  # type: ignore[operator]
            changes.append(Figure(change, n=other.n, why="" if both else other.why or whole.why))
        first = Figure(whole.value, whole.low, whole.high, whole.n, None, "" if whole.value is not None else whole.why)
        lines.append(Line(called(who), (first, *changes)))
    about = (
        f"{chosen['coefficient'].capitalize()} with people's overall score, {held.told}, and its change where one type"
    )
    return Sheet(
        "Score",
        columns,
        lines,
        f"{about} of error is forgiven.",
        ("A score that finds a type of error loses by its being forgiven: the change is below 0.",),
    )


def compared(connection: sqlite3.Connection, params: Params) -> Sheet | None:
    """Which of two scores correlates better with people's overall score: Williams' test of each pair."""
    chosen = settings(params, {**GIVEN, "coefficient": "pearson", "score": ""})
    if chosen["coefficient"] not in KINDS:
        raise InputError(f"There is no coefficient {chosen['coefficient']!r} here; there are: {', '.join(KINDS)}.")
    held, scores = _held(connection, params, chosen)
    people = _people(scores)
    judges = [
        (name, score)
        for metric in filter(None, [chosen["score"]] if chosen["score"] else _metrics(scores))
        for name, score in ((s.name, s) for s in _judged(scores, metric).values())
    ]
    if OVERALL not in people or len(judges) < 2:
        return None
    rows = [
        _pair(held, first, second, people[OVERALL], chosen["coefficient"])
        for (_, first), (_, second) in combinations(judges, 2)
    ]
    adjusted = holm([row[4] for row in rows])
    lines = [
        Line(
            called(label),
            (
                words(called(other)),
                count(n),
                *(Figure(r, n=n, why=why) for r in values),
                Figure(t, n=n, why=why),
                Figure(p, why=why),
                Figure(after),
            ),
        )
        for (label, other, n, (values, t), p, why), after in zip(rows, adjusted, strict=True)
    ]
    columns = (
        Column("and", kind="text"),
        Column("n", kind="count"),
        Column("First", "Correlation", heat=HEAT, places=4),
        Column("Second", "Correlation", heat=HEAT, places=4),
        Column("t", "Williams"),
        Column("p", "Williams", "p"),
        Column("p, Holm", "Williams", "p"),
    )
    about = f"{chosen['coefficient'].capitalize()} with people's overall score, {held.told}, over the same documents."
    return Sheet(
        "Score",
        columns,
        lines,
        about,
        (
            "Williams' test takes documents for independent and scores for normal; the comparisons of judges elsewhere"
            " swap whole documents instead.",
        ),
    )


def _pair(
    held: HeldScores, first: ScoreColumn, second: ScoreColumn, truth: ScoreColumn, kind: str
) -> tuple[str, str, int, tuple[list[float | None], float | None], float | None, str]:
    """(first, second, n, (both correlations, t), p, why) of a pair."""
    left = held.residuals(first, second, truth)
    n = len(left[0])
    if n < 4 or any(np.ptp(each) == 0 for each in left):
        why = "Undefined because fewer than four documents have both." if n < 4 else "Undefined: a score is constant."
        return first.name, second.name, n, ([None, None], None), None, why
    if kind == "spearman":
        raw = [s.value for s in (first, second, truth)]
        left = [ranks(settled(each, score)) for each, score in zip(left, raw, strict=True)]
    one, two, between = (float(np.corrcoef(a, b)[0, 1]) for a, b in ((left[0], left[2]), (left[1], left[2]), left[:2]))
    found = williams(one, two, between, n)
    t, p = found or (None, None)
    why = "" if found else "Undefined because the two scores are the same."
    return first.name, second.name, n, ([one, two], t), p, why


def _held(connection: sqlite3.Connection, params: Params, chosen: dict[str, str]) -> tuple[HeldScores, Scores]:
    given = tuple(name.strip() for name in chosen["given"].split(",") if name.strip())
    reader = CellReader(connection, replace(params, options=()))
    return HeldScores(reader, given), Scores(reader)


def _judged(scores: Scores, metric: str) -> dict[str, ScoreColumn]:
    """The scores of this name by judges and programs, by who gave them."""
    reader = scores.reader
    return {
        reader.annotator(who).name: scores.of(metric, who)
        for name, who in scores.stored
        if name == metric and reader.annotator(who).kind not in PEOPLE
    }


def _again(reader: CellReader, judges: dict[str, ScoreColumn], similarity: str) -> dict[str, ScoreColumn]:
    """The scores by questions from the kept answers, under another similarity; without a call."""
    if similarity not in MEASURES:
        raise InputError(f"There is no similarity {similarity!r}; there are: {', '.join(MEASURES)}.")
    if similarity == "cossim":
        need()
    questions, found = Questions(reader), {}
    for board in questions.boards():
        who = reader.annotator(board.judge).name
        if who in judges:
            means = {
                document: scoring.score(questions.points(asked, CONSISTENCY, similarity)).value
                for document, asked in sorted(board.sides[CONSISTENCY].items())
            }
            known = {document: value for document, value in means.items() if value is not None}
            documents, values = np.array(list(known), dtype=np.int64), np.array(list(known.values()), dtype=float)
            found[who] = replace(judges[who], document=documents, value=values)
    return found


def _metrics(scores: Scores) -> list[str]:
    """The names of the scores that judges of this study give; where there are none, all that programs gave."""
    there = dict.fromkeys(name for name, who in scores.stored if scores.reader.annotator(who).kind not in PEOPLE)
    return [name for name in (QUESTIONS, DIRECT) if name in there] or list(there)


def _people(scores: Scores) -> dict[str, ScoreColumn]:
    """People's score of each type: stored, else 1 less the share of sentences with the error."""
    reader = scores.reader
    stored = {name: who for name, who in scores.stored if reader.annotator(who).kind in PEOPLE}
    spoken_ = {q.id for q in reader.questions() if q.scheme == SCHEME and q.binary} if not stored else set()
    human = any(reader.annotator(a).kind is AnnotatorKind.HUMAN for a, _ in reader.spoke) or reader.of_kind(*PEOPLE)
    found = {}
    for name, criterion, _ in TYPES:
        if name in stored:
            found[name] = scores.of(name, stored[name])
        elif criterion in spoken_ and human:
            share = scores.shares(f"{SCHEME}/{criterion}")
            found[name] = replace(share, value=1 - share.value)
    return {name: score for name, score in found.items() if len(score.document)}


def _corrected(found: Sequence[Correlation], correction: str) -> tuple[list[bool], list[float | None]]:
    """Which hold after Holm's correction, and every p as it is to be shown."""
    if correction not in CORRECTIONS:
        raise InputError(f"There is no correction {correction!r}; there are: {', '.join(CORRECTIONS)}.")
    p = [each.p for each in found]
    return [q is not None and q < ALPHA for q in holm(p)], CORRECTIONS[correction](p)


def _notes(chosen: dict[str, str]) -> tuple[str, ...]:
    how = {"none": "", "holm": ", after Holm's correction", "bh": ", after Benjamini and Hochberg's correction"}
    return _SIGNS.format(how=how[chosen["correction"]]), _BOLD


def _has(connection: sqlite3.Connection) -> bool:
    return scored(connection, QUESTIONS, DIRECT, OVERALL) or spoken(connection, SCHEME)


PAPER = Paper(
    "frank",
    "The FRANK study",
    "LLMs as judges of factuality",
    5,
    _has,
    (
        PaperTable(
            "frank-questions",
            "LLMs as QA-based evaluators",
            "table 2",
            by_type(QUESTIONS, "LLMs as QA-based evaluators"),
            _NEEDS.format(name=QUESTIONS, method=QUESTIONS),
            TAKES,
            {**CORRECTED, "score": QUESTIONS, "similarity": ""},
        ),
        PaperTable(
            "frank-direct",
            "LLMs as direct scorers",
            "table 3",
            by_type(DIRECT, "LLMs as direct scorers"),
            _NEEDS.format(name=DIRECT, method=DIRECT),
            TAKES,
            {**CORRECTED, "score": DIRECT},
        ),
        PaperTable(
            "frank-ablation",
            "Ablation by type of error",
            "FRANK, section 5",
            ablation,
            "There are no scores of people with one type of error taken back (flip-…); import FRANK's annotations.",
            TAKES,
            {**GIVEN, "coefficient": "pearson"},
        ),
        PaperTable(
            "frank-compared",
            "Which score is closer to people",
            "Williams' test",
            compared,
            "There are no two judges' scores beside people's overall score; run galley judge with two models.",
            TAKES,
            {**GIVEN, "coefficient": "pearson", "score": ""},
        ),
    ),
    sample="source documents",
)
