"""One line under the queue: how many more reviews of the last draw reach the precision that Scores is asked for."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QWidget

from galley.core.project.reading_access import Reader
from galley.gui.session import Session
from galley.gui.theme import Type
from galley.gui.widgets.elided_label import ElidedLabel

PAUSE = 1500
"""Milliseconds without a decision after which it is worked out anew."""


class TargetLine(ElidedLabel):
    """Shown while the queue holds chosen items (those of a draw) and the project has a draw by strata."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(
            session.theme, "", Type.CAPTION, "second", Qt.AlignmentFlag.AlignHCenter, parent=parent
        )
        self._session = session
        self._held = False
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(PAUSE)
        self._later.timeout.connect(self._ask)
        self.hide()

    def hold(self, chosen: bool) -> None:
        """The queue holds chosen items, or all."""
        self._held = chosen
        if chosen:
            self._ask()
        else:
            self._later.stop()
            self.hide()

    def written(self) -> None:
        """Something was decided: work it out when there is a pause."""
        if self._held:
            self._later.start()

    def _ask(self) -> None:
        self._session.read(partial(words, self._session.points), self._show, slot="review-target")

    def _show(self, text: str) -> None:
        self.set_text(text)
        self.setVisible(self._held and bool(text))


def words(points: float, connection: Reader) -> str:
    """The line; "" where nothing was drawn by strata, or where figures are hidden."""
    from galley.core.metrics import sampling
    from galley.core.metrics._times import first_times, times
    from galley.core.metrics.base import Params
    from galley.core.metrics.cell_arrays import CellReader
    from galley.core.metrics.toward_target import toward
    from galley.core.project import blind
    from galley.gui.charts.target_chart import ahead

    drawn = [each for each in sampling.draws(connection) if each.kind == sampling.STRATA]
    if not drawn or not blind.read(connection).figures:
        return ""
    last = drawn[-1]
    asked = Params(judges=(last.judge,), schemes=(last.scheme,), criteria=(last.criterion,), target="project")
    reader = CellReader(connection, asked)
    question = next(each for each in reader.questions() if each.binary)
    found = toward(reader, question, reader.judges[0], points / 100, first_times(times(connection, None)))
    return ahead(found[0], points) if found else ""
