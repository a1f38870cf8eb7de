"""What became of an item under the tasks in force: where each of them stands in it, and what counts nowhere."""

from __future__ import annotations

from dataclasses import dataclass, field

from galley.core.definitions.protocols import Task
from galley.core.domain import AnnotatorId, Cell, CriterionId, UnitId
from galley.core.rules.rule import Ruling, State


@dataclass(slots=True)
class StateTotals:
    """Cells that a task asks, by state; ``split`` of all of them, whatever their state. Known cells are not counted."""

    asked: int = 0
    open: int = 0
    settled: int = 0
    undecided: int = 0
    excluded: int = 0
    answered: int = 0
    split: int = 0

    def add(self, ruling: Ruling, times: int = 1) -> None:
        """Count a cell, or a class of ``times`` cells; to take it back, count it ``-times`` times."""
        if ruling.state is State.KNOWN:
            return
        name = ruling.state.name.lower()
        setattr(self, name, getattr(self, name) + times)
        self.asked += times
        self.split += times * ruling.split


@dataclass(slots=True)
class Standing:
    """Where a task stands in an item. ``cells`` are those that it asks and that somebody marked or that want an answer
    of their own, each with its ruling; ``unmarked_rulings`` the rulings of those that nobody marked, with how many
    there are and
    the pair (criterion, target); ``waiting`` how many are not asked yet; ``not_counted`` how many answers of people
    are to cells that are not asked. ``done`` counts what each person has answered (cells, unsure among them)."""

    task: Task
    cells: dict[Cell, Ruling] = field(default_factory=dict)
    unmarked_rulings: list[tuple[tuple[CriterionId, int], Ruling, int]] = field(default_factory=list)
    waiting: int = 0
    not_counted: int = 0
    done: dict[int, list[int]] = field(default_factory=dict)
    has_passed: bool = True

    @property
    def totals(self) -> StateTotals:
        """How many cells are in which state."""
        state_totals = StateTotals()
        for ruling in self.cells.values():
            state_totals.add(ruling)
        for _, ruling, times in self.unmarked_rulings:
            state_totals.add(ruling, times)
        return state_totals


@dataclass(slots=True)
class ItemOutcome:
    """An item under the tasks in force. ``aside`` says of verdicts (row ids) why they count nowhere, ``unmet`` which
    people's own answers made which cells pointless; ``types`` are those that gold gives derived units; ``rulings`` what
    became of every cell that a task of a protocol owns and asks, known ones among them, and ``implicit_rulings`` of
    those that
    nobody marked, by (criterion, target). ``unasked_cells`` are cells of such tasks that were marked or flagged and
    are not asked now; ``revoked_answers`` what people said in assignments that were revoked, or beyond the slots;
    ``finished_pairs`` are
    (task, person); ``out`` the documents that were said to be unusable: nothing is asked about them."""

    standings: dict[str, Standing] = field(default_factory=dict)
    aside: dict[int, str] = field(default_factory=dict)
    unmet: set[tuple[AnnotatorId, Cell]] = field(default_factory=set)
    types: dict[UnitId, str] = field(default_factory=dict)
    rulings: dict[Cell, Ruling] = field(default_factory=dict)
    implicit_rulings: dict[tuple[CriterionId, int], Ruling] = field(default_factory=dict)
    unasked_cells: set[Cell] = field(default_factory=set)
    revoked_answers: set[tuple[AnnotatorId, Cell]] = field(default_factory=set)
    finished_pairs: set[tuple[str, AnnotatorId]] = field(default_factory=set)
    out: set[int] = field(default_factory=set)
