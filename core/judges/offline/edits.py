"""A sentence that is nearly a source sentence, and what was changed in it: the surest sign of a planted mistake."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

from galley.core.judges.offline.index import SourceIndex
from galley.core.text.offline_words import ANTONYMS, PLAIN_NEGATIONS, TIME_STEMS, VAGUE_NUMBERS

NEAR = 0.6
"""Share of a sentence's words that must follow the source sentence in order before a change is read as one."""


WIDEST = 4
"""Words that one change may replace; a longer stretch is another sentence, not a change."""


class Edit(NamedTuple):
    """One change: its kind, the token of the sentence (-1: taken out) and the source position it stands against."""

    kind: str
    token: int
    position: int


def _negated(token: str) -> bool:
    return token in PLAIN_NEGATIONS or token.endswith("n't")


def edits(
    tokens: list[str], words: list[str], coded: str, content: list[int], index: SourceIndex, sentence: int
) -> list[Edit]:
    """The changes that turn a fact round: another number, name or time, an opposite, a negation in or out.

    ``tokens`` are lower-case, ``words`` their stems, ``coded`` these in the source's code. Function words, synonyms and
    rewordings are not changes.
    """
    first = index.sentence_start[sentence]
    there = index.sentence_words(sentence)
    before = index.lowers[first : first + len(there)]
    found: list[Edit] = []
    meant = set(content)
    for put, taken in _changed(coded, index.coded_sentence(sentence)):
        gone = [k for k in taken if _negated(before[k])]
        new = [i for i in put if _negated(tokens[i])]
        if new and not gone and not _negated_near(before, taken.start, taken.stop):
            found.append(Edit("negation", new[0], first + min(taken.start, len(there) - 1)))
        elif gone and not new and not any(_negated(t) for t in tokens):
            found.append(Edit("negation", -1, first + gone[0]))
        for i in put:
            if i not in meant or words[i] in there or number_in_parts(tokens[i], index):
                continue
            kind = _kind(words[i], index)
            for k in taken:
                if there[k] in ANTONYMS.get(words[i], ()):
                    found.append(Edit("opposite", i, first + k))
                elif kind and kind == _kind(there[k], index) and there[k] not in words:
                    found.append(Edit(kind, i, first + k))
                    break
    return found


def _changed(coded: str, there: str) -> Iterator[tuple[range, range]]:
    """Which words of a sentence stand for which of another, between words that stayed: two on either side, or four on
    one where it is the sentence's edge. Which was put for which inside is arbitrary."""
    left = put = taken = 0
    for i, k, right in Levenshtein.editops(coded, there).as_matching_blocks():
        stayed = min(left, right) >= 2 or (min(left, right) == 0 and max(left, right) >= 4)
        if stayed and i - put <= WIDEST and k - taken <= WIDEST and (i > put or k > taken):
            yield range(put, i), range(taken, k)
        left, put, taken = right, i + right, k + right


def number_in_parts(token: str, index: SourceIndex) -> bool:
    """Whether a number stands in the source in parts: 122.5 as 122 . 5, or 26 as twenty six."""
    if not token[0].isdigit():
        return False
    parts = re.split("[.,:]", token)
    if parts == [token] and len(token) == 2 and token.isdecimal() and token[0] > "1" and token[1] > "0":
        parts = [token[0] + "0", token[1]]
    return len(parts) > 1 and all(index.in_code(list(pair)) in index.coded for pair in pairwise(parts))


def _negated_near(before: list[str], start: int, end: int) -> bool:
    return any(_negated(t) for t in before[max(start - 2, 0) : end + 2])


def _kind(word: str, index: SourceIndex) -> str:
    if word[0].isdigit():
        return "" if word in VAGUE_NUMBERS else "number"
    if word in TIME_STEMS:
        return "date"
    if word in index.names or (word not in index.code and index.background.capital.get(word, 0) > 0.5):
        return "name"
    return ""
