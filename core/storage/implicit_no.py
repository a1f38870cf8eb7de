"""What a implicit no says: "no" of every unit that stood when it was given, nothing of one that was written later.

The table ``judged`` names criteria and targets, not units. A unit that a revision wrote (``unit.written_id``) was
before the eyes of somebody who is silent only if one of their standing finishes came after the revision; until then
its cells are *late*: open for them. A finish names in its ``value`` the revisions that it was made after (their uids,
parted by blanks), because the times of two machines do not tell who saw what: a package is finished after, and without,
what was written at home meanwhile. One that names nothing (from before there was this) is taken at its time. Silence
that came with an import or a run names no revision: who looked at a written unit says so cell by cell. Units that came
with an import have always been there.

Nor does the implicit no of a finish speak of a flag that the person did not answer, or of a cell whose right answer is
known: `tally` keeps these in the table ``unsaid`` (finishes from before there was this spoke of flags, see
``finishing``).

Everybody who reads silence asks here: which cells are late is two queries, and there are none where nothing was written
or left.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from galley.core.domain import AnnotatorId, Cell, Criterion, ItemId, Role, UnitId
from galley.core.storage import names

SAW = (
    "CASE WHEN finish.value IS NULL THEN (written.at, written.uid) < (finish.at, finish.uid)"
    " ELSE instr(' ' || finish.value || ' ', ' ' || written.uid || ' ') > 0 END"
)
"""Whether the decision ``finish`` was made after the revision ``written``."""
_STANDS = "id NOT IN (SELECT decision_id FROM undone)"
_UNIT = "unit.text IS NOT NULL AND written_id IS NOT NULL AND unit.id NOT IN (SELECT unit_id FROM retired)"
# `judged` holds the first of the finishes that stand since the item was last opened again; a later one adds to it
_LATE = (
    "SELECT written.item_id AS item_id, judged.annotator_id, judged.criterion_id, judged.target_id, unit.id, unit.kind,"
    " coalesce((SELECT type FROM mask WHERE unit_id = unit.id), unit.type), unit.document_id, home.role FROM {units}"
    " CROSS JOIN decision AS written ON written.id = written_id"
    " CROSS JOIN judged ON judged.item_id = written.item_id"
    " WHERE {wanted}" + _UNIT + " AND NOT EXISTS (SELECT 1 FROM decision AS earliest JOIN decision AS finish"
    " ON finish.item_id = judged.item_id AND finish.reviewer_id = judged.annotator_id AND finish.action = 'finish'"
    f" AND finish.{_STANDS} AND (finish.at, finish.uid) >= (earliest.at, earliest.uid) AND {SAW}"
    " AND (finish.id = earliest.id OR EXISTS (SELECT 1 FROM json_each(finish.asked)"
    " WHERE value = json_array(judged.criterion_id, judged.target_id))) WHERE earliest.id = judged.decision_id)"
)
_ALL = _LATE.format(units="unit CROSS JOIN document AS home ON home.id = unit.document_id", wanted="")
ALL = (
    f"SELECT * FROM ({_ALL}) UNION ALL SELECT unsaid.item_id, annotator_id, criterion_id, target_id, unit.id,"
    " unit.kind, unit.type, unit.document_id, home.role FROM unsaid CROSS JOIN unit ON unit.id = unit_id"
    " CROSS JOIN document AS home ON home.id = unit.document_id"
)
"""(item, annotator, criterion, target, unit, kind, type, document, role) of all late cells of a project, and of some
that there are not, since no query knows what a criterion is asked of."""
_SOME = _LATE.format(
    units="document AS home CROSS JOIN unit ON unit.document_id = home.id",
    wanted="home.item_id IN (SELECT value FROM json_each(?)) AND ",
)


class LateCell(NamedTuple):
    """A cell of an item on which an annotator's implicit no does not count."""

    item: ItemId
    annotator: AnnotatorId
    cell: Cell


def list_late_cells(connection: sqlite3.Connection, items: Iterable[ItemId] | None = None) -> list[LateCell]:
    """The late cells of these items (row ids), or of all; retired units have none."""
    items = None if items is None else list(items)
    query = "SELECT item_id, annotator_id, unit_id, criterion_id, target_id FROM unsaid"
    if items is None:
        rows = connection.execute(query).fetchall()
    else:
        query += " WHERE item_id IN (SELECT value FROM json_each(?))"
        rows = connection.execute(query, (json.dumps(items),)).fetchall()
    return [*list_unflagged_late_cells(connection, items), *(LateCell(row[0], row[1], Cell(*row[2:])) for row in rows)]


def list_unflagged_late_cells(connection: sqlite3.Connection, items: Iterable[ItemId] | None = None) -> list[LateCell]:
    """Those of them that no flag is the cause of: of units that were written too late, and of known cells."""
    items = None if items is None else list(items)
    if items is None:
        rows = connection.execute(_ALL).fetchall()
    else:
        rows = connection.execute(_SOME, (json.dumps(items),)).fetchall()
    known_cells = _find_known_cells(connection, items)
    if not rows:
        return known_cells
    criteria = names.criteria(connection)
    asked_rows = (row for row in rows if _asks(criteria.get(row[2]), *row[3:]))
    return [*known_cells, *(LateCell(row[0], row[1], Cell(row[4], row[2], row[3])) for row in asked_rows)]


def _find_known_cells(connection: sqlite3.Connection, items: list[ItemId] | None) -> list[LateCell]:
    """Cells whose right answer is known: nobody's implicit no says anything of them."""
    if connection.execute("SELECT 1 FROM known LIMIT 1").fetchone() is None:
        return []
    query = (
        "SELECT known.item_id, annotator_id, unit_id, known.criterion_id, known.target_id FROM known CROSS JOIN judged"
        " ON judged.item_id = known.item_id AND judged.criterion_id = known.criterion_id"
        " AND judged.target_id = known.target_id JOIN annotator ON annotator.id = annotator_id"
        " AND kind IN ('human', 'gold')"
    )
    if items is not None:
        query += " WHERE known.item_id IN (SELECT value FROM json_each(?))"
    rows = connection.execute(query, () if items is None else (json.dumps(items),))
    return [LateCell(row[0], row[1], Cell(*row[2:])) for row in rows]


def _asks(criterion: Criterion | None, target: int, _: int, kind: str, type_: str | None, home: int, role: str) -> bool:
    """Whether there is such a cell: a criterion of a derived unit, about a target."""
    if criterion is None or kind != criterion.unit or (criterion.types and type_ not in criterion.types):
        return False
    return target == home or (criterion.about == "summary" and role not in (Role.SUMMARY, Role.TABLE))


def seen(connection: sqlite3.Connection, item: ItemId) -> str:
    """What a finish of an item names: its revisions that stand now."""
    rows = connection.execute(
        f"SELECT uid FROM decision WHERE item_id = ? AND action = 'revise' AND {_STANDS} ORDER BY at, uid", (item,)
    )
    return " ".join(uid for (uid,) in rows)


def find_unseen_units(connection: sqlite3.Connection, finish: int) -> set[UnitId]:
    """The units of its item that a finish (row id) came too early for, whatever was finished later."""
    rows = connection.execute(
        "SELECT unit.id FROM decision AS finish CROSS JOIN document ON document.item_id = finish.item_id"
        " CROSS JOIN unit ON document_id = document.id CROSS JOIN decision AS written ON written.id = written_id"
        f" WHERE finish.id = ? AND {_UNIT} AND NOT {SAW}",
        (finish,),
    )
    return {unit for (unit,) in rows}
