"""Under the list: who wrote the unit in front and what it was before, and what can be done with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from galley.core.domain import Unit
from galley.core.project.unit_lineage import Origin
from galley.core.text.clarified import unmarked
from galley.gui.desk.styled_label import Words
from galley.gui.language import tr
from galley.gui.papers.kgds.opinion_rows import told
from galley.gui.plain_text import PaintedButton
from galley.gui.theme import Theme, Type
from galley.gui.widgets.flow import FlowLayout
from galley.gui.widgets.hairline import Hairline
from galley.gui.widgets.key_cap import cap_width, paint_cap

_LONGEST = 600


class Verb(PaintedButton):
    """A small button: a word and the key that does the same in the pane."""

    def __init__(self, theme: Theme, word: str, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._key = key
        self.setText(word)
        self.setAccessibleName(word)
        self.setAccessibleDescription(tr("Key {key} in this pane", key=key))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self._dress)

    def sizeHint(self) -> QSize:
        """Word and cap."""
        px = self._theme.px
        width = self._theme.advance(Type.CAPTION, self.text()) + cap_width(self._theme, self._key) + px(11.0)
        return QSize(round(width), round(px(25.0)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw them; a ground under the mouse, an accent with the focus."""
        theme, px = self._theme, self._theme.px
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            rect = QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75)
            painter.setPen(theme.color("accent" if self.hasFocus() else "hairline"))
            painter.setBrush(theme.color("hover" if self.underMouse() and self.isEnabled() else "panel"))
            painter.drawRoundedRect(rect, px(5.0), px(5.0))
            painter.setFont(theme.font(Type.CAPTION))
            painter.setPen(theme.color("text" if self.isEnabled() else "faint"))
            baseline = (self.height() + theme.metrics(Type.CAPTION).capHeight()) / 2
            painter.drawText(QPointF(px(4.5), baseline), self.text())
            paint_cap(painter, theme, self.width() - px(3.0), self.height() / 2, self._key)

    def _dress(self) -> None:
        self.updateGeometry()
        self.update()


class Foot(QWidget):
    """``done(name)``: a verb was pressed."""

    done = Signal(str)

    def __init__(
        self, theme: Theme, verbs: Sequence[tuple[str, str, str]], rare: Sequence[str], parent: QWidget | None = None
    ) -> None:
        """``verbs`` are name, word and key of each."""
        super().__init__(parent)
        self._rare = rare
        self.words = Words(theme, Type.SMALL, "second")
        self.earlier = Words(theme, Type.SMALL, "text")
        self.verbs = {name: Verb(theme, word, key) for name, word, key in verbs}
        self._row = row = QWidget()
        flow = FlowLayout(row, gap=3)
        flow.setContentsMargins(0, 0, 0, 0)
        for name, verb in self.verbs.items():
            flow.addWidget(verb)
            verb.clicked.connect(partial(self.done.emit, name))
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        row.setSizePolicy(policy)
        inner = QVBoxLayout()
        inner.setContentsMargins(14, 7, 10, 8)
        inner.setSpacing(5)
        for widget in (self.words, self.earlier, row):
            inner.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Hairline(theme))
        column.addLayout(inner)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)

    def show_unit(self, unit: Unit | None, origin: Origin | None, before: Sequence[Unit]) -> None:
        """Say who wrote ``unit``; ``before``, where it is not empty, are the units that it replaced."""
        self._row.show()
        self.words.set(told(origin) if origin is not None else tr("As it came.") if unit else "")
        texts = [unmarked(each.text[:_LONGEST])[0] for each in before]
        self.earlier.set("\n".join(f"“{' '.join(text.split())}”" for text in texts))

    def offer(self, can: Callable[[str], bool]) -> None:
        """Which verbs mean something now; a verb of ``rare`` is there only while it does."""
        for name, verb in self.verbs.items():
            verb.setEnabled(can(name))
            verb.setVisible(verb.isEnabled() or name not in self._rare)

    def say(self, words: str) -> None:
        """What the keys do while one writes; the verbs wait."""
        self._row.hide()
        self.words.set(words)
        self.earlier.set("")
