"""The last question before anything leaves the machine."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QPlainTextEdit, QWidget

from galley.core.judges import trust
from galley.core.judges.order import Order, ReadyRun
from galley.core.judges.run_estimate import RunEstimate
from galley.gui.dialogs.base import Dialog, Label
from galley.gui.runs.estimate import address, is_here, round_count
from galley.gui.runs.run_figures import format_money
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n


class ConfirmRun(Dialog):
    """Names address, requests, tokens and money. The safe button is the default."""

    def __init__(self, parent: QWidget | None, theme: Theme, plan: ReadyRun, alike_flags: RunEstimate) -> None:
        where = address(plan.order)
        is_local = is_here(where)
        title = tr("Send the texts to this server?") if is_local else tr("Send the texts out of this machine?")
        super().__init__(parent, theme, title, lead(alike_flags, is_local), width=500)
        budget, most = plan.order.budget, plan.order.max_requests
        facts = [
            (tr("Address"), where),
            *((tr("Header"), header) for header in plan.order.reach.headers),
            *(
                (tr("Variables"), ", ".join(variable_names))
                for variable_names in (variables(plan.order),)
                if variable_names
            ),
            (tr("Model"), plan.model),
            (
                tr("Requests"),
                tr("{count:,}, {most:,} at most", count=alike_flags.requests, most=most)
                if most
                else f"{alike_flags.requests:,}",
            ),
            (
                tr("Tokens"),
                tr(
                    "about {tokens_in} in, {tokens_out} out",
                    tokens_in=round_count(alike_flags.tokens_in),
                    tokens_out=round_count(alike_flags.tokens_out),
                ),
            ),
            (tr("Money"), cost(alike_flags, budget)),
        ]
        own = trust.find_own_texts(plan)
        if own:
            names = ", ".join(name for name, _ in own)
            facts.append((tr("Prompts"), tr("this project's own: {names}", names=names)))
        grid = QGridLayout()
        grid.setHorizontalSpacing(18)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        for line, (name, words) in enumerate(facts):
            grid.addWidget(Label(theme, name, Type.SMALL_STRONG, "second"), line, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(Label(theme, words, Type.NUMBER), line, 1)
            grid.setColumnMinimumWidth(0, round(theme.px(76)))
        self.column.addLayout(grid)
        if own:
            texts = QPlainTextEdit("\n\n".join(text for _, text in own), self)
            texts.setReadOnly(True)
            texts.setAccessibleName(tr("Prompts"))
            texts.setMinimumHeight(round(theme.px(120)))
            self.column.addWidget(texts)
        if not trust.is_confirmed(plan.order.source, plan.order.reach):
            words = tr("You have not confirmed this address on this machine before.")
            self.column.addWidget(Label(theme, words, Type.BODY_STRONG, "warning"))
        go = self.button(tr("Send and start"), primary=True)
        go.clicked.connect(self.accept)
        cancel = self.button(tr("Cancel"), default=True)
        cancel.clicked.connect(self.reject)
        cancel.setFocus()

    @classmethod
    def ask(cls, parent: QWidget | None, theme: Theme, plan: ReadyRun, estimate: RunEstimate) -> bool:
        """Show it; whether to go on."""
        dialog = cls(parent, theme, plan, estimate)
        answered = bool(dialog.exec())
        dialog.deleteLater()
        if answered:
            trust.confirm(plan.order.source, plan.order.reach)
        return answered


def variables(order: Order) -> tuple[str, ...]:
    """The variables of the environment whose values are sent with an order's headers."""
    destination = trust.find_destination(order.source, order.reach)
    return destination.variables if destination is not None else ()


def lead(estimate: RunEstimate, is_local: bool) -> str:
    """What is sent, in a sentence."""
    if is_local:
        return tr_n(
            "The summaries of {n:,} item and the texts that they are about are sent to a server on this machine.",
            "The summaries of {n:,} items and the texts that they are about are sent to a server on this machine.",
            estimate.items,
        )
    return tr_n(
        "The summaries of {n:,} item and the texts that they are about are sent to the address below. Its "
        "operator can read them.",
        "The summaries of {n:,} items and the texts that they are about are sent to the address below. Its "
        "operator can read them.",
        estimate.items,
    )


def cost(estimate: RunEstimate, budget: float | None) -> str:
    """What it may cost, and the most that it will."""
    if estimate.money is None:
        return tr("price unknown: no budget is possible; only the number of requests limits the cost")
    if budget is None:
        return tr("about {amount}; no budget is set", amount=format_money(estimate.money))
    reach = estimate.within(budget)
    if reach is not None:
        return tr(
            "about {amount} for all of it; the run stops at the budget of {most} before it is complete, after about"
            " {reach:,} of {count:,} requests",
            amount=format_money(estimate.money),
            most=format_money(budget),
            reach=reach,
            count=estimate.requests,
        )
    return tr("about {amount}, {most} at most", amount=format_money(estimate.money), most=format_money(budget))
