"""Which turns and paragraphs a summary leaves out."""

from __future__ import annotations

from collections.abc import Sequence

from core.domain import Role, Span
from core.judges.offline.features import split_tokens
from core.judges.offline.index import SourceIndex
from core.judges.offline.types import Finding, SentenceVerdict
from core.judges.offline.words import STOP, STOP_STEMS, SYNONYMS, fold, stem

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


def coverage(sentences: Sequence[str], index: SourceIndex) -> list[list[SentenceVerdict]]:
    """A verdict per unit per source: how much of what it says no sentence takes up, by weight of rarity."""
    told: set[str] = set()
    for sentence in sentences:
        for token in split_tokens(sentence):
            word = fold(token)[1]
            told.add(word)
            told.update(SYNONYMS.get(word, ()))
    rarity = index.background.rarity
    results: list[list[SentenceVerdict]] = [[] for _ in index.sources]
    ends = [*index.unit_start[1:], len(index.stems)]
    for (document, unit), start, end in zip(index.units, index.unit_start, ends, strict=True):
        telling = {
            w: p
            for p, w in zip(range(start, end), index.stems[start:end], strict=True)
            if w not in STOP_STEMS and index.lowers[p] not in STOP and w not in _SMALL_TALK and len(w) > 1
        }
        weight = sum(rarity(w) for w in telling)
        if len(telling) < LEAST:
            results[document].append(SentenceVerdict(unit, 0.0, False))
            continue
        untold = sorted((p, w) for w, p in telling.items() if w not in told)
        share = sum(rarity(w) for _, w in untold) / max(weight, 0.1)
        if share < MISSED:
            results[document].append(SentenceVerdict(unit, share, False))
            continue
        results[document].append(SentenceVerdict(unit, share, True, (_finding(document, unit, share, untold, index),)))
    return results


def _finding(document: int, unit: int, share: float, untold: list[tuple[int, str]], index: SourceIndex) -> Finding:
    rarest = sorted(untold, key=lambda pair: -index.background.rarity(pair[1]))[:6]
    places = [index.place(p, p) for p, _ in sorted(rarest)]
    text = index.sources[document].units[unit]
    named = ", ".join(f"“{text[p.span.start : p.span.end]}”" for p in places[:4])
    turn = index.sources[document].role is Role.DIALOGUE
    what = "This turn" if turn else "This paragraph"
    return Finding(
        unit,
        "missed-turn" if turn else "uncovered",
        share,
        f"{what} is not taken up by the summary: {named} and the like occur in none of its sentences.",
        tuple(Span(*p.span) for p in places),
    )
