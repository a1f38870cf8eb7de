"""Redundancy and hallucination of entity tables as people and judges see them (SUMIE, section 4.4).

The paper's two human checks: does another value of the table say the same (``redundant``), and does the quoted evidence
support the entry (``supported``, whose "no" is a hallucination; for a voice that never answered the check, the flag
``unsupported-value``). A row is a system's rate under one check by one voice (gold, or a judge), over entries that have
an answer, with a bootstrap interval by entity. An entry without one is neither supported nor not: ``open`` counts them,
``at_least`` and ``at_most`` are the rates if none of them were at fault (but those that a flag says are), or all. Rows
of people carry their agreement: the share of entries on which all who answered agree, and Krippendorff's alpha.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from galley.core.domain import AnnotatorId
from galley.core.metrics._parameters import BOOTSTRAP, DOCUMENT_FILTERS, Takes
from galley.core.metrics._summary_tally import find_question
from galley.core.metrics.base import Params, Reference, Result, Row
from galley.core.metrics.cell_arrays import CellReader, Cells
from galley.core.stats.agreement_coefficients import krippendorff_alpha
from galley.core.stats.macro import draw, interval
from galley.core.stats.result import Estimate
from galley.core.stats.weighting import bound_estimate, bounds
from galley.core.storage.connection import Connection

SCHEME = "sumie-entry"
CHECKS = {
    "redundancy": (("redundant", 1),),
    "hallucination": (("supported", 0), ("unsupported-value", 1)),
}
"""Each rate with the criteria that answer it, of which a voice's first with an answer is taken, and the answer that
counts. Two are never mixed: where the check went unanswered, a flag says yes and the lack of one says nothing."""
COLUMNS = ("check", "system", "by", "judge", "rate", "low", "high", "n", "at_least", "at_most", "open",
           "people", "agreement", "alpha", "why")  # fmt: skip
NOTHING = "Nobody has answered the two checks of entries here: is it redundant, and does its evidence support it?"
JUDGED, REVIEWED = "judged", "reviewed"


class SumieQualityMetric:
    """See the module."""

    name = "sumie-quality"
    title = "Redundancy and hallucination rates of entity tables, judged and reviewed, with agreement"
    unit = "entries of tables"
    sample = "entities"
    about = ("sumie-entry",)
    reference = Reference(
        measures="""The two human checks of entity tables: the share of entries that another entry says as well, and
        the share that their evidence does not support, by system and voice; rows of people carry the share on which
        all agree, and alpha. The second is answered by `supported`, or by the flag `unsupported-value` where a voice
        has never answered `supported` of the system: where the check went unanswered, no flag is no answer.
        `at_least` and `at_most` are the rates if no `open` entry of the tables looked at were at fault (but those
        with a flag), or all; the rate never lies outside them.""",
        source="SUMIE, section 4.4.",
        interval="bootstrap of items, percentiles",
        undefined="Where no entry has an answer; agreement where no entry has two people's.",
        left_out="Entries without an answer; n says how many have one.",
    )
    takes = (Takes((*DOCUMENT_FILTERS, *BOOTSTRAP, "gold", "judges")),)

    def compute(self, connection: Connection, params: Params) -> Result:
        """See ``Metric``."""
        reader = CellReader(connection, params)
        rows = [row for check in CHECKS for row in _rows(reader, check, params)]
        return Result(self.name, params.gold, rows, {}, COLUMNS, () if rows else (NOTHING,))


def _rows(reader: CellReader, check: str, params: Params) -> Iterator[Row]:
    answers = [
        (reader.cells(question, [*reader.judges, *reader.humans], with_gold=True), counts)
        for name, counts in CHECKS[check]
        if (question := find_question(reader, SCHEME, name)) is not None
    ]
    if not answers:
        return
    systems, names = reader.documents.labels("system")
    for judge in [*reader.judges, None]:
        for number, name in enumerate(names):
            fault, is_answered, items = _read_answers(reader, answers, judge, systems == number)
            if not is_answered.any():
                continue
            row: Row = {"check": check, "system": name, "by": REVIEWED if judge is None else JUDGED,
                        "judge": "" if judge is None else reader.annotator(judge).name}  # fmt: skip
            row["at_least"], row["at_most"] = ends = bounds(fault, ~is_answered)
            rate = bound_estimate(_rate(fault[is_answered].astype(float), items[is_answered], params), *ends)
            row |= {"rate": rate.value, "low": rate.low, "high": rate.high, "n": rate.n, "why": rate.why}
            row["open"] = int(np.count_nonzero(~is_answered))
            row |= {"people": 0, "agreement": None, "alpha": None}
            if judge is None:
                first = answers[0][0]
                in_system = systems[reader.documents.place(first.target)] == number
                row |= _agreement_row(first, in_system, reader, row["why"])
            yield row


def _read_answers(
    reader: CellReader, answers: list[tuple[Cells, int]], judge: AnnotatorId | None, in_tables: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(whether it is said to be at fault, whether that answers the check, its item) of each entry of the ``wanted``
    tables (a mask of documents) that one voice looked at; the first criterion with an answer is the check."""
    checked_units: np.ndarray | None = None
    for cells, counts in answers:
        states = cells.gold if judge is None else cells.column(judge)
        assert states is not None
        has_answer = (states >= 0) & in_tables[reader.documents.place(cells.target)]
        if checked_units is None and has_answer.any():
            checked_units, target = reader.documents.cells(
                cells.question.members[0], np.unique(cells.target[has_answer])
            )
            is_answered = np.isin(checked_units, cells.unit[has_answer])
            fault = np.isin(checked_units, cells.unit[has_answer & (states == counts)])
            items = reader.documents.item[reader.documents.place(target)]
        elif checked_units is not None:
            fault |= ~is_answered & np.isin(checked_units, cells.unit[has_answer & (states == counts)])
    if checked_units is None:
        nothing = np.zeros(0, dtype=bool)
        return nothing, nothing, np.zeros(0, dtype=np.int64)
    return fault, is_answered, items


def _rate(faults: np.ndarray, items: np.ndarray, params: Params) -> Estimate:
    unique, place = np.unique(items, return_inverse=True)
    sums = np.column_stack([np.bincount(place, weights=faults), np.bincount(place).astype(float)])
    draws = draw(sums, resamples=params.resamples, seed=params.seed, cancelled=params.cancelled)
    value, resamples = draws.ratio(0, 1)
    estimate = interval(value, resamples, len(unique), params.confidence)
    return Estimate(value, estimate.low, estimate.high, len(faults), estimate.why)


def _agreement_row(cells: Cells, in_system: np.ndarray, reader: CellReader, rate_why: str) -> Row:
    """What the people who answered the check itself (not the flag) agree on, over the entries ``here``."""
    people = [person for person in reader.humans if person in cells.annotators]
    states = np.column_stack([cells.column(person) for person in people])[in_system] if people else np.empty((0, 0))
    answer_counts = (states >= 0).sum(axis=1) if states.size else np.empty(0)
    both = answer_counts >= 2
    people_count = int((states >= 0).any(axis=0).sum()) if states.size else 0
    if not both.any():
        why = "agreement: Undefined because no entry was answered by two people."
        return {"people": people_count, "why": " ".join(filter(None, [rate_why, why]))}
    shared_states = np.maximum(states[both], -1).astype(np.int64)
    top, low = shared_states.max(axis=1), np.where(shared_states < 0, 9, shared_states).min(axis=1)
    alpha = krippendorff_alpha(shared_states, 2)
    why = f"alpha: {alpha.why}" if alpha.value is None else ""
    return {
        "people": people_count,
        "agreement": float((top == low).mean()),
        "alpha": alpha.value,
        "why": " ".join(filter(None, [rate_why, why])),
    }


METRIC = SumieQualityMetric()
