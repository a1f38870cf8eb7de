"""What the figures of LongSumEval read."""

from __future__ import annotations

import sqlite3

from galley.core.domain import AnnotatorId

Connection = sqlite3.Connection


def list_scores_of_dataset(connection: Connection, dataset: str) -> list[tuple[str, AnnotatorId]]:
    """The (metric, annotator) of the scores of a data set; "" is all."""
    return connection.execute(
        "SELECT DISTINCT metric, annotator_id FROM score JOIN document ON document.id = document_id JOIN item"
        " ON item.id = item_id WHERE ? IN ('', dataset)",
        (dataset,),
    ).fetchall()
