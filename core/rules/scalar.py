"""The rule of one cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from galley.core.domain import AnnotatorId, Value
from galley.core.rules.rule import UNMET, UNRESOLVED, Answer, Assignment, Gold, Response, Rule, Ruling, State, Terms

SLACK = 1e-9
"""So that three of four are a share of .75 whatever the floating point says."""


class Votes(NamedTuple):
    """Answers of one cell: the values with a vote, and how many answers are without one."""

    values: Sequence[Value]
    unsure: int = 0
    unmet: int = 0

    @property
    def answers(self) -> int:
        """How many people answered."""
        return len(self.values) + self.unsure + self.unmet


NOBODY = Votes(())
_KNOWN = Ruling(State.KNOWN, None)


def rule_on(responses: Iterable[Response], terms: Terms, gold: Gold = None, is_known: bool = False) -> Ruling:
    """What becomes of a cell about which ``voices`` were counted and which an adjudicator adjudicated as ``gold``.

    A person has one vote: the latest round in which they have a verdict and an assignment that counts; of two voices
    in one round the later in ``voices``. ``known`` is for cells whose right answer is known beforehand.
    """
    if is_known:
        return _KNOWN
    own, others = _collect_answers(responses, terms)
    return weigh(votes(own.values(), terms), terms, gold, votes(others.values(), terms) if others else NOBODY)


def latest(responses: Iterable[Response], terms: Terms) -> dict[AnnotatorId, Answer]:
    """Who of the task's own readers says what, each by the latest round: what the rule is given."""
    return {who: answer for who, (_, answer) in _collect_answers(responses, terms, third=False)[0].items()}


def third(responses: Iterable[Response], terms: Terms) -> dict[AnnotatorId, Answer]:
    """The same of those who read the cell in the adjudication task of the task, where a rule weighs both."""
    return {who: answer for who, (_, answer) in _collect_answers(responses, terms)[1].items()}


def first(responses: Iterable[Response], terms: Terms) -> dict[AnnotatorId, Answer]:
    """The same of the first round: what agreement is computed from."""
    return latest([response for response in responses if response.round == 1], terms)


def _collect_answers(
    responses: Iterable[Response], terms: Terms, third: bool = True
) -> tuple[dict[AnnotatorId, tuple[int, Answer]], dict[AnnotatorId, tuple[int, Answer]]]:
    """The round and answer of each voter of the task, and of its settle task; who voted does not settle."""
    voters, adjudication = terms.voters, terms.adjudication
    until = Assignment.OPEN if terms.at_once else Assignment.FINISHED
    own: dict[AnnotatorId, tuple[int, Answer]] = {}
    others: dict[AnnotatorId, tuple[int, Answer]] = {}
    for who, answer, number, assignment, is_adjudication in responses:
        if is_adjudication:
            if adjudication is None or assignment is Assignment.REVOKED:
                continue
            if adjudication.voters is not None and who not in adjudication.voters:
                continue
            group = others
        else:
            if assignment > until or (voters is not None and who not in voters):
                continue
            group = own
        before = group.get(who)
        if before is None or before[0] <= number:
            group[who] = number, answer
    if others and third:
        others = {who: answer for who, answer in others.items() if who not in own}
    return own, others


def votes(answers: Iterable[tuple[int, Answer]], terms: Terms) -> Votes:
    """The answers of different people, each with its round, as the rule counts them."""
    values: list[Value] = []
    unsure = unmet = 0
    for _, answer in answers:
        if answer is None:
            unsure += 1
        elif answer is not UNMET:
            values.append(answer)
        elif terms.unmet is None:
            unmet += 1
        else:
            values.append(terms.unmet)
    return Votes(values, unsure if terms.unsure else 0, unmet)


def weigh(own: Votes, terms: Terms, gold: Gold = None, others: Votes = NOBODY) -> Ruling:
    """What becomes of a cell with the answers ``own`` of the task's readers and ``others`` of its settle task's."""
    values = own.values
    answers = len(values) + own.unsure + own.unmet
    split = bool(values) and values.count(values[0]) < len(values)
    if answers < terms.people:
        return Ruling(State.OPEN, None, terms.people - answers, split)
    if gold is UNRESOLVED:
        return Ruling(State.EXCLUDED, None, 0, split)
    if gold is not None:
        return Ruling(State.SETTLED, gold, 0, split)
    if not answers:
        return Ruling(State.OPEN, None, 1, split)
    if own.unmet == answers:
        return Ruling(State.ANSWERED, None, 0, split)
    value = decide(terms.rule, values, own.unsure, terms.share)
    adjudication = terms.adjudication
    if adjudication is None or (value is not None and not adjudication.all):
        return _result(terms.rule, value, 0, split)
    missing = (
        1
        if adjudication.rule is Rule.ADJUDICATOR
        else max(adjudication.people - others.answers, 0 if others.answers else 1)
    )
    if missing:
        return _result(terms.rule, value, missing, split)
    value = decide(adjudication.rule, [*values, *others.values], own.unsure + others.unsure, terms.share)
    return _result(adjudication.rule, value, 0, split)


def _result(rule: Rule, value: Value | None, missing: int, split: bool) -> Ruling:
    if value is not None:
        return Ruling(State.SETTLED, value, missing, split)
    return Ruling(State.ANSWERED if rule is Rule.NONE else State.UNDECIDED, None, missing, split)


def decide(rule: Rule, values: Sequence[Value], unsure: int = 0, share: float = 0.0) -> Value | None:
    """The gold that a rule makes of votes, or None.

    - ``unanimous``: what all say; nobody may be unsure.
    - ``majority``: what more than half of all who answered say, those unsure among them, and at least ``share``.
    - ``strict-yes``: yes where all say yes, else no; nobody may be unsure. Of yes and no only.
    - ``median``: the middle number; the two middle ones of an even number must be the same.
    - ``adjudicator`` and ``none`` make none of votes.
    """
    count = len(values)
    if not count:
        return None
    if rule is Rule.MAJORITY:
        of = count + unsure
        for value in values:
            most = values.count(value)
            if 2 * most > of:
                return value if most >= share * of - SLACK else None
        return None
    if rule is Rule.MEDIAN:
        if any(isinstance(value, str) for value in values):
            return None
        ranked = sorted(values)
        low, high = ranked[(count - 1) // 2], ranked[count // 2]
        return low if low == high else None
    if unsure:
        return None
    same = values.count(values[0]) == count
    if rule is Rule.UNANIMOUS:
        return values[0] if same else None
    if rule is Rule.STRICT_YES and values.count("yes") + values.count("no") == count:
        return "yes" if same and values[0] == "yes" else "no"
    return None
