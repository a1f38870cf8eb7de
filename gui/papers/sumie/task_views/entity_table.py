"""Tables of an entity's entries, turn by turn (SUMIE): attribute and values in the middle, the paragraphs beside."""

from __future__ import annotations

from galley.core.definitions.protocols import Kind
from galley.core.domain import Role, UnitKind
from galley.core.tasks.questions import AskedCells
from galley.gui.review.task_view import Surface, SurfaceContext, SurfaceSpec
from galley.gui.text_panes.item import ReviewItem
from galley.gui.translation import tr


def _fits(asked_cells: AskedCells) -> bool:
    """Whatever is asked, or flagged, of entries alone."""
    task = asked_cells.task
    if task is None or task.kind is Kind.WRITE or asked_cells.compares or not asked_cells.asks:
        return False
    return all(question.criterion.unit is UnitKind.ENTRY for question in asked_cells.asks)


def _stands(review_item: ReviewItem) -> bool:
    return any(d.role is Role.TABLE and isinstance(d.meta.get("turn"), int) for d in review_item.view.documents)


def _make(context: SurfaceContext) -> Surface:
    from galley.gui.papers.sumie.entity_workbench import EntityTableSurface

    return EntityTableSurface(context)


SURFACE = SurfaceSpec(
    name="entity-table",
    order=4,
    fits=_fits,
    factory=_make,
    page="galley.gui.papers.sumie.entity_workbench",
    kinds=frozenset({UnitKind.ENTRY}),
    asked_units=frozenset({UnitKind.ENTRY}),
    roles=frozenset({Role.TABLE}),
    stands=_stands,
    actions=("next-turn", "previous-turn", "mark-distractors", "correct-entry", "merge-entries"),
    absent=tr("This item has no tables of entries."),
)
