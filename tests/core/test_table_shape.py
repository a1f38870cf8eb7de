"""How a table lies in its file: heads, totals, merged cells, hidden rows and sheets, and what is read of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from galley.core.cli import main
from galley.core.errors import InputError
from galley.core.import_types import ImportReport
from galley.core.tables import sources, table_positions
from galley.core.tables.table_shape import TableShape, inspect_shape
from tests.core.workbooks import open_row, write_open

HEADS = ["ID", "Article", "Summary", "Flag", "Desk"]
LONG_HEAD = "Does the summary say anything that neither the dialogue nor the article says, and if so what is it?"
ROWS = [[f"N-{n}", f"It rained in the north, row {n}.", "It rained.", "yes" if n % 2 else "no", ""] for n in range(8)]


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    """A hidden sheet, and one with a merged title, heads in row 3, merged desks, a hidden row and a total."""
    path = tmp_path / "messy.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        old, sheet = book.add_worksheet("Old"), book.add_worksheet("June")
        old.write_row(0, 0, ["id", "summary"])
        old.write_row(1, 0, ["1", "x"])
        sheet.activate()
        old.hide()
        sheet.merge_range("A1:E1", "Review of June")
        sheet.write("A2", "made by Ann")
        for at, row in enumerate([HEADS, *ROWS]):
            sheet.write_row(2 + at, 0, row)
        sheet.merge_range("E4:E7", "north")
        sheet.merge_range("E8:E11", "south")
        sheet.set_row(5, None, None, {"hidden": True})
        sheet.write_row(11, 0, ["Total", 8])
    return path


@pytest.fixture
def open_workbook(tmp_path: Path) -> Path:
    """The same as LibreOffice writes it, with two hidden rows (one of them by a filter)."""

    wide, tall = (f'table:number-columns-spanned="{a}" table:number-rows-spanned="{d}"' for a, d in ((5, 1), (1, 4)))
    rows = [open_row(["Review of June", *[""] * 4], "", {0: wide}), open_row(["made by Ann"]), open_row(HEADS)]
    for number, row in enumerate(ROWS):
        desk = {0: "north", 4: "south"}.get(number, "")
        hidden = {2: 'table:visibility="collapse"', 5: 'table:visibility="filter"'}.get(number, "")
        rows.append(open_row([*row[:4], desk], hidden, {4: tall}))
    rows.append(open_row(["Total", "8"]))
    old = open_row(["id", "summary"]) + open_row(["1", "x"])
    style = '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="false"/>'
    path = tmp_path / "messy.ods"
    write_open(
        path,
        f'<table:table table:name="Old" table:style-name="ta1">{old}</table:table>'
        f'<table:table table:name="June">{"".join(rows)}</table:table>',
        f"{style}</style:style>",
    )
    return path


def read(path: Path, how: dict[str, Any]) -> list[tuple[int, dict[str, Any]]]:
    return [(element.line, element.value) for element in sources.elements(path, how, ImportReport())]


def get_shape(path: Path, how: dict[str, Any] | None = None) -> TableShape:
    shape = inspect_shape(path, how or {})
    assert shape is not None
    return shape


def test_a_messy_sheet_is_read_as_its_shape_proposes(workbook: Path) -> None:
    assert sources.list_sheets(workbook) == ["June", "Old"], "hidden sheets come last"
    how = {"sheet": "June"}
    shape = get_shape(workbook, how)
    assert (shape.header_row, shape.total_text, shape.merged_count, shape.hidden_row_count) == (3, "Total", 3, 1)
    assert shape.hidden_sheets == ("Old",)
    assert shape.propose_reading() == {"header": 3, "footer": 1, "merged": "fill"}
    rows = read(workbook, how | shape.propose_reading())
    assert [line for line, _ in rows] == list(range(4, 12))
    assert [value["ID"] for _, value in rows] == [row[0] for row in ROWS]
    assert [value["Desk"] for _, value in rows] == ["north"] * 4 + ["south"] * 4
    rows = read(workbook, how | shape.propose_reading() | {"hidden": "skip", "merged": "first"})
    assert [line for line, _ in rows] == [4, 5, 7, 8, 9, 10, 11]
    assert [value["Desk"] for _, value in rows] == ["north", None, None, "south", None, None, None]
    assert table_positions.read_layout(workbook, how | {"header": 3})[1].header_row == 3


def test_nothing_is_said_of_the_number_in_a_row_of_totals(workbook: Path) -> None:
    how = {"sheet": "June", "header": 3, "merged": "fill"}
    for footer, count in ((0, 1), (1, 0)):
        report = ImportReport()
        assert len(list(sources.elements(workbook, how | {"footer": footer}, report))) == 9 - footer
        assert len([note for note in report.notes if "numbers (first in row 12)" in note.text]) == count


def test_a_messy_ods_sheet_is_read_as_its_shape_proposes(open_workbook: Path) -> None:
    assert sources.list_sheets(open_workbook) == ["June", "Old"], "hidden sheets come last"
    how = {"sheet": "June"}
    shape = get_shape(open_workbook, how)
    assert (shape.header_row, shape.total_text, shape.merged_count, shape.hidden_row_count) == (3, "Total", 3, 2)
    assert shape.hidden_sheets == ("Old",)
    assert shape.propose_reading() == {"header": 3, "footer": 1, "merged": "fill"}
    rows = read(open_workbook, how | shape.propose_reading())
    assert [value["ID"] for _, value in rows] == [row[0] for row in ROWS]
    assert [value["Desk"] for _, value in rows] == ["north"] * 4 + ["south"] * 4
    rows = read(open_workbook, how | shape.propose_reading() | {"hidden": "skip", "merged": "first"})
    assert [line for line, _ in rows] == [4, 5, 7, 8, 10, 11]
    assert [value["Desk"] for _, value in rows] == ["north", None, None, "south", None, None]
    with pytest.raises(InputError, match="row 1, column A: cells are merged down to row 1, column E"):
        read(open_workbook, how)


def test_the_command_names_hidden_sheets_and_asks_about_hidden_rows(
    open_workbook: Path, workbook: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project, role = tmp_path / "p.galley", ("--role", "Flag=flag,error=yes,by=judge:gpt")
    for path, count in ((open_workbook, 2), (workbook, 1)):
        assert main(["import", str(path), "--project", str(project), *role]) == 2
        assert "2 sheets hold something (Old (hidden), June)" in capsys.readouterr().err
        words = ["import", str(path), "--project", str(project), "--sheet", "June", *role]
        assert main(words) == 2
        asked = capsys.readouterr().err
        assert ("2 rows are hidden:" if count == 2 else "1 row is hidden:") in asked and "--read hidden=skip" in asked
        assert not project.exists()
        assert main([*words, "--read", "hidden=skip"]) == 0
        said = capsys.readouterr().out
        assert f"imported {8 - count} items" in said and "3 ranges of merged cells" in said
        project.unlink()


def test_without_a_word_about_them_merged_cells_are_refused(workbook: Path) -> None:
    with pytest.raises(InputError, match="row 1, column A: cells are merged"):
        read(workbook, {"sheet": "June"})


@pytest.mark.parametrize(
    ("text", "proposal", "keys"),
    [
        ("ID;Text\n1;It rained, all day\n2;It hailed\n", {}, [("ID", "1"), ("ID", "2")]),
        ("Report\n\nID;Text\n1;It rained, all day\nSum;\n", {"header": 3, "footer": 1}, [("ID", "1")]),
        ("1;It rained\n2;It hailed\n", {"header": 0}, [("A", "1"), ("A", "2")]),
        (
            f"{LONG_HEAD};Text\nyes;It rained\nno;It hailed\n",
            {"delimiter": ";"},
            [(LONG_HEAD, "yes"), (LONG_HEAD, "no")],
        ),
    ],
)
def test_text_tables_with_a_title_a_total_and_without_heads(
    tmp_path: Path, text: str, proposal: dict[str, Any], keys: list[tuple[str, str]]
) -> None:
    path = tmp_path / "t.csv"
    path.write_text("\ufeff" + text, "utf-8")
    shape = get_shape(path)
    assert shape.propose_reading() == proposal
    assert [next(iter(value.items())) for _, value in read(path, proposal)] == keys
    layout = table_positions.read_layout(path, proposal)[1]
    assert (layout.header_row, layout.delimiter) == (proposal.get("header", 1) or None, ";")


def test_trees_have_no_shape_and_refuse_to_be_told_of_heads(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text('{"id": 1}\n', "utf-8")
    assert inspect_shape(path, {}) is None
    with pytest.raises(InputError, match=r"“read\.header” does not apply"):
        read(path, {"header": 2})
