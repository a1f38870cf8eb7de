"""The Adjudicate view: the cells on which people, or a judge and the people, differ, and their gold verdicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galley.gui.translation import tr
from galley.gui.views import View, ViewSpec

if TYPE_CHECKING:
    from galley.gui.session import Session


def _make(session: Session) -> View:
    from galley.gui.adjudicate.adjudicate_view import AdjudicateView

    return AdjudicateView(session)


VIEW = ViewSpec(
    name="adjudicate",
    title=tr("Adjudicate"),
    order=2,
    factory=_make,
    keys=(
        (tr("cell"), ("next-tie", "previous-tie")),
        (tr("item"), ("next-tied-item", "previous-tied-item")),
        (tr("annotator's verdict"), tuple(f"take-{number}" for number in range(1, 10))),
        (tr("names"), ("hide-names",)),
        (tr("undo"), ("undo",)),
        (tr("keys"), ("help",)),
    ),
)
