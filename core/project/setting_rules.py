"""The rule of a task changed in the project's copy of its protocol: what that would do, and doing it.

No verdicts are written: gold by rule is worked out from what people said, so another rule makes other gold of it.
"""

from __future__ import annotations

import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from galley.core.domain import ChangeSet, Value
from galley.core.errors import InputError
from galley.core.project import log_entries, using
from galley.core.protocols.protocol_file import parse
from galley.core.protocols.study import Kind, Protocol, Task
from galley.core.rules.rule import Rule, Ruling, State
from galley.core.tasks import counting, sheet, slots
from galley.core.tasks.asking import work_out
from galley.core.tasks.item_outcome import ItemOutcome
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
    connection: sqlite3.Connection, book: TaskBook, task: Task, rule: str, progress: counting.Progress | None = None
) -> RuleChange:
    """What another rule would make of what people said in a task; nothing is written.

    Raises: InputError for a task without a rule, or one that has it; ProtocolError for one that can never speak there;
    Cancelled.
    """
    wanted = _rule(task, rule)
    protocol = book.protocol(task)
    known = {scheme.id: scheme for scheme in book.schemes}
    toml = rewritten(protocol.toml, task, wanted)
    changed = parse(toml, f"the protocol {protocol.id} with the rule {wanted.value}", known)
    if [replace(each, rule=wanted) if each.full == task.full else each for each in _plain(protocol)] != _plain(changed):
        raise InputError(f"The rule of {task.full} cannot be found in its file; change it there and use it anew.")
    protocols = tuple(changed if each is protocol else each for each in book.protocols)
    other = TaskBook(protocols, book.schemes, book.rows)
    before, after = defaultdict[int, Figures](Figures), defaultdict[int, Figures](Figures)
    moved: Counter[str] = Counter()
    voting, outside = counting.judges(connection, book), slots.outside(connection, book)
    items = [item for (item,) in connection.execute("SELECT id FROM item ORDER BY id")]
    for at, item in enumerate(items):
        if at % counting.TOGETHER == 0:
            counting.told(progress, at, len(items))
        laid = sheet.load(connection, item, book, outside)
        then, now = work_out(laid, book, voting), work_out(laid, other, voting)
        _count(then, task, before)
        _count(now, task, after)
        for name in book.tasks:
            if name != task.full:
                moved[name] += now.standings[name].totals.asked - then.standings[name].totals.asked
    return RuleChange(task, wanted, changed, dict(before), dict(after), {name: n for name, n in moved.items() if n})


def carry_out(
    connection: sqlite3.Connection, change: RuleChange, confirmed: str, by: str,
    progress: counting.Progress | None = None,
) -> tuple[None, ChangeSet]:  # fmt: skip
    """Set the rule (a job for the writer) in the name of ``by``. Raises: InputError where ``confirmed`` is not what it
    asks for, or ``by`` may not; Cancelled"""
    if confirmed.strip().lower() != change.confirmation:
        raise InputError(f"Type “{change.confirmation}” to set this rule.")
    words = f"set the rule of {change.task.full} to {change.rule.value} (it was {change.task.rule.value})"
    connection.execute("UPDATE protocol SET source = ? WHERE name = ?", (change.protocol.toml, change.protocol.id))
    log_entries.add(connection, log_entries.EntryKind.RULE, by, words)
    return None, using.renew(connection, progress)


def _rule(task: Task, rule: str) -> Rule:
    if not (task.votes or task.kind is Kind.SETTLE) or task.known:
        raise InputError(f"{task.full} makes no gold of what people say, so it has no rule to set.")
    try:
        wanted = Rule(rule)
    except ValueError:
        raise InputError(
            f"{rule} is no rule of a task; use one of: {', '.join(each.value for each in Rule)}."
        ) from None
    if wanted is task.rule:
        raise InputError(f"{task.full} has the rule {rule} already.")
    return wanted


def _plain(protocol: Protocol) -> list[Task]:
    """The tasks without the lines of the file that they stand on."""
    return [replace(task, line=0) for task in protocol.tasks]


def rewritten(toml: str, task: Task, rule: Rule) -> str:
    """The text of a protocol with another rule for one of its tasks; everything else stays as it was written."""
    lines = toml.split("\n")
    first = task.line - 1
    end = next((n for n in range(first + 1, len(lines)) if re.match(r"\s*\[\[?\w", lines[n])), len(lines))
    said = f'rule = "{rule.value}"'
    for number in range(first, end):
        found = re.match(r"""(\s*)rule\s*=\s*(?:"[^"]*"|'[^']*')""", lines[number])
        if found:
            lines[number] = found[1] + said + lines[number][found.end() :]
            return "\n".join(lines)
    lines.insert(first + 1, said)
    return "\n".join(lines)


def _count(outcome: ItemOutcome, task: Task, found: Mapping[int, Figures]) -> None:
    standing = outcome.standings[task.full]
    for cell, ruling in standing.cells.items():
        found[cell.criterion].add(ruling)
    for (criterion, _), ruling, times in standing.quiet:
        found[criterion].add(ruling, times)
