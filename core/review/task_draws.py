"""Draws of tasks (``draw`` in a protocol): things are drawn, and all units of what is drawn are asked.

A draw is made once, by command, and kept with its frame, so that the chance of everything in it is known: as many of
each group as were drawn out of as many as there were. What comes into the project later has chance 0, until another
draw whose frame is what came since.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

from galley.core.definitions.protocols import LAST, Draw, Task
from galley.core.domain import Cell, ChangeSet, ItemId, Role, UnitId, UnitKind
from galley.core.errors import InputError
from galley.core.review.progress import tally_all
from galley.core.storage.connection import Connection
from galley.core.storage.queries import read_metadata, read_setting, settings
from galley.core.storage.queries.items import read_items, read_keys
from galley.core.storage.queries.tasks import add_assigned
from galley.core.tasks import answer_sheet, counts, slots
from galley.core.tasks.answer_sheet import TaskSheet
from galley.core.tasks.asked_cells import list_asked_cells
from galley.core.tasks.task_book import TaskBook

SETTING = "task-draws"
ITEM, SYSTEM = "item", "system"
Place = tuple[str, str, str]
"""Key of an item, name of a document ("" for the item itself), name or number of a unit or the value of a field."""


@dataclass(frozen=True, slots=True)
class DrawnGroup:
    """What was drawn from together: ``drawn`` of the ``of`` things of ``within`` (a system, or "" for all)."""

    within: str
    of: int
    drawn: int

    @property
    def chance(self) -> float:
        """The chance that one of them was drawn."""
        return self.drawn / self.of


@dataclass(frozen=True, slots=True)
class StoredDraw:
    """A draw as it is kept: ``frame`` is everything that could be drawn, ``places`` what was, in random order; both
    group by group."""

    task: str
    at: str
    n: int
    of: str
    within: str
    seed: int
    least: int
    groups: tuple[DrawnGroup, ...]
    frame: tuple[Place, ...]
    places: tuple[Place, ...]


def draws(connection: Connection) -> list[StoredDraw]:
    """All draws of tasks in the order in which they were made."""
    text = read_setting(connection, SETTING)
    kept_draws = []
    for record in json.loads(text) if text is not None else []:
        places = {name: tuple(tuple(place) for place in record[name]) for name in ("frame", "places")}
        kept_draws.append(
            StoredDraw(**{**record, **places, "groups": tuple(DrawnGroup(**group) for group in record["groups"])})
        )
    return kept_draws


def draw(connection: Connection, book: TaskBook, task: Task) -> tuple[StoredDraw, ChangeSet]:
    """Draw for a task, and ask what was drawn (a job for the writer).

    Raises: InputError for a task that draws nothing, and where there is nothing (new) to draw from.
    """
    if task.draw is None:
        raise InputError(f"{task.full} asks everything; its protocol has no draw.")
    before = [past_draw for past_draw in draws(connection) if past_draw.task == task.full]
    known_places = {place for past_draw in before for place in past_draw.frame}
    things, cells = _things(connection, book, task, task.draw, known_places)
    fresh = {within: sorted(places) for within, places in sorted(things.items())}
    if not fresh:
        raise InputError(
            f"{task.full} was drawn for on {before[-1].at[:10]}, and nothing has come since."
            if before
            else f"{task.full} has nothing to draw from yet; galley campaign tasks shows its progress."
        )
    chance = random.Random(f"galley sample draw {task.full} {task.draw.seed} {len(before)}")
    groups, places = [], list[Place]()
    for within, group_places in fresh.items():
        chosen_places = chance.sample(group_places, min(task.draw.n, len(group_places)))
        groups.append(DrawnGroup(within, len(group_places), len(chosen_places)))
        places += chosen_places
    frame = tuple(place for group_places in fresh.values() for place in group_places)
    draw_spec = task.draw
    at = datetime.now(UTC).isoformat(timespec="seconds")
    new_draw = StoredDraw(
        task.full,
        at,
        draw_spec.n,
        draw_spec.of,
        draw_spec.within,
        draw_spec.seed,
        draw_spec.least,
        tuple(groups),
        frame,
        tuple(places),
    )
    return new_draw, _keep(connection, book.rows[task.full], new_draw, cells)


def _keep(
    connection: Connection, task: int, new_draw: StoredDraw, cells: Mapping[Place, Sequence[tuple[ItemId, Cell]]]
) -> ChangeSet:
    stored_draws = json.dumps(
        [asdict(draw_record) for draw_record in [*draws(connection), new_draw]], ensure_ascii=False
    )
    settings.write_setting(connection, SETTING, stored_draws)
    drawn_cells = [entry for place in new_draw.places for entry in cells[place]]
    add_assigned(connection, task, drawn_cells)
    items = sorted({item for item, _ in drawn_cells})
    tally_all(connection, items)
    return ChangeSet(frozenset(items), settings=True)


def _things(
    connection: Connection, book: TaskBook, task: Task, draw_spec: Draw, known_places: Set[Place]
) -> tuple[dict[str, set[Place]], dict[Place, list[tuple[ItemId, Cell]]]]:
    """What there is to draw from by group, and the cells of each thing. Cells with a known answer are none of them, nor
    is what was drawn from before, in an earlier table of the same system too."""
    voting, outside = counts.judges(connection, book), slots.outside(connection, book)
    things: dict[str, set[Place]] = defaultdict(set)
    cells: dict[Place, list[tuple[ItemId, Cell]]] = defaultdict(list)
    for item, key in read_keys(connection).items():
        task_sheet = answer_sheet.load(connection, item, book, outside)
        asked_cells, _ = list_asked_cells(task_sheet, book, task, voting, drawn_only=False)
        earlier_tables = _find_earlier_tables(task_sheet) if draw_spec.tables == LAST else {}
        is_field = draw_spec.of not in (ITEM, *KINDS)
        known_values = {
            (system, value)
            for name, system in earlier_tables.values()
            for item_key, document, value in known_places
            if is_field and (item_key, document) == (key, name)
        }
        units: dict[Place, set[object]] = defaultdict(set)
        own: dict[Place, list[Cell]] = defaultdict(list)
        for cell in asked_cells:
            if cell in task_sheet.known_answers or cell.target in earlier_tables:
                continue
            for place in belongs(key, task_sheet, cell, draw_spec.of):
                own[place].append(cell)
                units[place].update(_distinct(task_sheet, cell.unit))
        for place, place_cells in own.items():
            is_known = (
                place in known_places or (task_sheet.homes[place_cells[0].target].system, place[2]) in known_values
            )
            if not is_known and len(units[place]) >= draw_spec.least:
                things[_within(connection, task_sheet, place_cells[0], draw_spec.within)].add(place)
                cells[place] += [(item, cell) for cell in place_cells]
    return things, cells


def _find_earlier_tables(task_sheet: TaskSheet) -> dict[int, tuple[str, str]]:
    """Name and system of each table after which its system filled another, by document. A reply that was no table
    replaces none."""
    tables = [
        home
        for home in task_sheet.homes.values()
        if home.role == Role.TABLE and isinstance(home.meta.get("turn"), int) and not home.meta.get("invalid")
    ]
    last_turns = {home.system: home.meta["turn"] for home in sorted(tables, key=lambda home: int(home.meta["turn"]))}
    return {home.id: (home.name, home.system) for home in tables if home.meta["turn"] < last_turns[home.system]}


def _distinct(task_sheet: TaskSheet, unit: UnitId) -> Iterable[object]:
    """The units that a unit stands for; those with a ``value`` in their metadata by that, so that what is said twice
    in the same words is one."""
    derived_unit = task_sheet.derived_units.get(unit)
    members = derived_unit.sources if derived_unit is not None and derived_unit.kind == UnitKind.GROUP else (unit,)
    for member in members:
        value = task_sheet.derived_units[member].meta.get("value") if member in task_sheet.derived_units else None
        yield " ".join(value.split()).casefold() if isinstance(value, str) else member


def belongs(key: str, task_sheet: TaskSheet, cell: Cell, of: str) -> Iterator[Place]:
    """The things of a kind (``of``) that a cell of the item ``key`` belongs to."""
    if of == ITEM:
        yield key, "", ""
    elif of in KINDS:
        for unit in task_sheet.above(cell.unit):
            if task_sheet.kind(unit) == of:
                home = task_sheet.homes[task_sheet.document(unit)]
                yield (
                    key,
                    home.name,
                    task_sheet.derived_units[unit].name
                    if unit in task_sheet.derived_units
                    else str(unit - home.whole - 1),
                )
    elif cell.unit in task_sheet.derived_units:
        derived_unit = task_sheet.derived_units[cell.unit]
        value = derived_unit.meta.get(of)
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            yield key, task_sheet.homes[derived_unit.document].name, str(value)


KINDS = frozenset(kind.value for kind in UnitKind)


def _within(connection: Connection, task_sheet: TaskSheet, cell: Cell, within: str) -> str:
    """The group that a thing is drawn from."""
    if not within:
        return ""
    if within == SYSTEM:
        return task_sheet.homes[cell.target].system
    if within in ("dataset", "split"):
        (head,) = read_items(connection, rows=[task_sheet.item])
        return head.split if within == "split" else head.dataset
    if within in task_sheet.homes[cell.target].meta:
        return str(task_sheet.homes[cell.target].meta[within])
    return str(read_metadata(connection, task_sheet.item).get(task_sheet.item, {}).get(within, ""))
