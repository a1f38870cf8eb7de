"""Whether a project can leave: would a package of it be filled, would its export be imported. Both are tried in memory,
and nothing is written."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import orjson

from galley.core.errors import GalleyError
from galley.core.exports import galley_export
from galley.core.exports.base import ExportReport, Only
from galley.core.incoming import ImportOptions, ImportReport, Parsed
from galley.core.packages import pack
from galley.core.packages.handing import Handing
from galley.core.project import project_file, schema
from galley.core.project.ingest import ingest


def hindrances(path: Path) -> list[str]:
    """What keeps a project from being packed, or its export from being imported, a sentence each."""
    tries: dict[str, Callable[[sqlite3.Connection], Iterator[Parsed]]] = {
        "It cannot be packed": lambda source: pack.whole(source, Handing("reader")),
        "Its export cannot be imported": exported,
    }
    found = []
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
                found.append(f"{what}: {str(error).removesuffix('; nothing was imported.')}.")
    return found


def exported(source: sqlite3.Connection) -> Iterator[Parsed]:
    """The native record as the importer reads it."""
    for number, built in enumerate(galley_export.records(source, Only.ALL, ExportReport(), lambda *_: True), 1):
        record = orjson.loads(orjson.dumps(built))
        within = record.pop("galley") if "key" in record and "galley" in record else None
        if within is not None:
            yield Parsed({**within, "galley": within.get("format")}, "the export", number)
        yield Parsed(record, "the export", number)
