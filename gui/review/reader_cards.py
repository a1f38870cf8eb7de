"""What the readers of a unit said, a card each, for whoever settles or discusses it. Nobody is named: they are
numbered anew for each unit, so that the first of one need not be the first of the next."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from galley.core.tasks import settling
from galley.core.tasks.settling import ReaderVerdict
from galley.core.text.clarified import as_read
from galley.core.text.quoting import quoted
from galley.core.text.visible import visible
from galley.gui.desk.opened import Entry
from galley.gui.desk.styled_label import StyledLabel
from galley.gui.language import tr
from galley.gui.panes.answer_margin import unsure_word
from galley.gui.theme import Theme, Type
from galley.gui.widgets.elided_label import ElidedLabel
from galley.gui.widgets.verdict_pill import VerdictPill

_LONGEST = 700
NAMES = {settling.SETTLED: tr("Settled"), settling.KNOWN: tr("The known answer")}
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

    def show_entry(self, entry: Entry | None) -> None:
        """Show what the readers said of another unit, or nothing."""
        said = entry.said if entry is not None else ()
        while len(self.cards) < len(said):
            self.cards.append(ReaderCard(self._theme, self))
            self._column.addWidget(self.cards[-1])
        for index, card in enumerate(self.cards):
            card.setVisible(index < len(said))
            if entry is not None and index < len(said):
                name = NAMES.get(said[index].source) or tr("Reader {number}", number=index + 1)
                card.show_said(entry, said[index], name)
            else:
                card.clear()
        self.setVisible(bool(said))


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

    def show_said(self, entry: Entry, said: ReaderVerdict, name: str) -> None:
        """Show what one reader, who is called ``name``, said of the unit of ``entry``."""
        words = unsure_word(bool(said.source)) if said.value is None else entry.called(said.value)
        self._name.set_text(name)
        self._pill.set(words, "warning" if said.value is None else "text")  # no colour that speaks for an answer
        quote = " ".join(visible(" … ".join(as_read(entry.unit, *span) for span in said.spans)).split())
        self._quote.set(quoted(quote[:_LONGEST]) if quote else "")
        self._reason.set(said.reason if len(said.reason) <= _LONGEST else said.reason[:_LONGEST] + "…")
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
