"""From the command line to the window."""

from __future__ import annotations

from pathlib import Path

from galley import doors
from galley.core.errors import GalleyError


def show(project: Path | None, screenshot: Path | None) -> int:
    """Open the window with ``project`` and give its exit code; with ``screenshot`` draw it there and leave.

    Raises: NotAProject, NewerProject, GalleyError where Qt is not installed or cannot be loaded.
    """
    if project is not None:
        from galley.core.new_files import refuse_leaving
        from galley.core.project.project_file import probe

        probe(project)
        if screenshot is not None:
            refuse_leaving(screenshot, project)
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
    return app.main(project, screenshot)
