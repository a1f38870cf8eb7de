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

from galley.core.domain import Cell, Role, UnitKind
from galley.core.protocols.study import Condition, Criteria, Kind, Silence, Task, terms
from galley.core.rules.quiet import heard, quiet
from galley.core.rules.rule import Assignment, Gold, Ruling, State, Terms, Voice
from galley.core.rules.scalar import rule_on
from galley.core.tasks import extent, grouping, unusable
from galley.core.tasks.hearing import Hearing
from galley.core.tasks.item_outcome import ItemOutcome, Standing
from galley.core.tasks.sheet import Spoken, TaskSheet
from galley.core.tasks.task_book import TaskBook

SAID = (Kind.ANSWER, Kind.VERIFY, Kind.COMPARE)


def work_out(sheet: TaskSheet, book: TaskBook, judges: Mapping[int, frozenset[str]] | None = None) -> ItemOutcome:
    """What the tasks in force ask of an item, and what became of it. ``judges`` are those that vote."""
    return _Item(sheet, book, judges or {}).run()


def asked_now(
    sheet: TaskSheet,
    book: TaskBook,
    task: Task,
    judges: Mapping[int, frozenset[str]] | None = None,
    drawn: bool = True,
    further: bool = True,
) -> tuple[list[Cell], ItemOutcome]:
    """The cells that a task asks of an item now (of a settle task those that wait for its reader, of training the known
    ones), and what became of the item. Without ``drawn`` those that it would ask if everything had been drawn; without
    ``further`` the outcome ends with this task: what waits for it is not worked out."""
    item = _Item(sheet, book, judges or {})
    item.whole = "" if drawn else task.full
    outcome = item.run("" if further else task.full)
    standing = outcome.standings[task.full]
    if task.kind is Kind.SETTLE:
        return [cell for cell, ruling in standing.cells.items() if ruling.missing], outcome
    return list(standing.cells) if task.known else item.asked[task.full], outcome


class RuledCell(NamedTuple):
    """A cell that a task of a protocol asks: the task's full name, its terms, who was heard, and what became of it."""

    task: str
    terms: Terms
    cell: Cell
    voices: tuple[Voice, ...]
    ruling: Ruling


def ruled(
    sheet: TaskSheet, book: TaskBook, judges: Mapping[int, frozenset[str]] | None = None
) -> tuple[ItemOutcome, list[RuledCell]]:
    """What became of an item, and each cell that tasks of protocols ask of it now, those that nobody marked among
    them."""
    item = _Item(sheet, book, judges or {})
    item.ruled = []
    return item.run(), item.ruled


class _Item:
    def __init__(self, sheet: TaskSheet, book: TaskBook, judges: Mapping[int, frozenset[str]]) -> None:
        self.sheet, self.book, self.judges = sheet, book, judges
        self.found = ItemOutcome()
        self.hearing = Hearing(sheet, book, judges)
        self.by_cell = self.hearing.by_cell
        self.found.finished = {
            (book.named[of], who)
            for who, of, number in sheet.finished
            if of in book.by_row and (of, who, number) not in sheet.closed and (of, who, None) not in sheet.beyond
        }
        self.counted = frozenset(self.judges)
        self.by_unit: dict[tuple[int, int], list[Cell]] = defaultdict(list)
        """The cells with a ruling by (criterion, unit)."""
        self.typed: set[str] = set()
        self.asked: dict[str, list[Cell]] = defaultdict(list)
        """The cells that each task asks now, unmarked ones and places among them."""
        self.whole = ""
        self.ruled: list[RuledCell] | None = None

    def run(self, last: str = "") -> ItemOutcome:
        for task in self.book.order:
            self._types(task)
            if task.kind is Kind.JUDGE:
                standing = Standing(task, passed=task.method in self.sheet.ran or self._was_done(task))
            elif task.kind is Kind.WRITE:
                standing = self._written(task)
            elif task.kind is Kind.SETTLE:
                standing = self._settling(task)
            elif task.known:
                standing = self._training(task)
            else:
                standing = self._answered(task)
            self.found.standings[task.full] = standing
            if task.leaves_out is not None:
                rulings = [(cell.target, ruling) for cell, ruling in standing.cells.items()]
                rulings += [(target, ruling) for (_, target), ruling, _ in standing.quiet]
                self.found.out |= unusable.left_out(self.sheet, task, rulings)
            if task.full == last:
                self.found.unmet = self.hearing.unmet
                return self.found
        for protocol in self.book.protocols:
            for made in protocol.types:
                self._lay(protocol.id, made.unit.value)
        self.found.unmet = self.hearing.unmet
        self._put_aside()
        return self.found

    # Types ---------------------------------------------------------------------------------------------------------

    def _types(self, task: Task) -> None:
        """Before a task is asked that asks units by type: what gold makes of these."""
        for asking in self.book.asks(task) if task.kind in SAID else ():
            if asking.criterion.types:
                for kind in asking.units:
                    self._lay(task.protocol, kind)

    def _lay(self, protocol: str, kind: str) -> None:
        rules = [each for p in self.book.protocols if p.id == protocol for each in p.types if each.unit.value == kind]
        if not rules or kind in self.typed or self.sheet.package:  # whose units have the types that gold gave them
            return
        self.typed.add(kind)
        for unit in self.sheet.derived.values():
            if unit.kind != kind:
                continue
            name = ""
            for rule in rules:
                if rule.came and rule.came != unit.type:
                    continue
                met = self._met(rule.where, unit.id)
                if met is not False:
                    name = rule.name if met else ""
                    break
            if name != unit.type:
                self.found.types[unit.id] = name

    # Conditions ----------------------------------------------------------------------------------------------------

    def _met(self, where: Iterable[Condition], unit: int, target: int = 0) -> bool | None:
        """Whether gold meets all conditions at a unit; None while one of them waits."""
        answer: bool | None = True
        for condition in where:
            met = self._holds(condition, unit, target)
            if met is False:
                return False
            if met is None:
                answer = None
        return answer

    def _holds(self, condition: Condition, unit: int, target: int) -> bool | None:
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

    def _rulings(self, criterion: int, unit: int, target: int) -> list[Ruling]:
        """What became of a criterion on a unit: about ``target`` where it was asked about that, else about any."""
        found = self.by_unit.get((criterion, unit), [])
        if found:
            about = [cell for cell in found if cell.target == target] or found
            return [self.found.rulings[cell] for cell in about]
        if self.sheet.kind(unit) not in self.book.units_of.get(criterion, ()):
            return []
        about_it = dict.fromkeys((target, self.sheet.document(unit)))
        return [self.found.silent[criterion, each] for each in about_it if (criterion, each) in self.found.silent]

    def _gate(self, task: Task) -> bool:
        protocol = self.book.protocol(task)
        return all(
            self.found.standings[other.full].passed
            for name in task.after
            if (other := protocol.task(name)) is not None and other.full in self.found.standings
        )

    def _was_done(self, task: Task) -> bool:
        """Whether units of the kind that those ask who wait for a judge came with the data."""
        waiting = [each for each in self.book.protocol(task).tasks if task.id in each.after and each.kind in SAID]
        wanted = {asking.criterion.unit.value for each in waiting for asking in self.book.asks(each)}
        return any(unit.kind in wanted for unit in self.sheet.derived.values())

    # Tasks ---------------------------------------------------------------------------------------------------------

    def _written(self, task: Task) -> Standing:
        if task.unit == UnitKind.TURN:  # a discussion is a text and no decision: it is there, or it is not
            talks = any(home.role == Role.DIALOGUE and home.units for home in self.sheet.homes.values())
            return Standing(task, kept=int(not self._gate(task)), passed=talks)
        if len(self.found.out) == len(self.sheet.homes):
            return Standing(task)
        row = self.book.rows[task.full]
        done = {who for who, of, _ in self.sheet.finished if of == row and (row, who, 1) not in self.sheet.closed}
        standing = Standing(task, done={who: [0, 0] for who in done})
        held = {who for who in self.sheet.holders.get(task.full, ()) if (row, who, 1) not in self.sheet.closed}
        standing.passed = len(done) >= max(task.people, 1) and held <= done  # each writes about others' turns
        standing.kept = 0 if self._gate(task) else 1
        return standing

    def _settling(self, task: Task) -> Standing:
        """What a settle task wants of its own readers: the cells that wait for it."""
        standing, row = Standing(task), self.book.rows[task.full]
        if self.sheet.package:
            for cell in sorted(self.sheet.handed.get(row, ())):
                mine = [s for s in self.by_cell.get(cell, ()) if s.task == row]
                said = bool(mine) or cell in self.sheet.gold
                standing.cells[cell] = Ruling(State.ANSWERED if said else State.OPEN, None, 0 if said else 1)
                self._done(standing, mine)
            return standing
        protocol = self.book.protocol(task)
        for name in task.of:
            other = protocol.task(name)
            under = self.found.standings.get(other.full) if other else None
            if under is None:
                continue
            pairs = [(cell, ruling) for cell, ruling in under.cells.items() if ruling.state is not State.KNOWN]
            for cell, ruling in pairs:
                mine = [s for s in self.by_cell.get(cell, ()) if s.task == row]
                adjudicated = cell in self.sheet.gold and task.rule.value == "adjudicator"
                if ruling.state is State.OPEN or not (mine or adjudicated or task.all or ruling.missing):
                    continue
                kept = Ruling(State.OPEN, None, ruling.missing) if ruling.missing else ruling
                standing.cells[cell] = kept._replace(split=False)
                self._done(standing, mine)
        standing.passed = not any(ruling.missing for ruling in standing.cells.values())
        return standing

    def _training(self, task: Task) -> Standing:
        """The known cells of a task that trains: they count nowhere, and are another task's."""
        standing = Standing(task)
        for asking in self.book.asks(task):
            for kind in asking.units:
                for cell in extent.cells(self.sheet, asking.criterion, kind, self.found.types):
                    if cell in self.sheet.trains:
                        standing.cells[cell] = Ruling(State.KNOWN, None)
                        self._done(standing, self.by_cell.get(cell, ()))
        return standing

    @staticmethod
    def _done(standing: Standing, said: Iterable[Spoken]) -> None:
        for spoken in said:
            done = standing.done.setdefault(spoken.who, [0, 0])
            done[0] += 1
            done[1] += spoken.value is None

    def _answered(self, task: Task) -> Standing:
        standing, row = Standing(task), self.book.rows[task.full]
        settler = self.book.settler(task)
        open_gate = self.sheet.package or self._gate(task)
        listed = self.sheet.handed.get(row, set()) if task.draw is not None and task.full != self.whole else None
        for asking in self.book.asks(task):
            how = terms(task, asking.entry, None, settler)
            silent = task.silence is Silence.NO and asking.criterion.scale == "yes-no"
            for kind in asking.units:
                places = bool(task.places) and kind == task.places
                if self.sheet.package:
                    candidates = self._handed(row, asking.criterion.row, kind)
                elif kind in (UnitKind.GROUP, UnitKind.PAIR):
                    units = grouping.standing(self.sheet, asking.criterion.unit.value, task.once)
                    homes = {unit: self.sheet.homes[self.sheet.derived[unit].document] for unit in units}
                    candidates = [
                        Cell(unit, asking.criterion.row, home.id)
                        for unit, home in homes.items()
                        if kind == UnitKind.PAIR or home.role in asking.criterion.roles
                    ]
                else:
                    candidates = extent.cells(self.sheet, asking.criterion, kind, self.found.types)
                if self.found.out and task.leaves_out is None:
                    candidates = [cell for cell in candidates if cell.target not in self.found.out]
                if listed is not None and not self.sheet.package:
                    checks = self.sheet.known if task.known_share else {}
                    candidates = [cell for cell in candidates if cell in listed or cell in checks]
                if not open_gate:
                    standing.kept += 0 if places else len(candidates)
                    continue
                asked, kept = self._asked(task, candidates)
                standing.kept += 0 if places else kept
                self._rule(standing, task, row, asking.entry, how, asked, silent, places)
        standing.passed = (
            open_gate
            and not standing.kept
            and not any(ruling.state is State.OPEN or ruling.missing for ruling in self._all(standing))
        )
        return standing

    def _handed(self, task: int, criterion: int, kind: str) -> list[Cell]:
        """What a package asks: exactly what was handed."""
        mine = self.sheet.handed.get(task, ())
        return sorted(cell for cell in mine if cell.criterion == criterion and self.sheet.kind(cell.unit) == kind)

    @staticmethod
    def _all(standing: Standing) -> list[Ruling]:
        return [*standing.cells.values(), *(ruling for _, ruling, _ in standing.quiet)]

    def _asked(self, task: Task, candidates: list[Cell]) -> tuple[list[Cell], int]:
        """Those of the cells whose condition holds, and how many wait for it."""
        if not task.where or self.sheet.package:
            return candidates, 0
        asked, kept = [], 0
        memory: dict[tuple[int, int], bool | None] = {}
        for cell in candidates:
            key = cell.unit, cell.target
            if key not in memory:
                memory[key] = self._met(task.where, cell.unit, cell.target)
            if memory[key]:
                asked.append(cell)
            kept += memory[key] is None
        return asked, kept

    def _rule(
        self,
        standing: Standing,
        task: Task,
        row: int,
        entry: Criteria,
        how: Terms,
        asked: list[Cell],
        silent: bool,
        places: bool,
    ) -> None:
        """Rule the cells of a criterion; unmarked ones of a task in which silence says no are ruled by the class."""
        self.asked[task.full] += asked
        sizes: dict[tuple[int, int], int] = defaultdict(int)
        marked: list[Cell] = []
        gold = self.sheet.gold
        for cell in asked:
            sizes[cell.criterion, cell.target] += 1
            special = cell in self.by_cell or cell in gold or cell in self.sheet.known
            flagged = cell in self.sheet.flags
            if (
                special
                or flagged
                or any((who, cell) in self.sheet.late for who in self.sheet.silent)
                or (not silent and task.kind is not Kind.VERIFY and not places)
            ):
                marked.append(cell)
        nobody: dict[Gold, Ruling] = {}
        """What becomes of a cell of which nobody said anything: the same of each, by what gold says in silence."""
        for cell in marked:
            flagged = cell in self.sheet.flags
            unmarked = cell not in self.by_cell and cell not in gold
            if unmarked and (places or (task.kind is Kind.VERIFY and not silent and not flagged)):
                continue
            known = cell in self.sheet.known
            settled = self.sheet.adjudicated(cell)
            voices: list[Voice] = []
            if unmarked and not silent and not known and entry.when is None:
                if settled not in nobody:
                    nobody[settled] = rule_on((), how, settled)
                ruling = nobody[settled]
            else:
                voices = self.hearing.voices(task, row, entry, cell)
                if silent and not flagged and not known:
                    quiet_ones = (who for who in self.sheet.silent if self.sheet.silence(who, cell))
                    voices = list(heard(voices, quiet_ones))
                ruling = rule_on(voices, how, settled, known)
            if places and ruling.state is State.OPEN:
                ruling = ruling._replace(state=State.ANSWERED, missing=0)
            self.found.rulings[cell] = ruling
            if self.ruled is not None:
                self.ruled.append(RuledCell(task.full, how, cell, tuple(voices), ruling))
            self.by_unit[cell.criterion, cell.unit].append(cell)
            if places:
                continue
            standing.cells[cell] = ruling
            last = {voice.who: voice for voice in sorted(voices, key=lambda each: each.round)}  # a person counts once
            for voice in last.values() if ruling.state is not State.KNOWN else ():
                self._count(standing, voice)
        if silent:
            for each in quiet(sizes, marked, self.sheet.silent):
                ruling = rule_on(each.voices, how, self.sheet.in_silence(each.criterion, each.target))
                standing.quiet.append(((each.criterion, each.target), ruling, each.times))
                self.found.silent[each.criterion, each.target] = ruling
                if self.ruled is not None:
                    here = (each.criterion, each.target)
                    quiet_cells = [cell for cell in asked if cell[1:] == here and cell not in self.found.rulings]
                    self.ruled += [RuledCell(task.full, how, cell, each.voices, ruling) for cell in quiet_cells]
                for voice in each.voices:
                    self._count(standing, voice, each.times)

    def _count(self, standing: Standing, voice: Voice, times: int = 1) -> None:
        if voice.settling or voice.assignment is Assignment.VOID or voice.who in self.counted:
            return
        done = standing.done.setdefault(voice.who, [0, 0])
        done[0] += times
        done[1] += times * (voice.value is None)

    # What does not count -------------------------------------------------------------------------------------------

    def _put_aside(self) -> None:
        """Name the verdicts that count nowhere, and count those that sleep."""
        for spoken in self.sheet.said:
            task = self._owner(spoken.cell)
            if task is None:
                if spoken.decided and (spoken.task, spoken.who, spoken.round) in self.sheet.closed:
                    self.found.void.add((spoken.who, spoken.cell))
                    self.found.aside[spoken.row] = "void"
                continue
            why = self._why(task, spoken)
            if why and spoken.row:
                self.found.aside[spoken.row] = why
            if why == "void":
                self.found.void.add((spoken.who, spoken.cell))
            if why == "unasked":
                self.found.standings[task.full].asleep += 1
        for cell in {*self.by_cell, *self.sheet.gold, *self.sheet.flags} - self.found.rulings.keys():
            if self._owner(cell) is not None or cell.target in self.found.out:
                self.found.unasked.add(cell)
                if cell in self.sheet.gold:
                    self.found.aside[self.sheet.gold[cell][1]] = "unasked"
        for cell in self.sheet.gold.keys() & self.sheet.known.keys():
            self.found.aside[self.sheet.gold[cell][1]] = "known"

    def _owner(self, cell: Cell) -> Task | None:
        return (
            self.book.owner(cell.criterion, self.sheet.kind(cell.unit)) if cell.criterion in self.book.owned else None
        )

    def _why(self, task: Task, spoken: Spoken) -> str:
        cell, row = spoken.cell, self.book.rows[task.full]
        if cell in self.sheet.known:
            return "known"
        if cell not in self.found.rulings:
            return "unasked"
        state = self.hearing.assignment(row, spoken, False)
        if state is Assignment.VOID:
            return "void"
        settler = self.book.settler(task)
        if settler is not None and spoken.task == self.book.rows[settler.full]:
            return "settling"
        entry = next(a.entry for a in self.book.asks(task) if a.criterion.row == cell.criterion)
        if entry.when is not None and self.hearing.pointless(entry, cell, spoken.who):
            return "unmet"
        if state is Assignment.OPEN and task.silence is Silence.NO:
            return "unfinished"
        return ""
