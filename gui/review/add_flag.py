"""Adding a flag: on what is asked about, and where the selected text is of several units one on each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from galley.core.domain import Cell, Criterion, Document, Role, Span, Unit, UnitId, UnitKind
from galley.core.text.clarified import as_read
from galley.core.text.excerpts import quote_text
from galley.core.text.visible import make_visible
from galley.gui import labels
from galley.gui.review.criterion_chooser import Option
from galley.gui.review.decisions import Decisions
from galley.gui.text_panes.criterion_styles import Catalogue
from galley.gui.text_panes.item import ReviewItem, Tab
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
        return bool(list_options(stage.item, stage.catalogue, stage.judged_tab, *(one or several[0])))

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
        options = list_options(stage.item, stage.catalogue, stage.judged_tab, unit, span)
        if not options:
            place = labels.place_label(*stage.item.units[unit.id])
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
            offered = list_options(item, stage.catalogue, stage.judged_tab, unit, span)
            same = next((candidate for candidate in offered if candidate.criterion == option.criterion), None)
            if same is not None:
                spans_by_cell[same.cell] = same.spans
        self._decisions.add(item.id, spans_by_cell)


def list_options(
    review_item: ReviewItem, catalogue: Catalogue, tab: Tab | None, unit: Unit, span: Span | None
) -> list[Option]:
    """What can be added on ``unit`` while ``tab`` is in front; those of the whole document come last."""
    home = review_item.units[unit.id][1]
    target = _target(review_item, tab, home)
    spans = (span,) if span is not None and not (span.start == 0 and span.end == len(unit.text)) else ()
    choices = []
    for criterion in filter(review_item.concerns, catalogue.fitting(unit.kind, home.role)):
        cell = _cell(criterion, unit.id, home, target)
        if (
            unit.kind is UnitKind.ENTRY
            and home.role is Role.TABLE
            and (target == home.id) is not (criterion.about == "self")
        ):
            continue  # a value that the table in front holds is not lost, and of any other nothing else is said
        if cell is not None:
            choices.append(Option(criterion, cell, spans, _scheme(catalogue, criterion)))
    if unit.kind is not UnitKind.WHOLE and home.whole:
        for criterion in filter(review_item.concerns, catalogue.fitting(UnitKind.WHOLE, home.role)):
            cell = _cell(criterion, home.whole, home, target)
            if cell is not None:
                whole = labels.whole_label(home.role)
                choices.append(Option(criterion, cell, (), _scheme(catalogue, criterion), whole))
    return choices


def _target(review_item: ReviewItem, tab: Tab | None, home: Document) -> int:
    """The summary that a source unit is judged against: the one in front, else the item's first; 0 for none."""
    if home.role is Role.SUMMARY or (home.role is Role.TABLE and (tab is None or not tab.target)):
        return home.id
    if tab is not None and tab.target:
        return tab.target
    return next((t.target for t in review_item.tabs if t.target), 0)


def _cell(criterion: Criterion, unit: UnitId, home: Document, target: int) -> Cell | None:
    about = home.id if criterion.about == "self" else target
    return Cell(unit, criterion.row, about) if about else None


def _scheme(catalogue: Catalogue, criterion: Criterion) -> str:
    return next((s.name for s in catalogue.schemes if s.id == criterion.scheme), criterion.scheme)
