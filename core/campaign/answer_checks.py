"""What a file of answers may hold: decisions of the reviewer for whom the package was made, on its items, in its task
and round, on the cells that it handed out; and gold only where the package was made to show everything, so that its
reviewer could adjudicate, or for a task that makes gold.

Galley writes no others, so a file with a decision of somebody else or on another item was edited and is refused as a
whole. Settled cells of a package that was not made for it are left out and listed: somebody did that work, in good
faith (by a program, or under an earlier Galley), and the rest of their answers is sound.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from galley.core.campaign.answers import Answers
from galley.core.campaign.package import PackageRecord
from galley.core.campaign.task_records import speakers_of
from galley.core.definitions.protocols import DEFAULT_TASK, Kind
from galley.core.domain import Action, Cell, ItemId
from galley.core.errors import InputError
from galley.core.storage.connection import Connection
from galley.core.storage.log_row import LogRow
from galley.core.storage.queries import packages, read_units
from galley.core.storage.queries.items import read_keys
from galley.core.tasks.roles import Duty, allows, read_roles
from galley.core.tasks.task_book import read_task_book

ANSWERS = (Action.ACCEPT, Action.OVERRIDE, Action.UNSURE, Action.ADD, Action.ADJUDICATE)


@dataclass(frozen=True, slots=True)
class Rights:
    """``reviewer`` and ``items`` (row ids) are those of the package; None for a whole project, which may hold
    everybody's decisions on everything. ``may_adjudicate``: whether gold may be among them. ``task`` (row id, None
    for the
    default one) and ``round`` are those of the package, ``cells`` what it assigned (None: whole items), ``writes``
    whether its task writes units, ``speakers`` about whose turns, by the item's row id; ``roles`` who is what here."""

    reviewer: str | None = None
    items: frozenset[ItemId] | None = None
    may_adjudicate: bool = True
    task: int | None = None
    full: str = DEFAULT_TASK
    round: int = 1
    cells: frozenset[Cell] | None = None
    writes: bool = True
    speakers: Mapping[ItemId, Sequence[str]] = field(default_factory=dict)
    roles: Mapping[str, Duty] = field(default_factory=dict)

    @classmethod
    def of(cls, connection: Connection, answers: Answers, package_record: PackageRecord | None) -> Rights:
        """What this file may hold. Raises: InputError where it is not a package's answers and no project either."""
        if package_record is None:
            if not answers.whole:
                raise InputError(
                    f"{answers.file} does not say to which package it belongs, so it was edited; ask for it again."
                )
            return cls(roles=read_roles(connection))
        if answers.head.reviewer != package_record.package.reviewer:
            raise InputError(
                f"{answers.file} names as its reviewer {answers.head.reviewer!r}, but its package was made for"
                f" {package_record.package.reviewer!r}, so the file was edited; ask for it again."
            )
        package = package_record.package
        items = frozenset(packages.find_package_items(connection, package_record.row))
        roles = read_roles(connection)
        if not package.protocol_task:
            return cls(package.reviewer, items, package_record.can_adjudicate, roles=roles)
        tasks = read_task_book(connection)
        task = tasks.tasks.get(package.protocol_task)
        if task is None:
            raise InputError(
                f"{answers.file} is of the task {package.protocol_task}, which is no longer in this project; put"
                " its protocol back with galley campaign protocol use, then merge again."
            )
        cells = frozenset(package_record.read_cells(connection)) | package_record.repeated_cells
        repeated_units = read_units(connection, {cell.unit for cell in package_record.repeated_cells})
        items |= {unit.item for unit in repeated_units.values()}
        keys = {key: item for item, key in read_keys(connection).items()} if package.dealt else {}
        dealt = {keys[key]: names for key, names in package.dealt.items() if key in keys}
        writes = task.kind is Kind.WRITE
        return cls(
            package.reviewer,
            items,
            package_record.can_adjudicate,
            tasks.rows[task.full],
            task.full,
            package.round,
            cells,
            writes,
            dealt,
            roles,
        )

    def on(self, item: ItemId) -> None:
        """Raises: InputError for an item (row id) that is not in the package (no place named)"""
        if self.items is not None and item not in self.items:
            raise InputError("it is not in the package, so the file was edited")

    def holds(self, decision: Mapping[str, Any]) -> bool:
        """Whether a decision that is not here yet may be taken in. Raises: InputError where it is by somebody else."""
        if self.reviewer is not None and decision.get("reviewer") != self.reviewer:
            raise InputError(
                f"a decision is by {decision.get('reviewer')!r} and not by {self.reviewer!r}, so the file was edited"
            )
        if decision.get("action") != Action.ADJUDICATE:
            return True
        return self.may_adjudicate and allows(self.roles, str(decision.get("reviewer")), Duty.ADJUDICATOR)

    def fits(self, connection: Connection, row: LogRow) -> None:
        """Raises: InputError for a decision of another task or round, or on what was not assigned (no place named)"""
        if self.items is None or row.action in (Action.UNDO, Action.REDO):
            return
        if (row.task_id, row.round) != (self.task, self.round):
            what = f"{self.full}, round {self.round}"
            raise InputError(
                f"a decision is of another task or round than its package ({what}), so the file was edited"
            )
        if self.cells is None:
            return
        if row.action in ANSWERS:
            cell = row.cell
            assert cell is not None
            other = cell if row.other_id is None else cell._replace(criterion=row.other_id)
            if not {cell, other} <= self.cells:
                raise InputError(f"a decision answers a cell that its package of {self.full} did not assign")
        if row.action == Action.REVISE:
            if not self.writes:
                raise InputError(f"a decision writes units, which {self.full} does not ask, so the file was edited")
            self._check_speakers(connection, row)

    def _check_speakers(self, connection: Connection, row: LogRow) -> None:
        """Raises: InputError for a revision about the turns of somebody who was dealt to another reader"""
        if row.item_id not in self.speakers:
            return
        revision = json.loads(row.made or "{}")
        about = {s for unit in revision.get("units", ()) for s in unit["sources"]} | set(revision.get("replaces", ()))
        for unit in sorted(about):
            who = speakers_of(connection, unit)
            if who and not who & set(self.speakers[row.item_id]):
                raise InputError(
                    f"a decision writes about {', '.join(sorted(who))}, who was assigned to another reviewer of "
                    f"{self.full}"
                )
