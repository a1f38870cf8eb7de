"""What changed after somebody: which of their answers were settled otherwise, and why; as a list, and as a package that
only shows it."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from galley.core.domain import AnnotatorKind, Cell, Value
from galley.core.errors import InputError
from galley.core.packages.allotment import Allotment
from galley.core.protocols.study import Task, terms
from galley.core.rules.rule import UNMET, Ruling, State
from galley.core.rules.scalar import latest
from galley.core.tasks import asking, counting, sheet, slots
from galley.core.tasks.hearing import Hearing
from galley.core.tasks.sheet import TaskSheet
from galley.core.tasks.task_book import TaskBook

LEFT_OPEN, UNSURE = "left open", "unsure"
LISTED = 40
"""Lines of it in the instructions of a package."""


@dataclass(frozen=True, slots=True)
class Changed:
    """An answer that was settled otherwise: ``said`` (None: unsure) and ``settled`` (None: left open) of ``cell`` in
    the item ``key``, at ``place``, in ``task``; ``why`` in words."""

    key: str
    place: str
    criterion: str
    task: str
    said: Value | None
    settled: Value | None
    why: str
    item: int
    cell: Cell

    def __str__(self) -> str:
        why = f" ({self.why})" if self.why else ""
        said, settled = (value if value is not None else word for value, word in
                         ((self.said, UNSURE), (self.settled, LEFT_OPEN)))  # fmt: skip
        return f"{self.key}, {self.place}, {self.criterion}: you said {said}, settled: {settled}{why}"


def person(connection: sqlite3.Connection, name: str) -> int:
    """The row id of somebody. Raises: InputError where nobody is called that"""
    row = connection.execute(
        "SELECT id FROM annotator WHERE name = ? AND kind = ?", (name.strip(), AnnotatorKind.HUMAN)
    ).fetchone()
    if row is None:
        raise InputError(f"Nobody called {name.strip()!r} is in the project.")
    return int(row[0])


def changed(connection: sqlite3.Connection, book: TaskBook, who: int, task: Task | None = None) -> list[Changed]:
    """The answers of a person (row id) in a task of a protocol, or in all of them, that were settled otherwise, in the
    order of the project. Cells whose answer is known are never among them."""
    judges, outside = counting.judges(connection, book), slots.outside(connection, book)
    tasks = {book.rows[each.full]: each for each in ([task] if task else book.tasks.values()) if each.votes}
    found = []
    query = (
        "SELECT id, key FROM item WHERE id IN (SELECT item_id FROM task_progress WHERE annotator_id = ?) ORDER BY id"
    )
    for item, key in connection.execute(query, (who,)).fetchall():
        laid = sheet.load(connection, item, book, outside)
        outcome, hearing = asking.work_out(laid, book, judges), Hearing(laid, book, judges)
        rulings = outcome.rulings
        if laid.package:  # it lacks the others' answers, and holds what the cells were settled as
            rulings = {cell: Ruling(State.SETTLED, value) for cell, (value, _) in laid.gold.items()}
        for cell, ruling in sorted(rulings.items()):
            owner = book.owner(cell.criterion, laid.kind(cell.unit))
            if owner is None or book.rows[owner.full] not in tasks or ruling.state not in OVER:
                continue
            entry = next(each.entry for each in book.asks(owner) if each.criterion.row == cell.criterion)
            voices = hearing.voices(owner, book.rows[owner.full], entry, cell)
            said = latest([voice for voice in voices if not voice.settling], terms(owner, entry))
            if who not in said and laid.silence(who, cell):
                said = {**said, who: "no"}
            if who in said and said[who] is not UNMET and said[who] != ruling.value:
                mine = said[who]
                assert mine is None or isinstance(mine, str | int | float)
                why = _why(connection, laid, cell, ruling, owner, list(said.values()))
                criterion = book.criteria[cell.criterion]
                found.append(
                    Changed(key, place(connection, cell), f"{criterion.scheme}/{criterion.id}", owner.full, mine,
                            ruling.value, why, item, cell)
                )  # fmt: skip
    return found


OVER = (State.SETTLED, State.EXCLUDED)


def _why(
    connection: sqlite3.Connection, laid: TaskSheet, cell: Cell, ruling: Ruling, owner: Task, said: Sequence[object]
) -> str:
    """The note of the adjudicator, or how the people voted."""
    if cell in laid.gold:
        row = connection.execute(
            "SELECT note, explanation FROM verdict LEFT JOIN decision ON decision.id = decision_id"
            " WHERE verdict.id = ?",
            (laid.gold[cell][1],),
        ).fetchone()
        return (row[0] or row[1] or "by an adjudicator").strip() if row else "by an adjudicator"
    votes = Counter(value for value in said if value is not None and value is not UNMET)
    agree = votes.get(ruling.value, 0)
    return f"by the rule {owner.rule}: {agree} of {votes.total()} said {ruling.value}"


def place(connection: sqlite3.Connection, cell: Cell) -> str:
    """Where a cell is, in words: its document, with the unit's number or name."""
    home, whole, name, text, target = connection.execute(
        "SELECT document.name, whole_id, unit.name, unit.text, (SELECT name FROM document WHERE id = ?) FROM unit"
        " JOIN document ON document.id = document_id WHERE unit.id = ?",
        (cell.target, cell.unit),
    ).fetchone()
    unit = (name or text or "") if text is not None else str(cell.unit - whole) if cell.unit != whole else ""
    about = f" about {target}" if target != home else ""
    return f"{home} {unit}".strip() + about


def allotment(connection: sqlite3.Connection, book: TaskBook, task: Task, people: Sequence[str]) -> Allotment:
    """The cells of each person that were settled otherwise, with what they were settled as. Raises: InputError"""
    cells: dict[str, dict[int, list[Cell]]] = {}
    told: dict[str, list[Changed]] = {}
    for name in people:
        told[name] = changed(connection, book, person(connection, name), task)
        if not told[name]:
            raise InputError(f"Nothing that {name} answered in {task.full} was settled otherwise.")
        cells[name] = {}
        for each in told[name]:
            cells[name].setdefault(each.item, []).append(each.cell)
    return Allotment(task, cells, told={who: tuple(each) for who, each in told.items()})


def instructions(found: Sequence[Changed], name: str) -> str:
    """What the reader of such a package is told."""
    count = "1 of your answers was" if len(found) == 1 else f"{len(found):,} of your answers were"
    lines = [f"{count} settled otherwise in {name}. Nothing is asked of you here."]
    lines += [str(each) for each in found[:LISTED]]
    return "\n".join([*lines, *([f"… and {len(found) - LISTED:,} more."] if len(found) > LISTED else [])])
