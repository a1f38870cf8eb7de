"""After each answer in training: whether it is the known one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galley.core.tasks import adjudication_tasks
from galley.gui.labels import value_label
from galley.gui.review.decisions import Decisions
from galley.gui.session import Session
from galley.gui.text_panes.item import Identity
from galley.gui.translation import tr

if TYPE_CHECKING:
    from galley.gui.review.review_workbench import ReviewWorkbench


class TrainingWords:
    """Says it in the bar under the flags; the card of the unit goes on showing it."""

    def __init__(self, session: Session, stage: ReviewWorkbench, decisions: Decisions) -> None:
        self._session, self._stage = session, stage
        decisions.landed.connect(self._look)

    def _look(self, identity: Identity) -> None:
        item = self._stage.item
        if item is None or item.asked_cells.task is None or not item.asked_cells.task.is_training:
            return
        feedback = adjudication_tasks.feedback(self._session.connection(), identity.cell, self._session.reviewer)
        if feedback is None:
            return
        known_answer, right = feedback
        if right:
            self._stage.tell(tr("Right: that is the known answer."), "positive")
        else:
            self._stage.tell(
                tr("The known answer to the last one is: {value}", value=value_label(known_answer)), "warning"
            )
