"""The settings that evaluations share, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from galley.core.errors import InputError
from galley.core.judges.methods.base import Setting
from galley.core.judges.qa.similarity import MEASURES

MOST_QUESTIONS = 40

SIMILARITY = Setting("similarity", "rouge", "how to measure the similarity of two answers", values=tuple(MEASURES))
THRESHOLD = Setting("threshold", 0.5, "a fact is consistent from this similarity on", 0, 1)
LONG = (
    Setting("context", 0, "tokens that the model takes; 0 for what the price list says", 0, 10_000_000, empty="known"),
    Setting("overlap", 0.1, "share that neighbouring parts of a long source have in common", 0, 0.9),
)
EVALUATION = (
    Setting("coverage-least", 6, "fewest questions about the document", 1, MOST_QUESTIONS),
    Setting("coverage-most", 12, "most questions about the document", 1, MOST_QUESTIONS),
    Setting("consistency-least", 4, "fewest questions about a summary", 1, MOST_QUESTIONS),
    Setting("consistency-most", 10, "most questions about a summary", 1, MOST_QUESTIONS),
    SIMILARITY,
    THRESHOLD,
    Setting("top", 0, "only the most important questions count in scores; 0 for all", 0, MOST_QUESTIONS, empty="all"),
    *LONG,
)
"""Ranges and measures of LongSumEval, section IV-D."""


def check(settings: Mapping[str, Any]) -> None:
    """Raises: InputError where a range is upside down, or a similarity needs what is not installed."""
    for side in ("coverage", "consistency"):
        least, most = settings[f"{side}-least"], settings[f"{side}-most"]
        if least > most:
            raise InputError(f"{side}-least is {least} and {side}-most {most}; the first must not be larger.")
    check_similarity(settings)


def check_similarity(settings: Mapping[str, Any]) -> None:
    """Raises: InputError where the similarity needs what is not installed."""
    if settings["similarity"] == "cossim":
        from galley.core.judges.qa.embeddings import require_package

        require_package()
