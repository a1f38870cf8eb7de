"""FRANK's flattened error types: which type belongs to which sentence, as far as a file tells.

Where an annotator gave a sentence several types, the published lists run on without a mark: three labels may
come with four types. The order is kept and a right sentence has exactly one entry, NoE, so each run of wrong
sentences between right ones has its own stretch of types, at least one for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

NO_ERROR = "NoE"


class SentenceTypes(NamedTuple):
    """The types of one sentence: those it has for certain, and all that it may have (these included)."""

    certain: frozenset[str]
    possible: frozenset[str]


def assign_error_types(labels: Sequence[int], types: Sequence[str]) -> list[SentenceTypes] | None:
    """The types of each sentence; ``labels`` are 1 for a wrong sentence. None if the two lists do not fit."""
    shares: list[SentenceTypes] = []
    at = unit = 0
    while unit < len(labels):
        if not labels[unit]:
            if at >= len(types) or types[at] != NO_ERROR:
                return None
            shares.append(SentenceTypes(frozenset(), frozenset()))
            at, unit = at + 1, unit + 1
            continue
        wrong = _run(labels, unit, 1)
        stretch = types[at : at + _run([code != NO_ERROR for code in types], at, True)]
        if len(stretch) < wrong:
            return None
        spare = len(stretch) - wrong
        for n in range(wrong):
            own_types = stretch[n : n + spare + 1]
            if wrong == 1:
                certain_types = frozenset(own_types)
            else:  # the first sentence has the first type, the last the last; in between only what is alone
                certain_types = (
                    frozenset(own_types[:1]) if n == 0 else frozenset(own_types[-1:]) if n == wrong - 1 else frozenset()
                )
                if len(set(own_types)) == 1:
                    certain_types = frozenset(own_types)
            shares.append(SentenceTypes(certain_types, frozenset(own_types)))
        at, unit = at + len(stretch), unit + wrong
    return shares if at == len(types) else None


def _run(values: Sequence[object], start: int, sought_value: object) -> int:
    end = start
    while end < len(values) and values[end] == sought_value:
        end += 1
    return end - start
