"""What an importer is: a reader that turns one published format into a stream of native records.

An importer is one file in this folder: a class that follows :class:`Importer` and a module constant ``IMPORTER``
that holds an instance. It never touches the project: it yields :class:`Parsed`, and ``galley.core.project.ingest``
validates, checks for what is there already, and writes everything in one transaction. So each importer is small,
streams, and gets progress, cancelling, "all or nothing" and the report for nothing.

The native record is described in the design notes and in ``docs/native-record.md``. Beyond the basic fields a
verdict may have ``about`` (the summary that a source unit is judged against), ``spans`` (several ``[start, end]``
inside the unit), ``votes`` ("3/5"), and ``reason`` with ``value: null`` where there is no verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from galley.core.intake.mapping import Mapping as TableMapping

PUBLISHED, GENERAL, LAST = range(3)
"""How an importer claims a file: as a published format, as any table of the kind, as the last resort."""


class Parsed(NamedTuple):
    """One native record and where it came from (``line`` counts from 1, 0 where a format has no lines).

    ``before`` is for a file that we wrote and somebody may have changed: the verdicts of people and gold as they were
    written. Where the item is in the project already, what was changed since is taken (``reanswered``). ``onto`` is for
    what must join an item that the project has.
    """

    record: dict[str, Any]
    file: str
    line: int
    before: Sequence[dict[str, Any]] = ()
    onto: bool = False


def reviewed_under(scheme: str, path: Path) -> Parsed:
    """What an importer yields first whose records hold no verdicts: the shipped scheme in which people will review them
    is added to the project, as one is that a verdict names."""
    return Parsed({"galley": 1, "schemes": [{"id": scheme}]}, str(path), 0)


class Note(NamedTuple):
    """Something odd in the input that did not stop the import."""

    file: str
    line: int
    text: str


@dataclass(slots=True)
class ImportReport:
    """What an import saw and did. Filled by the importer (``notes``, ``done``) and by the writer (``counts``)."""

    counts: dict[str, int] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    done: int = 0
    total: int = 0
    beat: Callable[[], None] = lambda: None
    """What a reader calls now and then that reads long before it yields; raises Cancelled if the import was stopped."""

    def note(self, file: str, line: int, text: str) -> None:
        """Record one oddity: a sentence; ``line`` 0 if the format has no lines."""
        self.notes.append(Note(file, line, text))

    def count(self, what: str, n: int = 1) -> None:
        """Add ``n`` to the count of ``what`` ("items", "units", "verdicts", "replies unparsed", …)."""
        self.counts[what] = self.counts.get(what, 0) + n


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What the user may say about an import.

    ``annotator`` renames the annotator that the file's own labels belong to; ``fields`` sets item fields
    (dataset, split, any metadata); ``columns`` maps a CSV's columns to native fields; ``new_items`` imports
    an item whose key exists with other text under a new key instead of refusing it; ``mapping`` says what the fields of
    a table or tree are (``core/intake``).
    """

    annotator: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    columns: Mapping[str, str] = field(default_factory=dict)
    new_items: bool = False
    mapping: TableMapping | None = None


class Importer(Protocol):
    """A reader of one format. ``name`` is what the command line and the dialog call it."""

    name: str
    title: str
    """One line for people: what this format is and where it comes from."""
    suffixes: tuple[str, ...]

    def recognises(self, head: bytes, path: Path) -> bool:
        """Whether a file that begins with ``head`` (up to 64 KiB) looks like this format, by its content."""
        ...

    # ``rank(head, path)`` may say how it claims what it recognises (`PUBLISHED` if there is none): a file goes to the
    # lowest rank that claims it, and two of one rank are an ambiguity.

    def read(self, paths: Sequence[Path], options: ImportOptions, report: ImportReport) -> Iterator[Parsed]:
        """Yield native records one at a time; memory must not grow with the file.

        Keeps ``report.done`` at the number of bytes read so far, and calls ``report.note`` for oddities.

        Raises: InputError with one sentence that names file and line when the input cannot be read.
        """
        ...
