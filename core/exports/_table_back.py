"""The table that was imported, with the verdicts in columns beside its flags: the same format, sheet, rows and
order."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from galley.core.domain import AnnotatorKind, CriterionId, ItemId, UnitId
from galley.core.errors import InputError
from galley.core.import_types import ImportReport
from galley.core.new_files import replace_file
from galley.core.project.project import Project
from galley.core.review import blind
from galley.core.storage import imported_tables, names
from galley.core.storage.connection import Connection
from galley.core.storage.imported_tables import CellAnswer, PlacedDocument
from galley.core.storage.queries.items import read_keys
from galley.core.tables import assembly, field_roles, repeated_rows, sources, table_import, table_positions
from galley.core.tables.added_columns import AddedColumn, AddedSheet, Position, TableLayout, UnkeepableTable
from galley.core.tables.build import Builder
from galley.core.tables.elements import Element
from galley.core.tables.mapping import Block, TableMapping, load_mapping
from galley.core.tables.row_matching import TableRow, compute_file_hash, compute_fingerprint, match_rows
from galley.core.tables.table_writer import TableForm, write_rows, write_table, write_workbook
from galley.core.tasks.gold import build_resolver

Cell = tuple[ItemId, UnitId, CriterionId, int]
"""Item, unit, criterion, target: row ids."""
NOT_IN_TABLE = "Not in your table"
PARTS = ("answer", "verdict", "how", "relabelled as", "note", "time")
_ANSWERS = {"accept": "accepted", "unsure": "unsure", "add": "error added", "finish": "no error"}
_EXTRA_HEADER = ("item", "summary", "unit", "text", "criterion", *("reviewer", *PARTS))


@dataclass
class TableBackReport:
    """What was written: the files, the columns, how many answers stand in the table and how many beside it; and what
    the reader should know, in sentences."""

    files: list[Path] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    answer_count: int = 0
    extra_count: int = 0
    warnings: list[str] = field(default_factory=list)


@dataclass
class _Table:
    """A table as the project remembers it."""

    path: Path
    sha256: str
    form: TableForm
    layout: TableLayout
    mapping: TableMapping
    rows: list[tuple[Position, str, str]]


def list_tables(connection: Connection) -> list[Path]:
    """The files of the tables that came into a project and can be written back."""
    return [Path(table["path"]) for table in imported_tables.read_tables(connection)]


def write_table_back(
    project: Project, out: Path, into: Path | None = None, table_path: Path | None = None
) -> TableBackReport:
    """Write the imported table with verdicts into ``out``. The original is read where it was imported from, if it is
    the same file still; else say a file of the same table in ``into``. ``table_path`` chooses between several tables.

    Raises: InputError where the project has no such table, the original is not there, or blind mode hides answers.
    """
    table_back = build_table_back(project, into, table_path)
    if table_back.form == "ods" and out.suffix.casefold() == ".ods":
        raise InputError(f"{out}: an ods table is written back as xlsx; give the file a name that ends in .xlsx.")
    _write(project, table_back, out.absolute())
    return table_back.report


@dataclass
class TableBack:
    """What is written back: the file that the columns belong to, its form and layout, the columns, the answers that
    have no row, and the report."""

    source: Path
    form: TableForm
    layout: TableLayout
    mapping: TableMapping
    columns: list[AddedColumn]
    extra: AddedSheet
    report: TableBackReport


def build_table_back(project: Project, into: Path | None = None, table_path: Path | None = None) -> TableBack:
    """The columns of verdicts for a table, as `write_table_back` writes them. Raises: InputError."""
    connection = project.read_connection()
    blind.refuse_if_blind(connection, "An export")
    table = _choose_table(connection, table_path or into)
    source = into or table.path
    if not source.is_file():
        raise InputError(f"{source} is not there; say where a copy of the imported table is (--into FILE).")
    is_same_file = compute_file_hash(source) == table.sha256
    if into is None and not is_same_file:
        raise InputError(
            f"{source} changed since it was imported; if it is still the same table, name it: --into {source}."
        )
    form, layout = table.form, table.layout
    if not is_same_file:
        read_form, layout = table_positions.read_layout(source, table.mapping.read)
        form = cast(TableForm, read_form)
    report = TableBackReport()
    located = _locate_cells(connection, table, source, form, is_same_file, report)
    columns, extra = _build_columns(connection, located, report)
    if not any(text for column in columns for text in column.texts.values()):
        report.warnings.append("This table has no answers yet.")
    return TableBack(source, form, layout, table.mapping, columns, extra, report)


def is_known_table(connection: Connection, copy: Path) -> bool:
    """Whether it is clear which of the imported tables ``copy`` is: there is only one, or it has the same bytes."""
    tables = imported_tables.read_tables(connection)
    return len(tables) < 2 or compute_file_hash(copy) in {table["sha256"] for table in tables}


def _choose_table(connection: Connection, wanted: Path | None) -> _Table:
    tables = imported_tables.read_tables(connection)
    if not tables:
        raise InputError("No table with flags was imported into this project, so there is none to write back.")
    chosen = tables
    if len(tables) > 1 and wanted is not None:
        content_hash = compute_file_hash(wanted) if wanted.is_file() else ""
        chosen = [table for table in tables if table["sha256"] == content_hash] or [
            table for table in tables if Path(table["path"]).name == wanted.name
        ]
    if len(chosen) != 1:
        files = ", ".join(table["path"] for table in tables)
        raise InputError(f"Several tables were imported; choose the one to write back (--table FILE): {files}.")
    table = chosen[0]
    return _Table(
        Path(table["path"]),
        table["sha256"],
        table["form"],
        TableLayout(**table["layout"]),
        load_mapping(json.dumps(table["mapping"]), "the mapping of the table"),
        [(_as_position(position), fingerprint, key_hash) for position, fingerprint, key_hash in table["rows"]],
    )


def _as_position(position: Any) -> Position:
    return tuple(position) if isinstance(position, list) else position


@dataclass
class _LocatedTable:
    """Of each flag column: its positions with the cells that they are about; and what the file says for yes and no."""

    cells: dict[str, dict[Position, list[Cell]]] = field(default_factory=lambda: defaultdict(dict))
    words: dict[str, dict[str, str]] = field(default_factory=dict)


def _locate_cells(
    connection: Connection, table: _Table, source: Path, form: str, is_same_file: bool, report: TableBackReport
) -> _LocatedTable:
    mapping = table.mapping
    builder = Builder(mapping)
    base = table_positions.find_record_base(source, form, mapping.read)
    has_ids = mapping.raw_mapping["key"] != field_roles.NUMBERED and mapping.repeated == repeated_rows.ITEMS
    elements: dict[Position, tuple[Element, dict[str, Any] | None]] = {}
    current_rows: list[TableRow] = []
    for element in sources.elements(source, mapping.read, ImportReport()):
        fragment = builder.fragment(element)
        position = table_positions.locate_row(element, form, base)
        columns = table_import.list_fingerprint_columns(element.value)
        key_hash = imported_tables.hash_key(fragment["key"]) if fragment and has_ids else ""
        current_rows.append(
            TableRow(position, key_hash, compute_fingerprint(element.value, columns) if columns else "")
        )
        elements[position] = (element, fragment)
    stored_rows = [
        TableRow(position, key_hash if has_ids else "", fingerprint) for position, fingerprint, key_hash in table.rows
    ]
    matches = match_rows(stored_rows, current_rows, is_same_file=is_same_file)
    key_by_position = {position: key_hash for position, _, key_hash in table.rows}
    report.warnings += _describe_matches(matches.edited, matches.missing, list(matches.ambiguous), matches.unknown)
    positions_by_key: dict[str, list[Position]] = defaultdict(list)
    for stored_position, position in matches.positions.items():
        if elements[position][1] is not None:
            positions_by_key[key_by_position[stored_position]].append(position)
    finder = _CellFinder(connection)
    located = _LocatedTable()
    blocks = {block.location: block for block in mapping.verdicts if _is_flag_block(block)}
    for block in blocks.values():
        located.words.setdefault(_name_column(block), {}).update(_reverse_map(block))
    for key_hash, positions in positions_by_key.items():
        fragments = [elements[position][1] or {} for position in positions]
        for number, (location, place_number), piece in assembly.locate_verdicts(fragments, mapping.offsets):
            if location not in blocks or (cell := finder.find(key_hash, piece)) is None:
                continue
            block, position = blocks[location], positions[number]
            target_position = _locate_value(block, elements[position][0], position, place_number, form)
            if target_position is not None:
                cells = located.cells[_name_column(block)].setdefault(target_position, [])
                if cell not in cells:
                    cells.append(cell)
    return located


def _describe_matches(
    edited: list[Position], missing: list[Position], ambiguous: list[Position], unknown: list[Position]
) -> Iterator[str]:
    for positions, singular, plural in (
        (edited, "row was edited since the import; it gets the verdicts of what was imported",
         "rows were edited since the import; they get the verdicts of what was imported"),
        (missing, "imported row is not in this file", "imported rows are not in this file"),
        (ambiguous, "imported row may be one of several rows of this file; it gets nothing",
         "imported rows may be several rows of this file; they get nothing"),
        (unknown, "row was not imported; it gets nothing", "rows were not imported; they get nothing"),
    ):  # fmt: skip
        if positions:
            examples = ", ".join(_format_position(position) for position in positions[:10])
            what = singular if len(positions) == 1 else plural
            yield f"{len(positions):,} {what} ({examples}{', …' if len(positions) > 10 else ''})."


def _format_position(position: Position) -> str:
    return str(position) if isinstance(position, int) else ".".join(map(str, position))


def _is_flag_block(block: Block) -> bool:
    """Whether a block's column holds flags, and not gold or a person's answer about another column."""
    value, kind = block.values["value"], block.values.get("kind")
    is_gold = kind is not None and kind.constant == AnnotatorKind.GOLD
    return not is_gold and len(list(value.paths())) == 1


def _name_column(block: Block) -> str:
    path = next(iter(block.values["value"].paths()))
    return field_roles.make_absolute(block.list_path.text if block.list_path else None, path.text)


def _reverse_map(block: Block) -> dict[str, str]:
    """What the file writes for yes, no and unsure."""
    words: dict[str, str] = {}
    for text, target in (block.values["value"].map or {}).items():
        if isinstance(target, str) and text != "*":
            words.setdefault(target, text)
    return words


def _locate_value(block: Block, element: Element, row: Position, number: int, form: str) -> Position | None:
    """The position at which the writer adds a text for a flag: the row, or in JSON the path of the flag's value."""
    if form not in table_positions.JSON_FORMS:
        return row
    assert isinstance(row, tuple)
    value_path = next(iter(block.values["value"].paths()))
    places: list[tuple[tuple[str | int, ...], Any]] = [((), element.value)]
    if block.list_path is not None:
        places = list(table_positions.find_values(block.list_path, element.value))
    if number >= len(places):
        return None
    place, inner = places[number]
    for value_place, _ in table_positions.find_values(value_path, inner):
        return (*row, *place, *value_place)
    return None


class _CellFinder:
    """Finds the row ids of a verdict's cell."""

    def __init__(self, connection: Connection) -> None:
        self._items = imported_tables.find_items(connection)
        self._documents = imported_tables.read_documents(connection)
        self._criteria = {(c.scheme, c.id): row for row, c in names.criteria(connection).items()}

    def find(self, key_hash: str, piece: Mapping[str, Any]) -> Cell | None:
        """The cell of a verdict; None where the project does not have it (any more)."""
        item = self._items.get(key_hash)
        document = self._documents.get((item, piece["document"])) if item is not None else None
        criterion = self._criteria.get((piece["scheme"], piece["criterion"]))
        if item is None or document is None or criterion is None:
            return None
        unit = piece["unit"]
        unit_row = (
            document.whole if unit == "whole" else UnitId(document.whole + 1 + unit) if isinstance(unit, int) else None
        )
        return None if unit_row is None else (item, unit_row, criterion, document.document)


def _build_columns(
    connection: Connection, located: _LocatedTable, report: TableBackReport
) -> tuple[list[AddedColumn], AddedSheet]:
    criteria = names.criteria(connection)
    answers: dict[Cell, dict[str, CellAnswer]] = defaultdict(dict)
    for answer in imported_tables.read_answers(connection):
        cell = (answer.item, answer.unit, answer.criterion, answer.target)
        answers[cell].setdefault(answer.reviewer, answer)
    gold = _read_gold(
        connection, {cell[0] for cells in located.cells.values() for list_ in cells.values() for cell in list_}
    )
    placed_cells: set[Cell] = set()
    texts_by_name: dict[str, dict[Position, str]] = {}
    reviewers = sorted({reviewer for by_reviewer in answers.values() for reviewer in by_reviewer})
    for column, cells_by_position in located.cells.items():
        words = located.words.get(column, {})
        head = column.rpartition("[]")[2].removeprefix(".").rpartition(".")[2] if "[]" in column else column
        for position, cells in cells_by_position.items():
            for reviewer in reviewers:
                own = [(cell, answers[cell][reviewer]) for cell in cells if reviewer in answers.get(cell, {})]
                placed_cells.update(cell for cell, _ in own)
                for part in PARTS:
                    text = _join(
                        [(criteria[cell[2]].name, _describe(answer, part, words, criteria)) for cell, answer in own]
                    )
                    if text:
                        texts_by_name.setdefault(f"{head} · {reviewer} · {part}", {})[position] = text
            gold_text = _join(
                [(criteria[cell[2]].name, words.get(gold[cell], gold[cell])) for cell in cells if cell in gold]
            )
            if gold_text:
                texts_by_name.setdefault(f"{head} · gold", {})[position] = gold_text
    heads = list(dict.fromkeys(name.rpartition(" · ")[0] for name in texts_by_name))
    order = [f"{head} · {part}" for head in heads for part in (*PARTS, "gold")]
    columns = [AddedColumn(name, texts_by_name[name]) for name in order if name in texts_by_name]
    report.columns = [column.name for column in columns]
    is_answer = {(cell, reviewer) for cell, by_reviewer in answers.items() for reviewer in by_reviewer}
    report.answer_count = sum(cell in placed_cells for cell, _ in is_answer)
    extra_answers = [
        (cell, answer)
        for cell, by_reviewer in answers.items()
        if cell not in placed_cells
        for answer in by_reviewer.values()
        if not answer.is_by_finishing
    ]
    report.extra_count = len(extra_answers)
    return columns, _build_extra(connection, extra_answers, criteria)


def _join(texts: list[tuple[str, str]]) -> str:
    """The text of a place with one cell; of several the texts with the names of their criteria, equal ones once."""
    filled = [(name, text) for name, text in texts if text]
    different = {text for _, text in filled}
    if len(different) <= 1:
        return next(iter(different), "")
    return "; ".join(f"{name}: {text}" for name, text in filled)


def _describe(answer: CellAnswer, part: str, words: Mapping[str, str], criteria: Mapping[CriterionId, Any]) -> str:
    """One column's text of an answer."""
    if part == "answer":
        if answer.action == "override":
            return "relabelled" if answer.relabelled_as is not None else "no error"
        return _ANSWERS.get(answer.action, answer.action)
    if part == "verdict":
        return "" if answer.value is None else words.get(str(answer.value), str(answer.value))
    if part == "how":
        return "by finishing" if answer.is_by_finishing else "answered"
    if part == "relabelled as":
        other = answer.relabelled_as
        return criteria[other].name if other is not None and other in criteria else ""
    if part == "note":
        return answer.note or ""
    return answer.at.removesuffix("Z") + "+00:00" if answer.at.endswith("Z") else answer.at


def _read_gold(connection: Connection, items: set[ItemId]) -> dict[Cell, str]:
    resolve = build_resolver(connection)
    return {
        (item, resolved.cell.unit, resolved.cell.criterion, resolved.cell.target): str(resolved.value)
        for item in sorted(items)
        for resolved in resolve(item)
    }


def _build_extra(
    connection: Connection, answers: list[tuple[Cell, CellAnswer]], criteria: Mapping[CriterionId, Any]
) -> AddedSheet:
    keys = read_keys(connection)
    documents: dict[int, PlacedDocument] = {
        document.document: document for document in imported_tables.read_documents(connection).values()
    }
    units = imported_tables.read_units(connection, [cell[1] for cell, _ in answers])
    rows = []
    for (item, unit, criterion, target), answer in answers:
        unit_name, text = units.get(unit, ("", ""))
        rows.append(
            [
                keys[item], documents[target].name.removeprefix("sum-"), unit_name, text, criteria[criterion].name,
                answer.reviewer, *(_describe(answer, part, {}, criteria) for part in PARTS),
            ]
        )  # fmt: skip
    return AddedSheet(NOT_IN_TABLE, _EXTRA_HEADER, rows)


def _write(project: Project, table_back: TableBack, out: Path) -> None:
    source, form, layout, report = table_back.source, table_back.form, table_back.layout, table_back.report
    columns, extra = table_back.columns, table_back.extra
    is_workbook = form in ("xlsx", "ods")
    with ExitStack() as files:
        unfinished = files.enter_context(replace_file(out, project.path, source))
        try:
            with unfinished.open("w+b") as stream:
                own_extra = extra if is_workbook and extra.rows else None
                report.warnings += write_table(source, stream, form, layout, columns, own_extra).warnings
        except UnkeepableTable as error:
            report.warnings.append(f"{error} The verdicts are in a separate table, by row.")
            sheet = _build_plain_sheet(columns)
            with unfinished.open("w+b") as stream:
                if is_workbook:
                    write_workbook(stream, [sheet, *([extra] if extra.rows else [])])
                else:
                    write_rows(stream, layout, sheet)
        report.files.append(out)
        if extra.rows and not is_workbook:
            beside = out.with_name(f"{out.stem} - {NOT_IN_TABLE.lower()}.csv")
            with files.enter_context(replace_file(beside, project.path, source)).open("w+b") as stream:
                write_rows(stream, layout, extra)
            report.files.append(beside)


def _build_plain_sheet(columns: list[AddedColumn]) -> AddedSheet:
    positions = sorted({position for column in columns for position in column.texts}, key=str)
    rows = [[_format_position(p), *(column.texts.get(p, "") for column in columns)] for p in positions]
    return AddedSheet("Verdicts", ["row", *(column.name for column in columns)], rows)


def build_frame_columns(table_back: TableBack) -> tuple[list[dict[str, Any]], dict[str, list[str]]]:
    """The rows of the file, and each column's text by row ("" for none); of several flags in a row, joined."""
    base = table_positions.find_record_base(table_back.source, table_back.form, table_back.mapping.read)
    rows: list[dict[str, Any]] = []
    number_by_position: dict[Position, int] = {}
    for element in sources.elements(table_back.source, table_back.mapping.read, ImportReport()):
        number_by_position[table_positions.locate_row(element, table_back.form, base)] = len(rows)
        rows.append(element.value if isinstance(element.value, dict) else {"value": element.value})
    texts_by_column: dict[str, list[str]] = {}
    for column in table_back.columns:
        texts: list[list[str]] = [[] for _ in rows]
        for position, text in column.texts.items():
            texts[_find_row(position, number_by_position)].append(text)
        texts_by_column[column.name] = ["; ".join(parts) for parts in texts]
    return rows, texts_by_column


def _find_row(position: Position, number_by_position: Mapping[Position, int]) -> int:
    """The number of the row that a position is in: its own, or in JSON that of the record around it."""
    while isinstance(position, tuple) and position not in number_by_position:
        position = position[:-1]
    return number_by_position[position]
