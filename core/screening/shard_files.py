"""A verdict shard: a line of JSON a summary, then the lots of all, then the totals, and last where these two begin.

It is written under a name that is fixed for the shard and gets its own at the end, so that of a worker that was killed
nothing is left but what the next one writes over. Two that write it at once write the same bytes.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import orjson
from numpy.typing import NDArray

from galley.core import disk_sync, new_files
from galley.core.errors import InputError, StorageFull
from galley.core.file_retry import retry_rename
from galley.core.hashing import blake2b

SUFFIX = ".verdicts.jsonl"
LAST = b'{"lots_at":%20d,"totals_at":%20d}\n'
_LENGTH = len(LAST % (0, 0))
MOST_STEM = 80

SamplingHashes = NDArray[np.uint64]


def output(folder: Path, shard: Path) -> Path:
    """Where the verdicts on a shard are: named after it, and after the place where it lies."""
    place = blake2b(os.fsencode(os.path.abspath(shard)), digest_size=4).hexdigest()
    return folder / f"{shard.name[:MOST_STEM]}-{place}{SUFFIX}"


class ShardWriter:
    """Takes the lines of a verdict shard."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._at = 0

    def line(self, value: Any) -> int:
        """Write one line; gives where it begins (bytes)."""
        at, text = self._at, orjson.dumps(value) + b"\n"
        self._stream.write(text)
        self._at += len(text)
        return at

    def end(self, lots: SamplingHashes, totals: dict[str, Any]) -> None:
        """Write what stands at the end, and cut off what an earlier, longer attempt left behind it."""
        first = self.line({"lots": base64.b64encode(np.sort(lots).astype("<u8").tobytes()).decode()})
        second = self.line({"totals": totals})
        self._stream.write(LAST % (first, second))
        self._stream.flush()
        self._stream.truncate()


@contextmanager
def write_shard(out: Path, shard: Path) -> Iterator[ShardWriter]:
    """Write the verdicts on ``shard``; they are at ``out``, synced to disk, when the block ends well.

    Raises: StorageFull, InputError for what goes wrong with the file; what was at ``out`` stays then.
    """
    part = out.with_name(f".{out.name}.part")
    try:
        descriptor = os.open(part, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), new_files.mode(shard))
        with os.fdopen(descriptor, "r+b") as stream:
            yield ShardWriter(stream)
            disk_sync.sync(stream)
        try:
            retry_rename(lambda: part.replace(out), out)
        except FileNotFoundError:
            if not out.exists():  # else another worker that did the same has placed it
                raise
    except OSError as error:
        if error.errno in new_files.FULL:
            raise StorageFull(
                f"The disk of {out} is full: {shard} was not judged, and what is done stays; make room and give"
                " the same command again."
            ) from error
        raise InputError(
            f"{out} cannot be written ({error.strerror}); fix its permissions and run the same command again."
        ) from error
    finally:
        with suppress(OSError):
            part.unlink()


def totals(path: Path) -> dict[str, Any] | None:
    """What stands at the end of a verdict shard; None where there is none, or not all of one."""
    entry = _behind(path, 1)
    return None if entry is None else entry.get("totals")


def read_sampling_hashes(path: Path) -> SamplingHashes:
    """The lots of all summaries of a whole verdict shard, rising."""
    entry = _behind(path, 0)
    assert entry is not None
    return np.frombuffer(base64.b64decode(entry["lots"]), dtype="<u8").astype(np.uint64)


def line(path: Path, at: int) -> dict[str, Any]:
    """The line of a verdict shard that begins at byte ``at``."""
    with path.open("rb") as stream:
        stream.seek(at)
        entry: dict[str, Any] = orjson.loads(stream.readline())
    return entry


def lines(path: Path) -> Iterator[dict[str, Any]]:
    """All lines about summaries of a whole verdict shard."""
    with path.open("rb") as stream:
        for text in stream:
            if text.startswith(b'{"lots":'):
                return
            yield orjson.loads(text)


def _behind(path: Path, which: int) -> dict[str, Any] | None:
    try:
        with path.open("rb") as stream:
            size = stream.seek(0, os.SEEK_END)
            stream.seek(max(size - _LENGTH, 0))
            places = orjson.loads(stream.read())
            stream.seek((places["lots_at"], places["totals_at"])[which])
            entry: dict[str, Any] = orjson.loads(stream.readline())
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return entry
