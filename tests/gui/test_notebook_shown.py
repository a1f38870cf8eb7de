"""What a notebook did is there in the window: in the log, as one step of undo, and as a mapping that is offered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

import galley
from galley.core.project.project import Project
from galley.gui.dialogs.import_page import ImportPage
from galley.gui.dialogs.log_dialog import LogDialog
from galley.gui.session import Session
from galley.gui.settings import Settings
from galley.gui.theme import Mode, Theme
from tests.gui.review_desk import FLAGS, item, make_project
from tests.gui.test_dialogs import shown


def test_what_a_notebook_did_is_shown_undone_and_offered(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make_project(tmp_path / "p.galley", [item("kiosk-1", FLAGS), item("pier-2", FLAGS)])
    table, mapping = tmp_path / "t.csv", tmp_path / "m.json"
    table.write_text("no,body,words\n7,A mill.,Mill.\n", "utf-8")
    mapping.write_text(json.dumps({"key": "no", "article": "body", "summaries": [{"text": "words"}]}), "utf-8")
    with galley.open(path, write=True) as notebook:
        notebook.add(table, mapping=mapping)
        decided = notebook.decide(notebook.flags(), "reject", reviewer="ada", note="rule 3")
    session = Session(Project.open(path), "ada", Theme(Mode.LIGHT))
    try:
        log = LogDialog(None, session.theme, session)
        qtbot.addWidget(log)
        qtbot.waitUntil(lambda: log.table.lines.rowCount() >= decided)
        cells = [[log.table.lines.cell(row, at).text for at in range(log.table.lines.columnCount())]
                 for row in range(log.table.lines.rowCount())]  # fmt: skip
        assert {row[1] for row in cells} == {"ada"} and {row[2] for row in cells} == {"kiosk-1", "pier-2"}
        assert sum("rule 3" in " ".join(row) for row in cells) >= decided == 2 * len(FLAGS)
        assert session.connection().execute("SELECT count(*) FROM item WHERE key = '7'").fetchone()[0] == 1
        dialog = shown(qtbot, ImportPage(None, session.theme, session.project, [table], Settings()))
        assert dialog.draft.offer.origin == "kept" and dialog.go.isEnabled()
        dialog.close()
        session.decision_writer.undo().result()
        left = "SELECT count(*) FROM verdict JOIN annotator ON annotator.id = annotator_id WHERE name = 'ada'"
        assert session.connection().execute(left).fetchone()[0] == 0, "one step"
        log.close()
    finally:
        session.close()
        session.deleteLater()
