"""The page without a project: what was open lately, the sample, and what one can import."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from galley.gui.dialogs.base import Label
from galley.gui.plain_text import PaintedButton, PlainLabel, show_tip
from galley.gui.relative_time import when
from galley.gui.settings import Settings
from galley.gui.shortcuts import Keymap
from galley.gui.theme import Theme, Type
from galley.gui.theme.icons import application_icon
from galley.gui.translation import tr, tr_n
from galley.gui.widgets.hairline import Hairline
from galley.gui.widgets.key_cap import cap_width, paint_cap

_WIDTH = 900.0
_INDENT = 12.0
_ICON = 44.0
_LONGEST_NAME = 80

FORMATS: tuple[tuple[str, str], ...] = (
    (tr("Tables, JSON"), tr("CSV, TSV, Excel, OpenDocument, Parquet, JSON, JSON Lines, folders of texts")),
    (tr("Galley records"), tr("JSON Lines, one item per line, with all data of a project")),
    (
        tr("Published data"),
        tr(
            "AggreFact, arXiv, CNN/DailyMail, DIAL-SUMMER, DialogSum, FaithBench, FineSurE, FRANK, GovReport, KGDS,"
            " MTS-Dialog, PatentSumEval, QAGS, RAGTruth, SAMSum, SUMIE, SummaC, SummEdits, SummEval, TL;DR, TofuEval,"
            " XSum"
        ),
    ),
    (tr("Other tools"), tr("Label Studio, Argilla, doccano, Prodigy, batches of OpenAI and Anthropic")),
)


class WelcomeRow(PaintedButton):
    """A line one can press: words, quieter words under them, a key at the right."""

    def __init__(self, theme: Theme, words: str, more: str, key: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._more = more
        self._key = key
        self.setText(words)
        self.setAccessibleName(words)
        self.setAccessibleDescription(more)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._dress)

    def sizeHint(self) -> QSize:
        """Two lines of words."""
        return QSize(300, round(self._theme.px(50)))

    def event(self, event: QEvent) -> bool:
        """What is cut of the second line is said under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            if QFontMetricsF(self._theme.font(Type.SMALL)).horizontalAdvance(self._more) > self._room():
                show_tip(event.globalPos(), self._more, self)
            return True
        return super().event(event)

    def _room(self) -> float:
        """How wide the words may be."""
        side = self._theme.px(_INDENT)
        return self.width() - 2 * side - (cap_width(self._theme, self._key) + side if self._key else 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Flat until the mouse or the keyboard is on it."""
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        hot = self.underMouse() or self.isDown()
        if hot or self.hasFocus():
            painter.setPen(QPen(theme.color("accent"), 2) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("row") if hot else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        side = theme.px(_INDENT)
        room = self._room()
        for text, style, role, top, mode in (
            (self.text(), Type.BODY_STRONG, "text", 7, Qt.TextElideMode.ElideRight),
            (self._more, Type.SMALL, "second", 25, Qt.TextElideMode.ElideRight),
        ):
            font = theme.font(style)
            painter.setFont(font)
            painter.setPen(theme.color(role))
            rect = QRectF(side, theme.px(top), room, theme.px(18))
            painter.drawText(
                rect,
                int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft),
                QFontMetricsF(font).elidedText(text, mode, room),
            )
        if self._key:
            paint_cap(painter, theme, self.width() - side, self.height() / 2, self._key)
        painter.end()

    def _dress(self) -> None:
        self.updateGeometry()
        self.update()


class Welcome(QWidget):
    """``opened(path)`` a recent project, ``asked(action)`` one of the actions. The window takes what is dropped."""

    opened = Signal(Path)
    actionChosen = Signal(str)

    def __init__(self, theme: Theme, settings: Settings, keys: Keymap, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._settings = settings
        self._keys = keys
        self.name: QLineEdit | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(tr("Welcome"))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.viewport().setAutoFillBackground(False)
        outer.addWidget(self._area)
        theme.changed.connect(self.update)
        keys.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Read the recent projects again."""
        page = QWidget()
        middle = QHBoxLayout(page)
        middle.setContentsMargins(32, 0, 32, 0)
        middle.addStretch(1)
        column = QVBoxLayout()
        column.setSpacing(0)
        middle.addLayout(column, 20)
        middle.addStretch(1)
        column.addStretch(2)
        column.addLayout(self._title())
        self.name = None
        if not self._settings.is_named:
            column.addSpacing(16)
            column.addLayout(self._ask_name())
        column.addSpacing(30)
        sides = QHBoxLayout()
        sides.setSpacing(48)
        column.addLayout(sides)
        sides.addLayout(self._recent(), 1)
        sides.addLayout(self._start(), 1)
        column.addSpacing(26)
        column.addWidget(_Drop(self._theme))
        column.addStretch(3)
        page.setMaximumWidth(round(self._theme.px(_WIDTH)))
        holder = QWidget()
        centred = QHBoxLayout(holder)
        centred.setContentsMargins(0, 24, 0, 24)
        centred.addStretch(1)
        centred.addWidget(page, 100)
        centred.addStretch(1)
        self._area.setWidget(holder)
        holder.setAutoFillBackground(False)

    def _title(self) -> QHBoxLayout:
        """The icon, the name, and what the program is for."""
        icon, side = PlainLabel("", self), round(self._theme.px(_ICON))
        icon.setPixmap(application_icon().pixmap(QSize(side, side), self.devicePixelRatioF()))
        icon.setAccessibleName(tr("Icon of Galley"))
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(self._words("Galley", Type.PAGE_TITLE, "text"))
        words.addWidget(self._words(tr("Review machine-written summaries against their sources.")))
        row = QHBoxLayout()
        row.setSpacing(14)
        row.addWidget(icon)
        row.addLayout(words, 1)
        return row

    def paintEvent(self, event: QPaintEvent) -> None:
        """The panel's ground."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("panel"))
        painter.end()

    def _recent(self) -> QVBoxLayout:
        column = self._side(tr("Recent projects"))
        recent = self._settings.recent
        for path in recent:
            details = "  ·  ".join((*_describe_state(self._settings.state(path)), _home(path.parent)))
            row = WelcomeRow(self._theme, path.stem, details)
            row.clicked.connect(partial(self._leave, self.opened, path))
            column.addWidget(row)
        if not recent:
            column.addSpacing(10)
            column.addWidget(self._words(tr("None yet. Start with the example.")))
        column.addStretch(1)
        return column

    def _start(self) -> QVBoxLayout:
        column = self._side(tr("Start"))
        for words, more, action in (
            (tr("Open the example"), tr("Made-up items in several languages, with flags to decide"), "sample"),
            (tr("Try with a spreadsheet"), tr("Imports a table with two systems and a model’s flags"), "sample-table"),
            (tr("New project"), tr("One file that holds texts, flags and decisions"), "new"),
            (tr("Import data"), tr("Makes a new project and detects the format"), "import"),
            (tr("Open a project"), tr("A .galley file on this machine"), "open"),
        ):
            row = WelcomeRow(self._theme, words, more, self._keys.label(action))
            row.clicked.connect(partial(self._leave, self.actionChosen, action))
            column.addWidget(row)
        column.addStretch(1)
        return column

    def _ask_name(self) -> QHBoxLayout:
        """The one time that the name is asked for: a line that may be passed over, with the account's name in it."""
        line = QHBoxLayout()
        line.setSpacing(10)
        line.addWidget(self._words(tr("You review as")))
        self.name = QLineEdit(self._settings.reviewer)
        self.name.setFixedWidth(round(self._theme.px(200)))
        self.name.setMaxLength(_LONGEST_NAME)
        self.name.setAccessibleName(tr("Your name"))
        self.name.setAccessibleDescription(tr("Every decision carries this name. You can change it in the status bar"))
        self.name.editingFinished.connect(self._keep_name)
        line.addWidget(self.name)
        line.addWidget(Label(self._theme, tr("Every decision carries this name."), Type.SMALL, "second"), 1)
        return line

    def _keep_name(self) -> None:
        name = self.name.text().strip() if self.name is not None else ""
        if name:
            self._settings.reviewer = name

    def _leave(self, signal: SignalInstance, what: object) -> None:
        """Whoever goes on with the name as it stands has answered, too."""
        self._keep_name()
        signal.emit(what)

    def _words(self, words: str, style: Type = Type.BODY, role: str = "second") -> Label:
        """Words in line with those of the rows."""
        label = Label(self._theme, words, style, role)
        label.setContentsMargins(round(self._theme.px(_INDENT)), 0, 0, 0)
        return label

    def _side(self, words: str) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(2)
        column.addWidget(self._words(words, Type.HEAD))
        column.addSpacing(5)
        column.addWidget(Hairline(self._theme))
        column.addSpacing(4)
        return column


class _Drop(QWidget):
    """Where files may be dropped (anywhere, in truth), and which."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        column = QVBoxLayout(self)
        column.setContentsMargins(round(theme.px(_INDENT)), 18, 22, 18)
        column.setSpacing(7)
        column.addWidget(Label(theme, tr("Drop a project or data files anywhere in this window"), Type.BODY_STRONG))
        for words, more in FORMATS:
            line = QHBoxLayout()
            line.setSpacing(12)
            name = Label(theme, words, Type.SMALL_STRONG, "second")
            name.setFixedWidth(round(theme.px(112)))
            line.addWidget(name)
            line.addWidget(Label(theme, more, Type.SMALL, "second"), 1)
            column.addLayout(line)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A dashed hairline."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.color("faint"), 1, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        painter.end()


def _describe_state(state: Mapping[str, Any]) -> list[str]:
    """How far a project was when it was last left, and when that was."""
    left_state = state.get("left")
    if not isinstance(left_state, dict):
        return []
    parts = []
    done, of = left_state.get("finished"), left_state.get("items")
    if isinstance(done, int) and isinstance(of, int):
        parts.append(tr_n("{done:,} of {n:,} item finished", "{done:,} of {n:,} items finished", of, done=done))
    with suppress(KeyError, TypeError, ValueError):
        parts.append(when(left_state["at"]))
    return parts


def _home(folder: Path) -> str:
    """``folder`` as people write it, with ~ for the home folder."""
    try:
        return str(Path("~") / folder.relative_to(Path.home()))
    except ValueError:
        return str(folder)
