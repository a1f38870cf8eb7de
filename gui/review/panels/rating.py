"""The strip of ratings below a summary, where a scheme in force rates whole summaries."""

from __future__ import annotations

from core.domain import Role, UnitKind
from gui.review.opened import Opened, Tab
from gui.review.panels.base import Panel, PanelSpec, Room, Where


def _wanted(opened: Opened) -> bool:
    rated = any(c.scale == "ordinal" and c.unit is UnitKind.WHOLE for s in opened.schemes for c in s.criteria)
    return rated and bool(opened.view.by_role(Role.SUMMARY))


def _taken(tab: Tab) -> bool:
    return tab.document is not None and tab.document.role is Role.SUMMARY


def _make(room: Room) -> Panel:
    from gui.rating.strip import RatingStrip

    return RatingStrip(room)


PANEL = PanelSpec(
    name="rating",
    title="Rating",
    where=Where.BELOW,
    order=1,
    wants=_wanted,
    factory=_make,
    takes=_taken,
    actions=("rate",),
    absent="This project rates no summaries; the scheme likert does, choose it when you make a project.",
)
