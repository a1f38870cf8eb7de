"""The cells behind the figures of discussion summaries, added up by summary: faults and what is without one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import orjson

from galley.core.domain import AnnotatorId
from galley.core.metrics._documents import Floats, Ints
from galley.core.metrics.cell_arrays import CellQuestion, CellReader
from galley.core.storage.connection import Connection
from galley.core.storage.queries import columns
from galley.core.text.opinion_steps import ATOMIC, step_of


@dataclass(slots=True)
class SummaryTally:
    """Cells of one criterion added up by summary (row id of the document): how many are answered with a fault, how
    many without, for each annotator in ``columns`` and, last, for people (gold)."""

    columns: tuple[int, ...]
    faults: Floats
    clean: Floats

    def faults_and_clean(self, document: Ints, annotator: AnnotatorId | None) -> tuple[Floats, Floats]:
        """(faults, clean) of these documents; ``annotator`` None is gold."""
        column = -1 if annotator is None else self.columns.index(annotator) if annotator in self.columns else -2
        if column == -2:
            nothing = np.zeros(len(document))
            return nothing, nothing
        return self.faults[document, column], self.clean[document, column]

    def has_answer(self, document: Ints, annotator: AnnotatorId) -> bool:
        """Whether an annotator answered any cell of these documents."""
        faults, clean = self.faults_and_clean(document, annotator)
        return bool(faults.any() or clean.any())


def tally_summaries(
    reader: CellReader,
    scheme: str,
    criterion: str,
    opposite: str,
    units: Ints,
    judges: Sequence[AnnotatorId],
    is_inverted: bool = True,
) -> SummaryTally:
    """The cells of a criterion on ``units`` (row ids) by document. ``opposite`` is the criterion that says the same
    the other way round (or not: ``flip`` False), and answers where this one is silent."""
    size = int(reader.documents.id[-1]) + 1 if len(reader.documents.id) else 1
    faults, clean = np.zeros((size, len(judges) + 1)), np.zeros((size, len(judges) + 1))
    is_unit = np.zeros(int(units.max(initial=0)) + 1, dtype=bool)
    is_unit[units] = True
    seen: list[Ints] = []
    for name, turned in ((criterion, False), (opposite, is_inverted)):
        question = find_question(reader, scheme, name) if name else None
        if question is None:
            continue
        cells = reader.cells(question, judges, with_gold=True)
        assert cells.gold is not None
        mask = (cells.unit < len(is_unit)) & is_unit[np.minimum(cells.unit, len(is_unit) - 1)]
        columns = [cells.annotators.index(judge) for judge in judges]
        states = np.column_stack([cells.states[:, columns], cells.gold])[mask]
        unit, target = cells.unit[mask], cells.target[mask]
        keys = unit * size + target
        for column in range(states.shape[1]):
            state = states[:, column]
            answered = state >= 0
            if name == opposite and seen:
                answered &= ~np.isin(keys, seen[column])
            elif name == criterion:
                seen.append(keys[answered])
            bad = answered & (state == (0 if turned else 1))
            faults[:, column] += np.bincount(target[bad], minlength=size)
            clean[:, column] += np.bincount(target[answered & ~bad], minlength=size)
    return SummaryTally(tuple(judges), faults, clean)


def find_question(reader: CellReader, scheme: str, criterion: str) -> CellQuestion | None:
    """The question of a criterion that anybody spoke about."""
    return next((q for q in reader.questions() if (q.scheme, q.id) == (scheme, criterion)), None)


@dataclass(slots=True)
class DerivedUnits:
    """The standing derived units by kind and type, and how many each item has."""

    rows: dict[str, Ints]
    counts: dict[str, dict[int, int]]


def read_derived_units(connection: Connection) -> DerivedUnits:
    """Key facts ("key"), non-supporting facts ("other") and atomic opinions ("opinion")."""
    rows: dict[str, list[int]] = {"key": [], "other": [], "opinion": []}
    counts: dict[str, dict[int, int]] = {name: {} for name in rows}
    for row in columns.read_facts_and_opinions(connection):
        if row.kind == "opinion" and row.meta and step_of(orjson.loads(row.meta)) != ATOMIC:
            continue
        name = "opinion" if row.kind == "opinion" else "key" if row.type == "key" else "other"
        rows[name].append(row.unit)
        counts[name][row.item] = counts[name].get(row.item, 0) + 1
    return DerivedUnits({name: np.array(unit_rows, dtype=np.int64) for name, unit_rows in rows.items()}, counts)
