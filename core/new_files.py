"""Files that Galley makes: whole or not there, readable by nobody who could not read what they were made from, and
never in the place of a project.

Everything that writes a file passes through ``replace_file``, or, where nothing may be replaced,
``create_unfinished`` and
``place``. These refuse what is made from a confidential project where it would lie outside of the project's folder.
Until a file is whole it has a hidden name beside its own, in which this machine and process stand: so what a killed
program left can be told from what another one is writing, and the next that writes there takes it away.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from galley.core import disk_sync, file_descriptors
from galley.core.errors import GalleyError, InputError, StorageFull
from galley.core.file_retry import retry_rename
from galley.core.hashing import blake2b
from galley.core.storage import confidential

FULL = frozenset({errno.ENOSPC, errno.EFBIG, errno.EDQUOT})
PROJECT = ".galley"
APPLICATION_ID = 0x474C4C59  # "GLLY"
"""What SQLite's header says of a project file."""
BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite puts behind a project's name while it is open."""
SMALLEST = 512
"""Bytes of the smallest file that SQLite makes: less is no project, whatever its name."""
SUMS = "SHA256SUMS"
"""The file in a folder that Galley made which names all others."""
MOST_STEM = 60
"""Characters of a name that its hidden one repeats: file systems end at some 250 bytes."""
_UNFINISHED = re.compile(r"^\.+.*\.(\d+)-([0-9a-f]{8})-[0-9a-f]{4}\.part")
_DAY = 86_400


def is_project(path: Path) -> bool:
    """Whether a Galley project is at ``path``, be it damaged or of a newer version: by its content, or by its name."""
    try:
        if not path.is_file():
            return False
        if path.suffix == PROJECT and path.stat().st_size >= SMALLEST:
            return True
        head = file_descriptors.read_head(path, 72)
    except OSError:
        return False
    return head.startswith(b"SQLite format 3\x00") and head[68:72] == struct.pack(">I", APPLICATION_ID)


def refuse(out: Path) -> None:
    """Raises: InputError where a file written to ``out`` would replace a Galley project, or a part of an open one."""
    if is_project(out):
        raise InputError(f"{out} is a Galley project, which nothing is written over; choose another file.")
    for mark in BESIDE:
        if out.name.endswith(mark) and is_project(owner := out.with_name(out.name.removesuffix(mark))):
            raise InputError(f"{out} belongs to the project {owner.name}; choose another file.")
    if out.name.startswith(".") and out.name.endswith(".lock"):
        owner = out.with_name(out.name.removeprefix(".").removesuffix(".lock"))
        if is_project(owner):
            raise InputError(f"{out} belongs to the project {owner.name}; choose another file.")


def is_confidential(path: Path) -> bool:
    """Whether a project is at ``path`` that says so itself, or that this machine's policy makes so."""
    from galley.core import policy

    return is_project(path) and (policy.read().confidential or confidential.read_confidential(path) is not None)


def refuse_leaving(out: Path, *sources: Path) -> None:
    """Raises: InputError where a file made from a confidential project would lie outside of that project's folder"""
    place = out.resolve()
    for source in sources:
        home = source.resolve().parent
        if home not in place.parents and is_confidential(source):
            raise InputError(
                f"{source.name} is confidential: write its copies and exports only to {home} or a folder inside."
            )


def mode(*sources: Path) -> int:
    """The permissions of a file made from ``sources``: what all of them grant, and its owner may always write. Those
    that are gone are passed over."""
    bits = 0o666
    for source in sources:
        with suppress(OSError):
            bits &= source.stat().st_mode
    return bits | 0o600


def make(path: Path, *sources: Path, exact: bool = False) -> None:
    """Make an empty file that grants what its sources do, less what the user's umask takes; ``exact`` for a copy, which
    has the permissions of its source as they are. Raises: OSError, also where something is there."""
    permissions = mode(*sources)
    descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, permissions)
    try:
        if exact and sources and hasattr(os, "fchmod"):
            os.fchmod(descriptor, permissions)
    finally:
        os.close(descriptor)


def narrow(path: Path, *sources: Path) -> None:
    """Take from a file, and from what lies beside it while it is open, what its sources do not grant."""
    permissions = mode(*sources)
    for file in (path, *(path.with_name(path.name + mark) for mark in BESIDE)):
        with suppress(OSError):
            current = file.stat().st_mode & 0o777
            if current & permissions != current:
                file.chmod(current & permissions)


def make_hidden_name(out: Path) -> Path:
    """A name beside ``out`` for what is not finished yet; with its suffix, which may say its form. What killed programs
    left in the folder goes."""
    sweep(out.parent)
    return out.with_name(f".{out.stem[:MOST_STEM]}.{os.getpid()}-{_machine()}-{os.urandom(2).hex()}.part{out.suffix}")


@contextmanager
def create_unfinished(out: Path, *sources: Path, exact: bool = False) -> Iterator[Path]:
    """An empty file beside ``out`` to fill and to ``place``; gone at the end if it was not. See ``make``. ``exact`` is
    for copies that the program keeps for itself: whoever makes one says where it may lie.

    Raises: OSError, InputError (``refuse_leaving``)
    """
    if not exact:
        refuse_leaving(out, *sources)
    path = make_hidden_name(out)
    try:
        make(path, *sources, exact=exact)
        yield path
    finally:
        for mark in ("", *BESIDE):
            path.with_name(path.name + mark).unlink(missing_ok=True)


def place(path: Path, out: Path) -> None:
    """Give the unfinished file at ``path``, synced to disk, the name ``out``, which nothing has.

    Raises: FileExistsError, OSError
    """
    with path.open("rb+") as stream:
        disk_sync.sync(stream)
    try:
        os.link(path, out)  # a rename would replace what has appeared there meanwhile
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if out.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(out)) from None
        retry_rename(lambda: path.rename(out), out)
    else:
        path.unlink()


@contextmanager
def replace_file(out: Path, *sources: Path) -> Iterator[Path]:
    """A file beside ``out`` to write to; it takes the place of ``out``, synced to disk, when the block ends well.

    It grants what all of ``sources`` and the file that it replaces grant. Raises: InputError (also where ``out`` is a
    Galley project), StorageFull for what goes wrong with the file; nothing is left behind then.
    """
    out = out.resolve()
    refuse(out)
    refuse_leaving(out, *sources)
    try:
        if out.is_dir():
            raise InputError(f"{out} is a folder; name a file in it.")
        if out.exists() and not out.is_file():
            raise InputError(f"{out} is a device, not a file; name a file to write to.")
        with create_unfinished(out, *sources, out) as path:
            yield path
            with path.open("rb+") as stream:
                disk_sync.sync(stream)
            refuse(out)  # it may have come meanwhile
            retry_rename(lambda: path.replace(out), out)
    except OSError as error:
        raise _explain(error, out) from error


@contextmanager
def replace_folder(out: Path, *sources: Path) -> Iterator[Path]:
    """A folder beside ``out`` to fill; it takes the place of ``out``, its files synced to disk, when the block ends
    well.

    What is at ``out`` is replaced only if it is empty, or was made so (its ``SHA256SUMS`` names every file in it).
    Raises: InputError, StorageFull; nothing is left behind then.
    """
    out = out.resolve()
    refuse(out)
    refuse_leaving(out, *sources)
    if out.exists() and not _ours(out):
        raise InputError(f"{out} contains files that Galley did not write; name a new folder, or empty this one.")
    path = make_hidden_name(out)
    try:
        path.mkdir(mode=0o777 & (mode(*sources) | mode(*sources) >> 2 & 0o111))
        yield path
        for file in filter(Path.is_file, path.rglob("*")):
            file.chmod(mode(*sources) & file.stat().st_mode)
            with file.open("rb+") as stream:
                disk_sync.sync(stream)
        if out.exists():
            old = make_hidden_name(out)
            retry_rename(lambda: out.rename(old), out)
            retry_rename(lambda: path.rename(out), out)
            shutil.rmtree(old, ignore_errors=True)
        else:
            retry_rename(lambda: path.rename(out), out)
    except OSError as error:
        raise _explain(error, out) from error
    finally:
        shutil.rmtree(path, ignore_errors=True)


def _ours(folder: Path) -> bool:
    if not folder.is_dir():
        return False
    files = {file.relative_to(folder).as_posix() for file in folder.rglob("*") if not file.is_dir()}
    try:
        lines = (folder / SUMS).read_text("utf-8").splitlines() if files else []
    except (OSError, ValueError):
        return False
    return files <= {SUMS, *(line[66:] for line in lines)}


def write(out: Path, data: bytes, *sources: Path) -> None:
    """Write ``data`` as the file ``out``, whole or not at all. Raises: see ``replace_file``."""
    with replace_file(out, *sources) as path:
        path.write_bytes(data)


def sweep(folder: Path) -> None:
    """Take away the unfinished files of programs of this machine that were killed."""
    try:
        names = [name for name in os.listdir(folder) if name.startswith(".") and ".part" in name]
    except OSError:
        return
    for name in names:
        match = _UNFINISHED.match(name)
        if match and match[2] == _machine() and _has_ended(int(match[1]), folder / name):
            leftover = folder / name
            if leftover.is_dir():
                shutil.rmtree(leftover, ignore_errors=True)
                continue
            with suppress(OSError):
                leftover.unlink()


def _has_ended(process: int, path: Path) -> bool:
    if process == os.getpid():
        return False
    if sys.platform == "win32":  # asking for a process by its number would end it
        with suppress(OSError):
            return time.time() - path.stat().st_mtime > _DAY
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False


@cache
def _machine() -> str:
    """This machine, or this container, whose numbers of processes are its own."""
    import platform

    space = ""
    with suppress(OSError):
        space = os.readlink("/proc/self/ns/pid")
    return blake2b(f"{platform.node()} {space}".encode(), digest_size=4).hexdigest()


def _explain(error: OSError, out: Path) -> GalleyError:
    if error.errno in FULL:
        return StorageFull(f"The disk of {out} is full, so nothing was written; make room and try again.")
    if isinstance(error, FileNotFoundError):
        return InputError(f"There is no folder {out.parent}; make it, or choose another place to write to.")
    return InputError(f"{out} cannot be written ({error.strerror}); choose another place or fix its permissions.")
