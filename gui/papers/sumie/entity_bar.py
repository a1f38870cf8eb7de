"""The turns of an entity as a slider of numbered stops, and the systems as chips."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QSlider, QVBoxLayout, QWidget

from galley.core.text.visible import make_visible
from galley.gui.plain_text import set_tip
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.chip import Chip
from galley.gui.widgets.elided_label import ElidedLabel
from galley.gui.widgets.flow import FlowLayout

_HEIGHT = 28.0
_STOP = 10.0
_DOT = 3.0
_LONGEST = 40


class TurnSlider(QSlider):
    """Turns from 1 on. ``turnChanged(turn)``: the user went to another one. Turns without a table are hollow."""

    turnChanged = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self._turns_with_table: frozenset[int] = frozenset()
        self._silent = False
        self.setRange(1, 1)
        self.setPageStep(1)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(tr("Turn"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.valueChanged.connect(self._emit_moved)
        theme.changed.connect(self._dress)

    def show_turns(self, count: int, turns_with_table: Collection[int], current: int) -> None:
        """Show ``count`` turns, of which ``there`` have a table, without a signal."""
        self._silent = True
        self._turns_with_table = frozenset(turns_with_table)
        self.setRange(1, max(1, count))
        self.setValue(current)
        self.setAccessibleDescription(tr("Turn {number} of {count}", number=current, count=count))
        self._silent = False
        self.update()

    def sizeHint(self) -> QSize:
        """One line."""
        return QSize(120, round(self._theme.px(_HEIGHT)))

    def minimumSizeHint(self) -> QSize:
        """Room for a few stops."""
        return QSize(60, self.sizeHint().height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the stop that was clicked."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._go(event.position().x())
        else:
            event.ignore()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go along with the mouse."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event.position().x())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Nothing is left to do."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line and its stops; numbers where there is room for them."""
        theme, middle = self._theme, self.height() / 2
        count, current = self.maximum(), self.value()
        step = self._step()
        numbered = count == 1 or step >= theme.px(2 * _STOP + 3)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.color("hairline"), 2.0))
            painter.drawLine(QPointF(self._x(1), middle), QPointF(self._x(count), middle))
            painter.setPen(QPen(theme.color("accent"), 2.0))
            painter.drawLine(QPointF(self._x(1), middle), QPointF(self._x(current), middle))
            painter.setFont(theme.font(Type.SPEAKER))
            for turn in range(1, count + 1):
                if numbered or turn == current:
                    self._paint_stop(painter, turn, turn == current)
                elif step >= 3:
                    radius = min(theme.px(_DOT), step / 2)
                    painter.setPen(Qt.PenStyle.NoPen)
                    painter.setBrush(theme.color("accent" if turn < current else "faint"))
                    painter.drawEllipse(QPointF(self._x(turn), middle), radius, radius)

    def _paint_stop(self, painter: QPainter, turn: int, is_current: bool) -> None:
        theme, has_table = self._theme, turn in self._turns_with_table
        radius = theme.px(_STOP)
        rect = QRectF(self._x(turn) - radius, self.height() / 2 - radius, 2 * radius, 2 * radius)
        painter.setBrush(theme.color("accent" if is_current else "chip" if has_table else "panel"))
        if is_current and self.hasFocus():
            painter.setPen(QPen(theme.color("text"), 2.0))
        else:
            painter.setPen(QPen(theme.color("hairline"), 1.0) if not has_table else Qt.PenStyle.NoPen)
        painter.drawEllipse(rect)
        painter.setPen(theme.color("on_accent" if is_current else "chip_text" if has_table else "faint"))
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), str(turn))

    def _step(self) -> float:
        inner = self.width() - 2 * self._theme.px(_STOP) - 2
        return min(self._theme.px(46.0), inner / max(1, self.maximum() - 1))

    def _x(self, turn: int) -> float:
        return self._theme.px(_STOP) + 1 + (turn - 1) * self._step()

    def _go(self, x: float) -> None:
        self.setValue(round((x - self._x(1)) / max(0.1, self._step())) + 1)

    def _emit_moved(self, value: int) -> None:
        if not self._silent:
            self.turnChanged.emit(value)

    def _dress(self) -> None:
        self.updateGeometry()
        self.update()


class EntityBar(QWidget):
    """Systems, turns, and the switch that marks distractors. ``systemChosen(name)``, ``turnMoved(turn)``,
    ``distractorsToggled(on)``."""

    systemChosen = Signal(str)
    turnMoved = Signal(int)
    distractorsToggled = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._systems: tuple[str, ...] = ()
        self._chips: list[Chip] = []
        self.slider = TurnSlider(theme)
        self.slider.turnChanged.connect(self.turnMoved)
        self.distractors = Chip(theme, tr("Distractors"))
        self.distractors.setAccessibleName(tr("Mark distractors in the paragraphs"))
        set_tip(self.distractors, tr("Mark what the paragraphs say of others"))
        self.distractors.toggled.connect(self.distractorsToggled)
        self._words = ElidedLabel(theme, "", Type.SMALL, "second")
        self._flow_box = QWidget()
        self._flow = FlowLayout(self._flow_box)
        self._flow.setContentsMargins(0, 0, 0, 0)
        self._flow.addWidget(self.distractors)
        turns = QHBoxLayout()
        turns.setSpacing(10)
        turns.addWidget(self.slider, 1)
        turns.addWidget(self._words)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 0, 14, 8)
        column.setSpacing(6)
        column.addWidget(self._flow_box)
        column.addLayout(turns)

    def show_entity(
        self, systems: Sequence[str], system: str, count: int, turns_with_table: Collection[int], turn: int, words: str
    ) -> None:
        """Show what there is, without a signal; ``words`` stand beside the slider."""
        if tuple(systems) != self._systems:
            self._make(systems)
        for name, chip in zip(self._systems, self._chips, strict=True):
            chip.setChecked(name == system)
        self.slider.show_turns(count, turns_with_table, turn)
        self._words.set_text(words)

    def _make(self, systems: Sequence[str]) -> None:
        for chip in self._chips:
            self._flow.removeWidget(chip)
            chip.deleteLater()
        self._flow.removeWidget(self.distractors)
        self._systems = tuple(systems)
        self._chips = []
        for name in systems:
            label = " ".join(make_visible(name).split()) or tr("Table")
            chip = Chip(self._theme, label if len(label) <= _LONGEST else label[: _LONGEST - 1] + "…")
            chip.setAccessibleDescription(tr("System"))
            chip.clicked.connect(lambda _=False, name=name: self.systemChosen.emit(name))
            self._flow.addWidget(chip)
            chip.show()
            self._chips.append(chip)
        self._flow.addWidget(self.distractors)
        self._flow.invalidate()
        self._flow_box.updateGeometry()
