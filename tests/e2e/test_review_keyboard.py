"""Ten flags reviewed in a real window by keyboard alone; the program is killed; every decision is found again."""

from __future__ import annotations

import signal
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from galley.core.importers import registry
from galley.core.importers.run_import import import_files
from galley.core.paths import resources
from galley.core.project.check import check
from galley.core.project.project import Project
from tests.e2e.hands import wait

if TYPE_CHECKING:
    from tests.e2e.conftest import Display

KEYS = ("a", "x", "u", "a", "2", "x", "a", "a", "x", "a")
ACTIONS = ["accept", "override", "unsure", "accept", "override", "override", "accept", "accept", "override", "accept"]


def log(path: Path) -> list[tuple[str, str]]:
    """The decisions in the file, as another program sees them."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
        rows = connection.execute("SELECT action, name FROM decision JOIN annotator ON annotator.id = reviewer_id")
        found = [(action, name) for action, name in rows]
    connection.close()
    return found


def wait_for_decisions(path: Path, count: int) -> list[tuple[str, str]]:
    """The log once it holds ``count`` decisions."""
    rows: list[tuple[str, str]] = wait(lambda: len(found := log(path)) >= count and found, f"{count} decisions on disk")
    return rows


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The sample project."""
    path = tmp_path / "sample.galley"
    with Project.create(path) as made:
        import_files(made, registry.find("galley"), [resources() / "sample" / "sample.jsonl"])
    return path


def test_ten_flags_by_keyboard_survive_a_kill(xvfb: Display, project: Path, tmp_path: Path) -> None:
    first = xvfb.start("open", project, USER="ito")
    xvfb.window("^sample")

    def press(*keys: str) -> None:
        xvfb.xdo("key", "--delay", "1", *keys)

    press(KEYS[0])  # the first decision of all asks for a name; the account's is never taken for it
    xvfb.xdo("type", "--delay", "5", "ada")
    press("Return")
    for number, key in enumerate(KEYS, 1):
        press(key)
        wait_for_decisions(project, number)
    assert log(project) == [(action, "ada") for action in ACTIONS]
    press("n")
    press("e")
    xvfb.xdo("type", "--delay", "5", "not sure at all")
    press("Return")
    wait_for_decisions(project, 11)
    press("ctrl+z")
    wait_for_decisions(project, 12)
    first.send_signal(signal.SIGKILL)
    first.wait(10)

    with Project.open(project) as opened:
        assert check(opened.path) == []
    before = log(project)
    assert [action for action, _ in before] == [*ACTIONS, "note", "undo"]
    xvfb.start("open", project, USER="ito")
    xvfb.window("^sample")
    press("ctrl+z")
    after = wait_for_decisions(project, 13)
    assert after[:12] == before
    with sqlite3.connect(project) as connection:
        undone = connection.execute(
            "SELECT action FROM decision WHERE id = (SELECT refers_id FROM decision ORDER BY id DESC LIMIT 1)"
        ).fetchone()
        settled = connection.execute(
            "SELECT sum(settled), sum(unsure) FROM progress JOIN annotator ON annotator.id = annotator_id"
            " WHERE name = ?",
            (after[0][1],),
        ).fetchone()
    connection.close()
    assert undone == ("accept",), "the last of the ten"
    assert settled == (8, 1), "ten decided, one of them as unsure, one taken back"
