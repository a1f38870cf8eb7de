"""The embedded judge itself: sentences of a summary in, one calibrated verdict each out, with reasons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache, partial
from pathlib import Path

import numpy as np

from galley.core.domain import Role
from galley.core.judges.built_in import uncovered
from galley.core.judges.built_in.explanations import explain
from galley.core.judges.built_in.features import measure
from galley.core.judges.built_in.fitted_model import WEIGHTS, Array, ModelWeights, load
from galley.core.judges.built_in.heads import Heads
from galley.core.judges.built_in.index import SourceIndex
from galley.core.judges.built_in.support import Support, support
from galley.core.judges.built_in.trace import FEATURES, Earlier, SignTrace
from galley.core.judges.built_in.types import SentenceVerdict, SourceDoc, TextCoverage
from galley.core.text.lexicon import LETTER, NON_LATIN, STOP

KEPT_SOURCES = 2
"""Source indexes kept; summaries of one item come one after another."""

_ENGLISH = 0.2
"""Least share of English function words in a source of some length; English prose has 0.4 to 0.5."""


class BuiltInJudge:
    """Judges summaries against their sources without any model server. Weights load at the first use.

    Deterministic, English only: what it cannot read it leaves unscored, with the reason. Text in the sources is
    only ever counted, never followed, so instructions hidden there have no effect.
    """

    def __init__(self, weights: Path = WEIGHTS) -> None:
        self._path = weights
        self._index = lru_cache(maxsize=KEPT_SOURCES)(self._read)

    @property
    def weights(self) -> ModelWeights:
        """What was fitted, and on what."""
        return load(self._path)

    @cached_property
    def _heads(self) -> Heads:
        return Heads((self.weights.article,), (self.weights.dialogue,))

    def _read(self, key: tuple[tuple[Role, tuple[str, ...], tuple[str, ...]], ...]) -> tuple[SourceIndex, str]:
        sources = [SourceDoc(role, units, speakers) for role, units, speakers in key]
        index = SourceIndex(sources, self.weights.background)
        return index, _unreadable(sources, index)

    def _sources(self, sources: Sequence[SourceDoc]) -> tuple[SourceIndex, str]:
        """The sources read once, and why they cannot be judged, if so; the last KEPT_SOURCES are remembered."""
        return self._index(tuple((s.role, tuple(s.units), tuple(s.speakers)) for s in sources))

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
        heads: Heads | None = None,
        use: str = "balanced",
    ) -> list[SentenceVerdict]:
        """A verdict for every sentence of one summary, in order.

        The probability is that of a human majority calling the sentence an error; ``flagged`` says yes or no at
        the limit for this ``use`` (see ``model.USES``). ``heads`` are a project's own, else those that were fitted.
        Only flagged sentences carry findings, at least one.
        """
        if not sentences:
            return []
        index, why = self._sources(sources)
        if why:
            return [SentenceVerdict(i, None, False, unscored_reason=why) for i in range(len(sentences))]
        earlier = Earlier()
        traces = [measure(s, i, len(sentences), index, earlier) for i, s in enumerate(sentences)]
        head = (heads or self._heads).of(sources)
        measured = np.array([t.values for t in traces])
        standard = head.standard(measured)
        chances = head.chances(measured, standard).tolist()
        verdicts: list[SentenceVerdict] = []
        for i, (sentence, trace, probability) in enumerate(zip(sentences, traces, chances, strict=True)):
            why = _unreadable_sentence(sentence, trace)
            if why:
                verdicts.append(SentenceVerdict(i, None, False, unscored_reason=why))
                continue
            if probability <= head.limits[use]:
                verdicts.append(SentenceVerdict(i, probability, False))
                continue
            findings = explain(i, sentence, trace, index, partial(head.contributions, standard[i]), probability)
            verdicts.append(SentenceVerdict(i, probability, True, findings))
        return verdicts

    def turns(self, sentences: Sequence[str], sources: Sequence[SourceDoc]) -> list[list[SentenceVerdict]]:
        """For each source a verdict for every unit: is this turn missed, is this paragraph uncovered?

        ``probability`` is not fitted on people's labels: it is the share of the unit's telling words that no
        sentence of the summary takes up. Greetings, thanks and yes/no turns are never missed.
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
