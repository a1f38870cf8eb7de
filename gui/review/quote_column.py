"""The quotes that a verdict rests on, one below the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout

from galley.core.domain import Document, Unit, UnitId
from galley.core.text.clarified import as_read
from galley.gui import labels
from galley.gui.review.quote_block import Badge, QuoteBlock
from galley.gui.text_panes.item import FlagEntry
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n
from galley.gui.widgets.styled_label import StyledLabel

_MOST = 12
Quote = tuple[str, Badge | None, str, UnitId | None]
Units = Mapping[UnitId, tuple[Unit, Document]]


class QuoteColumn(QVBoxLayout):
    """As many as can be taken in, and how many more there are. ``unitChosen(unit)``: a place was clicked."""

    unitChosen = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.blocks: list[QuoteBlock] = []
        self._more = StyledLabel(theme, Type.CAPTION, "second")
        self.setSpacing(8)
        self.addWidget(self._more)

    def show_quotes(self, quotes: Sequence[Quote], reviewer_quotes: Sequence[Quote] = ()) -> None:
        """Show these, and below them what the reviewer put there, which is never left out for the others."""
        shown_quotes = [*quotes[: max(0, _MOST - len(reviewer_quotes))], *reviewer_quotes][:_MOST]
        for index, quote in enumerate(shown_quotes):
            if index == len(self.blocks):
                block = QuoteBlock(self._theme)
                block.clicked.connect(self.unitChosen)
                self.insertWidget(index, block)
                self.blocks.append(block)
            self.blocks[index].set(*quote)
            self.blocks[index].show()
        for block in self.blocks[len(shown_quotes) :]:
            block.hide()
        hidden_count = len(quotes) + len(reviewer_quotes) - len(shown_quotes)
        self._more.set(tr_n("and {n:,} more", "and {n:,} more", hidden_count) if hidden_count else "")


def judged_quotes(entry: FlagEntry, units: Units, derived: bool) -> list[Quote]:
    """What the judge quoted; of a ``derived`` unit without any, what it was made from."""
    quotes: list[Quote] = []
    for evidence in () if entry.blind else entry.verdict.evidence:
        place, quoted = tr("not in the sources"), evidence.quote
        if evidence.unit is not None:
            unit, home = units[evidence.unit]
            place = labels.place_label(unit, home)
            quoted = quoted or as_read(unit, *(evidence.span or ()))
        quotes.append((quoted, evidence.match, place, evidence.unit))
    if derived and not quotes:
        quotes += [
            (as_read(units[source][0]), None, labels.place_label(*units[source]), source)
            for source in entry.unit.sources
            if units[source][0].text != entry.unit.text  # what a group stands for may be the same
        ]
    return quotes


def own_quotes(entry: FlagEntry, units: Units) -> list[Quote]:
    """What the reviewer attached."""
    attached_units = ((units[evidence.source], evidence) for evidence in entry.attached_evidence)
    return [
        (as_read(unit, *e.span), e.stance, labels.place_label(unit, home), unit.id)
        for (unit, home), e in attached_units
    ]
