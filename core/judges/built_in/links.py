"""Signs that things of the source were put together that do not belong together."""

from __future__ import annotations

import math
from functools import reduce
from itertools import pairwise
from operator import and_

from galley.core.judges.built_in.index import SourceIndex
from galley.core.judges.built_in.trace import SignTrace
from galley.core.text.lexicon import VAGUE_NUMBERS


def stitching(trace: SignTrace, index: SourceIndex, f: dict[str, float]) -> None:
    steps, way, sentence = trace.steps, trace.way, index.sentence
    if not way:
        return
    weights: dict[int, float] = {}
    for i, p in way:
        s = sentence[p]
        weights[s] = weights.get(s, 0.0) + trace.weights[i]
    ranked = sorted(weights, key=weights.__getitem__, reverse=True)
    trace.best = ranked[0]
    total = max(trace.weight, 0.1)
    f["path_sentences"] = float(len(ranked))
    f["best_sentence"] = weights[ranked[0]] / total
    if len(ranked) > 1:
        f["best_pair"] = (weights[ranked[0]] + weights[ranked[1]]) / total
        f["fusion_gap"] = math.log1p(abs(ranked[0] - ranked[1]))
    else:
        f["best_pair"] = f["best_sentence"]
    f["lead"] = ranked[0] / max(index.sentence_count, 1)
    if steps:
        f["stitch"] = sum(steps) / len(steps)
        f["stitch_sum"] = sum(steps)
        f["leaps"] = float(len([1 for c in steps if c >= 0.55]))
        f["leap_max"] = max(steps)
        f["backward"] = float(steps.count(0.3) + steps.count(0.65))


def _distance(first: list[int], second: list[int]) -> tuple[int, int]:
    """The least distance between two sorted lists of positions, and the position in ``left``."""
    i = j = 0
    best, where = 1 << 30, first[0]
    while i < len(first) and j < len(second):
        d = second[j] - first[i]
        if d < 0:
            if -d < best:
                best, where = -d, first[i]
            j += 1
        else:
            if d < best:
                best, where = d, first[i]
            i += 1
    return best, where


def links(trace: SignTrace, copied: dict[int, int], index: SourceIndex, f: dict[str, float]) -> None:
    """How far apart in the source words are that are neighbours here; those of one copied run are as near as here."""
    where, words = index.stem_positions, trace.words
    far = []
    for i, j in pairwise(trace.known_tokens):
        if j - i > 6:
            continue
        if i in copied and copied.get(j, -1) - copied[i] == j - i:
            far.append(0.0)
            continue
        d, at = _distance(where[words[i]], where[words[j]])
        d = max(d - (j - i), 0)
        far.append(math.log1p(d))
        if d > 12:
            trace.far_neighbours.append((i, j, at))
    if far:
        f["neighbour_far"] = sum(far) / len(far)
        f["neighbour_far_max"] = max(far)
    names = trace.names
    numbers = [i for i in trace.known_tokens if words[i][0].isdigit() and words[i] not in VAGUE_NUMBERS]
    for i, j in pairwise(names):
        if i in copied and copied.get(j, -1) - copied[i] == j - i <= 30:
            continue
        d, _ = _distance(where[words[i]], where[words[j]])
        value = math.log1p(max(d - (j - i), 0))
        f["name_far"] = max(f["name_far"], value)
        if d > 30:
            trace.far_names.append((i, j))
    for i in numbers:
        around = [j for j in (i - 3, i - 2, i - 1, i + 1, i + 2, i + 3) if j in trace.weights]
        if not around:
            continue
        best = 0.0
        best_place = where[words[i]][0]
        for p in where[words[i]][:8]:
            near = set(index.stems[max(p - 7, 0) : p + 8])
            share = sum(words[j] in near for j in around) / len(around)
            if share > best:
                best, best_place = share, p
        f["number_context"] = max(f["number_context"], 1.0 - best)
        if best < 0.34:
            trace.loose_numbers.append((i, best_place))
        for j in names:
            d, _ = _distance(where[words[i]], where[words[j]])
            f["name_number_far"] = max(f["name_number_far"], math.log1p(max(d - abs(j - i), 0)))


def together(
    trace: SignTrace, copied_runs: list[tuple[int, int, int]], index: SourceIndex, f: dict[str, float]
) -> None:
    """Shares of word pairs that no source sentence (nor two neighbours) holds, and what was cut between runs."""
    words, names_of, bits = trace.words, index.names, index.bits
    trace.sentence_bits = {i: bits[words[i]] for i in trace.known_tokens}
    if not reduce(and_, trace.sentence_bits.values(), -1):
        _apart([(sentences, words[i] in names_of) for i, sentences in trace.sentence_bits.items()], len(trace.names), f)
    sentence = index.sentence
    for (s, p, n), (t, q, _) in pairwise(copied_runs):
        cut = q - (p + n) - (t - (s + n))
        if sentence[p + n - 1] == sentence[q] and cut > 0:
            f["skipped"] += cut
            f["skipped_most"] = max(f["skipped_most"], float(cut))
            f["skipped_name"] += not names_of.isdisjoint(index.stems[p + n : q])
        elif sentence[p + n - 1] != sentence[q]:
            f["joins_far"] += 1
    f["skipped"] /= len(trace.words)


def _apart(seen: list[tuple[int, bool]], named: int, f: dict[str, float]) -> None:
    """The shares of pairs of words; of each word the sentences that hold it, and whether it is one of the ``named``."""
    apart = near = names_apart = next_apart = 0
    for a, (mask, name) in enumerate(seen, 1):
        loose = [pair for pair in seen[a:] if not mask & pair[0]]
        if loose:
            wide = mask << 1 | mask >> 1
            apart += len(loose)
            next_apart += loose[0] is seen[a]
            names_apart += len([1 for _, other in loose if other != name])
            near += len([1 for other_mask, _ in loose if not wide & other_mask])
    total = len(seen) * (len(seen) - 1) // 2
    f["apart"] = apart / total
    f["apart_near"] = near / total
    f["apart_neighbours"] = next_apart / (len(seen) - 1)
    f["apart_names"] = names_apart / max(named * (len(seen) - named), 1)
