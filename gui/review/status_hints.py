"""What the status line says in Review: the keys that do something with what is in front, and no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galley.core.definitions.protocols import Kind
from galley.gui.translation import tr
from galley.gui.views import Hint

if TYPE_CHECKING:
    from galley.gui.review.review_workbench import ReviewWorkbench

END_KEY = "Enter"
"""What opens the next unread summary, and after the last one finishes the item."""


def hints(stage: ReviewWorkbench, ending: bool, lines: bool, unread: bool = False) -> tuple[Hint, ...]:
    """Words and the actions whose keys stand after them; ``ending`` says that the page of an item's end is in front,
    ``lines`` that something can be chosen on it, ``unread`` that a summary of the item was not read to its end.
    Those that matter most come last: where there is little room the first are left out."""
    item, entry, across = stage.item, stage.entry, stage.criterion_review.on
    if item is None:
        return ()
    hint_list: list[Hint] = []
    has_questions = item.questions
    if ending:
        hint_list += [(tr("line"), ("next-flag", "previous-flag"))] if lines else []
    elif len(item.entries) > 1 or across:
        hint_list.append((tr("question") if has_questions else tr("flag"), ("next-flag", "previous-flag")))
    hint_list.append((tr("item"), ("next-item", "previous-item")))
    digits = stage.flags.detail.digits
    if digits and entry is not None and not ending:
        hint_list.append((tr("answer") if entry.question else tr("relabel"), _actions(digits)))
    if across:
        hint_list += [(tr("tick"), ("tick",)), (tr("criterion"), ("previous-criterion", "next-criterion"))]
    if item.writes:
        hint_list.append((tr("write"), ("write-unit",)))
    elif not (has_questions or stage.surfaces.covers):
        hint_list.append((tr("add flag"), ("add-flag",)))
    adjudicates = item.asked_cells.task is not None and item.asked_cells.task.kind is Kind.ADJUDICATE
    if ending or not (across or adjudicates or item.is_finished or item.writes or item.next_open(-1) is not None):
        hint_list.append((tr("next unread summary") if unread else tr("finish item"), (END_KEY,)))
    elif not (across or adjudicates or item.is_finished):
        hint_list.append((tr("finish item"), ("finish",)))
    return (*hint_list, (tr("undo"), ("undo",)), (tr("keys"), ("help",)))


def _actions(places: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(f"criterion-{place + 1}" for place in places)
