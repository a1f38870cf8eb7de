"""Which criteria a missed flag may have on a unit, and the cell that each would answer."""

from __future__ import annotations

from galley.core.domain import Cell, Criterion, Document, Role, Span, Unit, UnitKind
from galley.gui import labels
from galley.gui.review.criterion_chooser import Option
from galley.gui.text_panes.criterion_styles import Catalogue
from galley.gui.text_panes.item import ReviewItem, Tab


def options(
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


def _cell(criterion: Criterion, unit: int, home: Document, target: int) -> Cell | None:
    about = home.id if criterion.about == "self" else target
    return Cell(unit, criterion.row, about) if about else None


def _scheme(catalogue: Catalogue, criterion: Criterion) -> str:
    return next((s.name for s in catalogue.schemes if s.id == criterion.scheme), criterion.scheme)
