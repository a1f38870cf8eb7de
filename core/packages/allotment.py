"""Who is asked what of a task: its cells as they are asked now, narrowed, dealt between the readers of each item.

A package lacks the others' votes and cannot work out what its task asks, so the list is made here and travels. No cell
is handed to the same person twice in one round: a second package holds what is asked since the first.
"""

from __future__ import annotations

import random
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from galley.core.domain import Cell, UnitKind
from galley.core.errors import Cancelled, InputError
from galley.core.packages import package as packages
from galley.core.packages import seats, share
from galley.core.packages.narrowing import Narrow
from galley.core.packages.package import Issued
from galley.core.packages.portion import speakers_of
from galley.core.packages.seats import readers, seated, voided
from galley.core.packages.share import ShareOrder
from galley.core.protocols.study import Kind, Task
from galley.core.rules.rule import State
from galley.core.rules.voters import PEOPLE
from galley.core.storage.level_queries import SILENT_PAIRS
from galley.core.tasks import counting, sheet, slots
from galley.core.tasks.asking import asked_now
from galley.core.tasks.item_outcome import ItemOutcome
from galley.core.tasks.task_book import TaskBook

Progress = Callable[[int, int], bool]


@dataclass(frozen=True, slots=True)
class Allotment:
    """``task`` is the one that is worked on: the settle task where undecided cells of another go to a third reader.
    ``cells`` by reviewer and item; a task that writes has items without cells. ``speakers`` by reviewer and item: whose
    turns they write about; none where nothing is dealt. ``told`` is what was settled otherwise than each reviewer said
    (``what_changed.Changed``), in packages that are for that; ``again`` what they are asked once more."""

    task: Task
    cells: dict[str, dict[int, list[Cell]]]
    speakers: dict[str, dict[int, list[str]]] = field(default_factory=dict)
    told: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    again: Mapping[str, Mapping[int, Sequence[Cell]]] = field(default_factory=dict)


def allot(
    connection: sqlite3.Connection,
    book: TaskBook,
    task: Task,
    reviewers: Sequence[str],
    order: ShareOrder,
    narrow: Narrow,
    number: int,
    progress: Progress | None = None,
) -> Allotment:
    """What each reviewer gets of ``task`` in the round ``number``.

    Raises: InputError where there is nothing to hand out, or to one of them; Cancelled.
    """
    if task.kind is Kind.JUDGE:
        raise InputError(f"{task.full} is a judge's task ({task.method}); galley judge runs it.")
    if task.kind is Kind.WRITE and task.unit == UnitKind.TURN:
        raise InputError(f"{task.full} writes discussions, in the project itself: galley write --task {task.id}.")
    if PEOPLE not in task.voters:
        raise InputError(f"{task.full} takes nobody's answers but judges'; add “people” to its voters to hand it out.")
    base, settler = task, book.settler(task) if task.votes else None
    if narrow.undecided and number == 1 and settler is not None:
        task = settler
    if base.kind is Kind.WRITE and narrow.on and not narrow.whole:
        raise InputError(f"{base.full} writes and asks no cells; of --only it takes keys:FILE and from:PERSON.")
    asked = _asked(connection, book, base, narrow, progress)
    if not asked:
        if base.known and not narrow.on:
            raise InputError(
                f"{base.full} trains people, and none of its answers is known yet; galley known --task {base.id} --from"
                " gold, or --from and a file, says which are."
            )
        if base.draw is not None and not narrow.on:
            raise InputError(f"{base.full} asks only what was drawn; draw with galley draw --task {base.id} first.")
        raise InputError(narrow.nothing(base.full) if narrow.on else f"{base.full} asks nothing now; {WHERE}")
    issued = [given for given in packages.issued(connection).values() if given.package.of]
    each = order.each or (task.people if 0 < task.people < len(reviewers) and not task.deal else 0)
    if number > 1 or narrow.vacant or (task.known and not order.each):  # all who answered; by seats; all to train
        each = 0
    within: Mapping[int, object] = asked
    if narrow.vacant:
        within = seats.vacant(connection, book, task, asked, order)
    if order.size and narrow.taken is None:
        within = _left(connection, reviewers, task, number, issued, within, asked)
    shares = share.draw(connection, reviewers, replace(order, each=each), within.keys())
    if narrow.vacant:
        shares = seated(connection, book, task, shares, issued, order)
    people = dict(connection.execute("SELECT name, id FROM annotator WHERE kind = 'human'").fetchall())
    if task.same and (other := book.protocol(task).task(task.same)) is not None:
        shares = _together(connection, book, shares, task, other, issued)
    found = {who: {item: list(asked[item]) for item in items} for who, items in shares.items()}
    speakers: dict[str, dict[int, list[str]]] = {}
    if task.deal:
        speakers = _deal(connection, book, task, found, issued, order.seed)
    for who in found:
        found[who] = _fitting(connection, book, task, base, who, people.get(who, 0), found[who], issued, number, narrow)
    third = base is task and (narrow.undecided or narrow.unsure or narrow.person)  # cells for one reader more
    if number == 1 and not order.each and not third:
        seats.refuse_more(connection, book, task, found, issued)
    return Allotment(
        task, found, {who: {i: s for i, s in of.items() if i in found[who]} for who, of in speakers.items()}
    )


WHERE = "galley tasks says where each task stands."


def _asked(
    connection: sqlite3.Connection, book: TaskBook, task: Task, narrow: Narrow, progress: Progress | None
) -> dict[int, list[Cell]]:
    """The cells that a task asks now, by item; a task that writes has the items in which its turn has come."""
    row = book.rows[task.full]
    if task.kind is Kind.WRITE:
        waits = "SELECT item_id FROM task_item WHERE task_id = ? AND kept > 0"
        items = [i for (i,) in connection.execute(f"SELECT id FROM item WHERE id NOT IN ({waits}) ORDER BY id", (row,))]
        return {item: [] for item in narrow.items(connection, items)}
    query = "SELECT item_id FROM task_item WHERE task_id = ? AND asked > 0 UNION SELECT item_id FROM known ORDER BY 1"
    items = narrow.items(connection, [item for (item,) in connection.execute(query, (row,))])
    judges, outside = counting.judges(connection, book), slots.outside(connection, book)
    found: dict[int, list[Cell]] = {}
    for at, item in enumerate(items):
        if progress is not None and at % counting.TOGETHER == 0 and not progress(at, len(items)):
            raise Cancelled("The packing was stopped; nothing was written.")
        laid = sheet.load(connection, item, book, outside)
        cells, outcome = asked_now(laid, book, task, judges)
        cells = narrow.cells([cell for cell in cells if _wanted(task, cell, outcome, laid)], laid, outcome)
        if cells:
            found[item] = cells
    return found


def _wanted(task: Task, cell: Cell, outcome: ItemOutcome, laid: sheet.TaskSheet) -> bool:
    """Known cells go along where they train people, or check them who were not told the answer in training."""
    ruling = outcome.rulings.get(cell)
    checks = task.known_share > 0 and cell not in laid.trains
    return task.known or checks or ruling is None or ruling.state is not State.KNOWN


def _together(
    connection: sqlite3.Connection,
    book: TaskBook,
    shares: dict[str, list[int]],
    task: Task,
    other: Task,
    issued: Sequence[Issued],
) -> dict[str, list[int]]:
    """The shares, so that whoever reads an item in ``other`` reads it here, and nobody else, but for the seats of those
    from whom it was taken back here."""
    gone = voided(connection, book, task)
    there = readers(connection, book, other, issued)
    vacant = {item for item, people in there.items() if any((who, item) in gone for who in people)}
    items = sorted({item for share_ in shares.values() for item in share_})
    return {
        who: [
            item
            for item in items
            if who in there.get(item, ()) or (item in mine and (item in vacant or not there.get(item)))
        ]
        for who, mine in ((who, set(share_)) for who, share_ in shares.items())
    }


def _deal(
    connection: sqlite3.Connection,
    book: TaskBook,
    task: Task,
    found: Mapping[str, dict[int, list[Cell]]],
    issued: Sequence[Issued],
    seed: int,
) -> dict[str, dict[int, list[str]]]:
    """Who of an item's readers gets whose turns; their cells are then those alone. What was dealt before, for this task
    or for one whose readers it shares, stays as it was."""
    known = {name for name in (task.id, task.same) if name}
    protocol = book.protocol(task)
    kin = {t.full for t in protocol.tasks if t.id in known or (task.same and t.same == task.same)}
    before: dict[tuple[str, str], list[str]] = defaultdict(list)
    keys = dict(connection.execute("SELECT id, key FROM item").fetchall())
    gone = {(keys[item], name) for t in protocol.tasks if t.full in kin for name, item in voided(connection, book, t)}
    for given in issued:
        who = given.package.reviewer
        for key, names in given.package.dealt.items() if given.package.task in kin else ():
            for name in names if (key, who) not in gone else ():
                if who not in before[key, name]:
                    before[key, name].append(who)
    dealt: dict[str, dict[int, list[str]]] = {who: {} for who in found}
    for item in sorted({item for mine in found.values() for item in mine}):
        key = keys[item]
        there = [
            name
            for (name,) in connection.execute(
                "SELECT DISTINCT speaker FROM document JOIN unit ON document_id = document.id WHERE item_id = ?"
                " AND speaker <> '' ORDER BY 1",
                (item,),
            )
        ]
        readers = sorted(who for who in found if item in found[who])
        random.Random(f"galley deal {seed} {key}").shuffle(readers)
        for at, name in enumerate(there):
            many = min(max(task.people, 1), len(readers))
            lucky = before.get((key, name)) or [readers[(at + step) % len(readers)] for step in range(many)]
            for who in lucky:
                if item in found.get(who, ()):
                    dealt[who].setdefault(item, []).append(name)
        for who in readers:
            mine = set(dealt[who].get(item, ()))
            cells = [cell for cell in found[who][item] if not (s := speakers_of(connection, cell.unit)) or s & mine]
            if (there and not mine and not cells) or (found[who][item] and not cells):
                del found[who][item]
            else:
                found[who][item] = cells
                dealt[who].setdefault(item, [])
    return dealt


def _fitting(
    connection: sqlite3.Connection,
    book: TaskBook,
    task: Task,
    base: Task,
    who: str,
    row: int,
    mine: dict[int, list[Cell]],
    issued: Sequence[Issued],
    number: int,
    narrow: Narrow,
) -> dict[int, list[Cell]]:
    """What of it this person may be handed. Raises: InputError where that is nothing, or a vote stands against it."""
    of = book.rows[task.full]
    handed = _handed(connection, who, task, number, issued)
    void = "SELECT item_id FROM void WHERE task_id = ? AND annotator_id = ? AND round = ?"
    gone = {item for (item,) in connection.execute(void, (of, row, number))}
    again = set(narrow.taken or ()) & gone if narrow.whose == row else set()  # they lost the package, say
    gone -= again
    if number > 1:
        said, silent = _answered(connection, row, of, number)
        mine = {
            item: kept
            for item, cells in mine.items()
            if (kept := [cell for cell in cells if cell in said or (cell.criterion, cell.target) in silent])
        }
        if not mine:
            raise InputError(f"{who} has answered nothing of this in {task.full} yet, so there is no round {number}.")
    elif task.kind is Kind.SETTLE or narrow.undecided:
        _stranger(connection, book, task, base, who, row, mine, issued)
    if task.kind is Kind.WRITE:
        before = {item for item, people in readers(connection, book, task, issued).items() if who in people}
        found = {item: cells for item, cells in mine.items() if item not in gone | before}
    else:
        found = {
            item: kept
            for item, cells in mine.items()
            if item not in gone and (kept := [cell for cell in cells if item in again or cell not in handed])
        }
    if not found:
        if mine and any(item in gone for item in mine):
            raise InputError(
                f"What {task.full} asks was taken back from {who}; galley take-back --accept gives it back to them, and"
                f" galley pack --only from:{who} packs it for them anew."
            )
        if mine:
            raise InputError(
                f"{who} has all that {task.full} asks now in a package already, and nobody is handed a cell twice;"
                f" if it is lost, take it back and pack it with --only from:{who}; --round asks for another round."
            )
        raise InputError(
            f"Nothing of {task.full} is left for {who}; name fewer reviewers, or give --each a larger number."
        )
    return found


def _left(
    connection: sqlite3.Connection,
    reviewers: Sequence[str],
    task: Task,
    number: int,
    issued: Sequence[Issued],
    within: Mapping[int, object],
    asked: Mapping[int, Sequence[Cell]],
) -> Mapping[int, object]:
    """What a sample is drawn from: not the items of which each of these people has all cells; all, if none is left."""
    held = [_handed(connection, who, task, number, issued) for who in reviewers]
    found = {item: each for item, each in within.items() if not asked[item] or any(set(asked[item]) - h for h in held)}
    return found or within


def _handed(connection: sqlite3.Connection, who: str, task: Task, number: int, issued: Iterable[Issued]) -> set[Cell]:
    """The cells that somebody was handed for a task and round."""
    found: set[Cell] = set()
    for given in issued:
        package = given.package
        if (package.reviewer, package.task, package.round) == (who, task.full, number):
            query = "SELECT unit_id, criterion_id, target_id FROM package_cell WHERE package_id = ?"
            found |= {Cell(*cell) for cell in connection.execute(query, (given.row,))}
    return found


def _answered(
    connection: sqlite3.Connection, who: int, task: int, number: int
) -> tuple[set[Cell], set[tuple[int, int]]]:
    """The cells that somebody answered in a task in a round before this one, and the (criterion, target) pairs on which
    they did so in silence."""
    query = (
        "SELECT DISTINCT unit_id, criterion_id, target_id FROM decision WHERE reviewer_id = ? AND task_id = ?"
        " AND round < ? AND unit_id IS NOT NULL AND id NOT IN (SELECT decision_id FROM undone)"
    )
    silent = (
        "SELECT judged.criterion_id, judged.target_id FROM judged JOIN decision ON decision.id = decision_id"
        " WHERE annotator_id = ? AND task_id = ? AND round < ?"
    )
    values = (who, task, number)
    return {Cell(*cell) for cell in connection.execute(query, values)}, set(connection.execute(silent, values))


def _stranger(
    connection: sqlite3.Connection,
    book: TaskBook,
    task: Task,
    base: Task,
    who: str,
    row: int,
    mine: Mapping[int, Sequence[Cell]],
    issued: Iterable[Issued],
) -> None:
    """Raises: InputError where somebody who is to settle cells voted on one of them, or saw a vote."""
    wanted = {cell for cells in mine.values() for cell in cells}
    own = book.rows[task.full]
    voted: set[Cell] = set()
    saw: set[Cell] = set()
    pairs: set[tuple[Any, ...]] = set()
    for item in mine if row else ():
        for *cell, of, shown in connection.execute(
            "SELECT unit_id, criterion_id, target_id, task_id, shown FROM decision WHERE item_id = ?"
            " AND reviewer_id = ? AND unit_id IS NOT NULL AND id NOT IN (SELECT decision_id FROM undone)",
            (item, row),
        ):
            if of != own:
                voted.add(Cell(*cell))
            if "others" in (shown or "").split():
                saw.add(Cell(*cell))
        brought = (
            "SELECT unit_id, criterion_id, target_id FROM verdict WHERE item_id = ? AND annotator_id = ?"
            " AND decision_id IS NULL"
        )
        voted |= {Cell(*cell) for cell in connection.execute(brought, (item, row))}
        silent = f"SELECT criterion_id, target_id FROM {SILENT_PAIRS} WHERE item_id = ? AND annotator_id = ?"
        pairs |= set(connection.execute(silent, (item, row)))
    voted |= {cell for cell in wanted if (cell.criterion, cell.target) in pairs}
    for given in issued:
        if given.package.reviewer == who and given.package.others:
            query = "SELECT unit_id, criterion_id, target_id FROM package_cell WHERE package_id = ?"
            saw |= {Cell(*cell) for cell in connection.execute(query, (given.row,))}
    for what, cells in (("voted on", voted & wanted), ("saw a vote on", saw & wanted)):
        if cells:
            raise InputError(
                f"{who} {what} {len(cells):,} of the {len(wanted):,} cells that {task.full} settles; hand them to"
                " somebody who has neither voted on them nor seen a vote."
            )
