"""The parts of a campaign's report: sentences, and tables as sheets."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from galley.core.exports._report_tables import Built, below, printed_rows
from galley.core.packages.campaign import BY_RULE, BY_THIRD, IMPORTED, LEFT_OPEN, Campaign
from galley.core.packages.task_plan import ReaderAgreement, TaskLine
from galley.core.project import seals, source_words
from galley.core.protocols.study import FLAGS, Kind, Silence, Task
from galley.core.rules.rule import Rule
from galley.core.tables.paper_table import Column, Figure, Line, Sheet, count

__all__ = ["Parts", "below", "printed_rows"]

RULES = {
    Rule.UNANIMOUS: "what all say; where they differ it is undecided",
    Rule.MAJORITY: "what more than half say",
    Rule.STRICT_YES: "“yes” only where all say yes",
    Rule.MEDIAN: "the median",
    Rule.ADJUDICATOR: "what an adjudicator says",
    Rule.NONE: "none; the shares of the answers are the figure",
}
KINDS = {
    Kind.ANSWER: "questions", Kind.VERIFY: "checks what judges flagged", Kind.WRITE: "writing",
    Kind.COMPARE: "comparisons", Kind.SETTLE: "settles what others left undecided",
}  # fmt: skip
FEW = 50
"""Cells below which an agreement is called uncertain."""
LISTED = 60
"""Changes of gold that are listed."""
_NO_WATCH = "Nobody looked at how long anything took: that is off until a campaign says what for, and this one did not."


@dataclass(frozen=True, slots=True)
class Parts:
    """What a campaign came to, in words and figures. ``called`` gives what somebody is called on the page, ``worded`` a
    note as it stands there."""

    connection: sqlite3.Connection
    found: Campaign
    called: Callable[[str], str]
    worded: Callable[[str], str] = str

    def lead(self) -> str:
        """How much there was, and when, in a sentence."""
        plan = self.found.plan
        days = self.connection.execute("SELECT substr(min(at), 1, 10), substr(max(at), 1, 10) FROM decision").fetchone()
        when = f" {_between(*days)}" if days[0] else ""
        return (
            f"{_n(plan.items, 'item', 'items')}, {_n(len(self.found.lines), 'task', 'tasks')},"
            f" {_n(len(self._readers()), 'person', 'people')}{when}. State of {datetime.now(UTC):%Y-%m-%d}."
        )

    def results(self) -> Built:
        """How far each task is."""
        owned = [line for line in self.found.lines if self._owns(line)]
        asked = sum(line.asked for line in owned)
        done = sum(self._gold(line) for line in owned)
        rest = sum(line.undecided for line in owned), sum(line.open for line in owned)
        said = [
            f"{done:,} of {asked:,} answers that were asked for have gold ({_share(done, asked)}). Undecided:"
            f" {rest[0]:,}; still waiting for somebody: {rest[1]:,}."
            if asked
            else "Nothing was asked yet."
        ]
        heads = ("Asked", "With gold", "Undecided", "Waiting", "Left open")
        columns = (*(Column(each, kind="count") for each in heads), Column("With gold, %", kind="percent"))
        lines = [
            Line(
                self.title(line),
                (*map(count, (line.asked, self._gold(line), line.undecided, line.open, self._left(line))),
                 Figure(self._gold(line) / line.asked if line.asked else None)),
            )
            for line in owned
        ]  # fmt: skip
        about = "Cells: one question about one place. What readers could not agree on and nobody settled is undecided."
        return said, [Sheet("Task", columns, tuple(lines), about)]

    def agreement(self) -> Built:
        """Agreement of first rounds, and after discussion."""
        lines = []
        for line in self.found.lines:
            after = {(each.criterion, each.coefficient): each for each in line.after}
            for first in sorted(line.agreement, key=lambda each: each.criterion):
                later = after.get((first.criterion, first.coefficient))
                lines.append(
                    Line(
                        f"{self.title(line)}: {first.name}",
                        (count(first.n), _figure(first), count(later.n) if later else None,
                         _figure(later) if later else None),
                    )
                )  # fmt: skip
        if not lines:
            return ["No two people answered the same questions, so there is no agreement to tell."], []
        discussed = any(line.after for line in self.found.lines)
        said = [
            "Before discussion is what people said when they knew nothing of each other; that is the figure to quote."
            + (" After discussion they had read what the others said and why." if discussed else "")
        ]
        columns: tuple[Column, ...] = (
            Column("Cells", kind="count"), Column("Before discussion", kind="number"),
            Column("Cells after", kind="count"), Column("After discussion", kind="number"),
        )  # fmt: skip
        if not discussed:
            columns, lines = columns[:2], [Line(each.label, each.figures[:2]) for each in lines]
        about = (
            "Krippendorff's α (ordinal where the answers are ranks): 1 is always the same, 0 is chance. In brackets the"
            " interval at 95 %."
        )
        return said, [Sheet("Task and criterion", columns, tuple(lines), about)]

    def coverage(self) -> Built:
        """How many items how many people read, and who did how much."""
        most = max((many for each in self.found.readers.values() for many in each), default=0)
        shown = range(min(most, 4) + 1)
        columns = (
            Column("Wanted", kind="text"),
            *(Column(f"{many}{' or more' if many == 4 else ''}", "Items read by", "count") for many in shown),
            Column("Seats empty", kind="count"),
        )
        lines, seats = [], []
        for line in self.found.lines:
            there = self.found.readers[line.task]
            if not (there or line.seats or line.vacant):
                continue
            by = [there[many] for many in shown]
            if len(by) == 5:
                by[4] = sum(n for many, n in there.items() if many >= 4)
            if not self._adjudicates(line):
                lines.append(Line(self.title(line), (Figure(self._wanted(line)), *map(count, by), count(line.vacant))))
            seats += [
                Line(
                    self.called(seat.name),
                    (count(seat.given), count(seat.done), Figure(seat.done / seat.given if seat.given else None),
                     count(seat.unsure), Figure(f"{seat.right:,} of {seat.known:,}" if seat.known else "")),
                    f"{self.title(line)} ({seat.unit})",
                )
                for seat in line.seats
            ]  # fmt: skip
        read = [(line, self.found.readers[line.task]) for line in self.found.lines if self._owns(line)]
        said = [
            f"{self.title(line)}: {_share(sum(n for many, n in there.items() if many > 1), there.total())} of"
            f" {_n(there.total(), 'item', 'items')} were read by two people or more."
            for line, there in read
            if line.people != 1 and any(there[many] for many in there if many)
        ]
        by_person: tuple[Column, ...] = (
            Column("Handed out", kind="count"),
            Column("Answered", kind="count"),
            Column("%", kind="percent"),
            Column("Unsure", kind="count"),
            Column("Known answers right", kind="text"),
        )
        if not any(seat.known for line in self.found.lines for seat in line.seats):
            by_person, seats = by_person[:-1], [replace(seat, figures=seat.figures[:-1]) for seat in seats]
        return said, [
            Sheet("Task", tuple(c if c.group == "" else Column(f"{c.group} {c.title}", kind="count")
                              for c in columns), tuple(lines)),
            Sheet("Person", by_person, tuple(seats)),
        ]  # fmt: skip

    def settled(self) -> Built:
        """By whom or how gold came about."""
        order = {BY_RULE: 0, BY_THIRD: 1, IMPORTED: 3, LEFT_OPEN: 4}
        words = {IMPORTED: "came with an import", LEFT_OPEN: "left open on purpose: no gold"}
        lines = [
            Line(words.get(how, how if how in order else f"by {self.called(how)}"), (count(n),), self.title(line))
            for line in self.found.lines
            for how, n in sorted(self._hows(line).items(), key=lambda x: (order.get(x[0], 2), x))
        ]
        if not lines:
            return ["Nothing has gold yet."], []
        return [], [Sheet("Settled", (Column("Cells", kind="count"),), tuple(lines))]

    def changes(self) -> Built:
        """What was settled as one thing and later as another."""
        changed = self.found.changes
        said = [
            f"{_n(len(changed), 'cell was', 'cells were')} settled once more as something else."
            if changed
            else "No gold was changed once it was settled."
        ]
        if self.found.back:
            said.append(
                f"{_n(self.found.back, 'bulk act was', 'bulk acts were')} taken back as a whole; the log says which."
            )
        if len(changed) > LISTED:
            said.append(f"The latest {LISTED} are listed.")
        columns = tuple(Column(each, kind="text") for each in ("Place", "Criterion", "Was", "Is", "By", "On", "Why"))
        lines = [
            Line(each.key, tuple(map(Figure, (
                each.place, each.criterion, _value(each.before), _value(each.after), self.called(each.who),
                each.at[:10], self.worded(each.note)))))
            for each in changed[-LISTED:]
        ]  # fmt: skip
        return said, [Sheet("Item", columns, tuple(lines))]

    def time(self) -> Built:
        """How long an item takes, where the campaign looks at it."""
        watch = self.found.watch
        if watch is None:
            return [_NO_WATCH], []
        said = [f"The campaign looks at time for this purpose: {watch.purpose} (said by {self.called(watch.by)})."]
        paces = [(line, self.found.paces[line.task]) for line in self.found.lines if line.task in self.found.paces]
        lines = [
            Line(self.title(line), (Figure(pace.minutes / 60), count(pace.items), Figure(pace.minutes / pace.items)))
            for line, pace in paces
        ]
        columns = (
            Column("Hours of work", places=1),
            Column("Items, by each reader", kind="count"),
            Column("Minutes an item", places=1),
        )
        about = "Over all readers, by the log; breaks of more than ten minutes are left out. Nobody is shown by name."
        return said, [Sheet("Task", columns, tuple(lines), about)]

    def limits(self) -> Built:
        """What a reader of the figures should know, in words."""
        return list(self._limits()), []

    def _limits(self) -> Iterator[str]:
        for line in self.found.lines:
            name = self.title(line)
            if not line.seats:
                if line.asked:
                    yield f"{name}: nobody has begun it."
                continue
            if self._owns(line) and line.undecided + line.open:
                yield (
                    f"{name}: {line.undecided + line.open:,} of {line.asked:,} cells have no gold yet. They are likely"
                    " to be harder than the rest, so figures by gold may change with them."
                )
            done = [seat for seat in line.seats if seat.done]
            if len(done) == 1 and self._owns(line):
                yield f"{name} was read by one person, so nothing tells how far others would say the same."
            for each in line.agreement:
                if each.value is None:
                    yield f"{name}: the agreement on {each.name} is undefined: {each.why}"
                elif each.n < FEW:
                    yield f"{name}: the agreement rests on {each.n:,} cells and is uncertain; see its interval."
            if line.after:
                yield (
                    f"{name}: after discussion people knew each other's answers. That they agree then does not show"
                    " that the question is clear."
                )
            late = [self.called(s.name) for s in line.seats if s.known and s.right < line.mark * s.known]
            if late:
                yield f"{name}: {', '.join(late)} had fewer known answers right than {_percent(line.mark)}, and count."
            if self._adjudicates(line) and not self.found.book.tasks[line.task].four_eyes:
                yield f"{name}: who settles may have answered the same cell before; the protocol does not forbid it."
        if self.found.void:
            yield f"{_n(self.found.void, 'item was', 'items were')} taken back from readers; what they said is out."
        if any(line.task == FLAGS for line in self.found.lines):
            yield "Flags: what no judge flagged was answered by finishing an item, not place by place."
            yield "Flags: what more than half of the readers say is gold without being settled."
        yield ("Names are typed and roles guard against slips only: nothing here proves who sat at the desk.")

    def design(self) -> Built:
        """Protocol, tasks, roles, packages."""
        said = []
        for each in self.found.book.protocols:
            source = f" After {each.source}." if each.source else ""
            said.append(f"{each.name}, version {each.version or '–'}. {each.description}{source}".replace("  ", " "))
        columns = tuple(
            Column(each, kind="text") for each in ("Question", "What it is", "Readers", "Silence", "Gold is")
        )
        lines = [Line(self.title(line), tuple(map(Figure, self._design(line)))) for line in self.found.lines]
        roles = self.found.roles
        if roles:
            said.append(f"{', '.join(f'{self.called(name)}: {duty}' for name, duty in sorted(roles.items()))}.")
        packs = [each for each in self.found.plan.lines if each.package]
        if packs:
            handed = [each.handed[:10] for each in packs]
            back = sum(bool(each.returned) for each in packs)
            said.append(
                f"{_n(len(packs), 'package was', 'packages were')} handed out"
                f" {_between(min(handed), max(handed))}; {_n(back, 'has', 'have')} come back."
            )
        return said, [Sheet("Task", columns, tuple(lines))]

    def _design(self, line: TaskLine) -> tuple[str, ...]:
        task = self.found.book.tasks.get(line.task)
        if task is None:
            return "Is what the judge flagged an error?", KINDS[Kind.VERIFY], "any", "no, once finished", RULES[
                Rule.MAJORITY]  # fmt: skip
        kind = "training with known answers" if task.known else KINDS.get(task.kind, task.kind.value)
        silence = ("no, once finished" if task.silence is Silence.NO else "open") if task.votes else "–"
        gold = "–" if task.known or task.kind is Kind.WRITE else RULES[task.rule] + _checked(task)
        return line.ask or "–", kind, self._wanted(line), silence, gold

    def proof(self) -> Built:
        """The head, and the last seal of each source."""
        said = [
            f"Head of the log: {seals.head(self.connection)}.",
            "Each decision is sealed with the one before it, and the head stands for all of them: galley check FILE"
            " counts it again. It proves something only where this page, an answers file or another copy of the head is"
            " in somebody else's hands.",
            *source_words.notes(self.connection, self.called),
        ]
        columns = (Column("Seals", kind="count"), Column("Last seal", kind="text"))
        lines = [
            Line(
                source_words.source(self.connection, each.uid, called=self.called),
                (count(each.seals), Figure(each.last or "–")),
            )
            for each in self.found.sources
        ]
        return said, [Sheet("Source", columns, tuple(lines))]

    def _readers(self) -> set[str]:
        return {seat.name for line in self.found.lines for seat in line.seats}

    def _owns(self, line: TaskLine) -> bool:
        task = self.found.book.tasks.get(line.task)
        return task is None or task.owns

    def _adjudicates(self, line: TaskLine) -> bool:
        task = self.found.book.tasks.get(line.task)
        return task is not None and task.adjudicates

    def _gold(self, line: TaskLine) -> int:
        return sum(n for how, n in self._hows(line).items() if how != LEFT_OPEN)

    def _hows(self, line: TaskLine) -> Mapping[str, int]:
        return self.found.settled.get(line.task) or {}

    def _left(self, line: TaskLine) -> int:
        return self._hows(line).get(LEFT_OPEN, 0)

    @staticmethod
    def _wanted(line: TaskLine) -> str:
        return str(line.people) if line.people else "any"

    @staticmethod
    def title(line: TaskLine) -> str:
        """What a task is called on the page."""
        return "Flags" if line.task == FLAGS else line.name


def _checked(task: Task) -> str:
    known = f"; {_percent(task.known_share)} of the cells have a known answer" if task.known_share else ""
    return known + (f"; {_percent(task.mark)} right passes" if task.mark else "")


def _figure(found: ReaderAgreement) -> Figure:
    return Figure(found.value, found.low, found.high, found.n, None, found.why if found.value is None else "")


def _value(value: object) -> str:
    return LEFT_OPEN if value is None else str(value)


def _share(part: int, whole: int) -> str:
    return _percent(part / whole) if whole else "none"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _between(first: str, last: str) -> str:
    return f"on {first}" if first == last else f"between {first} and {last}"


def _n(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"
