"""How alike two answers are, from 0 to 1: the three measures of LongSumEval, section III-C3, and word F1.

``empm`` is 1 where the answers have the same words in the same order, else the Jaccard overlap of their words (exact
or partial match); ``rouge`` is the unigram F1 of ROUGE-1; ``cossim`` is the cosine of sentence embeddings, nothing
below 0, and needs the extra ``embeddings``. ``squad`` is the word F1 of the FRANK study, without articles. Words are
those of
``galley.core.stats.rouge``: case and punctuation aside, and single characters in scripts without blanks.
"""

from __future__ import annotations

from collections.abc import Callable

from galley.core.stats.rouge import exact_match, squad_f1, tokens, unigram_f1

Similarity = Callable[[str, str], float]


def empm(first: str, second: str) -> float:
    """1 for the same words in the same order, else the share of all their different words that they have in common;
    0 where either has no words (a mark alone is told by ``first == second``)."""
    one, other = set(tokens(first)), set(tokens(second))
    if not one or not other:
        return float(bool(first.strip()) and first.strip() == second.strip())
    if exact_match(first, second):
        return 1.0
    return len(one & other) / len(one | other)


def rouge(first: str, second: str) -> float:
    """The unigram F1; 0 where either has no words, unless both are the same mark."""
    if not tokens(first) or not tokens(second):
        return float(bool(first.strip()) and first.strip() == second.strip())
    return unigram_f1(first, second).f1 or 0.0


def cossim(first: str, second: str) -> float:
    """The cosine of the embeddings, 0 where it is negative or an answer is empty. Raises: GalleyError without the
    extra."""
    from galley.core.judges.qa.embeddings import vector

    if not first.strip() or not second.strip():
        return 0.0
    return min(max(float(vector(first) @ vector(second)), 0.0), 1.0)


def squad(first: str, second: str) -> float:
    """The word F1 without articles and punctuation; 0 where neither has a word, unless both are the same mark."""
    f1 = squad_f1(first, second)
    return float(bool(first.strip()) and first.strip() == second.strip()) if f1 is None else f1


PUBLISHED = ("empm", "rouge", "cossim")
"""The measures that LongSumEval compares."""
MEASURES: dict[str, Similarity] = {"empm": empm, "rouge": rouge, "cossim": cossim, "squad": squad}
"""By the names that the papers use."""
