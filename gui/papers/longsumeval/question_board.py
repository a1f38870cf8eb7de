"""What the panel shows of the summary in front: its questions as this reviewer sees them, the scores, the form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from galley.core.domain import Cell, Criterion, Document, Value
from galley.core.judges.qa import validation_form
from galley.core.judges.qa.outcome import SCHEME
from galley.core.judges.qa.qa_board import Entry, board, judges
from galley.core.judges.qa.scoring import CONSISTENCY, COVERAGE
from galley.core.judges.qa.standing import Rules, Standing, kept, own_view, rules, similarity, standings
from galley.gui.desk.catalogue import Catalogue
from galley.gui.desk.opened import Opened, Tab
from galley.gui.language import tr

_WORDS = {COVERAGE: (tr("unanswered"), tr("answered")), CONSISTENCY: (tr("inconsistent"), tr("consistent"))}
"""A fault of each side, and none."""


class State(StrEnum):
    """What the reviewer said of a question's verdict."""

    OPEN = "open"
    AGREED = "agreed"
    DIFFERS = "differs"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the verdict on it. ``blind`` hides what the judge said until the reviewer has decided."""

    entry: Entry
    criterion: Criterion
    state: State
    similarity: float | None
    blind: bool

    @property
    def scored(self) -> bool:
        """Whether the judge came to a verdict."""
        return self.entry.verdict.value is not None

    @property
    def judged(self) -> str:
        """The judge's verdict in a word."""
        value = self.entry.verdict.value
        return tr("unscored") if value is None else self.word(value == "yes")

    @property
    def words(self) -> str:
        """The verdict with what the reviewer said of it: "✓ answered", "unanswered → answered"."""
        if self.blind:
            return tr("blind")
        match self.state:
            case State.AGREED:
                return f"✓ {self.judged}"
            case State.DIFFERS:
                return f"{self.judged} → {self.word(self.entry.fault is True)}"
            case State.UNSURE:
                return f"? {self.judged}"
        return self.judged

    def word(self, fault: bool) -> str:
        """A fault, or none, of this side."""
        return _WORDS[self.entry.side][0 if fault else 1]


@dataclass(frozen=True, slots=True)
class Check:
    """A question of the form: what was answered ("" for nothing yet), and whether earlier answers lead to it."""

    criterion: Criterion
    cell: Cell
    said: str
    follows: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """The board of one summary and judge. ``judges`` are all that asked about it, by row id, newest first."""

    summary: Document | None
    judges: Sequence[int]
    judge: int
    rules: Rules
    asked: Sequence[Asked]
    standings: Mapping[str, Standing]

    @property
    def hidden(self) -> bool:
        """Whether a verdict is still to be decided blind: the judged scores would tell of it."""
        return any(each.blind for each in self.asked)


NOTHING = Shown(None, (), 0, Rules(), (), {})


def read(
    opened: Opened, tab: Tab | None, catalogue: Catalogue, reviewer: int, connection: Any, wanted: int = 0
) -> Shown:
    """The board of the tab in front by the judge ``wanted`` (a row id), else by the newest that asked."""
    summary = tab.document if tab is not None and tab.target else None
    rows = {c.id: c.row for c in catalogue.criteria.values() if c.scheme == SCHEME}
    if summary is None or not rows:
        return NOTHING
    view = own_view(opened.view, reviewer)
    there = judges(view, rows, summary.id)
    if not there:
        return Shown(summary, (), 0, Rules(), (), {})
    judge = wanted if wanted in there else there[0]
    rule = rules(connection, judge)
    entries = board(view, rows, summary.id, judge)
    blind = {entry.verdict.cell for entry in opened.entries if entry.blind}
    asked = []
    for entry in entries:
        said = view.answer(reviewer, entry.verdict.cell)
        if said is not None and said.value is None:
            state = State.UNSURE
        elif entry.people is None:
            state = State.OPEN
        else:
            state = State.AGREED if entry.people is (entry.verdict.value == "yes") else State.DIFFERS
        criterion = catalogue.criteria[entry.verdict.cell.criterion]
        asked.append(Asked(entry, criterion, state, similarity(entry, rule), entry.verdict.cell in blind))
    scored = kept(connection, judge, summary.id) if rule.similarity == "cossim" else None
    return Shown(summary, there, judge, rule, asked, standings(entries, rule, scored))


def checks(opened: Opened, catalogue: Catalogue, reviewer: int, summary: Document, unit: int) -> list[Check]:
    """The form on one question (a unit's row id) about a summary; nothing where the form is not in force."""
    scheme = next((s for s in catalogue.schemes if s.id == validation_form.SCHEME), None)
    found: list[tuple[Criterion, Cell, str]] = []
    for criterion in scheme.criteria if scheme is not None else ():
        about = summary.whole if criterion.unit == "whole" else unit
        cell = Cell(about, criterion.row, summary.id)
        answer = opened.view.answer(reviewer, cell)
        said: Value | None = answer.value if answer is not None else None
        found.append((criterion, cell, said if said in ("yes", "no") and isinstance(said, str) else ""))
    given = {criterion.id: said for criterion, _, said in found}
    # what is asked about all questions together comes last
    found.sort(key=lambda each: each[0].unit == "whole")
    return [
        Check(criterion, cell, said, validation_form.follows(criterion.id, given)) for criterion, cell, said in found
    ]
