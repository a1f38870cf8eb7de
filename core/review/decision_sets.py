"""The same answer to many flags, each as a decision of its own and all of them as one step of undo."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import Future

import orjson

from galley.core.domain import Action, Cell, ChangeSet, ItemId, Span
from galley.core.errors import InputError
from galley.core.review import blind, log
from galley.core.review.decision_context import Seen, SeenAspect
from galley.core.review.decision_writer import DecisionWriter
from galley.core.storage.connection import Connection
from galley.core.storage.queries import read_setting, verdicts
from galley.core.storage.set_answers import SET_PREFIX

ANSWERS = {
    "accept": Action.ACCEPT,
    "reject": Action.OVERRIDE,
    "unsure": Action.UNSURE,
}
"""What may be said of flags, by word: reject says "no", that is, overrides them as no error."""

_SAMPLES = ("sampling", "screening")
"""Settings of a project that is, or has, a sample drawn for estimates."""


def describe_refusal(connection: Connection, decision_writer: DecisionWriter) -> str:
    """Why the window decides no flags in a set here, in a sentence; "" where it does."""
    if decision_writer.is_package:
        alone = "In this package each flag is decided alone; the person who made it can allow sets."
        return "" if decision_writer.allows_sets else alone
    if blind.read_blind(connection).on:
        return f"In blind mode each flag is decided alone; {blind.OFF}."
    if any(read_setting(connection, name) is not None for name in _SAMPLES):
        return "This project has a review sample, so each flag is decided alone: estimates need flags that were read."
    return ""


def decide(decision_writer: DecisionWriter, flags: Sequence[int], answer: str, note: str = "") -> int:
    """Give ``answer`` (a word of ANSWERS) to the flags with these row ids in one transaction; how many were answered.

    Flags of several judges on one cell get one decision. ``note`` becomes a note on each cell, in the same step. Waits
    until all is on disk. Raises: InputError for another word and for what is not a flag of the project.
    """
    return send(decision_writer, flags, answer, note).result()


def send(
    decision_writer: DecisionWriter, flags: Sequence[int], answer: str, note: str = "", is_set: bool = False
) -> Future[int]:
    """The same without waiting. ``is_set``: the log marks each as decided in a set, and whether its item was opened.

    Raises: InputError for another word; the future for what is not a flag of the project.
    """
    if answer not in ANSWERS:
        raise InputError(f"A flag cannot be answered by {answer!r}; say one of: {', '.join(ANSWERS)}.")

    def job(connection: Connection) -> tuple[int, ChangeSet]:
        cells, changes = _cells(connection, flags), ChangeSet()
        undo_group = (SET_PREFIX if is_set else "") + os.urandom(8).hex()
        for cell, line in cells.items():
            action, item = ANSWERS[answer], line.item
            new_value = {Action.ACCEPT: "yes", Action.OVERRIDE: "no", Action.UNSURE: None}[action]
            spans = [Span(*span) for span in orjson.loads(line.spans)]
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
                flag=line.id,
                value=new_value,
                spans=spans,
                seen=_seen(decision_writer, item, cell) if is_set else None,
                where=where,
            )
            changes |= change_set
        return len(cells), changes

    return decision_writer.project.write(job)


def _seen(decision_writer: DecisionWriter, item: ItemId, cell: Cell) -> Seen:
    """What was seen of a flag in a set: where its item was never opened, its row in the queue."""
    seen = decision_writer.read_tracker.get_seen(item, cell)
    return frozenset({SeenAspect.FLAG, SeenAspect.ROW}) if seen is None else seen


def _cells(connection: Connection, flags: Sequence[int]) -> dict[Cell, verdicts.FlagLine]:
    """The first of these flags on each cell."""
    flag_ids = list(dict.fromkeys(flags))
    flags_by_cell: dict[Cell, verdicts.FlagLine] = {}
    rows = [line for line in verdicts.read_flag_lines(connection, flag_ids) if line.stands]
    if len(rows) < len(flag_ids):
        gone = len(flag_ids) - len(rows)
        raise InputError(f"{gone:,} of these {len(flag_ids):,} are not flags of this project; ask for the flags again.")
    for line in rows:
        flags_by_cell.setdefault(Cell(line.unit, line.criterion, line.target), line)
    return flags_by_cell
