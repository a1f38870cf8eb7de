"""Words as terms: stems, numbers and neighbours."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from galley.core.text.terms import locate_terms, terms

NUMBERS = ["one", "six", "ten", "twenty", "ninety", "hundred", "thousand", "point", "and", "2", "3.5", "xyz"]
CHARACTERS = st.one_of(st.characters(), st.sampled_from("0123456789٣.,:'’ 你好กم\u0301s-"))


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet=CHARACTERS), st.lists(st.sampled_from(NUMBERS), max_size=8))
def test_places_are_in_order_and_agree_with_the_terms(text: str, numbers: list[str]) -> None:
    text = f"{text} {' '.join(numbers)}"
    found = locate_terms(text)
    assert [term for term, _, _ in found] == terms(text)
    assert all(0 <= start < end <= len(text) for _, start, end in found)
    assert [start for _, start, _ in found] == sorted(start for _, start, _ in found)
    assert not any(term.startswith("~") for term, _, _ in found)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("twenty six", "#26"),
        ("twenty-six", "#26"),
        ("26th", "#26"),
        ("1,000", "#1000"),
        ("a hundred thousand", "#100000"),
        ("two hundred and six", "#206"),
        ("two million three hundred thousand and five", "#2300005"),
        ("nineteen ninety eight", "#1998"),
        ("ninety nine point five", "#99.5"),
        ("3.5 million", "#3500000"),
        ("$7.990", "#7.99"),
        ("٢٦", "#26"),
        ("a dozen", "#12"),
    ],
)
def test_numbers_in_figures_and_words_are_one_term(text: str, number: str) -> None:
    assert [term for term in terms(text) if term] == [number]


def test_one_alone_is_no_number() -> None:
    assert terms("one of us") == ["", "", ""]


@pytest.mark.parametrize(
    "words",
    [
        "collapse collapsed collapsing collapses",
        "investigation investigated investigating",
        "win won winner",
        "city cities",
        "café CAFÉ cafe\u0301",
        "Nuggets' nugget",
        "children child",
    ],
)
def test_forms_of_a_word_are_one_term(words: str) -> None:
    assert len(set(terms(words))) == 1


def test_unspaced_scripts_become_pairs() -> None:
    assert locate_terms("去公园 ok") == [("去公", 0, 2), ("公园", 1, 3), ("", 4, 6)]
