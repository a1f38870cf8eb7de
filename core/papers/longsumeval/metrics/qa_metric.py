"""Question-answer scores (LongSumEval): coverage and consistency of summaries, by judge and as reviewed; sensitivity.

``--set view=…`` chooses the table: ``scores`` (what the judge's verdicts give and, side by side, what the reviewed
ones give), ``feedback`` (the faults that stand, with both answers), ``threshold`` (table VII), ``range`` (tables V and
VI), ``top`` (top-k). The last three are computed again from kept answers, and hold each setting against a human score
(``--y``) at system and at summary level. Other settings: ``similarity`` (empm, rouge, cossim), ``threshold``, ``top``,
``thresholds``, ``ranges``, ``tops``.

The reviewed side counts a summary once each of its questions has a verdict of gold. Summaries with many questions get
there less often, so that each weighs 1 / P(reviewed in full | number of questions) among those that people began with
(``begun``); ``reviewed_at_least`` and ``reviewed_at_most`` are the means of all of these if every open question were a
fault, or none. ``consistent`` is the share of
facts that reach the threshold, in which judge and reviewers can be compared point by point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from galley.core.domain import AnnotatorId
from galley.core.errors import InputError
from galley.core.judges.qa import scoring
from galley.core.judges.qa.embeddings import available, require_package
from galley.core.judges.qa.score_points import QuestionBoard, Questions, SummaryQuestion
from galley.core.judges.qa.scoring import CONSISTENCY, COVERAGE, SIDES, Mean, ScorePoint
from galley.core.judges.qa.similarity import MEASURES, PUBLISHED
from galley.core.metrics._parameters import BOOTSTRAP, DOCUMENT_FILTERS, SPLITS, Takes
from galley.core.metrics.base import Params, Reference, Result, Row, put, settings
from galley.core.metrics.cell_arrays import CellReader
from galley.core.metrics.correlation import LEVELS, by_level
from galley.core.metrics.score_columns import ScoreColumn, Scores, pairs
from galley.core.stats.bootstrap import resample
from galley.core.stats.correlation_coefficients import KINDS
from galley.core.stats.result import Estimate
from galley.core.stats.weighting import bound_estimate, weights
from galley.core.storage.connection import Connection
from galley.core.storage.queries.items import read_documents, read_keys

STANDARD = {
    "view": "scores",
    "similarity": "",
    "threshold": "",
    "top": "",
    "thresholds": "0.2,0.3,0.4,0.5,0.6,0.7",
    "ranges": "3-6,6-12,9-15,12-18,3-5,5-7,7-12",
    "tops": "1,2,3,5,8",
}
"""The settings and what they are unless set; "" is what each judge was run with."""
VIEWS = ("scores", "feedback", "threshold", "range", "top")
RUN = {"similarity": "rouge", "threshold": 0.5, "top": 0}
"""What counts for a judge that came without settings (an import)."""
SCORES = ("judge", "score", "value", "low", "high", "n", "questions", "reviewed", "reviewed_low", "reviewed_high",
          "n_reviewed", "reviewed_at_least", "reviewed_at_most", "begun", "why")  # fmt: skip
FEEDBACK = ("judge", "item", "document", "system", "side", "rank", "question", "summary", "source", "by")
SENSITIVITY = {
    "threshold": ("judge", "score", "similarity", "threshold"),
    "range": ("judge", "score", "similarity", "range"),
    "top": ("judge", "score", "similarity", "top"),
}
AGAINST = ("y", "level", "coefficient", "value", "p", "low", "high", "n", "why")
NOTHING = "No judge has asked questions here; run galley judge qa-evaluation first."
NO_FAULT = "No error: no judge flagged one, or people overrode every flag."
NO_HUMAN = "there is no human score to hold it against; name one with --y"


@dataclass(frozen=True, slots=True)
class ScoreSetting:
    """How points become a score: one row's worth of a sensitivity table."""

    similarity: str
    threshold: float
    top: int = 0
    least: int = 0
    most: int = 0

    def of(self, points: Sequence[ScorePoint], side: str) -> Mean:
        """The score of a summary."""
        least = 0.0 if side == COVERAGE else self.threshold
        return scoring.score(points, least, self.top, self.least, self.most)


class QAMetric:
    """See the module."""

    name = "qa"
    title = "Coverage and consistency by questions and answers, judged and reviewed; sensitivity to settings"
    unit = "summaries"
    sample = "items"
    about = ("qa-evaluation",)
    reference = Reference(
        measures="""Coverage is the share of the source's questions that the summary answers. Consistency is the mean
        over the summary's questions of the similarity between both answers, where similarities below the threshold
        count 0. Judged and reviewed figures stand side by side. `--set view=feedback` lists the faults that stand;
        `threshold`, `range` and `top` compute other settings again from kept answers. [Questions, answers,
        refinement](questions.md) has the rules.""",
        source="LongSumEval, equations 3 and 4, tables V to VII.",
        interval="bootstrap of items, percentiles",
        undefined="""Where a summary has no question, or where more than half of its points are unscored. All
        questions unanswerable is 0, not undefined. In `view=range`, a range that goes beyond what the judge's run
        asked for.""",
        left_out="""Unscored questions, summaries without a score, and, in the reviewed figures, summaries of which a
        question has no gold. Summaries with many questions are reviewed in full less often and weigh the more, by
        their number of questions; `reviewed_at_least` and `reviewed_at_most` are the means of all that people began
        with (`begun`) if every question left open were a fault, or none; the reviewed figure never lies outside
        them.""",
    )
    takes = (
        Takes(
            (*DOCUMENT_FILTERS, *BOOTSTRAP, "gold", "judges"), SPLITS,
            settings={name: STANDARD[name] for name in ("view", "similarity", "threshold", "top")},
        ),
        Takes((*DOCUMENT_FILTERS, "gold", "judges"), settings={"view": ""}, when=("view", ("feedback",))),
        *(
            Takes(
                (*DOCUMENT_FILTERS, "gold", "judges", "annotators", "y"), levels=("summary", "system"),
                coefficients=KINDS,
                settings={name: STANDARD[name] for name in ("view", "similarity", *more)}, when=("view", (view,)),
            )
            for view, more in (
                ("threshold", ("top", "thresholds")), ("range", ("threshold", "ranges")),
                ("top", ("threshold", "tops")),
            )
        ),
    )  # fmt: skip

    def compute(self, connection: Connection, params: Params) -> Result:
        """The rows of a view. Raises: InputError for a setting, similarity or score that is not there; Cancelled."""
        options = settings(params, STANDARD)
        if options["view"] not in VIEWS:
            raise InputError(f"qa has no view {options['view']!r}; there are: {', '.join(VIEWS)}.")
        if options["similarity"]:
            _similarity(options["similarity"])
        reader = CellReader(connection, params)
        questions = Questions(reader)
        notes = ["The cosine similarity is left out: its package is not installed."]
        if options["view"] == "scores":
            rows, left_out = _scores(reader, questions, options)
            split = (params.by,) if params.by in SPLITS else ()
            columns: tuple[str, ...] = (SCORES[0], *split, *SCORES[1:])
            notes = []
        elif options["view"] == "feedback":
            rows, left_out, columns, notes = list(feedback(reader, questions)), {}, FEEDBACK, [NO_FAULT]
            return Result(self.name, params.gold, rows, left_out, columns, () if rows else tuple(notes))
        else:
            rows, left_out = _sensitivity(reader, questions, options)
            has_human_scores = any("y" in row for row in rows)
            columns = (*SENSITIVITY[options["view"]], "mean", "summaries", *(AGAINST if has_human_scores else ()))
            if available() or options["similarity"]:
                notes = []
        gold = params.gold if options["view"] == "scores" else ""
        return Result(self.name, gold, rows, left_out, columns, tuple(notes) if rows else (NOTHING,))


# What is set ---------------------------------------------------------------------------------------------------------


def _setting(questions: Questions, judge: AnnotatorId, options: dict[str, str]) -> ScoreSetting:
    """What the user set, else what the judge was run with."""
    run = {**RUN, **{name: value for name, value in questions.settings(judge).items() if name in RUN}}
    similarity = _similarity(options["similarity"] or str(run["similarity"]))
    threshold = numbers(options["threshold"], "threshold") or [float(run["threshold"])]
    top = numbers(options["top"], "top") or [float(run["top"])]
    return ScoreSetting(similarity, threshold[0], int(top[0]))


def _similarity(name: str) -> str:
    """The name of a similarity that can be computed. Raises: InputError."""
    if name not in MEASURES:
        raise InputError(f"There is no similarity {name!r}; there are: {', '.join(MEASURES)}.")
    if name == "cossim":
        require_package()
    return name


def numbers(text: str, name: str) -> list[float]:
    """The numbers in a setting. Raises: InputError for one that is none."""
    try:
        number_list = [float(part) for part in text.replace(",", " ").split()]
    except ValueError:
        number_list = [-1.0]
    most = 1.0 if name.startswith("threshold") else 1e6
    if not all(0 <= number <= most for number in number_list):
        raise InputError(f"{name} takes numbers from 0 to {most:g}, not {text!r}.")
    return number_list


def _ranges(text: str) -> list[tuple[int, int]]:
    ranges = []
    for part in text.replace(",", " ").split():
        low, dash, high = part.partition("-")
        if not dash or not low.isdecimal() or not high.isdecimal() or not 0 < int(low) <= int(high):
            raise InputError(f"ranges are written as 6-12, not {part!r}.")
        ranges.append((int(low), int(high)))
    return ranges


# Scores, judged and reviewed -----------------------------------------------------------------------------------------


def _scores(reader: CellReader, questions: Questions, options: dict[str, str]) -> tuple[list[Row], dict[str, int]]:
    rows: list[Row] = []
    left_out: dict[str, int] = {}
    for board in questions.boards(reviewed=True):
        setting = _setting(questions, board.judge, options)
        for score, side, judge_scorer, review_scorer in _kinds(setting):
            for split, documents in _groups(reader, board.sides[side]):
                points = {
                    document: questions.points(board.sides[side][document], side, setting.similarity)
                    for document in documents
                }
                if not points:
                    continue
                row: Row = {"judge": reader.annotator(board.judge).name, **split, "score": score}
                means = {document: judge_scorer(document_points) for document, document_points in points.items()}
                put(row, "value", value := _mean(reader, means))
                row["n"] = value.n
                row["questions"] = sum(mean.n for mean in means.values())
                also = _put_reviewed_score(row, reader, points, review_scorer)
                row["similarity"], row["threshold"] = setting.similarity, setting.threshold
                row["top"] = setting.top
                row["why"] = _why(means)
                rows.append(row)
                if score != "consistent":
                    _count(left_out, side, means, also)
    return rows, left_out


Judge = Callable[[Sequence[ScorePoint]], Mean]


def _kinds(setting: ScoreSetting) -> list[tuple[str, str, Judge, Judge]]:
    """(score, side, as judged, as reviewed)."""
    threshold, top = setting.threshold, setting.top
    return [
        (COVERAGE, COVERAGE, lambda p: setting.of(p, COVERAGE), lambda p: scoring.score_reviewed(p, 0.0, top)),
        (
            CONSISTENCY,
            CONSISTENCY,
            lambda p: setting.of(p, CONSISTENCY),
            lambda p: scoring.score_reviewed(p, threshold, top),
        ),
        (
            "consistent",
            CONSISTENCY,
            lambda p: scoring.compute_share(p, threshold, top),
            lambda p: scoring.compute_right_share(p, top),
        ),
    ]


def _groups(reader: CellReader, board: dict[int, list[SummaryQuestion]]) -> Iterator[tuple[Row, list[int]]]:
    """The documents of each row, by what rows are split by."""
    by = reader.params.by
    documents = sorted(board)
    if by not in SPLITS:
        yield {}, documents
        return
    codes, labels = reader.documents.labels(by)
    document_codes = codes[reader.documents.place(np.array(documents, dtype=np.int64))].tolist()
    for code in sorted(set(document_codes)):
        yield {by: labels[code]}, [d for d, c in zip(documents, document_codes, strict=True) if c == code]


def _put_reviewed_score(
    row: Row, reader: CellReader, points: dict[int, list[ScorePoint]], review_scorer: Judge
) -> dict[int, Mean]:
    """Write the reviewed score of these summaries and its bounds; gives that of each."""
    document_means = {document: review_scorer(document_points) for document, document_points in points.items()}
    begun_documents = [
        d
        for d, document_points in points.items()
        if any(p.right is not None and p.score is not None for p in document_points)
    ]
    ends = [
        [review_scorer([replace(p, right=right) if p.right is None else p for p in points[d]]) for d in begun_documents]
        for right in (False, True)
    ]
    weight = weights(
        np.array([mean.n for mean in ends[0]], dtype=np.int64),
        np.array([document_means[d].value is not None for d in begun_documents], dtype=bool),
    )
    for name, means in zip(("reviewed_at_least", "reviewed_at_most"), ends, strict=True):
        values = [mean.value for mean in means if mean.value is not None]
        row[name] = sum(values) / len(values) if values else None
    mean = _mean(
        reader, {d: document_means[d] for d in begun_documents}, dict(zip(begun_documents, weight, strict=True))
    )
    put(row, "reviewed", bound_estimate(mean, row["reviewed_at_least"], row["reviewed_at_most"]))
    row["n_reviewed"], row["begun"] = mean.n, len(begun_documents)
    return document_means


def _mean(reader: CellReader, means: dict[int, Mean], weight: Mapping[int, float] | None = None) -> Estimate:
    """The mean over documents, weighted if so said, and its interval, bootstrapped by item."""
    values = {document: mean.value for document, mean in means.items() if mean.value is not None}
    if not values:
        return Estimate(None, None, None, 0)
    weights = np.array([1.0 if weight is None else weight[document] for document in values])
    sums = weights * np.array(list(values.values()), dtype=float)
    mean = Estimate(float(sums.sum() / weights.sum()), None, None, len(values))
    p = reader.params
    p.go_on()
    if p.resamples:
        items = reader.documents.item[reader.documents.place(np.array(list(values), dtype=np.int64))]
        _, group = np.unique(items, return_inverse=True)
        table = np.column_stack([np.bincount(group, weights=sums), np.bincount(group, weights=weights)])
        interval = resample(
            table,
            lambda sums: sums[:, 0] / sums[:, 1],
            resamples=p.resamples,
            confidence=p.confidence,
            seed=p.seed,
            cancelled=p.cancelled,
        )
        mean = replace(mean, low=interval.low, high=interval.high)
    return mean


def _why(means: dict[int, Mean]) -> str:
    if any(mean.value is not None for mean in means.values()):
        return ""
    reasons = sorted({mean.why for mean in means.values() if mean.why})
    return f"Undefined because {'; '.join(reasons) or 'there are no summaries'}."


def _count(left_out: dict[str, int], side: str, judge_means: dict[int, Mean], review_means: dict[int, Mean]) -> None:
    reason_counts = {
        f"questions of {side} that are unscored": sum(mean.unscored_count for mean in judge_means.values()),
        f"summaries without a score of {side}": sum(mean.value is None for mean in judge_means.values()),
        f"summaries whose {side} is not reviewed in full": sum(
            mean.why == scoring.NOT_REVIEWED for mean in review_means.values()
        ),
    }
    for reason, count in reason_counts.items():
        if count:
            left_out[reason] = left_out.get(reason, 0) + count


# Sensitivity ---------------------------------------------------------------------------------------------------------


def _sensitivity(reader: CellReader, questions: Questions, options: dict[str, str]) -> tuple[list[Row], dict[str, int]]:
    against = _human_scores(reader)
    rows: list[Row] = []
    left_out: dict[str, int] = {}
    for board in questions.boards():
        base = _setting(questions, board.judge, options)
        for side in SIDES:
            if not board.sides[side]:
                continue
            most_asked = questions.settings(board.judge).get(f"{side}-most")
            for setting_row, setting in _settings(side, options, base):
                if isinstance(most_asked, int) and setting.most > most_asked:
                    rows.append(_not_asked(reader, board, side, setting_row, most_asked, setting.most))
                    continue
                rows += _held_against(reader, questions, board, side, setting_row, setting, against)
    return rows, left_out


def _not_asked(
    reader: CellReader, board: QuestionBoard, side: str, setting_row: Row, most_asked: int, most: int
) -> Row:
    """The row of a range beyond what the judge was told to ask: the first of fewer questions are no answer to it."""
    why = (
        f"Undefined because the run asked at most {most_asked} questions; ask more, with galley judge --set"
        f" {side}-most={most}."
    )
    head: Row = {"judge": reader.annotator(board.judge).name, "score": side, **setting_row}
    return head | {"mean": None, "summaries": 0, "value": None, "n": 0, "why": why}


def _settings(side: str, options: dict[str, str], base: ScoreSetting) -> Iterator[tuple[Row, ScoreSetting]]:
    """The settings of a view, with what of them stands in the row."""
    view = options["view"]
    measure_names = [options["similarity"]] if options["similarity"] else list(PUBLISHED)
    measures = [name for name in measure_names if name != "cossim" or available()] if side == CONSISTENCY else [""]
    for measure in measures:
        similarity = measure or base.similarity
        if view == "threshold" and side == CONSISTENCY:
            for threshold in numbers(options["thresholds"], "thresholds"):
                score_setting = ScoreSetting(similarity, threshold, base.top)
                yield {"similarity": measure, "threshold": threshold}, score_setting
        elif view == "range":
            for least, most in _ranges(options["ranges"]):
                score_setting = ScoreSetting(similarity, base.threshold, 0, least, most)
                yield {"similarity": measure, "threshold": base.threshold, "range": f"{least}-{most}"}, score_setting
        elif view == "top":
            for top in numbers(options["tops"], "tops") or [float(base.top)]:
                score_setting = ScoreSetting(similarity, base.threshold, int(top))
                yield {"similarity": measure, "threshold": base.threshold, "top": int(top)}, score_setting


def _human_scores(reader: CellReader) -> list[ScoreColumn]:
    """The human scores to hold it against: those that were named, else all that there are."""
    scores = Scores(reader)
    names = list(reader.params.y) or [*scores.names(True), *_ratings(reader, scores)]
    return [score for name in dict.fromkeys(names) for score in scores.find(name)]


def _ratings(reader: CellReader, scores: Scores) -> list[str]:
    """The ratings that people gave, by the names that scores have them under."""
    rated = [(scheme.id, c.id) for scheme in reader.schemes for c in scheme.criteria if c.scale == "ordinal"]
    rating_names = {name for scheme, criterion in rated for name in (criterion, f"{scheme}/{criterion}")}
    return [name for name in scores.verdicts() if name.partition(":")[2] in rating_names and reader.humans]


def _held_against(
    reader: CellReader,
    questions: Questions,
    board: QuestionBoard,
    side: str,
    setting_row: Row,
    setting: ScoreSetting,
    against: list[ScoreColumn],
) -> Iterator[Row]:
    p = reader.params
    means = {
        document: setting.of(questions.points(entries, side, setting.similarity), side)
        for document, entries in board.sides[side].items()
    }
    values = {document: mean.value for document, mean in sorted(means.items()) if mean.value is not None}
    name = f"qa-{side}"
    head: Row = {"judge": reader.annotator(board.judge).name, "score": side, **setting_row}
    head |= {"mean": sum(values.values()) / len(values) if values else None, "summaries": len(values)}
    document = np.array(list(values), dtype=np.int64)
    judge_scores = ScoreColumn(name, document, np.array(list(values.values()), dtype=float), False, {})
    p.go_on()
    if not against:
        yield head | {"value": None, "n": len(values), "why": f"No correlation, because {NO_HUMAN}."}
        return
    for other in against:
        both, x, y, left_out = pairs(judge_scores, other)
        for level in reversed(LEVELS):
            if p.level not in ("", level):
                continue
            for kind in p.coefficients or KINDS[-1:]:
                result = by_level(reader, level, both, x, y, kind)
                row = head | {"y": other.name, "level": level, "coefficient": kind, "value": result.value}
                row |= {"p": result.p, "low": result.low, "high": result.high, "n": result.n, "why": result.why}
                yield row | {"left_out": left_out | result.left_out}


METRIC = QAMetric()


def feedback(reader: CellReader, questions: Questions) -> Iterator[Row]:
    """The structured feedback as rows (LongSumEval, sections III-C2 and III-C3): unanswered questions, and facts that
    differ as triples of question, the summary's answer and the document's. A row for each fault that stands: what a
    judge found and nobody overrode, and what people found besides. ``by`` is "judge", or "people" where they settled
    it. Answers are "" where there is none."""
    heads, keys = read_documents(reader.connection), read_keys(reader.connection)
    about = {head.id: (keys[head.item], head.name, head.system) for head in heads}
    for board in questions.boards(reviewed=True):
        judge = reader.annotator(board.judge).name
        for side in SIDES:
            for document, entries in sorted(board.sides[side].items()):
                for entry in sorted(entries, key=lambda entry: (entry.rank, entry.unit)):
                    fault = entry.fault if entry.fault is not None else entry.is_flagged
                    if not fault:
                        continue
                    key, name, system = about[document]
                    own_answer, other = entry.own, entry.other or ""
                    yield {
                        "judge": judge, "item": key, "document": name, "system": system, "side": side,
                        "rank": entry.rank, "question": entry.text,
                        "summary": other if side == COVERAGE else own_answer, "source": own_answer
                        if side == COVERAGE else other,
                        "by": "judge" if entry.fault is None else "people",
                    }  # fmt: skip
