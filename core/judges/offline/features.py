"""What is measured of a sentence against its sources. Every feature has a name that a person can read.

All are scale-free shares, counts or distances; none knows which system or data set wrote the sentence, and none
depends on the casing or tokenisation habits of a data set.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field

from rapidfuzz.distance import LCSseq

from core.judges.offline.align import path, runs
from core.judges.offline.edits import NEAR, Edit, edits, number_with_blanks
from core.judges.offline.index import SourceIndex
from core.judges.offline.words import (
    ANTONYMS,
    CONJUNCTIONS,
    DANGLING,
    END,
    HEDGES,
    MODALS,
    NEGATIONS,
    OPEN_PRONOUNS,
    PLAIN_NEGATIONS,
    SPEECH,
    STOP,
    STOP_STEMS,
    SYNONYMS,
    TIME_STEMS,
    TOKEN,
    VAGUE_NUMBERS,
    plain,
    stem,
)

FEATURES = (
    "words",
    "position",
    "last",
    "novel_content",
    "novel_content_count",
    "novel_rarity",
    "novel_rarity_max",
    "novel_hard",
    "novel_hard_count",
    "novel_pairs",
    "novel_names",
    "novel_names_share",
    "names",
    "numbers",
    "novel_numbers",
    "number_context",
    "novel_time",
    "coverage",
    "density",
    "longest",
    "run_count",
    "run_mean",
    "run_sentences",
    "run_spread",
    "single_short",
    "copied_start",
    "copied_end",
    "stitch",
    "stitch_sum",
    "leaps",
    "leap_max",
    "backward",
    "path_sentences",
    "best_sentence",
    "best_pair",
    "fusion_gap",
    "lead",
    "name_far",
    "name_number_far",
    "neighbour_far",
    "neighbour_far_max",
    "negation_here",
    "negation_missing",
    "negation_added",
    "opposite",
    "hedge_missing",
    "hedge_added",
    "pronoun_first",
    "pronouns",
    "reference_gap",
    "pronoun_unanchored",
    "speech_dropped",
    "conjunction_first",
    "dangling",
    "repeated_words",
    "repeated_pairs",
    "repeats_before",
    "unknown_mark",
    "surprise",
    "surprise_max",
    "surprise_join",
    "surprise_relative",
    "speaker_share",
    "speaker_other",
    "source_words",
    "unfinished",
    "lcs_best",
    "lcs_pair",
    "window",
    "window_missing",
    "edit_gap",
    "apart",
    "apart_near",
    "apart_names",
    "apart_neighbours",
    "skipped",
    "skipped_most",
    "skipped_name",
    "joins_far",
    "novel_facts",
    "edits",
)


@dataclass(slots=True)
class Trace:
    """What was seen on the way, kept for the explanation. Indices count tokens of the sentence."""

    tokens: list[str]
    words: list[str]
    content: list[int]
    novel: list[int] = field(default_factory=list)
    novel_names: list[int] = field(default_factory=list)
    novel_numbers: list[int] = field(default_factory=list)
    loose_numbers: list[tuple[int, int]] = field(default_factory=list)
    way: list[tuple[int, int]] = field(default_factory=list)
    steps: list[float] = field(default_factory=list)
    best: int = -1
    far_names: list[tuple[int, int]] = field(default_factory=list)
    far_neighbours: list[tuple[int, int, int]] = field(default_factory=list)
    negation_added: int = -1
    negation_missing: int = -1
    opposite: tuple[int, int] = (-1, -1)
    hedge_added: int = -1
    hedge_missing: int = -1
    pronoun: int = -1
    other_speaker: tuple[int, str, int] = (-1, "", -1)
    repeated: int = -1
    edits: list[Edit] = field(default_factory=list)
    joins: list[int] = field(default_factory=list)
    values: list[float] = field(default_factory=list)


@dataclass(slots=True)
class Earlier:
    """What the sentences before in the same summary left behind."""

    pairs: set[tuple[str, str]] = field(default_factory=set)
    last_best: int = -1
    last_names: frozenset[str] = frozenset()


def split_tokens(sentence: str) -> list[str]:
    """The tokens of a sentence without sentence marks and the possessive s, as written."""
    return [t for t in TOKEN.findall(sentence) if t not in END and t != "s" and t != "S"]


def measure(sentence: str, position: int, count: int, index: SourceIndex, earlier: Earlier) -> Trace:
    """Measure one sentence; ``trace.values`` follows FEATURES. Updates ``earlier`` for the next sentence."""
    written = split_tokens(sentence)
    lower = [plain(t) for t in written]
    words = [stem(t) for t in lower]
    content = [i for i, w in enumerate(words) if w not in STOP_STEMS and lower[i] not in STOP]
    trace = Trace(lower, words, content)
    size = len(words)
    f = dict.fromkeys(FEATURES, 0.0)
    f["words"] = float(size)
    f["position"] = float(position)
    f["last"] = float(position == count - 1)
    f["source_words"] = math.log1p(len(index.stems))
    trace.values = list(f.values())
    if not size:
        return trace
    _novelty(written, trace, index, f)
    found = runs(words, index)
    copied = {s + k: p + k for s, p, n in found for k in range(n)}
    _runs(found, size, index, f)
    trace.way, trace.steps = path(words, content, index, copied)
    _stitching(trace, index, f)
    _links(trace, index, f)
    _together(trace, found, index, f)
    _polarity(trace, copied, index, f)
    _discourse(sentence, trace, found, index, earlier, f)
    _grammar(sentence, trace, found, index, f)
    if index.speakers:
        _speakers(trace, index, f)
    pairs = set(zip(words, words[1:], strict=False))
    if pairs:
        f["repeats_before"] = len(pairs & earlier.pairs) / len(pairs)
    earlier.pairs |= pairs
    earlier.last_best = trace.best
    names = frozenset(words[i] for i in content if words[i] in index.names)
    if names:
        earlier.last_names = names
    _likeness(trace, index, f)
    trace.values = list(f.values())
    return trace


def _likeness(trace: Trace, index: SourceIndex, f: dict[str, float]) -> None:
    """Longest common subsequences with the best source sentences; the densest window of the source."""
    words = trace.words
    if trace.best < 0:
        return
    ranked = sorted({index.sentence[p] for _, p in trace.way}, key=lambda s: (s != trace.best, s))
    first = index.sentence_words(trace.best)
    common = LCSseq.similarity(words, first)
    f["lcs_best"] = common / len(words)
    if common >= NEAR * len(words):
        trace.edits = edits(trace.tokens, words, trace.content, index, trace.best)
        f["edits"] = float(len(trace.edits))
    f["edit_gap"] = (min(len(words), len(first)) - common) / len(words)
    both = [w for s in sorted(ranked[:2]) for w in index.sentence_words(s)]
    f["lcs_pair"] = LCSseq.similarity(words, both) / len(words)
    places = sorted(p for _, p in trace.way)
    low = best = 0
    for high, p in enumerate(places):
        while p - places[low] > 25:
            low += 1
        best = max(best, high - low + 1)
    f["window"] = best / max(len(trace.content), 1)
    f["window_missing"] = float(len(places) - best)


def _novelty(written: list[str], trace: Trace, index: SourceIndex, f: dict[str, float]) -> None:
    where, rarity = index.where, index.background.rarity
    words = trace.words
    total = weight = novel_weight = 0.0
    hard = 0
    names = 0
    previous_name = False
    for i in trace.content:
        word = words[i]
        total += 1
        r = rarity(word)
        weight += r
        number = word[0].isdigit() or word in ("half", "twice")
        name = not number and index.is_name(word, written[i], i == 0)
        names += name and not previous_name
        previous_name = name
        if number and (word not in VAGUE_NUMBERS or trace.tokens[i][0].isdigit()):
            f["numbers"] += 1
        if word in where or word in index.labels or number_with_blanks(trace.tokens[i], index):
            continue
        trace.novel.append(i)
        novel_weight += r
        if r > f["novel_rarity_max"]:
            f["novel_rarity_max"] = r
        if number:
            if word not in VAGUE_NUMBERS or trace.tokens[i][0].isdigit():
                trace.novel_numbers.append(i)
        elif name:
            trace.novel_names.append(i)
        if word in TIME_STEMS:
            f["novel_time"] += 1
        if not any(s in where for s in SYNONYMS.get(word, ())):
            prefix = word[:5]
            if len(word) < 6 or not any(w.startswith(prefix) for w in where if w[0] == word[0]):
                hard += 1
    f["names"] = float(names)
    f["novel_names"] = float(len(trace.novel_names))
    f["novel_numbers"] = float(len(trace.novel_numbers))
    f["novel_facts"] = min(f["novel_names"] + f["novel_numbers"] + f["novel_time"], 3.0)
    if total:
        f["novel_content"] = len(trace.novel) / total
        f["novel_content_count"] = float(len(trace.novel))
        f["novel_rarity"] = novel_weight / max(weight, 0.1)
        f["novel_hard"] = hard / total
        f["novel_hard_count"] = float(hard)
    if names:
        f["novel_names_share"] = len(trace.novel_names) / names
    size = len(words)
    if size > 1:
        f["novel_pairs"] = sum(p not in index.pairs for p in zip(words, words[1:], strict=False)) / (size - 1)


def _runs(found: list[tuple[int, int, int]], size: int, index: SourceIndex, f: dict[str, float]) -> None:
    if not found:
        return
    covered = sum(n for _, _, n in found)
    f["coverage"] = covered / size
    f["density"] = sum(n * n for _, _, n in found) / size
    f["longest"] = max(n for _, _, n in found) / size
    f["run_count"] = float(len(found))
    f["run_mean"] = covered / len(found)
    crossed = [index.sentence[p] for _, p, _ in found]
    f["run_sentences"] = float(len(set(crossed)))
    f["run_spread"] = math.log1p(max(crossed) - min(crossed))
    f["single_short"] = sum(n < 4 for _, _, n in found) / len(found)
    start, position, _ = found[0]
    first = index.sentence_start[index.sentence[position]]
    f["copied_start"] = 1.0 if start == 0 and position == first else 0.5 if start == 0 else 0.0
    start, position, length = found[-1]
    end = position + length
    if start + length == size:
        at_end = end >= len(index.stems) or index.sentence[end] != index.sentence[end - 1]
        f["copied_end"] = 1.0 if at_end else 0.5


def _stitching(trace: Trace, index: SourceIndex, f: dict[str, float]) -> None:
    steps, way, sentence = trace.steps, trace.way, index.sentence
    if not way:
        return
    weights: dict[int, float] = {}
    total = 0.0
    rarity = index.background.rarity
    for i in trace.content:
        total += rarity(trace.words[i])
    for i, p in way:
        s = sentence[p]
        weights[s] = weights.get(s, 0.0) + rarity(trace.words[i])
    ranked = sorted(weights, key=weights.__getitem__, reverse=True)
    trace.best = ranked[0]
    total = max(total, 0.1)
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
        f["leaps"] = float(sum(c >= 0.55 for c in steps))
        f["leap_max"] = max(steps)
        f["backward"] = float(sum(c == 0.3 or c == 0.65 for c in steps))


def _distance(left: list[int], right: list[int]) -> tuple[int, int]:
    """The least distance between two sorted lists of positions, and the position in ``left``."""
    i = j = 0
    best, where = 1 << 30, left[0]
    while i < len(left) and j < len(right):
        d = right[j] - left[i]
        if d < 0:
            if -d < best:
                best, where = -d, left[i]
            j += 1
        else:
            if d < best:
                best, where = d, left[i]
            i += 1
    return best, where


def _links(trace: Trace, index: SourceIndex, f: dict[str, float]) -> None:
    where, words = index.where, trace.words
    known = [i for i in trace.content if words[i] in where]
    far = []
    for i, j in zip(known, known[1:], strict=False):
        if j - i > 6:
            continue
        d, at = _distance(where[words[i]], where[words[j]])
        d = max(d - (j - i), 0)
        far.append(math.log1p(d))
        if d > 12:
            trace.far_neighbours.append((i, j, at))
    if far:
        f["neighbour_far"] = sum(far) / len(far)
        f["neighbour_far_max"] = max(far)
    names = [i for i in known if words[i] in index.names]
    numbers = [i for i in known if words[i][0].isdigit() and words[i] not in VAGUE_NUMBERS]
    for i, j in zip(names, names[1:], strict=False):
        d, _ = _distance(where[words[i]], where[words[j]])
        value = math.log1p(max(d - (j - i), 0))
        f["name_far"] = max(f["name_far"], value)
        if d > 30:
            trace.far_names.append((i, j))
    content = set(trace.content)
    for i in numbers:
        around = [j for j in (i - 3, i - 2, i - 1, i + 1, i + 2, i + 3) if j in content]
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


def _together(trace: Trace, found: list[tuple[int, int, int]], index: SourceIndex, f: dict[str, float]) -> None:
    """Shares of word pairs that no source sentence (nor two neighbours) holds, and what was cut between runs."""
    words = trace.words
    known = [i for i in trace.content if words[i] in index.where]
    sets = [index.sentences_of(words[i]) for i in known]
    apart = near = total = names = names_apart = next_apart = 0
    for a in range(len(known)):
        left, wide = sets[a]
        name = words[known[a]] in index.names
        for b in range(a + 1, len(known)):
            total += 1
            either = name != (words[known[b]] in index.names)
            names += either
            if left.isdisjoint(sets[b][0]):
                apart += 1
                names_apart += either
                near += wide.isdisjoint(sets[b][0])
                next_apart += b == a + 1
    if total:
        f["apart"] = apart / total
        f["apart_near"] = near / total
        f["apart_neighbours"] = next_apart / (len(known) - 1)
        f["apart_names"] = names_apart / max(names, 1)
    sentence = index.sentence
    for (s, p, n), (t, q, _) in zip(found, found[1:], strict=False):
        cut = q - (p + n) - (t - (s + n))
        if sentence[p + n - 1] == sentence[q] and cut > 0:
            f["skipped"] += cut
            f["skipped_most"] = max(f["skipped_most"], float(cut))
            f["skipped_name"] += any(w in index.names for w in index.stems[p + n : q])
        elif sentence[p + n - 1] != sentence[q]:
            f["joins_far"] += 1
    f["skipped"] /= len(words)


def _polarity(trace: Trace, copied: dict[int, int], index: SourceIndex, f: dict[str, float]) -> None:
    """Negation, hedges and opposites against the neighbourhood of the words' places in the source."""
    lower, words = trace.tokens, trace.words
    here = [i for i, t in enumerate(lower) if t in NEGATIONS or t.endswith("n't")]
    f["negation_here"] = float(len(here))
    way = dict(trace.way)
    if not way:
        return
    best_words: list[str] = []
    if trace.best >= 0:
        first = index.sentence_start[trace.best]
        last = first
        total = len(index.stems)
        while last < total and index.sentence[last] == trace.best:
            last += 1
        best_words = index.lowers[first:last]
        plain_there = [first + k for k, t in enumerate(best_words) if t in PLAIN_NEGATIONS]
        close = [p for p in plain_there if any(abs(p - q) <= 3 for q in way.values())]
        if close and not here:
            f["negation_missing"] = 1.0
            trace.negation_missing = close[0]
        hedges = [first + k for k, t in enumerate(best_words) if t in HEDGES]
        if hedges and not any(t in HEDGES for t in lower):
            near = [p for p in hedges if any(0 < q - p <= 4 for q in way.values())]
            if near:
                f["hedge_missing"] = 1.0
                trace.hedge_missing = near[0]
        stems_there = set(index.stems[first:last])
        for i in trace.content:
            if words[i] in ANTONYMS and words[i] not in stems_there:
                for other in ANTONYMS[words[i]]:
                    if other in stems_there:
                        f["opposite"] = 1.0
                        trace.opposite = (i, first + index.stems[first:last].index(other))
    for i in here:
        if i in copied:
            continue
        around = [way[j] for j in range(i - 3, i + 5) if j in way]
        if around and not any(
            t in NEGATIONS or t.endswith("n't")
            for p in around
            for t in index.lowers[max(p - 5, 0) : p + 5]
        ):
            f["negation_added"] = 1.0
            trace.negation_added = i
    for i, t in enumerate(lower):
        if t in MODALS and i not in copied and t not in best_words:
            f["hedge_added"] = 1.0
            trace.hedge_added = i


def _discourse(
    sentence: str,
    trace: Trace,
    found: list[tuple[int, int, int]],
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
        named_before = any(trace.words[i] in index.names for i in range(first))
        if not named_before:
            if earlier.last_best >= 0 and trace.best >= 0:
                f["reference_gap"] = math.log1p(abs(trace.best - earlier.last_best))
            way = dict(trace.way)
            place = next((way[i] for i in range(first, len(lower)) if i in way), -1)
            if place >= 0:
                before = {w for w in index.stems[max(place - 40, 0) : place] if w in index.names}
                if before and not before & earlier.last_names:
                    f["pronoun_unanchored"] = 1.0
                    trace.pronoun = first
    if found and found[0][0] == 0 and trace.best >= 0:
        start = index.sentence_start[trace.best]
        position = found[0][1]
        lead_in = index.lowers[start:position] if position > start else []
        if any(t in SPEECH for t in lead_in) and not any(t in SPEECH for t in lower):
            f["speech_dropped"] = 1.0
    f["unknown_mark"] = float("unk]" in sentence.lower() or "<unk>" in sentence.lower())


def _grammar(
    sentence: str, trace: Trace, found: list[tuple[int, int, int]], index: SourceIndex, f: dict[str, float]
) -> None:
    lower, background = trace.tokens, index.background
    f["unfinished"] = float(sentence.rstrip(" '’\"”`)")[-1:] not in (".", "!", "?", "…"))
    f["dangling"] = float(lower[-1] in DANGLING)
    counts = Counter(trace.words[i] for i in trace.content)
    if counts:
        f["repeated_words"] = (len(trace.content) - len(counts)) / len(trace.content)
        most, times = counts.most_common(1)[0]
        if times > 1:
            trace.repeated = max(i for i in trace.content if trace.words[i] == most)
    pairs = Counter(zip(trace.words, trace.words[1:], strict=False))
    f["repeated_pairs"] = float(sum(n - 1 for n in pairs.values()))
    classes = [0, 0] + [background.word_class(t) for t in lower] + [0]
    surprise = background.surprise
    values = [surprise(classes[k], classes[k + 1], classes[k + 2]) for k in range(len(classes) - 2)]
    f["surprise"] = sum(values) / len(values)
    f["surprise_max"] = max(values)
    inside: set[int] = set()
    for start, _, length in found:
        inside.update(range(start + 2, start + length))
    joins = [k for k in range(len(lower)) if k not in inside]
    trace.joins = joins
    if joins:
        f["surprise_join"] = max(values[k] for k in joins)
        f["surprise_relative"] = sum(values[k] for k in joins) / len(lower)


def _speakers(trace: Trace, index: SourceIndex, f: dict[str, float]) -> None:
    """Whether what follows the mention of a speaker is found in that speaker's turns."""
    way = dict(trace.way)
    current: set[int] | None = None
    label = ""
    mention = -1
    own = other = 0
    tallies: list[tuple[int, str, int, int, int]] = []
    place = -1
    for i, word in enumerate(trace.words):
        units = index.speakers.get(word)
        if units is None:
            synonyms = SYNONYMS.get(word, ())
            units = next((index.speakers[s] for s in synonyms if s in index.speakers), None)
        if units is not None:
            if current is not None:
                tallies.append((mention, label, own, other, place))
            current, label, mention, own, other, place = units, trace.tokens[i], i, 0, 0, -1
        elif current is not None and i in way:
            if index.unit[way[i]] in current:
                own += 1
            else:
                other += 1
                place = way[i]
    if current is not None:
        tallies.append((mention, label, own, other, place))
    judged = [(m, s, a, b, p) for m, s, a, b, p in tallies if a + b >= 2]
    if judged:
        f["speaker_share"] = sum(a for _, _, a, _, _ in judged) / sum(a + b for _, _, a, b, _ in judged)
        worst = max(judged, key=lambda t: t[3] / (t[2] + t[3]))
        f["speaker_other"] = worst[3] / (worst[2] + worst[3])
        if worst[2] == 0 and worst[3] >= 3:
            trace.other_speaker = (worst[0], worst[1], worst[4])
