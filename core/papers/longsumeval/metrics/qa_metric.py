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

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from galley.core.errors import InputError
from galley.core.judges.qa import scoring
from galley.core.judges.qa.embeddings import available, need
from galley.core.judges.qa.score_points import QuestionBoard, Questions, SummaryQuestion
from galley.core.judges.qa.scoring import CONSISTENCY, COVERAGE, SIDES, Mean, ScorePoint
from galley.core.judges.qa.similarity import MEASURES, PUBLISHED
from galley.core.metrics._takes import BOOTSTRAP, SPLITS, WHERE, Takes
from galley.core.metrics.base import Params, Result, Row, put, settings
from galley.core.metrics.cell_arrays import CellReader
from galley.core.metrics.correlation import LEVELS, by_level
from galley.core.metrics.score_columns import ScoreColumn, Scores, pairs
from galley.core.papers.longsumeval.feedback_rows import COLUMNS, feedback
from galley.core.stats.bootstrap import resample
from galley.core.stats.correlation_coefficients import KINDS
from galley.core.stats.result import Estimate
from galley.core.stats.weighting import bounded, weights

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
SENSITIVITY = {
    "threshold": ("judge", "score", "similarity", "threshold"),
    "range": ("judge", "score", "similarity", "range"),
    "top": ("judge", "score", "similarity", "top"),
}
AGAINST = ("y", "level", "coefficient", "value", "p", "low", "high", "n", "why")
NOTHING = "No judge has asked questions here; run galley judge qa-evaluation first."
NO_FAULT = "No fault stands: no judge found one, or people overrode them all."
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
    takes = (
        Takes(
            (*WHERE, *BOOTSTRAP, "gold", "judges"), SPLITS,
            settings={name: STANDARD[name] for name in ("view", "similarity", "threshold", "top")},
        ),
        Takes((*WHERE, "gold", "judges"), settings={"view": ""}, when=("view", ("feedback",))),
        *(
            Takes(
                (*WHERE, "gold", "judges", "annotators", "y"), levels=("summary", "system"), coefficients=KINDS,
                settings={name: STANDARD[name] for name in ("view", "similarity", *more)}, when=("view", (view,)),
            )
            for view, more in (
                ("threshold", ("top", "thresholds")), ("range", ("threshold", "ranges")),
                ("top", ("threshold", "tops")),
            )
        ),
    )  # fmt: skip

    def compute(self, connection: sqlite3.Connection, params: Params) -> Result:
        """The rows of a view. Raises: InputError for a setting, similarity or score that is not there; Cancelled."""
        chosen = settings(params, STANDARD)
        if chosen["view"] not in VIEWS:
            raise InputError(f"qa has no view {chosen['view']!r}; there are: {', '.join(VIEWS)}.")
        if chosen["similarity"]:
            _similarity(chosen["similarity"])
        reader = CellReader(connection, params)
        questions = Questions(reader)
        notes = ["The cosine similarity is left out: its package is not installed."]
        if chosen["view"] == "scores":
            rows, left_out = _scores(reader, questions, chosen)
            split = (params.by,) if params.by in SPLITS else ()
            columns: tuple[str, ...] = (SCORES[0], *split, *SCORES[1:])
            notes = []
        elif chosen["view"] == "feedback":
            rows, left_out, columns, notes = list(feedback(reader, questions)), {}, COLUMNS, [NO_FAULT]
            return Result(self.name, params.gold, rows, left_out, columns, () if rows else tuple(notes))
        else:
            rows, left_out = _sensitivity(reader, questions, chosen)
            held = any("y" in row for row in rows)
            columns = (*SENSITIVITY[chosen["view"]], "mean", "summaries", *(AGAINST if held else ()))
            if available() or chosen["similarity"]:
                notes = []
        gold = params.gold if chosen["view"] == "scores" else ""
        return Result(self.name, gold, rows, left_out, columns, tuple(notes) if rows else (NOTHING,))


# What is set ---------------------------------------------------------------------------------------------------------


def _setting(questions: Questions, judge: int, chosen: dict[str, str]) -> ScoreSetting:
    """What the user set, else what the judge was run with."""
    run = {**RUN, **{name: value for name, value in questions.settings(judge).items() if name in RUN}}
    similarity = _similarity(chosen["similarity"] or str(run["similarity"]))
    threshold = numbers(chosen["threshold"], "threshold") or [float(run["threshold"])]
    top = numbers(chosen["top"], "top") or [float(run["top"])]
    return ScoreSetting(similarity, threshold[0], int(top[0]))


def _similarity(name: str) -> str:
    """The name of a similarity that can be computed. Raises: InputError."""
    if name not in MEASURES:
        raise InputError(f"There is no similarity {name!r}; there are: {', '.join(MEASURES)}.")
    if name == "cossim":
        need()
    return name


def numbers(text: str, name: str) -> list[float]:
    """The numbers in a setting. Raises: InputError for one that is none."""
    try:
        found = [float(part) for part in text.replace(",", " ").split()]
    except ValueError:
        found = [-1.0]
    most = 1.0 if name.startswith("threshold") else 1e6
    if not all(0 <= number <= most for number in found):
        raise InputError(f"{name} takes numbers from 0 to {most:g}, not {text!r}.")
    return found


def _ranges(text: str) -> list[tuple[int, int]]:
    found = []
    for part in text.replace(",", " ").split():
        low, dash, high = part.partition("-")
        if not dash or not low.isdecimal() or not high.isdecimal() or not 0 < int(low) <= int(high):
            raise InputError(f"ranges are written as 6-12, not {part!r}.")
        found.append((int(low), int(high)))
    return found


# Scores, judged and reviewed -----------------------------------------------------------------------------------------


def _scores(reader: CellReader, questions: Questions, chosen: dict[str, str]) -> tuple[list[Row], dict[str, int]]:
    rows: list[Row] = []
    left_out: dict[str, int] = {}
    for board in questions.boards(reviewed=True):
        setting = _setting(questions, board.judge, chosen)
        for score, side, judged, reviewed in _kinds(setting):
            for split, documents in _groups(reader, board.sides[side]):
                points = {
                    document: questions.points(board.sides[side][document], side, setting.similarity)
                    for document in documents
                }
                if not points:
                    continue
                row: Row = {"judge": reader.annotator(board.judge).name, **split, "score": score}
                found = {document: judged(each) for document, each in points.items()}
                put(row, "value", value := _mean(reader, found))
                row["n"] = value.n
                row["questions"] = sum(mean.n for mean in found.values())
                also = _reviewed(row, reader, points, reviewed)
                row["similarity"], row["threshold"] = setting.similarity, setting.threshold
                row["top"] = setting.top
                row["why"] = _why(found)
                rows.append(row)
                if score != "consistent":
                    _count(left_out, side, found, also)
    return rows, left_out


Judge = Callable[[Sequence[ScorePoint]], Mean]


def _kinds(setting: ScoreSetting) -> list[tuple[str, str, Judge, Judge]]:
    """(score, side, as judged, as reviewed)."""
    threshold, top = setting.threshold, setting.top
    return [
        (COVERAGE, COVERAGE, lambda p: setting.of(p, COVERAGE), lambda p: scoring.reviewed(p, 0.0, top)),
        (CONSISTENCY, CONSISTENCY, lambda p: setting.of(p, CONSISTENCY), lambda p: scoring.reviewed(p, threshold, top)),
        ("consistent", CONSISTENCY, lambda p: scoring.share(p, threshold, top), lambda p: scoring.held(p, top)),
    ]


def _groups(reader: CellReader, board: dict[int, list[SummaryQuestion]]) -> Iterator[tuple[Row, list[int]]]:
    """The documents of each row, by what rows are split by."""
    by = reader.params.by
    documents = sorted(board)
    if by not in SPLITS:
        yield {}, documents
        return
    codes, known = reader.documents.labels(by)
    mine = codes[reader.documents.place(np.array(documents, dtype=np.int64))].tolist()
    for code in sorted(set(mine)):
        yield {by: known[code]}, [d for d, c in zip(documents, mine, strict=True) if c == code]


def _reviewed(row: Row, reader: CellReader, points: dict[int, list[ScorePoint]], reviewed: Judge) -> dict[int, Mean]:
    """Write the reviewed score of these summaries and its bounds; gives that of each."""
    found = {document: reviewed(each) for document, each in points.items()}
    begun = [d for d, each in points.items() if any(p.right is not None and p.worth is not None for p in each)]
    ends = [
        [reviewed([replace(p, right=right) if p.right is None else p for p in points[d]]) for d in begun]
        for right in (False, True)
    ]
    weight = weights(
        np.array([mean.n for mean in ends[0]], dtype=np.int64),
        np.array([found[d].value is not None for d in begun], dtype=bool),
    )
    for name, means in zip(("reviewed_at_least", "reviewed_at_most"), ends, strict=True):
        values = [mean.value for mean in means if mean.value is not None]
        row[name] = sum(values) / len(values) if values else None
    mean = _mean(reader, {d: found[d] for d in begun}, dict(zip(begun, weight, strict=True)))
    put(row, "reviewed", bounded(mean, row["reviewed_at_least"], row["reviewed_at_most"]))
    row["n_reviewed"], row["begun"] = mean.n, len(begun)
    return found


def _mean(reader: CellReader, found: dict[int, Mean], weight: Mapping[int, float] | None = None) -> Estimate:
    """The mean over documents, weighted if so said, and its interval, bootstrapped by item."""
    values = {document: mean.value for document, mean in found.items() if mean.value is not None}
    if not values:
        return Estimate(None, None, None, 0)
    each = np.array([1.0 if weight is None else weight[document] for document in values])
    sums = each * np.array(list(values.values()), dtype=float)
    mean = Estimate(float(sums.sum() / each.sum()), None, None, len(values))
    p = reader.params
    p.go_on()
    if p.resamples:
        items = reader.documents.item[reader.documents.place(np.array(list(values), dtype=np.int64))]
        _, group = np.unique(items, return_inverse=True)
        table = np.column_stack([np.bincount(group, weights=sums), np.bincount(group, weights=each)])
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


def _why(found: dict[int, Mean]) -> str:
    if any(mean.value is not None for mean in found.values()):
        return ""
    reasons = sorted({mean.why for mean in found.values() if mean.why})
    return f"Undefined because {'; '.join(reasons) or 'there are no summaries'}."


def _count(left_out: dict[str, int], side: str, judged: dict[int, Mean], reviewed: dict[int, Mean]) -> None:
    counted = {
        f"questions of {side} that are unscored": sum(mean.unscored for mean in judged.values()),
        f"summaries without a score of {side}": sum(mean.value is None for mean in judged.values()),
        f"summaries whose {side} is not reviewed in full": sum(
            mean.why == scoring.NOT_REVIEWED for mean in reviewed.values()
        ),
    }
    for reason, count in counted.items():
        if count:
            left_out[reason] = left_out.get(reason, 0) + count


# Sensitivity ---------------------------------------------------------------------------------------------------------


def _sensitivity(reader: CellReader, questions: Questions, chosen: dict[str, str]) -> tuple[list[Row], dict[str, int]]:
    against = _against(reader)
    rows: list[Row] = []
    left_out: dict[str, int] = {}
    for board in questions.boards():
        base = _setting(questions, board.judge, chosen)
        for side in SIDES:
            if not board.sides[side]:
                continue
            asked = questions.settings(board.judge).get(f"{side}-most")
            for shown, setting in _settings(side, chosen, base):
                if isinstance(asked, int) and setting.most > asked:
                    rows.append(_not_asked(reader, board, side, shown, asked, setting.most))
                    continue
                rows += _held_against(reader, questions, board, side, shown, setting, against)
    return rows, left_out


def _not_asked(reader: CellReader, board: QuestionBoard, side: str, shown: Row, asked: int, most: int) -> Row:
    """The row of a range beyond what the judge was told to ask: the first of fewer questions are no answer to it."""
    why = (
        f"Undefined because the run asked at most {asked} questions; ask more, with galley judge --set"
        f" {side}-most={most}."
    )
    head: Row = {"judge": reader.annotator(board.judge).name, "score": side, **shown}
    return head | {"mean": None, "summaries": 0, "value": None, "n": 0, "why": why}


def _settings(side: str, chosen: dict[str, str], base: ScoreSetting) -> Iterator[tuple[Row, ScoreSetting]]:
    """The settings of a view, with what of them stands in the row."""
    view = chosen["view"]
    asked = [chosen["similarity"]] if chosen["similarity"] else list(PUBLISHED)
    measures = [name for name in asked if name != "cossim" or available()] if side == CONSISTENCY else [""]
    for measure in measures:
        similarity = measure or base.similarity
        if view == "threshold" and side == CONSISTENCY:
            for threshold in numbers(chosen["thresholds"], "thresholds"):
                made = ScoreSetting(similarity, threshold, base.top)
                yield {"similarity": measure, "threshold": threshold}, made
        elif view == "range":
            for least, most in _ranges(chosen["ranges"]):
                made = ScoreSetting(similarity, base.threshold, 0, least, most)
                yield {"similarity": measure, "threshold": base.threshold, "range": f"{least}-{most}"}, made
        elif view == "top":
            for top in numbers(chosen["tops"], "tops"):
                made = ScoreSetting(similarity, base.threshold, int(top))
                yield {"similarity": measure, "threshold": base.threshold, "top": int(top)}, made


def _against(reader: CellReader) -> list[ScoreColumn]:
    """The human scores to hold it against: those that were named, else all that there are."""
    scores = Scores(reader)
    names = list(reader.params.y) or [*scores.names(True), *_ratings(reader, scores)]
    return [score for name in dict.fromkeys(names) for score in scores.find(name)]


def _ratings(reader: CellReader, scores: Scores) -> list[str]:
    """The ratings that people gave, by the names that scores have them under."""
    rated = [(scheme.id, c.id) for scheme in reader.schemes for c in scheme.criteria if c.scale == "ordinal"]
    known = {name for scheme, criterion in rated for name in (criterion, f"{scheme}/{criterion}")}
    return [name for name in scores.verdicts() if name.partition(":")[2] in known and reader.humans]


def _held_against(
    reader: CellReader,
    questions: Questions,
    board: QuestionBoard,
    side: str,
    shown: Row,
    setting: ScoreSetting,
    against: list[ScoreColumn],
) -> Iterator[Row]:
    p = reader.params
    found = {
        document: setting.of(questions.points(asked, side, setting.similarity), side)
        for document, asked in board.sides[side].items()
    }
    values = {document: mean.value for document, mean in sorted(found.items()) if mean.value is not None}
    name = f"qa-{side}"
    head: Row = {"judge": reader.annotator(board.judge).name, "score": side, **shown}
    head |= {"mean": sum(values.values()) / len(values) if values else None, "summaries": len(values)}
    document = np.array(list(values), dtype=np.int64)
    mine = ScoreColumn(name, document, np.array(list(values.values()), dtype=float), False, {})
    p.go_on()
    if not against:
        yield head | {"value": None, "n": len(values), "why": f"No correlation, because {NO_HUMAN}."}
        return
    for other in against:
        both, x, y, left_out = pairs(mine, other)
        for level in reversed(LEVELS):
            if p.level not in ("", level):
                continue
            for kind in p.coefficients or KINDS[-1:]:
                result = by_level(reader, level, both, x, y, kind)
                row = head | {"y": other.name, "level": level, "coefficient": kind, "value": result.value}
                row |= {"p": result.p, "low": result.low, "high": result.high, "n": result.n, "why": result.why}
                yield row | {"left_out": left_out | result.left_out}


METRIC = QAMetric()
