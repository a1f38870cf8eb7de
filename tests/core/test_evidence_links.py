"""Evidence links: the right unit, exact spans, honest strengths."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from galley.core.text.evidence_links import COVERED, LINKED, TOP, Links, links
from tests.core.examples import examples

TURNS = [
    "When did the pain begin?",
    "I've had low back pain for about eight years now.",
    "How old are you?",
    "I'm twenty six.",
    "Did you try any treatment?",
    "Yeah, they did electrical stimulation and heat at the clinic, it cost 1,000 dollars.",
    "Yes, I see.",
]
SPEAKERS = ["Doctor", "Patient", "Doctor", "Patient", "Doctor", "Patient", "Doctor"]
SUMMARY = [
    "The patient is a 26-year-old.",
    "Low back pain began eight years ago.",
    "She paid $1000 for electricl stimulation.",
    "Martians landed yesterday.",
]


def best(found: Links) -> list[int | None]:
    return [found_links[0].source if found_links else None for found_links in found.sentences]


def test_each_sentence_finds_its_turn_and_an_invented_one_finds_none() -> None:
    found = links(SUMMARY, TURNS, SPEAKERS)
    assert best(found) == [3, 1, 5, None]
    assert [c.is_covered for c in found.sources] == [True, True, True, True, False, True, False]
    assert found.sources[1].sentences == (1,)
    assert found.sources[6].content and not found.sources[6].is_covered
    assert not links(SUMMARY, ["Yes, I am.", ""]).sources[0].content


def test_spans_show_the_words_that_agree() -> None:
    link = links(SUMMARY, TURNS, SPEAKERS).sentences[2][0]
    shown = [TURNS[5][start:end] for start, end in link.spans]
    assert any("electrical stimulation" in text for text in shown)
    assert any("1,000" in text for text in shown)
    assert any("electricl stimulation" in SUMMARY[2][start:end] for start, end in link.sentence_spans)


def test_the_one_who_speaks_decides_between_equal_turns() -> None:
    sources = ["I will call tomorrow.", "I will call tomorrow."]
    assert best(links(["Maria will call tomorrow."], sources, ["Tom", "Maria"])) == [1]
    assert best(links(["Tom will call tomorrow."], sources, ["Tom", "Maria"])) == [0]
    link = links(["Maria will call tomorrow."], sources, ["Tom", "Maria"]).sentences[0][0]
    assert link.spans[0].start == 0  # "I" is Maria


def test_you_is_the_one_spoken_to() -> None:
    sources = ["Hello there.", "I should rest.", "You should rest."]
    assert best(links(["Ann should rest."], sources, ["Ann", "Ben", "Ben"])) == [2]
    assert best(links(["Ann should rest."], [*sources, "Fine weather."], ["Ann", "Ben", "Ben", "Cy"])) == [2]


def test_lower_case_tokenised_text_links_like_any_other() -> None:
    summary = ["the patient 's low back pain began eight years ago ."]
    assert best(links(summary, [t.lower() for t in TURNS], SPEAKERS)) == [1]


def test_a_sentence_drawn_from_two_units_links_to_both() -> None:
    sources = [
        "The mayor opened the new bridge.",
        "It rained.",
        "Tickets for the ferry now cost seven dollars.",
    ]
    found = links(["The mayor opened the bridge, and ferry tickets cost $7."], sources)
    assert {link.source for link in found.sentences[0]} == {0, 2}


def test_chinese_links_by_pairs_of_characters() -> None:
    sources = ["今天天气很好，我们去公园散步。", "昨天下了一整天的大雨。", "他在图书馆读书。"]
    assert best(links(["昨天下大雨。", "他读书。"], sources)) == [1, 2]


def test_nothing_gives_nothing() -> None:
    assert links([], []) == Links((), ())
    assert links(["", "the of"], []).sentences == ((), ())
    assert links([], ["Some text."]).sources[0].strength == 0.0


TEXT = st.text(alphabet=st.sampled_from("ab AB.1٣,'’ 你好กم😀\u0301\n\ud800-"), max_size=40)


@settings(max_examples=examples(67, 200), deadline=None)
@given(st.lists(TEXT, max_size=5), st.lists(st.tuples(TEXT, st.sampled_from(["", "Ab", "你"])), max_size=6))
def test_every_span_is_a_slice_and_every_strength_a_share(
    summary: list[str], sources: list[tuple[str, str]]
) -> None:
    units = [text for text, _ in sources]
    found = links(summary, units, [speaker for _, speaker in sources])
    assert len(found.sentences) == len(summary) and len(found.sources) == len(units)
    for sentence, its_links in zip(summary, found.sentences, strict=True):
        assert len(its_links) <= TOP
        assert len({link.source for link in its_links}) == len(its_links)
        for link in its_links:
            assert LINKED - 1e-9 <= link.strength <= 1
            for text, spans in ((units[link.source], link.spans), (sentence, link.sentence_spans)):
                assert spans
                position = 0
                for start, end in spans:
                    assert position <= start < end <= len(text)
                    position = end
    for coverage in found.sources:
        assert 0 <= coverage.strength <= 1
        assert coverage.is_covered == bool(coverage.sentences) == (coverage.strength >= COVERED)


def test_atomic_facts_find_their_paragraph(shared_data: Path) -> None:
    records = json.loads((shared_data / "kgds" / "KGDS.json").read_text(encoding="utf-8"))[:20]
    right = n = 0
    for record in records:
        gold = [
            (fact["atomic_fact"], paragraph["paragraph_index"] - 1)
            for paragraph in record["BSPAF"] + record["BNPAF"]
            for fact in paragraph["atomic_facts"]
        ]
        found = links([fact for fact, _ in gold], [p["paragraph_text"] for p in record["SBK"]])
        right += sum(first == paragraph for first, (_, paragraph) in zip(best(found), gold, strict=True))
        n += len(gold)
    assert n > 1_000
    assert right / n > 0.9
