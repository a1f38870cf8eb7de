"""What a merge did, or would do: counts, and the cells and items that somebody should look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from galley.core.domain import Action

KINDS = {
    Action.ACCEPT: "accepted", Action.OVERRIDE: "overridden", Action.UNSURE: "unsure", Action.ADD: "added",
    Action.NOTE: "noted", Action.FINISH: "finished", Action.REOPEN: "reopened", Action.SETTLE: "settled as gold",
    Action.REASON: "reasons judged", Action.REVISE: "revised", Action.ATTACH: "evidence attached",
    Action.UNDO: "taken back", Action.REDO: "done again",
}  # fmt: skip
"""What the decisions of each kind are called where they are counted."""
LISTED = 1_000
"""How many entries of a list are kept; the count beside it is always the whole."""


@dataclass(slots=True)
class Listed:
    """Sentences, the first ``LISTED`` of them, and how many there are."""

    count: int = 0
    lines: list[str] = field(default_factory=list)

    def add(self, line: str) -> None:
        """One more."""
        self.count += 1
        if len(self.lines) < LISTED:
            self.lines.append(line)


@dataclass(slots=True)
class Came:
    """One file: whose answers, how many decisions, how many of them are new and how many were here already; ``left``
    were not taken in because their item changed or is not here, or they are not the reviewer's to make; ``kinds``
    counts the new ones by reviewer and action."""

    file: str
    reviewers: tuple[str, ...]
    decisions: int = 0
    new: int = 0
    same: int = 0
    left: int = 0
    kinds: Counter[tuple[str, str]] = field(default_factory=Counter)

    def said(self) -> Iterator[str]:
        """What is new, a line for each person: "ann: 8 accepted, 2 overridden, 1 finished"."""
        for who in dict.fromkeys(who for who, _ in self.kinds):
            counts = (f"{n:,} {words}" for kind, words in KINDS.items() if (n := self.kinds[who, kind]))
            yield f"{who}: {', '.join(counts)}"


@dataclass(slots=True)
class MergeReport:
    """All files of one merge. ``conflicts`` are cells that the same reviewer answered here and there, ``changed`` items
    with other texts here, ``absent`` items that are not here, ``beyond`` decisions that a package's reviewer may not
    make, ``reopened`` settled cells that were answered since, ``late`` answers in assignments that were taken back,
    ``silent`` what was left unmarked though another task, or another package, asks it."""

    files: list[Came] = field(default_factory=list)
    items: int = 0
    conflicts: Listed = field(default_factory=Listed)
    changed: Listed = field(default_factory=Listed)
    absent: Listed = field(default_factory=Listed)
    beyond: Listed = field(default_factory=Listed)
    reopened: Listed = field(default_factory=Listed)
    late: Listed = field(default_factory=Listed)
    silent: Listed = field(default_factory=Listed)
    notes: list[str] = field(default_factory=list)

    @property
    def new(self) -> int:
        """Decisions that were not here."""
        return sum(came.new for came in self.files)

    @property
    def same(self) -> int:
        """Decisions that were here already."""
        return sum(came.same for came in self.files)

    @property
    def left(self) -> int:
        """Decisions that were not taken in."""
        return sum(came.left for came in self.files)

    @property
    def lists(self) -> tuple[tuple[str, Listed], ...]:
        """What there is to look at, with its title; lists without an entry are left out."""
        titles = (
            ("Answered here and there by the same reviewer; the later answer counts", self.conflicts),
            ("The texts are others here, so the answers were not taken in", self.changed),
            ("Not in this project, so the answers were not taken in", self.absent),
            ("Not theirs to settle or to take back, so not taken in", self.beyond),
            ("Taken back from them before; the answers count once galley take-back --accept says so", self.late),
            ("Left unmarked, which counts nowhere: it is for another task, or another package, to ask", self.silent),
            ("Settled before, and answered since; the gold stays until somebody looks at it", self.reopened),
        )
        return tuple((title, listed) for title, listed in titles if listed.count)

    @property
    def counts(self) -> dict[str, int]:
        """The figures by what they count, for a table."""
        found = {
            "new decisions": self.new,
            "decisions that were here already": self.same,
            "items with new decisions": self.items,
            "cells answered here and there": self.conflicts.count,
            "decisions that are not taken in": self.left,
            "settled cells that were answered since": self.reopened.count,
        }
        return {what: n for what, n in found.items() if n}

    def lines(self, shown: int = 20) -> Iterator[str]:
        """The whole as text, ``shown`` entries of each list."""
        for came in self.files:
            who = ", ".join(came.reviewers) or "nobody"
            left = f", {came.left:,} not taken in" if came.left else ""
            yield f"{came.file}: {who}, {came.new:,} new, {came.same:,} here already{left}"
            yield from (f"  {line}" for line in came.said())
        yield from self.notes
        for title, listed in self.lists:
            yield f"{title}: {listed.count:,}"
            yield from (f"  {line}" for line in listed.lines[:shown])
            if listed.count > shown:
                yield f"  … and {listed.count - shown:,} more"
