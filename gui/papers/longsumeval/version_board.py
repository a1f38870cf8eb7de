"""What the panel shows of a version: its sentences against those before, the feedback that was used, the text as the
reviewer lets it stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from galley.core.domain import JUDGES, Cell, Criterion, Document, Unit, UnitKind, Verdict
from galley.core.judges.qa.difference import Kind, Stretch, inline
from galley.core.judges.qa.outcome import FAULT
from galley.core.judges.qa.outcome import SCHEME as EVALUATION
from galley.core.judges.qa.standing import own_view
from galley.core.papers.longsumeval import acceptance
from galley.core.papers.longsumeval.acceptance import Accepted
from galley.core.project.item_reading import FlagState, ItemView
from galley.gui.desk.catalogue import Catalogue
from galley.gui.desk.opened import Opened


class State(StrEnum):
    """What the reviewer decided about a change or a piece of feedback."""

    OPEN = "open"
    TAKEN = "taken"
    REJECTED = "rejected"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of either version. ``cell`` is None for one that stayed; ``flag`` the judge's verdict on a change;
    ``marked`` are the criteria of other schemes that are flagged on it and not overridden."""

    kind: Kind
    unit: Unit
    stretches: Sequence[Stretch]
    cell: Cell | None
    flag: Verdict | None
    state: State
    marked: tuple[Criterion, ...] = ()


@dataclass(frozen=True, slots=True)
class Feedback:
    """One fault that the version was to mend, as the model was told of it; ``flag`` is the verdict that said so, None
    where it is not there any more."""

    question: str
    summary: str
    document: str
    unit: Unit | None
    flag: Verdict | None
    state: State


@dataclass(frozen=True, slots=True)
class Version:
    """Everything about one version. ``accepted`` is None where the scheme ``refinement`` is not in the project."""

    document: Document
    before: Document
    round: int
    dimension: str
    sentences: Sequence[Sentence]
    feedback: Sequence[Feedback]
    accepted: Accepted | None

    @property
    def changes(self) -> list[Sentence]:
        """The sentences that did not stay."""
        return [sentence for sentence in self.sentences if sentence.kind is not Kind.KEPT]


def read(opened: Opened, document: Document, catalogue: Catalogue, reviewer: int) -> Version | None:
    """A version as this reviewer sees it; None for a document that is none, or whose predecessor is not there."""
    view = own_view(opened.view, reviewer)
    before = acceptance.previous(view, document)
    if before is None:
        return None
    told = acceptance.history(document)
    rows = {c.id: c.row for c in catalogue.criteria.values() if c.scheme == acceptance.SCHEME}
    known = all(kind.value in rows for kind in Kind if kind is not Kind.KEPT)
    sentences = []
    for step in acceptance.changes(before, document):
        old = before.units[step.before] if step.before is not None else None
        new = document.units[step.after] if step.after is not None else None
        unit = new or old
        assert unit is not None
        cell = acceptance.cell(step, before, document, rows) if known else None
        flag = _flag(view, cell) if cell is not None else None
        state = _state(view, reviewer, cell) if cell is not None else State.OPEN
        marked = tuple(
            dict.fromkeys(
                entry.instead or entry.criterion
                for entry in opened.entries
                if entry.unit.id == unit.id
                and entry.target.id == document.id
                and entry.criterion.scheme != acceptance.SCHEME
                and (entry.instead is not None or entry.state is not FlagState.OVERRIDDEN)
            )
        )
        sentences.append(Sentence(step.kind, unit, _stretches(step.kind, old, new), cell, flag, state, marked))
    number, dimension = told.get("round"), told.get("dimension")
    return Version(
        document,
        before,
        number if isinstance(number, int) else 0,
        dimension if isinstance(dimension, str) else "",
        sentences,
        _feedback(view, before, told, catalogue, reviewer),
        acceptance.accepted(view, document, rows, reviewer) if known else None,
    )


def _stretches(kind: Kind, old: Unit | None, new: Unit | None) -> list[Stretch]:
    if kind is Kind.REWORDED and old is not None and new is not None:
        return inline(old.text, new.text)
    text = (new or old).text if (new or old) is not None else ""  # type: ignore[union-attr]
    return [Stretch(kind, text)]


def _feedback(
    view: ItemView, before: Document, told: Mapping[str, object], catalogue: Catalogue, reviewer: int
) -> list[Feedback]:
    given, dimension = told.get("feedback"), told.get("dimension")
    name = FAULT.get(dimension, "") if isinstance(dimension, str) else ""
    row = next((c.row for c in catalogue.criteria.values() if c.scheme == EVALUATION and c.id == name), 0)
    asked = {unit.name: unit for unit in view.derived if unit.kind is UnitKind.QUESTION}
    found = []
    for entry in given if isinstance(given, list) else ():
        if not isinstance(entry, dict):
            continue
        unit = asked.get(str(entry.get("unit") or ""))
        cell = Cell(unit.id, row, before.id) if unit is not None and row else None
        flag = _flag(view, cell) if cell is not None else None
        state = _state(view, reviewer, cell) if cell is not None else State.OPEN
        words = [str(entry.get(field) or "") for field in ("question", "summary", "document")]
        found.append(Feedback(words[0], words[1], words[2], unit, flag, state))
    return found


def _flag(view: ItemView, cell: Cell) -> Verdict | None:
    on = [v for v in view.verdicts if v.cell == cell and view.annotators[v.annotator].kind in JUDGES]
    return next((v for v in on if v.value == "yes"), None)


def _state(view: ItemView, reviewer: int, cell: Cell) -> State:
    answer = view.answer(reviewer, cell)
    if answer is not None:
        if answer.value is None:
            return State.UNSURE
        return State.TAKEN if answer.value == "yes" else State.REJECTED
    return State.REJECTED if view.silent(reviewer, cell) else State.OPEN
