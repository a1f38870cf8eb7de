"""What each field of a file is: one line a field, with some of its values, its role, and why it has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QAbstractItemModel, Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel, QWheelEvent
from PySide6.QtWidgets import QComboBox, QFrame, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from galley.core.definitions.schemes import builtin
from galley.core.domain import UnitKind
from galley.core.tables.field_roles import LEFT, META, SCORE, SPEAKER, VERDICT
from galley.core.text.visible import make_visible
from galley.gui.plain_text import set_tip
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.elided_label import ElidedLabel
from galley.gui.widgets.hairline import Hairline

ROLES: tuple[tuple[str, str], ...] = (
    (META, tr("Metadata")),
    (LEFT, tr("Left out")),
    ("key", tr("Key of the item")),
    ("dataset", tr("Dataset")),
    ("split", tr("Split")),
    ("dialogue", tr("Dialogue")),
    (SPEAKER, tr("Speaker of a turn")),
    ("article", tr("Article")),
    ("table", tr("Table")),
    ("reference", tr("Reference summary")),
    ("summary", tr("Summary")),
    ("system", tr("System that wrote the summary")),
    ("part", tr("Part (whole, background, opinion)")),
    (SCORE, tr("Score of the summary")),
)
OF_ANSWERS: tuple[tuple[str, str], ...] = (
    ("annotator", tr("Who answered")),
    ("confidence", tr("Confidence")),
    ("explanation", tr("Explanation")),
    ("reason", tr("Why there is no answer")),
    ("quote", tr("The words that are marked")),
    ("start", tr("Where the mark begins")),
    ("end", tr("Where the mark ends")),
    ("unit", tr("Number of the sentence, from 0")),
    ("evidence", tr("Words of the source that it rests on")),
    ("read_by", tr("Who read it")),
)
"""Roles beside a verdict."""


class FieldBox(QComboBox):
    """A box that a turn of the wheel over a long list does not change."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the list that it stands in."""
        event.ignore()


class FieldList(QWidget):
    """The fields of a file. ``asked(path, role)`` is emitted when the user gave a field another role."""

    role_chosen = Signal(str, str)

    def __init__(self, theme: Theme, fields: Mapping[str, Sequence[str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.boxes: dict[str, QComboBox] = {}
        self.reasons: dict[str, ElidedLabel] = {}
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        page = QWidget(self)
        grid = QGridLayout(page)
        grid.setContentsMargins(0, 0, 10, 0)
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(5)
        for at, (words, stretch) in enumerate(((tr("Field"), 2), (tr("Values"), 4), (tr("Is"), 3), (tr("Why"), 4))):
            grid.addWidget(ElidedLabel(theme, words, Type.SMALL_STRONG, "second"), 0, at)
            grid.setColumnStretch(at, stretch)
        grid.addWidget(Hairline(theme), 1, 0, 1, 4)
        for at, (path, samples) in enumerate(fields.items(), 2):
            grid.addWidget(ElidedLabel(theme, make_visible(path), Type.BODY_MEDIUM), at, 0)
            grid.addWidget(ElidedLabel(theme, make_visible("  ·  ".join(samples)), Type.SMALL, "second"), at, 1)
            grid.addWidget(self._box(path), at, 2)
            self.reasons[path] = ElidedLabel(theme, "", Type.SMALL, "second")
            grid.addWidget(self.reasons[path], at, 3)
        grid.setRowStretch(len(fields) + 2, 1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.viewport().setAutoFillBackground(False)
        area.setWidget(page)
        page.setAutoFillBackground(False)
        area.setMinimumHeight(min(page.sizeHint().height() + 4, round(theme.px(230))))
        outer.addWidget(area)

    def _box(self, path: str) -> QComboBox:
        box = FieldBox(self)
        box.setAccessibleName(tr("What the field {field} is", field=make_visible(path)))
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        longest = max(self._theme.advance(Type.BODY, words) for _, words in ROLES)
        box.setMinimumWidth(round(longest + self._theme.px(44)))
        box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        box.activated.connect(lambda _, path=path, box=box: self.role_chosen.emit(path, box.currentData()))
        self.boxes[path] = box
        return box

    def show_roles(self, roles: Mapping[str, str], why: Mapping[str, str]) -> None:
        """Show the role of each path, and a sentence on why it has it where there is one."""
        model = self._model(roles)
        for path, box in self.boxes.items():
            box.setModel(model)
            box.setCurrentIndex(box.findData(roles[path]))
            set_tip(box, box.currentText())
            self.reasons[path].set_text(make_visible(why.get(path, "")))

    def _model(self, roles: Mapping[str, str]) -> QAbstractItemModel:
        """All roles that there are under these: what goes beside a verdict only where one is."""
        choices = [*ROLES]
        if any(role.startswith(VERDICT) for role in roles.values()):
            choices += OF_ANSWERS
        for scheme in builtin().values():
            for criterion in scheme.criteria:
                role = f"{VERDICT}{scheme.id}/{criterion.id}"
                if criterion.unit in (UnitKind.WHOLE, UnitKind.SENTENCE) or role in roles.values():
                    words = tr("Verdict: {criterion} ({scheme})", criterion=criterion.name, scheme=scheme.name)
                    choices.append((role, words))
        known_roles = {role for role, _ in choices}
        rest = dict.fromkeys(role for role in roles.values() if role not in known_roles)
        names = dict(OF_ANSWERS)
        for role in rest:
            words = names.get(role) or tr("Verdict: {criterion}", criterion=role.removeprefix(VERDICT) or "…")
            choices.append((role, words))
        model = QStandardItemModel(self)
        for role, words in choices:
            item = QStandardItem(make_visible(words))
            item.setData(role, Qt.ItemDataRole.UserRole)
            model.appendRow(item)
        return model
