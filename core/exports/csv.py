"""A table: one row for each cell and annotator, with the texts in it, for spreadsheets, pandas and R.

A row says in ``origin`` where it comes from: ``verdict`` (given by an import or a run), ``decision`` (a reviewer's
answer), ``judged`` (the annotator went through this text for this criterion and said nothing here, which means "no")
or ``note`` (only a note). Cells of which nobody said anything have no row. Texts are written exactly as they are, also
those that begin with = + - or @, which a spreadsheet program may take for a formula: CSV is data.
"""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from core.domain import TEXT_KINDS, Criterion
from core.exports._items import Item, Row, items
from core.exports._places import Places, Words
from core.exports.base import ExportReport, Only, Progress

COLUMNS = (
    *("key", "dataset", "split", "document", "role", "system", "unit_kind", "unit", "unit_text", "scheme", "criterion"),
    *("about", "annotator", "kind", "value", "reason", "confidence", "votes", "spans", "explanation", "evidence"),
    *("note", "decided_at", "origin"),
)
TABLES = ("documents", "units", "derived", "verdicts", "spans", "evidence", "judged", "decisions", "notes")
JUDGED_THEMSELVES = ("summary", "table")
"""Roles of documents that are under judgement; units of others are judged against each of these in their item."""

Cell = tuple[int, int, int]


class CSVExport:
    """Verdicts as rows. ``core/importers/csv.py`` reads them back onto items that are there."""

    name = "csv"
    title = "table: one row a cell and annotator, with texts, answers, notes and times (UTF-8)"
    suffix = ".csv"

    def write(
        self, connection: sqlite3.Connection, out: Path, only: Only, report: ExportReport, progress: Progress
    ) -> None:
        """Write the header and the rows. See ``Export.write``."""
        words = Words.of(connection)
        rows = 0
        with out.open("w", encoding="utf-8", newline="", buffering=1 << 20) as stream:
            table = csv.writer(stream)  # its \r\n line ends make it quote either of the two
            table.writerow(COLUMNS)
            for item in items(connection, only, TABLES, report, progress):
                for row in _Sheet(item, words).rows():
                    table.writerow([row.get(column, "") for column in COLUMNS])
                    rows += 1
        report.count("rows", rows)


class _Sheet:
    """The rows of one item."""

    def __init__(self, item: Item, words: Words) -> None:
        self.item, self.words, self.places = item, words, Places(item)
        self.texts: dict[int, tuple[str, str, Row, str]] = {}  # unit: kind, text, document, type
        units = iter(item.rows["units"])
        for row in item.rows["documents"]:
            self.texts[row[8]] = ("whole", row[6], row, "")
            for number in range(1, row[9] + 1):
                _, start, end, _ = next(units)
                self.texts[row[8] + number] = (row[10], row[6][start:end], row, "")
        for _, unit, home, kind, text, _, type_, *_ in item.rows["derived"]:
            self.texts[unit] = (kind, text, self.places.documents[home], type_ or "")
        self.decisions = {row[1]: row for row in item.rows["decisions"]}
        self.notes: dict[tuple[int, Cell | None], str] = {}
        for _, who, unit, criterion, target, text in item.rows["notes"]:
            self.notes[who, (unit, criterion, target) if unit is not None else None] = text

    def rows(self) -> Iterator[dict[str, Any]]:
        """By cell, as in the native record; what follows from silence, and notes alone, come last."""
        spans: dict[int, list[list[int]]] = {}
        for _, verdict, start, end in self.item.rows["spans"]:
            spans.setdefault(verdict, []).append([start, end])
        evidence: dict[int, list[dict[str, Any]]] = {}
        for _, verdict, *place in self.item.rows["evidence"]:
            evidence.setdefault(verdict, []).append(self.places.evidence(*place))
        answered: set[tuple[int, Cell]] = set()
        derived = self.places.derived
        for row in sorted(self.item.rows["verdicts"], key=lambda r: (r[4] in derived, r[4], r[3], r[5], r[2])):
            _, verdict, annotator, criterion, unit, target, value, reason, confidence, votes, explanation, made = row
            cell = (unit, criterion, target)
            answered.add((annotator, cell))
            decision = self.decisions.get(made)
            yield self._row(annotator, cell) | {
                "value": "" if value is None else value,
                "reason": reason or "",
                "confidence": "" if confidence is None else confidence,
                "votes": votes or "",
                "spans": _json(spans.get(verdict)),
                "explanation": explanation or "",
                "evidence": _json(evidence.get(verdict)),
                "note": self.notes.pop((annotator, cell), "") or (decision[13] or "" if decision else ""),
                "decided_at": decision[3] if decision else "",
                "origin": "decision" if decision else "verdict",
            }
        for _, annotator, criterion, target, made in self.item.rows["judged"]:
            for unit in self._asked(self.words.criteria[criterion], target):
                cell = (unit, criterion, target)
                if (annotator, cell) not in answered:
                    yield self._row(annotator, cell) | {
                        "value": "no",
                        "note": self.notes.pop((annotator, cell), ""),
                        "decided_at": self.decisions[made][3] if made is not None else "",
                        "origin": "judged",
                    }
        for (annotator, noted), text in self.notes.items():
            yield self._row(annotator, noted) | {"note": text, "origin": "note"}

    def _row(self, annotator: int, cell: Cell | None) -> dict[str, Any]:
        found = {"key": self.item.key, "dataset": self.item.dataset, "split": self.item.split}
        if cell is not None:
            unit, criterion, target = cell
            kind, text, document, _ = self.texts[unit]
            found |= {"document": document[2], "role": document[3], "system": self.places.documents[target][4]}
            found |= {"unit_kind": kind, "unit_text": text, **self.words.asked(criterion)}
            found |= self.places.cell(unit, target, self.words.criteria[criterion])
        return found | self.words.who(annotator)

    def _asked(self, criterion: Criterion, target: int) -> Iterator[int]:
        """The units of the cells that a criterion has on a document under judgement."""
        judged = self.places.documents[target]
        for unit, (kind, _, home, type_) in self.texts.items():
            if kind != criterion.unit or (criterion.types and type_ not in criterion.types):
                continue
            if criterion.unit in TEXT_KINDS and home[3] not in criterion.roles:
                continue
            own = criterion.about != "summary" or home[3] in JUDGED_THEMSELVES
            if home[1] == target if own else judged[3] in JUDGED_THEMSELVES:
                yield unit


def _json(value: Any) -> str:
    return orjson.dumps(value).decode() if value else ""


EXPORT = CSVExport()
