"""How a sentence can be stitched from the source: copied runs, and the cheapest path of its words through it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from galley.core.judges.built_in.index import SourceIndex

CANDIDATES = 6
"""Occurrences of a word that the path looks at; a commoner word says little about where it came from."""


def runs(coded: str, index: SourceIndex) -> tuple[list[tuple[int, int, int]], list[bool]]:
    """Longest copied runs from left to right: (start in the sentence, position in the source, length); and of each two
    neighbours whether they are neighbours in the source, too. ``coded`` are the words in the source's code.

    Runs of at least two words, greedy as the extractive fragments of Grusky et al. 2018 (Newsroom, section 3).
    Among equally long runs the one nearest to the end of the run before wins.
    """
    copied_runs: list[tuple[int, int, int]] = []
    source = index.code_text
    find, size, total = source.find, len(coded), len(source)
    inside = [True] * (size - 1)
    at = expected = 0
    while at < size - 1:
        position = find(coded[at : at + 2])
        if position < 0:
            inside[at] = False
            at += 1
            continue
        length = 2
        while True:
            while at + length < size and position + length < total and source[position + length] == coded[at + length]:
                length += 1
            further = find(coded[at : at + length + 1], position + 1) if at + length < size else -1
            if further < 0:
                break
            position, length = further, length + 1
        run = coded[at : at + length]
        other = find(run, position + 1)
        while other >= 0:
            if abs(other - expected) < abs(position - expected):
                position = other
            other = find(run, other + 1)
        copied_runs.append((at, position, length))
        at += length
        expected = position + length
        if at < size:
            inside[at - 1] = coded[at - 1 : at + 1] in source
    return copied_runs, inside


def path(
    words: list[str], content: Sequence[int], index: SourceIndex, copied: dict[int, int]
) -> tuple[list[tuple[int, int]], list[float]]:
    """The cheapest way of the ``known`` content words through the source, and what each step cost.

    Returns ((index in the sentence, position in the source), …) of the content words that occur there, and the
    step costs between neighbours: 0 in order and close, up to 1 for a leap to a distant sentence. Words inside a
    copied run stay at the run's position. Dynamic programming over at most CANDIDATES occurrences of a word.
    """
    where, sentence = index.stem_positions, index.sentence
    columns: list[tuple[int, list[int]]] = []
    for i in content:
        if i in copied:
            columns.append((i, [copied[i]]))
        else:
            places = where[words[i]]
            columns.append((i, places if len(places) <= CANDIDATES else _near(places, columns)))
    if not columns:
        return [], []
    costs = [0.0] * len(columns[0][1])
    backs: list[list[tuple[int, float]]] = []
    for (i, before), (j, after) in pairwise(columns):
        allowed = 2 * (j - i) + 2
        if len(before) == len(after) == 1 and 0 < after[0] - before[0] <= allowed:
            backs.append([(0, 0.0)])
            continue
        new_costs: list[float] = []
        back: list[tuple[int, float]] = []
        for q in after:
            best, best_k, step_cost = 99.0, 0, 0.0
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
                    best, best_k, step_cost = step + costs[k], k, step
            new_costs.append(best)
            back.append((best_k, step_cost))
        backs.append(back)
        costs = new_costs
    k = min(range(len(costs)), key=costs.__getitem__)
    picks, steps = [k], []
    for back in reversed(backs):
        k, step_cost = back[k]
        picks.append(k)
        steps.append(step_cost)
    picks.reverse()
    steps.reverse()
    return [(i, places[k]) for (i, places), k in zip(columns, picks, strict=True)], steps


def _near(places: list[int], columns: list[tuple[int, list[int]]]) -> list[int]:
    """The occurrences nearest to the word before (the first ones at the beginning)."""
    if not columns:
        return places[:CANDIDATES]
    before = columns[-1][1]
    return sorted(places, key=lambda q: min(abs(q - p - 1) for p in before))[:CANDIDATES]
