"""The surfaces of tasks: the contract of each, and what the stage does for a made-up one."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from galley.core.definitions.protocols import DEFAULT_TASK
from galley.core.registry import modules
from galley.core.review.items import FlagState
from galley.core.tasks.questions import NOTHING
from galley.gui.review import task_view_registry
from galley.gui.review.task_view import Surface, SurfaceContext, SurfaceSpec
from galley.gui.text_panes.item import ReviewItem
from tests.core.asked_projects import rated
from tests.core.studies import study
from tests.gui.review_desk import Desk, DeskWindow, desk
from tests.gui.test_task_picker import choose

__all__ = ["desk"]
K = Qt.Key
ROOT = Path(__file__).resolve().parents[2]


class Made(Surface):
    """Takes the place of the panes, and remembers what it was told."""

    def __init__(self, ground: SurfaceContext) -> None:
        super().__init__(ground)
        self.page = QLabel("made up")
        self.page.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.told: list[str] = []

    def widget(self) -> QWidget:
        return self.page

    def stops(self) -> list[QWidget]:
        return [self.page]

    def show_item(self, opened: ReviewItem, lit: int | None) -> None:
        self.told.append(f"item {opened.view.key} {lit}")

    def show_state(self, opened: ReviewItem, lit: int | None) -> None:
        self.told.append("state " + " ".join(entry.words for entry in opened.entries))

    def set_active(self, opened: ReviewItem, lit: int | None) -> None:
        self.told.append(f"lit {lit}")

    def leave(self) -> None:
        self.told.append("leave")

    def restore_panes(self) -> None:
        self.told.append("end")


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Made]]:
    """The surfaces that were built of a spec that comes before all others."""
    built: list[Made] = []

    def make(ground: SurfaceContext) -> Surface:
        built.append(Made(ground))
        return built[-1]

    spec = SurfaceSpec("made", 0, lambda asked: bool(asked.cells), make)
    every = {**task_view_registry.REGISTRY.all(), "made": spec}
    monkeypatch.setattr(task_view_registry.REGISTRY, "all", lambda: every)
    yield built


@pytest.mark.parametrize("module", modules("galley.gui.review.task_views"))
def test_every_module_declares_a_surface_under_its_own_name(module: str) -> None:
    spec = importlib.import_module(module).SURFACE
    assert spec.name == module.rpartition(".")[2].replace("_", "-")
    assert not spec.fits(NOTHING), "a project without tasks has the panes"


def test_a_surface_takes_the_place_of_the_panes_for_its_tasks_only(
    desk: Desk, made: list[Made], tmp_path: Path
) -> None:
    window = desk.open(path=study(tmp_path, count=2))
    (surface,) = made
    assert surface.page.isVisible() and not window.stage.panes.isVisible()
    assert surface.told[0] == "item k0 0" and "lit 0" in surface.told
    choose(desk, window, "flagged")
    assert window.stage.panes.isVisible() and not surface.page.isVisible() and surface.told[-2:] == ["leave", "end"]
    choose(desk, window, "supporting")
    assert made == [surface] and surface.page.isVisible(), "it is built once"


def test_it_says_what_was_clicked_and_hears_what_was_decided(desk: Desk, made: list[Made], tmp_path: Path) -> None:
    window = desk.open(path=study(tmp_path, count=2))
    (surface,) = made
    surface.entryClicked.emit(1)
    assert window.stage.current == 1 and surface.told[-1] == "lit 1"
    before = len(surface.told)
    desk.press(window, K.Key_X)
    desk.until(lambda: "state open no" in surface.told[before:] and "lit 0" in surface.told[before:])
    assert window.stage.current == 0, "the next open one"
    surface.answered.emit("yes")
    desk.until(lambda: window.states()[0] is FlagState.ACCEPTED)
    surface.entryClicked.emit(1)
    surface.answered.emit(None)
    desk.until(lambda: window.states()[1] is FlagState.UNSURE)
    unit = window.stage.item.documents("dialogue")[0].units[0].id
    surface.unitClicked.emit(unit)
    assert window.stage.selection.reading == unit and window.stage.current == 1
    document = window.stage.item.documents("dialogue")[0].id
    surface.documentRead.emit(document)
    assert document in window.stage.read_tracker.read()


def test_the_keyboard_goes_to_it(desk: Desk, made: list[Made], tmp_path: Path) -> None:
    window: DeskWindow = desk.open(path=study(tmp_path, count=2))
    window.stage.queue.list.setFocus()
    desk.press(window, K.Key_F6)
    assert made[0].page.hasFocus()
    desk.press(window, K.Key_N)
    assert window.key() == "k1" and "item k1 0" in made[0].told


def test_surfaces_of_the_tasks_are_built_in_a_pause_before_they_are_visited(desk: Desk, tmp_path: Path) -> None:
    """The one in front with its item, the others when nothing is to be done; none that no task asks for."""
    window = desk.open(path=rated(tmp_path), task=DEFAULT_TASK)
    host = window.stage.surfaces
    assert window.stage.selection.task == DEFAULT_TASK and not host._surfaces, "nothing is built with the first item"
    read: list[int] = []
    host.documentRead.connect(read.append)
    desk.until(lambda: "ratings" in host._surfaces)
    page = host._surfaces["ratings"].widget()
    assert page is not None and page.isHidden() and page.size() == host.size
    desk.until(lambda: window.session.at_rest)
    assert set(host._surfaces) == {"ratings"} and not host.covers
    built = host._surfaces["ratings"]
    laid = built.page.columns[0].text.view.document()
    assert laid.blockCount() > 1 and not read, "the item is there, and nobody has seen it"
    painted = Counter[str]()

    class Paints(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            painted[watched.objectName()] += event.type() is QEvent.Type.Paint
            return False

    paints = Paints()
    for name, widget in (("page", page), ("answers", built.page.columns[0].answer_list)):
        widget.setObjectName(name)
        widget.installEventFilter(paints)
    window.stage.holding.take_task("rated/ratings")
    assert host.current_surface is built and host.covers and built.page.columns[0].text.view.document() is laid
    QApplication.processEvents()
    assert painted == {"page": 1, "answers": 1} and read, painted


def test_the_measurement_of_switching_finds_its_way(tmp_path: Path, galley_home: Path) -> None:
    """It drives the window by names that no type checker sees; what it found is not judged here."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.switching_child", rated(tmp_path), "rated/ratings"], cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "GALLEY_HOME": str(galley_home)},
        capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2_000:]
    assert json.loads(done.stdout.splitlines()[-1])["visits"] == 7
