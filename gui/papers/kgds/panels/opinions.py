"""Opinions and facts beside the summary, of items that have some and of discussions that may get some."""

from __future__ import annotations

from galley.core.domain import Role, UnitKind
from galley.gui.desk.opened import Opened
from galley.gui.desk.panel import Panel, PanelSpec, Room, Where
from galley.gui.language import tr

KINDS = frozenset({UnitKind.FACT, UnitKind.OPINION})
_PARTS = ("background", "opinion")


def _wanted(opened: Opened) -> bool:
    """Whether an item has opinions or facts, or is a discussion of an article that waits for them: not summarised yet,
    or in a background and an opinion summary."""
    view = opened.view
    if opened.kinds & KINDS or any(unit.kind in KINDS for unit in view.retired):
        return True
    if not view.by_role(Role.DIALOGUE) or not view.by_role(Role.ARTICLE):
        return False
    summaries = [d for d in view.documents if d.role in (Role.SUMMARY, Role.TABLE)]
    return not summaries or any(d.part in _PARTS for d in summaries)


def _make(room: Room) -> Panel:
    from galley.gui.papers.kgds.opinions_panel import OpinionsPanel

    return OpinionsPanel(room)


PANEL = PanelSpec(
    name="opinions",
    title=tr("Opinions and facts"),
    where=Where.BESIDE,
    order=1,
    wants=_wanted,
    factory=_make,
    kinds=KINDS,
    actions=("opinions", "clarify-unit", "split-unit", "merge-units", "write-unit", "drop-unit", "unit-type"),
    absent=tr("This item has no opinions and facts."),
)
