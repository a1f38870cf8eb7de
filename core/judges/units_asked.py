"""What a method says of units that its criterion does not ask about: left out, and said."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from galley.core.domain import TEXT_KINDS, Scheme
from galley.core.judges.methods.base import Outcome
from galley.core.review.items import ItemView


def units_asked(outcome: Outcome, view: ItemView, schemes: Iterable[Scheme]) -> Outcome:
    """The outcome with its verdicts on units of the kind that their criterion asks about, or on the whole text. Others
    could neither be packed nor imported again."""
    kinds = {unit.id: unit.kind for document in view.documents for unit in document.units}
    asked_kinds = {criterion.row: criterion.unit for scheme in schemes for criterion in scheme.criteria}
    verdicts = [
        verdict
        for verdict in outcome.verdicts
        if (kind := kinds.get(verdict.cell.unit)) not in TEXT_KINDS
        or asked_kinds.get(verdict.cell.criterion, kind) == kind
    ]
    dropped_count = len(outcome.verdicts) - len(verdicts)
    if not dropped_count:
        return outcome
    note = "Verdicts on units of another kind than their criterion asks about were left out"
    return replace(outcome, verdicts=verdicts, notes=(*outcome.notes, *[note] * dropped_count))
