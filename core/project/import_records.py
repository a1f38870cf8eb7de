"""Taking records in: one stream of native records, one transaction, all or nothing.

New items are built as rows and written in batches (``RowBuffer``). An item that is there already is matched by key
and by the hash of each text: the same text adds only what is new (documents, verdicts, decisions), other text is a
conflict. See ``record_rows`` and ``native_cells`` for how a record becomes rows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from itertools import repeat
from operator import sub
from typing import Any

from galley.core.definitions.schemes import parse_scheme
from galley.core.domain import ChangeSet, ItemId, UnitId
from galley.core.errors import Cancelled, ConflictError, InputError, RowsRefused
from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
from galley.core.project import protocol_use
from galley.core.project.changed_answers import Changes, Key
from galley.core.review import blind, item_state
from galley.core.review.progress import tally_all
from galley.core.review.replay import replay
from galley.core.storage import (
    json_shapes,
    names,
    native_cells,
    open_mark,
    record_rows,
    slot_queries,
    task_rows,
    text_index,
    tombstones,
)
from galley.core.storage.bulk_rows import RowBuffer, bulk
from galley.core.storage.connection import Connection
from galley.core.storage.item_layout import load_layout, unit_text
from galley.core.storage.native_cells import Vocabulary
from galley.core.storage.native_record import FIELDS, RecordHeader, RecordItem
from galley.core.storage.queries import items, read_metadata, verdicts
from galley.core.storage.queries.items import count_items
from galley.core.storage.queries.packages import read_packages
from galley.core.storage.queries.settings import write_setting
from galley.core.storage.record_rows import Layout, PlacedDocument, dumps
from galley.core.storage.run_records import Trail
from galley.core.tasks import task_book
from galley.core.text.plurals import format_count
from galley.core.typed_reading import check

FORMATS = (1, 2)
"""The second has tasks."""


def import_header(connection: Connection, record: dict[str, Any], vocabulary: Vocabulary) -> None:
    """Add what is new; what the project has already stays as it is. A scheme without its TOML is the one that ships
    under that id.

    Raises: InputError for another format, a scheme that nobody knows, and one that the project has with other content.
    """
    if record["galley"] not in FORMATS:
        raise InputError(f"the file is of format {record['galley']!r}, which this Galley does not know; update it")
    check(record, RecordHeader)
    for entry in record.get("annotators") or ():
        vocabulary.tell(entry)
    for entry in record.get("schemes") or ():
        if "toml" not in entry:
            vocabulary.scheme(entry.get("id"))
            continue
        scheme = parse_scheme(entry["toml"], f"the scheme {entry.get('id')!r}")
        names.add_scheme(connection, scheme, active=bool(entry.get("active", True)))
    for entry in record.get("protocols") or ():
        protocol_use.put(connection, entry["toml"], f"the protocol {entry.get('id')!r}")
    _add_packages(connection, record)
    settings = record.get("settings") or {}
    settings = {name: value for name, value in settings.items() if name != open_mark.SETTING}
    if count_items(connection):
        # only a file made for it is a package, and blind: an import neither hides anything in a project nor locks it
        settings = {name: value for name, value in settings.items() if name not in (blind.SETTING, "package")}
    for name, value in settings.items():
        check(value, json_shapes.of_setting(name), f"the setting {name!r}")
    for name, value in settings.items():
        write_setting(connection, name, dumps(value), replace=False)


def _add_packages(connection: Connection, record: dict[str, Any]) -> None:
    """The packages that the project of the record made: their answers may come back to this one. Which decisions were
    there when a package was made, row ids do not tell here; its time does (see ``PackageRecord.seen``)."""
    package_uids = {uid for _, uid, _ in read_packages(connection)}
    for package_entry in record.get("packages") or ():
        check(package_entry, json_shapes.PackageSettings, "a package")
        package = package_entry["package"]
        stored_settings = dumps({**package_entry, "seen": -1})
        if package["uid"] not in package_uids:
            package_uids.add(package["uid"])
            slot_queries.add_package(connection, package["uid"], package["reviewer"], package["at"], stored_settings)
    for line in record.get("returned") or ():
        check(line, json_shapes.ReturnedLine, "the answers from a package")
        if line["package"] not in package_uids:
            raise InputError(f"answers came back of {line.get('package')!r}, a package that the header does not name")
        returned_answers = {name: line[name] for name in ("theirs", "here", "count", "chain")}
        task_rows.add_returned(connection, line["package"], [returned_answers], [])


BATCH = 400
INDEXED_TOGETHER = 8_000_000
"""Characters put into the search index in one go: what is pending there is written out by the next other insert."""
DECIDED = object()
"""Stands for the value of a verdict that follows from a decision: what a file says there was answered already."""
CONFLICTS_LISTED = 1_000

Progress = Callable[[int, int], bool]
"""Called with (done, total) bytes after every batch; a False stops the import."""


def ingest(
    connection: Connection,
    stream: Iterable[ParsedRecord],
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
        _import_records(intake, stream, report, progress)
    return ChangeSet(structure=True, settings=True)


def _import_records(
    intake: _Intake, stream: Iterable[ParsedRecord], report: ImportReport, progress: Progress | None
) -> None:
    def beat() -> None:
        if progress and not progress(report.done, report.total):
            raise Cancelled("The import was stopped; nothing was imported.")

    report.beat = beat
    for number, parsed in enumerate(stream, 1):
        intake.import_record(parsed)
        if number % BATCH == 0 or intake.texts_length > INDEXED_TOGETHER:
            intake.flush()
            beat()
    intake.finish()
    report.done = report.total
    beat()


class _NamedError(InputError):
    """Says already which file, line and item it is about."""


@contextmanager
def _locate_errors(parsed: ParsedRecord) -> Iterator[None]:
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
    def __init__(self, connection: Connection, options: ImportOptions, report: ImportReport) -> None:
        self.connection = connection
        self.options = options
        self.report = report
        self.vocabulary = native_cells.Vocabulary(connection)
        self.keys: dict[str, ItemId] = {key: row for row, key in items.read_keys(connection).items()}
        self.has_tombstones = tombstones.has_tombstones(connection)
        self.rows = RowBuffer(connection)
        self.buffer = self.rows.ready
        self.texts: list[tuple[int, str]] = []
        self.texts_length = 0
        self.conflicts: list[str] = []
        self.missing_items: list[str] = []
        self.retally: set[ItemId] = set()
        self.pending: set[int] = set()
        self.pending_decisions: list[tuple[ParsedRecord, Layout]] = []
        self.pending_changes: list[tuple[ParsedRecord, Changes]] = []
        self.trail = Trail(connection, self.vocabulary)
        self.pending_trails: list[tuple[ParsedRecord, Layout]] = []
        self.tasks = bool(task_book.read_task_book(connection).tasks)
        """Whether tasks ask something of every item."""
        self.pending_tasks: list[tuple[ParsedRecord, Layout]] = []

    # One record ------------------------------------------------------------------------------------------------

    def import_record(self, parsed: ParsedRecord) -> None:
        record = parsed.record
        with _locate_errors(parsed):
            if "galley" in record:
                import_header(self.connection, record, self.vocabulary)
                self.trail.header(record)
                self.tasks = bool(task_book.read_task_book(self.connection).tasks)
            else:
                self._record(parsed)

    def _record(self, parsed: ParsedRecord) -> None:
        record = parsed.record
        unknown = record.keys() - FIELDS
        if unknown:
            raise InputError(f"the field {min(unknown)!r} is unknown")
        check(record, RecordItem)
        key = record["key"]
        record_rows.readable(key)
        texts = [record_rows.read_document(raw) for raw in record.get("documents") or ()]
        existing = self.keys.get(key)
        if parsed.onto and existing is None:
            where = f"{parsed.file}, line {parsed.line}"
            self.missing_items.append(f"{where}: the project has no item of this key, {key!r}")
            return
        if existing is not None:
            layout = self._existing_layout(key, existing, texts)
            if layout is None:
                return
            seen = self._verdicts_of(layout.item)
            if parsed.onto and (meta := record.get("meta")):
                known_meta = read_metadata(self.connection, layout.item).get(layout.item, {})
                self.buffer["item_meta"].append((layout.item, record_rows.dumps({**known_meta, **meta})))
        else:
            layout, seen = self._new(key, record, texts), {}
        self.pending.add(layout.item)
        for entry in record.get("units") or ():
            self._unit(entry, layout)
        verdicts, changes = record.get("verdicts") or [], None
        if existing is not None and parsed.before:
            changes = Changes(self.connection, parsed, layout, self.vocabulary, verdicts)
        handled = changes.handled_keys if changes else ()
        flags = 0
        for entry in verdicts:
            flags += self._verdict(entry, layout, seen, handled)
        for entry in record.get("judged") or ():
            self._add_judged(entry, layout)
        for entry in record.get("scores") or ():
            self._score(entry, layout)
        if self.tasks:
            self.retally.add(layout.item)
        if existing is None:
            self.buffer["item"].append((layout.item, key, *self._sorted_under(record), flags))
        elif flags:
            self.retally.add(layout.item)
        if changes and changes.handled_keys:
            self.pending_changes.append((parsed, changes))
        if record.get("decisions"):
            self.pending_decisions.append((parsed, layout))
        if task_rows.has_task_rows(record):
            self.pending_tasks.append((parsed, layout))
        if self.trail.has_runs(record):
            self.pending_trails.append((parsed, layout))

    def _sorted_under(self, record: dict[str, Any]) -> tuple[str, str]:
        """(dataset, split), as the user set them or as the record says."""
        dataset, split = (self.options.fields.get(n) or record.get(n) or "" for n in ("dataset", "split"))
        record_rows.readable(dataset, split)
        return dataset, split

    # Items and documents ---------------------------------------------------------------------------------------

    def _new(self, key: str, record: dict[str, Any], texts: list[record_rows.Text]) -> Layout:
        if self.has_tombstones:
            tombstones.refuse(self.connection, "item", key, "this item")
        layout = Layout(ItemId(self.rows.ids("item")))
        self.keys[key] = layout.item
        for text in texts:
            self._document(text, layout)
        searchable = text_index.searchable([t.text for t in texts])
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
        if self.has_tombstones:
            tombstones.refuse(self.connection, "text", text.text, f"the text of {text.name!r}")
        document, count, length = self.rows.ids("document"), len(text.spans), len(text.text)
        whole = UnitId(self.rows.ids("unit", count + 1))
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

    def _existing_layout(self, key: str, item: ItemId, texts: list[record_rows.Text]) -> Layout | None:
        """The layout of an item that is there, with new documents added; None if its texts conflict."""
        if item in self.pending:
            self.flush()
        hashes = self._read_hashes(item)
        changed = [t.name for t in texts if t.name in hashes and hashes[t.name] != t.hash]
        if changed and self.options.new_items:
            return self._renamed_layout(key, texts)
        if changed:
            self.conflicts.append(f"{key}: {', '.join(changed)} differs from the text in the project")
            return None
        layout = load_layout(self.connection, item)
        fresh = [t for t in texts if t.name not in hashes]
        if fresh:
            old = [document.text for document in items.read_documents(self.connection, [item], texts=True)]
            self._index()
            text_index.replace(self.connection, item, old, old + [t.text for t in fresh])
        for text in fresh:
            self._document(text, layout)
        return layout

    def _read_hashes(self, item: ItemId) -> dict[str, bytes]:
        return {head.name: head.hash for head in items.read_documents(self.connection, [item])}

    def _renamed_layout(self, key: str, texts: list[record_rows.Text]) -> Layout | None:
        number = 2
        while (name := f"{key} ({number})") in self.keys:
            layout = load_layout(self.connection, self.keys[name])
            hashes = self._read_hashes(layout.item)
            if all(hashes.get(t.name) == t.hash for t in texts):
                return layout
            number += 1
        layout = self._new(name, {}, texts)
        self.buffer["item"].append((layout.item, name, "", "", 0))
        self.retally.add(layout.item)
        self.flush()
        return layout

    def _unit_text(self, document: PlacedDocument, unit: int) -> str:
        return unit_text(self.connection, document, unit)

    def _unit(self, entry: dict[str, Any], layout: Layout) -> None:
        kind, text, name = entry["kind"], entry["text"], entry["id"]
        sources = [native_cells.source(place, name, layout) for place in entry.get("from") or ()]
        if name in layout.derived_units:
            if layout.derived_units[name][3] != text:
                raise InputError(f"the unit {name!r} is there already with another text")
            return
        home = native_cells.home(entry, sources, layout)
        row = UnitId(self.rows.ids("unit"))
        position = sum(1 for entry_ in layout.derived_units.values() if entry_[2] == kind)
        meta = record_rows.dumps(entry["meta"]) if entry.get("meta") else None
        self.buffer["derived"].append((row, home, kind, position, 0, 0, text, name, entry.get("type"), meta))
        self.buffer["unit_source"].extend((row, source) for source, _ in sources)
        layout.derived_units[name] = (row, home, kind, text)

    # Verdicts --------------------------------------------------------------------------------------------------

    def _verdicts_of(self, item: ItemId) -> dict[Key, Any]:
        return {
            (row.annotator, row.criterion, row.unit, row.target): DECIDED if row.decision is not None else row.value
            for row in verdicts.read_item_verdicts(self.connection, item)
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
            for opinion in native_cells.opinions(entry):
                self.buffer["reason"].append((self.vocabulary.annotator(opinion, "human")[0], row, opinion["value"]))
        if kind == "human" or kind == "gold":
            self.retally.add(layout.item)
            return 0
        return value == "yes"

    def _add_judged(self, entry: dict[str, Any], layout: Layout) -> None:
        if entry.get("decision"):
            return
        annotator, kind = self.vocabulary.annotator(entry)
        scheme = self.vocabulary.scheme(entry.get("scheme"))
        criterion_names = entry.get("criteria")
        criteria = (
            [self.vocabulary.criterion(entry["scheme"], name) for name in criterion_names]
            if criterion_names
            else scheme.values()
        )
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
            with _locate_errors(parsed):
                logged = parsed.record["decisions"]
                replay(self.connection, layout, logged, self.vocabulary, self._unit_text, self.report)
            self.retally.add(layout.item)
        for parsed, changes in self.pending_changes:
            with _locate_errors(parsed):
                changes.apply_changes(self.report)
        if self.pending_decisions or self.pending_changes:
            self.rows.recount("verdict", "unit")  # what the log adds up to took ids of its own
            self.pending_decisions.clear()
            self.pending_changes.clear()
        for parsed, layout in self.pending_tasks:
            with _locate_errors(parsed):
                task_rows.import_task_rows(self.connection, parsed.record, layout, self.vocabulary)
            if parsed.record.get("void"):
                item_state.refold(self.connection, layout.item)
            self.retally.add(layout.item)
        self.pending_tasks.clear()
        for parsed, layout in self.pending_trails:
            with _locate_errors(parsed):
                self.trail.item(parsed.record, layout)
        self.pending_trails.clear()
        tally_all(self.connection, sorted(self.retally))
        self.retally.clear()

    def _index(self) -> None:
        items.index_texts(self.connection, self.texts)
        self.texts.clear()
        self.texts_length = 0

    def finish(self) -> None:
        """Write the rest. Raises: ConflictError if any key arrived with other text; RowsRefused if rows are about items
        that the project does not have."""
        if self.missing_items:
            more = "; …; --dry-run lists them" if len(self.missing_items) > 3 else ""
            raise RowsRefused(
                f"{format_count(len(self.missing_items), 'rows')} cannot be joined, so nothing was imported"
                f" ({'; '.join(self.missing_items[:3])}{more}); import the texts of these items first, or leave out"
                " the rows.",
                self.missing_items[:CONFLICTS_LISTED],
            )
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
