"""What the readers of a unit said, a card each, for whoever settles or discusses it. Nobody is named: they are
renumbered for each unit, so that the first of one need not be the first of the next."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from galley.core.tasks import adjudication_tasks
from galley.core.tasks.adjudication_tasks import ReaderVerdict
from galley.core.text.clarified import as_read
from galley.core.text.excerpts import quote_text
from galley.core.text.visible import make_visible
from galley.gui.text_panes.answer_margin import unsure_word
from galley.gui.text_panes.item import FlagEntry
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.elided_label import ElidedLabel
from galley.gui.widgets.styled_label import StyledLabel
from galley.gui.widgets.verdict_pill import VerdictPill

_LONGEST = 700
NAMES = {adjudication_tasks.RESOLVED: tr("Adjudicated"), adjudication_tasks.KNOWN: tr("The known answer")}
"""What stands over a card that is no reader's."""


class ReaderCards(QWidget):
    """Hidden where there is nothing to settle."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.cards: list[ReaderCard] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self.hide()

    def show_entry(self, entry: FlagEntry | None) -> None:
        """Show what the readers said of another unit, or nothing."""
        verdicts = entry.reader_verdicts if entry is not None else ()
        while len(self.cards) < len(verdicts):
            self.cards.append(ReaderCard(self._theme, self))
            self._column.addWidget(self.cards[-1])
        for index, card in enumerate(self.cards):
            card.setVisible(index < len(verdicts))
            if entry is not None and index < len(verdicts):
                name = NAMES.get(verdicts[index].source) or tr("Reviewer {number}", number=index + 1)
                card.show_verdict(entry, verdicts[index], name)
            else:
                card.clear()
        self.setVisible(bool(verdicts))


class ReaderCard(QWidget):
    """One of them: which reader, the answer, the words that were marked and the reason."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._name = ElidedLabel(theme, "", Type.BODY_STRONG)
        self._pill = VerdictPill(theme)
        self._quote = StyledLabel(theme, Type.READING_SMALL)
        self._reason = StyledLabel(theme, Type.SMALL, "second")
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._name, 1)
        head.addWidget(self._pill)
        column = QVBoxLayout(self)
        column.setContentsMargins(11, 6, 8, 6)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self._quote)
        column.addWidget(self._reason)
        theme.changed.connect(self.update)

    def show_verdict(self, entry: FlagEntry, verdict: ReaderVerdict, name: str) -> None:
        """Show what one reader, who is called ``name``, said of the unit of ``entry``."""
        words = unsure_word(bool(verdict.source)) if verdict.value is None else entry.get_value_name(verdict.value)
        self._name.set_text(name)
        self._pill.set(words, "warning" if verdict.value is None else "text")  # no colour that speaks for an answer
        quote = " ".join(make_visible(" … ".join(as_read(entry.unit, *span) for span in verdict.spans)).split())
        self._quote.set(quote_text(quote[:_LONGEST]) if quote else "")
        self._reason.set(verdict.reason if len(verdict.reason) <= _LONGEST else verdict.reason[:_LONGEST] + "…")
        self.setAccessibleName(f"{name}: {words}")
        self.setAccessibleDescription(" ".join(filter(None, (self._quote.text(), self._reason.text()))))

    def clear(self) -> None:
        """Keep nothing of what was shown."""
        for words in (self._quote, self._reason):
            words.set("")
        self._name.set_text("")
        self._pill.set("", "text")
        self.setAccessibleName("")
        self.setAccessibleDescription("")

    def paintEvent(self, event: QPaintEvent) -> None:
        """A frame."""
        theme = self._theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.color("hairline"), 1.25))
            painter.setBrush(theme.color("panel"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
