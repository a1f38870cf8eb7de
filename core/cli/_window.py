"""From the command line to the window."""

from __future__ import annotations

from pathlib import Path

from galley import doors
from galley.core.errors import GalleyError


def show(file: Path | None, screenshot: Path | None) -> int:
    """Open the window and return its exit code; with ``screenshot``, write a picture of it there and exit.

    ``file`` is a project, or anything that the window takes when it is dropped on it: a table to import, answers.
    Raises: NotAProject, NewerProject, GalleyError where Qt is not installed or cannot be loaded.
    """
    project = file
    if file is not None:
        from galley.core.new_files import PROJECT, is_project, refuse_leaving
        from galley.core.storage.project_file import probe

        if (
            screenshot is None
            and file.is_file()
            and file.suffix.lower() not in (PROJECT, ".age")
            and not is_project(file)
        ):
            project = None
        else:
            probe(file)
        if screenshot is not None:
            refuse_leaving(screenshot, file)
    try:
        app = doors.of_window("desk")
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("PySide6", "shiboken6", "pyqtgraph"):
            raise
        raise GalleyError(f"The window needs {error.name}, which is not installed; run make demo once.") from error
    except ImportError as error:
        if ".so" not in str(error) and "DLL" not in str(error):
            raise
        raise GalleyError(
            f"Qt cannot be loaded ({error}); run make demo once, it installs the system libraries that are missing."
        ) from error
    return app.main(project, screenshot, () if file is None or project is not None else (file.absolute(),))
