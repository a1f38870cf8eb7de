"""Refined summaries as reviewers let them stand, one JSON line a version.

Sentence by sentence: an accepted change has the new wording, an overridden one the old, and one that nobody decided the
old as well (``open`` counts them, so that an unfinished version can be told). Each line says what the version came
from, with both texts, the feedback that was used, and the scores before and after; ``stands`` is false for one that its
own round made worse, so that the version before it is the result.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from galley.core.domain import CriterionId, Document
from galley.core.exports._items import iterate_items
from galley.core.exports.base import ExportReport, Only, Progress
from galley.core.papers.longsumeval.acceptance import (
    FIELD,
    SCHEME,
    build_accepted_text,
    find_previous,
    history,
    is_final,
    versions,
)
from galley.core.review.items import ItemView, load_item_view
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.storage.queries.exports import ItemChoice


class RefinedExport:
    """See the module."""

    name = "refined"
    title = "Refined summaries with the changes that reviewers accepted (JSON Lines)"
    suffix = ".jsonl"

    def write(
        self, connection: Connection, out: Path, only: Only, report: ExportReport, progress: Progress
    ) -> None:
        """See ``Export``."""
        rows = {c.id: c.row for c in names.criteria(connection).values() if c.scheme == SCHEME}
        report.count("versions", 0)  # said also where there are none
        with out.open("w", encoding="utf-8", newline="\n") as stream:
            tables, choice = ("documents", "scores"), ItemChoice(only)
            for item in iterate_items(connection, choice, tables, report, progress) if rows else ():
                if not any(row[7] and FIELD in row[7] for row in item.rows["documents"]):
                    continue
                view = load_item_view(connection, item.id)
                scores = _scores(item.rows["scores"])
                for version in versions(view):
                    line = _line(view, version, rows, scores)
                    stream.write(json.dumps(line, ensure_ascii=False) + "\n")
                    report.count("versions")


def _scores(rows: list[tuple[Any, ...]]) -> dict[int, dict[str, float]]:
    """Scores of question-answer evaluation by document row and metric; of several judges' the last."""
    scores_by_document: dict[int, dict[str, float]] = {}
    for _, document, metric, _, value in rows:
        if metric.startswith("qa-"):
            scores_by_document.setdefault(document, {})[metric] = value
    return scores_by_document


def _line(
    view: ItemView, version: Document, rows: dict[str, CriterionId], scores: dict[int, dict[str, float]]
) -> dict[str, Any]:
    before = find_previous(view, version)
    assert before is not None
    agreed = build_accepted_text(view, version, rows)
    refinement = history(version)
    return {
        "key": view.key,
        "document": version.name,
        "system": version.system,
        "from": before.name,
        "round": refinement.get("round"),
        "dimension": refinement.get("dimension"),
        "stands": is_final(refinement),
        "text": agreed.text,
        "before": before.text,
        "proposed": version.text,
        "accepted": agreed.accepted_count,
        "rejected": agreed.rejected_count,
        "open": agreed.open,
        "feedback": refinement.get("feedback", []),
        "scores_before": scores.get(before.id, {}),
        "scores_proposed": scores.get(version.id, {}),
    }


EXPORT = RefinedExport()
