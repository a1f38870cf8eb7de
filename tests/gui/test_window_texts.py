"""Every text of the window passes through Qt's hook for translation as one whole literal."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields

from galley.gui.shell.menu import ENTRIES
from galley.gui.theme import Roles
from galley.gui.translation import tr, tr_n
from tests.gui.texts import FILES, Loose, Text, loose, places, translated

PLAIN = {
    "Galley", "Charis SIL",  # names
    "An export", "A draw", "Undefined because ",  # the start of a sentence that core says
    "no error", "n i",  # a state's value, a class of HTML
    "The project was closed; start it again to go on where it was.",  # what a project keeps about a run
}  # fmt: skip
"""Words that are nobody's text."""


def texts() -> list[Text]:
    return [text for path in FILES for text in translated(path) if isinstance(text, Text)]


def test_every_text_is_a_literal_that_lupdate_can_read() -> None:
    faults = [found for path in FILES for found in translated(path) if isinstance(found, str)]
    assert [fault for fault in faults if not fault.startswith("gui/shortcuts.py")] == []


def test_every_place_of_a_text_has_a_value_and_every_value_a_place() -> None:
    for text in texts():
        if text.values or text.counts:
            assert frozenset().union(*map(places, text.words)) - {"n"} == text.values - {"n"}, text.where


def test_nothing_that_is_shown_passes_by_the_translation() -> None:
    roles = {field.name for field in fields(Roles)}

    def bare(found: Loose) -> bool:
        return (found.shown or found.sentence) and found.words not in PLAIN | roles

    assert [found for path in FILES for found in loose(path) if bare(found)] == []


def test_no_two_entries_of_the_menu_have_the_same_words() -> None:
    words = Counter(entry[0] for entry in ENTRIES if entry is not None)
    assert [word for word, count in words.items() if count > 1] == []


def test_values_are_put_in_once_and_counts_choose_their_words() -> None:
    assert tr("Cancel") == "Cancel" and tr("a {brace} without a value") == "a {brace} without a value"
    assert tr("{name} is open read-only, so nothing can be imported.", name="{n} {0}").startswith("{n} {0} is open")
    assert [tr_n("{n} criterion", "{n} criteria", n) for n in (0, 1, 2)] == ["0 criteria", "1 criterion", "2 criteria"]
    assert tr_n("{n:,} decision", "{n:,} decisions", 3_000_000_001) == "3,000,000,001 decisions"
