"""Setting the level of silence, with an entry in the log, and counting anew what was said before there were levels;
what a level is, is in ``tasks.levels``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from galley.core.definitions.task_owners import full
from galley.core.domain import ChangeSet, UnitKind
from galley.core.errors import InputError
from galley.core.review import log_entries
from galley.core.storage import level_queries, names, queries, slot_queries
from galley.core.storage.connection import Connection
from galley.core.tasks import answer_sheet, document_level, extent, levels, task_book

LISTED = 12
"""Places of a recount that a sentence names; the log has all of them."""


def put(connection: Connection, new_levels: Mapping[str, str], by: str) -> tuple[None, ChangeSet]:
    """Set the levels of these criteria (full names) in the name of ``by`` (a job for the writer). Raises: InputError
    for a criterion that has one level, or is not there, and where people have roles and ``by`` is no lead"""
    log_entries.require(connection, log_entries.EntryKind.RULE, by)
    criteria = {full(c): c for c in names.criteria(connection).values()}
    for name in new_levels:
        if name not in criteria:
            raise InputError(f"There is no criterion {name} in this project; write it as SCHEME/CRITERION.")
        if criteria[name].unit is UnitKind.WHOLE or criteria[name].scale != "yes-no":
            raise InputError(f"{name} has one level only: it is asked of whole documents, or is not a yes/no question.")
    sentence = ", ".join(f"{name} is about {level}" for name, level in new_levels.items())
    log_entries.add(connection, log_entries.EntryKind.RULE, by, f"set levels of implicit noes: {sentence}")
    levels.set_levels(connection, dict(new_levels))
    return None, ChangeSet(settings=True)


def recount(connection: Connection) -> None:
    """Count the items anew in which answers lie on whole documents and on their units, as migration does; a "repair" in
    the log lists the implicit no that says nothing any more, and the ties before and after."""
    from galley.core.review.progress import tally_all
    from galley.core.storage import log_hashes

    criteria, book = names.criteria(connection), task_book.read_task_book(connection)
    _, of_units = levels.split_criteria(criteria, book)
    mixed = document_level.find_mixed_items(connection, queries.find_items(connection), book)
    people = {row: annotator.name for row, annotator in names.annotators(connection).items()}
    void: list[dict[str, str | int]] = []
    for item in mixed:
        task_sheet = answer_sheet.load(connection, item, book)
        answered = {(spoken.who, spoken.cell) for spoken in task_sheet.answers}
        for who, row, target in level_queries.read_unmarked_units(connection, item):
            if (row, target) in task_sheet.implicit_pairs[who] or row not in of_units:
                continue
            cells = [cell for cell in extent.cells(task_sheet, criteria[row], criteria[row].unit.value, {}) if
                     cell.target == target and (who, cell) not in answered]  # fmt: skip
            if cells:
                where = {
                    "item": slot_queries.read_key(connection, item),
                    "document": task_sheet.homes[target].name,
                }
                void.append({**where, "criterion": full(criteria[row]), "person": people[who], "cells": len(cells)})
    before = level_queries.count_ties(connection)
    tally_all(connection, mixed)
    after = level_queries.count_ties(connection)
    if void or before != after:
        log_hashes.event(connection, "repair", {"what": "levels", "void": void, "ties": [before, after]})


def describe_recount(entry: Mapping[str, Any]) -> str:
    """What ``recount`` wrote into the log, in sentences."""
    void, (before, after) = entry["void"], entry["ties"]
    places = dict.fromkeys(f"{row['document']} of {row['item']}, by {row['person']}" for row in void)
    words = ""
    if void:
        more = len(places) - LISTED
        listed = "; ".join([*list(places)[:LISTED], *([f"and {more:,} more"] if more > 0 else [])])
        count = sum(row["cells"] for row in void)
        words = (
            f"{count:,} implicit “no” on units no longer count, because the same person answered “yes” or “unsure” of"
            f" the whole document ({listed}). Their figures change: frequency by unit, precision, recall, agreement. "
        )
    return f"{words}Ties: {before:,} before, {after:,} now."
