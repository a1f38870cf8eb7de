"""How much a workbook or a Parquet file would take to read: asked before a reader that would take all of it is called.

Both are packed: some hundred bytes can stand for 500 GB of cells. The readers (Rust, C++) end the process when memory
ends; so each file is walked through here first, in little memory, and refused where it stands for too much.
"""

from __future__ import annotations

import functools
import re
import zipfile
import zlib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.parsers import expat

from galley.core.errors import InputError
from galley.core.tables.csv_rows import MOST_CHARACTERS_A_FIELD
from galley.core.tables.elements import place_error

MOST_UNPACKED = 512 << 20
"""Bytes of a workbook's parts, unpacked: about a third of the memory that its reader takes."""
MOST_ROWS, MOST_COLUMNS = 1_048_576, 16_384
"""Of a sheet, as spreadsheet programs have them; the columns also of any other table."""
MOST_CELLS = 5_000_000
"""From a sheet's first corner to its last filled cell: the reader makes room for all of them."""
MOST_TEXT = 1 << 30
"""Bytes of the texts in all cells of a sheet; a text that is kept once for many cells counts for each."""
_MOST_TAGS = 4 * MOST_CELLS
"""Of a workbook, each end of an element counted: so many are gone through in ten seconds."""
_MOST_LIST = 16 << 20
OLDER = (
    "this is an older form of workbook (xls, xlsb), in which merged cells and lost formulas go unnoticed; save it as"
    " xlsx or ods."
)
_PIECE = 1 << 16
_AT = re.compile(r"([A-Z]{1,3})([0-9]{1,7})", re.I)
_HINT = "split it, or save it as CSV, which is read row by row."
_DAMAGED = (
    *(LookupError, ValueError, RuntimeError, OSError, EOFError, zipfile.BadZipFile, zlib.error),
    *(expat.ExpatError, ElementTree.ParseError),
)


def workbook(path: Path) -> None:
    """Walk through all parts of a workbook (xlsx, ods). Raises: InputError for one that is damaged or stands for too
    much, with the sheet's file where one is to blame."""
    with path.open("rb") as stream:
        if stream.read(4) == b"\xd0\xcf\x11\xe0":
            raise place_error(path, "", OLDER)
    at = path.stat()
    if problem := _workbook(path, at.st_mtime_ns, at.st_size):
        raise place_error(path, "", problem)


@functools.lru_cache(16)
def _workbook(path: Path, changed: int, size: int) -> str:  # it is asked again and again before a file comes in
    try:
        with zipfile.ZipFile(path) as archive:
            sheets = _sheets(archive)
            parts = [entry for entry in archive.infolist() if not entry.is_dir()]
            _check_unpacked_size(archive, parts)
            lengths: list[int] = []
            for part in sorted(parts, key=lambda entry: "sharedstrings" not in entry.filename.lower()):
                _part(archive, part, sheets, lengths)
    except InputError as error:
        return str(error)
    except _DAMAGED as error:
        return f"the workbook cannot be read ({' '.join(str(error).split())[:100]}); save it again as xlsx or ods."
    return ""


def _sheets(archive: zipfile.ZipFile) -> dict[str, str]:
    """The parts of an xlsx file that are sheets, with what the user calls them.

    Raises: InputError for what is no workbook, or has a sheet in a part that is not walked through.
    """
    names = archive.namelist()
    if "xl/workbook.bin" in names:
        raise InputError(OLDER)
    if "content.xml" in names:
        manifest = "META-INF/manifest.xml"
        if manifest in names and b"encryption-data" in _read_list_part(archive, manifest):
            raise InputError("the workbook is locked by a password; save it without one.")
        return {}
    if "xl/workbook.xml" not in names:
        raise InputError("it is a zip archive and no workbook; unpack it, and import the files in it.")
    links = {
        link.get("Id"): link.get("Target", "")
        for link in ElementTree.fromstring(_read_list_part(archive, "xl/_rels/workbook.xml.rels"))
    }
    names_by_part = {}
    for element in ElementTree.fromstring(_read_list_part(archive, "xl/workbook.xml")).iter():
        if element.tag.endswith("}sheet"):
            target = next((links.get(link_id, "") for name, link_id in element.items() if name.endswith("}id")), "")
            if not target.lower().endswith(".xml"):
                raise InputError("the workbook is damaged (a sheet is no XML); save it again.")
            names_by_part[target.lstrip("/") if target.startswith("/") else f"xl/{target}"] = (
                f"the sheet “{element.get('name')}”"
            )
    return names_by_part


def _read_list_part(archive: zipfile.ZipFile, name: str) -> bytes:
    with archive.open(name) as stream:
        content = stream.read(_MOST_LIST)
    if len(content) == _MOST_LIST:
        raise InputError(f"the workbook is damaged ({name} is endless); save it again.")
    return content


def _check_unpacked_size(archive: zipfile.ZipFile, parts: list[zipfile.ZipInfo]) -> None:
    """Count the bytes and tags of all parts, which takes little time. Raises: InputError where they are too many."""
    size = tags = 0
    for part in parts:
        with archive.open(part) as stream:
            while piece := stream.read(_PIECE):
                size += len(piece)
                tags += piece.count(b"<")
                if size > MOST_UNPACKED:
                    raise InputError(f"it unpacks to more than {MOST_UNPACKED >> 20} MB; {_HINT}")
                if tags > _MOST_TAGS:
                    raise InputError(f"it has more than {_MOST_TAGS:,} tags ({part.filename}); {_HINT}")


def _part(archive: zipfile.ZipFile, part: zipfile.ZipInfo, sheets: dict[str, str], lengths: list[int]) -> None:
    """Walk through a part that is XML."""
    name = part.filename.lower().replace("\\", "/")
    if not name.endswith((".xml", ".rels")):
        return
    form = _Open if name == "content.xml" else _Strings if "sharedstrings" in name else _Office
    walked: _XmlPart = form(sheets.get(part.filename, part.filename), lengths)
    quiet = 0
    with archive.open(part) as stream:
        while piece := stream.read(_PIECE):
            before = walked.tags
            walked.parser.Parse(piece, False)
            quiet = 0 if walked.tags > before else quiet + len(piece)
            if quiet > MOST_CHARACTERS_A_FIELD:
                what = f"{walked.name}{walked.place()}: a text is longer than {MOST_CHARACTERS_A_FIELD >> 20} MB"
                raise InputError(f"{what}; shorten it.")
    walked.parser.Parse(b"", True)
    walked.check()


class _XmlPart:
    """A part that expat goes through."""

    def __init__(self, name: str, lengths: list[int]) -> None:
        self.name, self.lengths, self.tags = name, lengths, 0
        self.rows = self.columns = self.cells = self.text = self.row = self.column = 0
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self.start
        self.parser.StartDoctypeDeclHandler = self._refuse

    def _refuse(self, *_: Any) -> None:
        raise InputError(f"the workbook is damaged ({self.name} declares entities); save it again.")

    def place(self) -> str:
        """The row that is walked through."""
        return f", row {self.row}" if self.row else ""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """A tag begins."""
        self.tags += 1

    def add_cells(self, times: int, row: int, column: int, length: int) -> None:
        """So many cells hold a text of this length; the last of them lies at this row and column, counted from 1."""
        self.rows, self.columns = max(self.rows, row), max(self.columns, column)
        self.cells += times
        self.text += times * length
        if self.rows > MOST_ROWS or self.columns > MOST_COLUMNS:
            raise InputError(
                f"{self.name} has a cell in row {row:,}, column {column:,}; a sheet has at most {MOST_ROWS:,}"
                f" rows and {MOST_COLUMNS:,} columns; {_HINT}"
            )
        if self.cells > MOST_CELLS or self.text > MOST_TEXT:
            self.check()

    def check(self) -> None:
        """Raises: InputError where what was walked through is too much."""
        if (count := max(self.rows * self.columns, self.cells)) > MOST_CELLS:
            raise InputError(
                f"{self.name} reaches to row {self.rows:,}, column {self.columns:,}, which is"
                f" {count:,} cells of at most {MOST_CELLS:,}; delete the distant cells, or {_HINT}"
            )
        if self.text > MOST_TEXT:
            raise InputError(f"the cells of {self.name} hold more than {MOST_TEXT >> 20} MB; {_HINT}")


class _Strings(_XmlPart):
    """The texts that an xlsx file keeps once for all its cells: their lengths."""

    def __init__(self, name: str, lengths: list[int]) -> None:
        super().__init__(name, lengths)
        self.parser.CharacterDataHandler = self._more

    def start(self, name: str, attributes: dict[str, str]) -> None:
        super().start(name, attributes)
        if name == "si" or name.endswith(":si"):
            self.lengths.append(0)

    def _more(self, text: str) -> None:
        if self.lengths:
            self.lengths[-1] += len(text)


class _Office(_XmlPart):
    """A sheet of an xlsx file (or any other part of it, in which nothing is called as in a sheet)."""

    is_shared_text = False
    string_index = ""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.tags += 1
        if ":" in name:
            name = name.rpartition(":")[2]
        if name == "c":
            self.is_shared_text = attributes.get("t") == "s"
            if at := attributes.get("r"):
                if not (match := _AT.fullmatch(at)):
                    raise InputError(f"the workbook is damaged ({self.name} has a cell {at[:20]!r}); save it again.")
                self.column, self.row = _number(match[1]), int(match[2])
            else:
                self.column += 1
        elif name == "row":
            at = attributes.get("r")
            self.row, self.column = int(at) if at and len(at) < 9 else self.row + 1, 0
            if self.row > MOST_ROWS or len(at or "") > 8:
                raise InputError(f"{self.name} has more than {MOST_ROWS:,} rows; {_HINT}")
        elif name in ("v", "is", "f"):
            self.add_cells(name != "f", self.row, self.column, 0)
            if self.is_shared_text and name == "v":
                self.string_index = ""
                self.parser.CharacterDataHandler = self._more
                self.parser.EndElementHandler = self._end

    def _more(self, text: str) -> None:
        self.string_index += text[:20]

    def _end(self, name: str) -> None:
        self.parser.CharacterDataHandler = self.parser.EndElementHandler = None
        at = int(self.string_index) if self.string_index.isdecimal() and len(self.string_index) < 10 else -1
        if 0 <= at < len(self.lengths):
            self.text += self.lengths[at]


@functools.lru_cache(20_000)
def _number(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = 26 * number + ord(letter) - 64
    return number


class _Open(_XmlPart):
    """The sheets of an ods file; cells and rows are said once with how often they repeat."""

    def __init__(self, name: str, lengths: list[int]) -> None:
        super().__init__(name, lengths)
        self.down = self.across = self.length = 0
        self.full = False
        self.parser.CharacterDataHandler = self._more
        self.parser.EndElementHandler = self._end

    def start(self, name: str, attributes: dict[str, str]) -> None:
        super().start(name, attributes)
        name = name.rpartition(":")[2]
        if name == "table":
            self.check()
            self.rows = self.columns = self.row = 0
            sheet_name = next((value for attribute, value in attributes.items() if attribute.endswith(":name")), "")
            self.name = f"the sheet “{sheet_name}”"
        elif name == "table-row":
            self.down, self.column = _repeat_count(attributes, "number-rows-repeated"), 0
        elif name in ("table-cell", "covered-table-cell"):
            self.across, self.length = _repeat_count(attributes, "number-columns-repeated"), 0
            self.full = any(attribute.endswith((":value", "-value", ":formula")) for attribute in attributes)

    def _more(self, text: str) -> None:
        self.length += len(text)

    def _end(self, name: str) -> None:
        name = name.rpartition(":")[2]
        if name in ("table-cell", "covered-table-cell"):
            self.column += self.across
            if self.full or self.length:
                self.add_cells(self.across * self.down, self.row + self.down, self.column, self.length)
        elif name == "table-row":
            self.row += self.down


def _repeat_count(attributes: dict[str, str], what: str) -> int:
    """How often a row or a cell of an ods file is there."""
    return next(
        (max(int(count_text), 1) for name, count_text in attributes.items() if name.rpartition(":")[2] == what), 1
    )
