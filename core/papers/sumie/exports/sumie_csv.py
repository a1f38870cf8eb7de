"""The same as ``sumie``, as a plain table: one row an entry, golden ones without a system. A table without
entries leaves no row, so it is not in this form."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from galley.core.exports.base import ExportReport, Only, Progress
from galley.core.papers.sumie.exports.sumie import entities
from galley.core.papers.sumie.importers.sumie import BETWEEN, COLUMNS
from galley.core.storage.connection import Connection


class SumieTable:
    """One row an entry."""

    name = "sumie-csv"
    title = "SUMIE as a plain table: one row an entry; imports back"
    suffix = ".csv"

    def write(
        self, connection: Connection, out: Path, only: Only, report: ExportReport, progress: Progress
    ) -> None:
        """Write a row for each entry. See ``Export.write``."""
        with out.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.DictWriter(stream, COLUMNS, restval="")
            writer.writeheader()
            for entity in entities(connection, only, report, progress):
                for row in _rows(entity):
                    writer.writerow(row)
                    report.count("rows")


def _rows(entity: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    entity_fields = {"entity": entity["entity"], "category": entity["category"]}
    for turn, paragraph in enumerate(entity["paragraphs"], 1):
        place = {**entity_fields, "turn": turn, "tone": paragraph["tone"], "style": paragraph["style"]}
        first = {**place, "paragraph": paragraph["text"], "distractors": BETWEEN.join(paragraph["distractors"])}
        for number, entry in enumerate(paragraph["golden"] or [{}]):
            yield {**(place if number else first), **entry}
        for table in entity["summaries"]:
            if table["turn"] == turn:
                for entry in table["entries"]:
                    yield {**place, **entry, "system": table["system"], "method": table["method"]}


EXPORT = SumieTable()
