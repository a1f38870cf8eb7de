"""Signs in how far the wording is the source's, and whether subject and predicate come from the same place."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import reduce
from itertools import pairwise
from operator import and_

from galley.core.judges.built_in.index import NOWHERE, SourceIndex
from galley.core.judges.built_in.trace import SignTrace
from galley.core.text.lexicon import AUXILIARIES

SUBJECT = 3
"""Content words at the head of a sentence that are taken for its subject: there is no parser here."""
LONG = 5
"""Words from which on a copied run is a long one."""


def wording(trace: SignTrace, copied_runs: list[tuple[int, int, int]], index: SourceIndex, f: dict[str, float]) -> None:
    """New single words, triples and quadruples; long copied runs; rarity; word forms changed in copying."""
    source, size = index.code_text, len(trace.words)
    coded, inside = trace.code_text, trace.inside
    f["novel_words"] = coded.count(NOWHERE) / size
    whole = {k for s, _, n in copied_runs for k in range(s, s + n - 2)}
    triples = [k for k in range(size - 2) if k in whole or (inside[k] and inside[k + 1] and coded[k : k + 3] in source)]
    triple_set = set(triples)
    whole = {k for s, _, n in copied_runs for k in range(s, s + n - 3)}
    quadruples = [k for k in triples if k in whole or (k + 1 in triple_set and coded[k : k + 4] in source)]
    if size > 2:
        f["novel_triples"] = 1.0 - len(triples) / (size - 2)
    if size > 3:
        f["novel_quadruples"] = 1.0 - len(quadruples) / (size - 3)
    if copied_runs:
        f["density_log"] = math.log1p(f["density"])
        f["copied_long"] = sum([n for _, _, n in copied_runs if n >= LONG]) / size
        f["copied_first"] = copied_runs[0][2] / size if copied_runs[0][0] == 0 else 0.0
    if trace.way:
        lowers, tokens = index.lowers, trace.tokens
        f["inflected"] = len([1 for i, p in trace.way if lowers[p] != tokens[i]]) / len(trace.way)
        f["order"] = len([1 for (_, p), (_, q) in pairwise(trace.way) if p > q]) / max(len(trace.way) - 1, 1)
    if trace.best >= 0:
        start = index.sentence_start[trace.best]
        length = len(index.sentence_words(trace.best))
        f["compression"] = size / max(length, 1)
        added = AUXILIARIES.intersection(trace.tokens).difference(index.lowers[start : start + length])
        f["auxiliary_added"] = float(sum(map(trace.tokens.count, added)))


def fusion(trace: SignTrace, index: SourceIndex, f: dict[str, float]) -> None:
    """How far in the source the subject's words are from the sentence that holds most of the predicate's."""
    sentence_bits, rest = trace.sentence_bits, trace.content[SUBJECT:]
    named = [sentence_bits[i] for i in trace.names]
    f["names_far_apart"] = float(len([1 for a, b in pairwise(named) if not a & b]))
    rest_in_source = [i for i in rest if i in sentence_bits]
    if not rest_in_source:
        return
    common = reduce(and_, [sentence_bits[i] for i in rest_in_source])
    if common:
        predicate, most = _first(common), sum([trace.weights[i] for i in rest_in_source])
    else:
        weights: dict[int, float] = {}
        for i in rest_in_source:
            for s in _sentences(sentence_bits[i]):
                weights[s] = weights.get(s, 0.0) + trace.weights[i]
        predicate = max(weights, key=lambda s: (weights[s], -s))
        most = weights[predicate]
    f["predicate_apart"] = 1.0 - most / max(sum([trace.weights[i] for i in rest]), 0.1)
    subject = [sentence_bits[i] for i in trace.content[:SUBJECT] if i in sentence_bits]
    if subject:
        far = [0 if bits >> predicate & 1 else min(abs(s - predicate) for s in _sentences(bits)) for bits in subject]
        f["subject_far"] = math.log1p(max(far))
        f["subject_apart"] = sum(d > 1 for d in far) / len(far)


def _first(bits: int) -> int:
    """The first sentence of those that hold a word."""
    return (bits & -bits).bit_length() - 1


def _sentences(bits: int) -> Iterator[int]:
    """The sentences that hold a word, in order."""
    while bits:
        yield _first(bits)
        bits &= bits - 1
