"""The left side of the import page: one row a column of the table, the questions that the columns leave open, and how a
file is to be read that does not say so itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLineEdit, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from galley.gui.dialogs.import_draft import QuestionWords, Words
from galley.gui.plain_text import Button, Menu, PaintedButton, set_tip
from galley.gui.theme import Theme, Type
from galley.gui.theme.icons import paint_icon
from galley.gui.translation import tr
from galley.gui.widgets.elided_label import ElidedLabel
from galley.gui.widgets.segmented import SegmentedControl

ROW_HEIGHT = 31.0
QUESTION_HEIGHT = 38.0
SHOWN_QUESTIONS = 3
_LETTER, _NAME, _VALUE, _ROLE = 36.0, 138.0, 344.0, 246.0
"""Widths at text size 1; the value takes what is left."""
_SIDE = 16.0
_CUT = 400
"""Characters of a value that are painted."""
_FEW_CHOICES = 4
_DETAIL_OPACITY = 0.5
WAYS: tuple[tuple[str, str, str], ...] = (
    ("sheet", tr("Sheet"), tr("its name")),
    ("encoding", tr("Encoding"), tr("for example cp1252 or shift_jis")),
    ("delimiter", tr("Delimiter"), tr("one character")),
    ("records", tr("List of records"), tr("for example data.items")),
    ("as", tr("Read it as"), tr("table, json or jsonl")),
)
"""What can be said about how a file is to be read: (name in a mapping, words, hint)."""


def paint_words(painter: QPainter, theme: Theme, rect: QRectF, words: Words, colour: str = "text") -> None:
    """Draw pieces of regular and bold text on one line, cut at the end of ``rect``."""
    painter.setPen(theme.color(colour))
    x, right = rect.left(), rect.right()
    for text, is_bold in words:
        style = Type.BODY_STRONG if is_bold else Type.BODY
        metrics = theme.metrics(style)
        shown_text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0.0, right - x))
        painter.setFont(theme.font(style))
        place = QRectF(x, rect.top(), right - x + 1, rect.height())
        painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), shown_text)
        x += metrics.horizontalAdvance(shown_text)
        if shown_text != text:
            return


def join_words(words: Words) -> str:
    """The pieces as one plain text."""
    return "".join(text for text, _ in words)


class RoleButton(PaintedButton):
    """Shows the role of a column and opens a menu of the others, which is built when it is opened."""

    def __init__(self, theme: Theme, fill_menu: Callable[[Menu], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._fill_menu = fill_menu
        self._words: Words = ()
        self._colour = ""
        self._is_open = self._is_detail = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._open_menu)

    def show_role(self, words: Words, colour: str, is_open: bool, is_detail: bool) -> None:
        """Show a role; ``colour`` is a role of the theme or #RRGGBB ("": an empty square), ``is_open``: a question
        below decides it, ``is_detail``: it belongs to a flag, whose colour it has in a lighter tone."""
        self._words, self._colour, self._is_open, self._is_detail = words, colour, is_open, is_detail
        self.setText(join_words(words))
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as the column of roles."""
        return QSize(round(self._theme.px(_ROLE)), round(self._theme.px(ROW_HEIGHT - 6)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a box with the square of the role, its words and the arrow of a menu."""
        theme = self._theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            border = "accent" if self.hasFocus() else "flag_edge" if self._is_open else "hairline"
            painter.setPen(QPen(theme.color(border), 2.0 if self.hasFocus() else 1.0))
            painter.setBrush(theme.color("hover" if self.underMouse() and not self._is_open else "panel"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 5, 5)
            x, middle = theme.px(10), self.height() / 2
            if not self._is_open:
                side = theme.px(7)
                square = QRectF(x + 0.5, middle - side / 2, side, side)
                if self._colour:
                    painter.setPen(Qt.PenStyle.NoPen)
                    painter.setBrush(theme.mark(self._colour) if self._colour[0] == "#" else theme.color(self._colour))
                else:
                    painter.setPen(QPen(theme.color("second"), 1.0))
                    painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setOpacity(_DETAIL_OPACITY if self._is_detail else 1.0)
                painter.drawRoundedRect(square, 1.5, 1.5)
                painter.setOpacity(1.0)
                x += side + theme.px(9)
            rect = QRectF(x, 0, self.width() - x - theme.px(26), self.height())
            words = [(text, True) for text, _ in self._words] if self._is_open else self._words
            paint_words(painter, theme, rect, words, "text" if self._colour or self._is_open else "second")
            size = theme.px(12)
            paint_icon(painter, theme, "chevron-down",
                       QRectF(self.width() - theme.px(20), middle - size / 2, size, size))  # fmt: skip

    def _open_menu(self) -> None:
        menu = Menu(self)
        self._fill_menu(menu)
        menu.popup(self.mapToGlobal(self.rect().bottomLeft()))


class ColumnRow(QWidget):
    """One column of the table: its letter, its name, its value in the row shown, its role. ``pressed()``."""

    pressed = Signal()

    def __init__(
        self, theme: Theme, letter: str, name: str, fill_menu: Callable[[Menu], None], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.letter, self.name, self.value = letter, name, ""
        self._is_quiet = self._is_open = self._is_current = self._is_reading = False
        self.button = RoleButton(theme, fill_menu, self)
        self.button.setAccessibleName(tr("What the column {column} is", column=name))
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, round(_SIDE), 0)
        line.addStretch(1)
        line.addWidget(self.button)
        self.setFixedHeight(round(theme.px(ROW_HEIGHT)))
        set_tip(self, name)

    def show_value(self, value: str) -> None:
        """Show the value of the column in another row."""
        value = " ".join(value[:_CUT].split())
        if value != self.value:
            self.value = value
            self.update()

    def show_role(
        self,
        words: Words,
        colour: str,
        reason: str,
        *,
        is_open: bool,
        is_undecided: bool,
        is_quiet: bool,
        is_reading: bool,
        is_detail: bool,
    ) -> None:
        """Show the role of the column; the reason of a guess is on hover. A quiet column is kept or ignored, a reading
        one holds texts."""
        self.button.show_role(words, colour, is_undecided, is_detail)
        set_tip(self.button, reason)
        self._is_open, self._is_quiet, self._is_reading = is_open, is_quiet, is_reading
        self.update()

    def set_current(self, is_current: bool) -> None:
        """Mark the column whose flag is active in the preview."""
        if is_current != self._is_current:
            self._is_current = is_current
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Make it the current column."""
        self.pressed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground, the three texts and a hairline under them."""
        theme, height = self._theme, self.height()
        with QPainter(self) as painter:
            if self._is_open:
                painter.fillRect(self.rect(), theme.color("flag_tint"))
                painter.fillRect(QRectF(0, 0, 3, height), theme.color("flag_edge"))
            elif self._is_current:
                painter.fillRect(self.rect(), theme.color("row"))
            painter.fillRect(QRectF(0, height - 1, self.width(), 1), theme.color("hairline_soft"))
            middle = Qt.AlignmentFlag.AlignVCenter.value
            painter.setFont(theme.font(Type.CAPTION))
            painter.setPen(theme.color("second"))
            letter_right = theme.px(_LETTER) - theme.px(10)
            painter.drawText(
                QRectF(0, 0, letter_right, height), int(middle | Qt.AlignmentFlag.AlignRight.value), self.letter
            )
            left, width = theme.px(_LETTER), theme.px(_NAME)
            for x, room, text, style, colour in (
                (left, width - theme.px(10), self.name, Type.BODY_MEDIUM, "second" if self._is_quiet else "text"),
                (
                    left + width, self.button.x() - left - width - theme.px(12), self.value or tr("empty"),
                    Type.READING_SMALL if self._is_reading and self.value else Type.BODY, "second",
                ),
            ):  # fmt: skip
                painter.setFont(theme.font(style))
                painter.setPen(theme.color(colour))
                shown_text = theme.metrics(style).elidedText(text, Qt.TextElideMode.ElideRight, room)
                painter.drawText(QRectF(x, 0, room + 1, height), int(middle), shown_text)


class ColumnHead(QWidget):
    """The heads over the rows."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._value = ""
        self.setFixedHeight(round(theme.px(29)))
        theme.changed.connect(self.update)

    def show_row(self, row: int) -> None:
        """Name the row whose values are shown, counted from 0."""
        self._value = tr("Value in row {row:,}", row=row + 1)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw three heads where their columns begin."""
        theme = self._theme
        left = theme.px(_LETTER)
        with QPainter(self) as painter:
            painter.setFont(theme.font(Type.HEAD))
            painter.setPen(theme.color("second"))
            for x, words in (
                (left, tr("Column")),
                (left + theme.px(_NAME), self._value),
                (self.width() - theme.px(_ROLE) - _SIDE, tr("Is")),
            ):
                painter.drawText(QRectF(x, 0, self.width() - x, self.height()), Qt.AlignmentFlag.AlignVCenter, words)
            painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), theme.color("hairline"))


def make_scroll_area(content: QWidget, parent: QWidget) -> QScrollArea:
    """An area without a frame that scrolls up and down."""
    area = QScrollArea(parent)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.viewport().setAutoFillBackground(False)
    area.setWidget(content)
    content.setAutoFillBackground(False)
    return area


class AnswerField(QLineEdit):
    """A field whose Return is an answer and nothing more: it does not press the dialog's button too."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep Return to itself."""
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()


class ReadingRow(QWidget):
    """One line: what is said, its value, and a button that reads the file again (``read_requested`` with the
    ``read`` of a mapping)."""

    read_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.way, self.value = QComboBox(self), AnswerField(self)
        self.again = Button(tr("Read again"), self)
        self.again.setAutoDefault(False)
        self.way.setAccessibleName(tr("How to read the file"))
        for name, words, _ in WAYS:
            self.way.addItem(words, name)
        self.way.currentIndexChanged.connect(self._hint)
        self.value.returnPressed.connect(self._ask)
        self.again.clicked.connect(self._ask)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for widget, stretch in ((self.way, 0), (self.value, 1), (self.again, 0)):
            row.addWidget(widget, stretch)
        self._hint()

    def _hint(self) -> None:
        _, words, hint = WAYS[self.way.currentIndex()]
        self.value.setPlaceholderText(hint)
        self.value.setAccessibleName(words)

    def _ask(self) -> None:
        text = self.value.text() if self.way.currentData() == "delimiter" else self.value.text().strip()
        if text:
            self.read_requested.emit({self.way.currentData(): text})


class QuestionLine(QWidget):
    """One question with its answers at the right. ``answered(id, answer)``, ``renamed(id, name of the criterion)``."""

    answered = Signal(str, str)
    renamed = Signal(str, str)

    def __init__(self, theme: Theme, question: QuestionWords, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.question = question
        self.is_open = not question.answer
        text = join_words(question.words)
        self.setAccessibleName(text)
        set_tip(self, text)
        line = QHBoxLayout(self)
        line.setContentsMargins(round(self._words_left), 0, round(_SIDE), 0)
        self.name: AnswerField | None = None
        if question.name:
            self.name = AnswerField(question.name, self)
            self.name.setAccessibleName(tr("Name of the criterion"))
            self.name.setFixedWidth(round(theme.px(126)))
            self.name.editingFinished.connect(self._rename)
            line.addWidget(ElidedLabel(theme, tr("Shown as")))
            line.addWidget(self.name)
        line.addStretch(1)
        self.control = self._make_control()
        self.control.setAccessibleDescription(text)
        line.addWidget(self.control)
        self.setFixedHeight(round(theme.px(QUESTION_HEIGHT)))

    def _make_control(self) -> QWidget:
        question = self.question
        if question.asks_text:
            answer_field = AnswerField(question.answer, self)
            answer_field.setPlaceholderText(question.asks_text)
            answer_field.setAccessibleName(question.asks_text)
            answer_field.setFixedWidth(round(self._theme.px(190)))
            answer_field.editingFinished.connect(lambda: self._send(answer_field.text().strip()))
            return answer_field
        if len(question.choices) <= _FEW_CHOICES:
            buttons = SegmentedControl(self._theme, question.choices, self)
            buttons.set_current(question.answer if question.answer in dict(question.choices) else "")
            buttons.chosen.connect(self._send)
            return buttons
        box = QComboBox(self)
        box.setPlaceholderText(tr("Not answered yet"))
        for value, words in question.choices:
            box.addItem(words, value)
        box.setCurrentIndex(box.findData(question.answer) if question.answer else -1)
        box.activated.connect(lambda _: self._send(box.currentData()))
        return box

    @property
    def _words_left(self) -> float:
        return _SIDE + self._theme.px(20)

    def _rename(self) -> None:
        if self.name is not None and (name := self.name.text().strip()) not in ("", self.question.name):
            self.renamed.emit(self.question.id, name)

    def _send(self, value: str) -> None:
        if value and value != self.question.answer:
            self.answered.emit(self.question.id, value)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a tick or a ring, and the question; an open one has the tint of what is current."""
        theme, middle = self._theme, self.height() / 2
        with QPainter(self) as painter:
            if self.is_open:
                painter.fillRect(self.rect(), theme.color("flag_tint"))
                painter.fillRect(QRectF(0, 0, 3, self.height()), theme.color("flag_edge"))
            else:
                painter.fillRect(QRectF(_SIDE, self.height() - 1, self.width() - 2 * _SIDE, 1),
                                 theme.color("hairline_soft"))  # fmt: skip
            size = theme.px(13)
            mark = QRectF(_SIDE, middle - size / 2, size, size)
            if self.is_open:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(QPen(theme.color("text"), 1.2))
                painter.drawEllipse(QPointF(mark.center()), theme.px(4.2), theme.px(4.2))
            else:
                paint_icon(painter, theme, "check", mark, "positive")
            x = self._words_left if self.name is None else self.name.geometry().right() + theme.px(10)
            rect = QRectF(x, 0, self.control.x() - x - theme.px(10), self.height())
            paint_words(painter, theme, rect, self.question.words)


class QuestionList(QWidget):
    """The questions in their order, three of them in sight; the first open one is scrolled to. ``answered`` and
    ``renamed`` as of a line."""

    answered = Signal(str, str)
    renamed = Signal(str, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.lines: list[QuestionLine] = []
        self._page: QWidget | None = None
        self._area: QScrollArea | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 6, 0, 6)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def open_count(self) -> int:
        """How many have no answer."""
        return sum(line.is_open for line in self.lines)

    def show_questions(self, questions: Sequence[QuestionWords]) -> None:
        """Show these in place of the ones before."""
        if [line.question for line in self.lines] == list(questions) and self._area is not None:
            return
        if self._area is not None:
            self._column.removeWidget(self._area)
            self._area.hide()
            self._area.deleteLater()
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.lines = []
        for question in questions:
            line = QuestionLine(self._theme, question, page)
            line.answered.connect(self.answered)
            line.renamed.connect(self.renamed)
            column.addWidget(line)
            self.lines.append(line)
        column.addStretch(1)
        self._area = make_scroll_area(page, self)
        shown = min(SHOWN_QUESTIONS, len(questions))
        self._area.setFixedHeight(round(self._theme.px(QUESTION_HEIGHT)) * shown)
        self._column.addWidget(self._area)
        self.setVisible(bool(questions))
        first_open = next((at for at, line in enumerate(self.lines) if line.is_open), len(self.lines) - 1)
        self._column.activate()
        page.resize(self._area.width(), round(self._theme.px(QUESTION_HEIGHT)) * len(questions))
        top = max(0, first_open - SHOWN_QUESTIONS + 1) * round(self._theme.px(QUESTION_HEIGHT))
        bar = self._area.verticalScrollBar()
        bar.setMaximum(max(bar.maximum(), top))
        bar.setValue(top)
