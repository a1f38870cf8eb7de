"""The parts of a campaign's report: sentences, and tables as sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from galley.core.campaign.campaign import BY_RULE, BY_THIRD, IMPORTED, UNRESOLVED, Campaign
from galley.core.campaign.task_plan import ReaderAgreement, TaskLine
from galley.core.definitions.protocols import DEFAULT_TASK, Kind, Task, UnmarkedMeaning
from galley.core.exports._report_tables import Built
from galley.core.paper_tables.paper_table import Column, Figure, Line, Sheet, count
from galley.core.rules.rule import Rule
from galley.core.storage import log_hashes
from galley.core.storage.connection import Connection
from galley.core.storage.queries import log_branches
from galley.core.storage.queries.decisions import read_log_span

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
    Kind.COMPARE: "comparisons", Kind.ADJUDICATE: "adjudicates what others left undecided",
}  # fmt: skip
FEW = 50
"""Cells below which an agreement is called uncertain."""
LISTED = 60
"""Changes of gold that are listed."""
_NO_WATCH = "Times were not measured: they are off until a campaign states a purpose, and this one states none."


@dataclass(frozen=True, slots=True)
class Parts:
    """What a campaign came to, in words and figures. ``display_name`` gives what somebody is called on the page,
    ``hide_names`` a note as it stands there."""

    connection: Connection
    campaign: Campaign
    display_name: Callable[[str], str]
    hide_names: Callable[[str], str] = str

    def lead(self) -> str:
        """How much there was, and when, in a sentence."""
        plan = self.campaign.plan
        _, _, first, last = read_log_span(self.connection)
        when = f" {_between(first[:10], last[:10])}" if first and last else ""
        return (
            f"{_n(plan.items, 'item', 'items')}, {_n(len(self.campaign.lines), 'task', 'tasks')},"
            f" {_n(len(self._readers()), 'person', 'people')}{when}. State of {datetime.now(UTC):%Y-%m-%d}."
        )

    def results(self) -> Built:
        """How far each task is."""
        owned_lines = [line for line in self.campaign.lines if self._owns(line)]
        asked_count = sum(line.asked for line in owned_lines)
        done = sum(self._gold(line) for line in owned_lines)
        rest = sum(line.undecided for line in owned_lines), sum(line.open for line in owned_lines)
        sentences = [
            f"{done:,} of {asked_count:,} answers that were asked for have gold "
            f"({_percent_of(done, asked_count)}). Undecided:"
            f" {rest[0]:,}; still waiting for somebody: {rest[1]:,}."
            if asked_count
            else "Nothing was asked yet."
        ]
        heads = ("Asked", "With gold", "Undecided", "Waiting", "Unresolved")
        columns = (*(Column(head, kind="count") for head in heads), Column("With gold, %", kind="percent"))
        lines = [
            Line(
                self.title(line),
                (*map(count, (line.asked, self._gold(line), line.undecided, line.open, self._unresolved_count(line))),
                 Figure(self._gold(line) / line.asked if line.asked else None)),
            )
            for line in owned_lines
        ]  # fmt: skip
        about = "A cell is one question about one place. Undecided: reviewers disagree and nobody adjudicated."
        return sentences, [Sheet("Task", columns, tuple(lines), about)]

    def agreement(self) -> Built:
        """Agreement of first rounds, and after discussion."""
        lines = []
        for line in self.campaign.lines:
            after = {(agreement.criterion, agreement.coefficient): agreement for agreement in line.after}
            for first in sorted(line.agreement, key=lambda agreement: agreement.criterion):
                later = after.get((first.criterion, first.coefficient))
                lines.append(
                    Line(
                        f"{self.title(line)}: {first.name}",
                        (count(first.n), _figure(first), count(later.n) if later else None,
                         _figure(later) if later else None),
                    )
                )  # fmt: skip
        if not lines:
            return ["No two people answered the same questions, so agreement cannot be computed."], []
        discussed = any(line.after for line in self.campaign.lines)
        sentences = [
            "Quote the figure before discussion: people had not seen each other's answers."
            + (" After discussion they had read what the others said and why." if discussed else "")
        ]
        columns: tuple[Column, ...] = (
            Column("Cells", kind="count"), Column("Before discussion", kind="number"),
            Column("Cells after", kind="count"), Column("After discussion", kind="number"),
        )  # fmt: skip
        if not discussed:
            columns, lines = columns[:2], [Line(row.label, row.figures[:2]) for row in lines]
        about = (
            "Krippendorff's α (ordinal where the answers are ranks): 1 is always the same, 0 is chance. In brackets the"
            " interval at 95 %."
        )
        return sentences, [Sheet("Task and criterion", columns, tuple(lines), about)]

    def coverage(self) -> Built:
        """How many items how many people read, and who did how much."""
        most = max((many for counts in self.campaign.readers.values() for many in counts), default=0)
        reader_counts = range(min(most, 4) + 1)
        columns = (
            Column("Wanted", kind="text"),
            *(Column(f"{many}{' or more' if many == 4 else ''}", "Items read by", "count") for many in reader_counts),
            Column("Free slots", kind="count"),
        )
        lines, person_rows = [], []
        for line in self.campaign.lines:
            readings = self.campaign.readers[line.task]
            if not (readings or line.seats or line.vacant):
                continue
            by = [readings[many] for many in reader_counts]
            if len(by) == 5:
                by[4] = sum(n for many, n in readings.items() if many >= 4)
            if not self._adjudicates(line):
                lines.append(
                    Line(self.title(line), (Figure(self._reader_target(line)), *map(count, by), count(line.vacant)))
                )
            person_rows += [
                Line(
                    self.display_name(person_line.name),
                    (count(person_line.given), count(person_line.done), Figure(person_line.done / person_line.given
                    if person_line.given else None),
                     count(person_line.unsure), Figure(f"{person_line.right:,} of {person_line.known:,}"
                     if person_line.known else "")),
                    f"{self.title(line)} ({person_line.unit})",
                )
                for person_line in line.seats
            ]  # fmt: skip
        read = [(line, self.campaign.readers[line.task]) for line in self.campaign.lines if self._owns(line)]
        sentences = [
            f"{self.title(line)}: "
            f"{_percent_of(sum(n for many, n in readings.items() if many > 1), readings.total())} of"
            f" {_n(readings.total(), 'item', 'items')} were read by two people or more."
            for line, readings in read
            if line.people != 1 and any(readings[many] for many in readings if many)
        ]
        by_person: tuple[Column, ...] = (
            Column("Assigned", kind="count"),
            Column("Answered", kind="count"),
            Column("%", kind="percent"),
            Column("Unsure", kind="count"),
            Column("Known answers right", kind="text"),
        )
        if not any(person_line.known for line in self.campaign.lines for person_line in line.seats):
            by_person, person_rows = (
                by_person[:-1],
                [replace(person_line, figures=person_line.figures[:-1]) for person_line in person_rows],
            )
        return sentences, [
            Sheet("Task", tuple(c if c.group == "" else Column(f"{c.group} {c.title}", kind="count")
                              for c in columns), tuple(lines)),
            Sheet("Person", by_person, tuple(person_rows)),
        ]  # fmt: skip

    def resolution(self) -> Built:
        """By whom or how gold came about."""
        order = {BY_RULE: 0, BY_THIRD: 1, IMPORTED: 3, UNRESOLVED: 4}
        words = {IMPORTED: "imported", UNRESOLVED: "left unresolved on purpose: no gold"}
        lines = [
            Line(words.get(how, how if how in order else f"by {self.display_name(how)}"), (count(n),), self.title(line))
            for line in self.campaign.lines
            for how, n in sorted(self._hows(line).items(), key=lambda x: (order.get(x[0], 2), x))
        ]
        if not lines:
            return ["Nothing has gold yet."], []
        return [], [Sheet("Adjudicated", (Column("Cells", kind="count"),), tuple(lines))]

    def changes(self) -> Built:
        """What was adjudicated as one thing and later as another."""
        changed = self.campaign.changes
        sentences = [
            f"{_n(len(changed), 'cell was', 'cells were')} adjudicated again as something else."
            if changed
            else "No adjudicated gold was changed."
        ]
        if self.campaign.undone_bulk_count:
            sentences.append(
                f"{_n(self.campaign.undone_bulk_count, 'bulk change was', 'bulk changes were')} undone as a whole; the "
                f"log says which."
            )
        if len(changed) > LISTED:
            sentences.append(f"The latest {LISTED} are listed.")
        columns = tuple(Column(title, kind="text") for title in ("Place", "Criterion", "Was", "Is", "By", "On", "Why"))
        lines = [
            Line(change.key, tuple(map(Figure, (
                change.place, change.criterion, _value(change.before), _value(change.after),
                self.display_name(change.who),
                change.at[:10], self.hide_names(change.note)))))
            for change in changed[-LISTED:]
        ]  # fmt: skip
        return sentences, [Sheet("Item", columns, tuple(lines))]

    def time(self) -> Built:
        """How long an item takes, where the campaign looks at it."""
        watch = self.campaign.monitoring
        if watch is None:
            return [_NO_WATCH], []
        sentences = [
            f"The campaign measures time for this purpose: {watch.purpose} (stated by {self.display_name(watch.by)})."
        ]
        paces = [
            (line, self.campaign.paces[line.task]) for line in self.campaign.lines if line.task in self.campaign.paces
        ]
        lines = [
            Line(self.title(line), (Figure(pace.minutes / 60), count(pace.items), Figure(pace.minutes / pace.items)))
            for line, pace in paces
        ]
        columns = (
            Column("Hours of work", places=1),
            Column("Items, by reviewer", kind="count"),
            Column("Minutes an item", places=1),
        )
        about = "Over all reviewers, by the log; breaks of more than ten minutes are left out. Nobody is shown by name."
        return sentences, [Sheet("Task", columns, tuple(lines), about)]

    def limits(self) -> Built:
        """What a reader of the figures should know, in words."""
        return list(self._limits()), []

    def _limits(self) -> Iterator[str]:
        for line in self.campaign.lines:
            name = self.title(line)
            if not line.seats:
                if line.asked:
                    yield f"{name}: not started."
                continue
            if self._owns(line) and line.undecided + line.open:
                yield (
                    f"{name}: {line.undecided + line.open:,} of {line.asked:,} cells have no gold yet. They are likely"
                    " to be harder than the rest, so figures by gold may change with them."
                )
            done = [person_line for person_line in line.seats if person_line.done]
            if len(done) == 1 and self._owns(line):
                yield f"{name}: only one person answered, so agreement is unknown."
            for agreement in line.agreement:
                if agreement.value is None:
                    yield f"{name}: the agreement on {agreement.name} is undefined: {agreement.why}"
                elif agreement.n < FEW:
                    yield f"{name}: the agreement rests on {agreement.n:,} cells and is uncertain; see its interval."
            if line.after:
                yield (
                    f"{name}: after discussion people knew each other's answers. That they agree then does not show"
                    " that the question is clear."
                )
            late = [self.display_name(s.name) for s in line.seats if s.known and s.right < line.mark * s.known]
            if late:
                yield (
                    f"{name}: {', '.join(late)} got less than {_percent(line.mark)} of the known answers right; "
                    "their answers count."
                )
            if self._adjudicates(line) and not self.campaign.book.tasks[line.task].four_eyes:
                yield f"{name}: the adjudicator may have answered the same cell before; the protocol allows it."
        if self.campaign.revoked_count:
            yield (
                f"{_n(self.campaign.revoked_count, 'item was', 'items were')} revoked from reviewers; their "
                f"answers do not count."
            )
        if any(line.task == DEFAULT_TASK for line in self.campaign.lines):
            yield "Flags: what no judge flagged was answered by finishing an item, not place by place."
            yield "Flags: what more than half of the reviewers answer is gold without adjudication."
        yield ("Names are typed and roles only prevent mistakes: nothing here proves who used the program.")

    def design(self) -> Built:
        """Protocol, tasks, roles, packages."""
        sentences = []
        for protocol in self.campaign.book.protocols:
            source = f" After {protocol.source}." if protocol.source else ""
            sentences.append(
                f"{protocol.name}, version {protocol.version or '–'}. {protocol.description}{source}".replace("  ", " ")
            )
        columns = tuple(
            Column(head, kind="text") for head in ("Question", "What it is", "Reviewers", "Unmarked", "Gold is")
        )
        lines = [Line(self.title(line), tuple(map(Figure, self._design(line)))) for line in self.campaign.lines]
        roles = self.campaign.roles
        if roles:
            sentences.append(
                f"{', '.join(f'{self.display_name(name)}: {duty.label}' for name, duty in sorted(roles.items()))}."
            )
        packs = [package_line for package_line in self.campaign.plan.lines if package_line.package]
        if packs:
            assigned_on = [package_line.handed[:10] for package_line in packs]
            back = sum(bool(package_line.returned) for package_line in packs)
            sentences.append(
                f"{_n(len(packs), 'package was', 'packages were')} assigned "
                f"{_between(min(assigned_on), max(assigned_on))}; {_n(back, 'has', 'have')} been submitted."
            )
        return sentences, [Sheet("Task", columns, tuple(lines))]

    def _design(self, line: TaskLine) -> tuple[str, ...]:
        task = self.campaign.book.tasks.get(line.task)
        if task is None:
            return "Is what the judge flagged an error?", KINDS[Kind.VERIFY], "any", "no, once finished", RULES[
                Rule.MAJORITY]  # fmt: skip
        kind = "training with known answers" if task.is_training else KINDS.get(task.kind, task.kind.value)
        silence = (
            ("no, once finished" if task.unmarked_meaning is UnmarkedMeaning.NO else "open") if task.votes else "–"
        )
        gold = "–" if task.is_training or task.kind is Kind.WRITE else RULES[task.rule] + _check_words(task)
        return line.ask or "–", kind, self._reader_target(line), silence, gold

    def proof(self) -> Built:
        """The head, and the last seal of each source."""
        sentences = [
            f"Log digest: {log_hashes.log_digest(self.connection)}.",
            "Each entry hash covers the entry before it, and the log digest covers all of them: galley project "
            "check FILE computes them again. They prove something only if somebody else has this page, an answers file "
            "or another copy of the digest.",
            *log_branches.notes(self.connection, self.display_name),
        ]
        columns = (Column("Entries", kind="count"), Column("Last entry hash", kind="text"))
        lines = [
            Line(
                log_branches.source(self.connection, branch.uid, display_name=self.display_name),
                (count(branch.entry_count), Figure(branch.last or "–")),
            )
            for branch in self.campaign.log_branches
        ]
        return sentences, [Sheet("Source", columns, tuple(lines))]

    def _readers(self) -> set[str]:
        return {person_line.name for line in self.campaign.lines for person_line in line.seats}

    def _owns(self, line: TaskLine) -> bool:
        task = self.campaign.book.tasks.get(line.task)
        return task is None or task.owns

    def _adjudicates(self, line: TaskLine) -> bool:
        task = self.campaign.book.tasks.get(line.task)
        return task is not None and task.adjudicates

    def _gold(self, line: TaskLine) -> int:
        return sum(n for how, n in self._hows(line).items() if how != UNRESOLVED)

    def _hows(self, line: TaskLine) -> Mapping[str, int]:
        return self.campaign.resolved_counts.get(line.task) or {}

    def _unresolved_count(self, line: TaskLine) -> int:
        return self._hows(line).get(UNRESOLVED, 0)

    @staticmethod
    def _reader_target(line: TaskLine) -> str:
        return str(line.people) if line.people else "any"

    @staticmethod
    def title(line: TaskLine) -> str:
        """What a task is called on the page."""
        return "Flags" if line.task == DEFAULT_TASK else line.name


def _check_words(task: Task) -> str:
    known_words = f"; {_percent(task.known_share)} of the cells have a known answer" if task.known_share else ""
    return known_words + (f"; the pass mark is {_percent(task.mark)}" if task.mark else "")


def _figure(agreement: ReaderAgreement) -> Figure:
    return Figure(
        agreement.value,
        agreement.low,
        agreement.high,
        agreement.n,
        None,
        agreement.why if agreement.value is None else "",
    )


def _value(value: object) -> str:
    return UNRESOLVED if value is None else str(value)


def _percent_of(part: int, whole: int) -> str:
    return _percent(part / whole) if whole else "none"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _between(first: str, last: str) -> str:
    return f"on {first}" if first == last else f"between {first} and {last}"


def _n(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"
