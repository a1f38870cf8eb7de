"""Roll-ups: yes where any of several criteria is.

Where the members share rule and people, each person's answers are joined first and the rule goes over the people: two
who see an error and differ in its type agree that there is one. What was settled by other than the people's own rule
(an adjudicator, a settle task) stands in the place of each person's answer. Else the settled members are joined. A yes
decides, whatever the others are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from galley.core.domain import Value
from galley.core.rules.arrays import NOTHING, UNMET_CODE, UNSURE, Rulings, States, rule_all
from galley.core.rules.rule import UNMET, Answer, Gold, Rule, Ruling, State, Terms, Voice
from galley.core.rules.scalar import latest, rule_on, votes, weigh

_WORST = (State.OPEN, State.UNDECIDED, State.EXCLUDED, State.SETTLED, State.ANSWERED)
"""What a union is, the first of these that one of its members is, where none is yes."""


class Member(NamedTuple):
    """One criterion of a roll-up on one cell: what `rule_on` is given."""

    voices: Sequence[Voice]
    terms: Terms
    gold: Gold = None


class MemberColumns(NamedTuple):
    """One criterion of a roll-up on many cells: what `rule_all` is given, on a yes/no scale. The columns of ``states``
    are the same people in every member."""

    states: States
    terms: Terms
    gold: States | None = None
    others: States | None = None


def person_first(terms: Sequence[Terms]) -> bool:
    """Whether members on these terms are joined person by person: not where a third reader is over every cell, too."""
    if any(each.settle is not None and each.settle.all and each.settle.rule is not Rule.ADJUDICATOR for each in terms):
        return False
    return len({(each.rule, each.people, each.voters, each.at_once, each.share, each.unsure) for each in terms}) == 1


def roll_on(members: Sequence[Member]) -> Ruling:
    """What becomes of a roll-up on one cell."""
    rulings = [rule_on(*member) for member in members]
    if not person_first([member.terms for member in members]):
        return union(rulings)
    fixed = [_fixed(member, ruling) for member, ruling in zip(members, rulings, strict=True)]
    left = [n for n, ruling in enumerate(rulings) if ruling.state is not State.EXCLUDED]
    said = [latest(member.voices, member.terms) for member in members]
    joined: list[tuple[int, Answer]] = []
    for who in {who for answers in said for who in answers}:
        own = [fixed[n] or _answer(said[n][who], members[n].terms) for n in left if fixed[n] or who in said[n]]
        if "yes" in own or len(own) == len(left):
            joined.append((0, any_of(own)))
    terms = _joined_terms(members[0].terms)
    ruling = weigh(votes(joined, terms), terms)
    if "yes" in fixed:
        return Ruling(State.SETTLED, "yes")
    if not left:
        return Ruling(State.EXCLUDED, None)
    if all(fixed[n] for n in left):
        ruling = Ruling(State.SETTLED, "no")
    if len(left) < len(members) and ruling.value != "yes" and ruling.state is not State.OPEN:
        return Ruling(State.EXCLUDED, None, 0, ruling.split)
    if ruling.state is State.UNDECIDED:  # those who settle its members may decide it
        ruling = ruling._replace(missing=max(each.missing for each in rulings))
    return ruling


def roll_all(members: Sequence[MemberColumns]) -> Rulings:
    """The same of many cells."""
    ruled = [rule_all(member.states, member.terms, member.gold, others=member.others) for member in members]
    if not person_first([member.terms for member in members]):
        return _union_all(ruled)
    fixed = [_fixed_all(member, rulings) for member, rulings in zip(members, ruled, strict=True)]
    excluded = np.stack([rulings.state == State.EXCLUDED for rulings in ruled])
    columns = []
    for member, stands, out in zip(members, fixed, excluded, strict=True):
        answers = member.states
        if member.terms.unmet is not None:
            answers = np.where(answers == UNMET_CODE, int(member.terms.unmet == "yes"), answers)
        answers = np.where(stands[:, None] >= 0, stands[:, None], answers)
        columns.append(np.where(out[:, None], UNMET_CODE, answers))
    # whom nobody heard about any member has no answer, though gold be there on all of them
    heard = np.any([(m.states >= UNSURE) | (m.states == UNMET_CODE) for m in members], axis=0)
    found = rule_all(np.where(heard, any_all(columns), NOTHING), _joined_terms(members[0].terms))
    stack = np.stack(fixed)
    yes, gone = (stack == 1).any(axis=0), excluded.all(axis=0)
    no = ((stack == 0) | excluded).all(axis=0) & ~gone & ~yes
    state, code, missing, split = found
    missing = np.where(state == State.UNDECIDED, np.max([rulings.missing for rulings in ruled], axis=0), missing)
    state, code = np.where(no, State.SETTLED, state), np.where(no, 0, code)
    missing, split = np.where(no, 0, missing), split & ~no & ~gone
    out = excluded.any(axis=0) & (code != 1) & (state != State.OPEN) | gone
    state, code, missing = np.where(out, State.EXCLUDED, state), np.where(out, -1, code), np.where(out, 0, missing)
    state, code, missing = np.where(yes, State.SETTLED, state), np.where(yes, 1, code), np.where(yes, 0, missing)
    return Rulings(state.astype(np.int8), code.astype(np.int16), missing.astype(np.int32), split & ~yes)


def union(rulings: Sequence[Ruling]) -> Ruling:
    """The union of what became of the members."""
    rulings = [ruling for ruling in rulings if ruling.state is not State.KNOWN]
    if any(ruling.value == "yes" for ruling in rulings):
        return Ruling(State.SETTLED, "yes")
    for state in _WORST:
        there = [ruling for ruling in rulings if ruling.state is state]
        if there:
            missing = max(r.missing for r in there) if state in (State.OPEN, State.UNDECIDED) else 0
            return Ruling(state, "no" if state is State.SETTLED else None, missing)
    return Ruling(State.KNOWN, None)


def _union_all(ruled: Sequence[Rulings]) -> Rulings:
    state = np.stack([rulings.state for rulings in ruled])
    code = np.stack([rulings.code for rulings in ruled])
    missing = np.stack([rulings.missing for rulings in ruled])
    found = np.full(state.shape[1], State.KNOWN, dtype=np.int8)
    left = np.zeros(state.shape[1], dtype=np.int32)
    for each in reversed(_WORST):
        there = state == each
        found[there.any(axis=0)] = each
        if each in (State.OPEN, State.UNDECIDED):
            left = np.where(there.any(axis=0), np.where(there, missing, 0).max(axis=0), left)
    yes = (code == 1).any(axis=0)
    found[yes] = State.SETTLED
    value = np.where(yes, 1, np.where(found == State.SETTLED, 0, -1)).astype(np.int16)
    return Rulings(found, value, np.where(yes, 0, left).astype(np.int32), np.zeros(len(found), dtype=bool))


def any_of(answers: Sequence[Answer]) -> Answer:
    """The union of one person's answers on yes/no criteria, all of them given or a yes among them."""
    if "yes" in answers:
        return "yes"
    if None in answers:
        return None
    return UNMET if all(answer is UNMET for answer in answers) else "no"


def any_all(columns: Sequence[States]) -> States:
    """The same in columns of any shape, one a criterion; NOTHING where not everything was answered and none is yes."""
    stack = np.stack(columns)
    found = np.where((stack == UNSURE).any(axis=0), UNSURE, np.where((stack == UNMET_CODE).all(axis=0), UNMET_CODE, 0))
    found[((stack < UNSURE) & (stack != UNMET_CODE)).any(axis=0)] = NOTHING
    found[(stack == 1).any(axis=0)] = 1
    return found.astype(np.int16)


def _joined_terms(terms: Terms) -> Terms:
    return replace(terms, unmet=None, settle=None)


def _answer(answer: Answer, terms: Terms) -> Answer:
    return terms.unmet if answer is UNMET and terms.unmet is not None else answer


def _fixed(member: Member, ruling: Ruling) -> Value | None:
    """What was settled by other than the people's own rule."""
    if ruling.state is not State.SETTLED or member.gold is not None:
        return ruling.value
    if member.terms.settle is None:
        return None
    own = rule_on(member.voices, replace(member.terms, settle=None))
    return ruling.value if own.value != ruling.value else None


def _fixed_all(member: MemberColumns, rulings: Rulings) -> States:
    stands = np.zeros(len(rulings.code), dtype=bool) if member.gold is None else member.gold >= 0
    if member.terms.settle is not None:
        own = rule_all(member.states, replace(member.terms, settle=None))
        stands = stands | (own.code != rulings.code)
    return np.where(stands & (rulings.state == State.SETTLED), rulings.code, NOTHING).astype(np.int16)
