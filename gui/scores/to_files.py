"""Charts as files without a window: for ``galley charts``, scripts and machines without a display."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from galley.core.domain import JUDGES, AnnotatorKind
from galley.core.errors import InputError
from galley.core.metrics.gold import ADJUDICATED, MAJORITY, OUTCOME
from galley.core.newfile import write
from galley.core.project import names
from galley.core.project.project import Project

if TYPE_CHECKING:
    from PySide6.QtCore import QMessageLogContext, QtMsgType

KINDS = ("png", "svg", "csv")
Progress = Callable[[int, int], bool]


class Drawn(NamedTuple):
    """What became of a chart: its files, or the sentence that says what it needs."""

    name: str
    files: tuple[Path, ...]
    needs: str


def draw(
    project: Project, folder: Path, wanted: Sequence[str], kinds: Sequence[str], gold: str, progress: Progress
) -> list[Drawn]:
    """Write the charts called ``wanted`` (all where empty) into ``folder``, one file a chart and kind.

    Raises: InputError where a chart or the gold is unknown, where a chart that was named heeds no gold and one is
    asked for, or where the folder cannot be written.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import qInstallMessageHandler

    from galley.gui.app import make_application
    from galley.gui.charts.base import Ask
    from galley.gui.charts.registry import REGISTRY
    from galley.gui.scores.picture_files import contents
    from galley.gui.theme import Mode, Theme

    charts = [REGISTRY.get(name) for name in wanted] or list(REGISTRY.all().values())
    heeding = [chart.name for chart in charts if "gold" in chart.chips]
    idle = [name for name in wanted if gold != OUTCOME and name not in heeding]
    if idle:
        raise InputError(f"{', '.join(idle)}: no gold has a part in it; leave --gold out.")
    application = make_application()
    before = qInstallMessageHandler(_told)
    theme = Theme(Mode.LIGHT)
    theme.apply(application)
    connection = project.reader()
    people = names.annotators(connection).values()
    if gold not in (OUTCOME, MAJORITY, ADJUDICATED) and gold not in [annotator.name for annotator in people]:
        there = ", ".join(dict.fromkeys(annotator.name for annotator in people)) or "nobody"
        raise InputError(f"Nobody called {gold!r} is in the project; there are: {there}.")
    ask = Ask(
        every_judge=tuple(a.name for a in people if a.kind in JUDGES),
        every_human=tuple(a.name for a in people if a.kind is AnnotatorKind.HUMAN),
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"The folder {folder} cannot be made ({error.strerror}); choose another place.") from error
    found = []
    for done, chart in enumerate(charts):
        progress(done, len(charts))
        picture = chart.picture(connection, replace(ask, gold=gold) if chart.name in heeding else ask)
        files = []
        for kind in kinds if picture.drawing is not None else ():
            path = folder / f"{chart.name}.{kind}"
            write(path, contents(theme, picture, kind), project.path)
            files.append(path)
        found.append(Drawn(chart.name, tuple(files), picture.needs if picture.drawing is None else ""))
    progress(len(charts), len(charts))
    theme.deleteLater()
    qInstallMessageHandler(before)
    return found


def _told(kind: QtMsgType, context: QMessageLogContext, words: str | None) -> None:
    if "propagateSizeHints" not in (
        words or ""
    ):  # what the off-screen platform says of every window, and means nothing
        print(words, file=sys.stderr)
