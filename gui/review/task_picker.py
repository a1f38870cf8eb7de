"""The head of the queue: which task is worked on, and what is done and left of it and of the others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QActionGroup, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from galley.core.definitions.protocols import DEFAULT_TASK
from galley.core.review.task_choice import Choice
from galley.core.text.visible import make_visible
from galley.gui.plain_text import Menu, PaintedButton, set_tip
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n
from galley.gui.widgets.paragraph import lay_out

_HEIGHT = 40.0
"""Without the name."""
_MOST = 3
"""Lines that a name may take."""
_SIDE = 14
_LINE = 3


class TaskPicker(PaintedButton):
    """Emits ``chosen(task)`` with a task's full name. Hidden where there is nothing to choose from."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._choices: tuple[Choice, ...] = ()
        self._task = ""
        self.has_figures = False  # whether the figures are known
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.clicked.connect(self._ask)
        self._name = lay_out(theme, Type.BODY_STRONG, "", 0)
        theme.changed.connect(self._lay)
        self.hide()

    def show_choices(self, choices: Sequence[Choice], task: str, counted: bool = True) -> None:
        """Offer these tasks with ``task`` chosen; not ``has_figures`` says that their figures are not known yet."""
        known_choices = {choice.task: choice for choice in self._choices} if not counted and self.has_figures else {}
        self._choices = tuple(known_choices.get(choice.task, choice) for choice in choices)
        self._task, self.has_figures = task, counted or bool(known_choices)
        self.setVisible(len(self._choices) > 1)
        self.setAccessibleName(tr("Task: {task}", task=self.words))
        self.setAccessibleDescription(self.figures)
        self.setText(self.words)
        self._lay()

    @property
    def choice(self) -> Choice | None:
        """The one that is worked on."""
        return next((choice for choice in self._choices if choice.task == self._task), None)

    @property
    def words(self) -> str:
        """What it is called."""
        return get_task_name(self.choice) if self.choice is not None else ""

    @property
    def figures(self) -> str:
        """How far it is."""
        choice = self.choice
        if choice is None or not self.has_figures or not choice.total:
            return ""
        return tr("{done:,} of {all:,} answered", done=choice.done, all=choice.total)

    @property
    def all_done(self) -> bool:
        """Whether nothing is left of the task."""
        choice = self.choice
        return choice is not None and self.has_figures and choice.total > 0 and not choice.remaining

    def menu(self) -> Menu:
        """All of them; the caller shows it."""
        menu = Menu(self)
        group = QActionGroup(menu)
        for choice in self._choices:
            entry = menu.add_entry(
                get_task_name(choice),
                partial(self._choose, choice.task),
                key=self._get_remaining_words(choice),
                checked=choice.task == self._task,
            )
            entry.setActionGroup(group)
        return menu

    def sizeHint(self) -> QSize:
        """The name, whole, the figures and the strip that says how far it is."""
        return QSize(100, round(self._theme.px(_HEIGHT) + self._name.height))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The name may take more lines, or fewer."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The name, under it the figures, and the share that is done as a strip."""
        theme, px, choice = self._theme, self._theme.px, self.choice
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.underMouse() or self.hasFocus():
                painter.fillRect(self.rect(), theme.color("hover"))
            room = self.width() - 2 * _SIDE
            painter.setPen(theme.color("accent" if self.hasFocus() else "text"))
            self._name.layout.draw(painter, QPointF(_SIDE, px(8)))
            below = self._name.height
            painter.setFont(theme.font(Type.CAPTION_NUMBER))
            painter.setPen(theme.color("second"))
            figures = theme.metrics(Type.CAPTION_NUMBER).elidedText(self.figures, Qt.TextElideMode.ElideRight, room)
            place = QRectF(_SIDE, px(8) + below, room, px(15))
            painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter.value), figures)
            strip = QRectF(_SIDE, px(28) + below, room, _LINE)
            painter.fillRect(strip, theme.color("hairline"))
            if choice is not None and choice.total and self.has_figures:
                strip.setWidth(room * choice.done / choice.total)
                painter.fillRect(strip, theme.color("positive"))

    def _lay(self) -> None:
        """Set the name in as many lines as it needs; of a very long one the middle is left out, and a tooltip has it
        whole."""
        room, arrow, words = self.width() - 2 * _SIDE, "\u00a0▾", self.words
        self._name = lay_out(self._theme, Type.BODY_STRONG, words + arrow, room)
        char_count = len(words)
        while self._name.layout.lineCount() > _MOST and char_count > 1:
            char_count = char_count * 9 // 10
            short_name = f"{words[: (char_count + 1) // 2].rstrip()} … {words[len(words) - char_count // 2 :].lstrip()}"
            self._name = lay_out(self._theme, Type.BODY_STRONG, short_name + arrow, room)
        set_tip(self, words if char_count < len(words) else "")
        self.updateGeometry()
        self.update()

    def _get_remaining_words(self, choice: Choice) -> str:
        if not self.has_figures or not choice.total:
            return ""
        if not choice.remaining:
            return tr("all {n:,} done", n=choice.total)
        return tr_n("{done:,} done, {n:,} left", "{done:,} done, {n:,} left", choice.remaining, done=choice.done)

    def _choose(self, task: str, *_: object) -> None:
        if task != self._task:
            self.chosen.emit(task)

    def _ask(self) -> None:
        menu = self.menu()
        menu.exec(self.mapToGlobal(QPoint(0, self.height() + 2)))
        menu.deleteLater()


def get_task_name(choice: Choice) -> str:
    """The name of a task, as one line."""
    return tr("Flags") if choice.task == DEFAULT_TASK else " ".join(make_visible(choice.name).split())
