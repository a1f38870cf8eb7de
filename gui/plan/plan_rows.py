"""The lines of the plan: a task, its people with how far each is, how far they agree, what is undecided and waits."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from galley.core.campaign.task_plan import PersonProgress, TaskLine
from galley.core.definitions.protocols import DEFAULT_TASK
from galley.core.text.visible import make_visible
from galley.gui.charts.printed_figures import ends, number
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.paragraph import Paragraph, lay_out

_SIDE, _TOP, _PERSON, _LEAST = 20.0, 13.0, 19.0, 62.0
_NUMBER = 30.0
_WIDTHS = (52.0, 214.0, 196.0, 84.0, 130.0)
"""Of people, answered, agreement, undecided and what waits; the task has the rest."""
_TASK_LEAST, _TASK_MOST = 150.0, 440.0
_HEADS = (
    "", tr("Task"), tr("People"), tr("Answered"), tr("Agreement"), tr("Undecided"), tr("Blocks")
)  # fmt: skip
_PEOPLE_LEAST = 130.0
_NAME, _BAR, _BAR_LEAST = 0.3, 0.36, 40.0
_SHOWN = 5
"""People of a task who have a line of their own."""


def columns(theme: Theme, width: float) -> list[tuple[float, float]]:
    """Left and width of the number, the task and the columns after it; where there is little room the last go."""
    px = theme.px
    heads = [theme.advance(Type.SPEAKER, words) + px(14) for words in _HEADS[2:]]
    heads[0] = max(heads[0], theme.advance(Type.NUMBER, tr("any")) + px(14))
    widths = [max(px(column_width), head) for column_width, head in zip(_WIDTHS, heads, strict=True)]
    room = width - 2 * _SIDE - px(_NUMBER)
    while len(widths) > 2 and room - sum(widths) < px(_TASK_LEAST):
        widths.pop()
    if room - sum(widths) < px(_TASK_LEAST):  # how many people it wants goes too
        widths = [0.0, max(px(_PEOPLE_LEAST), room - px(_TASK_LEAST))]
    task = max(px(60), room - sum(widths))
    extra = min(max(0.0, task - px(_TASK_MOST)) / 2, px(_TASK_LEAST)) if len(widths) == len(_WIDTHS) else 0.0
    widths[1:3] = [column_width + extra for column_width in widths[1:3]]
    task = min(task, px(_TASK_MOST))
    places, left_x = [], _SIDE
    widths[-1] = max(widths[-1], room - task - sum(widths[:-1]) + px(12))  # what waits has what is left
    for column_width in (px(_NUMBER), task, *widths):
        places.append((left_x, max(0.0, column_width - px(12))))
        left_x += column_width
    return places


def title(line: TaskLine) -> str:
    """The name of a task, as one line."""
    return tr("Flags") if line.task == DEFAULT_TASK else " ".join(make_visible(line.name).split())


class PlanHead(QWidget):
    """The names of the columns."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName(tr("Columns of the plan"))
        theme.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        """One line."""
        return QSize(300, round(self._theme.px(30)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The names over a hairline."""
        with QPainter(self) as painter:
            painter.setFont(self._theme.font(Type.SPEAKER))
            painter.setPen(self._theme.color("second"))
            for words, (left_x, width) in zip(_HEADS, columns(self._theme, self.width()), strict=False):
                _words(painter, self._theme, Type.SPEAKER, words, QRectF(left_x, 0, width, self.height()))
            painter.fillRect(0, self.height() - 1, self.width(), 1, self._theme.color("hairline"))


class PlanRow:
    """See ``Line`` of the list."""

    selectable = True

    def __init__(self, number: int, line: TaskLine, names: Collection[str] = ()) -> None:
        """``names`` are those of all tasks, which have room alike."""
        self.number, self.line, self._names = number, line, names
        self._laid: dict[str, tuple[object, Paragraph]] = {}

    @property
    def name(self) -> str:
        """What is read out."""
        people = ", ".join(f"{s.name}: {s.done:,}/{s.given:,}" for s in self.line.seats)
        undecided = tr("{n:,} undecided", n=self.line.undecided) if self.line.undecided else ""
        return "; ".join(filter(None, (title(self.line), people, self.agreement[0], undecided)))

    @property
    def agreement(self) -> tuple[str, str]:
        """The lowest figure, and what stands under it."""
        line = self.line
        if not line.agreement:
            known_figures = [f"{s.name} {s.right:,}/{s.known:,}" for s in line.seats if s.known]
            if known_figures:
                return ", ".join(known_figures), tr("known answers right")
            done = sum(bool(person.done) for person in line.seats)
            words = tr("one person") if done == 1 else "" if done else tr("not begun")
            return words, ""
        first = line.agreement[0]
        if first.value is None:
            return "–", ""
        after = line.after[0].value if line.after else None
        later = tr("after discussion {value:.2f}", value=after) if after is not None else ""
        lowest = first.name if len(line.agreement) > 1 else ""
        return f"α {number(first.value)}", later or lowest

    def height(self, theme: Theme, width: float) -> float:
        """As high as its question or its people need."""
        cells = columns(theme, width)
        ask = self._ask(theme, cells[1][1])
        people = min(len(self.line.seats), _SHOWN + 1)
        words = theme.px(20) + (ask.height if ask is not None else 0)
        waits = self._waits(theme, cells[6][1]).height if len(cells) > 6 else 0.0
        return max(theme.px(_LEAST), 2 * theme.px(_TOP) + max(words, people * theme.px(_PERSON), waits))

    def paint(self, painter: QPainter, theme: Theme, rect: QRectF) -> None:
        """Its columns."""
        px, line = theme.px, self.line
        cells = [QRectF(rect.left() + left_x, rect.top() + px(_TOP), width, px(20))
                 for left_x, width in columns(theme, rect.width())]  # fmt: skip
        undecided = f"{line.undecided:,}" if line.undecided else "–"
        people = str(line.people) if line.people else tr("any")
        for at, words, style, role in (
            (0, str(self.number), Type.NUMBER, "second"), (1, title(line), Type.BODY_STRONG, "text"),
            (2, people, Type.NUMBER, "text"),
            (5, undecided, Type.BODY_STRONG if line.undecided else Type.NUMBER,
             "warning" if line.undecided else "second"),
        ):  # fmt: skip
            if at < len(cells):
                painter.setPen(theme.color(role))
                _words(painter, theme, style, words, cells[at])
        ask = self._ask(theme, cells[1].width())
        if ask is not None:
            painter.setPen(theme.color("second"))
            ask.layout.draw(painter, QPointF(cells[1].left(), cells[1].top() + px(20)))
        if len(cells) > 6:
            painter.setPen(theme.color("text" if line.waits else "second"))
            waits = self._waits(theme, cells[6].width())
            down = (cells[6].height() - waits.layout.lineAt(0).height()) / 2  # level with the words beside it
            waits.layout.draw(painter, QPointF(cells[6].left(), cells[6].top() + down))
        self._paint_people(painter, theme, cells[3])
        if len(cells) > 4:
            self._figure(painter, theme, cells[4])

    def _ask(self, theme: Theme, width: float) -> Paragraph | None:
        return self._set(theme, Type.READING_SMALL, make_visible(self.line.ask), width) if self.line.ask else None

    def _waits(self, theme: Theme, width: float) -> Paragraph:
        words = ", ".join(" ".join(make_visible(name).split()) for name in self.line.waits) or tr("nothing")
        return self._set(theme, Type.BODY, words, width)

    def _set(self, theme: Theme, style: Type, words: str, width: float) -> Paragraph:
        key = (theme.scale, theme.mode, width)
        if words not in self._laid or self._laid[words][0] != key:
            self._laid[words] = key, lay_out(theme, style, words, width)
        return self._laid[words][1]

    def _paint_people(self, painter: QPainter, theme: Theme, cell: QRectF) -> None:
        px, width = theme.px, cell.width()
        shown_people = self.line.seats[:_SHOWN]
        figures = max((theme.advance(Type.CAPTION_NUMBER, _of(s)) for s in shown_people), default=0.0)
        names = max(
            (theme.advance(Type.SMALL, " ".join(make_visible(name).split())) for name in self._names), default=0.0
        )
        names = max(width * _NAME, min(names + px(8), width - figures - px(_BAR_LEAST) - 10))
        long = max(0.0, min(width * _BAR, width - names - figures - 10))
        for at, person in enumerate(shown_people):
            row = cell.translated(0, at * px(_PERSON))
            painter.setPen(theme.color("text"))
            name = QRectF(row.left(), row.top(), names - 6, row.height())
            _words(painter, theme, Type.SMALL, " ".join(make_visible(person.name).split()), name)
            bar = QRectF(row.left() + names, row.center().y() - 1.5, long, 3)
            painter.fillRect(bar, theme.color("hairline"))
            bar.setWidth(bar.width() * (min(1.0, person.done / person.given) if person.given else 0.0))
            painter.fillRect(bar, theme.color("positive"))
            painter.setPen(theme.color("second"))
            left_x = row.left() + names + long + 8
            _words(painter, theme, Type.CAPTION_NUMBER, _of(person),
                   QRectF(left_x, row.top(), cell.right() - left_x, row.height()))  # fmt: skip
        if len(self.line.seats) > len(shown_people):
            more = tr("and {n:,} more", n=len(self.line.seats) - len(shown_people))
            painter.setPen(theme.color("second"))
            _words(painter, theme, Type.SMALL, more, cell.translated(0, len(shown_people) * px(_PERSON)))

    def _figure(self, painter: QPainter, theme: Theme, cell: QRectF) -> None:
        words, under = self.agreement
        first = self.line.agreement[0] if self.line.agreement else None
        strong = first is not None and first.value is not None
        painter.setPen(theme.color("text" if strong else "second"))
        _words(painter, theme, Type.BODY_STRONG if strong else Type.BODY, words, cell)
        top = cell.translated(0, theme.px(20))
        if first is not None and first.low is not None and first.high is not None and first.value is not None:
            left_x = cell.left() + theme.advance(Type.BODY_STRONG, words + " ")
            painter.setPen(theme.color("second"))
            bounds = ends(first.low, first.high)
            _words(painter, theme, Type.BODY, bounds, QRectF(left_x, cell.top(), cell.right() - left_x, cell.height()))
            low, value, high = (
                min(1.0, max(0.0, figure)) * cell.width() for figure in (first.low, first.value, first.high)
            )
            middle = cell.bottom() + theme.px(4)
            painter.fillRect(QRectF(cell.left(), middle - 0.5, cell.width(), 1), theme.color("hairline"))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("interval"))
            painter.drawRoundedRect(QRectF(cell.left() + low, middle - 2.5, max(3.0, high - low), 5), 2.5, 2.5)
            painter.setBrush(theme.color("accent"))
            painter.drawEllipse(QPointF(cell.left() + value, middle), 4, 4)
            top = cell.translated(0, theme.px(28))
        painter.setPen(theme.color("second"))
        _words(painter, theme, Type.SMALL, " ".join(make_visible(under).split()), top)


def _of(person: PersonProgress) -> str:
    return f"{person.done:,}/{person.given:,}"


def _words(painter: QPainter, theme: Theme, style: Type, words: str, rect: QRectF) -> None:
    if rect.width() <= 0:
        return
    painter.setFont(theme.font(style))
    elided_text = theme.metrics(style).elidedText(words, Qt.TextElideMode.ElideRight, rect.width())
    painter.drawText(rect, int((Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft).value), elided_text)
