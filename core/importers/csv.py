"""Reading back the table that ``galley export csv`` writes: verdicts onto items that are in the project. Any other
table is read by the roles of its columns (``table``).

The table repeats texts for people but does not hold whole items, so it makes none: a row finds its cell by key,
document, unit, scheme and criterion. What was a decision comes in as that human's verdict (the log travels in the
native record only); rows for an implicit no become ``judged`` again; notes alone are left out and counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
from galley.core.tables import csv_rows, preview
from galley.core.tables.csv_rows import CsvRow, CsvTable

NEEDED = frozenset({"key", "document", "unit_kind", "unit", "scheme", "criterion", "annotator", "kind", "value"})
TEXT_UNITS = ("turn", "paragraph", "sentence")


class CSVImporter:
    """Reads the table of verdicts in UTF-8, with or without a byte-order mark."""

    name = "csv"
    title = "table of verdicts (galley export csv)"
    reads = "the table that `galley export csv` writes"
    becomes = "verdicts on existing items"
    suffixes: tuple[str, ...] = (".csv", ".tsv")

    def recognises(self, head: bytes, path: Path) -> bool:
        """A header with the columns of the exported table."""
        return set(csv_rows.header(head)) >= NEEDED

    def read(self, paths: Sequence[Path], options: ImportOptions, report: ImportReport) -> Iterator[ParsedRecord]:
        """Yield a record of verdicts for each run of rows with the same key. Raises: InputError with file and line."""
        preview.check_files(paths, report, self.title, self.recognises)
        for path in paths:
            for key, rows in groupby(CsvTable(path, report), lambda row: row["key"]):
                yield _record(key, list(rows), options.annotator, report)


def _record(key: str, rows: Sequence[CsvRow], annotator: str, report: ImportReport) -> ParsedRecord:
    verdicts: list[dict[str, Any]] = []
    criteria_by_key: dict[tuple[str, str, str, str], list[str]] = {}
    for row in rows:
        who = annotator or row["annotator"]
        origin = row.get("origin", "verdict")
        if origin == "rule":
            continue  # computed from people's answers, which are here too
        if origin == "note":
            report.count("notes left out")
        elif origin == "evidence":
            report.count("evidence without an answer left out")
        elif origin == "judged":
            about = row.get("about") or row["document"]
            criteria = criteria_by_key.setdefault((who, row["kind"], row["scheme"], about), [])
            if row["criterion"] not in criteria:
                criteria.append(row["criterion"])
        else:
            verdicts.append(_verdict(row, who))
    record: dict[str, Any] = {"key": key, "verdicts": verdicts}
    record["judged"] = [
        {"annotator": who, "kind": kind, "scheme": scheme, "criteria": criteria, "documents": [about]}
        for (who, kind, scheme, about), criteria in criteria_by_key.items()
    ]
    return ParsedRecord(record, str(rows[0].path), rows[0].line)


def _verdict(row: CsvRow, who: str) -> dict[str, Any]:
    entry: dict[str, Any] = {name: row[name] for name in ("kind", "scheme", "criterion")}
    entry |= {"annotator": who, "value": _value(row["value"])}
    if row["unit_kind"] in TEXT_UNITS:
        entry |= {"document": row["document"], "unit": _number(row, "unit", int)}
    elif row["unit_kind"] == "whole":
        entry |= {"document": row["document"], "unit": "whole"}
    else:
        entry["unit"] = row["unit"]
    for name in ("about", "reason", "votes", "explanation"):
        if row.get(name):
            entry[name] = row[name]
    if row.get("confidence"):
        entry["confidence"] = _number(row, "confidence", float)
    for name in ("spans", "evidence"):
        if row.get(name):
            entry[name] = [
                element for element in _parse_list(row, name) if not (isinstance(element, dict) and "stance" in element)
            ]
    return entry


def _value(text: str) -> str | int | float | None:
    if not text:
        return None
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            continue
    return text


def _number(row: CsvRow, column: str, kind: type[int] | type[float]) -> int | float:
    try:
        return kind(row[column])
    except ValueError:
        raise row.fault(f"“{row[column]}” in the column {column} is not a number; fix the row.") from None


def _parse_list(row: CsvRow, column: str) -> list[Any]:
    import orjson

    try:
        parsed_list = orjson.loads(row[column])
    except orjson.JSONDecodeError:
        parsed_list = None
    if not isinstance(parsed_list, list):
        raise row.fault(f"the column {column} contains no JSON list; fix the row.")
    return parsed_list


IMPORTER = CSVImporter()
