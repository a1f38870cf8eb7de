"""Evidence by reviewers: source text that somebody put to a cell, as supporting or contradicting what it is about.

It is a person's own beside any verdict: on a flag that is still open, too. Each place is one decision; another one on
the same place takes its place, ``Stance.NEITHER`` takes it away.
"""

from __future__ import annotations

from typing import NamedTuple

from galley.core.domain import AnnotatorId, Cell, CriterionId, Span, Stance, UnitId
from galley.core.storage.connection import Connection
from galley.core.storage.log_row import LogRow
from galley.core.storage.queries import verdicts


class AttachedEvidence(NamedTuple):
    """A place (code points in the unit ``source``) that the annotator put to a cell."""

    annotator: AnnotatorId
    cell: Cell
    source: UnitId
    span: Span
    stance: Stance


def parse_row(row: tuple[AnnotatorId, UnitId, CriterionId, int, UnitId, int, int, str]) -> AttachedEvidence:
    """What is attached, from its row as it is stored (see ``ItemRemarks``)."""
    return AttachedEvidence(row[0], Cell(*row[1:4]), row[4], Span(*row[5:7]), Stance(row[7]))


def apply(connection: Connection, decision: LogRow) -> None:
    """Bring what is attached up to date with one more decision."""
    stance = None if decision.value == Stance.NEITHER else str(decision.value)
    verdicts.replace_attached(connection, decision, stance)
