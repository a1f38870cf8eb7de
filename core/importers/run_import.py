"""An import from beginning to end: read, validate, write in one transaction, report."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import wait
from contextlib import nullcontext, suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from galley.core import new_files
from galley.core.domain import ChangeSet
from galley.core.errors import Cancelled, InputError
from galley.core.garbage_collection import pause_gc
from galley.core.import_types import ImportOptions, ImportReport
from galley.core.importers.base import Importer
from galley.core.project.bulk_changes import IMPORT, bulk_change
from galley.core.project.import_records import Progress, ingest
from galley.core.project.project import Project
from galley.core.review import log_entries
from galley.core.storage import imported_tables
from galley.core.storage.connection import Connection
from galley.core.storage.queries.items import count_items
from galley.core.tables import sheets, stored_mappings, table_positions
from galley.core.tables.mapping import TableMapping
from galley.core.tables.row_matching import compute_file_hash
from galley.core.tasks import levels

MAPPED = "table"
"""The importer that needs a mapping."""
_SECONDS_OF_WAIT = 0.1
"""After so long the main thread looks whether a signal came."""


class _DryRunEnd(Cancelled):
    """Ends a dry run; nothing of it is kept."""


def import_files(
    project: Project,
    importer: Importer,
    paths: Sequence[Path],
    options: ImportOptions | None = None,
    progress: Progress | None = None,
    dry_run: bool = False,
) -> ImportReport:
    """Read ``paths`` with ``importer`` into the project and wait until it is on disk; with ``dry_run`` nothing is kept.

    A table or tree comes in by the mapping of the options, by the one that the project keeps for files of its shape, or
    by one that fits it; the project keeps it then. ``progress`` is called on the writer's thread. Raises: InputError
    (ConflictError, RowsRefused), Cancelled, ProjectError; the project is unchanged then.
    """
    options = options or ImportOptions()
    report = ImportReport()
    shape = ""
    if importer.name == MAPPED and paths:
        shape, options = _resolve_mapping(project, paths, options, report)
    elif options.mapping:
        raise InputError(f"A mapping is for the format {MAPPED}; {importer.name} reads its files without one.")
    stream = importer.read(paths, options, report)
    new = not count_items(project.read_connection())

    is_interrupted = threading.Event()

    def move(done: int, total: int) -> bool:
        return not is_interrupted.is_set() and (progress is None or progress(done, total))

    def write(connection: Connection) -> ChangeSet:
        with pause_gc():  # the records leave no cycles, and passes over them were a tenth of the time
            changes = ingest(connection, stream, options, report, move)
        if options.mapping:
            stored_mappings.store_mapping(connection, shape, options.mapping.raw_mapping)
            _store_tables(connection, options.mapping, options.roles, report)
        log_entries.add_import(connection)
        report.levels.update(levels.propose_levels(connection, levels.Level(options.level) if options.level else None))
        if dry_run:
            raise _DryRunEnd
        return changes

    what = f"{IMPORT}{', '.join(path.name for path in paths)}"
    try:
        with suppress(_DryRunEnd), nullcontext() if dry_run else bulk_change(project, what):
            future = project.write(write)
            try:
                while not future.done():  # a wait without an end is not interrupted where polars is loaded
                    wait([future], timeout=_SECONDS_OF_WAIT)
            except KeyboardInterrupt:  # the writer is at its end before anything is said of the import
                is_interrupted.set()
                if future.exception() is not None:
                    raise
            future.result()
    finally:
        sheets.forget_sheet()
    if new and not dry_run:  # what nobody else may read must not be readable by way of the project
        new_files.narrow(project.path, *paths)
    return report


def _resolve_mapping(
    project: Project, paths: Sequence[Path], options: ImportOptions, report: ImportReport
) -> tuple[str, ImportOptions]:
    from galley.core.tables import column_roles, table_import

    mapping = options.mapping
    if mapping is None and (mapping := stored_mappings.find_kept_mapping(project.read_connection(), paths[0])):
        report.note(str(paths[0]), 0, "read with the mapping that this project stored for files like this.")
    project_items = column_roles.ProjectItems.read(project.read_connection()) if mapping is None else None
    mapping = mapping or table_import.choose_mapping(paths, report, project=project_items)
    return table_import.shape(paths[0], mapping.read), replace(options, mapping=mapping)


def _store_tables(
    connection: Connection, mapping: TableMapping, roles: dict[str, Any] | None, report: ImportReport
) -> None:
    """Remember where each row of the tables went, so that they can be written back; no text of them is stored."""
    for name, rows in report.table_rows.items():
        path = Path(name)
        form, layout = table_positions.read_layout(path, mapping.read)
        table = {
            "path": str(path.absolute()),
            "sha256": compute_file_hash(path),
            "form": form,
            "layout": asdict(layout),
            "mapping": mapping.raw_mapping,
            "roles": roles,
            "rows": [[position, fingerprint, imported_tables.hash_key(key)] for position, key, fingerprint in rows],
        }
        imported_tables.store_table(connection, table)
