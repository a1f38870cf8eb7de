"""The tables of the FRANK study: scores against people's by type of error, once system and data set are accounted for.

People's scores are those of the data (1 = no error of the type), else they follow from verdicts: 1 less the share of a
summary's sentences that gold says have the error. p takes the articles for the sample; the published one takes the
summaries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from galley.core.definitions.schemes import read_built_in_schemes
from galley.core.domain import AnnotatorKind
from galley.core.errors import InputError
from galley.core.judges.qa import scoring
from galley.core.judges.qa.embeddings import require_package
from galley.core.judges.qa.score_points import Questions
from galley.core.judges.qa.scoring import CONSISTENCY
from galley.core.judges.qa.similarity import MEASURES
from galley.core.metrics import implicit_no
from galley.core.metrics._documents import Floats
from galley.core.metrics.base import Params, settings
from galley.core.metrics.cell_arrays import CellReader
from galley.core.metrics.correlation import sources
from galley.core.metrics.score_columns import PEOPLE, VERDICT, ScoreColumn, Scores, confounders, pairs
from galley.core.paper_tables.paper_table import (
    Column,
    Figure,
    Line,
    Paper,
    PaperTable,
    Sheet,
    add_left_out,
    count,
    has_scores,
    has_verdicts,
    shared_count,
    words,
)
from galley.core.stats.correlation_coefficients import (
    Correlation,
    benjamini_hochberg,
    confounder_basis,
    given_basis,
    join_residuals,
    ranks,
    residuals,
    williams,
)
from galley.core.stats.paired_differences import holm
from galley.core.storage.connection import Connection
from galley.core.storage.score_names import format_score_name

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
FINESURE = "finesure"
FINESURE_TYPES = {
    "factual-error": "factual-error",
    "pred-e": "predicate-error",
    "ent-e": "entity-error",
    "circ-e": "circumstantial-error",
    "coref-e": "coreference-error",
    "link-e": "linking-error",
    "out-e": "out-of-context-error",
    "gram-e": "grammatical-error",
}
"""What FineSurE calls a type of FRANK: its files hold FRANK's sentences and votes under these names."""
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
_MISSING = "Not in the table, as there is no gold by this type: {types}."
_NEEDS = (
    "No judge's score {name!r} stands beside people's scores or verdicts by type of error; run galley judge {method}."
)


@dataclass(slots=True)
class PartialScores:
    """Scores held against each other once the confounders are accounted for."""

    reader: CellReader
    controls: tuple[str, ...]

    @property
    def describe_controls(self) -> str:
        """What is accounted for, in words."""
        return f"once {' and '.join(self.controls)} are accounted for" if self.controls else "as they are"

    def correlate(self, first: ScoreColumn, second: ScoreColumn, kind: str) -> Correlation:
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
        columns = [np.array(column) for column in confounders(self.reader, document, self.controls)]
        return confounder_basis(columns, len(document))


def by_type(metric: str, title: str) -> Callable[[Connection, Params], Sheet | None]:
    """Tables 2 and 3: a type of error a line; Pearson, Spearman and their p for each judge that gave ``metric``."""

    def build(connection: Connection, params: Params) -> Sheet | None:
        options = settings(params, {**CORRECTED, "score": metric, "similarity": ""})
        partial_scores, scores = _load_scores(connection, params, options)
        judges = _automatic_scores(scores, options["score"])
        if options["similarity"]:
            judges = _rescore_judges(partial_scores.reader, judges, options["similarity"])
        people = _people(scores)
        if not judges or not people:
            return None
        correlations = {
            (name, who, kind): partial_scores.correlate(score, truth, kind)
            for name, truth in people.items()
            for who, score in judges.items()
            for kind in KINDS
        }
        significant, adjusted = _correct_p_values(list(correlations.values()), options["correction"])
        cells: dict[tuple[str, str, str], tuple[Figure, Figure]] = {}
        for number, (key, estimate) in enumerate(correlations.items()):
            value = Figure(
                estimate.value,
                estimate.low,
                estimate.high,
                estimate.n,
                None,
                estimate.why if estimate.value is None else "",
                significant[number],
                {"x": f"{judges[key[1]].name}@{key[1]}", "y": people[key[0]].name},
            )
            cells[key] = value, Figure(adjusted[number], why=estimate.why if adjusted[number] is None else "")
        lines = []
        for name, _, label in TYPES:
            if name in people:
                row_cells = [cell for who in judges for kind in KINDS for cell in cells[name, who, kind]]
                lines.append(Line(label, (shared_count(cell.n for cell in row_cells), *row_cells)))
        columns = [Column("n", kind="count")]
        for who in judges:
            for kind in KINDS:
                columns.append(Column(SIGN[kind], who, heat=HEAT, places=4))
                columns.append(Column(f"p of {SIGN[kind]}", who, "p"))
        about = (
            f"{options['score']} of each judge against people's scores by type of error, "
            f"{partial_scores.describe_controls}."
        )
        left_out = add_left_out([score.left_out for score in people.values()])
        missing = [label for name, _, label in TYPES if name not in people]
        notes = [*_notes(options), *_note_implicit(partial_scores.reader, people)]
        notes += [_MISSING.format(types=", ".join(missing))] if missing else []
        return Sheet("Error", columns, lines, about, tuple(notes), left_out)

    return build


def ablation(connection: Connection, params: Params) -> Sheet | None:
    """What an error type weighs: the correlation with the overall score, and how it changes where that type is taken
    back (FRANK's ``Flip_…`` scores)."""
    options = settings(params, {**GIVEN, "coefficient": "pearson"})
    if options["coefficient"] not in KINDS:
        raise InputError(f"There is no coefficient {options['coefficient']!r} here; there are: {', '.join(KINDS)}.")
    partial_scores, scores = _load_scores(connection, params, options)
    people = _people(scores)
    flips = {name[len(FLIP) :]: scores.find(name)[0] for name in scores.names(True) if name.startswith(FLIP)}
    judges = {s.name: s for name in scores.names(False) for s in scores.find(name)}
    if not flips or OVERALL not in people or not judges:
        return None
    columns = [Column("All errors", heat=HEAT, places=4)]
    shipped = read_built_in_schemes()[SCHEME]
    criterion_names = {c.id: c.name for c in shipped.criteria} | {r.id: r.name for r in shipped.combined_criteria}
    labels = {name: criterion_names[criterion] for name, criterion, _ in TYPES if name in flips}
    columns += [Column(label, "Change without", "signed", places=4) for label in labels.values()]
    lines = []
    for who, score in judges.items():
        whole = partial_scores.correlate(score, people[OVERALL], options["coefficient"])
        changes = []
        for name in labels:
            other = partial_scores.correlate(score, flips[name], options["coefficient"])
            both = whole.value is not None and other.value is not None
            change = other.value - whole.value if both else None  # type: ignore[operator]
            changes.append(Figure(change, n=other.n, why="" if both else other.why or whole.why))
        first = Figure(whole.value, whole.low, whole.high, whole.n, None, "" if whole.value is not None else whole.why)
        lines.append(Line(format_score_name(who), (first, *changes)))
    about = (
        f"{options['coefficient'].capitalize()} with people's overall score, "
        f"{partial_scores.describe_controls}, and its change where one type"
    )
    return Sheet(
        "Score",
        columns,
        lines,
        f"{about} of error is forgiven.",
        (
            "A score that detects a type of error correlates less once that type is forgiven: below 0.",
            *_note_implicit(partial_scores.reader, people),
        ),
    )


def compare_scores(connection: Connection, params: Params) -> Sheet | None:
    """Which of two scores correlates better with people's overall score: Williams' test of each pair."""
    options = settings(params, {**GIVEN, "coefficient": "pearson", "score": ""})
    if options["coefficient"] not in KINDS:
        raise InputError(f"There is no coefficient {options['coefficient']!r} here; there are: {', '.join(KINDS)}.")
    partial_scores, scores = _load_scores(connection, params, options)
    people = _people(scores)
    metrics = [options["score"]] if options["score"] else _metrics(scores)
    names = sorted(
        (name for name in scores.names(False) if name.partition("@")[0] in metrics),
        key=lambda name: metrics.index(name.partition("@")[0]),
    )
    judges = [score for name in names for score in scores.find(name)]
    if OVERALL not in people or len(judges) < 2:
        return None
    rows = [
        _compare_pair(partial_scores, first, second, people[OVERALL], options["coefficient"])
        for first, second in combinations(judges, 2)
    ]
    adjusted = holm([row[4] for row in rows])
    lines = [
        Line(
            format_score_name(label),
            (
                words(format_score_name(other)),
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
    about = (
        f"{options['coefficient'].capitalize()} with people's overall score, "
        f"{partial_scores.describe_controls}, over the same documents."
    )
    return Sheet(
        "Score",
        columns,
        lines,
        about,
        (
            "Williams' test takes documents for independent and scores for normal; the comparisons of judges elsewhere"
            " swap whole documents instead.",
            *_note_implicit(partial_scores.reader, people),
        ),
    )


def _compare_pair(
    partial_scores: PartialScores, first: ScoreColumn, second: ScoreColumn, truth: ScoreColumn, kind: str
) -> tuple[str, str, int, tuple[list[float | None], float | None], float | None, str]:
    """(first, second, n, (both correlations, t), p, why) of a pair."""
    residuals = partial_scores.residuals(first, second, truth)
    n = len(residuals[0])
    if n < 4 or any(np.ptp(column) == 0 for column in residuals):
        why = "Undefined because fewer than four documents have both." if n < 4 else "Undefined: a score is constant."
        return first.name, second.name, n, ([None, None], None), None, why
    if kind == "spearman":
        raw = [s.value for s in (first, second, truth)]
        residuals = [ranks(join_residuals(column, score)) for column, score in zip(residuals, raw, strict=True)]
    one, two, between = (
        float(np.corrcoef(a, b)[0, 1])
        for a, b in ((residuals[0], residuals[2]), (residuals[1], residuals[2]), residuals[:2])
    )
    test = williams(one, two, between, n)
    t, p = test or (None, None)
    why = "" if test else "Undefined because the two scores are the same."
    return first.name, second.name, n, ([one, two], t), p, why


def _load_scores(
    connection: Connection, params: Params, options: dict[str, str]
) -> tuple[PartialScores, Scores]:
    controls = tuple(name.strip() for name in options["given"].split(",") if name.strip())
    reader = CellReader(connection, replace(params, options=()))
    return PartialScores(reader, controls), Scores(reader)


def _automatic_scores(scores: Scores, metric: str) -> dict[str, ScoreColumn]:
    """The scores of this name by judges and programs, by who gave them."""
    reader = scores.reader
    return {
        reader.annotator(who).name: scores.of(metric, who)
        for name, who in scores.stored_scores
        if name == metric and reader.annotator(who).kind not in PEOPLE
    }


def _rescore_judges(reader: CellReader, judges: dict[str, ScoreColumn], similarity: str) -> dict[str, ScoreColumn]:
    """The scores by questions from the kept answers, under another similarity; without a call."""
    if similarity not in MEASURES:
        raise InputError(f"There is no similarity {similarity!r}; there are: {', '.join(MEASURES)}.")
    if similarity == "cossim":
        require_package()
    questions, new_scores = Questions(reader), {}
    for board in questions.boards():
        who = reader.annotator(board.judge).name
        if who in judges:
            means = {
                document: scoring.score(questions.points(entries, CONSISTENCY, similarity)).value
                for document, entries in sorted(board.sides[CONSISTENCY].items())
            }
            known_means = {document: value for document, value in means.items() if value is not None}
            documents, values = (
                np.array(list(known_means), dtype=np.int64),
                np.array(list(known_means.values()), dtype=float),
            )
            new_scores[who] = replace(judges[who], document=documents, value=values)
    return new_scores


def _metrics(scores: Scores) -> list[str]:
    """The names of the scores that judges of this study give; where there are none, all that programs gave."""
    metric_names = dict.fromkeys(
        name for name, who in scores.stored_scores if scores.reader.annotator(who).kind not in PEOPLE
    )
    return [name for name in (QUESTIONS, DIRECT) if name in metric_names] or list(metric_names)


def _people(scores: Scores) -> dict[str, ScoreColumn]:
    """People's score of each type: stored, else 1 less the share of sentences with the error, as FRANK or else as
    FineSurE calls it."""
    reader = scores.reader
    stored = {name: who for name, who in scores.stored_scores if reader.annotator(who).kind in PEOPLE}
    questions = {(q.scheme, q.id) for q in reader.questions() if q.binary}
    if any(name in stored for name, _, _ in TYPES):
        questions = set()
    scheme = SCHEME if any(name == SCHEME for name, _ in questions) else FINESURE
    human = any(reader.annotator(a).kind is AnnotatorKind.HUMAN for a, _ in reader.spoke) or reader.of_kind(*PEOPLE)
    columns = {}
    for name, criterion, _ in TYPES:
        of_scheme = criterion if scheme == SCHEME else FINESURE_TYPES.get(criterion)
        if name in stored:
            columns[name] = scores.of(name, stored[name])
        elif (scheme, of_scheme) in questions and human:
            share = scores.shares(f"{scheme}/{of_scheme}")
            columns[name] = replace(share, value=1 - share.value)
    return {name: score for name, score in columns.items() if len(score.document)}


def _note_implicit(reader: CellReader, people: Mapping[str, ScoreColumn]) -> Iterator[str]:
    """How many "no" are implicit, where people's scores follow from verdicts."""
    if any(score.name.startswith(VERDICT) for score in people.values()):
        yield from filter(None, (implicit_no.describe_share(reader.connection, reader.params, (SCHEME,)),))


def _correct_p_values(correlations: Sequence[Correlation], correction: str) -> tuple[list[bool], list[float | None]]:
    """Which hold after Holm's correction, and every p as it is to be shown."""
    if correction not in CORRECTIONS:
        raise InputError(f"There is no correction {correction!r}; there are: {', '.join(CORRECTIONS)}.")
    p = [correlation.p for correlation in correlations]
    return [q is not None and q < ALPHA for q in holm(p)], CORRECTIONS[correction](p)


def _notes(options: dict[str, str]) -> tuple[str, ...]:
    how = {"none": "", "holm": ", after Holm's correction", "bh": ", after Benjamini and Hochberg's correction"}
    return _SIGNS.format(how=how[options["correction"]]), _BOLD


def _has(connection: Connection) -> bool:
    """Whether FRANK's annotations are there; its methods' scores alone can be about any other paper's summaries."""
    return has_scores(connection, OVERALL) or has_verdicts(connection, SCHEME)


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
            ("n",),
        ),
        PaperTable(
            "frank-direct",
            "LLMs as direct scorers",
            "table 3",
            by_type(DIRECT, "LLMs as direct scorers"),
            _NEEDS.format(name=DIRECT, method=DIRECT),
            TAKES,
            {**CORRECTED, "score": DIRECT},
            ("n",),
        ),
        PaperTable(
            "frank-ablation",
            "Ablation by type of error",
            "FRANK, section 5",
            ablation,
            "There are no scores of people with one type of error reverted (flip-…); import FRANK's annotations.",
            TAKES,
            {**GIVEN, "coefficient": "pearson"},
        ),
        PaperTable(
            "frank-compared",
            "Which score is closer to people",
            "Williams' test",
            compare_scores,
            "There are no two judges' scores beside people's overall score; run galley judge with two models.",
            TAKES,
            {**GIVEN, "coefficient": "pearson", "score": ""},
        ),
    ),
    sample="source documents",
)
