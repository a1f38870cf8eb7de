"""From files and a mapping to native records: everything is read, and only then anything is given.

So rows that have to be refused are known, with counts, before the first record is written. Whether the rows of one
item fit together is known at the last record, which is early enough for a writer of one transaction.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from galley.core.errors import QuestionsOpen, RowsRefused
from galley.core.import_types import ImportReport, ParsedRecord
from galley.core.storage.bulk_rows import Spool
from galley.core.tables import (
    assembly,
    column_roles,
    record_paths,
    record_values,
    shipped_mappings,
    sources,
    table_positions,
    table_shape,
    trees,
)
from galley.core.tables.build import Builder, ImportRefusals
from galley.core.tables.elements import Element
from galley.core.tables.mapping import MappingQuestion, TableMapping
from galley.core.tables.record_paths import Scope, Wrong
from galley.core.tables.record_values import Value, canonical
from galley.core.tables.repeated_rows import RepeatedRows
from galley.core.tables.row_matching import compute_fingerprint
from galley.core.tables.table_scheme import write_scheme
from galley.core.text.plurals import format_count

COUNTED = 100_000
"""Elements that are looked at for the counts beside a question."""
BEAT = 1_000
MOST_ROWS_REMEMBERED = 500_000
"""Rows of a table that can be written back."""
PREVIEWED = 20
SAID = 5


class MappedTable(NamedTuple):
    """The mapping of a table, and what was read of the table to find it; None for a shipped one."""

    mapping: TableMapping
    scan: column_roles.TableScan | None = None


def choose_mapping(
    paths: Sequence[Path],
    report: ImportReport,
    role_texts: Sequence[str] = (),
    read_options: dict[str, Any] | None = None,
    is_for_texts: bool = False,
    project: column_roles.ProjectItems | None = None,
) -> TableMapping:
    """The mapping of `map_table`."""
    return map_table(paths, report, role_texts, read_options, is_for_texts, project).mapping


def map_table(
    paths: Sequence[Path],
    report: ImportReport,
    role_texts: Sequence[str] = (),
    read_options: dict[str, Any] | None = None,
    is_for_texts: bool = False,
    project: column_roles.ProjectItems | None = None,
) -> MappedTable:
    """The mapping for files that come without one: the shipped one that fits, else by the roles of the columns; how
    it came is noted. ``role_texts`` answer questions ("COLUMN=ROLE"). ``is_for_texts``: only texts count, so that
    columns of answers are metadata, nothing is asked about them, and the first rows of each file are enough. A table
    without summaries may be about the items of ``project``.

    Raises: InputError where two shipped ones fit; QuestionsOpen.
    """
    how = dict(read_options or {})
    if len(paths) == 1:
        how = table_shape.complete_reading(paths[0], how, report)
    first = shipped_mappings.head(paths[0], how)
    names = shipped_mappings.fields(first)
    fits = [] if role_texts else shipped_mappings.fitting(names)
    if len(fits) > 1:
        raise RowsRefused(f"{paths[0]} fits several mappings: {', '.join(fits)}; choose one (--mapping NAME).")
    if fits:
        mapping = shipped_mappings.load_shipped_for(fits[0], how)
        report.note(
            str(paths[0]),
            0,
            f"read by the shipped mapping {fits[0]}, whose fields it has ({mapping.raw_mapping['title']}).",
        )
        return MappedTable(mapping)
    scratch_report = ImportReport(beat=report.beat)
    most_rows = column_roles.MOST_ROWS_SHOWN if is_for_texts else None
    scan = column_roles.scan_table(paths, how, scratch_report, most_rows, project)
    roles = column_roles.guess_roles(scan)
    for text in column_roles.sort_role_texts(role_texts):
        roles = column_roles.apply_role_text(scan, roles, text)
    if is_for_texts:
        roles = column_roles.keep_texts(roles)
    try:
        column_roles.refuse_open_questions(scan, roles)
    except QuestionsOpen as error:
        error.raw_mapping = column_roles.build_raw_mapping(scan, roles)
        raise
    mapping = column_roles.build_mapping(scan, roles)
    words = "; ".join(f"“{name}” is {role.label}" for name, role in roles.items())
    report.note(str(paths[0]), 0, f"columns by name and content: {words}.")
    kinds = {role.role for role in roles.values()}
    if column_roles.Role.SUMMARY in kinds and not kinds & {column_roles.Role.ARTICLE, column_roles.Role.DIALOGUE}:
        report.note(str(paths[0]), 0, "no column holds a source; name it with --role COLUMN=article or =dialogue.")
    if offered_mappings := shipped_mappings.fitting(names, offered=True):
        report.note(
            str(paths[0]),
            0,
            f"its fields are also those of {', '.join(offered_mappings)}; if it is that: --mapping NAME.",
        )
    return MappedTable(mapping, scan)


def shape(path: Path, how: dict[str, Any] | None = None) -> str:
    """A name for the shape of a file: the same for files with the same fields. Raises: InputError."""
    names = sorted(shipped_mappings.fields(shipped_mappings.head(path, how)))
    return hashlib.sha256("\x1f".join(names).encode()).hexdigest()[:16]


def records(paths: Sequence[Path], mapping: TableMapping, report: ImportReport) -> Iterator[ParsedRecord]:
    """The native records of all files under one mapping; rows of one key are put together wherever they stand.

    Raises: before the first record QuestionsOpen, RowsRefused if a row is refused, and InputError for a file that
    cannot be read; after the last one RowsRefused if rows of one item do not fit together.
    """
    size = sum(path.stat().st_size for path in paths if path.is_file())
    report.total = 2 * size  # half of the way is reading
    if questions := open_questions(paths, mapping, report):
        raise QuestionsOpen(
            f"{paths[0]}: {' '.join(questions)} Answer this in the mapping; nothing was imported.", questions
        )
    builder, repeated_rows = Builder(mapping), RepeatedRows(mapping)
    shared_keys: Counter[str] = Counter()
    homes: dict[str, Path] = {}
    with Spool() as spool:
        for path in paths:
            remember_row = _row_recorder(path, mapping, report)
            for element in sources.elements(path, mapping.read, report):
                if element.number % BEAT == 0:
                    report.beat()
                if (fragment := builder.fragment(element)) is not None:
                    key = repeated_rows.find_key(fragment.pop("key"), fragment)
                    remember_row(element, key)
                    shared_keys[path.name] += homes.setdefault(key, path) is not path
                    spool.add(key, fragment)
        _refuse_missing_paths(builder, paths)
        if builder.refusals.count:  # what does not fit together is named with it
            deque(_assemble_records(spool, mapping, builder.refusals, report), maxlen=0)
            _raise_refusals(builder.refusals, paths, mapping.read)
        _note_import(builder, spool, shared_keys, paths, report)
        if raw_scheme := mapping.raw_mapping.get("scheme"):
            header = {"galley": 1, "schemes": [{"id": raw_scheme["id"], "toml": write_scheme(raw_scheme)}]}
            yield ParsedRecord(header, str(paths[0]), 0)
        for number, (fragment, record) in enumerate(_assemble_records(spool, mapping, builder.refusals, report)):
            report.done = size + size * number // len(spool.keys)
            yield ParsedRecord(record, fragment["file"], fragment["line"], (), mapping.onto)
        _raise_refusals(builder.refusals, paths, mapping.read)  # what rows of one key contradict each other in


def _row_recorder(path: Path, mapping: TableMapping, report: ImportReport) -> Callable[[Element, str], None]:
    """A function that notes where the row of a table stands, for a table that can be written back."""
    if not mapping.verdicts or not path.is_file():
        return lambda element, key: None
    form, _ = table_positions.read_layout(path, mapping.read)
    base = table_positions.find_record_base(path, form, mapping.read)
    rows = report.table_rows.setdefault(str(path), [])

    def remember_row(element: Element, key: str) -> None:
        if len(rows) < MOST_ROWS_REMEMBERED:
            names = list_fingerprint_columns(element.value)
            fingerprint = compute_fingerprint(element.value, names) if names else ""
            rows.append((table_positions.locate_row(element, form, base), key, fingerprint))

    return remember_row


def list_fingerprint_columns(value: Any) -> list[str]:
    """The fields of a row that its fingerprint is made of: all but those that Galley wrote."""
    return [name for name in value if not column_roles.is_ours(name)] if isinstance(value, dict) else []


def set_annotator(records: Iterator[ParsedRecord], annotator: str) -> Iterator[ParsedRecord]:
    """The records, with all answers and scores by ``annotator`` where one is given."""
    for parsed in records:
        if annotator and "key" in parsed.record:
            for entry in (entry for name in ("verdicts", "judged", "scores") for entry in parsed.record[name]):
                entry["annotator"] = annotator
        yield parsed


def _assemble_records(
    spool: Spool, mapping: TableMapping, refused: ImportRefusals, report: ImportReport
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    for number, (key, fragments) in enumerate(spool.items(), 1):
        if number % BEAT == 0:
            report.beat()
        yield fragments[0], assembly.record(key, fragments, mapping.offsets, mapping.onto, refused)


def _raise_refusals(refused: ImportRefusals, paths: Sequence[Path], how: dict[str, Any]) -> None:
    if refused.count:
        for path in paths:
            refused.places = _with_lines(refused.places, path, how)
        messages = refused.sentences()
        more = f" … and {len(messages) - SAID} more; --dry-run lists them" if len(messages) > SAID else ""
        if len(messages) == 1 and messages[0].startswith(paths[0].name):
            raise RowsRefused(f"{paths[0].parent / messages[0]}. Nothing was imported.", messages)
        raise RowsRefused(
            f"{paths[0]}: {refused.count:,} rows were rejected: {'; '.join(messages[:SAID])}{more}. Nothing was "
            f"imported.",
            messages,
        )


def _with_lines(places: list[tuple[str, str]], path: Path, how: dict[str, Any]) -> list[tuple[str, str]]:
    """Places with the line behind each record of a JSON file; only what has to be said is looked for."""
    record_pattern = re.compile(rf"{re.escape(path.name)}, record (\d+)\b")
    record_numbers = {int(match[1]) for place, _ in places if (match := record_pattern.match(place))}
    if not record_numbers:
        return places
    lines = trees.lines(path, how, record_numbers)
    return [
        (
            record_pattern.sub(
                lambda match: match[0] + (f" (line {lines[n]})" if (n := int(match[1])) in lines else ""), place, 1
            ),
            sentence,
        )
        for place, sentence in places
    ]


def _refuse_missing_paths(builder: Builder, paths: Sequence[Path]) -> None:
    """Refuse the paths that led nowhere in a whole file. Raises: RowsRefused."""
    names = ", ".join(islice(builder.names, 40)) or "none, for its records are not objects"
    if not builder.taken_count:
        skipped_note = f": “only” left out all {builder.skipped_count:,}" if builder.skipped_count else ""
        raise RowsRefused(f"{paths[0]} has no row that can be imported{skipped_note}. Its fields are: {names}.")
    mapping = builder.mapping
    outer: list[Value] = [*mapping.values.values(), *(mapping.meta or {}).values()]
    missing_paths = [path for value in outer if _is_missing(value, builder) for path in value.paths()]
    missing_paths += [
        p for text in mapping.texts.values() for p in text.paths() if p.text not in builder.seen and not p.optional
    ]
    for block in (*(mapping.summaries or ()), *mapping.verdicts, *mapping.scores):
        if block.list_path and block.list_path.text not in builder.seen:
            missing_paths += (
                [] if block.list_path.optional or block.list_path.first in builder.names else [block.list_path]
            )
            continue
        values = [*block.values.values(), *([block.text.value] if block.text.value else [])]
        missing_paths += [path for value in values if _is_missing(value, builder) for path in value.paths()]
    if missing_paths and not builder.refusals.count:
        several = ", ".join(f"“{path.text}”" for path in dict.fromkeys(missing_paths))
        raise RowsRefused(
            f"{paths[0]}: {several} led nowhere in all {builder.taken_count:,} rows; its fields are: {names}. "
            f"Fix it, or put a ? behind a path that may be missing."
            " Nothing was imported."
        )


def _is_missing(value: Value, builder: Builder) -> bool:
    value_paths = list(value.paths())
    return bool(value_paths) and not any(p.optional or p.text in builder.seen for p in value_paths)


def _note_import(
    builder: Builder, spool: Spool, shared_keys: Counter[str], paths: Sequence[Path], report: ImportReport
) -> None:
    """Note what is worth knowing of what comes in."""
    where = str(paths[0])
    if builder.skipped_count:
        report.note(where, 0, f"{builder.skipped_count:,} rows were left out, as “only” says.")
    for name, count in shared_keys.items():
        if count:
            report.note(name, 0, f"{count:,} rows have keys of an earlier file; they were merged.")
    if builder.mapping.meta is None and (unused_names := [name for name in builder.names if not builder.uses(name)]):
        excerpt = ", ".join(unused_names[:20]) + (
            f" and {len(unused_names) - 20:,} more" if len(unused_names) > 20 else ""
        )
        report.note(where, 0, f"imported as metadata: {excerpt}.")
    for path, count in builder.without.items():
        report.note(where, 0, f"{count:,} rows have nothing at “{path}”.")
    if builder.unread:
        report.note(where, 0, f"{builder.unread:,} replies could not be read; they are unscored, each with its reason.")
    if builder.gaps:
        report.note(where, 0, f"{builder.gaps:,} values of the metadata were NaN or infinite; they are null.")
    if builder.rounded_count:
        report.note(
            where,
            0,
            f"{builder.rounded_count:,} numbers of the metadata are so large that their last digits may be lost.",
        )
    keys_by_number: dict[tuple[str, str], list[str]] = defaultdict(list)
    for key in spool.keys:
        before, divider, last = key.rpartition("/")
        if last[:1].isdecimal():
            keys_by_number[before + divider, canonical(last).lstrip("0")].append(key)
    alike = [keys for keys in keys_by_number.values() if len(keys) > 1]
    if alike:
        excerpt = " and ".join(alike[0][:3])
        report.note(
            where, 0, f"{len(alike):,} keys differ only in how a number is written ({excerpt}): two items each."
        )


class CountedQuestion(NamedTuple):
    """A question with how often the files say what (``counts``); ``names`` are their fields."""

    question: MappingQuestion
    counts: Counter[str]
    names: list[str]


def count_question_values(
    paths: Sequence[Path], mapping: TableMapping, questions: Sequence[MappingQuestion], report: ImportReport
) -> list[CountedQuestion]:
    """Questions with what the first ``COUNTED`` elements of the files say about each."""
    counted_questions = [CountedQuestion(question, Counter(), []) for question in questions]
    valued = [entry for entry in counted_questions if entry.question.value is not None]
    names: dict[str, None] = {}
    scratch_report = ImportReport(beat=report.beat)
    for element in sources.first(
        (e for path in paths for e in sources.elements(path, mapping.read, scratch_report)), COUNTED
    ):
        if element.number % BEAT == 0:
            report.beat()
        names |= dict.fromkeys(element.value) if isinstance(element.value, dict) else {}
        for question, counts, _ in valued:
            counts.update(_values(question.value, question.list_path, element))  # type: ignore[arg-type]
    return [entry._replace(names=list(names)) for entry in counted_questions]


def open_questions(paths: Sequence[Path], mapping: TableMapping, report: ImportReport) -> list[str]:
    """What a mapping leaves open, each with what the files say about it, most frequent first."""
    questions = mapping.questions
    if not questions:
        return []
    lines = []
    for question, counts, names in count_question_values(paths, mapping, questions, report):
        top = ", ".join(f"{value[:40]}: {number:,} times" for value, number in counts.most_common(10))
        if question.about == "summaries":
            top = f"the fields are {', '.join(names[:40])}"
        lines.append(f"{question.about}: {question.text}" + (f" ({top})" if top else ""))
    return lines


def _values(value: Value, list_path: record_paths.RecordPath | None, element: Element) -> list[str]:
    scope = Scope(element.value, element.number, element.path.stem, None)
    try:
        places = [scope] if list_path is None else list(record_paths.find(list_path, scope))
        return [canonical(text) for place in places for text in record_values.all_values(value, place)]
    except Wrong:
        return []


class PreviewedRow(NamedTuple):
    """What a row becomes: its key ("": it is not merged), each document as (role, system, its beginning or how many
    parts), and how many of what else."""

    place: str
    key: str = ""
    documents: Sequence[tuple[str, str, str | int]] = ()
    counts: tuple[tuple[int, str], ...] = ()

    def words(self) -> str:
        """A line that says what the row becomes."""
        if not self.key:
            return f"{self.place}: not merged"
        texts = [
            f"{role} {system}".strip() + f": {start if isinstance(start, str) else format_count(start, 'parts')}"
            for role, system, start in self.documents
        ]
        return f"{self.place}: " + " | ".join([self.key, *texts, *(format_count(*count) for count in self.counts)])


def preview(paths: Sequence[Path], mapping: TableMapping) -> list[PreviewedRow]:
    """What the first twenty rows become."""
    previewed_rows = []
    builder = Builder(mapping)
    for element in shipped_mappings.head(paths[0], mapping.read, PREVIEWED):
        fragment = builder.fragment(element)
        if fragment is None:
            previewed_rows.append(PreviewedRow(element.place))
            continue
        documents = [
            (str(document["role"]), document.get("system", ""), _start(document)) for document in fragment["documents"]
        ]
        counts = tuple((len(fragment[name]), name) for name in ("verdicts", "scores") if fragment[name])
        previewed_rows.append(PreviewedRow(element.place, fragment["key"], documents, counts))
    return previewed_rows


def _start(document: dict[str, Any]) -> str | int:
    parts = next((document[name] for name in ("text", "turns", "paragraphs", "sentences") if name in document), "")
    if isinstance(parts, list):
        return len(parts)
    text = " ".join(parts.split())
    return text if len(text) <= 40 else f"{text[:39]}…"
