"""Which turns and paragraphs a summary leaves out, and which facts and opinions it holds: by the words they tell.

None of this is fitted on people's labels. The share that is given is that of the telling words' weight (rarity) which
no sentence of the summary takes up.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from galley.core.domain import Role, Span
from galley.core.judges.built_in.features import split_tokens
from galley.core.judges.built_in.index import SourceIndex
from galley.core.judges.built_in.types import Finding, SentenceVerdict, SourcePlace, TextCoverage
from galley.core.text.lexicon import STOP, STOP_STEMS, SYNONYMS, stem, word_of

_SMALL_TALK = frozenset(
    stem(w)
    for w in (
        "hello hi hey good morning afternoon evening bye goodbye thank thanks please welcome okay ok yes yeah yep no"
        " nope sure right great perfect fine alright wonderful awesome fantastic absolutely definitely exactly course"
        " problem nice day night see well oh um uh hmm mm sorry understand understood sounds sound got it know think"
        " talk speak meet take care ready go ahead question help call calling worry really very much too let happy"
    ).split()
)
LEAST = 3
"""Telling words a unit needs before it can be missed: below, it is a greeting, an answer or a filler."""
MISSED = 0.65
"""Share of a unit's telling weight that must be untold before it is flagged."""
NAMED = 6
"""Words of a unit that are named as untold at most, the rarest."""


def _tells(low: str, word: str) -> bool:
    return word not in STOP_STEMS and low not in STOP and word not in _SMALL_TALK and len(word) > 1


def _summary_stems(sentences: Sequence[str]) -> set[str]:
    """The stems of a summary, and the synonyms of them that are known."""
    stems: set[str] = set()
    for sentence in sentences:
        for token in split_tokens(sentence):
            word = word_of(token).stem
            stems.add(word)
            stems.update(SYNONYMS.get(word, ()))
    return stems


def coverage(sentences: Sequence[str], index: SourceIndex) -> list[list[SentenceVerdict]]:
    """A verdict per unit per source: how much of what it says no sentence takes up, by weight of rarity."""
    stems = _summary_stems(sentences)
    results: list[list[SentenceVerdict]] = [[] for _ in index.sources]
    ends = [*index.unit_start[1:], len(index.stems)]
    spoken = [
        {index.stems[p]: p for p in range(start, end) if _tells(index.lowers[p], index.stems[p])}
        for start, end in zip(index.unit_start, ends, strict=True)
    ]
    common = Counter(word for telling in spoken for word in telling)
    for (document, unit), telling in zip(index.units, spoken, strict=True):
        if len(telling) < LEAST:
            results[document].append(SentenceVerdict(unit, 0.0, False))
            continue
        share = _missing_share(telling, stems, index)
        weight = _weight(telling, common, unit / len(index.sources[document].units), index)
        findings: tuple[Finding, ...] = ()
        if share >= MISSED:
            untold = sorted((p, w) for w, p in telling.items() if w not in stems)
            findings = (_finding(document, unit, untold, index),)
        results[document].append(SentenceVerdict(unit, share, bool(findings), findings, weight=weight))
    return results


def _weight(telling: Iterable[str], common: Counter[str], position: float, index: SourceIndex) -> float:
    """How much of what the sources are about a unit tells: its words count by their rarity and by how many other units
    come back to them; at the head of a text twice as much as at its end, since what matters comes first in the news."""
    words = list(telling)
    returned = sum(index.background.rarity(w) * (common[w] - 1) for w in words)
    return returned / math.sqrt(len(words)) * (2 - position)


def measure_text_coverage(texts: Sequence[str], sentences: Sequence[str], index: SourceIndex) -> list[TextCoverage]:
    """For each text (a fact, an opinion) how much of it the summary leaves untold, and the sentence that has most."""
    stems = _summary_stems(sentences)
    sentence_stems = [_summary_stems([sentence]) for sentence in sentences]
    coverages = []
    for text in texts:
        words = [(token, word_of(token)) for token in split_tokens(text)]
        words_by_stem = {word.stem: token for token, word in words if _tells(word.low, word.stem)}
        if not words_by_stem:
            coverages.append(TextCoverage(None, (), -1))
            continue
        untold = sorted((w for w in words_by_stem if w not in stems), key=lambda w: (-index.background.rarity(w), w))
        shares = [_missing_share(words_by_stem, one, index) for one in sentence_stems]
        closest = min(range(len(shares)), key=shares.__getitem__, default=-1)
        if closest >= 0 and shares[closest] >= 1:
            closest = -1
        share = _missing_share(words_by_stem, stems, index)
        coverages.append(TextCoverage(share, tuple(words_by_stem[w] for w in untold[:NAMED]), closest))
    return coverages


def _missing_share(words: Iterable[str], stems: set[str], index: SourceIndex) -> float:
    """The share of the words' weight that is not told, from 0 to 1."""
    rarity = index.background.rarity
    whole = missing = 0.0
    for word in words:
        weight = rarity(word)
        whole += weight
        missing += weight * (word not in stems)
    return min(missing / max(whole, 0.1), 1.0)


def _finding(document: int, unit: int, untold: list[tuple[int, str]], index: SourceIndex) -> Finding:
    rarest = sorted(untold, key=lambda pair: -index.background.rarity(pair[1]))[:NAMED]
    places = [index.place(p, p) for p, _ in sorted(rarest)]
    text = index.sources[document].units[unit]
    named = ", ".join(f"“{text[p.span.start : p.span.end]}”" for p in places[:4])
    turn = index.sources[document].role is Role.DIALOGUE
    what = "This turn" if turn else "This paragraph"
    return Finding(
        unit,
        "missed-turn" if turn else "uncovered",
        f"{what} is not covered by the summary: {named} and the like occur in none of its sentences.",
        tuple(Span(*p.span) for p in places),
        (_weightiest(untold, index),),
    )


def _weightiest(untold: list[tuple[int, str]], index: SourceIndex) -> SourcePlace:
    """The sentence of the unit that holds most of what is untold."""
    weights: dict[int, float] = {}
    for position, word in untold:
        number = index.sentence[position]
        weights[number] = weights.get(number, 0.0) + index.background.rarity(word)
    return index.sentence_place(max(weights, key=lambda n: (weights[n], -n)))
