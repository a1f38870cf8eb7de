"""Two runs side by side: which flags are the same, new, gone or changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from galley.core.columns import names
from galley.core.domain import Criterion
from galley.core.judges import run_report
from galley.core.judges.flag_lineage import CHANGED, GONE, NEW, SAME, STATES
from galley.core.judges.run_report import ChangeLine, Comparison, RunRow
from galley.core.project.queue import Filter
from galley.core.project.reading_access import Reader
from galley.core.text.visible import visible
from galley.gui.dialogs.dialog_base import Dialog, Label
from galley.gui.language import tr, tr_n
from galley.gui.moments import when
from galley.gui.runs import run_figures
from galley.gui.session import Session
from galley.gui.theme import Type
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
    """``wanted`` is what the queue shall hold, None where the dialog was just closed."""

    def __init__(self, parent: QWidget | None, session: Session, runs: Sequence[RunRow], chosen: RunRow | None) -> None:
        super().__init__(
            parent,
            session.theme,
            tr("Compare two runs"),
            tr(
                "Flags on the same sentence and criterion are the same, and what was decided about them holds for both."
            ),
            width=860,
        )
        self.wanted: Filter | None = None
        self.found: Comparison | None = None
        self._session = session
        self._criteria: Mapping[int, Criterion] = {}
        self._lines: list[ChangeLine] = []
        self.earlier, self.later = QComboBox(self), QComboBox(self)
        for box, name in ((self.earlier, tr("Earlier run")), (self.later, tr("Later run"))):
            box.setAccessibleName(name)
            for run in runs:
                box.addItem(title(run), run.id)
        newer = runs.index(chosen) if chosen in runs and chosen is not runs[-1] else 0
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
        self.said = Label(self.theme, "", Type.SMALL, "second")
        self.column.addWidget(self.said)
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
        cls, parent: QWidget | None, session: Session, runs: Sequence[RunRow], chosen: RunRow | None
    ) -> Filter | None:
        """Show it; what the queue shall hold, or None."""
        dialog = cls(parent, session, runs, chosen)
        dialog.exec()
        dialog.deleteLater()
        return dialog.wanted

    def compare(self) -> None:
        """Lay the two that are chosen side by side."""
        earlier, later = self.earlier.currentData(), self.later.currentData()
        self.go.setEnabled(False)

        def read(connection: Reader) -> tuple[Comparison, Mapping[int, Criterion]]:
            return run_report.compare(connection, earlier, later), names.criteria(connection)

        self._session.read(read, self._arrived, slot="runs-compare")

    def _arrived(self, found: tuple[Comparison, Mapping[int, Criterion]]) -> None:
        self.found, self._criteria = found
        for change, chip in self.chips.items():
            chip.set_count(self.found.counts[change])
        words = self.found.why
        if not words:
            flags = tr_n("{n:,} flag", "{n:,} flags", len(self.found.lines))
            words = tr_n("{flags} in {n:,} text.", "{flags} in {n:,} texts.", self._documents(), flags=flags)
            if self.found.left_out:
                words += " " + tr_n(
                    "Left out: {n:,} flag of the earlier run where the later one did not look or could not tell.",
                    "Left out: {n:,} flags of the earlier run where the later one did not look or could not tell.",
                    self.found.left_out,
                )
        self.said.setText(words)
        self.fit()
        self.go.setEnabled(bool(self.found.items(NEW, GONE)))
        self._list()

    def _documents(self) -> int:
        return len({(line.item, line.document) for line in self.found.lines}) if self.found is not None else 0

    def _list(self) -> None:
        shown = {change for change, chip in self.chips.items() if chip.isChecked()}
        self._lines = [line for line in self.found.lines if line.change in shown] if self.found is not None else []
        self.table.lines.reset()

    def _review(self) -> None:
        assert self.found is not None
        self.wanted = Filter(items=self.found.items(NEW, GONE), about=tr("new or gone flags"))
        self.accept()

    def _open(self, line: int) -> None:
        self.wanted = Filter(items=(self._lines[line].item,), about=tr("a flag of two runs"))
        self.accept()

    def _cell(self, line: int, column: int) -> LineCell:
        found = self._lines[line]
        match _NAMES[column]:
            case "change":
                return LineCell(run_figures.FATES[found.change], ROLES[found.change], Type.BODY_MEDIUM)
            case "item":
                return LineCell(_flat(found.key), style=Type.BODY)
            case "text":
                return LineCell(_flat(found.document), "second", Type.BODY)
            case "place":
                return LineCell(found.place, "second", Type.BODY)
        before, after = (self._criteria[row].name if row in self._criteria else "" for row in found[5:7])
        return LineCell(f"{before} → {after}" if found.change == CHANGED else before or after, style=Type.BODY)


def title(run: RunRow) -> str:
    """A run in a line: "gpt-4o finesure · today 10:21 · 12 flags"."""
    flags = tr_n("{n:,} flag", "{n:,} flags", run.flags)
    return f"{_flat(run.judge)}  ·  {when(run.started)}  ·  {flags}"


def _flat(text: str) -> str:
    return " ".join(visible(text).split())
