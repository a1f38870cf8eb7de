"""A pane for text that nobody vouches for: a prompt as it was sent, a reply as it came. Shown, never rendered."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette, QTextOption
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from galley.core.text.visible import make_visible
from galley.gui import clipboard
from galley.gui.plain_text import Button
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.pane_head import PaneHead

MOST = 200_000
"""Characters that are shown; Copy gives all."""


class PlainPane(QWidget):
    """A head with a button that copies, and the text beneath."""

    def __init__(self, theme: Theme, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._title = title
        self._text = ""
        self.head = PaneHead(theme, title)
        self.copy = Button(tr("Copy"), self)
        self.copy.setFlat(True)
        self.copy.setCursor(Qt.CursorShape.PointingHandCursor)
        self.copy.setAutoDefault(False)
        self.copy.setAccessibleName(tr("Copy: {title}", title=title))
        self.copy.clicked.connect(lambda: clipboard.put(self._text))
        self.edit = QPlainTextEdit(self)
        self.edit.setReadOnly(True)
        self.edit.setAccessibleName(title)
        self.edit.setFrameShape(QFrame.Shape.NoFrame)
        self.edit.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.edit.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.edit.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 6, 0)
        row.setSpacing(0)
        row.addWidget(self.head, 1)
        row.addWidget(self.copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.edit, 1)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        theme.changed.connect(self._dress)
        self._dress()

    @property
    def text(self) -> str:
        """The whole text as it was or came."""
        return self._text

    def show_text(self, text: str, summary: str = "", otherwise: str = "") -> None:
        """Show a text with a few words about it; ``otherwise`` stands where it is empty."""
        self._text = text
        self.head.set(self._title, summary)
        self.copy.setVisible(bool(text))
        visible_text = "\n".join(make_visible(line) for line in text[:MOST].split("\n"))
        if len(text) > MOST:
            visible_text += "\n" + tr("… and {count:,} more characters; Copy copies all.", count=len(text) - MOST)
        self.edit.setPlainText(visible_text or otherwise)

    def _dress(self) -> None:
        roles = self._theme.roles
        self.edit.setFont(self._theme.font(Type.PROMPT))
        self.edit.document().setDocumentMargin(0)
        self.edit.setStyleSheet(
            f"QPlainTextEdit {{ color: {roles.text}; background: {roles.panel}; border: none; border-radius: 0;"
            f" padding: 0 {round(self._theme.px(12))}px 8px {round(self._theme.px(14))}px; }}"
            f"QPlainTextEdit:focus {{ border: none; border-left: 2px solid {roles.accent};"
            f" padding: 0 {round(self._theme.px(12))}px 8px {round(self._theme.px(14)) - 2}px; }}"
        )
        self.copy.setFont(self._theme.font(Type.CAPTION))
