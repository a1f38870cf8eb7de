"""No text from a file is markup, a mnemonic or a key: one place shows it as it is, and nothing else shows any."""

from __future__ import annotations

import re
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QAbstractListModel, QModelIndex, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QColor, QHelpEvent, QImage, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QGraphicsView,
    QLabel,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot

from galley.core.exports.registry import export
from galley.core.project.project import Project
from galley.gui.charts.registry import list_views
from galley.gui.dialogs import file_dialogs
from galley.gui.plain_text import (
    Button,
    CheckBox,
    Menu,
    PaintedButton,
    PlainLabel,
    ProgressBox,
    Tabs,
    escape_markup,
    name_window,
    set_tip,
    tooltip,
)
from galley.gui.scores.drawing.painting import PaintedChart
from galley.gui.scores.drawing.plot_chart import PlotChart
from galley.gui.settings import Settings
from galley.gui.shell.window import Window
from galley.gui.theme import Mode, Theme
from tests.gui import rooms, watching
from tests.gui.scenes import discussion_project, wait

PICTURE = "x.png"
NAME = f"<img src={PICTURE}>&Q"
"""A name that a file may hold: markup that would fetch a picture, and a mnemonic."""

pytestmark = pytest.mark.qt_log_ignore(
    r"This plugin does not support (propagateSizeHints|raise)\(\)",
)
linux = pytest.mark.skipif(sys.platform != "linux", reason="inotify is absent: it is Linux's")


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], bool]]:
    """Whether somebody opened the picture that NAME names since the last look; it lies where the program runs."""
    folder = tmp_path / "here"
    folder.mkdir()
    image = QImage(300, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    assert image.save(str(folder / PICTURE))
    monkeypatch.chdir(folder)
    watch = watching.Opened(folder)
    yield lambda: PICTURE in watch.look()
    watch.close()


# ---- the one place


@linux
def test_the_watch_sees_what_markup_fetches(opened: Callable[[], bool], qtbot: QtBot) -> None:
    label = QLabel(NAME)
    qtbot.addWidget(label)
    label.show()
    assert opened()
    shown = PlainLabel(NAME)
    qtbot.addWidget(shown)
    shown.show()
    QToolTip.showText(QPoint(5, 5), tooltip(NAME), shown)
    QTest.qWait(20)
    QToolTip.hideText()
    assert not opened() and shown.text() == NAME


def test_a_text_is_what_was_said_and_binds_no_key(qtbot: QtBot) -> None:
    class Painted(PaintedButton):
        """Draws nothing."""

        def paintEvent(self, event: Any) -> None:
            """See above."""

    made: tuple[QAbstractButton, ...] = (Button(), CheckBox(), Painted())
    for button in made:
        qtbot.addWidget(button)
        button.setText(NAME)
        assert button.text() == NAME and button.shortcut().isEmpty()
    assert QAbstractButton.text(made[0]) == NAME.replace("&", "&&")  # what Qt draws
    menu = Menu()
    qtbot.addWidget(menu)
    assert menu.add_entry(f"{NAME}\tCtrl+W\n").text() == f"{NAME.replace('&', '&&')} Ctrl+W "
    assert menu.add_entry("one", key="F1", mnemonic="1").text() == "&1  one\tF1"
    assert menu.add_menu(NAME).title() == NAME.replace("&", "&&")
    tabs = Tabs()
    qtbot.addWidget(tabs)
    tabs.set_titles([NAME, "beta"])
    tabs.set_titles([NAME])
    assert (tabs.count(), tabs.title(0), tabs.tabText(0)) == (1, NAME, NAME.replace("&", "&&"))
    name_window(tabs, "a[*].galley")
    assert tabs.windowTitle().replace("[*][*]", "[*]") == "a[*].galley"
    set_tip(tabs, "")
    assert tabs.toolTip() == ""
    assert escape_markup("a<b>\n&") == "a&lt;b&gt;<br>&amp;"


@linux
def test_a_progress_box_and_qts_own_questions_show_names_as_they_are(
    opened: Callable[[], bool], qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = ProgressBox(NAME, NAME, 3, None)
    qtbot.addWidget(box)
    box.setMinimumDuration(0)
    box.setLabelText(NAME)
    box.show()
    QTest.qWait(20)
    box.close()
    assert not opened()
    shown: list[str] = []

    def ask(*_: object) -> tuple[str, str]:
        def answer() -> None:
            question = QApplication.activeModalWidget()
            assert isinstance(question, QMessageBox)
            shown.append(question.text())
            question.close()

        QTimer.singleShot(50, answer)
        QMessageBox.warning(None, "Save", f"{NAME}.csv already exists.\nDo you want to replace it?")
        return "", ""

    monkeypatch.setattr("galley.gui.dialogs.file_dialogs.QFileDialog.getSaveFileName", ask)
    assert file_dialogs.choose_target(None, "Save", tmp_path, ".csv") is None
    assert shown and NAME in shown[0] and not opened()


# ---- a project full of such names

COLUMNS = {
    "annotator": ("name", "model", "method"),
    "item": ("key", "dataset", "split"),
    "document": ("system", "part"),
    "unit": ("speaker", "name"),
    "verdict": ("explanation",),
    "note": ("text",),
    "decision": ("note",),
    "run": ("model", "why"),
    "call": ("part", "error", "unscored", "repaired", "reply"),
    "evidence": ("quote",),
}


def _spoil(path: Path) -> None:
    """Let every name and note of a project begin with NAME."""
    connection = sqlite3.connect(path)
    with connection:
        for table, columns in COLUMNS.items():
            for column in columns:
                connection.execute(
                    f"UPDATE {table} SET {column} = ? || {column} WHERE {column} <> ''"
                    + (" AND text IS NULL" if (table, column) == ("unit", "name") else ""),
                    (f"{NAME} ",),
                )
        for row, source in connection.execute("SELECT id, source FROM scheme").fetchall():
            spoilt = re.sub(r'^(name|definition|description) = "', rf'\1 = "{NAME} ', source, flags=re.MULTILINE)
            assert spoilt != source
            connection.execute("UPDATE scheme SET source = ? WHERE id = ?", (spoilt, row))
        connection.execute(
            "INSERT INTO note (annotator_id, item_id, text) SELECT id, 1, ? FROM annotator WHERE kind = 'human'",
            (NAME,),
        )
    connection.close()


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = rooms.make_project(tmp_path_factory.mktemp("sample"))
    _spoil(made)
    return made


@pytest.fixture(scope="module")
def discussion(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = discussion_project(tmp_path_factory.mktemp("discussion"))
    _spoil(made)
    return made


@pytest.fixture
def window(tmp_path: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Path], Window]]:
    """Opens a project under a name of that kind, as a reviewer of such a name; menus are listed instead of shown."""
    made: list[Window] = []

    def show(project: Path) -> Window:
        theme = Theme(Mode.LIGHT)
        theme.apply(qapp)
        settings = Settings(tmp_path / "window.ini")
        settings.reviewer = NAME
        window = Window(settings, theme, keep=False)
        made.append(window)
        window.resize(1440, 900)
        folder = tmp_path / f"{NAME} projects"
        folder.mkdir()
        path = Path(shutil.copy(project, folder / f"{NAME}.galley"))
        settings.add_recent(path)
        window.show_project(Project.open(path))
        window.show()
        return window

    monkeypatch.setattr(Menu, "exec", lambda menu, *_: _LISTED.extend(_of_menu(menu)))
    monkeypatch.setattr(Menu, "popup", lambda menu, *_: _LISTED.extend(_of_menu(menu)))
    yield show
    for each in made:
        each.close()
        each.deleteLater()


_LISTED: list[str] = []


def _markup(words: object) -> bool:
    """Whether Qt would take ``words`` for markup of ours."""
    return isinstance(words, str) and "<img" in words


def _mnemonic(words: str) -> bool:
    return "&Q" in words.replace("&&", "")


def _of_menu(menu: QMenu) -> Iterator[str]:
    menu.aboutToShow.emit()
    for entry in menu.actions():
        tipped = menu.toolTipsVisible() and _markup(entry.toolTip())
        if _mnemonic(entry.text()) or tipped:
            yield f"menu {menu.title() or menu.accessibleName()}: {entry.text()!r} {entry.toolTip()!r}"


def _of_model(view: QAbstractItemView) -> Iterator[str]:
    for index in _cells(view, 60):
        if _markup(index.data(Qt.ItemDataRole.ToolTipRole)):
            yield f"{type(view).__name__} {index.row()}, {index.column()}"


def _cells(view: QAbstractItemView, rows: int) -> Iterator[QModelIndex]:
    model = view.model()
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(QModelIndex())
    for row in range(min(model.rowCount(QModelIndex()), rows)):
        yield from (model.index(row, column) for column in range(columns))


def _of_widget(widget: QWidget) -> Iterator[str]:
    if _markup(widget.toolTip()):
        yield f"the tooltip of {rooms.place(widget)}: {widget.toolTip()}"
    if isinstance(widget, QLabel) and widget.textFormat() != widget.textFormat().PlainText and _markup(widget.text()):
        yield f"the words of {rooms.place(widget)}"
    if isinstance(widget, QAbstractButton) and not widget.shortcut().isEmpty():
        yield f"the shortcut {widget.shortcut().toString()} of {rooms.place(widget)}: {widget.text()}"
    if isinstance(widget, QTabBar):
        for index in range(widget.count()):
            if _markup(widget.tabToolTip(index)) or _mnemonic(widget.tabText(index)):
                yield f"tab {widget.tabText(index)!r}"
    if isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from _of_model(widget)
    # an image in a text is this character
    if isinstance(widget, QTextEdit | QPlainTextEdit) and "\ufffc" in widget.toPlainText():
        yield f"an image in {rooms.place(widget)}"
    if isinstance(widget, QGraphicsView) and widget.scene() is not None:
        for item in widget.scene().items():
            if "\ufffc" in (item.toPlainText() if hasattr(item, "toPlainText") else ""):
                yield f"an image in a chart: {item.toHtml()}"


def _hover(widget: QWidget) -> None:
    """Rest the mouse on a widget, or on the lines of a list, so that it shows its tooltip."""
    front = widget.viewport() if isinstance(widget, QAbstractItemView) else widget
    places = [front.rect().center()]
    if isinstance(widget, QAbstractItemView) and widget.model() is not None:
        places += [widget.visualRect(index).center() for index in _cells(widget, 6)]
    for place in places:
        QApplication.sendEvent(front, QHelpEvent(QHelpEvent.Type.ToolTip, place, front.mapToGlobal(place)))
    if isinstance(widget, PaintedChart | PlotChart):
        front = widget.viewport() if isinstance(widget, PlotChart) else widget
        for x in range(8, widget.width(), 24):
            for y in range(8, widget.height(), 24):
                at, none = QPointF(x, y), Qt.MouseButton.NoButton
                keys = Qt.KeyboardModifier.NoModifier
                move = QMouseEvent(QMouseEvent.Type.MouseMove, at, widget.mapToGlobal(at), none, none, keys)
                QApplication.sendEvent(front, move)
                if _markup(QToolTip.text()):
                    _LISTED.append(f"the tooltip of a chart: {QToolTip.text()}")
                    return


_MENUS = {"OverrideGrid": "_ask", "Filters": "_ask_sort"}
"""The menus behind a button that have no name."""


def _walk(root: QWidget, where: str) -> list[str]:
    _LISTED.clear()
    found = []
    for widget in rooms.widgets(root):
        found += list(_of_widget(widget))
        _hover(widget)
    QToolTip.hideText()
    for menu in root.findChildren(QMenu):
        found += list(_of_menu(menu))
    for widget in root.findChildren(QWidget):
        offers = getattr(widget, "_menus", None)
        if isinstance(offers, dict) and callable(getattr(widget, "menu", None)):
            for name in offers:
                found += list(_of_menu(widget.menu(name)))
        ask = getattr(widget, _MENUS.get(type(widget).__name__, ""), None)
        if ask is not None:
            ask()
    rooms.settle()
    return [f"{where}: {each}" for each in found + _LISTED]


@linux
def test_no_name_in_a_project_is_markup_in_any_view_or_dialog(
    opened: Callable[[], bool], window: Callable[[Path], Window], sample: Path
) -> None:
    made = window(sample)
    seen: set[str] = set()
    with watching.network() as network:
        found: list[str] = []
        for name in rooms.VIEWS:
            view: Any = rooms.go(made, name)
            found += _walk(made, name)
            if name == "review":
                for action in ("next-flag", "no-error", "next-flag", "unsure", "next-item", "add-flag"):
                    made.run(action)
                    rooms.settle()
                    found += _walk(made, f"{name} after {action}")
                seen |= {entry.criterion.name for entry in view.stage.item.entries}
            if opened():
                found.append(f"{name}: fetches the picture")
        for name, make in rooms.dialogs(made).items():
            with rooms.shown(make()) as dialog:
                found += _walk(dialog, name)
            if opened():
                found.append(f"{name}: fetches the picture")
    assert made.workspace is not None
    assert made.workspace.session.reviewer_name == NAME and NAME in made.windowTitle()
    assert seen and all(NAME in name for name in seen)
    assert not network
    assert not found, "\n".join(dict.fromkeys(found))


@linux
def test_no_name_is_markup_in_any_chart(
    opened: Callable[[], bool], window: Callable[[Path], Window], sample: Path, tmp_path: Path
) -> None:
    made = window(sample)
    view: Any = rooms.go(made, "scores")
    found: list[str] = []
    drawn = 0
    view.list.leave_out(())  # those of discussions and entities too
    for chart in list_views():
        wait(view.picture_completed, partial(view.show_chart, chart.name))
        found += _walk(view, chart.name)
        drawn += view.page.chart is not None
        if opened():
            found.append(f"{chart.name}: fetches the picture")
    assert drawn > 8
    project = made.workspace.session.project  # type: ignore[union-attr]
    export(project, "report", tmp_path / "report.pdf")
    assert not opened()
    assert not found, "\n".join(dict.fromkeys(found))


@linux
def test_no_name_is_markup_in_a_discussion(
    opened: Callable[[], bool], window: Callable[[Path], Window], discussion: Path
) -> None:
    made = window(discussion)
    view: Any = rooms.go(made, "review")
    found = []
    for tab in range(len(view.stage.item.tabs)):
        view.stage.show_tab(tab)
        rooms.settle()
        found += _walk(made, f"tab {tab}")
    assert not found and not opened(), "\n".join(found)
