"""The plan of work: who has what, how far, how long still, and what is missing."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from galley.core.packages.plan import Line, Plan
from galley.core.text.visible import visible
from galley.gui.dialogs.dialog_base import Dialog, Label
from galley.gui.language import tr, tr_n
from galley.gui.theme import Theme, Type

HEADS = (
    tr("Reviewer"),
    tr("Items"),
    tr("Begun"),
    tr("Finished"),
    tr("Unsure"),
    tr("Min / item"),
    tr("Left"),
    tr("Handed out"),
    tr("Came back"),
)
LEAD = tr("What a reviewer has done in a package is known once their answers are merged. Times leave breaks out.")
ROWS = 12
SHORTEST = 0.1
"""Minutes an item below which no figure is told."""


class PlanOfWork(Dialog):
    """A line a package, and one for what each person did in the project itself; under it what is missing."""

    def __init__(self, parent: QWidget | None, theme: Theme, plan: Plan) -> None:
        super().__init__(parent, theme, tr("Plan of work"), LEAD, width=820)
        self.table = QTableWidget(len(plan.lines), len(HEADS), self)
        self.table.setHorizontalHeaderLabels(HEADS)
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        self.table.setFrameShape(QFrame.Shape.NoFrame)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setAccessibleName(tr("Packages and reviewers"))
        heads = self.table.horizontalHeader()
        heads.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        heads.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for at, line in enumerate(plan.lines):
            for column, words in enumerate(_words(line)):
                cell = QTableWidgetItem(visible(words))
                cell.setTextAlignment(_side(column))
                if line.done and line.package:
                    cell.setForeground(theme.color("second"))
                self.table.setItem(at, column, cell)
            self.table.setRowHeight(at, round(theme.px(26)))
        for column in range(len(HEADS)):
            head = self.table.horizontalHeaderItem(column)
            if head is not None:
                head.setTextAlignment(_side(column))
        shown = min(max(len(plan.lines), 1), ROWS)
        self.table.setMinimumHeight(round(theme.px(26)) * shown + heads.sizeHint().height() + 4)
        self.table.setVisible(bool(plan.lines))
        self.column.addWidget(self.table)
        if not plan.lines:
            empty = tr("Nobody has begun yet. “Pack for reviewers…” in the Project menu hands items out.")
            self.column.addWidget(Label(theme, empty))
        self._reminders(plan.missing)
        close = self.button(tr("Close"), default=True)
        close.clicked.connect(self.accept)
        close.setFocus()

    @classmethod
    def ask(cls, parent: QWidget | None, theme: Theme, plan: Plan) -> None:
        """Show it until it is closed."""
        dialog = cls(parent, theme, plan)
        dialog.exec()
        dialog.deleteLater()

    def _reminders(self, missing: Sequence[str]) -> None:
        if missing:
            self.column.addSpacing(6)
            self.column.addWidget(Label(self.theme, tr("What is missing"), Type.SMALL_STRONG, "second"))
            more = len(missing) - ROWS
            rest = [tr_n("… and {n:,} more.", "… and {n:,} more.", more)] if more > 0 else []
            self.reminders = Label(self.theme, "\n".join(map(visible, [*missing[:ROWS], *rest])))
            self.column.addWidget(self.reminders)


def _side(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


def _words(line: Line) -> tuple[str, ...]:
    counts = (f"{number:,}" for number in (line.items, line.begun, line.finished, line.unsure))
    pace = "–" if line.pace is None else f"{line.pace:.1f}" if line.pace >= SHORTEST else f"<{SHORTEST:g}"
    handed = line.handed[:10] if line.package else tr("in the project")
    back = line.returned[:10] if line.returned else (tr("not yet") if line.package else "")
    return (line.reviewer, *counts, pace, _left(line), handed, back)


def _left(line: Line) -> str:
    if line.left is None:
        return "–"
    if not line.left:
        return tr("done")
    if line.left < 1:
        return tr("<1 min")
    return tr("{n:.0f} min", n=line.left) if line.left < 90 else tr("{n:.1f} h", n=line.left / 60)
