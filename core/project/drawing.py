"""Draws of tasks (``draw`` in a protocol): things are drawn, and all units of what is drawn are asked.

A draw is made once, by command, and kept with its frame, so that the chance of everything in it is known: as many of
each group as were drawn out of as many as there were. What comes into the project later has chance 0, until another
draw whose frame is what came since.
"""

from __future__ import annotations

import json
import random
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

from galley.core.domain import Cell, ChangeSet, UnitKind
from galley.core.errors import InputError
from galley.core.project.tally import tally_all
from galley.core.protocols.study import Draw, Task
from galley.core.tasks import counting, sheet, slots
from galley.core.tasks.asking import asked_now
from galley.core.tasks.sheet import TaskSheet
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
class KeptDraw:
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


def draws(connection: sqlite3.Connection) -> list[KeptDraw]:
    """All draws of tasks in the order in which they were made."""
    row = connection.execute("SELECT value FROM setting WHERE name = ?", (SETTING,)).fetchone()
    found = []
    for each in json.loads(row[0]) if row else []:
        places = {name: tuple(tuple(place) for place in each[name]) for name in ("frame", "places")}
        found.append(KeptDraw(**{**each, **places, "groups": tuple(DrawnGroup(**group) for group in each["groups"])}))
    return found


def draw(connection: sqlite3.Connection, book: TaskBook, task: Task) -> tuple[KeptDraw, ChangeSet]:
    """Draw for a task, and ask what was drawn (a job for the writer).

    Raises: InputError for a task that draws nothing, and where there is nothing (new) to draw from.
    """
    if task.draw is None:
        raise InputError(f"{task.full} asks everything; its protocol has no draw.")
    before = [each for each in draws(connection) if each.task == task.full]
    known = {place for each in before for place in each.frame}
    things, cells = _things(connection, book, task, task.draw)
    fresh = {
        within: sorted(place for place in places if place not in known) for within, places in sorted(things.items())
    }
    fresh = {within: places for within, places in fresh.items() if places}
    if not fresh:
        raise InputError(
            f"{task.full} was drawn for on {before[-1].at[:10]}, and nothing has come since."
            if before
            else f"{task.full} has nothing to draw from yet; galley tasks says where it stands."
        )
    chance = random.Random(f"galley draw {task.full} {task.draw.seed} {len(before)}")
    groups, places = [], list[Place]()
    for within, there in fresh.items():
        chosen = chance.sample(there, min(task.draw.n, len(there)))
        groups.append(DrawnGroup(within, len(there), len(chosen)))
        places += chosen
    frame = tuple(place for there in fresh.values() for place in there)
    wish = task.draw
    at = datetime.now(UTC).isoformat(timespec="seconds")
    made = KeptDraw(
        task.full, at, wish.n, wish.of, wish.within, wish.seed, wish.least, tuple(groups), frame, tuple(places)
    )
    return made, _keep(connection, book.rows[task.full], made, cells)


def _keep(
    connection: sqlite3.Connection, task: int, made: KeptDraw, cells: Mapping[Place, Sequence[tuple[int, Cell]]]
) -> ChangeSet:
    kept = json.dumps([asdict(each) for each in [*draws(connection), made]], ensure_ascii=False)
    connection.execute(
        "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (SETTING, kept),
    )
    rows = [(task, item, *cell) for place in made.places for item, cell in cells[place]]
    connection.executemany(
        "INSERT OR IGNORE INTO handed (task_id, item_id, unit_id, criterion_id, target_id) VALUES (?, ?, ?, ?, ?)", rows
    )
    items = sorted({row[1] for row in rows})
    tally_all(connection, items)
    return ChangeSet(frozenset(items), settings=True)


def _things(
    connection: sqlite3.Connection, book: TaskBook, task: Task, wish: Draw
) -> tuple[dict[str, set[Place]], dict[Place, list[tuple[int, Cell]]]]:
    """What there is to draw from by group, and the cells of each thing. Cells with a known answer are none of them."""
    voting, outside = counting.judges(connection, book), slots.outside(connection, book)
    things: dict[str, set[Place]] = defaultdict(set)
    cells: dict[Place, list[tuple[int, Cell]]] = defaultdict(list)
    for item, key in connection.execute("SELECT id, key FROM item ORDER BY id").fetchall():
        laid = sheet.load(connection, item, book, outside)
        asked, _ = asked_now(laid, book, task, voting, drawn=False)
        units: dict[Place, set[object]] = defaultdict(set)
        own: dict[Place, list[Cell]] = defaultdict(list)
        for cell in asked:
            for place in belongs(key, laid, cell, wish.of) if cell not in laid.known else ():
                own[place].append(cell)
                units[place].update(_distinct(laid, cell.unit))
        for place, mine in own.items():
            if len(units[place]) >= wish.least:
                things[_within(connection, laid, mine[0], wish.within)].add(place)
                cells[place] += [(item, cell) for cell in mine]
    return things, cells


def _distinct(laid: TaskSheet, unit: int) -> Iterable[object]:
    """The units that a unit stands for; those with a ``value`` in their metadata by that, so that what is said twice
    in the same words is one."""
    made = laid.derived.get(unit)
    members = made.sources if made is not None and made.kind == UnitKind.GROUP else (unit,)
    for each in members:
        value = laid.derived[each].meta.get("value") if each in laid.derived else None
        yield " ".join(value.split()).casefold() if isinstance(value, str) else each


def belongs(key: str, laid: TaskSheet, cell: Cell, of: str) -> Iterator[Place]:
    """The things of a kind (``of``) that a cell of the item ``key`` belongs to."""
    if of == ITEM:
        yield key, "", ""
    elif of in KINDS:
        for unit in laid.above(cell.unit):
            if laid.kind(unit) == of:
                home = laid.homes[laid.document(unit)]
                yield key, home.name, laid.derived[unit].name if unit in laid.derived else str(unit - home.whole - 1)
    elif cell.unit in laid.derived:
        made = laid.derived[cell.unit]
        value = made.meta.get(of)
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            yield key, laid.homes[made.document].name, str(value)


KINDS = frozenset(kind.value for kind in UnitKind)


def _within(connection: sqlite3.Connection, laid: TaskSheet, cell: Cell, within: str) -> str:
    """The group that a thing is drawn from."""
    if not within:
        return ""
    if within == SYSTEM:
        return laid.homes[cell.target].system
    if within in ("dataset", "split"):
        return str(connection.execute(f"SELECT {within} FROM item WHERE id = ?", (laid.item,)).fetchone()[0])
    if within in laid.homes[cell.target].meta:
        return str(laid.homes[cell.target].meta[within])
    row = connection.execute("SELECT value FROM item_meta WHERE item_id = ?", (laid.item,)).fetchone()
    return str((json.loads(row[0]) if row else {}).get(within, ""))
