"""What comes nearest to a sentence, counted by hand."""

from __future__ import annotations

from galley.core.domain import Document, Role, Unit, UnitKind
from galley.core.text.evidence_links import links
from galley.core.text.passages import Nearest, Passages, nearest
from galley.core.text.source_names import source_heads

SOURCES = (
    "The harbour office can print another card while you wait.",
    "The midday crossing on Thursday is withdrawn until Easter, and costs 6.80.",
    "Yes, I am.",
)


def of(*sentences: str) -> list[Nearest]:
    return nearest(sentences, SOURCES, links(sentences, SOURCES))


def words(text: str, spans: object) -> list[str]:
    return [text[start:end] for start, end in spans]  # type: ignore[attr-defined]


def test_the_words_of_a_sentence_are_counted_in_the_nearest_passage() -> None:
    sentence = "The crossing on Thursday is withdrawn, and the town hall prints cards at 6.80."
    (found,) = of(sentence)
    assert found.source == 1
    # crossing, Thursday, withdrawn, town, hall, prints, cards, 6.80
    assert found.words == 8 and found.found_words == 4
    assert words(SOURCES[1], found.spans) == ["crossing", "Thursday", "withdrawn", "6.80"]
    assert words(sentence, found.missing) == ["town", "hall"], "prints and cards are in another passage"


def test_stems_numbers_and_spelling_count_as_the_same_word() -> None:
    sentence = "A Thurzday crossings is withdrawn, six point eight."
    (found,) = of(sentence)
    assert words(sentence, found.missing) == [] and found.found_words == found.words == 4


def test_a_sentence_without_a_near_passage_says_so() -> None:
    far, empty = of("Nobody whatsoever knows giraffes.", "It is what it was.")
    assert (far.source, far.spans, far.found_words, far.words) == (None, (), 0, 4)
    assert words("Nobody whatsoever knows giraffes.", far.missing) == ["Nobody", "whatsoever", "knows", "giraffes"]
    assert empty == Nearest(None, (), 0, 0, ())
    assert nearest((), SOURCES, links((), SOURCES)) == []
    (alone,) = nearest(("The mill stands.",), (), links(("The mill stands.",), ()))
    assert alone.source is None and alone.words == 2


def test_the_name_of_a_speaker_and_what_stands_over_a_text_are_in_a_source() -> None:
    """A turn holds what is said; who says it and what the page is called stand beside it."""
    turns, speakers = ("The ferry is late again.", "Then let us walk."), ("Amanda Brook", "Dr. Jerry Müller")
    sentences = ("Amanda says the ferry is late.", "Jerry Muller wants to walk to Aldby, says Orla.")
    first, second = nearest(sentences, turns, links(sentences, turns, speakers), speakers, ["The road to Aldby"])
    assert words(sentences[0], first.missing) == ["says"] and (first.source, first.found_words) == (0, 3)
    assert words(sentences[1], second.missing) == ["wants", "says", "Orla"]
    held = Passages(turns, speakers, ["The road to Aldby"]).align(sentences[1]).unsupported_spans
    assert [sentences[1][each.span.start : each.span.end] for each in held if each.kind == "name"] == ["Orla"]


def test_heads_are_titles_and_what_stands_between_the_units() -> None:
    text = "Aldby News\nAmanda: The ferry is late.\nJerry: Let us walk."
    at = [text.index("The"), text.index("Let")]
    units = tuple(
        Unit(n, 1, UnitKind.TURN, n, start, text.index(".", start) + 1, "", speaker)
        for n, (start, speaker) in enumerate(zip(at, ("Amanda", "Jerry"), strict=True))
    )
    document = Document(1, 1, "dialogue", Role.DIALOGUE, text, units=units, meta={"title": "Walks", "year": "1999"})
    assert source_heads([document], {"entity": "Mill", "id": "x"}) == [
        "Mill", "Walks", "Aldby News\nAmanda: ", "\nJerry: "
    ]  # fmt: skip
