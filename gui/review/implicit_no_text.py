"""What a finish would say without anybody's saying it, and what it would leave: in words, before it is pressed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from galley.core.domain import Criterion, Document, UnitKind
from galley.core.review.items import ItemView
from galley.core.tasks.finish import OWN, Pair
from galley.gui import labels
from galley.gui.review import unread_text
from galley.gui.text_panes.item import ReviewItem
from galley.gui.translation import tr, tr_n


def count_covered(review_item: ReviewItem, read: Collection[int]) -> tuple[Counter[UnitKind], int]:
    """(units of each kind of which a finish says "no" where they are not marked, criteria by which it does), with the
    documents (row ids) that were ``read``."""
    criteria = {c.row: c for scheme in review_item.schemes for c in scheme.criteria}
    pairs, _ = unread_text.split_item_pairs(review_item, read)
    units = _units(review_item.view, criteria, pairs)
    return Counter(units.values()), len({row for row, _ in pairs})


def describe_finish(review_item: ReviewItem, read: Collection[int]) -> list[str]:
    """What finishing says and what it leaves, a line each."""
    units, criteria = count_covered(review_item, read)
    unread_names = unread_text.join_names(unread_text.find_unread_names(review_item, read))
    lines = []
    if units:
        parts = {kind: n for kind, n in units.items() if kind is not UnitKind.WHOLE} or units
        counted = unread_text.join_names([labels.count_label(n, kind) for kind, n in parts.items()], len(parts))
        lines.append(
            tr_n(
                "Finishing records an implicit no for everything unmarked: {units}, {n:,} criterion.",
                "Finishing records an implicit no for everything unmarked: {units}, {n:,} criteria.",
                criteria,
                units=counted,
            )
        )
    if unread_names and units:
        lines.append(
            tr("Not read: {names}. What is not read stays open, and so does the item.", names=unread_names)
        )
    elif unread_names:
        lines.append(tr("Finishing records nothing before you have read: {names}.", names=unread_names))
    return lines


def _units(view: ItemView, criteria: Mapping[int, Criterion], pairs: Collection[Pair]) -> dict[int, UnitKind]:
    """The units by row id that are asked about by these (criterion, target) pairs."""
    unit_kinds: dict[int, UnitKind] = {}
    flagged = view.find_flagged_wholes()
    for row, target in pairs:
        criterion = criteria[row]
        for home in view.documents:
            if home.role in criterion.roles and (home.id == target or (criterion.about == "summary" and _other(home))):
                if criterion.unit is UnitKind.WHOLE:
                    unit_kinds[home.whole] = UnitKind.WHOLE
                if row in view.whole_criteria:
                    if home.id == target and (row, target) not in flagged:
                        unit_kinds[home.whole] = UnitKind.WHOLE
                    continue
                units = (*home.units, *(unit for unit in view.derived_units if unit.document == home.id))
                unit_kinds.update((unit.id, unit.kind) for unit in units if unit.kind == criterion.unit)
    return unit_kinds


def _other(home: Document) -> bool:
    """Whether a document is no summary: units of those are judged as part of their own alone."""
    return home.role not in OWN
