"""Tables of one's own, by naming columns: a short way to say a mapping (``core/tables``), which does the reading. One
row is one item and one of its summaries; more rows with the same key add summaries.

Which column is what comes from the option ``columns`` (native field to column name) or else from the header's
own names (see ``NAMES``). Besides the fields of ``NAMES`` these may be mapped: ``meta.NAME``,
``score:METRIC`` (a number about the summary) and ``verdict:SCHEME/CRITERION`` (a label of the summary as a
whole). Columns that are not mapped are kept as metadata.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from galley.core.errors import InputError
from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
from galley.core.importers import _verdict_table
from galley.core.importers.base import GENERAL
from galley.core.tables import csv_rows, mapping, preview, table_import
from galley.core.tables.csv_rows import CsvTable
from galley.core.tables.mapping import TableMapping

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
_ANSWERS = {form(word): value for word, value in _YES_NO.items() for form in (str.lower, str.title, str.upper)} | {
    "*": "."
}


class CSVImporter:
    """Reads any delimited table with a header row, in UTF-8, with or without a byte-order mark."""

    name = "csv"
    title = "table (CSV, TSV)"
    suffixes: tuple[str, ...] = (".csv", ".tsv", ".txt")

    def recognises(self, head: bytes, path: Path) -> bool:
        """The table that ``galley export csv`` writes; any other is read by its columns' roles (``table``)."""
        return _verdict_table.recognises(csv_rows.header(head))

    def rank(self, head: bytes, path: Path) -> int:
        """Any published table is more than a table."""
        return GENERAL

    def read(self, paths: Sequence[Path], options: ImportOptions, report: ImportReport) -> Iterator[ParsedRecord]:
        """Yield one record for each run of rows with the same key. Raises: InputError."""
        preview.check_files(paths, report, self.title, lambda head, path: bool(csv_rows.header(head)))
        for path in paths:
            table = CsvTable(path, report)
            if _verdict_table.recognises(list(table.columns)) and not options.columns:
                yield from _verdict_table.read(table, options.annotator, report)
                continue
            roles = _mapping_of(_columns(table, options.columns), list(table.columns))
            yield from table_import.set_annotator(table_import.records([path], roles, report), options.annotator)


def recognise_columns(header: Sequence[str]) -> dict[str, str]:
    """The native fields that a header names, each with its column."""
    names_by_form = {re.sub(r"[\W_]+", "", name.casefold()): name for name in reversed(header)}
    columns = {
        field: next((names_by_form[name] for name in names if name in names_by_form), None)
        for field, names in NAMES.items()
    }
    return {field: column for field, column in columns.items() if column is not None}


def of_verdicts(path: Path) -> bool:
    """Whether a table is one of verdicts, as ``galley export csv`` writes it. Raises: InputError."""
    return _verdict_table.recognises(list(CsvTable(path, ImportReport()).columns))


def _columns(table: CsvTable, chosen_columns: Mapping[str, str]) -> dict[str, str]:
    """Native field to column: what was chosen, and for the rest what the header says."""
    for field, column in chosen_columns.items():
        if field not in NAMES and not _FREE.fullmatch(field):
            raise InputError(
                f"“{field}” is no field that a column can be mapped to; use one of: {', '.join(NAMES)},"
                " meta.NAME, score:METRIC or verdict:SCHEME/CRITERION."
            )
        if column not in table.columns:
            column_names = ", ".join(" ".join(name.split()) for name in table.columns)
            raise preview.line_error(table.path, 1, f"there is no column “{column}”; the file has: {column_names}.")
    used_columns = set(chosen_columns.values())
    recognised_columns = {
        field: column for field, column in recognise_columns(list(table.columns)).items() if column not in used_columns
    }
    columns = recognised_columns | dict(chosen_columns)
    if not any(field in columns for field in TEXTS):
        raise preview.line_error(
            table.path,
            1,
            "no column holds a dialogue, an article or a summary; say which one does (columns).",
        )
    if "summary" not in columns:
        raise preview.line_error(
            table.path,
            1,
            "no column is known to hold a summary; say which one does (summary=COLUMN), or import it as a table with a"
            " mapping, which may have several such columns or none.",
        )
    return columns


def _mapping_of(columns: Mapping[str, str], header: Sequence[str]) -> TableMapping:
    """These columns as a mapping: what has no role is metadata, an empty cell says nothing."""
    column = {field: f"`{name}`?" for field, name in columns.items()}
    about = ("dataset", "split", "dialogue", "article", "reference")
    raw_mapping: dict[str, Any] = {"key": column.get("key", "{@file}-{@}"), "read": {"as": "table"}}
    raw_mapping |= {field: column[field] for field in about if field in column}
    parts = (("text", "summary"), ("system", "system"), ("part", "part"))
    column["summary"] = column["summary"].removesuffix("?")  # rows without one are counted and said
    raw_mapping["summaries"] = [{name: column[field] for name, field in parts if field in column}]
    who = {"annotator": [column["annotator"], f"={ANNOTATOR}"] if "annotator" in column else f"={ANNOTATOR}"}
    who |= {"kind": "=import"}
    free = {kind: [f for f in columns if f.startswith(kind)] for kind in ("score:", "verdict:", "meta.")}
    raw_mapping["scores"] = [
        who | {"metric": f"={f.removeprefix('score:')}", "value": column[f]} for f in free["score:"]
    ]
    raw_mapping["verdicts"] = [
        who
        | {"criterion": f"={f.removeprefix('verdict:')}", "silence": "open"}
        | {"value": {"of": column[f], "map": _ANSWERS}}
        for f in free["verdict:"]
    ]
    if free["meta."]:
        raw_mapping["meta"] = {name: f"`{name}`?" for name in header if name and name not in columns.values()}
        raw_mapping["meta"] |= {f.removeprefix("meta."): column[f] for f in free["meta."]}
    return mapping.parse_mapping(raw_mapping, "the columns")


IMPORTER = CSVImporter()
