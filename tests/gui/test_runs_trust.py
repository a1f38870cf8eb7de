"""The Runs view continues somebody else's run only after it has shown where it goes."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from galley.core.judges import trust
from galley.core.project.project import Project
from galley.gui.runs.confirmation import ConfirmRun
from galley.gui.runs.runs_view import ContinueRun
from tests.core.fake_models import serving
from tests.core.judging import good
from tests.core.test_trust import LEAK, left_unfinished, planted
from tests.gui.test_runs import Open, open_runs, words

__all__ = ["open_runs", "planted"]


def test_continuing_shows_address_headers_and_variables_and_asks(
    open_runs: Open, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers, shown = [0, 1], []

    def press(self: ContinueRun) -> int:
        qtbot.waitUntil(self.go.isEnabled, timeout=20_000)
        self.go.click()
        return 1

    def answer(self: ConfirmRun) -> int:
        shown.append(" ".join(label.text() for label in self.findChildren(QLabel)))
        return answers.pop(0)

    monkeypatch.setattr(ContinueRun, "exec", press)
    monkeypatch.setattr(ConfirmRun, "exec", answer)
    with serving(good) as fake:
        window = open_runs(Project.open(left_unfinished(tmp_path, fake)))
        again = window.view.bar.buttons["again"]
        qtbot.waitUntil(again.isVisible)
        qtbot.mouseClick(again, Qt.MouseButton.LeftButton)
        assert fake.url in shown[0] and LEAK.headers[0] in shown[0] and "AWS_SECRET_ACCESS_KEY" in shown[0]
        assert "You have not confirmed this address on this machine before." in shown[0]
        assert fake.seen == [] and len(trust.find_unconfirmed(window.session.connection())) == 1
        qtbot.mouseClick(again, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: words(window)["State"] == "done", timeout=20_000)
        assert fake.seen and trust.find_unconfirmed(window.session.connection()) == []
