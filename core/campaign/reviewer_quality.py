"""How each reader does in a task: against known answers, against themselves, against the others without them; and, only
where the campaign says what for, how fast they decide, how that drifts by day, and what looks odd.

All of it is counted from the log when it is read, and nothing is stored but the purpose, and repeated answers beside
the merges that brought them. First rounds count, by what was said explicitly; one's implicit no is no evidence here.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from itertools import pairwise
from statistics import median
from typing import Any

from galley.core.campaign import repeats
from galley.core.definitions.protocols import DEFAULT_TASK
from galley.core.domain import AnnotatorId, Cell, ChangeSet, Value
from galley.core.errors import InputError
from galley.core.review import known_answers
from galley.core.review.pace import IDLE, MIN_GAP_SECONDS
from galley.core.stats.intervals import wilson
from galley.core.storage.connection import Connection
from galley.core.storage.names import find_people
from galley.core.storage.queries import packages, read_setting
from galley.core.storage.queries.settings import write_setting
from galley.core.tasks import roles
from galley.core.tasks.roles import Duty
from galley.core.tasks.task_book import read_task_book

SETTING = "person-checks"
FEW_KNOWN, FEW, MANY = 5, 20, 40
"""Answers below which nothing is called odd: known or repeated ones, any, and for a drift."""
LEAST = 0.7
"""The share of known or repeated answers to be right, where the task names no mark."""
HASTE, SAME, VARIED, DROP = 1 / 3, 0.97, 2 / 3, 0.15
"""Odd: a median below this part of the others'; one answer to so many where the others give it to fewer than that; so
much less agreement in the later half."""


@dataclass(frozen=True, slots=True)
class Proportion:
    """``hits`` of ``n`` > 0, with the 95 % interval of Wilson."""

    hits: int
    n: int
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.hits:,} of {self.n:,} [{self.low:.2f}, {self.high:.2f}]"


@dataclass(frozen=True, slots=True)
class ReviewerFigures:
    """One person in one task (full name). ``known_answers`` counts right answers, ``self_agreement`` the same answer a
    second time, ``peer_agreement`` the same as the strict majority of the other reviewers of the cell; None where there
    are no such cells. Only where
    the campaign watches: ``days`` (UTC) with how many answers agreed with the others, of how many; ``seconds``, the
    median of ``timed`` gaps between decisions; and ``warnings`` in words."""

    task: str
    person: str
    answers: int
    known_answers: Proportion | None = None
    self_agreement: Proportion | None = None
    peer_agreement: Proportion | None = None
    days: tuple[tuple[str, int, int], ...] = ()
    seconds: float | None = None
    timed: int = 0
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MonitoringNotice:
    """That a campaign looks at seconds, drift and odd patterns by person: what for, who said so, and when."""

    purpose: str
    by: str
    at: str

    @property
    def describe(self) -> str:
        """What every package says of it."""
        return (
            f"This campaign records seconds a decision, drift by day and unusual patterns by person: {self.purpose}"
            f" (stated by {self.by}). It is shown to you (galley campaign reviewers) and the lead only, and can "
            f"be deleted."
        )


def read_monitoring(connection: Connection) -> MonitoringNotice | None:
    """What the campaign looks at by person, and why; None where it does not."""
    text = read_setting(connection, SETTING)
    try:
        return MonitoringNotice(**json.loads(text)) if text is not None else None
    except (ValueError, TypeError):
        raise InputError(
            "The figures by person of this campaign cannot be read: the file was edited by hand."
        ) from None


def start_monitoring(connection: Connection, purpose: str, by: str) -> tuple[MonitoringNotice, ChangeSet]:
    """Look at these figures from now on (a job for the writer). Raises: InputError without a purpose or a name"""
    if not purpose.strip() or not by.strip():
        raise InputError("Give a purpose and your name: galley campaign reviewers --watch PURPOSE --as NAME.")
    roles.require_duty(connection, by, Duty.LEAD, "switches figures by person on")
    reader_watch = MonitoringNotice(purpose.strip(), by.strip(), datetime.now(UTC).isoformat(timespec="seconds"))
    text = json.dumps(asdict(reader_watch), ensure_ascii=False)
    write_setting(connection, SETTING, text)
    return reader_watch, ChangeSet(settings=True)


def stop_monitoring(connection: Connection, by: str) -> tuple[int, ChangeSet]:
    """Look no more, and delete the repeated answers (a job for the writer); gives how many there were."""
    roles.require_duty(connection, by, Duty.LEAD, "deletes figures by person")
    write_setting(connection, SETTING, None)
    return repeats.forget(connection), ChangeSet(settings=True)


def visible_reviewer_figures(
    connection: Connection, check_lines: Iterable[ReviewerFigures], name: str
) -> list[ReviewerFigures]:
    """What somebody may see of it: a lead everything, everybody else their own lines."""
    lead = roles.has_duty(connection, name, Duty.LEAD)
    return [line for line in check_lines if lead or line.person == name.strip()]


def compute_reviewer_figures(connection: Connection) -> list[ReviewerFigures]:
    """Every task and person with an answer, in the order of the tasks, then of names."""
    tasks = read_task_book(connection)
    watched = read_monitoring(connection) is not None
    people: dict[AnnotatorId, str] = {row: name for name, row in find_people(connection).items()}
    known_scores = {(score.task, score.person): score for score in known_answers.scores(connection, tasks)}
    twice: dict[tuple[str, int], list[bool]] = defaultdict(list)
    for repeat in repeats.list_repeat_pairs(connection):
        twice[repeat.task, repeat.who].append(repeat.first == repeat.again)
    check_lines: list[ReviewerFigures] = []
    for full in (*tasks.tasks, DEFAULT_TASK):
        task, row = tasks.tasks.get(full), tasks.rows.get(full)
        answers_by_person = _first_answers(connection, row if task is not None else None)
        against = _find_agreements(answers_by_person)
        lines = {}
        for who in sorted(people, key=lambda person: people[person]):
            score = known_scores.get((full, people[who]))
            agreements = against.get(who, [])
            if who not in answers_by_person and score is None:
                continue
            lines[who] = ReviewerFigures(
                full, people[who], len(answers_by_person.get(who, ())),
                _share(score.right, score.answered_count) if score else None,
                _share(sum(twice[full, who]), len(twice[full, who])),
                _share(sum(agrees for _, agrees in agreements), len(agreements)),
            )  # fmt: skip
        if watched:
            gaps = {who: _gaps(connection, who, row if task is not None else None) for who in lines}
            for who, line in lines.items():
                seconds = median(gaps[who]) if gaps[who] else None
                lines[who] = replace(line, days=_days(against.get(who, [])), seconds=seconds, timed=len(gaps[who]))
            mark = (task.mark if task is not None else 0.0) or LEAST
            for who, line in list(lines.items()):
                rest = {other: other_line for other, other_line in lines.items() if other != who}
                values = {
                    other: Counter(value for value, _ in answers_by_person.get(other, {}).values()) for other in lines
                }
                warnings = (
                    *_find_warnings(line, list(rest.values()), mark),
                    *_uniform(line, who, values),
                    *_drift(line, against, who),
                )
                lines[who] = replace(line, warnings=warnings)
        check_lines += lines.values()
    return check_lines


Answers = Mapping[AnnotatorId, Mapping[Cell, tuple[Value, str]]]


def _first_answers(connection: Connection, task: int | None) -> dict[AnnotatorId, dict[Cell, tuple[Value, str]]]:
    """What everybody answered in the first round of a task, and when; known cells, what was revoked, what
    is beyond the slots and what was left unsure left out."""
    answers_by_person: dict[AnnotatorId, dict[Cell, tuple[Value, str]]] = defaultdict(dict)
    for answer in packages.read_first_answers(connection, task):
        answers_by_person[answer.person][answer.cell] = answer.value, answer.at
    return dict(answers_by_person)


def _find_agreements(answers_by_person: Answers) -> dict[AnnotatorId, list[tuple[str, bool]]]:
    """For each person when they answered a cell on which the others have a strict majority, and whether they agree."""
    by_cell: dict[Cell, dict[AnnotatorId, Value]] = defaultdict(dict)
    for who, answers in answers_by_person.items():
        for cell, (value, _) in answers.items():
            by_cell[cell][who] = value
    agreement_by_person: dict[AnnotatorId, list[tuple[str, bool]]] = defaultdict(list)
    for who, answers in answers_by_person.items():
        for cell, (value, at) in answers.items():
            others = Counter(other_value for other, other_value in by_cell[cell].items() if other != who)
            top = others.most_common(1)
            if top and 2 * top[0][1] > others.total():
                agreement_by_person[who].append((at, value == top[0][0]))
    return {who: sorted(agreements) for who, agreements in agreement_by_person.items()}


def _gaps(connection: Connection, who: AnnotatorId, task: int | None) -> list[float]:
    """Seconds from a person's decision to their next one in a task; breaks, and what was given together, left out."""
    times = packages.read_task_times(connection, who, task)
    gaps = (86_400 * (after[0] - before[0]) for before, after in pairwise(times) if after[1])
    return [gap for gap in gaps if MIN_GAP_SECONDS < gap <= IDLE]


def _days(against: Iterable[tuple[str, bool]]) -> tuple[tuple[str, int, int], ...]:
    hits, count = Counter[str](), Counter[str]()
    for at, agrees in against:
        hits[at[:10]] += agrees
        count[at[:10]] += 1
    return tuple((day, hits[day], count[day]) for day in sorted(count))


def _share(hits: int, n: int) -> Proportion | None:
    return Proportion(hits, n, *wilson(hits, n)) if n else None


# What looks odd: words that ask somebody to look, and judge nobody -------------------------------------------------


def _find_warnings(line: ReviewerFigures, rest: list[ReviewerFigures], mark: float) -> Iterable[str]:
    who = line.person
    if line.known_answers and line.known_answers.n >= FEW_KNOWN and line.known_answers.high < mark:
        yield f"{who} has fewer known answers right than {mark:.0%}: {line.known_answers}."
    if line.self_agreement and line.self_agreement.n >= FEW_KNOWN and line.self_agreement.high < LEAST:
        yield f"{who} often changes the answer to a repeated question; the same answers: {line.self_agreement}."
    hits = sum(other_line.peer_agreement.hits for other_line in rest if other_line.peer_agreement)
    pooled = _share(hits, sum(other_line.peer_agreement.n for other_line in rest if other_line.peer_agreement))
    if line.peer_agreement and pooled and line.peer_agreement.n >= FEW and line.peer_agreement.high < pooled.low:
        yield f"{who} agrees less with the others ({line.peer_agreement}) than the others do ({pooled})."
    others = [other_line.seconds for other_line in rest if other_line.seconds is not None and other_line.timed >= FEW]
    if line.seconds is not None and line.timed >= FEW and others and line.seconds < HASTE * median(others):
        yield f"{who} takes {line.seconds:.1f} s a decision, the others {median(others):.1f} s."


def _uniform(line: ReviewerFigures, who: AnnotatorId, values: Mapping[AnnotatorId, Counter[Any]]) -> Iterable[str]:
    own_values = values[who]
    if own_values.total() < FEW:
        return
    value, times = own_values.most_common(1)[0]
    rest = sum((counts for other, counts in values.items() if other != who), Counter[Any]())
    if times >= SAME * own_values.total() and rest.total() >= FEW and rest[value] < VARIED * rest.total():
        yield f"{line.person} says {value} in {times:,} of {own_values.total():,} answers, the others in" + (
            f" {rest[value]:,} of {rest.total():,}."
        )


def _drift(
    line: ReviewerFigures, against: Mapping[AnnotatorId, list[tuple[str, bool]]], who: AnnotatorId
) -> Iterable[str]:
    agreements = [agrees for _, agrees in against.get(who, ())]
    if len(agreements) < MANY:
        return
    half = len(agreements) // 2
    first, second = _share(sum(agreements[:half]), half), _share(sum(agreements[half:]), len(agreements) - half)
    assert first is not None and second is not None
    if second.high < first.low and first.hits / first.n - second.hits / second.n >= DROP:
        yield f"{line.person} agrees less with the others than before: first {first}, then {second}."
