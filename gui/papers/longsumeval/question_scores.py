"""The two scores of a summary: as judged, and as the reviewer leaves them, with the questions behind them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from galley.core.judges.qa.scoring import NOT_REVIEWED, Mean
from galley.core.judges.qa.standing import Standing
from galley.gui.language import tr
from galley.gui.papers.longsumeval.question_lines import SIDE_TITLES
from galley.gui.plain_text import set_tip
from galley.gui.theme import Theme, Type

_SIDE = 14.0
_LINE = 20.0
_HEADS = (tr("judged"), tr("reviewed"), "n")


class ScoreTable(QWidget):
    """A line a side under three small heads. Hidden where there is no score."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows: list[tuple[str, str, str, str]] = []
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._dress)
        self.hide()

    def show_scores(self, standings: Mapping[str, Standing], hidden: bool = False) -> None:
        """Show the scores by side; ``hidden`` keeps the judged ones back."""
        rows, why = [], []
        for side, standing in standings.items():
            judged = tr("hidden") if hidden else _figure(standing.judged)
            reviewed = _figure(standing.reviewed)
            if standing.reviewed.why == NOT_REVIEWED:
                reviewed = tr("{done} of {of}", done=standing.decided, of=standing.questions)
            rows.append((SIDE_TITLES[side], judged, reviewed, str(standing.questions)))
            why += [f"{SIDE_TITLES[side]}: {mean.why}." for mean in {standing.judged, standing.reviewed} if mean.why]
        if rows != self.rows:
            self.rows = rows
            self.updateGeometry()
            self.update()
        words = "; ".join(
            tr(
                "{side}: judged {judged}, reviewed {reviewed}, {count} questions",
                side=name,
                judged=j,
                reviewed=r,
                count=n,
            )
            for name, j, r, n in rows
        )
        set_tip(self, f"{words}. {' '.join(why)}" if rows else "")
        self.setAccessibleName(words)
        self.setHidden(not rows)

    def sizeHint(self) -> QSize:
        """The heads and a line a side."""
        return QSize(120, round(self._theme.px(16.0 + _LINE * len(self.rows) + 8.0)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Names at the left, figures right-aligned in columns."""
        theme, px = self._theme, self._theme.px
        widths = [*(theme.advance(Type.CAPTION, words) for words in _HEADS[:2]), px(20.0)]
        ends, right = [], self.width() - _SIDE
        for width in reversed(widths):
            ends.append(right)
            right -= width + px(14.0)
        ends.reverse()
        middle, end = Qt.AlignmentFlag.AlignVCenter.value, Qt.AlignmentFlag.AlignRight.value
        with QPainter(self) as painter:
            painter.setFont(theme.font(Type.CAPTION))
            painter.setPen(theme.color("second"))
            for words, at, width in zip(_HEADS, ends, widths, strict=True):
                painter.drawText(QRectF(at - width, 0, width, px(16.0)), int(middle | end), words)
            room = max(0.0, right - _SIDE)
            for number, (name, *figures) in enumerate(self.rows):
                y = px(16.0 + _LINE * number)
                painter.setFont(theme.font(Type.BODY))
                painter.setPen(theme.color("text"))
                shown = theme.metrics(Type.BODY).elidedText(name, Qt.TextElideMode.ElideRight, room)
                painter.drawText(QRectF(_SIDE, y, room, px(_LINE)), int(middle), shown)
                for words, at, width in zip(figures, ends, widths, strict=True):
                    number_like = words[:1].isdigit() and " " not in words
                    painter.setFont(theme.font(Type.NUMBER if number_like else Type.CAPTION))
                    painter.setPen(theme.color("text" if number_like else "second"))
                    painter.drawText(QRectF(at - width, y, width, px(_LINE)), int(middle | end), words)

    def _dress(self) -> None:
        self.updateGeometry()
        self.update()


def _figure(mean: Mean) -> str:
    return "–" if mean.value is None else f"{mean.value:.2f}"
