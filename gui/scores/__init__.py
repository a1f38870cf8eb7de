"""The Scores view: charts with their tables, filters, export, and the way back to the cells behind each figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galley.gui.translation import tr
from galley.gui.views import View, ViewSpec

if TYPE_CHECKING:
    from galley.gui.session import Session


def _make(session: Session) -> View:
    from galley.gui.scores.scores_view import ScoresView

    return ScoresView(session)


VIEW = ViewSpec(
    name="scores",
    title=tr("Scores"),
    order=3,
    factory=_make,
    keys=(
        (tr("open the cells behind a point"), ("open-cells",)),
        (tr("next chart"), ("next-chart", "previous-chart")),
        (tr("keys"), ("help",)),
    ),
)
