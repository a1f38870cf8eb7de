"""How a chart is laid out where one line would not do: panels side by side, two people, amounts, long titles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from galley.core.project.project import Project
from galley.gui.charts.base import Ask, Axis, Mark, Picture, RowLine, Rows
from galley.gui.charts.chart_table import ChartColumn
from galley.gui.charts.declaration import Given, Intervals
from galley.gui.charts.drawing_kinds import Contrast, Field
from galley.gui.charts.registry import find
from galley.gui.scores.draw.interval_rows import RowsDrawing
from galley.gui.scores.picture_files import PictureSheet
from galley.gui.theme import Mode, Theme
from tests.core import building
from tests.gui.chart_measures import faults, words
from tests.gui.drawn_svg import drawn_svg

AGREED, DIFFERED = "changed-meaning", "extrinsic-context"


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Project]:
    """Two people, each sentence of eight summaries: at one on one criterion, at odds in two sentences on the other."""
    records = []
    for item in range(8):
        told: list[dict[str, Any]] = []
        judged: list[dict[str, Any]] = []
        for who in ("Ada", "Ben"):
            head = {"annotator": who, "kind": "human", "scheme": "dial-summer"}
            judged.append({**head, "criteria": [AGREED, DIFFERED], "document": "sum"})
            if item < 6:
                told.append({**building.flag(AGREED, "sum", 0), **head})
            if who == "Ada" and item < 2:
                told.append({**building.flag(DIFFERED, "sum", 0), **head})
        summary = {"id": "sum", "role": "summary", "system": "a", "sentences": [f"Sentence {item}."]}
        records.append(building.record(f"k{item}", documents=[summary], verdicts=told, judged=judged))
    with building.project(tmp_path, *records) as project:
        yield project


def test_two_people_have_a_line_a_criterion_and_no_funnel(two: Project) -> None:
    picture = find("diagnosis").picture(two.reader(), Ask(every_human=("Ada", "Ben"), resamples=0))
    assert isinstance(picture.drawing, Rows) and not isinstance(picture.drawing, Field)
    shares = {line.label: line.marks[0].value for line in picture.drawing.lines}
    assert shares == {"Extrinsic context": pytest.approx(6 / 8), "Changed meaning": 1.0}
    assert list(shares) == ["Extrinsic context", "Changed meaning"], "where they differ most is first"
    assert picture.title == "Ada and Ben say the same in 88 % of cells"


def test_series_that_would_crowd_a_line_have_a_panel_each() -> None:
    rows = [
        {"system": system, "name": name, "value": value, "low": low, "high": high, "n": n}
        for system, name, value, low, high, n in (
            *(("a", "recall", 0.9, 0.8, 1.0, 12), ("a", "precision", 0.5, 0.5, 0.5, 12)),
            *(("b", "recall", 0.4, 0.2, 0.6, 3), ("b", "precision", None, None, None, 3)),
        )
    ]
    made = Intervals(
        title="t", measure="m", needs="n", columns=(ChartColumn("value", "v", "percent"),), kind="percent", panels=True,
        rows=lambda connection, ask, given: Given(rows, series=("recall", "precision")), line="system", by="name",
    )  # fmt: skip
    drawing = made.build(None, Ask()).drawing
    assert isinstance(drawing, Contrast) and drawing.panels == ("recall", "precision")
    assert [[span.panel for span in spans] for spans in drawing.spans] == [[0, 1], [0, 1]]
    assert [[span.beside for span in spans] for spans in drawing.spans] == [
        [("90.0 %",), ("50.0 %",)], [("40.0 %",), ("",)],
    ]  # fmt: skip
    assert [span.few for spans in drawing.spans for span in spans] == [False, False, True, True]
    svg = PictureSheet(Theme(Mode.LIGHT), Picture("t", "m", drawing)).svg()
    assert [word.text for word in words(svg)].count("no interval") == 1, "a degenerate interval is said to be none"
    assert faults(svg) == []


def test_an_amount_is_a_bar_with_its_figure(qapp: QApplication) -> None:
    theme = Theme(Mode.LIGHT)
    rows = Rows(Axis(0, 2, kind="money"), (RowLine("all calls", (Mark(1.25),)), RowLine("a", (Mark(2.0),))), bars=True)
    drawing = RowsDrawing(theme, rows)
    svg = drawn_svg(700, round(drawing.height(700)), lambda painter: drawing.paint(painter, 700))
    assert [word.text for word in words(svg)].count("$1.25") == 1, "beside the bar; no tick of the axis"
    assert b"no interval" not in svg and faults(svg) == []


@pytest.mark.parametrize("wide", [600, 1040])
def test_a_long_title_goes_on_in_a_next_line_of_a_file(qapp: QApplication, wide: int) -> None:
    title = "“Implizite Bezüge falsch geklärt”: Prüferin eins und Prüfer zwei stimmen am meisten überein (0,77), " * 2
    rows = Rows(Axis(0, 1), (RowLine("a", (Mark(0.5, 0.4, 0.6),)),))
    sheet = PictureSheet(Theme(Mode.LIGHT), Picture(title.strip(), "Measure.\nGold.", rows), wide=wide)
    assert faults(sheet.svg()) == []
    sheet.close()
