"""A sentence that is nearly a source sentence, and what was changed in it: the surest sign of a planted mistake."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

from galley.core.judges.built_in.index import SourceIndex
from galley.core.text.lexicon import ANTONYMS, PLAIN_NEGATIONS, TIME_STEMS, VAGUE_NUMBERS

NEAR = 0.6
"""Share of a sentence's words that must follow the source sentence in order before a change is read as one."""


WIDEST = 4
"""Words that one change may replace; a longer stretch is another sentence, not a change."""


class Edit(NamedTuple):
    """One change: its kind, the token of the sentence (-1: taken out) and the source position it stands against."""

    kind: str
    token: int
    position: int


def _is_negation(token: str) -> bool:
    return token in PLAIN_NEGATIONS or token.endswith("n't")


def edits(
    tokens: list[str], words: list[str], coded: str, content: list[int], index: SourceIndex, sentence: int
) -> list[Edit]:
    """The changes that turn a fact round: another number, name or time, an opposite, a negation in or out.

    ``tokens`` are lower-case, ``words`` their stems, ``coded`` these in the source's code. Function words, synonyms and
    rewordings are not changes.
    """
    first = index.sentence_start[sentence]
    source_words = index.sentence_words(sentence)
    before = index.lowers[first : first + len(source_words)]
    changes: list[Edit] = []
    meant = set(content)
    for put, source_range in _find_changes(coded, index.coded_sentence(sentence)):
        gone = [k for k in source_range if _is_negation(before[k])]
        new = [i for i in put if _is_negation(tokens[i])]
        if new and not gone and not _negated_near(before, source_range.start, source_range.stop):
            changes.append(Edit("negation", new[0], first + min(source_range.start, len(source_words) - 1)))
        elif gone and not new and not any(_is_negation(t) for t in tokens):
            changes.append(Edit("negation", -1, first + gone[0]))
        for i in put:
            if i not in meant or words[i] in source_words or number_in_parts(tokens[i], index):
                continue
            kind = _kind(words[i], index)
            for k in source_range:
                if source_words[k] in ANTONYMS.get(words[i], ()):
                    changes.append(Edit("opposite", i, first + k))
                elif kind and kind == _kind(source_words[k], index) and source_words[k] not in words:
                    changes.append(Edit(kind, i, first + k))
                    break
    return changes


def _find_changes(coded: str, source_code: str) -> Iterator[tuple[range, range]]:
    """Which words of a sentence stand for which of another, between words that stayed: two on either side, or four on
    one where it is the sentence's edge. Which was put for which inside is arbitrary."""
    previous = put = source_start = 0
    for i, k, right in Levenshtein.editops(coded, source_code).as_matching_blocks():
        stayed = min(previous, right) >= 2 or (min(previous, right) == 0 and max(previous, right) >= 4)
        if stayed and i - put <= WIDEST and k - source_start <= WIDEST and (i > put or k > source_start):
            yield range(put, i), range(source_start, k)
        previous, put, source_start = right, i + right, k + right


def number_in_parts(token: str, index: SourceIndex) -> bool:
    """Whether a number stands in the source in parts: 122.5 as 122 . 5, or 26 as twenty six."""
    if not token[0].isdigit():
        return False
    parts = re.split("[.,:]", token)
    if parts == [token] and len(token) == 2 and token.isdecimal() and token[0] > "1" and token[1] > "0":
        parts = [token[0] + "0", token[1]]
    return len(parts) > 1 and all(index.in_code(list(pair)) in index.code_text for pair in pairwise(parts))


def _negated_near(before: list[str], start: int, end: int) -> bool:
    return any(_is_negation(t) for t in before[max(start - 2, 0) : end + 2])


def _kind(word: str, index: SourceIndex) -> str:
    if word[0].isdigit():
        return "" if word in VAGUE_NUMBERS else "number"
    if word in TIME_STEMS:
        return "date"
    if word in index.names or (word not in index.code and index.background.capital.get(word, 0) > 0.5):
        return "name"
    return ""
