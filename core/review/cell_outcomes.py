"""What people's verdicts on a cell of an item amount to, for whoever has the item before them (``ItemView``)."""

from __future__ import annotations

from galley.core.domain import AnnotatorId, AnnotatorKind, Cell
from galley.core.review.items import ItemView
from galley.core.rules.implicit_no import add_implicit_no
from galley.core.rules.rule import FLAGS, UNRESOLVED, Gold, Response, Ruling, State
from galley.core.rules.scalar import rule_on

_OPEN = Ruling(State.OPEN, None)


def ruling(view: ItemView, cell: Cell, silence: bool = True) -> Ruling:
    """The ruling on a cell: that of the task which owns it, where the view knows it; else gold, else the humans'
    majority. ``silence``: who went through its document and did not mark it said "no"."""
    if cell.criterion in view.owned_criteria:
        if cell in view.rulings:
            return view.rulings[cell]
        return view.quiet.get((cell.criterion, cell.target), _OPEN) if silence else _OPEN
    if silence and cell in view.whole_rulings:
        return view.whole_rulings[cell]
    kinds = {who: annotator.kind for who, annotator in view.annotators.items()}
    responses: list[Response] = []
    gold: Gold = None
    for verdict in view.verdicts:
        if verdict.cell != cell:
            continue
        kind = kinds[verdict.annotator]
        if kind is AnnotatorKind.GOLD:
            gold = UNRESOLVED if verdict.value is None else verdict.value
        elif kind is AnnotatorKind.HUMAN:
            responses.append(Response(verdict.annotator, verdict.value))
    went_through = {who for who, _, _ in (*view.judged_pairs, *view.implicit_no_wholes)} if silence else set()
    silent = {who for who in went_through if view.is_implicit_no(who, cell)}
    if gold is None and any(kinds[who] is AnnotatorKind.GOLD for who in silent):
        gold = "no"
    return rule_on(
        add_implicit_no(responses, (who for who in silent if kinds[who] is AnnotatorKind.HUMAN)), FLAGS, gold
    )


def find_contradictions(view: ItemView, annotator: AnnotatorId) -> list[Cell]:
    """The cells of whole documents of which this annotator said "no" in words, though they said "yes" of a unit by the
    same criterion."""
    own = [verdict for verdict in view.verdicts if verdict.annotator == annotator]
    yes = {verdict.cell[1:] for verdict in own if verdict.value == "yes"}
    wholes = {document.whole for document in view.documents}
    return [v.cell for v in own if v.value == "no" and v.cell.unit in wholes and v.cell[1:] in yes]
