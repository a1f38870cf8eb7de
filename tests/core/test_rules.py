"""What the rules make of small studies that are worked out on paper, and how fast."""

from __future__ import annotations

from typing import Any

import krippendorff
import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

from galley.core.domain import Annotator, AnnotatorKind, Cell, Value
from galley.core.rules.arrays import NOTHING, UNSURE, rule_all
from galley.core.rules.implicit_no import group_unmarked_cells
from galley.core.rules.rule import (
    FLAGS,
    UNMET,
    UNRESOLVED,
    AdjudicationTerms,
    Assignment,
    Response,
    Rule,
    Ruling,
    State,
    Terms,
)
from galley.core.rules.scalar import Votes, decide, first, latest, rule_on, weigh
from galley.core.rules.voters import voting
from galley.core.stats.agreement_coefficients import krippendorff_alpha
from galley.core.tasks.outcomes import StateTotals
from tests.core.coefficients import cohen_kappa
from tests.core.rulings import latest_all, totals_all

ANN, BEN, CEM, DEE = 1, 2, 3, 4
PAIR = Terms(Rule.UNANIMOUS, people=2, voters=frozenset({ANN, BEN}))
YES, NO = "yes", "no"


def said(*answers: Any, **more: Any) -> list[Response]:
    """One answer each of ann, ben, cem, …"""
    return [Response(who, answer, **more) for who, answer in enumerate(answers, 1)]


def coefficients(cells: list[dict[int, Any]]) -> tuple[float, float]:
    """Cohen's kappa and Krippendorff's alpha of ann and ben, by this program and by two others."""
    codes = np.array([[{NO: 0, YES: 1, None: -1}[cell.get(who)] for who in (ANN, BEN)] for cell in cells])
    kappa, alpha = cohen_kappa(codes, 2).value, krippendorff_alpha(codes, 2).value
    assert kappa is not None and alpha is not None
    assert kappa == pytest.approx(cohen_kappa_score(codes[:, 0], codes[:, 1]))
    assert alpha == pytest.approx(krippendorff.alpha(codes.T, value_domain=[0, 1], level_of_measurement="nominal"))
    return round(kappa, 3), round(alpha, 3)


def counted(rulings: list[Ruling]) -> StateTotals:
    found = StateTotals()
    for ruling in rulings:
        found.add(ruling)
    return found


# Ten paragraphs ------------------------------------------------------------------------------------------------------

PARAGRAPHS = [said(YES, YES)] * 5 + [said(NO, NO)] * 3 + [said(YES, NO), said(NO, YES)]


def test_ten_paragraphs_have_the_same_agreement_excluded_or_settled() -> None:
    alone = [rule_on(voices, PAIR) for voices in PARAGRAPHS]
    assert [ruling.state for ruling in alone] == [State.SETTLED] * 8 + [State.UNDECIDED] * 2
    assert coefficients([first(voices, PAIR) for voices in PARAGRAPHS]) == (0.583, 0.604)
    open_ = [rule_on(v, PAIR, UNRESOLVED if n > 7 else None) for n, v in enumerate(PARAGRAPHS)]
    assert counted(open_) == StateTotals(asked=10, settled=8, excluded=2, split=2)

    settled = Terms(
        Rule.UNANIMOUS, 2, PAIR.voters, adjudication=AdjudicationTerms(Rule.MAJORITY, voters=frozenset({CEM}))
    )
    third = [
        [*voices, Response(CEM, {8: YES, 9: NO}[n], is_adjudication=True)] if n > 7 else voices
        for n, voices in enumerate(PARAGRAPHS)
    ]
    rulings = [rule_on(voices, settled) for voices in third]
    assert [ruling.value for ruling in rulings].count(YES) == 6
    assert [ruling.value for ruling in rulings].count(NO) == 4
    assert coefficients([first(voices, settled) for voices in third]) == (0.583, 0.604)
    assert counted(rulings) == StateTotals(asked=10, settled=10, split=2)
    before = [rule_on(voices, settled) for voices in PARAGRAPHS]
    assert [(r.state, r.missing) for r in before[7:]] == [
        (State.SETTLED, 0),
        (State.UNDECIDED, 1),
        (State.UNDECIDED, 1),
    ]


def test_ten_paragraphs_by_an_adjudicator() -> None:
    terms = Terms(Rule.UNANIMOUS, 2, PAIR.voters, adjudication=AdjudicationTerms())
    rulings = [rule_on(v, terms, {8: YES, 9: NO}.get(n)) for n, v in enumerate(PARAGRAPHS)]
    assert [r.value for r in rulings] == [YES] * 5 + [NO] * 3 + [YES, NO]
    assert [rule_on(v, terms).missing for v in PARAGRAPHS] == [0] * 8 + [1, 1]


def test_a_second_round_stands_beside_the_first() -> None:
    later = [[*voices, Response(BEN, YES, round=2)] if n == 8 else voices for n, voices in enumerate(PARAGRAPHS)]
    assert coefficients([first(voices, PAIR) for voices in later]) == (0.583, 0.604)
    assert coefficients([latest(voices, PAIR) for voices in later])[0] == 0.783
    assert rule_on(later[8], PAIR) == (State.SETTLED, YES, 0, False)
    assert len(latest(later[8], PAIR)) == 2, "two people, two votes"


def test_ten_paragraphs_in_columns() -> None:
    code = {NO: 0, YES: 1}
    one = np.array([[code[voice.value] for voice in voices] for voices in PARAGRAPHS], dtype=np.int16)  # type: ignore[index]
    two = np.full_like(one, NOTHING)
    two[8, 1] = 1
    assert totals_all(rule_all(one, PAIR)) == StateTotals(asked=10, settled=8, undecided=2, split=2)
    assert totals_all(rule_all(latest_all([one, two]), PAIR)) == StateTotals(asked=10, settled=9, undecided=1, split=1)
    void = latest_all([one, two], [None, np.array([True, False])])
    assert (void == one).all(), "a round that was taken back changes nothing"
    settle = Terms(Rule.UNANIMOUS, 2, adjudication=AdjudicationTerms(Rule.MAJORITY))
    third = np.full((10, 1), NOTHING, dtype=np.int16)
    third[8:, 0] = [1, 0]
    assert rule_all(one, settle, others=third).code.tolist() == [1] * 5 + [0] * 3 + [1, 0]


# Key facts -----------------------------------------------------------------------------------------------------------


def test_key_facts_under_strict_yes() -> None:
    key = Terms(Rule.STRICT_YES, people=2)
    facts = {"f1": said(YES, YES), "f2": said(YES, NO)}
    rulings = {name: rule_on(voices, key) for name, voices in facts.items()}
    assert rulings["f1"] == (State.SETTLED, YES, 0, False)
    assert rulings["f2"] == (State.SETTLED, NO, 0, True)
    assert counted(list(rulings.values())) == StateTotals(asked=2, settled=2, split=1)
    heard = [first(voices, key) for voices in facts.values()]
    assert sum(given[ANN] == given[BEN] for given in heard) / len(heard) == 0.5


def test_supporting_paragraphs_of_two_experts() -> None:
    """ann yes to P1 P2, ben yes to P1 P3, both no to the other eight: said, and again in silence."""
    ann, ben = {0, 1}, {0, 2}
    spoken = [said(YES if n in ann else NO, YES if n in ben else NO) for n in range(11)]
    rulings = [rule_on(voices, PAIR) for voices in spoken]
    assert [r.value for r in rulings] == [YES, None, None] + [NO] * 8
    assert [r.state for r in rulings[1:3]] == [State.UNDECIDED] * 2

    silent = {ANN: [(1, 10)], BEN: [(1, 10)]}
    (rest,) = group_unmarked_cells({(1, 10): 11}, [Cell(n, 1, 10) for n in ann | ben], silent)
    assert rest.times == 8 and rule_on(rest.responses, PAIR) == (State.SETTLED, NO, 0, False)
    total = counted(rulings[:3])
    total.add(rule_on(rest.responses, PAIR), rest.times)
    assert total == counted(rulings) == StateTotals(asked=11, settled=9, undecided=2, split=2)

    extract = {0, 3}  # P1 and P4
    supporting = {n for n, r in enumerate(rulings) if r.value == YES}
    judged = {n for n, r in enumerate(rulings) if r.state is State.SETTLED}
    assert len(extract & supporting) / len(extract & judged) == 0.5


def test_silence_of_two_is_gold_cell_by_cell() -> None:
    (rest,) = group_unmarked_cells({(1, 10): 5930}, [], {ANN: {(1, 10)}, BEN: {(1, 10)}})
    total = StateTotals()
    total.add(rule_on(rest.responses, PAIR), rest.times)
    assert total == StateTotals(asked=5930, settled=5930)
    assert total == totals_all(rule_all(np.zeros((1, 2), dtype=np.int16), PAIR), np.array([rest.times]))


# Majority of three ---------------------------------------------------------------------------------------------------


def test_majority_of_three() -> None:
    terms = Terms(Rule.MAJORITY, people=3, at_once=False)
    void = Response(CEM, NO, assignment=Assignment.REVOKED)
    rulings = {
        "c1": rule_on(said(YES), terms),
        "c2": rule_on(said(YES, YES, None), terms),
        "c3": rule_on(said(YES, NO, None), terms),
        "c4": rule_on(said(YES, NO, NO), terms, is_known=True),
        "c5": rule_on([*said(YES, YES), void], terms),
        "c6": rule_on(said(YES, YES, NO, NO), terms),
    }
    states = {name: (ruling.state, ruling.value) for name, ruling in rulings.items()}
    assert states == {
        "c1": (State.OPEN, None),
        "c2": (State.SETTLED, YES),
        "c3": (State.UNDECIDED, None),
        "c4": (State.KNOWN, None),
        "c5": (State.OPEN, None),
        "c6": (State.UNDECIDED, None),
    }
    assert rulings["c1"].missing == 2 and rulings["c5"].missing == 1
    rulings["c5"] = rule_on([*said(YES, YES), void, Response(DEE, NO)], terms)
    assert rulings["c5"] == (State.SETTLED, YES, 0, True)
    total = counted(list(rulings.values()))
    assert (total.asked, total.settled, total.undecided, total.open) == (5, 2, 2, 1)


def test_an_unfinished_assignment_is_heard_only_where_answers_count_at_once() -> None:
    voices = said(YES, YES, assignment=Assignment.OPEN)
    assert rule_on(voices, Terms(people=2, at_once=False)) == (State.OPEN, None, 2, False)
    assert rule_on(voices, Terms(people=2)).value == YES


# FRANK ---------------------------------------------------------------------------------------------------------------


def test_an_unmet_condition_says_no_or_nothing() -> None:
    """Two say wrong (types A and B; A), a third says right: the types are asked only of who says wrong."""
    wrong, kind_a, kind_b = said(YES, YES, NO), said(YES, YES, UNMET), said(YES, NO, UNMET)
    frank = Terms(Rule.MAJORITY, people=3, unmet=NO)
    assert rule_on(wrong, frank).value == YES
    assert rule_on(kind_a, frank) == (State.SETTLED, YES, 0, True)
    assert rule_on(kind_b, frank) == (State.SETTLED, NO, 0, True)
    counts = list(latest(kind_a, frank).values())
    assert counts.count(YES) == 2 and len(counts) == 3, "two of three"

    outside = Terms(Rule.MAJORITY, people=3)
    assert rule_on(kind_a, outside) == (State.SETTLED, YES, 0, False), "two of two"
    assert rule_on(kind_b, outside).state is State.UNDECIDED
    assert rule_on(said(UNMET, UNMET, UNMET), outside) == (State.ANSWERED, None, 0, False)
    assert rule_on(said(UNMET, UNMET, UNMET), frank).value == NO


# The rules one by one ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "values", "unsure", "found"),
    [
        (Rule.UNANIMOUS, [YES, YES], 0, YES),
        (Rule.UNANIMOUS, [YES, YES], 1, None),
        (Rule.UNANIMOUS, ["key", "masked"], 0, None),
        (Rule.MAJORITY, ["key", "key", "masked"], 0, "key"),
        (Rule.MAJORITY, [YES, YES], 1, YES),
        (Rule.MAJORITY, [YES, YES], 2, None),
        (Rule.STRICT_YES, [YES, YES], 0, YES),
        (Rule.STRICT_YES, [YES, NO], 0, NO),
        (Rule.STRICT_YES, [NO], 1, None),
        (Rule.STRICT_YES, ["key"], 0, None),
        (Rule.MEDIAN, [1, 5, 3], 0, 3),
        (Rule.MEDIAN, [3, 3, 1, 5], 2, 3),
        (Rule.MEDIAN, [2, 3], 0, None),
        (Rule.MEDIAN, [YES, YES], 0, None),
        (Rule.ADJUDICATOR, [YES, YES], 0, None),
        (Rule.NONE, [YES, YES], 0, None),
        (Rule.MAJORITY, [], 2, None),
    ],
)
def test_what_each_rule_makes_of_votes(rule: Rule, values: list[Value], unsure: int, found: Value | None) -> None:
    assert decide(rule, values, unsure) == found


def test_an_adjudicator_is_heard_after_the_people_and_before_their_rule() -> None:
    assert rule_on(said(YES), PAIR, NO) == (State.OPEN, None, 1, False)
    assert rule_on(said(YES, YES), PAIR, NO) == (State.SETTLED, NO, 0, False)
    assert rule_on(said(YES, YES), PAIR, UNRESOLVED) == (State.EXCLUDED, None, 0, False)
    assert rule_on([], FLAGS, YES) == (State.SETTLED, YES, 0, False), "gold that imported"
    assert rule_on(said(YES, YES), Terms(Rule.NONE, 2), NO).value == NO
    assert rule_on(said(YES, NO), Terms(Rule.NONE, 2)) == (State.ANSWERED, None, 0, True)


def test_a_threshold_is_a_majority_with_a_share() -> None:
    three_of_four = Terms(share=0.75)
    assert rule_on(said(YES, YES, YES, NO), three_of_four).value == YES
    assert rule_on(said(YES, YES, NO), three_of_four).state is State.UNDECIDED


def test_who_settles_every_cell_is_waited_for_and_who_voted_does_not_settle() -> None:
    terms = Terms(Rule.UNANIMOUS, 2, adjudication=AdjudicationTerms(all=True))
    assert rule_on(said(YES, YES), terms) == (State.SETTLED, YES, 1, False)
    assert rule_on(said(YES, YES), terms, NO) == (State.SETTLED, NO, 0, False)
    by_rule = Terms(Rule.UNANIMOUS, 2, adjudication=AdjudicationTerms(Rule.MAJORITY))
    assert rule_on([*said(YES, NO), Response(ANN, YES, is_adjudication=True)], by_rule).missing == 1
    assert rule_on([*said(YES, NO), Response(CEM, None, is_adjudication=True)], by_rule) == (
        State.UNDECIDED,
        None,
        0,
        True,
    )
    asleep = [*said(YES, YES), Response(CEM, NO, is_adjudication=True)]
    assert rule_on(asleep, by_rule).value == YES, "what is not asked any more does not count"
    void = Response(CEM, YES, assignment=Assignment.REVOKED, is_adjudication=True)
    assert rule_on([*said(YES, NO), void], by_rule).missing == 1


def test_judges_vote_only_where_they_are_named() -> None:
    everybody = [
        Annotator(1, "ann", AnnotatorKind.HUMAN),
        Annotator(2, "ben", AnnotatorKind.HUMAN),
        Annotator(3, "m", AnnotatorKind.JUDGE),
        Annotator(4, "m", AnnotatorKind.IMPORT),
        Annotator(5, "m", AnnotatorKind.GOLD),
        Annotator(6, "other", AnnotatorKind.JUDGE),
    ]
    assert voting(everybody) == {1, 2}
    assert voting(everybody, readers=[2, 3]) == {2}
    assert voting(everybody, ("people", "judge:m")) == {1, 2, 3, 4}
    assert voting(everybody, ("judge:m",), readers=[1]) == {3, 4}
    three = Terms(people=3, voters=voting(everybody, ("people", "judge:other")))
    voices = [*said(YES, NO), Response(3, NO), Response(6, YES)]
    assert rule_on(voices, three) == (State.SETTLED, YES, 0, True)


def test_columns_of_nothing() -> None:
    assert totals_all(rule_all(np.empty((0, 3), dtype=np.int16), FLAGS)) == StateTotals()
    nobody = rule_all(np.empty((2, 0), dtype=np.int16), FLAGS, np.array([UNSURE, 1], dtype=np.int16))
    assert nobody.state.tolist() == [State.EXCLUDED, State.SETTLED]
    assert weigh(Votes(()), FLAGS) == (State.OPEN, None, 1, False)
