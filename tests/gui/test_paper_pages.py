"""A page for each work of which a project holds something: its tables, their marks, copies and pictures."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from pytestqt.qtbot import QtBot

from galley.core.importers.sample_project import make
from galley.core.metrics.base import Memory, Params
from galley.core.paper_tables import registry
from galley.core.paper_tables.formats import as_markdown, format_tables
from galley.core.paper_tables.paper_table import Column, Figure, Line, PaperTable, Sheet, mark_top_values
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.storage.connection import Connection
from galley.core.tasks.finish import list_all_pairs
from galley.gui.charts.base import ChartRequest, Matrix, Plane, WorkTables
from galley.gui.charts.paper_pages_chart import ALL, PREFIX
from galley.gui.charts.registry import find, list_charts
from galley.gui.papers.longsumeval.charts import longsumeval_curves_chart
from galley.gui.scores.drawing.painting import PaintedChart
from galley.gui.scores.drawing.sheet import SheetsDrawing
from galley.gui.scores.page import COPIED
from galley.gui.scores.picture_files import contents
from galley.gui.scores.scores_view import ScoresView
from galley.gui.session import Session
from galley.gui.theme import Mode, Theme
from tests.core import frank_making

PAGE = "paper-dial-summer"


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample, some of its flags decided."""
    path = make(tmp_path_factory.mktemp("papers"))
    with Project.open(path) as project:
        desk, die = DecisionWriter(project, "Ben"), random.Random(3)
        for item in range(1, 9):
            view = items.load_item_view(project.read_connection(), item)
            for flag in view.flags():
                (desk.accept if die.random() < 0.6 else desk.override)(item, flag)
            last = desk.finish(view, list_all_pairs(view))
        last.result()
    return path


@pytest.fixture
def session(qtbot: QtBot, tmp_path: Path, sample: Path) -> Iterator[Session]:
    path = tmp_path / sample.name
    path.write_bytes(sample.read_bytes())
    made = Session(Project.open(path), "Ada", Theme(Mode.LIGHT))
    yield made
    made.close()


@pytest.fixture
def view(session: Session, qtbot: QtBot) -> ScoresView:
    """The view on the page of DIAL-SUMMER, computed in full."""
    made = ScoresView(session)
    qtbot.addWidget(made)
    made.resize(1280, 720)
    made.show()
    with qtbot.waitSignal(made.picture_completed, timeout=30_000):
        made.activate()
    with qtbot.waitSignal(made.picture_completed, timeout=30_000):
        made.list.choose(PAGE)
    return made


def sheet(columns: int, groups: int = 1, lines: int = 3) -> Sheet:
    """A sheet of many columns with intervals."""
    made = tuple(Column("BAcc", f"judge {n % groups}", top="high", heat=(0.5, 1.0)) for n in range(columns))
    made = tuple(sorted(made, key=lambda column: column.group))
    rows = tuple(
        Line(
            f"error {r}", tuple(Figure(0.5 + (r + c) % 5 / 10, 0.4, 0.95, 61) for c in range(columns)), f"level {r % 2}"
        )
        for r in range(lines)
    )
    return mark_top_values(Sheet("Error", made, rows, "About it.", ("A note.",), {"ties": 2}, title="Table"))


def test_only_works_of_which_the_project_holds_something_have_a_page(view: ScoresView, session: Session) -> None:
    offered = [name for name in view.list.available_names if name.startswith(PREFIX)]
    there = [PREFIX + paper.name for paper in registry.papers_present(session.project.read_connection())]
    assert offered == there and PAGE in offered and "paper-longsumeval" not in offered


def test_the_page_has_the_figures_of_the_tables(view: ScoresView, session: Session) -> None:
    picture = view.page.picture
    assert picture is not None and isinstance(picture.drawing, WorkTables)
    paper = next(p for p in registry.papers() if p.name == "dial-summer")
    wanted = list(registry.fill_tables(session.project.read_connection(), paper, Params()))
    assert [s.lines for s in picture.drawing.sheets] == [s.lines for s in wanted]
    chart = view.page.chart
    assert isinstance(chart, PaintedChart)
    cells = [f for s in wanted for line in s.lines for f in line.figures if f is not None]
    figures = [f for f in cells if not isinstance(f.value, str)]
    assert len(chart.marks()) == len(figures)
    assert {(m.value, m.low) for m in chart.marks()} >= {
        (f.value, f.low) for f in figures if isinstance(f.value, float)
    }


def test_a_figure_leads_to_the_items_behind_it(view: ScoresView, qtbot: QtBot) -> None:
    chart = view.page.chart
    assert isinstance(chart, PaintedChart)
    hits = chart.drawing.hits(chart.width())
    hit = next(hit for hit in hits if hit.mark.row is not None and hit.mark.value is not None)
    with qtbot.waitSignal(view.open_queue, timeout=5_000) as asked:
        qtbot.mouseClick(chart, Qt.MouseButton.LeftButton, pos=hit.rect.center().toPoint())
    assert asked.args is not None and asked.args[0].items


def test_the_tables_are_copied_as_the_command_line_prints_them(view: ScoresView) -> None:
    shown = {name for name, button in view.page._buttons.items() if button.isVisible()}
    assert shown == {*COPIED, "png", "all"}
    picture = view.page.picture
    assert picture is not None and isinstance(picture.drawing, WorkTables)
    for name, form in COPIED.items():
        view._do_action(name)
        assert QGuiApplication.clipboard().text() == format_tables(picture.drawing.sheets, form)


@pytest.mark.parametrize("made", ["whole", "frank"])
def test_every_work_prints_what_its_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made: str) -> None:
    """All five: each table of the page, in each form that is copied, is what galley metrics --table prints of it.

    What one form of a work was computed from is taken for the next, if the command asks for it in the same way."""
    from tests.core import building, frank_making
    from tests.core.studies import run
    from tests.core.whole_project import whole

    frank = made == "frank"
    with building.project(tmp_path, *frank_making.records(10)) if frank else whole(tmp_path) as project:
        path, connection = str(project.path), project.read_connection()
        works = [paper.name for paper in registry.papers() if (paper.name == "frank") == frank]
        ask = ChartRequest(resamples=0, memory=Memory())
        pages = {name: find(PREFIX + name).picture(connection, ask) for name in works}
    fill = registry.fill
    for work, picture in pages.items():
        assert isinstance(picture.drawing, WorkTables), work
        drawn = any("resamples" in each.takes for each in registry.find(work))
        filled: dict[tuple[str, Params], Sheet | None] = {}

        def fill_once(opened: Connection, table: PaperTable, params: Params) -> Sheet | None:
            asked = table.name, params
            if asked not in filled:
                filled[asked] = fill(opened, table, params)
            return filled[asked]

        with monkeypatch.context() as patch:
            patch.setattr(registry, "fill", fill_once)
            for form in COPIED.values():
                few = ("--resamples", "0") if drawn else ()
                printed = run("metrics", "--table", work, "--project", path, *few, f"--{form}").stdout
                assert printed == format_tables(picture.drawing.sheets, form), (work, form)
        for sheet in picture.drawing.sheets:
            (table,) = registry.find(sheet.name)
            alone = ("--resamples", "0") if "resamples" in table.takes else ()
            printed = run("metrics", "--table", sheet.name, "--project", path, *alone, "--csv").stdout
            assert printed == format_tables([sheet], "csv"), sheet.name


def test_one_table_can_be_chosen(session: Session) -> None:
    connection = session.project.read_connection()
    every = find(PAGE).picture(connection, ChartRequest(resamples=0))
    one = find(PAGE).picture(connection, ChartRequest(resamples=0, pair="Error frequency"))
    assert isinstance(every.drawing, WorkTables) and isinstance(one.drawing, WorkTables)
    assert every.pairs[0] == ALL and "Error frequency" in every.pairs
    assert len(every.drawing.sheets) == 3 and [s.name for s in one.drawing.sheets] == ["dial-summer-frequency"]
    none = find(PAGE).picture(connection, ChartRequest(resamples=0, pair="Detecting hallucination"))
    assert none.drawing is None and "coarse-hallucination" in none.needs


@pytest.mark.parametrize("mode", [Mode.LIGHT, Mode.DARK])
@pytest.mark.parametrize("width", [420.0, 700.0, 1000.0, 1600.0])
def test_nothing_is_cut_off_or_drawn_over(qtbot: QtBot, mode: Mode, width: float) -> None:
    """However narrow: every figure is within the width, no two overlap, and each has its words."""
    drawing = SheetsDrawing(Theme(mode), WorkTables((sheet(2), sheet(8, 4), sheet(21, 7))))
    hits = drawing.hits(width)
    assert len(hits) == 3 * (2 + 8 + 21)
    for number, hit in enumerate(hits):
        assert hit.rect.left() >= 0 and hit.rect.right() <= width + 0.5 and hit.rect.bottom() <= drawing.height(width)
        assert "0." in hit.mark.words and "n = 61" in hit.mark.words
        assert not any(hit.rect.intersects(other.rect) for other in hits[number + 1 :])


@pytest.mark.parametrize("width", [420.0, 1000.0])
@pytest.mark.parametrize("columns", [2, 21])
def test_the_notes_below_a_table_are_whole(qtbot: QtBot, width: float, columns: int) -> None:
    """The last line of them was cut in the middle: each block took 10 pixels more than were reckoned."""
    drawing = SheetsDrawing(Theme(Mode.LIGHT), WorkTables((sheet(columns, lines=2), sheet(columns))))
    tall = round(drawing.height(width))
    image = QImage(round(width), tall + 60, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    drawing.paint(painter, width)
    painter.end()
    inked = [y for y in range(image.height()) if any(image.pixel(x, y) != 0xFFFFFFFF for x in range(image.width()))]
    assert tall - 12 <= inked[-1] < tall


def test_a_page_becomes_files(session: Session) -> None:
    picture = find(PAGE).picture(session.project.read_connection(), ChartRequest(resamples=0))
    assert isinstance(picture.drawing, WorkTables)
    for kind, begins in (("png", b"\x89PNG"), ("svg", b"<?xml"), ("csv", "\ufeffgroup,Error".encode())):
        assert contents(session.theme, picture, kind).startswith(begins)
    svg = contents(session.theme, picture, "svg").decode()
    assert "Wrong turn sequence" in svg and "S-BAcc" in svg


def test_texts_are_plain(qtbot: QtBot) -> None:
    lines = (Line("<img src=x>", (Figure(0.5, why=""),)),)
    wild = Sheet("h", (Column("<i>", "<u>", top="high"),), lines, title="<b>x</b>")
    drawing = SheetsDrawing(Theme(Mode.LIGHT), WorkTables((wild,)))
    assert drawing.hits(600.0)[0].mark.words == "<img src=x>, <u>, <i>: 0.50"
    assert "<img" not in as_markdown(wild).replace("\\<img", "")


def test_each_work_is_a_chart_in_one_group() -> None:
    pages = [chart for chart in list_charts() if chart.name.startswith(PREFIX)]
    assert [chart.title for chart in pages] == [
        "KGDS", "SUMIE", "LongSumEval", "DIAL-SUMMER", "The FRANK study",
    ]  # fmt: skip
    assert {chart.group for chart in pages} == {"Papers"} == {list_charts()[-1].group}


def test_curves_are_the_figures_of_the_tables(tmp_path: Path) -> None:
    from tests.core.whole_project import whole

    with whole(tmp_path) as project:
        connection = project.read_connection()
        pages = {"Threshold": "longsumeval-threshold", "Rounds": "longsumeval-rounds", "Lengths": "longsumeval-lengths"}
        for page, name in pages.items():
            picture = find("paper-longsumeval-curves").picture(connection, ChartRequest(resamples=0, pair=page))
            (table,) = registry.find(name)
            sheet = registry.fill(connection, table, Params(resamples=0))
            assert isinstance(picture.drawing, Plane) and sheet is not None
            figures = {f.value for line in sheet.lines for f in line.figures if f is not None}
            drawn = [point.mark.value for point in picture.drawing.points if point.x or page != "Rounds"]
            assert drawn and set(drawn) <= figures
            assert len(picture.table.rows) == len(picture.drawing.points)


def test_a_curve_of_too_few_points_is_not_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rounds of the made project are three and more; where a form needs more, the chart says so in a sentence."""
    from tests.core.whole_project import whole

    with whole(tmp_path) as project:
        chart, request = find("paper-longsumeval-curves"), ChartRequest(resamples=0, pair="Rounds")
        drawing = chart.picture(project.read_connection(), request).drawing
        assert isinstance(drawing, Plane) and drawing.curves
        assert all(len(curve.x) >= longsumeval_curves_chart.FEWEST for curve in drawing.curves)
        monkeypatch.setattr(longsumeval_curves_chart, "FEWEST", 99)
        picture = chart.picture(project.read_connection(), request)
        assert picture.drawing is None and "needs 99 points or more" in picture.needs


def test_williams_tests_of_frank_are_a_triangle_of_scores(tmp_path: Path) -> None:
    """A cell a pair with the difference of both correlations of the table; filled by the table's p after Holm."""
    with frank_making.project(tmp_path) as project:
        connection = project.read_connection()
        picture = find("paper-frank-compared").picture(connection, ChartRequest(resamples=0))
        (table,) = registry.find("frank-compared")
        sheet = registry.fill(connection, table, Params(resamples=0))
    assert sheet is not None and isinstance(picture.drawing, Matrix)
    assert len(sheet.lines) == 6 and len(picture.drawing.rows) == len(picture.drawing.columns) == 3
    assert len({*picture.drawing.rows, *picture.drawing.columns}) == 4, "two judges' scores of one name have two names"
    cells = {
        (left, above): cell
        for left, line in zip(picture.drawing.rows, picture.drawing.cells, strict=True)
        for above, cell in zip(picture.drawing.columns, line, strict=True)
        if cell is not None
    }
    assert len(cells) == 6
    for line in sheet.lines:
        second, _, one, two, _, _, p = line.figures
        cell = cells[second.value, line.label]
        assert cell.value == pytest.approx(two.value - one.value) and cell.few == (p.value >= 0.05)
    significant = sum(not cell.few for cell in cells.values())
    assert picture.title.startswith(f"{significant} of 6 pairs of scores differ significantly")
