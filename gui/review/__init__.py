"""The Review view: the queue, the texts side by side, and the flags to be decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galley.gui.translation import tr
from galley.gui.views import View, ViewSpec

if TYPE_CHECKING:
    from galley.gui.session import Session


def _make(session: Session) -> View:
    from galley.gui.review.review_view import ReviewView

    return ReviewView(session)


VIEW = ViewSpec(
    name="review",
    title=tr("Review"),
    order=1,
    factory=_make,
    keys=(
        (tr("undo"), ("undo",)),
        (tr("keys"), ("help",)),
    ),
)
