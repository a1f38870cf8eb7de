"""Text from 80 to 200 %: on a small screen and a large one nothing is cut without a tooltip that has the rest."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QScreen
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from galley.gui.dialogs.base import Dialog
from galley.gui.dialogs.progress import WorkingDialog
from galley.gui.shell.window import Window
from galley.gui.theme import Mode, Theme
from galley.gui.widgets.elided_label import ElidedLabel
from galley.gui.widgets.pane_head import PaneHead
from tests.gui import rooms
from tests.gui.test_snapshots import MOST_FAR, distance

SCALES = (pytest.param(0.8, marks=pytest.mark.long), 1.0, pytest.param(1.5, marks=pytest.mark.long), 2.0)
SMALL, FULL, LARGEST = QSize(1280, 720), QSize(1920, 1080), QSize(3840, 2160)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return rooms.make_project(tmp_path_factory.mktemp("rooms"))


@contextmanager
def unpainted(project: Path, folder: Path, application: QApplication, **shape: Any) -> Iterator[Window]:
    """The window, which paints nothing from here on: all is laid out, and where things are is asked."""
    with rooms.window(project, folder, application, **shape) as window:
        window.setUpdatesEnabled(False)
        yield window


def cut(root: QWidget) -> Iterator[str]:
    """What in the room of ``root`` has less room than its words need, and does not say them in a tooltip."""
    for widget in rooms.widgets(root):
        why = _too_small(widget) or _out_of_sight(widget)
        if why:
            yield f"{rooms.place(widget)}: {why}"


def at_rest(root: QWidget) -> list[str]:
    """What ``cut`` finds and goes on finding: what is read in the background is laid out when it is there."""
    found = list(cut(root))
    for _ in range(200):
        if not found:
            break
        QTest.qWait(25)
        found = list(cut(root))
    return found


def _too_small(widget: QWidget) -> str:
    has, needs = widget.size(), widget.sizeHint()
    if isinstance(widget, QLabel):
        if not widget.text():
            return ""
        words = re.split(r"[\s\u200b]+", widget.text()) if widget.wordWrap() else [widget.text()]
        wide = max(map(QFontMetricsF(widget.font()).horizontalAdvance, words), default=0.0)
        high = widget.heightForWidth(has.width()) if widget.wordWrap() else needs.height()
        if wide > has.width() + 1 or high > has.height() + 1:
            return f"{widget.text()[:40]!r} needs {round(wide)}x{high} and has {has.width()}x{has.height()}"
    elif isinstance(widget, QAbstractButton):
        if needs.width() > has.width() or needs.height() > has.height():
            return f"{widget.text()[:40]!r} needs {needs.toTuple()} and has {has.toTuple()}"
    elif isinstance(widget, ElidedLabel):
        if needs.width() - 1 > has.width() and widget.text not in _unmarked(widget.toolTip()):
            return f"{widget.text[:40]!r} is cut and its tooltip does not have it"
    elif isinstance(widget, PaneHead):
        if widget.cut and widget.title not in _unmarked(widget.toolTip()):
            return f"{widget.title!r} is cut and its tooltip does not have it"
    elif isinstance(widget, QComboBox | QLineEdit | QSpinBox):
        inner = isinstance(widget.parentWidget(), QComboBox | QAbstractSpinBox)
        high = widget.fontMetrics().height() if inner else needs.height()
        if high > has.height():
            return f"needs {high} pixels and is {has.height()} high"
    return ""


def _unmarked(tooltip: str) -> str:
    for sign, mark in (("<", "&lt;"), (">", "&gt;"), ("&", "&amp;")):
        tooltip = tooltip.replace(mark, sign)
    return tooltip


def _out_of_sight(widget: QWidget) -> str:
    """Whether what is around a control hides part of it, where nothing scrolls."""
    if not isinstance(widget, QLabel | QAbstractButton | QComboBox | QLineEdit | QSpinBox | ElidedLabel | PaneHead):
        return ""
    over = widget.parentWidget()
    while over is not None and not isinstance(over, QAbstractScrollArea):
        over = over.parentWidget()
    seen = widget.visibleRegion().boundingRect().size()
    if over is None and not widget.size().isEmpty() and seen != widget.size():
        return f"only {seen.toTuple()} of {widget.size().toTuple()} is in sight"
    return ""


def loose(dialog: QDialog) -> list[str]:
    """What scrolls in a dialog that could be higher, and room that is kept for what comes later."""
    if not isinstance(dialog, Dialog) or not dialog.fits or dialog.height() >= dialog.maximumHeight():
        return []
    found = ["it scrolls and could be higher"] if dialog._scroller.verticalScrollBar().maximum() else []
    if isinstance(dialog, WorkingDialog):
        page = dialog.current_page
        needed = max(page.heightForWidth(page.width()), page.minimumSizeHint().height())
        found += [f"a gap of {page.height() - needed} pixels"] if page.height() > needed + 40 else []
    return found


@pytest.mark.parametrize("size", [SMALL, FULL], ids=["1280x720", "1920x1080"])
@pytest.mark.parametrize("scale", SCALES)
def test_nothing_is_cut(
    scale: float, size: QSize, project: Path, tmp_path: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QScreen, "availableSize", lambda screen: size)  # all dialogs ask it, also those imported by now
    found: list[str] = []
    with unpainted(project, tmp_path, qapp, scale=scale, size=size) as window:
        for name in rooms.VIEWS:
            rooms.go(window, name)
            rooms.settle()
            found += [f"{name}: {why}" for why in at_rest(window)]
            assert window.size() == size, name
        for name, make in rooms.dialogs(window).items():
            with rooms.shown(make()) as dialog:
                found += [f"{name}: {why}" for why in (*at_rest(dialog), *loose(dialog))]
                if dialog.width() > size.width() or dialog.height() > size.height():
                    found.append(f"{name} is larger than the screen: {dialog.size().toTuple()}")
    assert not found, "\n".join(found)


def test_the_walk_finds_what_is_cut(project: Path, tmp_path: Path, qapp: QApplication) -> None:
    with unpainted(project, tmp_path, qapp) as window:
        assert not at_rest(window)
        accept = next(w for w in rooms.widgets(window) if isinstance(w, QAbstractButton) and w.text() == "Accept")
        accept.setFixedHeight(12)
        assert any("'Accept' needs" in why for why in cut(window))


def test_a_text_size_that_changes_while_all_is_open_cuts_nothing(
    project: Path, tmp_path: Path, qapp: QApplication
) -> None:
    with unpainted(project, tmp_path, qapp, scale=0.8, size=FULL) as window:
        for name in rooms.VIEWS:
            rooms.go(window, name)
        window.scale_text(2.0 / 0.8)
        rooms.settle()
        for name in rooms.VIEWS:
            rooms.go(window, name)
            rooms.settle()
            assert not at_rest(window), name


def test_the_largest_screen_is_used_whole(project: Path, tmp_path: Path, qapp: QApplication) -> None:
    with unpainted(project, tmp_path, qapp, size=LARGEST) as window:
        for name in rooms.VIEWS:
            view = rooms.go(window, name)
            rooms.settle()
            assert window.size() == LARGEST and view.width() == LARGEST.width(), name
            assert not at_rest(window), name


def test_a_pane_that_is_scrolled_away_comes_into_sight_with_the_keyboard(
    project: Path, tmp_path: Path, qapp: QApplication
) -> None:
    with rooms.window(project, tmp_path, qapp, scale=2.0, size=SMALL) as window:
        stage = window.workspace.view.stage  # type: ignore[union-attr]
        rooms.settle()
        panes = [stage.panes.pane(name) for name in ("dialogue", "article", "summary")]
        hidden = [pane for pane in panes if pane.visibleRegion().boundingRect().width() < pane.width()]
        assert hidden  # there is no room for three at this size
        for _ in range(8):
            window.run("next-pane")
            front = next((pane for pane in panes if pane.isAncestorOf(QApplication.focusWidget())), None)
            if front is not None:
                assert front.visibleRegion().boundingRect().width() == front.width()


def test_the_head_of_a_pane_has_a_tooltip_only_where_it_is_cut(qapp: QApplication) -> None:
    theme = Theme(Mode.LIGHT)
    head = PaneHead(theme, "Dialogue", "9 turns, 5 <b>not</b> covered")
    head.resize(400, 34)
    assert not head.cut and head.accessibleName() == "Dialogue, 9 turns, 5 <b>not</b> covered"
    head.resize(120, 34)
    head.set("Dialogue", "9 turns, 5 <i>not</i> covered")
    assert head.cut and head.toolTip() == "<span>Dialogue, 9 turns, 5 &lt;i&gt;not&lt;/i&gt; covered</span>"


def test_two_pixels_a_point_draw_the_same_window_twice_as_sharp(project: Path, tmp_path: Path) -> None:
    pictures = {}
    for factor in ("1", "2"):
        target = tmp_path / f"{factor}.png"
        environment = {
            **os.environ,
            "QT_QPA_PLATFORM": "offscreen",
            "QT_SCALE_FACTOR": factor,
            "GALLEY_HOME": str(tmp_path / factor),
            "GALLEY_SIZE": "1280x720",
        }
        command = [sys.executable, "-m", "galley.core.cli", "open", str(project), "--screenshot", str(target)]
        subprocess.run(command, check=True, env=environment, timeout=60)
        pictures[factor] = QImage(str(target))
    one, two = pictures["1"], pictures["2"]
    assert two.size() == one.size() * 2 == QSize(2560, 1440)
    _, far, _ = distance(one, two.scaled(one.size(), mode=Qt.TransformationMode.SmoothTransformation))
    assert far < MOST_FAR  # the same places
    mean, _, _ = distance(two, one.scaled(two.size(), mode=Qt.TransformationMode.SmoothTransformation))
    assert mean > 0  # but not the same points made large
