"""The dialog that asks a model again: for the chosen call, or for all that are listed, with what that will take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtWidgets import QComboBox, QSpinBox, QWidget

from galley.core.errors import GalleyError
from galley.core.judges.order import Order, order_of
from galley.core.judges.run_estimate import RunEstimate
from galley.core.judges.run_report import RunRow, call_keys
from galley.gui.runs.order_dialog import OrderDialog
from galley.gui.session import Session
from galley.gui.translation import tr, tr_n

MOST_TOKENS = 200_000


class AskAgain(OrderDialog):
    """``order`` is there once the user has said yes to all of it. ``chosen`` is a call (0: none), ``listed`` those of
    the list (row ids)."""

    def __init__(
        self, parent: QWidget | None, session: Session, run: RunRow, chosen_call: int, listed: Sequence[int]
    ) -> None:
        super().__init__(
            parent,
            session,
            tr("Ask again"),
            tr(
                "A new run of the same judge. Its replies replace the old ones; all others are reused and cost nothing."
            ),
        )
        self.which = QComboBox(self)
        if chosen_call:
            self.which.addItem(tr("The chosen call"), (chosen_call,))
        words = tr_n("The {n:,} call that is listed", "All {n:,} calls that are listed", len(listed))
        self.which.addItem(words, tuple(listed))
        self.field(tr("Calls"), self.which)
        self.tokens = QSpinBox(self)
        self.tokens.setRange(0, MOST_TOKENS)
        self.tokens.setSingleStep(1_000)
        self.tokens.setSpecialValueText(tr("as before"))
        self.field(tr("Maximum tokens in a reply"), self.tokens, tr("A higher limit helps where replies were cut off."))
        self.show_figures(tr("Ask again"))
        self.which.currentIndexChanged.connect(self._update_estimate)
        self.tokens.valueChanged.connect(self._update_estimate)
        self._base: Order | None = None
        try:
            self._base = order_of(run.settings)
        except GalleyError as error:
            self.show_refusal(str(error))
        self._update_estimate()

    @classmethod
    def ask(
        cls, parent: QWidget | None, session: Session, run: RunRow, chosen_call: int, listed: Sequence[int]
    ) -> Order | None:
        """Show it; the order, or None where it was left."""
        dialog = cls(parent, session, run, chosen_call, listed)
        dialog.exec()
        dialog.deleteLater()
        return dialog.order

    def _update_estimate(self, *_: object) -> None:
        if self._base is None:
            self.go.setEnabled(False)
            return
        self.show_counting()
        limit = self.tokens.value() or self._base.limit
        keys = call_keys(self.session.connection(), self.which.currentData())
        self.estimator.ask(replace(self._base, again=keys, items=(), limit=limit))
        self.fit()

    def count_workload(self, estimate: RunEstimate) -> int:
        """See ``OrderDialog``: requests, since all others are known."""
        return estimate.requests
