"""Scores of documents as columns: numbers that came with the data, and shares of yes that follow from verdicts.

A name is a score's metric, or ``verdict:CRITERION``: the share of gold's yeses among the cells of a document (of a
rating, the mean of the humans' values). ``NAME@ANNOTATOR`` takes that annotator's instead of gold's, or of several
annotators' scores of one metric theirs.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from galley.core.domain import NO_ANNOTATOR, AnnotatorId, AnnotatorKind
from galley.core.errors import InputError
from galley.core.metrics._documents import Floats, Ints
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import CellQuestion, CellReader
from galley.core.stats.groups import group_labels
from galley.core.storage.connection import Connection
from galley.core.storage.queries import columns, filter_choices, list_metadata_names, read_metadata
from galley.core.storage.queries.items import read_documents

VERDICT = "verdict:"
LOOKED_AT = 1_000
"""Items and documents whose metadata are looked through for keys."""
PEOPLE = (AnnotatorKind.HUMAN, AnnotatorKind.GOLD)


@dataclass(frozen=True, slots=True)
class ScoreColumn:
    """A number for some documents (row ids, rising). ``name`` is what was asked for, ``human`` whether people gave
    it. ``uncovered`` counts cells that have no part in the numbers."""

    name: str
    document: Ints
    value: Floats
    human: bool
    left_out: dict[str, int]


class Scores:
    """Finds scores by name. ``reader.params`` filters documents; judges that it names are the only ones."""

    def __init__(self, reader: CellReader) -> None:
        self.reader = reader
        named = reader.params.judges
        self.stored_scores: dict[tuple[str, AnnotatorId], None] = dict.fromkeys(
            (metric, annotator)
            for metric, annotator in columns.list_scores(reader.connection)
            if not named or reader.annotator(annotator).kind in PEOPLE or reader.annotator(annotator).name in named
        )

    def names(self, human: bool) -> list[str]:
        """Every stored score given by people, or by others; by annotator where several give the same."""
        scores = [
            (metric, who) for metric, who in self.stored_scores if (self.reader.annotator(who).kind in PEOPLE) == human
        ]
        several = {metric for metric, _ in scores if sum(other == metric for other, _ in self.stored_scores) > 1}
        return [
            f"{metric}@{self.reader.annotator(who).name}" if metric in several else metric for metric, who in scores
        ]

    def verdicts(self) -> list[str]:
        """A ``verdict:`` name for every criterion and roll-up that anybody spoke about; with the scheme's where several
        schemes have one of this name."""
        questions = [question for question in self.reader.questions() if _countable(question)]
        ids = [question.id for question in questions]
        return [
            f"{VERDICT}{one.id}" if ids.count(one.id) == 1 else f"{VERDICT}{one.scheme}/{one.id}" for one in questions
        ]

    def find(self, name: str) -> list[ScoreColumn]:
        """The scores of this name, one an annotator. Raises: InputError where there is none."""
        if name.startswith(VERDICT):
            criterion, _, who = name.removeprefix(VERDICT).partition("@")
            return [self.shares(criterion, self.reader.find_annotator(who) if who else NO_ANNOTATOR)]
        metric, _, who = name.partition("@")
        matching = [
            (m, a)
            for m, a in self.stored_scores
            if (m == name) or (m == metric and who and self.reader.annotator(a).name == who)
        ]
        if not matching:
            score_names = [*self.names(True), *self.names(False), *self.verdicts()]
            raise InputError(f"The project has no score {name!r}; it has: {', '.join(score_names) or 'none'}.")
        return [self._read_scores(m, a, len(matching) > 1 or m != name) for m, a in matching]

    def of(self, metric: str, annotator: AnnotatorId) -> ScoreColumn:
        """The score of this metric by this annotator (a row id), among those that are ``stored_scores``."""
        return self._read_scores(metric, annotator, False)

    def _read_scores(self, metric: str, annotator: AnnotatorId, several: bool) -> ScoreColumn:
        rows = columns.read_scores(self.reader.connection, metric, annotator)
        who = self.reader.annotator(annotator)
        document = np.array([row[0] for row in rows], dtype=np.int64)
        value = np.array([row[1] for row in rows], dtype=float)
        if self.reader.filter is not None:
            mask = self.reader.filter[self.reader.documents.place(document)]
            document, value = document[mask], value[mask]
        name = f"{metric}@{who.name}" if several else metric
        return ScoreColumn(name, document, value, who.kind in PEOPLE, {})

    def shares(self, criterion: str, annotator: AnnotatorId = NO_ANNOTATOR) -> ScoreColumn:
        """The share of yes of gold (or an annotator) in each document. Raises: InputError for an unknown name."""
        question = self._question(criterion)
        if not annotator and not question.binary:
            return self._ratings(question, f"{VERDICT}{criterion}")
        cells = self.reader.cells(question, [annotator] if annotator else [], with_gold=not annotator)
        states = cells.column(annotator) if annotator else cells.gold
        assert states is not None
        name = f"{VERDICT}{criterion}" + (f"@{self.reader.annotator(annotator).name}" if annotator else "")
        human = not annotator or self.reader.annotator(annotator).kind in PEOPLE

        def add_up() -> ScoreColumn:
            has_answer = states >= 0
            document, group = group_labels(cells.target[has_answer])
            total = np.bincount(group, weights=cells.scale[states[has_answer]], minlength=len(document))
            count = np.bincount(group, minlength=len(document))
            open_ = int(np.count_nonzero(~has_answer))
            left_out = {f"cells of {name} without a verdict": open_} if open_ else {}
            return ScoreColumn(name, document, total / count, human, left_out)

        key = ("share", question.scheme, question.id, name)
        return self.reader.params.reuse_result(key, [states, cells.target, cells.scale], add_up)

    def _ratings(self, question: CellQuestion, name: str) -> ScoreColumn:
        """The mean rating of each document, by the people that were named, or by all."""
        raters = [self.reader.find_annotator(who) for who in self.reader.params.annotators] or self.reader.humans
        cells = self.reader.cells(question, raters)
        states = cells.states[:, [cells.annotators.index(rater) for rater in dict.fromkeys(raters)]]
        has_answer = states >= 0
        value = np.where(has_answer, cells.scale[np.maximum(states, 0)], 0.0).sum(axis=1) / np.maximum(
            has_answer.sum(axis=1), 1
        )
        rated = has_answer.any(axis=1)
        document, group = np.unique(cells.target[rated], return_inverse=True)
        mean = np.bincount(group, weights=value[rated]) / np.maximum(np.bincount(group), 1)
        return ScoreColumn(name, document, mean, True, {})

    def _question(self, name: str) -> CellQuestion:
        questions = [question for question in self.reader.questions() if _countable(question)]
        matching = [question for question in questions if name in (question.id, f"{question.scheme}/{question.id}")]
        if not matching:
            names = ", ".join(question.id for question in questions) or "none"
            raise InputError(f"Nobody has given a verdict on {name!r}; there are verdicts on: {names}.")
        if len(matching) > 1:
            schemes = ", ".join(f"{question.scheme}/{question.id}" for question in matching)
            raise InputError(f"Several schemes have {name!r}; write one of: {schemes}.")
        return matching[0]


def _countable(question: CellQuestion) -> bool:
    return all(criterion.scale != "choice" for criterion in question.members)


def pairs(first: ScoreColumn, second: ScoreColumn) -> tuple[Ints, Floats, Floats, dict[str, int]]:
    """The documents that have both scores, the two columns, and how many have only one."""
    document, a, b = np.intersect1d(first.document, second.document, assume_unique=True, return_indices=True)
    left_out = {**first.left_out, **second.left_out}
    for one in (first, second) if first.name != second.name else ():
        if len(one.document) > len(document):
            left_out[f"documents with {one.name} only"] = len(one.document) - len(document)
    return document, first.value[a], second.value[b], left_out


def inputs(first: ScoreColumn, second: ScoreColumn) -> list[Any]:
    """All that a figure of two scores follows from."""
    return [part for score in (first, second) for part in (score.document, score.value, score.left_out)]


def confounders(reader: CellReader, document: Ints, confounder_names: Sequence[str]) -> list[list[str]]:
    """One column of labels for each name in ``given``: system, dataset (source), split, item, or a key of the item's
    or document's metadata. Raises: InputError where no document has such a key."""
    columns = []
    places = reader.documents.place(document)
    for name in confounder_names:
        if name in ("system", "dataset", "source", "split", "item"):
            codes, names = reader.documents.labels(name)
            columns.append([names[code] for code in codes[places]])
        else:
            columns.append(_meta(reader, document, name))
    return columns


def confounding(connection: Connection) -> list[str]:
    """What a partial correlation may be given here: system, dataset and split where there are several, then the
    metadata keys of the first items and documents."""
    varying = [
        field
        for field in ("system", "dataset", "split")
        if len(filter_choices.list_choices(connection, field)) > 1
    ]
    keys = list_metadata_names(connection, LOOKED_AT)
    return [*varying, *(key for key in keys if key not in ("system", "dataset", "source", "split", "item"))]


def _meta(reader: CellReader, document: Ints, name: str) -> list[str]:
    values_by_document: dict[int, str] = {}
    seen = False
    of_items = read_metadata(reader.connection)
    for head in read_documents(reader.connection):
        for meta in (of_items.get(head.item) or {}, json.loads(head.meta or "{}")):
            value = meta.get(name)
            if value is not None:
                values_by_document[head.id], seen = str(value), True
    if not seen:
        raise InputError(
            f"Nothing in the project is called {name!r}; --given takes system, dataset, split, item or a metadata key."
        )
    return [values_by_document.get(row, "") for row in document.tolist()]


def sides(reader: CellReader, params: Params) -> tuple[list[ScoreColumn], list[ScoreColumn]]:
    """The scores on either side. Without names: what judges and metrics gave against what people gave, in scores and
    (as the share of the gold's yes, or the mean rating) in verdicts.

    Where judges are named, ``verdict:`` on the first side is theirs, one score a judge. Where only one side has any,
    its scores are held against one another.
    """
    scores = Scores(reader)
    first, second = list(params.x), list(params.y)
    shares = scores.verdicts() if reader.humans and reader.judges else []
    if not first:
        first = scores.names(False) + ([name for name in shares if name in second] if second else shares)
    if not second:
        same = [name for name in first if name.startswith(VERDICT) and "@" not in name]
        second = scores.names(True) + (same or (scores.verdicts() if reader.humans else []))
    judged = bool(params.judges) or not params.x
    left_columns = []
    for name in first:
        if name.startswith(VERDICT) and "@" not in name and judged:
            question = name.removeprefix(VERDICT)
            left_columns += [scores.shares(question, judge) for judge in reader.judges]
        else:
            left_columns += scores.find(name)
    right = [score for name in dict.fromkeys(second) for score in scores.find(name)]
    if not params.x and not params.y:
        left_columns, right = left_columns or right, right or left_columns
    return left_columns, right
