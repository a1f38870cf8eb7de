"""The rule of a task changed in the project's copy of its protocol: what that would do, and doing it.

No verdicts are written: gold by rule is worked out from what people said, so another rule makes other gold of it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from galley.core.definitions.protocol_files import parse
from galley.core.definitions.protocols import Kind, Protocol, Task
from galley.core.domain import ChangeSet, Value
from galley.core.errors import InputError
from galley.core.project import protocol_use
from galley.core.review import log_entries
from galley.core.rules.rule import Rule, Ruling, State
from galley.core.storage.connection import Connection
from galley.core.storage.queries import find_items
from galley.core.storage.queries.tasks import put_protocol
from galley.core.tasks import answer_sheet, counts, slots
from galley.core.tasks.asked_cells import evaluate_item
from galley.core.tasks.outcomes import ItemOutcome
from galley.core.tasks.task_book import TaskBook


@dataclass(slots=True)
class Figures:
    """What becomes of the cells of a criterion by a rule: gold by value, and cells by state where they have none."""

    values: Counter[Value] = field(default_factory=Counter)
    states: Counter[State] = field(default_factory=Counter)

    def add(self, ruling: Ruling, times: int = 1) -> None:
        """Count a cell, or so many of them."""
        if ruling.value is not None:
            self.values[ruling.value] += times
        elif ruling.state is not State.KNOWN:
            self.states[ruling.state] += times


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A rule that is to be set: ``protocol`` is the one with it, ``before`` and ``after`` the figures by criterion (row
    id), and ``others`` how many cells of other tasks would be asked, or asked no more."""

    task: Task
    rule: Rule
    protocol: Protocol
    before: dict[int, Figures]
    after: dict[int, Figures]
    others: dict[str, int]

    @property
    def confirmation(self) -> str:
        """What must be typed before it is carried out: "set majority"."""
        return f"set {self.rule.value}"


def preview(
    connection: Connection, book: TaskBook, task: Task, rule: str, progress: counts.Progress | None = None
) -> RuleChange:
    """What another rule would make of what people said in a task; nothing is written.

    Raises: InputError for a task without a rule, or one that has it; ProtocolError for one that can never speak there;
    Cancelled.
    """
    new_rule = _rule(task, rule)
    protocol = book.protocol(task)
    schemes_by_id = {scheme.id: scheme for scheme in book.schemes}
    toml = rewrite_rule(protocol.toml, task, new_rule)
    changed = parse(toml, f"the protocol {protocol.id} with the rule {new_rule.value}", schemes_by_id)
    if [
        replace(plain_task, rule=new_rule) if plain_task.full == task.full else plain_task
        for plain_task in _plain(protocol)
    ] != _plain(changed):
        raise InputError(f"The rule of {task.full} cannot be found in its file; change it there and use it again.")
    protocols = tuple(changed if book_protocol is protocol else book_protocol for book_protocol in book.protocols)
    other = TaskBook(protocols, book.schemes, book.rows)
    before, after = defaultdict[int, Figures](Figures), defaultdict[int, Figures](Figures)
    asked_change: Counter[str] = Counter()
    voting, outside = counts.judges(connection, book), slots.outside(connection, book)
    items = find_items(connection)
    for at, item in enumerate(items):
        if at % counts.BATCH_SIZE == 0:
            counts.check_cancelled(progress, at, len(items))
        task_sheet = answer_sheet.load(connection, item, book, outside)
        then, new_outcome = evaluate_item(task_sheet, book, voting), evaluate_item(task_sheet, other, voting)
        _count(then, task, before)
        _count(new_outcome, task, after)
        for name in book.tasks:
            if name != task.full:
                asked_change[name] += new_outcome.standings[name].totals.asked - then.standings[name].totals.asked
    return RuleChange(
        task, new_rule, changed, dict(before), dict(after), {name: n for name, n in asked_change.items() if n}
    )


def carry_out(
    connection: Connection, change: RuleChange, confirmed: str, by: str,
    progress: counts.Progress | None = None,
) -> tuple[None, ChangeSet]:  # fmt: skip
    """Set the rule (a job for the writer) in the name of ``by``. Raises: InputError where ``confirmed`` is not what it
    asks for, or ``by`` may not; Cancelled"""
    if confirmed.strip().lower() != change.confirmation:
        raise InputError(f"Type “{change.confirmation}” to set this rule.")
    words = f"set the rule of {change.task.full} to {change.rule.value} (it was {change.task.rule.value})"
    put_protocol(connection, change.protocol.id, change.protocol.toml)
    log_entries.add(connection, log_entries.EntryKind.RULE, by, words)
    return None, protocol_use.renew(connection, progress)


def _rule(task: Task, rule: str) -> Rule:
    if not (task.votes or task.kind is Kind.ADJUDICATE) or task.is_training:
        raise InputError(f"{task.full} makes no gold of what people say, so it has no rule to set.")
    try:
        new_rule = Rule(rule)
    except ValueError:
        raise InputError(
            f"{rule} is not a rule of a task; use one of: {', '.join(rule_choice.value for rule_choice in Rule)}."
        ) from None
    if new_rule is task.rule:
        raise InputError(f"{task.full} has the rule {rule} already.")
    return new_rule


def _plain(protocol: Protocol) -> list[Task]:
    """The tasks without the lines of the file that they stand on."""
    return [replace(task, line=0) for task in protocol.tasks]


def rewrite_rule(toml: str, task: Task, rule: Rule) -> str:
    """The text of a protocol with another rule for one of its tasks; everything else stays as it was written."""
    lines = toml.split("\n")
    first = task.line - 1
    end = next((n for n in range(first + 1, len(lines)) if re.match(r"\s*\[\[?\w", lines[n])), len(lines))
    rule_line = f'rule = "{rule.value}"'
    for number in range(first, end):
        match = re.match(r"""(\s*)rule\s*=\s*(?:"[^"]*"|'[^']*')""", lines[number])
        if match:
            lines[number] = match[1] + rule_line + lines[number][match.end() :]
            return "\n".join(lines)
    lines.insert(first + 1, rule_line)
    return "\n".join(lines)


def _count(outcome: ItemOutcome, task: Task, figures: Mapping[int, Figures]) -> None:
    standing = outcome.standings[task.full]
    for cell, ruling in standing.cells.items():
        figures[cell.criterion].add(ruling)
    for (criterion, _), ruling, times in standing.unmarked_rulings:
        figures[criterion].add(ruling, times)
