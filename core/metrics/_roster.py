"""Who there is in a project for one computation, and what is asked: annotators and questions under its params."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from galley.core.definitions.protocols import DEFAULT_TASK, Task
from galley.core.domain import JUDGES, Annotator, AnnotatorId, AnnotatorKind, CriterionId, Scheme
from galley.core.errors import InputError
from galley.core.metrics._question import CellQuestion, by_level
from galley.core.metrics.base import Params
from galley.core.storage import names, queries
from galley.core.storage.connection import Connection
from galley.core.storage.note_markers import BULK_NOTE_PREFIX, DAWID_SKENE_MARKER
from galley.core.storage.queries import columns
from galley.core.storage.queries.decisions import DecisionSelection, count_decisions
from galley.core.storage.queries.item_queue import ENSEMBLE
from galley.core.storage.queries.runs import read_runs
from galley.core.tasks.task_book import read_task_book


class Roster:
    """The annotators, schemes and questions of a project. ``params`` says which."""

    def __init__(self, connection: Connection, params: Params) -> None:
        """Raises: InputError for names that the project does not hold."""
        self.connection, self.params = connection, params
        self.annotators = names.annotators(connection)
        self.schemes = self._select_schemes(names.schemes(connection))
        self.book = read_task_book(connection)
        self.spoke = columns.find_answered_pairs(connection)

    def _select_schemes(self, schemes: Sequence[Scheme]) -> list[Scheme]:
        scheme_ids = [scheme.id for scheme in schemes]
        for name in self.params.schemes:
            if name not in scheme_ids:
                raise InputError(f"The project has no scheme {name!r}; it has: {', '.join(scheme_ids) or 'none'}.")
        return [scheme for scheme in schemes if not self.params.schemes or scheme.id in self.params.schemes]

    def find_annotator(self, name: str, kinds: Iterable[AnnotatorKind] = AnnotatorKind) -> AnnotatorId:
        """The annotator of this name, humans before judges. Raises: InputError if there is none."""
        allowed_kinds = list(kinds)
        fitting = [a for a in self.annotators.values() if a.name == name and a.kind in allowed_kinds]
        if not fitting:
            annotator_names = ", ".join(a.name for a in self.annotators.values() if a.kind in allowed_kinds) or "none"
            raise InputError(f"Nobody called {name!r} is in the project for this; there are: {annotator_names}.")
        return min(fitting, key=lambda a: (allowed_kinds.index(a.kind), a.id)).id

    def of_kind(self, *kinds: AnnotatorKind) -> list[AnnotatorId]:
        """The annotators of these kinds who said anything about the wanted schemes."""
        rows = {criterion.row for scheme in self.schemes for criterion in scheme.criteria}
        return [
            row
            for row, annotator in self.annotators.items()
            if annotator.kind in kinds and any((row, criterion) in self.spoke for criterion in rows)
        ]

    @cached_property
    def humans(self) -> list[AnnotatorId]:
        """The humans who said anything."""
        return self.of_kind(AnnotatorKind.HUMAN)

    @cached_property
    def judges(self) -> list[AnnotatorId]:
        """The judges that were asked for, or all that said anything. Raises: InputError for an unknown name."""
        if self.params.judges:
            return [self.find_annotator(name, (*JUDGES, AnnotatorKind.HUMAN)) for name in self.params.judges]
        return [row for row in self.of_kind(*JUDGES) if row not in self.own_gold]

    @cached_property
    def own_gold(self) -> frozenset[AnnotatorId]:
        """Where gold is an annotator by name and no judge was named: the judges that it is made of, itself first."""
        named = [row for row, annotator in self.annotators.items() if annotator.name == self.params.gold]
        if self.params.judges or not named or self.params.gold in ("gold", "majority", "adjudicated"):
            return frozenset()
        one = self.find_annotator(self.params.gold)
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
            (verdict.annotator, verdict.criterion, verdict.unit, verdict.target)
            for verdict in queries.list_gold(self.connection)
            if verdict.reviewer in people
            or (
                (note := verdict.note or "").startswith(BULK_NOTE_PREFIX)
                and (people or (judges and DAWID_SKENE_MARKER in note))
            )
        )

    def parts(self, annotator: AnnotatorId) -> list[AnnotatorId]:
        """The annotators whose verdicts an ensemble is made of; none of anybody else."""
        runs = read_runs(self.connection, annotators=[annotator])
        members = {
            name for run in runs if run.method == ENSEMBLE for name in json.loads(run.settings).get("members") or ()
        }
        return [
            row for row, annotator in self.annotators.items() if annotator.name in members and annotator.kind in JUDGES
        ]

    def votes(self, annotator: AnnotatorId) -> bool:
        """Whether an ensemble is the majority of its parts, so that it can be had without one of them."""
        runs = read_runs(self.connection, annotators=[annotator])
        return bool(runs) and all(json.loads(run.settings).get("rule") == "majority" for run in runs)

    def annotator(self, row: AnnotatorId) -> Annotator:
        """The annotator with this row id."""
        return self.annotators[row]

    def questions(self) -> list[CellQuestion]:
        """The criteria that anybody spoke about, each scheme's roll-ups behind its criteria; groups if rows are
        split by group, the part of each roll-up on each level if they are split by level. Raises: InputError for a
        criterion that no wanted scheme has, or where no criterion has a group or level to split by."""
        return list(self._questions)

    @cached_property
    def _questions(self) -> list[CellQuestion]:
        spoken_questions, question_ids = [], []
        spoken = {criterion for _, criterion in self.spoke}
        for scheme in self.schemes:
            alone = [CellQuestion(scheme.id, c.id, c.name, (c,)) for c in scheme.criteria]
            if self.params.by == "group":
                groups = dict.fromkeys(c.group for c in scheme.criteria if c.scale == "yes-no" and c.group)
                unions = []
                for g in groups:
                    members = tuple(c for c in scheme.criteria if c.group == g and c.scale == "yes-no")
                    unions.append(CellQuestion(scheme.id, g, g, members, is_combined=True))
                alone = []
            elif self.params.by == "level":
                unions, alone = by_level(scheme), []
            else:
                unions = [
                    CellQuestion(scheme.id, r.id, r.name, tuple(c for c in scheme.criteria if c.id in r.criteria), True)
                    for r in scheme.combined_criteria
                ]
            question_ids += [question.id for question in alone + unions]
            spoken_questions += [q for q in self._of_task(alone + unions) if spoken.intersection(q.rows)]
        scheme_names = ", ".join(scheme.id for scheme in self.schemes)
        if scheme_names and not question_ids and self.params.by == "level":
            raise InputError(
                f"No combined criterion of {scheme_names} has criteria with a level, so rows cannot be split by "
                f"it; leave "
                f"--by out."
            )
        if scheme_names and not question_ids and self.params.by == "group":
            raise InputError(
                f"No criterion of {scheme_names} that is answered with yes or no has a group, so rows cannot be "
                f"split by it;"
                " leave --by out."
            )
        for name in self.params.criteria:
            if name not in question_ids:
                raise InputError(
                    f"No scheme here has the criterion {name!r}; there are: {', '.join(question_ids) or 'none'}."
                )
        selected_questions = [q for q in spoken_questions if not self.params.criteria or q.id in self.params.criteria]
        for question in selected_questions:
            self._meant(question)
        return selected_questions

    @cached_property
    def placed_criteria(self) -> frozenset[CriterionId]:
        """The criteria (row ids) that a task asks of wholes, with the places that bear the answer out."""
        tasks = [task for task in self.book.tasks.values() if task.places]
        return frozenset(asking.criterion.row for task in tasks for asking in self.book.asks(task))

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
            rows = {asking.criterion.row for asking in self.book.asks(self.task)}
        else:
            everything = [c for scheme in self.schemes for c in scheme.criteria]
            rows = {c.row for c in everything if self.book.owner(c.row, c.unit.value) is None}
        name = self.task.full if self.task is not None else DEFAULT_TASK
        cut = [replace(q, members=tuple(c for c in q.members if c.row in rows), task=name) for q in questions]
        return [question for question in cut if question.members]

    def owners(self, question: CellQuestion) -> tuple[Task | None, ...]:
        """The task that owns the cells of each of a question's criteria, as far as one figure can be about; None is the
        default one."""
        owner_tasks: list[Task | None] = []
        for criterion in question.members:
            kinds = self.book.units_of.get(criterion.row, ())
            tasks = list(dict.fromkeys(task for kind in kinds if (task := self.book.owner(criterion.row, kind))))
            if question.task:
                owner_tasks.append(self.task)
            elif criterion.unit.value in kinds or not tasks:
                owner_tasks.append(self.book.owner(criterion.row, criterion.unit.value))
            else:
                owner_tasks.append(tasks[0])
        return tuple(owner_tasks)

    def kinds(self, question: CellQuestion) -> frozenset[str] | None:
        """The kinds of unit that a question is asked of in the task that was named; None for all."""
        if not question.task or self.task is None:
            return None
        rows = question.rows
        asks = [asking for asking in self.book.asks(self.task) if asking.criterion.row in rows]
        return frozenset(kind for asking in asks for kind in asking.units)

    @cached_property
    def _tasks_with_answers(self) -> dict[CriterionId, set[str]]:
        """In which tasks people have answered criteria of which several tasks own cells, by criterion."""
        several = [row for row, kinds in self.book.units_of.items() if len(self._tasks_of(row, kinds)) > 1]
        tasks_by_criterion: dict[CriterionId, set[str]] = {}
        if several:
            for row, kind in columns.find_answered_kinds(self.connection, several):
                task = self.book.owner(row, kind)
                tasks_by_criterion.setdefault(row, set()).add(task.full if task is not None else DEFAULT_TASK)
        return tasks_by_criterion

    def _tasks_of(self, row: CriterionId, kinds: Iterable[str]) -> set[str]:
        own = self.book.criteria[row].unit.value
        return {task.full if (task := self.book.owner(row, kind)) else DEFAULT_TASK for kind in {*kinds, own}}

    def _meant(self, question: CellQuestion) -> None:
        """Raises: InputError where people answered one criterion in several tasks, and none was named."""
        if question.task:
            return
        for criterion in question.members:
            if len(tasks := self._tasks_with_answers.get(criterion.row, ())) > 1:
                raise InputError(
                    f"{criterion.scheme}/{criterion.id} was answered in several tasks ({', '.join(sorted(tasks))}); say"
                    " which with --task."
                )

    @cached_property
    def unasked_criteria(self) -> frozenset[CriterionId]:
        """The criteria (row ids) that nobody was asked about: no person and no gold spoke of them and no task of a
        protocol asks them; nor are flags on them before people, which they are once somebody decided on flags."""
        people = {row for row, annotator in self.annotators.items() if annotator.kind not in JUDGES}
        if count_decisions(self.connection, DecisionSelection(task=0), most=1):
            people |= self.annotators.keys()
        asked_criteria = {criterion for who, criterion in self.spoke if who in people} | self.book.owned_criteria
        return frozenset(c.row for scheme in names.schemes(self.connection) for c in scheme.criteria) - asked_criteria

    def tells_more(self, question: CellQuestion) -> bool:
        """Whether a question is no combined criterion of one criterion alone, which would say the same once more."""
        return not question.is_combined or len(set(question.rows) - self.unasked_criteria) > 1

    def has_answered(self, annotator: AnnotatorId, question: CellQuestion) -> bool:
        """Whether this annotator said anything about the question."""
        return any((annotator, row) in self.spoke for row in question.rows)
