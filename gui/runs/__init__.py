"""The Runs view: judge runs that are started, watched and stopped here, and every call that they made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galley.gui.translation import tr
from galley.gui.views import View, ViewSpec

if TYPE_CHECKING:
    from galley.gui.session import Session


def _make(session: Session) -> View:
    from galley.gui.runs.runs_view import RunsView

    return RunsView(session)


VIEW = ViewSpec(
    name="runs",
    title=tr("Runs"),
    order=4,
    factory=_make,
    keys=(
        (tr("start a run"), ("start-run",)),
        (tr("pause or go on"), ("pause-run",)),
        (tr("run"), ("next-run", "previous-run")),
        (tr("call"), ("next-call", "previous-call")),
        (tr("open the item"), ("open-call",)),
        (tr("keys"), ("help",)),
    ),
)
