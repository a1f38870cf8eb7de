"""Units that stand for several: what a task asks once (``once``) and what it compares (a pair of documents).

Such a unit is derived like a fact: it has a text, it is named after what it stands for, and it stays once it was made.
A task asks of it as long as it stands for the very same members; when these change, another takes its place and the
answers to the first sleep. A group by source is made in the first item that has the text, and in no other."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from galley.core.definitions.protocols import SOURCE, Kind
from galley.core.domain import ItemId, UnitId, UnitKind
from galley.core.hashing import blake2b
from galley.core.storage import slot_queries
from galley.core.storage.connection import Connection
from galley.core.storage.queries import derived_units
from galley.core.storage.queries import items as items_queries
from galley.core.tasks import answer_sheet
from galley.core.tasks.answer_sheet import TaskSheet
from galley.core.tasks.extent import OWN
from galley.core.tasks.task_book import TaskBook

LONGEST = 200
"""Characters of a group's text."""


class WantedUnit(NamedTuple):
    """A unit that should be there: its name, kind and text, its document, its members and what it says of itself."""

    name: str
    kind: str
    text: str
    document: int
    members: tuple[UnitId, ...]
    meta: Mapping[str, object]


def renew(connection: Connection, items: Iterable[ItemId], book: TaskBook) -> None:
    """Make the units that the tasks in force lack in these items."""
    if not needs_grouping(book) or slot_queries.is_package(connection):
        return  # a package has the units that it asks
    for item in items:
        item_sheet = answer_sheet.load(connection, item)
        unit_names = {unit.name for unit in item_sheet.derived_units.values()}
        for new_unit in _list_wanted(connection, item_sheet, book):
            if new_unit.name not in unit_names:
                _make(connection, item_sheet, new_unit)


def needs_grouping(book: TaskBook) -> bool:
    """Whether any task in force asks of such units."""
    return any(task.once or task.kind is Kind.COMPARE for task in book.tasks.values())


def names(item_sheet: TaskSheet, kind: str, once: str) -> set[str]:
    """The names of the units of an item that stand for what it holds now, of those that are asked once for each
    ``once`` ("" for pairs). Members are units of ``kind``."""
    if not once:
        return {unit.name for unit in _pairs(item_sheet)}
    if once == SOURCE:
        return {
            u.name
            for u in item_sheet.derived_units.values()
            if u.kind == UnitKind.GROUP and u.meta.get("once") == SOURCE
        }
    return {unit.name for unit in _by_field(item_sheet, kind, once)}


def _list_wanted(connection: Connection, item_sheet: TaskSheet, book: TaskBook) -> Iterator[WantedUnit]:
    seen = set[tuple[str, str, tuple[str, ...]]]()
    for task in book.tasks.values():
        if task.kind is Kind.COMPARE:
            yield from _pairs(item_sheet)
        for asking in book.asks(task) if task.once else ():
            kind, roles = asking.criterion.unit, tuple(asking.criterion.roles)
            key = kind.value, task.once, roles if kind is UnitKind.WHOLE else ()
            if key in seen:
                continue
            seen.add(key)
            if task.once != SOURCE:
                yield from _by_field(item_sheet, kind.value, task.once)
            elif kind is UnitKind.WHOLE:
                yield from _by_document(connection, item_sheet, roles)
            else:
                yield from _by_source(connection, item_sheet, kind.value)


def _by_field(item_sheet: TaskSheet, kind: str, field: str) -> Iterator[WantedUnit]:
    members: dict[tuple[int, str], list[UnitId]] = defaultdict(list)
    for unit in item_sheet.derived_units.values():
        value = unit.meta.get(field)
        if unit.kind == kind and isinstance(value, str | int | float) and not isinstance(value, bool):
            members[unit.document, str(value)].append(unit.id)
    for (document, value), rows in members.items():
        of = sorted(item_sheet.derived_units[row].name for row in rows)
        name = _name(field, kind, item_sheet.homes[document].name, value, *of)
        meta = {"once": field, "unit": kind, field: value}
        yield WantedUnit(name, UnitKind.GROUP.value, value[:LONGEST] or field, document, tuple(rows), meta)


def _by_source(connection: Connection, item_sheet: TaskSheet, kind: str) -> Iterator[WantedUnit]:
    hashes = {head.id: head.hash.hex() for head in items_queries.read_documents(connection, [item_sheet.item])}
    groups: dict[str, tuple[str, list[UnitId]]] = {}
    for unit in items_queries.read_derived_rows(connection, [item_sheet.item]):
        if unit.kind == kind and unit.id in item_sheet.derived_units:
            name = _name(SOURCE, kind, hashes[unit.document], unit.text)
            groups.setdefault(name, (unit.text, []))[1].append(unit.id)
    for name, (text, members) in groups.items():
        if not derived_units.has_group_elsewhere(connection, name, item_sheet.item):
            document = item_sheet.derived_units[members[0]].document
            yield WantedUnit(name, UnitKind.GROUP.value, text, document, tuple(members), {"once": SOURCE, "unit": kind})


def _by_document(
    connection: Connection, item_sheet: TaskSheet, roles: Sequence[str]
) -> Iterator[WantedUnit]:
    """A unit for each different text among the documents of these roles: what is asked of it as a whole."""
    kind = UnitKind.WHOLE.value
    documents_by_name: dict[str, list[int]] = defaultdict(list)
    for head in items_queries.read_documents(connection, [item_sheet.item]):
        if head.role in roles:
            documents_by_name[_name(SOURCE, kind, head.hash.hex())].append(head.id)
    for name, documents in documents_by_name.items():
        if not derived_units.has_group_elsewhere(connection, name, item_sheet.item):
            homes = [item_sheet.homes[document] for document in documents]
            members, meta = tuple(home.whole for home in homes), {"once": SOURCE, "unit": kind}
            yield WantedUnit(name, UnitKind.GROUP.value, homes[0].name, homes[0].id, members, meta)


def _pairs(item_sheet: TaskSheet) -> Iterator[WantedUnit]:
    """Every two summaries of the same part; which stands first is drawn, but always the same for these two."""
    homes = [home for home in item_sheet.homes.values() if home.role in OWN]
    for one, other in combinations(homes, 2):
        if one.part == other.part and one.role == other.role:
            name = _name("pair", one.name, other.name)
            first, second = (one, other) if int(name[-1], 16) % 2 else (other, one)
            meta = {"documents": [first.name, second.name]}
            text = f"{first.name} / {second.name}"
            yield WantedUnit(name, UnitKind.PAIR.value, text, first.id, (first.whole, second.whole), meta)


def _name(*of: str) -> str:
    return blake2b(json.dumps(of, ensure_ascii=False).encode(), digest_size=10).hexdigest()


def _make(connection: Connection, item_sheet: TaskSheet, new_unit: WantedUnit) -> None:
    position = sum(1 for unit in item_sheet.derived_units.values() if unit.kind == new_unit.kind)
    columns = {**new_unit._asdict(), "position": position, "type": None, "sources": new_unit.members}
    row = derived_units.add_unit(connection, columns)
    item_sheet.derived_units[row] = answer_sheet.DerivedUnit(
        row, new_unit.document, new_unit.kind, "", new_unit.name, new_unit.members, new_unit.meta
    )


def standing(item_sheet: TaskSheet, kind: str, once: str) -> Sequence[UnitId]:
    """The rows of the units that are asked in the place of units of ``kind``."""
    current = names(item_sheet, kind, once)
    unit_kind = UnitKind.GROUP if once else UnitKind.PAIR
    return [
        unit.id
        for unit in item_sheet.derived_units.values()
        if unit.kind == unit_kind and unit.name in current and (not once or unit.meta.get("unit") == kind)
    ]
