"""How people judge generated questions and answers: the table of LongSumEval, section IV-E3, with Krippendorff's alpha.

Shares are over verdicts of people. A question of the form is asked only where the same person's earlier answer leads
to it: whether "no answer" is justified only where the reply is "no answer", whether an answer is consistent only where
it is not. Alpha (nominal) is given for each question of the form, and pooled for all about questions and all about
answers, as the paper does. Intervals are bootstrapped by item.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import AnnotatorId
from galley.core.judges.qa.validation_form import ONLY_IF, SCHEME
from galley.core.metrics._parameters import DOCUMENT_FILTERS, Takes
from galley.core.metrics.base import Params, Reference, Result, Row, put, why
from galley.core.metrics.cell_arrays import CellQuestion, CellReader, Cells
from galley.core.stats.agreement_coefficients import agreement
from galley.core.stats.clusters import by_document, share
from galley.core.stats.distinct_rows import tally
from galley.core.stats.groups import group_labels
from galley.core.stats.result import Estimate, undefined_estimate
from galley.core.storage.connection import Connection

COLUMNS = ("group", "criterion", "asked", "value", "low", "high", "no", "n", "alpha", "alpha_low", "alpha_high",
           "cells", "why")  # fmt: skip
NOTHING = "Nobody has answered the form qa-validation here; add the scheme and review questions with it."

States = NDArray[np.int16]


class QAValidationMetric:
    """See the module."""

    name = "qa-validation"
    title = "What people say of generated questions and answers, with alpha (LongSumEval, table IV)"
    unit = "verdicts of people"
    reference = Reference(
        measures="""What people say of generated questions and answers: the share of each answer of the form, and
        Krippendorff's nominal alpha for each of its questions, and pooled.""",
        source="LongSumEval, section IV-E3 and table IV.",
        interval="share by source document; alpha: jackknife by source document",
        undefined="A share where nobody answered; alpha where no two people answered the same, or all said the same.",
        left_out="Answers to a question of the form to which the same person's earlier answer does not lead.",
    )
    takes = (Takes((*DOCUMENT_FILTERS, "annotators")),)

    def compute(self, connection: Connection, params: Params) -> Result:
        """A row for each question of the form, and one for each group with the pooled alpha.

        ``value`` is the share of yes, ``no`` that of no, ``n`` the verdicts; ``cells`` are those with two or more.
        Raises: InputError for an annotator that is not there.
        """
        reader = CellReader(connection, params)
        people = [reader.find_annotator(name) for name in params.annotators] or reader.humans
        questions = [q for q in reader.questions() if q.scheme == SCHEME and q.binary and not q.is_combined]
        form = {q.id: q for q in questions if any(reader.has_answered(person, q) for person in people)}
        reader.fetch(list(form.values()), people)
        rows: list[Row] = []
        groups: dict[str, list[tuple[Cells, States]]] = {}
        left_out: dict[str, int] = {}
        for question in form.values():
            cells = reader.cells(question, people)
            states = _mask_astray_answers(reader, form, cells, people, left_out)
            group = question.members[0].group
            groups.setdefault(group, []).append((cells, states))
            rows.append({"group": group, **_row(reader, question, cells, states)})
        for group, parts in groups.items():
            both = np.concatenate([states for _, states in parts])
            origins = np.concatenate([cells.origins for cells, _ in parts])
            alpha = _alpha(reader, both, origins)
            row: Row = {"group": group, "criterion": f"all about the {group}", "asked": "", "value": None}
            put(row, "alpha", alpha)
            rows.append(row | {"low": None, "high": None, "no": None, "n": int((both >= 0).sum()), "cells": alpha.n,
                               "why": why({"alpha": alpha})})  # fmt: skip
        return Result(self.name, "", rows, left_out, COLUMNS, () if rows else (NOTHING,))


def _mask_astray_answers(
    reader: CellReader, form: dict[str, CellQuestion], cells: Cells, people: list[AnnotatorId], left_out: dict[str, int]
) -> States:
    """The states of the people on these cells, without answers to what their own earlier answer does not lead to."""
    states = np.stack([cells.column(person) for person in people], axis=1)
    before, leads = ONLY_IF.get(cells.question.id, ("", ""))
    leading_state = int(leads == "yes")
    if before not in form:
        return states
    earlier = reader.cells(form[before], people)
    rows = {key: n for n, key in enumerate(zip(earlier.unit.tolist(), earlier.target.tolist(), strict=True))}
    place = np.array(
        [rows.get(key, -1) for key in zip(cells.unit.tolist(), cells.target.tolist(), strict=True)], dtype=np.int64
    )
    earlier_states = np.stack([earlier.column(person) for person in people], axis=1)
    earlier_answers = (
        np.where(place[:, None] >= 0, earlier_states[place], -2) if len(earlier_states) else np.full_like(states, -2)
    )
    is_astray = (states >= 0) & (earlier_answers >= 0) & (earlier_answers != leading_state)
    if is_astray.any():
        reason = f"answers about {cells.question.id} that {before} does not lead to"
        left_out[reason] = left_out.get(reason, 0) + int(is_astray.sum())
    masked_states: States = np.where(is_astray, -2, states).astype(np.int16)
    return masked_states


def _row(reader: CellReader, question: CellQuestion, cells: Cells, states: States) -> Row:
    p = reader.params
    yes, no = (states == 1).sum(axis=1), (states == 0).sum(axis=1)
    n = int(yes.sum() + no.sum())
    before, leading_answer = ONLY_IF.get(question.id, ("", ""))
    row: Row = {"criterion": question.id, "asked": f"{before} is {leading_answer}" if before else ""}
    estimate = share(
        *by_document(group_labels(cells.origins)[1], yes, yes + no), empty="nobody answered it", confidence=p.confidence
    )
    alpha = _alpha(reader, states, cells.origins)
    put(row, "value", estimate)
    put(row, "alpha", alpha)
    row |= {"no": None if estimate.value is None else float(no.sum()) / n, "n": n, "cells": alpha.n}
    row["why"] = why({"value": estimate, "alpha": alpha})
    return row


def _alpha(reader: CellReader, states: States, documents: NDArray[np.int64]) -> Estimate:
    """Krippendorff's nominal alpha of the people on these cells."""
    p = reader.params
    is_answered = (states >= 0).any(axis=1)
    if states.shape[1] < 2 or not is_answered.any():
        return undefined_estimate("agreement takes two people who answered the same", 0)
    table = tally(np.maximum(states[is_answered], -1).astype(np.int64), [0.0, 1.0])
    return agreement("alpha-nominal", table, documents=documents[is_answered], confidence=p.confidence)


METRIC = QAValidationMetric()
