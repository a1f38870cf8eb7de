"""The form of LongSumEval, section IV-E3, on which people say what they think of a question and its answer."""

from __future__ import annotations

SCHEME = "qa-validation"
ONLY_IF = {
    "no-answer": ("answer-relevant", "yes"),
    "no-answer-justified": ("no-answer", "yes"),
    "answer-consistent": ("no-answer", "no"),
}
"""The question of the form that leads to another, and the answer that does."""
