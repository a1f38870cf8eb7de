"""The charts of discussion summaries (KGDS, figures 2 to 9 and tables 1 and 2) over several systems."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from galley.core.metrics.base import Params
from galley.core.metrics.registry import REGISTRY
from galley.core.project.project import Project
from galley.core.review import items, queue
from galley.core.review.decision_writer import DecisionWriter
from galley.core.tasks.finish import list_all_pairs
from galley.gui.charts.base import ChartRequest, Mark, Matrix, Picture, Plane, Rows
from galley.gui.charts.drawing_kinds import Contrast
from galley.gui.charts.registry import find, list_views
from galley.gui.scores import figure_cells, score_filters
from galley.gui.scores.picture_files import PictureSheet
from galley.gui.theme import Mode, Theme
from tests.core import building
from tests.core.kgds_samples import sample

NAMES = [chart.name for chart in list_views() if chart.name.startswith("kgds")]
SYSTEMS = {"aster": 0.9, "birch": 0.85, "cedar": 0.3, "dahlia": 0.6, "elm": 0.55}
ERRORS = ("implicit-reference-unclarified", "opinion-misattribution")


def item(number: int, die: Random) -> dict[str, Any]:
    """An item with both patterns and paradigms by every system, error types and feedback."""
    made: dict[str, Any] = {}
    for system, skill in SYSTEMS.items():
        for written in (False, True):
            for paradigm in ("structured-prompt", "self-reflection"):
                held = {f"f{n}": "+" if die.random() < skill else "-" for n in range(9)}
                facts = {name: ("key" if name < "f5" else "other") + sign for name, sign in held.items()}
                taken = [n for n in range(5) if die.random() < (skill if n < 2 else 0.3)]
                one = sample(
                    f"i{number}", supporting=[0, 1], taken=taken, facts=facts, written=written, system=system,
                    opinions={f"o{n}": die.random() < skill for n in range(4)}, paradigm=paradigm,
                )  # fmt: skip
                background, opinion = (document["id"] for document in one["documents"][2:])
                for verdict in [v for v in one["verdicts"] if v["scheme"] == "kgds-opinion"]:
                    kind = die.choice(ERRORS)
                    one["verdicts"] += [
                        {"annotator": "detector", "kind": "judge", "scheme": "kgds-opinion", "criterion": name,
                         "about": opinion, "unit": verdict["unit"], "value": "yes" if name == kind else "no"}
                        for name in ERRORS
                    ]  # fmt: skip
                if not written:
                    value = "expert" if die.random() < 0.8 else "own"
                    one["verdicts"].append(
                        {"annotator": f"{system} kgds-feedback", "kind": "judge", "scheme": "kgds-paragraph",
                         "criterion": "better-extract", "document": background, "unit": "whole", "value": value}
                    )  # fmt: skip
                if not made:
                    made = one
                    continue
                made["documents"] += one["documents"][2:]
                made["verdicts"] += [v for v in one["verdicts"] if v["kind"] == "judge"]
                made["judged"] += one["judged"][1:]
    return made


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """Five systems over twelve items, four of them reviewed."""
    die = Random(5)
    folder = tmp_path_factory.mktemp("kgds")
    with building.project(folder, *(item(number, die) for number in range(12))) as made:
        desk = DecisionWriter(made, "Ada")
        for row in range(1, 5):
            view = items.load_item_view(made.read_connection(), row)
            for flag in view.flags():
                (desk.accept if die.random() < 0.8 else desk.override)(row, flag)
            desk.finish(view, list_all_pairs(view)).result()
        yield made


def ask(project: Project, **more: Any) -> ChartRequest:
    choices = score_filters.read(project.read_connection())
    return ChartRequest(every_judge=choices.judges, every_human=choices.humans, resamples=200, **more)


def build(project: Project, name: str, **more: Any) -> Picture:
    return find(name).build(project.read_connection(), ask(project, **more))


def marks(picture: Picture) -> list[Mark]:
    made = picture.drawing
    if isinstance(made, Rows):
        return [mark for line in made.lines for mark in line.marks]
    if isinstance(made, Matrix):
        return [mark for line in made.cells for mark in line if mark is not None]
    assert isinstance(made, Plane)
    return [point.mark for point in made.points]


def test_every_figure_of_the_paper_has_a_chart() -> None:
    assert set(NAMES) == {
        "kgds", "kgds-overall", "kgds-gap", "kgds-retrieval", "kgds-winrate", "kgds-correlation", "kgds-errors",
    }  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_chart_shows_every_system_with_intervals_and_leads_to_items(name: str, project: Project) -> None:
    asked = ask(project)
    whole = find(name).build(project.read_connection(), asked)
    known = set(queue.ids(project.read_connection(), queue.Filter(), 0))
    for page in whole.pairs or ("",):
        picture = find(name).build(project.read_connection(), replace(asked, pair=page))
        assert picture.subtitle.endswith(".") and page in picture.subtitle
        held = marks(picture)
        systems = {mark.row["system"] for mark in held if mark.row}
        assert systems >= set(SYSTEMS) or "reviewed" in page, "people may have found nothing to confirm"
        assert any(mark.low is not None and mark.low < (mark.value or 0) < (mark.high or 0) for mark in held)
        for mark in held:
            assert mark.words and (mark.value is not None or mark.why)
            if mark.value is not None and mark.row is not None:
                found = figure_cells.items(project.read_connection(), mark.row, asked)
                assert found and set(found) <= known and figure_cells.words(mark.row)
        for place in range(len(picture.table.rows)):
            row = picture.table.behind[place]
            assert row is not None and figure_cells.items(project.read_connection(), row, asked)
            texts = [picture.table.text(place, column) for column in range(len(picture.table.columns))]
            assert "None" not in "".join(texts) and "nan" not in "".join(texts)


def test_charts_can_be_narrowed_to_some_systems(project: Project) -> None:
    picture = build(project, "kgds-overall", systems=("birch", "elm"))
    assert isinstance(picture.drawing, Rows)
    assert [line.label for line in picture.drawing.lines] == ["birch", "elm"]


def test_a_click_leads_to_the_worst_samples_first(project: Project) -> None:
    (mark, *_) = [mark for mark in marks(build(project, "kgds-overall", systems=("dahlia",))) if mark.row]
    assert mark.row is not None
    result = REGISTRY.get("kgds").compute
    values = [
        result(project.read_connection(), Params(items=(row,), systems=("dahlia",), resamples=0)).rows[0]["op"]
        for row in mark.row["items"]
    ]
    assert values == sorted(values) and len(set(values)) > 3


def test_overall_has_three_pages_and_tiers_in_its_order(project: Project) -> None:
    picture = build(project, "kgds-overall")
    assert picture.pairs == ("EBS-AOS", "ABS-AOS", "Both patterns")
    assert isinstance(picture.drawing, Contrast)
    lines, spans = picture.drawing.lines, picture.drawing.spans
    assert picture.drawing.panels == ("structured prompt", "after self-reflection"), "two marks a line, not four"
    assert picture.series == ("judge", "reviewed")
    best = [(span.panel, span.solid.series) for span in spans[0]]
    assert best == [(0, 0), (0, 1), (1, 0), (1, 1)]
    first = next(row for row in picture.table.rows if row["system"] == lines[0].label)
    assert spans[0][0].beside == (f"{100 * first['value']:.1f} %",) and spans[0][0].solid.words.startswith(
        f"{lines[0].label}, structured prompt, "
    )
    values = [line.marks[0].value for line in lines]
    assert values == sorted(values, reverse=True)
    tiers = [line.note.partition(",")[0] for line in lines]
    assert tiers[0] == "tier 1" and tiers == sorted(tiers) and lines[-1].label == "cedar"


def test_the_correlation_says_its_coefficients_and_draws_its_line(project: Project) -> None:
    picture = build(project, "kgds-correlation")
    assert isinstance(picture.drawing, Plane) and len(picture.drawing.guides) == 1
    found = REGISTRY.get("kgds-correlation").compute(project.read_connection(), Params())
    row = next(r for r in found.rows if r["coefficient"] == "pearson" and r["by"] == "judge")
    assert f"Pearson {row['value']:.2f}" in picture.subtitle and row["n"] == 5
    assert {point.label for point in picture.drawing.points} == set(SYSTEMS)


def test_retrieval_names_the_class_and_win_rates_the_chance(project: Project) -> None:
    retrieval, wins = build(project, "kgds-retrieval"), build(project, "kgds-winrate")
    assert isinstance(retrieval.drawing, Rows) and isinstance(wins.drawing, Rows)
    assert [value for value, _ in retrieval.drawing.guides] == [0.30, 0.38]
    assert retrieval.drawing.lines[-1].label == "experts"
    assert all(line.note.split(",")[0] in ("conservative", "between", "open") for line in retrieval.drawing.lines[:-1])
    assert wins.drawing.guides == ((0.5, "chance"),)
    assert wins.series == ("structured prompt", "after self-reflection"), "whose extract it is, the line says"


@pytest.mark.parametrize("mode", [Mode.LIGHT, Mode.DARK])
@pytest.mark.parametrize("name", NAMES)
def test_a_chart_can_be_drawn(name: str, mode: Mode, qtbot: QtBot, project: Project) -> None:
    image = PictureSheet(Theme(mode), build(project, name)).image(1.0)
    colours = {image.pixelColor(x, y).rgb() for x in range(0, image.width(), 7) for y in range(0, image.height(), 3)}
    assert image.width() > 600 and len(colours) > 6
