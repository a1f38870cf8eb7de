"""The window's charts as SVG for the report (``galley export report``), whichever thread writes it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QObject, Qt, QThread, Signal, Slot

from galley.core.project.reading_access import Reader
from galley.gui.application import make_application
from galley.gui.charts.base import Ask, Picture
from galley.gui.charts.registry import REGISTRY
from galley.gui.scores import score_filters
from galley.gui.scores.picture_files import PictureSheet
from galley.gui.theme import Mode, Theme


class ReportFigure(NamedTuple):
    """A chart: its name, what it says, and the drawing."""

    name: str
    title: str
    subtitle: str
    svg: str


def figures(
    connection: Reader,
    wanted: Sequence[str],
    items: tuple[int, ...],
    resamples: int,
    cancelled: Callable[[], bool],
    wide: int,
) -> dict[str, ReportFigure]:
    """The charts of these names that have anything to show, by name, ``wide`` pixels wide, in the order and
    colours of the window. ``items`` are row ids; empty for all.

    They are computed here and drawn in the window's thread, which must not wait for this one.
    """
    there = score_filters.read(connection)
    ask = Ask(
        every_judge=there.judges,
        every_human=there.humans,
        every_system=there.systems,
        items=items,
        resamples=resamples,
        cancelled=cancelled,
    )
    pictures = {name: REGISTRY.get(name).picture(connection, ask) for name in wanted}
    drawn = {name: picture for name, picture in pictures.items() if picture.drawing is not None}
    return _in_windows_thread(lambda: {name: _drawn(name, picture, wide) for name, picture in drawn.items()})


def _drawn(name: str, picture: Picture, wide: int) -> ReportFigure:
    theme = Theme(Mode.LIGHT)
    sheet = PictureSheet(theme, picture, headed=False, wide=wide)
    svg = sheet.svg().decode()
    sheet.close()
    theme.deleteLater()
    return ReportFigure(name, picture.title, picture.subtitle, svg[svg.index("<svg") :])


class _Caller(QObject):
    """Lives in the window's thread and does there what another thread asks for."""

    asked = Signal()

    def __init__(self, work: Callable[[], dict[str, ReportFigure]]) -> None:
        super().__init__()
        self._work = work
        self.made: dict[str, ReportFigure] = {}
        self.failed: Exception | None = None
        self.asked.connect(self.run, Qt.ConnectionType.BlockingQueuedConnection)

    @Slot()
    def run(self) -> None:
        """Do it."""
        try:
            self.made = self._work()
        except Exception as error:
            self.failed = error


def _in_windows_thread(work: Callable[[], dict[str, ReportFigure]]) -> dict[str, ReportFigure]:
    if threading.current_thread() is threading.main_thread():
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        make_application()
    application = QCoreApplication.instance()
    if application is None or QThread.currentThread() is application.thread():
        return work()
    caller = _Caller(work)
    caller.moveToThread(application.thread())
    caller.asked.emit()
    caller.deleteLater()
    if caller.failed is not None:
        raise caller.failed
    return caller.made
