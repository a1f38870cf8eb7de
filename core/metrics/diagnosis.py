"""What can be told of each annotator: how often they agree with gold, how fast they are, how often they are unsure.

``value`` is the share of the cells with gold on which the annotator said the same (silence after going through a text
is a no); ``kappa`` is Cohen's over those of yes/no criteria, which is not flattered by most cells being no. Where gold
is the majority, an annotator's own vote is part of it; ``--gold gold`` takes adjudicated cells only. ``unsure_rate`` is
the share of "unsure" among explicit answers (a judge's unscored replies among its verdicts).
``seconds`` is the median time between the decision before and an answer (accept, override, unsure, add); a gap of more
than ``IDLE`` seconds is a break and tells nothing, nor does the first decision, and nor do answers given together.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import AnnotatorKind
from galley.core.metrics import gold
from galley.core.metrics._pace import IDLE, Pace, log, paces
from galley.core.metrics._takes import WHAT, WHERE, Takes
from galley.core.metrics.base import Params, Result, Row, put
from galley.core.metrics.cells import Question, Reader
from galley.core.stats.agreement import agreement
from galley.core.stats.intervals import proportion
from galley.core.stats.tally import tally

EVERYTHING = "all"
COLUMNS = (
    *("scheme", "criterion", "annotator", "kind", "n", "same", "value", "low", "high", "kappa"),
    *("answers", "unsure", "unsure_rate", "decisions", "timed", "seconds", "why"),
)
NOTE = (
    f"Seconds are medians of the time from the decision before to an answer; gaps over {IDLE / 60:g} minutes are "
    "breaks and are left out."
)

Key = tuple[int, int]
"""Annotator and criterion; 0 for all criteria together."""
Pairs = NDArray[np.int64]
"""On how many cells an annotator and gold said no and no, no and yes, yes and no, yes and yes."""


class DiagnosisMetric:
    """See the module."""

    name = "diagnosis"
    title = "Each annotator's agreement with gold, speed and unsure rate, in all and by criterion"
    takes = (Takes((*WHAT, *WHERE, "gold", "judges", "annotators")),)

    def compute(self, connection: sqlite3.Connection, params: Params) -> Result:
        """A row for each annotator (those named, else the humans; with them the judges named) over all criteria, and
        one for each criterion on which they said anything."""
        reader = Reader(connection, params)
        people = [reader.named(name) for name in params.annotators] or list(reader.humans)
        if params.judges:
            people += reader.judges
        people = list(dict.fromkeys(people))
        questions = [question for question in reader.questions() if not question.rollup]
        reader.fetch(questions, [*people, *gold.sources(reader).annotators])
        matches, pairs = self._matches(reader, questions, people)
        rows_of = {question.members[0].row: question for question in questions}
        chosen = None if reader.filter is None else reader.documents.id[reader.filter]
        given = _given(reader, set(rows_of))
        times = paces(log(connection, params.memory), rows_of.keys(), chosen)
        rows: list[Row] = []
        for person in people:
            for criterion in (0, *rows_of):
                key = (person, criterion)
                if criterion and key not in given and key not in matches:
                    continue
                rows.append(_row(reader, key, rows_of.get(criterion), matches.get(key, (0, 0)), given, times))
                rows[-1]["kappa"] = _kappa(pairs.get(key))
        notes = (NOTE,) if rows else ("Nobody has answered anything in this project yet.",)
        return Result(self.name, params.gold, rows, _left_out(times, people), COLUMNS, notes)

    def _matches(
        self, reader: Reader, questions: list[Question], people: list[int]
    ) -> tuple[dict[Key, tuple[int, int]], dict[Key, Pairs]]:
        """(cells on which both said the same, cells on which both said something); and what both said, yes or no."""
        found: dict[Key, tuple[int, int]] = {}
        pairs: dict[Key, Pairs] = defaultdict(lambda: np.zeros(4, dtype=np.int64))
        for question in questions:
            present = [person for person in people if reader.asked(person, question)]
            if not present:
                continue
            cells = reader.cells(question, present, "unit", with_gold=True)
            assert cells.gold is not None
            for person in present:
                said = cells.column(person)
                both = (said >= 0) & (cells.gold >= 0)
                same, n = int(np.count_nonzero(both & (said == cells.gold))), int(np.count_nonzero(both))
                found[person, question.members[0].row] = (same, n)
                before = found.get((person, 0), (0, 0))
                found[person, 0] = (before[0] + same, before[1] + n)
                if question.binary:
                    counts = np.bincount(2 * said[both] + cells.gold[both], minlength=4)
                    pairs[person, question.members[0].row] += counts
                    pairs[person, 0] += counts
        return found, pairs


def _kappa(pairs: Pairs | None) -> float | None:
    """Cohen's kappa of what an annotator and gold said; None where it is undefined."""
    if pairs is None or not pairs.any():
        return None
    there = np.flatnonzero(pairs)
    said = np.stack([there // 2, there % 2], axis=1)
    return agreement("cohen-kappa", tally(said, [0.0, 1.0], weights=pairs[there])).value


def _given(reader: Reader, criteria: set[int]) -> dict[Key, tuple[int, int]]:
    """(explicit answers, those without a value) by annotator and criterion."""
    found: dict[Key, tuple[int, int]] = {}
    chosen = _targets(reader)
    # an index holds all but the value; reading the table in the order of that index takes three times as long
    what = "SELECT annotator_id, criterion_id, target_id, {} FROM verdict {} GROUP BY 1, 2, 3"
    if chosen is None:
        what = "SELECT annotator_id, criterion_id, 0, {} FROM verdict {} GROUP BY 1, 2"
    for counts, where in (("count(*), 0", ""), ("0, count(*)", "NOT INDEXED WHERE value IS NULL")):
        for annotator, criterion, target, count, unsure in reader.connection.execute(what.format(counts, where)):
            if criterion not in criteria or (chosen is not None and target not in chosen):
                continue
            for key in ((annotator, criterion), (annotator, 0)):
                before = found.get(key, (0, 0))
                found[key] = (before[0] + count, before[1] + unsure)
    return found


def _targets(reader: Reader) -> set[int] | None:
    """The documents under judgement that the filters leave; None where all are."""
    if reader.filter is None:
        return None
    return set(reader.documents.id[reader.filter].tolist())


def _row(
    reader: Reader,
    key: Key,
    question: Question | None,
    matched: tuple[int, int],
    given: dict[Key, tuple[int, int]],
    times: dict[Key, Pace],
) -> Row:
    annotator = reader.annotator(key[0])
    row: Row = {"scheme": question.scheme if question else "", "criterion": question.id if question else EVERYTHING}
    row |= {"annotator": annotator.name, "kind": annotator.kind.value}
    agreed = proportion(*matched, empty="no cell that they answered has gold", confidence=reader.params.confidence)
    row |= {"n": agreed.n, "same": matched[0]}
    put(row, "value", agreed)
    answers, unsure = given.get(key, (0, 0))
    row |= {"answers": answers, "unsure": unsure, "unsure_rate": unsure / answers if answers else None}
    pace = times.get(key, Pace())
    row |= {"decisions": pace.answers, "timed": pace.timed, "seconds": pace.seconds}
    whys = [agreed.why] if agreed.why else []
    if not pace.timed and annotator.kind is AnnotatorKind.HUMAN:
        whys.append("seconds: no two decisions followed each other")
    row["why"] = "; ".join(whys)
    return row


def _left_out(times: dict[Key, Pace], people: list[int]) -> dict[str, int]:
    whole = [times.get((person, 0), Pace()) for person in people]
    breaks = sum(pace.answers - pace.timed for pace in whole)
    return {"answers behind a break, or given together (no time)": breaks} if breaks else {}


def answered(connection: sqlite3.Connection, params: Params, annotator: str) -> list[int]:
    """The items (row ids) about which this annotator said anything that a row counts."""
    reader = Reader(connection, params)
    person = reader.named(annotator)
    criteria = [question.members[0].row for question in reader.questions() if not question.rollup]
    marks = ",".join("?" * len(criteria))
    chosen = _targets(reader)
    found: set[int] = set()
    for table in ("verdict", "judged"):
        rows = connection.execute(
            f"SELECT DISTINCT item_id, target_id FROM {table} WHERE annotator_id = ? AND criterion_id IN ({marks})",
            (person, *criteria),
        )
        found.update(item for item, target in rows if chosen is None or target in chosen)
    return sorted(found)


METRIC = DiagnosisMetric()
