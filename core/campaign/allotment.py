"""Who is asked what of a task: its cells as they are asked now, narrowed, dealt between the readers of each item.

A package lacks the others' votes and cannot work out what its task asks, so the list is made here and travels. No cell
is handed to the same person twice in one round: a second package holds what is asked since the first.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from galley.core.campaign import workload
from galley.core.campaign.cell_selection import Narrow
from galley.core.campaign.package import PackageRecord, read_package_records
from galley.core.campaign.slots import (
    fill_free_slots,
    find_free_slots,
    find_revoked,
    list_assigned_reviewers,
    require_free_slots,
)
from galley.core.campaign.task_records import speakers_of
from galley.core.campaign.workload import AssignmentOptions
from galley.core.definitions.protocols import Kind, Task
from galley.core.domain import NO_ANNOTATOR, NO_ITEM, AnnotatorId, Cell, ItemId, UnitKind
from galley.core.errors import Cancelled, InputError
from galley.core.rules.rule import State
from galley.core.rules.voters import PEOPLE
from galley.core.storage import slot_queries
from galley.core.storage.connection import Connection
from galley.core.storage.names import find_people
from galley.core.storage.queries import find_items, packages
from galley.core.storage.queries.items import read_keys
from galley.core.tasks import answer_sheet, counts, slots
from galley.core.tasks.asked_cells import list_asked_cells
from galley.core.tasks.outcomes import ItemOutcome
from galley.core.tasks.task_book import TaskBook

Progress = Callable[[int, int], bool]


@dataclass(frozen=True, slots=True)
class Allotment:
    """``task`` is the one that is worked on: the settle task where undecided cells of another go to a third reader.
    ``cells`` by reviewer and item; a task that writes has items without cells. ``speakers`` by reviewer and item: whose
    turns they write about; none where nothing is dealt. ``changed_answers`` is what was settled otherwise than each
    reviewer said
    (``changes.OverruledAnswer``), in packages that are for that; ``again`` what they are asked once more."""

    task: Task
    cells: dict[str, dict[ItemId, list[Cell]]]
    speakers: dict[str, dict[ItemId, list[str]]] = field(default_factory=dict)
    changed_answers: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    again: Mapping[str, Mapping[ItemId, Sequence[Cell]]] = field(default_factory=dict)


def allot(
    connection: Connection,
    book: TaskBook,
    task: Task,
    reviewers: Sequence[str],
    order: AssignmentOptions,
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
        raise InputError(
            f"{task.full} writes discussions, in the project itself: galley campaign write --task {task.id}."
        )
    if PEOPLE not in task.voters:
        raise InputError(f"{task.full} accepts answers from judges only; add “people” to its voters to assign it.")
    base, settler = task, book.find_adjudication_task(task) if task.votes else None
    if narrow.only_undecided and number == 1 and settler is not None:
        task = settler
    if base.kind is Kind.WRITE and narrow.on and not narrow.whole:
        raise InputError(f"{base.full} is a writing task; its --only is keys:FILE or from:PERSON.")
    asked_cells = _find_asked_cells(connection, book, base, narrow, progress)
    if not asked_cells:
        if base.is_training and not narrow.on:
            raise InputError(
                f"{base.full} trains people, and none of its answers is known yet; galley campaign "
                f"known --task {base.id} --from"
                " gold, or --from and a file, sets them."
            )
        if base.draw is not None and not narrow.on:
            raise InputError(
                f"{base.full} asks about a sample only; draw it first: galley sample draw --task {base.id}."
            )
        message = narrow.nothing(base.full) if narrow.on else f"{base.full} has no open question now; {WHERE_HINT}"
        raise InputError(message)
    package_records = [
        package_record
        for package_record in read_package_records(connection).values()
        if package_record.package.protocol_task
    ]
    per_item = order.each or (task.people if 0 < task.people < len(reviewers) and not task.deal else 0)
    if (
        number > 1 or narrow.only_free_slots or ((order.pairs or task.is_training) and not order.each)
    ):  # all who answered; by seats; by pairs; all to train
        per_item = 0
    within: Mapping[ItemId, object] = asked_cells
    if narrow.only_free_slots:
        within = find_free_slots(connection, book, task, asked_cells, order)
    if order.size and narrow.revoked_items is None:
        within = _available_items(connection, reviewers, task, number, package_records, within, asked_cells)
    if order.speakers and not task.deal:
        raise InputError(f"--speakers is for a task that assigns speakers; {task.full} assigns items.")
    holders = list_assigned_reviewers(connection, book, task, package_records) if order.pairs else {}
    shares = workload.draw_workload(connection, reviewers, replace(order, each=per_item), within.keys(), holders)
    if narrow.only_free_slots:
        shares = fill_free_slots(connection, book, task, shares, package_records, order)
    people = find_people(connection)
    if task.same and (other := book.protocol(task).task(task.same)) is not None:
        shares = _join_readers(connection, book, shares, task, other, package_records)
    cells_by_person = {who: {item: list(asked_cells[item]) for item in items} for who, items in shares.items()}
    speakers: dict[str, dict[ItemId, list[str]]] = {}
    if task.deal:
        speakers = _deal(connection, book, task, cells_by_person, package_records, order)
    for who in cells_by_person:
        cells_by_person[who] = _assignable_cells(
            connection,
            book,
            task,
            base,
            who,
            people.get(who, NO_ANNOTATOR),
            cells_by_person[who],
            package_records,
            number,
            narrow,
        )
    third = base is task and (narrow.only_undecided or narrow.only_unsure or narrow.person)  # cells for one reader more
    if number == 1 and not order.each and not third:
        require_free_slots(connection, book, task, cells_by_person, package_records)
    return Allotment(
        task,
        cells_by_person,
        {who: {i: s for i, s in of.items() if i in cells_by_person[who]} for who, of in speakers.items()},
    )


WHERE_HINT = "galley campaign tasks shows the progress of each task."


def _find_asked_cells(
    connection: Connection, book: TaskBook, task: Task, narrow: Narrow, progress: Progress | None
) -> dict[ItemId, list[Cell]]:
    """The cells that a task asks now, by item; a task that writes has the items in which its turn has come."""
    row = book.rows[task.full]
    if task.kind is Kind.WRITE:
        waiting = set(slot_queries.find_task_items(connection, row, "kept"))
        ready = [item for item in find_items(connection) if item not in waiting]
        return {item: [] for item in narrow.items(connection, ready)}
    known_items = {item for item, *_ in slot_queries.find_known_cells(connection)}
    items = narrow.items(connection, sorted(known_items.union(slot_queries.find_task_items(connection, row))))
    judges, outside = counts.judges(connection, book), slots.outside(connection, book)
    cells_by_item: dict[ItemId, list[Cell]] = {}
    for at, item in enumerate(items):
        if progress is not None and at % counts.BATCH_SIZE == 0 and not progress(at, len(items)):
            raise Cancelled("The packing was stopped; nothing was written.")
        task_sheet = answer_sheet.load(connection, item, book, outside)
        cells, outcome = list_asked_cells(task_sheet, book, task, judges)
        cells = narrow.cells(
            [cell for cell in cells if _is_assignable(task, cell, outcome, task_sheet)], task_sheet, outcome
        )
        if cells:
            cells_by_item[item] = cells
    return cells_by_item


def _is_assignable(task: Task, cell: Cell, outcome: ItemOutcome, task_sheet: answer_sheet.TaskSheet) -> bool:
    """Known cells go along where they train people, or check them who were not told the answer in training."""
    ruling = outcome.rulings.get(cell)
    checks = task.known_share > 0 and cell not in task_sheet.trains
    return task.is_training or checks or ruling is None or ruling.state is not State.KNOWN


def _join_readers(
    connection: Connection,
    book: TaskBook,
    shares: dict[str, list[ItemId]],
    task: Task,
    other: Task,
    package_records: Sequence[PackageRecord],
) -> dict[str, list[ItemId]]:
    """The shares, so that whoever reads an item in ``other`` reads it here, and nobody else, but for the seats of those
    from whom it was revoked here."""
    gone = find_revoked(connection, book, task)
    other_readers = list_assigned_reviewers(connection, book, other, package_records)
    vacant = {item for item, people in other_readers.items() if any((who, item) in gone for who in people)}
    items = sorted({item for share_ in shares.values() for item in share_})
    return {
        who: [
            item
            for item in items
            if who in other_readers.get(item, ())
            or (item in person_items and (item in vacant or not other_readers.get(item)))
        ]
        for who, person_items in ((who, set(share_)) for who, share_ in shares.items())
    }


def _deal(
    connection: Connection,
    book: TaskBook,
    task: Task,
    cells_by_person: Mapping[str, dict[ItemId, list[Cell]]],
    package_records: Sequence[PackageRecord],
    order: AssignmentOptions,
) -> dict[str, dict[ItemId, list[str]]]:
    """Who of an item's readers gets whose turns; their cells are then those alone. What was dealt before, for this task
    or for one whose readers it shares, stays as it was; else a speaker goes to who speaks as them, by the order or by
    the same name, and who is left over is dealt at random, first to those who speak as nobody."""
    keys = read_keys(connection)
    before = _find_earlier_speakers(connection, book, task, package_records, keys)
    dealt: dict[str, dict[ItemId, list[str]]] = {who: {} for who in cells_by_person}
    present_speakers: set[str] = set()
    for item in sorted({item for person_cells in cells_by_person.values() for item in person_cells}):
        key = keys[item]
        speaker_names = packages.list_speakers(connection, item)
        readers = sorted(who for who in cells_by_person if item in cells_by_person[who])
        random.Random(f"galley deal {order.seed} {key}").shuffle(readers)
        spoken_by = workload.read_speakers(connection, order, item)
        present_speakers |= {*speaker_names}
        speaking = {name: [w for w in readers if name in spoken_by.get(w, {w})] for name in speaker_names}
        speakers = {who for people in speaking.values() for who in people}
        spare = [who for who in readers if who not in speakers] or readers
        left_over = [name for name in speaker_names if not speaking[name]]
        for name in speaker_names:
            assigned_readers = before.get((key, name)) or speaking[name]
            if not assigned_readers:
                first, count = left_over.index(name), min(max(task.people, 1), len(spare))
                assigned_readers = [spare[(first + step) % len(spare)] for step in range(count)]
            for who in assigned_readers:
                if item in cells_by_person.get(who, ()):
                    dealt[who].setdefault(item, []).append(name)
        for who in readers:
            own_speakers = set(dealt[who].get(item, ()))
            cells = [
                cell
                for cell in cells_by_person[who][item]
                if not (s := speakers_of(connection, cell.unit)) or s & own_speakers
            ]
            if (speaker_names and not own_speakers and not cells) or (cells_by_person[who][item] and not cells):
                del cells_by_person[who][item]
            else:
                cells_by_person[who][item] = cells
                dealt[who].setdefault(item, [])
    if "=" in order.speakers:
        spoken_by = workload.read_speakers(connection, order, NO_ITEM)
        unknown = [*(spoken_by.keys() - cells_by_person.keys()), *(set().union(*spoken_by.values()) - present_speakers)]
        if unknown:
            raise InputError(
                f"--speakers names {min(unknown)!r}, who is neither a reviewer of these packages nor a speaker of what"
                " they hold."
            )
    return dealt


def _find_earlier_speakers(
    connection: Connection,
    book: TaskBook,
    task: Task,
    package_records: Sequence[PackageRecord],
    keys: Mapping[ItemId, str],
) -> dict[tuple[str, str], list[str]]:
    """Who has a speaker's turns of an item (its key) already, for this task or one whose readers it shares; what was
    revoked does not count."""
    task_ids = {name for name in (task.id, task.same) if name}
    protocol = book.protocol(task)
    kin = {t.full for t in protocol.tasks if t.id in task_ids or (task.same and t.same == task.same)}
    revoked = {
        (keys[item], name) for t in protocol.tasks if t.full in kin for name, item in find_revoked(connection, book, t)
    }
    earlier: dict[tuple[str, str], list[str]] = defaultdict(list)
    for package_record in package_records:
        who = package_record.package.reviewer
        for key, names in package_record.package.dealt.items() if package_record.package.task in kin else ():
            for name in names if (key, who) not in revoked else ():
                if who not in earlier[key, name]:
                    earlier[key, name].append(who)
    return earlier


def _assignable_cells(
    connection: Connection,
    book: TaskBook,
    task: Task,
    base: Task,
    who: str,
    row: AnnotatorId,
    person_cells: dict[ItemId, list[Cell]],
    package_records: Sequence[PackageRecord],
    number: int,
    narrow: Narrow,
) -> dict[ItemId, list[Cell]]:
    """What of it this person may be handed. Raises: InputError where that is nothing, or a vote stands against it."""
    of = book.rows[task.full]
    assigned_cells = _assigned_cells(connection, who, task, number, package_records)
    gone = slot_queries.find_revoked_items(connection, of, row, number)
    again = (
        set(narrow.revoked_items or ()) & gone if narrow.revoked_from == row else set()
    )  # they lost the package, say
    gone -= again
    if number > 1:
        answer_cells, silent = packages.find_answered_cells(connection, row, of, number)
        person_cells = {
            item: open_cells
            for item, cells in person_cells.items()
            if (
                open_cells := [
                    cell for cell in cells if cell in answer_cells or (cell.criterion, cell.target) in silent
                ]
            )
        }
        if not person_cells:
            raise InputError(f"{who} has no answer in {task.full} yet, so there is no round {number}.")
    elif task.kind is Kind.ADJUDICATE or narrow.only_undecided:
        _require_uninvolved(connection, book, task, base, who, row, person_cells, package_records)
    if task.kind is Kind.WRITE:
        before = {
            item
            for item, people in list_assigned_reviewers(connection, book, task, package_records).items()
            if who in people
        }
        new_cells = {item: cells for item, cells in person_cells.items() if item not in gone | before}
    else:
        new_cells = {
            item: open_cells
            for item, cells in person_cells.items()
            if item not in gone
            and (open_cells := [cell for cell in cells if item in again or cell not in assigned_cells])
        }
    if not new_cells:
        if person_cells and any(item in gone for item in person_cells):
            raise InputError(
                f"What {task.full} asks was revoked from {who}; galley campaign revoke --accept gives it back "
                f"to them, and"
                f" galley campaign pack --only from:{who} packs it for them again."
            )
        if person_cells:
            raise InputError(
                f"{who} has all that {task.full} asks now in a package already, and nothing is assigned twice; "
                f"if the package is lost, revoke it and pack again with"
                f" --only from:{who}; --round asks for another round."
            )
        raise InputError(
            f"Nothing of {task.full} is left for {who}; name fewer reviewers, or give --each a larger number."
        )
    return new_cells


def _available_items(
    connection: Connection,
    reviewers: Sequence[str],
    task: Task,
    number: int,
    package_records: Sequence[PackageRecord],
    within: Mapping[ItemId, object],
    asked_cells: Mapping[ItemId, Sequence[Cell]],
) -> Mapping[ItemId, object]:
    """What a sample is drawn from: not the items of which each of these people has all cells; all, if none is left."""
    assigned_sets = [_assigned_cells(connection, who, task, number, package_records) for who in reviewers]
    available = {
        item: cells
        for item, cells in within.items()
        if not asked_cells[item] or any(set(asked_cells[item]) - h for h in assigned_sets)
    }
    return available or within


def _assigned_cells(
    connection: Connection, who: str, task: Task, number: int, package_records: Iterable[PackageRecord]
) -> set[Cell]:
    """The cells that somebody was assigned for a task and round."""
    assigned_cells: set[Cell] = set()
    for package_record in package_records:
        package = package_record.package
        if (package.reviewer, package.task, package.round) == (who, task.full, number):
            assigned_cells |= package_record.read_cells(connection)
    return assigned_cells


def _require_uninvolved(
    connection: Connection,
    book: TaskBook,
    task: Task,
    base: Task,
    who: str,
    row: AnnotatorId,
    person_cells: Mapping[ItemId, Sequence[Cell]],
    package_records: Iterable[PackageRecord],
) -> None:
    """Raises: InputError where somebody who is to settle cells voted on one of them, or saw a vote."""
    target_cells = {cell for cells in person_cells.values() for cell in cells}
    own = book.rows[task.full]
    voted_cells: set[Cell] = set()
    saw: set[Cell] = set()
    pairs: set[tuple[Any, ...]] = set()
    for item in person_cells if row else ():
        involvement = packages.read_involvement(connection, item, row)
        for cell, of, shown_words in involvement.decisions:
            if of != own:
                voted_cells.add(cell)
            if "others" in (shown_words or "").split():
                saw.add(cell)
        voted_cells |= set(involvement.imported_cells)
        pairs |= set(involvement.silent_pairs)
    voted_cells |= {cell for cell in target_cells if (cell.criterion, cell.target) in pairs}
    for package_record in package_records:
        if package_record.package.reviewer == who and package_record.package.others:
            saw |= package_record.read_cells(connection)
    for what, cells in (("voted on", voted_cells & target_cells), ("saw a vote on", saw & target_cells)):
        if cells:
            raise InputError(
                f"{who} {what} {len(cells):,} of the {len(target_cells):,} cells that {task.full} adjudicates; "
                f"assign them to somebody who has neither voted on them nor seen a vote."
            )
