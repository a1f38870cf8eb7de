"""The built-in judge itself: sentences of a summary in, one verdict each out.

Checks that name their evidence flag a sentence (:mod:`checks`). The word-overlap score only orders sentences; it flags
those above a limit that the caller gives, and none without.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from galley.core.domain import Role, Span
from galley.core.judges.built_in import uncovered
from galley.core.judges.built_in.checks import find_faults
from galley.core.judges.built_in.features import measure
from galley.core.judges.built_in.fitted_model import WEIGHTS, Array, FittedHead, ModelWeights, load
from galley.core.judges.built_in.index import SourceIndex
from galley.core.judges.built_in.passages import SourceText
from galley.core.judges.built_in.support import Support, support
from galley.core.judges.built_in.trace import FEATURES, Earlier, SignTrace
from galley.core.judges.built_in.types import OVERLAP, Finding, SentenceVerdict, SourceDoc, TextCoverage
from galley.core.text.excerpts import quote_text
from galley.core.text.lexicon import LETTER, NON_LATIN, STOP, places

KEPT_SOURCES = 2
"""Source indexes kept; summaries of one item come one after another."""

SHOWN_WORDS = 4
"""Words of a sentence that the sources do not have, named at most."""

_ENGLISH = 0.2
"""Least share of English function words in a source of some length; English prose has 0.4 to 0.5."""


_Key = tuple[tuple[Role, tuple[str, ...], tuple[str, ...]], ...]


def _key(sources: Sequence[SourceDoc]) -> _Key:
    return tuple((s.role, tuple(s.units), tuple(s.speakers)) for s in sources)


def _read_text(key: _Key) -> SourceText:
    return SourceText([SourceDoc(*source) for source in key])


class BuiltInJudge:
    """Judges summaries against their sources without any model server. Weights load at the first use.

    Deterministic, English only: what it cannot read it leaves unscored, with the reason. Text in the sources is
    only ever counted, never followed, so instructions hidden there have no effect.
    """

    def __init__(self, weights: Path = WEIGHTS) -> None:
        self._path = weights
        self._index = lru_cache(maxsize=KEPT_SOURCES)(self._read)
        self._text = lru_cache(maxsize=KEPT_SOURCES)(_read_text)

    @property
    def weights(self) -> ModelWeights:
        """What was fitted, and on what."""
        return load(self._path)

    def find_head(self, sources: Sequence[SourceDoc]) -> FittedHead:
        """The regression that scores summaries of these sources: one for dialogues alone, one for the rest."""
        return self.weights.dialogue if is_dialogue(sources) else self.weights.article

    def _read(self, key: _Key) -> tuple[SourceIndex, str]:
        sources = [SourceDoc(*source) for source in key]
        index = SourceIndex(sources, self.weights.background)
        return index, _unreadable(sources, index)

    def _sources(self, sources: Sequence[SourceDoc]) -> tuple[SourceIndex, str]:
        """The sources read once, and why they cannot be judged, if so; the last KEPT_SOURCES are remembered."""
        return self._index(_key(sources))

    def measure_sentences(self, sentences: Sequence[str], sources: Sequence[SourceDoc]) -> Array:
        """What is measured of each sentence of one summary (a row each, columns as FEATURES); no rows where the
        sources cannot be read. A sentence that cannot be read has a row of NaN."""
        index, why = self._sources(sources)
        earlier = Earlier()
        traces = [] if why else [measure(s, i, len(sentences), index, earlier) for i, s in enumerate(sentences)]
        unread = [bool(_unreadable_sentence(s, t)) for s, t in zip(sentences, traces, strict=False)]
        values = np.array([t.values for t in traces]).reshape(-1, len(FEATURES))
        values[np.array(unread, dtype=bool)] = np.nan
        return values

    def sentences(
        self,
        sentences: Sequence[str],
        sources: Sequence[SourceDoc],
        checks: Collection[str] | None = None,
        head: FittedHead | None = None,
        limit: float | None = None,
    ) -> list[SentenceVerdict]:
        """A verdict for every sentence of one summary, in order; only flagged ones carry findings, at least one.

        ``checks`` are the names of those that may flag (by default those that are on by default). ``head`` scores, else
        the one that was fitted; without ``limit`` no score flags anything.
        """
        if not sentences:
            return []
        index, why = self._sources(sources)
        if why:
            return [SentenceVerdict(i, None, False, unscored_reason=why) for i in range(len(sentences))]
        earlier = Earlier()
        traces = [measure(s, i, len(sentences), index, earlier) for i, s in enumerate(sentences)]
        scores = (head or self.find_head(sources)).chances(np.array([t.values for t in traces])).tolist()
        text = self._text(_key(sources))
        verdicts: list[SentenceVerdict] = []
        for i, (sentence, trace, score) in enumerate(zip(sentences, traces, scores, strict=True)):
            why = _unreadable_sentence(sentence, trace)
            if why:
                verdicts.append(SentenceVerdict(i, None, False, unscored_reason=why))
                continue
            findings = [
                Finding(i, fault.check, fault.reason, (fault.span,), (fault.evidence,) if fault.evidence else ())
                for fault in find_faults(sentence, text, checks)
            ]
            if limit is not None and score > limit:
                findings.append(_describe_overlap(i, sentence, trace, index, score))
            verdicts.append(SentenceVerdict(i, score, bool(findings), tuple(findings)))
        return verdicts

    def turns(self, sentences: Sequence[str], sources: Sequence[SourceDoc]) -> list[list[SentenceVerdict]]:
        """For each source a verdict for every unit: is this turn missed, is this paragraph uncovered?

        ``score`` is the share of the unit's telling words that no sentence of the summary takes up. Greetings, thanks
        and yes/no turns are never missed.
        """
        index, why = self._sources(sources)
        if why:
            return [
                [SentenceVerdict(u, None, False, unscored_reason=why) for u in range(len(s.units))] for s in sources
            ]
        return uncovered.coverage(sentences, index)

    def measure_text_coverage(
        self, texts: Sequence[str], sentences: Sequence[str], sources: Sequence[SourceDoc]
    ) -> tuple[list[TextCoverage], str]:
        """How much of each text (a fact, an opinion) the summary holds; or nothing, and why it cannot be told."""
        index, why = self._sources(sources)
        return ([], why) if why else (uncovered.measure_text_coverage(texts, sentences, index), "")

    def support(self, article: SourceDoc, discussion: SourceDoc) -> tuple[list[Support], str]:
        """How far a discussion draws on each paragraph of its article; or nothing, and why it cannot be told."""
        (article_index, why), (discussion_index, why_not) = self._sources([article]), self._sources([discussion])
        return ([], why or why_not) if why or why_not else (support(article_index, discussion_index), "")


def is_dialogue(sources: Sequence[SourceDoc]) -> bool:
    """Whether a summary of these sources is one of a dialogue alone."""
    return all(s.role is Role.DIALOGUE for s in sources)


def _describe_overlap(number: int, sentence: str, trace: SignTrace, index: SourceIndex, score: float) -> Finding:
    """Why a sentence is among those with the highest word-overlap score, with the nearest source sentence."""
    spans = [Span(*span) for span in places(sentence)]
    novel = tuple(spans[token] for token in trace.novel[:SHOWN_WORDS])
    words = ", ".join(quote_text(sentence[a:b]) for a, b in novel)
    reason = f"the sources do not have {words}" if words else "it joins wording from different places"
    evidence = (index.sentence_place(trace.best),) if trace.best >= 0 else ()
    explanation = f"Word-overlap score {score:.2f}, which is a doubt and not an error that was found: {reason}."
    return Finding(number, OVERLAP, explanation, novel or (Span(spans[0].start, spans[-1].end),), evidence)


def _unreadable(sources: Sequence[SourceDoc], index: SourceIndex) -> str:
    """Why these sources cannot be judged by comparing words, or nothing."""
    text = " ".join([unit for source in sources for unit in source.units])
    if not text.isascii() and NON_LATIN.search(text) and len(NON_LATIN.findall(text)) > 0.3 * len(LETTER.findall(text)):
        return "The source is in a script whose words the built-in judge cannot separate; it reads English only."
    if not index.stems:
        return "There is no source text to compare with."
    head = index.lowers[:500]
    little = sum(map(STOP.__contains__, head))
    if little < _ENGLISH * len(head):
        words = [word for word in head if word[0].isalpha()]
        if len(words) >= 25 and little < _ENGLISH * len(words):
            return "The source does not look like English, which is all that the built-in judge reads."
    return ""


def _unreadable_sentence(sentence: str, trace: SignTrace) -> str:
    if not trace.words:
        letters = LETTER.search(sentence)
        return "The sentence has no words that can be compared." if letters else "The sentence is empty."
    if (
        not sentence.isascii()
        and NON_LATIN.search(sentence)
        and 2 * len(NON_LATIN.findall(sentence)) > len(LETTER.findall(sentence))
    ):
        return "The sentence is in a script whose words the built-in judge cannot separate; it reads English only."
    return ""
