"""What the report's tables hold: errors alone, systems in one order, scores side by side, no heading over nothing."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from galley import doors
from galley.core.exports.registry import export
from galley.core.project.project import Project
from galley.core.storage import score_names
from tests.core import building, frank_making

Table = list[list[str]]


def _no_qt(name: str) -> None:
    raise ModuleNotFoundError("No module named 'PySide6'", name="PySide6")


def _page(project: Project, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(doors, "of_window", _no_qt)
    out = folder / "r.html"
    export(project, "report", out)
    return out.read_text("utf-8")


def _section(page: str, title: str) -> tuple[list[str], Table]:
    """The heads and rows of the first table of a section; a row of one cell is a group's."""
    part = page.split(f"<h2>{title}</h2>")[1].partition("<h2>")[0]
    table = re.search(r"<table.*?</table>", part, re.DOTALL)
    assert table is not None
    rows = re.findall(r"<tr>(.*?)</tr>", table[0])
    cells = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row) for row in rows]
    clean = [[unescape(cell).replace("\xa0", " ") for cell in row] for row in cells]
    return clean[0], clean[1:]


def test_systems_have_one_order_under_each_criterion(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The window's, which is that of the alphabet, though the metric ranks them by their shares."""
    records = frank_making.records()
    with building.project(tmp_path, *records) as project:
        page = _page(project, tmp_path, monkeypatch)
    heads, rows = _section(page, "How often errors occur")
    assert heads[0] == "System" and "Bounds, %" not in heads, "nothing is open"
    groups: dict[str, list[str]] = {}
    for row in rows:
        if len(row) == 1:
            groups[row[0]] = []
        else:
            groups[list(groups)[-1]].append(row[0])
    assert len(groups) > 7 and all(systems == list(frank_making.SYSTEMS) for systems in groups.values())
    assert not any("(any)" in name for name in groups), "a roll-up is called as in the charts"


def test_scores_stand_side_by_side_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line a score, a column a system; the means by a loop over the records."""
    records = frank_making.records()
    with building.project(tmp_path, *records) as project:
        page = _page(project, tmp_path, monkeypatch)
    heads, rows = _section(page, "Scores by system")
    assert heads == ["Score", "n", *frank_making.SYSTEMS]
    assert [row[0] for row in rows if len(row) == 1] == list(frank_making.JUDGES), "by whom heads the lines"
    line = next(row for at, row in enumerate(rows) if row[0] == "QA factuality" and rows[at - 2] == ["kim"])
    kim = [s for r in records for s in r["scores"] if (s["annotator"], s["metric"]) == ("kim", "qa-factuality")]
    means = [fmean(s["value"] for s in kim if s["document"] == f"sum-{system}") for system in frank_making.SYSTEMS]
    assert line[1:] == [str(len(records)), *(f"{mean:.2f}" for mean in means)]


def test_many_systems_go_below_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    documents = [
        {"id": f"s{n}", "role": "summary", "system": f"system {n:02}", "sentences": ["One."]} for n in range(12)
    ]
    scores = [
        {"document": f"s{n}", "annotator": "m", "kind": "import", "metric": "rouge-l", "value": n / 10}
        for n in range(12)
    ]
    record = building.record(documents=documents, verdicts=[], judged=[], scores=scores)
    with building.project(tmp_path, record) as project:
        page = _page(project, tmp_path, monkeypatch)
    heads, rows = _section(page, "Scores by system")
    assert heads == ["System", "n", "Mean"] and rows[0] == ["ROUGE L"]
    assert [row[0] for row in rows[1:]] == [f"system {n:02}" for n in range(12)] and rows[-1][1:] == ["1", "1.10"]


def test_what_is_no_error_is_in_no_table_of_errors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Experts' supporting paragraphs are gold, and no error; nor has an empty section a heading."""
    record: dict[str, Any] = building.discussion()
    record["verdicts"] = [
        {"annotator": "experts", "kind": "gold", "scheme": "kgds-paragraph", "criterion": "supporting",
         "document": "article", "unit": 0, "value": "yes"}
    ]  # fmt: skip
    with building.project(tmp_path, record) as project:
        page = _page(project, tmp_path, monkeypatch)
    assert "<h2>Where errors stand</h2>" not in page
    errors = page.partition("<h2>How often errors occur</h2>")[2].partition("<h2>")[0]
    assert "Supporting paragraph" not in errors
    scores = building.record(
        documents=[{"id": "s", "role": "summary", "system": "a", "sentences": ["One."]}], verdicts=[], judged=[],
        scores=[{"document": "s", "annotator": "m", "kind": "import", "metric": "bleu", "value": 0.5}],
    )  # fmt: skip
    with building.project(tmp_path, scores, name="scores.galley") as project:
        page = _page(project, tmp_path, monkeypatch)
    heads = ["Examples of the most frequent errors", "What was not reviewed", "The data", "Limits", "Scores by system",
             "How it was made"]  # fmt: skip
    assert re.findall(r"<h2[^>]*>(.*?)</h2>", page) == heads
    assert "Nobody reviewed the items." in page and "0 judges" not in page


def test_a_cleared_up_reference_has_no_asterisks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = building.record(
        documents=[{"id": "s", "role": "summary", "system": "a", "sentences": ["**Ann** says 2 ** 3 is 8."]}],
        verdicts=[
            building.flag("extrinsic-context", "s", 0, explanation="Who is **Ann**?"),
            building.flag("extrinsic-context", "s", 0, annotator="p") | {"kind": "human"},
        ],
        judged=[],
    )
    with building.project(tmp_path, record) as project:
        page = _page(project, tmp_path, monkeypatch)
    assert "Ann says 2 ** 3 is 8." in page and "Who is Ann?" in page


def test_scores_are_called_by_words() -> None:
    shown = {
        "rouge-1": "ROUGE 1", "bertscore-p-art": "BERTScore precision article", "qa-factuality": "QA factuality",
        "circ-e@kim": "Circumstance error, kim", "flip-circ-e": "Factuality without Circumstance error",
        "flip-content-verifiability": "Factuality without content verifiability", "hallucination-rate":
        "Hallucination rate",
    }  # fmt: skip
    assert {name: score_names.format_score_name(name) for name in shown} == shown
    assert (
        score_names.format_score_name("flip-circ-e", "Faktentreue ohne {criterion}")
        == "Faktentreue ohne Circumstance error"
    )
