"""Which cells belong to the things that a task's draws chose from (items, paragraphs, values of a field)."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import Cell, ItemId, UnitId
from galley.core.metrics.cell_arrays import CellQuestion, CellReader, Cells
from galley.core.review import task_draws
from galley.core.review.task_draws import Place, StoredDraw
from galley.core.storage.queries import columns
from galley.core.tasks import answer_sheet

Rows = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SampledGroup:
    """One group of one draw (``draw``: its number, from 0): ``frame_size`` things were in its frame. ``frame`` has
    the rows of the cells of each, ``drawn_rows`` those of the ones that were drawn, in the order of the draw, with
    how many cells of the question are asked of each. A thing that none of the cells belongs to has no rows."""

    draw: int
    frame_size: int
    frame: tuple[Rows, ...]
    drawn_rows: tuple[tuple[Rows, int], ...]


def find_sampled_groups(reader: CellReader, cells: Cells) -> list[SampledGroup]:
    """The groups of all draws of the task that the question belongs to; none where it draws nothing, belongs to several
    tasks, or a cell belongs to several things, the chance of which nobody knows."""
    if not reader.book.tasks:
        return []
    owners = {owner.full if owner is not None else "" for owner in reader.owners(cells.question)}
    owner = next(iter(owners)) if len(owners) == 1 else ""
    draws = [draw for draw in task_draws.draws(reader.connection) if draw.task == owner]
    if not owner or not draws:
        return []
    of = draws[0].of
    if any(draw.of != of for draw in draws):
        return []
    rows = _rows(reader, cells, of, draws)
    if rows is None:
        return []
    none = np.empty(0, dtype=np.int64)
    summary = cells.level == "summary" and not cells.question.whole
    if summary and of != task_draws.ITEM:  # parts of a summary were drawn
        return []
    asked_counts = _count_asked(reader, cells.question, owner, of, summary)
    groups = []
    for number, draw in enumerate(draws):
        frame = drawn_end = 0
        for group in draw.groups:
            every = draw.frame[frame : frame + group.of]
            drawn_places = draw.places[drawn_end : drawn_end + group.drawn]
            frame, drawn_end = frame + group.of, drawn_end + group.drawn
            own = tuple((rows.get(place, none), asked_counts[place]) for place in drawn_places)
            groups.append(SampledGroup(number, group.of, tuple(rows.get(place, none) for place in every), own))
    return groups


def _rows(reader: CellReader, cells: Cells, drawn_kind: str, draws: list[StoredDraw]) -> dict[Place, Rows] | None:
    """The rows of each thing; None where a cell belongs to several."""
    codes, keys = cells.label("item")
    if drawn_kind == task_draws.ITEM:
        return {(key, "", ""): np.flatnonzero(codes == code) for code, key in enumerate(keys)}
    framed = {place for draw in draws for place in draw.frame}
    items = {key for key, _, _ in framed}
    rows_by_place: dict[Place, list[int]] = defaultdict(list)
    for code, key in enumerate(keys):
        if key not in items:
            continue
        item_rows = np.flatnonzero(codes == code)
        if not len(item_rows):
            continue
        item_sheet = _load_answer_sheet(reader, ItemId(int(cells.items[item_rows[0]])))
        for row in item_rows.tolist():
            cell = Cell(UnitId(int(cells.unit[row])), cells.question.members[0].row, int(cells.target[row]))
            of_cell = framed.intersection(task_draws.belongs(key, item_sheet, cell, drawn_kind))
            if len(of_cell) > 1:
                return None
            for place in of_cell:
                rows_by_place[place].append(row)
    return {place: np.array(rows, dtype=np.int64) for place, rows in rows_by_place.items()}


def _count_asked(
    reader: CellReader, question: CellQuestion, task: str, drawn_kind: str, summary: bool
) -> Counter[Place]:
    """How many cells of the question are asked of each thing (``summary``: how many summaries)."""
    counts: Counter[Place] = Counter()
    assigned = columns.find_assigned_targets(reader.connection, reader.book.rows[task], question.rows, not summary)
    for row in assigned:
        if drawn_kind == task_draws.ITEM:
            counts[row.key, "", ""] += 1
        else:
            cell = Cell(row.unit, question.rows[0], row.target)
            counts.update(set(task_draws.belongs(row.key, _load_answer_sheet(reader, row.item), cell, drawn_kind)))
    return counts


def _load_answer_sheet(reader: CellReader, item: ItemId) -> Any:
    """Where the units of an item are, read once while the project does not grow."""
    memory = reader.params.memory
    if memory is None:
        return answer_sheet.load(reader.connection, item)
    return memory.get_static(("sheet", item), lambda: answer_sheet.load(reader.connection, item))
