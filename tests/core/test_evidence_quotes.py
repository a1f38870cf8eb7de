"""Quotes: verbatim, fuzzy or missing, at the right place."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from galley.core.domain import Match
from galley.core.text.quotes import THRESHOLD, locate
from tests.core.examples import examples

UNITS = [
    "For the record, or not, I've had low back pain for about eight years now.",
    "“Man, I just  want to\nstay aggressive,” he said — twice… really.",
    "I'm twenty six.",
    "Yes.",
    "今天天气很好，我们去公园。",
    "STRASSE ist die Straße im Ort",
    "Cafe\u0301 is open 😀 today",
    "or",
]
SPEAKERS = ["Patient", "", "Patient", "Doctor", "", "", "", ""]


@pytest.mark.parametrize(
    ("quote", "match", "text"),
    [
        ("low back pain", Match.VERBATIM, "low back pain"),
        ("or", Match.VERBATIM, "or"),
        ("man, i just want to stay aggressive", Match.VERBATIM, "Man, I just  want to\nstay aggressive"),
        ('"I\u2019ve had low back pain"', Match.VERBATIM, "I've had low back pain"),
        ("Patient: I'm twenty six.", Match.VERBATIM, "I'm twenty six."),
        ("Doctor: I'm twenty six.", Match.FUZZY, "I'm twenty six."),
        ("天气很好", Match.VERBATIM, "天气很好"),
        ("straße", Match.VERBATIM, "Straße"),
        ("CAFÉ is open 😀", Match.VERBATIM, "Cafe\u0301 is open 😀"),
        ("😀", Match.VERBATIM, "😀"),
        ("he said - twice", Match.FUZZY, "he said — twice"),
        (
            "I have had low back pain for eight years",
            Match.FUZZY,
            "I've had low back pain for about eight years",
        ),
        ("wenty six", Match.FUZZY, "twenty six"),
        ("the president lied to the people", Match.MISSING, ""),
        ("Yes. It is totally fine and I agree with all of it", Match.MISSING, ""),
        ("yse", Match.MISSING, ""),
        ("ecor", Match.MISSING, ""),
        ("", Match.MISSING, ""),
        (" … ", Match.MISSING, ""),
    ],
)
def test_recorded_quotes(quote: str, match: Match, text: str) -> None:
    found = locate(quote, UNITS, speakers=SPEAKERS)
    assert found.match is match
    assert (UNITS[found.unit_index][found.start : found.end] if found.unit_index is not None else "") == text


def test_a_short_quote_is_found_as_a_word_never_inside_one() -> None:
    found = locate("or", ["For a door", "For this or that"])
    assert (found.unit_index, found.start) == (1, 9)
    assert locate("or", ["For a door"]).match is Match.MISSING


def test_the_exact_occurrence_is_better_than_the_first() -> None:
    found = locate("Paris", ["PARIS was full.", "In Paris it rained."])
    assert (found.unit_index, found.start) == (1, 3)


def test_the_most_similar_stretch_is_better_than_the_first() -> None:
    units = ["He won the second set in ninety minutes.", "She won the first set in forty minutes."]
    assert locate("She won the first set in thirty minutes", units).unit_index == 1


def test_the_hinted_unit_is_preferred() -> None:
    assert (
        locate("the same words", ["The same words.", "the same words", "THE SAME WORDS"], hint=2).unit_index
        == 2
    )
    assert locate("only here", ["only here", "elsewhere"], hint=1).unit_index == 0
    assert locate("only here", ["only here"], hint=99).unit_index == 0


def test_a_left_out_middle_gives_the_parts_in_order() -> None:
    found = locate("record ... back pain […] years", UNITS)
    assert found.match is Match.VERBATIM
    assert [UNITS[p.unit][p.start : p.end] for p in found.parts] == ["record", "back pain", "years"]
    assert (found.start, found.end) == (found.parts[0].start, found.parts[-1].end)
    assert locate("years ... record", UNITS[:1]).match is not Match.VERBATIM


def test_the_nearest_parts_are_chosen() -> None:
    text = "He paid the bill. Later he paid in cash and left."
    found = locate("paid ... cash", [text])
    assert found.start == text.rindex("paid")


def test_a_quote_over_two_units_names_both() -> None:
    found = locate("I'm twenty six.\nYes.", UNITS[2:4])
    assert [(p.unit, UNITS[2:4][p.unit][p.start : p.end]) for p in found.parts] == [
        (0, "I'm twenty six."),
        (1, "Yes."),
    ]
    assert found.unit_index == 0


CHARACTERS = st.sampled_from("abc ABC.,'’“”-—…\n\t 😀\u0301ßİ你好ม\u200b\ud800:")
TEXT = st.text(alphabet=CHARACTERS, max_size=40)


@settings(max_examples=examples(134, 400), deadline=None)
@given(TEXT, st.lists(TEXT, max_size=4), st.none() | st.integers(-1, 5))
def test_a_place_is_always_a_slice(quote: str, units: list[str], hint: int | None) -> None:
    found = locate(quote, units, hint)
    assert 0 <= found.score <= 1
    if found.unit_index is None:
        assert (found.start, found.end, found.match, found.parts) == (0, 0, Match.MISSING, ())
        return
    assert found.match is not Match.MISSING
    assert found.match is Match.FUZZY or found.score == 1
    assert found.score >= THRESHOLD / 100
    assert 0 <= found.start < found.end <= len(units[found.unit_index])
    for unit, start, end in found.parts:
        assert 0 <= start < end <= len(units[unit])


WORDS = st.lists(
    st.text(alphabet=st.sampled_from("abcABCß😀é"), min_size=1, max_size=6), min_size=1, max_size=12
)


@settings(max_examples=examples(100, 300), deadline=None)
@given(WORDS, st.data())
def test_any_run_of_words_is_found_verbatim(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first + 1, len(words)))
    quote = " ".join(words[first:last])
    if not any(character.isalnum() for character in quote):
        return
    spread = data.draw(st.sampled_from([" ", "  ", "\n", " \t "]))
    found = locate(quote.replace(" ", spread).swapcase(), [text])
    assert found.match is Match.VERBATIM
    assert text[found.start : found.end].casefold() == quote.casefold()
