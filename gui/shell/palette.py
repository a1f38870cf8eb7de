"""The command palette: one field over the window that finds every action, view, chart, setting, criterion and item."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QLineEdit, QVBoxLayout, QWidget

from galley.core.text.visible import make_visible
from galley.gui.shell import palette_entries
from galley.gui.shell.palette_entries import PaletteHit, matches
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n
from galley.gui.widgets.key_cap import paint_cap
from galley.gui.widgets.line_list import LineList

if TYPE_CHECKING:
    from galley.gui.shell.window import Window

_WIDTH, _TOP, _ROW, _HEAD, _SIDE = 640.0, 64.0, 30.0, 26.0, 16.0


class _FoundLine:
    """One that was found, or (a text) the head of a group. ``typed`` is in bold in it."""

    def __init__(self, hit: PaletteHit | str, typed: str) -> None:
        self.hit, self._typed_text = hit, typed
        self.selectable = isinstance(hit, PaletteHit)
        self.name = (
            hit if isinstance(hit, str) else ", ".join(filter(None, (make_visible(hit.words), hit.location, hit.key)))
        )

    def height(self, theme: Theme, width: float) -> float:
        return theme.px(_ROW if self.selectable else _HEAD)

    def paint(self, painter: QPainter, theme: Theme, rect: QRectF) -> None:
        px, hit = theme.px, self.hit
        middle = int(Qt.AlignmentFlag.AlignVCenter.value)
        if isinstance(hit, str):
            painter.setFont(theme.font(Type.HEAD))
            painter.setPen(theme.color("second"))
            painter.drawText(rect.adjusted(px(_SIDE), px(4.0), 0, 0), middle, hit)
            return
        right = rect.right() - px(_SIDE)
        if hit.key:
            right = paint_cap(painter, theme, right, rect.center().y(), hit.key) - px(10.0)
        place = QRectF(rect.left() + px(_SIDE), rect.top(), right, rect.height())
        words_end = self._words(painter, theme, place, " ".join(make_visible(hit.words).split()), right)
        where = theme.metrics(Type.SMALL).elidedText(
            hit.location, Qt.TextElideMode.ElideRight, max(0.0, right - words_end)
        )
        painter.setFont(theme.font(Type.SMALL))
        painter.setPen(theme.color("second"))
        painter.drawText(QRectF(words_end, rect.top(), max(0.0, right - words_end), rect.height()), middle, where)

    def _words(self, painter: QPainter, theme: Theme, rect: QRectF, words: str, right: float) -> float:
        """Draw the words, what was typed in bold and underlined; gives where they end."""
        elided_text = theme.metrics(Type.BODY).elidedText(
            words, Qt.TextElideMode.ElideRight, max(0.0, right - rect.left())
        )
        pieces, at = [], 0
        for start, end in matches(elided_text, self._typed_text) or []:
            if start >= at:
                pieces += [(elided_text[at:start], Type.BODY), (elided_text[start:end], Type.BODY_STRONG)]
                at = end
        x = rect.left()
        for text, style in (*pieces, (elided_text[at:], Type.BODY)):
            width = theme.metrics(style).horizontalAdvance(text)
            painter.setFont(theme.font(style))
            painter.setPen(theme.color("text"))
            painter.drawText(QRectF(x, rect.top(), width + 2, rect.height()), int(Qt.AlignmentFlag.AlignVCenter), text)
            if style is Type.BODY_STRONG and text:
                y = rect.center().y() + theme.px(8.5)
                painter.fillRect(QRectF(x, y, width, theme.px(1.5)), theme.color("accent"))
            x += width
        return x + theme.px(10.0)


class Palette(QFrame):
    """``ask()`` opens it; Return does what is chosen, Escape or a click elsewhere closes it."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        theme = window.theme
        self._theme = theme
        self._entries: list[PaletteHit] = []
        self._suggestions: list[PaletteHit] = []
        self._charts: list[PaletteHit] = []
        self._absent: frozenset[str] = frozenset()
        self._project: tuple[str, list[PaletteHit]] = ("", [])
        self._back: QWidget | None = None
        self.field = QLineEdit(self)
        self.field.setFrame(False)
        self.field.setPlaceholderText(tr("What do you want to do or open?"))
        self.field.setAccessibleName(tr("What do you want to do or open?"))
        self.list = LineList(theme, tr("Results"), self)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 8, 1, 8)
        column.setSpacing(4)
        column.addWidget(self.field)
        column.addWidget(self.list, 1)
        self.field.setContentsMargins(round(theme.px(_SIDE)) - 4, 4, round(theme.px(_SIDE)), 4)
        self.field.textChanged.connect(self._search)
        self.field.installEventFilter(self)
        self.list.chosen.connect(self._do)
        theme.changed.connect(self._dress)
        self._dress()
        self.hide()

    def ask(self) -> None:
        """Open with an empty field. Charts are looked up once it is painted: reading them in takes a moment."""
        self._back = self._window.focusWidget()
        self._absent = palette_entries.doubtful()
        self._entries = palette_entries.everything(self._window)
        self._suggestions = palette_entries.suggestions(self._window)
        self._project, self._charts = ("", []), []
        self.field.clear()
        self._fill()
        self._place()
        self.show()
        self.raise_()
        self.field.setFocus()
        QTimer.singleShot(0, self, self._read_charts)

    def leave(self) -> None:
        """Close, and give the keyboard back."""
        self.hide()
        if self._back is not None and self._back.isVisible():
            self._back.setFocus()
        self._back = None

    def shown_hits(self) -> list[PaletteHit]:
        """What is listed now."""
        lines = (line for line in self.list.lines if isinstance(line, _FoundLine))
        return [line.hit for line in lines if isinstance(line.hit, PaletteHit)]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The keys of the list, and leaving."""
        if event.type() is QEvent.Type.FocusOut and self.isVisible():
            self.leave()
        if not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        is_return = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if event.type() is QEvent.Type.ShortcutOverride and is_return:
            event.accept()  # else the view behind takes the key
        if event.type() is not QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
        key = Qt.Key(event.key())
        if key in steps:
            self._step(steps[key])
        elif is_return:
            self._do(self.list.current)
        elif key is Qt.Key.Key_Escape:
            self.leave()
        else:
            return super().eventFilter(watched, event)
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        """A panel with an edge."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._theme.color("second"), 1))
            painter.setBrush(self._theme.color("panel"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)

    def _search(self, typed: str) -> None:
        self._fill()
        workspace = self._window.workspace
        if workspace is None or not typed.strip():
            return

        def show_hits(hits: list[PaletteHit]) -> None:
            if self.field.text() == typed:
                self._project = (typed, hits)
                self._fill()

        workspace.session.read(
            lambda connection: palette_entries.of_project(self._window, connection, typed), show_hits, slot="palette"
        )

    def _read_charts(self) -> None:
        """The charts, and what of all this the project is about at all: read in where it holds up no key."""

        def store_absent(absent: frozenset[str]) -> None:
            self._absent, self._charts = absent, palette_entries.charts(self._window, absent)
            if self.isVisible():
                self._fill()

        if self._window.workspace is not None:
            self._window.workspace.session.read(palette_entries.absent, store_absent, slot="palette-absent")

    def _fill(self) -> None:
        typed = self.field.text()
        listed = [hit for hit in (*self._entries, *self._charts) if hit.location not in self._absent]
        hits = palette_entries.filter_hits(listed, typed)
        if not typed.strip():
            hits = self._suggestions + hits
        in_project = self._project[1] if self._project[0] == typed else []
        lines: list[_FoundLine] = []
        if typed.strip() and not hits and len(in_project) <= 1:  # the search in the texts is always offered
            lines.append(_FoundLine(tr("Nothing found"), typed))
        hits += in_project
        group = ""
        for hit in hits:
            if hit.group != group:
                group = hit.group
                lines.append(_FoundLine(group, typed))
            lines.append(_FoundLine(hit, typed))
        first = next((at for at, line in enumerate(lines) if line.selectable), None)
        self.list.show_lines(lines, first)
        self.field.setAccessibleDescription(tr_n("{n:,} found", "{n:,} found", len(hits)))

    def _step(self, step: int) -> None:
        for _ in range(abs(step)):
            self.list.set_current(self.list.neighbour(1 if step > 0 else -1) or self.list.current)
        if self.list.current is not None:
            self.field.setAccessibleDescription(self.list.lines[self.list.current].name)

    def _do(self, row: int | None) -> None:
        line = self.list.lines[row] if row is not None else None
        if isinstance(line, _FoundLine) and isinstance(line.hit, PaletteHit):
            self.leave()
            line.hit.does()

    def _place(self) -> None:
        px, window = self._theme.px, self._window
        width = min(round(px(_WIDTH)), window.width() - 40)
        height = min(round(px(560.0)), window.height() - round(px(_TOP)) - 40)
        self.setGeometry((window.width() - width) // 2, round(px(_TOP)), width, height)

    def _dress(self) -> None:
        self.field.setFont(self._theme.font(Type.PAGE_TITLE))
        roles = self._theme.roles
        self.field.setStyleSheet(f"QLineEdit {{ border: none; background: {roles.panel}; color: {roles.text}; }}")
        self._place()
