"""Who says what of a cell: in which round, how far their assignment is, and what their own answers made pointless."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from galley.core.definitions.protocols import Criteria, Kind, Task
from galley.core.domain import AnnotatorId, Cell
from galley.core.rules.rule import UNMET, Answer, Assignment, Response
from galley.core.tasks.answer_sheet import AnswerRow, TaskSheet
from galley.core.tasks.task_book import TaskBook


class ItemResponses:
    """The voices of an item. ``by_cell`` are all that were counted; ``unmet`` collects which people's own answers made
    which cells pointless, as ``list_responses`` comes upon them. ``judges`` are the judges that vote
    (row ids), with what tasks call them."""

    def __init__(self, sheet: TaskSheet, book: TaskBook, judges: Mapping[AnnotatorId, frozenset[str]]) -> None:
        self.sheet, self.book, self.judges = sheet, book, judges
        self.unmet: set[tuple[AnnotatorId, Cell]] = set()
        self.by_cell: dict[Cell, list[AnswerRow]] = defaultdict(list)
        for spoken in (*sheet.answers, *sheet.judge_answers):
            self.by_cell[spoken.cell].append(spoken)

    def list_responses(self, task: Task, row: int, entry: Criteria, cell: Cell) -> list[Response]:
        """Who says what of a cell of a task, with the round and how far their assignment is."""
        adjudication_task = self.book.find_adjudication_task(task)
        third = (
            self.book.rows[adjudication_task.full]
            if adjudication_task is not None and adjudication_task.rule.value != "adjudicator"
            else 0
        )
        responses = []
        spoke = set()
        for spoken in self.by_cell.get(cell, ()):
            judge = (
                any(verdict is spoken for verdict in self.sheet.judge_answers) if self.sheet.judge_answers else False
            )
            if judge and not self.judges.get(spoken.who, frozenset()).intersection(task.voters):
                continue
            if not judge and "people" not in task.voters:
                continue
            is_adjudication = bool(third) and spoken.task == third
            value: Answer = spoken.value
            spoke.add(spoken.who)
            if entry.when is not None and not judge and not is_adjudication and self.pointless(entry, cell, spoken.who):
                value = UNMET
                self.unmet.add((spoken.who, cell))
            responses.append(
                Response(spoken.who, value, spoken.round, self.assignment(row, spoken, judge), is_adjudication)
            )
        if entry.when is not None:
            for who in {s.who for c in self._all_before(entry, cell) for s in self.by_cell.get(c, ())}:
                if who not in spoke and self.pointless(entry, cell, who):
                    round_, state = self._round(row, entry, cell, who)
                    responses.append(Response(who, UNMET, round_, state))
                    self.unmet.add((who, cell))
        return responses

    def assignment(self, row: int, spoken: AnswerRow, judge: bool) -> Assignment:
        """How far the assignment is in which something was said of a cell of the task with this row id."""
        if judge or not spoken.is_decided:
            return Assignment.FINISHED
        if (spoken.task or row, spoken.who, spoken.round) in self.sheet.revoked_rounds or self._beyond(row, spoken):
            return Assignment.REVOKED
        read = spoken.cell[1:] in self.sheet.implicit_pairs.get(
            spoken.who, ()
        )  # what a finish covered that left something
        done = any(
            who == spoken.who and number == spoken.round and task in (row, spoken.task)
            for who, task, number in (*self.sheet.finished_rounds, *(self.sheet.partly_finished if read else ()))
        )
        return Assignment.FINISHED if done else Assignment.OPEN

    def _beyond(self, row: int, spoken: AnswerRow) -> bool:
        """Whether something was said beyond the slots of the cell's task (a row id), or of the task that settles it."""
        if not self.sheet.beyond:
            return False
        said_in = self.book.by_row.get(spoken.task or row)
        if said_in is not None and said_in.kind is Kind.ADJUDICATE and not said_in.adjudicates:
            row = self.book.rows[said_in.full]
        return not self.sheet.beyond.isdisjoint({(row, spoken.who, None), (row, spoken.who, spoken.cell)})

    def _asked_before(self, entry: Criteria, cell: Cell) -> list[Cell]:
        """The cells that a criterion's condition reads: of the other criterion, on the same unit and target."""
        assert entry.when is not None
        name = entry.when.criterion
        return [
            Cell(cell.unit, c.row, cell.target)
            for s in self.book.schemes
            for c in s.criteria
            if f"{s.id}/{c.id}" == name
        ]

    def _all_before(self, entry: Criteria, cell: Cell) -> list[Cell]:
        """These, and what they hang on in turn: "no" to the first question of a form ends all of it."""
        cells = self._asked_before(entry, cell)
        above = self._entry_of(cells[0], entry) if cells else None
        return [*cells, *(self._all_before(above, cells[0]) if above is not None and above.when is not None else ())]

    def _said_by(self, who: AnnotatorId, cells: Iterable[Cell]) -> AnswerRow | None:
        own = [s for c in cells for s in self.by_cell.get(c, ()) if s.who == who]
        return max(own, key=lambda s: s.round, default=None)

    def pointless(self, entry: Criteria, cell: Cell, who: AnnotatorId) -> bool:
        """Whether somebody's own answer made the question pointless; without that answer it is not asked of them
        yet."""
        assert entry.when is not None
        before = self._asked_before(entry, cell)
        above = self._entry_of(before[0], entry) if before else None
        if above is not None and above.when is not None and self.pointless(above, before[0], who):
            return True
        answer = self._said_by(who, before)
        return answer is not None and answer.value != entry.when.value

    def _entry_of(self, cell: Cell, entry: Criteria) -> Criteria | None:
        task = self.book.owner(cell.criterion, self.sheet.kind(cell.unit))
        if task is None:
            return None
        return next((a.entry for a in self.book.asks(task) if a.criterion.row == cell.criterion), None)

    def _round(self, row: int, entry: Criteria, cell: Cell, who: AnnotatorId) -> tuple[int, Assignment]:
        answer = self._said_by(who, self._all_before(entry, cell))
        if answer is None:
            return 1, Assignment.FINISHED
        return answer.round, self.assignment(row, answer, False)
