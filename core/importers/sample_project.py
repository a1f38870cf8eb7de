"""What one can try the program with: the sample project, from ``resources/sample/sample.jsonl``, and a spreadsheet."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from galley.core import new_files
from galley.core.errors import InputError
from galley.core.paths import resources
from galley.core.storage import project_file

if TYPE_CHECKING:
    from galley.core.project.import_records import Progress

NAME, TABLE = "sample.galley", "news.xlsx"


def make(folder: Path, progress: Progress | None = None) -> Path:
    """Make the sample project in ``folder`` (made if it is missing) and give its path.

    A sample that is there is kept as it is, with the decisions in it. Raises: InputError, ProjectError
    """
    path = folder.absolute() / NAME
    if path.exists():
        project_file.probe(path)
        return path
    # only now: a start with a sample that is there waits for nothing that imports
    from galley.core.importers.registry import find
    from galley.core.importers.run_import import import_files
    from galley.core.project.project import Project

    _make_folder(folder)
    unfinished = new_files.make_hidden_name(path)
    try:
        with Project.create(unfinished) as project:
            import_files(project, find("galley"), [resources() / "sample" / "sample.jsonl"], progress=progress)
        with suppress(FileExistsError):  # another process was faster
            new_files.place(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)
    return path


def copy_table(folder: Path) -> Path:
    """Copy the example spreadsheet into ``folder`` (made if it is missing) and give its path; a copy that is there is
    kept. Raises: InputError, OSError"""
    path = folder.absolute() / TABLE
    if not path.exists():
        _make_folder(folder)
        new_files.write(path, (resources() / "sample" / TABLE).read_bytes())
    return path


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"The folder {folder} cannot be made ({error.strerror}); choose another one.") from error
