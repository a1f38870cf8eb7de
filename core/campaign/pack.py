"""Writing packages: one project file a reviewer, all of them or none.

A package is filled through the native record, so it holds exactly what an import of those lines would give: texts,
schemes, flags and the reviewer's own answers, and nothing of runs, calls or other settings. The files are written
beside their places under other names; the project learns of them in one transaction, and then they get their names.

In a project with protocols, a package of the default task holds nothing of the cells that their tasks own.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import orjson

from galley.core import new_files
from galley.core.campaign import (
    cell_selection,
    encryption,
    overruled_answers,
    repeats,
    reviewer_quality,
    task_packages,
)
from galley.core.campaign.allotment import Allotment, allot
from galley.core.campaign.package import PACKAGE_SETTING, Package, read_package, read_package_records
from galley.core.campaign.package_filter import PackageFilter
from galley.core.campaign.package_options import PackageOptions
from galley.core.campaign.revocation import accept_repacked_assignments
from galley.core.campaign.task_records import Workload
from galley.core.campaign.workload import draw_workload
from galley.core.definitions.protocols import DEFAULT_TASK, Kind, Task
from galley.core.domain import JUDGES, AnnotatorKind, ChangeSet, ItemId
from galley.core.errors import GalleyError, InputError
from galley.core.exports import galley
from galley.core.exports._items import Item, iterate_items
from galley.core.exports._places import IdWords
from galley.core.exports.base import ExportReport, Only
from galley.core.exports.galley import TABLES, Record, header
from galley.core.file_retry import retry_rename
from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
from galley.core.project import freeze, outgoing
from galley.core.project.import_records import ingest
from galley.core.project.project import Project
from galley.core.review import blind, known_answers, priority
from galley.core.review.blind import Blind
from galley.core.review.progress import tally_all
from galley.core.storage import names, project_file, pseudonyms, queries, schema, slot_queries
from galley.core.storage.connection import Connection, one_state
from galley.core.storage.names import criteria
from galley.core.storage.queries import packages
from galley.core.storage.queries.decisions import count_decisions, get_newest_decision_id
from galley.core.storage.queries.exports import ItemChoice
from galley.core.storage.queries.items import read_unit_types
from galley.core.storage.queries.packages import read_kinds_of_units
from galley.core.storage.queries.settings import write_setting
from galley.core.tasks import levels, slots
from galley.core.tasks.adjudication_tasks import CHANGED
from galley.core.tasks.roles import ROLES_SETTING, Duty, read_roles, require_duty
from galley.core.tasks.task_book import TaskBook, read_task_book

Progress = Callable[[int, int], bool]
"""Called with (done, total) items now and then; a False stops the work."""

SUFFIX = ".galley"
MOST_NAME = 60
"""Characters of a reviewer's name in a file's name: file systems end at some 250 bytes."""


@dataclass(frozen=True, slots=True)
class WrittenPackage:
    """A package that was written. ``own`` counts the reviewer's earlier decisions that went along."""

    path: Path
    package: Package

    @property
    def earlier_decision_count(self) -> int:
        return self.package.base


def list_package_paths(reviewers: Sequence[str], folder: Path, project: Path) -> dict[str, Path]:
    """Where the package of each reviewer goes: ``folder/PROJECT-REVIEWER.galley``.

    Raises: InputError for an empty name and for names that are the same or give the same file.
    """
    path_by_name: dict[str, Path] = {}
    for name in (reviewer.strip() for reviewer in reviewers):
        if not name:
            raise InputError("A reviewer needs a name.")
        if name in path_by_name:
            raise InputError(f"{name} is named twice; each reviewer gets one package.")
        path_by_name[name] = folder / f"{project.stem}-{sanitize_filename(name)}{SUFFIX}"
    if len({str(path).casefold() for path in path_by_name.values()}) < len(path_by_name):
        raise InputError("Two of these names would give the same file; spell them differently.")
    return path_by_name


def sanitize_filename(name: str) -> str:
    """A reviewer's name as it stands in the names of files and folders."""
    return "".join(c if c.isalnum() or c in " ._-" else "-" for c in name[:MOST_NAME]).strip(" .") or "reviewer"


@contextmanager
def create_package_folder(path: Path) -> Iterator[Path]:
    """A folder for packages, made where it is missing; it goes again where the block fails. Raises: InputError"""
    try:
        missing = [parent for parent in (path, *path.parents) if not parent.exists()]
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path} cannot be made ({error.strerror}); choose another folder.") from error
    try:
        yield path
    except BaseException:
        with suppress(OSError):  # not empty
            for parent in missing:
                parent.rmdir()
        raise


def pack(
    project: Project,
    package_paths: Mapping[str, Path],
    options: PackageOptions | None = None,
    *,
    overwrite: bool = False,
    progress: Progress | None = None,
    keys: Mapping[str, str] | None = None,
) -> list[WrittenPackage]:
    """Write a package for each reviewer (name to path) and note in the project who was given what. Those of whom there
    is a public key in ``keys`` get an encrypted one (``encryption.recipients``).

    Raises: InputError, ProjectError, Cancelled. Then no package is there and the project knows of none.
    """
    options, keys = options or PackageOptions(), keys or {}
    package_paths = encryption.add_suffixes(package_paths, keys)
    if options.pseudonyms:
        project.write(pseudonyms.assign_numbers).result()
    with closing(project_file.connect(project.path, write=False)) as connection, one_state(connection):
        _may_pack(connection, project, package_paths, options, overwrite)
        seen = get_newest_decision_id(connection)
        tasks = read_task_book(connection)
        task = tasks.find(options.task) if options.task else None
        allotment = None
        if options.discuss:
            if task is None:
                raise InputError("--discuss is for a task of a protocol; name it with --task.")
            options = options.for_discussion(latest_round(connection, task, list(package_paths)))
        if options.only_changed:
            if task is None or not task.votes:
                raise InputError(
                    "--only changed is for a task of a protocol in which cells are answered; name it with --task."
                )
            options = options.telling(latest_round(connection, task, list(package_paths)))
            if blind.read_blind(connection).gold:
                blind.refuse_if_blind(connection, "What was adjudicated")
        narrow = cell_selection.narrow(
            connection, "" if options.only_changed else options.only, tasks.rows[task.full] if task else None,
            options.round,
            task.full if task else DEFAULT_TASK,
        )  # fmt: skip
        if options.only_changed and task is not None:
            allotment = overruled_answers.allotment(connection, tasks, task, list(package_paths))
            shares = {who: sorted(cells) for who, cells in allotment.cells.items()}
        elif task is None:
            task_packages.plain(options, narrow)
            everything = queries.find_items(connection)
            within = frozenset(narrow.items(connection, everything))
            if everything and not within:
                raise InputError(narrow.nothing("the project"))
            shares = draw_workload(connection, list(package_paths), options.order, within)
        else:
            if not options.untrained and (
                lacking := known_answers.describe_untrained(connection, tasks, task, list(package_paths))
            ):
                raise InputError(f"{'; '.join(lacking)}. Pack the training first, or say --untrained.")
            if task.order == priority.VALUE and options.order.size:
                options = replace(options, order=replace(options.order, value=True))
            allotment = allot(
                connection, tasks, task, list(package_paths), options.order, narrow, options.round, progress
            )
            if options.repeats:
                allotment = repeats.add_repeats(connection, tasks, allotment, options.repeats, options.order.seed)
            task = allotment.task
            shares = {who: sorted({*cells, *allotment.again.get(who, ())}) for who, cells in allotment.cells.items()}
            options = task_packages.apply_task_visibility(options, task)
            _may_pack(connection, project, package_paths, options, overwrite)
        hidden = options.blind(blind.read_blind(connection))
        if task is not None and task.adjudicates:
            for reviewer in package_paths:
                require_duty(connection, reviewer, Duty.ADJUDICATOR, f"adjudicates what {task.full} assigns")
            hidden = replace(hidden, gold=False)  # what this reader says is gold
        letters = _letters(connection) if hidden.judges else {}
        total, done = sum(map(len, shares.values())), 0
        written_packages: list[tuple[WrittenPackage, Path]] = []
        try:
            for reviewer, path in package_paths.items():
                if options.pseudonyms:
                    pseudonyms.show_pseudonyms(connection, but=reviewer)
                begun = Package(
                    uid=secrets.token_hex(8),
                    reviewer=reviewer,
                    project=project.path.stem,
                    at=datetime.now(UTC).isoformat(timespec="microseconds"),
                    items=len(shares[reviewer]),
                    share=options.order.words,
                    flags=options.flags,
                    instructions=task_packages.instructions(connection, options, task, allotment, reviewer),
                    task=task.full if task else DEFAULT_TASK,
                    round=options.round,
                    # whose answers, or which file, is not for the reviewer
                    only=(narrow.words or options.only).partition(":")[0],
                    others=options.others,
                    sets=options.sets,
                    dealt=task_packages.speakers_by_key(connection, allotment, reviewer),
                )
                part = new_files.make_hidden_name(path)
                package_filter = PackageFilter(reviewer, options.flags, options.others, options.gold, letters)
                workload = task_packages.build_workload(connection, tasks, allotment, reviewer, options)

                def report_progress(at: int, _: int, before: int = done) -> bool:
                    return progress is None or progress(before + at, total)

                written_packages.append((WrittenPackage(path, begun), part))
                written_packages[-1] = (
                    WrittenPackage(
                        path,
                        _write(
                            connection, part, begun, shares[reviewer], package_filter, workload, hidden, report_progress
                        ),
                    ),
                    part,
                )
                if reviewer in keys:
                    encryption.encrypt(part, keys[reviewer])
                done += len(shares[reviewer])
            settles = not hidden.on if task is None else task.adjudicates
            settings = {"seen": seen, "judges": {new: old for old, new in letters.items()}, "settles": settles}
            if options.order.value:
                project.write(priority.record_use).result()
            settings["sealed"] = True
            if allotment is not None:  # what is only asked once more is nobody's assignment
                shares = {} if options.only_changed else {who: sorted(cells) for who, cells in allotment.cells.items()}
            _assign_packages(project, written_packages, shares, allotment, settings, overwrite)
            if narrow.revoked_from:
                uids = {written_package.package.uid for written_package, _ in written_packages}
                project.write(lambda writer: accept_repacked_assignments(writer, uids)).result()
        finally:
            for _, part in written_packages:
                part.unlink(missing_ok=True)
    return [written_package for written_package, _ in written_packages]


def latest_round(connection: Connection, task: Task, people: Sequence[str]) -> int:
    """The last round of a task that any of these people was handed."""
    their_packages = (
        package_record.package
        for package_record in read_package_records(connection).values()
        if package_record.package.reviewer in people
    )
    return max([1, *(package.round for package in their_packages if package.task == task.full)])


def _may_pack(
    connection: Connection,
    project: Project,
    package_paths: Mapping[str, Path],
    options: PackageOptions,
    overwrite: bool,
) -> None:
    if read_package(connection) is not None:
        raise InputError(f"{project.path.name} is a package itself; pack from the project that it was made from.")
    blind_mode = blind.read_blind(connection)
    if (options.others and blind_mode.own) or (options.gold and blind_mode.gold):
        blind.refuse_if_blind(connection, "A package with these answers")
    for path in package_paths.values():
        new_files.refuse_leaving(path, project.path)
        if path.exists() and path.samefile(project.path):
            raise InputError(f"{path} is the project itself; choose another place for the package.")
        if path.is_dir():
            raise InputError(f"{path} is a folder; name a file in it.")
        if path.exists() and not overwrite:
            raise InputError(f"{path} already exists, and nothing was packed; move it or choose another folder.")
        _may_replace(path)
        if not path.parent.is_dir():
            raise InputError(f"There is no folder {path.parent}; make it, or choose another one.")


def _may_replace(path: Path) -> None:
    """Raises: InputError where a package put there would replace a project, unless that is a package in which nobody
    has decided anything yet."""
    if not new_files.is_project(path):
        new_files.refuse(path)
        return
    refused = InputError(
        f"{path} is a Galley project with its own decisions, so nothing was packed; move it away or choose another"
        " folder."
    )
    try:
        project_file.probe(path)
        with closing(project_file.connect(path, write=False)) as connection:
            package = read_package(connection)
            decided = count_decisions(connection)
    except (GalleyError, *project_file.TROUBLE):
        raise refused from None
    if package is None or decided != package.base:
        raise refused


def _letters(connection: Connection) -> dict[str, str]:
    judges = sorted({a.name for a in names.annotators(connection).values() if a.kind in JUDGES})
    return {name: f"Judge {blind.letters(place)}" for place, name in enumerate(judges)}


def _write(
    connection: Connection,
    part: Path,
    begun: Package,
    assigned_items: Sequence[ItemId],
    package_filter: PackageFilter,
    workload: Workload | None,
    hidden: Blind,
    progress: Progress,
) -> Package:
    """Fill one package and give what it is; nothing of it is left where that fails."""
    stream = (
        _records(connection, package_filter, assigned_items, progress)
        if workload is None
        else task_packages.records(connection, package_filter, workload, assigned_items, progress)
    )
    with Project.create(part, project_file.path_of(connection)) as package_project:

        def fill(writer: Connection) -> tuple[Package, ChangeSet]:
            names.annotator(writer, begun.reviewer, AnnotatorKind.HUMAN)
            packages.rename_own_source(writer, begun.uid)
            settings = {PACKAGE_SETTING: begun.to_json(), blind.SETTING: json.dumps(asdict(hidden))}
            if roles := read_roles(connection):
                role = roles.get(begun.reviewer, Duty.READER)
                settings[ROLES_SETTING] = json.dumps({begun.reviewer: role}, ensure_ascii=False)
            if watch := reviewer_quality.read_monitoring(connection):
                settings[reviewer_quality.SETTING] = json.dumps(asdict(watch), ensure_ascii=False)
            if set_levels := levels.read_levels(connection):
                settings[levels.SETTING] = json.dumps(set_levels, ensure_ascii=False, sort_keys=True)
            for name, text in settings.items():
                write_setting(writer, name, text)
            changes = ingest(writer, stream, ImportOptions(), ImportReport())
            done = replace(begun, base=count_decisions(writer))
            if begun.only == CHANGED:
                reason = "it only shows which of your answers were adjudicated differently"
                freeze.freeze_project(writer, begun.project, reason, of_package=True)
            write_setting(writer, PACKAGE_SETTING, done.to_json())
            return done, changes

        return package_project.write(fill).result()


def iterate_all_records(connection: Connection, package_filter: PackageFilter) -> Iterator[ParsedRecord]:
    """The records of a package with all items."""
    return _records(connection, package_filter, None, lambda *_: True)


def _records(
    connection: Connection, package_filter: PackageFilter, items: Sequence[ItemId] | None, progress: Progress
) -> Iterator[ParsedRecord]:
    head = header(connection)
    head["annotators"] = package_filter.filter_annotators(head["annotators"])
    head["settings"] = {name: value for name, value in head["settings"].items() if name in task_packages.COPIED}
    yield ParsedRecord(head, "the project", 0)
    words, tasks = IdWords.of(connection), read_task_book(connection)
    for item in iterate_items(connection, ItemChoice(items=items), TABLES, ExportReport(), progress):
        if tasks.tasks:
            item = without_tasks(connection, item, tasks)
        record = Record(item, words).build()
        record.pop("void", None)
        yield ParsedRecord(package_filter.filter_item(record), "the project", 0)


def _assign_packages(
    project: Project,
    written_packages: Sequence[tuple[WrittenPackage, Path]],
    assigned_items: Mapping[str, Sequence[ItemId]],
    allotment: Allotment | None,
    settings: Mapping[str, Any],
    overwrite: bool,
) -> None:
    """Note the packages in the project, then give the files their names. A file that cannot get its name takes
    everything back: an unknown package would be refused when its answers come back."""

    def note(writer: Connection) -> tuple[list[int], ChangeSet]:
        rows = []
        for written_package, _ in written_packages if assigned_items else ():  # what tells alone is no assignment
            package = written_package.package
            again = allotment.again.get(package.reviewer, {}) if allotment else {}
            repeated = {"again": sorted(tuple(cell) for cells in again.values() for cell in cells)} if again else {}
            package_settings = {"package": asdict(package), **settings, **repeated}
            settings_text = json.dumps(package_settings, ensure_ascii=False)
            row = slot_queries.add_package(writer, package.uid, package.reviewer, package.at, settings_text)
            cells = allotment.cells.get(package.reviewer, {}) if allotment else {}
            slot_queries.add_package_cells(
                writer, row, [(item, cells.get(item, ())) for item in assigned_items[package.reviewer]]
            )
            outgoing.note(writer, "package", package.reviewer)
            rows.append(row)
        return rows, _recount_items(
            writer,
            [written_package.package for written_package, _ in written_packages] if assigned_items else [],
            assigned_items,
        )

    rows = project.write(note).result()
    placed_paths: list[Path] = []
    try:
        for written_package, part in written_packages:
            if not overwrite and written_package.path.exists():
                raise InputError(
                    f"{written_package.path} has appeared meanwhile, and nothing was packed; choose another folder."
                )
            if overwrite:
                _may_replace(written_package.path)
                retry_rename(partial(part.replace, written_package.path), written_package.path)
            else:
                new_files.place(part, written_package.path)
            placed_paths.append(written_package.path)
    except (OSError, InputError) as error:
        new_packages = [written_package.package for written_package, _ in written_packages]
        project.write(lambda writer: _forget(writer, rows, new_packages, assigned_items)).result()
        for path in placed_paths:
            path.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise InputError(
                f"{written_package.path} cannot be written ({error.strerror}); nothing was packed."
            ) from error
        raise


def _recount_items(
    writer: Connection, new_packages: Sequence[Package], assigned_items: Mapping[str, Sequence[ItemId]]
) -> ChangeSet:
    """Count items again in which units are to be written: those who wait now wait for these readers, too; and those in
    which somebody else than these has answered, or they themselves: whose answers count may be others now."""
    book = read_task_book(writer)
    tasks = book.tasks
    touched = {
        item
        for package in new_packages
        if package.protocol_task and tasks[package.protocol_task].kind is Kind.WRITE
        for item in assigned_items[package.reviewer]
    }
    for package in new_packages:
        if package.protocol_task and slots.has_slots(tasks[package.protocol_task]):
            touched |= slot_queries.find_decided_items(writer).intersection(assigned_items[package.reviewer])
    if touched:
        for package in new_packages:
            names.annotator(writer, package.reviewer, AnnotatorKind.HUMAN)
        tally_all(writer, sorted(touched))
    return ChangeSet(frozenset(touched), settings=True)


def _forget(
    writer: Connection,
    rows: Sequence[int],
    new_packages: Sequence[Package],
    assigned_items: Mapping[str, Sequence[ItemId]],
) -> tuple[None, ChangeSet]:
    packages.delete_packages(writer, rows)
    return None, _recount_items(writer, new_packages, assigned_items)


def find_hindrances(path: Path) -> list[str]:
    """What keeps a project from being packed, or its export from being imported, a sentence each."""
    tries: dict[str, Callable[[Connection], Iterator[ParsedRecord]]] = {
        "It cannot be packed": lambda source: iterate_all_records(source, PackageFilter("reader")),
        "Its export cannot be imported": read_export,
    }
    problems = []
    for what, records in tries.items():
        with (
            closing(project_file.connect(path, write=False)) as source,
            one_state(source),
            closing(schema.create_in_memory()) as target,
            one_state(target),
        ):
            try:
                ingest(target, records(source), ImportOptions(), ImportReport())
            except GalleyError as error:
                problems.append(f"{what}: {str(error).removesuffix('; nothing was imported.')}.")
    return problems


def read_export(source: Connection) -> Iterator[ParsedRecord]:
    """The native record as the importer reads it."""
    for number, built in enumerate(galley.records(source, Only.ALL, ExportReport(), lambda *_: True), 1):
        record = orjson.loads(orjson.dumps(built))
        within = record.pop("galley") if "key" in record and "galley" in record else None
        if within is not None:
            yield ParsedRecord({**within, "galley": within.get("format")}, "the export", number)
        yield ParsedRecord(record, "the export", number)


_TASK, _REFERS, _UNIT = 19, 16, 6
"""Columns of a row of ``decisions`` (see ``exports._items``)."""


def without_tasks(connection: Connection, item: Item, book: TaskBook) -> Item:
    """The item without what was asked and said in tasks of protocols. What was written in one stands as a text only
    where something that is left is about it."""
    rows = item.rows
    kinds = read_kinds_of_units(connection, item.id)
    decisions, gone = [], set[int]()
    for row in rows["decisions"]:
        if row[_TASK] is not None or row[_REFERS] in gone:
            gone.add(row[1])
        else:
            decisions.append(row)
    verdicts = [
        row for row in rows["verdicts"] if row[11] not in gone and book.owner(row[3], kinds.get(row[4], "")) is None
    ]
    verdict_ids = {row[1] for row in verdicts}
    evidence = [row for row in rows["evidence"] if row[1] in verdict_ids]
    present_units = {row[4] for row in verdicts} | {row[_UNIT] for row in decisions} | {row[2] for row in evidence}
    types = {unit: gold for unit, (_, gold) in read_unit_types(connection, item.id).items() if gold is not None}
    derived = [
        (*row[:6], types.get(row[1], row[6]) or None, row[7], None if row[8] in gone else row[8], row[9])
        for row in rows["derived"]
        if row[8] not in gone or (row[1] in present_units and not row[9])
    ]
    units = {row[1] for row in derived}
    criterion_by_row = criteria(connection)
    return item._replace(
        rows={
            **rows,
            "derived": derived,
            "sources": [row for row in rows["sources"] if row[1] in units],
            "verdicts": verdicts,
            "evidence": evidence,
            "spans": [row for row in rows["spans"] if row[1] in verdict_ids],
            "reasons": [row for row in rows["reasons"] if row[1] in verdict_ids and row[4] not in gone],
            "judged": [
                row
                for row in rows["judged"]
                if row[4] not in gone and book.owner(row[2], criterion_by_row[row[2]].unit.value) is None
            ],
            "decisions": [_about(row, verdict_ids) for row in decisions],
            "handed": [],
            "known": [],
            "void": [],
        }
    )


def _about(row: tuple[object, ...], verdict_ids: set[int]) -> tuple[object, ...]:
    return row if row[9] in verdict_ids else (*row[:9], None, *row[10:])
