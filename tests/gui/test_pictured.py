"""What the pictures of the documentation show: made-up projects that are whole, and a scene for each picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from galley.core.project.check import check
from galley.core.project.project import Project
from tests.gui import pictured, pictures
from tests.gui.scenes import ROOT


@pytest.mark.parametrize(
    ("make", "items"),
    [(pictured.facts, 11), (pictured.discussions, 7), (pictured.questioned, 3), (pictured.rated, 11),
     (pictured.refined, 6), (pictured.entities, 1), (pictured.judged, 11)],
)  # fmt: skip
def test_a_pictured_project_is_whole_and_has_something_to_show(
    tmp_path: Path, make: Callable[[Path], Path], items: int
) -> None:
    with Project.open(make(tmp_path)) as project:
        assert check(project) == []
        reader = project.read_connection()
        assert reader.execute("SELECT count(*) FROM item").fetchone() == (items,)
        (longest,) = reader.execute("SELECT max(units) FROM (SELECT count(*) AS units FROM unit GROUP BY document_id)")
        assert longest[0] >= 5, "an article as one reads them"
        flags = "SELECT count(*) FROM verdict JOIN annotator ON annotator.id = annotator_id WHERE kind = 'judge'"
        assert reader.execute(flags).fetchone()[0] >= 5


def test_each_picture_has_a_scene_and_none_shows_shared_data() -> None:
    scenes = {scene.name for scene in pictures.scenes()}
    assert {path.stem for path in (ROOT / "docs").glob("*.png")} == scenes
    for module in (pictures, pictured):
        assert "shared" not in Path(str(module.__file__)).read_text("utf-8")
