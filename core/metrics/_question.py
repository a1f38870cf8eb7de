"""What is asked of a cell, as metrics count it: a criterion, or the union of several."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from galley.core.domain import Criterion, CriterionId, Scheme, UnitKind


@dataclass(frozen=True, slots=True)
class CellQuestion:
    """What is asked of a cell: one criterion, or the union of several (a declared roll-up, or a group). ``task`` is the
    task that asks it, where one was named."""

    scheme: str
    id: str
    name: str
    members: tuple[Criterion, ...]
    is_combined: bool = False
    task: str = ""

    def head(self, **more: Any) -> dict[str, Any]:
        """How the row of a figure about it begins: ``more`` says of whom, or under what."""
        head = {"scheme": self.scheme, "criterion": self.id, **more}
        return head | ({"rollup": True} if self.is_combined else {})

    @property
    def rows(self) -> list[CriterionId]:
        """The row ids of its criteria."""
        return [criterion.row for criterion in self.members]

    @property
    def binary(self) -> bool:
        """Whether the answer is yes or no."""
        return all(criterion.scale == "yes-no" for criterion in self.members)

    @property
    def whole(self) -> bool:
        """Whether it is asked of documents only, so that unit and summary level are one."""
        return all(criterion.unit is UnitKind.WHOLE for criterion in self.members)

    @property
    def documents(self) -> str:
        """What whole documents it is asked of, in the plural: a question about the source counts sources."""
        return "sources" if all(criterion.about == "self" for criterion in self.members) else "summaries"


def add_level_column(
    columns: Sequence[str], rows: Iterable[Mapping[str, Any]], questions: Iterable[CellQuestion], at: int = 2
) -> tuple[str, ...]:
    """The columns of ``rows``, with ``level`` at place ``at`` where a row is of whole summaries by a question that can
    be asked of their units, too."""
    wholes = {(question.scheme, question.id) for question in questions if question.whole}
    if any(row["level"] == "summary" and (row["scheme"], row["criterion"]) not in wholes for row in rows):
        return (*columns[:at], "level", *columns[at:])
    return tuple(columns)


def by_level(scheme: Scheme) -> list[CellQuestion]:
    """A scheme's combined criteria, level by level of its criteria: "hallucination-within-turn"."""
    levels = dict.fromkeys(c.level for c in scheme.criteria if c.level)
    parts = [
        (rollup, level, tuple(c for c in scheme.criteria if c.id in rollup.criteria and c.level == level))
        for rollup in scheme.combined_criteria
        for level in levels
    ]
    return [
        CellQuestion(scheme.id, f"{rollup.id}-{level}", f"{rollup.name}, {level}", members, True)
        for rollup, level, members in parts
        if members
    ]
