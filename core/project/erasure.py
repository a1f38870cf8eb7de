"""Erasing an item or a person: not a byte of them is left in the project's folder or among its backups.

One exclusive job. The log stays a chain: of what was erased the hash c, the link and a tombstone are left, without the
salt that c was made with. The project is rewritten without its free pages (VACUUM INTO) and exchanged at once; then
backups, snapshots and kept files go, and one new backup is made. Killed in between, the next opening goes on with that.
"""

from __future__ import annotations

import glob
import shutil
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from galley.core import new_files, paths
from galley.core.domain import ItemId
from galley.core.errors import GalleyError, InputError
from galley.core.project import backups, outgoing
from galley.core.project.file_exchange import alone, exchange, write_part, write_project
from galley.core.review import item_state
from galley.core.review.progress import tally_all
from galley.core.storage import imported_tables, log_hashes, project_file, redaction
from galley.core.storage.connection import Connection
from galley.core.storage.queries import erasure as rows
from galley.core.storage.queries import find_items, read_setting, settings
from galley.core.storage.queries.items import find_item
from galley.core.storage.queries.log_branches import read_branches
from galley.core.tasks.counts import forget_task_progress
from galley.core.text.plurals import format_count

SETTING = "erasing"
"""There while old copies are still to be deleted."""
@dataclass(slots=True)
class ErasureReport:
    """What went, or would go: ``keys`` of items, a ``person``, how many ``decisions``, rows elsewhere that held the
    words (by table), ``files`` that are deleted; and ``beyond``, sentences about what Galley cannot reach. ``done``:
    it went."""

    keys: list[str] = field(default_factory=list)
    person: str = ""
    decisions: int = 0
    blanked_rows: dict[str, int] = field(default_factory=dict)
    files: list[Path] = field(default_factory=list)
    beyond: list[str] = field(default_factory=list)
    done: bool = False

    def lines(self) -> list[str]:
        """As sentences."""
        what = f"the answers of {self.person}" if self.person else f"the item {', '.join(self.keys)}"
        what = f"{what}, with {format_count(self.decisions, 'decisions')}."
        if not self.done:
            would = [f"Would be deleted: {path}." for path in self.files]
            return [f"Would be erased: {what}", *would, *self.beyond]
        sentences = [f"Erased: {what}"]
        sentences += [
            f"Blanked in the table {table}: {format_count(n, 'rows')}."
            for table, n in sorted(self.blanked_rows.items())
        ]
        sentences += [f"Deleted: {path}." for path in self.files]
        return [*sentences, *self.beyond]


def preview(path: Path, *, item: str = "", person: str = "", same_text: bool = False) -> ErasureReport:
    """What erasing would do; nothing is changed. Raises: see ``erase``"""
    with closing(project_file.connect(path, write=False)) as connection:
        report = _build_report(connection, path, item, person, same_text)
    report.files = copies(path)
    return report


def erase(path: Path, *, item: str = "", person: str = "", same_text: bool = False) -> ErasureReport:
    """Erase an item by its key (``same_text``: with all others that hold one of its texts), or a person by name.

    Nobody may have the project open. Raises: InputError where there is no such item or person, or other items hold the
    same texts; GalleyError. The project is as it was then.
    """
    path = path.absolute()
    with alone(path):
        with write_project(path) as connection:
            outgoing.import_notes(connection, path)
            report = _build_report(connection, path, item, person, same_text)
        with new_files.create_unfinished(path, path, exact=True) as work:
            shutil.copyfile(path, work)
            exchange(path, lambda part: _write_erased(work, part, report))
        with write_project(path) as connection:
            report.files = clear_away(path, connection)
    report.done = True
    return report


def _build_report(connection: Connection, path: Path, item: str, person: str, same_text: bool) -> ErasureReport:
    if bool(item) == bool(person):
        raise InputError("Name one item or one person to erase.")
    report = ErasureReport(person=person)
    if item:
        found_item = find_item(connection, item)
        if found_item is None:
            raise InputError(f"There is no item {item} in {path.name}; galley show items lists them.")
        report.keys = [item, *rows.find_items_with_same_text(connection, found_item)]
        if len(report.keys) > 1 and not same_text:
            raise InputError(
                f"A text of {item} is in other items too ({', '.join(report.keys[1:6])}); erase them with it:"
                " --with-same-text."
            )
    traces = rows.find_traces(connection, person, report.keys)
    if person and not traces.has_part:
        raise InputError(f"Nobody called {person} has a part in {path.name}; galley campaign plan shows who has.")
    report.decisions = traces.decisions
    report.beyond = _list_outside_copies(connection, path, traces)
    return report


def _list_outside_copies(connection: Connection, path: Path, traces: rows.Traces) -> list[str]:
    """Who else holds it."""
    lines = [
        f"{reviewer} holds a package made on {at[:10]}, and the answers from it; ask them to delete both."
        for reviewer, at in traces.packages
    ]
    for provider, model, first, last, count in traces.requests:
        model = f" ({model})" if model else ""
        request_count = format_count(count, "requests")
        lines.append(f"{provider}{model} received texts of it in {request_count}, {first[:10]} to {last[:10]}.")
    for at, what, to in [*outgoing.list_sent(connection), *outgoing.waiting(path)]:
        lines.append(f"On {at[:10]} texts of the project went to {to} ({what}).")
    lines.append(
        "Galley cannot reach snapshots of the disk, backups of the computer and histories of synced folders: ask"
        " whoever runs them."
    )
    return lines


# Writing it again -----------------------------------------------------------------------------------------------------


def _write_erased(work: Path, part: Path, report: ErasureReport) -> None:
    with (
        write_part(work) as connection,
        project_file.transaction(connection, foreign_keys=False),
    ):
        _blank(connection, report)
        what = "person" if report.person else "item"
        words = f"erased {'a person' if report.person else format_count(len(report.keys), 'items')}"
        words = f"{words} with {format_count(report.decisions, 'decisions')}"
        counts = {"decisions": report.decisions, "items": len(report.keys)}
        log_hashes.account(connection, "erased", {"what": what, "words": words, **counts})
        rows.blank_stored_files(connection)
        settings.write_setting(connection, SETTING, "true")
    part.unlink()  # SQLite fills only a file that it makes, or an empty one
    project_file.write_compacted(work, part)
    new_files.narrow(part, work)


def _blank(connection: Connection, report: ErasureReport) -> None:
    touched: set[ItemId] = set()
    if report.person:
        touched, written_units = rows.erase_person(connection, report.person)
        if written_units:
            units = (
                f"{written_units:,} units that they wrote stand"
                if written_units > 1
                else "A unit that they wrote is kept"
            )
            report.beyond.insert(0, f"{units}, without their name; erase the item to remove it.")
    texts: set[str] = set()
    for key in report.keys:
        imported_tables.forget_item(connection, key)
        texts |= rows.erase_item(connection, key)
    report.blanked_rows = redaction.redact(
        connection, redaction.pieces(texts, report.keys), texts=texts, names=report.keys
    )
    if report.person:
        name_counts = redaction.redact(connection, [report.person], whole=True)
        report.blanked_rows = {
            name: report.blanked_rows.get(name, 0) + name_counts.get(name, 0)
            for name in report.blanked_rows | name_counts
        }
    for item in sorted(touched):
        item_state.refold(connection, item)
    forget_task_progress(connection)
    tally_all(connection, find_items(connection))


# The copies ----------------------------------------------------------------------------------------------------------


def copies(path: Path) -> list[Path]:
    """Backups, snapshots and kept files of a project, which hold what it held, wherever Galley puts such; and packages
    and answers that a killed program left beside it."""
    backup_files = [file for home in backups.folders(path) for file in sorted(home.glob("*"))]
    copy_paths = [file for file in backup_files if file.name != backups.NOTES]
    kept_files = sorted((paths.data_dir() / "kept").glob(f"{glob.escape(path.stem)}.kept*.galley"))
    copy_paths += [file for file in kept_files if _of_one_log(path, file)]
    for folder_kind in ("packages", "answers"):
        copy_paths += sorted(path.parent.glob(f"{glob.escape(path.stem)}-{folder_kind}-*/*"))
    for file in sorted(path.parent.iterdir()):
        backup = file.name.startswith(f"{path.stem}.") and file.name.endswith(".backup")
        if backup or (file.name.startswith(f"{path.stem}.kept") and file.name.endswith(".galley")):
            copy_paths.append(file)
    return copy_paths


def _of_one_log(path: Path, copy_path: Path) -> bool:
    """Whether a file in the data folder was made of this project, and of no other of its name."""
    try:
        sources = []
        for file in (path, copy_path):
            with closing(project_file.connect(file, write=False)) as connection:
                sources.append({branch.uid for branch in read_branches(connection) if branch.is_own})
        return bool(sources[0] & sources[1])
    except (GalleyError, *project_file.TROUBLE):
        return True  # nobody can tell, and a word too many may be in it


def clear_away(path: Path, connection: Connection) -> list[Path]:
    """Delete the copies, take the note away that this is to be done, and make one new backup."""
    gone = copies(path)
    for copy_path in gone:
        copy_path.unlink(missing_ok=True)
    settings.write_setting(connection, SETTING, None)
    backups.make(path)
    return gone


def resume_erasure(path: Path, connection: Connection) -> None:
    """Where an erasure was cut short before the copies were gone, delete them now."""
    if read_setting(connection, SETTING) is not None:
        clear_away(path, connection)
