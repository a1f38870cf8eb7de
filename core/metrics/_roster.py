"""Who there is in a project for one computation, and what is asked: annotators and questions under its params."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from galley.core.columns import names
from galley.core.columns.notes import DAWID_SKENE, TOGETHER
from galley.core.domain import JUDGES, Annotator, AnnotatorKind, Scheme
from galley.core.errors import InputError
from galley.core.metrics import _verdicts
from galley.core.metrics._question import CellQuestion, by_level
from galley.core.metrics.base import Params
from galley.core.project.queue import PANEL
from galley.core.protocols.study import FLAGS, Task
from galley.core.storage import queries
from galley.core.tasks import task_book


class Roster:
    """The annotators, schemes and questions of a project. ``params`` says which."""

    def __init__(self, connection: sqlite3.Connection, params: Params) -> None:
        """Raises: InputError for names that the project does not hold."""
        self.connection, self.params = connection, params
        self.annotators = names.annotators(connection)
        self.schemes = self._wanted(names.schemes(connection))
        self.book = task_book.read(connection)
        self.spoke = _verdicts.spoke(connection)

    def _wanted(self, schemes: Sequence[Scheme]) -> list[Scheme]:
        known = [scheme.id for scheme in schemes]
        for name in self.params.schemes:
            if name not in known:
                raise InputError(f"The project has no scheme {name!r}; it has: {', '.join(known) or 'none'}.")
        return [scheme for scheme in schemes if not self.params.schemes or scheme.id in self.params.schemes]

    def named(self, name: str, kinds: Iterable[AnnotatorKind] = AnnotatorKind) -> int:
        """The annotator of this name, humans before judges. Raises: InputError if there is none."""
        wanted = list(kinds)
        fitting = [a for a in self.annotators.values() if a.name == name and a.kind in wanted]
        if not fitting:
            known = ", ".join(a.name for a in self.annotators.values() if a.kind in wanted) or "none"
            raise InputError(f"Nobody called {name!r} is in the project for this; there are: {known}.")
        return min(fitting, key=lambda a: (wanted.index(a.kind), a.id)).id

    def of_kind(self, *kinds: AnnotatorKind) -> list[int]:
        """The annotators of these kinds who said anything about the wanted schemes."""
        rows = {criterion.row for scheme in self.schemes for criterion in scheme.criteria}
        return [
            row
            for row, annotator in self.annotators.items()
            if annotator.kind in kinds and any((row, criterion) in self.spoke for criterion in rows)
        ]

    @cached_property
    def humans(self) -> list[int]:
        """The humans who said anything."""
        return self.of_kind(AnnotatorKind.HUMAN)

    @cached_property
    def judges(self) -> list[int]:
        """The judges that were asked for, or all that said anything. Raises: InputError for an unknown name."""
        if self.params.judges:
            return [self.named(name, (*JUDGES, AnnotatorKind.HUMAN)) for name in self.params.judges]
        return [row for row in self.of_kind(*JUDGES) if row not in self.own_gold]

    @cached_property
    def own_gold(self) -> frozenset[int]:
        """Where gold is an annotator by name and no judge was named: the judges that it is made of, itself first."""
        named = [row for row, each in self.annotators.items() if each.name == self.params.gold]
        if self.params.judges or not named or self.params.gold in ("gold", "majority", "adjudicated"):
            return frozenset()
        one = self.named(self.params.gold)
        return frozenset(row for row in (one, *self.parts(one)) if self.annotators[row].kind in JUDGES)

    @cached_property
    def circular(self) -> frozenset[tuple[int, int, int, int]]:
        """The adjudications (gold's annotator, criterion, unit, target) that hold what somebody said who is scored by
        name: their own, those of many cells by a rule over people's answers where it is a person, and those by
        Dawid-Skene, which weighs judges too, where it is a judge."""
        if not self.params.judges:
            return frozenset()
        people = {who for who in self.judges if self.annotators[who].kind is AnnotatorKind.HUMAN}
        judges = len(people) < len(self.judges)
        return frozenset(
            (gold, criterion, unit, target)
            for gold, criterion, unit, target, by, note in queries.find_adjudications(self.connection)
            if by in people or (note.startswith(TOGETHER) and (people or (judges and DAWID_SKENE in note)))
        )

    def parts(self, annotator: int) -> list[int]:
        """The annotators whose verdicts an ensemble is made of; none of anybody else."""
        members = queries.read_members(self.connection, annotator, PANEL)
        return [row for row, each in self.annotators.items() if each.name in members and each.kind in JUDGES]

    def votes(self, annotator: int) -> bool:
        """Whether an ensemble is the majority of its parts, so that it can be had without one of them."""
        return queries.read_rules(self.connection, annotator) == ["majority"]

    def annotator(self, row: int) -> Annotator:
        """The annotator with this row id."""
        return self.annotators[row]

    def questions(self) -> list[CellQuestion]:
        """The criteria that anybody spoke about, each scheme's roll-ups behind its criteria; groups if rows are
        split by group, the part of each roll-up on each level if they are split by level. Raises: InputError for a
        criterion that no wanted scheme has, or where no criterion has a group or level to split by."""
        found, known = [], []
        spoken = {criterion for _, criterion in self.spoke}
        for scheme in self.schemes:
            alone = [CellQuestion(scheme.id, c.id, c.name, (c,)) for c in scheme.criteria]
            if self.params.by == "group":
                groups = dict.fromkeys(c.group for c in scheme.criteria if c.scale == "yes-no" and c.group)
                unions = []
                for g in groups:
                    members = tuple(c for c in scheme.criteria if c.group == g and c.scale == "yes-no")
                    unions.append(CellQuestion(scheme.id, g, g, members, rollup=True))
                alone = []
            elif self.params.by == "level":
                unions, alone = by_level(scheme), []
            else:
                unions = [
                    CellQuestion(scheme.id, r.id, r.name, tuple(c for c in scheme.criteria if c.id in r.criteria), True)
                    for r in scheme.rollups
                ]
            known += [question.id for question in alone + unions]
            found += [q for q in self._of_task(alone + unions) if spoken.intersection(q.rows)]
        here = ", ".join(scheme.id for scheme in self.schemes)
        if here and not known and self.params.by == "level":
            raise InputError(
                f"No roll-up of {here} has criteria with a level, so rows cannot be split by it; leave --by out."
            )
        if here and not known and self.params.by == "group":
            raise InputError(
                f"No criterion of {here} that is answered with yes or no has a group, so rows cannot be split by it;"
                " leave --by out."
            )
        for name in self.params.criteria:
            if name not in known:
                raise InputError(f"No scheme here has the criterion {name!r}; there are: {', '.join(known) or 'none'}.")
        kept = [q for q in found if not self.params.criteria or q.id in self.params.criteria]
        for question in kept:
            self._meant(question)
        return kept

    @cached_property
    def placed(self) -> frozenset[int]:
        """The criteria (row ids) that a task asks of wholes, with the places that bear the answer out."""
        tasks = [task for task in self.book.tasks.values() if task.places]
        return frozenset(each.criterion.row for task in tasks for each in self.book.asks(task))

    # Tasks ---------------------------------------------------------------------------------------------------------

    @cached_property
    def task(self) -> Task | None:
        """The task that was named; None where none was, or the default one. Raises: InputError where there is no
        such."""
        return self.book.find(self.params.task) if self.params.task else None

    def _of_task(self, questions: Sequence[CellQuestion]) -> list[CellQuestion]:
        """The questions of the task that was named; a roll-up is taken over those of its criteria that the task
        asks."""
        if not self.params.task:
            return list(questions)
        if self.task is not None:
            rows = {each.criterion.row for each in self.book.asks(self.task)}
        else:
            everything = [c for scheme in self.schemes for c in scheme.criteria]
            rows = {c.row for c in everything if self.book.owner(c.row, c.unit.value) is None}
        name = self.task.full if self.task is not None else FLAGS
        cut = [replace(q, members=tuple(c for c in q.members if c.row in rows), task=name) for q in questions]
        return [question for question in cut if question.members]

    def owners(self, question: CellQuestion) -> tuple[Task | None, ...]:
        """The task that owns the cells of each of a question's criteria, as far as one figure can be about; None is the
        default one."""
        found: list[Task | None] = []
        for criterion in question.members:
            kinds = self.book.units_of.get(criterion.row, ())
            tasks = list(dict.fromkeys(task for kind in kinds if (task := self.book.owner(criterion.row, kind))))
            if question.task:
                found.append(self.task)
            elif criterion.unit.value in kinds or not tasks:
                found.append(self.book.owner(criterion.row, criterion.unit.value))
            else:
                found.append(tasks[0])
        return tuple(found)

    def kinds(self, question: CellQuestion) -> frozenset[str] | None:
        """The kinds of unit that a question is asked of in the task that was named; None for all."""
        if not question.task or self.task is None:
            return None
        rows = question.rows
        mine = [each for each in self.book.asks(self.task) if each.criterion.row in rows]
        return frozenset(kind for each in mine for kind in each.units)

    @cached_property
    def _answered(self) -> dict[int, set[str]]:
        """In which tasks people have answered criteria of which several tasks own cells, by criterion."""
        several = [row for row, kinds in self.book.units_of.items() if len(self._tasks_of(row, kinds)) > 1]
        found: dict[int, set[str]] = {}
        if several:
            for row, kind in self.connection.execute(
                "SELECT DISTINCT verdict.criterion_id, unit.kind FROM verdict JOIN unit ON unit.id = unit_id"
                " JOIN annotator ON annotator.id = annotator_id WHERE annotator.kind = 'human'"
                f" AND criterion_id IN ({', '.join(map(str, several))})"
            ):
                task = self.book.owner(row, kind)
                found.setdefault(row, set()).add(task.full if task is not None else FLAGS)
        return found

    def _tasks_of(self, row: int, kinds: Iterable[str]) -> set[str]:
        own = self.book.criteria[row].unit.value
        return {task.full if (task := self.book.owner(row, kind)) else FLAGS for kind in {*kinds, own}}

    def _meant(self, question: CellQuestion) -> None:
        """Raises: InputError where people answered one criterion in several tasks, and none was named."""
        if question.task:
            return
        for criterion in question.members:
            if len(tasks := self._answered.get(criterion.row, ())) > 1:
                raise InputError(
                    f"{criterion.scheme}/{criterion.id} was answered in several tasks ({', '.join(sorted(tasks))}); say"
                    " which with --task."
                )

    @cached_property
    def unasked(self) -> frozenset[int]:
        """The criteria (row ids) that nobody was asked about: no person and no gold spoke of them and no task of a
        protocol asks them; nor are flags on them before people, which they are once somebody decided on flags."""
        people = {row for row, each in self.annotators.items() if each.kind not in JUDGES}
        flags = "SELECT 1 FROM decision WHERE task_id IS NULL LIMIT 1"
        if self.connection.execute(flags).fetchone() is not None:
            people |= self.annotators.keys()
        asked = {criterion for who, criterion in self.spoke if who in people} | self.book.owned
        return frozenset(c.row for scheme in names.schemes(self.connection) for c in scheme.criteria) - asked

    def tells_more(self, question: CellQuestion) -> bool:
        """Whether a question is no roll-up of one criterion alone, which would say the same once more."""
        return not question.rollup or len(set(question.rows) - self.unasked) > 1

    def asked(self, annotator: int, question: CellQuestion) -> bool:
        """Whether this annotator said anything about the question."""
        return any((annotator, row) in self.spoke for row in question.rows)
