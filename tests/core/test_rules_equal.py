"""The kernel of rules, one cell and many: both say the same, and what a third statement says, written out here by hand,
that shares no code with them."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import event, given, settings
from hypothesis import strategies as st

from galley.core.domain import Cell, Value
from galley.core.rules.arrays import NOTHING, UNMET_CODE, UNSURE, Rulings, rule_all
from galley.core.rules.combined import any_all
from galley.core.rules.implicit_no import add_implicit_no, group_unmarked_cells
from galley.core.rules.rule import (
    ANY,
    FLAGS,
    UNMET,
    UNRESOLVED,
    AdjudicationTerms,
    Assignment,
    Gold,
    Response,
    Rule,
    Ruling,
    State,
    Terms,
)
from galley.core.rules.scalar import first, latest, rule_on
from galley.core.tasks.outcomes import StateTotals
from tests.core.examples import examples
from tests.core.rulings import latest_all, totals_all

SCALES: list[tuple[Value, ...]] = [("no", "yes"), (1, 2, 3, 4, 5), (0.5, 1, 2.25), ("key", "masked", "other")]
READERS, THIRD, STRANGER = (1, 2, 3, 4), (5, 6), 7
ROUNDS = (1, 2)


@dataclass(frozen=True)
class Asked:
    """One cell: who said what in which round, in the task and in its settle task."""

    said: dict[tuple[int, int], Any]
    others: dict[tuple[int, int], Any]
    gold: Gold
    known: bool


@dataclass(frozen=True)
class Study:
    """Cells under the same terms, with the fate of every assignment (person, round)."""

    values: tuple[Value, ...]
    terms: Terms
    fate: dict[tuple[int, int], Assignment]
    cells: list[Asked]

    def voices(self, cell: Asked) -> list[Response]:
        found = [Response(who, value, n, self.fate[who, n]) for (who, n), value in cell.said.items()]
        return found + [Response(who, value, n, self.fate[who, n], True) for (who, n), value in cell.others.items()]

    def code(self, value: Any) -> int:
        if value is None:
            return UNSURE
        return UNMET_CODE if value is UNMET else self.values.index(value)

    def columns(self, which: str, people: list[int], least: Assignment) -> np.ndarray[Any, Any]:
        rounds, counts = [], []
        for number in ROUNDS:
            states = np.full((len(self.cells), len(people)), NOTHING, dtype=np.int16)
            for row, cell in enumerate(self.cells):
                for (who, n), value in getattr(cell, which).items():
                    if n == number and who in people:
                        states[row, people.index(who)] = self.code(value)
            rounds.append(states)
            counts.append(np.array([self.fate[who, number] <= least for who in people], dtype=bool))
        return latest_all(rounds, counts)

    def own(self) -> np.ndarray[Any, Any]:
        voters = [*READERS, STRANGER] if self.terms.voters is None else sorted(self.terms.voters)
        return self.columns("said", voters, Assignment.OPEN if self.terms.at_once else Assignment.FINISHED)

    def third(self) -> np.ndarray[Any, Any] | None:
        settle = self.terms.adjudication
        if settle is None:
            return None
        return self.columns("others", sorted(THIRD if settle.voters is None else settle.voters), Assignment.OPEN)

    def gold(self) -> np.ndarray[Any, Any]:
        codes = [
            NOTHING if c.gold is None else UNSURE if c.gold is UNRESOLVED else self.code(c.gold) for c in self.cells
        ]
        return np.array(codes, dtype=np.int16)

    def at_once(self) -> Rulings:
        known = np.array([cell.known for cell in self.cells], dtype=bool)
        return rule_all(self.own(), self.terms, self.gold(), self.values, self.third(), known)

    def one_by_one(self) -> list[Ruling]:
        found = []
        for cell in self.cells:
            voices = self.voices(cell)
            found.append(rule_on(voices, self.terms, cell.gold, cell.known))
            assert rule_on(voices[::-1], self.terms, cell.gold, cell.known) == found[-1]
        return found


def terms(values: tuple[Value, ...]) -> st.SearchStrategy[Terms]:
    settle = st.builds(
        AdjudicationTerms,
        rule=st.sampled_from([rule for rule in Rule if rule is not Rule.NONE]),
        people=st.integers(0, 2),
        voters=st.sampled_from([None, frozenset({5}), frozenset(THIRD)]),
        all=st.booleans(),
    )
    return st.builds(
        Terms,
        rule=st.sampled_from(list(Rule)),
        people=st.integers(ANY, 4),
        voters=st.sampled_from([None, frozenset(READERS), frozenset({1, 2}), frozenset({2, 3, 7})]),
        at_once=st.booleans(),
        unmet=st.sampled_from([None, values[0]]),
        unsure=st.booleans(),
        share=st.sampled_from([0.0, 0.6, 0.75, 1.0]),
        adjudication=st.none() | settle,
    )


@st.composite
def studies(draw: Callable[..., Any], scales: list[tuple[Value, ...]] = SCALES) -> Study:
    values = draw(st.sampled_from(scales))
    agreed = draw(terms(values))
    fates = st.sampled_from([Assignment.FINISHED] * 4 + [Assignment.OPEN, Assignment.REVOKED])
    everybody = [(who, n) for who in (*READERS, *THIRD, STRANGER) for n in ROUNDS]
    fate = {seat: draw(fates) for seat in everybody}
    return Study(values, agreed, fate, draw(st.lists(cells(values), min_size=1, max_size=6)))


@st.composite
def cells(draw: Callable[..., Any], values: tuple[Value, ...]) -> Asked:
    answer = st.sampled_from([*values, values[0], values[-1], None, UNMET])
    seats = [(who, n) for who in (*READERS, STRANGER) for n in ROUNDS]
    few = st.lists(st.sampled_from(seats), unique=True, max_size=6)
    others = st.lists(st.sampled_from([(who, n) for who in THIRD for n in ROUNDS]), unique=True, max_size=3)
    return Asked(
        {seat: draw(answer) for seat in draw(few)},
        {seat: draw(answer) for seat in draw(others)},
        draw(st.sampled_from([None, None, None, UNRESOLVED, *values])),
        draw(st.sampled_from([False] * 5 + [True])),
    )


# The third statement -------------------------------------------------------------------------------------------------


def by_hand(study: Study, cell: Asked) -> tuple[str, Value | None, int, bool]:
    """What becomes of a cell, by the sentences of the design: state, gold, answers to come, split."""
    t = study.terms
    if cell.known:
        return "KNOWN", None, 0, False

    def answers_of(said: dict[tuple[int, int], Any], voters: Any, unfinished: bool) -> list[Any]:
        found = []
        for who in range(1, 8):
            if voters is not None and who not in voters:
                continue
            mine = {n: value for (whose, n), value in said.items() if whose == who}
            for n in list(mine):
                if study.fate[who, n] is Assignment.REVOKED or (
                    study.fate[who, n] is Assignment.OPEN and not unfinished
                ):
                    del mine[n]
            if mine:
                answer = mine[max(mine)]
                found.append(t.unmet if answer is UNMET and t.unmet is not None else answer)
        return [answer for answer in found if answer is not None or t.unsure]

    own = answers_of(cell.said, t.voters, t.at_once)
    own_votes = [answer for answer in own if answer is not None and answer is not UNMET]
    split = any(answer != own_votes[0] for answer in own_votes)
    if len(own) < t.people:
        return "OPEN", None, t.people - len(own), split
    if cell.gold is UNRESOLVED:
        return "EXCLUDED", None, 0, split
    if cell.gold is not None:
        return "SETTLED", cell.gold, 0, split
    if not own:
        return "OPEN", None, 1, split
    if all(answer is UNMET for answer in own):
        return "ANSWERED", None, 0, split
    found = outcome(t.rule, own, t.share)
    missing, rule = 0, t.rule
    if t.adjudication is not None and (found is None or t.adjudication.all):
        others = answers_of(cell.others, t.adjudication.voters, True)
        if t.adjudication.rule == "adjudicator":
            missing = 1
        elif len(others) < max(1, t.adjudication.people):
            missing = max(1, t.adjudication.people) - len(others)
        else:
            rule, found = t.adjudication.rule, outcome(t.adjudication.rule, own + others, t.share)
    if found is None:
        return "ANSWERED" if rule == "none" else "UNDECIDED", None, missing, split
    return "SETTLED", found, missing, split


def outcome(rule: str, answers: list[Any], share: float) -> Value | None:
    counted = [answer for answer in answers if answer is not UNMET]
    given = [answer for answer in counted if answer is not None]
    different = set(given)
    if rule == "unanimous" and len(given) == len(counted) and len(different) == 1:
        return given[0]
    if rule == "strict-yes" and given and len(given) == len(counted) and different <= {"yes", "no"}:
        return "no" if "no" in different else "yes"
    if rule == "majority":
        for value in different:
            part = Fraction(sum(1 for other in counted if other == value), len(counted))
            if part > Fraction(1, 2) and part >= Fraction(share).limit_denominator(100):
                return value
    if rule == "median" and given and all(isinstance(value, int | float) for value in given):
        low, high = statistics.median_low(given), statistics.median_high(given)
        return low if low == high else None
    return None


# They say the same ---------------------------------------------------------------------------------------------------


@settings(max_examples=examples(100, 400), deadline=None)
@given(studies())
def test_one_cell_many_cells_and_by_hand_are_the_same(study: Study) -> None:
    one = study.one_by_one()
    many = study.at_once()
    for row, (cell, ruling) in enumerate(zip(study.cells, one, strict=True)):
        told = by_hand(study, cell)
        event(f"{study.terms.rule} {told[0]}")
        assert (ruling.state.name, ruling.value, ruling.missing, ruling.split) == told
        code = -1 if told[1] is None else study.values.index(told[1])
        found = State(int(many.state[row])).name, int(many.code[row]), int(many.missing[row]), bool(many.split[row])
        assert found == (told[0], code, *told[2:])


@settings(max_examples=examples(25, 100), deadline=None)
@given(studies(), st.data())
def test_totals_are_the_same_counted_singly_in_columns_and_by_hand(study: Study, data: st.DataObject) -> None:
    times = data.draw(st.lists(st.integers(0, 9), min_size=len(study.cells), max_size=len(study.cells)))
    single = StateTotals()
    by_name = dict.fromkeys(("asked", "open", "settled", "undecided", "excluded", "answered", "split"), 0)
    for cell, ruling, n in zip(study.cells, study.one_by_one(), times, strict=True):
        single.add(ruling, n)
        state, _, _, split = by_hand(study, cell)
        if state != "KNOWN":
            by_name[state.lower()] += n
            by_name["asked"] += n
            by_name["split"] += n if split else 0
    assert single == totals_all(study.at_once(), np.array(times)) == StateTotals(**by_name)
    for ruling, n in zip(study.one_by_one(), times, strict=True):
        single.add(ruling, -n)
    assert single == StateTotals()


@settings(max_examples=examples(25, 100), deadline=None)
@given(studies())
def test_an_open_cell_misses_answers_and_no_cell_without_answers_is_decided(study: Study) -> None:
    for cell, ruling in zip(study.cells, study.one_by_one(), strict=True):
        assert ruling.state is not State.OPEN or ruling.missing > 0
        assert (ruling.value is not None) == (ruling.state is State.SETTLED)
        if not study.voices(cell) and cell.gold is None and not cell.known:
            assert ruling.state is State.OPEN


@settings(max_examples=examples(25, 100), deadline=None)
@given(studies())
def test_first_rounds_are_what_they_were_whatever_came_later(study: Study) -> None:
    for cell in study.cells:
        voices = study.voices(cell)
        early = [voice for voice in voices if voice.round == 1]
        assert first(voices, study.terms) == latest(early, study.terms)
        own = latest(voices, study.terms)
        for who, answer in own.items():
            said = [n for (whose, n) in cell.said if whose == who and study.fate[who, n] is not Assignment.REVOKED]
            if study.terms.at_once:
                assert answer == cell.said[who, max(said)]


@settings(max_examples=examples(38, 150), deadline=None)
@given(
    st.integers(8, 14),
    st.sampled_from([Rule.MAJORITY, Rule.MEDIAN, Rule.UNANIMOUS]),
    st.integers(0, 2**32 - 1),
)
def test_more_people_and_values_than_a_number_holds(people: int, rule: Rule, seed: int) -> None:
    values = tuple(range(36))
    random = np.random.default_rng(seed)
    states = random.integers(-2, 36, (20, people)).astype(np.int16)
    states[::2] = np.minimum(states[::2], 1)
    agreed = Terms(rule, people=3)
    found = rule_all(states, agreed, values=values)
    for row, said in enumerate(states.tolist()):
        voices = [Response(n, None if c == UNSURE else c) for n, c in enumerate(said) if c > NOTHING]
        ruling = rule_on(voices, agreed)
        assert (found.state[row], found.code[row]) == (ruling.state, -1 if ruling.value is None else ruling.value)


def test_a_code_that_no_value_has_is_refused() -> None:
    for wrong in (2, -6):
        states = np.array([[0, wrong]], dtype=np.int16)
        for call in (lambda: rule_all(states, FLAGS), lambda: rule_all(states[:, :1], FLAGS, states[:, 1])):
            try:
                call()
            except ValueError as error:
                assert "between" in str(error)
            else:
                raise AssertionError(wrong)


# Today's program -----------------------------------------------------------------------------------------------------


@settings(max_examples=examples(50, 200), deadline=None)
@given(st.lists(st.sampled_from(["yes", "no", None]), max_size=5), st.sampled_from([None, "yes", "no"]))
def test_the_default_task_is_what_the_program_did_before_there_were_tasks(said: list[Any], gold: Any) -> None:
    """Gold, else the strict majority of those with a verdict; who is unsure has no vote and no place in it."""
    ruling = rule_on([Response(who, value) for who, value in enumerate(said)], FLAGS, gold)
    votes = [value for value in said if value is not None]
    yes = votes.count("yes")
    expected = gold or ("yes" if 2 * yes > len(votes) else "no" if 2 * yes < len(votes) else None)
    assert ruling.value == expected
    assert (ruling.state is State.UNDECIDED) == (gold is None and len(votes) > 1 and 2 * yes == len(votes))


# Silence -------------------------------------------------------------------------------------------------------------


@settings(max_examples=examples(38, 150), deadline=None)
@given(st.data())
def test_a_class_of_silent_cells_counts_as_its_cells_do_one_by_one(data: st.DataObject) -> None:
    pairs = [(criterion, target) for criterion in (1, 2) for target in (10, 11)]
    units = {pair: data.draw(st.integers(0, 4)) for pair in pairs}
    everything = [Cell(unit, *pair) for pair, n in units.items() for unit in range(n)]
    people = (1, 2, 3)
    said: dict[Cell, dict[int, Any]] = {}
    late: dict[int, set[Cell]] = {}
    silent = {who: set(data.draw(st.lists(st.sampled_from(pairs)))) for who in people}
    if everything:
        for cell in data.draw(st.lists(st.sampled_from(everything), max_size=6)):
            said.setdefault(cell, {})[data.draw(st.sampled_from(people))] = data.draw(
                st.sampled_from(["yes", "no", None])
            )
        for who in people:
            late[who] = set(data.draw(st.lists(st.sampled_from(everything), max_size=2)))
    agreed = data.draw(terms(("no", "yes")).map(lambda t: replace(t, adjudication=None, at_once=True)))

    found = StateTotals()
    marked = {*said, *(cell for cells in late.values() for cell in cells)}
    for cell in marked:
        quiet_ones = [w for w in people if (cell.criterion, cell.target) in silent[w] and cell not in late.get(w, ())]
        found.add(
            rule_on(add_implicit_no((Response(*each) for each in said.get(cell, {}).items()), quiet_ones), agreed)
        )
    classes = group_unmarked_cells(units, marked, silent)
    for each in classes:
        found.add(rule_on(each.responses, agreed), each.times)

    singly = StateTotals()
    for cell in everything:
        voices = []
        for who in people:
            if who in said.get(cell, {}):
                voices.append(Response(who, said[cell][who]))
            elif (cell.criterion, cell.target) in silent[who] and cell not in late.get(who, set()):
                voices.append(Response(who, "no"))
        singly.add(rule_on(voices, agreed))
    assert found == singly
    assert sum(each.times for each in classes) + len(marked) == len(everything)
    assert all(each.times > 0 for each in classes)


# Roll-ups ------------------------------------------------------------------------------------------------------------


@settings(max_examples=examples(38, 150), deadline=None)
@given(st.lists(st.lists(st.sampled_from([0, 1, UNSURE, NOTHING, UNMET_CODE]), min_size=3, max_size=3), min_size=1))
def test_a_persons_union_is_yes_by_one_yes_and_no_by_answers_on_all(rows: list[list[int]]) -> None:
    table = np.array(rows, dtype=np.int16)
    found = any_all([table[:, n] for n in range(3)]).tolist()
    for row, state in zip(rows, found, strict=True):
        if 1 in row:
            assert state == 1
        elif NOTHING in row:
            assert state == NOTHING
        elif UNSURE in row:
            assert state == UNSURE
        else:
            assert state == (UNMET_CODE if set(row) == {UNMET_CODE} else 0)
