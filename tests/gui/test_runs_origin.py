"""From a flag to the call that it was read from, and from a call to what was read from it, through the real window."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from galley.core.domain import Cell
from galley.core.judges import call_links
from galley.core.judges.clients.registry import Source
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order, prepare
from galley.core.judges.runner import Runner
from galley.core.project.project import Project
from galley.gui.review.review_view import ReviewView
from galley.gui.runs.call_detail import _VerdictRow
from galley.gui.runs.runs_view import RunsView
from galley.gui.session import Session
from galley.gui.settings import Settings
from galley.gui.shell.window import Window
from galley.gui.theme import Theme
from tests.core import building


def replies(path: Path) -> Source:
    """Three samples about each summary: the second sentence of the first one is flagged by the last two."""
    rows = []
    for item in ("item-0", "item-1"):
        for document, count in (("sum-a", 2), ("sum-b", 1)):
            for sample in range(3):
                yes = {2} if document == "sum-a" and sample else set()
                entries = [
                    {"number": n, "reasoning": f"Sample {sample}.", "label": "YES" if n in yes else "NO"}
                    for n in range(1, count + 1)
                ]
                reply = json.dumps({"verdicts": entries})
                rows.append({"item": item, "document": document, "sample": sample, "reply": reply})
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return Source("replay", "", str(path))


@pytest.fixture
def judged(tmp_path: Path) -> Path:
    records = [building.record(f"item-{n}", verdicts=[], judged=[]) for n in range(2)]
    records[1]["documents"][0]["turns"][1]["text"] = "It leaves at one."
    with building.project(tmp_path, *records) as project:
        choices = Choices(("changed-meaning",), 3)
        order = Order("dial-summer-fine", replies(tmp_path / "r.jsonl"), "m", choices)
        assert Runner(project, prepare(project, order)).start().join(20).flags == 2
        Runner(project, prepare(project, Order("offline"))).start().join(20)
        return project.path


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, judged: Path) -> Iterator[Window]:
    settings = Settings()
    made = Window(settings, Theme(settings.mode, settings.scale))
    qtbot.addWidget(made)
    made.show_project(Project.open(judged))
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    yield made
    made.close()


def views(window: Window) -> tuple[ReviewView, RunsView]:
    workspace = window.workspace
    assert workspace is not None
    found = []
    for name in ("review", "runs"):
        workspace.show_view(name)
        found.append(workspace.view)
    workspace.show_view("review")
    review, runs = found
    assert isinstance(review, ReviewView) and isinstance(runs, RunsView)
    return review, runs


def flagged(review: ReviewView) -> list[int]:
    item = review.stage.item
    assert item is not None
    return [i for i, e in enumerate(item.entries) if e.who == "m dial-summer-fine"]


def shown(runs: RunsView) -> list[_VerdictRow]:
    return [row for row in runs.detail.sheet.findChildren(_VerdictRow) if not row.isHidden()]


def test_a_flag_leads_to_its_call_and_the_call_back_to_it(window: Window, qtbot: QtBot) -> None:
    workspace = window.workspace
    assert workspace is not None
    review, runs = views(window)
    stage = review.stage
    qtbot.waitUntil(lambda: stage.item is not None and bool(flagged(review)))
    stage.open_item(2)
    stage.choose_flag(flagged(review)[0])
    entry = stage.entry
    assert entry is not None and stage.flags.detail.call.isVisible()
    behind = call_links.calls_of(workspace.session.connection(), entry.verdict.id)
    assert [call.sample for call in behind] == [0, 1, 2]

    qtbot.mouseClick(stage.flags.detail.call, Qt.MouseButton.LeftButton)
    assert workspace.view is runs
    qtbot.waitUntil(lambda: runs.calls.run == behind[0].run and runs.detail.prompt.text != "")
    qtbot.waitUntil(lambda: runs.calls.ids[runs.calls.table.current] == behind[1].call)
    line = runs.calls.chosen_line()
    assert line is not None and (line.item, line.sample) == (2, 1), (
        "the first sample said no; the words are the second's"
    )
    qtbot.waitUntil(lambda: "It leaves at one." in runs.detail.prompt.text and "Sample 1." in runs.detail.reply.text)
    qtbot.waitUntil(lambda: len(shown(runs)) == 1)
    (row,) = shown(runs)

    stage.open_item(1)  # elsewhere meanwhile
    qtbot.mouseClick(row.place, Qt.MouseButton.LeftButton)
    assert workspace.view is review
    qtbot.waitUntil(lambda: stage.item is not None and stage.item.id == 2)
    assert stage.entry is not None and stage.entry.verdict.cell == entry.verdict.cell
    assert list(stage.queue.model.ids) == [2]


def test_the_key_does_the_same_and_says_where_there_is_no_call(window: Window, qtbot: QtBot) -> None:
    workspace = window.workspace
    assert workspace is not None
    review, runs = views(window)
    stage = review.stage
    qtbot.waitUntil(lambda: stage.item is not None and bool(flagged(review)))
    stage.choose_flag(flagged(review)[0])
    qtbot.keyClick(stage.panes.home(), Qt.Key.Key_V)
    assert workspace.view is runs
    workspace.show_view("review")
    item = stage.item
    assert item is not None
    (at, *_) = [i for i, e in enumerate(item.entries) if "offline" in e.who]
    stage.choose_flag(at)
    assert not stage.flags.detail.call.isVisible()
    qtbot.keyClick(stage.panes.home(), Qt.Key.Key_V)
    assert workspace.view is review
    assert "This flag has no stored call" in stage.flags.bar._words.text()


def test_a_cell_is_in_front_when_the_review_view_comes_up_for_the_first_time(
    judged: Path, qtbot: QtBot, qapp: QApplication
) -> None:
    """Also one that is no flag: then its sentence is."""
    settings = Settings()
    session = Session(Project.open(judged), "rea", Theme(settings.mode, settings.scale))
    connection = session.connection()
    place = connection.execute(
        "SELECT unit_id, criterion_id, target_id FROM verdict WHERE item_id = 2 AND value = 'yes' AND votes IS NOT NULL"
    ).fetchone()
    yes = Cell(*place)
    no = Cell(yes.unit - 1, yes.criterion, yes.target)
    for cell in (yes, no):
        review = ReviewView(session)
        qtbot.addWidget(review)
        review.activate()
        review.show_flag(2, cell)
        with qtbot.waitSignal(review.ready):
            pass
        assert review.stage.item is not None and review.stage.item.id == 2
        entry = review.stage.entry
        if cell == yes:
            assert entry is not None and entry.verdict.cell == yes
        else:
            assert review.stage.panes._focus.unit == no.unit
    session.close()
