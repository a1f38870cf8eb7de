"""The criteria that a flag may be overridden as, each with its number key."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from galley.core.domain import Criterion
from galley.gui.plain_text import Menu, PaintedButton, set_tip
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n
from galley.gui.widgets.elided_label import ElidedLabel
from galley.gui.widgets.key_cap import cap_width, paint_cap

NUMBERED = 10
_HEIGHT = 21.0
_BEFORE = 3.0
_AFTER_CAP = 6.0


class _Choice(PaintedButton):
    """One criterion: key, letter and name; ``chosen`` where the flag was overridden as it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._key = ""
        self._criterion: Criterion | None = None
        self._is_chosen = self._own = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set(self, criterion: Criterion, key: str, own: bool, is_chosen: bool) -> None:
        new_state = (criterion, key, own, is_chosen)
        if new_state == (self._criterion, self._key, self._own, self._is_chosen):
            return
        self._criterion, self._key, self._own, self._is_chosen = new_state
        self.setEnabled(not own)
        self.setText(criterion.name)
        set_tip(self, "" if own else criterion.name)
        if own:
            label = tr("{name}, as the judge flagged", name=criterion.name)
        else:
            label = tr("As {name}, chosen", name=criterion.name) if is_chosen else tr("As {name}", name=criterion.name)
        self.setAccessibleName(label)
        self.setAccessibleDescription(tr("Key {key}", key=key) if key else "")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(80, round(self._theme.px(_HEIGHT)))

    @property
    def natural_width(self) -> float:
        """The width in which nothing of it is cut."""
        theme = self._theme
        cap = cap_width(theme, self._key) if self._key else 0.0
        return _BEFORE + cap + theme.px(_AFTER_CAP) + theme.advance(Type.CAPTION, self.text()) + theme.px(2.0) + 1

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._is_chosen or (self.underMouse() and self.isEnabled()) or self.hasFocus():
            painter.setBrush(theme.color("row" if self._is_chosen else "hover"))
            edge = "accent" if self._is_chosen or self.hasFocus() else ""
            painter.setPen(QPen(theme.color(edge), 1.25) if edge else Qt.PenStyle.NoPen)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75), 4, 4)
        middle = self.height() / 2
        left_x = _BEFORE
        if self._key:
            width = cap_width(theme, self._key)
            ink = "faint" if self._own else "key_text"
            paint_cap(painter, theme, left_x + width, middle, self._key, "window" if self._own else "key", ink)
            left_x += width
        left_x += px(_AFTER_CAP)
        font = theme.font(Type.CAPTION)
        metrics = QFontMetricsF(font)
        name = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width() - left_x - px(2.0))
        painter.setFont(font)
        painter.setPen(theme.color("faint" if self._own else "accent" if self._is_chosen else "second"))
        painter.drawText(QPointF(left_x, middle + metrics.capHeight() / 2), name)


class OverrideGrid(QWidget):
    """Emits ``chosen(criterion row)``; ``ownPressed()`` where that is the flag's own criterion, which changes nothing.
    Hidden where there is nothing to choose."""

    chosen = Signal(int)
    ownPressed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._criteria: list[Criterion] = []
        self._own = 0
        self._keys: list[str] = [str(n % 10) for n in range(1, NUMBERED + 1)]
        self._buttons = [_Choice(theme, self) for _ in range(NUMBERED)]
        for button in self._buttons:
            button.clicked.connect(lambda _=False, b=button: self.choose(self._buttons.index(b)))
            button.hide()
        self._more = _Choice(theme, self)
        self._more.clicked.connect(self._ask)
        self._more.hide()
        self._title = ElidedLabel(theme, tr("Relabel as"), Type.CAPTION, "second")
        self._is_titled, self._is_folded, self._shown_count = True, False, 0
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(4)
        self._grid.setVerticalSpacing(0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3)
        layout.addWidget(self._title)
        layout.addLayout(self._grid)
        self._grid_size = (0, 0)
        theme.changed.connect(self._dress)
        self.hide()

    def set_titled(self, titled: bool) -> None:
        """Whether a line over the choices says what they are."""
        self._is_titled = titled
        self._title.setVisible(titled and not self._is_folded)

    def set_folded(self, folded: bool) -> None:
        """Whether one line with a menu stands for all choices; their keys work as before."""
        if folded != self._is_folded:
            self._is_folded = folded
            self.set_titled(self._is_titled)
            self._arrange()

    def set_keys(self, keys: Sequence[str]) -> None:
        """The keys of the ten numbered choices."""
        self._keys = list(keys)

    def show_choices(self, criteria: Sequence[Criterion], own: int, chosen_row: int) -> None:
        """Offer ``criteria``; ``own`` is the row of the flag's, ``chosen`` that of the one it was overridden as."""
        self._criteria, self._own = list(criteria), own
        some = any(c.row != own for c in criteria)
        shown_count = min(len(criteria), NUMBERED) if some else 0
        for index, criterion in enumerate(self._criteria[:shown_count]):
            key = self._keys[index] if index < len(self._keys) else ""
            self._buttons[index].set(criterion, key, criterion.row == own, criterion.row == chosen_row)
        self._shown_count = shown_count
        self._arrange()
        if self.isHidden() == some:
            self.setVisible(some)

    def _arrange(self) -> None:
        count, numbered = len(self._criteria), self._shown_count
        self._place(0 if self._is_folded else numbered)
        self._more.setVisible(bool(numbered) and (self._is_folded or count > NUMBERED))
        words = tr_n("{n} more…", "{n} more…", count - NUMBERED)
        if self._is_folded and numbered:
            words = tr("Relabel as ({first} to {last})…", first=self._keys[0], last=self._keys[numbered - 1])
        self._more.setText(words)
        self._more.setAccessibleName(words)
        self._more.update()

    @property
    def places(self) -> tuple[int, ...]:
        """The places of the keys that choose a criterion, that of the flag among them, which chooses nothing."""
        return tuple(range(min(len(self._criteria), NUMBERED))) if not self.isHidden() else ()

    def choose(self, index: int) -> None:
        """As if the choice of this place (from 0) were clicked; nothing where there is none."""
        if index >= len(self._criteria) or self.isHidden():
            return
        if self._criteria[index].row == self._own:
            self.ownPressed.emit()
        else:
            self.chosen.emit(self._criteria[index].row)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Two columns where every name has room in them, else one."""
        super().resizeEvent(event)
        self._place(self._grid_size[0])

    def _place(self, shown_count: int) -> None:
        rows = self._rows(shown_count)
        if (shown_count, rows) == self._grid_size:
            return
        self._grid_size = shown_count, rows
        for button in (*self._buttons, self._more):
            self._grid.removeWidget(button)
            button.hide()
        for index, button in enumerate(self._buttons[:shown_count]):
            self._grid.addWidget(button, index % rows, index // rows)
            button.show()
        self._grid.addWidget(self._more, rows if shown_count else 0, 1 if rows < shown_count else 0)

    def _rows(self, shown_count: int) -> int:
        """How many rows there are; the columns are as wide as their names need."""
        half = (shown_count + 1) // 2
        wide = [
            max((b.natural_width for b in some), default=0.0)
            for some in (self._buttons[:half], self._buttons[half:shown_count])
        ]
        fits = sum(wide) + self._grid.horizontalSpacing() <= self.width()
        for column, room in enumerate(wide if fits else (1.0, 0.0)):
            self._grid.setColumnStretch(column, round(room))
        return max(1, half if fits else shown_count)

    def _ask(self) -> None:
        menu = Menu(self)
        start = 0 if self._is_folded else NUMBERED
        for index, criterion in enumerate(self._criteria[start:], start):
            words = f"{self._keys[index]}  {criterion.name}" if index < NUMBERED else criterion.name
            entry = menu.add_entry(words, lambda _=False, index=index: self.choose(index))
            entry.setEnabled(criterion.row != self._own)
        menu.exec(self._more.mapToGlobal(self._more.rect().bottomLeft()))
        menu.deleteLater()

    def _dress(self) -> None:
        for button in (*self._buttons, self._more):
            button.updateGeometry()
            button.update()
        self._place(self._grid_size[0])
