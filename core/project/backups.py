"""Rotated backups: whole copies of a project, made while it is open, looked at before they count.

They lie in the user's data folder and not beside the project, so that a project stays one file; those of a
confidential project lie in a folder beside it, since no copy of it may lie elsewhere. A copy is a snapshot:
whoever reviews meanwhile is not held up. It counts only after it was opened again and found sound, with as many
decisions as the snapshot had; an unfinished one never has the name of a backup. The newest ``KEPT`` are kept, and
fewer where they take more than ``ROOM`` bytes, but always two.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from galley.core import disk_sync, new_files, paths, policy
from galley.core.errors import Cancelled, GalleyError, InputError, ProjectError
from galley.core.hashing import blake2b
from galley.core.new_files import APPLICATION_ID
from galley.core.project.file_exchange import write_project
from galley.core.storage import confidential, log_hashes, project_file, schema
from galley.core.storage.connection import one_state, open_read_only
from galley.core.storage.queries.decisions import count_decisions

KEPT = 8
ROOM = 4 * 2**30
PAGES = 2000
NOTES = "sent.jsonl"
"""What stays in the data folder: notes of where texts went, without a text."""
_STAMP = "%Y%m%dT%H%M%S%f"
_SUFFIX = ".galley"


@dataclass(frozen=True, slots=True)
class Backup:
    """One backup of ``project``: where it lies, when its snapshot was taken (UTC), its decisions and bytes."""

    project: Path
    path: Path
    at: datetime
    decisions: int
    size: int


def folder(project: Path) -> Path:
    """Where backups of the project at this path are put: beside it where it is, or once was, confidential."""
    inside, beside = folders(project)
    return beside if beside.is_dir() or new_files.is_confidential(project) else inside


def folders(project: Path) -> tuple[Path, Path]:
    """Where its backups may lie: in the data folder, where two projects of one name in two folders have two, and
    beside it."""
    place = project.absolute()
    mark = blake2b(os.fsencode(place), digest_size=6).hexdigest()
    return paths.data_dir() / "backups" / f"{place.stem}-{mark}", place.with_name(f"{place.stem}.backups")


def bring_beside(project: Path) -> None:
    """Move what lies in the data folder of a project that has become confidential beside it. Raises: ProjectError"""
    inside, beside = folders(project)
    try:
        paths.make_private_folder(beside)
        for path in sorted(inside.glob("*")):
            if path.name != NOTES and path.suffix != ".unfinished" and not (beside / path.name).exists():
                shutil.move(path, beside / path.name)
    except OSError as error:
        raise ProjectError(
            f"The backups of {project.name} cannot be moved to {beside} ({error.strerror}); make room or check it."
        ) from error


def list_backups(project: Path) -> list[Backup]:
    """The backups of a project, the newest first."""
    backup_list = []
    for path in (file for home in folders(project) for file in home.glob(f"*{_SUFFIX}")):
        stamp, _, count = path.stem.partition("-")
        try:
            at = datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC)
            backup_list.append(Backup(project, path, at, int(count), path.stat().st_size))
        except (ValueError, OSError):
            continue  # not one of ours, or gone meanwhile
    return sorted(backup_list, key=lambda backup: backup.at, reverse=True)


def due(project: Path) -> bool:
    """Whether the project holds other decisions than its newest backup, or has none."""
    newest = list_backups(project)
    if not newest:
        return True
    try:
        with closing(project_file.connect(project, write=False)) as connection:
            return count_decisions(connection) != newest[0].decisions
    except project_file.TROUBLE as error:
        raise project_file.explain(error, project) from error


def make(project: Path, stopped: Callable[[], bool] = lambda: False) -> Backup:
    """Back the project up now and let go of what is too old. May run beside a window that writes to it. ``stopped`` is
    asked every few megabytes.

    Raises: ProjectError where the copy cannot be written or is not sound, Cancelled; older backups are still there.
    """

    def went_on(status: int, remaining: int, total: int) -> None:
        if stopped():
            raise Cancelled("The backup was stopped.")

    at = datetime.now(UTC)
    if (older := list_backups(project)) and older[0].at >= at:  # a clock set back must not make the newest the oldest
        at = older[0].at + timedelta(microseconds=1)
    place = folder(project)
    unfinished = place / f"{at.strftime(_STAMP)}.unfinished"
    try:
        ready(project, place)
        for leftover in place.glob("*.unfinished"):  # the program was killed, or the power went
            leftover.unlink(missing_ok=True)
        with closing(project_file.connect(project, write=False)) as source, one_state(source):  # count and copy agree
            decisions = count_decisions(source)
            new_files.make(unfinished, project, exact=True)
            project_file.copy(source, unfinished, PAGES, went_on)
        _try(unfinished, decisions)
        with unfinished.open("rb+") as stream:
            disk_sync.sync(stream)
        done = unfinished.with_name(f"{at.strftime(_STAMP)}-{decisions}{_SUFFIX}")
        unfinished.rename(done)
    except project_file.TROUBLE as error:
        raise project_file.explain(error, unfinished) from error
    except OSError as error:
        raise ProjectError(f"No backup can be written to {place} ({error.strerror}); make room or check it.") from error
    finally:
        if unfinished.exists():
            unfinished.unlink()
    _rotate(project)
    return Backup(project, done, at, decisions, done.stat().st_size)


def ready(project: Path, place: Path) -> None:
    """Make the folder ``place`` of a project's copies. Raises: OSError, ProjectError"""
    if place == folders(project)[1]:
        bring_beside(project)
        return
    paths.make_private_folder(place.parent)
    paths.make_private_folder(place)


def restore(backup: Backup, target: Path) -> None:
    """Write a backup to ``target``, which must not exist; the present project is never written over. Its log goes on
    as a fork of the project's, and says so. Where the project is confidential now, what is restored is, too.

    Raises: InputError where ``target`` is there, or outside of a confidential project's folder, GalleyError where the
    backup is not sound or cannot be written.
    """
    if target.exists():
        raise InputError(f"{target} already exists; choose another name.")
    named = _confidential(backup)
    home = backup.project.resolve().parent
    if home not in target.resolve().parents and (named is not None or policy.read().confidential):
        raise InputError(
            f"{backup.project.name} is confidential: restore its backups only to {home} or a folder inside."
        )
    try:
        with new_files.create_unfinished(target, backup.path, exact=True) as unfinished:
            shutil.copyfile(backup.path, unfinished)
            _try(unfinished, backup.decisions)
            _fork(unfinished, backup, named)
            new_files.place(unfinished, target)
    except OSError as error:
        raise GalleyError(f"The backup cannot be written to {target} ({error.strerror}); check the folder.") from error


def _confidential(backup: Backup) -> str | None:
    """What a backup's project keeps of being confidential; where the project is gone, what its newest backup that is so
    keeps."""
    files = [backup.project, backup.path, *(older_backup.path for older_backup in list_backups(backup.project))]
    return next(filter(None, map(confidential.read_confidential, files)), None)


def _fork(path: Path, backup: Backup, named: str | None) -> None:
    with write_project(path) as connection, project_file.transaction(connection):
        if named is not None:
            confidential.write_setting(connection, named)
        if project_file.read_identity(connection) == (APPLICATION_ID, schema.VERSION):
            note = f"restored from the backup of {backup.at.isoformat(timespec='seconds')}"
            log_hashes.fork(connection, f"A fork at head {log_hashes.log_digest(connection)}, {note}")


def _try(path: Path, decisions: int) -> None:
    """Open a copy as a program would and look at it. Raises: ProjectError"""
    try:
        with closing(open_read_only(path)) as connection:
            sound = project_file.is_sound(connection, whole=True)
            ours = project_file.read_identity(connection)[0] == APPLICATION_ID
            if sound and ours and count_decisions(connection) == decisions:
                return
    except project_file.TROUBLE as error:
        raise ProjectError(f"The copy {path.name} is not sound ({error}), so it does not count as a backup.") from error
    raise ProjectError(f"The copy {path.name} is not sound, so it does not count as a backup.")


def _rotate(project: Path) -> None:
    room = 0
    for number, backup in enumerate(list_backups(project)):
        room += backup.size
        if number >= KEPT or (number >= 2 and room > ROOM):
            backup.path.unlink(missing_ok=True)
