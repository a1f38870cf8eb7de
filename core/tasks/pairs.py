"""Two documents that are compared: which of them stands left, and what choosing one of them is called.

An answer names a document, whichever side it stood on: by its system or its name where these are choices of the
criterion, else as the `first` or `second` of the pair; `same` where the criterion has that choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from galley.core.domain import Criterion, Document, Unit, Value
from galley.core.hashing import blake2b

FIRST, SECOND, SAME = "first", "second", "same"


@dataclass(frozen=True, slots=True)
class Pair:
    """``values`` are the answers: the left one, the right one and, where that is a choice, that they are the same; none
    where the criterion's choices name neither."""

    left: Document
    right: Document
    values: tuple[Value, ...]


def pair(item: str, unit: Unit, documents: Sequence[Document], criterion: Criterion) -> Pair | None:
    """The documents that a unit of the kind ``pair`` stands for. Which one is left is drawn by the item's key and the
    pair, so that no system always is; None where the item does not have them."""
    named = {document.name: document for document in documents}
    names = unit.meta.get("documents")
    if not isinstance(names, list) or len(names) != 2 or not all(name in named for name in names):
        return None
    first, second = named[names[0]], named[names[1]]
    swapped = blake2b(f"{item}\n{unit.name}".encode(), digest_size=1).digest()[0] % 2
    values = _values(first, second, criterion)
    if values and swapped:
        values = (values[1], values[0])
    if values and SAME in criterion.choices:
        values = (*values, SAME)
    return Pair(second, first, values) if swapped else Pair(first, second, values)


def _values(first: Document, second: Document, criterion: Criterion) -> tuple[Value, ...]:
    for one, other in ((first.system, second.system), (first.name, second.name), (FIRST, SECOND)):
        if one != other and {one, other} <= set(criterion.choices):
            return one, other
    return ()
