"""Filling a package of a task: its records, and what the wish for it comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from galley.core.campaign import overruled_answers, reviewer_quality
from galley.core.campaign.allotment import Allotment
from galley.core.campaign.cell_selection import Narrow
from galley.core.campaign.package import read_package_records
from galley.core.campaign.package_filter import PackageFilter
from galley.core.campaign.package_options import PackageOptions
from galley.core.campaign.task_records import GOLD, NAMES_SHOWN, OTHERS_SHOWN, Workload, annotator_labels
from galley.core.definitions.protocols import Kind, Task
from galley.core.domain import JUDGES, NO_ANNOTATOR, AnnotatorKind, ItemId
from galley.core.errors import InputError
from galley.core.exports._items import iterate_items
from galley.core.exports._places import IdWords
from galley.core.exports.base import ExportReport
from galley.core.exports.galley import TABLES, Record, header
from galley.core.import_types import ParsedRecord
from galley.core.project import outgoing
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.storage.queries import packages
from galley.core.storage.queries.exports import ItemChoice
from galley.core.storage.queries.items import read_keys
from galley.core.tasks.task_book import TaskBook

Progress = Callable[[int, int], bool]
COPIED = ("blind", outgoing.SETTING)
"""Settings that go along: which share of the flags is decided blind, and whether all of it is confidential."""


def records(
    connection: Connection,
    package_filter: PackageFilter,
    workload: Workload,
    items: Sequence[ItemId],
    progress: Progress,
) -> Iterator[ParsedRecord]:
    """The records of a package of a task."""
    head = header(connection)
    judged = workload.flag_criteria is None or bool(workload.flag_criteria)
    judges = [entry for entry in head["annotators"] if entry["kind"] in JUDGES and judged]
    head["annotators"] = [
        {"annotator": package_filter.reviewer, "kind": AnnotatorKind.HUMAN.value},
        *package_filter.filter_annotators(judges),
    ]
    head["settings"] = {name: value for name, value in head["settings"].items() if name in COPIED}
    yield ParsedRecord(head, "the project", 0)
    words = IdWords.of(connection)
    named = NAMES_SHOWN in workload.task.shows
    people = annotator_labels(words, workload.reader, named, package_filter.letters) | {
        GOLD: ("gold", AnnotatorKind.GOLD.value)
    }
    words = words._replace(annotators=people, order=words.order | {GOLD: len(words.order)})
    for item in iterate_items(connection, ItemChoice(items=items), TABLES, ExportReport(), progress):
        yield ParsedRecord(Record(workload.filter_item(connection, item), words).build(), "the project", 0)


def plain(options: PackageOptions, narrow: Narrow) -> None:
    """Raises: InputError for what only a task of a protocol can be asked"""
    for option, is_set in (
        (f"--only {options.only}", narrow.on and not narrow.whole),
        ("--round", options.round > 1),
        ("--repeats", options.repeats),
    ):
        if is_set:
            raise InputError(f"{option} is for a task of a protocol; name it with --task.")


def apply_task_visibility(options: PackageOptions, task: Task) -> PackageOptions:
    """The wish with what the task itself lets people see."""
    if not options.flags and task.kind is Kind.VERIFY:
        raise InputError(f"{task.full} shows a judge's flags to people, so they cannot be left out.")
    return replace(
        options,
        others=options.others or OTHERS_SHOWN in task.shows,
        judges=options.judges or NAMES_SHOWN not in task.shows,
    )


def instructions(
    connection: Connection,
    options: PackageOptions,
    task: Task | None,
    allotment: Allotment | None,
    reviewer: str,
) -> str:
    """The instructions of a package: the lead's, else the task's or what was adjudicated differently, and the figures
    by person."""
    words = [options.instructions.strip()]
    if not words[0] and task is not None:
        words = [f"{task.name}: {task.ask}" if task.ask else f"{task.name}.", task.instructions]
        if allotment is not None and options.only_changed:
            words = [overruled_answers.format_overruled_notice(allotment.changed_answers[reviewer], task.name)]
    watch = reviewer_quality.read_monitoring(connection)
    return "\n\n".join(filter(None, (*words, watch.describe if watch else "")))


def speakers_by_key(connection: Connection, allotment: Allotment | None, reviewer: str) -> dict[str, list[str]]:
    """Whose turns a reviewer writes about, by the item's key."""
    own_speakers = allotment.speakers.get(reviewer, {}) if allotment else {}
    keys = read_keys(connection) if own_speakers else {}
    return {keys[item]: speakers for item, speakers in own_speakers.items()}


def build_workload(
    connection: Connection, tasks: TaskBook, allotment: Allotment | None, reviewer: str, options: PackageOptions
) -> Workload | None:
    """What one reviewer gets; None where no task of a protocol is handed out."""
    if allotment is None:
        return None
    people = names.annotators(connection)
    row = names.find_people(connection).get(reviewer, NO_ANNOTATOR)
    before = set()
    for package_record in read_package_records(connection).values():
        if (package_record.package.reviewer, package_record.package.task) == (reviewer, allotment.task.full):
            before |= set(packages.find_package_items(connection, package_record.row))
    cells = allotment.cells[reviewer]
    return Workload(
        allotment.task, tasks, row, cells, options.round, options.flags, options.others, options.gold,
        allotment.speakers.get(reviewer, {}), frozenset(cells) - before, {a.id: a.kind.value for a in people.values()},
        {answer.cell: (answer.settled, answer.why) for answer in allotment.changed_answers.get(reviewer, ())},
        allotment.again.get(reviewer, {}),
    )  # fmt: skip
