"""The intake of tables and trees: what is told by content, what is asked, and what is refused with its place."""

from __future__ import annotations

import datetime
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from galley.core.errors import ConflictError, InputError, RowsRefused
from galley.core.import_types import ImportOptions, ImportReport
from galley.core.importers.registry import find
from galley.core.importers.run_import import import_files
from galley.core.project.project import Project
from galley.core.tables.mapping import parse_mapping
from tests.core import intake_files

PLAIN = {"key": "id", "article": "source", "summaries": [{"text": "summary", "system": "system"}]}
ROWS = [
    {"id": "1", "source": "Über den Mill.", "summary": "A mill.", "system": "a"},
    {"id": "2", "source": "A ferry.", "summary": "It’s late.", "system": "a"},
    {"id": "1", "source": "Über den Mill.", "summary": "No mill.", "system": "b"},
]


def table(rows: list[dict[str, Any]], divider: str = ",") -> str:
    lines = [list(rows[0]), *([str(v) for v in row.values()] for row in rows)]
    return "".join(divider.join(line) + "\n" for line in lines)


def workbook(path: Path, rows: list[list[Any]], **also: Any) -> Path:
    with xlsxwriter.Workbook(str(path), {"strings_to_formulas": False}) as book:
        sheet = book.add_worksheet("Data")
        for at, row in enumerate(rows):
            for column, cell in enumerate(row):
                if isinstance(cell, datetime.date):
                    sheet.write_datetime(at, column, cell, book.add_format({"num_format": "yyyy-mm-dd"}))
                else:
                    sheet.write(at, column, cell)
        if "merged" in also:
            sheet.merge_range(*also["merged"], "merged")
        if "formula" in also:
            sheet.write_formula(also["formula"], "=1+1", None, also.get("kept", 0))
        if "second" in also:
            book.add_worksheet("More").write(0, 0, "id")
    return path


def read(paths: Path | list[Path], mapping: dict[str, Any] | None = PLAIN) -> tuple[list[dict[str, Any]], ImportReport]:
    """The records of a file, and the report."""
    report = ImportReport()
    files = paths if isinstance(paths, list) else [paths]
    options = ImportOptions(mapping=parse_mapping(mapping, "m.json") if mapping else None)
    return [parsed.record for parsed in find("table").read(files, options, report)], report


def refusal(path: Path, mapping: dict[str, Any] | None = PLAIN) -> str:
    with pytest.raises(InputError) as caught:
        read(path, mapping)
    return "; ".join([str(caught.value), *getattr(caught.value, "messages", [])])


def seen(records: list[dict[str, Any]]) -> list[tuple[str, list[tuple[str, str]]]]:
    return [(r["key"], [(d.get("system", d["role"]), d["text"]) for d in r["documents"]]) for r in records]


THREE = [
    ("1", [("article", "Über den Mill."), ("a", "A mill."), ("b", "No mill.")]),
    ("2", [("article", "A ferry."), ("a", "It’s late.")]),
]


# One way in, whatever the file --------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"])
@pytest.mark.parametrize("divider", [",", ";", "\t", "|", "~"])
def test_rows_of_one_key_are_put_together_in_any_encoding_and_with_any_delimiter(
    encoding: str, divider: str, tmp_path: Path
) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(table(ROWS, divider).encode(encoding))
    how = {"read": {"encoding": "cp1252"}} if encoding == "cp1252" else {}
    records, report = read(path, PLAIN | how)
    assert seen(records) == THREE
    assert any("utf-16" in n.text for n in report.notes) == encoding.startswith("utf-16")


def test_a_sheet_a_parquet_file_and_trees_give_the_same(tmp_path: Path) -> None:
    import pyarrow
    from pyarrow import parquet

    sheet = workbook(tmp_path / "t.xlsx", [[*ROWS[0]], *([*row.values()] for row in ROWS)])
    parquet.write_table(pyarrow.Table.from_pylist(ROWS), tmp_path / "t.parquet")
    (tmp_path / "t.jsonl").write_text("".join(json.dumps(row) + "\n\n" for row in ROWS), "utf-8")
    (tmp_path / "t.json").write_text(json.dumps(ROWS), "utf-8")
    (tmp_path / "n.json").write_text(json.dumps({"version": 1, "data": ROWS}), "utf-8")
    for path in (sheet, *(tmp_path / name for name in ("t.parquet", "t.jsonl", "t.json", "n.json"))):
        assert seen(read(path)[0]) == THREE, path


def test_an_ods_sheet_is_read(tmp_path: Path) -> None:
    cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    rows = "".join(
        f"<table:table-row>{''.join(cell.format(c) for c in row)}</table:table-row>"
        for row in [[*ROWS[0]], *([*row.values()] for row in ROWS)]
    )
    names = " ".join(f'xmlns:{n}="urn:oasis:names:tc:opendocument:xmlns:{n}:1.0"' for n in ("office", "table", "text"))
    with zipfile.ZipFile(tmp_path / "t.ods", "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr(
            "META-INF/manifest.xml",
            '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" m:version="1.2"/>',
        )
        archive.writestr(
            "content.xml",
            f'<office:document-content {names} office:version="1.2"><office:body><office:spreadsheet>'
            f'<table:table table:name="Data">{rows}</table:table></office:spreadsheet></office:body>'
            "</office:document-content>",
        )
    assert seen(read(tmp_path / "t.ods")[0]) == THREE


def test_a_folder_of_texts_is_paired_by_name(tmp_path: Path) -> None:
    for name, text in {
        "articles/1.txt": "A mill.",
        "articles/2.txt": "A ferry.",
        "summaries/bart/1.txt": "Mill.",
    }.items():
        (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / name).write_text(text, "utf-8")
    records, report = read(tmp_path / "in", None)
    assert seen(records) == [("1", [("article", "A mill."), ("bart", "Mill.")]), ("2", [("article", "A ferry.")])]
    assert any("2 has no text in summaries/bart" in note.text for note in report.notes)


# Guesses and questions -----------------------------------------------------------------------------------------------


def test_one_column_a_system_is_guessed_with_its_reason(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("id,source,summary_bart,summary_t5,topic\n1,A mill.,Mill.,Mall.,mills\n", "utf-8")
    records, report = read(path, None)
    assert seen(records) == [("1", [("article", "A mill."), ("bart", "Mill."), ("t5", "Mall.")])]
    assert records[0]["meta"] == {"topic": "mills"}
    said = " ".join(note.text for note in report.notes)
    assert "“summary_bart” is Summary by bart; “summary_t5” is Summary by t5; “topic” is Keep as metadata" in said


def test_a_long_text_beside_a_dialogue_is_the_article_and_no_metadata(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    rows = "".join(f"{at};Ann: Hi.;{'Die Bahn baut. ' * 20};Bahn {at}.;paid\n" for at in range(3))
    path.write_text("Nr;Dialog;Artikel;summary;paid\n" + rows, "utf-8")
    records, _ = read(path, None)
    assert [record["key"] for record in records] == ["0", "1", "2"]
    assert {document["role"] for document in records[0]["documents"]} == {"dialogue", "article", "summary"}
    assert records[0]["meta"] == {"paid": "paid"}


def test_without_a_summary_there_is_a_question_and_no_success(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("id,source,remark\n1,A mill.,fine\n", "utf-8")
    said = refusal(path, None)
    assert "Which column holds the summaries?" in said and "remark: 1 fine. What is it?" in said
    assert len(read(path, {"key": "id", "article": "source", "summaries": []})[0]) == 1


def test_what_answers_mean_is_asked_with_counts(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("id,source,summary,label\n" + "1,S.,A.,0\n" + "2,S.,B.,1\n3,S.,C.,1\n", "utf-8")
    marked = PLAIN | {"summaries": [{"text": "summary"}]}
    block = {"criterion": "=basic/hallucination", "annotator": "=me", "value": "label"}
    said = refusal(path, marked | {"verdicts": [block]})
    assert "verdicts[0].value: What do the values mean?" in said and "1: 2 times, 0: 1 times" in said
    assert "verdicts[0].kind: Whose answers are these" in said
    answered = block | {"kind": "=human", "value": {"of": "label", "map": {"1": "yes"}}}
    assert "verdicts[0].silence" in refusal(path, marked | {"verdicts": [answered]})
    answered["value"] = {"of": "label", "map": {"1": "yes", "0": "no"}}
    records, _ = read(path, marked | {"verdicts": [answered]})
    assert [v["value"] for r in records for v in r["verdicts"]] == ["no", "yes", "yes"]
    asked = refusal(path, None)  # a guess takes no answers in: it asks
    assert "label: 2 “1”, 1 “0”. Which means that there is an error?" in asked and "who gave these flags?" in asked
    answered["value"] = {"of": "label", "map": {"1": "yes", "2": "no"}}
    assert "“0” of “label” is in no map: 1 times" in refusal(path, marked | {"verdicts": [answered]})


def test_silence_means_no_only_of_what_its_reader_read(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    rows = [
        {"id": "1", "summary": "One. Two.", "by": ["p", "q"], "marks": [{"who": "p", "quote": "Two."}]},
        {"id": "2", "summary": "Three.", "by": ["q"], "marks": []},
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    block = {"each": "marks[]", "criterion": "=basic/hallucination", "annotator": "who", "kind": "=human",
             "value": "=yes", "quote": "quote", "silence": "no", "read_by": "by[]"}  # fmt: skip
    mapping = {"key": "id", "summaries": [{"text": "summary"}], "verdicts": [block]}
    first, second = read(path, mapping)[0]
    assert [(v["annotator"], v["unit"], v["spans"]) for v in first["verdicts"]] == [("p", 1, [[0, 4]])]
    assert [j["annotator"] for j in first["judged"]] == ["p", "q"]
    assert [j["annotator"] for j in second["judged"]] == ["q"] and not second["verdicts"]


# The language --------------------------------------------------------------------------------------------------------


def test_paths_values_and_blocks(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    row = {
        "ds": "news", "n": 7.0, "doc": {"body": ["One.", "Two."]}, "talk": [{"who": "Ann", "says": "Late?"}],
        "su_a_x": "A.", "su_b_x": "B.", "odd.name": "v",
        "reply": 'Sure:\n```json\n{"marks": [{"sys": "su_b_x", "score": "0.50", "why": "é"}]}\n```',
    }  # fmt: skip
    path.write_text(json.dumps(row), "utf-8")
    mapping = {
        "key": "{ds}/{n}", "dataset": ["nothing?", "ds"], "article": {"paragraphs": "doc.body[]"},
        "dialogue": {"turns": "talk[]", "speaker": "who", "text": "says"},
        "summaries": [{"each": "su*_x", "text": ".", "system": {"of": "@", "match": "su_(.)_x"}}],
        "scores": [{"each": "reply|json.marks[]", "metric": "=sure", "value": "score",
                    "system": {"of": "sys", "match": "su_(.)_x"}}],
        "meta": {"odd": "odd.name", "last": "doc.body[-1]"},
    }  # fmt: skip
    (record,), _ = read(path, mapping)
    assert record["key"] == "news/7" and record["dataset"] == "news" and record["meta"] == {"odd": "v", "last": "Two."}
    assert record["documents"][0] == {"role": "article", "paragraphs": ["One.", "Two."], "id": "article"}
    assert record["documents"][1]["turns"] == [{"speaker": "Ann", "text": "Late?"}]
    assert [(d["system"], d["text"]) for d in record["documents"][2:]] == [("a", "A."), ("b", "B.")]
    assert record["scores"] == [{"metric": "sure", "value": 0.5, "annotator": "sure", "document": "sum-b"}]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"kee": "x"}, "field “kee” is unknown"),
        ({"key": "a..b["}, "cannot be read"),
        ({"key": "{a"}, "do not pair"),
        ({"summaries": [{"system": "x"}]}, "lacks text"),
        (
            {"verdicts": [{"criterion": "=a/b", "annotator": "=x", "value": "v", "kind": "=machine"}]},
            "kind cannot be machine",
        ),
        ({"key": {"of": "a", "match": "(a+)+"}}, "repeats a group"),
        ({"key": {"of": "a", "match": "a*b*c*"}}, "more than 2 repetitions"),
        ({"key": {"of": "a", "match": "("}}, "not a regular expression"),
        ({"offsets": "words"}, "offsets cannot be 'words'; use one of: bytes"),
        ({"read": {"delimiter": ",,"}}, "read.delimiter must be text of at most 1 characters"),
    ],
)
def test_a_mapping_that_is_wrong_names_its_field(change: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        parse_mapping(PLAIN | change, "m.json")


@pytest.mark.parametrize(("offsets", "start", "end"), [("code points", 2, 6), ("utf-16", 3, 7), ("bytes", 5, 9)])
def test_offsets_count_what_they_are_said_to_count(offsets: str, start: int, end: int, tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text(json.dumps({"id": "1", "s": "😀 late", "m": [{"a": start, "e": end, "q": "late"}]}), "utf-8")
    block = {"each": "m[]", "criterion": "=basic/hallucination", "annotator": "=p", "kind": "=human", "value": "=yes",
             "start": "a", "end": "e", "quote": "q", "silence": "open"}  # fmt: skip
    mapping = {"key": "id", "summaries": [{"text": "s"}], "verdicts": [block], "offsets": offsets}
    (record,), _ = read(path, mapping)
    assert record["verdicts"][0]["spans"] == [[2, 6]]
    wrong = {"code points": "utf-16", "utf-16": "bytes", "bytes": "code points"}[offsets]
    said = refusal(path, mapping | {"offsets": wrong})
    assert "t.jsonl, line 1, m[] 1" in said and re.search("not the quote|outside|in two", said)


def test_a_quote_must_be_there_exactly_once(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text(json.dumps({"id": "1", "s": "A mill, a mill.", "m": ["mill", "ferry"]}), "utf-8")
    block = {"each": "m[]", "criterion": "=basic/hallucination", "annotator": "=p", "kind": "=human", "value": "=yes",
             "quote": ".", "silence": "open"}  # fmt: skip
    said = refusal(path, {"key": "id", "summaries": [{"text": "s"}], "verdicts": [block]})
    assert "“mill” is in the text 2 times" in said and "“ferry” is in the text 0 times" in said


# Bad input -----------------------------------------------------------------------------------------------------------

HEAD = ["id", "source", "summary", "system"]


def test_merged_cells_and_formulas_without_a_value_name_sheet_row_and_column(tmp_path: Path) -> None:
    rows = [HEAD, ["1", "S.", "A.", "a"], ["2", "S.", "B.", "a"]]
    merged = workbook(tmp_path / "m.xlsx", rows, merged=(2, 1, 3, 1))
    assert "sheet “Data”, row 3, column B: cells are merged down to row 4" in refusal(merged)
    empty = workbook(tmp_path / "f.xlsx", rows, formula="C3", kept="")
    assert "sheet “Data”, row 3, column C: the formula has no stored value" in refusal(empty)
    assert seen(read(workbook(tmp_path / "k.xlsx", rows, formula="C3", kept="B!"))[0])[1][1][1] == ("a", "B!")
    several = workbook(tmp_path / "s.xlsx", rows, second=True)
    assert "2 sheets hold something (Data, More); name the sheet" in refusal(several)
    assert len(read(several, PLAIN | {"read": {"sheet": "Data"}})[0]) == 2


def test_dates_numbers_and_leading_zeros_in_a_sheet(tmp_path: Path) -> None:
    dated = workbook(tmp_path / "d.xlsx", [HEAD, [datetime.date(2024, 2, 1), "S.", "A.", "a"]])
    assert "d.xlsx, sheet “Data”, row 2, key: “id” holds a date or time (2024-02-01)" in refusal(dated)
    mixed = workbook(tmp_path / "m.xlsx", [[*HEAD, "rating"], [7, "S.", "A.", "a", 1.0], ["007", "S.", "B.", "a", "1"]])
    block = {"criterion": "=basic/hallucination", "annotator": "=p", "kind": "=human",
             "value": {"of": "rating", "map": {"1": "yes", "0": "no"}}}  # fmt: skip
    records, report = read(mixed, PLAIN | {"verdicts": [block]})
    assert [record["key"] for record in records] == ["7", "007"]
    assert [v["value"] for record in records for v in record["verdicts"]] == ["yes", "yes"]
    said = " ".join(note.text for note in report.notes)
    assert "1 keys differ only in how a number is written (7 and 007)" in said
    assert "the column “rating” of the sheet “Data” holds texts (first in row 3) and numbers (first in row 2)" in said


def test_sixteen_thousand_columns_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "w.csv"
    path.write_text(
        ",".join([*HEAD, *(f"c{n}" for n in range(16_380))]) + "\n" + ",".join(["1", "S.", "A.", "a", *["v"] * 16_380]),
        "utf-8",
    )
    records, report = read(path)
    assert len(records[0]["meta"]) == 16_380
    assert any("and 16,360 more" in note.text for note in report.notes)


BROKEN = {
    "a line is broken": ('{"id": "1", "summary": "A."}\n{"id": \n{"id": "3"}\n', "line 2: this is not valid JSON"),
    "NaN": ('{"id": "1", "summary": "A.", "x": NaN}', "line 1: NaN or Infinity is not a value"),
    "half a character": ('{"id": "1", "summary": "\\ud83d"}', "line 1: there is half a character"),
    "levels": ('{"id": "1", "summary": "A.", "x": ' + "[" * 200 + "]" * 200 + "}", "nested more than 100 levels"),
    "a list for a value": (
        '{"id": "1", "summary": ["A.", "B."]}',
        "line 1, summary: “summary” is a list, not one value",
    ),
    "a path to nowhere": (
        '{"id": "1", "other": "A."}',
        "“summary” led nowhere in all 1 rows; its fields are: id, other",
    ),
    "no key": ('{"id": null, "summary": "A."}\n', "line 1, key: the key is empty"),
}


@pytest.mark.parametrize("what", BROKEN)
@pytest.mark.parametrize("form", ["jsonl", "json"])
def test_a_broken_tree_is_refused_with_its_place(what: str, form: str, tmp_path: Path) -> None:
    text, said = BROKEN[what]
    path = tmp_path / f"t.{form}"
    if form == "json":
        text = "[" + ",\n".join(text.strip().split("\n")) + "]"
        said = said.replace("line 2: this is", "after record 1, line 2: this is")
        said = said.replace("line 1, ", "record 1 (line 1), ")
        if what == "NaN":
            said = "after record 0, line 1: "
    path.write_text(text, "utf-8")
    found = refusal(path, {"key": "id", "summaries": [{"text": "summary"}]})
    assert said in found and path.name in found


@pytest.mark.parametrize("text", ['"\\ud83d\\ude00 \\\\ud83d"', '"' + "x" * 70_000 + '\\ud83d\\ude00"'])
def test_whole_characters_in_escapes_are_taken(text: str, tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    path.write_text('[{"id": "1", "summary": ' + text + "}]", "utf-8")
    (record,), _ = read(path, {"key": "id", "summaries": [{"text": "summary"}]})
    assert record["documents"][0]["text"] == json.loads(text)


@pytest.mark.parametrize("place", [10, 65_500, 65_530, 65_536, 131_000])
def test_half_a_character_is_found_wherever_the_file_is_cut(place: int, tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    path.write_text('[{"id": "1", "summary": "' + "x" * place + '\\udc00y"}]', "utf-8")
    assert "half a character" in refusal(path, {"key": "id", "summaries": [{"text": "summary"}]})


def test_mixed_encodings_name_the_line(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(table(ROWS[:2]).encode() + b"3,\xfcber,x,a\n")
    assert "t.csv, line 4: the text is not in utf-8, or the file mixes encodings" in refusal(path)


def test_nulls_nested_nulls_and_nan_in_parquet(tmp_path: Path) -> None:
    import pyarrow
    from pyarrow import parquet

    rows = [
        {"id": "1", "summary": "A.", "deep": {"a": None, "b": [None, {"c": None}]}, "n": float("nan"), "sure": 0.5},
        {"id": "2", "summary": "B.", "deep": None, "n": 1.0, "sure": float("nan")},
    ]
    parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "t.parquet")
    mapping = {"key": "id", "summaries": [{"text": "summary"}]}
    records, report = read(tmp_path / "t.parquet", mapping)
    assert [record["meta"].get("deep") for record in records] == [{"a": None, "b": [None, {"c": None}]}, None]
    assert any("2 values of the metadata were NaN" in note.text for note in report.notes)
    scored = mapping | {"scores": [{"metric": "=sure", "value": "sure"}]}
    assert "t.parquet, row 2, value: “sure” is nan" in refusal(tmp_path / "t.parquet", scored)


def test_two_files_with_the_same_keys_agree_or_are_refused(tmp_path: Path) -> None:
    for name, system, source in (("a", "a", "S."), ("b", "b", "S."), ("c", "c", "T.")):
        (tmp_path / f"{name}.csv").write_text(f"id,source,summary,system\n1,{source},Text {name}.,{system}\n", "utf-8")
    records, report = read([tmp_path / "a.csv", tmp_path / "b.csv"])
    assert len(records) == 1 and len(records[0]["documents"]) == 3
    assert any("1 rows have keys of an earlier file" in note.text for note in report.notes)
    with pytest.raises(RowsRefused, match=r"c\.csv, line 2: the article differs from that of a\.csv, line 2"):
        read([tmp_path / "a.csv", tmp_path / "c.csv"])


def test_nothing_is_half_done(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(
        "id,source,summary,system\n" + "".join(f"{n},S.,A{n}.,a\n" for n in range(2_000)) + ",S.,A.,a\n", "utf-8"
    )
    with Project.create(tmp_path / "p.galley") as project:
        before = intake_files.held(project)
        with pytest.raises(RowsRefused, match="line 2002, key: the key is empty"):
            import_files(project, find("table"), [path], ImportOptions(mapping=parse_mapping(PLAIN, "m")))
        path.write_text("id,source,summary,system\n1,S.,A.,a\n", "utf-8")
        import_files(project, find("table"), [path], dry_run=True)
        assert intake_files.held(project) == before
        import_files(project, find("table"), [path])
        path.write_text("id,source,summary,system\n1,Other.,A.,a\n", "utf-8")
        with pytest.raises(ConflictError):
            import_files(project, find("table"), [path], dry_run=True)
