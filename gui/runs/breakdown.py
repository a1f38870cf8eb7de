"""A run by criterion: what its judge flagged, what it could not say, and what people found of it so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from galley.core.domain import Criterion
from galley.core.judges import run_report
from galley.core.judges.run_report import CriterionSum
from galley.core.text.visible import make_visible
from galley.gui.runs.run_figures import NONE
from galley.gui.session import Session
from galley.gui.text_panes.empty_page import EmptyPage
from galley.gui.theme import Type
from galley.gui.translation import tr
from galley.gui.widgets.line_paint import LineCell
from galley.gui.widgets.line_table import LineColumn, Lines, LineTable
from galley.gui.widgets.pane_head import PaneHead

COLUMNS = {
    "criterion": LineColumn(tr("Criterion"), 240),
    "flags": LineColumn(tr("Flags"), 90, right=True),
    "right": LineColumn(tr("Found right"), 110, right=True),
    "wrong": LineColumn(tr("Found wrong"), 110, right=True),
    "unscored": LineColumn(tr("Cells unscored"), 130, right=True),
    "why": LineColumn(tr("Why, most often"), 0),
}
_NAMES = tuple(COLUMNS)


class Breakdown(QWidget):
    """For runs without calls; a few words where nothing is there yet."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._rows: Sequence[CriterionSum] = ()
        self._criteria: Mapping[int, Criterion] = {}
        self.head = PaneHead(session.theme, tr("By criterion"))
        lines = Lines(tuple(COLUMNS.values()), lambda: len(self._rows), self._cell)
        self.table = LineTable(session.theme, lines, tr("The run by criterion"), 31.0)
        self.empty = EmptyPage(session.theme, margin=16)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.table, 1)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self.empty)
        self._pages.addWidget(page)

    def show_run(self, run: int, criteria: Mapping[int, Criterion]) -> None:
        """Sum up a run."""
        self._criteria = criteria
        self.head.set(tr("By criterion"), tr("this judge does not use a model, so it has no calls"))
        self._session.read(
            lambda connection: run_report.by_criterion(connection, run), self._show_rows, slot="runs-sums"
        )

    def say(self, title: str, words: str) -> None:
        """There is nothing to sum up."""
        self.empty.say(title, words)
        self._pages.setCurrentIndex(0)

    def _show_rows(self, rows: Any) -> None:
        self._rows = rows
        self.table.lines.reset()
        self._pages.setCurrentIndex(1)

    def _cell(self, line: int, column: int) -> LineCell:
        row = self._rows[line]
        match _NAMES[column]:
            case "criterion":
                criterion = self._criteria.get(row.criterion)
                return LineCell(criterion.name if criterion is not None else NONE, style=Type.BODY)
            case "flags":
                return LineCell(f"{row.flags:,}", "text" if row.flags else "faint", rank=row.flags)
            case "right":
                return LineCell(f"{row.right:,}", "text" if row.right else "faint", rank=row.right)
            case "wrong":
                return LineCell(f"{row.wrong:,}", "text" if row.wrong else "faint", rank=row.wrong)
            case "unscored":
                return LineCell(
                    f"{row.unscored_count:,}", "warning" if row.unscored_count else "faint", rank=row.unscored_count
                )
        return LineCell(" ".join(make_visible(row.reason).split()), "second", Type.SMALL)
