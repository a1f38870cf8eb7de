"""Signs in how a sentence says it: negation, hedges, opposites, references, grammar, and who is said to speak."""

from __future__ import annotations

import math
import re
from collections import Counter

from galley.core.judges.built_in.index import NOWHERE, SourceIndex
from galley.core.judges.built_in.trace import Earlier, SignTrace
from galley.core.text.lexicon import (
    ANTONYMS,
    CONJUNCTIONS,
    DANGLING,
    HEDGES,
    MODALS,
    NEGATIONS,
    OPEN_PRONOUNS,
    PLAIN_NEGATIONS,
    SPEECH,
    UNKNOWN,
)

_BEFORE_SUBJECT = frozenset("the a an sales potential mr mrs ms dr young old".split())
_NEXT_CLAUSE = frozenset("and but while whereas because then that so".split())
_UNKNOWN = re.compile(rf"\b(?:{'|'.join(sorted(UNKNOWN))})\b")
SPEAKER_GAP = 2.0
"""By how much (in rarity) another speaker's turn must fit better before the sentence is said to name the wrong one.
High on purpose: in a dialogue one asks what the other answers, so many swaps leave no trace in the words."""


def polarity(trace: SignTrace, copied: dict[int, int], index: SourceIndex, f: dict[str, float]) -> None:
    """Negation, hedges and opposites against the neighbourhood of the words' places in the source."""
    lower, words = trace.tokens, trace.words
    negations = [i for i, t in enumerate(lower) if t in NEGATIONS or ("'" in t and t.endswith("n't"))]
    f["negation_here"] = float(len(negations))
    if not trace.way:
        return
    way = dict(trace.way)
    first = index.sentence_start[trace.best]
    stems_there = index.sentence_words(trace.best)
    best_words = index.lowers[first : first + len(stems_there)]
    if not negations and not PLAIN_NEGATIONS.isdisjoint(best_words):
        plain_there = [first + k for k, t in enumerate(best_words) if t in PLAIN_NEGATIONS]
        close = [p for p in plain_there if any(abs(p - q) <= 3 for q in way.values())]
        if close:
            f["negation_missing"] = 1.0
            trace.negation_missing = close[0]
    if not HEDGES.isdisjoint(best_words) and HEDGES.isdisjoint(lower):
        hedges = [first + k for k, t in enumerate(best_words) if t in HEDGES]
        near = [p for p in hedges if any(0 < q - p <= 4 for q in way.values())]
        if near:
            f["hedge_missing"] = 1.0
            trace.hedge_missing = near[0]
    for i in trace.content:
        if words[i] in ANTONYMS and words[i] not in stems_there:
            for other in ANTONYMS[words[i]]:
                if other in stems_there:
                    f["opposite"] = 1.0
                    trace.opposite = (i, first + stems_there.index(other))
    for i in negations:
        if i in copied:
            continue
        around = [way[j] for j in range(i - 3, i + 5) if j in way]
        if around and not any(
            t in NEGATIONS or t.endswith("n't") for p in around for t in index.lowers[max(p - 5, 0) : p + 5]
        ):
            f["negation_added"] = 1.0
            trace.negation_added = i
    if not MODALS.isdisjoint(lower):
        for i, t in enumerate(lower):
            if t in MODALS and i not in copied and t not in best_words:
                f["hedge_added"] = 1.0
                trace.hedge_added = i


def discourse(
    sentence: str,
    trace: SignTrace,
    copied_runs: list[tuple[int, int, int]],
    index: SourceIndex,
    earlier: Earlier,
    f: dict[str, float],
) -> None:
    lower = trace.tokens
    open_pronouns = [i for i, t in enumerate(lower) if t in OPEN_PRONOUNS]
    f["pronouns"] = len(open_pronouns) / len(lower)
    f["pronoun_first"] = float(lower[0] in OPEN_PRONOUNS)
    f["conjunction_first"] = float(lower[0] in CONJUNCTIONS)
    if open_pronouns:
        first = open_pronouns[0]
        if index.names.isdisjoint(trace.words[:first]):
            if earlier.last_best >= 0 and trace.best >= 0:
                f["reference_gap"] = math.log1p(abs(trace.best - earlier.last_best))
            way = dict(trace.way)
            place = next((way[i] for i in range(first, len(lower)) if i in way), -1)
            if place >= 0:
                before = {w for w in index.stems[max(place - 40, 0) : place] if w in index.names}
                if before and not before & earlier.last_names:
                    f["pronoun_unanchored"] = 1.0
                    trace.pronoun = first
    if copied_runs and copied_runs[0][0] == 0 and trace.best >= 0:
        start = index.sentence_start[trace.best]
        position = copied_runs[0][1]
        lead_in = index.lowers[start:position] if position > start else []
        if not SPEECH.isdisjoint(lead_in) and SPEECH.isdisjoint(lower):
            f["speech_dropped"] = 1.0
    f["unknown_mark"] = float(any(mark in sentence for mark in UNKNOWN) and _UNKNOWN.search(sentence) is not None)


def grammar(
    sentence: str, trace: SignTrace, copied_runs: list[tuple[int, int, int]], index: SourceIndex, f: dict[str, float]
) -> None:
    lower, background = trace.tokens, index.background
    f["unfinished"] = float(sentence.rstrip(" '’\"”`)")[-1:] not in (".", "!", "?", "…"))
    f["dangling"] = float(lower[-1] in DANGLING)
    meant = [trace.words[i] for i in trace.content]
    again = len(meant) - len(set(meant))
    if again:
        f["repeated_words"] = again / len(meant)
        most = Counter(meant).most_common(1)[0][0]
        trace.repeated_token = max(i for i in trace.content if trace.words[i] == most)
    values = background.surprises(lower)
    f["surprise"] = sum(values) / len(values)
    f["surprise_max"] = max(values)
    joins = set(range(len(lower)))
    for start, _, length in copied_runs:
        joins.difference_update(range(start + 2, start + length))
    trace.joins = sorted(joins)
    if joins:
        join_values = [values[k] for k in trace.joins]
        f["surprise_join"] = max(join_values)
        f["surprise_relative"] = sum(join_values) / len(lower)


def speakers(trace: SignTrace, index: SourceIndex, f: dict[str, float]) -> None:
    """Whether what follows a speaker as subject is best found in that speaker's turns or in another's.

    A stretch ends at the next subject. For each, the turn that holds most of its words (by rarity)
    among the speaker's own turns is set against the best among the others'.
    """
    where, rarity = index.stem_positions, index.background.rarity
    stretches: list[tuple[int, frozenset[int], list[int]]] = []
    current: frozenset[int] = frozenset()
    meant = set(trace.content)
    for i, word in enumerate(trace.words):
        units = index.speaker_units(word)
        if units:
            if _subject(trace.tokens, i) and units != current:
                stretches.append((i, units, []))
                current = units
        elif current and i in meant and trace.code_text[i] != NOWHERE:
            stretches[-1][2].append(i)
    total = 0.0
    for mention, own, inside in stretches:
        weight_by_unit: dict[int, float] = {}
        for i in inside:
            weight = rarity(trace.words[i])
            for unit in {index.unit(p) for p in where[trace.words[i]]}:
                weight_by_unit[unit] = weight_by_unit.get(unit, 0.0) + weight
        own_weight = max((w for u, w in weight_by_unit.items() if u in own), default=0.0)
        other = max(((w, u) for u, w in weight_by_unit.items() if u not in own), default=(0.0, -1))
        gap = other[0] - own_weight
        total -= gap
        if gap > f["speaker_other"]:
            f["speaker_other"] = gap
            if gap > SPEAKER_GAP and len(inside) >= 3 and index.speaker(other[1]):
                place = next(p for i in inside for p in where[trace.words[i]] if index.unit(p) == other[1])
                trace.other_speaker = (mention, trace.tokens[mention], place)
    f["speaker_share"] = total


def _subject(tokens: list[str], i: int) -> bool:
    """Whether a mention opens the sentence or follows a conjunction, so that what comes next is said of it."""
    before = [t for t in tokens[max(i - 4, 0) : i] if t not in _BEFORE_SUBJECT]
    possessive = tokens[i].endswith("'s")
    return not possessive and (not before or before[-1] in _NEXT_CLAUSE)
