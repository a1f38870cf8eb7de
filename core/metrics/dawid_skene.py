"""How each annotator, human or judge, errs by Dawid and Skene's model: what they say where the truth is probably this.

One model a criterion, over every cell that two annotators or more answered; nobody's answers are taken for the truth
(Dawid and Skene 1979, eqs. 2.3 to 2.5). The same model stands behind the suggestion of the Adjudicate view.
"""

from __future__ import annotations

import sqlite3

from galley.core.domain import JUDGES, AnnotatorKind
from galley.core.metrics.base import Params, Result, Row, add_up
from galley.core.metrics.cells import Question, Reader
from galley.core.project import posterior

KINDS = (AnnotatorKind.HUMAN, *JUDGES)
COLUMNS = ("scheme", "criterion", "annotator", "kind", "true", "said", "n", "value", "prevalence", "why")
ALONE = "cells with one verdict"


class DawidSkeneMetric:
    """See the module."""

    name = "dawid-skene"
    title = "How each annotator errs, by Dawid and Skene's model over humans and judges"

    def compute(self, connection: sqlite3.Connection, params: Params) -> Result:
        """A row for each criterion, annotator and pair of a true and a given value: ``value`` is the share of the cells
        of that true value to which the annotator gives this one, ``prevalence`` the share of that true value, n the
        cells that the annotator answered. A criterion that cannot be fitted has one row that says why."""
        reader = Reader(connection, params)
        people = reader.of_kind(*KINDS)
        if params.annotators:
            people = [row for row in people if reader.annotator(row).name in params.annotators]
        rows: list[Row] = []
        for question in reader.questions():
            asked = [row for row in people if reader.asked(row, question)]
            if not question.rollup and asked:
                rows += _rows(reader, question, asked, params)
        note = "Nobody has given a verdict in this project."
        return Result(self.name, "", rows, add_up(rows), COLUMNS, () if rows else (note,))


def _rows(reader: Reader, question: Question, people: list[int], params: Params) -> list[Row]:
    cells = reader.cells(question, people)
    codes = cells.codes
    several = (codes >= 0).sum(axis=1) >= 2
    codes = codes[several]
    head: Row = {"scheme": question.scheme, "criterion": question.id}
    fitted = posterior.model(codes, people, len(cells.values), params.cancelled)
    alone = int((~several).sum())
    if not len(fitted.prevalence):
        return [{**head, "n": len(codes), "value": None, "why": fitted.why, "left_out": {ALONE: alone}}]
    found: list[Row] = []
    for place, row in enumerate(fitted.annotators.tolist()):
        annotator = reader.annotator(int(row))
        answered = int((codes[:, people.index(int(row))] >= 0).sum())
        for true, value in enumerate(cells.values):
            for said, given in enumerate(cells.values):
                found.append(
                    {
                        **head,
                        "annotator": annotator.name,
                        "kind": annotator.kind.value,
                        "true": value,
                        "said": given,
                        "n": answered,
                        "value": float(fitted.confusion[place, true, said]),
                        "prevalence": float(fitted.prevalence[true]),
                        "why": fitted.why,
                    }
                )
    found[0]["left_out"] = {ALONE: alone} if alone else {}
    return found


METRIC = DawidSkeneMetric()
