"""Every chart: what it needs, what it shows, and that its drawing, table and files tell the same."""

from __future__ import annotations

import csv
import html
import io
import random
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from galley.core.domain import ChangeSet
from galley.core.importers import find as find_importer
from galley.core.importers.run_import import import_files
from galley.core.metrics import sampling
from galley.core.metrics.base import Memory, Params
from galley.core.metrics.registry import find_metric
from galley.core.paths import resources
from galley.core.project.project import Project
from galley.core.review import items, queue
from galley.core.review.decision_writer import DecisionWriter
from galley.core.storage import names
from galley.core.tasks.finish import list_all_pairs
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Chart, ChartRequest, Mark, Matrix, Picture, Plane, Rows, WorkTables
from galley.gui.charts.chart_table import ChartColumn, ChartTable, pick, plain, reason
from galley.gui.charts.drawing_kinds import Dot, NotedMatrix
from galley.gui.charts.registry import find, list_views
from galley.gui.scores import figure_cells, score_filters
from galley.gui.scores.drawing import series_style
from galley.gui.scores.drawing.sheet import SheetsDrawing
from galley.gui.scores.page import ChartPage
from galley.gui.scores.picture_files import PictureSheet, clip, contents
from galley.gui.scores.report import as_html
from galley.gui.theme import Mode, Theme
from tests.core import building
from tests.core.building import finish_read
from tests.core.test_metric_summaries import record
from tests.gui.drawn_svg import laid_out

CHARTS = [chart.name for chart in list_views()]
ELSEWHERE = ("Discussions", "Entities", "Papers")
"""Groups of charts that rest on what the sample does not hold."""

Build = Callable[..., Picture]


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """The sample with the decisions of two people on each of its items, some of them once more, two draws, and the
    calls of a judge."""
    project = Project.create(tmp_path_factory.mktemp("charts") / "sample.galley")
    import_files(project, find_importer("galley"), [resources() / "sample" / "sample.jsonl"])
    decide(project, "Ada", 1)
    decide(project, "Ben", 2)
    desk = DecisionWriter(project, "Ada")
    for item in list(queue.ids(project.read_connection(), queue.Filter(), 0))[:4]:
        desk.reopen(item)
        finish_read(desk, items.load_item_view(project.read_connection(), item))
    judge = next(a.name for a in names.annotators(project.read_connection()).values() if a.kind == "judge")
    for kind in (sampling.FLAGS, sampling.AUDIT):
        project.write(lambda c, kind=kind: sampling.draw(c, kind, judge, "", "extrinsic-context", 5)).result()
    project.write(lambda c: spend(c, judge)).result()
    yield project
    project.close()


@pytest.fixture(scope="module")
def build(reviewed: Project) -> Build:
    """``build(name, resamples)`` gives the chart of ``reviewed``, which no test changes: each is built once."""
    memory = Memory()
    return cache(
        lambda name, resamples=0: find(name).build(
            reviewed.read_connection(), replace(ask(reviewed, resamples), memory=memory)
        )
    )


def spend(connection: Any, judge: str) -> tuple[None, ChangeSet]:
    """A run of a judge with a call an item, each for a tenth of a cent."""
    connection.execute(
        "INSERT INTO run (id, uid, annotator_id, method, provider, started, state, settings) SELECT 1, 'r', id, 'm',"
        " 'replay', '2026-11-20T08:00:00+00:00', 'done', '{}' FROM annotator WHERE name = ? AND kind = 'judge'",
        (judge,),
    )
    connection.execute("INSERT INTO request (id, hash, body) VALUES (1, 'h', '{}')")
    connection.execute(
        "INSERT INTO call (run_id, item_id, target_id, part, sample, key, request_id, state, attempts, cost, at)"
        " SELECT 1, item_id, id, 'extrinsic-context', 0, id, 1, 'done', 1, 0.001, '2026-11-20T08:00:00+00:00'"
        " FROM document WHERE role = 'summary'"
    )
    return None, ChangeSet(runs=frozenset({1}))


def decide(project: Project, who: str, seed: int) -> None:
    """Accept, override and finish, by a die."""
    desk, die = DecisionWriter(project, who), random.Random(seed)
    saved = None
    for item in queue.ids(project.read_connection(), queue.Filter(), 0):
        view = items.load_item_view(project.read_connection(), item)
        for flag in view.flags():
            saved = desk.accept(item, flag) if die.random() < 0.6 else desk.override(item, flag)
        saved = desk.finish(view, list_all_pairs(view))
    assert saved is not None
    saved.result()


def ask(project: Project, resamples: int = 0) -> ChartRequest:
    """What the chips ask for when nobody has touched them."""
    choices = score_filters.read(project.read_connection())
    return ChartRequest(every_judge=choices.judges, every_human=choices.humans, resamples=resamples)


def marks(picture: Picture) -> list[Mark]:
    """Every mark of a drawing."""
    made = picture.drawing
    if isinstance(made, Rows):
        return [mark for line in made.lines for mark in line.marks]
    if isinstance(made, Matrix):
        return [mark for line in made.cells for mark in line if mark is not None]
    if isinstance(made, Plane):
        return [point.mark for point in made.points] + [mark for curve in made.curves for mark in curve.marks]
    if isinstance(made, WorkTables):
        return [hit.mark for hit in SheetsDrawing(Theme(Mode.LIGHT), made).hits(900.0)]
    return []


@pytest.mark.parametrize("name", CHARTS)
def test_an_empty_project_says_in_a_sentence_what_the_chart_needs(name: str, tmp_path: Path) -> None:
    with Project.create(tmp_path / "empty.galley") as project:
        picture = find(name).build(project.read_connection(), ask(project))
    assert picture.drawing is None and not picture.table.rows
    assert picture.needs.endswith(".") and len(picture.needs) > 20 and "--" not in picture.needs


@pytest.mark.parametrize("name", CHARTS)
@pytest.mark.parametrize("resamples", [0, 50])
def test_a_chart_of_the_sample_holds_together(name: str, resamples: int, build: Build) -> None:
    picture = build(name, resamples)
    if picture.drawing is None:
        assert picture.needs
        return
    assert picture.subtitle.endswith(".")
    held = marks(picture)
    assert held
    for mark in held:
        assert mark.words, "a tooltip tells the figure"
        assert (mark.value is not None) or mark.why, "undefined is said"
        if mark.low is not None and mark.high is not None and mark.value is not None:
            assert mark.low <= mark.value + 1e-9 and mark.value <= mark.high + 1e-9
        if picture.series:
            assert mark.series < len(picture.series)
    if isinstance(picture.drawing, Rows):
        axis = picture.drawing.axis
        assert all(axis.low <= v <= axis.high for m in held for v in (m.value, m.low, m.high) if v is not None)
    if isinstance(picture.drawing, WorkTables):  # the drawing is the table
        return
    assert picture.table.rows
    for row in range(len(picture.table.rows)):
        for column in range(len(picture.table.columns)):
            assert "None" not in picture.table.text(row, column) and "nan" not in picture.table.text(row, column)


@pytest.mark.parametrize("name", CHARTS)
def test_a_mark_leads_to_items(name: str, reviewed: Project, build: Build) -> None:
    asked = ask(reviewed)
    picture = build(name)
    known = set(queue.ids(reviewed.read_connection(), queue.Filter(), 0))
    held = [mark for mark in marks(picture) if mark.value]
    if isinstance(picture.drawing, WorkTables):  # counts, and means over items, lead nowhere
        held = [mark for mark in held if mark.row is not None]
    assert all(mark.row is not None for mark in held), "no mark is dead"
    assert len(picture.table.behind) == len(picture.table.rows) and None not in picture.table.behind
    rows = [mark.row for mark in held] + list(picture.table.behind)
    for row in random.Random(5).sample(rows, min(24, len(rows))):
        assert row is not None and figure_cells.words(row)
        found = figure_cells.items(reviewed.read_connection(), row, asked)
        assert set(found) <= known
        assert found or not row.get("n"), "what rests on cells leads to them"


def test_a_figure_of_a_metric_over_texts_leads_to_no_cell(reviewed: Project) -> None:
    row = {"system": "brief", "n": 3, "value": 12.5}  # as of the chart in docs/extending.md
    assert figure_cells.items(reviewed.read_connection(), row, ChartRequest()) == ()
    assert figure_cells.words(row) == "brief"


def test_the_sample_has_no_chart_without_reason(build: Build) -> None:
    mine = [chart.name for chart in list_views() if chart.group != "Discussions"]  # those have tests of their own
    empty = {name for name in mine if build(name).drawing is None}
    empty.discard("screened-weeks")  # has a test of its own (test_screened_chart)
    # the sample has one judge, and no source of it was summarised by two systems
    assert {name for name in empty if find(name).group not in ELSEWHERE} == {"told-apart"}


def test_detection_shows_what_the_metric_computed(reviewed: Project) -> None:
    result = find_metric("detection").compute(reviewed.read_connection(), Params(resamples=0))
    picture = find("detection").build(reviewed.read_connection(), ask(reviewed))
    assert isinstance(picture.drawing, Rows)
    computed = [row["bacc"] if row["level"] == "summary" else row["s_bacc"] for row in result.rows if row["n"]]
    assert [mark.value for mark in marks(picture)] == computed
    assert printed_figures.gold("majority") in picture.subtitle


def test_a_judge_keeps_its_marker_when_another_is_left_out(reviewed: Project) -> None:
    whole = ask(reviewed)
    assert len(whole.every_judge) > 1
    last = whole.every_judge[-1]
    alone = ChartRequest(judges=(last,), every_judge=whole.every_judge, every_human=whole.every_human, resamples=0)
    picture = find("trust").build(reviewed.read_connection(), alone)
    assert {mark.series for mark in marks(picture)} == {len(whole.every_judge) - 1}


def test_frequency_counts_summaries_of_gold_and_of_each_judge(reviewed: Project) -> None:
    """Over the summaries that gold and all judges answered wholly, the most frequent first."""
    picture = find("frequency").build(reviewed.read_connection(), ask(reviewed))
    assert {row["judge"] for row in picture.table.rows} == {*ask(reviewed).every_judge}
    order = [(row["combined"], -row["gold"]) for row in picture.table.rows]
    assert order == sorted(order), "combined criteria last"
    for row in picture.table.rows:
        assert row["gold"] == pytest.approx(row["yes"] / row["n"]) and 0 < row["n"] <= row["summaries"]
        assert row["apart"] == pytest.approx(row["value"] - row["gold"])


def test_what_open_cells_leave_possible_is_a_band(tmp_path: Path) -> None:
    """Two complete summaries, one with the error; of the third it is certain, of the fourth not."""
    records = [
        record(str(n), {"ann": letters}, system="ab"[n % 2]) for n, letters in enumerate(["ynn", "nnn", "yun", "nnu"])
    ]
    with building.project(tmp_path, *records) as project:
        picture = find("frequency").build(
            project.read_connection(), ChartRequest(every_human=("ann",), criteria=("changed-meaning",))
        )
        closed = find("frequency").build(
            project.read_connection(), ChartRequest(systems=("a",), criteria=("changed-meaning",))
        )
    (mark,) = marks(picture)
    assert (mark.value, mark.least, mark.most) == (0.5, 0.5, 0.75)
    assert mark.words.endswith("between 50.0 % and 75.0 %") and "pale band" in picture.subtitle
    head = [column.title for column in picture.table.columns]
    row = dict(zip(head, (picture.table.text(0, n) for n in range(len(head))), strict=True))
    assert (row["summaries"], row["open"], row["complete"], row["at most"]) == ("4", "1", "2", "75.0 %")
    (whole,) = marks(closed)
    assert (whole.least, whole.most) == (None, None) and "pale band" not in closed.subtitle
    assert isinstance(picture.drawing, Rows)

    def painted(rows: Rows) -> QImage:
        image: QImage = laid_out(rows, 600).grab().toImage()
        return image

    bare = replace(mark, least=None, most=None)
    line = picture.drawing.lines[0]
    assert painted(picture.drawing) != painted(replace(picture.drawing, lines=(replace(line, marks=(bare,)),)))


def test_charts_print_the_p_of_the_metric(tmp_path: Path) -> None:
    """Twelve articles with a summary each, so that a p can be told."""
    records = []
    for n in range(12):
        article = {"id": "a", "role": "article", "sentences": [f"It is article {n}."]}
        summary = {"id": "s", "role": "summary", "system": "m", "sentences": ["It is."]}
        scores = [
            {"document": "s", "metric": metric, "value": float(value), "annotator": who, "kind": kind}
            for metric, value, who, kind in (("rouge", n, "r", "import"), ("human", n * 5 % 12, "ann", "human"))
        ]
        records.append({"key": f"k{n}", "documents": [article, summary], "scores": scores})
    with building.project(tmp_path, *records) as project:
        picture = find("correlation").build(project.read_connection(), ChartRequest())
        printed = find_metric("correlation").compute(project.read_connection(), Params()).rows
    p = {f"{row['p']:.3f}" for row in printed if row["p"] is not None and row["level"] == "summary"}
    assert p and all(f"p\u00a0=\u00a0{each}" in picture.subtitle for each in p)
    assert not any(each.kind == "p" for each in picture.table.columns), "the table is short"


def test_documents_that_fall_on_one_another_are_counted_beside_their_point(reviewed: Project) -> None:
    picture = find("correlation").build(reviewed.read_connection(), ChartRequest())
    assert isinstance(picture.drawing, Plane)
    counts = [point.count for point in picture.drawing.points if isinstance(point, Dot)]
    assert max(counts) > 1 and sum(counts) == picture.table.rows[0]["n"], "every document is in one of the points"
    assert len({(point.x, point.mark.value) for point in picture.drawing.points}) == len(counts)
    behind_them = [point.mark.row["items"] for point in picture.drawing.points if point.mark.row]
    assert len(behind_them) == len(counts) and max(map(len, behind_them)) > 1
    assert picture.drawing.points[0].label == "", "the area says how many"


def test_positions_have_a_page_by_system(reviewed: Project) -> None:
    connection = reviewed.read_connection()
    whole, split = (find("position").build(connection, ChartRequest(pair=pair)) for pair in ("", "By system"))
    assert isinstance(whole.drawing, Rows) and isinstance(split.drawing, Rows)
    assert whole.pairs == split.pairs == ("By criterion", "By system") and find("position").paged
    systems = {row["system"] for row in split.table.rows}
    assert len(systems) > 1 and len(split.drawing.lines) > len(whole.drawing.lines)
    for row in whole.table.rows:
        parts = [each for each in split.table.rows if each["name"] == row["name"]]
        assert sum(each["n"] for each in parts) == row["n"]
        found = [set(figure_cells.items(connection, each, ChartRequest())) for each in parts]
        assert all(found) and set().union(*found) == set(figure_cells.items(connection, row, ChartRequest()))
        assert {figure_cells.words(each) for each in parts} == {f"{row['name']}, {each['system']}" for each in parts}


def test_confusion_counts_what_the_metric_counts(reviewed: Project) -> None:
    picture = find("confusion").build(reviewed.read_connection(), ask(reviewed))
    assert isinstance(picture.drawing, Matrix)
    rows = [m.row for line in picture.drawing.cells for m in line if m is not None and m.row is not None]
    drawn = {(row["said"], row["gold"]): row["n"] for row in rows}
    judge, scheme = picture.table.rows[0]["judge"], picture.table.rows[0]["scheme"]
    known = {c.id: c.name for s in names.schemes(reviewed.read_connection()) if s.id == scheme for c in s.criteria}
    known["none"] = "no error"
    result = find_metric("confusion").compute(reviewed.read_connection(), Params())
    counted = {
        (known[row["criterion"]], known[row["gold_criterion"]]): row["n"]
        for row in result.rows
        if (row["judge"], row["scheme"]) == (judge, scheme)
    }
    assert drawn == counted and len(drawn) > 5
    asked = ask(reviewed)
    for line in picture.table.rows:
        of = [n for (_, truth), n in counted.items() if truth == line["name"]]
        mixed = {said: n for (said, truth), n in counted.items() if truth == line["name"] != said != "no error"}
        assert line["found"] is None or line["found"] == counted.get((line["name"],) * 2, 0) / line["truths"]
        assert line["other"] == ", ".join(said for said, n in mixed.items() if n == max(mixed.values()))
        assert max(of, default=0) <= line["truths"] <= sum(of), "a unit with several errors counts in several cells"
        there = figure_cells.items(reviewed.read_connection(), line, asked)
        cells = [row for row in rows if line["name"] in (row["gold"], row["said"])]
        assert set(there) == {
            each for row in cells for each in figure_cells.items(reviewed.read_connection(), row, asked)
        }
        assert figure_cells.words(line) == f"{line['name']}, {judge}"


def test_a_confusion_is_told_by_its_title(tmp_path: Path) -> None:
    """Ten units: gold says one error in eight, which the judge calls another in six and does not mark in one."""
    records = []
    for number in range(10):
        head = {"scheme": "dial-summer", "document": "sum"}
        who = ({"annotator": "Ada", "kind": "human"}, {"annotator": "jay", "kind": "judge"})
        named = "changed-meaning" if number < 8 else "", "extrinsic-context" if number >= 2 else "changed-meaning"
        told = [
            {**building.flag(each, "sum", 0), **head, **whose}
            for each, whose in zip(named, who, strict=True)
            if each and not (number == 2 and whose["kind"] == "judge")
        ]
        judged = [{**whose, **head, "criteria": ["changed-meaning", "extrinsic-context"]} for whose in who]
        summary = {"id": "sum", "role": "summary", "system": "a", "sentences": [f"Sentence {number}."]}
        records.append(building.record(f"c{number}", documents=[summary], verdicts=told, judged=judged))
    with building.project(tmp_path, *records) as project:
        asked = ChartRequest(every_judge=("jay",), every_human=("Ada",), resamples=0)
        made = find("confusion").picture(project.read_connection(), asked)
        few = find("confusion").picture(project.read_connection(), replace(asked, items=tuple(range(1, 7))))
    assert made.title == "jay takes “Changed meaning” for “Extrinsic context” in 5 of 8 units"
    assert few.title == "jay confuses one error with another 3 times in 6 units", "fewer than five are no finding"
    assert isinstance(made.drawing, NotedMatrix)
    line = made.drawing.rows.index("Changed meaning")
    assert {*made.drawing.notes[line]} - {""} == {"25 %", "62 %", "12 %"}, "of gold's eight"
    assert set(made.drawing.notes[-1]) == {""}, "what is no error has no share"
    (row,) = (row for row in made.table.rows if row["name"] == "Changed meaning")
    assert (row["truths"], row["named"], row["times"], row["right"]) == (8, 2, 5, 1.0)


def test_the_ends_of_several_intervals_are_told_apart_in_a_file() -> None:
    pair = [(ChartColumn(key, key.title(), "percent"), ChartColumn(key, "", "interval")) for key in ("recall", "value")]
    heads = [ChartTable(tuple(each)).csv().split() for each in (pair[1], (*pair[0], *pair[1]))]
    assert heads[0][0] == "Value,low,high,why"
    assert " ".join(heads[1]) == "Recall,Recall low,Recall high,Value,Value low,Value high,why"


def test_series_differ_in_colour_marker_and_line(qtbot: QtBot) -> None:
    for mode in (Mode.LIGHT, Mode.DARK):
        theme = Theme(mode)
        assert len({series_style.color(theme, k).name() for k in range(6)}) == 6
        assert len({tuple(series_style.pen(theme, k).dashPattern()) for k in range(6)}) == 6
    assert len({series_style.symbol(k) for k in range(6)}) == 6


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0.4, 1.0, [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]), (0, 273, [0, 50, 100, 150, 200, 250]), (3, 3, [3])],
)
def test_axes_have_round_numbers(low: float, high: float, expected: list[float]) -> None:
    assert series_style.ticks(low, high) == expected


def test_figures_are_printed_without_a_minus_zero() -> None:
    assert printed_figures.number(-0.001) == "0.00" and printed_figures.number(-0.02) == "−0.02"
    assert printed_figures.signed_number(0.14) == "+0.14" and printed_figures.signed_number(0.0) == "0.00"
    assert printed_figures.p_value(0.0004) == "< 0.001" and printed_figures.money(0.0123) == "$0.0123"


def test_what_was_left_out_names_the_largest_and_adds_up_the_rest() -> None:
    said = printed_figures.left_out({"a": 1, "b": 20, "c": 3, "d": 4, "e": 0})
    assert said == "Left out: 20 b, 4 d, 3 c, 1 for another reason."
    assert printed_figures.left_out({}) == ""
    assert printed_figures.left_out({"cells with a tie": 1, "ties": 2000}) == "Left out: 2,000 ties, 1 cell with a tie."


def test_an_undefined_figure_is_words_in_the_table_and_a_reason_in_the_csv() -> None:
    why = "recall, f1: Undefined because gold has no yes among these cells."
    columns = (ChartColumn("name", "Criterion"), ChartColumn("f1", "F1", "number"), ChartColumn("f1", "", "interval"))
    row = {"name": "=1+1", "f1": None, "f1_low": None, "f1_high": None, "why": why}
    table = ChartTable(columns, (row, {"name": "b", "f1": 0.5, "f1_low": 0.25, "f1_high": 0.75, "why": ""}))
    assert table.text(0, 1) == "undefined: gold has no yes among these cells" and table.text(0, 2) == ""
    assert table.text(1, 2) == "[0.25, 0.75]"
    lines = list(csv.reader(io.StringIO(table.csv())))
    assert lines[0] == ["Criterion", "F1", "low", "high", "why"]
    assert lines[1] == ["'=1+1", "", "", "", "gold has no yes among these cells"]
    assert lines[2] == ["b", "0.5", "0.25", "0.75", ""]


def test_a_reason_is_that_of_its_figure() -> None:
    why = "recall: Undefined because gold has no yes. mcc: Undefined because the judge said yes to none of these cells."
    assert reason(why, "mcc") == "the judge said yes to none of these cells"
    assert pick(why, "precision") == "" and reason("Undefined because nobody spoke.", "any") == "nobody spoke"


def test_percent_intervals_are_percent() -> None:
    table = ChartTable(
        (ChartColumn("value", "Share", "percent"), ChartColumn("value", "", "interval")),
        ({"value": 0.5, "low": 0.25, "high": 0.75},),
    )
    assert table.text(0, 1) == "[25.0, 75.0]"


def test_hits_of_rows_and_of_a_matrix_lie_in_the_drawing(qtbot: QtBot, reviewed: Project) -> None:
    for name in ("detection", "agreement-pairs"):
        made = find(name).build(reviewed.read_connection(), ask(reviewed)).drawing
        for wide in (420, 1100):
            chart = laid_out(made, wide)
            rects = chart.rects()
            assert rects
            assert all(rect.left() >= 0 and rect.right() <= wide for rect in rects)
            assert all(rect.bottom() <= chart.height() for rect in rects)


@pytest.mark.parametrize("name", ["detection", "agreement-pairs", "precision-recall"])
@pytest.mark.parametrize("mode", [Mode.LIGHT, Mode.DARK])
def test_png_and_svg_are_the_same_drawing(name: str, mode: Mode, qtbot: QtBot, build: Build) -> None:
    theme = Theme(mode)
    picture = build(name, 50)
    drawn = contents(theme, picture, "png")
    assert drawn.startswith(b"\x89PNG") and len(drawn) > 10_000
    svg = contents(theme, picture, "svg").decode()
    root = ElementTree.fromstring(svg)
    words = "".join(root.itertext())
    assert picture.title in words
    for label in _labels(picture):
        assert label in words, "text stays text"
    assert "<image" not in svg, "lines, not pixels"
    assert 'font-family="Inter, ' in svg
    first = series_style.color(theme, 0).rgb()
    image = QImage.fromData(drawn).convertToFormat(QImage.Format.Format_ARGB32)
    tall = image.height()
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(tall, image.width())
    drawn_at = np.flatnonzero((pixels == first).any(axis=1))
    size = PictureSheet(theme, picture)
    if not isinstance(picture.drawing, Matrix):
        assert max(drawn_at) > 2 * (20 + size._head()), "marks stand in the drawing, below title and key"
    logical = size.image(1.0).deviceIndependentSize()
    assert root.attrib["viewBox"] == f"0 0 {round(logical.width())} {round(logical.height())}"
    assert tall <= 2_000, "a tall drawing has fewer pixels"
    size.close()


def _labels(picture: Picture) -> list[str]:
    made = picture.drawing
    if isinstance(made, Rows):
        return [line.label for line in made.lines]
    return list(made.rows) if isinstance(made, Matrix) else [made.x.title] if isinstance(made, Plane) else []


def test_the_clipboard_has_the_picture_and_the_table(qtbot: QtBot, reviewed: Project) -> None:
    picture = find("trust").build(reviewed.read_connection(), ask(reviewed))
    mime = clip(Theme(Mode.LIGHT), picture)
    assert mime.hasImage()
    lines = mime.text().splitlines()
    assert lines[0].split("\t")[0] == "Criterion" and len(lines) == 1 + len(picture.table.rows)


def test_a_table_ends_with_the_limits_of_a_line_of_it(qtbot: QtBot, build: Build) -> None:
    """In the window, once its intervals are computed, and in the file of all charts; a table without intervals has no
    such sentence."""
    page = ChartPage(Theme(Mode.LIGHT))
    qtbot.addWidget(page)
    found = 0
    for name in ("detection", "estimate", "precision-recall", "diagnosis", "agreement-pairs"):
        picture = build(name, 40)
        closing = picture.table.closing
        if not picture.table.rows or not closing:
            continue
        rows = (*picture.table.rows, *filter(None, picture.table.behind))
        limits = {
            tuple(f"{times * row[low]:.{places}f}" for low in (f"{figure}low", f"{figure}high"))
            for row in rows for figure in ("", "precision_") for times, places in ((100, 0), (1, 2))
            if row.get(f"{figure}low") is not None
        }  # fmt: skip
        between = re.search(r"between (\S+) and ([\d.−-]+\d)", closing, re.IGNORECASE)
        assert (between is None and "interval" in closing) or between.groups() in limits, (name, closing)
        page.show_picture(picture, is_complete=False)
        assert not [label for label in page.findChildren(QLabel) if label.text() == closing and not label.isHidden()]
        page.show_picture(picture)
        assert [label for label in page.findChildren(QLabel) if label.text() == closing and not label.isHidden()]
        assert as_html(Theme(Mode.LIGHT), "p", [picture]).count(html.escape(closing)) == 1
        found += between is not None
    assert found >= 2
    assert plain([{"n": 1}], [ChartColumn("n", "n", "count")], closing="Between.").closing == ""


def test_every_chart_is_in_a_group_and_has_a_place_of_its_own() -> None:
    places = [(chart.group, chart.order) for chart in list_views()]
    assert len(set(places)) == len(places)
    chips = {"scheme", "criterion", "judge", "people", "system", "source", "split", "gold", "only-gold", "pair"}
    chips |= {"given"}
    assert all(set(chart.chips) <= chips for chart in list_views())
    assert all(isinstance(chart, Chart) for chart in list_views())


def test_names_of_a_project_are_offered(reviewed: Project) -> None:
    choices = score_filters.read(reviewed.read_connection())
    assert choices.humans[-2:] == ("Ada", "Ben") or {"Ada", "Ben"} <= set(choices.humans)
    assert [scheme.id for scheme in choices.schemes] == [s.id for s in names.schemes(reviewed.read_connection())]


@pytest.mark.parametrize("name", CHARTS)
def test_what_intervals_are_about_stands_beside_them(reviewed: Project, name: str) -> None:
    """Of every chart that draws an interval: whether it is about new documents (items, flags) or this project."""
    chart = next(each for each in list_views() if each.name == name)
    picture = chart.picture(reviewed.read_connection(), ask(reviewed, 200))
    made = picture.drawing
    curves = made.curves if isinstance(made, Plane) else ()
    if any(mark.low is not None for mark in marks(picture)) or any(curve.low for curve in curves):
        assert re.search(r"intervals? .*about (new|more|the cells of this project|this project)", picture.subtitle)
    elif chart.group in ELSEWHERE and name not in ("kgds-winrate", "paper-frank-compared"):  # they draw none
        assert re.search("about new (items|documents)", chart.intervals)


def test_charts_say_where_reviews_were_drawn_with_unlike_chances(reviewed: Project) -> None:
    """The fixture draws of one error; whoever weighs by the chances need not say it, nor who is asked of another."""
    words = re.compile("The reviewed units of “[A-Z][a-z ]+” were drawn with probabilities .* not an estimate")
    asked = ask(reviewed, 200)
    assert words.search(find("detection").picture(reviewed.read_connection(), asked).warning)
    assert not words.search(find("estimate").picture(reviewed.read_connection(), asked).subtitle)
    other = replace(asked, criteria=("wrong-turn-sequence",))
    assert not words.search(find("detection").picture(reviewed.read_connection(), other).warning)


def test_detection_shows_what_other_readers_would_change(reviewed: Project) -> None:
    """Beside the interval over documents the one over documents and readers, once decisions pause."""
    quick = find("detection").build(reviewed.read_connection(), ask(reviewed)).table
    assert not any(column.key == "readers" for column in quick.columns)
    table = find("detection").build(reviewed.read_connection(), ask(reviewed, 2000)).table
    assert table.columns[-1].key == "readers"
    found = (
        find_metric("detection")
        .compute(reviewed.read_connection(), Params(options=("view=readers",), resamples=500))
        .rows
    )
    expected = [(row["s_bacc_readers_low"], row["s_bacc_readers_high"]) for row in found]
    assert [(row["readers_low"], row["readers_high"]) for row in table.rows] == expected
    assert any(low is not None for low, _ in expected)


def test_what_other_readers_would_change_follows_each_of_them(reviewed: Project, tmp_path: Path) -> None:
    """Where gold stays, too: a third who says what two agreed on changes no gold."""
    path = tmp_path / "copy.galley"
    with closing(sqlite3.connect(path)) as copy:
        reviewed.read_connection().backup(copy)
    with Project.open(path) as project:
        metric, memory, desk = find_metric("detection"), Memory(), DecisionWriter(project, "Cyd")
        asked = Params(options=("view=readers",), resamples=50)
        project.subscribe(memory.apply_changes)
        seen = []
        for item in list(queue.ids(project.read_connection(), queue.Filter(), 0))[:3]:
            finish_read(desk, items.load_item_view(project.read_connection(), item)).result()
            seen.append(metric.compute(project.read_connection(), replace(asked, memory=memory)).rows)
            assert seen[-1] == metric.compute(project.read_connection(), asked).rows
        assert seen[1] != seen[2]


def test_trust_shows_how_much_more_often_shown_flags_are_accepted(tmp_path: Path) -> None:
    """Each item's flags are accepted or overridden by a rule, every second item before they were seen."""
    with Project.create(tmp_path / "sample.galley") as project:
        import_files(project, find_importer("galley"), [resources() / "sample" / "sample.jsonl"])
        desk, counts = DecisionWriter(project, "Ada"), {True: [0, 0], False: [0, 0]}
        wanted = next(c.row for c in names.criteria(project.read_connection()).values() if c.id == "extrinsic-context")
        for item in list(queue.ids(project.read_connection(), queue.Filter(), 0)):
            view = items.load_item_view(project.read_connection(), item)
            blind = item % 2 == 0
            desk.read_tracker.record_view(view, hidden={flag.cell for flag in view.flags()} if blind else ())
            for flag in view.flags():
                right = (item + flag.cell.unit) % (2 if blind else 3) != 0
                saved = desk.accept(item, flag) if right else desk.override(item, flag)
                if flag.cell.criterion == wanted:
                    counts[blind][0] += right
                    counts[blind][1] += 1
        saved.result()
        table = find("trust").build(project.read_connection(), ask(project)).table
        assert [column.key for column in table.columns[-4:]] == ["shown_value", "blind_value", "bias", "bias"]
        (row,) = (row for row in table.rows if row["criterion"] == "extrinsic-context")
        shown, blind_ = (counts[hidden][0] / counts[hidden][1] for hidden in (False, True))
        assert (row["shown_value"], row["blind_value"], row["bias"]) == pytest.approx((shown, blind_, shown - blind_))
        assert row["bias_low"] < row["bias"] < row["bias_high"]


def test_many_pairs_are_shown_a_score_of_people_at_a_time(shared_data: Path, tmp_path: Path, qtbot: QtBot) -> None:
    """FRANK's 15 metrics against 23 scores of people are 345 pairs: a page each score, and menus of at most so many."""
    folder = shared_data / "frank_valid"
    files = [folder / "human_annotations.json", folder / "baseline_factuality_metrics_outputs.json"]
    with Project.create(tmp_path / "f.galley") as made:
        import_files(made, find_importer("frank"), files)
        asked = replace(ask(made), memory=Memory())
        picture = find("partial-correlation").build(made.read_connection(), asked)
        assert isinstance(picture.drawing, Rows) and len(picture.drawing.lines) == 15 and len(picture.pairs) == 23
        assert len(picture.table.rows) == 30
        other = find("partial-correlation").build(made.read_connection(), replace(asked, pair=picture.pairs[-1]))
        assert {row["y_name"] for row in other.table.rows} == {picture.pairs[-1]}
        every = find("correlation").build(made.read_connection(), asked)
        chips = score_filters.ScoreFilters(Theme(Mode.LIGHT))
        chips.set_choices(score_filters.read(made.read_connection()))
        chips.set_chart(find("correlation"), every.series, every.pairs)
        menu = chips.menu("pair")
        below = [entry.menu() for entry in menu.actions() if entry.menu() is not None]
        assert len(every.pairs) == 345 and len(below) == 15
        assert all(len(each.actions()) == 23 for each in below)
        menu.deleteLater()
        chips.deleteLater()
