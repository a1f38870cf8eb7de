"""What is measured of a sentence against its sources. Every feature has a name that a person can read.

All are scale-free shares, counts or distances; none knows which system or data set wrote the sentence, and none
depends on the casing or tokenisation habits of a data set.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import reduce
from itertools import pairwise
from operator import and_

from rapidfuzz.distance import LCSseq

from galley.core.judges.built_in.alignment import path, runs
from galley.core.judges.built_in.discourse_features import discourse, grammar, polarity, speakers
from galley.core.judges.built_in.edits import NEAR, edits, number_in_parts
from galley.core.judges.built_in.index import NOWHERE, SourceIndex
from galley.core.judges.built_in.links import links, stitching, together
from galley.core.judges.built_in.trace import FEATURES, Earlier, SignTrace
from galley.core.text.lexicon import (
    ANTONYMS,
    AUXILIARIES,
    CAPITAL,
    MEANT,
    PASSED,
    SYNONYMS,
    TIME_STEMS,
    TOKEN,
    read,
    spoken,
)

_NOTHING = dict.fromkeys(FEATURES, 0.0)


def split_tokens(sentence: str) -> list[str]:
    """The tokens of a sentence without sentence marks and the possessive s, as written."""
    return [t for t in TOKEN.findall(sentence) if t not in PASSED]


def measure(sentence: str, position: int, count: int, index: SourceIndex, earlier: Earlier) -> SignTrace:
    """Measure one sentence; ``trace.values`` follows FEATURES. Updates ``earlier`` for the next sentence."""
    lowers, words, marks = spoken(*read([sentence]))
    size = len(words)
    coded = index.in_code(words)
    trace = SignTrace(lowers, words, coded, [i for i, mark in enumerate(marks) if mark & MEANT])
    f = _NOTHING.copy()
    f["words"] = float(size)
    f["position"] = float(position)
    f["last"] = float(position == count - 1)
    f["alone"] = float(count == 1)
    f["source_words"] = math.log1p(len(index.stems))
    if not size:
        trace.values = list(f.values())
        return trace
    named = index.names
    trace.known_tokens = [i for i in trace.content if coded[i] != NOWHERE]
    trace.names = [i for i in trace.known_tokens if words[i] in named]
    copied_runs, trace.inside = runs(coded, index)
    _novelty(marks, trace, index, f)
    copied = {s + k: p + k for s, p, n in copied_runs for k in range(n)}
    _runs(copied_runs, size, index, f)
    trace.way, trace.steps = path(words, trace.known_tokens, index, copied)
    stitching(trace, index, f)
    links(trace, copied, index, f)
    together(trace, copied_runs, index, f)
    polarity(trace, copied, index, f)
    discourse(sentence, trace, copied_runs, index, earlier, f)
    grammar(sentence, trace, copied_runs, index, f)
    wording(trace, copied_runs, index, f)
    fusion(trace, index, f)
    if index.speakers:
        speakers(trace, index, f)
    pairs = set(pairwise(words))
    if pairs:
        f["repeats_before"] = len(pairs & earlier.pairs) / len(pairs)
    f["repeated_pairs"] = float(size - 1 - len(pairs))
    earlier.pairs |= pairs
    earlier.last_best = trace.best
    if trace.names:
        earlier.last_names = frozenset([words[i] for i in trace.names])
    _likeness(trace, index, f)
    f["certain"] = float(trace.certain)
    trace.values = list(f.values())
    return trace


def _likeness(trace: SignTrace, index: SourceIndex, f: dict[str, float]) -> None:
    """Longest common subsequences with the best source sentences; the densest window of the source."""
    words, coded = trace.words, trace.code_text
    if trace.best < 0:
        return
    ranked = sorted({index.sentence[p] for _, p in trace.way}, key=lambda s: (s != trace.best, s))
    first = index.coded_sentence(trace.best)
    common = LCSseq.similarity(coded, first)
    f["lcs_best"] = common / len(words)
    if common >= NEAR * len(words):
        trace.edits = edits(trace.tokens, words, coded, trace.content, index, trace.best)
        f["edits"] = float(len(trace.edits))
    f["edit_gap"] = (min(len(words), len(first)) - common) / len(words)
    both = "".join([index.coded_sentence(s) for s in sorted(ranked[:2])])
    f["lcs_pair"] = LCSseq.similarity(coded, both) / len(words)
    places = sorted([p for _, p in trace.way])
    low = best = 0
    for high, p in enumerate(places):
        while p - places[low] > 25:
            low += 1
        best = max(best, high - low + 1)
    f["window"] = best / max(len(trace.content), 1)
    f["window_missing"] = float(len(places) - best)


def _novelty(marks: bytes, trace: SignTrace, index: SourceIndex, f: dict[str, float]) -> None:
    """What the source does not have: words, numbers, names, times, pairs of words."""
    code, usual, words, coded = index.code, index.background.usual, trace.words, trace.code_text
    total = len(trace.content)
    novel_weight = 0.0
    hard = names = numbers = 0
    previous_name = False
    for i in trace.content:
        word, in_source = words[i], coded[i] != NOWHERE
        weight, number, plain, letter, often, name_if_capital = usual(word)
        trace.weights[i] = weight
        if number:
            name = False
            plain = plain or trace.tokens[i][0].isdigit()
            numbers += plain
        elif in_source and index.is_cased:
            name = letter and word in index.names
        else:
            name = often or (name_if_capital and i > 0 and marks[i] & CAPITAL > 0)
        names += name and not previous_name
        previous_name = name
        if in_source or word in index.labels or number_in_parts(trace.tokens[i], index):
            continue
        trace.novel.append(i)
        novel_weight += weight
        if weight > f["novel_rarity_max"]:
            f["novel_rarity_max"] = weight
        if number:
            if plain:
                trace.novel_numbers.append(i)
        elif name:
            trace.novel_names.append(i)
        if word in TIME_STEMS:
            f["novel_time"] += 1
        if not code.keys().isdisjoint(ANTONYMS.get(word, ())):
            f["opposite_loose"] += 1
        if code.keys().isdisjoint(SYNONYMS.get(word, ())) and (len(word) < 6 or f" {word[:5]}" not in index.stem_text):
            hard += 1
    f["numbers"] = float(numbers)
    f["names"] = float(names)
    f["novel_names"] = float(len(trace.novel_names))
    f["novel_numbers"] = float(len(trace.novel_numbers))
    f["novel_facts"] = min(f["novel_names"] + f["novel_numbers"] + f["novel_time"], 3.0)
    if total:
        trace.weight = sum(trace.weights.values())
        f["rarity"] = trace.weight / total
        f["novel_weight"] = novel_weight
        f["novel_content"] = len(trace.novel) / total
        f["novel_content_count"] = float(len(trace.novel))
        f["novel_rarity"] = novel_weight / max(trace.weight, 0.1)
        f["novel_hard"] = hard / total
        f["novel_hard_count"] = float(hard)
    if names:
        f["novel_names_share"] = len(trace.novel_names) / names
    if trace.inside:
        f["novel_pairs"] = trace.inside.count(False) / len(trace.inside)


def _runs(copied_runs: list[tuple[int, int, int]], size: int, index: SourceIndex, f: dict[str, float]) -> None:
    if not copied_runs:
        return
    lengths = [n for _, _, n in copied_runs]
    covered = sum(lengths)
    f["coverage"] = covered / size
    f["density"] = sum([n * n for n in lengths]) / size
    f["longest"] = max(lengths) / size
    f["run_count"] = float(len(copied_runs))
    f["run_mean"] = covered / len(copied_runs)
    crossed = [index.sentence[p] for _, p, _ in copied_runs]
    f["run_sentences"] = float(len(set(crossed)))
    f["run_spread"] = math.log1p(max(crossed) - min(crossed))
    f["single_short"] = len([n for n in lengths if n < 4]) / len(copied_runs)
    start, position, _ = copied_runs[0]
    first = index.sentence_start[index.sentence[position]]
    f["copied_start"] = 1.0 if start == 0 and position == first else 0.5 if start == 0 else 0.0
    start, position, length = copied_runs[-1]
    end = position + length
    if start + length == size:
        at_end = end >= len(index.stems) or index.sentence[end] != index.sentence[end - 1]
        f["copied_end"] = 1.0 if at_end else 0.5


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
