"""Signs in how far the wording is the source's, and whether subject and predicate come from the same place."""

from __future__ import annotations

import math
from itertools import pairwise

from galley.core.judges.offline.index import SourceIndex
from galley.core.judges.offline.trace import Trace
from galley.core.text.offline_words import AUXILIARIES

SUBJECT = 3
"""Content words at the head of a sentence that are taken for its subject: there is no parser here."""
LONG = 5
"""Words from which on a copied run is a long one."""


def wording(trace: Trace, found: list[tuple[int, int, int]], index: SourceIndex, f: dict[str, float]) -> None:
    """New single words, triples and quadruples; long copied runs; rarity; word forms changed in copying."""
    words, size = trace.words, len(trace.words)
    f["novel_words"] = len([w for w in words if w not in index.where]) / size
    inside = [pair in index.pairs for pair in pairwise(words)]
    triples = [k for k in range(size - 2) if inside[k] and inside[k + 1] and index.copied(words, k, 3)]
    there = set(triples)
    quadruples = [k for k in triples if k + 1 in there and index.copied(words, k, 4)]
    if size > 2:
        f["novel_triples"] = 1.0 - len(triples) / (size - 2)
    if size > 3:
        f["novel_quadruples"] = 1.0 - len(quadruples) / (size - 3)
    if found:
        f["density_log"] = math.log1p(f["density"])
        f["copied_long"] = sum(n for _, _, n in found if n >= LONG) / size
        f["copied_first"] = found[0][2] / size if found[0][0] == 0 else 0.0
    rarity = index.background.rarity
    weights = [rarity(words[i]) for i in trace.content]
    if weights:
        f["rarity"] = sum(weights) / len(weights)
        f["novel_weight"] = sum(rarity(words[i]) for i in trace.novel)
    if trace.way:
        f["inflected"] = sum(index.lowers[p] != trace.tokens[i] for i, p in trace.way) / len(trace.way)
        f["order"] = sum(p > q for (_, p), (_, q) in pairwise(trace.way)) / max(len(trace.way) - 1, 1)
    if trace.best >= 0:
        start = index.sentence_start[trace.best]
        length = len(index.sentence_words(trace.best))
        there_too = set(index.lowers[start : start + length])
        f["compression"] = size / max(length, 1)
        f["auxiliary_added"] = float(sum(t in AUXILIARIES and t not in there_too for t in trace.tokens))


def fusion(trace: Trace, index: SourceIndex, f: dict[str, float]) -> None:
    """How far in the source the subject's words are from the sentence that holds most of the predicate's."""
    words, where, sentence = trace.words, index.where, index.sentence
    names = [i for i in trace.content if words[i] in index.names]
    f["names_far_apart"] = float(
        sum(index.sentences_of(words[a])[0].isdisjoint(index.sentences_of(words[b])[0]) for a, b in pairwise(names))
    )
    rest = trace.content[SUBJECT:]
    held: dict[int, float] = {}
    total = 0.0
    for i in rest:
        weight = index.background.rarity(words[i])
        total += weight
        for s in index.sentences_of(words[i])[0]:
            held[s] = held.get(s, 0.0) + weight
    if not held:
        return
    predicate = max(held, key=lambda s: (held[s], -s))
    f["predicate_apart"] = 1.0 - held[predicate] / max(total, 0.1)
    subject = [i for i in trace.content[:SUBJECT] if words[i] in where]
    if subject:
        far = [min(abs(sentence[p] - predicate) for p in where[words[i]]) for i in subject]
        f["subject_far"] = math.log1p(max(far))
        f["subject_apart"] = sum(d > 1 for d in far) / len(far)
