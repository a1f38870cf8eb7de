"""The dialog that asks a model again: for the chosen call, or for all that are listed, with what that will take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtWidgets import QComboBox, QSpinBox, QWidget

from galley.core.errors import GalleyError
from galley.core.judges.order import Order, Plan, order_of
from galley.core.judges.run_estimate import Estimate
from galley.core.judges.run_report import RunRow, call_keys
from galley.gui.dialogs.dialog_base import Dialog, Label
from galley.gui.language import tr, tr_n
from galley.gui.runs.confirm import ConfirmRun
from galley.gui.runs.estimating import Estimator, address, summary
from galley.gui.session import Session
from galley.gui.theme import Type

MOST_TOKENS = 200_000


class AskAgain(Dialog):
    """``order`` is there once the user has said yes to all of it. ``chosen`` is a call (0: none), ``listed`` those of
    the list (row ids)."""

    def __init__(
        self, parent: QWidget | None, session: Session, run: RunRow, chosen: int, listed: Sequence[int]
    ) -> None:
        super().__init__(
            parent,
            session.theme,
            tr("Ask again"),
            tr("A new run of the same judge. Its replies count from then on; all others are known and cost nothing."),
        )
        self._session = session
        self.order: Order | None = None
        self._known: tuple[Order, Plan, Estimate] | None = None
        self.which = QComboBox(self)
        if chosen:
            self.which.addItem(tr("The chosen call"), (chosen,))
        words = tr_n("The {n:,} call that is listed", "All {n:,} calls that are listed", len(listed))
        self.which.addItem(words, tuple(listed))
        self.field(tr("Calls"), self.which)
        self.tokens = QSpinBox(self)
        self.tokens.setRange(0, MOST_TOKENS)
        self.tokens.setSingleStep(1_000)
        self.tokens.setSpecialValueText(tr("as before"))
        self.field(tr("Most tokens in a reply"), self.tokens, tr("More of them help where replies were cut off."))
        self.much = Label(self.theme, "", Type.BODY_STRONG)
        self.takes = Label(self.theme, "", Type.BODY, "second")
        self.fault = Label(self.theme, "", Type.BODY, "negative")
        for label in (self.much, self.takes, self.fault):
            self.column.addWidget(label)
        self.button(tr("Cancel")).clicked.connect(self.reject)
        self.go = self.button(tr("Ask again"), default=True)
        self.go.clicked.connect(self._start)
        self.estimator = Estimator(session.project, self)
        self.estimator.known.connect(self._estimated)
        self.estimator.refused.connect(self._refused)
        self.which.currentIndexChanged.connect(self._changed)
        self.tokens.valueChanged.connect(self._changed)
        self._base: Order | None = None
        try:
            self._base = order_of(run.settings)
        except GalleyError as error:
            self._refused(str(error))
        self._changed()

    @classmethod
    def ask(
        cls, parent: QWidget | None, session: Session, run: RunRow, chosen: int, listed: Sequence[int]
    ) -> Order | None:
        """Show it; the order, or None where it was left."""
        dialog = cls(parent, session, run, chosen, listed)
        dialog.exec()
        dialog.deleteLater()
        return dialog.order

    def done(self, result: int) -> None:
        """Stop counting."""
        self.estimator.stop()
        super().done(result)

    def _changed(self, *_: object) -> None:
        self._known = None
        self.go.setEnabled(False)
        if self._base is None:
            return
        self.fault.hide()
        self.much.setText(tr("Counting…"))
        self.takes.setText("")
        limit = self.tokens.value() or self._base.limit
        keys = call_keys(self._session.connection(), self.which.currentData())
        self.estimator.ask(replace(self._base, again=keys, items=(), limit=limit))
        self.fit()

    def _estimated(self, wanted: Order, plan: Plan, found: Estimate, missing: str) -> None:
        self._known = (wanted, plan, found)
        much, takes = summary(plan, found)
        self.much.setText(much)
        self.takes.setText(takes)
        self.fault.setText(missing)
        self.fault.setVisible(bool(missing))
        self.go.setEnabled(found.requests > 0 and not missing)
        self.fit()

    def _refused(self, sentence: str) -> None:
        self.much.setText("")
        self.fault.setText(sentence)
        self.fault.show()
        self.fit()

    def _start(self) -> None:
        if self._known is None:
            return
        wanted, plan, found = self._known
        if address(wanted) and not ConfirmRun.ask(self, self.theme, plan, found):
            return
        self.order = wanted
        self.accept()
