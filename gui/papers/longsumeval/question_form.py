"""The form on the question in front: each of its questions is answered with one key, or a click."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from galley.gui import naming
from galley.gui.desk.paragraph import Paragraph, lay_out
from galley.gui.language import tr
from galley.gui.papers.longsumeval.question_board import Check
from galley.gui.plain_text import PaintedButton, set_tip
from galley.gui.theme import Theme, Type
from galley.gui.widgets.key_cap import cap_width, paint_cap
from galley.gui.widgets.pane_head import PaneHead

_HEIGHT = 22.0
_SIDE = 14.0
_WORDS = {"yes": (tr("✓ yes"), "positive"), "no": (tr("✗ no"), "negative"), "": ("–", "faint")}


class _Row(PaintedButton):
    """A question of the form: its key, its words, and the answer."""

    def __init__(self, theme: Theme, key: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._key = key
        self._check: Check | None = None
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set(self, check: Check) -> None:
        self._check = check
        self.setText(check.criterion.name)
        set_tip(self, check.criterion.definition)
        nothing = tr("not answered") if check.follows else tr("not asked here")
        said = naming.value(check.said) if check.said else nothing
        self.setAccessibleName(f"{check.criterion.name}: {said}")
        self.setAccessibleDescription(tr("Key {key}", key=self._key))
        self.setEnabled(check.follows)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """A line, or as many as the name needs at the present width."""
        return QSize(80, round(self._name(max(self.width(), 80)).height - self._line + self._theme.px(_HEIGHT)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The narrower, the higher: no name is cut."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    @property
    def _line(self) -> float:
        return lay_out(self._theme, Type.SMALL, "x", 80.0).height

    @property
    def _said(self) -> tuple[str, str]:
        """The answer in a word and its role."""
        assert self._check is not None
        return _WORDS[self._check.said] if self._check.follows else (tr("not asked"), "faint")

    def _name(self, width: int) -> Paragraph:
        """The name beside the widest answer, so that no line moves when there is one."""
        theme = self._theme
        said = [*(words for words, _ in _WORDS.values()), *((self._said[0],) if self._check is not None else ())]
        right = max(theme.advance(Type.SMALL_STRONG, words) for words in said) + theme.px(10.0)
        room = width - 2 * _SIDE - cap_width(theme, self._key) - theme.px(8.0) - right
        return lay_out(theme, Type.SMALL, self.text(), room)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._check is None:
            return
        theme, px, check = self._theme, self._theme.px, self._check
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.underMouse() and self.isEnabled():
                painter.fillRect(self.rect(), theme.color("hover"))
            painter.setPen(QPen(Qt.PenStyle.NoPen))
            width = cap_width(theme, self._key)
            ink = "key_text" if check.follows else "faint"
            paint_cap(painter, theme, _SIDE + width, self.height() / 2, self._key, "key", ink)
            words, role = self._said
            left = _SIDE + width + px(8.0)
            rect = QRectF(left, 0, self.width() - _SIDE - left, self.height())
            right = int(Qt.AlignmentFlag.AlignVCenter.value | Qt.AlignmentFlag.AlignRight.value)
            painter.setFont(theme.font(Type.SMALL_STRONG if check.said and check.follows else Type.SMALL))
            painter.setPen(theme.color(role))
            painter.drawText(rect, right, words)
            name = self._name(self.width())
            painter.setPen(theme.color("text" if check.follows else "faint"))
            name.layout.draw(painter, QPointF(left, (self.height() - name.height) / 2))


class CheckForm(QWidget):
    """Emits ``pressed(place)`` for the question of the form at that place. Hidden while there is none."""

    pressed = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.checks: Sequence[Check] = ()
        self._rows: list[_Row] = []
        self._head = PaneHead(theme, tr("Check"))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 8)
        self._column.setSpacing(0)
        self._column.addWidget(self._head)
        theme.changed.connect(self._dress)
        self.hide()

    def show_checks(self, checks: Sequence[Check]) -> None:
        """Show the form as it is answered."""
        self.checks = list(checks)
        while len(self._rows) < len(checks):
            row = _Row(self._theme, str(len(self._rows) + 1), self)
            row.clicked.connect(partial(self.pressed.emit, len(self._rows)))
            self._rows.append(row)
            self._column.addWidget(row)
        for row, check in zip(self._rows, checks, strict=False):
            row.set(check)
        for row in self._rows[len(checks) :]:
            row.hide()
        asked = [check for check in checks if check.follows]
        done = sum(bool(check.said) for check in asked)
        self._head.set(tr("Check"), tr("{done} of {of} · twice: no", done=done, of=len(asked)))
        self.setHidden(not checks)

    def _dress(self) -> None:
        for row in self._rows:
            row.updateGeometry()
            row.update()
