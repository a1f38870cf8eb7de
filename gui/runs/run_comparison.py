"""Two runs side by side: which flags are the same, new, gone or changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from galley.core.domain import Criterion, CriterionId
from galley.core.judges import run_report
from galley.core.judges.flag_lineage import CHANGED, GONE, NEW, SAME, STATES
from galley.core.judges.run_report import ChangeLine, Comparison, RunRow
from galley.core.review.queue import Filter
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.text.visible import make_visible
from galley.gui.dialogs.base import Dialog, Label
from galley.gui.relative_time import when
from galley.gui.runs import run_figures
from galley.gui.session import Session
from galley.gui.theme import Type
from galley.gui.translation import tr, tr_n
from galley.gui.widgets.chip import Chip
from galley.gui.widgets.line_paint import LineCell
from galley.gui.widgets.line_table import LineColumn, Lines, LineTable

COLUMNS = {
    "change": LineColumn(tr("Change"), 96),
    "item": LineColumn(tr("Item"), 150),
    "text": LineColumn(tr("Text"), 120),
    "place": LineColumn(tr("Place"), 110),
    "flag": LineColumn(tr("Flag"), 0),
}
_NAMES = tuple(COLUMNS)
TITLES = {SAME: tr("Same"), NEW: tr("New"), GONE: tr("Gone"), CHANGED: tr("Changed")}
ROLES = {SAME: "second", NEW: "accent", GONE: "warning", CHANGED: "text"}


class CompareRuns(Dialog):
    """``queue_filter`` is what the queue shall hold, None where the dialog was just closed."""

    def __init__(
        self, parent: QWidget | None, session: Session, runs: Sequence[RunRow], chosen_call: RunRow | None
    ) -> None:
        super().__init__(
            parent,
            session.theme,
            tr("Compare two runs"),
            tr(
                "Flags of both runs on the same sentence and criterion count as one flag, and a decision about it "
                "applies to both."
            ),
            width=860,
        )
        self.queue_filter: Filter | None = None
        self.comparison: Comparison | None = None
        self._session = session
        self._criteria: Mapping[CriterionId, Criterion] = {}
        self._lines: list[ChangeLine] = []
        self.earlier, self.later = QComboBox(self), QComboBox(self)
        for box, name in ((self.earlier, tr("Earlier run")), (self.later, tr("Later run"))):
            box.setAccessibleName(name)
            for run in runs:
                box.addItem(title(run), run.id)
        newer = runs.index(chosen_call) if chosen_call in runs and chosen_call is not runs[-1] else 0
        self.later.setCurrentIndex(newer)
        older = next((i for i, r in enumerate(runs) if i > newer and r.annotator != runs[newer].annotator), newer + 1)
        self.earlier.setCurrentIndex(min(older, len(runs) - 1))
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(Label(self.theme, tr("From"), Type.SMALL_STRONG, "second"))
        row.addWidget(self.earlier, 1)
        row.addWidget(Label(self.theme, tr("to"), Type.SMALL_STRONG, "second"))
        row.addWidget(self.later, 1)
        self.column.addLayout(row)
        self.chips = {change: Chip(self.theme, TITLES[change], parent=self) for change in STATES}
        chips = QHBoxLayout()
        chips.setSpacing(6)
        for change, chip in self.chips.items():
            chip.setChecked(change != SAME)
            chip.clicked.connect(self._list)
            chips.addWidget(chip)
        chips.addStretch(1)
        self.column.addSpacing(6)
        self.column.addLayout(chips)
        self.summary_label = Label(self.theme, "", Type.SMALL, "second")
        self.column.addWidget(self.summary_label)
        lines = Lines(tuple(COLUMNS.values()), lambda: len(self._lines), self._cell)
        self.table = LineTable(self.theme, lines, tr("Flags of the two runs"), 29.0, self)
        self.table.empty = tr("No flag is listed here.")
        self.table.setMinimumHeight(self.tall(300, 0.34))
        self.table.opened.connect(self._open)
        self.column.addWidget(self.table, 1)
        self.button(tr("Close")).clicked.connect(self.reject)
        self.go = self.button(tr("Review only what is new or gone"), default=True)
        self.go.clicked.connect(self._review)
        self.earlier.currentIndexChanged.connect(self.compare)
        self.later.currentIndexChanged.connect(self.compare)
        self.compare()
        self.table.setFocus()

    @classmethod
    def ask(
        cls, parent: QWidget | None, session: Session, runs: Sequence[RunRow], chosen_run: RunRow | None
    ) -> Filter | None:
        """Show it; what the queue shall hold, or None."""
        dialog = cls(parent, session, runs, chosen_run)
        dialog.exec()
        dialog.deleteLater()
        return dialog.queue_filter

    def compare(self) -> None:
        """Lay the two that are chosen side by side."""
        earlier, later = self.earlier.currentData(), self.later.currentData()
        self.go.setEnabled(False)

        def read(connection: Connection) -> tuple[Comparison, Mapping[CriterionId, Criterion]]:
            return run_report.compare(connection, earlier, later), names.criteria(connection)

        self._session.read(read, self._show_comparison, slot="runs-compare")

    def _show_comparison(self, comparison_and_criteria: tuple[Comparison, Mapping[CriterionId, Criterion]]) -> None:
        self.comparison, self._criteria = comparison_and_criteria
        for change, chip in self.chips.items():
            chip.set_count(self.comparison.counts[change])
        words = self.comparison.why
        if not words:
            flags = tr_n("{n:,} flag", "{n:,} flags", len(self.comparison.lines))
            words = tr_n("{flags} in {n:,} text.", "{flags} in {n:,} texts.", self._documents(), flags=flags)
            if self.comparison.left_out:
                words += " " + tr_n(
                    "Left out: {n:,} flag of the earlier run where the later one did not judge or gave no verdict.",
                    "Left out: {n:,} flags of the earlier run where the later one did not judge or gave no verdict.",
                    self.comparison.left_out,
                )
        self.summary_label.setText(words)
        self.fit()
        self.go.setEnabled(bool(self.comparison.items(NEW, GONE)))
        self._list()

    def _documents(self) -> int:
        return len({(line.item, line.document) for line in self.comparison.lines}) if self.comparison is not None else 0

    def _list(self) -> None:
        shown_changes = {change for change, chip in self.chips.items() if chip.isChecked()}
        self._lines = (
            [line for line in self.comparison.lines if line.change in shown_changes]
            if self.comparison is not None
            else []
        )
        self.table.lines.reset()

    def _review(self) -> None:
        assert self.comparison is not None
        self.queue_filter = Filter(items=self.comparison.items(NEW, GONE), about=tr("new or gone flags"))
        self.accept()

    def _open(self, line: int) -> None:
        self.queue_filter = Filter(items=(self._lines[line].item,), about=tr("a flag of two runs"))
        self.accept()

    def _cell(self, line: int, column: int) -> LineCell:
        change_line = self._lines[line]
        match _NAMES[column]:
            case "change":
                return LineCell(run_figures.FATES[change_line.change], ROLES[change_line.change], Type.BODY_MEDIUM)
            case "item":
                return LineCell(_flat(change_line.key), style=Type.BODY)
            case "text":
                return LineCell(_flat(change_line.document), "second", Type.BODY)
            case "place":
                return LineCell(change_line.place, "second", Type.BODY)
        before, after = (self._criteria[row].name if row in self._criteria else "" for row in change_line[5:7])
        return LineCell(f"{before} → {after}" if change_line.change == CHANGED else before or after, style=Type.BODY)


def title(run: RunRow) -> str:
    """A run in a line: "gpt-4o finesure · today 10:21 · 12 flags"."""
    flags = tr_n("{n:,} flag", "{n:,} flags", run.flags)
    return f"{_flat(run.judge)}  ·  {when(run.started_at)}  ·  {flags}"


def _flat(text: str) -> str:
    return " ".join(make_visible(text).split())
