"""Which cells each task asks of an item now, and what became of them.

All of it lies within one item, so that one decision recomputes one item. Tasks are gone through in an order in which
those that others wait for come first: whether a cell is asked may hang on gold of an earlier task (``where``), a gate
(``after``) on the state of all its cells, a fact's type on gold too. Nothing here is stored; ``counting`` keeps what is
counted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from galley.core.definitions.protocols import Condition, Criteria, Kind, Task, UnmarkedMeaning, terms
from galley.core.domain import AnnotatorId, Cell, CriterionId, Role, UnitId, UnitKind
from galley.core.rules.implicit_no import add_implicit_no, group_unmarked_cells
from galley.core.rules.rule import Assignment, Gold, Response, Ruling, State, Terms
from galley.core.rules.scalar import rule_on
from galley.core.tasks import extent, groups, uncounted_answers
from galley.core.tasks.answer_sheet import AnswerRow, TaskSheet
from galley.core.tasks.outcomes import ItemOutcome, Standing
from galley.core.tasks.responses import ItemResponses
from galley.core.tasks.task_book import TaskBook

SAID = (Kind.ANSWER, Kind.VERIFY, Kind.COMPARE)


def evaluate_item(
    sheet: TaskSheet, book: TaskBook, judges: Mapping[AnnotatorId, frozenset[str]] | None = None
) -> ItemOutcome:
    """What the tasks in force ask of an item, and what became of it. ``judges`` are those that vote."""
    return _Item(sheet, book, judges or {}).run()


def list_asked_cells(
    sheet: TaskSheet,
    book: TaskBook,
    task: Task,
    judges: Mapping[AnnotatorId, frozenset[str]] | None = None,
    drawn_only: bool = True,
    further: bool = True,
) -> tuple[list[Cell], ItemOutcome]:
    """The cells that a task asks of an item now (of a settle task those that wait for its reader, of training the known
    ones), and what became of the item. Without ``drawn`` those that it would ask if everything had been drawn; without
    ``further`` the outcome ends with this task: what waits for it is not worked out."""
    item = _Item(sheet, book, judges or {})
    item.whole = "" if drawn_only else task.full
    outcome = item.run("" if further else task.full)
    standing = outcome.standings[task.full]
    if task.kind is Kind.ADJUDICATE:
        return [cell for cell, ruling in standing.cells.items() if ruling.missing], outcome
    return list(standing.cells) if task.is_training else item.asked_cells[task.full], outcome


class RuledCell(NamedTuple):
    """A cell that a task of a protocol asks: the task's full name, its terms, who was heard, and what became of it."""

    task: str
    terms: Terms
    cell: Cell
    responses: tuple[Response, ...]
    ruling: Ruling


def rule_cells(
    sheet: TaskSheet, book: TaskBook, judges: Mapping[AnnotatorId, frozenset[str]] | None = None
) -> tuple[ItemOutcome, list[RuledCell]]:
    """What became of an item, and each cell that tasks of protocols ask of it now, those that nobody marked among
    them."""
    item = _Item(sheet, book, judges or {})
    item.ruled_cells = []
    return item.run(), item.ruled_cells


class _Item:
    def __init__(self, sheet: TaskSheet, book: TaskBook, judges: Mapping[AnnotatorId, frozenset[str]]) -> None:
        self.sheet, self.book, self.judges = sheet, book, judges
        self.outcome = ItemOutcome()
        self.responses = ItemResponses(sheet, book, judges)
        self.by_cell = self.responses.by_cell
        self.outcome.finished_pairs = {
            (book.full_names[of], who)
            for who, of, number in sheet.finished_rounds
            if of in book.by_row
            and (of, who, number) not in sheet.revoked_rounds
            and (of, who, None) not in sheet.beyond
        }
        self.counted_judges = frozenset(self.judges)
        self.by_unit: dict[tuple[CriterionId, UnitId], list[Cell]] = defaultdict(list)
        """The cells with a ruling by (criterion, unit)."""
        self.typed_kinds: set[str] = set()
        self.asked_cells: dict[str, list[Cell]] = defaultdict(list)
        """The cells that each task asks now, unmarked ones and places among them."""
        self.whole = ""
        self.ruled_cells: list[RuledCell] | None = None

    def run(self, last: str = "") -> ItemOutcome:
        for task in self.book.order:
            self._types(task)
            if task.kind is Kind.JUDGE:
                standing = Standing(task, has_passed=task.method in self.sheet.ran or self._was_done(task))
            elif task.kind is Kind.WRITE:
                standing = self._evaluate_writing(task)
            elif task.kind is Kind.ADJUDICATE:
                standing = self._evaluate_adjudication(task)
            elif task.is_training:
                standing = self._training(task)
            else:
                standing = self._evaluate_answers(task)
            self.outcome.standings[task.full] = standing
            if task.leaves_out is not None:
                rulings = [(cell.target, ruling) for cell, ruling in standing.cells.items()]
                rulings += [(target, ruling) for (_, target), ruling, _ in standing.unmarked_rulings]
                self.outcome.out |= uncounted_answers.left_out(self.sheet, task, rulings)
            if task.full == last:
                self.outcome.unmet = self.responses.unmet
                return self.outcome
        for protocol in self.book.protocols:
            for gold_type in protocol.types:
                self._lay(protocol.id, gold_type.unit.value)
        self.outcome.unmet = self.responses.unmet
        self._put_aside()
        return self.outcome

    # Types ---------------------------------------------------------------------------------------------------------

    def _types(self, task: Task) -> None:
        """Before a task is asked that asks units by type: what gold makes of these."""
        for asking in self.book.asks(task) if task.kind in SAID else ():
            if asking.criterion.types:
                for kind in asking.units:
                    self._lay(task.protocol, kind)

    def _lay(self, protocol: str, kind: str) -> None:
        rules = [
            gold_type
            for p in self.book.protocols
            if p.id == protocol
            for gold_type in p.types
            if gold_type.unit.value == kind
        ]
        if (
            not rules or kind in self.typed_kinds or self.sheet.package
        ):  # whose units have the types that gold gave them
            return
        self.typed_kinds.add(kind)
        for unit in self.sheet.derived_units.values():
            if unit.kind != kind:
                continue
            name = ""
            for rule in rules:
                if rule.imported_type and rule.imported_type != unit.type:
                    continue
                is_met = self._meets_conditions(rule.conditions, unit.id)
                if is_met is not False:
                    name = rule.name if is_met else ""
                    break
            if name != unit.type:
                self.outcome.types[unit.id] = name

    # Conditions ----------------------------------------------------------------------------------------------------

    def _meets_conditions(self, where: Iterable[Condition], unit: UnitId, target: int = 0) -> bool | None:
        """Whether gold meets all conditions at a unit; None while one of them waits."""
        answer: bool | None = True
        for condition in where:
            is_met = self._holds(condition, unit, target)
            if is_met is False:
                return False
            if is_met is None:
                answer = None
        return answer

    def _holds(self, condition: Condition, unit: UnitId, target: int) -> bool | None:
        rows = [c.row for s in self.book.schemes for c in s.criteria if f"{s.id}/{c.id}" == condition.criterion]
        places = self.sheet.above(unit)
        if any(UnitKind.WHOLE in self.book.units_of.get(row, ()) for row in rows):  # it may be said of the item
            places += [home.whole for home in self.sheet.homes.values() if home.whole not in places]
        waits = False
        for row in rows:
            for place in places:
                for ruling in self._rulings(row, place, target):
                    if ruling.value == condition.value:
                        return True
                    waits = waits or ruling.state is State.OPEN or ruling.missing > 0
        return None if waits else False

    def _rulings(self, criterion: CriterionId, unit: UnitId, target: int) -> list[Ruling]:
        """What became of a criterion on a unit: about ``target`` where it was asked about that, else about any."""
        ruled_cells = self.by_unit.get((criterion, unit), [])
        if ruled_cells:
            about = [cell for cell in ruled_cells if cell.target == target] or ruled_cells
            return [self.outcome.rulings[cell] for cell in about]
        if self.sheet.kind(unit) not in self.book.units_of.get(criterion, ()):
            return []
        about_it = dict.fromkeys((target, self.sheet.document(unit)))
        return [
            self.outcome.implicit_rulings[criterion, about_target]
            for about_target in about_it
            if (criterion, about_target) in self.outcome.implicit_rulings
        ]

    def _gate(self, task: Task) -> bool:
        protocol = self.book.protocol(task)
        return all(
            self.outcome.standings[other.full].has_passed
            for name in task.after
            if (other := protocol.task(name)) is not None and other.full in self.outcome.standings
        )

    def _was_done(self, task: Task) -> bool:
        """Whether units of the kind that those ask who wait for a judge came with the data."""
        waiting = [
            waiting_task
            for waiting_task in self.book.protocol(task).tasks
            if task.id in waiting_task.after and waiting_task.kind in SAID
        ]
        unit_kinds = {
            asking.criterion.unit.value for waiting_task in waiting for asking in self.book.asks(waiting_task)
        }
        return any(unit.kind in unit_kinds for unit in self.sheet.derived_units.values())

    # Tasks ---------------------------------------------------------------------------------------------------------

    def _evaluate_writing(self, task: Task) -> Standing:
        if task.unit == UnitKind.TURN:  # a discussion is a text and no decision: it is there, or it is not
            talks = any(home.role == Role.DIALOGUE and home.units for home in self.sheet.homes.values())
            return Standing(task, waiting=int(not self._gate(task)), has_passed=talks)
        if len(self.outcome.out) == len(self.sheet.homes):
            return Standing(task)
        row = self.book.rows[task.full]
        done = {
            who
            for who, of, _ in self.sheet.finished_rounds
            if of == row and (row, who, 1) not in self.sheet.revoked_rounds
        }
        standing = Standing(task, done={who: [0, 0] for who in done})
        holders = {
            who for who in self.sheet.holders.get(task.full, ()) if (row, who, 1) not in self.sheet.revoked_rounds
        }
        standing.has_passed = len(done) >= max(task.people, 1) and holders <= done  # each writes about others' turns
        standing.waiting = 0 if self._gate(task) else 1
        return standing

    def _evaluate_adjudication(self, task: Task) -> Standing:
        """What a settle task wants of its own readers: the cells that wait for it."""
        standing, row = Standing(task), self.book.rows[task.full]
        if self.sheet.package:
            for cell in sorted(self.sheet.assigned_cells.get(row, ())):
                own_answers = [s for s in self.by_cell.get(cell, ()) if s.task == row]
                is_answered = bool(own_answers) or cell in self.sheet.gold
                standing.cells[cell] = Ruling(
                    State.ANSWERED if is_answered else State.OPEN, None, 0 if is_answered else 1
                )
                self._done(standing, own_answers)
            return standing
        protocol = self.book.protocol(task)
        for name in task.of:
            other = protocol.task(name)
            under = self.outcome.standings.get(other.full) if other else None
            if under is None:
                continue
            pairs = [(cell, ruling) for cell, ruling in under.cells.items() if ruling.state is not State.KNOWN]
            for cell, ruling in pairs:
                own_answers = [s for s in self.by_cell.get(cell, ()) if s.task == row]
                adjudicated = cell in self.sheet.gold and task.rule.value == "adjudicator"
                if ruling.state is State.OPEN or not (own_answers or adjudicated or task.all or ruling.missing):
                    continue
                shown_ruling = Ruling(State.OPEN, None, ruling.missing) if ruling.missing else ruling
                standing.cells[cell] = shown_ruling._replace(split=False)
                self._done(standing, own_answers)
        standing.has_passed = not any(ruling.missing for ruling in standing.cells.values())
        return standing

    def _training(self, task: Task) -> Standing:
        """The known cells of a task that trains: they count nowhere, and are another task's."""
        standing = Standing(task)
        for asking in self.book.asks(task):
            for kind in asking.units:
                for cell in extent.cells(self.sheet, asking.criterion, kind, self.outcome.types):
                    if cell in self.sheet.trains:
                        standing.cells[cell] = Ruling(State.KNOWN, None)
                        self._done(standing, self.by_cell.get(cell, ()))
        return standing

    @staticmethod
    def _done(standing: Standing, answers: Iterable[AnswerRow]) -> None:
        for spoken in answers:
            done = standing.done.setdefault(spoken.who, [0, 0])
            done[0] += 1
            done[1] += spoken.value is None

    def _evaluate_answers(self, task: Task) -> Standing:
        standing, row = Standing(task), self.book.rows[task.full]
        adjudication_task = self.book.find_adjudication_task(task)
        open_gate = self.sheet.package or self._gate(task)
        listed = (
            self.sheet.assigned_cells.get(row, set()) if task.draw is not None and task.full != self.whole else None
        )
        for asking in self.book.asks(task):
            how = terms(task, asking.entry, None, adjudication_task)
            implicit_no = task.unmarked_meaning is UnmarkedMeaning.NO and asking.criterion.scale == "yes-no"
            for kind in asking.units:
                places = bool(task.places) and kind == task.places
                if self.sheet.package:
                    candidates = self._list_assigned(row, asking.criterion.row, kind)
                elif kind in (UnitKind.GROUP, UnitKind.PAIR):
                    units = groups.standing(self.sheet, asking.criterion.unit.value, task.once)
                    homes = {unit: self.sheet.homes[self.sheet.derived_units[unit].document] for unit in units}
                    candidates = [
                        Cell(unit, asking.criterion.row, home.id)
                        for unit, home in homes.items()
                        if kind == UnitKind.PAIR or home.role in asking.criterion.roles
                    ]
                else:
                    candidates = extent.cells(self.sheet, asking.criterion, kind, self.outcome.types)
                if self.outcome.out and task.leaves_out is None:
                    candidates = [cell for cell in candidates if cell.target not in self.outcome.out]
                if listed is not None and not self.sheet.package:
                    checks = self.sheet.known_answers if task.known_share else {}
                    candidates = [cell for cell in candidates if cell in listed or cell in checks]
                if not open_gate:
                    standing.waiting += 0 if places else len(candidates)
                    continue
                asked_cells, waiting_count = self._filter_asked(task, candidates)
                standing.waiting += 0 if places else waiting_count
                self._rule(standing, task, row, asking.entry, how, asked_cells, implicit_no, places)
        standing.has_passed = (
            open_gate
            and not standing.waiting
            and not any(ruling.state is State.OPEN or ruling.missing for ruling in self._all(standing))
        )
        return standing

    def _list_assigned(self, task: int, criterion: CriterionId, kind: str) -> list[Cell]:
        """What a package asks: exactly what was handed."""
        assigned_cells = self.sheet.assigned_cells.get(task, ())
        return sorted(
            cell for cell in assigned_cells if cell.criterion == criterion and self.sheet.kind(cell.unit) == kind
        )

    @staticmethod
    def _all(standing: Standing) -> list[Ruling]:
        return [*standing.cells.values(), *(ruling for _, ruling, _ in standing.unmarked_rulings)]

    def _filter_asked(self, task: Task, candidates: list[Cell]) -> tuple[list[Cell], int]:
        """Those of the cells whose condition holds, and how many wait for it."""
        if not task.conditions or self.sheet.package:
            return candidates, 0
        asked_cells, waiting_count = [], 0
        memory: dict[tuple[int, int], bool | None] = {}
        for cell in candidates:
            key = cell.unit, cell.target
            if key not in memory:
                memory[key] = self._meets_conditions(task.conditions, cell.unit, cell.target)
            if memory[key]:
                asked_cells.append(cell)
            waiting_count += memory[key] is None
        return asked_cells, waiting_count

    def _rule(
        self,
        standing: Standing,
        task: Task,
        row: int,
        entry: Criteria,
        how: Terms,
        asked_cells: list[Cell],
        implicit_no: bool,
        places: bool,
    ) -> None:
        """Rule the cells of a criterion; unmarked ones of a task in which silence says no are ruled by the class."""
        self.asked_cells[task.full] += asked_cells
        sizes: dict[tuple[CriterionId, int], int] = defaultdict(int)
        marked: list[Cell] = []
        gold = self.sheet.gold
        for cell in asked_cells:
            sizes[cell.criterion, cell.target] += 1
            special = cell in self.by_cell or cell in gold or cell in self.sheet.known_answers
            flagged = cell in self.sheet.flags
            if (
                special
                or flagged
                or any((who, cell) in self.sheet.late for who in self.sheet.implicit_pairs)
                or (not implicit_no and task.kind is not Kind.VERIFY and not places)
            ):
                marked.append(cell)
        nobody: dict[Gold, Ruling] = {}
        """What becomes of a cell of which nobody said anything: the same of each, by what gold says in silence."""
        for cell in marked:
            flagged = cell in self.sheet.flags
            unmarked = cell not in self.by_cell and cell not in gold
            if unmarked and (places or (task.kind is Kind.VERIFY and not implicit_no and not flagged)):
                continue
            is_known = cell in self.sheet.known_answers
            adjudication = self.sheet.get_adjudication(cell)
            responses: list[Response] = []
            if unmarked and not implicit_no and not is_known and entry.when is None:
                if adjudication not in nobody:
                    nobody[adjudication] = rule_on((), how, adjudication)
                ruling = nobody[adjudication]
            else:
                responses = self.responses.list_responses(task, row, entry, cell)
                if implicit_no and not flagged and not is_known:
                    quiet_ones = (who for who in self.sheet.implicit_pairs if self.sheet.has_implicit_no(who, cell))
                    responses = list(add_implicit_no(responses, quiet_ones))
                ruling = rule_on(responses, how, adjudication, is_known)
            if places and ruling.state is State.OPEN:
                ruling = ruling._replace(state=State.ANSWERED, missing=0)
            self.outcome.rulings[cell] = ruling
            if self.ruled_cells is not None:
                self.ruled_cells.append(RuledCell(task.full, how, cell, tuple(responses), ruling))
            self.by_unit[cell.criterion, cell.unit].append(cell)
            if places:
                continue
            standing.cells[cell] = ruling
            last = {
                response.who: response for response in sorted(responses, key=lambda response: response.round)
            }  # a person counts once
            for response in last.values() if ruling.state is not State.KNOWN else ():
                self._count(standing, response)
        if implicit_no:
            for unmarked_group in group_unmarked_cells(sizes, marked, self.sheet.implicit_pairs):
                ruling = rule_on(
                    unmarked_group.responses,
                    how,
                    self.sheet.get_implicit_gold(unmarked_group.criterion, unmarked_group.target),
                )
                standing.unmarked_rulings.append(
                    ((unmarked_group.criterion, unmarked_group.target), ruling, unmarked_group.times)
                )
                self.outcome.implicit_rulings[unmarked_group.criterion, unmarked_group.target] = ruling
                if self.ruled_cells is not None:
                    pair = (unmarked_group.criterion, unmarked_group.target)
                    quiet_cells = [
                        cell for cell in asked_cells if cell[1:] == pair and cell not in self.outcome.rulings
                    ]
                    self.ruled_cells += [
                        RuledCell(task.full, how, cell, unmarked_group.responses, ruling) for cell in quiet_cells
                    ]
                for response in unmarked_group.responses:
                    self._count(standing, response, unmarked_group.times)

    def _count(self, standing: Standing, response: Response, times: int = 1) -> None:
        if response.is_adjudication or response.assignment is Assignment.REVOKED or response.who in self.counted_judges:
            return
        done = standing.done.setdefault(response.who, [0, 0])
        done[0] += times
        done[1] += times * (response.value is None)

    # What does not count -------------------------------------------------------------------------------------------

    def _put_aside(self) -> None:
        """Name the verdicts that count nowhere, and count those that sleep."""
        for spoken in self.sheet.answers:
            task = self._owner(spoken.cell)
            if task is None:
                if spoken.is_decided and (spoken.task, spoken.who, spoken.round) in self.sheet.revoked_rounds:
                    self.outcome.revoked_answers.add((spoken.who, spoken.cell))
                    self.outcome.aside[spoken.row] = "void"
                continue
            why = self._why(task, spoken)
            if why and spoken.row:
                self.outcome.aside[spoken.row] = why
            if why == "void":
                self.outcome.revoked_answers.add((spoken.who, spoken.cell))
            if why == "unasked":
                self.outcome.standings[task.full].not_counted += 1
        for cell in {*self.by_cell, *self.sheet.gold, *self.sheet.flags} - self.outcome.rulings.keys():
            if self._owner(cell) is not None or cell.target in self.outcome.out:
                self.outcome.unasked_cells.add(cell)
                if cell in self.sheet.gold:
                    self.outcome.aside[self.sheet.gold[cell][1]] = "unasked"
        for cell in self.sheet.gold.keys() & self.sheet.known_answers.keys():
            self.outcome.aside[self.sheet.gold[cell][1]] = "known"

    def _owner(self, cell: Cell) -> Task | None:
        return (
            self.book.owner(cell.criterion, self.sheet.kind(cell.unit))
            if cell.criterion in self.book.owned_criteria
            else None
        )

    def _why(self, task: Task, spoken: AnswerRow) -> str:
        cell, row = spoken.cell, self.book.rows[task.full]
        if cell in self.sheet.known_answers:
            return "known"
        if cell not in self.outcome.rulings:
            return "unasked"
        state = self.responses.assignment(row, spoken, False)
        if state is Assignment.REVOKED:
            return "void"
        adjudication_task = self.book.find_adjudication_task(task)
        if adjudication_task is not None and spoken.task == self.book.rows[adjudication_task.full]:
            return "settling"
        entry = next(a.entry for a in self.book.asks(task) if a.criterion.row == cell.criterion)
        if entry.when is not None and self.responses.pointless(entry, cell, spoken.who):
            return "unmet"
        if state is Assignment.OPEN and task.unmarked_meaning is UnmarkedMeaning.NO:
            return "unfinished"
        return ""
