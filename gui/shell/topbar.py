"""The bar at the top: project and its menu, the views, the search field, how far the reviewer is, help."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from galley.gui.plain_text import Menu, PaintedButton
from galley.gui.shortcuts import Keymap
from galley.gui.theme import Theme, Type
from galley.gui.theme.icons import paint_icon
from galley.gui.translation import tr
from galley.gui.views import ViewSpec
from galley.gui.widgets.key_cap import KeyCap
from galley.gui.widgets.segmented import SegmentedControl

_HEIGHT = 45.0
_SIDE = 16
_NAME_WIDTH = 240.0
_SEARCH_WIDTH = 230.0


class MenuButton(PaintedButton):
    """Words and an arrow; a press opens ``menu`` below them."""

    def __init__(self, theme: Theme, words: str, style: Type, menu: Menu, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._type = style
        self._menu = menu
        self.setText(words)
        self.setAccessibleDescription(tr("Opens a menu"))
        self.clicked.connect(self.open_menu)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._dress)

    def open_menu(self) -> None:
        """Open the menu, its right edge under the button's where the window would end."""
        corner = self.mapToGlobal(self.rect().bottomLeft())
        most = self.window().mapToGlobal(self.window().rect().bottomRight()).x() - self._menu.sizeHint().width()
        self._menu.popup(QPoint(min(corner.x(), most), corner.y()))

    def sizeHint(self) -> QSize:
        """The name, up to a width, and the arrow."""
        metrics = QFontMetricsF(self._theme.font(self._type))
        name = min(metrics.horizontalAdvance(self.text()) + 1, self._theme.px(_NAME_WIDTH))
        return QSize(round(name + self._theme.px(26)), round(self._theme.px(30)))

    def minimumSizeHint(self) -> QSize:
        """Room for a few letters."""
        return QSize(min(self.sizeHint().width(), round(self._theme.px(90))), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """The words, a quiet arrow, a ring with the focus."""
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus() or self.underMouse() or self.isDown():
            painter.setPen(QPen(theme.color("accent"), 2) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("hover") if self.underMouse() else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        font = theme.font(self._type)
        side, arrow = theme.px(5), theme.px(11)
        room = self.width() - 2 * side - arrow - theme.px(4)
        name = QFontMetricsF(font).elidedText(self.text(), Qt.TextElideMode.ElideMiddle, room)
        painter.setFont(font)
        painter.setPen(theme.color("text"))
        rect = QRectF(side, 0, room, self.height())
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), name)
        used = QFontMetricsF(font).horizontalAdvance(name)
        middle = (self.height() - arrow) / 2 + 1
        paint_icon(painter, theme, "chevron-down", QRectF(side + used + theme.px(4), middle, arrow, arrow))

    def _dress(self) -> None:
        self.updateGeometry()
        self.update()


class SearchField(QLineEdit):
    """Escape empties it and leaves; Return and Down leave to what was found. The key that leads here stands in it."""

    searchLeft = Signal()

    def __init__(self, theme: Theme, keys: Keymap, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._keys = keys
        self.setPlaceholderText(tr("Search texts and notes"))
        self.setAccessibleName(tr("Search texts and notes"))
        self._cap = KeyCap(theme, keys.label("search"), self)
        self._cap.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.textChanged.connect(self._show_cap)
        keys.changed.connect(self._show_cap)

    def show_query(self, text: str) -> None:
        """Say what a view searches for now, without searching for it again."""
        if text != self.text():
            with QSignalBlocker(self):
                self.setText(text)
            self._show_cap()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the cap at the right end."""
        super().resizeEvent(event)
        size = self._cap.sizeHint()
        self._cap.setGeometry(
            self.width() - size.width() - 8, (self.height() - size.height()) // 2, size.width(), size.height()
        )

    def sizeHint(self) -> QSize:
        """As wide as the words in it and a little more."""
        return QSize(round(self._theme.px(_SEARCH_WIDTH)), super().sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """See the class."""
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
            self.searchLeft.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
            self.searchLeft.emit()
        else:
            super().keyPressEvent(event)

    def _show_cap(self) -> None:
        key = self._keys.label("search")
        self._cap.set_key(key)
        self._cap.setVisible(bool(key) and not self.text())


class TopBar(QWidget):
    """``view_chosen(name)``, ``searched(text)`` and ``left_search()`` say what the user did."""

    view_chosen = Signal(str)
    searched = Signal(str)
    left_search = Signal()

    def __init__(
        self,
        theme: Theme,
        keys: Keymap,
        name: str,
        views: Sequence[ViewSpec],
        menu: Menu,
        help_menu: Menu,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.project = MenuButton(theme, name, Type.PROJECT, menu, self)
        self.project.setAccessibleName(tr("Project {name}", name=name))
        self.help = MenuButton(theme, tr("Help"), Type.BODY_MEDIUM, help_menu, self)
        self.views = SegmentedControl(theme, [(spec.name, spec.title) for spec in views], self) if views else None
        self.search = SearchField(theme, keys, self)
        self.search.textChanged.connect(self.searched)
        self.search.searchLeft.connect(self.left_search)
        row = QHBoxLayout(self)
        row.setContentsMargins(_SIDE - 5, 0, _SIDE - 5, 1)
        row.setSpacing(10)
        row.addWidget(self.project)
        if self.views is not None:
            self.views.setAccessibleDescription(tr("Which view is shown"))
            self.views.chosen.connect(self.view_chosen)
            row.addWidget(self.views)
        row.addStretch(1)
        row.addWidget(self.search)
        row.addSpacing(8)
        row.addWidget(self.help)
        theme.changed.connect(self._dress)
        self._dress()

    def offer(self, views: Sequence[ViewSpec]) -> None:
        """Offer these views."""
        if self.views is not None:
            self.views.offer([(spec.name, spec.title) for spec in views])

    def sizeHint(self) -> QSize:
        """One bar across the window."""
        return QSize(1200, round(self._theme.px(_HEIGHT)))

    def minimumSizeHint(self) -> QSize:
        """What cannot be left out: a little of the name, the views, a little of the search field."""
        views = self.views.sizeHint().width() if self.views is not None else 0
        width = views + self.help.sizeHint().width() + self._theme.px(90 + 120) + 90
        return QSize(round(width), round(self._theme.px(_HEIGHT)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """A panel with a hairline under it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("panel"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, self._theme.color("hairline"))

    def _dress(self) -> None:
        self.setFixedHeight(round(self._theme.px(_HEIGHT)))
        self.search.setMinimumWidth(round(self._theme.px(120)))
        self.search.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.update()
