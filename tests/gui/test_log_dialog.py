"""The log in the window: filters, the latest first, and files."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.gui.dialogs import log_dialog as log_module
from galley.gui.dialogs.log_dialog import LogDialog
from galley.gui.session import Session
from galley.gui.theme import Mode, Theme
from tests.gui.review_desk import FLAGS, item, make_project


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    path = make_project(tmp_path / "p.galley", [item("kiosk-1", FLAGS), item("pier-2", FLAGS)])
    made = Session(Project.open(path), "rea", Theme(Mode.LIGHT))
    ben = DecisionWriter(made.project, "ben")
    for number in (1, 2):
        flags = items.load_item_view(made.connection(), number).flags()
        made.decision_writer.accept(number, flags[0]).result()
        ben.override(number, flags[0]).result()
    made.decision_writer.undo().result()
    yield made
    made.close()
    made.deleteLater()


@pytest.fixture
def dialog(session: Session, qtbot: QtBot) -> LogDialog:
    made = LogDialog(None, session.theme, session)
    qtbot.addWidget(made)
    qtbot.waitUntil(lambda: made.table.lines.rowCount() == 5)
    return made


def _column(dialog: LogDialog, column: int) -> list[str]:
    return [dialog.table.lines.cell(row, column).text for row in range(dialog.table.lines.rowCount())]


def _choose(combo: Any, data: Any) -> None:
    combo.setCurrentIndex(combo.findData(data))


def test_it_shows_the_latest_first_with_what_was_undone(dialog: LogDialog) -> None:
    assert dialog.count.text() == "5 decisions"
    assert _column(dialog, 1) == ["rea", "ben", "rea", "ben", "rea"]
    assert _column(dialog, 2) == ["pier-2", "pier-2", "pier-2", "kiosk-1", "kiosk-1"]
    assert [words.endswith("— undone") for words in _column(dialog, 3)] == [False, False, True, False, False]


def test_each_field_filters(dialog: LogDialog, qtbot: QtBot) -> None:
    def wait(count: int) -> None:
        qtbot.waitUntil(lambda: dialog.table.lines.rowCount() == count)

    _choose(dialog.who, "ben")
    wait(2)
    _choose(dialog.who, "")
    _choose(dialog.action, "accept")
    wait(2)
    _choose(dialog.undone, True)
    wait(1)
    _choose(dialog.undone, None)
    _choose(dialog.action, "")
    wait(5)
    dialog.item.setText("KIOSK")
    wait(2)
    dialog.until.setText("2020-01-01")
    wait(0)
    assert dialog.table.empty == "No decision matches." and not dialog.count.text() and not dialog.save_csv.isEnabled()
    dialog.until.setText("soon")
    qtbot.waitUntil(lambda: "not a day or time" in dialog.count.text())


def test_what_is_shown_is_what_is_saved_and_a_file_holds_all(
    dialog: LogDialog, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_module, "MOST", 2)
    dialog.read()
    qtbot.waitUntil(lambda: dialog.table.lines.rowCount() == 2)
    assert dialog.count.text() == "5 decisions; the latest 2 are shown"
    for suffix, button in ((".csv", dialog.save_csv), (".jsonl", dialog.save_lines)):
        out = tmp_path / f"log{suffix}"
        monkeypatch.setattr(log_module, "choose_target", lambda *_, out=out: out)
        button.click()
        qtbot.waitUntil(lambda out=out: dialog.count.text() == f"5 decisions written to {out}.")
    with (tmp_path / "log.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text("utf-8").splitlines()]
    assert [row["reviewer"] for row in rows] == ["rea", "ben", "rea", "ben", "rea"]
    assert [line["reviewer"] for line in lines] == ["rea", "ben", "rea", "ben", "rea"]


def test_a_file_that_cannot_be_written_is_told(
    dialog: LogDialog, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_module, "choose_target", lambda *_: tmp_path / "nowhere" / "log.csv")
    dialog.save_csv.click()
    qtbot.waitUntil(lambda: "There is no folder" in dialog.count.text())


def test_what_arrives_after_the_end_is_let_go(session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LogDialog, "exec", lambda self: 0)
    LogDialog.ask(None, session.theme, session)
    done: list[int] = []
    session.read(lambda connection: 1, done.append, slot="after")
    qtbot.waitUntil(lambda: done == [1])
