"""Taking records in: one stream of native records, one transaction, all or nothing.

New items are built as rows and written in batches (``row_buffer``). An item that is there already is matched by key and
by the hash of each text: the same text adds only what is new (documents, verdicts, decisions), other text is a
conflict. See ``record_rows`` and ``native_cells`` for how a record becomes rows.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from itertools import repeat
from operator import sub
from typing import Any

from galley.core.columns import layout as layouts
from galley.core.columns import native_cells, record_rows, tombstones
from galley.core.columns.native_record import FIELDS, RecordItem
from galley.core.columns.record_rows import Layout, PlacedDocument
from galley.core.domain import ChangeSet
from galley.core.errors import Cancelled, ConflictError, InputError
from galley.core.incoming import ImportOptions, ImportReport, Parsed
from galley.core.project import header, item_state, taskrows, textindex
from galley.core.project.bulk_rows import bulk
from galley.core.project.log_replay import replay
from galley.core.project.provenance import Trail
from galley.core.project.reanswered import Changes, Key
from galley.core.project.row_buffer import RowBuffer
from galley.core.project.tally import tally_all
from galley.core.tasks import task_book
from galley.core.typed_reading import check

BATCH = 400
INDEXED_TOGETHER = 8_000_000
"""Characters put into the search index in one go: what is pending there is written out by the next other insert."""
DECIDED = object()
"""Stands for the value of a verdict that follows from a decision: what a file says there was answered already."""
CONFLICTS_LISTED = 1_000

Progress = Callable[[int, int], bool]
"""Called with (done, total) bytes after every batch; a False stops the import."""


def ingest(
    connection: sqlite3.Connection,
    stream: Iterable[Parsed],
    options: ImportOptions,
    report: ImportReport,
    progress: Progress | None = None,
) -> ChangeSet:
    """Write a stream of native records (a job for the writer; see ``Project.write``).

    Raises: InputError (a record is unsound: names file, line and item), ConflictError (keys with other text),
    Cancelled. In each case nothing of the stream is kept.
    """
    intake = _Intake(connection, options, report)
    with bulk(connection, intake.rows.next["unit"]):
        _take_all(intake, stream, report, progress)
    return ChangeSet(structure=True, settings=True)


def _take_all(intake: _Intake, stream: Iterable[Parsed], report: ImportReport, progress: Progress | None) -> None:
    def beat() -> None:
        if progress and not progress(report.done, report.total):
            raise Cancelled("The import was stopped; nothing was imported.")

    report.beat = beat
    for number, parsed in enumerate(stream, 1):
        intake.take(parsed)
        if number % BATCH == 0 or intake.texts_length > INDEXED_TOGETHER:
            intake.flush()
            beat()
    intake.finish()
    if progress:
        progress(report.total, report.total)


class _NamedError(InputError):
    """Says already which file, line and item it is about."""


@contextmanager
def _named(parsed: Parsed) -> Iterator[None]:
    """Name file, line and item in what is raised about a record."""
    try:
        yield
    except (ConflictError, _NamedError):
        raise
    except (InputError, TypeError, ValueError, KeyError, AttributeError, OverflowError) as error:
        what = str(error).rstrip(".")
        if not isinstance(error, InputError):
            what = f"a field is not of the form that docs/native-record.md describes ({type(error).__name__}: {what})"
        where = f"{parsed.file}, line {parsed.line}" if parsed.line else parsed.file
        key = parsed.record.get("key")
        item = f", item {key!r}" if key else ""
        raise _NamedError(f"{where}{item}: {what}; nothing was imported.") from error


class _Intake:
    def __init__(self, connection: sqlite3.Connection, options: ImportOptions, report: ImportReport) -> None:
        self.connection = connection
        self.options = options
        self.report = report
        self.vocabulary = native_cells.Vocabulary(connection)
        self.keys: dict[str, int] = dict(connection.execute("SELECT key, id FROM item"))
        self.erased = tombstones.any_there(connection)
        self.rows = RowBuffer(connection)
        self.buffer = self.rows.ready
        self.texts: list[tuple[int, str]] = []
        self.texts_length = 0
        self.conflicts: list[str] = []
        self.retally: set[int] = set()
        self.pending: set[int] = set()
        self.pending_decisions: list[tuple[Parsed, Layout]] = []
        self.pending_changes: list[tuple[Parsed, Changes]] = []
        self.trail = Trail(connection, self.vocabulary)
        self.pending_trails: list[tuple[Parsed, Layout]] = []
        self.tasks = bool(task_book.read(connection).tasks)
        """Whether tasks ask something of every item."""
        self.pending_tasks: list[tuple[Parsed, Layout]] = []

    # One record ------------------------------------------------------------------------------------------------

    def take(self, parsed: Parsed) -> None:
        record = parsed.record
        with _named(parsed):
            if "galley" in record:
                header.take(self.connection, record, self.vocabulary)
                self.trail.header(record)
                self.tasks = bool(task_book.read(self.connection).tasks)
            else:
                self._record(parsed)

    def _record(self, parsed: Parsed) -> None:
        record = parsed.record
        unknown = record.keys() - FIELDS
        if unknown:
            raise InputError(f"the field {min(unknown)!r} is unknown")
        check(record, RecordItem)
        key = record["key"]
        record_rows.readable(key)
        texts = [record_rows.read_document(raw) for raw in record.get("documents") or ()]
        known = self.keys.get(key)
        if parsed.onto and known is None:
            raise InputError("the project has no item of this key to join it to; import its texts first")
        if known is not None:
            layout = self._known(key, known, texts)
            if layout is None:
                return
            seen = self._verdicts_of(layout.item)
        else:
            layout, seen = self._new(key, record, texts), {}
        self.pending.add(layout.item)
        for entry in record.get("units") or ():
            self._unit(entry, layout)
        verdicts, changes = record.get("verdicts") or [], None
        if known is not None and parsed.before:
            changes = Changes(self.connection, parsed, layout, self.vocabulary, verdicts)
        handled = changes.handled if changes else ()
        flags = 0
        for entry in verdicts:
            flags += self._verdict(entry, layout, seen, handled)
        for entry in record.get("judged") or ():
            self._judged(entry, layout)
        for entry in record.get("scores") or ():
            self._score(entry, layout)
        if self.tasks:
            self.retally.add(layout.item)
        if known is None:
            self.buffer["item"].append((layout.item, key, *self._sorted_under(record), flags))
        elif flags:
            self.retally.add(layout.item)
        if changes and changes.handled:
            self.pending_changes.append((parsed, changes))
        if record.get("decisions"):
            self.pending_decisions.append((parsed, layout))
        if taskrows.wanted(record):
            self.pending_tasks.append((parsed, layout))
        if self.trail.wanted(record):
            self.pending_trails.append((parsed, layout))

    def _sorted_under(self, record: dict[str, Any]) -> tuple[str, str]:
        """(dataset, split), as the user set them or as the record says."""
        dataset, split = (self.options.fields.get(n) or record.get(n) or "" for n in ("dataset", "split"))
        record_rows.readable(dataset, split)
        return dataset, split

    # Items and documents ---------------------------------------------------------------------------------------

    def _new(self, key: str, record: dict[str, Any], texts: list[record_rows.Text]) -> Layout:
        if self.erased:
            tombstones.refuse(self.connection, "item", key, "this item")
        layout = Layout(self.rows.ids("item"))
        self.keys[key] = layout.item
        for text in texts:
            self._document(text, layout)
        searchable = textindex.searchable([t.text for t in texts])
        self.texts.append((layout.item, searchable))
        self.texts_length += len(searchable)
        meta = dict(record.get("meta") or {})
        meta.update({k: v for k, v in self.options.fields.items() if k not in ("dataset", "split")})
        if meta:
            self.buffer["item_meta"].append((layout.item, record_rows.dumps(meta)))
        return layout

    def _document(self, text: record_rows.Text, layout: Layout) -> None:
        if text.name in layout.documents:
            raise InputError(f"two documents are called {text.name!r}")
        if self.erased:
            tombstones.refuse(self.connection, "text", text.text, f"the text of {text.name!r}")
        document, count, length = self.rows.ids("document"), len(text.spans), len(text.text)
        whole = self.rows.ids("unit", count + 1)
        meta = record_rows.dumps(text.meta) if text.meta else None
        self.buffer["document"].append(
            (
                document,
                layout.item,
                text.name,
                text.role,
                text.system,
                text.part,
                text.text,
                length,
                text.hash,
                meta,
                whole,
                count,
            )
        )
        units, ends = self.buffer["unit"], [end for _, end in text.spans]
        starts = [start for start, _ in text.spans]
        units.append((whole, document, "whole", 0, 0, length, None))
        units.extend(
            zip(
                range(whole + 1, whole + 1 + count),
                repeat(document),
                repeat(text.kind),
                range(count),
                starts,
                ends,
                text.speakers or repeat(None),
            )
        )
        layout.documents[text.name] = PlacedDocument(
            document, text.name, text.role, text.kind, whole, list(map(sub, ends, starts)), length, text
        )

    def _known(self, key: str, item: int, texts: list[record_rows.Text]) -> Layout | None:
        """The layout of an item that is there, with new documents added; None if its texts conflict."""
        if item in self.pending:
            self.flush()
        hashes = dict(self.connection.execute("SELECT name, hash FROM document WHERE item_id = ?", (item,)))
        changed = [t.name for t in texts if t.name in hashes and hashes[t.name] != t.hash]
        if changed and self.options.new_items:
            return self._renamed(key, texts)
        if changed:
            self.conflicts.append(f"{key}: {', '.join(changed)} differs from the text in the project")
            return None
        layout = layouts.load(self.connection, item)
        fresh = [t for t in texts if t.name not in hashes]
        if fresh:
            old = [
                row[0]
                for row in self.connection.execute("SELECT text FROM document WHERE item_id = ? ORDER BY id", (item,))
            ]
            self._index()
            textindex.replace(self.connection, item, old, old + [t.text for t in fresh])
        for text in fresh:
            self._document(text, layout)
        return layout

    def _renamed(self, key: str, texts: list[record_rows.Text]) -> Layout | None:
        number = 2
        while (name := f"{key} ({number})") in self.keys:
            layout = layouts.load(self.connection, self.keys[name])
            hashes = dict(self.connection.execute("SELECT name, hash FROM document WHERE item_id = ?", (layout.item,)))
            if all(hashes.get(t.name) == t.hash for t in texts):
                return layout
            number += 1
        layout = self._new(name, {}, texts)
        self.buffer["item"].append((layout.item, name, "", "", 0))
        self.retally.add(layout.item)
        self.flush()
        return layout

    def _unit_text(self, document: PlacedDocument, unit: int) -> str:
        return layouts.unit_text(self.connection, document, unit)

    def _unit(self, entry: dict[str, Any], layout: Layout) -> None:
        kind, text, name = entry["kind"], entry["text"], entry["id"]
        sources = [native_cells.source(place, name, layout) for place in entry.get("from") or ()]
        if name in layout.derived:
            if layout.derived[name][3] != text:
                raise InputError(f"the unit {name!r} is there already with another text")
            return
        home = native_cells.home(entry, sources, layout)
        row = self.rows.ids("unit")
        position = sum(1 for entry_ in layout.derived.values() if entry_[2] == kind)
        meta = record_rows.dumps(entry["meta"]) if entry.get("meta") else None
        self.buffer["derived"].append((row, home, kind, position, 0, 0, text, name, entry.get("type"), meta))
        self.buffer["unit_source"].extend((row, source) for source, _ in sources)
        layout.derived[name] = (row, home, kind, text)

    # Verdicts --------------------------------------------------------------------------------------------------

    def _verdicts_of(self, item: int) -> dict[Key, Any]:
        return {
            row[:4]: DECIDED if row[5] else row[4]
            for row in self.connection.execute(
                "SELECT annotator_id, criterion_id, unit_id, target_id, value, decision_id IS NOT NULL FROM verdict"
                " WHERE item_id = ?",
                (item,),
            )
        }

    def _verdict(
        self, entry: dict[str, Any], layout: Layout, seen: dict[Key, Any], handled: Collection[Key] = ()
    ) -> int:
        if entry.get("decision"):
            return 0  # what a decision of the log adds up to; the log itself comes with the record
        annotator, kind = self.vocabulary.annotator(entry)
        criterion = self.vocabulary.criterion(entry.get("scheme"), entry.get("criterion"))
        unit, target, length = native_cells.place(entry, criterion, layout)
        value, reason = native_cells.value(entry, criterion)
        cell = (annotator, criterion.row, unit, target)
        if cell in handled:
            return 0
        if cell in seen:
            if seen[cell] != value and seen[cell] is not DECIDED:
                raise InputError(
                    f"{entry['annotator']!r} has given another verdict on the same unit and {criterion.id} "
                    f"({seen[cell]!r} there, {value!r} here)"
                )
            return 0
        seen[cell] = value
        row = self.rows.ids("verdict")
        self.buffer["verdict"].append((row, *cell, layout.item, value, reason, *native_cells.details(entry)))
        for position, (start, end) in enumerate(native_cells.spans(entry, length)):
            self.buffer["span"].append((row, position, start, end))
        if entry.get("evidence"):
            for position, place in enumerate(native_cells.evidence(entry, layout, self._unit_text)):
                self.buffer["evidence"].append((row, position, *place))
        if entry.get("explanation_verdict"):
            for said in native_cells.opinions(entry):
                self.buffer["reason"].append((self.vocabulary.annotator(said, "human")[0], row, said["value"]))
        if kind == "human" or kind == "gold":
            self.retally.add(layout.item)
            return 0
        return value == "yes"

    def _judged(self, entry: dict[str, Any], layout: Layout) -> None:
        if entry.get("decision"):
            return
        annotator, kind = self.vocabulary.annotator(entry)
        scheme = self.vocabulary.scheme(entry.get("scheme"))
        wanted = entry.get("criteria")
        criteria = [self.vocabulary.criterion(entry["scheme"], name) for name in wanted] if wanted else scheme.values()
        documents = entry.get("documents")
        if documents is None:
            documents = [d.name for d in layout.summaries()]
        for name in documents:
            document = layout.documents.get(name)
            if document is None:
                raise InputError(f"judged names the document {name!r}, which this item does not have")
            for criterion in criteria:
                self.buffer["judged"].append((annotator, criterion.row, document.id, layout.item))
        if kind == "human":
            self.retally.add(layout.item)

    def _score(self, entry: dict[str, Any], layout: Layout) -> None:
        document = layout.documents.get(entry.get("document") or "")
        if document is None:
            raise InputError(f"a score names the document {entry.get('document')!r}, which this item does not have")
        annotator, _ = self.vocabulary.annotator(entry)
        self.buffer["score"].append((document.id, entry["metric"], annotator, float(entry["value"])))

    # Writing ---------------------------------------------------------------------------------------------------

    def flush(self) -> None:
        """Write what is buffered, then bring logs and counts of the items concerned up to date."""
        for what, number in self.rows.write().items():
            if number:
                self.report.count(what, number)
        if self.texts_length > INDEXED_TOGETHER:
            self._index()
        self.pending.clear()
        for parsed, layout in self.pending_decisions:
            with _named(parsed):
                logged = parsed.record["decisions"]
                replay(self.connection, layout, logged, self.vocabulary, self._unit_text, self.report)
            self.retally.add(layout.item)
        for parsed, changes in self.pending_changes:
            with _named(parsed):
                changes.take(self.report)
        if self.pending_decisions or self.pending_changes:
            self.rows.recount("verdict", "unit")  # what the log adds up to took ids of its own
            self.pending_decisions.clear()
            self.pending_changes.clear()
        for parsed, layout in self.pending_tasks:
            with _named(parsed):
                taskrows.take(self.connection, parsed.record, layout, self.vocabulary)
            if parsed.record.get("void"):
                item_state.refold(self.connection, layout.item)
            self.retally.add(layout.item)
        self.pending_tasks.clear()
        for parsed, layout in self.pending_trails:
            with _named(parsed):
                self.trail.item(parsed.record, layout)
        self.pending_trails.clear()
        tally_all(self.connection, sorted(self.retally))
        self.retally.clear()

    def _index(self) -> None:
        self.connection.executemany("INSERT INTO item_text (rowid, text) VALUES (?, ?)", self.texts)
        self.texts.clear()
        self.texts_length = 0

    def finish(self) -> None:
        """Write the rest. Raises: ConflictError if any key arrived with other text."""
        if self.conflicts:
            listed = "; ".join(self.conflicts[:3]) + ("; …" if len(self.conflicts) > 3 else "")
            raise ConflictError(
                f"{len(self.conflicts)} item(s) exist with other text, so nothing was imported ({listed}); "
                "correct the file, or import them as new items.",
                self.conflicts[:CONFLICTS_LISTED],
            )
        self.flush()
        self._index()
        self.trail.finish(self.keys)
        if self.trail.calls:
            self.report.count("calls", self.trail.calls)
