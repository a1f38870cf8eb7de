"""What comes nearest to a sentence, counted by hand."""

from __future__ import annotations

from galley.core.evidence.evidence_links import links
from galley.core.evidence.nearest import Nearest, nearest

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
    assert found.words == 8 and found.found == 4
    assert words(SOURCES[1], found.spans) == ["crossing", "Thursday", "withdrawn", "6.80"]
    assert words(sentence, found.missing) == ["town", "hall"], "prints and cards are in another passage"


def test_stems_numbers_and_spelling_count_as_the_same_word() -> None:
    sentence = "A Thurzday crossings is withdrawn, six point eight."
    (found,) = of(sentence)
    assert words(sentence, found.missing) == [] and found.found == found.words == 4


def test_a_sentence_without_a_near_passage_says_so() -> None:
    far, empty = of("Nobody whatsoever knows giraffes.", "It is what it was.")
    assert (far.source, far.spans, far.found, far.words) == (None, (), 0, 4)
    assert words("Nobody whatsoever knows giraffes.", far.missing) == ["Nobody", "whatsoever", "knows", "giraffes"]
    assert empty == Nearest(None, (), 0, 0, ())
    assert nearest((), SOURCES, links((), SOURCES)) == []
    (alone,) = nearest(("The mill stands.",), (), links(("The mill stands.",), ()))
    assert alone.source is None and alone.words == 2


def test_the_names_of_speakers_are_in_the_source() -> None:
    """A newcomer's first sight of the page: the speaker's own name as found in no source."""
    sentence = "Zoë Miller asked whether the crossing is withdrawn, and Mr Okafor said no."
    (found,) = nearest((sentence,), SOURCES, links((sentence,), SOURCES), {"Zoë Miller"})
    assert not {"Zoë", "Miller"} & set(words(sentence, found.missing)) and "Okafor" in words(sentence, found.missing)
    (without,) = nearest((sentence,), SOURCES, links((sentence,), SOURCES))
    assert {"Zoë", "Miller"} <= set(words(sentence, without.missing))
