"""The report: one page that loads nothing, whose figures are those of the metrics."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from galley import doors
from galley.core.errors import Cancelled, InputError
from galley.core.exports._page import PrintedPage
from galley.core.exports.base import Only
from galley.core.exports.registry import export
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.metrics import registry
from galley.core.metrics.base import Params
from galley.core.paths import resources
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from tests.core import building


class _Seen(HTMLParser):
    """What a page refers to, its tags and its words."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.refers: list[str] = []
        self.tags: list[str] = []
        self.words: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        referring = ("src", "href", "xlink:href", "srcset", "style")
        self.refers += [value or "" for name, value in attrs if name in referring]

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.fixture
def sample(tmp_path: Path) -> Project:
    project = Project.create(tmp_path / "sample.galley")
    import_files(project, IMPORTER, [resources() / "sample" / "sample.jsonl"])
    return project


def _no_qt(name: str) -> None:
    raise ModuleNotFoundError("No module named 'PySide6'", name="PySide6")


def test_the_page_loads_nothing_and_says_what_the_metrics_say(
    sample: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "of_window", _no_qt)
    out = tmp_path / "r.html"
    with sample as project:
        export(project, "report", out)
        found = registry.compute("detection", project.read_connection(), Params(resamples=0)).rows
    page = out.read_text("utf-8")
    seen = _Seen(page)
    assert seen.refers == [] and not re.search(r"url\((?!data:font)|@import|<script", page)
    assert {"h1", "h2", "table", "blockquote"} <= set(seen.tags)
    words = " ".join(seen.words)
    parts = [
        "Judges against people", "How often errors occur", "Where errors stand", "Agreement between people",
        "Ties and their adjudication", "Examples", "How it was made", "What was asked", "What was left out",
    ]  # fmt: skip
    assert [each for each in re.findall(r"<h2>(.*?)</h2>", page) if each in parts] == parts, "definitions come last"
    assert all(part in words for part in ("mira", "tomas", "desk-judge", "Krippendorff's α", "Qt is missing"))
    rows = [line for line in re.findall(r"<tr>(.*?)</tr>", page) if "<th" not in line]
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in rows]
    missed = next(row for row in found if row["criterion"] == "missed-turn")
    shown = next(below for above, below in pairwise(cells) if (above, below[0]) == (["Missed turn"], "desk-judge"))
    assert shown[1:5] == [str(missed[name]) for name in ("n", "tp", "fp", "fn")]
    assert [figure.partition(" ")[0] for figure in shown[5:7]] == [
        f"{100 * missed['precision']:.1f}", f"{100 * missed['recall']:.1f}",
    ]  # fmt: skip
    examples = page.partition("<h2>Examples</h2>")[2]
    assert "accepted</h3>" in examples and "overridden</h3>" in examples and "desk-judge flagged it:" in examples


def test_who_only_settles_is_no_reviewer(tmp_path: Path) -> None:
    out = tmp_path / "r.html"
    with building.project(tmp_path) as project:
        flag = next(f for f in items.load_item_view(project.read_connection(), 1).flags() if f.spans)
        DecisionWriter(project, "ann").accept(1, flag).result()
        DecisionWriter(project, "bo").unsure(1, flag).result()
        chair = DecisionWriter(project, "chair")
        chair.adjudicate(1, flag.cell, "no").result()
        export(project, "report", out)
        page = out.read_text("utf-8")
        assert "2 people reviewed the items. 1 person adjudicated." in page
        assert "<td class=k>chair</td><td>adjudicator</td>" in page and "<td class=k>bo</td><td>person</td>" in page
        chair.accept(1, flag).result()
        export(project, "report", out)
        page = out.read_text("utf-8")
        assert "3 people reviewed" in page and "<td class=k>chair</td><td>person, adjudicator</td>" in page
        chair.undo().result()
        chair.undo().result()
        export(project, "report", out)
        page = out.read_text("utf-8")
        assert "2 people reviewed the items." in page and " adjudicated." not in page
    card = json.loads((tmp_path / "r.html.card.json").read_text("utf-8"))
    assert {a["name"]: a["settled"] for a in card["annotators"]} == {"ann": 0, "bo": 0, "chair": 0}


def test_texts_are_shown_as_texts(tmp_path: Path) -> None:
    hostile = "<script>alert(1)</script><img src=x onerror=y>"
    record = building.record(
        documents=[{"id": "s", "role": "summary", "system": hostile, "sentences": [hostile]}],
        verdicts=[
            building.flag("extrinsic-context", "s", 0, annotator=hostile, explanation=hostile),
            building.flag("extrinsic-context", "s", 0, annotator="p") | {"kind": "human"},
        ],
        judged=[],
    )
    out = tmp_path / "r.html"
    with building.project(tmp_path, record) as project:
        export(project, "report", out)
    seen = _Seen(out.read_text("utf-8"))
    assert not {"script", "img"} & set(seen.tags)
    assert hostile in " ".join(seen.words)


def test_an_empty_choice_is_a_page_too(tmp_path: Path) -> None:
    out = tmp_path / "r.html"
    with building.project(tmp_path) as project:
        export(project, "report", out, Only.GOLD)
    assert "0 in all" in out.read_text("utf-8")


def test_a_stop_between_the_parts_leaves_nothing(sample: Project, tmp_path: Path) -> None:
    out = tmp_path / "r.html"
    with sample as project, pytest.raises(Cancelled):
        export(project, "report", out, progress=lambda done, total: done < 3)
    assert [path.name for path in tmp_path.iterdir() if not path.name.startswith("sample")] == []


def test_without_qt_a_pdf_is_refused_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "of_window", _no_qt)
    with building.project(tmp_path) as project, pytest.raises(InputError, match=r"A PDF needs Qt.*\.html instead"):
        export(project, "report", tmp_path / "r.pdf")
    assert not (tmp_path / "r.pdf").exists()


def test_on_paper_the_intervals_of_a_table_stand_alike(tmp_path: Path) -> None:
    """Some cells had room for their interval and others had not: in a table of many, all stand below their figures."""
    few, many = PrintedPage("few"), PrintedPage("many")
    few.table(("Criterion", "Share, %"), [("a", "4.5 (1.0–9.0)"), ("b", "–")], (1,))
    many.table(
        ("Criterion", "P", "R", "F", "B"),
        [("a", *["4.5 (1.0–9.0)"] * 4), ("b", *["57.4 (42.1–71.4)"] * 4)],
        (1, 2, 3, 4),
    )
    assert "<br>" not in few.html(paper=True) and "<br>" not in many.html()
    assert many.html(paper=True).count("<br>(") == 8 and "4.5 (1.0–9.0)" in many.html()
