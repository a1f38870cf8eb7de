"""The small shared widgets: what they say, show and emit, in both themes and at every text size."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from galley.gui.theme import Mode, Theme
from galley.gui.widgets.badge import LetterBadge, WordBadge, paint_letter_badge
from galley.gui.widgets.chip import Chip
from galley.gui.widgets.elided_label import ElidedLabel
from galley.gui.widgets.interval_bar import IntervalBar
from galley.gui.widgets.key_button import KeyButton
from galley.gui.widgets.key_cap import KeyCap
from galley.gui.widgets.progress_hairline import ProgressHairline
from galley.gui.widgets.segmented import SegmentedControl


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme(Mode.LIGHT)


@pytest.fixture
def gallery() -> ModuleType:
    spec = importlib.util.spec_from_file_location("gallery", Path(__file__).with_name("gallery.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_gallery_writes_every_picture_in_both_themes(
    gallery: ModuleType, tmp_path: Path, qapp: QApplication
) -> None:
    before = (qapp.palette(), qapp.styleSheet(), qapp.font())
    try:
        gallery.main(tmp_path)
    finally:
        qapp.setPalette(before[0])
        qapp.setStyleSheet(before[1])
        qapp.setFont(before[2])
    names = sorted(path.stem for path in tmp_path.iterdir())
    parts = ("odd_panes", "review_panes", "small_widgets")
    assert names == sorted(f"{part}-{mode}" for part in parts for mode in ("dark", "light"))
    for part in parts:
        light, dark = (QImage(str(tmp_path / f"{part}-{mode}.png")) for mode in ("light", "dark"))
        assert light.pixelColor(5, light.height() - 5).lightness() > 200
        assert dark.pixelColor(5, dark.height() - 5).lightness() < 60


def test_a_chip_is_toggled_and_named_with_its_count(theme: Theme, qtbot: QtBot) -> None:
    chip = Chip(theme, "Ties", 12)
    qtbot.addWidget(chip)
    assert chip.accessibleName() == "Ties 12"
    with qtbot.waitSignal(chip.toggled):
        qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert chip.isChecked()
    width = chip.sizeHint().width()
    chip.set_count(1200)
    assert chip.accessibleName() == "Ties 1,200"
    assert chip.sizeHint().width() > width


def test_a_segment_is_chosen_by_mouse_and_keys_but_silent_from_code(theme: Theme, qtbot: QtBot) -> None:
    control = SegmentedControl(theme, [("review", "Review"), ("scores", "Scores"), ("runs", "Runs")])
    qtbot.addWidget(control)
    control.resize(control.sizeHint())
    with qtbot.assertNotEmitted(control.chosen):
        control.set_current("scores")
    with qtbot.waitSignal(control.chosen) as found:
        qtbot.mouseClick(control, Qt.MouseButton.LeftButton, pos=QPoint(control.width() - 10, 10))
    assert found.args == ["runs"]
    with qtbot.waitSignal(control.chosen) as found:
        qtbot.keyClick(control, Qt.Key.Key_Left)
    assert (found.args, control.current) == (["scores"], "scores")
    with qtbot.assertNotEmitted(control.chosen):
        qtbot.mouseClick(control, Qt.MouseButton.LeftButton, pos=QPoint(control.width() // 2 + 10, 10))
    with pytest.raises(ValueError):
        control.set_current("nothing")


def test_a_key_button_shows_what_stands_and_clicks(theme: Theme, qtbot: QtBot) -> None:
    button = KeyButton(theme, "Accept", "A", primary=True)
    qtbot.addWidget(button)
    with qtbot.waitSignal(button.clicked):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert button.accessibleDescription() == "Key A"
    button.set_chosen(True)
    assert button.accessibleName() == "Accept, chosen"
    before = button.sizeHint().width()
    button.set_key("Ctrl Shift A")
    assert button.sizeHint().width() > before + 30


def test_a_label_is_cut_and_tells_the_rest_as_plain_text(theme: Theme, qtbot: QtBot) -> None:
    label = ElidedLabel(theme, "a <b>name</b>\nthat is far too long for its column")
    qtbot.addWidget(label)
    label.resize(60, 20)
    label.show()
    assert label.text == "a <b>name</b> that is far too long for its column"
    assert "&lt;b&gt;" in label.toolTip()
    label.resize(2000, 20)
    assert label.toolTip() == ""


def test_figures_are_checked_and_said_in_words(theme: Theme, qtbot: QtBot) -> None:
    bar = IntervalBar(theme)
    qtbot.addWidget(bar)
    assert bar.accessibleName() == "No figure yet"
    bar.set_figures(0.51, 0.62, 0.72)
    assert bar.accessibleName() == "62%, interval 51% to 72%"
    with pytest.raises(ValueError):
        bar.set_figures(0.7, 0.6, 0.8)
    progress = ProgressHairline(theme)
    qtbot.addWidget(progress)
    progress.set_share(1.7, "200 of 200 items")
    assert (progress.share, progress.accessibleName()) == (1.0, "200 of 200 items")


def test_a_badge_keeps_its_letter_readable(theme: Theme, qapp: QApplication) -> None:
    for mode in (Mode.LIGHT, Mode.DARK):
        theme.set_mode(mode)
        image = QImage(48, 40, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        paint_letter_badge(painter, theme, QRectF(0, 0, 48, 40), "M", "#E69F00")
        painter.end()
        colours = {image.pixelColor(x, y).name() for x in range(48) for y in range(40)}
        assert theme.mark("#E69F00").name() in colours
        assert theme.text_color_on(theme.mark("#E69F00")).name() in colours


def test_every_widget_grows_with_the_text_size(theme: Theme, qtbot: QtBot) -> None:
    widgets = [
        Chip(theme, "Open flags"),
        KeyCap(theme, "Ctrl Z"),
        KeyButton(theme, "Accept", "A"),
        SegmentedControl(theme, [("a", "Review"), ("b", "Runs")]),
        ElidedLabel(theme, "words"),
        LetterBadge(theme, "U"),
        WordBadge(theme, "verbatim"),
    ]
    before = [widget.sizeHint() for widget in widgets]
    theme.set_scale(2.0)
    for widget, size in zip(widgets, before, strict=True):
        qtbot.addWidget(widget)
        assert widget.sizeHint().height() >= 1.7 * size.height(), type(widget).__name__
        assert widget.sizeHint().width() >= 1.7 * size.width(), type(widget).__name__


def test_every_list_that_is_pressed_says_what_a_press_does() -> None:
    """Nothing stands in for it that would fail, or do nothing, at the first press."""
    from galley.gui.review.flag_list import FlagList
    from galley.gui.text_panes.queue_list import QueueList
    from galley.gui.widgets.line_list import LineList
    from galley.gui.widgets.row_press import RowPressMixin

    assert "press_row" not in vars(RowPressMixin)
    assert all("press_row" in vars(kind) for kind in (FlagList, QueueList, LineList))
    assert {FlagList, QueueList, LineList} <= set(RowPressMixin.__subclasses__())
    for kind in RowPressMixin.__subclasses__():
        assert callable(getattr(kind, "press_row", None)), kind
