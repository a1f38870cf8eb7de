"""Which task owns which cells: every cell one, those that no task names the default task ``flags``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, NoReturn
from typing import Protocol as Interface

from galley.core.definitions.protocols import DEFAULT_TASK, GROUP, PAIR, REST, WHOLE, Criteria, Kind, Protocol, Task
from galley.core.domain import Criterion, Scheme, Value
from galley.core.errors import ProtocolError


class OwnedCells(NamedTuple):
    """The cells of a criterion (``scheme/id``) on units of a kind."""

    criterion: str
    unit: str


class Fail(Interface):
    """Refuses a task, at one of its keys."""

    def __call__(self, task: Task, message: str, key: str = "") -> NoReturn: ...


def answers(criterion: Criterion) -> tuple[Value, ...]:
    """What can be answered to a criterion."""
    if criterion.scale == "choice":
        return criterion.choices
    if criterion.scale == "ordinal":
        return tuple(range(criterion.low, criterion.high + 1))
    return ("yes", "no")


def full(criterion: Criterion) -> str:
    """``scheme/id``."""
    return f"{criterion.scheme}/{criterion.id}"


def expand_name(name: str, schemes: Mapping[str, Scheme]) -> list[Criterion]:
    """All criteria that a name (``scheme/id``, ``scheme/*``, ``*``) may stand for, whoever else names them."""
    scheme, _, criterion = name.partition("/")
    scheme_list = list(schemes.values()) if name == REST else [schemes[scheme]] if scheme in schemes else []
    return [member for one in scheme_list for member in one.criteria if name == REST or criterion in (REST, member.id)]


def units(task: Task, criterion: Criterion) -> tuple[str, ...]:
    """The kinds of unit on which a task asks a criterion."""
    if task.kind is Kind.COMPARE:
        return (PAIR,)
    if task.once:
        return (GROUP,)
    if task.unit == WHOLE:
        return (WHOLE,)
    return (WHOLE, task.places) if task.places else (criterion.unit.value,)


def list_criteria(task: Task, protocol: Protocol, schemes: Mapping[str, Scheme]) -> list[tuple[Criterion, Criteria]]:
    """The criteria that a task asks, each with what the task says of it. ``*`` leaves out what a task of the protocol
    names, and ``*`` of all schemes what ``scheme/*`` of another task takes; training asks them all."""
    others = [other for other in protocol.tasks if task.owns and other.owns and other is not task]
    other_names = {entry.name for other in others for entry in other.criteria}
    own = {entry.name for entry in task.criteria}
    criteria = []
    for entry in task.criteria:
        for criterion in expand_name(entry.name, schemes):
            name, rest = full(criterion), f"{criterion.scheme}/{REST}"
            wider = {name} if entry.name == rest else {name, rest} if entry.name == REST else set()
            if not wider & (other_names | own - {entry.name}):
                criteria.append((criterion, entry))
    return criteria


def owners(protocol: Protocol, schemes: Mapping[str, Scheme], fail: Fail) -> dict[OwnedCells, Task]:
    """The owner of each cell that a protocol names. ``fail`` refuses the second owner of one."""
    owner_by_cell: dict[OwnedCells, Task] = {}
    for task in protocol.tasks:
        if not task.owns:
            continue
        for criterion, _ in list_criteria(task, protocol, schemes):
            for unit in units(task, criterion):
                cell = OwnedCells(full(criterion), unit)
                other = owner_by_cell.setdefault(cell, task)
                if other is not task:
                    fail(
                        task,
                        f"{cell.criterion} of a {unit} belongs to the task “{other.id}”; a cell has one owner",
                        "criteria",
                    )
    return owner_by_cell


def owners_of(protocols: Sequence[Protocol], schemes: Mapping[str, Scheme]) -> dict[OwnedCells, Task]:
    """The owner of each cell in a project that uses several protocols.

    Raises: ProtocolError where two of them ask for one, at the later one's task.
    """
    owner_by_cell: dict[OwnedCells, Task] = {}
    for protocol in protocols:
        where = protocol.location or f"the protocol {protocol.id}"

        def fail(task: Task, message: str, key: str = "", where: str = where) -> NoReturn:
            raise ProtocolError(f"{where}, line {task.line}: {message}.")

        for cell, task in owners(protocol, schemes, fail).items():
            if cell in owner_by_cell and task.full != DEFAULT_TASK:
                if owner_by_cell[cell].full != DEFAULT_TASK:
                    fail(
                        task,
                        f"{cell.criterion} of a {cell.unit} belongs to {owner_by_cell[cell].full}; a cell has "
                        f"one owner",
                    )
            elif cell in owner_by_cell:
                continue
            owner_by_cell[cell] = task
    return owner_by_cell
