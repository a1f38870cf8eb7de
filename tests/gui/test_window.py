"""The window around the views: what they are told and when, what is remembered, what is said when things go wrong."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from galley.core.domain import ChangeSet
from galley.core.errors import GalleyError, StorageFull
from galley.core.importers.sample_project import make
from galley.core.project.project import Project
from galley.core.review.items import load_item_view
from galley.core.review.queue import Filter, ids
from galley.gui.dialogs import file_dialogs
from galley.gui.dialogs.message import Message
from galley.gui.session import Session
from galley.gui.settings import Settings
from galley.gui.shell.window import Window
from galley.gui.theme import Mode, Theme
from galley.gui.views import View, ViewSpec


class Plain(View):
    """A view that writes down what it is told."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.log: list[Any] = []
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def activate(self) -> None:
        self.log.append("activate")
        self.setFocus()

    def deactivate(self) -> None:
        self.log.append("deactivate")

    def apply(self, changes: ChangeSet) -> None:
        self.log.append(changes)

    def actions(self) -> Mapping[str, Callable[[], object]]:  # type: ignore[override]
        return {"accept": lambda: self.log.append("accept")}

    def search(self, text: str) -> bool:
        self.log.append(f"search {text}")
        return True

    def state(self) -> dict[str, Any]:
        return {"item": 7}

    def restore(self, state: Mapping[str, Any]) -> None:
        self.log.append(dict(state))


SPECS = (ViewSpec("review", "Review", 1, Plain, (("flag", ("next-flag",)),)), ViewSpec("scores", "Scores", 2, Plain))


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample project, to be copied."""
    return make(tmp_path_factory.mktemp("sample"))


@pytest.fixture
def path(sample: Path, tmp_path: Path) -> Path:
    """A project of one's own."""
    return Path(shutil.copy(sample, tmp_path / "news.galley"))


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, path: Path) -> Iterator[Window]:
    """A window with the project open, shown and active."""
    made = new_window(qtbot)
    made.show_project(Project.open(path))
    made.show()
    with qtbot.waitActive(made):
        made.activateWindow()
    yield made
    made.close()


def new_window(qtbot: QtBot) -> Window:
    settings = Settings()
    made = Window(settings, Theme(settings.mode, settings.scale), SPECS)
    qtbot.addWidget(made)
    return made


def view(window: Window) -> Plain:
    assert window.workspace is not None and isinstance(window.workspace.view, Plain)
    return window.workspace.view


def session(window: Window) -> Session:
    assert window.workspace is not None
    return window.workspace.session


def decide(window: Window) -> Any:
    """Accept the first flag of the project."""
    at = session(window)
    item = next(i for i in ids(at.connection(), Filter(), 0) if load_item_view(at.connection(), i).flags())
    return at.decision_writer.accept(item, load_item_view(at.connection(), item).flags()[0])


def test_only_the_view_that_is_shown_is_told_at_once_and_the_other_when_it_comes(
    window: Window, qtbot: QtBot
) -> None:
    review = view(window)
    assert window.workspace is not None
    window.workspace.show_view("scores")
    scores = view(window)
    decide(window).result()
    qtbot.waitUntil(lambda: any(isinstance(entry, ChangeSet) for entry in scores.log))
    decide(window).result()
    qtbot.waitUntil(lambda: sum(isinstance(entry, ChangeSet) for entry in scores.log) == 2)
    assert not any(isinstance(entry, ChangeSet) for entry in review.log)
    window.workspace.show_view("review")
    missed = [entry for entry in review.log if isinstance(entry, ChangeSet)]
    assert len(missed) == 1 and len(missed[0].decisions) == 2
    assert review.log[-1] == "activate" and scores.log[-1] == "deactivate"


def test_the_bars_say_what_the_project_holds_and_follow_a_decision(window: Window, qtbot: QtBot) -> None:
    assert window.workspace is not None
    status = window.workspace.status
    qtbot.waitUntil(lambda: status.pace.text() == "0 decisions today")
    session(window).watch(decide(window))
    qtbot.waitUntil(lambda: status.pace.text() == "1 decision today")
    assert status.saved_label.text.startswith("✓ Saved ") and status.saved_label.text.count(":") == 2


def test_keys_reach_the_view_and_the_window(window: Window, qtbot: QtBot) -> None:
    QTest.keyClick(view(window), Qt.Key.Key_A)
    assert view(window).log[-1] == "accept"
    QTest.keyClick(view(window), Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    assert window.workspace is not None and window.workspace.name == "scores"
    QTest.keyClick(view(window), Qt.Key.Key_A)
    assert "accept" not in view(window).log, "accept is a key of the review view"
    QTest.keyClick(view(window), Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
    dark = window.theme.dark
    QTest.keyClick(view(window), Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    assert window.theme.dark is not dark and window.settings.mode is not Mode.SYSTEM
    QTest.keyClick(view(window), Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert window.theme.scale == pytest.approx(1.1) and window.settings.scale == pytest.approx(1.1)


def test_the_search_field_tells_the_view_and_gives_the_keyboard_back(window: Window, qtbot: QtBot) -> None:
    assert window.workspace is not None
    field = window.workspace.top.search
    QTest.keyClicks(view(window), "/")
    assert field.hasFocus() and field.text() == ""
    QTest.keyClicks(field, "ja")
    assert view(window).log[-2:] == ["search j", "search ja"]
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert view(window).hasFocus() and field.text() == "" and view(window).log[-2:] == ["search ", "activate"]


def test_f6_goes_round_the_panes(window: Window, qtbot: QtBot) -> None:
    assert window.workspace is not None
    QTest.keyClick(view(window), Qt.Key.Key_F6)
    assert window.workspace.status.reviewer.hasFocus()
    QTest.keyClick(window.workspace.status.reviewer, Qt.Key.Key_F6)
    assert window.workspace.top.search.hasFocus()
    QTest.keyClick(window.workspace.top.search, Qt.Key.Key_F6)
    assert view(window).hasFocus()


def test_undo_takes_the_last_decision_back(window: Window, qtbot: QtBot) -> None:
    decide(window).result()
    assert session(window).decision_writer.can_undo() == "accept"
    QTest.keyClick(view(window), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: session(window).decision_writer.can_redo() == "accept")
    QTest.keyClick(
        view(window), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    qtbot.waitUntil(lambda: session(window).decision_writer.can_undo() == "accept")


def test_view_and_item_come_back_with_the_project(window: Window, qtbot: QtBot, path: Path) -> None:
    assert window.workspace is not None
    window.workspace.show_view("scores")
    window.close()
    again = new_window(qtbot)
    again.show_project(Project.open(path))
    assert again.workspace is not None and again.workspace.name == "scores"
    assert view(again).log == [{"item": 7}, "activate"]
    assert again.settings.recent == [path]
    again.close()


def test_closing_leaves_one_file_with_everything_in_it(window: Window, path: Path) -> None:
    future = decide(window)
    window.close()
    assert future.done() and sorted(p.name for p in path.parent.iterdir()) == ["news.galley"]


def test_a_project_that_is_open_elsewhere_opens_for_reading_and_says_so(
    window: Window, qtbot: QtBot, path: Path
) -> None:
    second = new_window(qtbot)
    second.show_project(Project.open(path))
    second.show()
    assert second.workspace is not None
    assert second.workspace.notice.isVisible()
    assert "open read-only: it is already open in another window" in second.workspace.notice.label.text()
    assert second.workspace.status.saved_label.text == "Reading only"
    second.run("import")
    assert "nothing can be imported" in second.workspace.notice.label.text()
    second.close()


def test_a_refused_write_is_said_and_not_shown_as_saved(window: Window, qtbot: QtBot) -> None:
    def full(connection: Any) -> ChangeSet:
        raise StorageFull("The disk is full; make room and try again.")

    assert window.workspace is not None
    session(window).watch(session(window).project.write(full))
    notice = window.workspace.notice
    qtbot.waitUntil(lambda: "disk" in notice.label.text())
    assert notice.label.text() == "The disk is full; make room and try again."
    assert window.workspace.status.saved_label.text == "Not saved"


@pytest.mark.parametrize("content", [b"", b"not a project", None])
def test_a_file_that_is_no_project_is_one_sentence_and_the_open_one_stays(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None
) -> None:
    told: list[GalleyError] = []
    monkeypatch.setattr(Message, "ask", lambda parent, theme, error: told.append(error))
    bad = tmp_path / "bad.galley"
    if content is not None:
        bad.write_bytes(content)
    assert not window.open(bad)
    assert len(told) == 1 and str(bad) in str(told[0])
    assert window.workspace is not None and session(window).project.writable


def test_dropping_a_project_opens_it_in_place_of_the_other(
    window: Window, qtbot: QtBot, path: Path, tmp_path: Path
) -> None:
    other = Path(shutil.copy(path, tmp_path / "other.galley"))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(other))])
    event = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    window.dropEvent(event)
    qtbot.waitUntil(lambda: window.windowTitle().startswith("other"))
    assert session(window).project.path == other
    with Project.open(path) as first:
        assert first.writable, "the first project was let go of"


def test_another_reviewer_has_their_own_progress(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    from galley.gui.dialogs.name_dialogs import Reviewer

    assert window.workspace is not None
    monkeypatch.setattr(Reviewer, "ask", lambda parent, theme, session: "Grace Hopper")
    window.workspace.status.reviewer.click()
    assert window.workspace.status.reviewer.text() == "Reviewer: Grace Hopper"
    assert window.settings.reviewer == "Grace Hopper"
    assert any(isinstance(entry, ChangeSet) and entry.structure for entry in view(window).log)


@pytest.mark.parametrize("width", [860, 1280, 1440])
def test_nothing_in_the_top_bar_overlaps_at_any_width(window: Window, qtbot: QtBot, width: int) -> None:
    window.resize(width, 720)
    assert window.workspace is not None
    top = window.workspace.top
    qtbot.waitUntil(lambda: top.width() == window.width())
    shown = [w for w in (top.project, top.views, top.search, top.help) if w is not None and w.isVisible()]
    edges = [(w.geometry().left(), w.geometry().right()) for w in shown]
    assert edges == sorted(edges) and all(a[1] < b[0] for a, b in itertools.pairwise(edges))
    assert edges[-1][1] <= top.width()


def test_everything_that_takes_the_keyboard_has_a_name(window: Window) -> None:
    nameless = [
        type(widget).__name__
        for widget in window.findChildren(type(window).__mro__[1])
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.isVisible()
        and not (widget.accessibleName() or getattr(widget, "text", lambda: "")())
        and not isinstance(widget, Plain)
    ]
    assert nameless == []


def test_open_starts_in_the_folder_of_the_open_project(
    window: Window, path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folders: list[Path] = []
    monkeypatch.setattr(file_dialogs, "choose_project", lambda parent, folder: folders.append(folder))
    window.settings.set_folder(tmp_path)
    window.run("open")
    window.close_project()
    window.run("open")
    assert folders == [path.parent, tmp_path]
