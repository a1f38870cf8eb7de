"""The settings of a method, folded away until somebody wants other than the usual ones."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from galley.core.judges.methods.base import Setting
from galley.gui.dialogs.base import Label
from galley.gui.plain_text import Button, set_tip
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr

COLUMNS = 4


class MethodSettings(QWidget):
    """``changed()`` follows every other value; ``options()`` are those that differ from the usual ones."""

    changed = Signal()
    folded = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._settings: tuple[Setting, ...] = ()
        self.fields: dict[str, QWidget] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self.unfold = Button("", self)
        self.unfold.setAutoDefault(False)
        self.unfold.setCheckable(True)
        self.unfold.toggled.connect(self._show_settings)
        column.addWidget(self.unfold)
        self._grid_holder = QWidget(self)
        self._grid = QGridLayout(self._grid_holder)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(8)
        column.addWidget(self._grid_holder)

    def show_settings(self, settings: Sequence[Setting]) -> None:
        """Offer these, at their usual values."""
        self._settings = tuple(settings)
        while self._grid.count():
            entry = self._grid.takeAt(0)
            widget = entry.widget() if entry is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.fields = {}
        for number, setting in enumerate(self._settings):
            self._grid.addWidget(self._block(setting), number // COLUMNS, number % COLUMNS, Qt.AlignmentFlag.AlignTop)
        for place in range(COLUMNS):
            self._grid.setColumnStretch(place, 1)
        self.unfold.setChecked(False)
        self._show_settings(False)

    def options(self) -> dict[str, str]:
        """The values that differ from the usual ones, as ``Choices.options`` takes them."""
        options = {}
        for setting in self._settings:
            value = self._value(self.fields[setting.name])
            if value != self._text(setting.default):
                options[setting.name] = value
        return options

    def _block(self, setting: Setting) -> QWidget:
        holder = QWidget(self._grid_holder)
        block = QVBoxLayout(holder)
        block.setContentsMargins(0, 0, 0, 0)
        block.setSpacing(4)
        words = setting.name.replace("-", " ").capitalize()
        name = Label(self._theme, words, Type.SMALL_STRONG, "second")
        field = self._field(setting, holder)
        field.setAccessibleName(words)
        field.setAccessibleDescription(setting.about)
        set_tip(field, f"{setting.about[:1].upper()}{setting.about[1:]}.")
        name.setBuddy(field)
        block.addWidget(name)
        block.addWidget(field)
        self.fields[setting.name] = field
        return holder

    def _field(self, setting: Setting, parent: QWidget) -> QWidget:
        if setting.values:
            combo = QComboBox(parent)
            combo.addItems(list(setting.values))
            combo.setCurrentText(str(setting.default))
            combo.currentTextChanged.connect(self._emit_changed)
            return combo
        if isinstance(setting.default, str):
            line = QLineEdit(setting.default, parent)
            line.setPlaceholderText(setting.empty)
            line.textChanged.connect(self._emit_changed)
            return line
        if isinstance(setting.default, int):
            whole = QSpinBox(parent)
            whole.setRange(int(setting.low), int(setting.high))
            whole.setGroupSeparatorShown(True)
            if setting.low == 0:
                whole.setSpecialValueText(setting.empty)
            whole.setValue(setting.default)
            whole.valueChanged.connect(self._emit_changed)
            return whole
        share = QDoubleSpinBox(parent)
        share.setRange(setting.low, setting.high)
        share.setSingleStep(0.05)
        share.setValue(setting.default)
        share.valueChanged.connect(self._emit_changed)
        return share

    def _value(self, field: QWidget) -> str:
        if isinstance(field, QComboBox):
            return field.currentText()
        if isinstance(field, QLineEdit):
            return field.text().strip()
        assert isinstance(field, QSpinBox | QDoubleSpinBox)
        return self._text(field.value())

    @staticmethod
    def _text(value: str | int | float) -> str:
        return f"{value:g}" if isinstance(value, float) else str(value)

    def _emit_changed(self) -> None:
        self._say()
        self.changed.emit()

    def _show_settings(self, is_open: bool) -> None:
        self._grid_holder.setVisible(is_open)
        self._say()
        self.folded.emit()

    def _say(self) -> None:
        count, other = len(self._settings), len(self.options())
        if self.unfold.isChecked():
            usual, changed = tr("Hide {count} settings, all default"), tr("Hide {count} settings, {changed} changed")
        else:
            usual, changed = tr("Show {count} settings, all default"), tr("Show {count} settings, {changed} changed")
        self.unfold.setText((changed if other else usual).format(count=count, changed=other))
