"""What comes into a project: native records with where they came from, what the user said of them, and the report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from galley.core.tables.mapping import Mapping as TableMapping


class ParsedRecord(NamedTuple):
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
    levels: dict[str, str] = field(default_factory=dict)
    """The criteria (``scheme/id``) whose level the import set, with the level."""
    table_rows: dict[str, list[tuple[Any, str, str]]] = field(default_factory=dict)
    """Of each table file: position, key and fingerprint of its rows, so that it can be written back."""
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
    (dataset, split, any metadata); ``new_items`` imports an item whose key exists with other text under a new key
    instead of refusing it; ``mapping`` says what the fields of a table or tree are (``core/tables``), ``roles``
    which roles of columns it follows from (``dump_roles``); ``level`` is that of which silence speaks for the criteria
    that judges flag whole documents by ("whole" or "units"), "" for what the flags propose.
    """

    annotator: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    new_items: bool = False
    mapping: TableMapping | None = None
    roles: dict[str, Any] | None = None
    level: str = ""
