"""Which cells belong to the things that a task's draws chose from (items, paragraphs, values of a field)."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import Cell
from galley.core.metrics.cell_arrays import CellQuestion, CellReader, Cells
from galley.core.project import drawing
from galley.core.project.drawing import KeptDraw, Place
from galley.core.tasks import sheet

Rows = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Things:
    """One group of one draw (``draw``: its number, from 0): ``of`` things were in its frame. ``frame`` has the rows of
    the cells of each, ``drawn`` those of the ones that were drawn, in the order of the draw, with how many cells of the
    question are asked of each. A thing that none of the cells belongs to has no rows."""

    draw: int
    of: int
    frame: tuple[Rows, ...]
    drawn: tuple[tuple[Rows, int], ...]


def things(reader: CellReader, cells: Cells) -> list[Things]:
    """The groups of all draws of the task that the question belongs to; none where it draws nothing, belongs to several
    tasks, or a cell belongs to several things, the chance of which nobody knows."""
    if not reader.book.tasks:
        return []
    owners = {owner.full if owner is not None else "" for owner in reader.owners(cells.question)}
    owner = next(iter(owners)) if len(owners) == 1 else ""
    made = [each for each in drawing.draws(reader.connection) if each.task == owner]
    if not owner or not made:
        return []
    of = made[0].of
    if any(each.of != of for each in made):
        return []
    rows = _rows(reader, cells, of, made)
    if rows is None:
        return []
    none = np.empty(0, dtype=np.int64)
    summary = cells.level == "summary" and not cells.question.whole
    if summary and of != drawing.ITEM:  # parts of a summary were drawn
        return []
    asked = _asked(reader, cells.question, owner, of, summary)
    found = []
    for number, draw in enumerate(made):
        frame = drawn = 0
        for group in draw.groups:
            every = draw.frame[frame : frame + group.of]
            chosen = draw.places[drawn : drawn + group.drawn]
            frame, drawn = frame + group.of, drawn + group.drawn
            own = tuple((rows.get(place, none), asked[place]) for place in chosen)
            found.append(Things(number, group.of, tuple(rows.get(place, none) for place in every), own))
    return found


def _rows(reader: CellReader, cells: Cells, of: str, made: list[KeptDraw]) -> dict[Place, Rows] | None:
    """The rows of each thing; None where a cell belongs to several."""
    codes, keys = cells.label("item")
    if of == drawing.ITEM:
        return {(key, "", ""): np.flatnonzero(codes == code) for code, key in enumerate(keys)}
    framed = {place for draw in made for place in draw.frame}
    items = {key for key, _, _ in framed}
    found: dict[Place, list[int]] = defaultdict(list)
    for code, key in enumerate(keys):
        if key not in items:
            continue
        mine = np.flatnonzero(codes == code)
        if not len(mine):
            continue
        laid = _sheet(reader, int(cells.items[mine[0]]))
        for row in mine.tolist():
            cell = Cell(int(cells.unit[row]), cells.question.members[0].row, int(cells.target[row]))
            of_cell = framed.intersection(drawing.belongs(key, laid, cell, of))
            if len(of_cell) > 1:
                return None
            for place in of_cell:
                found[place].append(row)
    return {place: np.array(rows, dtype=np.int64) for place, rows in found.items()}


def _asked(reader: CellReader, question: CellQuestion, task: str, of: str, summary: bool) -> Counter[Place]:
    """How many cells of the question are asked of each thing (``summary``: how many summaries)."""
    found: Counter[Place] = Counter()
    unit_column = "0" if summary else "unit_id"
    for item, key, unit, target in reader.connection.execute(
        f"SELECT DISTINCT item_id, key, {unit_column}, target_id FROM handed JOIN item ON item.id = item_id"
        " WHERE task_id = ? AND criterion_id IN (SELECT value FROM json_each(?))"
        " AND target_id NOT IN (SELECT document_id FROM unusable)",
        (reader.book.rows[task], json.dumps(question.rows)),
    ):
        if of == drawing.ITEM:
            found[key, "", ""] += 1
        else:
            cell = Cell(unit, question.rows[0], target)
            found.update(set(drawing.belongs(key, _sheet(reader, item), cell, of)))
    return found


def _sheet(reader: CellReader, item: int) -> Any:
    """Where the units of an item are, read once while the project does not grow."""
    memory = reader.params.memory
    if memory is None:
        return sheet.load(reader.connection, item)
    return memory.fixed(("sheet", item), lambda: sheet.load(reader.connection, item))
