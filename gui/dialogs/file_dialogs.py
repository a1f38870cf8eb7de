"""The system's own file dialogs, each as one function, so that a test can answer in the user's place."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from galley.gui.plain_text import plain_boxes
from galley.gui.translation import tr

PROJECTS = tr("Galley projects (*.galley);;All files (*)")


_BREAK = "\u200b"
"""A place of no width where a line may break."""


def breakable(path: Path | str) -> str:
    """A path to be shown in a label: a line may break after each folder of it, so that a long one is not cut."""
    return str(path).replace("\\", f"\\{_BREAK}").replace("/", f"/{_BREAK}")


@plain_boxes()
def choose_project(parent: QWidget | None, folder: Path) -> Path | None:
    """A project to open; None where the dialog was left."""
    path, _ = QFileDialog.getOpenFileName(parent, tr("Open a project"), str(folder), PROJECTS)
    return Path(path) if path else None


@plain_boxes()
def choose_data(parent: QWidget | None, folder: Path) -> list[Path]:
    """Files to import; empty where the dialog was left."""
    paths, _ = QFileDialog.getOpenFileNames(
        parent,
        tr("Choose files to import"),
        str(folder),
        tr("Data files (*.json *.jsonl *.csv *.tsv *.txt *.xlsx *.ods *.parquet);;All files (*)"),
    )
    return [Path(path) for path in paths]


@plain_boxes()
def choose_answers(parent: QWidget | None, folder: Path) -> list[Path]:
    """Files of answers, or projects, to merge; empty where the dialog was left."""
    paths, _ = QFileDialog.getOpenFileNames(
        parent,
        tr("Choose answers to merge"),
        str(folder),
        tr("Answers and projects (*.answers *.galley *.age);;All files (*)"),
    )
    return [Path(path) for path in paths]


@plain_boxes()
def choose_folder(parent: QWidget | None, title: str, start: Path) -> Path | None:
    """A folder; None where the dialog was left."""
    folder = QFileDialog.getExistingDirectory(parent, title, str(start))
    return Path(folder) if folder else None


def choose_target(parent: QWidget | None, title: str, start: Path, suffix: str) -> Path | None:
    """A file to write, with ``suffix`` (".csv") where none was typed; the system asks before one is replaced."""
    path, _ = choose_new(parent, title, start, tr("*{suffix};;All files (*)", suffix=suffix))
    return path if path is None or path.suffix else path.with_suffix(suffix)


@plain_boxes()
def choose_new(parent: QWidget | None, title: str, start: Path, kinds: str) -> tuple[Path | None, str]:
    """A file to write, as it was typed, and which of the ``kinds`` of Qt's file dialogs was chosen."""
    path, kind = QFileDialog.getSaveFileName(parent, title, str(start), kinds)
    return Path(path) if path else None, kind


@plain_boxes()
def choose_file(parent: QWidget | None, title: str, folder: Path, kinds: str) -> Path | None:
    """A file to read of one of the ``kinds``; None where the dialog was left."""
    path, _ = QFileDialog.getOpenFileName(parent, title, str(folder), kinds)
    return Path(path) if path else None
