"""Who is a reader, an adjudicator or a lead: kept in the project by name, and in a package for whom it was made.

Names are typed, so this guards against slips and is no access control. Where nobody has a role everybody may do all;
where somebody has one, whoever has none is a reader.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum

from galley.core.domain import AnnotatorId, Cell
from galley.core.errors import InputError
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.storage.queries import read_setting, read_units
from galley.core.storage.queries.tasks import has_answered_elsewhere
from galley.core.tasks.task_book import read_task_book

ROLES_SETTING = "roles"


class Duty(StrEnum):
    """What somebody is there for. An adjudicator may do what a reviewer may, and a lead everything."""

    READER = "reader"
    ADJUDICATOR = "adjudicator"
    LEAD = "lead"

    @property
    def label(self) -> str:
        """The role as people read it: projects store ``reader``, and people are called reviewers."""
        return "reviewer" if self is Duty.READER else self.value

    @classmethod
    def parse(cls, word: str) -> Duty:
        """The role of a word that somebody typed. Raises: ValueError."""
        return cls.READER if word == "reviewer" else cls(word)


_ORDER = tuple(Duty)


def read_roles(connection: Connection) -> dict[str, Duty]:
    """The roles by name; nothing where nobody has one."""
    text = read_setting(connection, ROLES_SETTING)
    try:
        return {str(name): Duty(duty) for name, duty in json.loads(text).items()} if text is not None else {}
    except (ValueError, AttributeError):
        raise InputError("The roles of this project cannot be read: the file was edited by hand.") from None


def has_duty(connection: Connection, name: str, duty: Duty) -> bool:
    """Whether somebody may do what takes this role."""
    return allows(read_roles(connection), name, duty)


def allows(roles: Mapping[str, Duty], name: str, duty: Duty) -> bool:
    """The same by roles that were read before."""
    return not roles or _ORDER.index(roles.get(name.strip(), Duty.READER)) >= _ORDER.index(duty)


def require_duty(connection: Connection, name: str, duty: Duty, what: str) -> None:
    """Raises: InputError for somebody whose role does not go as far: "only a lead ``what``"."""
    if has_duty(connection, name, duty):
        return
    only = "only a lead" if duty is Duty.LEAD else "only an adjudicator or a lead"
    if not name.strip():
        raise InputError(f"{only.capitalize()} {what}; say who you are first.")
    which = read_roles(connection).get(name.strip(), Duty.READER)
    article = "an" if which is Duty.ADJUDICATOR else "a"
    raise InputError(
        f"{name.strip()} is {article} {which.label} here, and {only} {what}; see the roles in Project settings, or with"
        " galley campaign roles."
    )


def require_adjudicator(connection: Connection, reviewer: AnnotatorId, *cells: Cell) -> None:
    """Raises: InputError where this reviewer (row id) may not say what is gold of these cells: they are no adjudicator,
    or answered one of them themselves in a task that wants four eyes"""
    name = names.annotators(connection)[reviewer].name
    require_duty(connection, name, Duty.ADJUDICATOR, "says what is gold")
    tasks = read_task_book(connection)
    if not any(task.four_eyes for task in tasks.tasks.values()):
        return
    units = read_units(connection, [cell.unit for cell in cells])
    for cell in cells:
        unit = units.get(cell.unit)
        owner = tasks.owner(cell.criterion, unit.kind) if unit else None
        if owner is None or (settler := tasks.find_adjudication_task(owner)) is None or not settler.four_eyes:
            continue
        if has_answered_elsewhere(connection, reviewer, cell, tasks.rows[settler.full]):
            raise InputError(f"{name} answered this in {owner.full}, and “{settler.name}” needs a second "
            f"person: somebody else must adjudicate it.")  # fmt: skip
