"""Which column of a table is what: one line a column, with what its first rows hold."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QFrame, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from galley.core.domain import UnitKind
from galley.core.importers.csv_importer import preview, recognised
from galley.core.schemes.loader import builtin
from galley.gui.language import tr
from galley.gui.theme import Theme, Type
from galley.gui.widgets.elided_label import ElidedLabel
from galley.gui.widgets.hairline import Hairline

FIELDS: tuple[tuple[str, str], ...] = (
    ("dialogue", tr("Dialogue")),
    ("article", tr("Article")),
    ("summary", tr("Summary")),
    ("reference", tr("Reference summary")),
    ("key", tr("Key of the item")),
    ("system", tr("System that wrote the summary")),
    ("part", tr("Part (whole, background, opinion)")),
    ("dataset", tr("Dataset")),
    ("split", tr("Split")),
    ("annotator", tr("Annotator")),
)
META, SCORE, VERDICT = "meta.", "score:", "verdict:"
_SHOWN = 160
"""Characters of a cell that are looked at for the preview."""


class Columns(QWidget):
    """The columns of the table at ``path``. Raises: InputError where it cannot be read as a table."""

    def __init__(self, theme: Theme, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        header, rows = preview(path)
        found = {column: field for field, column in recognised(header).items()}
        self.choices: dict[str, QComboBox] = {}
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        page = QWidget(self)
        grid = QGridLayout(page)
        grid.setContentsMargins(0, 0, 10, 0)
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(5)
        grid.setColumnStretch(1, 1)
        for at, words in enumerate((tr("Column"), tr("First rows"), tr("Use as"))):
            grid.addWidget(ElidedLabel(theme, words, Type.SMALL_STRONG, "second"), 0, at)
        grid.addWidget(Hairline(theme), 1, 0, 1, 3)
        for at, column in enumerate(header):
            name = ElidedLabel(theme, column or tr("(no name)"), Type.BODY_MEDIUM)
            name.setFixedWidth(round(theme.px(130)))
            grid.addWidget(name, at + 2, 0)
            grid.addWidget(ElidedLabel(theme, _sample(rows, at), Type.SMALL, "second"), at + 2, 1)
            choice = self._choice(theme, column, found.get(column, ""))
            grid.addWidget(choice, at + 2, 2)
        grid.setRowStretch(len(header) + 2, 1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.viewport().setAutoFillBackground(False)
        area.setWidget(page)
        page.setAutoFillBackground(False)
        area.setMinimumHeight(min(page.sizeHint().height() + 4, round(theme.px(250))))
        outer.addWidget(area)

    def mapping(self) -> dict[str, str]:
        """Native field to column, for ``ImportOptions.columns``. The last column that claims a field has it."""
        return {choice.currentData() + _own(choice, column): column for column, choice in self.choices.items()}

    def doubled(self) -> str:
        """The words of a field that two columns claim; "" where all is well."""
        seen: set[str] = set()
        for choice in self.choices.values():
            field = choice.currentData()
            if field not in (META, SCORE) and field in seen:
                return choice.currentText()
            seen.add(field)
        return ""

    def _choice(self, theme: Theme, column: str, field: str) -> QComboBox:
        choice = QComboBox(self)
        choice.setAccessibleName(tr("Use the column {column} as", column=column))
        choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        choice.setMinimumContentsLength(24)
        choice.addItem(tr("Metadata"), META)
        for known, words in FIELDS:
            choice.addItem(words, known)
        choice.addItem(tr("Score of the summary"), SCORE)
        for scheme in builtin().values():
            for criterion in scheme.criteria:
                if criterion.unit is UnitKind.WHOLE:
                    words = tr("Verdict: {criterion} ({scheme})", criterion=criterion.name, scheme=scheme.name)
                    choice.addItem(words, f"{VERDICT}{scheme.id}/{criterion.id}")
        choice.setCurrentIndex(max(0, choice.findData(field)))
        choice.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.choices[column] = choice
        return choice


def _own(choice: QComboBox, column: str) -> str:
    """What a field that is named after its column adds to its prefix."""
    return column if choice.currentData() in (META, SCORE) else ""


def _sample(rows: Sequence[Sequence[str]], at: int) -> str:
    return "  ·  ".join(" ".join(row[at][:_SHOWN].split()) for row in rows if at < len(row))
