"""A chart of the user's own making, from their folder: in the list, in a group of its own, drawn into files."""

from __future__ import annotations

from pathlib import Path

from galley.core import extensions
from galley.core.importers.sample_project import make
from galley.core.project.project import Project
from galley.gui.charts import registry
from galley.gui.scores.export_files import draw
from tests.core.pages import ROOT, blocks


def test_a_chart_in_the_users_folder_is_drawn(qapp: object, galley_home: Path, tmp_path: Path) -> None:
    page = {block.info: block.text for block in blocks(ROOT / "docs" / "extending.md")}
    own = galley_home / "config" / "extensions"
    for place, file in (("metrics", "core/metrics/length.py"), ("charts", "gui/charts/length.py")):
        (own / place).mkdir(parents=True)
        text = page[file].replace('tr("Errors"), 9', '"Mine", 9')
        (own / place / "length.py").write_text(text, "utf-8")
    before = [chart.name for chart in registry.list_charts()]
    assert "length" not in before
    extensions.allow(str(own / "metrics" / "length.py"))
    extensions.allow(str(own / "charts" / "length.py"))
    assert {chart.name for chart in registry.list_charts()} - {*before} == {"length"}
    assert registry.find("length").group == "Mine" == registry.list_charts()[-1].group
    assert len(page["gui/charts/length.py"].splitlines()) < 20, "a chart is a dozen lines"
    with Project.open(make(tmp_path), read_only=True) as project:
        (made,) = draw(project, tmp_path / "out", ["length"], ["png", "csv"], "gold", lambda *_: True)
    assert [path.name for path in made.files] == ["length.png", "length.csv"]
