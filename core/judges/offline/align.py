"""How a sentence can be stitched from the source: copied runs, and the cheapest path of its words through it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from galley.core.judges.offline.index import SourceIndex

CANDIDATES = 6
"""Occurrences of a word that the path looks at; a commoner word says little about where it came from."""


def runs(words: list[str], inside: Sequence[bool], index: SourceIndex) -> list[tuple[int, int, int]]:
    """Longest copied runs from left to right: (start in the sentence, position in the source, length).

    Runs of at least two words, greedy as the extractive fragments of Grusky et al. 2018 (Newsroom, section 3).
    Among equally long runs the one nearest to the end of the run before wins.
    """
    found: list[tuple[int, int, int]] = []
    stems, where = index.stems, index.where
    size, total = len(words), len(stems)
    at = 0
    expected = 0
    while at < size - 1:
        if not inside[at]:
            at += 1
            continue
        word, following = words[at], words[at + 1]
        best, best_position, best_gap = 0, 0, 0
        for position in where[word]:
            if position + 1 >= total or stems[position + 1] != following:
                continue
            length = 2
            while at + length < size and position + length < total and stems[position + length] == words[at + length]:
                length += 1
            gap = abs(position - expected)
            if length > best or (length == best and gap < best_gap):
                best, best_position, best_gap = length, position, gap
        found.append((at, best_position, best))
        at += best
        expected = best_position + best
    return found


def path(
    words: list[str], known: Sequence[int], index: SourceIndex, copied: dict[int, int]
) -> tuple[list[tuple[int, int]], list[float]]:
    """The cheapest way of the ``known`` content words through the source, and what each step cost.

    Returns ((index in the sentence, position in the source), …) of the content words that occur there, and the
    step costs between neighbours: 0 in order and close, up to 1 for a leap to a distant sentence. Words inside a
    copied run stay at the run's position. Dynamic programming over at most CANDIDATES occurrences of a word.
    """
    where, sentence = index.where, index.sentence
    columns: list[tuple[int, list[int]]] = []
    for i in known:
        if i in copied:
            columns.append((i, [copied[i]]))
        else:
            places = where[words[i]]
            columns.append((i, places if len(places) <= CANDIDATES else _near(places, columns)))
    if not columns:
        return [], []
    costs = [0.0] * len(columns[0][1])
    backs: list[list[tuple[int, float]]] = []
    for (i, before), (j, here) in pairwise(columns):
        allowed = 2 * (j - i) + 2
        new_costs: list[float] = []
        back: list[tuple[int, float]] = []
        for q in here:
            best, best_k, taken = 99.0, 0, 0.0
            sq = sentence[q]
            for k, p in enumerate(before):
                d = q - p
                if 0 < d <= allowed:
                    step = 0.0
                else:
                    leap = sq - sentence[p]
                    if leap == 0:
                        step = 0.15 if d > 0 else 0.3 if d else 0.5
                    elif leap == 1 or leap == -1:
                        step = 0.55 if leap > 0 else 0.65
                    elif -4 < leap < 4:
                        step = 0.8
                    else:
                        step = 1.0
                if step + costs[k] < best:
                    best, best_k, taken = step + costs[k], k, step
            new_costs.append(best)
            back.append((best_k, taken))
        backs.append(back)
        costs = new_costs
    k = min(range(len(costs)), key=costs.__getitem__)
    chosen, steps = [k], []
    for back in reversed(backs):
        k, taken = back[k]
        chosen.append(k)
        steps.append(taken)
    chosen.reverse()
    steps.reverse()
    return [(i, places[k]) for (i, places), k in zip(columns, chosen, strict=True)], steps


def _near(places: list[int], columns: list[tuple[int, list[int]]]) -> list[int]:
    """The occurrences nearest to the word before (the first ones at the beginning)."""
    if not columns:
        return places[:CANDIDATES]
    before = columns[-1][1]
    return sorted(places, key=lambda q: min(abs(q - p - 1) for p in before))[:CANDIDATES]
