"""The dialog that continues a run which was left unfinished: what is left, and where it goes."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from galley.core.errors import GalleyError
from galley.core.judges.order import Order, order_of
from galley.core.judges.run_estimate import RunEstimate
from galley.core.judges.run_report import RunRow
from galley.gui.runs.order_dialog import OrderDialog
from galley.gui.session import Session
from galley.gui.translation import tr


class ContinueRun(OrderDialog):
    """``order`` is there once the user has said yes to all of it. A run may come from somebody else's project."""

    def __init__(self, parent: QWidget | None, session: Session, run: RunRow) -> None:
        super().__init__(
            parent,
            session,
            tr("Continue this run"),
            tr("Answered calls are reused and cost nothing. Only the rest is asked."),
        )
        self.show_figures(tr("Continue"))
        self.show_counting()
        try:
            self.estimator.ask(order_of(run.settings))
        except GalleyError as error:
            self.show_refusal(str(error))
        self.fit()

    @classmethod
    def ask(cls, parent: QWidget | None, session: Session, run: RunRow) -> Order | None:
        """Show it; the order, or None where it was left."""
        dialog = cls(parent, session, run)
        dialog.exec()
        dialog.deleteLater()
        return dialog.order

    def count_workload(self, estimate: RunEstimate) -> int:
        """See ``OrderDialog``: a batch that is out has no requests left to send."""
        return 1
