"""The text of a refined summary as reviewers let it stand, sentence by sentence.

Each change is a flag of the scheme ``refinement``: accepted, the new wording stands; overridden, the old one does. A
change that nobody decided keeps the old wording, and is counted.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from galley.core.domain import NO_ANNOTATOR, AnnotatorId, Cell, CriterionId, Document
from galley.core.judges.qa.difference import SentenceFate, Step, steps
from galley.core.review.cell_outcomes import ruling
from galley.core.review.items import ItemView

SCHEME = "refinement"
FIELD = "refined"
"""The key in a version's metadata under which its history stands."""
STANDS = "stands"
"""False in the history of a version that was set aside: the version before it is the result."""


@dataclass(frozen=True, slots=True)
class AcceptedText:
    """The text that stands, and how many changes were accepted, rejected and left open."""

    text: str
    accepted_count: int
    rejected_count: int
    open: int


def history(document: Document) -> Mapping[str, Any]:
    """How a version came about: round, from, origin, dimension, feedback, …; empty for a summary that is none."""
    refinement = document.meta.get(FIELD)
    return refinement if isinstance(refinement, Mapping) else {}


def read_refinement(meta: str | None) -> Mapping[str, Any] | None:
    """How the version with this metadata (JSON) came about; None for a document that is none."""
    refinement = json.loads(meta).get(FIELD) if meta and FIELD in meta else None
    return refinement if isinstance(refinement, Mapping) else None


def is_final(history: Mapping[str, Any]) -> bool:
    """Whether a version is a result: not where its round made worse what it was to mend, and the loop ended there."""
    return history.get(STANDS) is not False


def find_previous(view: ItemView, version: Document) -> Document | None:
    """The summary that a version was written from."""
    name = history(version).get("from")
    return next((document for document in view.documents if document.name == name), None)


def versions(view: ItemView) -> list[Document]:
    """The refined versions of an item that still have the version before them."""
    return [document for document in view.documents if find_previous(view, document) is not None]


def cell(step: Step, before: Document, after: Document, rows: Mapping[str, CriterionId]) -> Cell | None:
    """The cell of a change; None for a sentence that stayed. ``rows`` are the criteria's row ids by id."""
    if step.kind is SentenceFate.KEPT:
        return None
    place, document = (step.after, after) if step.after is not None else (step.before, before)
    assert place is not None
    return Cell(document.units[place].id, rows[step.kind.value], after.id)


def changes(before: Document, after: Document) -> list[Step]:
    """The steps from one version to the next."""
    return steps([unit.text for unit in before.units], [unit.text for unit in after.units])


def build_accepted_text(
    view: ItemView, version: Document, rows: Mapping[str, CriterionId], reviewer: AnnotatorId = NO_ANNOTATOR
) -> AcceptedText:
    """The text that stands of a version, as ``reviewer`` (a row id) or, without one, as people together say.

    Raises: ValueError for a document that is no version.
    """
    before = find_previous(view, version)
    if before is None:
        raise ValueError(f"{version.name} is no refined version")
    counts = {True: 0, False: 0, None: 0}
    pieces: list[tuple[Document, int]] = []
    for step in changes(before, version):
        place = cell(step, before, version, rows)
        if place is None:
            assert step.after is not None
            pieces.append((version, step.after))
            continue
        is_accepted = _is_accepted(view, place, reviewer)
        counts[is_accepted] += 1
        if step.kind is SentenceFate.REMOVED:
            step_unit = None if is_accepted else step.before
            document = before
        elif is_accepted:
            step_unit, document = step.after, version
        else:
            step_unit, document = step.before, before
        if step_unit is not None:
            pieces.append((document, step_unit))
    return AcceptedText(_join_pieces(pieces), counts[True], counts[False], counts[None])


def _is_accepted(view: ItemView, place: Cell, reviewer: AnnotatorId) -> bool | None:
    if not reviewer:
        ruled_value = ruling(view, place).value
        return None if ruled_value is None else ruled_value == "yes"
    answer = view.answer(reviewer, place)
    if answer is not None:
        return None if answer.value is None else answer.value == "yes"
    return False if view.is_implicit_no(reviewer, place) else None


def _join_pieces(pieces: list[tuple[Document, int]]) -> str:
    """The sentences with what stood behind each in its own document between them."""
    text = ""
    for number, (document, place) in enumerate(pieces):
        unit = document.units[place]
        text += unit.text
        if number < len(pieces) - 1:
            text += _gap(document, place)
    return text


def _gap(document: Document, place: int) -> str:
    """What stands behind a sentence; behind the last one what stands behind the first."""
    if place + 1 < len(document.units):
        return document.text[document.units[place].end : document.units[place + 1].start]
    if len(document.units) > 1:
        return document.text[document.units[0].end : document.units[1].start]
    return " "
