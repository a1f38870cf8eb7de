"""One call whole: what was sent, what came back, and what was made of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent, QPalette, QTextOption
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QScrollArea, QSplitter, QVBoxLayout, QWidget

from galley.core.domain import Criterion, CriterionId
from galley.core.judges.run_report import CallDetail, CallVerdict
from galley.core.text.visible import make_visible
from galley.gui import clipboard, labels
from galley.gui.plain_text import Button
from galley.gui.runs.call_list import tokens
from galley.gui.runs.run_figures import format_call_time
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n
from galley.gui.widgets.badge import LetterBadge, WordBadge
from galley.gui.widgets.elided_label import ElidedLabel
from galley.gui.widgets.hairline import Hairline
from galley.gui.widgets.key_line import KeyLine
from galley.gui.widgets.pane_head import PaneHead
from galley.gui.widgets.styled_label import StyledLabel

_MOST = 80
"""Verdicts that are listed; an item has rarely more."""


class CallDetailPane(QWidget):
    """``opened()``: the item of the call is wanted; ``flag_wanted(Cell)``: what was said of that cell."""

    opened = Signal()
    flag_wanted = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.prompt = PlainPane(theme, tr("Prompt as sent"), self)
        self.reply = PlainPane(theme, tr("Reply as received"), self)
        self.why = StyledLabel(theme, Type.SMALL, "warning")
        self.why.setContentsMargins(14, 2, 14, 8)
        self.sheet = QWidget(self)
        self.verdict_column = QVBoxLayout()
        self.verdict_column.setContentsMargins(14, 2, 14, 14)
        self.verdict_column.setSpacing(9)
        self.verdict_head = PaneHead(theme, tr("Verdicts"))
        self.open = Button(tr("Open the item"), self)
        self.open.setFlat(True)
        self.open.setCursor(Qt.CursorShape.PointingHandCursor)
        self.open.setAutoDefault(False)
        self.open.clicked.connect(self.opened)
        right = QSplitter(Qt.Orientation.Vertical)
        right.setHandleWidth(1)
        right.setChildrenCollapsible(False)
        upper = QWidget()
        column = QVBoxLayout(upper)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.reply, 1)
        column.addWidget(self.why)
        right.addWidget(_on_panel(upper))
        right.addWidget(self._verdicts())
        right.setSizes([200, 240])
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.setHandleWidth(1)
        split.setChildrenCollapsible(False)
        split.addWidget(self.prompt)
        split.addWidget(right)
        split.setSizes([330, 380])
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(split)
        theme.changed.connect(self._dress)
        self._dress()

    def show_call(self, call: CallDetail | None, criteria: Mapping[CriterionId, Criterion]) -> None:
        """Show a call; None shows none."""
        self.open.setEnabled(call is not None)
        self._forget()
        if call is None:
            self.prompt.show_text("")
            self.reply.show_text("")
            self.why.set("")
            self.verdict_head.set(tr("Verdicts"))
            return
        line = call.line
        self.prompt.show_text(_request_text(call), str(call.body.get("model", "")))
        facts = [line.finish] if line.finish not in ("", "stop") else []
        facts += [tr("{count} tokens", count=tokens(line))] if line.tokens_in is not None else []
        facts += [tr("{n:,} of them from the provider's cache", n=line.tokens_read)] if line.tokens_read else []
        facts += [format_call_time(line.seconds)] if line.seconds is not None else []
        facts += [tr("answered by {model}", model=line.answering_model)] if line.answering_model else []
        facts += [tr_n("{n:,} attempt", "{n:,} attempts", line.attempts)] if line.attempts > 1 else []
        nothing = tr("No reply arrived.") if call.reply is None else tr("The reply is empty.")
        self.reply.show_text(call.reply or "", ", ".join(facts), nothing)
        reasons = [tr("Unscored: {why}", why=line.unscored_reason)] if line.unscored_reason else []
        how = line.repairs
        reasons += [tr("Repaired before reading: {how}", how=how)] if how else []
        reasons += [line.error] if line.error and line.error not in line.unscored_reason else []
        self.why.set("\n".join(reasons), "negative" if line.state == "failed" else "warning")
        flags = sum(verdict.value == "yes" for verdict in call.verdicts)
        self.verdict_head.set(tr("Verdicts"), tr_n("{n:,} flag", "{n:,} flags", flags) if flags else "")
        self._list(call, criteria)

    def _list(self, call: CallDetail, criteria: Mapping[CriterionId, Criterion]) -> None:
        if not call.verdicts:
            if call.line.unscored_reason or call.line.state == "failed":
                words = tr("The call gave no verdict. A missing answer is not a “no”.")
            else:
                words = tr("No flag: every cell that was asked is a “no”, or the call only prepared another one.")
            text = StyledLabel(self._theme, Type.SMALL, "second", self.sheet)
            text.set(words)
            self.verdict_column.insertWidget(0, text)
            return
        order = sorted(
            (verdict for verdict in call.verdicts if verdict.value is not None),
            key=lambda verdict: verdict.value != "yes",
        )
        for at, verdict in enumerate(order[:_MOST]):
            row = _VerdictRow(self._theme, verdict, criteria.get(verdict.cell.criterion))
            row.pressed.connect(self.flag_wanted)
            self.verdict_column.insertWidget(at, row)
        more = [tr("and {count:,} more", count=len(order) - _MOST)] if len(order) > _MOST else []
        unscored_reasons = Counter(verdict.reason for verdict in call.verdicts if verdict.value is None)
        more += [
            tr_n(
                "{n:,} cell unscored: {reason}. An unscored cell is not a “no”.",
                "{n:,} cells unscored: {reason}. An unscored cell is not a “no”.",
                count,
                reason=reason.rstrip("."),
            )
            for reason, count in unscored_reasons.most_common()
        ]
        for at, sentence in enumerate(more):
            text = StyledLabel(self._theme, Type.SMALL, "second", self.sheet)
            text.set(sentence)
            self.verdict_column.insertWidget(min(len(order), _MOST) + at, text)

    def _forget(self) -> None:
        while self.verdict_column.count() > 1:  # the last is the stretch
            item = self.verdict_column.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def _verdicts(self) -> QWidget:
        self.verdict_column.addStretch(1)
        self.sheet.setLayout(self.verdict_column)
        area = QScrollArea()
        area.setWidget(_on_panel(self.sheet))
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 6, 0)
        head.addWidget(self.verdict_head, 1)
        head.addWidget(self.open)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(area, 1)
        return _on_panel(page)

    def _dress(self) -> None:
        self.open.setFont(self._theme.font(Type.CAPTION))


class _VerdictRow(QWidget):
    """A verdict: criterion, place, value with its votes, and the reason in the model's own words. A click or its place
    leads to it: ``pressed(Cell)``."""

    pressed = Signal(object)

    def __init__(self, theme: Theme, verdict: CallVerdict, criterion: Criterion | None) -> None:
        super().__init__()
        self._cell = verdict.cell
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        name = criterion.name if criterion is not None else tr("a deleted criterion")
        badge = LetterBadge(theme)
        badge.set(criterion.letter if criterion else "?", criterion.colour if criterion else "#777777", name)
        value = tr("unscored") if verdict.value is None else labels.value_label(verdict.value)
        role = labels.verdict_role(verdict.value)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(badge)
        head.addWidget(ElidedLabel(theme, name, Type.BODY_STRONG), 1)
        if verdict.votes:
            head.addWidget(ElidedLabel(theme, verdict.votes, Type.CAPTION_NUMBER, "second"))
        place = verdict.place
        self.place = KeyLine(theme, place)
        self.place.setAccessibleName(tr("Show {name}, {place}, in its item", name=name, place=place))
        self.place.clicked.connect(lambda: self.pressed.emit(self._cell))
        head.addWidget(self.place)
        head.addWidget(WordBadge(theme, value, role))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addLayout(head)
        words = StyledLabel(theme, Type.SMALL, "second", self)
        words.set(verdict.reason or verdict.explanation)
        column.addWidget(words)
        column.addWidget(Hairline(theme, role="hairline_soft"))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click anywhere on it."""
        super().mouseReleaseEvent(event)
        if event.button() is Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.pressed.emit(self._cell)


def _request_text(call: CallDetail) -> str:
    """The request as one text: instructions, question, and the rest of what was sent. In a chat each message says whose
    it is."""
    rest: dict[str, Any] = {name: value for name, value in call.body.items() if name != "schema"}
    parts = [part for part in (call.system, call.user) if part]
    if call.earlier:
        parts = [tr("Instructions:") + f"\n\n{call.system}"] if call.system else []
        for turn in call.earlier:
            parts.append(tr("Question:") + f"\n\n{turn.user}")
            parts.append(tr("The model’s reply, sent back to it:") + f"\n\n{turn.assistant}")
        parts.append(tr("Question:") + f"\n\n{call.user}")
    parts.append(tr("Sent with it: {settings}", settings=", ".join(f"{name} {value}" for name, value in rest.items())))
    if "schema" in call.body:
        parts.append(tr("The reply must follow this schema:") + "\n" + json.dumps(call.body["schema"], indent=1))
    return "\n\n———\n\n".join(parts)


def _on_panel(widget: QWidget) -> QWidget:
    widget.setAutoFillBackground(True)
    widget.setBackgroundRole(QPalette.ColorRole.Base)
    return widget


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
