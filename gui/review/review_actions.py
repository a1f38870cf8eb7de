"""What each action does in Review: one line for each of the names that the keys and the menus have."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from galley.core.domain import Stance
from galley.gui.review.relabel_grid import NUMBERED

if TYPE_CHECKING:
    from galley.gui.review.review_view import ReviewView


def actions_of(view: ReviewView) -> dict[str, Callable[[], object]]:
    """By the name of the action."""
    stage = view.stage
    actions: dict[str, Callable[[], object]] = {
        "next-flag": partial(stage.step_flag, 1),
        "previous-flag": partial(stage.step_flag, -1),
        "next-item": partial(stage.step_item, 1),
        "previous-item": partial(stage.step_item, -1),
        "next-open": view.next_open,
        "hide-queue": stage.put_queue_away,
        "hide-pane": view.put_pane_away,
        "more-alike": view.ticked.show_similar,
        "tick": view.ticked.tick_active,
        "alignment": stage.criterion_review.toggle_alignment,
        "order": stage.criterion_review.toggle,
        "next-criterion": partial(stage.criterion_review.step_criterion, 1),
        "previous-criterion": partial(stage.criterion_review.step_criterion, -1),
        "find": stage.finder.ask,
        "next-hit": partial(stage.finder.step, 1),
        "previous-hit": partial(stage.finder.step, -1),
        "next-summary": partial(stage.step_tab, 1),
        "previous-summary": partial(stage.step_tab, -1),
        "accept": view.accept,
        "no-error": view.no_error,
        "unsure": view.unsure,
        "add-flag": view.add_flag,
        "supports": partial(view.attaching.attach, Stance.SUPPORTS),
        "contradicts": partial(view.attaching.attach, Stance.CONTRADICTS),
        "next-evidence": partial(view.attaching.step, 1),
        "previous-evidence": partial(view.attaching.step, -1),
        "reason": view.judge_reason,
        "note": partial(view.write_note, False),
        "item-note": partial(view.write_note, True),
        "finish": view.finishing.finish,
        "reopen": view.finishing.reopen,
        "finish-next": view.finishing.finish_next,
        "reveal": view.reveal,
        "history": view.show_history,
        "my-decisions": stage.queue.trail.toggle,
        "earlier-decision": partial(view.looking_back.step, 1),
        "later-decision": partial(view.looking_back.step, -1),
        "show-call": view.show_origin,
        "undo": view.decisions.undo,
        "redo": view.decisions.redo,
        "detail-down": partial(stage.flags.detail.turn_page, 1),
        "detail-up": partial(stage.flags.detail.turn_page, -1),
        "next-pane": partial(stage.step_pane, 1),
        "previous-pane": partial(stage.step_pane, -1),
    }
    for number in range(NUMBERED):
        actions[f"criterion-{number + 1}"] = partial(stage.flags.detail.press, number)
    actions |= view.writing.actions() | stage.surfaces.actions()
    return view.end_of_queue.actions(view.ending.actions(actions))
