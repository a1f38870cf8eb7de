"""What an export is: a writer that turns a project's items into one file of one format.

An export is one file in this folder: a class that follows :class:`Export` and a module constant ``EXPORT`` that
holds an instance. It reads from a connection whose view of the project does not change while it works, and
writes to a path that becomes the wanted file only when everything went well (``registry.export``). So each
export is small and gets "all or nothing", progress, cancelling and plain error sentences for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from enum import StrEnum
from pathlib import Path
from typing import BinaryIO, Protocol

from galley.core.storage.connection import Connection


class Only(StrEnum):
    """Which items are written: all, those that a human has finished, or those with gold: adjudicated, or by the rule
    of a task (``core/tasks/gold.py``).

    In tables of verdicts GOLD is narrower still: only the cells that have gold.
    """

    ALL = "all"
    REVIEWED = "reviewed"
    GOLD = "gold"


Progress = Callable[[int, int], bool]
"""Called with (done, total) items now and then; a False stops the export."""


@dataclass(slots=True)
class ExportReport:
    """What an export wrote: counts by what was counted ("items", "verdicts", "decisions", "rows", …), and what it left
    out, by what that is. ``companions`` are small files that belong beside it: suffix to text. ``warnings`` are
    sentences for whoever exports, and in no file."""

    counts: dict[str, int] = field(default_factory=dict)
    left_out: dict[str, int] = field(default_factory=dict)
    companions: dict[str, str] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    def count(self, what: str, n: int = 1) -> None:
        """Add ``n`` to the count of ``what``."""
        self.counts[what] = self.counts.get(what, 0) + n

    def leave_out(self, what: str, n: int = 1) -> None:
        """Add ``n`` to what was left out."""
        self.left_out[what] = self.left_out.get(what, 0) + n


@dataclass(frozen=True, slots=True)
class ExportChoices:
    """What the user says of an export beyond which items; what is empty, or None, was not said.

    ``texts``: "none" writes hashes in their place, and then ``pseudonyms`` (people's names replaced) unless they are
    refused, and no notes unless ``notes``. ``keys``: only these items. ``licence``, ``languages``, ``title`` and
    ``citation`` are for a data set that is published.
    """

    texts: str = ""
    pseudonyms: bool | None = None
    notes: bool | None = None
    keys: tuple[str, ...] = ()
    licence: str = ""
    languages: tuple[str, ...] = ()
    title: str = ""
    citation: str = ""

    @property
    def without_texts(self) -> bool:
        """Whether the texts stay here."""
        return self.texts == "none"

    @property
    def hidden_names(self) -> bool:
        """Whether people get pseudonyms."""
        return self.without_texts if self.pseudonyms is None else self.pseudonyms

    def list_set_fields(self) -> list[str]:
        """The names of what was said."""
        return [field.name for field in fields(self) if getattr(self, field.name) not in ("", None, ())]


class Export(Protocol):
    """A writer of one format. ``name`` is what the command line and the dialog call it."""

    name: str
    title: str
    """One line for people: what this format is and what it is good for."""
    suffix: str

    # ``takes`` may name the fields of ``ExportChoices`` that it heeds; such a one has ``asked(asked)``, which gives the
    # writer that does. ``folder`` True: ``out`` is a folder, empty so far, instead of a file. ``usable`` True: it
    # leaves out what people said not to be usable. ``whole`` True: it is about all items, and a choice of them is
    # refused.

    def write(
        self, connection: Connection, out: Path, only: Only, report: ExportReport, progress: Progress
    ) -> None:
        """Write the file ``out``, which does not exist yet. Memory must not grow with the project.

        Raises: OSError and StorageError as they come (``registry.export`` words them), Cancelled.
        """
        ...


WRITTEN_AT_ONCE = 1 << 20
"""Bytes that are handed to the system together."""


@contextmanager
def write_behind(stream: BinaryIO) -> Iterator[Callable[[bytes], None]]:
    """A function that writes to ``stream`` in a thread, so that the next pieces are made meanwhile: to take new pages
    for a file costs the system a fifth of an export's time. Raises: OSError where the stream cannot be written, with a
    later piece or at the end"""
    pieces: list[bytes] = []
    size = 0
    writing: Future[int] | None = None

    def hand_over() -> None:
        nonlocal size, writing
        if writing is not None:
            writing.result()
        writing = thread.submit(stream.write, b"".join(pieces))
        pieces.clear()
        size = 0

    def write(piece: bytes) -> None:
        nonlocal size
        pieces.append(piece)
        size += len(piece)
        if size >= WRITTEN_AT_ONCE:
            hand_over()

    with ThreadPoolExecutor(1, "galley-export") as thread:
        yield write
        hand_over()
        assert writing is not None
        writing.result()
