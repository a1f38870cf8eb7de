"""What cannot work in a protocol though every word of it is known: refused when it is loaded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement

from galley.core.definitions.protocols import Condition, Criteria, Kind, Protocol, Task, UnmarkedMeaning
from galley.core.definitions.task_owners import Fail, OwnedCells, answers, full, list_criteria, owners, units
from galley.core.domain import Criterion, Scheme, Value
from galley.core.rules.rule import ANY, Rule
from galley.core.rules.scalar import decide

MOST_TRIED = 12
"""More people than this speak no otherwise than so many."""


def check(protocol: Protocol, schemes: Mapping[str, Scheme], fail: Fail) -> None:
    """Refuse a protocol that cannot work; ``fail`` raises, at a key of the task at fault."""
    _names(protocol, fail)
    owner = owners(protocol, schemes, fail)
    for task in protocol.tasks:
        criteria = list_criteria(task, protocol, schemes)
        if task.criteria and not criteria:
            fail(task, f"the task “{task.id}” has no criteria of its own: other tasks name them all", "criteria")
        _check_unmarked(task, criteria, fail)
        _when(task, criteria, fail)
        _form(task, criteria, fail)
        _speaks(task, protocol, criteria, fail)
        _where(task, protocol, owner, fail)
    for gold_type in protocol.types:
        _gold(protocol.tasks[0], f"the type “{gold_type.name}”", gold_type.conditions, protocol, owner, fail)
    for task in protocol.tasks:
        if task.kind is Kind.ADJUDICATE:
            _check_adjudication(task, protocol, schemes, fail)
    _circles(protocol, schemes, owner, fail)


def _names(protocol: Protocol, fail: Fail) -> None:
    """Every name of a task must be that of another one, and of a fitting kind."""
    seen: dict[str, Task] = {}
    adjudicated_by: dict[str, str] = {}
    for task in protocol.tasks:
        if task.id in seen:
            fail(task, f"the id “{task.id}” is used twice", "id")
        seen[task.id] = task
    for task in protocol.tasks:
        who = f"the task “{task.id}”"
        for key, names in (("after", task.after), ("of", task.of), ("same", (task.same,) if task.same else ())):
            for name in names:
                other = protocol.task(name)
                if other is None:
                    fail(task, f"{who} names the task “{name}”, which is not there; there are: {', '.join(seen)}", key)
                if other is task:
                    fail(task, f"{who} names itself", key)
                if key == "of" and not other.owns:
                    fail(task, f"{who} adjudicates “{name}”, which collects no answers", key)
                if key == "same" and other.kind in (Kind.JUDGE, Kind.ADJUDICATE):
                    fail(task, f"{who} is for the reviewers of “{name}”, which has none of its own", key)
        if task.kind is Kind.ADJUDICATE and not task.of:
            fail(task, f"{who} adjudicates nothing; name a task under “of”", "of")
        for name in task.of:
            if adjudicated_by.setdefault(name, task.id) != task.id:
                fail(
                    task,
                    f"“{name}” is adjudicated by “{adjudicated_by[name]}” already; a task has one adjudication task",
                    "of",
                )


def _check_unmarked(task: Task, criteria: Sequence[tuple[Criterion, Criteria]], fail: Fail) -> None:
    if task.unmarked_meaning is UnmarkedMeaning.OPEN:
        return
    for key, is_set in (
        ("where", bool(task.conditions)),
        ("draw", task.draw is not None),
        ("once", bool(task.once)),
        ("criterion", any(entry.when for entry in task.criteria)),
    ):
        if is_set:
            what = "when" if key == "criterion" else key
            fail(
                task,
                f"in the task “{task.id}” unmarked means no, which excludes “{what}”: there each unit needs an answer",
                key,
            )
    for criterion, entry in criteria:
        if criterion.scale != "yes-no" and entry.name == full(criterion):
            fail(task, f"in the task “{task.id}” unmarked means no, but {full(criterion)} has no “no”", "silence")


def _when(task: Task, criteria: Sequence[tuple[Criterion, Criteria]], fail: Fail) -> None:
    """A condition reads what the same person answered before, on the same unit."""
    before: dict[str, Criterion] = {}
    for criterion, entry in criteria:
        if entry.when is not None:
            other = before.get(entry.when.criterion)
            if other is None:
                fail(
                    task,
                    f"{full(criterion)} is asked when {entry.when}, but the task “{task.id}” does not ask"
                    f" {entry.when.criterion} before it",
                    "criteria",
                )
            if units(task, other) != units(task, criterion):
                fail(
                    task,
                    f"{full(criterion)} is asked when {entry.when}, which is asked of another unit",
                    "criteria",
                )
        before[full(criterion)] = criterion


def _form(task: Task, criteria: Sequence[tuple[Criterion, Criteria]], fail: Fail) -> None:
    """Fields that do not go together."""
    who = f"the task “{task.id}”"
    for key, other in (("once", task.places), ("once", task.unit), ("unit", task.places)):
        if task.votes and getattr(task, key) and other:
            fail(
                task, f"{who} has “{key}” and “{'places' if other == task.places else 'unit'}”; choose one of them", key
            )
    if not task.votes:
        return
    for criterion, _ in criteria:
        if task.kind is Kind.COMPARE and criterion.scale != "choice":
            fail(
                task,
                f"{who} compares two documents, and {full(criterion)} has no choices; give it those of the systems, or"
                " “first” and “second”, and “same” if you like",
                "criteria",
            )
        if task.places and (criterion.scale != "yes-no" or criterion.unit != task.places):
            fail(
                task,
                f"{who} has places by {task.places}; {full(criterion)} is not a yes/no question of that unit",
                "places",
            )
    _because(task, [criterion for criterion, _ in criteria], fail)
    if task.leaves_out is not None and not any(task.leaves_out in answers(criterion) for criterion, _ in criteria):
        what = f"{who} leaves out what is answered “{task.leaves_out}”"
        fail(task, f"{what}, which is not an answer to what it asks", "leaves_out")


def _because(task: Task, criteria: Sequence[Criterion], fail: Fail) -> None:
    if task.because is not None and not any(task.because in answers(criterion) for criterion in criteria):
        what = f"the task “{task.id}” requires a reason for “{task.because}”"
        fail(task, f"{what}, which is not an answer to what it asks", "because")


def _where(task: Task, protocol: Protocol, owner: Mapping[OwnedCells, Task], fail: Fail) -> None:
    _gold(task, f"the task “{task.id}”", task.conditions, protocol, owner, fail)


def _gold(
    task: Task, who: str, where: Sequence[Condition], protocol: Protocol, owner: Mapping[OwnedCells, Task], fail: Fail
) -> None:
    """Refuse a condition on what no task of the protocol settles."""
    for condition in where:
        holders = {id(holder): holder for cell, holder in owner.items() if cell.criterion == condition.criterion}
        if not holders:
            fail(task, f"{who} is where {condition}, but no task of the protocol asks that", "where")
        for holder in holders.values():
            if not _makes_gold(holder, protocol):
                fail(task, f"{who} is where {condition}, but the task “{holder.id}” makes no gold", "where")


def find_type_criteria(task: Task, protocol: Protocol, schemes: Mapping[str, Scheme]) -> set[str]:
    """The criteria whose gold gives the units that a task asks about their types."""
    kinds = {c.unit for c, _ in list_criteria(task, protocol, schemes) if c.types}
    return {
        condition.criterion
        for gold_type in protocol.types
        if gold_type.unit in kinds
        for condition in gold_type.conditions
    }


def _makes_gold(task: Task, protocol: Protocol) -> bool:
    return task.rule not in (Rule.NONE, Rule.ADJUDICATOR) or protocol.find_adjudication_task(task) is not None


def _speaks(task: Task, protocol: Protocol, criteria: Sequence[tuple[Criterion, Criteria]], fail: Fail) -> None:
    """Refuse a rule that gives no gold whatever so many people say."""
    if not task.votes or task.rule is Rule.NONE:
        return
    who, people = f"the task “{task.id}”", task.people or 1
    if "people" not in task.voters and people > len(task.voters):
        fail(
            task, f"{who} needs {people} answers and has {len(task.voters)} voters; its rule can never apply", "voters"
        )
    if task.rule is Rule.ADJUDICATOR:
        adjudication_task = protocol.find_adjudication_task(task)
        if adjudication_task is None or adjudication_task.rule is not Rule.ADJUDICATOR:
            fail(
                task,
                f"the rule of {who} leaves its cells to an adjudicator, and no adjudication task with that rule "
                f"names it",
                "rule",
            )
        return
    for criterion, entry in criteria:
        # where everything else is asked, too, what the rule cannot settle is only listed as undecided
        if entry.name == full(criterion) and not _can(task.rule, answers(criterion), people):
            fail(
                task,
                f"the rule “{task.rule}” of {who} can never resolve {full(criterion)}, however people answer",
                "rule",
            )


def _can(rule: Rule, values: Sequence[Value], people: int) -> bool:
    """Whether a rule speaks where all say the same."""
    return any(decide(rule, [value] * min(people, MOST_TRIED)) is not None for value in values)


def _check_adjudication(task: Task, protocol: Protocol, schemes: Mapping[str, Scheme], fail: Fail) -> None:
    who = f"the task “{task.id}”"
    reviewed_tasks = [reviewed_task for reviewed_task in protocol.tasks if reviewed_task.id in task.of]
    _because(
        task, [c for reviewed_task in reviewed_tasks for c, _ in list_criteria(reviewed_task, protocol, schemes)], fail
    )
    if task.rule is Rule.NONE:
        fail(task, f"{who} adjudicates by the rule “none”, which resolves nothing", "rule")
    if task.rule is Rule.ADJUDICATOR:
        if task.people != 1:
            fail(task, f"an adjudicator is one person; leave out “people” of {who}", "people")
        return
    if task.four_eyes:
        fail(task, f"only an adjudicator's task can have “four_eyes”; remove it from {who}", "four_eyes")
    for other in reviewed_tasks:
        if other.rule is Rule.NONE:
            fail(task, f"“{other.id}” makes no gold of people's answers; only an adjudicator can resolve it", "rule")
        for criterion, entry in list_criteria(other, protocol, schemes):
            if entry.name == full(criterion) and not _can_adjudicate(task, other, answers(criterion)):
                fail(
                    task,
                    f"the rule “{task.rule}” of {who} can never resolve {full(criterion)} where “{other.rule}” of"
                    f" “{other.id}” does not, whatever {task.people or 'any'} more people answer",
                    "rule",
                )


def _can_adjudicate(task: Task, of: Task, values: Sequence[Value]) -> bool:
    """Whether there are answers that the task leaves undecided and the settle task's readers decide."""
    possible_answers: list[Value | None] = [*values[:3], None]
    least = min(of.people, MOST_TRIED)
    sizes = range(1, 4) if of.people == ANY else (least, least + 1)  # answers beyond `people` count, too
    for size in sizes:
        for own in combinations_with_replacement(possible_answers, size):
            if not task.all and _apply_rule(of.rule, own) is not None:
                continue
            for more in combinations_with_replacement(possible_answers, min(task.people or 1, 3)):
                if _apply_rule(task.rule, (*own, *more)) is not None:
                    return True
    return False


def _apply_rule(rule: Rule, answers: Sequence[Value | None]) -> Value | None:
    values = [value for value in answers if value is not None]
    return decide(rule, values, len(answers) - len(values))


def _circles(protocol: Protocol, schemes: Mapping[str, Scheme], owner: Mapping[OwnedCells, Task], fail: Fail) -> None:
    """Refuse tasks that wait for each other, by ``after``, by ``of``, or by what their ``where``, or the types of the
    units that they ask about, look at."""
    waits: dict[str, list[tuple[str, str]]] = {}
    leaving = [task.id for task in protocol.tasks if task.leaves_out is not None]
    for task in protocol.tasks:
        criteria_waited = {condition.criterion for condition in task.conditions} | find_type_criteria(
            task, protocol, schemes
        )
        looked_at = dict.fromkeys(holder.id for cell, holder in owner.items() if cell.criterion in criteria_waited)
        waits[task.id] = [
            *((name, "after") for name in task.after),
            *((name, "of") for name in task.of),
            *((name, "where") for name in looked_at),
            *((name, "leaves_out") for name in leaving if task.votes and task.leaves_out is None),
        ]
    done: set[str] = set()

    def visit(name: str, path: list[str]) -> None:
        if name in done:
            return
        for other, key in waits[name]:
            if other in [*path, name]:
                circle = [*path, name][[*path, name].index(other) :]
                task = protocol.task(name)
                assert task is not None
                fail(task, f"these tasks wait for each other: {', '.join(circle)}", key)
            visit(other, [*path, name])
        done.add(name)

    for task in protocol.tasks:
        visit(task.id, [])
