"""The last question before anything leaves the machine."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from core.judges.estimate import Estimate
from core.judges.order import Plan
from gui.dialogs.base import Dialog, Label
from gui.runs.estimating import address, is_here, rounded
from gui.runs.figures import money, plural
from gui.theme import Theme, Type


class ConfirmRun(Dialog):
    """Names address, requests, tokens and money. The safe button is the default."""

    def __init__(self, parent: QWidget | None, theme: Theme, plan: Plan, found: Estimate) -> None:
        where = address(plan.order)
        here = is_here(where)
        title = "Send the texts to this server?" if here else "Send the texts out of this machine?"
        super().__init__(parent, theme, title, lead(found, here), width=500)
        budget, most = plan.order.budget, plan.order.max_requests
        facts = [
            ("Address", where),
            ("Model", plan.model),
            ("Requests", f"{found.requests:,}" + (f", {most:,} at most" if most else "")),
            ("Tokens", f"about {rounded(found.tokens_in)} in, {rounded(found.tokens_out)} out"),
            ("Money", cost(found, budget)),
        ]
        grid = QGridLayout()
        grid.setHorizontalSpacing(18)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        for line, (name, words) in enumerate(facts):
            grid.addWidget(Label(theme, name, Type.SMALL_STRONG, "second"), line, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(Label(theme, words, Type.NUMBER), line, 1)
            grid.setColumnMinimumWidth(0, round(theme.px(76)))
        self.column.addLayout(grid)
        go = self.button("Send and start")
        go.clicked.connect(self.accept)
        cancel = self.button("Cancel", default=True)
        cancel.clicked.connect(self.reject)
        cancel.setFocus()

    @classmethod
    def ask(cls, parent: QWidget | None, theme: Theme, plan: Plan, found: Estimate) -> bool:
        """Show it; whether to go on."""
        dialog = cls(parent, theme, plan, found)
        answered = bool(dialog.exec())
        dialog.deleteLater()
        return answered


def lead(found: Estimate, here: bool) -> str:
    """What is sent, in a sentence."""
    items = plural(found.items, "item")
    texts = f"The summaries of {items} and the texts that they are about are sent"
    end = "to a server on this machine." if here else "to the address below. Whoever runs it can read them."
    return f"{texts} {end}"


def cost(found: Estimate, budget: float | None) -> str:
    """What it may cost, and the most that it will."""
    if found.money is None:
        return "price unknown, so no budget can hold; the number of requests is what bounds it"
    words = f"about {money(found.money)}"
    return f"{words}, {money(budget)} at most" if budget is not None else f"{words}; no budget is set"
