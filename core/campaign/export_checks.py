"""Whether a project can leave: would a package of it be filled, would its export be imported. Both are tried in memory,
and nothing is written."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import orjson

from galley.core.campaign import pack
from galley.core.campaign.package_filter import PackageFilter
from galley.core.errors import GalleyError
from galley.core.exports import galley
from galley.core.exports.base import ExportReport, Only
from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
from galley.core.project.import_records import ingest
from galley.core.storage import project_file, schema


def hindrances(path: Path) -> list[str]:
    """What keeps a project from being packed, or its export from being imported, a sentence each."""
    tries: dict[str, Callable[[sqlite3.Connection], Iterator[ParsedRecord]]] = {
        "It cannot be packed": lambda source: pack.iterate_all_records(source, PackageFilter("reader")),
        "Its export cannot be imported": read_export,
    }
    problems = []
    for what, records in tries.items():
        with (
            closing(project_file.connect(path, write=False)) as source,
            closing(sqlite3.connect(":memory:", isolation_level=None)) as target,
        ):
            schema.create(target)
            source.execute("PRAGMA query_only = OFF")  # for a temporary table; the file itself is open for reading
            source.execute("BEGIN")
            target.execute("BEGIN")
            try:
                ingest(target, records(source), ImportOptions(), ImportReport())
            except GalleyError as error:
                problems.append(f"{what}: {str(error).removesuffix('; nothing was imported.')}.")
    return problems


def read_export(source: sqlite3.Connection) -> Iterator[ParsedRecord]:
    """The native record as the importer reads it."""
    for number, built in enumerate(galley.records(source, Only.ALL, ExportReport(), lambda *_: True), 1):
        record = orjson.loads(orjson.dumps(built))
        within = record.pop("galley") if "key" in record and "galley" in record else None
        if within is not None:
            yield ParsedRecord({**within, "galley": within.get("format")}, "the export", number)
        yield ParsedRecord(record, "the export", number)
