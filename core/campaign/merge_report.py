"""What a merge did, or would do: counts, and the cells and items that somebody should look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from galley.core.domain import Action

KINDS = {
    Action.ACCEPT: "accepted", Action.OVERRIDE: "overridden", Action.UNSURE: "unsure", Action.ADD: "added",
    Action.NOTE: "noted", Action.FINISH: "finished", Action.REOPEN: "reopened", Action.ADJUDICATE: "adjudicated "
    "as gold",
    Action.REASON: "reasons judged", Action.REVISE: "revised", Action.ATTACH: "evidence attached",
    Action.UNDO: "undone", Action.REDO: "redone",
}  # fmt: skip
"""What the decisions of each kind are called where they are counted."""
LISTED = 1_000
"""How many entries of a list are kept; the count beside it is always the whole."""


@dataclass(slots=True)
class SentenceList:
    """Sentences, the first ``LISTED`` of them, and how many entries there are; entries that say the same share one."""

    count: int = 0
    lines: list[str] = field(default_factory=list)
    _counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    _places: dict[tuple[str, str], int] = field(default_factory=dict)

    def add(self, line: str) -> None:
        """One more."""
        self.count += 1
        if len(self.lines) < LISTED:
            self.lines.append(line)

    def add_counted(self, before: str, count_words: str, after: str) -> None:
        """One more of what has the same words before and after its count: "item-22: 20 decisions in own/reading, by
        cat". ``count_words`` ("{n:,} decisions ") stand between them once there are several."""
        key = before, after
        self._counts[key] += 1
        if key not in self._places:
            self._places[key] = len(self.lines)
            self.add(f"{before} {after}")
            return
        self.count += 1
        if self._places[key] < len(self.lines):
            self.lines[self._places[key]] = f"{before} {count_words.format(n=self._counts[key])}{after}"


@dataclass(slots=True)
class FileReport:
    """One file: whose answers, how many decisions, how many of them are new and how many were here already;
    ``not_imported``
    were not merged because their item changed or is not here, or they are not the reviewer's to make; ``kinds``
    counts the new ones by reviewer and action."""

    file: str
    reviewers: tuple[str, ...]
    decisions: int = 0
    new: int = 0
    known_decisions: int = 0
    not_imported: int = 0
    kinds: Counter[tuple[str, str]] = field(default_factory=Counter)

    def describe_new(self) -> Iterator[str]:
        """What is new, a line for each person: "ann: 8 accepted, 2 overridden, 1 finished"."""
        for who in dict.fromkeys(who for who, _ in self.kinds):
            counts = (f"{n:,} {words}" for kind, words in KINDS.items() if (n := self.kinds[who, kind]))
            yield f"{who}: {', '.join(counts)}"


@dataclass(slots=True)
class MergeReport:
    """All files of one merge. ``conflicts`` are cells that the same reviewer answered here and there,
    ``changed_texts`` items with other texts here, ``missing_items`` items that are not here, ``not_permitted``
    decisions that a package's reviewer may not make, ``recheck_cells`` adjudicated cells that were answered since,
    ``revoked_answers`` answers in assignments that were revoked, ``implicit_nos`` what was left unmarked though
    another task, or another package, asks it."""

    files: list[FileReport] = field(default_factory=list)
    items: int = 0
    conflicts: SentenceList = field(default_factory=SentenceList)
    changed_texts: SentenceList = field(default_factory=SentenceList)
    missing_items: SentenceList = field(default_factory=SentenceList)
    not_permitted: SentenceList = field(default_factory=SentenceList)
    recheck_cells: SentenceList = field(default_factory=SentenceList)
    revoked_answers: SentenceList = field(default_factory=SentenceList)
    implicit_nos: SentenceList = field(default_factory=SentenceList)
    notes: list[str] = field(default_factory=list)

    @property
    def new(self) -> int:
        """Decisions that were not here."""
        return sum(file_report.new for file_report in self.files)

    @property
    def known_decisions(self) -> int:
        """Decisions that were here already."""
        return sum(file_report.known_decisions for file_report in self.files)

    @property
    def not_imported(self) -> int:
        """Decisions that were not merged."""
        return sum(file_report.not_imported for file_report in self.files)

    @property
    def check_lists(self) -> tuple[tuple[str, SentenceList], ...]:
        """What there is to look at, with its title; lists without an entry are left out."""
        titles = (
            ("Answered by the same reviewer in the project and in the file; the later answer counts", self.conflicts),
            ("The texts differ here, so the answers were not merged", self.changed_texts),
            ("Not in this project, so the answers were not merged", self.missing_items),
            ("Adjudicated or revoked by somebody without that role, so not merged", self.not_permitted),
            ("Revoked from them before; the answers count after galley campaign revoke --accept", self.revoked_answers),
            (
                "Left unmarked and not counted: another task or package asks it",
                self.implicit_nos,
            ),
            ("Adjudicated before, and answered since; the gold stays until somebody checks it", self.recheck_cells),
        )
        return tuple((title, listed) for title, listed in titles if listed.count)

    @property
    def counts(self) -> dict[str, int]:
        """The figures by what they count, for a table."""
        figures = {
            "new decisions": self.new,
            "decisions that were here already": self.known_decisions,
            "items with new decisions": self.items,
            "cells answered here and there": self.conflicts.count,
            "decisions that are not merged": self.not_imported,
            "adjudicated cells that were answered since": self.recheck_cells.count,
        }
        return {what: n for what, n in figures.items() if n}

    def format_lines(self, limit: int = 20) -> Iterator[str]:
        """The whole as text, ``shown`` entries of each list."""
        for file_report in self.files:
            who = ", ".join(file_report.reviewers) or "nobody"
            not_imported = f", {file_report.not_imported:,} not merged" if file_report.not_imported else ""
            known = f"{file_report.known_decisions:,} here already"
            yield f"{file_report.file}: {who}, {file_report.new:,} new, {known}{not_imported}"
            yield from (f"  {line}" for line in file_report.describe_new())
        yield from self.notes
        for title, listed in self.check_lists:
            yield f"{title}: {listed.count:,}"
            yield from (f"  {line}" for line in listed.lines[:limit])
            if listed.count > limit:
                yield f"  … and {listed.count - limit:,} more"
