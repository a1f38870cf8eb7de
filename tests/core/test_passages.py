"""A sentence over its source passages, and the words of it that no source holds."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galley.core.text.differences import SourceVocabulary, WordKind, find_unsupported, load_common_stems
from galley.core.text.passages import TOP, Passages

SOURCE = [
    "The clinic has offered to move island appointments to the morning.",
    "The match at the Riverside Arena ended two hundred and six to four on Thursday, 12 March.",
    "Joss Petrova rang the harbour office; the nurse bought 26 maps.",
]


def marked(sentence: str, source: list[str] = SOURCE) -> list[tuple[str, str]]:
    found = find_unsupported(sentence, SourceVocabulary(source))
    assert all(a.span.end <= b.span.start for a, b in pairwise(found))
    return [(sentence[each.span.start : each.span.end], each.kind.value) for each in found]


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("The clinic moved the appointments.", []),
        ("The clinic moved forty appointments.", [("forty", "number")]),
        ("It ended 206 to 4, and 27 maps were bought.", [("27", "number")]),
        ("It ended on Friday, 12 March.", [("Friday", "date")]),
        ("Rang Petrov and Joss Petrova the office?", [("Petrov", "name")]),
        ("The quixotic 😀 clinic purchased maps.", [("quixotic", "word")]),
        ("A man said so last year.", []),  # words that any text may have
        ("", []),
    ],
)
def test_words_names_numbers_and_dates_that_no_source_holds_are_marked(
    sentence: str, found: list[tuple[str, str]]
) -> None:
    assert marked(sentence) == found


def test_a_wrong_word_is_not_forgiven_for_its_spelling() -> None:
    """ "Area" for "Arena": the links took one for the other."""
    sentence = "The match at the Riverside Area ended."
    assert ("Area", WordKind.NAME.value) in marked(sentence)
    aligned = Passages(SOURCE).align(sentence)
    assert "Area" not in [sentence[span.start : span.end] for span in aligned.matched_spans]
    assert aligned.passages[0].source == 1


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("The ferry left the island in the morning.", ["船は朝に島を出た。", "翌日戻った。"]),
        ("Die Fähre hat die Insel am Morgen verlassen.", ["The boat went away with the tide."]),
        ("船は夜に島を出た。", ["船は朝に島を出た。"]),
        ("غادرت العبارة الجزيرة", ["The boat left."]),
        ("The ferry left the island.", []),
        ("The ferry left the island.", ["", "  "]),
    ],
)
def test_a_source_without_the_languages_words_gives_no_marks(sentence: str, source: list[str]) -> None:
    assert marked(sentence, source) == []


def test_right_to_left_words_are_marked_in_their_place() -> None:
    found = marked("הספינה עזבה את הנמל ב-1994", ["הספינה עזבה את האי ב-1993"])
    assert ("הנמל", "word") in found and ("1994", "number") in found


@given(st.lists(st.sampled_from(["Joss", "nine", "ferry", "quixotic", "the", "1994", "😀", ",", "Übung"]), max_size=12))
def test_what_is_marked_is_in_no_source_by_a_look_at_its_letters(words: list[str]) -> None:
    source, sentence = ["the Ferry, nine quixotic people."], " ".join(words)
    for each in find_unsupported(sentence, SourceVocabulary(source)):
        assert sentence[each.span.start : each.span.end].lower() not in source[0].lower()


def test_the_judges_evidence_comes_first_then_what_is_nearest() -> None:
    passages = Passages(SOURCE)
    sentence = "The clinic has agreed to move her appointment to the morning, Joss said."
    aligned = passages.align(sentence, named_units=[1])
    assert [(p.source, p.is_named) for p in aligned.passages][:2] == [(1, True), (0, False)]
    assert len(aligned.passages) <= TOP and 0 < aligned.passages[1].strength <= 1
    both = {SOURCE[0][span.start : span.end] for span in aligned.passages[1].spans}
    assert both == {"clinic", "move", "appointments", "morning"}
    assert {sentence[s.start : s.end] for s in aligned.matched_spans} >= {"clinic", "move", "appointment", "morning"}
    assert passages.align("Zebras.").passages == () and passages.align("", named_units=[7, -1]).passages == ()


def test_terms_of_an_explanation_are_found_in_the_sources() -> None:
    text = "The source says Thursday; 26 maps were not bought by Zoë, the office says."
    aligned = Passages([*SOURCE, "The office.", "The office again."]).align("It ended on Friday.", [2], text)
    found = [[SOURCE[p.source][s.start : s.end] for s in p.explanation_spans] for p in aligned.passages]
    assert found == [["bought", "26", "maps"], ["Thursday"]]  # more than a third of the units speak of an office


def test_a_sentence_is_aligned_with_an_article_of_2000_paragraphs() -> None:
    chance = random.Random(1)
    words = ["".join(chance.choices("abcdefghilmnoprstu", k=chance.randint(2, 9))) for _ in range(20_000)]
    common_first = [1 / (at + 3) for at in range(len(words))]
    units = [" ".join(chance.choices(words, common_first, k=60)) for _ in range(2_000)]
    passages = Passages(units)
    for _ in range(20):
        at = chance.randrange(2_000)
        sentence = " ".join(chance.sample(units[at].split(), 15)) + " in 1994"
        aligned = passages.align(sentence)
        assert aligned.passages[0].source == at and ("1994", WordKind.NUMBER) in [
            (sentence[e.span.start : e.span.end], e.kind) for e in aligned.unsupported_spans
        ]


def test_the_list_of_ordinary_words_is_one_of_stems() -> None:
    assert (
        500 < len(load_common_stems()) < 3_000
        and {"year", "man"} <= load_common_stems()
        and "quixot" not in load_common_stems()
    )
