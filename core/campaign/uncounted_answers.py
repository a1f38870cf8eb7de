"""What comes back and does not count now: silence on what others ask, answers in assignments that were taken back."""

from __future__ import annotations

import json
from collections.abc import Mapping

from galley.core.campaign.merge_report import MergeReport
from galley.core.campaign.package import PackageRecord
from galley.core.definitions.protocols import DEFAULT_TASK, Task, UnmarkedMeaning
from galley.core.domain import Action, Cell
from galley.core.storage import slot_queries
from galley.core.storage.connection import Connection
from galley.core.storage.log_row import LogRow
from galley.core.storage.queries import packages
from galley.core.tasks import answer_sheet, counts, task_book
from galley.core.tasks.asked_cells import list_asked_cells
from galley.core.tasks.levels import parse_pairs


class UncountedAnswers:
    """Looks at the decisions of a merge into a project that made the packages ``package_records``; lists them in
    ``report``."""

    def __init__(
        self, connection: Connection, package_records: Mapping[str, PackageRecord], report: MergeReport
    ) -> None:
        self.connection, self.package_records, self.report = connection, package_records, report
        self.tasks = task_book.read_task_book(connection)
        self.judges = counts.judges(connection, self.tasks)
        self.revoked_assignments = slot_queries.read_revoked(connection)

    def filter_row(self, package_record: PackageRecord | None, key: str, who: str, row: LogRow) -> LogRow:
        """The decision of ``who`` on the item ``key`` as it goes into the log: with no silence about cells of its own
        task that nobody handed to them."""
        if row.refers_id is None and (row.task_id, row.reviewer_id, row.item_id, row.round) in self.revoked_assignments:
            task = self.tasks.full_names.get(row.task_id, DEFAULT_TASK) if row.task_id else DEFAULT_TASK
            self.report.revoked_answers.add_counted(f"{key}:", "{n:,} decisions ", f"in {task}, by {who}")
        if row.action != Action.FINISH or not row.asked or not self.tasks.tasks:
            return row
        pairs = parse_pairs(row.asked)
        if row.task_id is None:
            criteria = self.tasks.criteria
            others = sum(self.tasks.find_implicit_task(criteria[criterion]) is not None for criterion, *_ in pairs)
        else:
            task_ = self.tasks.by_row.get(row.task_id)
            if package_record is None or task_ is None or task_.unmarked_meaning is not UnmarkedMeaning.NO:
                return row
            whole = self._whole(package_record, task_, row)
            others = sum(pair not in whole for pair in pairs if self._own(task_, pair[0]))
            pairs = [pair for pair in pairs if pair in whole]
            row = row._replace(asked=json.dumps(pairs) if pairs else None)
        if others:
            what = "question of a document" if others == 1 else "questions of documents"
            self.report.implicit_nos.add(f"{key}: {others:,} {what}, by {who}")
        return row

    def _own(self, task: Task, criterion: int) -> bool:
        return any(asking.criterion.row == criterion for asking in self.tasks.asks(task))

    def _whole(self, package_record: PackageRecord, task: Task, row: LogRow) -> set[tuple[int, int]]:
        """The (criterion, target) pairs of which this person was assigned every cell that the task asks now: only of
        these can their implicit no speak."""
        package_ids = {other.row for other in self.package_records.values() if package_record.is_for_same(other)}
        cell_rows = packages.read_package_cells(self.connection, item=row.item_id)
        assigned_cells = {Cell(*cell) for package, _, *cell in cell_rows if package in package_ids}
        task_sheet = answer_sheet.load(self.connection, row.item_id, self.tasks)
        asked_cells, _ = list_asked_cells(task_sheet, self.tasks, task, self.judges)
        part = {(cell.criterion, cell.target) for cell in asked_cells if cell not in assigned_cells}
        return {(cell.criterion, cell.target) for cell in assigned_cells} - part
