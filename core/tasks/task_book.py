"""The tasks in force: those of the project's protocols, each with its row id and what it owns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from galley.core.definitions.protocol_checks import find_type_criteria
from galley.core.definitions.protocol_files import parse
from galley.core.definitions.protocols import DEFAULT_TASK, Criteria, Kind, Protocol, Task, UnmarkedMeaning
from galley.core.definitions.task_owners import full, list_criteria, owners_of, units
from galley.core.domain import Criterion, CriterionId, Scheme
from galley.core.errors import InputError
from galley.core.rules.voters import PEOPLE
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.storage.queries import tasks as task_rows


@dataclass(frozen=True, slots=True)
class AskedCriterion:
    """A criterion in a task: what the task says of it, and the kinds of unit that it is asked of."""

    criterion: Criterion
    entry: Criteria
    units: tuple[str, ...]


@dataclass(frozen=True)
class TaskBook:
    """``protocols`` in the order in which they were put to use; ``rows`` the row id of every task that was ever in
    force, by its full name. Without protocols everything belongs to the default task."""

    protocols: tuple[Protocol, ...] = ()
    schemes: tuple[Scheme, ...] = ()
    rows: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def tasks(self) -> dict[str, Task]:
        """The tasks in force but the default one, by full name, in order."""
        return {task.full: task for protocol in self.protocols for task in protocol.tasks}

    @cached_property
    def by_row(self) -> dict[int, Task]:
        """The same by row id."""
        return {self.rows[name]: task for name, task in self.tasks.items()}

    @cached_property
    def full_names(self) -> dict[int, str]:
        """The full name of every task that a decision may name, by row id."""
        return {row: name for name, row in self.rows.items()}

    @cached_property
    def _owners(self) -> dict[tuple[CriterionId, str], Task]:
        rows_by_name = {full(c): c.row for scheme in self.schemes for c in scheme.criteria}
        owners = owners_of(self.protocols, self._by_name) if self.protocols else {}
        return {
            (rows_by_name[cell.criterion], cell.unit): task
            for cell, task in owners.items()
            if task.full != DEFAULT_TASK
        }

    def owner(self, criterion: CriterionId, unit: str) -> Task | None:
        """The task that owns the cells of a criterion (row id) on units of this kind; None is the default task."""
        return self._owners.get((criterion, unit))

    @cached_property
    def owned_criteria(self) -> frozenset[CriterionId]:
        """The criteria (row ids) of which a task of a protocol owns cells."""
        return frozenset(criterion for criterion, _ in self._owners)

    @cached_property
    def units_of(self) -> dict[CriterionId, tuple[str, ...]]:
        """On which kinds of unit tasks ask each of these criteria."""
        kinds_by_criterion: dict[CriterionId, list[str]] = {}
        for criterion, unit in self._owners:
            kinds_by_criterion.setdefault(criterion, []).append(unit)
        return {criterion: tuple(kinds) for criterion, kinds in kinds_by_criterion.items()}

    @cached_property
    def criteria(self) -> dict[CriterionId, Criterion]:
        """All criteria of the project by row id (of a project with protocols)."""
        return {criterion.row: criterion for scheme in self.schemes for criterion in scheme.criteria}

    def find_implicit_task(self, criterion: Criterion) -> int | None:
        """The row id of the task in which somebody's silence says "no" of a criterion; None is the default task, 0
        none."""
        task = self.owner(criterion.row, criterion.unit.value)
        if task is None:
            return None
        return self.rows[task.full] if task.unmarked_meaning is UnmarkedMeaning.NO else 0

    def find_adjudication_task(self, task: Task) -> Task | None:
        """The settle task that names this one, or None."""
        return self.protocol(task).find_adjudication_task(task)

    def protocol(self, task: Task) -> Protocol:
        """The protocol of a task in force."""
        return next(protocol for protocol in self.protocols if protocol.id == task.protocol)

    @cached_property
    def _asks(self) -> dict[str, tuple[AskedCriterion, ...]]:
        criteria_by_name = {full(c): c for scheme in self.schemes for c in scheme.criteria}
        return {
            name: tuple(
                AskedCriterion(criteria_by_name[full(criterion)], entry, units(task, criterion))
                for criterion, entry in list_criteria(task, self.protocol(task), self._by_name)
            )
            for name, task in self.tasks.items()
        }

    def asks(self, task: Task) -> tuple[AskedCriterion, ...]:
        """The criteria that a task asks, with row ids, in order. A settle task asks those of the tasks that it
        settles."""
        if task.kind is Kind.ADJUDICATE:
            protocol = self.protocol(task)
            return tuple(
                asking for name in task.of if (other := protocol.task(name)) for asking in self._asks[other.full]
            )
        return self._asks[task.full]

    @cached_property
    def order(self) -> tuple[Task, ...]:
        """The tasks in force, each behind those that its gate and its conditions wait for."""
        placed: dict[str, Task] = {}

        def place(task: Task) -> None:
            if task.full in placed or task.full in entered:
                return
            entered.add(task.full)
            for other in self.before(task):
                place(other)
            placed[task.full] = task

        entered: set[str] = set()
        for task in self.tasks.values():
            place(task)
        return tuple(placed.values())

    def before(self, task: Task) -> list[Task]:
        """The tasks whose outcome in an item says whether and what this one asks there."""
        protocol = self.protocol(task)
        named = [other for name in (*task.after, *task.of) if (other := protocol.task(name)) is not None]
        criterion_names = {condition.criterion for condition in task.conditions} | find_type_criteria(
            task, protocol, self._by_name
        )
        for criterion in (c for scheme in self.schemes for c in scheme.criteria if full(c) in criterion_names):
            named += [owner for (row, _), owner in self._owners.items() if row == criterion.row]
        if task.leaves_out is None:
            named += [other for other in self.tasks.values() if other.leaves_out is not None]
        return list(dict.fromkeys(other for other in named if other is not task))

    @cached_property
    def _by_name(self) -> dict[str, Scheme]:
        return {scheme.id: scheme for scheme in self.schemes}

    @cached_property
    def judges(self) -> tuple[str, ...]:
        """What tasks call the judges that vote in them ("judge:NAME", "method:NAME")."""
        voters = (voter for task in self.tasks.values() for voter in task.voters)
        return tuple(dict.fromkeys(voter for voter in voters if voter != PEOPLE))

    def find(self, name: str) -> Task | None:
        """The task called ``name`` (``protocol/task``, or the task's own where one alone has it); None for the default
        one.

        Raises: InputError where there is none, or several.
        """
        if name in (DEFAULT_TASK, DEFAULT_TASK.partition("/")[2]):
            return None
        fitting = [task for full, task in self.tasks.items() if name in (full, task.id)]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            task_names = ", ".join(task.full for task in fitting)
            raise InputError(f"Several tasks are called {name!r}; choose one: {task_names}.")
        task_names = ", ".join(self.tasks) or "only flags/flags; galley campaign protocol use puts others in"
        raise InputError(f"The project has no task {name!r}; it has: {task_names}.")


PLAIN_TASK_BOOK = TaskBook()
"""A project without a protocol."""


def read_task_book(connection: Connection) -> TaskBook:
    """The tasks in force. Raises: ProtocolError where a protocol of the file cannot be read."""
    sources, rows = task_rows.read_task_sources(connection)
    if not sources:
        return PLAIN_TASK_BOOK if not rows else TaskBook((), (), dict(rows))
    return _get_book(connection, sources, rows, *task_rows.read_scheme_sources(connection))


_BOOKS: dict[Sequence[object], TaskBook] = {}
_MOST = 16


def _get_book(
    connection: Connection,
    sources: tuple[tuple[str, str], ...],
    rows: tuple[tuple[str, int], ...],
    schemes: tuple[task_rows.SchemeSource, ...],
    criteria: tuple[int | None, int],
) -> TaskBook:
    key = (sources, rows, schemes, criteria)
    book = _BOOKS.get(key)
    if book is None:
        scheme_list = tuple(names.schemes(connection))
        schemes_by_id = {scheme.id: scheme for scheme in scheme_list}
        protocols = tuple(
            parse(source, f"the protocol {name} of this project", schemes_by_id) for name, source in sources
        )
        book = TaskBook(protocols, scheme_list, dict(rows))
        while len(_BOOKS) >= _MOST:
            _BOOKS.pop(next(iter(_BOOKS)), None)
        _BOOKS[key] = book
    return book
