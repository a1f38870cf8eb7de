"""What the guide says of the window: menu entries that are there, and the commands that need Qt."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from galley.core.importers import sample_project
from galley.gui.charts.registry import list_views
from galley.gui.shell.menu import ENTRIES
from tests.core import pages

GUIDE = [page for page in pages.PAGES if page.exists()]
PLAYED = [page for page in GUIDE if any(block.info == "run-window" for block in pages.blocks(page))]


def test_the_menu_has_the_entries_that_the_guide_names() -> None:
    there = {entry[0] for entry in ENTRIES if entry is not None}
    for page in GUIDE:
        named = {" ".join(words.split()) for words in re.findall(r"\*\*([^*]+…)\*\*", pages.prose(page))}
        assert named <= there, page.name


def test_every_chart_is_shown_or_said_to_be_without_a_picture() -> None:
    page = pages.ROOT / "docs" / "charts" / "README.md"
    shown = {link.removesuffix(".png") for link in pages.links(page)}
    without = {name for name in pages.inline(page) if re.fullmatch(r"[a-z-]+", name)}
    assert shown | without == {chart.name for chart in list_views()}
    assert not shown & without


@pytest.mark.parametrize("page", PLAYED, ids=lambda page: page.name)
def test_the_commands_of_a_page_that_need_a_window_run(page: Path, tmp_path: Path) -> None:
    play = pages.Play(page, tmp_path, ("run-window",))
    play.environment["QT_QPA_PLATFORM"] = "offscreen"
    sample_project.make(play.folder)
    for where, done in play.steps():
        assert done.returncode == 0, f"{where}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        assert "proxy chain" not in done.stderr, done.stderr
    assert any(play.folder.rglob("*.png")) or any(play.folder.rglob("*.svg"))
