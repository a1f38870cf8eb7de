"""What a method says of units that its criterion does not ask about: left out, and said."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from galley.core.domain import TEXT_KINDS, Scheme
from galley.core.judges.methods.base import Outcome
from galley.core.project.item_reading import ItemView


def units_asked(outcome: Outcome, view: ItemView, schemes: Iterable[Scheme]) -> Outcome:
    """The outcome with its verdicts on units of the kind that their criterion asks about, or on the whole text. Others
    could neither be packed nor imported again."""
    kinds = {unit.id: unit.kind for document in view.documents for unit in document.units}
    wanted = {criterion.row: criterion.unit for scheme in schemes for criterion in scheme.criteria}
    kept = [
        each
        for each in outcome.found
        if (kind := kinds.get(each.cell.unit)) not in TEXT_KINDS or wanted.get(each.cell.criterion, kind) == kind
    ]
    left = len(outcome.found) - len(kept)
    if not left:
        return outcome
    note = "Verdicts on units of another kind than their criterion asks about were left out"
    return replace(outcome, found=kept, notes=(*outcome.notes, *[note] * left))
