"""Adding a flag: on what is asked about, and where the selected text is of several units one on each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from galley.core.domain import Span, Unit
from galley.core.text.clarified import as_read
from galley.core.text.excerpts import quote_text
from galley.core.text.visible import make_visible
from galley.gui import labels
from galley.gui.review import missed_flags
from galley.gui.review.criterion_chooser import Option
from galley.gui.review.decisions import Decisions
from galley.gui.translation import tr, tr_n

if TYPE_CHECKING:
    from galley.gui.review.review_workbench import ReviewWorkbench

_SHORT = 140


class FlagAdding:
    """``ask`` asks which error was missed; ``add`` adds what was chosen."""

    def __init__(self, stage: ReviewWorkbench, decisions: Decisions) -> None:
        self._stage, self._decisions = stage, decisions
        self._further: list[tuple[Unit, Span]] = []

    def can_add(self) -> bool:
        """Whether a criterion asks about the selected text."""
        stage = self._stage
        one, several = stage.panes.selection(), stage.panes.several()
        if stage.item is None or (one is None and not several):
            return False
        return bool(missed_flags.options(stage.item, stage.catalogue, stage.judged_tab, *(one or several[0])))

    def ask(self) -> None:
        """Ask which error was missed on the selected text or unit."""
        stage = self._stage
        if stage.item is None:
            return
        one, several = stage.panes.selection(), stage.panes.several()
        if one is None and not several:
            stage.tell(tr("Select text or click a sentence first."))
            return
        unit, span = one or several[0]
        self._further = several[1:] if one is None else []
        options = missed_flags.options(stage.item, stage.catalogue, stage.judged_tab, unit, span)
        if not options:
            place = labels.place(*stage.item.units[unit.id])
            stage.tell(tr("No criterion of the schemes in use asks about {place}.", place=place))
            return
        text = " ".join(make_visible(as_read(unit, *(span or ()))).split())
        short = text if len(text) <= _SHORT else text[: _SHORT - 1] + "…"
        more = len(self._further)
        also = tr_n("and {n:,} unit more: a flag each", "and {n:,} units more: a flag each", more) if more else ""
        stage.flags.ask(" ".join(filter(None, (quote_text(short), also))), options, QApplication.focusWidget())

    def add(self, option: Option) -> None:
        """Add a flag; where the selection goes over several units one on each that the criterion asks about."""
        stage, item = self._stage, self._stage.item
        if item is None:
            return
        stage.selection.expect(option.cell)
        stage.panes.clear_selection()
        spans_by_cell = {option.cell: option.spans}
        for unit, span in [] if option.whole else self._further:
            offered = missed_flags.options(item, stage.catalogue, stage.judged_tab, unit, span)
            same = next((candidate for candidate in offered if candidate.criterion == option.criterion), None)
            if same is not None:
                spans_by_cell[same.cell] = same.spans
        self._decisions.add(item.id, spans_by_cell)
