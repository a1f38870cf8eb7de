"""An import from beginning to end: read, validate, write in one transaction, report."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from galley.core import newfile
from galley.core.importers.base import Importer, ImportOptions, ImportReport
from galley.core.project.ingest import Progress, ingest
from galley.core.project.project import Project


def import_files(
    project: Project,
    importer: Importer,
    paths: Sequence[Path],
    options: ImportOptions | None = None,
    progress: Progress | None = None,
) -> ImportReport:
    """Read ``paths`` with ``importer`` into the project and wait until it is on disk.

    ``progress`` is called on the writer's thread. Raises: InputError, ConflictError, Cancelled, ProjectError; the
    project is unchanged then.
    """
    options = options or ImportOptions()
    report = ImportReport()
    stream = importer.read(paths, options, report)
    new = project.reader().execute("SELECT 1 FROM item LIMIT 1").fetchone() is None
    project.write(lambda connection: ingest(connection, stream, options, report, progress)).result()
    if new:  # what nobody else may read must not be readable by way of the project
        newfile.narrow(project.path, *paths)
    return report
