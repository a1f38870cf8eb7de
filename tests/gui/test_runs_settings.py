"""The settings of a method in the dialog that starts a run: folded away, and only what differs goes into the order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QComboBox, QDoubleSpinBox, QLineEdit, QSpinBox
from pytestqt.qtbot import QtBot

from galley.core.judges.built_in.checks import CHECKS
from galley.core.judges.inquiry.run_progress import RunProgress
from galley.core.judges.methods._overlap_share import count_sentences
from galley.core.judges.methods.registry import find
from galley.gui.runs.run_bar import describe_run
from galley.gui.runs.start import StartRun
from galley.gui.session import Session
from galley.gui.theme import Mode, Theme
from tests.core import building


@pytest.fixture(params=[Mode.LIGHT, Mode.DARK])
def start(request: pytest.FixtureRequest, qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[StartRun]:
    theme = Theme(request.param)
    theme.apply(qapp)
    session = Session(building.project(tmp_path, building.record(verdicts=[], judged=[])), "rea", theme)
    dialog = StartRun(None, session)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.go.isEnabled())
    replies = tmp_path / "none.jsonl"
    replies.write_text("", "utf-8")
    dialog.fields.provider.setCurrentIndex(dialog.fields.provider.findData("replay"))
    dialog.fields.replies.setText(str(replies))
    yield dialog
    dialog.reject()
    session.close()


def choose(start: StartRun, method: str) -> None:
    start.fields.method.setCurrentIndex(start.fields.method.findData(method))


def test_every_setting_has_a_field_of_its_kind(start: StartRun, qtbot: QtBot) -> None:
    settings = start.fields.settings
    assert list(settings.fields) == [check.name for check in CHECKS], "those of the built-in judge"
    for method in ("qa-evaluation", "refine", "qa-factuality", "offline"):
        choose(start, method)
        assert settings.isVisibleTo(start)
        assert list(settings.fields) == [setting.name for setting in find(method).settings if setting.name != "share"]  # type: ignore[attr-defined]
        assert settings.options() == {} and start.fields.order().choices.options == {}
        for field in settings.fields.values():
            assert field.accessibleName() and field.toolTip().endswith((".", ".</span>"))
            assert isinstance(field, QComboBox | QSpinBox | QDoubleSpinBox | QLineEdit)
    choose(start, "direct-faithfulness")
    assert not settings.isVisibleTo(start)


def test_a_check_of_the_built_in_judge_can_be_turned_off(start: StartRun) -> None:
    number = start.fields.settings.fields["number"]
    assert isinstance(number, QComboBox) and number.currentText() == "on"
    number.setCurrentText("off")
    assert start.fields.order().choices.options == {"number": "off"}
    number.setCurrentText("on")
    assert start.fields.order().choices.options == {}


def test_the_slider_says_how_many_sentences_the_word_overlap_score_flags(start: StartRun) -> None:
    fields = start.fields
    count = count_sentences(start.fields._session.connection())
    assert count and "Only the checks flag" in fields.share_words.text()
    fields.share.setValue(50)
    assert f"at most {round(count / 2)} of {count} sentences" in fields.share_words.text()
    assert fields.order().choices.options == {"share": "50"}
    choose(start, "direct-faithfulness")
    assert not fields.share.isVisibleTo(start) and fields.order().choices.options == {}


def test_what_differs_goes_into_the_order_and_the_estimate(start: StartRun, qtbot: QtBot) -> None:
    choose(start, "qa-evaluation")
    qtbot.waitUntil(lambda: start.go.isEnabled())
    settings, low = start.fields.settings, start.height()
    settings.unfold.click()
    assert settings.fields["threshold"].isVisibleTo(start) and start.height() > low
    threshold, similarity = settings.fields["threshold"], settings.fields["similarity"]
    assert isinstance(threshold, QDoubleSpinBox) and isinstance(similarity, QComboBox)
    threshold.setValue(0.65)
    similarity.setCurrentText("empm")
    assert start.fields.order().choices.options == {"threshold": "0.65", "similarity": "empm"}
    assert settings.unfold.text() == "Hide 9 settings, 2 changed"
    qtbot.waitUntil(lambda: start.go.isEnabled())
    threshold.setValue(0.5)
    similarity.setCurrentText("rouge")
    assert start.fields.order().choices.options == {}
    most = settings.fields["coverage-most"]
    assert isinstance(most, QSpinBox)
    most.setValue(3)
    qtbot.waitUntil(lambda: start.fault.isVisibleTo(start))
    assert start.fault.text().startswith("coverage-least is 6 and coverage-most 3")
    assert not start.go.isEnabled()
    settings.unfold.click()
    assert not settings.fields["threshold"].isVisibleTo(start)


def test_the_bar_says_what_a_run_should_tell() -> None:
    run: Any = SimpleNamespace(why="", state="running", over=False, flags=0, calls=0)
    words = describe_run(run, RunProgress(notes=Counter({"A source was read in parts": 2})))
    assert "2 × a source was read in parts" in words
