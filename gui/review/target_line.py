"""One line under the queue: how many more reviews of the last draw reach the precision that Scores is asked for."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QWidget

from galley.core.storage.read_connection import Reader
from galley.gui.session import Session
from galley.gui.theme import Type
from galley.gui.widgets.elided_label import ElidedLabel

PAUSE = 1500
"""Milliseconds without a decision after which it is worked out again."""


class TargetLine(ElidedLabel):
    """Shown while the queue holds chosen items (those of a draw) and the project has a draw by strata."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(
            session.theme, "", Type.CAPTION, "second", Qt.AlignmentFlag.AlignHCenter, parent=parent
        )
        self._session = session
        self._holds_chosen = False
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(PAUSE)
        self._later.timeout.connect(self._ask)
        self.hide()

    def hold(self, has_chosen_items: bool) -> None:
        """The queue holds chosen items, or all."""
        self._holds_chosen = has_chosen_items
        if has_chosen_items:
            self._ask()
        else:
            self._later.stop()
            self.hide()

    def schedule_update(self) -> None:
        """Something was decided: work it out when there is a pause."""
        if self._holds_chosen:
            self._later.start()

    def _ask(self) -> None:
        self._session.read(partial(describe_target, self._session.points), self._show, slot="review-target")

    def _show(self, text: str) -> None:
        self.set_text(text)
        self.setVisible(self._holds_chosen and bool(text))


def describe_target(points: float, connection: Reader) -> str:
    """The line; "" where nothing was drawn by strata, or where figures are hidden."""
    from galley.core.metrics import sampling
    from galley.core.metrics._times import first_times, read_times
    from galley.core.metrics.base import Params
    from galley.core.metrics.cell_arrays import CellReader
    from galley.core.metrics.target_precision import toward
    from galley.core.review import blind
    from galley.gui.charts.target_chart import remaining_reviews_words

    samples = [sample for sample in sampling.draws(connection) if sample.kind == sampling.STRATA]
    if not samples or not blind.read_blind(connection).figures:
        return ""
    last = samples[-1]
    params = Params(judges=(last.judge,), schemes=(last.scheme,), criteria=(last.criterion,), target="project")
    reader = CellReader(connection, params)
    question = next(question for question in reader.questions() if question.binary)
    estimates = toward(reader, question, reader.judges[0], points / 100, first_times(read_times(connection, None)))
    return remaining_reviews_words(estimates[0], points) if estimates else ""
