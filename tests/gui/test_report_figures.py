"""What a report draws of its own figures: the words and figures of the drawings, and the heads of lines on paper."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from galley.core.exports._charts import DrawnDays, DrawnFigures
from galley.core.exports._page import PrintedPage
from galley.core.paper_tables.paper_table import Figure
from galley.gui.pdf import from_html
from galley.gui.scores import report_charts
from galley.gui.scores.picture_files import PictureSheet
from galley.gui.theme import Mode, Theme
from tests.core.studies import run
from tests.core.test_campaign_report import discussed as discussed
from tests.core.test_export_report import sample as sample
from tests.gui.test_pdf import _read


def words(svg: str) -> list[str]:
    """The texts of a drawing."""
    return [html.unescape(each).strip() for each in re.findall(r"<text[^>]*>(.*?)</text>", svg, re.DOTALL)]


def test_figures_are_drawn_with_what_they_are_called_and_rest_on(qtbot: QtBot) -> None:
    bars = DrawnFigures(
        "Shares.", (("reading", (Figure(0.5),), "3 of 6"), ("a <b>", (Figure(None, why="no two"),), "n = 0")),
        kind="percent", bars=True,
    )  # fmt: skip
    two = DrawnFigures(
        "Alpha.", (("reading", (Figure(0.4, 0.1, 0.6), Figure(0.8, 0.7, 0.9)), "n = 9"),), ("before", "after"),
        guides=((0.0, "chance"),),
    )  # fmt: skip
    days = DrawnDays("Answers.", "answers", {"one": (("2026-11-02", 4), ("2026-11-05", 1200)),
                                            "two": (("2026-11-03", 2),)})  # fmt: skip
    drawn = report_charts.draw_charts({"bars": bars, "two": two, "days": days}, 800)
    said = words(drawn["bars"].svg)
    assert {"reading", "a <b>", "3 of 6", "50.0 %", "undefined: no two", "100 %"} <= set(said)
    assert {"before", "after", "chance", "n = 9"} <= set(words(drawn["two"].svg)), "markers have a key"
    assert {"one", "two", "answers", "1,204", "2", "5 Nov"} <= set(words(drawn["days"].svg)), "what the days come to"
    assert [drawn[each].subtitle for each in drawn] == ["Shares.", "Alpha.", "Answers."]


def test_a_drawing_without_a_head_says_what_its_markers_are(qtbot: QtBot) -> None:
    theme = Theme(Mode.LIGHT)
    picture = report_charts._figures(DrawnFigures("", (("x", (Figure(0.4), Figure(0.8)), ""),), ("ann", "ben")))
    for headed in (True, False):
        sheet = PictureSheet(theme, picture, headed)
        assert {"ann", "ben"} <= set(words(sheet.svg().decode()))
        sheet.close()


def test_the_report_of_a_campaign_has_its_charts(qtbot: QtBot, discussed: Path, tmp_path: Path) -> None:
    out = tmp_path / "c.html"
    run("export", "campaign-report", str(out), "--project", str(discussed))
    page = out.read_text("utf-8")
    drawings = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    heads = [re.findall("<h3>(.*?)</h3>", page[: page.index(each)])[-1:] for each in drawings]
    by_head = {head[0]: drawing for head, drawing in zip(heads, drawings, strict=True) if head}
    assert {"supporting", "40.0 %", "4 of 10"} <= set(words(by_head["Outcome"]))
    assert {"before discussion", "after discussion"} <= set(words(by_head["Agreement in the tasks"]))
    assert "by ito" in words(by_head["Adjudication by person"])
    run("export", "campaign-report", str(tmp_path / "c.pdf"), "--project", str(discussed))
    read = _read((tmp_path / "c.pdf").read_bytes(), tmp_path)
    assert any(page[0] == "The campaign: Two readers" for page in read), "it begins a page"


@pytest.mark.parametrize("before", range(40, 60, 2))
def test_no_head_of_lines_ends_a_page(qtbot: QtBot, tmp_path: Path, before: int) -> None:
    page = PrintedPage("t")
    for number in range(before):
        page.say(f"filler{number}")
    rows = [row for n in range(30) for row in ([f"group{n}", ""], [f"row{n}", "1"])]
    page.table(("Name", "n"), rows, (1,))
    for lines in _read(from_html(page.html(paper=True), [], "t"), tmp_path):
        assert not lines[-1].startswith("group"), lines[-3:]
