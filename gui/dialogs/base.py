"""What all dialogs share: a title, a column, a row of buttons at the lower right."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent, QHideEvent, QPainter, QPaintEvent, QPalette, QShowEvent
from PySide6.QtWidgets import QComboBox, QDialog, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from galley.gui.plain_text import Button, PlainLabel, name_window, show_tip
from galley.gui.theme import Theme, Type
from galley.gui.widgets.scroller import Scroller

SIDE = 28
"""Pixels of air at the left and right of every dialog."""
WIDTH = 520
_CHOICE = 90


class Dialog(QDialog):
    """A column: title, one sentence of what this is about, the content (``self.column``), the buttons.

    It is never larger than the screen; where the content is, that scrolls.
    """

    def __init__(self, parent: QWidget | None, theme: Theme, title: str, lead: str = "", width: int = WIDTH) -> None:
        super().__init__(parent)
        self.theme = theme
        self.fits = True
        name_window(self, title)
        self.setModal(True)
        most = room(parent)
        self.setMaximumSize(most)
        self.setMinimumWidth(min(round(theme.px(width)), most.width()))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(SIDE, 24, SIDE, 22)
        outer.setSpacing(0)
        self.title = Label(theme, title, Type.PAGE_TITLE)
        outer.addWidget(self.title)
        self.lead = Label(theme, lead, Type.BODY, "second")
        if not lead:
            self.lead.hide()
        outer.addSpacing(6)
        outer.addWidget(self.lead)
        outer.addSpacing(16)
        content = QWidget()
        self.column = QVBoxLayout(content)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(8)
        self._scroller = Scroller(content, self)
        outer.addWidget(self._scroller, 1)
        outer.addSpacing(22)
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(8)
        self.buttons.addStretch(1)
        outer.addLayout(self.buttons)

    def fit(self) -> None:
        """Be as high as the wrapped sentences need at this width, and no higher."""
        self.column.activate()
        self._scroller.updateGeometry()
        layout = self.layout()
        if layout is not None and layout.hasHeightForWidth():
            layout.activate()
            width = min(max(self.minimumWidth(), layout.sizeHint().width()), self.maximumWidth())
            self.resize(width, min(layout.totalHeightForWidth(width), self.maximumHeight()))

    def tall(self, height: float, share: float = 0.5) -> int:
        """How high a list or text that scrolls is at least: ``height`` at the size of the text, and no more than this
        share of the highest that the dialog can be, or two things would scroll, one in the other."""
        return round(min(self.theme.px(height), self.maximumHeight() * share))

    def showEvent(self, event: QShowEvent) -> None:
        """Fit, unless the dialog has a size of its own. A choice with long words may be narrower than they are."""
        for choice in self.findChildren(QComboBox):
            least = min(round(self.theme.px(_CHOICE)), choice.sizeHint().width())
            choice.setMinimumWidth(choice.minimumWidth() or least)
            choice.installEventFilter(self)
        if self.fits:
            self.fit()
        super().showEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A choice that is narrower than its words says them all under the mouse."""
        if not isinstance(event, QHelpEvent) or not isinstance(watched, QComboBox):
            return super().eventFilter(watched, event)
        if event.type() is not QEvent.Type.ToolTip or watched.sizeHint().width() <= watched.width():
            return super().eventFilter(watched, event)
        show_tip(event.globalPos(), watched.currentText(), watched)
        return True

    def hideEvent(self, event: QHideEvent) -> None:
        """Give the keyboard back to the window, also where no window manager does."""
        super().hideEvent(event)
        parent = self.parentWidget()
        if parent is not None and parent.window().isVisible():
            parent.window().activateWindow()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The panel's ground, and an edge for where no window manager draws one."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.theme.color("hairline"))
        painter.fillRect(self.rect().adjusted(1, 1, -1, -1), self.theme.color("panel"))
        painter.end()

    def set_title(self, title: str, lead: str = "") -> None:
        """Show another title and sentence."""
        self.title.setText(title)
        self.lead.setText(lead)
        self.lead.setVisible(bool(lead))

    def button(self, words: str, default: bool = False, left: bool = False, primary: bool = False) -> Button:
        """Add a button; the default one is what Return presses. ``left`` puts it at the other end of the row.
        ``primary`` has the one colour of buttons: for what packs, draws and starts."""
        button = Button(words, self)
        button.setAutoDefault(False)
        button.setProperty("primary", primary)
        if default:
            button.setDefault(True)
        if left:
            self.buttons.insertWidget(0, button)
        else:
            self.buttons.addWidget(button)
        return button

    def field(self, words: str, widget: QWidget, hint: str = "") -> QLabel:
        """Add a widget under its name ("": the title is its name), with a quiet line of help under it. Gives the
        line."""
        name = Label(self.theme, words, Type.SMALL_STRONG, "second")
        if not words:
            name.hide()
        name.setBuddy(widget)
        if not widget.accessibleName():
            widget.setAccessibleName(words)
        if hint:
            widget.setAccessibleDescription(hint)
        hint_label = Label(self.theme, hint, Type.SMALL, "second")
        if not hint:
            hint_label.hide()
        block = QVBoxLayout()
        block.setSpacing(5)
        block.addWidget(name)
        block.addWidget(widget)
        block.addWidget(hint_label)
        self.column.addLayout(block)
        self.column.addSpacing(6)
        return hint_label


def room(parent: QWidget | None) -> QSize:
    """How large a dialog over ``parent`` may be: what the screen has left beside the frame of a window, or the window
    where that is larger still (it may span two screens)."""
    if parent is None:
        return QGuiApplication.primaryScreen().availableSize()
    window = parent.window()
    frame = window.frameGeometry().size() - window.size()
    return (parent.screen().availableSize() - frame).expandedTo(window.size())


class Label(PlainLabel):
    """Wrapped plain text in one style and role that follows the theme; it can be selected and copied."""

    def __init__(self, theme: Theme, words: str, style: Type = Type.BODY, role: str = "text") -> None:
        super().__init__(words)
        self._theme = theme
        self._type = style
        self._role = role
        self.setWordWrap(True)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        theme.changed.connect(self._dress)
        self._dress()

    def _dress(self) -> None:
        self.setFont(self._theme.font(self._type))
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.WindowText, self._theme.color(self._role))
        self.setPalette(palette)
