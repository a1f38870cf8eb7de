"""What comes back and does not count now: silence on what others ask, answers in assignments that were taken back."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping

from galley.core.domain import Action, Cell
from galley.core.packages.merge_report import MergeReport
from galley.core.packages.package import Issued
from galley.core.project.logrow import LogRow
from galley.core.protocols.study import FLAGS, Silence, Task
from galley.core.tasks import counting, sheet, task_book
from galley.core.tasks.asking import asked_now
from galley.core.tasks.levels import parse_pairs


class Unheard:
    """Looks at the decisions of a merge into a project that made the packages ``issued``; lists them in ``report``."""

    def __init__(self, connection: sqlite3.Connection, issued: Mapping[str, Issued], report: MergeReport) -> None:
        self.connection, self.issued, self.report = connection, issued, report
        self.tasks = task_book.read(connection)
        self.judges = counting.judges(connection, self.tasks)
        self.void = set(connection.execute("SELECT task_id, annotator_id, item_id, round FROM void"))

    def take(self, issued: Issued | None, key: str, who: str, row: LogRow) -> LogRow:
        """The decision of ``who`` on the item ``key`` as it goes into the log: with no silence about cells of its own
        task that nobody handed to them."""
        if row.refers_id is None and (row.task_id, row.reviewer_id, row.item_id, row.round) in self.void:
            task = self.tasks.named.get(row.task_id, FLAGS) if row.task_id else FLAGS
            self.report.late.add(f"{key}: {row.action} in {task}, by {who}")
        if row.action != Action.FINISH or not row.asked or not self.tasks.tasks:
            return row
        pairs = parse_pairs(row.asked)
        if row.task_id is None:
            criteria = self.tasks.criteria
            others = sum(self.tasks.silent(criteria[criterion]) is not None for criterion, *_ in pairs)
        else:
            task_ = self.tasks.by_row.get(row.task_id)
            if issued is None or task_ is None or task_.silence is not Silence.NO:
                return row
            whole = self._whole(issued, task_, row)
            others = sum(pair not in whole for pair in pairs if self._own(task_, pair[0]))
            pairs = [pair for pair in pairs if pair in whole]
            row = row._replace(asked=json.dumps(pairs) if pairs else None)
        if others:
            what = "question of a document" if others == 1 else "questions of documents"
            self.report.silent.add(f"{key}: {others:,} {what}, by {who}")
        return row

    def _own(self, task: Task, criterion: int) -> bool:
        return any(asking.criterion.row == criterion for asking in self.tasks.asks(task))

    def _whole(self, issued: Issued, task: Task, row: LogRow) -> set[tuple[int, int]]:
        """The (criterion, target) pairs of which this person was handed every cell that the task asks now: only of
        these can their silence speak."""
        mine = {given.row for given in self.issued.values() if issued.alike(given)}
        query = "SELECT unit_id, criterion_id, target_id, package_id FROM package_cell WHERE item_id = ?"
        handed = {Cell(*cell[:3]) for cell in self.connection.execute(query, (row.item_id,)) if cell[3] in mine}
        laid = sheet.load(self.connection, row.item_id, self.tasks)
        asked, _ = asked_now(laid, self.tasks, task, self.judges)
        part = {(cell.criterion, cell.target) for cell in asked if cell not in handed}
        return {(cell.criterion, cell.target) for cell in handed} - part
