"""One row of the log, as it is stored."""

from __future__ import annotations

from typing import Any, NamedTuple

from galley.core.domain import AnnotatorId, Cell, CriterionId, ItemId, UnitId

COLUMNS = (
    "id, uid, at, reviewer_id, action, item_id, unit_id, criterion_id, target_id, flag_id, value, other_id, spans,"
    " note, asked, replaced, refers_id, made, shown, task_id, round, seconds, act, unread, source"
)


class LogRow(NamedTuple):
    """One row of the table ``decision``, as stored."""

    id: int
    uid: str
    at: str
    reviewer_id: AnnotatorId
    action: str
    item_id: ItemId
    unit_id: UnitId | None
    criterion_id: CriterionId | None
    target_id: int | None
    flag_id: int | None
    value: Any
    other_id: CriterionId | None
    spans: str | None
    note: str | None
    asked: str | None
    replaced: str | None
    refers_id: int | None
    made: str | None = None
    shown: str | None = None
    task_id: int | None = None
    round: int = 1
    seconds: float | None = None
    act: str | None = None
    unread: str | None = None
    source: str | None = None

    @property
    def cell(self) -> Cell | None:
        """The cell that it is about; None where it is about an item or another decision."""
        if self.unit_id is None or self.criterion_id is None or self.target_id is None:
            return None
        return Cell(self.unit_id, self.criterion_id, self.target_id)
