"""What the figures of LongSumEval read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence

from galley.core.domain import AnnotatorId

Connection = sqlite3.Connection


def find_last_round(connection: Connection) -> int:
    """The last round of refinement of any summary; 0 where there is none."""
    query = "SELECT max(json_extract(meta, '$.refined.round')) FROM document WHERE meta LIKE '%\"refined\"%'"
    return int(connection.execute(query).fetchone()[0] or 0)


def read_refined_versions(connection: Connection) -> Iterator[tuple[int, int, str]]:
    """(row id, its first summary, metadata as JSON) of the refined summaries whose first one is there."""
    return connection.execute(
        "SELECT v.id, o.id, v.meta FROM document AS v JOIN document AS o ON o.item_id = v.item_id"
        " AND o.name = json_extract(v.meta, '$.refined.origin') WHERE v.meta IS NOT NULL AND v.role = 'summary'"
        " AND json_type(v.meta, '$.refined') = 'object' ORDER BY v.id"
    )


def read_lengths(connection: Connection, roles: Sequence[str]) -> Iterator[tuple[int, str, int, bytes, str]]:
    """(row id, data set, code points, hash, system) of the documents of these roles that are not refined ones."""
    return connection.execute(
        "SELECT document.id, dataset, length, hash, system FROM document JOIN item ON item.id = item_id"
        f" WHERE role IN ({', '.join('?' * len(roles))}) AND json_type(document.meta, '$.refined') IS NOT 'object'"
        " ORDER BY dataset, document.id",
        tuple(roles),
    )


def list_scores_of_dataset(connection: Connection, dataset: str) -> list[tuple[str, AnnotatorId]]:
    """The (metric, annotator) of the scores of a data set; "" is all."""
    return connection.execute(
        "SELECT DISTINCT metric, annotator_id FROM score JOIN document ON document.id = document_id JOIN item"
        " ON item.id = item_id WHERE ? IN ('', dataset)",
        (dataset,),
    ).fetchall()
