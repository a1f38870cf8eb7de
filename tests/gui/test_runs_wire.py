"""What the dialog that starts a run says of its requests: the same settings, caps and words as the command line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit
from pytestqt.qtbot import QtBot

from galley.core.judges.inquiry.run_progress import RunProgress
from galley.core.judges.order import DOLLARS
from galley.core.judges.request_options import knobs
from galley.gui.runs.estimate import summary
from galley.gui.runs.run_bar import RunBar, describe_run
from galley.gui.runs.start import StartRun
from galley.gui.session import Session
from galley.gui.theme import Mode, Theme
from tests.core import building

KEY = "sk-planted-abcdefghijkl"


@pytest.fixture
def session(qapp: QApplication, tmp_path: Path) -> Iterator[Session]:
    theme = Theme(Mode.LIGHT)
    theme.apply(qapp)
    records = [building.record(f"item-{n}", verdicts=[], judged=[]) for n in range(2)]
    made = Session(building.project(tmp_path, *records), "rea", theme)
    yield made
    made.close()


@pytest.fixture
def start(session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[StartRun]:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    dialog = StartRun(None, session)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.fields.choose_method("finesure")
    dialog.fields.model.setCurrentText("gpt-4o")
    qtbot.waitUntil(lambda: dialog.go.isEnabled())
    yield dialog
    dialog.reject()


def provider(start: StartRun, name: str) -> None:
    start.fields.provider.setCurrentIndex(start.fields.provider.findData(name))


def known(start: StartRun, qtbot: QtBot) -> Any:
    """The plan of what is chosen now."""
    start._latest_estimate = None
    qtbot.waitUntil(lambda: start._latest_estimate is not None, timeout=10_000)
    assert start._latest_estimate is not None
    return start._latest_estimate[1]


def test_the_budget_is_the_usual_one_until_somebody_changes_it(start: StartRun, qtbot: QtBot) -> None:
    assert start.fields.budget.value() == DOLLARS == 5
    assert start._latest_estimate is not None and start._latest_estimate[1].order.budget == DOLLARS
    start.fields.budget.setValue(0)
    assert known(start, qtbot).order.budget is None, "no cap"
    start.fields.budget.setValue(5)
    start.fields.model.setCurrentText("a-model-of-nobody")
    assert known(start, qtbot).order.budget is None, "a model without a price is not refused for the usual budget"
    start.fields.budget.setValue(3)
    qtbot.waitUntil(lambda: "is unknown, so a budget in dollars" in start.fault.text())


def test_each_provider_has_the_settings_that_it_takes(start: StartRun, qtbot: QtBot) -> None:
    for name in ("openai", "anthropic", "compatible"):
        provider(start, name)
        assert start.fields.wire.isVisibleTo(start)
        assert list(start.fields.wire.fields) == [knob.name for knob in knobs(name)]
    provider(start, "replay")
    assert not start.fields.wire.isVisibleTo(start)
    start.fields.choose_method("offline")
    assert not start.fields.wire.isVisibleTo(start)


def test_what_is_said_goes_into_the_order(start: StartRun, qtbot: QtBot) -> None:
    fields = start.fields.wire.fields
    said = {
        "temperature": "0.2", "top-p": "0.9", "seed": "7", "effort": "low", "verbosity": "high", "max-tokens": "2000",
        "timeout": "30", "price": "1,2", "proxy": "none", "headers": "X-Team=a; X-Round: 2",
    }  # fmt: skip
    for name, text in said.items():
        field = fields[name]
        if isinstance(field, QComboBox):
            field.setCurrentText(text)
        else:
            assert isinstance(field, QLineEdit)
            field.setText(text)
    order = known(start, qtbot).order
    assert order.sampling == {"temperature": 0.2, "top_p": 0.9, "seed": 7, "effort": "low", "verbosity": "high"}
    assert (order.limit, order.policy.timeout, order.price) == (2_000, 30, (1, 2))
    assert (order.reach.proxy, order.reach.headers) == ("none", ("X-Team=a", "X-Round: 2"))
    assert "10 changed" in start.fields.wire.unfold.text()
    start.fields.choose_method("direct-faithfulness")
    assert start.fields.order().sampling == order.sampling, "another method leaves them"
    fields["temperature"].setText("warm")  # type: ignore[attr-defined]
    assert start.fault.text() == "temperature takes a number, not 'warm'." and not start.go.isEnabled()


def test_a_price_of_ones_own_prices_a_server_of_ones_own(start: StartRun, qtbot: QtBot) -> None:
    provider(start, "compatible")
    start.fields.url.setText("http://127.0.0.1:9/v1")
    plan = known(start, qtbot)
    assert plan.order.budget is None and "price unknown" in start.takes.text()
    start.fields.wire.fields["price"].setText("2,10")  # type: ignore[attr-defined]
    assert known(start, qtbot).order.budget == DOLLARS
    assert "$" in start.takes.text()


def test_duplicates_are_not_called_known(start: StartRun, qtbot: QtBot) -> None:
    assert start._latest_estimate is not None
    _, plan, found = start._latest_estimate
    assert (found.requests, found.reused_calls, found.twins) == (2, 0, 2)
    assert summary(plan, found)[0] == "2 items, 2 requests; 2 more calls are the same as others."


def test_the_bar_tells_money_set_aside_and_lets_a_cancelled_run_go_on(start: StartRun, qtbot: QtBot) -> None:
    run: Any = SimpleNamespace(why="", state="running", over=False, flags=0, calls=0)
    words = describe_run(run, RunProgress(spent=0.5, reserved_money=0.02, possible=0.01))
    assert "$0.02 reserved" in words and "$0.01 more may be charged" in words
    assert "reserved" not in describe_run(run, RunProgress(spent=0.5))
    bar = RunBar(start.theme)
    qtbot.addWidget(bar)
    over: Any = SimpleNamespace(
        judge="j", why="2 of 6 items lack verdicts; continuing judges those.", state="cancelled", over=True, flags=1,
        calls=0, unscored_cells=0, fates={}, tokens_in=0, tokens_out=0,
    )  # fmt: skip
    bar.show_run(over, None, True)
    assert bar.buttons["again"].isVisibleTo(bar) and bar.buttons["again"].isEnabled()
    assert describe_run(over, None).startswith("2 of 6 items lack verdicts")
