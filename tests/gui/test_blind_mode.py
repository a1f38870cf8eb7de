"""Blind mode in the window: what is hidden is in no widget, no list, no menu and no search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QDialog, QPlainTextEdit, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from galley.core.project.project import Project
from galley.core.review import blind, queue
from galley.core.review.blind import Blind
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.review.queue import Filter
from galley.core.tasks.finish import list_all_pairs
from galley.gui.dialogs.blind_mode import BlindMode
from galley.gui.dialogs.history_dialog import History
from galley.gui.dialogs.name_dialogs import Reviewer
from galley.gui.settings import Settings
from galley.gui.shell.window import Window
from galley.gui.shell.workspace import TITLE, HiddenView
from galley.gui.theme import Mode, Theme
from tests.gui.review_desk import FLAGS, item, make_project

ALL = Blind(own=True, judges=True, gold=True)
PEOPLE = ("Xaverius", "Olympia", "quagmire", "gainsaid")
JUDGES = ("judge-1", "second-judge")
ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole,
         Qt.ItemDataRole.AccessibleDescriptionRole, Qt.ItemDataRole.EditRole)  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Two items; Xaverius and rea answer, Olympia settles; both others leave notes."""
    more = {**FLAGS[0], "annotator": "second-judge", "explanation": "Postcards are not maps."}
    made = make_project(tmp_path / "p.galley", [item(f"kiosk-{n}", [*FLAGS, more]) for n in (1, 2)])
    with Project.open(made) as project:
        view = load_item_view(project.read_connection(), 1)
        flags = view.flags()
        xaver, rea, olympia = (DecisionWriter(project, name) for name in ("Xaverius", "rea", "Olympia"))
        xaver.override(1, flags[0]).result()
        xaver.note(1, flags[0].cell, "quagmire ahead").result()
        xaver.note(1, None, "quagmire everywhere").result()
        rea.accept(1, flags[0]).result()
        other = next(flag for flag in flags if flag.cell != flags[0].cell)
        rea.accept(1, other).result()
        xaver.override(1, other).result()
        xaver.finish(view, list_all_pairs(view)).result()
        olympia.adjudicate(1, flags[0].cell, "yes", note="gainsaid by the text").result()
    return made


@pytest.fixture
def window(path: Path, qtbot: QtBot) -> Iterator[Window]:
    settings = Settings()
    settings.reviewer = "rea"
    theme = Theme(Mode.LIGHT)
    made = Window(settings, theme, keep=False)
    qtbot.addWidget(made)
    made.show_project(Project.open(path))
    made.show()
    qtbot.waitUntil(lambda: bool(made.workspace and getattr(made.workspace.view, "stage", None)))
    qtbot.waitUntil(lambda: made.workspace.view.stage.item is not None)  # type: ignore[union-attr]
    yield made
    made.close()


def _model(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[Any]:
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
    for row in range(model.rowCount(parent)):
        for column in range(columns):
            index = model.index(row, column, parent)
            yield from (model.data(index, role) for role in ROLES)
    for column in range(columns):
        yield model.headerData(column, Qt.Orientation.Horizontal)


def _said(top: QWidget) -> Iterator[Any]:
    """Every text of ``top`` and of whatever is in it, shown or not."""
    for widget in (top, *top.findChildren(QWidget)):
        for name in ("text", "title", "toolTip", "accessibleName", "accessibleDescription", "windowTitle",
                     "placeholderText", "statusTip", "whatsThis", "words"):  # fmt: skip
            said = getattr(widget, name, None)
            if callable(said):
                try:
                    said = said()
                except TypeError:
                    continue
            yield said
        if isinstance(widget, QPlainTextEdit | QTextEdit):
            yield widget.toPlainText()
        if isinstance(widget, QComboBox):
            yield from (widget.itemText(n) for n in range(widget.count()))
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            yield from _model(widget.model(), QModelIndex())
    for action in top.findChildren(QAction):
        yield from (action.text(), action.toolTip())


def told(*tops: QWidget) -> str:
    """All that widgets say, as one text."""
    return "\n".join(text for top in tops for text in _said(top) if isinstance(text, str) and text)


def _everything(window: Window, qtbot: QtBot) -> str:
    """Walk through the views, the items, the menus and the dialogs, and take down what they say."""
    workspace = window.workspace
    assert workspace is not None
    session = workspace.session
    found = []
    for number in range(1, 5):
        window.run(f"view-{number}")
        view = workspace.view
        assert view is not None
        session.read(lambda connection: None, lambda _: found.append(""), slot="walk")
        count = len(found)
        qtbot.waitUntil(lambda count=count: len(found) > count)
        qtbot.wait(1)
        QApplication.processEvents()
        found.append(told(window))
    window.run("view-1")
    stage: Any = workspace.view.stage  # type: ignore[union-attr]
    for opened in (1, 2):
        stage.open_item(opened)
        for at in range(len(stage.item.entries)):
            stage.choose_flag(at)
            QApplication.processEvents()
            found.append(told(window))
    for name in ("criterion", "judge", "system", "dataset"):
        menu = stage.queue.filters.menu(name)
        found += [action.text() for action in menu.actions()]
        menu.deleteLater()
    stage.open_item(1)
    dialogs: list[QDialog] = [Reviewer(window, window.theme, session), BlindMode(window, window.theme, session)]
    from galley.core.review.history import history

    events = history(session.connection(), 1, session.reviewer)
    dialogs.append(History(window, window.theme, "kiosk-1", events))
    found.append(told(*dialogs, window.project_menu()))
    for dialog in dialogs:
        dialog.deleteLater()
    return "\n".join(found)


def _put(window: Window, wanted: Blind, qtbot: QtBot) -> None:
    assert window.workspace is not None
    session = window.workspace.session
    with qtbot.waitSignal(session.changed):
        session.watch(session.project.write(lambda connection: blind.store_blind(connection, wanted)))


def test_the_walk_sees_names_notes_and_answers_where_nothing_is_hidden(window: Window, qtbot: QtBot) -> None:
    seen = _everything(window, qtbot)
    for name in (*PEOPLE, *JUDGES):
        assert name in seen, f"the walk does not come to {name}, so it proves nothing"


def test_what_is_hidden_is_nowhere_in_the_window(window: Window, qtbot: QtBot) -> None:
    _everything(window, qtbot)  # every view is built and full before the mode is put on
    window.workspace.open_queue(Filter(items=(1, 2), about="Drawn from judge-1, Xaverius"))  # type: ignore[union-attr]
    _put(window, ALL, qtbot)
    QApplication.sendPostedEvents(None, 52)  # QEvent.DeferredDelete: the closed views are gone
    seen = _everything(window, qtbot)
    for name in (*PEOPLE, *JUDGES):
        assert name not in seen
    assert "rea" in seen and "Judge A" in seen and "Judge B" in seen
    assert "Postcards are not maps." in seen, "the flags keep their words"


def test_a_project_that_opens_blind_shows_nothing_either(path: Path, qtbot: QtBot) -> None:
    with Project.open(path) as project:
        project.write(lambda connection: blind.store_blind(connection, Blind(True, True, True, locked=True))).result()
    settings = Settings()
    settings.reviewer = "rea"
    made = Window(settings, Theme(Mode.LIGHT), keep=False)
    qtbot.addWidget(made)
    made.show_project(Project.open(path))
    made.show()
    qtbot.waitUntil(lambda: made.workspace.view.stage.item is not None)  # type: ignore[union-attr]
    seen = _everything(made, qtbot)
    for name in (*PEOPLE, *JUDGES):
        assert name not in seen
    assert seen.count(TITLE) >= 3, "adjudicate, scores and runs are closed"
    dialog = BlindMode(made, made.theme, made.workspace.session)  # type: ignore[union-attr]
    assert not any(box.isEnabled() for box in dialog.boxes.values())
    dialog.deleteLater()
    made.close()


def test_people_hidden_and_judges_named(window: Window, qtbot: QtBot) -> None:
    _put(window, Blind(own=True), qtbot)
    QApplication.sendPostedEvents(None, 52)
    seen = _everything(window, qtbot)
    assert not [name for name in PEOPLE if name in seen]
    assert all(name in seen for name in JUDGES)


def test_a_search_finds_no_words_of_others(window: Window, qtbot: QtBot) -> None:
    assert window.workspace is not None
    session = window.workspace.session
    assert list(queue.ids(session.connection(), Filter(search="quagmire"), session.reviewer)) == [1]
    _put(window, ALL, qtbot)
    stage: Any = window.workspace.view.stage  # type: ignore[union-attr]
    with qtbot.waitSignal(stage.queue.filled):
        stage.queue.search("quagmire")
    assert len(stage.queue.model.ids) == 0


def test_ties_and_records_are_not_shown(window: Window, qtbot: QtBot) -> None:
    stage: Any = window.workspace.view.stage  # type: ignore[union-attr]
    stage.open_item(1)
    detail = stage.flags.detail
    qtbot.waitUntil(lambda: not detail._record.isHidden())
    before = stage.queue._fetch([1])[0]
    assert before.votes and before.ties == 1, before
    with qtbot.waitSignal(stage.queue.filled):
        _put(window, ALL, qtbot)
    chips = stage.queue.filters._shows
    assert chips[queue.Show.TIES].isHidden()
    names = [action.text() for action in stage.queue.filters.filter_menu().actions()]
    assert "Ties" not in names and "Open flags" in names
    qtbot.waitUntil(detail._record.isHidden)
    after = stage.queue._fetch([1])[0]
    assert (after.votes, after.ties) == ("", 0)


def test_exports_and_draws_are_closed_in_a_sentence(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    never: Callable[..., None] = lambda *_: opened.append("opened")  # noqa: E731
    monkeypatch.setattr("galley.gui.dialogs.export_dialog.ExportTo.ask", never)
    monkeypatch.setattr("galley.gui.dialogs.draw_dialog.DrawCells.ask", never)
    _put(window, ALL, qtbot)
    for action, what in (("export", "An export"), ("draw", "A draw")):
        window.run(action)
        assert f"{what} would show what blind mode hides" in told(window.workspace.notice)  # type: ignore[union-attr]
    assert opened == []


def test_the_dialog_sets_the_mode_and_the_views_follow(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = window.workspace
    assert workspace is not None
    window.run("view-3")
    assert not isinstance(workspace.view, HiddenView)

    def choose(dialog: BlindMode) -> bool:
        dialog.boxes["own"].setChecked(True)
        return True

    monkeypatch.setattr(BlindMode, "exec", choose)
    with qtbot.waitSignal(workspace.session.changed):
        window.run("blind-mode")
    assert blind.read_blind(workspace.session.connection()) == Blind(own=True)
    assert isinstance(workspace.view, HiddenView)
    _put(window, Blind(), qtbot)
    assert not isinstance(workspace.view, HiddenView)
