"""A version of a refined summary, in the place of its text: what changed, the feedback, the text as accepted."""

from __future__ import annotations

from galley.gui.desk.opened import Opened, Tab
from galley.gui.desk.panel import Panel, PanelSpec, Room, Where
from galley.gui.language import tr

FIELD = "refined"
"""Where a version's metadata say how it came about (``galley.core.papers.longsumeval.acceptance.FIELD``)."""


def _wanted(opened: Opened) -> bool:
    if not any(FIELD in document.meta for document in opened.view.documents):
        return False
    from galley.core.papers.longsumeval.acceptance import versions  # only where there may be one

    return bool(versions(opened.view))


def _taken(tab: Tab) -> bool:
    return tab.target != 0 and tab.document is not None and FIELD in tab.document.meta


def _make(room: Room) -> Panel:
    from galley.gui.papers.longsumeval.versions_panel import VersionsPanel

    return VersionsPanel(room)


PANEL = PanelSpec(
    name="versions",
    title=tr("Versions"),
    where=Where.INSTEAD,
    order=6,
    wants=_wanted,
    factory=_make,
    takes=_taken,
    actions=("version",),
    absent=tr("The summary in front is no refined version; galley judge refine writes them."),
)
