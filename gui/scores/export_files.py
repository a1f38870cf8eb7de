"""Charts as files without a window: for ``galley charts``, scripts and machines without a display."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from galley.core.domain import JUDGES, AnnotatorKind
from galley.core.errors import InputError
from galley.core.metrics.gold import ADJUDICATED, MAJORITY, OUTCOME
from galley.core.new_files import write
from galley.core.project.project import Project
from galley.core.storage import names
from galley.core.storage.queries import filter_choices

if TYPE_CHECKING:
    from PySide6.QtCore import QMessageLogContext, QtMsgType

    from galley.gui.charts.base import Chart, Picture

KINDS = ("png", "svg", "csv")
Progress = Callable[[int, int], bool]


class SavedChart(NamedTuple):
    """What became of a chart: its files, or the sentence that says what it needs."""

    name: str
    files: tuple[Path, ...]
    needs: str


def draw(
    project: Project, folder: Path, chart_names: Sequence[str], kinds: Sequence[str], gold: str, progress: Progress
) -> list[SavedChart]:
    """Write the charts called ``wanted`` (all where empty) into ``folder``, one file a chart and kind.

    Raises: InputError where a chart or the gold is unknown, where a chart that was named heeds no gold and one is
    asked for, or where the folder cannot be written.
    """
    saved_charts = []
    with _drawing(project, chart_names, gold) as (charts, picture, contents):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"The folder {folder} cannot be made ({error.strerror}); choose another place.") from error
        for done, chart in enumerate(charts):
            progress(done, len(charts))
            chart_picture = picture(chart)
            files = []
            for kind in kinds if chart_picture.drawing is not None else ():
                path = folder / f"{chart.name}.{kind}"
                write(path, contents(chart_picture, kind), project.path)
                files.append(path)
            saved_charts.append(
                SavedChart(chart.name, tuple(files), chart_picture.needs if chart_picture.drawing is None else "")
            )
    progress(len(charts), len(charts))
    return saved_charts


def draw_picture(project: Project, name: str, gold: str, kinds: Sequence[str]) -> dict[str, bytes]:
    """One chart as bytes, by kind. Raises: InputError as ``draw``, and where there is nothing to draw yet."""
    with _drawing(project, (name,), gold) as ((chart,), picture, contents):
        chart_picture = picture(chart)
        if chart_picture.drawing is None:
            raise InputError(chart_picture.needs)
        return {kind: contents(chart_picture, kind) for kind in kinds}


@contextmanager
def _drawing(
    project: Project, chart_names: Sequence[str], gold: str
) -> Iterator[tuple[list[Chart], Callable[[Chart], Picture], Callable[[Picture, str], bytes]]]:
    """The charts of these names (all where empty), what makes the picture of one, and what makes bytes of a picture."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import qInstallMessageHandler

    from galley.gui.charts.base import ChartRequest
    from galley.gui.charts.registry import REGISTRY
    from galley.gui.qt_application import make_application
    from galley.gui.scores.picture_files import contents
    from galley.gui.theme import Mode, Theme

    charts = [REGISTRY.get(name) for name in chart_names] or list(REGISTRY.all().values())
    heeding = [chart.name for chart in charts if "gold" in chart.chips]
    idle = [name for name in chart_names if gold != OUTCOME and name not in heeding]
    if idle:
        raise InputError(f"{', '.join(idle)}: no gold has a part in it; leave --gold out.")
    application = make_application()
    connection = project.read_connection()
    people = names.annotators(connection).values()
    if gold not in (OUTCOME, MAJORITY, ADJUDICATED) and gold not in [annotator.name for annotator in people]:
        available_names = ", ".join(dict.fromkeys(annotator.name for annotator in people)) or "nobody"
        raise InputError(f"Nobody called {gold!r} is in the project; there are: {available_names}.")
    ask = ChartRequest(
        every_judge=tuple(a.name for a in people if a.kind in JUDGES),
        every_human=tuple(a.name for a in people if a.kind is AnnotatorKind.HUMAN),
        every_system=tuple(filter_choices.list_choices(connection, "system")),
    )
    before = qInstallMessageHandler(_print_message)
    theme = Theme(Mode.LIGHT)
    theme.apply(application)
    try:
        yield (
            charts,
            lambda chart: chart.picture(connection, replace(ask, gold=gold) if chart.name in heeding else ask),
            lambda picture, kind: contents(theme, picture, kind),
        )
    finally:
        theme.deleteLater()
        qInstallMessageHandler(before)


def _print_message(kind: QtMsgType, context: QMessageLogContext, words: str | None) -> None:
    if "propagateSizeHints" not in (
        words or ""
    ):  # what the off-screen platform says of every window, and means nothing
        print(words, file=sys.stderr)
