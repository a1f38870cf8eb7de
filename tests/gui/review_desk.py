"""A review view at work: a project of made-up records, a session, and a window that hands keys to the view."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from galley.core.domain import ChangeSet
from galley.core.importers import registry
from galley.core.importers.run_import import import_files
from galley.core.project.project import Project
from galley.core.review.items import FlagState
from galley.core.storage import names
from galley.gui.review.review_view import ReviewView
from galley.gui.session import Session
from galley.gui.shortcuts import Dispatcher
from galley.gui.text_panes.item import FlagEntry
from galley.gui.theme import Mode, Theme
from tests.core import building

ITEM = {
    "key": "kiosk-1",
    "documents": [
        {
            "id": "dialogue",
            "role": "dialogue",
            "turns": [
                {"speaker": "Ada", "text": "Is the kiosk by the lake open on Sunday?"},
                {"speaker": "Ben", "text": "Until noon. They sell coffee and maps there."},
                {"speaker": "Ada", "text": "Then I shall buy the map of the northern shore."},
            ],
        },
        {"id": "article", "role": "article", "paragraphs": ["The kiosk opens at nine.", "Maps cost four crowns."]},
        {
            "id": "sum-a",
            "role": "summary",
            "system": "alpha",
            "sentences": ["Ada asked about the kiosk 🏕️ by the lake.", "It sells coffee and postcards until noon."],
        },
        {"id": "sum-b", "role": "summary", "system": "beta", "sentences": ["Ben will buy the map."]},
    ],
    "verdicts": [],
}


def flag(document: str, unit: int, criterion: str, span: Sequence[int] | None = None, **more: Any) -> dict[str, Any]:
    """A judge's "yes" as a native record holds it."""
    found = {
        "annotator": "judge-1",
        "kind": "judge",
        "scheme": "dial-summer",
        "criterion": criterion,
        "document": document,
        "unit": unit,
        "value": "yes",
        "votes": "4/5",
        "explanation": "So it seems.",
    }
    return {**found, **({"span": list(span)} if span else {}), **more}


def item(key: str, verdicts: Sequence[dict[str, Any]] = (), **more: Any) -> dict[str, Any]:
    """The kiosk under another key, with these flags."""
    return {**ITEM, "key": key, "verdicts": list(verdicts), **more}


FLAGS = (
    flag("sum-a", 1, "changed-meaning", (20, 29), evidence=[{"document": "dialogue", "unit": 1, "quote": "maps"}]),
    flag("sum-a", 1, "extrinsic-context"),
    flag("dialogue", 2, "missed-turn", about="sum-a"),
    flag("sum-b", 0, "speaker-misattribution", (0, 3)),
)


def make_project(path: Path, records: Sequence[dict[str, Any]]) -> Path:
    """A project with these native records and the scheme ``dial-summer``."""
    lines = path.with_suffix(".jsonl")
    text = "\n".join(json.dumps(record, ensure_ascii=False) for record in records)
    lines.write_text(text, encoding="utf-8")

    def fill(project: Project) -> None:
        project.write(_add_scheme).result()
        if records:
            import_files(project, registry.find("galley"), [lines])

    return building.make_file(path, f"{path.name}\ndial-summer\n{text}", fill)


def _add_scheme(connection: Any) -> ChangeSet:
    names.add_scheme(connection, "dial-summer")
    return ChangeSet(settings=True)


class DeskWindow(QWidget):
    """The view with its session; keys go where the window of the program would send them."""

    def __init__(self, path: Path, theme: Theme) -> None:
        super().__init__()
        self.path = path
        self.session = Session(Project.open(path), "rea", theme)
        self.view = ReviewView(self.session, self)
        self.failures: list[str] = []
        self.session.failed.connect(self.failures.append)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.view)
        self.session.changed.connect(self.view.apply)
        self.dispatcher = Dispatcher(self, self.session.keys)
        self.dispatcher.set_targets("review", self.view.actions())
        self.resize(1440, 820)

    @property
    def stage(self) -> Any:
        """What is on show."""
        return self.view.stage

    @property
    def entries(self) -> Sequence[FlagEntry]:
        """The flags of the open item."""
        return self.stage.item.entries

    def key(self) -> str:
        """The key of the open item."""
        return self.stage.item.view.key

    def states(self) -> list[FlagState]:
        """Where the flags stand."""
        return [entry.state for entry in self.entries]

    def words(self) -> list[str]:
        """The same as the list says it."""
        return [entry.words for entry in self.entries]

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """What the project file holds."""
        return self.session.connection().execute(query, values).fetchall()

    def close_all(self) -> None:
        """End the threads and the window."""
        self.close()
        self.session.close()


class Desk:
    """Opens windows and closes them after the test."""

    def __init__(self, qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
        self.bot = qtbot
        self.theme = Theme(Mode.LIGHT)
        self.theme.apply(qapp)
        self._tmp = tmp_path
        self.windows: list[DeskWindow] = []
        self.made: list[DeskWindow] = []

    def open(
        self, records: Sequence[dict[str, Any]] | None = None, path: Path | None = None, task: str = ""
    ) -> DeskWindow:
        """A window with a project of these records (or the project at ``path``), its first item open, as it was left
        in ``task``."""
        if path is None:
            given = records if records is not None else [item("kiosk-1", FLAGS), item("kiosk-2", FLAGS)]
            path = make_project(self._tmp / "desk.galley", given)
        window = DeskWindow(path, self.theme)
        window.view.restore({"task": task})
        self.windows.append(window)
        self.made.append(window)
        with self.bot.waitActive(window):  # without it a key may be pressed before anything has the keyboard
            window.show()
        with self.bot.waitSignal(window.view.ready):
            window.view.activate()
        return window

    def press(self, window: DeskWindow, key: Any, modifier: Any = None) -> None:
        """Press a key where the keyboard is."""
        target = QApplication.focusWidget() or window
        if modifier is None:
            self.bot.keyClick(target, key)
        else:
            self.bot.keyClick(target, key, modifier)

    def read(self, window: DeskWindow) -> None:
        """Read all of the open item: every tab to its last line, and the sources; then go back to the tab in front."""
        stage = window.stage
        front = stage.panes.tab_index
        for index in [*range(len(stage.item.tabs)), front]:
            stage._bring(index)
            for pane in stage.panes.visible_panes():
                bar = pane.view.verticalScrollBar()
                self.until(lambda bar=bar, pane=pane: bar.setValue(bar.maximum()) or not pane.view._awaited_units)
            tab = stage.panes.tab
            if tab is not None and tab.document is not None:
                self.until(lambda: tab.document.id in stage.read_tracker.read())

    def until(self, check: Any, timeout: int = 5000) -> None:
        """Wait until ``check()`` holds."""
        self.bot.waitUntil(lambda: bool(check()), timeout=timeout)


@pytest.fixture
def desk(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[Desk]:
    """A desk for one test."""
    made = Desk(qtbot, qapp, tmp_path)
    yield made
    for window in made.windows:
        window.close_all()
    for window in filter(isValid, made.made):  # those closed in the test, too: each later theme would dress them again
        window.deleteLater()
