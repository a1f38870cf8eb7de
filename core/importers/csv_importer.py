"""Tables of one's own: one row is one item and one of its summaries; more rows with the same key add
summaries.

Which column is what comes from the option ``columns`` (native field to column name) or else from the header's
own names (see ``NAMES``). Besides the fields of ``NAMES`` these may be mapped: ``meta.NAME``,
``score:METRIC`` (a number about the summary) and ``verdict:SCHEME/CRITERION`` (a label of the summary as a
whole). Columns that are not mapped are kept as metadata.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from galley.core.errors import InputError
from galley.core.importers import _verdict_table
from galley.core.importers.base import GENERAL
from galley.core.incoming import ImportOptions, ImportReport, Parsed
from galley.core.intake import csv_rows, first_look
from galley.core.intake.csv_rows import Row, Table

NAMES: Mapping[str, tuple[str, ...]] = {
    "key": ("key", "id", "item", "itemid", "docid", "documentid"),
    "dataset": ("dataset",),
    "split": ("split",),
    "dialogue": ("dialogue", "dialog", "transcript", "conversation", "discussion"),
    "article": ("article", "source", "sourcetext", "document", "doc"),
    "reference": ("reference", "referencesummary", "goldsummary"),
    "summary": ("summary", "systemoutput", "systemsummary", "generatedsummary", "automaticsummary"),
    "system": ("system", "model", "modelname", "systemid", "summarizer"),
    "part": ("part",),
    "annotator": ("annotator",),
}
"""The fields of a row and the column names that stand for them without case and punctuation, best first."""

TEXTS = ("dialogue", "article", "reference", "summary")
ANNOTATOR = "csv"
_FREE = re.compile(r"(meta\.|score:|verdict:[^/]+/).+")
_YES_NO = {"yes": "yes", "no": "no", "true": "yes", "false": "no"}


class CSVImporter:
    """Reads any delimited table with a header row, in UTF-8, with or without a byte-order mark."""

    name = "csv"
    title = "table (CSV, TSV)"
    suffixes: tuple[str, ...] = (".csv", ".tsv", ".txt")

    def recognises(self, head: bytes, path: Path) -> bool:
        """A header that names a text and something beside it."""
        if _verdict_table.recognises(csv_rows.header(head)):
            return True
        found = recognised(csv_rows.header(head))
        return len(found) > 1 and ("summary" in found or "dialogue" in found or "article" in found)

    def rank(self, head: bytes, path: Path) -> int:
        """Any published table is more than a table."""
        return GENERAL

    def read(self, paths: Sequence[Path], options: ImportOptions, report: ImportReport) -> Iterator[Parsed]:
        """Yield one record for each run of rows with the same key. Raises: InputError."""
        first_look.begin(paths, report, self.title, lambda head, path: bool(csv_rows.header(head)))
        for path in paths:
            table = Table(path, report)
            if _verdict_table.recognises(list(table.columns)) and not options.columns:
                yield from _verdict_table.read(table, options.annotator, report)
                continue
            columns = _mapping(table, options.columns)
            reader = _Reader(table, columns, options.annotator, report)
            for key, rows in groupby(table, reader.key):
                yield reader.record(key, list(rows))


def recognised(header: Sequence[str]) -> dict[str, str]:
    """The native fields that a header names, each with its column."""
    squeezed = {re.sub(r"[\W_]+", "", name.casefold()): name for name in reversed(header)}
    found = {
        field: next((squeezed[name] for name in names if name in squeezed), None)
        for field, names in NAMES.items()
    }
    return {field: column for field, column in found.items() if column is not None}


def of_verdicts(path: Path) -> bool:
    """Whether a table is one of verdicts, as ``galley export csv`` writes it. Raises: InputError."""
    return _verdict_table.recognises(list(Table(path, ImportReport()).columns))


def _mapping(table: Table, chosen: Mapping[str, str]) -> dict[str, str]:
    """Native field to column: what was chosen, and for the rest what the header says."""
    for field, column in chosen.items():
        if field not in NAMES and not _FREE.fullmatch(field):
            raise InputError(
                f"“{field}” is no field that a column can be mapped to; use one of: {', '.join(NAMES)},"
                " meta.NAME, score:METRIC or verdict:SCHEME/CRITERION."
            )
        if column not in table.columns:
            named = ", ".join(" ".join(name.split()) for name in table.columns)
            raise first_look.fault(table.path, 1, f"there is no column “{column}”; the file has: {named}.")
    taken = set(chosen.values())
    found = {
        field: column for field, column in recognised(list(table.columns)).items() if column not in taken
    }
    columns = found | dict(chosen)
    if not any(field in columns for field in TEXTS):
        raise first_look.fault(
            table.path,
            1,
            "no column holds a dialogue, an article or a summary; say which one does (columns).",
        )
    if "summary" not in columns:
        raise first_look.fault(
            table.path,
            1,
            "no column is known to hold a summary; say which one does (summary=COLUMN), or import it as a table with a"
            " mapping, which may have several such columns or none.",
        )
    return columns


class _Reader:
    def __init__(
        self, table: Table, columns: Mapping[str, str], annotator: str, report: ImportReport
    ) -> None:
        self.table, self.columns, self.annotator, self.report = table, columns, annotator, report
        used = set(columns.values())
        self.spare = [name for name in table.columns if name and name not in used]
        self.unnamed: Counter[str] = Counter()
        self.number = 0

    def key(self, row: Row) -> str:
        """The key of a row; without a key column, the file's name and the row's number."""
        self.number += 1
        if "key" not in self.columns:
            return f"{self.table.path.stem}-{self.number}"
        key = self._cell(row, "key").strip()
        if not key:
            raise row.fault(f"the column “{self.columns['key']}” is empty; every row needs a key.")
        return key

    def record(self, key: str, rows: Sequence[Row]) -> Parsed:
        """One item from rows that follow each other."""
        first = rows[0]
        record: dict[str, Any] = {"key": key, "documents": [], "verdicts": [], "scores": [], "meta": {}}
        for field in ("dataset", "split"):
            record[field] = self._agreed(rows, field)
        for field in ("dialogue", "article", "reference"):
            if text := self._agreed(rows, field):
                record["documents"].append({"id": field, "role": field, "text": text})
        names: dict[str, Row] = {}
        for row in rows:
            self._summary(key, row, record, names)
        if not record["documents"]:
            raise first.fault("the row has no text; give it a dialogue, an article or a summary.")
        for field in [field for field in self.columns if field.startswith("meta.")]:
            record["meta"][field.removeprefix("meta.")] = self._agreed(rows, field)
        for column in self.spare:
            values = {row[column] for row in rows}
            if len(values) == 1 and values != {""}:
                record["meta"][column] = values.pop()
            elif len(values) > 1:
                for name, row in names.items():
                    document = next(each for each in record["documents"] if each["id"] == name)
                    document.setdefault("meta", {})[column] = row[column]
        return Parsed(record, str(first.path), first.line)

    def _cell(self, row: Row, field: str) -> str:
        column = self.columns.get(field)
        return row[column] if column else ""

    def _agreed(self, rows: Sequence[Row], field: str) -> str:
        """The one value of a field of the item. Raises: InputError where two rows differ."""
        said = ""
        for row in rows:
            value = self._cell(row, field)
            if said and value and value != said:
                raise row.fault(
                    f"the {field} differs from that of line {rows[0].line}, which has the same key."
                )
            said = said or value
        return said

    def _summary(self, key: str, row: Row, record: dict[str, Any], names: dict[str, Row]) -> None:
        text, system, part = (
            self._cell(row, "summary"),
            self._cell(row, "system").strip(),
            self._cell(row, "part"),
        )
        if not text:
            return
        name = f"sum-{system}" if system else "summary"
        if part.strip() and part.strip() != "whole":
            name += f"-{part.strip()}"
        if not system:
            self.unnamed[key + name] += 1
            if self.unnamed[key + name] > 1:
                name += f"-{self.unnamed[key + name]}"
        if name in names:
            raise row.fault(
                f"the item {key} has a summary by “{system}” already (line {names[name].line}); take one out."
            )
        names[name] = row
        record["documents"].append(
            {"id": name, "role": "summary", "system": system, "part": part.strip(), "text": text}
        )
        who = {
            "annotator": self.annotator or self._cell(row, "annotator").strip() or ANNOTATOR,
            "kind": "import",
        }
        for field, column in self.columns.items():
            value = row[column].strip()
            if not value:
                continue
            if field.startswith("score:"):
                metric = field.removeprefix("score:")
                record["scores"].append(
                    who | {"document": name, "metric": metric, "value": _number(row, column)}
                )
            elif field.startswith("verdict:"):
                scheme, _, criterion = field.removeprefix("verdict:").partition("/")
                record["verdicts"].append(
                    who | {"scheme": scheme, "criterion": criterion, "document": name, "unit": "whole",
                           "value": _value(value)}
                )  # fmt: skip


def _number(row: Row, column: str) -> float:
    try:
        return float(row[column])
    except ValueError:
        raise row.fault(f"“{row[column]}” in the column {column} is no number; mend the row.") from None


def _value(said: str) -> str | int:
    if said.casefold() in _YES_NO:
        return _YES_NO[said.casefold()]
    return int(said) if re.fullmatch(r"-?\d{1,9}", said) else said


IMPORTER = CSVImporter()
