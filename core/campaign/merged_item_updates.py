"""Bringing items up to date after a merge, many at a time.

Where a reviewer has said nothing of an item before, which is the rule, there is nothing to change or to take back: the
verdicts of many items are new rows, written together. Everything else is left to ``fold``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson

from galley.core.domain import NO_ANNOTATOR, Action, AnnotatorId, CriterionId, ItemId, UnitId
from galley.core.review import item_state
from galley.core.review.progress import tally_all
from galley.core.storage import level_queries
from galley.core.storage.bulk_rows import insert
from galley.core.storage.connection import Connection
from galley.core.storage.log_row import LogRow
from galley.core.storage.queries.tasks import has_task_rows
from galley.core.storage.queries.verdicts import get_next_verdict_id
from galley.core.tasks import task_book
from galley.core.tasks.levels import is_whole

ONE_BY_ONE = tuple(action.value for action in (Action.NOTE, Action.REASON, Action.ATTACH))
FINISH, REOPEN = Action.FINISH.value, Action.REOPEN.value
"""As text: an enumeration looks its members up again each time."""
VERDICT = (
    "INSERT INTO verdict (id, annotator_id, criterion_id, unit_id, target_id, item_id, value, reason, decision_id,"
    " explanation)"
)
SPAN = 'INSERT INTO span (verdict_id, position, start, "end")'
JUDGED = "INSERT OR IGNORE INTO judged (annotator_id, criterion_id, target_id, item_id, decision_id)"

VerdictKey = tuple[AnnotatorId, CriterionId, UnitId | None, int | None]


class MergedItemUpdater:
    """Items whose logs have grown. ``add`` each, then ``flush``."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._tasks = task_book.read_task_book(connection)
        self._void = has_task_rows(connection, "void")
        self._items: list[ItemId] = []
        self._answers: dict[VerdictKey, tuple[int, Any, str | None, int, str | None, str | None]] = {}
        self._judged_rows: list[tuple[int, int, int, int, int]] = []
        self._wholes: list[tuple[int, int, int, int, int]] = []

    def add(
        self, item: ItemId, earlier: Sequence[LogRow], new_rows: Sequence[LogRow], has_imported_verdicts: bool
    ) -> None:
        """Collect an item: ``new_rows`` were added to the ``earlier`` log; some people may have verdicts by import
        only."""
        self._items.append(item)
        before = {row.reviewer_id for row in earlier}
        if (
            has_imported_verdicts
            or any(row.reviewer_id in before or row.action == REOPEN or row.round > 1 for row in new_rows)
            or not item_state.is_continuation((), new_rows)
        ):
            item_state.extend(self.connection, item, earlier, new_rows)
            return
        for row in item_state.standing(self.connection, new_rows):
            if row.action in ONE_BY_ONE:
                item_state.apply(self.connection, row)
            elif row.action == FINISH:
                pairs = item_state.implied_pairs(self.connection, row, self._tasks, self._void)
                rows = [(row.reviewer_id, *pair[:2], item, row.id) for pair in pairs if not is_whole(pair)]
                self._judged_rows += rows
                self._wholes += [(row.reviewer_id, *pair[:2], item, row.id) for pair in pairs if is_whole(pair)]
                continue
            for answer in item_state.answers(row, NO_ANNOTATOR):
                place = (answer.annotator, answer.criterion, row.unit_id, row.target_id)
                explanation = item_state.because(row)
                self._answers[place] = (item, answer.value, answer.reason, row.id, explanation, answer.spans)

    def flush(self) -> None:
        """Write what was gathered, and count the items again."""
        first = get_next_verdict_id(self.connection)
        numbered_answers = list(enumerate(self._answers.items(), first))
        insert(self.connection, VERDICT, [(row, *place, *answer[:5]) for row, (place, answer) in numbered_answers])
        insert(
            self.connection,
            SPAN,
            [
                (row, position, start, end)
                for row, (_, answer) in numbered_answers
                if answer[5]
                for position, (start, end) in enumerate(orjson.loads(answer[5]))
            ],
        )
        insert(self.connection, JUDGED, sorted(self._judged_rows))  # in the order of the table's key: a third less work
        level_queries.add_unmarked_documents(self.connection, sorted(self._wholes))
        tally_all(self.connection, self._items)
        self._items.clear()
        self._answers.clear()
        self._judged_rows.clear()
        self._wholes.clear()
