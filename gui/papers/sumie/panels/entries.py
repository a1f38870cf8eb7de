"""Tables of an entity's entries, turn by turn (SUMIE): in the place of the summary."""

from __future__ import annotations

from galley.core.domain import Role, UnitKind
from galley.gui.desk.opened import Opened
from galley.gui.desk.panel import Panel, PanelSpec, Room, Where
from galley.gui.language import tr


def _wants(opened: Opened) -> bool:
    return any(d.role is Role.TABLE and isinstance(d.meta.get("turn"), int) for d in opened.view.documents)


def _make(room: Room) -> Panel:
    from galley.gui.papers.sumie.entries_panel import EntriesPanel

    return EntriesPanel(room)


PANEL = PanelSpec(
    name="entries",
    title=tr("Table of entries"),
    where=Where.INSTEAD,
    order=3,
    wants=_wants,
    factory=_make,
    kinds=frozenset({UnitKind.ENTRY}),
    forms=frozenset({"sumie-entry/supported"}),
    takes=lambda tab: tab.document is not None and tab.document.role is Role.TABLE,
    own_tabs=True,
    actions=("next-turn", "previous-turn", "mark-distractors", "correct-entry", "merge-entries"),
    absent=tr("This item has no tables of entries."),
)
