"""From a spreadsheet to decisions and back to the same spreadsheet, by the commands, with files of other programs."""

from __future__ import annotations

import csv
import json
import re
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pandas
import pytest
import xlsxwriter

from galley.core.cli import main
from galley.core.paths import resources
from tests.core.workbooks import open_row, write_open

NEWS = resources() / "sample" / "news.xlsx"
FLAG = ("--role", "GPT flag A=flag,error=yes")
TEXT = "Town lost the derby by two goals on Saturday, and the keeper was carried off. "
NAMESPACE = {"m": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}


def galley(*words: object) -> int:
    return main([str(word) for word in words])


def read_sheet(path: Path) -> pandas.DataFrame:
    """The first sheet of a workbook as texts, read from its XML and with no reader of ours."""
    with zipfile.ZipFile(path) as archive:
        shared = [
            "".join(part.text or "" for part in entry.iterfind(".//m:t", NAMESPACE))
            for entry in ElementTree.fromstring(archive.read("xl/sharedStrings.xml"))
        ]
        sheet = ElementTree.fromstring(archive.read("xl/worksheets/sheet1.xml"))
    cells: dict[int, dict[str, str]] = {}
    for cell in sheet.iterfind(".//m:c", NAMESPACE):
        column, row = re.fullmatch(r"([A-Z]+)(\d+)", cell.attrib["r"]).groups()  # type: ignore[union-attr]
        text = "".join(
            part.text or "" for part in [*cell.iterfind("m:v", NAMESPACE), *cell.iterfind(".//m:t", NAMESPACE)]
        )
        cells.setdefault(int(row), {})[column] = shared[int(text)] if cell.get("t") == "s" else text
    head = cells.pop(1)
    return pandas.DataFrame([{head[c]: t for c, t in row.items()} for row in cells.values()], dtype=str).fillna("")


def test_the_example_spreadsheet_asks_one_question_and_comes_back_with_the_verdicts_beside_its_flags(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project, back = tmp_path / "news.galley", tmp_path / "back.xlsx"
    assert galley("import", NEWS, "--project", project) == 2
    asked = capsys.readouterr().err
    assert asked.count("--role") == 2 and "GPT flag A and GPT flag B: 16 no, 8 yes." in asked
    assert not project.exists()
    assert galley("import", NEWS, "--project", project, *FLAG) == 0
    accounts = capsys.readouterr().out
    assert "imported 12 items" in accounts and "8 flags" in accounts
    assert "kept as metadata: Desk 12" in accounts and "dropped:" not in accounts
    assert galley("decide", "reject", "system:A", "--project", project, "--as", "ann", "--yes") == 0
    assert galley("decide", "accept", "system:B", "--project", project, "--as", "ann", "--yes") == 0
    assert galley("export", "table-back", "--project", project, "--out", back) == 0
    original, returned = read_sheet(NEWS), read_sheet(back)
    pandas.testing.assert_frame_equal(returned[list(original.columns)], original)
    for system, answer, verdict in (("A", "no error", "no"), ("B", "accepted", "yes")):
        flag = f"GPT flag {system}"
        flagged = original[flag] == "yes"
        assert list(returned[f"{flag} · ann · answer"]) == [answer if is_flag else "" for is_flag in flagged]
        assert list(returned[f"{flag} · ann · verdict"]) == [verdict if is_flag else "" for is_flag in flagged]
    answers = returned.filter(regex="· answer$")
    assert (answers != "").sum().sum() == 8
    with zipfile.ZipFile(NEWS) as before, zipfile.ZipFile(back) as after:
        assert before.namelist() == after.namelist()
        changed = {name for name in before.namelist() if before.read(name) != after.read(name)}
    assert changed <= {"xl/worksheets/sheet1.xml", "xl/styles.xml"}


def test_a_table_that_comes_back_is_imported_again_without_its_columns_of_verdicts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, back = tmp_path / "first.galley", tmp_path / "back.xlsx"
    assert galley("import", NEWS, "--project", first, *FLAG) == 0
    assert galley("decide", "accept", "system:A", "--project", first, "--as", "ann", "--yes") == 0
    assert galley("export", "table-back", "--project", first, "--out", back) == 0
    capsys.readouterr()
    assert galley("import", back, "--project", tmp_path / "second.galley", *FLAG) == 0
    output = capsys.readouterr().out
    assert "imported 12 items" in output and "8 flags" in output


def test_a_csv_of_excel_keeps_its_delimiter_mark_line_ends_and_rows(tmp_path: Path) -> None:
    table, project, back = tmp_path / "t.csv", tmp_path / "t.galley", tmp_path / "back.csv"
    rows = [["ID", "Article", "Summary", "GPT flag", "Größe"]]
    for n in range(4):
        rows.append([f"n{n}", f"{TEXT}{n}", f"Town lost {n}; “badly”.", "yes" if n < 2 else "no", "1,5"])
    with table.open("w", encoding="utf-8-sig", newline="") as stream:
        csv.writer(stream, delimiter=";", lineterminator="\r\n").writerows(rows)
    assert galley("import", table, "--project", project) == 2 and not project.exists()
    assert galley("import", table, "--project", project, "--role", "GPT flag=flag,error=yes") == 0
    assert galley("decide", "accept", "open", "--project", project, "--as", "ann", "--yes") == 0
    assert galley("export", "table-back", "--project", project, "--out", back) == 0
    before, after = table.read_bytes().split(b"\r\n"), back.read_bytes().split(b"\r\n")
    assert len(before) == len(after) and after[0].startswith(b"\xef\xbb\xbf")
    assert all(new.startswith(old) for old, new in zip(before, after, strict=True))
    frame = pandas.read_csv(back, sep=";", encoding="utf-8-sig", keep_default_na=False)
    assert list(frame["GPT flag · ann · answer"]) == ["accepted", "accepted", "", ""]


@pytest.mark.parametrize("form", ["parquet", "jsonl", "xlsx"])
def test_a_file_of_pandas_comes_back_with_its_values_and_added_columns(tmp_path: Path, form: str) -> None:
    table, project, back = tmp_path / f"t.{form}", tmp_path / "t.galley", tmp_path / f"back.{form}"
    frame = pandas.DataFrame(
        {
            "ID": [f"n{n}" for n in range(5)],
            "Article": [f"{TEXT}{n}" for n in range(5)],
            "Summary": [f"Town lost {n}." for n in range(5)],
            "GPT flag": ["yes", "no", "yes", "no", "no"],
            "Length": [5, 6, 7, 8, 9],
        }
    )
    if form == "parquet":
        frame.to_parquet(table)
    elif form == "jsonl":
        frame.to_json(table, orient="records", lines=True)
    else:
        frame.to_excel(table, index=False, engine="xlsxwriter")
    assert galley("import", table, "--project", project, "--role", "GPT flag=flag,error=yes") == 0
    assert galley("decide", "reject", "open", "--project", project, "--as", "ann", "--yes") == 0
    assert galley("export", "table-back", "--project", project, "--out", back) == 0
    if form == "parquet":
        returned = pandas.read_parquet(back)
    elif form == "jsonl":
        returned = pandas.DataFrame([json.loads(line) for line in back.read_text("utf-8").splitlines()])
    else:
        returned = pandas.read_excel(back, engine="calamine")
    pandas.testing.assert_frame_equal(returned[list(frame.columns)], frame)
    answers = returned["GPT flag · ann · answer"].fillna("")
    assert list(answers) == ["no error", "", "no error", "", ""]


def test_nested_json_lines_come_in_and_the_verdicts_stand_beside_their_flags(tmp_path: Path) -> None:
    table, project, back = tmp_path / "t.jsonl", tmp_path / "t.galley", tmp_path / "back.jsonl"
    records = [
        {"id": f"d{n}",
         "dialogue": [{"speaker": "Ann", "text": f"Is ferry {n} late?"}, {"speaker": "Bo", "text": "6 €."}],
         "summaries": [{"system": name, "text": f"Ferry {n} by {name}.", "judgement": {"flag": flag, "comment": None}}
                       for name, flag in (("alpha", "yes" if n else "no"), ("beta", "yes" if n == 2 else "no"))],
         "n": n + 0.5, "tags": []}
        for n in range(3)
    ]  # fmt: skip
    lines = [json.dumps(record, ensure_ascii=bool(n)) for n, record in enumerate(records)]
    table.write_text("\n".join(lines) + "\n", "utf-8")
    flag = "summaries[].judgement.flag"
    assert galley("import", table, "--project", project) == 2 and not project.exists()
    assert galley("import", table, "--project", project, "--role", f"{flag}=flag,error=yes,by=judge:gpt") == 0
    assert galley("decide", "accept", "system:alpha", "--project", project, "--as", "ann", "--yes") == 0
    assert galley("decide", "reject", "system:beta", "--project", project, "--as", "ann", "--yes") == 0
    assert galley("export", "table-back", "--project", project, "--out", back) == 0
    answers = []
    returned_lines = back.read_text("utf-8").splitlines()
    assert returned_lines[0] == lines[0], "a record without an answer stays as it is, byte for byte"
    for line, record in zip(returned_lines, records, strict=True):
        returned = json.loads(line)
        for summary in returned["summaries"]:
            added = {name: summary["judgement"].pop(name) for name in [*summary["judgement"]] if " · " in name}
            answers.append(added.get("flag · ann · answer"))
        assert returned == record and list(returned) == list(record)
    assert answers == [None, None, "accepted", None, "accepted", "no error"]


def test_an_ods_file_comes_back_as_xlsx(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, project, back = tmp_path / "t.ods", tmp_path / "t.galley", tmp_path / "back.xlsx"
    heads = ["ID", "Article", "Summary", "GPT flag"]
    rows = [[f"n{n}", f"{TEXT}{n} & more", f"Town lost {n}.", "yes" if n % 2 else "no"] for n in range(4)]
    write_open(table, f'<table:table table:name="June">{"".join(map(open_row, [heads, *rows]))}</table:table>')
    assert galley("import", table, "--project", project, "--role", "GPT flag=flag,error=yes") == 0
    assert galley("decide", "accept", "open", "--project", project, "--as", "ann", "--yes") == 0
    assert galley("export", "table-back", "--project", project, "--out", back) == 0
    returned = pandas.read_excel(back, engine="calamine", keep_default_na=False, sheet_name="June")
    assert list(returned.columns[:4]) == heads and returned[heads].to_numpy().tolist() == rows
    assert list(returned["GPT flag · ann · answer"]) == ["", "accepted", "", "accepted"]
    assert galley("export", "table-back", "--project", project, "--out", tmp_path / "back.ods") == 1
    assert "a name that ends in .xlsx" in capsys.readouterr().err and not (tmp_path / "back.ods").exists()


@pytest.mark.parametrize("has_ids", [True, False])
def test_a_sorted_and_edited_copy_gets_the_verdicts_of_its_rows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], has_ids: bool
) -> None:
    table, project, back, copy = (tmp_path / name for name in ("t.csv", "t.galley", "back.csv", "copy.csv"))
    frame = pandas.DataFrame(
        {
            "ID" if has_ids else "Desk": [f"n{n}" for n in range(6)],
            "Article": [f"{TEXT}{n}" for n in range(6)],
            "Summary": [f"Town lost {n}." for n in range(6)],
            "GPT flag": ["yes", "yes", "yes", "no", "no", "yes"],
        }
    )
    frame.to_csv(table, index=False)
    assert galley("import", table, "--project", project, "--role", "GPT flag=flag,error=yes") == 0
    assert galley("decide", "accept", "open", "--project", project, "--as", "ann", "--yes") == 0
    changed = frame.iloc[::-1].reset_index(drop=True)  # sorted the other way
    changed.loc[0, "Summary"] = "Town won."  # row 5 of the original
    changed = changed.drop(index=4)  # row 1 of the original
    changed.loc[len(changed) + 1] = ["new", f"{TEXT}new", "Town drew.", "yes"]
    changed.to_csv(copy, index=False)
    table.unlink()
    assert galley("export", "table-back", "--project", project, "--out", back) == 1
    assert "(--into FILE)" in capsys.readouterr().err
    assert galley("export", "table-back", "--project", project, "--out", back, "--into", copy) == 0
    said = capsys.readouterr()
    returned = pandas.read_csv(back, keep_default_na=False)
    pandas.testing.assert_frame_equal(returned[list(changed.columns)], changed.reset_index(drop=True))
    answers = dict(zip(returned.iloc[:, 0], returned["GPT flag · ann · answer"], strict=True))
    edited = "accepted" if has_ids else ""  # without an ID nothing tells which row it was
    assert answers == {"n5": edited, "n4": "", "n3": "", "n2": "accepted", "n0": "accepted", "new": ""}
    assert ("edited since the import" in said.err) == has_ids
    unknown = "1 row was not imported; it gets nothing (" if has_ids else "2 rows were not imported; they get nothing ("
    assert "not in this file (" in said.err and unknown in said.err


@pytest.mark.parametrize(
    ("head", "values"),
    [
        ("Is it wrong?", ["yes", "no", "n/a", "?"]),
        ("Mia", ["ok", "wrong", "", "ok"]),
        ("GPT errors", ["Wrong name; wrong date", "", "Nobody says so", ""]),
        ("hallucination_score", ["0.1", "0.9", "0.25", "0.75"]),
        ("Flags by GPT", ["The summary says that nobody came. " * 20, "", "", ""]),
    ],
)
def test_nothing_that_looks_like_a_flag_becomes_metadata_without_a_question(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], head: str, values: list[str]
) -> None:
    table = tmp_path / "t.xlsx"
    with xlsxwriter.Workbook(str(table)) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ["ID", "Article", "Summary", head])
        for row, text in enumerate(values, 1):
            sheet.write_row(row, 0, [f"n{row}", f"{TEXT * 12}{row}", f"Town lost {row}.", text])
    assert galley("import", table, "--project", tmp_path / "t.galley") == 2
    assert head in capsys.readouterr().err
    assert not (tmp_path / "t.galley").exists()
