"""The redesigned charts, measured: no label lies on another or outside, nothing is cut, texts have their contrast, and
what each chart promises is in it. In both themes, narrow and wide."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from PySide6.QtCore import QPointF, QRectF

from galley.core.importers import find as find_importer
from galley.core.importers.run_import import import_files
from galley.core.metrics.base import Memory
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.storage import names
from galley.gui.charts import told_apart_chart
from galley.gui.charts.base import Axis, ChartRequest, Mark, Matrix, Picture
from galley.gui.charts.drawing_kinds import Contrast, Dot, Field, LineTrace, Multiples, NotedMatrix
from galley.gui.charts.registry import find
from galley.gui.scores import score_filters
from galley.gui.scores.picture_files import PictureSheet, contents
from galley.gui.theme import Mode, Theme
from tests.core import building
from tests.core.test_metric_summaries import record
from tests.core.test_sumie_metric import entity, judged
from tests.gui.chart_measures import faults, words
from tests.gui.chart_pictures import clock, decide
from tests.gui.drawn_svg import laid_out

WIDTHS = (700.0, 1000.0, 2260.0)
FRANK = (
    *("precision-recall", "trust-curve", "frequency", "position", "estimate", "estimate-reviews", "diagnosis"),
    *("correlation", "partial-correlation", "decisions-time", "progress", "agreement-pairs"),
)


@pytest.fixture(scope="module")
def frank(tmp_path_factory: pytest.TempPathFactory, shared_data: Path) -> Iterator[Project]:
    """FRANK as FineSurE published it, two recorded judges and three people, and some reviews of two more."""
    path = tmp_path_factory.mktemp("drawn") / "frank.galley"
    with Project.create(path) as project:
        for judge in ("gpt-4o-2024-05-13", "gpt-3.5-turbo"):
            source = shared_data / "finesure" / f"frank-raw-data-by-{judge}.json"
            import_files(project, find_importer("finesure"), [source])
        items = [row[0] for row in project.read_connection().execute("SELECT id FROM item ORDER BY id")]
        with clock():
            for who, seed, some in (("Ada", 1, items[:40]), ("Ben", 2, items[:25])):
                desk, die = DecisionWriter(project, who), random.Random(seed)
                for item in some:
                    decide(project, desk, item, die, again=False)
        yield project


_memories: WeakKeyDictionary[Project, Memory] = WeakKeyDictionary()


def drawn(project: Project, name: str, **more: Any) -> Picture:
    """A chart of a project that is not written to any more, with the memory of those before it, as in the window."""
    choices, memory = score_filters.read(project.read_connection()), _memories.setdefault(project, Memory())
    people = {"every_judge": choices.judges, "every_human": choices.humans}
    asked = ChartRequest(**people, resamples=50, memory=memory, **more)
    return find(name).picture(project.read_connection(), asked)


def written(picture: Picture, theme: Theme, width: float) -> tuple[bytes, list[QRectF]]:
    """What a drawing becomes in a file, and where its marks are in it."""
    assert picture.drawing is not None, picture.needs
    sheet = PictureSheet(theme, picture, headed=False, wide=round(width))
    svg, rects, marks = sheet.svg(), sheet._chart.rects(), sheet._chart.marks()
    whole = QRectF(-30, -30, width + 60, sheet._height + 60)
    assert all(whole.contains(rect) and mark.words for rect, mark in zip(rects, marks, strict=True))
    top = sheet._margin + sheet._head()
    sheet.close()
    return svg, [rect.translated(sheet._margin, top) for rect in rects]


def measure(picture: Picture) -> None:
    """Nothing lies on another text, beyond the drawing, is cut, or has too little contrast."""
    for mode in Mode.LIGHT, Mode.DARK:
        theme = Theme(mode)
        for width in WIDTHS:
            svg, _ = written(picture, theme, width)
            assert words(svg) and faults(svg) == [], width
        theme.deleteLater()


@pytest.mark.parametrize("name", FRANK)
def test_labels_of_published_data_lie_apart_and_whole(name: str, frank: Project, qtbot: Any) -> None:
    picture = drawn(frank, name)
    if not isinstance(picture.drawing, NotedMatrix):
        measure(picture)
    texts = " ".join((picture.title, picture.subtitle, picture.table.closing))
    assert "verdict:" not in texts and "-error" not in texts.replace("per-error", ""), "names, not ids"
    assert picture.title != "" and contents(Theme(Mode.LIGHT), picture, "png").startswith(b"\x89PNG")


def test_a_field_a_criterion_with_judges_named(frank: Project) -> None:
    made = drawn(frank, "precision-recall").drawing
    assert isinstance(made, Multiples) and len(made.fields) > 5
    for field in made.fields:
        assert len([curve for curve in field.curves if curve.series < 0]) == 4
        for curve in field.curves:
            for x, y in zip(curve.x, curve.y, strict=True):
                assert 2 * x * y / (x + y) == pytest.approx(2 * curve.x[0] * curve.y[0] / (curve.x[0] + curve.y[0]))
        for dot in field.points:
            assert isinstance(dot, Dot) and dot.mark.row is not None
            assert dot.label == dot.mark.row["judge"] and dot.hollow == (dot.mark.row["tp"] + dot.mark.row["fn"] < 5)


def test_several_pairs_are_a_triangle_a_criterion_filled_where_the_test_says_so(frank: Project, qtbot: Any) -> None:
    systems = score_filters.read(frank.read_connection()).systems[:3]
    picture = drawn(frank, "told-apart", pair=told_apart_chart.BETWEEN["systems"], systems=systems)
    made = picture.drawing
    assert isinstance(made, Matrix) and len(made.columns) == 2 and len(made.rows) % 2 == 0
    assert all([cell is None for cell in line] == [False, at % 2 == 0] for at, line in enumerate(made.cells))
    assert not faults(PictureSheet(Theme(Mode.LIGHT), picture).svg())
    for line, label in zip(made.cells, made.rows, strict=True):
        name, _, left = label.rpartition(": ")
        for cell, above in zip(line, made.columns, strict=True):
            if cell is not None and cell.value is not None:
                row = next(
                    r for r in picture.table.rows if r["name"] == name and {r["first"], r["second"]} == {left, above}
                )
                assert cell.value == pytest.approx(row["value"] if row["first"] == left else -row["value"])
                significant = row["p_holm"] <= 0.05 and not row["low"] <= 0 <= row["high"] and row["differ"] >= 6
                assert cell.few == (not significant)


def test_one_judge_in_colour_and_none_where_decisions_have_no_time(frank: Project, tmp_path: Path) -> None:
    for judge in ("gpt-4o-2024-05-13", "gpt-3.5-turbo"):
        made = drawn(frank, "trust-curve", pair=judge).drawing
        assert isinstance(made, Field)
        shown = {curve.label: curve for curve in made.curves if isinstance(curve, LineTrace)}
        assert [name for name, curve in shown.items() if not curve.pale] == [judge]
        assert all(bool(curve.low) == (name == judge) for name, curve in shown.items())
    told = [{"ann": "yn", "fast": "yy"}, {"ann": "ny", "fast": "yy"}]
    records = [record(str(n), each, kinds={"fast": "judge"}) for n, each in enumerate(told)]
    with building.project(tmp_path, *records) as project:
        picture = drawn(project, "trust-curve")
    assert picture.drawing is None and "have no time" in picture.needs


def test_arrows_from_the_judges_rate_to_the_estimate(frank: Project) -> None:
    picture = drawn(frank, "estimate")
    made = picture.drawing
    assert isinstance(made, Contrast) and made.arrow
    for line, spans in zip(made.lines, made.spans, strict=True):
        for span in spans:
            row = span.solid.row
            assert row is not None and row["name"] == line.label
            assert (span.hollow.value, span.solid.value) == (row["naive"], row["value"])


def test_gold_is_one_figure_a_line_and_differences_are_points(frank: Project) -> None:
    made = drawn(frank, "frequency").drawing
    assert isinstance(made, Contrast) and made.shares_solid
    combined = {c.name for s in names.schemes(frank.read_connection()) for c in s.combined_criteria}
    lines = [
        (line.label in combined, -(spans[0].solid.value or 0))
        for line, spans in zip(made.lines, made.spans, strict=True)
    ]
    assert lines == sorted(lines), "combined criteria last, each part the most frequent first"
    for spans in made.spans:
        assert len({id(span.solid) for span in spans}) == 1
        for span in spans:
            assert span.hollow.value is not None and span.solid.value is not None
            apart = float(span.beside[-1].replace("−", "-"))
            assert apart == pytest.approx(100 * (span.hollow.value - span.solid.value), abs=0.051)


def test_kgds_has_no_errors_of_source_paragraphs(shared_data: Path, tmp_path: Path) -> None:
    with Project.create(tmp_path / "k.galley") as project:
        import_files(project, find_importer("kgds"), [shared_data / "kgds" / "KGDS.json"])
        for name in ("frequency", "position", "estimate"):
            assert drawn(project, name).drawing is None


def test_only_who_is_outside_the_funnel_is_named(tmp_path: Path, qtbot: Any) -> None:
    """Forty people of whom one guesses; the band is computed here by its formula, with nobody in common."""
    from scipy.stats import norm

    die, names = random.Random(3), [f"worker {n:02}" for n in range(40)]
    weights, records = [die.paretovariate(1.2) for _ in names], []
    for n in range(300):
        truth = die.choices("yn", (1, 3), k=3)
        who = sorted({*die.choices(names, weights, k=4), "worker 07"})
        told = {
            each: "".join(t if die.random() < (0.5 if each == "worker 07" else 0.95) else "yn"[t == "y"] for t in truth)
            for each in who
        }
        records.append(record(str(n), told))
    with building.project(tmp_path, *records) as project:
        picture = drawn(project, "diagnosis")
    made = picture.drawing
    assert isinstance(made, Field) and made.x.kind == "log"
    rows = [dot.mark.row for dot in made.points if dot.mark.row is not None]
    effects = sorted(row["design_effect"] for row in rows if row.get("design_effect"))
    wide = max(1.0, effects[len(effects) // 2]) if effects else 1.0
    mean = sum(row["same"] for row in rows) / sum(row["n"] for row in rows)
    for dot in made.points:
        row = dot.mark.row
        assert row is not None and dot.mark.value == pytest.approx(row["same"] / row["n"])
        half = norm.ppf(1 - 0.05 / len(rows) / 2) * (mean * (1 - mean) * wide / row["n"]) ** 0.5
        outside = row["n"] >= 5 and abs(row["same"] / row["n"] - mean) > half
        assert (dot.label == row["annotator"]) == outside
    assert "worker 07" in {dot.label for dot in made.points} and picture.table.rows[0]["outside"]
    assert len({dot.label for dot in made.points}) < 8
    measure(picture)


def test_many_documents_are_hexagons_that_hold_each_once(shared_data: Path, tmp_path: Path) -> None:
    """FRANK's metrics alone: no score of people, and yet there are pairs."""
    with Project.create(tmp_path / "f.galley") as project:
        source = shared_data / "frank_valid" / "baseline_factuality_metrics_outputs.json"
        texts = shared_data / "frank_valid" / "human_annotations.json"
        import_files(project, find_importer("frank"), [source, texts])
        picture = drawn(project, "correlation")
        made = picture.drawing
        assert isinstance(made, Field) and made.hexagons and made.square and not made.points
        row = picture.table.rows[0]
        assert sum(each.count for each in made.hexagons) == row["n"] > 200
        assert max(each.count for each in made.hexagons) > 1
        forest = [line.mark.value for line in made.strip]
        assert len(forest) == 15 and forest == sorted(forest, reverse=True), "every score beside the same, sorted"
        assert made.strip[0].mark.value == pytest.approx(row["value"])
        assert all("verdict" not in each and "_" not in each for each in picture.pairs)
        behind = [each.mark.row["items"] for each in made.hexagons if each.mark.row]
        assert all(behind) and len(behind) == len(made.hexagons)
        chosen = drawn(project, "correlation", pair=picture.pairs[-1])
        assert chosen.title != picture.title


def test_scores_on_one_scale_have_the_diagonal(shared_data: Path, tmp_path: Path) -> None:
    with Project.create(tmp_path / "q.galley") as project:
        files = sorted((shared_data / "unieval_qags").glob("qags_*.json"))
        import_files(project, find_importer("qags"), files)
        made = drawn(project, "correlation").drawing
    assert isinstance(made, Field) and (made.x.low, made.x.high) == (made.y.low, made.y.high)
    ((start, end, _),) = made.guides
    assert start[0] == start[1] and end[0] == end[1]


def test_turns_are_whole_numbers(tmp_path: Path, qtbot: Any) -> None:
    """Of two turns the axis read 0 1 2 2 2."""
    for count in (1, 2, 5):
        tables = [list(range(1, turn + 2)) for turn in range(count)]
        (tmp_path / str(count)).mkdir()
        paragraphs = [[turn + 1] for turn in range(count)]
        with judged(tmp_path / str(count), entity("E", tables, paragraphs)) as project:
            picture = drawn(project, "sumie-turns")
        held = words(written(picture, Theme(Mode.LIGHT), 900.0)[0])
        bottom = max(word.rect.top() for word in held if word.text == "1")
        shown = [word.text for word in held if abs(word.rect.top() - bottom) < 3]
        assert shown == [str(turn + 1) for turn in range(count)]
        measure(picture)


def test_each_pair_of_annotators_says_on_how_many_cells(frank: Project, qtbot: Any) -> None:
    made = drawn(frank, "agreement-pairs").drawing
    assert isinstance(made, NotedMatrix)
    for marks, notes in zip(made.cells, made.notes, strict=True):
        for mark, note in zip(marks, notes, strict=True):
            assert note == ("" if mark is None or mark.row is None else f"{mark.row['n']:,}")
    bare = replace(made, notes=tuple(("",) * len(n) for n in made.notes))
    assert laid_out(made, 900).grab().toImage() != laid_out(bare, 900).grab().toImage()


def test_an_estimate_from_one_item_says_what_is_missing(tmp_path: Path) -> None:
    told = [{"ann": "yn", "fast": "yy"}, {"fast": "yn"}]
    records = [record(str(n), each, kinds={"fast": "judge"}) for n, each in enumerate(told)]
    with building.project(tmp_path, *records) as project:
        picture = drawn(project, "estimate")
    assert picture.drawing is None and "two items" in picture.needs


@pytest.mark.parametrize("gap", [-0.03, -0.015, -0.005, 0.005, 0.015, 0.03])
@pytest.mark.parametrize("rise", [-0.1, 0.0, 0.1])
def test_the_words_of_a_line_are_nearest_to_that_line(gap: float, rise: float, qtbot: Any) -> None:
    """An estimate and the judge alone ended so close together that each stood beside the other's line."""
    marks = [Dot(x, Mark(y, words="m")) for x, y in ((0.0, 0.0), (100.0, 0.5))]
    ends = (0.25 - rise, 0.25)
    curve = LineTrace((0.0, 100.0), ends, (), (), label="estimate")
    guide = ((0.0, 0.25 + gap), (100.0, 0.25 + gap), "judge alone")
    field = Field(Axis(0, 100, "n", "count"), Axis(0, 0.5, "e", "percent"), tuple(marks), (curve,), (guide,))
    theme = Theme(Mode.LIGHT)
    for width in WIDTHS:
        svg, rects = written(Picture("t", "", field), theme, width)
        places = {word.text: word.rect.center() for word in words(svg) if word.text in ("estimate", "judge alone")}
        assert len(places) == 2
        low, high = (rect.center() for rect in rects)

        def pixels(x: float, y: float, low: QPointF = low, high: QPointF = high) -> QPointF:
            return QPointF(low.x() + (high.x() - low.x()) * x / 100, low.y() + (high.y() - low.y()) * y / 0.5)

        lines = {"estimate": (pixels(0, ends[0]), pixels(100, ends[1])), "judge alone": (pixels(0, 0.25 + gap),) * 2}
        for text, at in places.items():
            if at.x() > high.x():
                continue  # in the margin, with a line of its own that leads there
            share = (at.x() - low.x()) / (high.x() - low.x())
            apart = {name: abs(one.y() + (two.y() - one.y()) * share - at.y()) for name, (one, two) in lines.items()}
            assert min(apart, key=apart.__getitem__) == text, (width, apart)
    theme.deleteLater()
