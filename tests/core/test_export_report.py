"""The report: one page that loads nothing, whose figures are those of the metrics."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from galley import doors
from galley.core.campaign.exports import report
from galley.core.domain import ChangeSet
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
from galley.core.tasks.levels import Level, set_levels
from tests.core import building
from tests.core.test_metric_summaries import record


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
    assert all(re.fullmatch(r"font-size: [\d.]+pt", each) for each in seen.refers), "only letters of a wide table"
    assert not re.search(r"url\((?!data:font)|@import|<script", page)
    assert {"h1", "h2", "table", "blockquote"} <= set(seen.tags)
    words = " ".join(seen.words)
    parts = [
        "Examples of the most frequent errors", "What was not reviewed", "The data", "Limits", "Judges against people",
        "How often errors occur", "Where errors stand", "Agreement between people", "Ties and their adjudication",
        "How it was made", "What was asked",
    ]  # fmt: skip
    heads = re.findall(r"<h2[^>]*>(.*?)</h2>", page)
    assert [each for each in heads if each in parts] == parts, "definitions come last"
    assert page.index("How much is wrong?") < page.index(parts[0])
    assert len(re.findall('<td[^>]*class="c', page)) == 6, "page one has the six cards"
    assert all(part in words for part in ("mira", "tomas", "desk-judge", "Krippendorff's α", "Qt is missing"))
    rows = [line for line in re.findall(r"<tr>(.*?)</tr>", page) if "<th" not in line]
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in rows]
    missed = next(row for row in found if row["criterion"] == "missed-turn")
    shown = next(below for above, below in pairwise(cells) if (above, below[0]) == (["Missed turn"], "desk-judge"))
    assert shown[1:5] == [str(missed[name]) for name in ("n", "tp", "fp", "fn")]
    assert shown[5::2][:2] == [f"{100 * missed['precision']:.1f}", f"{100 * missed['recall']:.1f}"]
    assert re.fullmatch(r"\(\d+\.\d–\d+\.\d\)", shown[6]), "an interval has a column of its own"
    agreement = page.partition("Agreement between people</h2>")[2].partition("<h2>")[0]
    closing = r"alpha of mira, tomas is between -?\d\.\d\d and \d\.\d\d, from [\d,]+ \w+\.|No interval is known for "
    assert len(re.findall(closing, agreement)) == 1, "its table ends with one sentence"
    examples = page.partition("Examples of the most frequent errors</h2>")[2].partition("<h2>")[0]
    shares = [int(n) for n in re.findall(r"<h3>[^<]*: (\d+) \[\d+, \d+\] of 100</h3>", examples)]
    assert len(shares) == 5 and shares == sorted(shares, reverse=True) and "desk-judge flagged it:" in examples


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
    assert "There are no items to report on." in out.read_text("utf-8")


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


def _table(columns: int, cell: str = "57.4 (42.1–71.4)") -> str:
    page = PrintedPage("t")
    heads = ["Criterion", *(f"P{n}" for n in range(columns))]
    page.table(heads, [("a", *[cell] * columns), ("group", *[""] * columns), ("b", *["–"] * columns)],
               range(1, columns + 1))  # fmt: skip
    return page.html(paper=True)


def test_figures_end_below_each_other_and_intervals_stand_beside_or_below_them(tmp_path: Path) -> None:
    """A table never is wider than the page: intervals go below their figures, then columns into a second table."""
    few, more, many = _table(4), _table(9), _table(20)
    assert few.count("<td class=n align=right>57.4</td><td class=i>(42.1–71.4)</td>") == 4 and "<br>" not in few
    assert 'colspan="9"' in few, "the head of a group is as wide as the table"
    assert more.count("57.4<br><span class=i") == 9 and more.count("<table") == 1
    assert many.count("<table") > 1 and many.count(">57.4<") == 20 and many.count(">a<") == many.count("<table")
    assert all(float(size) >= 6.8 for size in re.findall(r"font-size: ([\d.]+)pt\"", few + more + many))


def test_models_have_short_names_in_the_report_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "of_window", _no_qt)
    systems = ["lab/bart-2020-01-31", "lab/s2s-2019-12-01"]
    judge = {"annotator": "gpt-4o-2024-05-13", "kind": "judge"}
    record = building.record(
        documents=[{"id": name, "role": "summary", "system": name, "sentences": ["One."]} for name in systems],
        verdicts=[building.flag("extrinsic-context", name, 0) | judge for name in systems]
        + [building.flag("extrinsic-context", name, 0, annotator="p") | {"kind": "human"} for name in systems],
        judged=[],
    )
    out = tmp_path / "r.html"
    with building.project(tmp_path, record) as project:
        export(project, "report", out)
        assert systems == [d.system for d in items.load_item_view(project.read_connection(), 1).documents]
    words = " ".join(_Seen(out.read_text("utf-8")).words)
    assert "Systems: bart (1), s2s (1)." in words and "gpt-4o flagged it:" in words
    assert words.count("2024-05-13") == 1 and "gpt-4o is gpt-4o-2024-05-13" in words, "the method says what they are"
    card = json.loads((tmp_path / "r.html.card.json").read_text("utf-8"))
    assert list(card["systems"]) == systems and card["judges"][0]["name"] == "gpt-4o-2024-05-13"


def test_short_names_stay_apart() -> None:
    shorten = report.shorten_model_names
    assert shorten(["openai/gpt-4o-2024-05-13", "openai/gpt-3.5-turbo"]) == {
        "openai/gpt-4o-2024-05-13": "gpt-4o", "openai/gpt-3.5-turbo": "gpt-3.5-turbo"}  # fmt: skip
    for names in (["gpt-4o", "gpt-3.5-turbo"], ["m-2024-05-13", "m-2024-08-06"], ["system 01", "system 02"], ["a"], []):
        assert shorten(names) == {}, names


def test_the_report_of_one_reviewer_says_what_is_not_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "of_window", _no_qt)
    with building.project(tmp_path) as project:
        flag = next(f for f in items.load_item_view(project.read_connection(), 1).flags() if f.spans)
        DecisionWriter(project, "ann").accept(1, flag).result()
        export(project, "report", tmp_path / "r.html")
        export(project, "campaign-report", tmp_path / "old.html")
    page = (tmp_path / "r.html").read_text("utf-8")
    assert "Only one person reviewed the items, so agreement between people is unknown." in page
    assert "items that nobody has finished" in page and page == (tmp_path / "old.html").read_text("utf-8")


def test_an_example_is_what_gold_or_most_people_call_an_error(tmp_path: Path) -> None:
    def export_examples() -> str:
        export(project, "report", tmp_path / "r.html")
        page = (tmp_path / "r.html").read_text("utf-8")
        return page.partition("Examples of the most frequent errors</h2>")[2].partition("<h2>")[0]

    nothing = "Nobody has confirmed an error yet."
    with building.project(tmp_path) as project:
        flag = next(f for f in items.load_item_view(project.read_connection(), 1).flags() if f.spans)
        DecisionWriter(project, "ann").accept(1, flag).result()
        assert nothing not in export_examples()
        DecisionWriter(project, "bo").form(1, {flag.cell: "no"}).result()
        assert nothing in export_examples(), "a tie"
        DecisionWriter(project, "cleo").accept(1, flag).result()
        assert nothing not in export_examples(), "two of three"
        chair = DecisionWriter(project, "chair")
        chair.adjudicate(1, flag.cell, "no").result()
        assert nothing in export_examples(), "gold says no"
        chair.undo().result()
        chair.adjudicate(1, flag.cell, "yes").result()
        assert nothing not in export_examples()


def test_a_criterion_of_whole_summaries_was_asked_of_them(sample: Project, tmp_path: Path) -> None:
    with sample as project:
        whole = {"dial-summer/changed-meaning": Level.WHOLE}
        project.write(lambda c: (set_levels(c, whole), ChangeSet(settings=True))).result()
        export(project, "report", tmp_path / "r.html")
    definitions = (tmp_path / "r.html").read_text("utf-8").partition("What was asked</h2>")[2]
    asked_of = dict(re.findall(r"<tr><td[^>]*>([^<]+)</td><td[^>]*>([^<]+)</td>", definitions))
    assert asked_of["Missed turn"] == "turn" and asked_of["Changed meaning"] == "summary"


def test_an_example_of_a_whole_summary_is_named_so(tmp_path: Path) -> None:
    """It was called “whole 1”."""
    with building.project(tmp_path, record("N-1", {"ann": "+y--"})) as project:
        export(project, "report", tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text("utf-8")
    assert "N-1, m, whole summary:" in page and "whole 1" not in page
