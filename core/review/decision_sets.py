"""The same answer to many flags, each as a decision of its own and all of them as one step of undo."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence

from galley.core.domain import Action, Cell, ChangeSet, Span
from galley.core.errors import InputError
from galley.core.review import log
from galley.core.review.decision_writer import DecisionWriter
from galley.core.storage.queries import verdicts

ANSWERS = {
    "accept": Action.ACCEPT,
    "reject": Action.OVERRIDE,
    "unsure": Action.UNSURE,
}
"""What may be said of flags, by word: reject says "no", that is, overrides them as no error."""


def decide(decision_writer: DecisionWriter, flags: Sequence[int], answer: str, note: str = "") -> int:
    """Give ``answer`` (a word of ANSWERS) to the flags with these row ids in one transaction; how many were answered.

    Flags of several judges on one cell get one decision. ``note`` becomes a note on each cell, in the same step. Waits
    until all is on disk. Raises: InputError for another word and for what is not a flag of the project.
    """
    if answer not in ANSWERS:
        raise InputError(f"A flag cannot be answered by {answer!r}; say one of: {', '.join(ANSWERS)}.")

    def job(connection: sqlite3.Connection) -> tuple[int, ChangeSet]:
        cells, changes, undo_group = _cells(connection, flags), ChangeSet(), os.urandom(8).hex()
        for cell, (flag, item, value) in cells.items():
            action = ANSWERS[answer]
            new_value = {Action.ACCEPT: value, Action.OVERRIDE: "no", Action.UNSURE: None}[action]
            spans = [Span(*span) for span in verdicts.read_verdict_spans(connection, flag)]
            where = decision_writer.find_location(connection, action, cell, undo_group)
            if note:
                changes |= log.decide(
                    connection, decision_writer.reviewer, Action.NOTE, item, cell=cell, note=note, where=where
                )[1]
            _, change_set = log.decide(
                connection,
                decision_writer.reviewer,
                action,
                item,
                cell=cell,
                flag=flag,
                value=new_value,
                spans=spans,
                where=where,
            )
            changes |= change_set
        return len(cells), changes

    return int(decision_writer.project.write(job).result())


def _cells(connection: sqlite3.Connection, flags: Sequence[int]) -> dict[Cell, tuple[int, int, str]]:
    """The first of these flags on each cell, its item and its value."""
    flag_ids = list(dict.fromkeys(flags))
    flags_by_cell: dict[Cell, tuple[int, int, str]] = {}
    rows = verdicts.read_flags(connection, flag_ids)
    if len(rows) < len(flag_ids):
        gone = len(flag_ids) - len(rows)
        raise InputError(f"{gone:,} of these {len(flag_ids):,} are not flags of this project; ask for the flags again.")
    for flag, item, value, *cell in rows:
        flags_by_cell.setdefault(Cell(*cell), (flag, item, value))
    return flags_by_cell
