"""How a chart is laid out where one line would not do: panels side by side, two people, amounts, long titles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from galley.core.project.project import Project
from galley.gui.charts.base import Axis, Chart, ChartRequest, Mark, Matrix, Picture, RowLine, Rows
from galley.gui.charts.chart_table import ChartColumn
from galley.gui.charts.chart_words import count_words, find_outlier
from galley.gui.charts.declaration import ChartContent, Intervals
from galley.gui.charts.drawing_kinds import Contrast, Field, FigureSpan
from galley.gui.charts.registry import find
from galley.gui.scores import figure_cells
from galley.gui.scores.drawing.matrix import MatrixDrawing
from galley.gui.scores.picture_files import PictureSheet
from galley.gui.theme import Mode, Theme
from tests.core import building
from tests.core.test_metric_summaries import record
from tests.gui.chart_measures import faults, words
from tests.gui.drawn_svg import chart_svg, drawn_svg, laid_out

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
    picture = find("diagnosis").picture(two.read_connection(), ChartRequest(every_human=("Ada", "Ben"), resamples=0))
    assert isinstance(picture.drawing, Rows) and not isinstance(picture.drawing, Field)
    shares = {line.label: line.marks[0].value for line in picture.drawing.lines}
    assert shares == {"Extrinsic context": pytest.approx(6 / 8), "Changed meaning": 1.0}
    assert list(shares) == ["Extrinsic context", "Changed meaning"], "where they differ most is first"
    assert picture.title == "Ada and Ben agree on 88 % [54.4, 97.6] of 16 cells"


def test_titles_say_what_was_found(two: Project) -> None:
    asked = ChartRequest(every_human=("Ada", "Ben"), resamples=0)
    ties = find("ties").picture(two.read_connection(), asked)
    assert isinstance(ties.drawing, Rows)
    assert ties.title == "“Extrinsic context”: ties in 2 of 8 (7 to 59 %) cells", "too few to be ranked"
    told = [(line.label, line.note) for line in ties.drawing.lines]
    assert told == [("Extrinsic context", "n = 8, 2 tied, 2 open"), ("Changed meaning", "n = 8")]
    assert [row["name"] for row in ties.table.rows] == [label for label, _ in told], "the table is in the same order"
    none = find("ties").picture(two.read_connection(), replace(asked, criteria=(AGREED,)))
    assert none.title == "No tie in 8 cells of a criterion"
    agreed = find("agreement").picture(two.read_connection(), asked)
    assert agreed.title == "“Changed meaning”: alpha 1.00, n = 8", "of eight cells none is ranked"
    assert next(row["alpha"] for row in agreed.table.rows if row["name"] == "Extrinsic context") == pytest.approx(
        1 - (4 / 16) / (2 * 2 * 14 / (16 * 15))
    )


def test_agreement_is_a_line_a_criterion_that_says_how_many_answered(two: Project, tmp_path: Path) -> None:
    """Who answered stands in no label: five names in each made them unreadable."""
    asked = ChartRequest(every_human=("Ada", "Ben"), resamples=0)
    same = find("agreement").picture(two.read_connection(), asked)
    assert isinstance(same.drawing, Rows)
    assert [line.note for line in same.drawing.lines] == ["n = 8"] * 3 and "Ada, Ben" in same.measure
    keys = " ".join(column.key for column in same.table.columns)
    assert keys == "name n alpha alpha gwet gwet equal equal"
    records = []
    for item in range(8):
        head = {"kind": "human", "scheme": "dial-summer"}
        judged = [
            {**head, "annotator": who, "criteria": [AGREED, DIFFERED][: 1 + (who != "Cyd")], "document": "sum"}
            for who in ("Ada", "Ben", "Cyd")
        ]
        told = [{**building.flag(AGREED, "sum", 0), **head, "annotator": who} for who in ("Ada", "Ben")[: item % 3]]
        summary = {"id": "sum", "role": "summary", "system": "a", "sentences": [f"Sentence {item}."]}
        records.append(building.record(f"m{item}", documents=[summary], verdicts=told, judged=judged))
    with building.project(tmp_path, *records, name="three.galley") as project:
        made = find("agreement").picture(
            project.read_connection(), ChartRequest(every_human=("Ada", "Ben", "Cyd"), resamples=0)
        )
    assert isinstance(made.drawing, Rows)
    told_of = {line.label: line.note for line in made.drawing.lines[:2]}
    assert told_of == {"Changed meaning": "n = 8, 3 annotators", "Extrinsic context": "n = 8, 2 annotators"}
    assert {row["name"]: row["who"] for row in made.table.rows[:2]} == {
        "Changed meaning": "Ada, Ben, Cyd", "Extrinsic context": "Ada, Ben",
    }  # fmt: skip
    pairs = [sum(a == b for a, b in ((n % 3 > 0, n % 3 > 1), (n % 3 > 0, False), (n % 3 > 1, False))) for n in range(8)]
    (row,) = (row for row in made.table.rows if row["name"] == "Changed meaning")
    assert row["equal"] == pytest.approx(sum(pairs) / 24), "three pairs in each of eight cells"


def test_reviewers_in_one_place_are_one_mark_that_names_them(tmp_path: Path) -> None:
    """Ada and Ben answered the same: one of them lay under the other."""
    records = [
        record(str(n), {"Ada": "yn"[n % 2], "Ben": "yn"[n % 2], "Cyd": "yn"[n % 2], "Dee": "ny"[n % 2]})
        for n in range(12)
    ]
    with building.project(tmp_path, *records, name="same.galley") as project:
        asked = ChartRequest(every_human=("Ada", "Ben", "Cyd", "Dee"), resamples=0)
        picture = find("diagnosis").picture(project.read_connection(), asked)
        assert isinstance(picture.drawing, Field)
        labels = sorted(point.label for point in picture.drawing.points)
        rows = [point.mark.row for point in picture.drawing.points if point.mark.row is not None]
        assert labels == ["Ada, Ben, Cyd", "Dee"] and len(picture.table.rows) == 4
        assert sorted(row["answered_by"] for row in rows) == [("Ada", "Ben", "Cyd"), ("Dee",)]
        assert all(len(figure_cells.items(project.read_connection(), row, asked)) == 12 for row in rows)
    assert "against" not in [column.key for column in picture.table.columns], "it is the same for all"


def test_a_title_ranks_only_what_the_intervals_tell_apart_and_enough_rests_on() -> None:
    def row(name: str, value: float | None, low: float, high: float, n: int = 50) -> dict[str, Any]:
        return {"name": name, "scheme": "s", "criterion": name, "value": value, "low": low, "high": high, "n": n}

    first, second = row("a", 0.9, 0.85, 0.95), row("b", 0.7, 0.6, 0.8)
    assert find_outlier([second, first]) is first
    assert find_outlier([first, row("b", 0.8, 0.7, 0.85)]) is None, "the intervals meet"
    assert find_outlier([first, row("b", 0.7, 0.6, 0.8, n=49)]) is None, "nothing left to be held against"
    assert find_outlier([row("all", 0.99, 0.97, 1.0), first, second], combined={("s", "all")}) is first
    assert find_outlier([first, second, row("c", 0.1, 0.0, 0.9)]) is None, "a wide one below may be higher"
    assert count_words(17, 23, 0.535, 0.868) == "17 of 23 (54 to 87 %)"
    assert count_words(17, 23, None, None) == "17 of 23"


def test_series_that_would_crowd_a_line_have_a_panel_each() -> None:
    rows = [
        {"system": system, "name": name, "value": value, "low": low, "high": high, "n": n}
        for system, name, value, low, high, n in (
            *(("a", "recall", 0.9, 0.8, 1.0, 12), ("a", "precision", 0.5, 0.5, 0.5, 12)),
            *(("b", "recall", 0.4, 0.2, 0.6, 3), ("b", "precision", None, None, None, 3)),
        )
    ]
    made = Intervals(
        title="t", measure="m", needs="n", columns=(ChartColumn("value", "v", "percent"),), kind="percent",
        panel="name", rows=lambda connection, ask, given: ChartContent(rows), line="system",
    )  # fmt: skip
    drawing = made.build(None, ChartRequest()).drawing
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
    rows = Rows(Axis(0, 2, kind="money"), (RowLine("all calls", (Mark(1.25),)), RowLine("a", (Mark(2.0),))), bars=True)
    svg = chart_svg(rows, 700)
    assert [word.text for word in words(svg)].count("$1.25") == 1, "beside the bar; no tick of the axis"
    assert b"no interval" not in svg and faults(svg) == []


@pytest.mark.parametrize("wide", [600, 1040])
def test_a_long_title_goes_on_in_a_next_line_of_a_file(qapp: QApplication, wide: int) -> None:
    title = "“Implizite Bezüge falsch geklärt”: Prüferin eins und Prüfer zwei stimmen am meisten überein (0,77), " * 2
    rows = Rows(Axis(0, 1), (RowLine("a", (Mark(0.5, 0.4, 0.6),)),))
    sheet = PictureSheet(Theme(Mode.LIGHT), Picture(title.strip(), "Measure.\nGold.", rows), wide=wide)
    assert faults(sheet.svg()) == []
    sheet.close()


def _matrix(*names: str) -> Matrix:
    cells = tuple(tuple(Mark(row + column / 10) for column, _ in enumerate(names)) for row, _ in enumerate(names))
    return Matrix(names, names, cells, tuple(tuple("7" for _ in names) for _ in names), 0, 9, "said", "gold")


def test_a_mark_is_level_with_its_words(qapp: QApplication) -> None:
    """The row of the axis was higher than its place, so that marks stood below their labels."""
    lines = tuple(RowLine(f"line {n}", (Mark(0.5, 0.4, 0.6),)) for n in range(3))
    chart = laid_out(Rows(Axis(0, 1), lines, ((0.5, "chance"),)), 700)
    pane = chart.pane
    marks = [pane.view.mapRectToItem(pane, pane.view.rect()).top() + y for _, _, y in pane._place_spans()]
    assert [rect.center().y() for rect in chart.rects()] == pytest.approx(marks)
    chart.close()


@pytest.mark.parametrize("wide", [720, 1052, 2332])
@pytest.mark.parametrize("count", [2, 3, 8, 12])
def test_a_matrix_is_as_wide_as_there_is_room_for_up_to_what_is_read(qapp: QApplication, wide: int, count: int) -> None:
    drawing = MatrixDrawing(Theme(Mode.LIGHT), _matrix(*(f"Criterion {n} of these" for n in range(count))))
    rects = [hit.rect for hit in drawing.hits(wide)]
    right, cell = max(rect.right() for rect in rects), rects[0].width() + 2
    assert right <= wide and (abs(cell - 200) < 1 or right > wide - 124)
    svg = drawn_svg(wide, round(drawing.height(wide)), lambda painter: drawing.paint(painter, wide))
    assert faults(svg) == []


def test_the_heads_of_a_matrix_are_broken_between_words_before_they_stand_aslant(qapp: QApplication) -> None:
    names = ("Implicit reference unclarified", "Opinion misattribution", "no error")
    made = MatrixDrawing(Theme(Mode.LIGHT), _matrix(*names))
    level, broken, aslant = (made.height(wide) for wide in (1052, 520, 300))
    assert level < broken < aslant, "aslant only where a word is wider than its column"
    svg = drawn_svg(520, round(broken), lambda painter: made.paint(painter, 520))
    assert faults(svg) == []


def test_a_reason_that_holds_for_several_figures_is_said_once(qapp: QApplication) -> None:
    """Behind a marker for each; where another figure stands between them it is said for each."""
    none, other = Mark(None, series=0, why="all alike"), Mark(None, series=1, why="all alike")
    there = Mark(0.5, 0.4, 0.6, series=2)
    for marks, times in (((none, other, there), 1), ((none, there, other), 2), ((none, Mark(None, why="x")), 1)):
        rows = Rows(Axis(0, 1), (RowLine("a", marks),))
        svg = chart_svg(rows, 700)
        assert [word.text for word in words(svg)].count("undefined: all alike") == times
        assert len(laid_out(rows, 700).rects()) == len(marks), "each is there for the keyboard"


@pytest.mark.parametrize("low, high, said", [(None, None, True), (0.5, 0.5, True), (0.4, 0.6, False)])
def test_a_chart_without_any_interval_says_so(low: float | None, high: float | None, said: bool, two: Project) -> None:
    """In sight, and then says nothing of what intervals are about; not while they are still to be computed."""
    rows = [{"name": name, "value": 0.5, "low": low, "high": high, "n": 9} for name in ("a", "b")]
    made = Intervals(
        title="t", measure="m", needs="n", columns=(ChartColumn("value", "v"), ChartColumn("value", "", "interval")),
        rows=lambda connection, ask, given: ChartContent([dict(row) for row in rows]), intervals="About new documents.",
    )  # fmt: skip
    chart = Chart("t", "t", "Work", 99, made.build, (), intervals=made.intervals)
    words_ = "No figure here has an interval: there are too few documents or items, or all are alike."
    picture = chart.picture(two.read_connection(), ChartRequest())
    assert (picture.measure == f"m {words_}") == said and (made.intervals in picture.details) != said
    assert words_ not in chart.picture(two.read_connection(), ChartRequest(resamples=0)).subtitle


def test_a_figure_that_is_gold_s_stands_around_it(qapp: QApplication) -> None:
    """The mark of gold would hide it: two outlines of a judge's at one place, the outer one larger."""
    gold, sizes = Mark(0.5, 0.4, 0.6), []
    for value in (0.5, 0.8):
        span = FigureSpan(Mark(value, series=1), gold, ("jay", "0.0"))
        made = Contrast(
            Axis(0, 1), (RowLine("a", (gold, span.hollow)),), spans=((span,),), heads=("", ""), shares_solid=True
        )
        svg = chart_svg(made, 700)
        sizes.append(len(set(re.findall(rb'stroke="#[0-9a-f]{6}"[^>]*>\s*<path[^>]*d="([^"]*)"', svg))))
    assert sizes[0] == sizes[1] + 1


def test_long_words_at_either_side_leave_the_plot_room_and_do_not_touch(qapp: QApplication) -> None:
    """They go on in a next line, and lines are as far apart as that takes."""
    label, note = "Implicit reference incorrectly clarified: gpt-one minus gpt-two of may", "gpt-one is higher, " * 4
    lines = tuple(RowLine(f"{label} {n}", (Mark(0.5, 0.4, 0.6),), note.strip(", ")) for n in range(3))
    rows = Rows(Axis(0, 1), lines)
    svg = chart_svg(rows, 1000)
    assert faults(svg) == []
    chart = laid_out(rows, 1000)
    plot = chart.pane.view.width()
    chart.close()
    assert plot > 350
    tops = sorted(word.rect.top() for word in words(svg) if word.text.startswith("Implicit"))
    bottoms = sorted(word.rect.bottom() for word in words(svg) if word.text.startswith("Implicit"))
    assert all(after > before for before, after in zip(bottoms, tops[1:], strict=False))
