"""The parts of a workbook (xlsx): its list of sheets and their relations, shared strings, and XML that is copied while
it is parsed, so that untouched bytes stay as they are."""

from __future__ import annotations

import functools
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO
from xml.parsers import expat

from galley.core.errors import InputError
from galley.core.tables.added_columns import UnkeepableTable, WriteReport

MOST_COLUMNS = 16_384
MOST_CELL_TEXT = 32_767
"""UTF-16 units of a cell's text: spreadsheet programs call a file with longer ones damaged."""
DAMAGED = (zipfile.BadZipFile, zlib.error, expat.ExpatError, RuntimeError, EOFError, LookupError, ValueError)
PIECE_SIZE = 1 << 16
_MOST_PART = 16 << 20
"""Bytes of a part that is read whole: the workbook's list of sheets, its relations, the content types."""
_TAG = re.compile(rb"<(?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+>")
_ESCAPED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
_ILLEGAL = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_SPECIAL = re.compile("[&<>_\x00-\x08\x0b-\x1f\ufffe\uffff\ud800-\udfff]")


def refuse_damaged(path: Path, error: Exception) -> InputError:
    """The error for an archive or XML that cannot be read."""
    reason = " ".join(str(error).split())[:100]
    return InputError(f"{path}: the workbook cannot be read ({reason}); save it again as xlsx.")


def check_parts(path: Path, archive: zipfile.ZipFile) -> None:
    """Raises: UnkeepableTable for macros and signatures, InputError for what is not an xlsx workbook."""
    names = [part.filename for part in archive.infolist()]
    lowered = [name.lower() for name in names]
    if "xl/workbook.xml" not in names:
        raise InputError(f"{path} is not an xlsx workbook; save it as xlsx.")
    if len(set(lowered)) < len(lowered) or any(part.flag_bits & 1 for part in archive.infolist()):
        raise InputError(f"{path}: the workbook is damaged (a part stands twice, or is locked); save it again.")
    for name in lowered:
        if name.rsplit("/", 1)[-1].startswith("vbaproject"):
            raise UnkeepableTable(f"{path} has macros, which Galley does not write.")
        if name.startswith("_xmlsignatures/"):
            raise UnkeepableTable(f"{path} is signed, and a changed workbook would break its signature.")


def escape_text(text: str, report: WriteReport, place: str) -> str:
    """A cell's text for XML: characters that XML forbids as ``_xHHHH_``, as spreadsheet programs write them. What
    is cut or replaced is warned of, with its place."""
    if len(text) <= MOST_CELL_TEXT // 2 and not _SPECIAL.search(text):
        return text
    if _SURROGATE.search(text):
        text = _SURROGATE.sub("\ufffd", text)
        report.warnings.append(f"{place}: half a character (a lone surrogate) is written as \ufffd.")
    if len(text) > MOST_CELL_TEXT // 2 and len(text.encode("utf-16-le")) > 2 * MOST_CELL_TEXT:
        text = text.encode("utf-16-le")[: 2 * MOST_CELL_TEXT].decode("utf-16-le", "ignore")
        report.warnings.append(f"{place}: the text is cut after {MOST_CELL_TEXT:,} characters, the most of a cell.")
    text = _ESCAPED.sub("_x005F_", text)
    text = _ILLEGAL.sub(lambda match: f"_x{ord(match[0]):04X}_", text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


@functools.lru_cache(MOST_COLUMNS)
def get_letters(column: int) -> str:
    """The letters of a column, counted from 1."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def copy_part(
    archive: zipfile.ZipFile, copy: zipfile.ZipFile, part: zipfile.ZipInfo, write: Callable[[BinaryIO], None] | None
) -> None:
    """Copy a part with its date, compression and attributes; ``write``, where it is given, writes its content."""
    entry = zipfile.ZipInfo(part.filename, part.date_time)
    for name in ("compress_type", "comment", "create_system", "external_attr", "internal_attr"):
        setattr(entry, name, getattr(part, name))
    if part.is_dir():
        copy.writestr(entry, b"")
        return
    if write is None:
        entry.file_size = part.file_size
    with copy.open(entry, "w") as target:
        if write is not None:
            write(target)  # type: ignore[arg-type]
            return
        with archive.open(part) as source:
            while piece := source.read(PIECE_SIZE):
                target.write(piece)


def read_part(path: Path, archive: zipfile.ZipFile, name: str) -> bytes:
    """The content of a small part. Raises: InputError for one that is missing or endless."""
    try:
        with archive.open(name) as stream:
            content = stream.read(_MOST_PART)
    except KeyError:
        raise InputError(f"{path}: the workbook is damaged ({name} is missing); save it again.") from None
    if len(content) == _MOST_PART:
        raise InputError(f"{path}: the workbook is damaged ({name} is endless); save it again.")
    return content


def make_parser(path: Path) -> Any:
    """An XML parser that refuses entities, which no workbook needs."""
    parser = expat.ParserCreate()

    def refuse_doctype(*_: Any) -> None:
        raise InputError(f"{path}: the workbook declares entities, which Galley refuses; save it again.")

    parser.StartDoctypeDeclHandler = refuse_doctype
    return parser


def parse_elements(path: Path, content: bytes) -> Iterator[tuple[str, str, dict[str, str], int]]:
    """Start and end of each element of a small part: "start" or "end", its name, attributes and byte offset."""
    parser = make_parser(path)
    events: list[tuple[str, str, dict[str, str], int]] = []
    parser.StartElementHandler = lambda name, attributes: events.append(
        ("start", name, attributes, parser.CurrentByteIndex)
    )
    parser.EndElementHandler = lambda name: events.append(("end", name, {}, parser.CurrentByteIndex))
    parser.Parse(content, True)
    return iter(events)


def insert_before_end(path: Path, content: bytes, element: str, build: Callable[[str], str]) -> bytes:
    """``content`` with an element as the last child of ``element``; ``build`` gets the namespace's prefix."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise UnkeepableTable(f"{path}: a part of the workbook is in UTF-16, in which Galley does not write.")
    for kind, name, _, offset in parse_elements(path, content):
        prefix, _, local = name.rpartition(":")
        if kind == "end" and local == element and content[offset : offset + 2] == b"</":
            addition = build(f"{prefix}:" if prefix else "")
            return content[:offset] + addition.encode("ascii", "xmlcharrefreplace") + content[offset:]
    raise InputError(f"{path}: the workbook is damaged (no list of {element}); save it again.")


class Workbook:
    """The sheets of a workbook: names, parts and relations."""

    PART, RELATIONS, TYPES = "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "[Content_Types].xml"

    def __init__(self, path: Path, archive: zipfile.ZipFile) -> None:
        self.path, self.archive = path, archive
        self.content = read_part(path, archive, self.PART)
        self.relations = read_part(path, archive, self.RELATIONS)
        targets: dict[str, dict[str, str]] = {}
        for kind, name, attributes, _ in parse_elements(path, self.relations):
            if kind == "start" and name.rpartition(":")[2] == "Relationship":
                targets[attributes.get("Id", "")] = attributes
        self.relation_ids = set(targets)
        self.sheet_ids: list[int] = []
        self.sheets: dict[str, dict[str, str]] = {}
        self.relation_attribute = "r:id"
        for kind, name, attributes, _ in parse_elements(path, self.content):
            if kind != "start" or name.rpartition(":")[2] != "sheet":
                continue
            for attribute, content in attributes.items():
                if attribute.endswith(":id"):
                    self.relation_attribute = attribute
                    self.sheets[attributes.get("name", "")] = targets.get(content, {})
            if attributes.get("sheetId", "").isdigit():
                self.sheet_ids.append(int(attributes["sheetId"]))

    def get_part(self, sheet: str) -> str:
        """The name of the part in which a sheet lies. Raises: InputError."""
        if sheet not in self.sheets:
            raise InputError(f"{self.path}: there is no sheet “{sheet}”; the file has: {', '.join(self.sheets)}.")
        target = self.sheets[sheet].get("Target", "")
        part = target.lstrip("/") if target.startswith("/") else f"xl/{target}"
        if part not in self.archive.namelist() or not part.lower().endswith(".xml"):
            raise InputError(f"{self.path}: the workbook is damaged (sheet “{sheet}” is missing); save it again.")
        return part


class PartCopy:
    """A part that is copied while it is parsed: the bytes between two edits go through as they are."""

    def __init__(self, path: Path, source: Any, target: BinaryIO) -> None:
        self.source, self.target = source, target
        self.parser = make_parser(path)
        self.bytes, self.base, self.output = bytearray(), 0, bytearray()

    def run(self) -> None:
        """Parse and copy everything."""
        while piece := self.source.read(PIECE_SIZE):
            self.bytes += piece
            self.parser.Parse(piece, False)
        self.parser.Parse(b"", True)
        self.target.write(self.output + self.bytes)

    def write(self, content: bytes | bytearray) -> None:
        """Write new bytes; they are collected, for a cell has only some."""
        self.output += content
        if len(self.output) > PIECE_SIZE:
            self.target.write(self.output)
            self.output = bytearray()

    def copy_until(self, offset: int) -> None:
        """Copy everything before a byte offset of the part."""
        size = offset - self.base
        if size > 0:
            self.write(self.bytes[:size])
            self.skip_until(offset)

    def skip_until(self, offset: int) -> None:
        """Leave out everything before a byte offset of the part."""
        size = offset - self.base
        if size > 0:
            del self.bytes[:size]
            self.base = offset

    def get_tag(self, offset: int) -> bytes:
        """The tag that begins at a byte offset, which must not be copied yet."""
        match = _TAG.match(self.bytes, offset - self.base)
        if match is None:
            raise expat.ExpatError("a tag has no end")
        return match[0]


def get_column(place: str, numbers: dict[str, int]) -> int:
    """The number of a cell's column, from 1; ``numbers`` remembers the letters."""
    letters = place.rstrip("0123456789")
    number = numbers.get(letters)
    if number is None:
        number = 0
        for letter in letters.upper().replace("$", ""):
            number = number * 26 + ord(letter) - 64
        if not 0 < number <= MOST_COLUMNS:
            raise expat.ExpatError(f"cell {place[:20]} lies outside of a sheet")
        numbers[letters] = number
    return number


def parse_range(text: str) -> tuple[bool, int, int, int, int]:
    """Whether a text is a range of cells; its top row, left column, bottom row and right column, from 1."""
    match = re.fullmatch(r"\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?", text, re.I)
    if not match:
        return False, 0, 0, 0, 0
    left, top = get_column(match[1], {}), int(match[2])
    return True, top, left, int(match[4] or top), get_column(match[3] or match[1], {})


class _EnoughRead(Exception):
    """The shared strings that are asked for have been read."""


def read_shared_strings(path: Path, archive: zipfile.ZipFile, indices: set[int]) -> dict[int, str]:
    """The texts of the shared strings with these indices. Raises: InputError."""
    part = next((name for name in archive.namelist() if name.lower() == "xl/sharedstrings.xml"), None)
    if part is None:
        raise InputError(f"{path}: the workbook is damaged (its shared strings are missing); save it again.")
    parser = make_parser(path)
    texts: dict[int, str] = {}
    index, pieces, last = -1, list[str](), max(indices)

    def start(name: str, _: dict[str, str]) -> None:
        nonlocal index
        local = name.rpartition(":")[2]
        if local == "si":
            index += 1
            pieces.clear()
        elif local == "t" and index in indices:
            parser.CharacterDataHandler = pieces.append
        elif local == "rPh":
            parser.StartElementHandler = None

    def end(name: str) -> None:
        local = name.rpartition(":")[2]
        if local == "t":
            parser.CharacterDataHandler = None
        elif local == "rPh":
            parser.StartElementHandler = start
        elif local == "si" and index in indices:
            texts[index] = "".join(pieces)
            if index == last:
                raise _EnoughRead

    parser.StartElementHandler, parser.EndElementHandler = start, end
    try:
        with archive.open(part) as stream:
            while piece := stream.read(PIECE_SIZE):
                parser.Parse(piece, False)
        parser.Parse(b"", True)
    except _EnoughRead:
        pass
    return texts
