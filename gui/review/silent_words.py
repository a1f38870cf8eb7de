"""What a finish would say without anybody's saying it, and what it would leave: in words, before it is pressed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from galley.core.domain import Criterion, Document, UnitKind
from galley.core.project.item_reading import ItemView
from galley.core.tasks.finishing import OWN, Pair, parted
from galley.gui import naming
from galley.gui.desk.opened import Opened
from galley.gui.language import tr, tr_n
from galley.gui.review import unread


def covered(opened: Opened, read: Collection[int]) -> tuple[Counter[UnitKind], int]:
    """(units of each kind of which a finish says "no" where they are not marked, criteria by which it does), with the
    documents (row ids) that were ``read``."""
    criteria = {c.row: c for scheme in opened.schemes for c in scheme.criteria}
    pairs, _ = parted(opened.view, unread.silent(opened), opened.schemes, read)
    units = _units(opened.view, criteria, pairs)
    return Counter(units.values()), len({row for row, _ in pairs})


def sentences(opened: Opened, read: Collection[int]) -> list[str]:
    """What finishing says and what it leaves, a line each."""
    units, criteria = covered(opened, read)
    left = unread.listed(unread.names(opened, read))
    lines = []
    if units:
        parts = {kind: n for kind, n in units.items() if kind is not UnitKind.WHOLE} or units
        counted = unread.listed([naming.count(n, kind) for kind, n in parts.items()], len(parts))
        lines.append(
            tr_n(
                "Finishing says “no error” of all that nobody marked: {units}, by {n:,} criterion.",
                "Finishing says “no error” of all that nobody marked: {units}, by {n:,} criteria.",
                criteria,
                units=counted,
            )
        )
    if left and units:
        lines.append(tr("Not read: {names}. What is asked about it stays open, and so does the item.", names=left))
    elif left:
        lines.append(tr("Not read: {names}. So finishing says nothing yet.", names=left))
    return lines


def _units(view: ItemView, criteria: Mapping[int, Criterion], pairs: Collection[Pair]) -> dict[int, UnitKind]:
    """The units by row id that are asked about by these (criterion, target) pairs."""
    found: dict[int, UnitKind] = {}
    for row, target in pairs:
        criterion = criteria[row]
        for home in view.documents:
            if home.role in criterion.roles and (home.id == target or (criterion.about == "summary" and _other(home))):
                if criterion.unit is UnitKind.WHOLE:
                    found[home.whole] = UnitKind.WHOLE
                if row in view.whole_criteria:
                    if home.id == target:
                        found[home.whole] = UnitKind.WHOLE
                    continue
                units = (*home.units, *(unit for unit in view.derived if unit.document == home.id))
                found.update((unit.id, unit.kind) for unit in units if unit.kind == criterion.unit)
    return found


def _other(home: Document) -> bool:
    """Whether a document is no summary: units of those are judged as part of their own alone."""
    return home.role not in OWN
