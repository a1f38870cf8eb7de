"""Bad input of every kind: refused in one sentence with file, sheet, row and column, or taken in with a note that says
what became of it. Nothing is lost in silence."""

from __future__ import annotations

import json
import zipfile
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from galley.core.errors import InputError
from galley.core.import_types import ImportReport
from galley.core.importers.registry import find
from galley.core.importers.run_import import import_files
from galley.core.project.project import Project
from galley.core.tables import sources
from tests.core.intake_files import held
from tests.core.test_intake_tables import PLAIN, read, refusal, seen

TEXTS = {"key": "id", "article": "source?", "summaries": [{"text": "summary"}]}
SPACES = ("office", "table", "text")
NAMES = " ".join(f'xmlns:{n}="urn:oasis:names:tc:opendocument:xmlns:{n}:1.0"' for n in SPACES)
CALC = 'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"'


# Workbooks -----------------------------------------------------------------------------------------------------------


def cell(text: str, also: str = "") -> str:
    return f'<table:table-cell office:value-type="string" {also}><text:p>{text}</text:p></table:table-cell>'


def ods(path: Path, *rows: str, before: str = "") -> Path:
    """A sheet of an ods file whose first row names id, source, summary."""
    head = "".join(map(cell, ("id", "source", "summary")))
    table = f'<table:table table:name="{{}}">{"".join(f"<table:table-row>{row}</table:table-row>" for row in rows)}'
    body = before + table.format("Data").replace(">", f"><table:table-row>{head}</table:table-row>", 1)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr(
            "META-INF/manifest.xml",
            '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" m:version="1.2"/>',
        )
        archive.writestr(
            "content.xml",
            f'<office:document-content {NAMES} {CALC} office:version="1.2"><office:body><office:spreadsheet>{body}'
            "</table:table></office:spreadsheet></office:body></office:document-content>",
        )
    return path


def plain(*texts: str) -> str:
    return "".join(map(cell, texts))


ODS = {
    "merged": (cell("1") + cell("S.", 'table:number-rows-spanned="2"') + cell("A."),
               "row 3, column B: cells are merged down to row 4, column B"),
    "merged across": (cell("1") + cell("S.", 'table:number-columns-spanned="2"') + "<table:covered-table-cell/>",
                      "row 3, column B: cells are merged down to row 3, column C"),
    "formula": (plain("1", "S.") + '<table:table-cell table:formula="of:=[.A1]"/>',
                "row 3, column C: the formula has no stored value"),
    "error": (plain("1", "S.") + '<table:table-cell table:formula="of:=1/0" office:value-type="string"'
              ' office:string-value="" calcext:value-type="error"><text:p>#DIV/0!</text:p></table:table-cell>',
              "row 3, column C: the cell holds the error #DIV/0!"),
    "date": ('<table:table-cell office:value-type="date" office:date-value="2024-02-01"><text:p>1.2.</text:p>'
             "</table:table-cell>" + plain("S.", "A."), "row 3, key: “id” holds a date or time (2024-02-01)"),
    "more cells": (plain("1", "S.", "A.", "", "x"), "row 3, column E: there are more cells than the 3 of the header"),
}  # fmt: skip


@pytest.mark.parametrize("what", ODS)
def test_an_ods_sheet_names_sheet_row_and_column(what: str, tmp_path: Path) -> None:
    row, said = ODS[what]
    path = ods(tmp_path / "t.ods", plain("0", "S.", "Z."), row)
    found = refusal(path, TEXTS)
    assert "t.ods, sheet “Data”, " + said in found
    other = '<table:table table:name="Other"><table:table-row>' + row + "</table:table-row></table:table>"
    path = ods(tmp_path / "o.ods", plain("0", "S.", "Z."), before=other)
    records, _ = read(path, TEXTS | {"read": {"sheet": "Data"}})
    assert len(records) == 1, "what is wrong with another sheet is of no concern"


def test_a_formula_with_a_kept_value_and_repeated_blanks_in_ods_are_read(tmp_path: Path) -> None:
    kept = '<table:table-cell table:formula="of:=1+1" office:value-type="float" office:value="2"/>'
    blank = '<table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    many = f'<table:table-row table:number-rows-repeated="1048570">{blank}<table:table-row>'
    path = ods(tmp_path / "t.ods", plain("1", "S.") + kept + "</table:table-row>" + many)
    assert seen(read(path, TEXTS)[0]) == [("1", [("article", "S."), ("", "2")])]


def workbook(path: Path, rows: list[list[Any]], change: tuple[bytes, bytes] = (b"", b"")) -> Path:
    """A sheet whose XML has been changed, as another program would have written it."""
    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet("Data")
        for at, row in enumerate(rows):
            for column, value in enumerate(row):
                if isinstance(value, str) and value.startswith("="):
                    sheet.write_formula(at, column, value, None, 9)
                else:
                    sheet.write(at, column, value)
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    sheet_xml = "xl/worksheets/sheet1.xml"
    assert change[0] in parts[sheet_xml]
    parts[sheet_xml] = parts[sheet_xml].replace(*change)
    with zipfile.ZipFile(path, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return path


ROWS = [["id", "source", "summary"], ["1", "S.", "=A1"]]
FORMULA = b'<c r="C2"><f>A1</f><v>9</v></c>'
XLSX = {
    b'<c r="C2"><f>A1</f></c>': "row 2, column C: the formula has no stored value",
    b'<c r="C2"><f>A1</f><v /></c>': "row 2, column C: the formula has no stored value",
    b'<c r="C2"><f t="shared" ref="C2:C3" si="0">A1</f><v></v></c>': "row 2, column C: the formula has no stored value",
    b'<c r="C2" t="e"><f>1/0</f><v>#DIV/0!</v></c>': "row 2, column C: the cell holds the error #DIV/0!",
    b'<c r="C2" t="e"><v>#N/A</v></c>': "row 2, column C: the cell holds the error #N/A",
}


@pytest.mark.parametrize("form", XLSX)
def test_a_formula_without_a_value_and_an_error_name_their_cell(form: bytes, tmp_path: Path) -> None:
    path = workbook(tmp_path / "t.xlsx", ROWS, (FORMULA, form))
    assert "t.xlsx, sheet “Data”, " + XLSX[form] in refusal(path, TEXTS)


def test_a_formula_whose_kept_value_is_an_empty_text_is_an_empty_cell(tmp_path: Path) -> None:
    path = workbook(tmp_path / "t.xlsx", ROWS, (FORMULA, b'<c r="C2" t="str"><f>""</f><v></v></c>'))
    records, _ = read(path, TEXTS | {"summaries": [{"text": "summary?"}]})
    assert seen(records) == [("1", [("article", "S.")])]
    assert seen(read(workbook(tmp_path / "k.xlsx", ROWS), TEXTS)[0])[0][1][1] == ("", "9")


def test_all_columns_that_a_sheet_can_have(tmp_path: Path) -> None:
    rows = [["id", "source", "summary", *(f"c{n}" for n in range(16_381))], ["1", "S.", "A.", *["v"] * 16_381]]
    path = workbook(tmp_path / "w.xlsx", rows)
    with Project.create(tmp_path / "p.galley") as project:
        import_files(project, find("table"), [path])
        (meta,) = project.read_connection().execute("SELECT value FROM item_meta").fetchone()
    assert json.loads(meta) == dict.fromkeys(rows[0][3:], "v")
    over = [[*rows[0][:3]], [*rows[1][:3], *[""] * 16_380, "beyond"]]
    assert "row 2, column XFD: there are more cells" in refusal(workbook(tmp_path / "o.xlsx", over), TEXTS)


def test_large_numbers_are_written_out_or_refused_where_they_would_name_two_things_alike(tmp_path: Path) -> None:
    path = workbook(tmp_path / "n.xlsx", [ROWS[0], [1234567890123456, "S.", "A."], [1234567890123457, "S.", "B."]])
    assert [record["key"] for record in read(path, TEXTS)[0]] == ["1234567890123456", "1234567890123457"]
    path = workbook(tmp_path / "t.xlsx", [ROWS[0], [12345678901234567890, "S.", "A."]])
    assert "sheet “Data”, row 2, key: “id” is 1.234567890123457e+19, a number with too many digits" in refusal(path,
    TEXTS)
    rows = [{"id": 12345678901234567890123, "summary": "A."}, {"id": 12345678901234567890124, "summary": "B."}]
    lines = tmp_path / "t.jsonl"
    lines.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    found = refusal(lines, TEXTS)
    assert "t.jsonl, line 1, key (also line 2): “id” is 1.2345678901234568e+22" in found
    assert "line 1, key (also line 2): “id” is 1.2345678901234568e+22" in refusal(lines, TEXTS | {"key": "a/{id}"})
    tree = tmp_path / "t.json"
    tree.write_text(json.dumps(rows), "utf-8")
    assert "t.json, after record 0: this is not valid JSON (a whole number has more digits" in refusal(tree, TEXTS)
    lines.write_text('{"id": 1, "summary": "A.", "n": 12345678901234567890123}\n', "utf-8")
    assert any("1 numbers of the metadata are so large" in note.text for note in read(lines, TEXTS)[1].notes)


def test_what_is_no_workbook_is_not_read_as_text(tmp_path: Path) -> None:
    (tmp_path / "t.xlsx").write_bytes(b"PK\x03\x04 and then nothing\n")
    assert "t.xlsx: the workbook cannot be read" in refusal(tmp_path / "t.xlsx", TEXTS)


# Trees ---------------------------------------------------------------------------------------------------------------


def tree(folder: Path, form: str, *rows: str | bytes) -> Path:
    path = folder / f"t.{form}"
    lines = [row if isinstance(row, bytes) else row.encode() for row in rows]
    path.write_bytes(b"\n".join(lines) + b"\n" if form == "jsonl" else b"[" + b",\n".join(lines) + b"]")
    return path


GOOD = '{"id": "1", "summary": "A."}'
TREES = {
    "-Infinity": ('{"id": "2", "x": [-Infinity]}', "NaN or Infinity is not a value in JSON"),
    "Infinity": ('{"id": "2", "x": Infinity}', "NaN or Infinity is not a value in JSON"),
    "NaN": ('{"id": "2", "x": {"y": NaN}}', "NaN or Infinity is not a value in JSON"),
    "too large": ('{"id": "2", "x": 1e400}', "this is not valid JSON"),
    "low half": ('{"id": "2", "summary": "\\udc00"}', "half a character"),
    "half in a name": ('{"id": "2", "\\ud83d": "A."}', "half a character"),
    "half as bytes": (b'{"id": "2", "summary": "\xed\xa0\xbd"}', ""),
    "200 objects": ('{"id": "2", "x": ' + '{"a": ' * 200 + "1" + "}" * 200 + "}", "more than 100 levels deep"),
    "100,000 lists": ('{"id": "2", "x": ' + "[" * 100_000 + "]" * 100_000 + "}", "more than 100 levels deep"),
    "cut off": ('{"id": "2", "summary": "A.', "this is not valid JSON"),
}


@pytest.mark.parametrize("what", TREES)
@pytest.mark.parametrize("form", ["jsonl", "json"])
def test_a_bad_record_in_the_middle_is_named_and_nothing_comes_in(what: str, form: str, tmp_path: Path) -> None:
    bad, said = TREES[what]
    path = tree(tmp_path, form, GOOD, bad, GOOD.replace("1", "3"))
    place = "t.jsonl, line 2: " if form == "jsonl" else "t.json, "
    with Project.create(tmp_path / "p.galley") as project:
        before = held(project)
        with pytest.raises(InputError) as caught:
            import_files(project, find("table"), [path])
        assert held(project) == before
    found = str(caught.value)
    assert place in found and said in found and len(found) < 500, found
    assert form == "jsonl" or "record " in found or "line 2" in found, found


def test_a_text_that_speaks_of_nan_is_not_blamed_for_it(tmp_path: Path) -> None:
    path = tree(tmp_path, "jsonl", '{"id": "1", "summary": "so: NaN"} x')
    assert "line 1: this is not valid JSON (unexpected content" in refusal(path, TEXTS)


@pytest.mark.parametrize("form", ["jsonl", "json"])
def test_nulls_and_nested_nulls_lead_nowhere_and_are_told(form: str, tmp_path: Path) -> None:
    rows = (
        '{"id": "1", "summary": "A.", "a": {"b": null, "c": [null, {"d": null}]}, "talk": [null, {"t": "Hm."}],'
        ' "marks": [null, {"who": null}, {"who": "p"}]}',
        '{"id": "2", "summary": null, "a": null, "talk": null, "marks": null}',
        '{"id": "3"}',
    )
    block = {"each": "marks[]", "criterion": "=basic/hallucination", "annotator": ["who", "=nobody"], "kind": "=human",
             "value": "=yes", "silence": "open"}  # fmt: skip
    mapping = {"key": "id", "dialogue": {"turns": "talk[]", "text": "t"}, "summaries": [{"text": "summary"}],
               "verdicts": [block], "meta": {"deep": "a.c[1].d?", "b": "a.b?"}}  # fmt: skip
    records, report = read(tree(tmp_path, form, *rows), mapping)
    assert [[d["role"] for d in record["documents"]] for record in records] == [["dialogue", "summary"], [], []]
    assert records[0]["documents"][0]["turns"] == [{"speaker": "", "text": "Hm."}]
    assert [v["annotator"] for v in records[0]["verdicts"]] == ["nobody", "p"] and not any(r["meta"] for r in records)
    assert any("2 rows have nothing at “summary”" in note.text for note in report.notes)


@pytest.mark.parametrize("form", ["jsonl", "json"])
def test_one_and_one_point_zero_are_the_same_number_and_are_said_to_be_two_texts(form: str, tmp_path: Path) -> None:
    rows = (f'{{"id": {key}, "source": "S.", "summary": "A."}}' for key in ("1", "1.0", '"1.0"', "7", '"007"'))
    records, report = read(tree(tmp_path, form, *rows), TEXTS)
    assert [record["key"] for record in records] == ["1", "1.0", "7", "007"]
    assert any("2 keys differ only in how a number is written (1 and 1.0)" in note.text for note in report.notes)
    _, report = read(tree(tmp_path, form, *(GOOD.replace("1", key) for key in ("d/7", "d/07"))), TEXTS)
    assert any("1 keys differ only in how a number is written (d/7 and d/07)" in note.text for note in report.notes)
    _, report = read(tree(tmp_path, form, *(GOOD.replace("1", key) for key in ("a/7", "b/7"))), TEXTS)
    assert not any("keys differ" in note.text for note in report.notes)


# Parquet -------------------------------------------------------------------------------------------------------------


def parquet(path: Path, **columns: Any) -> Path:
    import pyarrow
    from pyarrow import parquet as writer

    writer.write_table(pyarrow.table(columns), path)
    return path


def test_parquet_decimals_floats_and_bytes(tmp_path: Path) -> None:
    mapping = TEXTS | {"scores": [{"metric": "=m", "value": "m"}]}
    path = parquet(tmp_path / "t.parquet", id=[1.0, 2.0], summary=["A.", "B."], m=[Decimal("1.50"), Decimal("2.00")],
                   picture=[b"\xff\xd8", b"text"])  # fmt: skip
    records, _ = read(path, mapping)
    assert [(r["key"], r["scores"][0]["value"], r["meta"]["picture"]) for r in records] == [
        ("1", 1.5, "2 bytes"),
        ("2", 2, "text"),
    ]
    found = refusal(path, TEXTS | {"article": "picture"})
    assert "t.parquet, row 1, article: “picture” is 2 bytes that are not text" in found
    path = parquet(tmp_path / "i.parquet", id=["1"], summary=["A."], m=[float("inf")])
    assert "i.parquet, row 1, value: “m” is inf" in refusal(path, mapping)


def test_a_broken_text_and_a_column_twice_in_parquet_are_named(tmp_path: Path) -> None:
    import pyarrow
    from pyarrow import parquet as writer

    ends = b"".join(n.to_bytes(4, "little") for n in (0, 2, 4))
    bad = pyarrow.Array.from_buffers(pyarrow.string(), 2, [None, *map(pyarrow.py_buffer, (ends, b"A.\xff\xfe"))])
    path = parquet(tmp_path / "t.parquet", id=["1", "2"], summary=bad)
    assert "t.parquet, row 2, column “summary”: the text is not in UTF-8" in refusal(path, TEXTS)
    columns = [pyarrow.array(["1"])] * 3
    writer.write_table(pyarrow.Table.from_arrays(columns, names=["id", "summary", "summary"]), path)
    assert "t.parquet: the column “summary” is there twice" in refusal(path, TEXTS)


# Texts ---------------------------------------------------------------------------------------------------------------


def test_half_a_character_in_utf16_and_a_folder_of_mixed_encodings(tmp_path: Path) -> None:
    path = tmp_path / "u.csv"
    path.write_bytes("id,source,summary\n1,S.,A\ud83d\n".encode("utf-16-le", "surrogatepass"))
    assert "u.csv, line 1: the text is not in utf-16-le" in refusal(path, TEXTS) or "line 2" in refusal(path, TEXTS)
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "1.article.txt").write_bytes("Über.".encode("utf-16"))
    (folder / "1.x.txt").write_bytes("Fähre\nmüde".encode("cp1252"))
    mapping = {"key": "name", "article": "article", "summaries": [{"text": "x"}]}
    assert "1.x.txt, line 1: the text is not in utf-8, or the file mixes encodings" in refusal(folder, mapping)
    (folder / "1.article.txt").write_bytes("Über.".encode("cp1252"))
    records, _ = read(folder, mapping | {"read": {"encoding": "cp1252"}})
    assert [d["text"] for d in records[0]["documents"]] == ["Über.", "Fähre\nmüde"]


def test_a_row_without_a_summary_is_told(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("id,source,summary,system\n1,S.,A.,a\n2,S.,,a\n", "utf-8")
    records, report = read(path, PLAIN)
    assert [len(record["documents"]) for record in records] == [2, 1]
    assert any("1 rows have nothing at “summary”" in note.text for note in report.notes)


def test_a_way_of_reading_that_says_nothing_of_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("id,summary\n1,A.\n", "utf-8")
    tree(tmp_path, "jsonl", GOOD)
    tree(tmp_path, "json", GOOD)
    workbook(tmp_path / "t.xlsx", [["id", "summary"], ["1", "A."]])
    for name, what in (("t.csv", "a table as text"), ("t.jsonl", "JSON Lines"), ("t.json", "JSON"),
                       ("t.xlsx", "a workbook")):  # fmt: skip
        for word, value in (("sheet", "Data"), ("delimiter", ";"), ("records", ".")):
            taken = word in sources._TAKEN[what]
            if not taken:
                said = refusal(tmp_path / name, TEXTS | {"read": {word: value}})
                assert f"{name}: this is {what}, to which “read.{word}” does not apply" in said
    assert len(list(sources.elements(tmp_path / "t.xlsx", {"sheet": "Data"}, ImportReport()))) == 1


# Trees ---------------------------------------------------------------------------------------------------------------

ROW = '{"id": "%s", "summary": "A.", "more": {"a": 1, "b": [{"c": 1, "d": 2}]}}'
DOUBLED = {
    "outside": '{"id": "2", "summary": "A.", "id": "3"}',
    "spaced": '{"id"  : "2", "summary"\t:"A.", "id" :"3"}',
    "inside": '{"id": "2", "summary": "A.", "more": {"b": [{"id": 1, "id": 1}]}}',
    "escaped": '{"id": "2", "summary": "A.", "i\\u0064": "3"}',
}


@pytest.mark.parametrize("how", DOUBLED)
@pytest.mark.parametrize("form", ["jsonl", "json"])
def test_a_name_that_is_twice_in_one_object_is_refused_with_its_line(form: str, how: str, tmp_path: Path) -> None:
    path = tmp_path / f"t.{form}"
    rows = [ROW % 1, DOUBLED[how], ROW % 4]
    path.write_text("\n".join(rows) if form == "jsonl" else "[\n" + ",\n".join(rows) + "\n]", "utf-8")
    place = "line 2" if form == "jsonl" else "record 2 (line 3)"
    assert f"t.{form}, {place}: the name “id” is there twice in one object" in refusal(path, TEXTS)
    path.write_text("\n".join([ROW % 1, ROW % 2]) if form == "jsonl" else f"[{ROW % 1}, {ROW % 2}]", "utf-8")
    assert [key for key, _ in seen(read(path, TEXTS)[0])] == ["1", "2"], "the same name in several objects is none"


def test_what_is_refused_in_a_tree_is_named_by_record_and_line(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    rows = [{"id": str(n) if n % 3 else None, "summary": "A\n.", "of": {"x": [n, n]}} for n in range(1, 8)]
    path.write_text(json.dumps({"about": {"n": [1, 2]}, "data": rows}, indent=1), "utf-8")
    lines = path.read_text("utf-8").split("\n")
    begins = [at for at, line in enumerate(lines, 1) if line == "  {"]
    found = refusal(path, TEXTS | {"read": {"records": "data"}})
    assert f"t.json, record 3 (line {begins[2]}), key (also record 6 (line {begins[5]})): the key is empty" in found
    path.write_text("\n".join(lines[:-3]) + "\n nonsense", "utf-8")
    said = refusal(path, TEXTS | {"read": {"records": "data"}})
    assert f"after record 6, line {len(lines) - 2}: this is not valid JSON" in said


def test_a_judge_that_failed_and_answered_has_answered(tmp_path: Path) -> None:
    block = {"criterion": "=basic/hallucination", "annotator": "=gpt", "kind": "=judge", "unreadable": "unscored",
             "value": {"of": "reply", "map": {"yes": "yes", "no": "no"}}}  # fmt: skip
    for replies in (["what?", "yes"], ["yes", "what?"]):
        rows = [{"id": "1", "summary": "A.", "reply": reply} for reply in [*replies, "what?"]]
        path = tmp_path / "t.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        (record,), _ = read(path, {"key": "id", "summaries": [{"text": "summary"}], "verdicts": [block]})
        (verdict,) = record["verdicts"]
        assert verdict["value"] == "yes" and "reason" not in verdict
    rows[0]["reply"] = "no"
    rows[1]["reply"] = "yes"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    whole = {"key": "id", "summaries": [{"text": "summary"}], "verdicts": [block]}
    assert "says yes here and no" in refusal(path, whole)


def test_an_old_form_of_workbook_whose_cells_cannot_be_looked_into_is_refused(tmp_path: Path) -> None:
    (tmp_path / "t.xls").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600))
    with zipfile.ZipFile(tmp_path / "t.xlsb", "w") as archive:
        archive.writestr("xl/workbook.bin", b"")
    for name in ("t.xls", "t.xlsb"):
        assert "older form of workbook (xls, xlsb)" in refusal(tmp_path / name, TEXTS)
