"""Writing packages: one project file a reviewer, all of them or none.

A package is filled through the native record, so it holds exactly what an import of those lines would give: texts,
schemes, flags and the reviewer's own answers, and nothing of runs, calls or other settings. The files are written
beside their places under other names; the project learns of them in one transaction, and then they get their names.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from galley.core import newfile
from galley.core.columns import names, pseudonyms
from galley.core.domain import JUDGES, AnnotatorKind, ChangeSet
from galley.core.errors import GalleyError, InputError
from galley.core.exports._items import items as exported
from galley.core.exports._places import IdWords
from galley.core.exports.base import ExportReport, Only
from galley.core.exports.galley_export import TABLES, Record, header
from galley.core.incoming import ImportOptions, ImportReport, Parsed
from galley.core.packages import encryption, narrowing, portioning, reader_checks, repeats, share, what_changed
from galley.core.packages import package as packages
from galley.core.packages.allotment import Allotment, allot
from galley.core.packages.handing import Handing
from galley.core.packages.package import Package
from galley.core.packages.portion import Portion
from galley.core.packages.remainder import without_tasks
from galley.core.packages.takeback import given_again
from galley.core.packages.wish import Wish
from galley.core.patience import patiently
from galley.core.project import blind, by_value, duties, frozen, known_cells, leaving, project_file
from galley.core.project.blind import Blind
from galley.core.project.duties import Duty
from galley.core.project.ingest import ingest
from galley.core.project.project import Project
from galley.core.project.tally import tally_all
from galley.core.protocols.study import FLAGS, Kind, Task
from galley.core.storage import slot_queries
from galley.core.tasks import levels, slots, task_book
from galley.core.tasks.settling import CHANGED

Progress = Callable[[int, int], bool]
"""Called with (done, total) items now and then; a False stops the work."""

SUFFIX = ".galley"
MOST_NAME = 60
"""Characters of a reviewer's name in a file's name: file systems end at some 250 bytes."""


@dataclass(frozen=True, slots=True)
class Packed:
    """A package that was written. ``own`` counts the reviewer's earlier decisions that went along."""

    path: Path
    package: Package

    @property
    def own(self) -> int:
        return self.package.base


def targets(reviewers: Sequence[str], folder: Path, project: Path) -> dict[str, Path]:
    """Where the package of each reviewer goes: ``folder/PROJECT-REVIEWER.galley``.

    Raises: InputError for an empty name and for names that are the same or give the same file.
    """
    found: dict[str, Path] = {}
    for name in (reviewer.strip() for reviewer in reviewers):
        if not name:
            raise InputError("A reviewer needs a name.")
        if name in found:
            raise InputError(f"{name} is named twice; each reviewer gets one package.")
        found[name] = folder / f"{project.stem}-{plain(name)}{SUFFIX}"
    if len({str(path).casefold() for path in found.values()}) < len(found):
        raise InputError("Two of these names would give the same file; spell them differently.")
    return found


def plain(name: str) -> str:
    """A reviewer's name as it stands in the names of files and folders."""
    return "".join(c if c.isalnum() or c in " ._-" else "-" for c in name[:MOST_NAME]).strip(" .") or "reviewer"


@contextmanager
def folder(path: Path) -> Iterator[Path]:
    """A folder for packages, made where it is missing; it goes again where the block fails. Raises: InputError"""
    try:
        missing = [each for each in (path, *path.parents) if not each.exists()]
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path} cannot be made ({error.strerror}); choose another folder.") from error
    try:
        yield path
    except BaseException:
        with suppress(OSError):  # not empty
            for each in missing:
                each.rmdir()
        raise


def pack(
    project: Project,
    wanted: Mapping[str, Path],
    wish: Wish | None = None,
    *,
    overwrite: bool = False,
    progress: Progress | None = None,
    keys: Mapping[str, str] | None = None,
) -> list[Packed]:
    """Write a package for each reviewer (name to path) and note in the project who was given what. Those of whom there
    is a public key in ``keys`` get an encrypted one (``encryption.recipients``).

    Raises: InputError, ProjectError, Cancelled. Then no package is there and the project knows of none.
    """
    wish, keys = wish or Wish(), keys or {}
    wanted = encryption.named(wanted, keys)
    if wish.pseudonyms:
        project.write(pseudonyms.give).result()
    with closing(project_file.connect(project.path, write=False)) as connection:
        connection.execute("PRAGMA query_only = OFF")  # for a temporary table; the file itself is open for reading
        connection.execute("BEGIN")
        _may_pack(connection, project, wanted, wish, overwrite)
        seen = connection.execute("SELECT coalesce(max(id), 0) FROM decision").fetchone()[0]
        tasks = task_book.read(connection)
        task = tasks.find(wish.task) if wish.task else None
        given = None
        if wish.discuss:
            if task is None:
                raise InputError("--discuss is for a task of a protocol; name it with --task.")
            wish = wish.discussed(latest_round(connection, task, list(wanted)))
        if wish.changed:
            if task is None or not task.votes:
                raise InputError(
                    "--only changed is for a task of a protocol in which cells are answered; name it with --task."
                )
            wish = wish.telling(latest_round(connection, task, list(wanted)))
            if blind.read(connection).gold:
                blind.refuse(connection, "What was settled")
        narrow = narrowing.narrow(
            connection, "" if wish.changed else wish.only, tasks.rows[task.full] if task else None, wish.round,
            task.full if task else FLAGS,
        )  # fmt: skip
        if wish.changed and task is not None:
            given = what_changed.allotment(connection, tasks, task, list(wanted))
            shares = {who: sorted(cells) for who, cells in given.cells.items()}
        elif task is None:
            portioning.plain(wish, narrow)
            everything = [item for (item,) in connection.execute("SELECT id FROM item ORDER BY id")]
            within = frozenset(narrow.items(connection, everything))
            if everything and not within:
                raise InputError(narrow.nothing("the project"))
            shares = share.draw(connection, list(wanted), wish.order, within)
        else:
            if not wish.untrained and (lacking := known_cells.untrained(connection, tasks, task, list(wanted))):
                raise InputError(f"{'; '.join(lacking)}. Pack the training first, or say --untrained.")
            if task.order == by_value.VALUE and wish.order.size:
                wish = replace(wish, order=replace(wish.order, value=True))
            given = allot(connection, tasks, task, list(wanted), wish.order, narrow, wish.round, progress)
            if wish.repeats:
                given = repeats.chosen(connection, tasks, given, wish.repeats, wish.order.seed)
            task = given.task
            shares = {who: sorted({*cells, *given.again.get(who, ())}) for who, cells in given.cells.items()}
            wish = portioning.shown(wish, task)
            _may_pack(connection, project, wanted, wish, overwrite)
        hidden = wish.blind(blind.read(connection))
        if task is not None and task.adjudicates:
            for reviewer in wanted:
                duties.refuse(connection, reviewer, Duty.ADJUDICATOR, f"settles what {task.full} hands out")
            hidden = replace(hidden, gold=False)  # what this reader says is gold
        letters = _letters(connection) if hidden.judges else {}
        total, done = sum(map(len, shares.values())), 0
        made: list[tuple[Packed, Path]] = []
        try:
            for reviewer, path in wanted.items():
                if wish.pseudonyms:
                    pseudonyms.put(connection, but=reviewer)
                begun = Package(
                    uid=secrets.token_hex(8),
                    reviewer=reviewer,
                    project=project.path.stem,
                    at=datetime.now(UTC).isoformat(timespec="microseconds"),
                    items=len(shares[reviewer]),
                    share=wish.order.words,
                    flags=wish.flags,
                    instructions=portioning.instructions(connection, wish, task, given, reviewer),
                    task=task.full if task else FLAGS,
                    round=wish.round,
                    only=wish.only.partition(":")[0],  # whose answers, or which file, is not for the reader
                    others=wish.others,
                    dealt=portioning.dealt(connection, given, reviewer),
                )
                part = newfile.hidden(path)
                handing = Handing(reviewer, wish.flags, wish.others, wish.gold, letters)
                portion = portioning.portion(connection, tasks, given, reviewer, wish)

                def moved(at: int, _: int, before: int = done) -> bool:
                    return progress is None or progress(before + at, total)

                made.append((Packed(path, begun), part))
                made[-1] = (
                    Packed(path, _write(connection, part, begun, shares[reviewer], handing, portion, hidden, moved)),
                    part,
                )
                if reviewer in keys:
                    encryption.encrypt(part, keys[reviewer])
                done += len(shares[reviewer])
            settles = not hidden.on if task is None else task.adjudicates
            known = {"seen": seen, "judges": {new: old for old, new in letters.items()}, "settles": settles}
            if wish.order.value:
                project.write(by_value.used).result()
            known["sealed"] = True
            if given is not None:  # what is only asked once more is nobody's assignment
                shares = {} if wish.changed else {who: sorted(cells) for who, cells in given.cells.items()}
            _hand_out(project, made, shares, given, known, overwrite)
            if narrow.whose:
                uids = {packed.package.uid for packed, _ in made}
                project.write(lambda writer: given_again(writer, uids)).result()
        finally:
            for _, part in made:
                part.unlink(missing_ok=True)
    return [packed for packed, _ in made]


def latest_round(connection: sqlite3.Connection, task: Task, people: Sequence[str]) -> int:
    """The last round of a task that any of these people was handed."""
    mine = (given.package for given in packages.issued(connection).values() if given.package.reviewer in people)
    return max([1, *(package.round for package in mine if package.task == task.full)])


def _may_pack(
    connection: sqlite3.Connection, project: Project, wanted: Mapping[str, Path], wish: Wish, overwrite: bool
) -> None:
    if packages.read(connection) is not None:
        raise InputError(f"{project.path.name} is a package itself; pack from the project that it was made from.")
    now = blind.read(connection)
    if (wish.others and now.own) or (wish.gold and now.gold):
        blind.refuse(connection, "A package with these answers")
    for path in wanted.values():
        newfile.refuse_leaving(path, project.path)
        if path.exists() and path.samefile(project.path):
            raise InputError(f"{path} is the project itself; choose another place for the package.")
        if path.is_dir():
            raise InputError(f"{path} is a folder; name a file in it.")
        if path.exists() and not overwrite:
            raise InputError(f"{path} is there already, and nothing was packed; move it away or choose another folder.")
        _may_replace(path)
        if not path.parent.is_dir():
            raise InputError(f"There is no folder {path.parent}; make it, or choose another one.")


def _may_replace(path: Path) -> None:
    """Raises: InputError where a package put there would replace a project, unless that is a package in which nobody
    has decided anything yet."""
    if not newfile.is_project(path):
        newfile.refuse(path)
        return
    refused = InputError(
        f"{path} is a Galley project with decisions of its own, and nothing was packed; move it away or choose another"
        " folder."
    )
    try:
        project_file.probe(path)
        with closing(project_file.connect(path, write=False)) as connection:
            given = packages.read(connection)
            decided = connection.execute("SELECT count(*) FROM decision").fetchone()[0]
    except (GalleyError, *project_file.TROUBLE):
        raise refused from None
    if given is None or decided != given.base:
        raise refused


def _letters(connection: sqlite3.Connection) -> dict[str, str]:
    judges = sorted({a.name for a in names.annotators(connection).values() if a.kind in JUDGES})
    return {name: f"Judge {blind.letters(place)}" for place, name in enumerate(judges)}


def _write(
    connection: sqlite3.Connection,
    part: Path,
    begun: Package,
    share: Sequence[int],
    handing: Handing,
    portion: Portion | None,
    hidden: Blind,
    progress: Progress,
) -> Package:
    """Fill one package and give what it is; nothing of it is left where that fails."""
    connection.execute("CREATE TEMP TABLE IF NOT EXISTS shared (item_id INTEGER PRIMARY KEY)")
    connection.execute("DELETE FROM temp.shared")
    connection.executemany("INSERT INTO temp.shared VALUES (?)", [(item,) for item in share])
    stream = (
        _records(connection, handing, progress)
        if portion is None
        else portioning.records(connection, handing, portion, HANDED, progress)
    )
    with Project.create(part, project_file.path_of(connection)) as made:

        def fill(writer: sqlite3.Connection) -> tuple[Package, ChangeSet]:
            names.annotator(writer, begun.reviewer, AnnotatorKind.HUMAN)
            writer.execute("UPDATE source SET uid = ?", (begun.uid,))
            settings = {packages.SETTING: begun.text(), blind.SETTING: json.dumps(asdict(hidden))}
            if roles := duties.read(connection):
                role = roles.get(begun.reviewer, Duty.READER)
                settings[duties.SETTING] = json.dumps({begun.reviewer: role}, ensure_ascii=False)
            if watch := reader_checks.watch(connection):
                settings[reader_checks.SETTING] = json.dumps(asdict(watch), ensure_ascii=False)
            if set_levels := levels.read_levels(connection):
                settings[levels.SETTING] = json.dumps(set_levels, ensure_ascii=False, sort_keys=True)
            writer.executemany("INSERT INTO setting (name, value) VALUES (?, ?)", list(settings.items()))
            changes = ingest(writer, stream, ImportOptions(), ImportReport())
            base = writer.execute("SELECT count(*) FROM decision").fetchone()[0]
            done = replace(begun, base=base)
            if begun.only == CHANGED:
                frozen.freeze(writer, begun.project, "it only shows which of your answers were settled otherwise",
                              of_package=True)  # fmt: skip
            writer.execute("UPDATE setting SET value = ? WHERE name = ?", (done.text(), packages.SETTING))
            return done, changes

        return made.write(fill).result()


def whole(connection: sqlite3.Connection, handing: Handing) -> Iterator[Parsed]:
    """The records of a package with all items."""
    connection.execute("CREATE TEMP TABLE IF NOT EXISTS shared (item_id INTEGER PRIMARY KEY)")
    connection.execute("INSERT OR IGNORE INTO temp.shared SELECT id FROM item")
    return _records(connection, handing, lambda *_: True)


def _records(connection: sqlite3.Connection, handing: Handing, progress: Progress) -> Iterator[Parsed]:
    head = header(connection)
    head["annotators"] = handing.annotators(head["annotators"])
    head["settings"] = {name: value for name, value in head["settings"].items() if name in portioning.COPIED}
    yield Parsed(head, "the project", 0)
    words, tasks = IdWords.of(connection), task_book.read(connection)
    for item in exported(connection, Only.ALL, TABLES, ExportReport(), progress, HANDED):
        if tasks.tasks:
            item = without_tasks(connection, item, tasks)
        record = Record(item, words).build()
        record.pop("void", None)
        yield Parsed(handing.item(record), "the project", 0)


HANDED = " WHERE {} IN (SELECT item_id FROM temp.shared)"


def _hand_out(
    project: Project,
    made: Sequence[tuple[Packed, Path]],
    shares: Mapping[str, Sequence[int]],
    allotted: Allotment | None,
    known: Mapping[str, Any],
    overwrite: bool,
) -> None:
    """Note the packages in the project, then give the files their names. A file that cannot get its name takes
    everything back: an unknown package would be refused when its answers come back."""

    def note(writer: sqlite3.Connection) -> tuple[list[int], ChangeSet]:
        rows = []
        for packed, _ in made if shares else ():  # what tells alone is no assignment
            given = packed.package
            again = allotted.again.get(given.reviewer, {}) if allotted else {}
            repeated = {"again": sorted(tuple(cell) for mine in again.values() for cell in mine)} if again else {}
            kept = {"package": asdict(given), **known, **repeated}
            (row,) = writer.execute(
                "INSERT INTO package (uid, reviewer, at, settings) VALUES (?, ?, ?, ?) RETURNING id",
                (given.uid, given.reviewer, given.at, json.dumps(kept, ensure_ascii=False)),
            ).fetchone()
            writer.executemany(
                "INSERT INTO package_item (package_id, item_id) VALUES (?, ?)",
                [(row, item) for item in shares[given.reviewer]],
            )
            writer.executemany(
                "INSERT INTO package_cell (package_id, item_id, criterion_id, unit_id, target_id)"
                " VALUES (?, ?, ?, ?, ?)",
                [
                    (row, item, cell.criterion, cell.unit, cell.target)
                    for item, mine in sorted((allotted.cells if allotted else {}).get(given.reviewer, {}).items())
                    for cell in mine
                ],
            )
            leaving.note(writer, "package", given.reviewer)
            rows.append(row)
        return rows, _written(writer, [packed.package for packed, _ in made] if shares else [], shares)

    rows = project.write(note).result()
    placed: list[Path] = []
    try:
        for packed, part in made:
            if not overwrite and packed.path.exists():
                raise InputError(
                    f"{packed.path} has appeared meanwhile, and nothing was packed; choose another folder."
                )
            if overwrite:
                _may_replace(packed.path)
                patiently(partial(part.replace, packed.path), packed.path)
            else:
                newfile.place(part, packed.path)
            placed.append(packed.path)
    except (OSError, InputError) as error:
        given = [packed.package for packed, _ in made]
        project.write(lambda writer: _forget(writer, rows, given, shares)).result()
        for path in placed:
            path.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise InputError(f"{packed.path} cannot be written ({error.strerror}); nothing was packed.") from error
        raise


def _written(writer: sqlite3.Connection, made: Sequence[Package], shares: Mapping[str, Sequence[int]]) -> ChangeSet:
    """Count items anew in which units are to be written: those who wait now wait for these readers, too; and those in
    which somebody else than these has answered, or they themselves: whose answers count may be others now."""
    book = task_book.read(writer)
    tasks = book.tasks
    touched = {
        item for given in made if given.of and tasks[given.of].kind is Kind.WRITE for item in shares[given.reviewer]
    }
    for given in made:
        if given.of and slots.limited(tasks[given.of]):
            touched |= slot_queries.find_decided_items(writer).intersection(shares[given.reviewer])
    if touched:
        for given in made:
            names.annotator(writer, given.reviewer, AnnotatorKind.HUMAN)
        tally_all(writer, sorted(touched))
    return ChangeSet(frozenset(touched), settings=True)


def _forget(
    writer: sqlite3.Connection, rows: Sequence[int], made: Sequence[Package], shares: Mapping[str, Sequence[int]]
) -> tuple[None, ChangeSet]:
    for table, column in (("package_cell", "package_id"), ("package_item", "package_id"), ("package", "id")):
        writer.executemany(f"DELETE FROM {table} WHERE {column} = ?", [(row,) for row in rows])
    return None, _written(writer, made, shares)
