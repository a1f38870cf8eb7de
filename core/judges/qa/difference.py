"""Two versions of a summary side by side: which sentences stayed, were reworded, came or went."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from typing import NamedTuple

from galley.core.domain import Span

ALIKE = 45.0
"""From this likeness on (0 to 100) a sentence is another's new wording and no new sentence."""
_WORD = re.compile(r"\w+|[^\w\s]")


class SentenceFate(StrEnum):
    """What became of a sentence. All but KEPT are criteria of the scheme ``refinement``."""

    KEPT = "kept"
    REWORDED = "reworded"
    ADDED = "added"
    REMOVED = "removed"


class Step(NamedTuple):
    """One sentence of either version, in the order in which both can be read; places count from 0."""

    kind: SentenceFate
    before: int | None
    after: int | None


def steps(before: Sequence[str], after: Sequence[str]) -> list[Step]:
    """How the sentences of one version become those of the next. White space does not count."""
    old, new = ([" ".join(text.split()) for text in texts] for texts in (before, after))
    changes: list[Step] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            changes += [Step(SentenceFate.KEPT, i, j) for i, j in zip(range(i1, i2), range(j1, j2), strict=True)]
        else:
            changes += _match_stretch(old, new, range(i1, i2), range(j1, j2))
    return changes


def _match_stretch(old: Sequence[str], new: Sequence[str], before: range, after: range) -> list[Step]:
    """A stretch in which no sentence stayed: pairs that are alike, in order, and the rest."""
    from rapidfuzz import fuzz

    changes: list[Step] = []
    at = before.start
    for j in after:
        alike = [
            (fuzz.token_set_ratio(old[i], new[j]) + fuzz.ratio(old[i], new[j])) / 2 for i in range(at, before.stop)
        ]
        best = max(range(len(alike)), key=lambda n: alike[n], default=None)
        if best is None or alike[best] < ALIKE:
            changes.append(Step(SentenceFate.ADDED, None, j))
            continue
        changes += [Step(SentenceFate.REMOVED, i, None) for i in range(at, at + best)]
        changes.append(Step(SentenceFate.REWORDED, at + best, j))
        at += best + 1
    return changes + [Step(SentenceFate.REMOVED, i, None) for i in range(at, before.stop)]


class Stretch(NamedTuple):
    """Words in a row that stayed, came or went (KEPT, ADDED, REMOVED), with the blank before them."""

    kind: SentenceFate
    text: str


def inline(before: str, after: str) -> list[Stretch]:
    """Both wordings of a sentence as one text, word by word: what went stands before what came in its place."""
    old, new = list(_WORD.finditer(before)), list(_WORD.finditer(after))
    matcher = SequenceMatcher(None, [m[0] for m in old], [m[0] for m in new], autojunk=False)
    stretches: list[Stretch] = []
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            stretches.append(Stretch(SentenceFate.KEPT, _slice(after, new, j1, j2)))
            continue
        if i1 < i2:
            stretches.append(Stretch(SentenceFate.REMOVED, _slice(before, old, i1, i2)))
        if j1 < j2:
            added_text = _slice(after, new, j1, j2)
            stretches.append(
                Stretch(SentenceFate.ADDED, added_text if i1 == i2 or added_text[:1].isspace() else f" {added_text}")
            )
    return stretches


def _slice(text: str, words: Sequence[re.Match[str]], first: int, last: int) -> str:
    """The words with the blank before them, one space wide."""
    blank = " " if first and words[first - 1].end() < words[first].start() else ""
    return blank + text[words[first].start() : words[last - 1].end()]


def new_words(before: str, after: str) -> list[Span]:
    """The stretches of ``after`` that ``before`` does not have, in code points, word by word."""
    old, new = list(_WORD.finditer(before)), list(_WORD.finditer(after))
    matcher = SequenceMatcher(None, [m[0] for m in old], [m[0] for m in new], autojunk=False)
    return [
        Span(new[j1].start(), new[j2 - 1].end())
        for tag, _, _, j1, j2 in matcher.get_opcodes()
        if tag in ("replace", "insert") and j1 < j2
    ]
