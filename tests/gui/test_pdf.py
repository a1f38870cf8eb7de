"""The report as PDF: real pages with their text, by the command line in a process of its own and in a worker thread.
What can be read out of a page is what ``pdftotext`` (Debian's poppler-utils) reads."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import threading
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from galley.core.errors import Cancelled
from galley.core.exports._page import PrintedPage
from galley.core.exports.registry import export
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.paths import resources
from galley.core.project.project import Project
from galley.gui import pdf
from galley.gui.charts.base import Axis, Mark, Picture, RowLine, Rows
from galley.gui.charts.chart_table import ChartColumn, plain
from galley.gui.dialogs.background_task import BackgroundTask
from galley.gui.page_breaks import Piece, Slice, pages, paginate, shrink_pictures
from galley.gui.pdf import from_html, make_pdf
from galley.gui.read_threads import run_in_window_thread
from galley.gui.scores import report, report_charts
from galley.gui.session import Session
from galley.gui.theme import Mode, Theme
from tests.core import building

ROOT = Path(__file__).resolve().parents[2]


def _sample(folder: Path) -> Path:
    with Project.create(folder / "sample.galley") as project:
        import_files(project, IMPORTER, [resources() / "sample" / "sample.jsonl"])
    return folder / "sample.galley"


def _pages(data: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", data))


def _drawn(data: bytes) -> bytes:
    """What the pages draw."""
    found = b""
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", data, re.DOTALL):
        try:
            found += zlib.decompress(stream)
        except zlib.error:
            continue
    return found


def test_the_command_line_writes_a_pdf_without_a_window(tmp_path: Path) -> None:
    out = tmp_path / "r.pdf"
    command = ["-m", "galley.core.cli", "export", "report", "--project", str(_sample(tmp_path)), "--out", str(out)]
    done = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, timeout=110)
    assert done.returncode == 0, done.stderr
    data = out.read_bytes()
    assert data.startswith(b"%PDF-") and data.rstrip().endswith(b"%%EOF")
    assert 5 <= _pages(data) <= 20
    assert b"Tf" in _drawn(data) and b"Do" in _drawn(data), "letters and pictures"


def test_the_page_has_the_charts_of_the_window(tmp_path: Path) -> None:
    """All of its SVG, whose words are words, in a process of its own."""
    out = tmp_path / "r.html"
    command = ["-m", "galley.core.cli", "export", "report", "--project", str(_sample(tmp_path)), "--out", str(out)]
    done = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, timeout=110)
    assert done.returncode == 0, done.stderr
    page = out.read_text("utf-8")
    assert page.count("<svg") == 11 and "Qt is missing" not in page, "six strips, five charts"
    drawn = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert "Changed meaning" in drawn[2] and "of 100" in drawn[2]
    drawn = drawn[6:]
    assert all("Missed turn" in drawing for drawing in drawn)
    assert sum("Gwet's AC1 or AC2" in drawing for drawing in drawn) == 1, "the drawing says what its markers are"


def test_a_page_without_a_chart_has_the_windows_fonts(tmp_path: Path) -> None:
    """In a process of its own, where nothing else loads them."""
    score = {"document": "sum-a", "annotator": "m", "kind": "import", "metric": "bleu", "value": 0.5}
    project = building.project(tmp_path, building.record(verdicts=[], judged=[], scores=[score]))
    project.close()
    out = tmp_path / "r.pdf"
    command = ["-m", "galley.core.cli", "export", "report", "--project", str(project.path), "--out", str(out)]
    done = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, timeout=110)
    assert done.returncode == 0, done.stderr
    assert "0 figures" in done.stdout
    assert set(re.findall(rb"/FontName /(?:[A-Z]{6}\+)?([A-Za-z]+)-", out.read_bytes())) == {b"Inter"}


def test_the_window_may_write_one_in_the_background(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is laid out in the window's thread: a text document connects signals, which beside that thread can stop both
    for good."""
    out = tmp_path / "r.pdf"
    failed: list[BaseException] = []
    makers: list[threading.Thread] = []

    def make(document: QTextDocument, title: str) -> bytes:
        makers.append(threading.current_thread())
        return make_pdf(document, title)

    monkeypatch.setattr(pdf, "make_pdf", make)

    def work() -> None:
        try:
            with Project.open(_sample(tmp_path), read_only=True) as project:
                export(project, "report", out)
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    qtbot.waitUntil(lambda: not thread.is_alive(), timeout=100_000)
    thread.join()
    assert failed == []
    assert makers == [threading.main_thread()]
    assert _pages(out.read_bytes()) >= 5


def test_a_project_closes_while_a_report_asks_for_its_charts(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window's thread waits for the one that writes, so it draws nothing for it any more."""
    out = tmp_path / "r.pdf"
    asks = threading.Event()

    def ask(work: Callable[[], Any]) -> Any:
        asks.set()
        return run_in_window_thread(work)

    monkeypatch.setattr(report_charts, "run_in_window_thread", ask)
    session = Session(Project.open(_sample(tmp_path)), "ann", Theme(Mode.LIGHT))
    task = BackgroundTask(lambda _: export(session.project, "report", out))
    task.start()
    assert asks.wait(60)
    session.close()
    with qtbot.waitSignal(task.failed) as failed:
        pass
    assert isinstance(failed.args[0], Cancelled) and not out.exists()


# What can be read out -----------------------------------------------------------------------------------------------

MARKS = (
    "-0.010 – 0.5 − (0.94–0.98) [0.1] 10:30 1-2 ×3 a—b “q” +1 3/4 50 % <- -> != {2} a/b: A-B (C) [D] ±0.5 #1 @2 f(1) "
    "finding affluent É ø ß"
)


def _read(data: bytes, folder: Path) -> list[list[str]]:
    """The lines of each page as text, without the foot."""
    tool = shutil.which("pdftotext")
    if tool is None:
        pytest.skip("pdftotext is not installed (Debian's poppler-utils)")
    file = folder / "read.pdf"
    file.write_bytes(data)
    done = subprocess.run([tool, "-layout", str(file), "-"], capture_output=True, text=True, timeout=60, check=True)
    found = [[line.strip() for line in page.splitlines() if line.strip()] for page in done.stdout.split("\f")[:-1]]
    assert all(re.search(r"\d+/\d+$|\d+ / \d+$", lines[-1]) for lines in found), "each page ends in its number"
    return [lines[:-1] for lines in found]


def test_every_mark_can_be_read_out_of_the_page(qtbot: QtBot, tmp_path: Path) -> None:
    """Minus signs, dashes, brackets and colons, in a heading, a paragraph, a table and the title under the page."""
    page = PrintedPage("t")
    page.head(MARKS)
    page.say(MARKS)
    page.table(("(n) -1",), [("[0.1–0.2] -0.010",)])
    (lines,) = _read(from_html(page.html(paper=True), [], "A: (1–2)"), tmp_path)
    words = " ".join(lines).split()
    assert words == [*MARKS.split(), *MARKS.split(), "(n)", "-1", "[0.1–0.2]", "-0.010"]


@pytest.mark.parametrize("before", range(40, 72, 3))
def test_no_heading_ends_a_page_no_row_is_cut_and_heads_are_repeated(qtbot: QtBot, tmp_path: Path, before: int) -> None:
    """However far down the page a section begins; each line is on one page, but for the head of a table."""
    page = PrintedPage("t")
    for number in range(before):
        page.say(f"filler{number}")
    page.head("Section")
    page.head("Subsection", 3)
    page.say("Only leads to the table.", small=True)
    rows = [(f"row{n}", " ".join(f"w{n}x{m}" for m in range(60))) for n in range(40)]
    page.table(("name", "definition"), rows)
    page.head("After")
    page.say("The end.")
    read = _read(from_html(page.html(paper=True), [], "t"), tmp_path)
    assert len(read) > 3
    for lines in read[1:]:
        assert lines[-1] not in ("Section", "Subsection", "Only leads to the table.", "After")
        if "x" in lines[0] or lines[0].startswith("row"):
            raise AssertionError("a page begins inside a table without its head")
    words = [word for lines in read for line in lines for word in line.split()]
    for word in ("Section", "Subsection", "leads", "After", *(f"filler{n}" for n in range(before))):
        assert words.count(word) == 1, word
    for n in range(40):
        (home,) = [number for number, lines in enumerate(read) if f"row{n}" in " ".join(lines).split()]
        there = " ".join(read[home]).split()
        assert all(there.count(f"w{n}x{m}") == 1 for m in range(60)), "a row stands on one page"
        assert words.count(f"w{n}x59") == 1
    assert words.count("definition") == sum(any(line.startswith("row") for line in lines) for lines in read)
    (section,) = [number for number, lines in enumerate(read) if "Section" in lines]
    assert any("w0x0" in line for line in read[section]), "the heading is on the page of its first row"


@pytest.mark.parametrize("before", range(38, 46))
def test_the_head_of_a_group_ends_no_page(qtbot: QtBot, tmp_path: Path, before: int) -> None:
    """A row of one text heads the rows below it."""
    page = PrintedPage("t")
    for number in range(before):
        page.say(f"filler{number}")
    rows = [row for n in range(12) for row in ((f"group{n}", "", ""), (f"a{n}", "1", "2"), (f"b{n}", "1", "2"))]
    page.table(("name", "x", "y"), rows, (1, 2))
    read = _read(from_html(page.html(paper=True), [], "t"), tmp_path)
    assert len(read) > 1 and not any(lines[-1].startswith(("group", "name")) for lines in read)
    for n in range(12):
        (home,) = [number for number, lines in enumerate(read) if f"group{n}" in lines]
        assert any(line.split()[0] == f"a{n}" for line in read[home])


@pytest.mark.parametrize("before", (0, 30, 52))
def test_a_heading_is_on_the_page_where_its_tall_picture_begins(qtbot: QtBot, tmp_path: Path, before: int) -> None:
    """A picture of a page and a half begins below its headings, and is cut between its lines."""
    bars = "".join(f'<rect x="10" y="{40 * n + 10}" width="300" height="20"/>' for n in range(38))
    figure = f'<svg xmlns="http://www.w3.org/2000/svg" width="680" height="1520">{bars}</svg>'
    fillers = "".join(f"<p>filler{number}</p>" for number in range(before))
    picture = '<p><img src="figure:0" width="680"></p>'
    body = f"{fillers}<h2>Section</h2><p>Two people.</p><h3>Finding</h3>{picture}<p>End.</p>"
    data = from_html(body, [figure], "t")
    read = _read(data, tmp_path)
    (page,) = [number for number, lines in enumerate(read) if "Finding" in lines]
    assert "Section" in read[page], "the headings stand together"
    sheets = [_ink(number, tmp_path) for number in range(1, len(read) + 1)]
    assert any(high > 14 for high in sheets[page]), "bars of the picture stand on the page of its heading"
    heights = [high for sheet in sheets for high in sheet if high > 14]
    assert len(heights) == 38 and max(heights) - min(heights) <= 2, "no bar is cut"


def _ink(page: int, folder: Path) -> list[int]:
    """The heights of what is black from the left margin on, in pixels at 96 an inch, down a page of the file read."""
    command = ["pdftoppm", "-r", "96", "-gray", "-f", str(page), "-l", str(page), str(folder / "read.pdf")]
    image = QImage.fromData(subprocess.run(command, capture_output=True, timeout=60, check=True).stdout)
    column = "".join("x" if image.pixelColor(200, y).lightness() < 128 else " " for y in range(image.height()))
    return [len(run) for run in column.split()]


def _lines(*pieces: Piece) -> list[list[tuple[float, float]]]:
    return [[tuple(part) for part in page] for page in paginate(pieces, 100)]


def test_cuts_by_hand() -> None:
    """Pages of 100 pixels: held pieces move on, a break is kept, what is too tall goes over several, heads return."""
    head = Slice(0, 20)
    assert paginate([], 100) == [[Slice(0, 0)]]
    assert _lines(Piece(0, 60), Piece(60, 90, keep_with_next=True), Piece(90, 130)) == [[(0, 60)], [(60, 130)]]
    assert _lines(Piece(0, 60, keep_with_next=True), Piece(60, 90, keep_with_next=True), Piece(90, 130)) == [
        [(0, 90)],
        [(90, 130)],
    ]
    assert _lines(Piece(0, 10), Piece(20, 30, first=True)) == [[(0, 10)], [(20, 30)]]
    assert _lines(Piece(0, 250), Piece(250, 260)) == [[(0, 100)], [(100, 200)], [(200, 250)], [(250, 260)]]
    table = [Piece(0, 20, keep_with_next=True), *(Piece(n, n + 40, head=head) for n in (20, 60, 100))]
    assert _lines(*table) == [[(0, 100)], [(0, 20), (100, 140)]]


def test_a_page_break_of_the_charts_is_kept(qtbot: QtBot) -> None:
    document = QTextDocument()
    document.setHtml("<p>one</p><div style='page-break-before: always'><h2>two</h2><p>three</p></div><p>four</p>")
    document.setTextWidth(600)
    first, second = pages(document, 900)
    assert first[0].bottom <= second[0].top and second[0].bottom > second[0].top


def _wide_table() -> Picture:
    keys = ("precision", "recall", "balanced", "kappa")
    columns = (
        ChartColumn("name", "Kriterium"),
        ChartColumn("judge", "Bewerter"),
        *(
            column
            for key in keys
            for column in (
                ChartColumn(key, f"{key.title()} Zusammenfassung", "percent"),
                ChartColumn(key, "", "interval"),
            )
        ),
        ChartColumn("said", "Unterscheidbar"),
    )
    row: dict[str, Any] = {key: 0.876 for key in keys} | {f"{key}_low": 0.987 for key in keys}
    row |= {f"{key}_high": 1.0 for key in keys} | {"name": "Out of context error", "judge": "jay", "said": "no"}
    none = row | {"kappa": None, "why": "kappa: Undefined because gold has no yes among these cells."}
    drawing = Rows(Axis(0, 1), (RowLine("a line", (Mark(0.5),)),))
    return Picture("Results", "A measure.\nDetails.", drawing, plain([row, none], columns), warning="No estimate.")


def test_no_word_or_figure_of_a_table_of_charts_is_broken_on_paper(qtbot: QtBot) -> None:
    """Eleven columns have no room on a page: their letters grow smaller, and heads go on between words."""
    document = report.as_document(Theme(Mode.LIGHT), "study", [_wide_table()])
    document.setDocumentMargin(0)
    document.setTextWidth(688)
    assert document.size().width() <= 690
    seen, broken = 0, []
    block = document.begin()
    while block.isValid():
        text, layout = block.text(), block.layout()
        for number in range(1, layout.lineCount()):
            before = text[layout.lineAt(number).textStart() - 1]
            if before != " ":
                broken.append(text)
            seen += 1
        block = block.next()
    assert seen > 4 and not broken


def test_the_page_of_all_charts_is_the_same_product(qtbot: QtBot) -> None:
    page = report.as_html(Theme(Mode.LIGHT), "study", [_wide_table()])
    assert page.count("@font-face") == 2 and "http:" not in re.sub(r'xmlns[^ ]*="[^"]*"', "", page)
    assert "https:" not in page
    assert '<td class="n">87.6 %</td><td class="n i">[98.7, 100.0]</td>' in page, "the interval beside its value"
    assert page.count("gold has no yes among these cells") == 1, "said once below"
    assert re.search(r"<p class=w[^>]*>No estimate\.</p>", page), "a warning has an amber line of its own"
    assert "<p>A measure.</p>" in page


def test_a_picture_that_would_leave_its_page_empty_is_narrower(qapp: QApplication) -> None:
    """A picture a little taller than what is left of a page stays on it; one that would become too small does not."""
    for high, stays in ((560, True), (900, False)):
        document = QTextDocument()
        font = document.defaultFont()  # other tests give the application fonts of other sizes
        font.setPixelSize(13)
        document.setDefaultFont(font)
        document.setDocumentMargin(0)
        document.setTextWidth(680)
        image = QImage(600, high, QImage.Format.Format_RGB32)
        document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl("picture:0"), image)
        lines = "".join(f"<p>Line {number}</p>" for number in range(16))
        document.setHtml(f'{lines}<h2>Head</h2><p><img src="picture:0" width="600" height="{high}"></p>')
        box = document.documentLayout().blockBoundingRect(document.findBlockByNumber(16))
        tall = box.bottom() + 500
        assert len(pages(document, tall)) == 2
        shrink_pictures(document, tall)
        assert (len(pages(document, tall)) == 1) is stays
