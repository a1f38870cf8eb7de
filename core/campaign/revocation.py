"""Assignments that are revoked: they are void and their slots free; what comes of them after all is kept, and counts
once the lead accepts it. Somebody's answers without a package are revoked and accepted in the same way; accepting
them gives their reader a slot, noted as a package without a file."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import NamedTuple

from galley.core.campaign import package_progress
from galley.core.campaign.package import SLOT_NOTE, Package, PackageRecord, read_package_records
from galley.core.definitions.protocols import DEFAULT_TASK
from galley.core.domain import NO_ANNOTATOR, AnnotatorId, AnnotatorKind, ChangeSet, ItemId
from galley.core.errors import InputError
from galley.core.review import item_state, log_entries
from galley.core.review.log_entries import EntryKind
from galley.core.review.progress import tally_all
from galley.core.storage import names, slot_queries
from galley.core.storage.connection import Connection
from galley.core.storage.queries import decisions, packages
from galley.core.storage.queries.decisions import DecisionSelection
from galley.core.tasks import answer_sheet, counts, slots, task_book
from galley.core.tasks.asked_cells import list_asked_cells
from galley.core.text.plurals import format_count


class Revocation(NamedTuple):
    """A package that was revoked or accepted: ``items`` of it, and ``decisions`` that count no more, or again."""

    package: PackageRecord
    reviewer: str
    items: int
    decisions: int


def find_packages(
    connection: Connection, uid: str = "", reviewer: str = "", task: str = ""
) -> list[PackageRecord]:
    """The packages that are meant: the one with the number ``uid``, or those made for ``who``, of ``task`` where it is
    named, and what ``who`` answered there without a package (``row`` 0). Raises: InputError where there is none"""
    package_records = list(read_package_records(connection).values())
    full = ""
    if task:
        chosen_task = task_book.read_task_book(connection).find(task)
        full = chosen_task.full if chosen_task else DEFAULT_TASK
    if uid:
        matching = [package_record for package_record in package_records if package_record.package.uid == uid]
        if not matching:
            listed = ", ".join(
                f"{package_record.package.uid} ({package_record.package.reviewer})"
                for package_record in package_records
            )
            raise InputError(f"No package {uid!r} was made from this project; there are: {listed or 'none'}.")
        return matching
    if not reviewer:
        raise InputError(
            "Choose a package by its number (galley campaign plan --json lists them), or --for and the reviewer."
        )
    matching = [
        package_record
        for package_record in package_records
        if package_record.package.reviewer == reviewer
        and full in ("", package_record.package.protocol_task or DEFAULT_TASK)
    ]
    matching += [
        package_record
        for package_record in _find_unpacked_answers(connection, reviewer)
        if full in ("", package_record.package.protocol_task or DEFAULT_TASK)
    ]
    if not matching:
        what = f" of {full}" if full else ""
        raise InputError(
            f"No package{what} was made for {reviewer!r}, who answered nothing without one; galley "
            "campaign plan says who has which."
        )
    return matching


def _find_unpacked_answers(connection: Connection, who: str) -> list[PackageRecord]:
    """What somebody answered without a package, by task and round, in the form of packages without a row."""
    rounds = slot_queries.find_own_rounds(connection, who, DEFAULT_TASK)
    return [PackageRecord(0, Package("", who, "", "", 0, task=task, round=number)) for task, number in rounds]


def _items(connection: Connection, package_record: PackageRecord) -> list[ItemId]:
    """The items of a package, or those that were answered without one."""
    package = package_record.package
    if not package_record.row:
        return slot_queries.find_own_items(
            connection, package.reviewer, DEFAULT_TASK, package.protocol_task or DEFAULT_TASK, package.round
        )
    return packages.find_package_items(connection, package_record.row)


def revoke_assignments(
    connection: Connection, package_records: Sequence[PackageRecord], by: str, unfinished: bool = False
) -> tuple[list[Revocation], ChangeSet]:
    """Make the assignments in these packages void (a job for the writer); with ``unfinished`` only those that are not
    finished, so that what is done counts on.

    Raises: InputError where there is nothing of it to take back.
    """
    log_entries.require(connection, EntryKind.REVOKE, by)
    return _change_assignments(connection, package_records, accept=False, by=by, unfinished=unfinished)


def accept_assignments(
    connection: Connection, package_records: Sequence[PackageRecord], by: str
) -> tuple[list[Revocation], ChangeSet]:
    """Let the answers in these packages count after all (a job for the writer).

    Raises: InputError where none of them is void.
    """
    log_entries.require(connection, EntryKind.REVOKE, by)
    return _change_assignments(connection, package_records, accept=True, by=by)


def accept_repacked_assignments(connection: Connection, uids: Collection[str]) -> tuple[None, ChangeSet]:
    """Let count again what was revoked from somebody and has been packed for them again, in the packages with these
    numbers (a job for the writer)."""
    own_records = [package_record for uid, package_record in read_package_records(connection).items() if uid in uids]
    people = {row.name: number for number, row in names.annotators(connection).items()}
    own_records = [
        package_record
        for package_record in own_records
        if list_revoked_items(
            connection, package_record, people.get(reviewer_name(connection, package_record), NO_ANNOTATOR)
        )
    ]
    return None, _change_assignments(connection, own_records, accept=True, by="")[1] if own_records else ChangeSet()


def list_revoked_items(connection: Connection, package_record: PackageRecord, who: AnnotatorId) -> list[ItemId]:
    """The items of a package whose assignment was revoked."""
    revoked = slot_queries.find_revoked_items(
        connection, _task(connection, package_record), who, package_record.package.round
    )
    return sorted(revoked.intersection(_items(connection, package_record)))


def reviewer_name(connection: Connection, package_record: PackageRecord) -> str:
    """The name under which the answers of a package are kept here."""
    merged_files = packages.read_merged_files(connection, package_record.package.uid)
    lines = json.loads(merged_files[-1].report)["lines"] if merged_files else []
    return str(lines[0]["here"]) if lines else package_record.package.reviewer


def count_decisions(
    connection: Connection, package_record: PackageRecord, who: AnnotatorId, items: Sequence[ItemId]
) -> int:
    """How many decisions of a person in a package's task and round are about these items."""
    selection = DecisionSelection(
        items=items,
        reviewers=[who],
        actions=decisions.UNDOABLE,
        task=_task(connection, package_record) or 0,
        round=package_record.package.round,
    )
    return decisions.count_decisions(connection, selection)


def _task(connection: Connection, package_record: PackageRecord) -> int | None:
    return task_book.read_task_book(connection).rows.get(package_record.package.protocol_task)


def _change_assignments(
    connection: Connection,
    package_records: Sequence[PackageRecord],
    accept: bool,
    by: str,
    unfinished: bool = False,
) -> tuple[list[Revocation], ChangeSet]:
    revocations: list[Revocation] = []
    touched: set[ItemId] = set()
    for package in package_records:
        who = reviewer_name(connection, package)
        row = names.annotator(connection, who, AnnotatorKind.HUMAN)
        gone, task = list_revoked_items(connection, package, row), _task(connection, package)
        theirs = _items(connection, package)
        before = _find_people_beyond_slots(connection, task, theirs)
        own_items = [] if package.row else [item for item, who in before if who == row]
        finished_items = (
            package_progress.read_progress(connection, package, row).finished_items if unfinished else frozenset()
        )
        items = sorted({*gone, *own_items}) if accept else sorted(set(theirs) - set(gone) - finished_items)
        if not items:
            continue
        place = task, row, package.package.round
        if accept:
            packages.accept_assignments(connection, *place, items, accept=True)
            # who is accepted gets a slot, and nobody loses theirs by it
            after = _find_people_beyond_slots(connection, task, items)
            _assign_slots(connection, package.package, [pair for pair in after if pair[1] == row or pair not in before])
        else:
            # a slot that comes free is the lead's to give: who answered beyond the slots does not move up
            waiting = [(item, person) for item, person in before if item in items and person != row]
            slot_queries.add_revoked(connection, task, waiting)
            packages.accept_assignments(connection, *place, items, accept=False)
        touched.update(items)
        revocations.append(Revocation(package, who, len(items), count_decisions(connection, package, row, items)))
        words = f"{format_count(len(items), 'items')} of {package.package.protocol_task or DEFAULT_TASK}"
        words = f"let {words} by {who} count" if accept else f"revoked {words} from {who}"
        if by:
            log_entries.add(connection, EntryKind.REVOKE, by, words)
        else:
            log_entries.add_unnamed(connection, EntryKind.REVOKE, f"{words}, packed for them again")
    if not revocations:
        who = package_records[0].package.reviewer
        raise InputError(
            f"Nothing was revoked from {who} or is beyond the slots, so there is nothing to accept."
            if accept
            else f"Everything that {who} was assigned in it was already revoked{' or is finished' * unfinished}."
        )
    ordered = sorted(touched)
    for item in ordered:
        item_state.refold(connection, item)
    tally_all(connection, ordered)
    return revocations, ChangeSet(frozenset(ordered), settings=True)


def _find_people_beyond_slots(
    connection: Connection, task: int | None, items: Sequence[ItemId]
) -> list[tuple[ItemId, AnnotatorId]]:
    """Who is beyond the slots of a task in these items: (item, person)."""
    people_by_place = slots.beyond(connection, task_book.read_task_book(connection), items)
    return sorted(
        {(place.item, who) for place, people in people_by_place.items() if place.task == task for who in people}
    )


def _assign_slots(connection: Connection, template: Package, pairs: Sequence[tuple[ItemId, AnnotatorId]]) -> None:
    """Give people slots in items of the task of a package, each noted as a package without a file."""
    book, people = task_book.read_task_book(connection), names.annotators(connection)
    task, voting = book.tasks.get(template.protocol_task), counts.judges(connection, book)
    for who in sorted({who for _, who in pairs}):
        assert task is not None  # the default one has no slots
        items = [item for item, person in pairs if person == who]
        at = datetime.now(UTC).isoformat(timespec="microseconds")
        package = Package(
            secrets.token_hex(8), people[who].name, template.project, at, len(items), share=SLOT_NOTE, task=task.full
        )
        settings = json.dumps({"package": asdict(package)}, ensure_ascii=False)
        row = slot_queries.add_package(connection, package.uid, package.reviewer, package.at, settings)
        cells = (
            (item, list_asked_cells(answer_sheet.load(connection, item, book), book, task, voting)[0]) for item in items
        )
        slot_queries.add_package_cells(connection, row, cells)
