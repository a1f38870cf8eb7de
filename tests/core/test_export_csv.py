"""The table: exact texts, one row a cell and annotator, and read back onto the items it came from."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from galley.core.domain import Action
from galley.core.errors import InputError
from galley.core.exports._sheet import COLUMNS
from galley.core.exports.base import Only
from galley.core.exports.registry import export
from galley.core.import_types import ImportOptions
from galley.core.importers import registry
from galley.core.importers.csv import IMPORTER
from galley.core.importers.galley import IMPORTER as NATIVE
from galley.core.importers.run_import import import_files
from galley.core.paths import resources
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from tests.core.made import NASTY, bring, review

LOST = {"note": "", "decided_at": "", "resolved_by": "", "resolved_how": ""}


def table(project: Project, folder: Path, only: Only = Only.ALL) -> list[dict[str, str]]:
    out = folder / "out.csv"
    export(project, "csv", out, only)
    with out.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def given(row: dict[str, str]) -> str:
    """The evidence without what a reviewer attached."""
    left = [place for place in json.loads(row["evidence"] or "[]") if "stance" not in place]
    return json.dumps(left) if left else ""


def plain(rows: list[dict[str, str]]) -> list[tuple[str, ...]]:
    """What a table that was read back keeps, whatever the order of the annotators."""
    return sorted(
        tuple((row | LOST | {"origin": row["origin"].replace("decision", "verdict"), "evidence": given(row)}).values())
        for row in rows
        if row["origin"] not in ("note", "evidence")
    )


def test_texts_are_exact_whatever_they_begin_with(tmp_path: Path) -> None:
    texts = [text for text in NASTY if text]
    record: dict[str, Any] = {
        "key": "=key",
        "documents": [{"id": "s", "role": "summary", "system": "+sys", "sentences": texts}],
        "verdicts": [
            {"annotator": "@j", "kind": "judge", "scheme": "basic", "criterion": "hallucination", "document": "s",
             "unit": n, "value": "yes", "explanation": text} for n, text in enumerate(texts)
        ],
    }  # fmt: skip
    with Project.create(tmp_path / "a.galley") as project:
        bring(project, [record], tmp_path)
        rows = table(project, tmp_path)
    assert [row["unit_text"] for row in rows] == texts
    assert [row["explanation"] for row in rows] == texts
    assert {(row["key"], row["system"], row["annotator"]) for row in rows} == {("=key", "+sys", "@j")}


def test_silence_after_judging_is_a_no_and_an_open_cell_has_no_row(tmp_path: Path) -> None:
    record: dict[str, Any] = {
        "key": "a",
        "documents": [
            {"id": "d", "role": "dialogue", "turns": [{"text": "Hm."}, {"text": "Well."}]},
            {"id": "s", "role": "summary", "sentences": ["One.", "Two."]},
            {"id": "t", "role": "summary", "sentences": ["Three."]},
        ],
        "verdicts": [{"annotator": "j", "kind": "judge", "scheme": "dial-summer", "criterion": "extrinsic-context",
                      "document": "s", "unit": 0, "value": "yes"}],
        "judged": [{"annotator": "j", "kind": "judge", "scheme": "dial-summer", "documents": ["s"],
                    "criteria": ["extrinsic-context", "missed-turn"]}],
    }  # fmt: skip
    with Project.create(tmp_path / "a.galley") as project:
        bring(project, [record], tmp_path)
        rows = table(project, tmp_path)
    found = [(r["criterion"], r["document"], r["unit"], r["about"], r["value"], r["origin"]) for r in rows]
    assert sorted(found) == [
        ("extrinsic-context", "s", "0", "", "yes", "verdict"),
        ("extrinsic-context", "s", "1", "", "no", "judged"),
        ("missed-turn", "d", "0", "s", "no", "judged"),
        ("missed-turn", "d", "1", "s", "no", "judged"),
    ]


def test_a_reviewed_project_comes_back_onto_its_items(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a.galley") as first:
        import_files(first, NATIVE, [resources() / "sample" / "sample.jsonl"])
        steps = [("ann", action, n, n * 7, f"=note {n}") for n, action in enumerate([*Action] * 4)]
        review(first, steps)
        wanted = table(first, tmp_path)
    assert {row["origin"] for row in wanted} == {"verdict", "decision", "judged", "note", "evidence", "rule"}
    assert all(row["decided_at"] for row in wanted if row["origin"] == "decision")
    bare = [json.loads(line) for line in (resources() / "sample" / "sample.jsonl").read_text("utf-8").splitlines()]
    kept = [{k: r[k] for k in ("key", "dataset", "split", "documents", "units") if k in r} for r in bare]
    with Project.create(tmp_path / "b.galley") as second:
        bring(second, kept, tmp_path)
        assert registry.recognise([tmp_path / "out.csv"]) is IMPORTER
        report = import_files(second, IMPORTER, [tmp_path / "out.csv"])
        again = table(second, tmp_path)
        assert import_files(second, IMPORTER, [tmp_path / "out.csv"]).counts.get("verdicts", 0) == 0
    assert plain(again) == plain(wanted)
    assert report.counts["notes left out"] == sum(row["origin"] == "note" for row in wanted)


def test_rows_for_an_unknown_item_are_refused(tmp_path: Path) -> None:
    values = dict.fromkeys(COLUMNS, "") | {
        "key": "nobody", "document": "s", "unit_kind": "sentence", "unit": "0", "scheme": "basic",
        "criterion": "hallucination", "annotator": "x", "kind": "human", "value": "yes",
    }  # fmt: skip
    path = tmp_path / "t.csv"
    path.write_text(",".join(COLUMNS) + "\n" + ",".join(values[c] for c in COLUMNS) + "\n", encoding="utf-8")
    with Project.create(tmp_path / "a.galley") as project:
        with pytest.raises(InputError, match=r"t\.csv, line 2, item 'nobody': .*nothing was imported"):
            import_files(project, IMPORTER, [path], ImportOptions())
        assert project.read_connection().execute("SELECT count(*) FROM item").fetchone() == (0,)


def test_the_human_stands_beside_the_judge(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a.galley") as project:
        import_files(project, NATIVE, [resources() / "sample" / "sample.jsonl"])
        item = project.read_connection().execute("SELECT id FROM item WHERE flags > 0 LIMIT 1").fetchone()[0]
        flag = load_item_view(project.read_connection(), item).flags()[0]
        DecisionWriter(project, "zoe").override(item, flag).result()
        rows = table(project, tmp_path)
    cell = ("key", "document", "unit", "scheme", "criterion", "about")
    at = next(n for n, row in enumerate(rows) if row["annotator"] == "zoe")
    beside = [row for row in rows if all(row[c] == rows[at][c] for c in cell) and row["origin"] != "judged"]
    assert {row["kind"] for row in beside} >= {"judge", "human"}
    first = rows.index(beside[0])
    assert rows[first : first + len(beside)] == beside, "rows of one cell follow each other"
    assert rows[at]["value"] == "no" and rows[at]["origin"] == "decision" and rows[at]["decided_at"].endswith("+00:00")
