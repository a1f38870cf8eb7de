"""Pseudonyms of people: person-1, person-2, … in every export and package that asks for them.

A number is given once and kept in the project, with the salt that orders those who get theirs together: so a name does
not tell its number, and a number is the same in every export. Neither leaves the project. Nothing is rewritten:
tables of the connection stand before the project's own, so that whoever reads names, or settings with names, reads
these; ``hider`` gives what changes notes and metadata. Names in texts stay, and ``find_names`` lists them.
"""

from __future__ import annotations

import json
import re
import secrets
import sqlite3
from collections.abc import Mapping
from typing import Any

from galley.core.domain import ChangeSet
from galley.core.errors import InputError
from galley.core.hashing import blake2b
from galley.core.storage import people
from galley.core.storage.names import GOLD

SETTING = "pseudonyms"
"""JSON: the salt, and the names in the order of their numbers ("": a number that somebody is called by)."""
SHORTEST = 2
"""Characters of a name that is looked for in running text; a shorter one is in every other sentence."""
NAMED_ITEMS = 3
"""Items that a warning names."""


def find_people(connection: sqlite3.Connection) -> list[str]:
    """Everybody who gets a pseudonym. ``GOLD`` is the program's own name for gold, and nobody's."""
    return sorted(name for name, kind in people.find_people(connection).items() if (name, kind) != (GOLD, GOLD))


def read_numbers(connection: sqlite3.Connection) -> dict[str, int]:
    """The numbers that were given so far, by name."""
    numbering = people.read_setting(connection, SETTING) or {"people": []}
    return {name: number for number, name in enumerate(numbering["people"], 1) if name}


def assign_numbers(connection: sqlite3.Connection) -> ChangeSet:
    """Give a number to everybody who has none (a job for the writer). Who gets theirs together is ordered by the salt,
    so that it tells nothing of names or of who came first."""
    numbering = people.read_setting(connection, SETTING) or {"salt": secrets.token_hex(32), "people": []}
    known_people = find_people(connection)
    salt = bytes.fromhex(numbering["salt"])
    lacking = sorted(
        set(known_people) - set(numbering["people"]),
        key=lambda name: blake2b(name.encode(), key=salt, digest_size=32).digest(),
    )
    for name in lacking:
        while f"person-{len(numbering['people']) + 1}" in known_people:  # somebody's own name
            numbering["people"].append("")
        numbering["people"].append(name)
    if lacking:
        people.write_setting(connection, SETTING, numbering)
    return ChangeSet()


def find_unnumbered(connection: sqlite3.Connection) -> list[str]:
    """Those who have no number yet."""
    numbers = read_numbers(connection)
    return [name for name in find_people(connection) if name not in numbers]


def list_pseudonyms(connection: sqlite3.Connection, but: str = "") -> dict[str, str]:
    """Pseudonyms by name; ``but`` keeps theirs. Raises: InputError where somebody has no number (``assign_numbers``)"""
    if find_unnumbered(connection):
        raise InputError(
            "Somebody has no pseudonym yet, and the project cannot be written now to keep one; close it where it is"
            " open, or export there."
        )
    numbers = read_numbers(connection)
    return {name: f"person-{numbers[name]}" for name in find_people(connection) if name != but}


def show_pseudonyms(connection: sqlite3.Connection, but: str = "") -> None:
    """Let this connection, which only reads, see pseudonyms from here on; ``but`` keeps their name.

    Raises: InputError where somebody has no number
    """
    called = list_pseudonyms(connection, but)
    hide, settings = NameHider(called), people.read_settings(connection)
    settings.pop(SETTING, None)
    for name, value in settings.items():
        if name == "roles":
            settings[name] = {called.get(who, who): role for who, role in value.items()}
        elif name in people.NAMED:
            field = people.NAMED[name]
            settings[name] = {**value, field: called.get(value.get(field, ""), value.get(field))}
        else:
            settings[name] = hide.value(value, keys=False)
    people.hide_people(connection, called, but, settings)


def show_names(connection: sqlite3.Connection) -> None:
    """Let it see names again."""
    people.show_people(connection)


def hider(connection: sqlite3.Connection) -> NameHider | None:
    """What puts pseudonyms into notes and metadata; None where ``show_pseudonyms`` is not in force."""
    called, own = people.read_hidden(connection)
    return NameHider(called, frozenset(people.find_annotators(connection, own) if own else ())) if called else None


class NameHider:
    """Puts what people are called instead of their names. ``own`` are annotators (row ids) whose notes stay."""

    def __init__(self, pseudonyms: Mapping[str, str], own: frozenset[int] = frozenset()) -> None:
        self.pseudonyms, self.own = dict(pseudonyms), own
        self._folded_pseudonyms = {name.casefold(): new for name, new in pseudonyms.items()}
        self._pattern = name_pattern(pseudonyms)

    def text(self, text: str) -> str:
        """A text with each name, in capitals or not, that stands in it as a word."""
        if text in self.pseudonyms:
            return self.pseudonyms[text]
        return self._pattern.sub(self._word, text) if self._pattern else text

    def json(self, text: str | None) -> str | None:
        """A JSON text; the very same where it names nobody."""
        if text is None:
            return None
        value = json.loads(text)
        hidden = self.value(value)
        return text if hidden == value else json.dumps(hidden, ensure_ascii=False)

    def value(self, value: Any, keys: bool = True) -> Any:
        """A value of JSON; a number or a word alone that is somebody's name is a name."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.value(child, keys) for child in value]
        if isinstance(value, dict):
            return {self.text(name) if keys else name: self.value(child, keys) for name, child in value.items()}
        if keys and isinstance(value, int) and not isinstance(value, bool):
            return self.pseudonyms.get(str(value), value)
        return value

    def _word(self, match: re.Match[str]) -> str:
        return self.pseudonyms.get(match[0]) or self._folded_pseudonyms.get(match[0].casefold(), match[0])


def name_pattern(names: Mapping[str, Any]) -> re.Pattern[str] | None:
    """What finds names as words in running text, the longest first; names of one character, or without a letter, are
    not looked for there."""
    some = [name for name in names if len(name) >= SHORTEST and any(c.isalpha() for c in name)]
    if not some:
        return None
    words = "|".join(re.escape(name) for name in sorted(some, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)


def find_names(connection: sqlite3.Connection, texts: bool = True) -> list[str]:
    """Where names that have pseudonyms still stand, a line for each name: in texts, which are never altered, and in
    labels. ``texts``: whether texts go along."""
    called, _ = people.read_hidden(connection)
    pattern = name_pattern(called)
    if pattern is None:
        return []
    folded = {name.casefold(): name for name in called}
    places: dict[str, dict[str, dict[str, None]]] = {}
    for what, key, words in people.read_wordings(connection, texts):
        for folded_name in {word.casefold() for word in pattern.findall(words)}:
            places.setdefault(folded.get(folded_name, folded_name), {}).setdefault(what, {})[key] = None
    lines = []
    for name, kinds in sorted(places.items()):
        mentions = [what + _items([key for key in keys if key]) for what, keys in kinds.items()]
        lines.append(f"The name {name} is still in {', in '.join(mentions)}; pseudonyms do not change these.")
    return lines


def _items(keys: list[str]) -> str:
    if not keys:
        return ""
    more = f" and {len(keys) - NAMED_ITEMS:,} more" if len(keys) > NAMED_ITEMS else ""
    return f" of {', '.join(keys[:NAMED_ITEMS])}{more}"
