"""The workbook: texts as texts, whatever they begin with; long ones, strange ones and too many rows said in words."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest

import galley.core.exports.xlsx as xlsx
from galley.core.errors import Cancelled
from galley.core.exports.base import Only
from galley.core.exports.registry import export
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from tests.core import building, workbooks
from tests.core.made import NASTY, bring

RISKY = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1+1", "\r=1+1", "\n=1", "=HYPERLINK(\"http://x\")", "https://example.org/"]
STRANGE = ["<r><t>rich</t></r>", "<r>x</r>", "_x0041_", "a\x00b", "a\x1fb", "]]>", "  two blanks  ", "1e5", "TRUE"]


def _sentences(texts: list[str]) -> dict[str, Any]:
    return {
        "key": "=key",
        "documents": [{"id": "s", "role": "summary", "system": "+sys", "sentences": texts}],
        "verdicts": [
            {"annotator": "@j", "kind": "judge", "scheme": "basic", "criterion": "hallucination", "document": "s",
             "unit": n, "value": "yes", "explanation": text, "confidence": 0.25} for n, text in enumerate(texts)
        ],
    }  # fmt: skip


def test_no_text_is_a_formula_and_each_arrives_exactly(tmp_path: Path) -> None:
    texts = [text for text in (*NASTY, *RISKY, *STRANGE) if text]
    out = tmp_path / "a.xlsx"
    with Project.create(tmp_path / "a.galley") as project:
        bring(project, [_sentences(texts)], tmp_path)
        export(project, "xlsx", out)
    cells = [cell for sheet in workbooks.sheets(out) for row in sheet for cell in row.values()]
    assert {cell.kind for cell in cells} == {"s", "n"}
    rows = workbooks.table(out)
    assert [row["unit_text"] for row in rows] == texts
    assert [row["explanation"] for row in rows] == texts
    assert {(row["key"], row["system"], row["annotator"]) for row in rows} == {("=key", "+sys", "@j")}
    assert {(row["confidence"]) for row in rows} == {"0.25"}
    marked = workbooks.quoted(out)
    for cell in cells:
        assert (cell.style in marked) == (cell.kind == "s" and cell.value.startswith(xlsx.RISKY)), cell


def test_a_long_text_is_cut_and_said(tmp_path: Path) -> None:
    fits, over, wide = "a" * 32_767, "b" * 32_768, "😀" * 20_000
    out = tmp_path / "a.xlsx"
    with Project.create(tmp_path / "a.galley") as project:
        bring(project, [_sentences([fits, over, wide])], tmp_path)
        report = export(project, "xlsx", out)
    rows = workbooks.table(out)
    assert rows[0]["unit_text"] == fits
    for row, text in zip(rows[1:], (over, wide), strict=True):
        cut = row["unit_text"]
        assert cut.endswith(f" … [cut: {len(text):,} characters]")
        assert text.startswith(cut.partition(" …")[0])
        assert 32_700 < len(cut.encode("utf-16-le")) // 2 <= 32_767
    assert report.left_out == {xlsx.CUT_TEXTS: 4}, "two texts, each as unit and as explanation"
    said = [cell.value for row in workbooks.sheets(out)[0] for cell in row.values()]
    assert any(line.startswith(f"4 {xlsx.CUT_TEXTS}") for line in said)


def test_what_xml_cannot_hold_is_replaced_and_counted(tmp_path: Path) -> None:
    out = tmp_path / "a.xlsx"
    with Project.create(tmp_path / "a.galley") as project:
        bring(project, [_sentences(["a\uffffb\ufffe"])], tmp_path)
        report = export(project, "xlsx", out)
    assert workbooks.table(out)[0]["unit_text"] == "a�b�"
    assert report.left_out == {xlsx.NO_CHARACTERS: 4}


def test_more_rows_than_a_sheet_holds_go_on_in_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xlsx, "MOST_ROWS", 4)
    out = tmp_path / "a.xlsx"
    with Project.create(tmp_path / "a.galley") as project:
        bring(project, [_sentences([f"s{n}" for n in range(7)])], tmp_path)
        assert export(project, "xlsx", out).counts["rows"] == 7
    assert [len(sheet) for sheet in workbooks.sheets(out)[1:]] == [4, 4, 2]
    texts = [row["unit_text"] for sheet in (1, 2, 3) for row in workbooks.table(out, sheet)]
    assert texts == [f"s{n}" for n in range(7)]
    assert any("is split into 3 sheets" in cell.value for row in workbooks.sheets(out)[0] for cell in row.values())


def test_a_stop_leaves_no_file_and_no_scraps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scraps = tmp_path / "scraps"
    scraps.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scraps))
    out = tmp_path / "a.xlsx"
    out.write_text("before")
    records = [building.record(str(n)) for n in range(150)]
    with building.project(tmp_path, *records) as project, pytest.raises(Cancelled):
        export(project, "xlsx", out, progress=lambda done, total: done == 0)
    assert out.read_text() == "before"
    assert list(scraps.iterdir()) == []
    assert not [path for path in tmp_path.iterdir() if path.suffix == ".part" or ".part" in path.name]


def test_the_judges_own_words_stand_beside_the_answer_and_gold_leaves_the_rest_out(tmp_path: Path) -> None:
    out = tmp_path / "a.xlsx"
    with building.project(tmp_path) as project:
        view = items.load_item_view(project.read_connection(), 1)
        flag = next(f for f in view.flags() if f.explanation)
        DecisionWriter(project, "ann").override(1, flag).result()
        DecisionWriter(project, "chair").adjudicate(1, flag.cell, "no").result()
        open_cell = next(f for f in view.flags() if f.cell != flag.cell)
        DecisionWriter(project, "chair").adjudicate(1, open_cell.cell, None).result()
        export(project, "xlsx", out)
        everything = workbooks.table(out)
        report = export(project, "xlsx", out, Only.GOLD)
        golden = workbooks.table(out)
    mine = next(row for row in everything if row["annotator"] == "ann")
    assert (mine["value"], mine["flagged_by"]) == ("no", "judge; other")
    assert mine["judge_words"] == "other: nine, not ten"
    assert {(row["document"], row["unit"], row["criterion"]) for row in golden} == {("sum-a", "1", "changed-meaning")}
    assert {row["annotator"] for row in golden} == {"judge", "other", "ann", "gold"}
    assert report.left_out["answers on cells without gold"] == len(everything) - len(golden)
