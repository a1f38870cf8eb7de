"""Who votes: the one place that tells people from judges."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from galley.core.domain import JUDGES, Annotator, AnnotatorId, AnnotatorKind

PEOPLE: Final = "people"
JUDGE: Final = "judge:"
"""Before the name of a judge among a task's voters."""
METHOD: Final = "method:"
"""Before the name of a method: whatever judge goes by it votes."""


def voting(
    annotators: Iterable[Annotator], voters: Collection[str] = (PEOPLE,), readers: Collection[AnnotatorId] | None = None
) -> frozenset[AnnotatorId]:
    """The row ids of those who vote on a task: ``voters`` as the task names them ("people", "judge:NAME",
    "method:NAME"), of the people only ``readers`` (whoever has the task in hand; None: everybody)."""
    return frozenset(
        annotator.id
        for annotator in annotators
        if (PEOPLE in voters and annotator.kind is AnnotatorKind.HUMAN and (readers is None or annotator.id in readers))
        or (annotator.kind in JUDGES and words(annotator.name, annotator.method).intersection(voters))
    )


def words(name: str, method: str) -> frozenset[str]:
    """What a task may call a judge among its voters."""
    return frozenset((JUDGE + name, METHOD + method)) if method else frozenset((JUDGE + name,))
