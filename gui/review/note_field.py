"""The field for a note: one line that grows with what is written. Enter saves, Esc takes back."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.key_cap import paint_cap

_MOST_LINES = 4


class NoteField(QPlainTextEdit):
    """Holds the note of one target (anything that can be compared).

    ``committed(target, text)`` when what was written differs from what was there; ``editingEnded()`` when the keyboard
    should go back to the texts.
    """

    committed = Signal(object, str)
    editingEnded = Signal()

    def __init__(self, theme: Theme, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._key = key
        self._hint = tr("Note")
        self._target: object = None
        self._stored_text = ""
        self.setAccessibleName(self._hint)
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.textChanged.connect(self._grow)
        theme.changed.connect(self._dress)
        self._dress()

    def load(self, target: object, text: str, hint: str) -> None:
        """Show the note of ``target``. What is being written on the same target stays."""
        if target == self._target and self.hasFocus():
            return
        self.commit()
        needs_update = (text, hint) != (self.toPlainText(), self._hint)
        self._target, self._stored_text, self._hint = target, text, hint
        if needs_update:
            self.setAccessibleName(hint)
            self.setPlainText(text)
            self.viewport().update()

    @property
    def target(self) -> object:
        """Whose note this is."""
        return self._target

    def set_key(self, key: str) -> None:
        """Show another key."""
        self._key = key
        self.viewport().update()

    def commit(self) -> None:
        """Give away what was written, if it is something else."""
        text = self.toPlainText().strip()
        if self._target is not None and text != self._stored_text.strip():
            self._stored_text = text
            self.committed.emit(self._target, text)

    def restore(self, target: object, text: str) -> None:
        """Put ``text`` back as unsaved after it could not be saved."""
        if target == self._target:
            self._stored_text = ""
            self.setPlainText(text)

    def event(self, event: QEvent) -> bool:
        """Every key belongs to the note while one writes, Enter with any modifier too."""
        own = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)
        override = event.type() is QEvent.Type.ShortcutOverride
        if override and isinstance(event, QKeyEvent) and event.key() in own:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter saves, Shift+Enter begins a line, Esc takes back."""
        key, shift = event.key(), event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if key == Qt.Key.Key_Escape:
            self.setPlainText(self._stored_text)
            self.editingEnded.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not shift:
            self.commit()
            self.editingEnded.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The hint goes."""
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Leaving the field saves; opening its own menu does not."""
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self.commit()
        self.viewport().update()

    def sizeHint(self) -> QSize:
        """As high as its lines, up to a few."""
        return QSize(120, self._height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """While it is empty, say what belongs here and which key leads here."""
        super().paintEvent(event)
        if self.document().isEmpty() and not self.hasFocus():
            theme = self._theme
            painter = QPainter(self.viewport())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            font = theme.font(Type.BODY)
            margin = self.document().documentMargin()
            middle = margin + QFontMetricsF(font).height() / 2
            painter.setFont(font)
            painter.setPen(theme.color("second"))
            rect = QRectF(margin, 0, self.viewport().width(), 2 * middle)
            painter.drawText(rect, int(Qt.AlignmentFlag.AlignVCenter.value), self._hint)
            if self._key:
                paint_cap(painter, theme, self.viewport().width() - margin, middle, self._key)

    def _height(self) -> int:
        line = QFontMetricsF(self._theme.font(Type.BODY)).lineSpacing()
        lines = min(_MOST_LINES, max(1, round(self.document().size().height())))
        frame = self._theme.px(10.0) + 4 + 2 * self.document().documentMargin()
        return round(lines * line + frame)

    def _grow(self) -> None:
        height = self._height()
        if height != self.height():
            self.setFixedHeight(height)

    def _dress(self) -> None:
        self.setFont(self._theme.font(Type.BODY))
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Text, self._theme.color("text"))
        self.setPalette(palette)
        self.document().setDocumentMargin(1)
        self._grow()
