"""What the offline judge takes and gives. Offsets are code points inside a unit's text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from galley.core.domain import Role, Span


@dataclass(frozen=True, slots=True)
class SourceDoc:
    """One source: its role, its units in order (turns or paragraphs) and, for a dialogue, who said each."""

    role: Role
    units: Sequence[str]
    speakers: Sequence[str] = ()


class SourcePlace(NamedTuple):
    """A place in the sources: which document of the call, which unit of it, which code points of that unit."""

    document: int
    unit: int
    span: Span


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that looks wrong, in words, with where it is and what in the source it rests on.

    ``kind`` is the name of a check (``checks.CHECKS``), or one of :data:`KINDS`.
    """

    unit_index: int
    kind: str
    explanation: str
    spans: tuple[Span, ...] = ()
    evidence: tuple[SourcePlace, ...] = ()


OVERLAP = "word-overlap"
KINDS = (OVERLAP, "missed-turn", "uncovered")
"""Kinds of findings that no check makes: a low share of common words, and what a summary leaves out."""


@dataclass(frozen=True, slots=True)
class SentenceVerdict:
    """The judge's answer for one summary sentence (or one source unit, for missed turns).

    ``score``, in [0, 1], is the word-overlap score of a sentence: the higher, the less of it the sources have in this
    form. It orders sentences and is no probability. Of a source unit it is the share of its telling words that the
    summary leaves out. It is None where the judge could not tell, and ``unscored_reason`` then says why in plain words:
    that is not a "no". ``weight``, of a source unit, is how much of what its source is about it tells: 0 or more, to be
    compared within one source.
    """

    unit_index: int
    score: float | None
    is_flagged: bool
    findings: tuple[Finding, ...] = ()
    unscored_reason: str = ""
    weight: float = 0.0


class TextCoverage(NamedTuple):
    """How much of a text a summary holds: the share of its telling words' weight that no sentence takes up (None where
    it has no such words), the rarest of these words as written, and the sentence that has most of the text (-1: none).
    """

    missing_share: float | None
    words: tuple[str, ...]
    closest: int
