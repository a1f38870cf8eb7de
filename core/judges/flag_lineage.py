"""A run's flags against those of an earlier run of the same method: same, new, gone, changed.

Flags are matched by cell. What a reviewer decided is about cells, so it stands for every flag that stayed the same
without being copied; the lineage says which flags those are, so that only the rest need be looked at.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable

from galley.core.domain import AnnotatorId, Cell, ChangeSet, CriterionId, ItemId, UnitId
from galley.core.storage import implicit_no
from galley.core.storage.connection import Connection
from galley.core.storage.queries import runs

SAME, NEW, GONE, CHANGED = "same", "new", "gone", "changed"
STATES = (SAME, NEW, GONE, CHANGED)


_Cell = tuple[int, UnitId, CriterionId]  # target, unit, criterion


def judges(connection: Connection, run: int) -> dict[str, AnnotatorId]:
    """The annotators that a run speaks as, by voice."""
    heads = runs.read_runs(connection, [run])
    return _voices(heads[0]) if heads else {}


def _voices(run: runs.RunHead) -> dict[str, AnnotatorId]:
    return json.loads(run.settings).get("annotators") or {"": run.annotator}


def earlier_run(connection: Connection, run: int) -> int | None:
    """The newest run before this one of the same method, by other annotators; None if this is the first."""
    heads = runs.read_runs(connection)
    this = next((head for head in heads if head.id == run), None)
    if this is None:
        return None
    ours = set(_voices(this).values())
    for head in heads:
        if head.id < run and head.method == this.method and ours.isdisjoint(_voices(head).values()):
            return head.id
    return None


def compare(connection: Connection, run: int, earlier: int) -> list[runs.FlagFate]:
    """The fate of every flag of either run, item by item. A flag is gone only where the later run looked and found
    nothing; where it could not tell, or did not look, the earlier flag is not listed."""
    before, after = judges(connection, earlier), judges(connection, run)
    lines: list[runs.FlagFate] = []
    for voice, judge in after.items():
        # two runs of one voice each compare whatever the voice is called
        other = before.get(voice) or (next(iter(before.values())) if len(before) == len(after) == 1 else None)
        if other is not None:
            lines += _compare(connection, judge, other)
    return sorted(lines, key=lambda line: (line.item, line.verdict or 0, line.earlier or 0))


def _compare(connection: Connection, judge: AnnotatorId, other: AnnotatorId) -> list[runs.FlagFate]:
    verdicts, covered = runs.read_judge_verdicts(connection, judge)
    new, old = _flags(verdicts), _flags(runs.read_judge_verdicts(connection, other)[0])
    values = {(verdict.target, verdict.unit, verdict.criterion): verdict.value for verdict in verdicts}
    late = {
        late_cell.cell
        for late_cell in implicit_no.list_unflagged_late_cells(connection)
        if late_cell.annotator == judge
    }
    lines = [runs.FlagFate(item, SAME, row, old[cell][1]) for cell, (item, row) in new.items() if cell in old]
    fresh = {cell: flag for cell, flag in new.items() if cell not in old}
    for cell, (item, row) in old.items():
        if cell in new or not _is_denied(cell, values, covered, late):
            continue
        # another criterion on the same unit takes the place of the one that went
        moved = next((c for c in fresh if c[:2] == cell[:2]), None)
        if moved is not None:
            lines.append(runs.FlagFate(item, CHANGED, fresh.pop(moved)[1], row))
        else:
            lines.append(runs.FlagFate(item, GONE, None, row))
    return lines + [runs.FlagFate(item, NEW, row, None) for item, row in fresh.values()]


def _flags(verdicts: Iterable[runs.JudgeVerdict]) -> dict[_Cell, tuple[ItemId, int]]:
    return {(v.target, v.unit, v.criterion): (v.item, v.id) for v in verdicts if v.value == "yes"}


def _is_denied(
    cell: _Cell, values: dict[_Cell, object], covered: set[tuple[CriterionId, int]], late: set[Cell]
) -> bool:
    """Whether a judge looked at a cell and said no, explicitly or by an implicit no."""
    target, unit, criterion = cell
    if cell in values:
        return values[cell] == "no"
    return (criterion, target) in covered and Cell(unit, criterion, target) not in late


def record(connection: Connection, run: int, earlier: int | None = None) -> ChangeSet:
    """Keep the lineage of a run for the queue and the flag panel (a job for ``Project.write``). Without ``earlier``
    it is the run before it; nothing is kept for a first run."""
    earlier = earlier_run(connection, run) if earlier is None else earlier
    lines = [] if earlier is None else compare(connection, run, earlier)
    runs.replace_lineage(connection, run, lines)
    if earlier is None:
        return ChangeSet()
    return ChangeSet(frozenset(line.item for line in lines), runs=frozenset({run}))


def counts(connection: Connection, run: int) -> Counter[str]:
    """How many flags of a run are same, new, gone and changed; empty for a first run."""
    return Counter(runs.count_lineage(connection, run))


def items(connection: Connection, run: int, *states: str) -> list[ItemId]:
    """The items with a flag of one of these states, in order: what is left to look at after a new run."""
    return runs.find_items_by_lineage(connection, run, states)
