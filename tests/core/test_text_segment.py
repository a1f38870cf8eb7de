"""Turns, paragraphs and sentences: exact ranges, whatever the text."""

from __future__ import annotations

import csv
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from galley.core.text.segment import join, language, paragraphs, sentences, turns

NASTY = st.text(
    alphabet=st.one_of(
        st.sampled_from(
            "\r\n\t\v\f \x85\u2028\u2029\u00a0\u200b\u200d\u0301\ufe0f.!?…:：。！？؟-•1\"'“”()[]#*"
        ),
        st.sampled_from("abAB😀👩\U0001f1e9مرحبا你好こ한กé\ud800\udc00\x00\x1b"),
        st.characters(),
    ),
    max_size=120,
)

SPOKEN = st.lists(st.tuples(NASTY, st.sampled_from(["", "Doctor", "张三"])), max_size=8)


def covers_every_visible_character(text: str, ranges: list[tuple[int, int]]) -> None:
    """Ordered, apart, not empty, no white space at the ends, and nothing but white space outside."""
    position = 0
    for start, end in ranges:
        assert position <= start < end <= len(text)
        assert not text[position:start].strip()
        assert text[start:end] == text[start:end].strip()
        position = end
    assert not text[position:].strip()


@settings(max_examples=250, deadline=None)
@given(NASTY)
def test_sentences_cover_every_text(text: str) -> None:
    covers_every_visible_character(text, sentences(text))


@settings(max_examples=250, deadline=None)
@given(NASTY)
def test_paragraphs_cover_every_text(text: str) -> None:
    covers_every_visible_character(text, paragraphs(text))


@settings(max_examples=250, deadline=None)
@given(NASTY)
def test_turns_cover_every_text(text: str) -> None:
    found = turns(text)
    covers_every_visible_character(text, [(start, end) for start, end, _, _ in found])
    for start, end, speaker, words in found:
        assert start <= words <= end
        assert speaker in text[start:words]


@settings(max_examples=250, deadline=None)
@given(
    st.lists(st.tuples(NASTY, st.sampled_from(["", "Doctor", "张三"])), max_size=8),
    st.sampled_from(["\n", "\n\n", " "]),
)
def test_joined_parts_are_kept_exactly(parts: list[tuple[str, str]], sep: str) -> None:
    texts, speakers = [text for text, _ in parts], [speaker for _, speaker in parts]
    for text, ranges in (join(texts, sep), join(texts, sep, speakers)):
        assert [text[start:end] for start, end in ranges] == texts
        assert all(a[1] <= b[0] for a, b in pairwise(ranges))
    assert join(texts, sep)[0] == sep.join(texts)


def test_joined_turns_name_their_speakers_outside_the_ranges() -> None:
    text, ranges = join(["Hi.", "", "No name"], "\n", ["Doctor", "Patient", ""])
    assert text == "Doctor: Hi.\nPatient: \nNo name"
    assert ranges == [(8, 11), (21, 21), (22, 29)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'Mr. Smith went to D.C. on Jan. 5. He said "Go." Then he left.',
            ["Mr. Smith went to D.C. on Jan. 5.", 'He said "Go."', "Then he left."],
        ),
        ("opened up a lead.Cameron ran.", ["opened up a lead.", "Cameron ran."]),
        ("the cat sat . the dog ran .", ["the cat sat .", "the dog ran ."]),
        ("It cost $3.5 million. Fine.", ["It cost $3.5 million.", "Fine."]),
        ("今天天气很好！你去哪里？我去学校。", ["今天天气很好！", "你去哪里？", "我去学校。"]),
        ("مرحبا. كيف حالك؟ أنا بخير.", ["مرحبا.", "كيف حالك؟", "أنا بخير."]),
        ("Great work! 😀 Next one.", ["Great work!", "😀 Next one."]),
        (
            "A first line\r\nthat goes on. Second.\r\n\r\nThird",
            ["A first line\r\nthat goes on.", "Second.", "Third"],
        ),
        ("To do:\n- one thing\n- another", ["To do:", "- one thing", "- another"]),
        ("Great! 👍", ["Great! 👍"]),
        (
            "👨\u200d👩\u200d👧 came. e\u0301te\u0301 went.",
            ["👨\u200d👩\u200d👧 came.", "e\u0301te\u0301 went."],
        ),
        ("  ", []),
        ("", []),
    ],
)
def test_sentences_of_recorded_texts(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in sentences(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One\nwrapped.\n\nTwo.", ["One\nwrapped.", "Two."]),
        ("One.\r\n \t\r\nTwo.\r\n", ["One.", "Two."]),
        ("One\r\nwrapped.\r\n\r\nTwo.", ["One\r\nwrapped.", "Two."]),
        ("One.\nTwo.\n\n", ["One.", "Two."]),
        ("One.\rTwo.", ["One.", "Two."]),
        ("One.\u2029Two.", ["One.", "Two."]),
        ("Only one.", ["Only one."]),
        ("\n\n", []),
    ],
)
def test_paragraphs_of_recorded_texts(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in paragraphs(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Doctor: When? \r\n Patient: Ten.\r\nMaybe more.\r\n\r\nDoctor: I see.",
            [("Doctor", "When?"), ("Patient", "Ten.\r\nMaybe more."), ("Doctor", "I see.")],
        ),
        (
            "Guest_family: He was.\nDr. Anna de Vries (on phone): Yes.",
            [("Guest_family", "He was."), ("Dr. Anna de Vries (on phone)", "Yes.")],
        ),
        ("张三：你好\n李四：早上好", [("张三", "你好"), ("李四", "早上好")]),
        ("الطبيب: مرحبا\nالمريض: نعم", [("الطبيب", "مرحبا"), ("المريض", "نعم")]),
        ("#Person1#: Hi\n#Person2#: Hello", [("Person1", "Hi"), ("Person2", "Hello")]),
        ("doctor: hi\npatient: yo\ndoctor: bye", [("doctor", "hi"), ("patient", "yo"), ("doctor", "bye")]),
        (
            "Ann: one\nNote that: two\nhttp://x.org\n10:30 is late\nBen: three",
            [("Ann", "one\nNote that: two\nhttp://x.org\n10:30 is late"), ("Ben", "three")],
        ),
        (
            "Doctor:\nWhen?\nPatient:\nDoctor: Go on.",
            [("Doctor", "When?"), ("Patient", ""), ("Doctor", "Go on.")],
        ),
        ("no names\nat all: here", [("", "no names"), ("", "at all: here")]),
        ("Note: it rains.\nAnd: it pours.", [("", "Note: it rains."), ("", "And: it pours.")]),
        ("", []),
    ],
)
def test_turns_of_recorded_texts(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(speaker, text[words:end]) for _, end, speaker, words in turns(text)] == expected


def test_every_clinic_dialogue_has_only_its_speakers(shared_data: Path) -> None:
    known = {"Doctor", "Patient", "Guest_family", "Guest_clinician"}
    with (shared_data / "mts_dialog" / "MTS-Dialog-ValidationSet.csv").open(
        encoding="utf-8-sig", newline=""
    ) as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 100
    for row in rows:
        assert {speaker for _, _, speaker, _ in turns(row["dialogue"])} <= known


@pytest.mark.parametrize("piece", ["word ", "你好。", "He is ok. ", "x", "😀 Hi. ", "“", "Ann: "])
def test_a_line_of_a_megabyte_takes_less_than_a_second(piece: str) -> None:
    text = piece * (1_000_000 // len(piece.encode()))
    for split in (sentences, paragraphs, turns):
        # The processor's time of this process: other programs on a busy machine do not count.
        start = time.process_time()
        assert split(text)
        assert time.process_time() - start < 1.0


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Hello", "en"),
        ("你好，世界", "zh"),
        ("こんにちは、世界", "ja"),
        ("안녕하세요", "ko"),
        ("مرحبا", "ar"),
        ("Naïve café 好", "en"),
        ("", "en"),
    ],
)
def test_language_is_guessed_from_the_script(text: str, code: str) -> None:
    assert language(text) == code
