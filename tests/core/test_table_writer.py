"""Tables that come back with columns: whatever is not ours keeps its bytes, and rows are found again."""

from __future__ import annotations

import csv
import datetime
import io
import json
import re
import tempfile
import tracemalloc
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import python_calamine as calamine
import xlsxwriter
from hypothesis import given
from hypothesis import strategies as st

from galley.core.errors import InputError
from galley.core.tables.added_columns import AddedColumn, AddedSheet, TableLayout, UnkeepableTable, WriteReport
from galley.core.tables.row_matching import TableRow, compute_file_hash, compute_fingerprint, match_rows
from galley.core.tables.table_writer import write_rows, write_table, write_workbook

ANSWER, NOTE = "GPT flag A · ann · answer", "GPT flag A · ann · note"
SHEET = TableLayout(sheet="Summaries", header_row=3)


def write(
    path: Path, form: Any, layout: TableLayout, columns: list[AddedColumn], **more: Any
) -> tuple[bytes, WriteReport]:
    out = io.BytesIO()
    report = write_table(path, out, form, layout, columns, **more)
    return out.getvalue(), report


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    """A workbook with most of what a spreadsheet may have; the header of its first sheet is in row 3."""
    path = tmp_path / "review.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet("Summaries")
        other = book.add_worksheet("Notes & <more>")
        bold = book.add_format({"bold": True, "bg_color": "#DDEEFF"})
        date = book.add_format({"num_format": "yyyy-mm-dd"})
        sheet.merge_range("A1:C1", "Pilot, round 2", bold)
        for column, name in enumerate(["ID", "Summary", "GPT flag A", "Length", "Day", "Trend"]):
            sheet.write(2, column, name, bold)
        for row in range(3, 9):
            sheet.write(row, 0, f"doc-{row}")
            sheet.write(row, 1, f"Text {row} <b> & “more”\nsecond line")
            sheet.write(row, 2, "yes" if row % 2 else "no")
            sheet.write_formula(row, 3, f"=LEN(B{row + 1})", None, 20 + row)
            sheet.write_datetime(row, 4, datetime.datetime(2026, 5, row), date)
            sheet.add_sparkline(row, 5, {"range": f"Summaries!D{row + 1}:D{row + 1}"})
        sheet.write_blank(5, 7, None, date)
        sheet.write(9, 0, "Total")
        sheet.write_formula(9, 3, "=SUM(D4:D9)", None, 153)
        sheet.conditional_format("C4:C9", {"type": "text", "criteria": "containing", "value": "yes", "format": bold})
        sheet.autofilter("A3:F9")
        sheet.freeze_panes(3, 1)
        sheet.set_column("G:XFD", None, None, {"hidden": True})
        sheet.data_validation("C4:C9", {"validate": "list", "source": ["yes", "no"]})
        sheet.write_comment("B4", "A comment of Mia's")
        other.add_table("A1:B3", {"data": [["a", 1], ["b", 2]], "columns": [{"header": "Key"}, {"header": "N"}]})
        chart = book.add_chart({"type": "column"})
        chart.add_series({"values": "=Summaries!$D$4:$D$9"})
        other.insert_chart("D2", chart)
    return path


def make_columns() -> list[AddedColumn]:
    answers = {row: "accepted" if row % 2 else "no error" for row in range(4, 10)}
    return [
        AddedColumn(ANSWER, answers | {7: ""}),
        AddedColumn(NOTE, {4: ' <&"\u0001 _x0041_ \r\n\tend ', 6: "=1+1", 9: "🙂"}),
    ]


def read_parts(content: bytes | Path) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content) if isinstance(content, bytes) else content) as archive:
        return {part.filename: archive.read(part) for part in archive.infolist()}


def read_sheet(content: bytes, sheet: str) -> list[list[Any]]:
    with calamine.CalamineWorkbook.from_filelike(io.BytesIO(content)) as book:
        return list(book.get_sheet_by_name(sheet).iter_rows())


def test_a_workbook_comes_back_with_two_columns_and_every_other_part_as_it_was(workbook: Path) -> None:
    content, report = write(workbook, "xlsx", SHEET, make_columns())
    before, after = read_parts(workbook), read_parts(content)
    assert list(before) == list(after)
    assert [name for name in before if before[name] != after[name]] == ["xl/worksheets/sheet1.xml"]
    assert (report.added, report.replaced, report.warnings) == ([ANSWER, NOTE], [], [])
    rows = read_sheet(content, "Summaries")
    assert rows[2] == ["ID", "Summary", "GPT flag A", "Length", "Day", "Trend", ANSWER, NOTE]
    assert [row[6] for row in rows[3:]] == ["no error", "accepted", "no error", "", "no error", "accepted", ""]
    assert rows[5][7] == "=1+1" and rows[8][7] == "🙂"
    for old, new in zip(read_sheet(workbook.read_bytes(), "Summaries"), rows, strict=True):
        assert new[:6] == old[:6]


def test_the_sheet_is_the_same_bytes_without_our_cells(workbook: Path) -> None:
    content, _ = write(workbook, "xlsx", SHEET, make_columns())
    before = read_parts(workbook)["xl/worksheets/sheet1.xml"]
    after = read_parts(content)["xl/worksheets/sheet1.xml"]
    assert b"<f>SUM(D4:D9)</f><v>153</v>" in after and b"sparkline" in after
    ours, theirs = (re.search(rb"<sheetData>.*</sheetData>", xml, re.S) for xml in (after, before))
    assert ours and theirs
    stripped = re.sub(rb'<c r="[GH]\d+"[^>]*><is>.*?</is></c>', b"", ours[0], flags=re.S)
    assert b'spans="1:8"' in stripped and theirs[0].count(b'<c r="H6" s="2"/>') == 1
    without_spans = re.compile(rb' spans="[\d:]+"')
    assert without_spans.sub(b"", stripped) == without_spans.sub(b"", theirs[0]).replace(b'<c r="H6" s="2"/>', b"")
    assert after[after.index(b"</sheetData>") :] == before[before.index(b"</sheetData>") :]


def test_a_hidden_rest_of_the_sheet_shows_our_columns(workbook: Path) -> None:
    sheet = read_parts(write(workbook, "xlsx", SHEET, make_columns())[0])["xl/worksheets/sheet1.xml"]
    assert re.findall(rb'<col min="(\d+)" max="(\d+)"(?: width="[\d.]+")?( hidden="1")?', sheet) == [
        (b"7", b"8", b""),
        (b"9", b"16384", b' hidden="1"'),
    ]


def test_our_columns_take_the_style_of_the_cells_at_their_left(workbook: Path) -> None:
    sheet = read_parts(write(workbook, "xlsx", SHEET, make_columns())[0])["xl/worksheets/sheet1.xml"]
    head, ours = re.search(rb'<c r="F3" s="(\d+)"', sheet), re.search(rb'<c r="G3" s="(\d+)"', sheet)
    assert head and ours and head[1] == ours[1]


def test_columns_of_an_earlier_export_are_replaced_in_place(workbook: Path, tmp_path: Path) -> None:
    first, _ = write(workbook, "xlsx", SHEET, make_columns())
    again = tmp_path / "again.xlsx"
    again.write_bytes(first)
    assert write(again, "xlsx", SHEET, make_columns())[0] == first
    third = "GPT flag A · gold"
    columns = [AddedColumn(third, {4: "yes"}), AddedColumn(ANSWER, {4: "", 5: "unsure", 7: "relabelled"})]
    content, report = write(again, "xlsx", SHEET, columns)
    assert (report.added, report.replaced) == ([third], [ANSWER])
    rows = read_sheet(content, "Summaries")
    assert rows[2][6:] == [ANSWER, NOTE, third]
    assert [row[6] for row in rows[3:]] == ["", "unsure", "no error", "relabelled", "no error", "accepted", ""]
    assert rows[3][8] == "yes" and rows[5][7] == "=1+1"


def test_rows_without_an_item_go_to_a_second_sheet(workbook: Path, tmp_path: Path) -> None:
    extra = AddedSheet("Not in your table", ["ID", "answer"], [["doc-3", "added\x02"], ["", "  b "]])
    content, _ = write(workbook, "xlsx", SHEET, make_columns(), extra=extra)
    before, after = read_parts(workbook), read_parts(content)
    changed = [name for name in before if before[name] != after[name]]
    assert sorted(changed) == [
        "[Content_Types].xml",
        "xl/_rels/workbook.xml.rels",
        "xl/workbook.xml",
        "xl/worksheets/sheet1.xml",
    ]
    assert [name for name in after if name not in before] == ["xl/worksheets/sheet3.xml"]
    assert len(after["xl/workbook.xml"]) - len(before["xl/workbook.xml"]) == len(
        b'<sheet name="Not in your table" sheetId="3" r:id="rId1"/>'
    )
    with calamine.CalamineWorkbook.from_filelike(io.BytesIO(content)) as book:
        assert book.sheet_names == ["Summaries", "Notes & <more>", "Not in your table"]
    assert read_sheet(content, extra.name) == [["ID", "answer"], ["doc-3", "added\x02"], ["", "  b "]]
    again = tmp_path / "again.xlsx"
    again.write_bytes(content)
    shorter = AddedSheet(extra.name, extra.header, [])
    second, _ = write(again, "xlsx", SHEET, make_columns(), extra=shorter)
    assert list(read_parts(second)) == list(after)
    assert read_sheet(second, extra.name) == [["ID", "answer"]]
    other, _ = write(workbook, "xlsx", SHEET, make_columns(), extra=shorter)
    assert list(read_parts(other)) == list(before)


def test_openpyxl_reads_what_was_written(workbook: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl is not installed")
    extra = AddedSheet("Not in your table", ["ID"], [["x"]])
    content, _ = write(workbook, "xlsx", SHEET, make_columns(), extra=extra)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says that it loses the sparklines
        book = openpyxl.load_workbook(io.BytesIO(content), data_only=True)
    assert book.sheetnames == ["Summaries", "Notes & <more>", "Not in your table"]
    sheet = book["Summaries"]
    assert [sheet.cell(3, column).value for column in (6, 7, 8)] == ["Trend", ANSWER, NOTE]
    assert sheet["G5"].value == "accepted" and sheet["G7"].value is None and sheet["H9"].value == "🙂"
    assert sheet["D10"].value == 153 and sheet["E4"].value == datetime.datetime(2026, 5, 3)
    assert sheet["G3"].font.b and sheet.dimensions == "A1:H10"
    assert book["Notes & <more>"].tables["Table1"].ref == "A1:B3"


def rewrite(path: Path, **changes: Callable[[bytes], bytes]) -> Path:
    """A copy of a workbook in which parts are changed; ``sheet1`` stands for its path."""
    target = path.with_name("changed.xlsx")
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as copy:
        for part in source.infolist():
            change = changes.get(Path(part.filename).stem)
            content = source.read(part)
            copy.writestr(part, change(content) if change else content)
    return target


SMALL = (
    '\ufeff<?xml version="1.0" encoding="UTF-8"?>\r\n<x:worksheet xmlns:x="{}"><x:sheetData>'
    '<x:row><x:c t="inlineStr"><x:is><x:r><x:t>I</x:t></x:r><x:r><x:t>D</x:t></x:r><x:rPh sb="0" eb="1"><x:t>no</x:t>'
    "</x:rPh></x:is></x:c><x:c t='str'><x:v>Text</x:v></x:c></x:row><x:row r=\"2\" />"
    "<x:row ><x:c><x:v>1</x:v></x:c><x:c></x:c ><x:c s='1' /></x:row><!-- <row> --><x:row></x:row></x:sheetData>"
    "</x:worksheet>"
).format("http://schemas.openxmlformats.org/spreadsheetml/2006/main")


def test_prefixes_cells_without_places_and_empty_rows_are_met(workbook: Path) -> None:
    path = rewrite(workbook, sheet1=lambda _: SMALL.encode())
    columns = [AddedColumn("é", {2: "two", 3: "three", 4: "four"})]
    content, _ = write(path, "xlsx", TableLayout("Summaries", 1), columns)
    sheet = read_parts(content)["xl/worksheets/sheet1.xml"].decode()
    cell = '<x:c r="C{}"{} t="inlineStr"><x:is><x:t xml:space="preserve">{}</x:t></x:is></x:c>'
    expected = SMALL.replace(
        '</x:c></x:row><x:row r="2" />', "</x:c>" + cell.format(1, "", "é") + '</x:row><x:row r="2" ></x:row>'
    )
    expected = expected.replace('r="2" >', 'r="2" >' + cell.format(2, "", "two"))
    expected = expected.replace("<x:c s='1' />", cell.format(3, ' s="1"', "three"))
    assert sheet == expected.replace("<x:row></x:row>", "<x:row>" + cell.format(4, "", "four") + "</x:row>")


def test_what_cannot_be_kept_has_its_reason(workbook: Path) -> None:
    for name, reason in (("xl/vbaProject.bin", "macros"), ("_xmlsignatures/sig1.xml", "signed")):
        path = rewrite(workbook)
        with zipfile.ZipFile(path, "a") as archive:
            archive.writestr(name, b"x")
        with pytest.raises(UnkeepableTable, match=reason):
            write(path, "xlsx", SHEET, make_columns())
    with pytest.raises(UnkeepableTable, match="no header row"):
        write(workbook, "xlsx", TableLayout("Summaries", None), make_columns())
    with pytest.raises(UnkeepableTable, match="holds a formula"):
        write(workbook, "xlsx", SHEET, [AddedColumn("Length", {5: "x"})])
    path = rewrite(workbook, sheet1=lambda xml: xml.replace(b'"C4"', b'"XFD4"'))
    with pytest.raises(UnkeepableTable, match="no room"):
        write(path, "xlsx", SHEET, make_columns())
    path = rewrite(workbook, sheet1=lambda xml: b"\xff\xfe" + xml.decode().encode("utf-16-le"))
    with pytest.raises(UnkeepableTable, match="UTF-16"):
        write(path, "xlsx", SHEET, make_columns())


def test_hostile_and_foreign_workbooks_are_refused_in_a_sentence(workbook: Path, tmp_path: Path) -> None:
    doctype = b'<!DOCTYPE x [<!ENTITY a "b">]>'
    for part in ("sheet1", "workbook", "sharedStrings"):
        path = rewrite(workbook, **{part: lambda xml: xml.replace(b"?>", b"?>" + doctype, 1)})
        with pytest.raises(InputError, match="entities"):
            write(path, "xlsx", SHEET, make_columns())
    for change in (lambda xml: xml[: len(xml) // 2], lambda xml: xml.replace(b'r="4"', b'r="x"'), lambda _: b""):
        with pytest.raises(InputError, match="cannot be read"):
            write(rewrite(workbook, sheet1=change), "xlsx", SHEET, make_columns())
    (tmp_path / "text.xlsx").write_bytes(b"no archive")
    with pytest.raises(InputError, match="cannot be read"):
        write(tmp_path / "text.xlsx", "xlsx", SHEET, make_columns())
    with pytest.raises(InputError, match="there is no sheet “Other”; the file has: Summaries, Notes"):
        write(workbook, "xlsx", TableLayout("Other", 1), make_columns())
    with pytest.raises(InputError, match="row 11 and 1 others"):
        write(workbook, "xlsx", SHEET, [AddedColumn("a", {11: "x", 12: "y", 13: ""})])
    with pytest.raises(InputError, match="row 2: there is no header"):
        write(workbook, "xlsx", TableLayout("Summaries", 2), make_columns())
    with pytest.raises(InputError, match="two columns to add"):
        write(workbook, "xlsx", SHEET, [AddedColumn("a", {}), AddedColumn("a", {})])


def test_a_text_longer_than_a_cell_is_cut_and_named(workbook: Path) -> None:
    content, report = write(workbook, "xlsx", SHEET, [AddedColumn("a", {4: "🙂" * 20_000, 5: "\ud800"})])
    rows = read_sheet(content, "Summaries")
    assert rows[3][6] == "🙂" * 16_383 and rows[4][6] == "\ufffd"
    assert [text.split(":")[0] for text in report.warnings] == [
        "sheet “Summaries”, cell G4",
        "sheet “Summaries”, cell G5",
    ]


def test_fifty_thousand_rows_pass_in_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "large.xlsx"
    with xlsxwriter.Workbook(str(path), {"constant_memory": True}) as book:
        sheet = book.add_worksheet("Data")
        for row in range(50_001):
            sheet.write_row(row, 0, [f"a{row}", row] if row else ["ID", "N"])
    columns = [AddedColumn("a", {row: "accepted" for row in range(2, 50_002)})]
    tracemalloc.start()
    with (tmp_path / "out.xlsx").open("wb") as out:
        write_table(path, out, "xlsx", TableLayout("Data", 1), columns)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 16 << 20
    rows = read_sheet((tmp_path / "out.xlsx").read_bytes(), "Data")
    assert len(rows) == 50_001 and rows[-1] == ["a50000", 50_000, "accepted"]


def write_text(
    tmp_path: Path, content: bytes, layout: TableLayout, columns: list[AddedColumn]
) -> tuple[bytes, WriteReport]:
    path = tmp_path / "table.csv"
    path.write_bytes(content)
    return write(path, "csv", layout, columns)


def test_a_table_as_text_keeps_every_byte_of_its_own(tmp_path: Path) -> None:
    text = 'ID;Text;Flag\r\n1; "a" ;ja\r\n\r\n2;"x;\r\ny ""z""";\r\n3;5" Rohr;nein\r\nSumme;;'
    layout = TableLayout(encoding="cp1252", delimiter=";")
    columns = [AddedColumn("Flag · ann", {2: "ok", 4: "a;b", 6: 'say "é"'}), AddedColumn("n", {4: "→ Ω\nb"})]
    content, report = write_text(tmp_path, text.encode("cp1252"), layout, columns)
    assert content.decode("cp1252") == (
        'ID;Text;Flag;Flag · ann;n\r\n1; "a" ;ja;ok;\r\n\r\n2;"x;\r\ny ""z""";;"a;b";"? ?\nb"\r\n'
        '3;5" Rohr;nein;"say ""é""";\r\nSumme;;;;'
    )
    assert report.warnings == ["line 4, column “n”: cp1252 cannot hold U+03A9, U+2192, written as “?”."]
    again, report = write_text(tmp_path, content, layout, [AddedColumn("Flag · ann", {2: "", 4: "c"})])
    assert report.replaced == ["Flag · ann"]
    assert again == content.replace(b"ja;ok;", b"ja;;").replace(b'"a;b"', b'"c"')


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be", "utf-8", "shift_jis", "utf-32", "iso2022_jp"])
def test_encodings_and_marks_stay(tmp_path: Path, encoding: str) -> None:
    text = '"ID"\t"名前"\n"1"\t"表 ""x"""\n"2"\t"a\nb"\n'
    columns = [AddedColumn("flag", {2: "はい"})]
    content, _ = write_text(tmp_path, text.encode(encoding), TableLayout(encoding=encoding, delimiter="\t"), columns)
    expected = '"ID"\t"名前"\t"flag"\n"1"\t"表 ""x"""\t"はい"\n"2"\t"a\nb"\t""\n'
    assert content == expected.encode(encoding)


def test_tables_as_text_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    comma, columns = TableLayout(), [AddedColumn("Ω", {2: "x"})]
    for content, layout, words in (
        (b"a,b\n1,2\n", TableLayout(encoding="cp1252"), "cannot hold the column name “Ω”"),
        (b'a,b\n"1,2\n', comma, "line 2: a quote is not closed"),
        (b'a,b\n"1"2,3\n', comma, "line 2: a text follows a closing quote"),
        (b"a,b\r1,2\r", comma, "a line end stands in a field"),
        (b"a,b\n1,2,3\n", comma, "3 fields under a header of 2"),
        (b"a,b\n", comma, "no record at line 2"),
        (b"a,a\xff\n1,2\n", TableLayout(header_row=9), "no header at line 9"),
    ):
        with pytest.raises(InputError, match=words):
            write_text(tmp_path, content, layout, columns)
    with pytest.raises(UnkeepableTable, match="two codes for one character"):
        write_text(tmp_path, b"a,\xfa\x4a\n1,2\n", TableLayout(encoding="cp932"), [AddedColumn("x", {2: "x"})])


def test_titles_above_the_header_stay_and_short_rows_are_filled(tmp_path: Path) -> None:
    content, _ = write_text(
        tmp_path, b"Title\n\nID,a\n1\n2,b\n", TableLayout(header_row=3), [AddedColumn("x", {4: "y"})]
    )
    assert content == b"Title\n\nID,a,x\n1,,y\n2,b,\n"


@given(
    st.lists(st.lists(st.text('ab,"\n\r é', max_size=5), min_size=2, max_size=2), min_size=1, max_size=5), st.booleans()
)
def test_a_table_as_text_is_read_back_as_it_was(rows: list[list[str]], is_quoted: bool) -> None:
    source = io.StringIO()
    writer = csv.writer(source, quoting=csv.QUOTE_ALL if is_quoted else csv.QUOTE_MINIMAL)
    writer.writerow(["h", "k"])
    writer.writerows(rows)
    with tempfile.TemporaryDirectory() as folder:
        content, _ = write_text(Path(folder), source.getvalue().encode(), TableLayout(), [AddedColumn("x", {})])
    read = list(csv.reader(io.StringIO(content.decode(), newline=""), strict=True))
    assert read == [["h", "k", "x"], *([*row, ""] for row in rows)]


def test_json_lines_keep_their_spelling(tmp_path: Path) -> None:
    lines = [
        '{"id":1.0, "n": 1e5,"big":12345678901234567890123456789 , "flags" : [ {"label" : 1, "é\\"": [1,{}]} ]}\r\n',
        "\n",
        '{"id": 2, "flags": [{"label": null}, {"label":"no"}], "a\\u0062": "\\ud83d\\ude42"}\n',
        '{"id": 3}',
    ]
    path = tmp_path / "rows.jsonl"
    path.write_bytes("".join(lines).encode())
    columns = [
        AddedColumn(
            "flag · answer", {(1, "flags", 0, "label"): "ok", (3, "flags", 0, "label"): 'a"\n🙂', (4, "id"): ""}
        ),
        AddedColumn("gold", {(3, "flags", 1, "label"): "\ud800"}),
    ]
    content, report = write(path, "json-lines", TableLayout(), columns)
    lines[0] = lines[0].replace("[1,{}]}", '[1,{}], "flag · answer": "ok"}')
    lines[2] = (
        lines[2].replace("null}", 'null, "flag · answer": "a\\"\\n🙂"}').replace('"no"}', '"no","gold":"\ufffd"}')
    )
    assert content.decode() == "".join(lines)
    path.write_bytes(content)
    columns = [AddedColumn("flag · answer", {(1, "flags", 0, "label"): "", (3, "flags", 0, "label"): "b"})]
    again, report = write(path, "json-lines", TableLayout(), columns)
    assert report.replaced == ["flag · answer"]
    assert again.decode() == content.decode().replace('"ok"', "null").replace('"a\\"\\n🙂"', '"b"')


def test_a_json_document_keeps_its_indents(tmp_path: Path) -> None:
    document = {"version": 1, "items": [{"id": "a", "flag": "yes"}, {"id": "b", "more": {"flag": False}}]}
    path = tmp_path / "rows.json"
    path.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8-sig")
    columns = [AddedColumn("answer", {("items", 0, "flag"): "ok", ("items", 1, "more", "flag"): "no"})]
    content, _ = write(path, "json", TableLayout(), columns)
    document["items"] = [
        {"id": "a", "flag": "yes", "answer": "ok"},
        {"id": "b", "more": {"flag": False, "answer": "no"}},
    ]
    assert content.decode("utf-8-sig") == json.dumps(document, indent=2) + "\n"


def test_json_without_a_place_beside_the_flag_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    path.write_text('{"flags": ["yes", {"a": 1}]}', encoding="utf-8")
    for position, words in (
        (("flags", 0), r"the flag at flags\[0\] has no object around it"),
        ((), "the flag at the top has no object"),
        (("flags", 3, "a"), r"there is no object at flags\[3\]"),
        (("flags", 0, "a"), r"there is no object at flags\[0\]"),
    ):
        with pytest.raises(InputError, match=words):
            write(path, "json", TableLayout(), [AddedColumn("x", {position: "y"})])
    with pytest.raises(InputError, match="there is no line 2"):
        write(path, "json-lines", TableLayout(), [AddedColumn("x", {(2, "a"): "y"})])
    for text in ('{"a": "b', '{"a": [}', "{1: 2}", '{"a": 1}}', '{"a": {'):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match="line 1: the text is not JSON"):
            write(path, "json", TableLayout(), [AddedColumn("x", {("a",): "y"})])
    path.write_text("[" * 100_000 + "]" * 100_000, encoding="utf-8")
    with pytest.raises(InputError, match="there is no object"):
        write(path, "json", TableLayout(), [AddedColumn("x", {("a",): "y"})])


def test_parquet_gets_columns_by_row_groups(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    from pyarrow import parquet

    path = tmp_path / "rows.parquet"
    frame = pandas.DataFrame({"id": [1, 2, 3], "spans": [[1, 2], [], [3]], "x": ["a", None, "c"]})
    frame.to_parquet(path, row_group_size=2, compression="zstd")
    columns = [AddedColumn("flag", {2: "ok", 3: ""}), AddedColumn("x", {1: "new", 3: ""})]
    content, report = write(path, "parquet", TableLayout(), columns)
    assert (report.added, report.replaced) == (["flag"], ["x"])
    source = parquet.ParquetFile(pyarrow.BufferReader(content))
    assert source.num_row_groups == 2 and source.metadata.row_group(0).column(0).compression == "ZSTD"
    rows = source.read().to_pylist()
    assert [row["flag"] for row in rows] == [None, "ok", None] and [row["x"] for row in rows] == ["new", None, None]
    assert [row["spans"] for row in rows] == [[1, 2], [], [3]]
    assert list(pandas.read_parquet(io.BytesIO(content)).columns) == ["id", "spans", "x", "flag"]
    with pytest.raises(InputError, match="no record at row 4"):
        write(path, "parquet", TableLayout(), [AddedColumn("flag", {4: "x"})])
    path.write_bytes(b"PAR1 no")
    with pytest.raises(InputError, match="cannot be written back"):
        write(path, "parquet", TableLayout(), columns)


ODS = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>{}'
    "</office:spreadsheet></office:body></office:document-content>"
)


def make_ods(path: Path, sheets: dict[str, list[list[str | float]]]) -> None:
    tables = ""
    for name, rows in sheets.items():
        tables += f'<table:table table:name="{name}">'
        for row in rows:
            cells = "".join(
                f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p></table:table-cell>'
                if isinstance(cell, str)
                else f'<table:table-cell office:value-type="float" office:value="{cell}"/>'
                for cell in row
            )
            tables += f"<table:table-row>{cells}</table:table-row>"
        tables += "</table:table>"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", ODS.format(tables))
        manifest = '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
        archive.writestr("META-INF/manifest.xml", manifest)


def test_ods_comes_back_as_xlsx(tmp_path: Path) -> None:
    path = tmp_path / "rows.ods"
    make_ods(
        path,
        {"Data": [["Title"], ["ID", "x"], ["a", 1.5], ["b", "=1"]], "a/b: much longer than a sheet's name": [["c"]]},
    )
    extra = AddedSheet("Not in your table", ["ID"], [["z"]])
    content, report = write(
        path, "ods", TableLayout("Data", 2), [AddedColumn("x", {4: "new"}), AddedColumn("f", {3: "ok"})], extra=extra
    )
    assert (report.added, report.replaced) == (["f"], ["x"]) and "formulas" in report.warnings[0]
    assert read_sheet(content, "Data") == [["Title", "", ""], ["ID", "x", "f"], ["a", 1.5, "ok"], ["b", "new", ""]]
    with calamine.CalamineWorkbook.from_filelike(io.BytesIO(content)) as book:
        assert book.sheet_names == ["Data", "a_b_ much longer than a sheet's", "Not in your table"]


def test_second_files_are_plain_tables() -> None:
    sheet = AddedSheet("Not in your table", ["ID", "answer"], [["a", "x;y"], ["", "=1"]])
    out = io.BytesIO()
    write_rows(out, TableLayout(delimiter=";"), sheet)
    assert out.getvalue().decode("utf-8-sig") == 'ID;answer\r\na;"x;y"\r\n;=1\r\n'
    out = io.BytesIO()
    write_workbook(out, [sheet])
    assert read_sheet(out.getvalue(), sheet.name) == [["ID", "answer"], ["a", "x;y"], ["", "=1"]]


def make_rows(*rows: tuple[str, str]) -> list[TableRow]:
    return [
        TableRow(at, key, compute_fingerprint({"ID": key, "text": text}, ["ID", "text"]))
        for at, (key, text) in enumerate(rows, 2)
    ]


def test_rows_of_the_same_file_stand_where_they_stood(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"abc")
    assert compute_file_hash(tmp_path / "a").startswith("ba7816bf")
    rows = make_rows(("", "x"), ("", "x"))
    assert match_rows(rows[:1], rows, is_same_file=True).positions == {2: 2}


def test_rows_are_found_by_id_then_by_fingerprint() -> None:
    stored = make_rows(("a", "1"), ("b", "2"), ("c", "3"), ("", "4"), ("", "5"))
    current = make_rows(("", "5"), ("x", "new"), ("b", "2 edited"), ("a", "1"), ("", "4"))
    matches = match_rows(stored, current)
    assert matches.positions == {2: 5, 3: 4, 5: 6, 6: 2}
    assert (matches.edited, matches.missing, matches.ambiguous, matches.unknown) == ([3], [4], {}, [3])


def test_several_rows_of_one_id_are_told_apart_by_their_fingerprints() -> None:
    stored = make_rows(("a", "1"), ("a", "2"), ("a", "3"), ("b", "x"), ("b", "x"), ("c", "y"), ("d", "p"), ("d", "q"))
    current = make_rows(
        ("a", "3"),
        ("a", "2 edited"),
        ("a", "1"),
        ("b", "x"),
        ("b", "x"),
        ("c", "y"),
        ("c", "y"),
        ("d", "r"),
        ("d", "s"),
    )
    matches = match_rows(stored, current)
    assert matches.positions == {2: 4, 3: 3, 4: 2, 5: 5, 6: 6}
    assert (matches.edited, matches.missing) == ([3], [])
    assert matches.ambiguous == {7: [7, 8], 8: [9, 10], 9: [9, 10]}


def test_a_fingerprint_outlives_what_a_spreadsheet_program_changes() -> None:
    row: dict[str, Any] = {"ID": 1, "text": "a\r\nb ", "day": datetime.date(2026, 5, 1), "new": "x", "none": None}
    columns = ["ID", "text", "day", "none"]
    saved = {"day": "2026-05-01", "text": "a\nb", "ID": 1.0}
    assert compute_fingerprint(row, columns) == compute_fingerprint(saved, reversed(columns))
    assert compute_fingerprint(row, columns) == "bfb5c14c685cb63eb816f960a067224f"
    for changed in ({"text": "a b"}, {"ID": 1.5}, {"ID": True}, {"none": "a"}, {"text": "\ud800"}, {"ID": 10**9999}):
        assert compute_fingerprint(row | changed, columns) != compute_fingerprint(row, columns)
    nested = {"a": [{"b": 1, "c": None}]}
    assert compute_fingerprint(nested, ["a"]) == compute_fingerprint({"a": [{"c": None, "b": 1}]}, ["a"])
