"""The query language: words that narrow a project down, meant to be the same wherever one asks.

``criterion:entity-error judge:gpt-4o open "the ferry"`` asks for what is open of one judge's flags on one criterion, in
items that hold a phrase. A query is a row of terms, all of which must hold:

- ``FIELD:VALUE`` with a field of ``FIELDS``, or ``meta.NAME:VALUE``; a value with blanks stands in quotes;
- a state of ``STATES``, alone;
- anything else is searched for in texts, keys and notes ("…" is a phrase, and keeps a word from being a state).

Within quotes ``""`` stands for one ``"``. The search box, the filters and saved views of the window, the command line
and the notebook take this language, and all of them by this module. It knows no project: it says what was asked, and
where a query is wrong. ``core/review/query_filter.py`` answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from galley.core.errors import InputError

FIELDS = ("criterion", "judge", "system", "dataset", "split", "key")
STATES = ("open", "unsure", "ties", "finished", "unfinished")
META = "meta."
_TERM = re.compile(r'(?:(?P<field>[A-Za-z][\w.-]*):)?(?P<value>"(?:[^"]|"")*"?|[^\s"]+)?')
_QUOTED = re.compile(r'"(?:[^"]|"")*"')


class Mistake(InputError):
    """A query is wrong. ``at`` and ``length`` say where, in characters from 0."""

    def __init__(self, text: str, at: int, length: int, why: str) -> None:
        self.at, self.length = at, length
        super().__init__(f"The query is wrong at character {at + 1}, “{text[at : at + length]}”: {why}.")


@dataclass(frozen=True, slots=True)
class Term:
    """One condition and where it stands in the query."""

    field: str
    value: str
    at: int
    length: int


@dataclass(frozen=True, slots=True)
class Query:
    """What a query asks: ``state`` one of STATES or "", ``search`` what is looked for in texts, and the other terms."""

    text: str = ""
    state: str = ""
    search: str = ""
    terms: tuple[Term, ...] = ()

    def term(self, field: str) -> Term | None:
        """The term of this field."""
        return next((term for term in self.terms if term.field == field), None)

    def wrong(self, term: Term, why: str) -> Mistake:
        """The mistake that a term turns out to be."""
        return Mistake(self.text, term.at, term.length, why)


def parse(text: str) -> Query:
    """Read a query. Raises: Mistake, which names the place."""
    terms: list[Term] = []
    words: list[str] = []
    state, at = "", 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        match = _TERM.match(text, at)
        length = match.end() - at if match else 0
        if match is None or not length:
            raise Mistake(text, at, 1, "nothing can be read here")
        field, value = match["field"], match["value"] or ""
        quoted = value.startswith('"')
        if quoted and not _QUOTED.fullmatch(value):
            raise Mistake(text, match.start("value"), len(value), 'the quote is not closed; end it with another "')
        plain = value[1:-1].replace('""', '"') if quoted else value
        if field is not None:
            terms.append(_term(text, terms, field, plain.strip(), at, length))
        elif plain in STATES and plain == value:
            if state and state != plain:
                raise Mistake(text, at, length, f"“{state}” is asked for already, and a query has one state")
            state = plain
        elif plain.strip():
            words.append(value)
        at += length
    return Query(text, state, " ".join(words), tuple(terms))


def format_query(state: str, terms: Iterable[tuple[str, str]], search: str) -> str:
    """The query that asks for this: what ``parse`` reads as the same. ``terms`` are (field, value)."""
    parts = [f"{field}:{_quote(value)}" for field, value in terms]
    return " ".join(filter(None, (*parts, state, search.strip())))


def _quote(value: str) -> str:
    return '"' + value.replace('"', '""') + '"' if re.search(r'[\s"]', value) else value


def _term(text: str, before: list[Term], field: str, value: str, at: int, length: int) -> Term:
    if field not in FIELDS and not (field.startswith(META) and len(field) > len(META)):
        listing = ", ".join((*FIELDS, META + "NAME"))
        raise Mistake(text, at, len(field) + 1, f'there is no such field; there are {listing}. Words to search for that'
                      ' hold a colon stand in "…"')  # fmt: skip
    if not value:
        raise Mistake(text, at, length, f"it names no {field}; write {field}:VALUE without a blank")
    if any(term.field == field for term in before):
        raise Mistake(text, at, length, f"{field} is asked for twice; a query has one of each")
    return Term(field, value, at, length)
