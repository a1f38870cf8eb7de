"""What a judge method lets the user choose, for a dialog that shows it before anything is started."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from galley.core.errors import InputError
from galley.core.judges import prompts
from galley.core.judges.methods.base import Choices, Context, Method
from galley.core.judges.order import content_of
from galley.core.project import names
from galley.core.schemes import loader


class Offer(NamedTuple):
    """One choice: its id as ``Choices.criteria`` takes it, and its name for people."""

    id: str
    name: str


def criteria(connection: sqlite3.Connection, method: Method) -> tuple[Offer, ...]:
    """The criteria, taxonomies or steps that can be chosen for a method in this project, in its own order."""
    wanted = method.schemes(Choices(), content_of(connection))
    known = {s.id: s for s in names.schemes(connection)}
    schemes = {name: known.get(name) or loader.find(name) for name in wanted}
    texts = prompts.load(connection, method.name)

    def candidates() -> Iterator[Offer]:
        parts: tuple[str, ...] = getattr(method, "parts", ())
        if parts:
            yield from (Offer(part, part.replace("-", " ").capitalize()) for part in parts)
            return
        for scheme in schemes.values():
            yield from (Offer(c.id, c.name) for c in scheme.criteria)

    def fits(offer: Offer) -> bool:
        try:
            method.check(Context(Choices((offer.id,)), schemes, texts, "", method.samples))
        except InputError:
            return False
        return True

    return tuple(dict.fromkeys(offer for offer in candidates() if fits(offer)))
