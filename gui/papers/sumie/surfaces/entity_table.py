"""Tables of an entity's entries, turn by turn (SUMIE): attribute and values in the middle, the paragraphs beside."""

from __future__ import annotations

from galley.core.domain import Role, UnitKind
from galley.core.protocols.study import Kind
from galley.core.tasks.questioning import AskedCells
from galley.gui.desk.opened import Opened
from galley.gui.language import tr
from galley.gui.review.surface import Ground, Surface, SurfaceSpec


def _fits(asked: AskedCells) -> bool:
    """Whatever is asked, or flagged, of entries alone."""
    task = asked.task
    if task is None or task.kind is Kind.WRITE or asked.compares or not asked.asks:
        return False
    return all(each.criterion.unit is UnitKind.ENTRY for each in asked.asks)


def _stands(opened: Opened) -> bool:
    return any(d.role is Role.TABLE and isinstance(d.meta.get("turn"), int) for d in opened.view.documents)


def _make(ground: Ground) -> Surface:
    from galley.gui.papers.sumie.entity_desk import EntityDesk

    return EntityDesk(ground)


SURFACE = SurfaceSpec(
    name="entity-table",
    order=4,
    fits=_fits,
    factory=_make,
    page="galley.gui.papers.sumie.entity_desk",
    kinds=frozenset({UnitKind.ENTRY}),
    roles=frozenset({Role.TABLE}),
    stands=_stands,
    actions=("next-turn", "previous-turn", "mark-distractors", "correct-entry", "merge-entries"),
    absent=tr("This item has no tables of entries."),
)
