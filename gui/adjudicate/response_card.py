"""The card of one annotator: name, verdict, the words marked, the note, and the key that takes the verdict over."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from galley.core.text.excerpts import quote_text
from galley.gui import labels
from galley.gui.adjudicate.responses import CardResponse
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.elided_label import ElidedLabel
from galley.gui.widgets.key_cap import KeyCap
from galley.gui.widgets.styled_label import StyledLabel
from galley.gui.widgets.verdict_pill import VerdictPill

_LONGEST = 700


class ResponseCard(QWidget):
    """``chosen(voice)``: the card was clicked, or Enter pressed on it."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.response: CardResponse | None = None
        self._is_gold = False
        self._name = ElidedLabel(theme, "", Type.BODY_STRONG)
        self._pill = VerdictPill(theme)
        self._key = KeyCap(theme, "")
        self._quote = StyledLabel(theme, Type.READING_SMALL)
        self._note = StyledLabel(theme, Type.SMALL, "second")
        self._remark = StyledLabel(theme, Type.SMALL, "second")
        self._name.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._name)
        head.addWidget(self._pill)
        head.addStretch(1)
        head.addWidget(self._key)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 9, 11, 10)
        column.setSpacing(5)
        column.addLayout(head)
        for words in (self._quote, self._note, self._remark):
            column.addWidget(words)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self.update)

    def set(self, response: CardResponse, key: str, is_gold: bool) -> None:
        """Show an annotator's answer; ``taken`` where it is what gold says."""
        self.response, self._is_gold = response, is_gold
        self._name.set_text(response.name)
        self._pill.set(response.words, labels.verdict_role(response.value))
        self._key.set_key(key)
        self._key.setVisible(bool(key))
        self._quote.set(quote_text(response.quote[:_LONGEST]) if response.quote else "")
        note = response.note
        self._note.set(note if len(note) <= _LONGEST else note[:_LONGEST] + "…")
        self._remark.set(response.remark)
        takes = not response.judge and response.value is not None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if takes else Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor if takes else Qt.CursorShape.ArrowCursor)
        state = tr("{words}, this is the gold verdict", words=response.words) if is_gold else response.words
        self.setAccessibleName(f"{response.name}: {state}")
        takes_over = tr("Key {key} copies it to gold.", key=key) if key else ""
        description = " ".join(filter(None, (response.quote, response.note, response.remark, takes_over)))
        self.setAccessibleDescription(description)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """A frame: whole for a human, dashed for a judge, in the accent where it is the gold verdict."""
        theme = self._theme
        hot = self.focusPolicy() is not Qt.FocusPolicy.NoFocus and self.underMouse()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            accent = self._is_gold or self.hasFocus()
            pen = QPen(theme.color("accent" if accent else "hairline"), 1.5 if accent else 1.25)
            if self.response is not None and self.response.judge:
                pen.setStyle(Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.setBrush(theme.color("row" if self._is_gold else "hover" if hot else "panel"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Take the verdict over."""
        if event.button() is Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self._choose()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter takes the verdict over."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose()
        else:
            event.ignore()

    def _choose(self) -> None:
        if self.response is not None and not self.response.judge and self.response.value is not None:
            self.chosen.emit(self.response)
