"""A project of which some bytes are damaged: a sentence, no report of a bug, and what is sound can be worked on."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.fuzz.crafted import made
from tests.fuzz.crafted_rows import ROWS
from tests.gui.review_desk import FLAGS, Desk, desk, item, make_project

__all__ = ["desk"]

DAMAGE = {
    "its key": "UPDATE item SET key = CAST(x'6bff' AS TEXT) WHERE id = 1",
    "its data set": "UPDATE item SET dataset = CAST(x'6bff' AS TEXT) WHERE id = 1",
    "its meta": "UPDATE document SET meta = '{' WHERE item_id = 1",
    "a kind": "UPDATE unit SET kind = 'sent' WHERE document_id IN (SELECT id FROM document WHERE item_id = 1)",
}


@pytest.mark.parametrize("what", DAMAGE)
def test_a_damaged_item_is_said_and_the_next_one_is_reviewed(desk: Desk, tmp_path: Path, what: str) -> None:
    path = make_project(tmp_path / "a.galley", [item("first", FLAGS), item("second", FLAGS)])
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(DAMAGE[what])
        connection.commit()
    window = desk.open(path=path)
    desk.until(lambda: window.failures)
    assert all("damaged; restore one of the backups" in said for said in window.failures)
    assert window.stage.item is None
    window.stage.open_item(2)
    assert window.key() == "second"
    with desk.bot.waitSignal(window.session.saved):
        window.view.actions()["accept"]()
    assert len(window.failures) <= 2, "said when it is opened and when it is listed, not with every paint"


@pytest.mark.parametrize("what", ["counts beyond all", "units of strange kinds"])
def test_a_picture_of_a_damaged_project_is_a_sentence_and_not_a_wait(tmp_path: Path, what: str) -> None:
    """The bars waited a minute for figures that could not be read, or a report of a bug named the copy."""
    path = made(tmp_path)
    ROWS[what](path)
    done = subprocess.run(
        [sys.executable, "-m", "galley.core.cli", "open", str(path), "--screenshot", str(tmp_path / "x.png")],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "GALLEY_HOME": str(tmp_path / "home")},
        capture_output=True, text=True, timeout=50,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    assert done.stderr.count("\n") == 1 and "damaged" in done.stderr and "galley-" not in done.stderr
    assert not (tmp_path / "x.png").exists()
