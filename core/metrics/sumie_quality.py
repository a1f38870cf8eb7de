"""Redundancy and hallucination of entity tables as people and judges see them (SUMIE, paper 001, section 4.4).

The paper's two human checks: does another value of the table say the same (``redundant``), and does the quoted evidence
support the entry (``supported``, whose "no" is a hallucination; a reviewer's ``unsupported-value`` counts as one too
where nobody answered the check). A row is a system's rate under one check by one voice (gold, or a judge), over entries
that have an answer, with a bootstrap interval by entity; rows of people carry their agreement: the share of entries on
which all who answered agree, and Krippendorff's alpha.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import numpy as np

from galley.core.metrics._kgds_cells import find
from galley.core.metrics._takes import BOOTSTRAP, WHERE, Takes
from galley.core.metrics.base import Params, Result, Row
from galley.core.metrics.cells import Cells, Reader
from galley.core.stats.agreement import krippendorff_alpha
from galley.core.stats.macro import draw, interval

SCHEME = "sumie-entry"
CHECKS = {
    "redundancy": (("redundant", 1),),
    "hallucination": (("supported", 0), ("unsupported-value", 1)),
}
"""Each rate with the criteria that answer it, the first that has an answer, and the answer that counts."""
COLUMNS = ("check", "system", "by", "judge", "rate", "low", "high", "n", "people", "agreement", "alpha", "why")
NOTHING = "Nobody has answered the two checks of entries here: is it redundant, and does its evidence support it?"
JUDGED, REVIEWED = "judged", "reviewed"


class SumieQualityMetric:
    """See the module."""

    name = "sumie-quality"
    title = "Redundancy and hallucination rates of entity tables, judged and reviewed, with agreement"
    about = ("sumie-entry",)
    takes = (Takes((*WHERE, *BOOTSTRAP, "gold", "judges")),)

    def compute(self, connection: sqlite3.Connection, params: Params) -> Result:
        """See ``Metric``."""
        reader = Reader(connection, params)
        rows = [row for check in CHECKS for row in _rows(reader, check, params)]
        return Result(self.name, params.gold, rows, {}, COLUMNS, () if rows else (NOTHING,))


def _rows(reader: Reader, check: str, params: Params) -> Iterator[Row]:
    answers = [
        (reader.cells(question, [*reader.judges, *reader.humans], with_gold=True), counts)
        for name, counts in CHECKS[check]
        if (question := find(reader, SCHEME, name)) is not None
    ]
    if not answers:
        return
    systems, names = reader.documents.labels("system")
    for judge in [*reader.judges, None]:
        faults, items, system = _joined(answers, judge, systems, reader)
        for number, name in enumerate(names):
            mine = system == number
            if not mine.any():
                continue
            row: Row = {"check": check, "system": name, "by": REVIEWED if judge is None else JUDGED,
                        "judge": "" if judge is None else reader.annotator(judge).name}  # fmt: skip
            row |= _rate(faults[mine], items[mine], params)
            row |= {"people": 0, "agreement": None, "alpha": None}
            if judge is None:
                first = answers[0][0]
                here = systems[reader.documents.place(first.target)] == number
                row |= _agreed(first, here, reader, row["why"])
            yield row


def _joined(
    answers: list[tuple[Cells, int]], judge: int | None, systems: np.ndarray, reader: Reader
) -> tuple[np.ndarray, ...]:
    """(whether an entry is at fault, its item, its system) for one voice; the first criterion answered decides."""
    seen = np.empty(0, dtype=np.int64)
    parts = []
    for cells, counts in answers:
        states = cells.gold if judge is None else cells.column(judge)
        assert states is not None
        kept = (states >= 0) & ~np.isin(cells.unit, seen)
        seen = np.concatenate([seen, cells.unit[kept]])
        place = systems[reader.documents.place(cells.target[kept])]
        parts.append(((states[kept] == counts).astype(float), cells.items[kept], place))
    return tuple(np.concatenate(columns) for columns in zip(*parts, strict=True))


def _rate(faults: np.ndarray, items: np.ndarray, params: Params) -> Row:
    unique, place = np.unique(items, return_inverse=True)
    sums = np.column_stack([np.bincount(place, weights=faults), np.bincount(place).astype(float)])
    drawn = draw(sums, resamples=params.resamples, seed=params.seed, cancelled=params.cancelled)
    value, resamples = drawn.ratio(0, 1)
    found = interval(resamples, len(unique), params.confidence)
    return {"rate": value, "low": found.low, "high": found.high, "n": len(faults), "why": found.why}


def _agreed(cells: Cells, here: np.ndarray, reader: Reader, said: str) -> Row:
    """What the people who answered the check itself (not the flag) agree on, over the entries ``here``."""
    people = [person for person in reader.humans if person in cells.annotators]
    states = np.column_stack([cells.column(person) for person in people])[here] if people else np.empty((0, 0))
    answered = (states >= 0).sum(axis=1) if states.size else np.empty(0)
    both = answered >= 2
    voices = int((states >= 0).any(axis=0).sum()) if states.size else 0
    if not both.any():
        why = "agreement: Undefined because no entry was answered by two people."
        return {"people": voices, "why": " ".join(filter(None, [said, why]))}
    shared = np.maximum(states[both], -1).astype(np.int64)
    top, low = shared.max(axis=1), np.where(shared < 0, 9, shared).min(axis=1)
    alpha = krippendorff_alpha(shared, 2, resamples=0)
    why = f"alpha: {alpha.why}" if alpha.value is None else ""
    return {
        "people": voices,
        "agreement": float((top == low).mean()),
        "alpha": alpha.value,
        "why": " ".join(filter(None, [said, why])),
    }


METRIC = SumieQualityMetric()
