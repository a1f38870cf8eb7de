"""A judge of one's own in the window: written in a form, tried on an item, kept, changed, and run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from galley.core.errors import InputError
from galley.core.judges.clients.registry import Source
from galley.core.judges.inquiry import written_judge
from galley.core.judges.order import Order
from galley.gui.runs.custom_judge import CustomJudgeDialog, parse_examples
from galley.gui.runs.start import StartRun
from galley.gui.session import Session
from galley.gui.theme import Mode, Theme
from tests.core import building


@pytest.fixture
def session(qapp: QApplication, tmp_path: Path) -> Iterator[Session]:
    theme = Theme(Mode.LIGHT)
    theme.apply(qapp)
    made = Session(building.project(tmp_path, building.record(verdicts=[], judged=[])), "rea", theme)
    yield made
    made.close()


@pytest.fixture
def form(session: Session, qtbot: QtBot, tmp_path: Path) -> CustomJudgeDialog:
    replies = tmp_path / "r.jsonl"
    entry = {"number": 1, "reasoning": "Flat.", "words": [], "quotes": [], "label": "2"}
    replies.write_text(json.dumps({"item": "a", "reply": {"verdicts": [entry]}}) + "\n", "utf-8")
    base = Order("finesure", Source("replay", replies=str(replies)), "m")
    dialog = CustomJudgeDialog(None, session, lambda: base)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def fill(form: CustomJudgeDialog) -> None:
    form.name.setText("Flow of text")
    form.criterion.setText("Flow")
    form.definition.setText("How well the sentences go together.")
    form.unit.setCurrentIndex(form.unit.findData("whole"))
    form.scale.setCurrentIndex(form.scale.findData("ordinal"))
    form.values.setText("1 – 5")
    form.instruction.setPlainText("Read it aloud.")
    form.examples.setPlainText("text: One. Two.\nanswer: 1\nwhy: Nothing\n  joins them.\n\ntext: All of it.\nanswer: 5")


def test_it_is_written_tried_kept_and_offered(form: CustomJudgeDialog, qtbot: QtBot, session: Session) -> None:
    fill(form)
    assert form.criterion.isVisibleTo(form)
    form.test.click()
    qtbot.waitUntil(lambda: "Nothing was stored" in form.status.text(), timeout=10_000)
    assert "2 requests" in form.status.text() and "the whole, Flow: 2. Flat." in form.status.text()
    assert not written_judge.read_judges(session.connection())
    assert session.connection().execute("SELECT count(*) FROM call").fetchone()[0] == 0
    form.keep.click()
    assert form.judge_id == "flow-of-text"
    judge = written_judge.read_judges(session.connection())["flow-of-text"]
    (criterion,) = judge.brings().criteria  # type: ignore[union-attr]
    assert (criterion.unit, criterion.scale, criterion.low, criterion.high) == ("whole", "ordinal", 1, 5)
    assert judge.examples[0] == written_judge.Example("", "One. Two.", "1", "Nothing\njoins them.")


def test_a_kept_judge_comes_back_as_its_next_version(form: CustomJudgeDialog, qtbot: QtBot, session: Session) -> None:
    fill(form)
    form.keep.click()
    again = CustomJudgeDialog(
        None, session, lambda: Order("finesure", Source("replay", replies="x"), "m"), "flow-of-text"
    )
    qtbot.addWidget(again)
    assert (again.version.text(), again.values.text(), again.name.text()) == ("2", "1 – 5", "Flow of text")
    again.version.setText("1")
    again.instruction.setPlainText("Read it twice.")
    again.keep.click()
    assert "exists with other words" in again.fault.text() and not again.judge_id
    again.version.setText("2")
    again.keep.click()
    assert [each.version for each in written_judge.versions(session.connection(), "flow-of-text")] == ["1", "2"]


def test_what_the_form_does_not_show_of_a_judge_stays(session: Session, qtbot: QtBot) -> None:
    text = """
id = "tone-check"
name = "Tone"
version = "1"
instruction = "Look."
criteria = ["readability"]
shown = 1

[[criterion]]
id = "loaded-word"
name = "Loaded"
definition = "It judges."
unit = "sentence"
letter = "Z"
group = "tone"

[[criterion]]
id = "readability"
name = "Readability"
definition = "Reads well."
unit = "whole"
scale = "ordinal"
low = 1
high = 5

[[example]]
criterion = "readability"
item = "a"
text = "x"
answer = 5
"""
    session.project.write(lambda c: written_judge.keep(c, written_judge.parse(text))).result()
    form = CustomJudgeDialog(None, session, lambda: Order("finesure", Source("replay", replies="x"), "m"), "tone-check")
    qtbot.addWidget(form)
    form.name.setText("Tone of voice")
    form.instruction.setPlainText("Look twice.")
    form.keep.click()
    assert form.judge_id == "tone-check", form.fault.text()
    before, after = written_judge.versions(session.connection(), "tone-check")
    assert (after.version, after.instruction, after.criteria, after.examples_per_question) == (
        "2",
        "Look twice.",
        ("readability",),
        1,
    )
    assert after.examples == before.examples and after.examples[0].item == "a"
    one, other = before.brings(), after.brings()
    assert one is not None and other is not None and one.criteria == other.criteria


@pytest.mark.parametrize(
    ("values", "answer", "says"),
    [("1", "1", "Give both ends of the scale"), ("5 – 1", "1", "must be smaller"), ("1 – 5", "9", "takes: 1, 2, 3")],
)
def test_what_cannot_be_is_said_in_the_form(form: CustomJudgeDialog, values: str, answer: str, says: str) -> None:
    fill(form)
    form.values.setText(values)
    form.examples.setPlainText(f"text: x\nanswer: {answer}")
    form.keep.click()
    assert says in form.fault.text() and form.isVisible() and not form.judge_id


def test_examples_are_lines_with_names() -> None:
    assert parse_examples("") == []
    assert parse_examples("source: a\ntext: b\nanswer: NO") == [{"source": "a", "text": "b", "answer": "NO"}]
    with pytest.raises(InputError):
        parse_examples("just words")


def test_the_dialog_that_starts_a_run_offers_it(
    form: CustomJudgeDialog, session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(form)
    form.keep.click()
    start = StartRun(None, session)
    qtbot.addWidget(start)
    start.show()
    assert not start.fields.judge.isVisibleTo(start)
    start.fields.choose_method("own")
    assert start.fields.judge.isVisibleTo(start) and start.fields.judge.count() == 2
    assert list(start.fields.chips) == ["hallucination"], "without a judge, the usual scheme's criteria"
    start.fields.provider.setCurrentIndex(start.fields.provider.findData("replay"))
    start.fields.replies.setText(str(session.project.path.parent / "r.jsonl"))
    start.fields.judge.setCurrentIndex(1)
    assert list(start.fields.chips) == ["flow"]
    assert written_judge.parse(start.fields.order().choices.options["judge"]).id == "flow-of-text"
    qtbot.waitUntil(lambda: start.go.isEnabled(), timeout=10_000)
    monkeypatch.setattr(CustomJudgeDialog, "ask", classmethod(lambda *given: "flow-of-text"))
    start.fields.judge.setCurrentIndex(0)
    start.fields.write_judge.click()
    assert start.fields.judge.currentData() == "flow-of-text"
    qtbot.waitUntil(lambda: start.go.isEnabled(), timeout=10_000)
    start.go.click()
    assert start.order is not None and start.order.method == "own"
