"""Writes the small files whose readers want bytes: one table as CSV, UTF-16, xlsx, ods, Parquet, JSON and JSON Lines.

    python tests/intake/make.py

All are committed; the other files in this folder are written by hand. ``tests/core/test_intake_round.py`` reads them.
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
ROWS = [
    {"set": "town", "no": 1, "text": "The old mill was built in 1860. It is a library now.",
     "out_bart": "The mill is from 1680.", "out_t5": "The mill is a library.", "wrong_bart": 1, "wrong_t5": 0},
    {"set": "town", "no": 2, "text": "Über den Fluß fährt eine Fähre; sie heißt „Möwe“ 😀.",
     "out_bart": "Die Fähre heißt „Möwe“.", "out_t5": "Die Fähre heißt „Löwe“.", "wrong_bart": 0, "wrong_t5": 1},
    {"set": "coast", "no": 2, "text": "Two boats, both red, left at noon.",
     "out_bart": "Two boats left.", "out_t5": "Two red boats left\nat noon.", "wrong_bart": 0, "wrong_t5": 0},
]  # fmt: skip
_NAMES = " ".join(f'xmlns:{n}="urn:oasis:names:tc:opendocument:xmlns:{n}:1.0"' for n in ("office", "table", "text"))


def delimited(divider: str) -> str:
    """The table as text."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=divider, lineterminator="\n")
    writer.writerows([[*ROWS[0]], *([*row.values()] for row in ROWS)])
    return stream.getvalue()


def opendocument(path: Path) -> None:
    """The table as a sheet of an ods file."""

    def cell(value: object) -> str:
        if isinstance(value, int):
            return f'<table:table-cell office:value-type="float" office:value="{value}"><text:p>{value}</text:p></table:table-cell>'  # noqa: E501
        lines = "".join(f"<text:p>{line}</text:p>" for line in str(value).split("\n"))
        return f'<table:table-cell office:value-type="string">{lines}</table:table-cell>'

    rows = "".join(
        f"<table:table-row>{''.join(map(cell, row))}</table:table-row>"
        for row in [[*ROWS[0]], *([*row.values()] for row in ROWS)]
    )
    manifest = '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" m:version="1.2"/>'
    body = f'<office:spreadsheet><table:table table:name="Data">{rows}</table:table></office:spreadsheet>'
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", manifest)
        archive.writestr(
            "content.xml",
            f'<office:document-content {_NAMES} office:version="1.2"><office:body>{body}</office:body>'
            "</office:document-content>",
        )


def main() -> None:
    """Write them all."""
    import pyarrow
    import xlsxwriter
    from pyarrow import parquet

    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in ROWS)
    (HERE / "table.jsonl").write_text(lines, encoding="utf-8", newline="\n")
    whole = json.dumps({"version": 1, "data": ROWS}, ensure_ascii=True, indent=1)
    (HERE / "table.json").write_text(whole + "\n", encoding="utf-8", newline="\n")
    (HERE / "table.csv").write_text(delimited(";"), encoding="utf-8-sig", newline="\n")
    (HERE / "table-utf16.tsv").write_text(delimited("\t"), encoding="utf-16", newline="\n")
    parquet.write_table(pyarrow.Table.from_pylist(ROWS), HERE / "table.parquet")
    opendocument(HERE / "table.ods")
    with xlsxwriter.Workbook(str(HERE / "table.xlsx")) as book:
        sheet = book.add_worksheet("Data")
        for at, row in enumerate([[*ROWS[0]], *([*row.values()] for row in ROWS)]):
            sheet.write_row(at, 0, row)


if __name__ == "__main__":
    main()
