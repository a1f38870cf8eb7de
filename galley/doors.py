"""Where the window's half has what the other asks of it: ``galley.core`` names nothing of ``galley.gui``."""

from __future__ import annotations

import importlib
from typing import Any

_OF_WINDOW = {
    "desk": "galley.gui.shell.app",
    "drawing": "galley.gui.scores.export_files",
    "paper": "galley.gui.pdf",
    "figures": "galley.gui.scores.report_charts",
    "box": "galley.gui.startup_error",
}

CHARTS = "galley.gui.charts"
"""Where charts are found: nothing is imported from there to tell whether it is here."""


def of_window(what: str) -> Any:
    """A module of the window's half, for what works without a window: "desk" opens it, "drawing" draws charts into
    files, "paper" lays pages out, "figures" are charts for them, "box" shows a sentence.

    Raises: ImportError where Qt is missing or cannot be loaded.
    """
    return importlib.import_module(_OF_WINDOW[what])
