"""What the dialogs that order a run share: what it takes, what is at fault, and asking once more before it starts."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from galley.core.judges.order import Order, ReadyRun
from galley.core.judges.run_estimate import RunEstimate
from galley.gui.dialogs.base import WIDTH, Dialog, Label
from galley.gui.runs.confirmation import ConfirmRun
from galley.gui.runs.estimate import Estimator, address, summary
from galley.gui.session import Session
from galley.gui.theme import Type
from galley.gui.translation import tr


class OrderDialog(Dialog):
    """``order`` is there once the user has said yes to all of it. One that is made says ``show_counting`` whenever
    something changed, asks its ``estimator``, and has a button ``go`` that leads to ``start``."""

    def __init__(self, parent: QWidget | None, session: Session, title: str, lead: str, width: int = WIDTH) -> None:
        super().__init__(parent, session.theme, title, lead, width)
        self.session = session
        self.order: Order | None = None
        self._latest_estimate: tuple[Order, ReadyRun, RunEstimate] | None = None
        self.much = Label(self.theme, "", Type.BODY_STRONG)
        self.takes = Label(self.theme, "", Type.BODY, "second")
        self.fault = Label(self.theme, "", Type.BODY, "negative")
        self.estimator = Estimator(session.project, self)
        self.estimator.estimate_ready.connect(self._show_estimate)
        self.estimator.refused.connect(self.show_refusal)

    def show_figures(self, verb: str) -> None:
        """Put what it takes, and the buttons, under what was asked."""
        for label in (self.much, self.takes, self.fault):
            self.column.addWidget(label)
        self.fault.hide()
        self.button(tr("Cancel")).clicked.connect(self.reject)
        self.go = self.button(verb, default=True, primary=True)
        self.go.clicked.connect(self.start)

    def done(self, result: int) -> None:
        """Stop counting."""
        self.estimator.stop()
        super().done(result)

    def show_counting(self) -> None:
        """Something changed, so nothing is known."""
        self._latest_estimate = None
        self.go.setEnabled(False)
        self.fault.hide()
        self.much.setText(tr("Counting…"))
        self.takes.setText("")

    def _show_estimate(self, order: Order, plan: ReadyRun, estimate: RunEstimate, missing: str) -> None:
        self._latest_estimate = (order, plan, estimate)
        much, takes = summary(plan, estimate)
        self.much.setText(much)
        self.takes.setText(takes)
        self.fault.setText(missing)
        self.fault.setVisible(bool(missing))
        self.go.setEnabled(self.count_workload(estimate) > 0 and not missing)
        self.fit()

    def count_workload(self, estimate: RunEstimate) -> int:
        """What there must be some of for a run to start: items."""
        return estimate.items

    def show_refusal(self, sentence: str) -> None:
        """Say why it cannot be."""
        self.much.setText("")
        self.fault.setText(sentence)
        self.fault.show()
        self.fit()

    def start(self) -> None:
        """Take the order, once whoever sends texts away has said yes to that."""
        if self._latest_estimate is None:
            return
        order, plan, estimate = self._latest_estimate
        if address(order) and not ConfirmRun.ask(self, self.theme, plan, estimate):
            return
        self.order = order
        self.accept()
