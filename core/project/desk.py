"""What a reviewer can do, in one place: every method is one decision, and gives a future of it on disk."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any

from galley.core.domain import (
    Action,
    AnnotatorKind,
    Cell,
    ChangeSet,
    Criterion,
    Document,
    Role,
    Scheme,
    Span,
    UnitKind,
    Value,
    Verdict,
)
from galley.core.errors import InputError
from galley.core.project import log, names
from galley.core.project.log import Done
from galley.core.project.project import Project
from galley.core.project.reading import ItemView
from galley.core.project.revision import Draft, How, check
from galley.core.project.shown import Eyes

Saved = Future[Any]
"""A future of ``Done`` (None from an undo or redo that had nothing to do). Raises GalleyError if it was not saved."""


class Desk:
    """One reviewer at one project. Decisions are queued in order and each is durable when its future is done."""

    def __init__(self, project: Project, reviewer: str) -> None:
        """Raises: InputError for an empty name, ProjectReadOnly where a new name cannot be added."""
        self.project = project
        self.name = reviewer.strip()
        row = (
            project.reader()
            .execute("SELECT id FROM annotator WHERE name = ? AND kind = 'human'", (self.name,))
            .fetchone()
        )
        if row is None and not self.name:
            raise InputError("A reviewer needs a name.")
        if row is None and project.writable:
            row = (project.write(self._join).result(),)
        self.reviewer: int = row[0] if row else 0
        self.eyes = Eyes()
        """What the reviewer has seen; a window says it, else nobody knows."""

    def _join(self, connection: sqlite3.Connection) -> tuple[int, ChangeSet]:
        return names.annotator(connection, self.name, AnnotatorKind.HUMAN), ChangeSet(settings=True)

    def accept(self, item: int, flag: Verdict) -> Saved:
        """The flag is right: yes on its cell, with its spans."""
        return self._decide(Action.ACCEPT, item, cell=flag.cell, flag=flag.id, value=flag.value, spans=flag.spans)

    def override(self, item: int, flag: Verdict, value: Value = "no", other: int | None = None) -> Saved:
        """The flag is wrong: "no" (or another value), and yes on the criterion row ``other`` where one is named."""
        return self._decide(
            Action.OVERRIDE, item, cell=flag.cell, flag=flag.id, value=value, other=other, spans=flag.spans
        )

    def unsure(self, item: int, flag: Verdict) -> Saved:
        """The cell stays open and is listed."""
        return self._decide(Action.UNSURE, item, cell=flag.cell, flag=flag.id, spans=flag.spans)

    def add(self, item: int, cell: Cell, value: Value = "yes", spans: Sequence[Span] = ()) -> Saved:
        """An answer where no judge spoke: a missed flag, a rating."""
        return self._decide(Action.ADD, item, cell=cell, value=value, spans=spans)

    def note(self, item: int, cell: Cell | None, text: str) -> Saved:
        """A note on a cell or, without one, on the item. An empty text takes it away."""
        return self._decide(Action.NOTE, item, cell=cell, note=text)

    def reason(self, item: int, flag: Verdict, value: str) -> Saved:
        """How sound the judge's explanation is (a choice of the scheme ``explanation``)."""
        return self._decide(Action.REASON, item, cell=flag.cell, flag=flag.id, value=value)

    def settle(self, item: int, cell: Cell, value: Value | None, spans: Sequence[Span] = (), note: str = "") -> Saved:
        """The gold verdict of a cell, by this reviewer as adjudicator. None leaves it open."""
        return self._decide(Action.SETTLE, item, cell=cell, value=value, spans=spans, note=note)

    def finish(self, view: ItemView) -> Saved:
        """ "No" for every cell of the active schemes that was asked and is not marked."""
        pairs = asked(view, names.schemes(self.project.reader(), active_only=True))
        return self._decide(Action.FINISH, view.id, asked=pairs)

    def reopen(self, item: int) -> Saved:
        """Take a finish back: what was not marked is open again."""
        return self._decide(Action.REOPEN, item)

    def revise(
        self, item: int, how: How, drafts: Sequence[Draft], replaces: Sequence[int] = (), note: str = ""
    ) -> Saved:
        """Write derived units and retire others (see ``galley.core.project.revision``). Raises: InputError"""
        check(how, drafts, replaces)
        return self._decide(Action.REVISE, item, value=how.value, drafts=drafts, replaces=replaces, note=note)

    def undo(self) -> Saved:
        """Take the last standing decision back, in whatever item it was."""
        return self.project.write(lambda connection: log.undo(connection, self.reviewer))

    def redo(self) -> Saved:
        """Let the last undone decision stand again."""
        return self.project.write(lambda connection: log.redo(connection, self.reviewer))

    def can_undo(self) -> str:
        """What ``undo`` would take back ("accept"), or an empty string."""
        row = log.undoable(self.project.reader(), self.reviewer)
        return row.action if row else ""

    def can_redo(self) -> str:
        """What ``redo`` would do again, or an empty string."""
        row = log.redoable(self.project.reader(), self.reviewer)
        return row.action if row else ""

    def _decide(self, action: Action, item: int, **what: Any) -> Saved:
        if what.get("cell") is not None:
            what["seen"] = self.eyes.of(item, what["cell"])

        def job(connection: sqlite3.Connection) -> tuple[Done, ChangeSet]:
            return log.decide(connection, self.reviewer, action, item, **what)

        return self.project.write(job)


def asked(view: ItemView, schemes: Sequence[Scheme]) -> list[tuple[int, int]]:
    """The (criterion, target) pairs of an item that a reviewer is asked about: those whose units it has.

    Only yes/no criteria are asked; a rating has no answer that could be assumed.
    """
    pairs = []
    kinds = {d.id: {u.kind for u in d.units} | {UnitKind.WHOLE} for d in view.documents}
    for unit in view.derived:
        kinds[unit.document].add(unit.kind)
    for criterion in (c for scheme in schemes for c in scheme.criteria if c.scale == "yes-no" and c.asked):
        homes = [d for d in view.documents if d.role in criterion.roles and criterion.unit in kinds[d.id]]
        if not homes:
            continue
        if criterion.about == "summary":
            targets = [d for d in view.documents if d.role in (Role.SUMMARY, Role.TABLE) and _concerned(criterion, d)]
        else:
            targets = homes
        pairs += [(criterion.row, target.id) for target in targets]
    return pairs


def _concerned(criterion: Criterion, document: Document) -> bool:
    """Whether a criterion is asked about this summary: by its part, or part and pattern. Without a part a summary is
    whole; without a pattern it is an extract if it names its paragraphs, and else written."""
    part = document.part or "whole"
    extract = isinstance(document.meta.get("paragraphs"), list)
    pattern = document.meta.get("pattern") or ("ebs-aos" if extract else "abs-aos")
    return not criterion.parts or part in criterion.parts or f"{part} {pattern}" in criterion.parts
