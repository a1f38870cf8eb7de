"""The small files of ``tests/intake/``: one of every shape that a shipped mapping knows, written by ourselves."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1] / "intake"
SHAPES = {
    path.stem: path
    for path in sorted(FOLDER.iterdir())
    if path.is_file() and path.stem.partition("-")[0] not in ("make", "table")
}
"""Name of a shipped mapping to the file of its shape."""


def write(folder: Path, name: str) -> Path:
    """A copy of the small file of a shape."""
    return Path(shutil.copy(SHAPES[name], folder))


def held(project: Any) -> list[str]:
    """All that a project holds, but for what the writer notes about its journal."""
    return [line for line in project.read_connection().iterdump() if "VALUES('journal'," not in line]
