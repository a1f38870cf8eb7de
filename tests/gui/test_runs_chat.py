"""The call inspector on the second turn of a chat: the whole exchange, each message with whose it is."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from galley.core.judges import run_report
from galley.gui.runs.call_detail import CallDetailPane
from galley.gui.settings import Settings
from galley.gui.theme import Theme
from tests.core import building
from tests.core.kgds_play import bare_item, play

FIRST = '{"paragraphs": [2], "opinion_summary": "Ann is glad."}'
SECOND = '{"reflection": "One is missing.", "paragraphs": [1, 2], "opinion_summary": "Ann is."}'


def test_the_inspector_shows_the_whole_exchange_in_order(qtbot: QtBot, tmp_path: Path) -> None:
    settings = Settings()
    pane = CallDetailPane(Theme(settings.mode, settings.scale))
    qtbot.addWidget(pane)
    with building.project(tmp_path, bare_item()) as project:
        parts = {"ebs-aos": FIRST, "ebs-aos self-reflection": SECOND}
        play(project, "kgds-summarize", parts, "ebs-aos", "self-reflection")
        first, second = (run_report.call(project.read_connection(), row) for row in (1, 2))
    pane.show_call(second, {})
    shown = pane.prompt.text
    marks = (second.system, first.user, FIRST, second.user, "schema")
    places = [shown.index(mark) for mark in marks]
    assert places == sorted(places) and shown.count("Question:") == 2 and "earlier" not in shown[places[-1] :]
    assert pane.reply.text == SECOND
    pane.show_call(first, {})
    assert FIRST not in pane.prompt.text and "Question:" not in pane.prompt.text
