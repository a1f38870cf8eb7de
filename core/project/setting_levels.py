"""Setting the level of silence, with an entry in the log, and counting anew what was said before there were levels;
what a level is, is in ``tasks.levels``."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Any

from galley.core.columns import names
from galley.core.domain import ChangeSet, UnitKind
from galley.core.errors import InputError
from galley.core.project import log_entries
from galley.core.protocols.ownership import full
from galley.core.storage import level_queries, queries
from galley.core.tasks import extent, levels, sheet, task_book, wholes

LISTED = 12
"""Places of a recount that a sentence names; the log has all of them."""


def put(connection: sqlite3.Connection, new_levels: Mapping[str, str], by: str) -> tuple[None, ChangeSet]:
    """Set the levels of these criteria (full names) in the name of ``by`` (a job for the writer). Raises: InputError
    for a criterion that has one level, or is not there, and where people have roles and ``by`` is no lead"""
    log_entries.require(connection, log_entries.EntryKind.RULE, by)
    criteria = {full(c): c for c in names.criteria(connection).values()}
    for name in new_levels:
        if name not in criteria:
            raise InputError(f"There is no criterion {name} in this project; write it as SCHEME/CRITERION.")
        if criteria[name].unit is UnitKind.WHOLE or criteria[name].scale != "yes-no":
            raise InputError(f"{name} has one level only: it is asked of whole documents, or is no yes/no question.")
    sentence = ", ".join(f"{name} is about {level}" for name, level in new_levels.items())
    log_entries.add(connection, log_entries.EntryKind.RULE, by, f"set levels of implicit noes: {sentence}")
    levels.set_levels(connection, dict(new_levels))
    return None, ChangeSet(settings=True)


def recount(connection: sqlite3.Connection) -> None:
    """Count the items anew in which answers lie on whole documents and on their units, as migration does; a "repair" in
    the log lists the silence that says nothing any more, and the ties before and after."""
    from galley.core.project import seals
    from galley.core.project.tally import tally_all

    criteria, book = names.criteria(connection), task_book.read(connection)
    _, of_units = levels.split_criteria(criteria, book)
    mixed = wholes.find_mixed_items(connection, queries.find_items(connection), book)
    people = {row: annotator.name for row, annotator in names.annotators(connection).items()}
    void: list[dict[str, str | int]] = []
    for item in mixed:
        laid = sheet.load(connection, item, book)
        answered = {(spoken.who, spoken.cell) for spoken in laid.said}
        for who, row, target in level_queries.read_silent_units(connection, item):
            if (row, target) in laid.silent[who] or row not in of_units:
                continue
            cells = [cell for cell in extent.cells(laid, criteria[row], criteria[row].unit.value, {}) if
                     cell.target == target and (who, cell) not in answered]  # fmt: skip
            if cells:
                where = {"item": level_queries.read_item_key(connection, item), "document": laid.homes[target].name}
                void.append({**where, "criterion": full(criteria[row]), "person": people[who], "cells": len(cells)})
    before = level_queries.count_ties(connection)
    tally_all(connection, mixed)
    after = level_queries.count_ties(connection)
    if void or before != after:
        seals.event(connection, "repair", {"what": "levels", "void": void, "ties": [before, after]})


def describe_recount(entry: Mapping[str, Any]) -> str:
    """What ``recount`` wrote into the log, in sentences."""
    void, (before, after) = entry["void"], entry["ties"]
    places = dict.fromkeys(f"{each['document']} of {each['item']}, by {each['person']}" for each in void)
    words = ""
    if void:
        more = len(places) - LISTED
        listed = "; ".join([*list(places)[:LISTED], *([f"and {more:,} more"] if more > 0 else [])])
        count = sum(each["cells"] for each in void)
        words = (
            f"{count:,} implicit “no” on units no longer count, because the same person answered “yes” or “unsure” of"
            f" the whole document ({listed}). Their figures change: frequency by unit, precision, recall, agreement. "
        )
    return f"{words}Ties: {before:,} before, {after:,} now."
