"""What a judge method lets the user choose, for a dialog that shows it before anything is started."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from galley.core.definitions.schemes import find_scheme
from galley.core.errors import InputError
from galley.core.judges.inquiry import prompts
from galley.core.judges.methods.base import Choices, Context, Method
from galley.core.judges.order import content_of
from galley.core.storage import names

NOTHING = Choices()


class CriterionOffer(NamedTuple):
    """One choice: its id as ``Choices.criteria`` takes it, and its name for people."""

    id: str
    name: str


def criteria(connection: sqlite3.Connection, method: Method, choices: Choices = NOTHING) -> tuple[CriterionOffer, ...]:
    """The criteria, taxonomies or steps that can be chosen for a method in this project, in its own order, beside what
    is chosen already."""
    every = replace(choices, criteria=("all",)) if method.local else choices  # also what it is asked only by name
    scheme_names = method.schemes(every, content_of(connection))
    brings = getattr(method, "brings", None)
    own_scheme = brings(choices) if brings else None
    schemes_by_id = {s.id: s for s in names.schemes(connection)}
    schemes = {
        name: own_scheme if own_scheme and own_scheme.id == name else schemes_by_id.get(name) or find_scheme(name)
        for name in scheme_names
    }
    texts = prompts.load(connection, method.name)

    def candidates() -> Iterator[CriterionOffer]:
        parts: tuple[str, ...] = getattr(method, "parts", ())
        if parts:
            yield from (CriterionOffer(part, part.replace("-", " ").capitalize()) for part in parts)
            return
        for scheme in schemes.values():
            yield from (CriterionOffer(c.id, c.name) for c in scheme.criteria)

    def fits(offer: CriterionOffer) -> bool:
        try:
            narrow_choices = replace(choices, criteria=(offer.id,))
            method.check(Context(narrow_choices, schemes, texts, "", method.samples, dict(choices.options)))
        except InputError:
            return False
        return True

    return tuple(dict.fromkeys(offer for offer in candidates() if fits(offer)))
