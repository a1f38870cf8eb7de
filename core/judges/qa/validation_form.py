"""The form of LongSumEval, section IV-E3, on which people say what they think of a question and its answer."""

from __future__ import annotations

from collections.abc import Mapping

SCHEME = "qa-validation"
ONLY_IF = {
    "no-answer": ("answer-relevant", "yes"),
    "no-answer-justified": ("no-answer", "yes"),
    "answer-consistent": ("no-answer", "no"),
}
"""The question of the form that leads to another, and the answer that does."""


def follows(criterion: str, said: Mapping[str, object]) -> bool:
    """Whether the question ``criterion`` of the form is asked after the answers ``said`` (criterion id to "yes" or
    "no"): all that lead to it were given so."""
    before, wanted = ONLY_IF.get(criterion, ("", ""))
    return not before or (said.get(before) == wanted and follows(before, said))
