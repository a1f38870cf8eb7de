"""What an importer is: a reader that turns one published format into a stream of native records.

An importer is one file in this folder: a class that follows :class:`Importer` and a module constant ``IMPORTER``
that holds an instance. It never touches the project: it yields ``ParsedRecord``, and
``galley.core.project.import_records``
validates, checks for what is there already, and writes everything in one transaction. So each importer is small,
streams, and gets progress, cancelling, "all or nothing" and the report for nothing.

The native record is described in the design notes and in ``docs/native-record.md``. Beyond the basic fields a
verdict may have ``about`` (the summary that a source unit is judged against), ``spans`` (several ``[start, end]``
inside the unit), ``votes`` ("3/5"), and ``reason`` with ``value: null`` where there is no verdict.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord

PUBLISHED, GENERAL, LAST = range(3)
"""How an importer claims a file: as a published format, as any table of the kind, as the last resort."""


def reviewed_under(scheme: str, path: Path) -> ParsedRecord:
    """What an importer yields first whose records hold no verdicts: the shipped scheme in which people will review them
    is added to the project, as one is that a verdict names."""
    return ParsedRecord({"galley": 1, "schemes": [{"id": scheme}]}, str(path), 0)


class Importer(Protocol):
    """A reader of one format. ``name`` is what the command line and the dialog call it."""

    name: str
    title: str
    """One line for people: what this format is and where it comes from."""
    reads: str
    """The files that it reads, for the page of formats (Markdown). An extension may leave out this and ``becomes``."""
    becomes: str
    """What their content becomes in the project."""
    suffixes: tuple[str, ...]

    def recognises(self, head: bytes, path: Path) -> bool:
        """Whether a file that begins with ``head`` (up to 64 KiB) looks like this format, by its content."""
        ...

    # ``rank(head, path)`` may say how it claims what it recognises (`PUBLISHED` if there is none): a file goes to the
    # lowest rank that claims it, and two of one rank are an ambiguity.

    def read(self, paths: Sequence[Path], options: ImportOptions, report: ImportReport) -> Iterator[ParsedRecord]:
        """Yield native records one at a time; memory must not grow with the file.

        Keeps ``report.done`` at the number of bytes read so far, and calls ``report.note`` for oddities.

        Raises: InputError with one sentence that names file and line when the input cannot be read.
        """
        ...
