"""The Adjudicate view: the cells on which people, or a judge and the people, differ, and their gold verdicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.views import View, ViewSpec

if TYPE_CHECKING:
    from gui.session import Session


def _make(session: Session) -> View:
    from gui.adjudicate.view import AdjudicateView

    return AdjudicateView(session)


VIEW = ViewSpec(
    name="adjudicate",
    title="Adjudicate",
    order=2,
    factory=_make,
    keys=(
        ("cell", ("next-tie", "previous-tie")),
        ("item", ("next-tied-item", "previous-tied-item")),
        ("annotator's verdict", tuple(f"take-{number}" for number in range(1, 10))),
        ("names", ("hide-names",)),
        ("undo", ("undo",)),
        ("keys", ("help",)),
    ),
)
