"""What the status line says in Review: the keys that do something with what is in front, and no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galley.core.protocols.study import Kind
from galley.gui.language import tr
from galley.gui.views import Hint

if TYPE_CHECKING:
    from galley.gui.review.review_workbench import ReviewWorkbench

END_KEY = "Enter"
"""What finishes an item on the page of its end, besides the key that does so everywhere."""


def hints(stage: ReviewWorkbench, ending: bool, lines: bool) -> tuple[Hint, ...]:
    """Words and the actions whose keys stand after them; ``ending`` says that the page of an item's end is in front,
    ``lines`` that something can be chosen on it.
    Those that matter most come last: where there is little room the first are left out."""
    item, entry, across = stage.item, stage.entry, stage.walking.on
    if item is None:
        return ()
    found: list[Hint] = []
    asks = item.questions
    if ending:
        found += [(tr("line"), ("next-flag", "previous-flag"))] if lines else []
    elif len(item.entries) > 1 or across:
        found.append((tr("question") if asks else tr("flag"), ("next-flag", "previous-flag")))
    found.append((tr("item"), ("next-item", "previous-item")))
    digits = stage.flags.detail.digits
    if digits and entry is not None and not ending:
        found.append((tr("answer") if entry.question else tr("as criterion"), _actions(digits)))
    if across:
        found.append((tr("criterion"), ("previous-criterion", "next-criterion")))
    if item.writes:
        found.append((tr("write"), ("write-unit",)))
    elif not (asks or stage.surfaces.covers):
        found.append((tr("add flag"), ("add-flag",)))
    settles = item.asked.task is not None and item.asked.task.kind is Kind.SETTLE
    if ending:
        found.append((tr("finish item"), (END_KEY,)))
    elif not (across or settles or item.finished):
        found.append((tr("finish item"), ("finish",)))
    return (*found, (tr("undo"), ("undo",)), (tr("keys"), ("help",)))


def _actions(places: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(f"criterion-{place + 1}" for place in places)
