"""Opening a project file: what it is, whether it may be written, and plain sentences where it may not."""

from __future__ import annotations

import ctypes
import os
import sqlite3
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path, PureWindowsPath
from typing import Any
from urllib.parse import quote

from galley.core import file_descriptors, new_files
from galley.core.errors import (
    RESTORE,
    GalleyError,
    NewerProject,
    NotAProject,
    ProjectError,
    ProjectLocked,
    ProjectReadOnly,
    StorageFull,
)
from galley.core.storage import confidential, file_trust, open_mark, schema

NETWORK_SYSTEMS = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "sshfs", "fuse.sshfs", "9p", "afs", "davfs"})
DRIVE_REMOTE = 4
"""What Windows calls a drive whose letter stands for a share."""
MNT_LOCAL = 0x1000
"""What macOS says of a file system of its own (``sys/mount.h``)."""
_FLAGS_AT, _STATFS_SIZE = 64, 2168
"""Where ``f_flags`` is in ``struct statfs`` with inodes of 64 bits, and how large that is."""


def is_remote(path: Path) -> bool:
    """Whether ``path`` lies on a network file system; False where the system does not tell."""
    try:
        if sys.platform == "win32":
            return on_windows(str(path.resolve()), ctypes.windll.kernel32)
        if sys.platform == "darwin":
            return on_macos(str(path.resolve()), ctypes.CDLL(None, use_errno=True))
        return on_linux(str(path.resolve()), Path("/proc/mounts").read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return False


def on_linux(path: str, mounts: str) -> bool:
    """By the kind of the deepest mount above ``path`` in the text of ``/proc/mounts``."""
    best, kind = "", ""
    for line in mounts.splitlines():
        fields = line.split(" ")
        if len(fields) > 2 and path.startswith(fields[1].rstrip("/") + "/") and len(fields[1]) >= len(best):
            best, kind = fields[1], fields[2]
    return kind in NETWORK_SYSTEMS


def on_windows(path: str, kernel32: Any) -> bool:
    """By a path that begins with a server's name, or by the kind of its drive. ``\\\\?\\C:\\`` is no server."""
    drive = PureWindowsPath(path).drive
    if drive.startswith(("\\\\?\\", "\\\\.\\")):
        if drive[4:].upper().startswith("UNC"):
            return True
        drive = drive[4:]
    elif drive.startswith("\\\\"):
        return True
    return bool(drive) and kernel32.GetDriveTypeW(f"{drive}\\") == DRIVE_REMOTE


def on_macos(path: str, libc: Any) -> bool:
    """By the flags of the file system."""
    # On Intel the bare name is that of a call from before inodes had 64 bits, with another structure.
    statfs = getattr(libc, "statfs$INODE64", None) or libc.statfs
    stat_buffer = ctypes.create_string_buffer(_STATFS_SIZE)
    if statfs(os.fsencode(path), stat_buffer) != 0:
        return False
    return not int.from_bytes(stat_buffer.raw[_FLAGS_AT : _FLAGS_AT + 4], sys.byteorder) & MNT_LOCAL


SQLITE_MAGIC = b"SQLite format 3\x00"
BUSY_MS = 5_000
TROUBLE = (sqlite3.Error, UnicodeDecodeError)
"""What opening or reading a file raises; the second where SQLite's own message quotes a damaged name."""

# Python's sqlite3 asks each None and each run of bytes how it wants to be bound, and that they do not say takes longer
# than many an insert; of a type that it has been told of it asks nothing.
sqlite3.register_adapter(type(None), dict[None, None]().get)
sqlite3.register_adapter(bytes, bytearray)


def probe(path: Path) -> int:
    """The schema version of the project at ``path``, read from its header.

    Raises: NotAProject (missing, foreign, damaged), NewerProject.
    """
    if path.exists() and not path.is_file() and not path.is_dir():  # reading a pipe would wait for ever
        raise NotAProject(f"{path} is not a file but a pipe or a device; name a .galley file.")
    try:
        header = file_descriptors.read_head(path, 100)
    except FileNotFoundError:
        raise NotAProject(f"There is no project at {path}; check the path, or make one with galley new.") from None
    except OSError as error:
        if path.is_dir():  # Windows calls that a lack of permission
            raise NotAProject(f"{path} is a folder; name the .galley file inside it.") from None
        raise NotAProject(f"{path} cannot be read ({error.strerror}); check its permissions.") from error
    if len(header) < 100 or not header.startswith(SQLITE_MAGIC):
        if header.startswith(b"age-encryption.org/v1"):
            raise NotAProject(f"{path} is encrypted; galley campaign decrypt {path.name} --identity KEYFILE "
            f"writes the project.")
        raise NotAProject(f"{path} is not a Galley project; galley import imports data files into one.")
    version, application = struct.unpack(">I", header[60:64])[0], struct.unpack(">I", header[68:72])[0]
    if application != schema.APPLICATION_ID:
        raise NotAProject(f"{path} is an SQLite database of another program, not a Galley project.")
    if version > schema.VERSION:
        raise NewerProject(
            f"{path} was written by a newer Galley (schema {version}, this one knows {schema.VERSION}); "
            "update Galley to open it."
        )
    return version


def explain(error: sqlite3.Error | UnicodeDecodeError, path: Path) -> GalleyError:
    """The plain sentence for one of ``TROUBLE`` that is no bug of ours.

    Raises: the error itself where it is one.
    """
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if isinstance(error, UnicodeDecodeError) or str(error).startswith("Could not decode to UTF-8"):
        code = sqlite3.SQLITE_CORRUPT  # every text was UTF-8 when it was written
    if str(error) == "unsupported file format":  # which SQLite tells by no code of its own
        code = sqlite3.SQLITE_CORRUPT
    match code:
        case sqlite3.SQLITE_FULL:
            return StorageFull(f"The disk of {path} is full; nothing was changed. Make room and try again.")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return ProjectLocked(f"{path} is being written by another program; close that one and try again.")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return ProjectReadOnly(f"{path} may not be written; check its permissions and those of its folder.")
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return NotAProject(f"{path} is damaged; {RESTORE} (galley project check lists the damage).")
        case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_CANTOPEN:
            return ProjectError(
                f"{path} cannot be reached ({error}); check that its disk is there, has room and may be written."
            )
    raise error


def roll_back(path: Path) -> None:
    """Take back what a program was writing when it was killed before the fast journal was on. SQLite does so for who
    may write; a connection for reading alone would only be told that it may not."""
    journal = path.with_name(path.name + "-journal")
    try:
        if not journal.exists() or journal.stat().st_size == 0 or not os.access(path, os.W_OK):
            return
        with closing(
            sqlite3.connect(f"file:{quote(str(path))}?mode=rw", uri=True, timeout=BUSY_MS / 1000)
        ) as connection:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except (OSError, *TROUBLE):
        pass  # whoever opens it next says what is wrong


def connect(path: Path, *, write: bool) -> sqlite3.Connection:
    """A plain connection to the file. The writer's is the only one that may write.

    Raises: NotAProject where the file is not laid out as Galley lays one out.
    """
    uri = f"file:{quote(str(path))}?mode=rw" if write else confidential.read_uri(path)
    connection = sqlite3.connect(
        uri,
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        timeout=BUSY_MS / 1000,
        cached_statements=256,
    )
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cache_size = -1000")  # with 8 MB a window held 7 MB more, and nothing was faster
        file_trust.refuse(connection, path)
        if not write:
            connection.execute("PRAGMA query_only = ON")
    except BaseException as error:
        connection.close()
        if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_ERROR:  # a format of the schema that there is not
            raise NotAProject(f"{path} is damaged ({error}); {RESTORE}.") from error
        raise
    return connection


def connect_unsynced(path: Path) -> sqlite3.Connection:
    """A connection that writes to a file which is no project yet, or a snapshot: nothing is synced, and a power cut may
    tear it. Who makes a project of it syncs the whole."""
    connection = sqlite3.connect(path, uri=True, isolation_level=None)
    for pragma in ("synchronous = OFF", "journal_mode = MEMORY", "temp_store = MEMORY"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def attach(connection: sqlite3.Connection, path: Path, name: str) -> None:
    """Let a connection read another project file, under the name of a database."""
    connection.execute(f"ATTACH DATABASE ? AS {name}", (confidential.read_uri(path),))


@contextmanager
def transaction(connection: sqlite3.Connection, *, foreign_keys: bool = True) -> Iterator[None]:
    """One transaction, revoked where the block fails; without ``foreign_keys`` they are looked at only at its end.

    Raises: sqlite3.IntegrityError where a row points at one that is not there.
    """
    if not foreign_keys:
        connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        broken = None if foreign_keys else connection.execute("PRAGMA foreign_key_check").fetchone()
        if broken:
            raise sqlite3.IntegrityError(f"a row of {broken[0]} points at a row of {broken[2]} that is not there")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # SQLite itself takes some back, as where the disk is full
            connection.execute("ROLLBACK")
        raise


@contextmanager
def with_cache(connection: sqlite3.Connection, kilobytes: int) -> Iterator[None]:
    """More memory for pages: where places are spread over the whole file, a page that does not fit is written and read
    again and again."""
    usual = connection.execute("PRAGMA cache_size").fetchone()[0]
    connection.execute(f"PRAGMA cache_size = -{int(kilobytes)}")
    try:
        yield
    finally:
        connection.execute(f"PRAGMA cache_size = {usual}")


def is_sound(connection: sqlite3.Connection, *, whole: bool = False) -> bool:
    """Whether SQLite finds the file in order; ``whole``: with its indexes, which takes longer."""
    check = "integrity_check" if whole else "quick_check"
    return bool(connection.execute(f"PRAGMA {check}(1)").fetchone()[0] == "ok")


def read_identity(connection: sqlite3.Connection) -> tuple[int, int]:
    """(application id, schema version) of the file that a connection reads."""
    names = ("application_id", "user_version")
    application, version = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names)
    return application, version


def read_size(connection: sqlite3.Connection) -> tuple[int, int]:
    """(pages, bytes of each) of the file that a connection reads."""
    pages, size = (connection.execute(f"PRAGMA page_{name}").fetchone()[0] for name in ("count", "size"))
    return pages, size


def write_compacted(path: Path, target: Path) -> None:
    """Write a file again without the pages that are free, in which deleted rows can be read."""
    with closing(connect_unsynced(path)) as connection:
        connection.execute("VACUUM INTO ?", (str(target),))


def open_writable(path: Path, recount: schema.Recount) -> tuple[sqlite3.Connection, list[str]]:
    """The write connection, migrated to this version (after a backup), and notices for the user.

    ``recount`` is ``project.migration_counts.recount``: storage does not know what rows mean.

    Raises: ProjectError, NotAProject
    """
    version = probe(path)
    try:
        connection = connect(path, write=True)
        try:
            notices = _prepare(connection, path, version, recount)
        except BaseException:
            connection.close()
            raise
    except TROUBLE as error:
        raise explain(error, path) from error
    return connection, notices


def path_of(connection: sqlite3.Connection) -> Path:
    """The file that a connection reads."""
    return Path(connection.execute("PRAGMA database_list").fetchone()[2])


def _migrate(path: Path, connection: sqlite3.Connection, version: int, recount: schema.Recount) -> None:
    """Raises: NotAProject where the file holds what no migration can take along."""
    try:
        schema.migrate(connection, recount)
        file_trust.refuse(connection, path)
    except NotAProject:
        connection.close()
        raise
    except sqlite3.Error as error:
        connection.close()
        try:
            raise explain(error, path) from error
        except sqlite3.Error:
            raise NotAProject(
                f"{path} is of the older schema {version} and cannot be brought to schema {schema.VERSION} ({error}),"
                f" so it is damaged; {RESTORE}."
            ) from error


def _prepare(connection: sqlite3.Connection, path: Path, version: int, recount: schema.Recount) -> list[str]:
    notices: list[str] = []
    if version < schema.VERSION:
        backup(path, connection, f"before-schema-{schema.VERSION}")
        _migrate(path, connection, version, recount)
    mode = "delete" if on_network(path) else connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != "wal":
        connection.execute("PRAGMA journal_mode = DELETE")
        notices.append(
            f"{path.name} is on a network share, where the fast journal is unsafe: saving is slower here, and "
            "only one program may have it open. Share review packages instead of the live file."
        )
    connection.execute("PRAGMA synchronous = FULL")
    for pragma in ("fullfsync", "checkpoint_fullfsync"):  # macOS, see core/disk_sync.py; nothing elsewhere
        connection.execute(f"PRAGMA {pragma} = ON")
    connection.execute("PRAGMA temp_store = MEMORY")
    missing_notices = open_mark.lacking(path, connection)
    if not missing_notices and open_mark.read(connection) is not None:
        # of a program that was killed, whose journal is read by now: left there, it would make the next opening say
        # that something is lacking, once the journal is folded and gone
        with suppress(sqlite3.Error):
            open_mark.remove(connection)
    return notices + missing_notices


def fold_journal(connection: sqlite3.Connection) -> None:
    """Fold the journal back so that one file is left, readable on its own from anywhere."""
    try:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError:
        pass  # another process still reads; SQLite keeps the journal beside the file, which loses nothing
    connection.close()


def copy_project(path: Path, folder: Path) -> Path:
    """A consistent copy of the project in ``folder``, for who must leave the project itself as it is: opening one
    migrates it, turns the journal over and enters the reviewer.

    Raises: NotAProject, NewerProject, ProjectError
    """
    target = folder / path.name
    probe(path)
    try:
        with closing(connect(path, write=False)) as source:
            new_files.make(target, path, exact=True)
            copy(source, target)
    except TROUBLE as error:
        raise explain(error, path) from error
    return target


def migrate_copy(path: Path, folder: Path, recount: schema.Recount) -> Path:
    """A copy of an older project in ``folder``, brought to this version, for who only reads it.

    Raises: NotAProject, ProjectError
    """
    version, target = probe(path), copy_project(path, folder)
    try:
        with closing(connect(target, write=True)) as connection:
            _migrate(target, connection, version, recount)
    except TROUBLE as error:
        raise explain(error, path) from error
    except GalleyError as error:
        raise type(error)(str(error).replace(str(target), str(path))) from error
    return target


def copy(
    source: sqlite3.Connection,
    target: Path,
    pages: int = -1,
    progress: Callable[[int, int, int], object] | None = None,
    *,
    synced: bool = True,
) -> None:
    """Write what a connection sees into the empty file ``target``, which is a closed project then. ``progress`` is
    called every so many ``pages``, as SQLite does. Not ``synced``: a power cut may tear it. Raises: sqlite3.Error"""
    with closing(sqlite3.connect(target)) as connection:
        if not synced:
            connection.execute("PRAGMA synchronous = OFF")
        source.backup(connection, pages=pages, progress=progress)
        _mark_closed(connection)


def mark_closed(target: Path) -> None:
    """Make a closed project of the bytes of one that was open and all of which were in the file, unsynced. Raises:
    sqlite3.Error"""
    with closing(sqlite3.connect(target)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        _mark_closed(connection)


def _mark_closed(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = DELETE")
    open_mark.remove(connection)
    connection.commit()


def backup(path: Path, connection: sqlite3.Connection, label: str) -> Path:
    """A consistent copy beside the project, ``NAME.label.backup`` or, where that is there, ``NAME.label-2.backup`` and
    so on; checked by opening it."""
    place, number = path.with_name(f"{path.stem}.{label}.backup"), 1
    while place.exists():
        number += 1
        place = path.with_name(f"{path.stem}.{label}-{number}.backup")
    new_files.make(place, path, exact=True)
    try:
        copy(connection, place)
        with closing(sqlite3.connect(place)) as target:
            broken = target.execute("PRAGMA quick_check(1)").fetchone()[0]
        if broken != "ok":
            raise NotAProject(f"{path} is damaged ({broken}), so no backup could be made and nothing was changed.")
    except BaseException:
        place.unlink(missing_ok=True)
        raise
    return place


def on_network(path: Path) -> bool:
    """Whether ``path`` lies on a network file system."""
    return is_remote(path)
