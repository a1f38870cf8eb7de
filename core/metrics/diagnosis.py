"""What can be told of each annotator: how often they agree with others, how fast they are, how often they are unsure.

``value`` is the share of cells on which the annotator said the same as what they are held ``against`` (silence after
going through a text is a no); ``kappa`` is Cohen's over those of yes/no criteria, which is not flattered by most cells
being no. Nobody is held against a verdict that their own vote is part of: under ``majority`` each person is held
against the strict majority of the other people, whatever was adjudicated (a rule that settles cells counts all votes).
With two people that is their agreement, and is called so. ``--gold gold`` takes adjudicated cells only.
Units and whole summaries have rows of their own (``level``), over all criteria, too.
``unsure_rate`` is the share of "unsure" among explicit answers (a judge's unscored replies among its verdicts).
``seconds`` is the median time between the decision before and an answer (accept, override, unsure, add); a gap of more
than ``IDLE`` seconds is a break and tells nothing, nor does the first decision, and nor do answers given together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import NO_CRITERION, AnnotatorId, AnnotatorKind, CriterionId, ItemId
from galley.core.metrics import gold
from galley.core.metrics._pace import IDLE, ReaderPace, log, paces
from galley.core.metrics._parameters import DOCUMENT_FILTERS, WHAT, Takes
from galley.core.metrics._question import add_level_column
from galley.core.metrics.base import Params, Reference, Result, Row, TableLayout, put
from galley.core.metrics.cell_arrays import CellQuestion, CellReader, Cells
from galley.core.stats.agreement_coefficients import agreement
from galley.core.stats.clusters import share
from galley.core.stats.distinct_rows import tally
from galley.core.storage import level_queries
from galley.core.storage.connection import Connection
from galley.core.storage.note_markers import BULK_NOTE_PREFIX
from galley.core.storage.queries import columns as column_queries
from galley.core.storage.queries.decisions import DecisionSelection, count_decisions

EVERYTHING = "all"
OTHERS, AGREEMENT = "majority of the others", "agreement with {other}"
COLUMNS = (
    *("scheme", "criterion", "annotator", "kind", "against", "n", "same", "value", "low", "high", "kappa"),
    *("answers", "unsure", "unsure_rate", "decisions", "timed", "seconds", "why"),
)
NOTE = (
    f"Seconds are medians of the time from the decision before to an answer; gaps over {IDLE / 60:g} minutes are "
    "breaks and are left out."
)

TWO = "Where two people answered the same cells, the figure is their agreement and cannot be attributed to one person."
BY_RULE = (
    "Some of this gold comes from people's votes by a rule, so each is compared with a verdict that includes "
    "their own vote; leave --gold out."
)
ITSELF = "they are the gold that was asked for"
UNDECIDED = "cells on which the others have no majority"

Key = tuple[AnnotatorId, CriterionId, str]
"""Annotator, criterion (0 for all criteria together) and level."""
LEVELS = ("unit", "summary")
Sums = NDArray[np.float64]
"""On how many cells of each source document both said the same, and both said something."""
Pairs = NDArray[np.int64]
"""On how many cells an annotator and gold said no and no, no and yes, yes and no, yes and yes."""


class DiagnosisMetric:
    """See the module."""

    name = "diagnosis"
    title = "Each annotator's agreement with the others or with gold, speed and unsure rate, in all and by criterion"
    unit = "cells that both answered"
    reference = Reference(
        measures="""The agreement of each annotator with what they are compared with (column `against`), Cohen's kappa
        of the two on yes/no criteria, the median seconds between the decision before and an answer, and the share of
        "unsure". A gap of more than five minutes counts as a break. With `--gold gold` or `majority`, each person is
        compared with the strict majority of the other people, cell by cell, because a gold that includes their own vote
        would be too favourable; adjudication plays no part. With two people this is their agreement, and is called so.
        `--gold adjudicated` takes adjudicated cells, and says so where a rule resolved some from votes; a name takes
        that annotator. Judges have no vote and are compared with gold. Units and whole summaries have rows of their own
        (column `level`), over all criteria, too: answers, speed and doubt are of decisions at that level. In the Scores
        view the people are a funnel plot: cells on a log axis against the share, and a band around the mean of all, m ±
        z √(d m (1 − m) / n), with d the middle of the people's design effects and z by Bonferroni: if
        all people are alike, one chart in twenty shows somebody outside the band. The chart is of the level with more
        cells.""",
        source="""Kappa as under `agreement`. The funnel: [Spiegelhalter 2005](https://doi.org/10.1002/sim.1970),
        section 2.""",
        interval="none; the funnel in Scores has a band around the mean",
        undefined="""Agreement where no cell has both the annotator's answer and one to compare it with; seconds where
        no answer followed another.""",
        left_out="""Cells on which the others have no majority, and decisions that tell nothing about speed: the
        first, those after a break, and those given together.""",
    )
    layout = TableLayout(
        heads={"n": "cells", "value": "same answers per 100 cells", "unsure_rate": "unsure per 100 answers"},
        per_hundred=("value", "unsure_rate"),
        closing="{annotator}: between {low} and {high} of 100 answers are the same ({against}), from {n} cells.",
    )
    takes = (Takes((*WHAT, *DOCUMENT_FILTERS, "gold", "judges", "annotators"), levels=LEVELS),)

    def compute(self, connection: Connection, params: Params) -> Result:
        """A row for each annotator (those named, else the humans; with them the judges named) and level over all
        criteria, and one for each criterion on which they said anything."""
        reader = CellReader(connection, params)
        people = [reader.find_annotator(name) for name in params.annotators] or list(reader.humans)
        if params.judges:
            people += reader.judges
        people = list(dict.fromkeys(people))
        questions = [question for question in reader.questions() if not question.is_combined]
        reader.fetch(questions, [*people, *gold.sources(reader).annotators])
        comparison = _GoldComparison(reader, people)
        for question in questions:
            comparison.count(question)
        rows_of = {question.members[0].row: question for question in questions}
        target_ids = None if reader.filter is None else reader.documents.id[reader.filter]
        answer_counts = _count_answers(reader, rows_of)
        times = paces(log(connection, params.memory), rows_of.keys(), target_ids)
        rows: list[Row] = []
        known_keys = answer_counts.keys() | comparison.matches.keys()
        for person in people:
            levels = (params.level,) if params.level else LEVELS
            own = [level for level in levels if (person, NO_CRITERION, level) in known_keys] or levels[:1]
            for key in ((person, criterion, level) for level in own for criterion in (NO_CRITERION, *rows_of)):
                if not key[1] or key in known_keys:
                    rows.append(_row(reader, key, rows_of.get(key[1]), comparison, answer_counts, times))
        notes: tuple[str, ...] = (NOTE,) if rows else ("This project has no answers yet.",)
        if comparison.agreeing:
            notes += (TWO,)
        by_rule = DecisionSelection(actions=("settle",), note=BULK_NOTE_PREFIX, undone=False)
        if params.gold == gold.ADJUDICATED and count_decisions(connection, by_rule, most=1):
            notes += (BY_RULE,)
        gold_name = OTHERS if comparison.leaves_out else params.gold
        columns = COLUMNS if params.level else _add_level(rows, questions)
        return Result(self.name, gold_name, rows, _left_out(times, people) | comparison.left_out, columns, notes)


def _add_level(rows: list[Row], questions: list[CellQuestion]) -> tuple[str, ...]:
    """The columns, with ``level`` where an annotator has rows of both, or any row would not say of what it is."""
    both = {row["annotator"] for row in rows if row["level"] == "unit" and row["criterion"] == EVERYTHING}
    if any(row["level"] == "summary" and row["annotator"] in both for row in rows):
        return (*COLUMNS[:2], "level", *COLUMNS[2:])
    return add_level_column(COLUMNS, [row for row in rows if row["criterion"] != EVERYTHING], questions)


class _GoldComparison:
    """What each annotator is held against. ``matches`` has (cells on which both said the same, cells on which both said
    something, by source document) and ``pairs`` what both said, yes or no, by annotator and criterion; ``others`` who
    the others are."""

    def __init__(self, reader: CellReader, people: list[AnnotatorId]) -> None:
        self.reader, self.people = reader, people
        self.truth = gold.sources(reader)
        self.leaves_out = self.truth.name in (gold.MAJORITY, gold.OUTCOME)
        self.matches: dict[Key, Sums] = {}
        self.pairs: dict[Key, Pairs] = defaultdict(lambda: np.zeros(4, dtype=np.int64))
        self.others: dict[Key, set[AnnotatorId]] = defaultdict(set)
        self.agreeing: set[Key] = set()
        self.left_out: dict[str, int] = {}

    def count(self, question: CellQuestion) -> None:
        """Add the cells of one question."""
        reader = self.reader
        present = [person for person in self.people if reader.has_answered(person, question)]
        if not present:
            return
        voters = (
            [person for person in reader.humans if reader.has_answered(person, question)] if self.leaves_out else []
        )
        everybody = list(dict.fromkeys([*present, *voters]))
        for level in reader.find_row_levels(question, [*everybody, *self.truth.annotators]):
            cells = reader.cells(question, everybody, level, with_gold=True)
            self._count_level(question, level, cells, present, voters)

    def _count_level(
        self, question: CellQuestion, level: str, cells: Cells, present: list[AnnotatorId], voters: list[AnnotatorId]
    ) -> None:
        reader, row = self.reader, question.members[0].row
        for person in present:
            answers, best = cells.column(person), cells.gold
            assert best is not None
            if not (answers > gold.NOT_ASKED).any():
                continue
            if person == self.truth.one:
                best = np.full(len(answers), -2)
            others = [voter for voter in voters if voter != person] if person in voters else []
            if person in voters:
                best = self._majority(cells, others)
            both = (answers >= 0) & (best >= 0)
            spoke = {other for other in others if (both & (cells.column(other) >= 0)).any()}
            sums = _by_origin(reader, cells.origins[both], (answers == best)[both])
            for key in ((person, row, level), (person, NO_CRITERION, level)):
                self.matches[key] = self.matches[key] + sums if key in self.matches else sums
                self.others[key] |= spoke
                if question.binary:
                    self.pairs[key] += np.bincount(2 * answers[both] + best[both], minlength=4)
            undecided = int(np.count_nonzero((answers >= 0) & (best == gold.TIE))) if person in voters else 0
            if undecided:
                self.left_out[UNDECIDED] = self.left_out.get(UNDECIDED, 0) + undecided

    def _majority(self, cells: Cells, others: list[AnnotatorId]) -> NDArray[np.int16]:
        """What most of these people say of each cell."""
        if not others:
            return np.full(len(cells.unit), gold.NOT_ASKED, dtype=np.int16)
        return gold.majority(np.stack([cells.column(other) for other in others], axis=1), cells.values)

    def against(self, key: Key) -> str:
        """What an annotator's figure is held against, in words."""
        person = key[0]
        if not self.leaves_out or person not in self.reader.humans:
            return self.reader.params.gold
        others = self.others[key]
        if len(others) == 1 and key in self.matches and self.matches[key][1].any():
            self.agreeing.add(key)
            return AGREEMENT.format(other=self.reader.annotator(next(iter(others))).name)
        return OTHERS


def _by_origin(reader: CellReader, origins: NDArray[np.int64], same: NDArray[np.bool_]) -> Sums:
    """Cells on which two said the same, and all of them, by source document."""
    size = int(reader.documents.origin.max(initial=0)) + 1
    return np.stack([np.bincount(origins, weights=mask, minlength=size) for mask in (same, None)])


def _kappa(pairs: Pairs | None) -> float | None:
    """Cohen's kappa of what an annotator and gold said; None where it is undefined."""
    if pairs is None or not pairs.any():
        return None
    pair_codes = np.flatnonzero(pairs)
    codes = np.stack([pair_codes // 2, pair_codes % 2], axis=1)
    return agreement("cohen-kappa", tally(codes, [0.0, 1.0], weights=pairs[pair_codes])).value


def _count_answers(reader: CellReader, questions: Mapping[CriterionId, CellQuestion]) -> dict[Key, tuple[int, int]]:
    """(explicit answers, those without a value) by annotator, criterion and level."""
    counts_by_key: dict[Key, tuple[int, int]] = {}

    def add(annotator: AnnotatorId, criterion: CriterionId, level: str, count: int, unsure: int) -> None:
        for key in ((annotator, criterion, level), (annotator, NO_CRITERION, level)):
            before = counts_by_key.get(key, (0, 0))
            counts_by_key[key] = (before[0] + count, before[1] + unsure)

    target_ids = _targets(reader)
    for row in column_queries.count_answers(reader.connection, target_ids is not None):
        if row.criterion in questions and (target_ids is None or row.target in target_ids):
            level = "summary" if questions[row.criterion].whole else "unit"
            add(row.annotator, row.criterion, level, row.answers, row.without_value)
    both = [criterion for criterion, question in questions.items() if question.binary and not question.whole]
    for annotator, criterion, target, count, unsure in level_queries.count_answers_on_wholes(reader.connection, both):
        if target_ids is None or target in target_ids:
            add(annotator, criterion, "summary", count, unsure)
            add(annotator, criterion, "unit", -count, -unsure)
    return {key: counts for key, counts in counts_by_key.items() if counts[0]}


def _targets(reader: CellReader) -> set[int] | None:
    """The documents under judgement that the filters leave; None where all are."""
    if reader.filter is None:
        return None
    return set(reader.documents.id[reader.filter].tolist())


def _row(
    reader: CellReader,
    key: Key,
    question: CellQuestion | None,
    comparison: _GoldComparison,
    answer_counts: dict[Key, tuple[int, int]],
    times: dict[Key, ReaderPace],
) -> Row:
    annotator = reader.annotator(key[0])
    row: Row = {"scheme": question.scheme if question else "", "criterion": question.id if question else EVERYTHING}
    row |= {"annotator": annotator.name, "kind": annotator.kind.value, "against": comparison.against(key)}
    row["level"] = key[2]
    matched = comparison.matches.get(key, np.zeros((2, 1)))
    empty = "the others have no majority on a cell that they answered"
    if row["against"] == reader.params.gold:
        empty = ITSELF if key[0] == comparison.truth.one else "no cell that they answered has gold"
    agreed = share(*matched, empty=empty, confidence=reader.params.confidence)
    row |= {"n": agreed.n, "same": int(matched[0].sum())}
    put(row, "value", agreed)
    row["kappa"] = _kappa(comparison.pairs.get(key))
    answers, unsure = answer_counts.get(key, (0, 0))
    row |= {"answers": answers, "unsure": unsure, "unsure_rate": unsure / answers if answers else None}
    pace = times.get(key, ReaderPace())
    row |= {"decisions": pace.answers, "timed": pace.timed_count, "seconds": pace.seconds}
    whys = [agreed.why] if agreed.why else []
    if not pace.timed_count and annotator.kind is AnnotatorKind.HUMAN:
        whys.append("seconds: no two decisions followed each other")
    row["why"] = "; ".join(whys)
    return row


def _left_out(times: dict[Key, ReaderPace], people: list[AnnotatorId]) -> dict[str, int]:
    whole = [times.get((person, NO_CRITERION, level), ReaderPace()) for person in people for level in LEVELS]
    breaks = sum(pace.answers - pace.timed_count for pace in whole)
    return {"answers behind a break, or given together (no time)": breaks} if breaks else {}


def find_answered_items(connection: Connection, params: Params, annotator: str) -> list[ItemId]:
    """The items (row ids) about which this annotator said anything that a row counts."""
    reader = CellReader(connection, params)
    person = reader.find_annotator(annotator)
    criteria = [question.members[0].row for question in reader.questions() if not question.is_combined]
    target_ids = _targets(reader)
    judged = column_queries.find_judged_targets(connection, person, criteria)
    return sorted({item for item, target in judged if target_ids is None or target in target_ids})


METRIC = DiagnosisMetric()
