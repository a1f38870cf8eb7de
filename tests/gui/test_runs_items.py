"""Which items a run is about, as the start dialog asks it, and where the keyboard is when the view comes up."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from galley.core.judges.clients.registry import Source
from galley.core.judges.order import Order, prepare
from galley.core.judges.runner import Runner
from galley.core.project.project import Project
from galley.core.review.queue import Filter
from galley.gui.runs.runs_view import RunsView
from galley.gui.runs.start import StartRun
from galley.gui.session import Session
from galley.gui.settings import Settings
from galley.gui.shell.window import Window
from galley.gui.theme import Mode, Theme
from tests.core import building


def project(folder: Path) -> Project:
    """Six items in two data sets; each has a summary by a and one by b."""
    records = []
    for number in range(6):
        made = building.record(f"item-{number}", verdicts=[], judged=[], dataset="even" if number % 2 == 0 else "odd")
        made["documents"][0]["turns"][1]["text"] = f"It leaves at {number}."
        records.append(made)
    return building.project(folder, *records)


@pytest.fixture
def session(qapp: QApplication, tmp_path: Path) -> Iterator[Session]:
    theme = Theme(Mode.LIGHT)
    theme.apply(qapp)
    made = Session(project(tmp_path), "rea", theme)
    yield made
    made.close()


def replies(path: Path) -> Source:
    verdict = json.dumps({"verdicts": [{"number": n, "category": "no error", "reason": "So."} for n in (1, 2)]})
    lines = [json.dumps({"item": f"item-{n}", "document": "sum-a", "reply": verdict}) for n in range(6)]
    path.write_text("\n".join(lines), "utf-8")
    return Source("replay", "", str(path))


def opened(session: Session, qtbot: QtBot) -> StartRun:
    dialog = StartRun(None, session)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.go.isEnabled())
    return dialog


def test_a_data_set_and_a_system_narrow_what_is_counted(session: Session, qtbot: QtBot) -> None:
    dialog = opened(session, qtbot)
    fields, items = dialog.fields, dialog.fields.items
    assert dialog.much.text().startswith("6 items")
    assert [items.which.itemText(n) for n in range(items.which.count())] == ["All 6 items"]
    items.dataset.setCurrentIndex(items.dataset.findData("odd"))
    qtbot.waitUntil(lambda: dialog.much.text().startswith("3 items"))
    items.system.setCurrentIndex(items.system.findData("b"))
    order = fields.order()
    assert (order.datasets, order.choices.systems, order.items) == (("odd",), ("b",), ())
    qtbot.waitUntil(lambda: dialog.go.isEnabled())
    dialog.reject()


def test_the_queues_items_are_offered_where_it_holds_fewer_than_all(session: Session, qtbot: QtBot) -> None:
    session.queue_filter = Filter(items=(2, 5), about="a draw")
    dialog = opened(session, qtbot)
    items = dialog.fields.items
    assert items.which.itemText(1) == "The 2 items in the queue"
    assert dialog.fields.order().items == ()
    items.which.setCurrentIndex(1)
    assert dialog.fields.order().items == (2, 5)
    qtbot.waitUntil(lambda: dialog.much.text().startswith("2 items"))
    dialog.reject()


def test_only_what_a_judge_has_not_judged_is_asked(session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    source = replies(tmp_path / "r.jsonl")
    first = Order("finesure", source, "m", items=(1, 3))
    Runner(session.project, prepare(session.project, first)).start().join(20)
    dialog = opened(session, qtbot)
    fields = dialog.fields
    fields.choose_method("finesure")
    fields.provider.setCurrentIndex(fields.provider.findData("replay"))
    fields.replies.setText(source.replies)
    fields.model.setCurrentText("m")
    fields.items.only_unjudged.setChecked(True)
    qtbot.waitUntil(lambda: dialog.much.text().startswith("4 items"))
    assert prepare(session.project, fields.order(), write=False).order.items == (2, 4, 5, 6)
    end = Runner(session.project, prepare(session.project, fields.order())).start().join(20)
    assert (end.items, end.state) == (4, "done")
    fields.concurrency.setValue(7)  # nothing is left now
    qtbot.waitUntil(lambda: "has already judged every chosen item" in dialog.fault.text())
    assert not dialog.go.isEnabled()
    dialog.reject()


def test_streams_are_offered_where_a_server_is_asked(session: Session, qtbot: QtBot) -> None:
    dialog = opened(session, qtbot)
    fields = dialog.fields
    assert not fields.stream.isVisible() and not fields.order().stream
    fields.choose_method("finesure")
    fields.provider.setCurrentIndex(fields.provider.findData("anthropic"))
    fields.model.setCurrentText("claude-sonnet-4-6")
    assert fields.stream.isVisible()
    fields.stream.setChecked(True)
    assert fields.order().stream
    fields.batch.setChecked(True)
    assert fields.order().batch and not fields.order().stream, "a batch is no stream"
    dialog.reject()


@pytest.mark.parametrize("judged", [True, False])
def test_the_keyboard_is_at_the_runs_or_at_what_starts_the_first(
    judged: bool, tmp_path: Path, qtbot: QtBot, qapp: QApplication
) -> None:
    made = project(tmp_path)
    if judged:
        Runner(made, prepare(made, Order("offline"))).start().join(20)
    settings = Settings()
    window = Window(settings, Theme(settings.mode, settings.scale))
    qtbot.addWidget(window)
    window.show_project(made)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    assert window.workspace is not None
    window.workspace.show_view("runs")
    view = window.workspace.view
    assert isinstance(view, RunsView)
    qtbot.waitUntil(lambda: view._has_loaded)
    wanted = view.table if judged else view.empty.run
    qtbot.waitUntil(wanted.hasFocus)
    window.close()
