"""The built-in judge's checks: each on cases for and against, the places they show, and hostile text."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from galley.core.judges.built_in.checks import CHECKS, find_faults
from galley.core.judges.built_in.passages import Source, SourceText
from galley.core.judges.built_in.quantities import read_quantities
from galley.core.judges.built_in.tokens import read_tokens

OPEN_SET = Path(__file__).with_name("open_set.jsonl")
ARTICLE = SourceText(
    [
        Source(
            (
                "Orbis sued Fenwick Devices on 3 June 2021. The World Health Organization has not approved the drug.",
                "Dr Amara Diallo, 44, said the trial in Senegal ran two and a half years and cost 1.2 million euros."
                " “It is not a cure,” she said.",
                "The detour is 14 kilometres long. Shares fell 12 percent, from 50 to 44 dollars.",
                "The company could sell its plant in Leuven. Robert Vance refused to speak to reporters.",
                "Dunmore beat Ashby 3-1 on Saturday. The union rejected the plan. Orbis was founded in 1976.",
            )
        )
    ]
)
DIALOGUE = SourceText(
    [
        Source(
            (
                "I can bake the lemon cake for the party. I need two dozen eggs.",
                "Mum doesn't eat nuts though. The bakery on Mill Road needs five days.",
                "My landlord refused to pay for the broken boiler last winter.",
            ),
            ("Joel", "Tess", "Dana"),
        )
    ]
)


def find_checks(sentence: str, source: SourceText) -> set[str]:
    return {fault.check for fault in find_faults(sentence, source, [check.name for check in CHECKS])}


@pytest.mark.parametrize(
    ("check", "sentence"),
    [
        ("number", "The trial cost 2.1 million euros."),
        ("number", "Dr Diallo is forty-six years old."),
        ("number", "The detour is 14 miles long."),
        ("number", "Shares fell 21 percent."),
        ("number", "Dunmore beat Ashby 3-2."),
        ("date", "Orbis sued Fenwick Devices in July."),
        ("date", "Dunmore beat Ashby on Friday."),
        ("name", "Diallo led the trial in Nigeria."),
        ("name", "Orbis sued Marwick Devices."),
        ("quotation", "Diallo called it “a cure at last”."),
        ("negation", "The WHO has approved the drug."),
        ("negation", "The union did not reject the plan."),
        ("negation", "Robert Vance spoke to reporters."),
        ("opposite", "Shares rose 12 percent to 44 dollars."),
        ("opposite", "The union accepted the plan."),
        ("reversal", "Fenwick Devices sued Orbis."),
        ("reversal", "Dunmore was beaten by Ashby."),
        ("certainty", "The company has sold its plant in Leuven."),
    ],
)
def test_flags_what_an_article_does_not_say(check: str, sentence: str) -> None:
    assert check in find_checks(sentence, ARTICLE)


@pytest.mark.parametrize(
    ("check", "sentence"),
    [
        ("number", "Joel needs 36 eggs."),
        ("negation", "Tess says that their mother eats nuts."),
        ("speaker", "Tess says that the landlord refused to pay for the boiler."),
        ("speaker", "According to Joel, the bakery on Mill Road needs five days."),
        ("certainty", "Joel has baked the lemon cake for the party."),
    ],
)
def test_flags_what_a_dialogue_does_not_say(check: str, sentence: str) -> None:
    assert check in find_checks(sentence, DIALOGUE)


@pytest.mark.parametrize(
    "sentence",
    [
        "The trial cost €1.2m and took 30 months.",
        "The detour measures about nine miles.",
        "The share price dropped by six dollars.",
        "Fenwick Devices was sued by Orbis in 2021.",
        "The WHO has yet to approve the drug.",
        "The plan was turned down by the union.",
        "Bob Vance did not talk to the press.",
        "Diallo, 44, led the Senegalese trial.",
        "Diallo said it is “not a cure”.",
        "Ashby lost to Dunmore, who won 3-1.",
        "The company might sell the plant in Leuven.",
        "Orbis, founded 45 years before the lawsuit, sued Fenwick Devices on June 3.",
    ],
)
def test_passes_faithful_sentences_about_an_article(sentence: str) -> None:
    assert find_checks(sentence, ARTICLE) == set()


@pytest.mark.parametrize(
    "sentence",
    [
        "Joel offers to bake a lemon cake and needs 24 eggs.",
        "Tess points out that their mother does not eat nuts.",
        "Dana says that her landlord would not pay for the boiler.",
        "The two siblings plan a party.",
        "The Mill Road bakery requires five days, according to Tess.",
    ],
)
def test_passes_faithful_sentences_about_a_dialogue(sentence: str) -> None:
    assert find_checks(sentence, DIALOGUE) == set()


def test_shows_both_places_in_code_points() -> None:
    source = SourceText([Source(("🧁 Nothing here.",)), Source(("😀😀 The trial cost 12 euros, said Zoë.",))])
    sentence = "😀 The trial cost 19 euros."
    (fault,) = find_faults(sentence, source)
    assert sentence[fault.span.start : fault.span.end] == "19"
    assert fault.evidence is not None
    assert (fault.evidence.document, fault.evidence.unit) == (1, 0)
    text = "😀😀 The trial cost 12 euros, said Zoë."
    assert text[fault.evidence.span.start : fault.evidence.span.end] == "12"
    assert "19" in fault.reason and "12" in fault.reason and fault.reason.endswith(".")


def test_every_fault_of_the_open_set_has_places_inside_its_texts() -> None:
    seen = set()
    for line in OPEN_SET.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        units = [unit["text"] for unit in row["units"]]
        speakers = [unit.get("speaker", "") for unit in row["units"]] if row["genre"] == "dialogue" else []
        source = SourceText([Source(units, speakers)])
        for sentence in row["sentences"]:
            for fault in find_faults(sentence["text"], source, [check.name for check in CHECKS]):
                seen.add(fault.check)
                assert 0 <= fault.span.start < fault.span.end <= len(sentence["text"])
                if fault.evidence is not None:
                    assert 0 <= fault.evidence.span.start < fault.evidence.span.end <= len(units[fault.evidence.unit])
    assert seen == {check.name for check in CHECKS}


def test_a_check_that_is_right_in_less_than_three_of_five_flags_is_off_by_default() -> None:
    """On the half of the open set that the checks were not written on, by all checks, on or off."""
    right: Counter[str] = Counter()
    flagged: Counter[str] = Counter()
    for line in OPEN_SET.read_text("utf-8").splitlines():
        row = json.loads(line)
        if row["half"] != "check":
            continue
        speakers = [unit.get("speaker", "") for unit in row["units"]] if row["genre"] == "dialogue" else []
        source = SourceText([Source([unit["text"] for unit in row["units"]], speakers)])
        for sentence in row["sentences"]:
            for name in {fault.check for fault in find_faults(sentence["text"], source, [c.name for c in CHECKS])}:
                flagged[name] += 1
                right[name] += sentence["wrong"]
    for check in CHECKS:
        assert flagged[check.name] >= 5, f"too few flags to measure {check.name}"
        assert check.by_default is (right[check.name] / flagged[check.name] >= 0.6), check.name


def test_open_set_has_each_kind_of_error_twenty_times_and_half_faithful_sentences() -> None:
    sentences = [
        (sentence["kind"], sentence["wrong"])
        for line in OPEN_SET.read_text(encoding="utf-8").splitlines()
        for sentence in json.loads(line)["sentences"]
    ]
    wrong = [kind for kind, is_wrong in sentences if is_wrong]
    assert len(sentences) >= 400 and len(wrong) * 2 <= len(sentences)
    assert all(wrong.count(kind) >= 20 for kind in set(wrong))


def test_a_check_can_be_turned_off_and_names_are_unique() -> None:
    assert find_faults("The trial cost 2.1 million euros.", ARTICLE, ["name"]) == []
    assert len({check.name for check in CHECKS}) == len(CHECKS)


def test_reads_numbers_in_figures_and_in_words() -> None:
    for text, value in [
        ("twenty-three men", 23),
        ("£6.5m in aid", 6_500_000),
        ("1,400 people", 1_400),
        ("two hundred and five", 205),
        ("a dozen eggs", 12),
        ("two and a half years", 2.5),
        ("three thousand two hundred", 3_200),
    ]:
        assert read_quantities(text, read_tokens(text))[0].values[0] == value


def test_says_nothing_where_the_sources_are_in_another_language_or_empty() -> None:
    foreign = SourceText([Source(("Der Zug nach Wien fährt heute nicht, sagte der Schaffner.",))])
    assert find_faults("The train to Vienna is not running today, said the conductor.", foreign) == []
    assert find_faults("", ARTICLE) == [] and find_faults("…", SourceText([])) == []


HOSTILE = [
    "a" * 100_000,
    "1" * 100_000,
    "." * 100_000,
    "…" * 100_000,
    "“" * 100_000,
    "\ud800" * 100_000,
    "\x00\u202e" * 50_000,
    '"a' * 50_000,
    "A " * 50_000,
    "1," * 50_000,
    "1-2 " * 25_000,
    "It's " * 20_000,
    "May 5 " * 16_000,
    "not eat " * 12_500,
    "million " * 12_500,
    "1 million " + "million " * 12_500,
    "Tess said 5 km. " * 6_250,
]


@pytest.mark.parametrize("text", HOSTILE, ids=[text[:9].encode("unicode_escape").decode() for text in HOSTILE])
def test_takes_hostile_text_as_sentence_and_as_source(text: str) -> None:
    hostile = SourceText([Source((text, "Mum doesn't eat nuts."), (text[:50], "Tess"))])
    names = [check.name for check in CHECKS]
    for sentence in (text, "Tess said that mum eats 5 nuts in Rome on 5 May.", "Mum eats nuts."):
        for fault in find_faults(sentence, hostile, names):
            assert 0 <= fault.span.start <= fault.span.end <= len(sentence)
    find_faults(text, ARTICLE, names)
