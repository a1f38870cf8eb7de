"""Nothing is told by colour alone: turned to grey, and with one grey for all criteria, the views say the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRect, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget

from galley.core.definitions.schemes import read_built_in_schemes
from galley.core.domain import Unit, UnitKind
from galley.gui.scores.drawing import series_style
from galley.gui.shell.window import Window
from galley.gui.text_panes.pane import TextPane
from galley.gui.text_panes.text_marks import MarkState, TextMark
from galley.gui.theme import Mode, Theme
from galley.gui.widgets.badge import paint_letter_badge
from galley.gui.widgets.verdict_pill import VerdictPill
from tests.gui import rooms
from tests.gui.scenes import decided, grabbed

GREY = "#767676"
PATTERNS = ("solid", "dotted", "dashed", "wavy", "double", "dash-dot")
APART = 60
"""Grey levels by which a point differs for the eye."""
ENOUGH = 8
"""Points that must: a stroke of a letter, two gaps of a line."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return rooms.make_project(tmp_path_factory.mktemp("rooms"))


@pytest.fixture(params=[Mode.LIGHT, Mode.DARK])
def window(
    request: pytest.FixtureRequest, project: Path, tmp_path: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Window]:
    """The window with one grey for all criteria and series."""
    monkeypatch.setattr(Theme, "mark", lambda self, colour: QColor(GREY))
    monkeypatch.setattr(Theme, "mark_text", lambda self, colour: QColor(GREY))
    with rooms.window(project, tmp_path, qapp, mode=request.param) as made:
        yield made


def grey(picture: QImage, rect: QRect | None = None) -> np.ndarray:
    """A picture, or a part of it, in levels of grey, 0 to 255."""
    part = (picture.copy(rect) if rect is not None else picture).convertToFormat(QImage.Format.Format_Grayscale8)
    raw = np.frombuffer(bytes(part.constBits()), np.uint8).reshape(part.height(), part.bytesPerLine())
    return raw[:, : part.width()].astype(int)


def differ(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether an eye that sees no colours tells two pictures apart."""
    if one.shape != other.shape:
        return True
    return int((np.abs(one - other) > APART).sum()) >= ENOUGH


def drawn(size: QSize, draw: Callable[[QPainter], object]) -> np.ndarray:
    """What ``draw`` draws on white, in grey, three times as large: shapes count here, not how edges are smoothed."""
    picture = QImage(size * 3, QImage.Format.Format_RGB32)
    picture.fill(0xFFFFFFFF)
    with QPainter(picture) as painter:
        painter.scale(3, 3)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw(painter)
    return grey(picture)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("scheme", sorted(read_built_in_schemes()))
def test_the_letters_of_a_scheme_tell_its_criteria_apart(scheme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Theme, "mark", lambda self, colour: QColor(GREY))
    theme = Theme(Mode.LIGHT)
    badges = {
        criterion.id: drawn(
            QSize(24, 20),
            lambda painter, c=criterion: paint_letter_badge(painter, theme, QRectF(0, 0, 24, 20), c.letter, c.colour),
        )
        for criterion in read_built_in_schemes()[scheme].criteria
    }
    assert badges
    for one, other in combinations(badges, 2):
        assert differ(badges[one], badges[other]), (one, other)


def test_the_lines_under_a_text_differ_in_pattern_and_state(qapp: QApplication) -> None:
    theme = Theme(Mode.LIGHT)
    theme.apply(qapp)
    states = (MarkState.ACCEPTED, MarkState.NO_ERROR, MarkState.UNSURE)
    units = [Unit(n, 1, UnitKind.SENTENCE, n, 0, 26, "the mill stands by the lake") for n in range(len(PATTERNS) + 3)]
    marks = [TextMark(n, 4, 20, GREY, pattern, "A", n) for n, pattern in enumerate(PATTERNS)]
    marks += [TextMark(n, 4, 20, GREY, "solid", "A", n, state) for n, state in enumerate(states, len(PATTERNS))]
    pane = TextPane(theme, "Summary")
    pane.resize(420, 600)
    pane.show()
    try:
        pane.set_document("Summary", units, marks=marks)
        rooms.settle()
        view = pane.view
        picture = grabbed(view.viewport())
        rows = [view._extent(n) for n in range(len(units))]
        high = round(rows[0][1] - rows[0][0])
        seen = [grey(picture, QRect(40, round(top), 360, high)) for top, _ in rows]
        for one, other in combinations(range(len(units)), 2):
            assert differ(seen[one], seen[other]), (marks[one], marks[other])
    finally:
        pane.close()
        pane.deleteLater()


def test_the_flags_of_review_tell_criterion_and_state_without_colour(window: Window) -> None:
    decided(window)
    rooms.settle()
    stage = window.workspace.view.stage  # type: ignore[union-attr]
    flags = next(w for w in rooms.widgets(window) if type(w).__name__ == "FlagList")
    picture = grabbed(flags.viewport())
    badges: dict[str, np.ndarray] = {}
    states: dict[str, np.ndarray] = {}
    for row in range(flags.model().rowCount()):
        index = flags.model().index(row)
        rect = flags.visualRect(index)
        entry = next((e for e in stage.item.entries if e.criterion.name in str(index.data())), None)
        if entry is None or not flags.viewport().rect().contains(rect) or index in flags.selectedIndexes():
            continue
        badges[entry.criterion.letter] = grey(picture, QRect(rect.left(), rect.top(), 46, rect.height() - 1))
        states[entry.words] = grey(picture, QRect(rect.right() - 70, rect.top(), 70, rect.height() // 2))
    assert len(badges) >= 2
    for seen in (badges, states):
        for one, other in combinations(seen, 2):
            assert differ(seen[one], seen[other]), (one, other)


def test_the_verdicts_of_adjudicate_are_words(window: Window) -> None:
    rooms.go(window, "adjudicate")
    pills = [w for w in rooms.widgets(window) if isinstance(w, VerdictPill)]
    seen = {pill.accessibleName(): grey(grabbed(pill)) for pill in pills}
    assert {"yes", "no"} <= set(seen)
    for one, other in combinations(seen, 2):
        assert differ(seen[one], seen[other])


@pytest.mark.usefixtures("qapp")
def test_the_series_of_a_chart_differ_in_marker_and_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series_style, "color", lambda theme, series: QColor(GREY))
    theme = Theme(Mode.LIGHT)

    def line(series: int) -> np.ndarray:
        def draw(painter: QPainter) -> None:
            painter.setPen(series_style.pen(theme, series))
            painter.drawLine(0, 10, 80, 10)

        return drawn(QSize(80, 20), draw)

    def marker(series: int) -> np.ndarray:
        def draw(painter: QPainter) -> None:
            painter.translate(20, 20)
            painter.fillPath(series_style.marker(series, 10.0), QColor(GREY))

        return drawn(QSize(40, 40), draw)

    for one, other in combinations(range(len(series_style.SYMBOLS)), 2):
        assert differ(line(one), line(other)), (one, other)
        assert differ(marker(one), marker(other)), (one, other)


@pytest.mark.parametrize("name", ["review", "adjudicate", "scores"])
def test_a_view_in_grey_can_still_be_read(name: str, window: Window) -> None:
    view = rooms.go(window, name)
    picture = grey(grabbed(view))
    ground = np.bincount(picture.ravel(), minlength=256).argmax()
    assert (np.abs(picture - ground) > 127).mean() > 0.005  # words stand out from the ground
    assert _names(view)


def _names(view: QWidget) -> list[str]:
    """What is drawn and not written, in the words that a screen reader has for it."""
    ours = ("galley.gui.widgets.", "galley.gui.scores.drawing.")
    drawn_ = [w for w in rooms.widgets(view) if type(w).__module__.startswith(ours)]
    return [w.accessibleName() for w in drawn_ if w.accessibleName()]
