"""From what was measured to findings in words, each with its place in the sentence and in the source."""

from __future__ import annotations

from collections.abc import Callable

from galley.core.domain import Span
from galley.core.judges.built_in.index import SourceIndex
from galley.core.judges.built_in.trace import SignTrace
from galley.core.judges.built_in.types import Finding, SourcePlace
from galley.core.text.excerpts import quote_text
from galley.core.text.lexicon import TIME_STEMS, places

Add = Callable[[str, str, list[Span], list[SourcePlace]], None]
"""Puts in one finding: its kind, its words, its spans in the sentence, its evidence."""

MOST = 5
"""Findings a sentence carries at most; the first ones say the most."""

_GRAMMAR = ("surprise_relative", "repeated_words", "repeated_pairs", "dangling", "run_count")


class _Sentence:
    """Spans of the sentence's tokens and quotes from it and from the source."""

    def __init__(self, text: str, index: SourceIndex) -> None:
        self.text = text
        self.index = index
        self.spans = places(text)

    def span(self, *tokens: int) -> Span:
        return Span(self.spans[min(tokens)][0], self.spans[max(tokens)][1])

    def quote(self, *tokens: int) -> str:
        span = self.span(*tokens)
        return quote_text(self.text[span.start : span.end])

    def quote_source(self, place: SourcePlace) -> str:
        text = self.index.sources[place.document].units[place.unit][place.span.start : place.span.end]
        return quote_text(text if len(text) <= 90 else text[:87].rstrip() + "…")


def explain(
    number: int, text: str, trace: SignTrace, index: SourceIndex, shares: Callable[[], dict[str, float]], chance: float
) -> tuple[Finding, ...]:
    """The findings of one flagged sentence, at least one, the most telling first; ``shares`` gives what each sign adds
    to its log-odds, ``chance`` is its probability."""
    s = _Sentence(text, index)
    findings: list[Finding] = []

    def add(kind: str, words: str, spans: list[Span], evidence: list[SourcePlace]) -> None:
        findings.append(Finding(number, kind, chance, words, tuple(spans), tuple(evidence)))

    best = [index.sentence_place(trace.best)] if trace.best >= 0 else []
    _changes(s, trace, add)
    _add_unsupported(s, trace, best, add)
    _add_reversals(s, trace, add)
    _add_links(s, trace, add)
    if trace.other_speaker[0] >= 0:
        token, _, position = trace.other_speaker
        unit = index.place(position, position)
        speaker = index.speaker(index.unit(position))
        add(
            "speaker",
            f"The sentence gives this to {s.quote(token)}, but its words are found in turns of “{speaker}”.",
            [s.span(token)],
            [unit],
        )
    if trace.pronoun >= 0:
        add(
            "reference",
            f"It is not clear whom {s.quote(trace.pronoun)} means: the people named before its place in the source"
            " are not those named before it in the summary.",
            [s.span(trace.pronoun)],
            best,
        )
    _general(s, trace, shares, best, add, bool(findings))
    return tuple(findings[:MOST])


def _changes(s: _Sentence, trace: SignTrace, add: Add) -> None:
    for edit in trace.edits:
        place = s.index.place(edit.position, edit.position)
        around = s.index.place(
            max(edit.position - 4, s.index.sentence_start[s.index.sentence[edit.position]]), edit.position
        )
        if edit.token < 0:
            add("negation", f"The source says {s.quote_source(place)} here; the sentence leaves it out.", [], [around])
        elif edit.kind == "negation":
            add(
                "negation",
                f"The sentence says {s.quote(edit.token)}, the source states it without a negation.",
                [s.span(edit.token)],
                [around],
            )
        else:
            add(
                edit.kind,
                f"In the same place the source has {s.quote_source(place)}, the sentence {s.quote(edit.token)}.",
                [s.span(edit.token)],
                [place],
            )


def _add_unsupported(s: _Sentence, trace: SignTrace, best: list[SourcePlace], add: Add) -> None:
    edit_tokens = {e.token for e in trace.edits}
    for token in trace.novel_numbers:
        if token not in edit_tokens:
            add("number", f"The number {s.quote(token)} is not in the source.", [s.span(token)], best)
    for first, last in _groups([t for t in trace.novel_names if t not in edit_tokens]):
        add("name", f"The name {s.quote(first, last)} is not in the source.", [s.span(first, last)], best)
    for token in trace.novel:
        if trace.words[token] in TIME_STEMS and token not in edit_tokens and token not in trace.novel_names:
            add("date", f"The time {s.quote(token)} is not in the source.", [s.span(token)], best)


def _add_reversals(s: _Sentence, trace: SignTrace, add: Add) -> None:
    kinds = {e.kind for e in trace.edits}
    if trace.negation_added >= 0 and "negation" not in kinds:
        words = (
            f"The sentence says {s.quote(trace.negation_added)}; where the source speaks of this there is no negation."
        )
        near = [q for i, q in trace.way if abs(i - trace.negation_added) <= 4][:1]
        add("negation", words, [s.span(trace.negation_added)], [s.index.place(q, q) for q in near])
    if trace.negation_missing >= 0 and "negation" not in kinds:
        place = s.index.place(trace.negation_missing, trace.negation_missing)
        add("negation", f"The source says {s.quote_source(place)} here, the sentence does not.", [], [place])
    if trace.opposite[0] >= 0 and "opposite" not in kinds:
        token, position = trace.opposite
        place = s.index.place(position, position)
        add(
            "opposite",
            f"The source says {s.quote_source(place)}, the sentence the opposite: {s.quote(token)}.",
            [s.span(token)],
            [place],
        )
    if trace.hedge_missing >= 0:
        place = s.index.place(trace.hedge_missing, trace.hedge_missing)
        add(
            "modality",
            f"The source says this with {s.quote_source(place)}; the sentence states it plainly.",
            [],
            [place],
        )
    if trace.hedge_added >= 0:
        add(
            "modality",
            f"The sentence says {s.quote(trace.hedge_added)}, which the source does not say here.",
            [s.span(trace.hedge_added)],
            [],
        )


def _add_links(s: _Sentence, trace: SignTrace, add: Add) -> None:
    """Things that are both in the source, but never near each other."""
    for i, j in trace.far_names[:1]:
        _pair(s, trace, i, j, add)
    if not trace.far_names and trace.far_neighbours:
        i, j, _ = max(trace.far_neighbours, key=lambda t: s.index.background.rarity(trace.words[t[0]]))
        _pair(s, trace, i, j, add)
    for token, position in trace.loose_numbers[:1]:
        place = s.index.place(max(position - 3, s.index.unit_start[s.index.unit(position)]), position)
        add(
            "link",
            f"The number {s.quote(token)} is in the source, but there it belongs to something else.",
            [s.span(token)],
            [place],
        )


def _pair(s: _Sentence, trace: SignTrace, i: int, j: int, add: Add) -> None:
    way = dict(trace.way)
    p, q = (way.get(k, s.index.stem_positions[trace.words[k]][0]) for k in (i, j))
    add(
        "link",
        f"{s.quote(i)} and {s.quote(j)} are both in the source, but nowhere near each other; the sentence joins them.",
        [s.span(i), s.span(j)],
        [s.index.place(p, p), s.index.place(q, q)],
    )


def _general(
    s: _Sentence,
    trace: SignTrace,
    shares: Callable[[], dict[str, float]],
    best: list[SourcePlace],
    add: Add,
    any_found: bool,
) -> None:
    """What the weights hold against the sentence as a whole, where nothing sharper is known or it adds to it."""
    novel = [t for t in trace.novel if t not in trace.novel_names and t not in trace.novel_numbers]
    if novel and (not any_found or 3 * len(trace.novel) >= len(trace.content)):
        groups = _groups(novel)[:4]
        quoted = ", ".join(s.quote(a, b) for a, b in groups)
        add("extrinsic", f"The source does not have {quoted}.", [s.span(a, b) for a, b in groups], best)
        any_found = True
    if trace.repeated_token >= 0 and shares().get("repeated_words", 0.0) > 0.15:
        add("grammar", f"{s.quote(trace.repeated_token)} is said twice.", [s.span(trace.repeated_token)], [])
        any_found = True
    if any_found:
        return
    added = shares()
    leading = max(added, key=added.__getitem__, default="")
    crossed = sorted({s.index.sentence[p] for _, p in trace.way})
    if leading in _GRAMMAR:
        joins = trace.joins[:1] or [0]
        add(
            "grammar",
            f"The wording around {s.quote(joins[0])} is not the source's and does not read like a sentence of it.",
            [s.span(joins[0])],
            best,
        )
    elif len(crossed) > 1:
        add(
            "link",
            f"The sentence joins wording from {len(crossed)} places of the source; do they belong together?",
            [s.span(0, len(s.spans) - 1)],
            [s.index.sentence_place(n) for n in crossed[:3]],
        )
    else:
        add(
            "extrinsic",
            "No sentence of the source says this in this form.",
            [s.span(0, len(s.spans) - 1)],
            best,
        )


def _groups(tokens: list[int]) -> list[tuple[int, int]]:
    """Neighbouring tokens as (first, last)."""
    groups: list[tuple[int, int]] = []
    for token in tokens:
        if groups and groups[-1][1] == token - 1:
            groups[-1] = (groups[-1][0], token)
        else:
            groups.append((token, token))
    return groups
