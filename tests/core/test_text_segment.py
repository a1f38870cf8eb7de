"""Turns, paragraphs and sentences: exact ranges, whatever the text."""

from __future__ import annotations

import csv
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from galley.core.text.segmentation import join, language, paragraphs, sentences, turns
from tests.core.examples import examples

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


@settings(max_examples=examples(84, 250), deadline=None)
@given(NASTY)
def test_sentences_cover_every_text(text: str) -> None:
    covers_every_visible_character(text, sentences(text))


@settings(max_examples=examples(84, 250), deadline=None)
@given(NASTY)
def test_paragraphs_cover_every_text(text: str) -> None:
    covers_every_visible_character(text, paragraphs(text))


@settings(max_examples=examples(84, 250), deadline=None)
@given(NASTY)
def test_turns_cover_every_text(text: str) -> None:
    found = turns(text)
    covers_every_visible_character(text, [(start, end) for start, end, _, _ in found])
    for start, end, speaker, words in found:
        assert start <= words <= end
        assert speaker in text[start:words]


@settings(max_examples=examples(84, 250), deadline=None)
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


STOPS = {
    "en ticker": "The ticker symbol is BRK.B.|It rose.",
    "en tickers": "Shares of BRK.B, BF.A and BRK.B. rose by 3.5 percent.|He sold (BRK.B.).|Then came (NYSE: BRK.A).",
    "en ticker first": "BRK.A fell.|BRK.B did not.",
    "en no ticker": "He left the FBI.|I know.|It was NASA.|The end.",
    "en initials": "J. K. Rowling and J.R.R. Tolkien did.|George W. Bush and J.-P. Sartre did.|It was plan B.|Yes.",
    "en ellipses": "Well... he came.|Wait… what?|She said ... nothing.|And then...",
    "en points": "It cost $3.50 and 1,000.25 euros.|Version 2.0.1 is out.|See example.com.|It was .5 then.",
    "en quotes": '"I left."|She stayed.|He said “Go.”|Then he went.|“Why?” she asked.|‘So.’|They left.',
    "de points": "Das kostet 3.50 Euro und nicht 1.000,25 Euro.|Am 3. Oktober kam er mit der Bahn.|Es war gut.",
    "de initials": "J. S. Bach und Hr. Dr. Müller kamen z. B. nicht.|Die Aktie BRK.B stieg.|Das war es.",
    "de quotes": "„Geh.“|Dann ging er, und das war es.|Er sagte: „Geh!“|Dann ging sie.|Naja... er kam nicht.",
    "fr initials": "M. Dupont et J.-P. Sartre sont venus avec MM. Durand.|J. Prévert est parti.|BRK.B monte.",
    "fr quotes": "« Va. »|Il est parti avec elle.|Elle dit : « Reste ! »|Il coûte 3.50 euros… rien de plus.",
    "es initials": "El Sr. Pérez y la Dra. Gil son de EE. UU. y J. L. Borges tampoco.|Las acciones BRK.B suben.|¿Qué?",
    "es quotes": "«Vete.»|Luego se fue con los otros.|Dijo: «¡Vete!»|Cuesta 3.50 euros.|Pues... vino y se fue.",
    "ru initials": "А. С. Пушкин писал, и т. д., и Л. Н. Толстой тоже.|Акции BRK.B растут.|Да!",
    "ru quotes": "«Иди.»|Потом он ушёл.|Он сказал: «Иди!»|Цена 3.50 за штуку.|Ну... он пришёл.",
    "zh": "他说：“走吧。”|价格是3.5元，股票是BRK.B。|真的吗？|等等……然后他走了。",
}
"""Texts with a bar between their sentences."""


@pytest.mark.parametrize("barred", STOPS.values(), ids=STOPS)
def test_stops_that_end_nothing_and_stops_that_do(barred: str) -> None:
    """Tickers, initials, ellipses, decimal points and quotes after stops, in six languages, each cut at the bars.
    Chinese has no space between sentences; one English sentence lost its own."""
    text = barred.replace("|", "" if "。" in barred else " ").replace("FBI. I", "FBI.I")
    assert [text[start:end] for start, end in sentences(text)] == barred.split("|")


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
def test_a_line_of_a_megabyte_is_split(piece: str) -> None:
    text = piece * (1_000_000 // len(piece.encode()))
    for split in (sentences, paragraphs, turns):
        assert split(text)  # a quadratic one would meet the limit of every test


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
        ("Он ушёл.", "ru"),
        ("Er kam und ging nicht.", "de"),
        ("Il est venu avec une amie.", "fr"),
        ("El perro y los gatos son grandes.", "es"),
        ("Il cane che dorme non mangia.", "it"),
        ("A restaurant in Los Angeles has los in its name.", "en"),
        ("Le und", "en"),
        ("She said: der Hund ist da, and that was all that the man of the house had to say.", "en"),
    ],
)
def test_language_is_guessed_from_the_script_and_the_words(text: str, code: str) -> None:
    assert language(text) == code
