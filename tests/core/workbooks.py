"""Reading a workbook back without a spreadsheet program: what XML says is what counts; and writing an ods file."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree
from xml.sax.saxutils import escape

_NS = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


class Cell(NamedTuple):
    """``kind`` is "s" for text, "n" for a number, "f" for a formula."""

    kind: str
    value: str
    style: int


def sheets(path: Path) -> list[list[dict[str, Cell]]]:
    """Each sheet's rows, each row by the letters of its columns."""
    with zipfile.ZipFile(path) as packed:
        assert packed.testzip() is None
        names = [name for name in packed.namelist() if name.startswith("xl/worksheets/sheet")]
        names.sort(key=lambda name: int(re.sub(r"\D", "", name)))
        return [_rows(packed.read(name)) for name in names]


def table(path: Path, sheet: int = 1) -> list[dict[str, str]]:
    """A sheet's rows by the names in its first row; cells that are not there are ""."""
    head, *rows = sheets(path)[sheet]
    return [{cell.value: row[at].value if at in row else "" for at, cell in head.items()} for row in rows]


def quoted(path: Path) -> set[int]:
    """The styles that mark a cell as text."""
    with zipfile.ZipFile(path) as packed:
        styles = ElementTree.fromstring(packed.read("xl/styles.xml")).find(f"{_NS}cellXfs")
    assert styles is not None
    return {at for at, style in enumerate(styles) if style.get("quotePrefix") == "1"}


def write_open(path: Path, sheets: str, styles: str = "") -> None:
    """An ods file: the XML of its tables and of their styles."""
    names = ("office", "table", "text", "style")
    spaces = " ".join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in names)
    manifest = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", f'<m:manifest xmlns:m="{manifest}" m:version="1.2"/>')
        archive.writestr(
            "content.xml",
            f'<office:document-content {spaces} office:version="1.2"><office:automatic-styles>{styles}'
            f"</office:automatic-styles><office:body><office:spreadsheet>{sheets}</office:spreadsheet></office:body>"
            "</office:document-content>",
        )


def open_row(cells: list[str], attributes: str = "", cell_attributes: dict[int, str] | None = None) -> str:
    """A row of texts for `write_open`; an empty one is what a merged cell covers."""
    parts = [
        f'<table:table-cell office:value-type="string" {(cell_attributes or {}).get(number, "")}>'
        f"<text:p>{escape(text)}</text:p></table:table-cell>"
        if text
        else "<table:covered-table-cell/>"
        for number, text in enumerate(cells)
    ]
    return f"<table:table-row {attributes}>{''.join(parts)}</table:table-row>"


def _rows(xml: bytes) -> list[dict[str, Cell]]:
    found = []
    for row in ElementTree.fromstring(xml).iter(f"{_NS}row"):
        cells = {}
        for cell in row.iter(f"{_NS}c"):
            style = int(cell.get("s", "0"))
            at = re.sub(r"\d", "", cell.get("r", ""))
            if cell.find(f"{_NS}f") is not None:
                cells[at] = Cell("f", cell.findtext(f"{_NS}f") or "", style)
            elif cell.get("t") == "inlineStr":
                inline = cell.find(f"{_NS}is")
                assert inline is not None and [part.tag for part in inline] == [f"{_NS}t"], "text and no markup"
                cells[at] = Cell("s", _unescaped(inline.findtext(f"{_NS}t") or ""), style)
            else:
                cells[at] = Cell("n", cell.findtext(f"{_NS}v") or "", style)
        found.append(cells)
    return found


def _unescaped(text: str) -> str:
    return re.sub(r"_x([0-9A-F]{4})_", lambda found: chr(int(found[1], 16)), text)
