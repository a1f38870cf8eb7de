"""The Plan view: where each task of a campaign stands, and who is handed what next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galley.gui.translation import tr
from galley.gui.views import View, ViewSpec

if TYPE_CHECKING:
    from galley.gui.session import Session


def _make(session: Session) -> View:
    from galley.gui.plan.plan_view import PlanView

    return PlanView(session)


VIEW = ViewSpec(
    name="plan",
    title=tr("Plan"),
    order=5,
    factory=_make,
    keys=((tr("task"), ("next-planned", "previous-planned")), (tr("keys"), ("help",))),
    needs_plan=True,
)
