"""The strip of ratings below a summary, where a scheme in force rates whole summaries."""

from __future__ import annotations

from galley.core.domain import Role, UnitKind
from galley.core.project.desk import Desk, Saved
from galley.gui.desk.opened import Opened, Tab
from galley.gui.desk.panel import Panel, PanelSpec, Room, Where
from galley.gui.language import tr


def _wanted(opened: Opened) -> bool:
    rated = any(c.scale == "ordinal" and c.unit is UnitKind.WHOLE for s in opened.schemes for c in s.criteria)
    return rated and bool(opened.view.by_role(Role.SUMMARY))


def _taken(tab: Tab) -> bool:
    return tab.document is not None and tab.document.role is Role.SUMMARY


def _make(room: Room) -> Panel:
    from galley.gui.rating.strip import RatingStrip

    return RatingStrip(room)


def _begin(desk: Desk) -> Saved:
    from galley.core.columns import names
    from galley.core.domain import ChangeSet

    def job(connection: object) -> tuple[None, ChangeSet]:
        names.add_scheme(connection, "likert")  # type: ignore[arg-type]
        return None, ChangeSet(settings=True)

    return desk.project.write(job)


PANEL = PanelSpec(
    name="rating",
    title=tr("Rating"),
    where=Where.BELOW,
    order=1,
    wants=_wanted,
    factory=_make,
    takes=_taken,
    actions=("rate",),
    absent=tr("This project rates no summaries yet; press it again to rate them from 1 to 5 (scheme likert)."),
    begin=_begin,
)
