"""The Runs view: judge runs that are started, watched and stopped here, and every call that they made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.views import View, ViewSpec

if TYPE_CHECKING:
    from gui.session import Session


def _make(session: Session) -> View:
    from gui.runs.view import RunsView

    return RunsView(session)


VIEW = ViewSpec(
    name="runs",
    title="Runs",
    order=4,
    factory=_make,
    keys=(
        ("start a run", ("start-run",)),
        ("pause or go on", ("pause-run",)),
        ("run", ("next-run", "previous-run")),
        ("call", ("next-call", "previous-call")),
        ("open the item", ("open-call",)),
        ("keys", ("help",)),
    ),
)
