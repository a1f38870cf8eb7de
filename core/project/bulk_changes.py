"""Bulk changes (an import, a merge, settling many, a run of judges) can be undone: a snapshot is made before each.

The newest snapshot lies with the backups; one is kept. Taking an act back puts the snapshot in the project's place and
appends to the log that it was done, from which head to which. What was undone stays in the log: its seals, and each
decision word for word as an event.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from galley.core import new_files
from galley.core.errors import InputError, ProjectError
from galley.core.project import backups
from galley.core.project.file_exchange import alone, exchange, write_part
from galley.core.project.project import Project
from galley.core.storage import confidential, log_hashes, open_mark, project_file, pseudonyms
from galley.core.storage.connection import Connection, StorageError
from galley.core.storage.queries import read_setting, settings, snapshots
from galley.core.storage.queries.decisions import get_newest_decision_id
from galley.core.text.plurals import format_count

SETTING = "bulk-act"
"""Of a snapshot alone: what came after it."""
IMPORT = "the import of "
"""How the words for an import begin."""


@dataclass(frozen=True, slots=True)
class BulkChange:
    """``what`` it was, in words; ``at`` when it began (UTC, ISO 8601); ``last`` is the last decision (row id) that was
    in the log when it ended, none while it has not."""

    what: str
    at: str
    last: int | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """What taking an act back does: how many decisions, items and verdicts of judges go, how many of the decisions were
    made after it, from and to which head; ``also`` says what else is as it was then, such as roles."""

    change: BulkChange
    decisions: int
    later: int
    items: int
    head: str
    back_to: str
    verdicts: int = 0
    also: tuple[str, ...] = ()


def place(project: Path) -> Path:
    """Where the snapshot of a project lies."""
    return backups.folder(project) / "last.snapshot"


def _base_path(project: Path) -> Path:
    """Where the snapshot before an import lies, once that import was changed."""
    return backups.folder(project) / "last.import"


@contextmanager
def bulk_change(project: Project, what: str) -> Iterator[None]:
    """Do a bulk change in this block; if it fails, the act before it is still the one to take back. Not on the writer's
    thread. Raises: GalleyError where no snapshot can be made; nothing is done then."""
    begin(project, what)
    snapshot_path = place(project.path)
    older = snapshot_path.with_suffix(".older")
    try:
        yield
    except BaseException:
        if not _is_in_log(project.path, snapshot_path):
            snapshot_path.unlink(missing_ok=True)
            if older.exists():
                older.replace(snapshot_path)
        raise
    older.unlink(missing_ok=True)
    last = _find_last_decision(project.path)
    with write_part(snapshot_path) as snapshot:
        _put(snapshot, BulkChange(what, _read(snapshot).at, last))


def _find_last_decision(project: Path) -> int:
    """The row id of the last decision; 0 for none."""
    with closing(project_file.connect(project, write=False)) as connection:
        return get_newest_decision_id(connection)


def _is_in_log(project: Path, snapshot: Path) -> bool:
    """Whether a part of an act that failed is in the log."""
    with (
        closing(project_file.connect(project, write=False)) as current,
        closing(project_file.connect(snapshot, write=False)) as then,
    ):
        return log_hashes.log_digest(current) != log_hashes.log_digest(then)


def begin(project: Project, what: str) -> None:
    """Make the snapshot before an act whose end nobody waits for. See ``bulk_change``."""
    snapshot_path = place(project.path)
    part = snapshot_path.with_suffix(".unfinished")
    try:
        backups.ready(project.path, snapshot_path.parent)
        part.unlink(missing_ok=True)
        new_files.make(part, project.path, exact=True)
        project.copy(part)
        with write_part(part) as snapshot:
            _put(snapshot, BulkChange(what, datetime.now(UTC).isoformat(timespec="seconds")))
        if snapshot_path.exists():
            snapshot_path.replace(snapshot_path.with_suffix(".older"))
        part.replace(snapshot_path)
        _base_path(project.path).unlink(missing_ok=True)
    except project_file.TROUBLE as error:
        raise project_file.explain(error, part) from error
    except OSError as error:
        raise ProjectError(
            f"No snapshot can be written to {snapshot_path.parent} ({error.strerror}), so nothing was begun; "
            f"make room there."
        ) from error


def _put(snapshot: Connection, change: BulkChange) -> None:
    """Not synced, as the snapshot is not: whether a power cut tore it is looked at before it is used."""
    text = json.dumps(asdict(change), ensure_ascii=False)
    settings.write_setting(snapshot, SETTING, text)


def _read(snapshot: Connection) -> BulkChange:
    return BulkChange(**json.loads(read_setting(snapshot, SETTING) or ""))


def preview(project: Path, snapshot_path: Path | None = None) -> Undo:
    """What taking the last bulk act back would do, or going back to a snapshot. Raises: InputError where there is none,
    GalleyError"""
    project = project.absolute()
    snapshot_path = snapshot_path or place(project)
    if not snapshot_path.exists():
        raise InputError(f"There is no bulk change of {project.name} to undo: no snapshot was made before one.")
    try:
        with closing(project_file.connect(project, write=False)) as connection:
            project_file.attach(connection, snapshot_path, "snapshot")
            change = BulkChange(**json.loads(read_setting(connection, SETTING, "snapshot") or ""))
            # decisions after the last one were made by people since: a run of judges decides nothing
            gone = snapshots.count_differences(connection, change.last or 0, (SETTING, open_mark.SETTING, *_STAYING))
            if gone.is_of_another_log:
                raise InputError(
                    f"The snapshot of {project.name} belongs to another log than the project's; nothing can be undone."
                )
            head, before = log_hashes.log_digest(connection), log_hashes.log_digest(connection, "snapshot")
            also = tuple(sentence for part, sentence in _ALSO.items() if part in gone.parts)
            return Undo(change, gone.decisions, gone.later, gone.items, head, before, gone.verdicts, also)
    except (TypeError, ValueError, KeyError) as error:
        raise InputError(f"The snapshot of {project.name} is damaged ({error}); nothing was changed.") from error
    except project_file.TROUBLE as error:
        raise project_file.explain(error, snapshot_path) from error


_STAYING = (confidential.SETTING, pseudonyms.SETTING)
"""Settings that no undo takes back: where the project may be sent, and the numbers that stand in published files."""

_ALSO = {
    "settings": "Settings are as they were then.",
    "known answers": "Known answers are as they were then.",
    "revocations": "Revocations are as they were then.",
    "protocols": "Protocols are as they were then.",
}


def undo(project: Path, *, also_later: bool = False) -> Undo:
    """Take the last bulk change back; ``also_later`` with what was decided since. Nobody may have the project open.

    Raises: InputError where there is none, or somebody decided something since; GalleyError
    """
    project = project.absolute()
    with alone(project):
        undo_plan = preview(project)
        if undo_plan.later and not also_later:
            raise InputError(
                f"Decisions were made after {undo_plan.change.what} ({undo_plan.later:,}), and would be undone "
                f"too; add --also-later to accept that."
            )
        exchange(project, lambda part: _go_back(part, project, place(project), undo_plan))
        place(project).unlink(missing_ok=True)
    return undo_plan


def find_import_base(project: Path) -> BulkChange | None:
    """The import that can be changed: the last bulk change, or what it changed. None where it is none."""
    for snapshot_path in (_base_path(project), place(project)):
        if snapshot_path.exists():
            try:
                with write_part(snapshot_path) as snapshot:
                    change = _read(snapshot)
            except (StorageError, TypeError, ValueError):
                return None
            return change if change.what.startswith(IMPORT) else None
    return None


def write_import_base(project: Path, target: Path) -> None:
    """Write the project as it was before the import that can be changed; its log has what came since.

    Raises: InputError where a snapshot is missing or damaged.
    """
    base_path = _base_path(project) if _base_path(project).exists() else place(project)
    new_files.make(target, project, exact=True)
    _go_back(target, project, base_path, preview(project, base_path))


def exchange_for_changed(project: Path, changed: Path, digest: str, what: str) -> None:
    """Put the changed project in the place of the project, whose state is the one to go back to. Nobody may have it
    open.

    Raises: InputError where the project's log is no more that of ``digest``; GalleyError.
    """
    project = project.absolute()
    with alone(project):
        with closing(project_file.connect(project, write=False)) as connection:
            if log_hashes.log_digest(connection) != digest:
                raise InputError(f"{project.name} changed meanwhile, so nothing was done; change the import again.")
        snapshot_path, base_path = place(project), _base_path(project)
        part = snapshot_path.with_suffix(".unfinished")
        part.unlink(missing_ok=True)
        new_files.make(part, project, exact=True)
        shutil.copyfile(project, part)
        with write_part(part) as snapshot:
            at = datetime.now(UTC).isoformat(timespec="seconds")
            _put(snapshot, BulkChange(f"the change of {what}", at, _find_last_decision(changed)))
        exchange(project, lambda unfinished: shutil.copyfile(changed, unfinished))
        if not base_path.exists():
            snapshot_path.replace(base_path)
        part.replace(snapshot_path)


def _go_back(part: Path, project: Path, snapshot_path: Path, undo_plan: Undo) -> None:
    shutil.copyfile(snapshot_path, part)
    with write_part(part) as connection:
        if not project_file.is_sound(connection):
            raise InputError(f"The snapshot of {project.name} is damaged; galley project backups lists older copies.")
        project_file.attach(connection, project, "now")
        with project_file.transaction(connection):
            settings.write_setting(connection, SETTING, None)
            open_mark.remove(connection)
            for name in _STAYING:
                if (text := read_setting(connection, name, "now")) is not None:
                    settings.write_setting(connection, name, text)
            snapshots.carry_over(connection)
            change = undo_plan.change
            undo_entry = {"what": change.what, "words": f"undid {change.what}", "began": change.at}
            ends = {"from": undo_plan.head, "to": undo_plan.back_to}
            log_hashes.account(connection, "back", {**undo_entry, **ends})


def line(undo_plan: Undo) -> str:
    """What taking it back does, in a sentence."""
    gone = {"decisions": undo_plan.decisions, "items": undo_plan.items}
    if not undo_plan.items:  # else they go with them
        gone["verdicts"] = undo_plan.verdicts
    parts = [format_count(n, what) for what, n in gone.items() if n] or ["nothing"]
    since = f", {undo_plan.later:,} of them made after it" if undo_plan.later else ""
    digests = f" The log digest goes back from {undo_plan.head[:16]} to {undo_plan.back_to[:16]}."
    return (
        f"{undo_plan.change.what} of {undo_plan.change.at[:16].replace('T', ' ')} UTC, removing "
        f"{' and '.join(parts)}{since}.{digests if undo_plan.head != undo_plan.back_to else ''}"
        + "".join(f" {sentence}" for sentence in undo_plan.also)
    )


def forget(project: Path) -> None:
    """Let go of the snapshot, as an erasure must."""
    for home in backups.folders(project):
        for path in home.glob("last.*"):
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
