"""The charts of entity tables (SUMIE, tables 1 and 2, figures 3 and 19) over several systems."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from galley.core.project.project import Project
from galley.core.storage.queries import filter_choices
from galley.gui.charts.base import ChartRequest, Picture, Plane, Rows
from galley.gui.charts.drawing_kinds import Contrast
from galley.gui.charts.registry import find
from galley.gui.scores import figure_cells
from tests.core.test_sumie_metric import entity, judged


def system(record: dict[str, Any], name: str, tables: list[list[int]]) -> None:
    """Another system's tables for an entity."""
    mine = entity(record["entity"], tables, [[] for _ in tables])["summaries"]
    record["summaries"] += [{**table, "system": name} for table in mine]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """Four entities of two turns, two of them with distractors; one system is right, the other loses a value."""
    entities = []
    for number in range(4):
        record = entity(f"E{number}", [[1], [1, 2]], [[1], [2]], tone=("neutral", "sarcastic")[number % 2])
        system(record, "t", [[1], [2, 100]] if number else [[1], [1, 2]])
        record["category"] = ("Hotels", "Books")[number // 2]
        if number % 2:
            record["paragraphs"][0]["distractors"] = ["Sentence 1 here."]
        entities.append(record)
    with judged(tmp_path_factory.mktemp("entities"), *entities) as made:
        yield made


def drawn(project: Project, name: str, pair: str = "") -> Picture:
    return find(name).build(project.read_connection(), ChartRequest(pair=pair, resamples=200))


def test_a_line_a_system_over_the_turns(project: Project) -> None:
    picture = drawn(project, "sumie-turns")
    assert isinstance(picture.drawing, Plane)
    assert picture.series == ("s", "t")
    assert picture.drawing.curves[0].y == (1.0, 1.0)
    assert picture.drawing.curves[1].y[1] == pytest.approx((1.0 + 3 * 0.5) / 4)
    assert drawn(project, "sumie-turns", "Recall").drawing.y.title == "Recall"  # type: ignore[union-attr]
    point = picture.drawing.points[-1]
    assert point.mark.row is not None
    items = figure_cells.items(project.read_connection(), point.mark.row, ChartRequest())
    assert len(items) == 4 and items[-1] == 1, "the entity that lost nothing comes last"
    assert figure_cells.words(point.mark.row).startswith("t, turn 2")


def test_categories_tones_and_distractors(project: Project, qapp: QApplication) -> None:
    by_category, by_tone = drawn(project, "sumie-groups"), drawn(project, "sumie-groups", "By tone")
    assert isinstance(by_category.drawing, Rows) and isinstance(by_tone.drawing, Rows)
    assert [line.label for line in by_category.drawing.lines] == ["Books", "Hotels"]
    assert [line.label for line in by_tone.drawing.lines] == ["neutral", "sarcastic"]
    both = drawn(project, "sumie-distractors")
    assert isinstance(both.drawing, Contrast)
    assert both.series == () and both.pairs == (), "hollow is without, filled is with"
    assert [line.label for line in both.drawing.lines] == ["s", "t"], "every system at once"
    assert both.drawing.panels == ("F1", "Precision", "Recall") and both.drawing.arrow
    for span, figure in zip(both.drawing.spans[1], both.drawing.panels, strict=True):
        assert span.hollow.words.startswith(f"t, {figure}, without distractors")
        assert span.solid.words.startswith(f"t, {figure}, with distractors")
        assert span.hollow.value is not None and span.solid.value is not None
        apart = float(span.beside[0].replace("−", "-"))
        assert apart == pytest.approx(100 * (span.solid.value - span.hollow.value), abs=0.051)


@pytest.mark.parametrize("name", ["sumie-turns", "sumie-groups", "sumie-distractors"])
def test_without_entities_a_sentence_says_what_is_needed(name: str, tmp_path: Path) -> None:
    with Project.create(tmp_path / "p.galley") as empty:
        picture = drawn(empty, name)
    assert picture.drawing is None and "sumie-evaluate" in picture.needs


def test_a_system_keeps_its_marker_when_another_is_left_out(project: Project) -> None:
    every = tuple(filter_choices.list_choices(project.read_connection(), "system"))
    assert len(every) == 2
    whole, alone = (
        find("sumie-groups").build(
            project.read_connection(), ChartRequest(systems=systems, every_system=every, resamples=0)
        )
        for systems in ((), every[1:])
    )
    assert isinstance(whole.drawing, Rows) and isinstance(alone.drawing, Rows)
    assert whole.series == alone.series == every
    assert {mark.series for line in alone.drawing.lines for mark in line.marks} == {1}
