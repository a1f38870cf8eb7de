"""Columns added to a workbook (xlsx): every other part of the archive keeps its bytes, and so does the sheet's XML
around the new cells. Cells are inline strings, so that the shared strings and the styles stay as they are."""

from __future__ import annotations

import errno
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO
from xml.sax.saxutils import quoteattr

from galley.core.errors import InputError
from galley.core.tables.added_columns import (
    AddedColumn,
    AddedSheet,
    TableLayout,
    UnkeepableTable,
    WriteReport,
    check_positions,
    locate_columns,
    refuse_missing_header,
)
from galley.core.tables.xlsx_parts import (
    DAMAGED,
    MOST_COLUMNS,
    PIECE_SIZE,
    PartCopy,
    Workbook,
    check_parts,
    copy_part,
    escape_text,
    get_column,
    get_letters,
    insert_before_end,
    make_parser,
    parse_range,
    read_part,
    read_shared_strings,
    refuse_damaged,
)

_SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"


def write_xlsx(
    path: Path,
    out: BinaryIO,
    layout: TableLayout,
    columns: Sequence[AddedColumn],
    extra: AddedSheet | None = None,
) -> WriteReport:
    """Write the workbook at ``path`` with ``columns`` at the right of ``layout.sheet`` into ``out`` (seekable).

    ``extra`` is a further sheet; without rows it only clears the one that an earlier export wrote.
    Raises: UnkeepableTable where parts cannot be kept, InputError for a damaged workbook, OSError.
    """
    report = WriteReport()
    try:
        with zipfile.ZipFile(path) as archive:
            check_parts(path, archive)
            workbook = Workbook(path, archive)
            sheet = _Sheet(path, archive, workbook.get_part(layout.sheet), layout, columns, report)
            changed: dict[str, Callable[[BinaryIO], None]] = {sheet.part: sheet.write}
            added: dict[str, Callable[[BinaryIO], None]] = {}
            if extra is not None:
                _plan_extra(workbook, sheet, extra, changed, added, report)
            with zipfile.ZipFile(out, "w") as copy:
                copy.comment = archive.comment
                for part in archive.infolist():
                    copy_part(archive, copy, part, changed.get(part.filename))
                like = archive.getinfo(sheet.part)
                for name, write in added.items():
                    entry = zipfile.ZipInfo(name, like.date_time)
                    entry.compress_type, entry.external_attr = like.compress_type, like.external_attr
                    with copy.open(entry, "w") as target:
                        write(target)  # type: ignore[arg-type]
    except InputError:
        raise
    except OSError as error:
        if error.errno not in (None, errno.EINVAL):  # else a damaged archive names a place that is not in the file
            raise
        raise refuse_damaged(path, error) from None
    except DAMAGED as error:
        raise refuse_damaged(path, error) from None
    return report


class _Sheet:
    """The sheet that gets the columns: what stands there, and how it is written."""

    def __init__(
        self,
        path: Path,
        archive: zipfile.ZipFile,
        part: str,
        layout: TableLayout,
        columns: Sequence[AddedColumn],
        report: WriteReport,
    ) -> None:
        if layout.header_row is None:
            raise refuse_missing_header(path)
        self.path, self.archive, self.part, self.report = path, archive, part, report
        self.name, self.header_row, self.columns = layout.sheet, layout.header_row, columns
        self.root, self.root_attributes, self.encoding = "", dict[str, str](), "utf-8"
        self.header: dict[int, tuple[str, str]] = {}
        self.header_style = ""
        self.last_column = self.last_row = 0
        self._scan()
        names = _read_header(path, archive, self.header)
        if not names:
            where = f"{path}, sheet “{self.name}”, row {self.header_row}"
            raise InputError(f"{where}: there is no header; choose the file that was imported.")
        order = sorted(names)
        replaced = locate_columns(path, [names[column] for column in order], columns, report)
        self.places = {order[index]: column for index, column in replaced.items()}
        self.first_added = self.last_column + 1
        added = [column for column in columns if column.name in report.added]
        self.places |= dict(enumerate(added, self.first_added))
        self.last_added = self.last_column + len(added)
        if self.last_added > MOST_COLUMNS:
            raise UnkeepableTable(f"{path}: the sheet “{self.name}” has no room for {len(added)} columns at its right.")

    def _scan(self) -> None:
        """Find the header's cells and the last column that holds anything from the header on."""
        parser = make_parser(self.path)
        numbers: dict[str, int] = {}
        prefix = ""
        row = column = 0
        texts: list[str] = []
        kind = style = ""
        in_data = phonetic = False

        def start(name: str, attributes: dict[str, str]) -> None:
            nonlocal prefix, row, column, kind, style, in_data, phonetic
            if not self.root:
                self.root, self.root_attributes = name, attributes
                prefix = name[: -len("worksheet")]
                if name.rpartition(":")[2] != "worksheet":
                    raise InputError(f"{self.path}: “{self.name}” is not a sheet of cells; choose another sheet.")
            local = name[len(prefix) :]
            if not in_data:
                if local == "sheetData":
                    in_data = True
                elif local == "mergeCell":
                    _, _, _, bottom, right = parse_range(attributes.get("ref", ""))
                    if bottom >= self.header_row:
                        self.last_column = max(self.last_column, right)
            elif local == "c":
                place = attributes.get("r")
                column = get_column(place, numbers) if place else column + 1
                if row == self.header_row:
                    kind, style = attributes.get("t", "n"), attributes.get("s", "")
                    texts.clear()
            elif local in ("v", "f", "is") and row > self.header_row:
                self.last_column = max(self.last_column, column)
            elif row == self.header_row and local in ("v", "t") and not phonetic:
                parser.CharacterDataHandler = texts.append
            elif local == "rPh":
                phonetic = True
            elif local == "row":
                row, column = int(attributes.get("r") or row + 1), 0
                self.last_row = max(self.last_row, row)

        def end(name: str) -> None:
            nonlocal in_data, phonetic
            local = name[len(prefix) :]
            if local == "sheetData":
                in_data = False
            elif in_data and row == self.header_row:
                if local in ("v", "t"):
                    parser.CharacterDataHandler = None
                elif local == "rPh":
                    phonetic = False
                elif local == "c" and texts:
                    self.header[column] = (kind, "".join(texts))
                    self.header_style = style
                    self.last_column = max(self.last_column, column)

        def declare(_: str, encoding: str | None, __: int) -> None:
            self.encoding = (encoding or "utf-8").lower()

        parser.StartElementHandler, parser.EndElementHandler, parser.XmlDeclHandler = start, end, declare
        with self.archive.open(self.part) as stream:
            head = stream.read(4)
            if head[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in head:
                raise UnkeepableTable(f"{self.path}: the sheet is in UTF-16, in which Galley does not write.")
            parser.Parse(head, False)
            while piece := stream.read(PIECE_SIZE):
                parser.Parse(piece, False)
        parser.Parse(b"", True)

    def _encode(self, text: str) -> bytes:
        return text.encode("utf-8" if self.encoding == "utf-8" else "ascii", "xmlcharrefreplace")

    def _build_cell(self, prefix: str, row: int, column: int, style: str, text: str) -> bytes:
        place = f"{get_letters(column)}{row}"
        tag = f'<{prefix}c r="{place}"' + (f" s={quoteattr(style)}" if style else "")
        if not text:
            return self._encode(f"{tag}/>") if style else b""
        escaped = escape_text(text, self.report, f"sheet “{self.name}”, cell {place}")
        start = f'{tag} t="inlineStr"><{prefix}is><{prefix}t xml:space="preserve">'
        return self._encode(f"{start}{escaped}</{prefix}t></{prefix}is></{prefix}c>")

    def write(self, target: BinaryIO) -> None:
        """Write the sheet's XML with the columns. Raises: InputError where a row has gone."""
        with self.archive.open(self.part) as source:
            _SheetCopy(self, source, target).run()


class _SheetCopy(PartCopy):
    """The sheet's XML on its way into the new archive."""

    def __init__(self, sheet: _Sheet, source: Any, target: BinaryIO) -> None:
        super().__init__(sheet.path, source, target)
        self.sheet = sheet
        self.prefix = sheet.root[: -len("worksheet")]
        self.value_name, self.cell_name = f"{self.prefix}v", f"{self.prefix}c"
        self.rows = {row for column in sheet.columns for row in column.texts}
        self.positions = set[int]()
        self.in_data = False
        self.row = self.column = 0
        self.row_tag = b""
        self.row_start = -1
        """Where an empty row's tag begins, else -1."""
        self.pending: list[tuple[int, str]] = []
        """Cells of this row to write, by column, the last first."""
        self.replacing = -1
        """Where the cell begins that is replaced, else -1."""
        self.style = self.replaced_style = ""
        self.numbers: dict[str, int] = {}
        self.parser.StartElementHandler, self.parser.EndElementHandler = self._start, self._end

    def run(self) -> None:
        super().run()
        check_positions(self.sheet.path, self.sheet.columns, self.positions, f"sheet “{self.sheet.name}”, row")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if name == self.value_name:
            return
        local = name[len(self.prefix) :]
        if not self.in_data:
            offset = self.parser.CurrentByteIndex
            self.copy_until(offset)
            if local == "sheetData":
                self.in_data = True
            elif local == "dimension":
                self._write_dimension(offset, attributes)
            elif local == "col" and attributes.get("hidden") in ("1", "true", "on"):
                self._write_hidden_column(offset, attributes)
        elif local == "c":
            place = attributes.get("r")
            self.column = get_column(place, self.numbers) if place else self.column + 1
            if self.pending:
                self._start_cell(attributes)
        elif local == "row":
            self.row, self.column = int(attributes.get("r") or self.row + 1), 0
            offset = self.parser.CurrentByteIndex
            self.copy_until(offset)
            self._start_row(offset)
        elif local == "f" and self.replacing >= 0:
            where = f"{self.sheet.path}: sheet “{self.sheet.name}”, cell {get_letters(self.column)}{self.row}"
            raise UnkeepableTable(f"{where} holds a formula in a column of Galley's; rename that column.")

    def _start_row(self, offset: int) -> None:
        sheet = self.sheet
        self.pending, self.style, self.row_start = [], "", -1
        if self.row == sheet.header_row:
            self.pending = [
                (index, column.name) for index, column in sheet.places.items() if index >= sheet.first_added
            ]
            self.style = sheet.header_style
        elif self.row in self.rows:
            self.positions.add(self.row)
            self.pending = [(index, column.texts.get(self.row, "")) for index, column in sheet.places.items()]
        if not self.pending:
            return
        self.pending.sort(reverse=True)
        tag = self.get_tag(offset)
        wider = tag
        if sheet.last_added >= sheet.first_added:
            wider = re.sub(
                rb"(\sspans\s*=\s*[\"'])(\d+):(\d+)",
                lambda match: b"%s%s:%d" % (match[1], match[2], max(int(match[3]), sheet.last_added)),
                tag,
            )
        if tag.endswith(b"/>"):
            self.row_start = offset
            wider = wider[:-2] + b">"
        self.write(wider)
        self.skip_until(offset + len(tag))

    def _start_cell(self, attributes: dict[str, str]) -> None:
        next_column = self.pending[-1][0]
        if next_column < self.column:
            self._write_pending(self.column, self.parser.CurrentByteIndex)
            next_column = self.pending[-1][0] if self.pending else 0
        if next_column == self.column:
            offset = self.parser.CurrentByteIndex
            self.copy_until(offset)
            self.replacing = offset
            self.replaced_style = attributes.get("s", "")
        elif self.row != self.sheet.header_row and self.column < self.sheet.first_added:
            self.style = attributes.get("s", "")

    def _write_pending(self, before: int, offset: int) -> None:
        """Write the cells of columns before ``before`` at a byte offset."""
        while self.pending and self.pending[-1][0] < before:
            column, text = self.pending.pop()
            self.copy_until(offset)
            if text:
                self.write(self.sheet._build_cell(self.prefix, self.row, column, self.style, text))

    def _end(self, name: str) -> None:
        if name == self.value_name or not self.in_data or (name == self.cell_name and self.replacing < 0):
            return
        local = name[len(self.prefix) :]
        if local == "c":
            tag = self.get_tag(self.replacing)
            end = self.replacing + len(tag)
            if not tag.endswith(b"/>"):
                end = self.parser.CurrentByteIndex
                end += len(self.get_tag(end))
            column, text = self.pending.pop()
            style = self.replaced_style or (self.style if column >= self.sheet.first_added else "")
            self.write(self.sheet._build_cell(self.prefix, self.row, column, style, text))
            self.skip_until(end)
            self.replacing = -1
        elif local == "row":
            if self.pending:
                self._write_pending(MOST_COLUMNS + 1, self.parser.CurrentByteIndex)
            if self.row_start >= 0:
                self.write(f"</{name}>".encode())
                self.row_start = -1
        elif local == "sheetData":
            self.in_data = False

    def _write_dimension(self, offset: int, attributes: dict[str, str]) -> None:
        is_range, top, left, bottom, right = parse_range(attributes.get("ref", ""))
        sheet = self.sheet
        if not is_range or sheet.last_added < sheet.first_added:
            return
        first = f"{get_letters(left)}{min(top, sheet.header_row)}"
        last = f"{get_letters(max(right, sheet.last_added))}{max(bottom, sheet.last_row)}"
        tag = self.get_tag(offset)
        self.write(
            re.sub(
                rb"(\sref\s*=\s*[\"'])[^\"']*",
                lambda match: match[1] + f"{first}:{last}".encode(),
                tag,
                count=1,
            )
        )
        self.skip_until(offset + len(tag))

    def _write_hidden_column(self, offset: int, attributes: dict[str, str]) -> None:
        """Show the added columns where the sheet hides everything at its right."""
        least, most = int(attributes.get("min", "1")), int(attributes.get("max", "1"))
        first, last = max(least, self.sheet.first_added), min(most, self.sheet.last_added)
        tag = self.get_tag(offset)
        if first > last or not tag.endswith(b"/>"):
            return
        visible_tag = re.sub(rb"\s(?:hidden|collapsed)\s*=\s*(?:\"[^\"]*\"|'[^']*')", b"", tag)
        if attributes.get("width") in ("0", "0.0"):
            visible_tag = re.sub(rb"\s(?:width|customWidth)\s*=\s*(?:\"[^\"]*\"|'[^']*')", b"", visible_tag)
        for raw, begin, end in ((tag, least, first - 1), (visible_tag, first, last), (tag, last + 1, most)):
            if begin <= end:
                raw = re.sub(rb"(\smin\s*=\s*[\"'])\d+", rb"\g<1>%d" % begin, raw)
                self.write(re.sub(rb"(\smax\s*=\s*[\"'])\d+", rb"\g<1>%d" % end, raw))
        self.skip_until(offset + len(tag))


def _read_header(path: Path, archive: zipfile.ZipFile, cells: Mapping[int, tuple[str, str]]) -> dict[int, str]:
    """The texts of the header's cells by column, the shared ones looked up; without cells that hold nothing."""
    shared = {int(text) for kind, text in cells.values() if kind == "s" and text.isdigit()}
    texts = read_shared_strings(path, archive, shared) if shared else {}
    names = {}
    for column, (kind, text) in cells.items():
        name = texts.get(int(text), "") if kind == "s" and text.isdigit() else text
        if name:
            names[column] = re.sub("_x([0-9A-Fa-f]{4})_", lambda match: chr(int(match[1], 16)), name)
    return names


def _plan_extra(
    workbook: Workbook,
    sheet: _Sheet,
    extra: AddedSheet,
    changed: dict[str, Callable[[BinaryIO], None]],
    added: dict[str, Callable[[BinaryIO], None]],
    report: WriteReport,
) -> None:
    """Plan the second sheet: in the place of the one that an earlier export wrote, else as a new part."""
    prefix, path = sheet.root[: -len("worksheet")], workbook.path
    namespace = sheet.root_attributes.get(f"xmlns:{prefix[:-1]}" if prefix else "xmlns", "")

    def write(target: BinaryIO) -> None:
        for piece in _build_sheet(namespace, extra, report):
            target.write(piece)

    parts = {name.lower() for name in workbook.archive.namelist()}
    name, number = extra.name, 1
    while earlier := next((sheet_name for sheet_name in workbook.sheets if sheet_name.lower() == name.lower()), None):
        part = workbook.get_part(earlier)
        if part != sheet.part and _is_plain_sheet(path, workbook.archive, part):
            changed[part] = write
            return
        number += 1
        name = f"{extra.name} {number}"
    if not extra.rows:
        return
    folder = sheet.part.rpartition("/")[0]
    count = 1
    while f"{folder}/sheet{count}.xml".lower() in parts:
        count += 1
    part = f"{folder}/sheet{count}.xml"
    relation = workbook.sheets[sheet.name]
    target_folder = relation["Target"].rpartition("/")[0]
    target = f"{target_folder}/sheet{count}.xml" if target_folder else f"sheet{count}.xml"
    count = 1
    while f"rId{count}" in workbook.relation_ids:
        count += 1
    relation_id = f"rId{count}"
    sheet_id = max(workbook.sheet_ids, default=0) + 1
    contents = {
        workbook.PART: insert_before_end(
            path,
            workbook.content,
            "sheets",
            lambda prefix: (
                f'<{prefix}sheet name={quoteattr(name)} sheetId="{sheet_id}"'
                f' {workbook.relation_attribute}="{relation_id}"/>'
            ),
        ),
        workbook.RELATIONS: insert_before_end(
            path,
            workbook.relations,
            "Relationships",
            lambda prefix: (
                f'<{prefix}Relationship Id="{relation_id}" Type={quoteattr(relation.get("Type", ""))}'
                f" Target={quoteattr(target)}/>"
            ),
        ),
        workbook.TYPES: insert_before_end(
            path,
            read_part(path, workbook.archive, workbook.TYPES),
            "Types",
            lambda prefix: f'<{prefix}Override PartName={quoteattr("/" + part)} ContentType="{_SHEET_TYPE}"/>',
        ),
    }
    for changed_part, content in contents.items():
        changed[changed_part] = lambda stream, content=content: stream.write(content)  # type: ignore[misc]
    added[part] = write


def _is_plain_sheet(path: Path, archive: zipfile.ZipFile, part: str) -> bool:
    """Whether a sheet has no formulas and no parts of its own, so that it may be written over."""
    folder, _, name = part.rpartition("/")
    if f"{folder}/_rels/{name}.rels" in archive.namelist():
        return False
    parser = make_parser(path)
    is_plain = True

    def start(name: str, _: dict[str, str]) -> None:
        nonlocal is_plain
        is_plain = is_plain and name.rpartition(":")[2] != "f"

    parser.StartElementHandler = start
    with archive.open(part) as stream:
        while is_plain and (piece := stream.read(PIECE_SIZE)):
            parser.Parse(piece, False)
    return is_plain


def _build_sheet(namespace: str, extra: AddedSheet, report: WriteReport) -> Iterator[bytes]:
    yield b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    yield f"<worksheet xmlns={quoteattr(namespace)}><sheetData>".encode()
    for row, texts in enumerate([extra.header, *extra.rows], 1):
        cells = []
        for column, text in enumerate(texts, 1):
            if text:
                place = f"{get_letters(column)}{row}"
                escaped = escape_text(text, report, f"sheet “{extra.name}”, cell {place}")
                start = f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">'
                cells.append(f"{start}{escaped}</t></is></c>")
        yield f'<row r="{row}">{"".join(cells)}</row>'.encode()
    yield b"</sheetData></worksheet>"
