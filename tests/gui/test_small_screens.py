"""On small screens nothing that decides is cut, on large ones no line is too long to read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QLineEdit,
    QTextEdit,
    QWidget,
)

from galley.core.domain import Unit, UnitKind
from galley.gui.dialogs import keys_dialog
from galley.gui.review.relabel_grid import OverrideGrid
from galley.gui.shell.window import STEP
from galley.gui.text_panes.gutter import Gutter, GutterKind
from galley.gui.text_panes.summary_tabs import SummaryTabs
from galley.gui.theme import Mode, Theme
from galley.gui.theme.contrast import TEXT_CONTRAST, contrast
from galley.gui.translation import tr
from galley.gui.widgets.line_list import LineList
from galley.gui.widgets.pane_head import PaneHead
from galley.gui.widgets.segmented import SegmentedControl
from tests.gui import rooms
from tests.gui.review_desk import FLAGS, Desk, desk, flag, item, make_project
from tests.gui.scenes import sample_project

__all__ = ["desk"]
SMALL = (QSize(1280, 720), QSize(1366, 768))


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sample_project(tmp_path_factory.mktemp("sample"))


def count_controls(root: QWidget) -> list[str]:
    """The controls in sight: buttons, fields, and lists, texts, tab bars, segments and the relabel grid as one each."""
    as_one = (QAbstractItemView, LineList, QAbstractScrollArea, SegmentedControl, SummaryTabs, OverrideGrid)
    names: list[str] = []

    def walk(widget: QWidget) -> None:
        for child in widget.children():
            if not isinstance(child, QWidget) or not child.isVisible():
                continue
            is_frame = isinstance(child, QAbstractScrollArea) and not child.focusPolicy() & Qt.FocusPolicy.TabFocus
            if isinstance(child, (*as_one, QAbstractButton, QLineEdit, QTextEdit)) and not is_frame:
                names.append(type(child).__name__)
            else:
                walk(child)

    walk(root)
    return names


@pytest.mark.parametrize("size", SMALL, ids=lambda size: f"{size.width()}x{size.height()}")
def test_at_most_22_controls_are_in_sight_at_first(
    sample: Path, tmp_path: Path, qapp: QApplication, size: QSize
) -> None:
    with rooms.window(sample, tmp_path, qapp, size=size) as window:
        window.workspace.notice.hide()
        rooms.settle()
        names = count_controls(window)
        assert len(names) <= 22 and {"OverrideGrid", "SegmentedControl", "FlagList", "QueueList"} <= {*names}, names


@pytest.mark.parametrize("size", SMALL, ids=lambda size: f"{size.width()}x{size.height()}")
def test_all_that_decides_is_whole(sample: Path, tmp_path: Path, qapp: QApplication, size: QSize) -> None:
    """Of every flag of the sample the criterion's definition, the explanation, the quotes and the judge's record, and
    every choice by its name; and the heads of the texts stand on one line."""
    with rooms.window(sample, tmp_path, qapp, size=size) as window:
        stage: Any = window.workspace.view.stage  # type: ignore[union-attr]
        detail, shown = stage.flags.detail, stage.flags.list
        page = detail._scroll.widget()
        window.setUpdatesEnabled(False)  # where things are is asked, not what is drawn
        seen = 0
        for row in list(stage.queue.model.ids):
            stage.open_item(row)
            rooms.settle()
            heads = [head for head in stage.panes.findChildren(PaneHead) if head.isVisible()]
            assert len(heads) > 1 and not [
                head.accessibleName() for head in heads if not head._beside(head.shown_summary)
            ]
            for at, entry in enumerate(stage.item.entries):
                stage.choose_flag(at)
                rooms.settle()
                key = (stage.item.view.key, at)
                lowest = detail._record_bar if detail._record_bar.isVisible() else detail._who
                bottom = lowest.mapTo(page, lowest.rect().bottomLeft()).y()
                assert bottom < detail._scroll.viewport().height(), key
                assert detail._brief.isVisible() and not detail._definition.isVisible(), key
                words = detail._explanation
                assert not entry.verdict.explanation or words.height() >= words.heightForWidth(words.width()), key
                for button in detail.grid._buttons:
                    assert button.isHidden() or button.width() >= button.natural_width, (key, button.text())
                for button in (detail.accept, detail.override, detail.doubt):
                    assert button.width() >= button.sizeHint().width(), (key, button.text())
                lit = shown.visualRect(shown.currentIndex())
                assert shown.viewport().rect().contains(lit), f"{key}: the row that is lit is out of sight"
                seen += 1
        assert seen > 200
        cut = [head.accessibleName() for head in window.findChildren(PaneHead) if head.isVisible() and head.cut]
        assert not cut


def test_the_list_gives_room_to_a_long_reason_and_has_it_back_with_the_next(desk: Desk) -> None:
    long = flag("sum-a", 1, "wrong-linking", (3, 9), explanation="It says so, and then it says why. " * 18)
    shorter = flag("sum-b", 0, "changed-meaning", (3, 9), explanation="It says so, and then it says why. " * 17)
    window = desk.open([item("one", [*FLAGS, long, shorter]), item("two", FLAGS)])
    column = window.stage.flags
    window.resize(1280, 700)
    rooms.settle()
    usual = column.split.sizes()
    at, near = (
        next(i for i, e in enumerate(window.entries) if e.criterion.id == name and len(e.verdict.explanation) > 300)
        for name in ("wrong-linking", "changed-meaning")
    )
    window.stage.choose_flag(at)
    rooms.settle()
    grown = column.split.sizes()
    assert grown[1] > usual[1] and column.list.height() >= column.list.least_height
    assert window.stage.state()["heights"] == usual, "what is remembered is not what one flag needed"
    edges = []
    for index in (0, at, near, at, 0):
        window.stage.choose_flag(index)
        rooms.settle()
        edges.append(column.split.sizes())
        assert column.detail.get_needed_height(column.detail.width()) <= edges[-1][1], "all of it is in sight"
    assert edges[0] == edges[-1] == usual and column.head.isVisible()
    assert edges[1] == edges[2] == edges[3] == grown, "it does not go down for a line"
    window.stage.choose_flag(at)
    window.stage.step_item(1)
    rooms.settle()
    assert column.split.sizes() == usual and column.head.isVisible()
    column.split.moveSplitter(usual[0] + 60, 1)
    window.stage.step_item(-1)
    window.stage.choose_flag(at)
    rooms.settle()
    assert column.split.sizes()[0] >= usual[0] + 60, "where the user puts the edge it stays"


def test_evidence_stays_in_sight_when_the_window_has_another_size(desk: Desk) -> None:
    turns = [{"speaker": "Ada", "text": f"Turn {n} says something about the lake. " * 2} for n in range(30)]
    documents = [
        {"id": "dialogue", "role": "dialogue", "turns": turns},
        {"id": "sum", "role": "summary", "system": "alpha", "sentences": ["The lake is deep."]},
    ]
    named = flag("sum", 0, "changed-meaning", evidence=[{"document": "dialogue", "unit": 19, "quote": "the lake"}])
    window = desk.open([item("one", [named], documents=documents)])
    view = window.stage.panes.pane("dialogue").view
    for width, height in ((1280, 640), (760, 560), (1440, 820), (2400, 1200), (1024, 560), (1440, 820)):
        window.resize(width, height)
        rooms.settle()
        assert view.is_fully_visible(19), (width, height)
    view.verticalScrollBar().setValue(0)
    assert not view.is_fully_visible(19)
    window.resize(1280, 640)
    rooms.settle()
    assert view.verticalScrollBar().value() == 0, "who scrolled away from it is not taken back"


def test_no_line_of_a_text_has_more_than_84_characters(sample: Path, tmp_path: Path, qapp: QApplication) -> None:
    longest = 0
    with rooms.window(sample, tmp_path, qapp, size=QSize(3840, 1440)) as window:
        stage: Any = window.workspace.view.stage  # type: ignore[union-attr]
        for row in list(stage.queue.model.ids):
            stage.open_item(row)
            rooms.settle()
            for pane in stage.panes.visible_panes():
                pane.view._extent(len(pane.units) - 1)
                block = pane.view.document().begin()
                while block.isValid():
                    layout = block.layout()
                    for line in (layout.lineAt(n) for n in range(layout.lineCount())):
                        words = block.text()[line.textStart() :][: line.textLength()]
                        longest = max(longest, len(words.strip()))
                    block = block.next()
    assert 70 <= longest <= 84


class Pens:
    """A painter that notes in which colour it would draw what."""

    def __init__(self) -> None:
        self.drawn: dict[str, str] = {}
        self._pen = ""

    def setFont(self, font: object) -> None:
        pass

    def setPen(self, colour: QColor) -> None:
        self._pen = colour.name()

    def drawText(self, at: object, words: str) -> None:
        self.drawn[words] = self._pen


@pytest.mark.parametrize("mode", [Mode.LIGHT, Mode.DARK])
@pytest.mark.parametrize("kind", list(GutterKind))
def test_the_numbers_that_evidence_names_can_be_read(qapp: QApplication, mode: Mode, kind: GutterKind) -> None:
    theme, pens = Theme(mode), Pens()
    units = [Unit(1, 1, UnitKind.TURN, 6, 0, 4, "Text", "Ada")]
    Gutter(theme, kind, units).paint(pens, 0, 20.0)  # type: ignore[arg-type]
    for ground in theme.roles.grounds():
        assert contrast(pens.drawn["7"], ground) >= TEXT_CONTRAST


def test_a_head_that_does_not_fit_on_a_line_has_two_and_moves_nothing(qapp: QApplication) -> None:
    head = PaneHead(Theme(Mode.LIGHT), "Zusammenfassung", "4 Sätze, 3 markiert")
    head.resize(320, head.sizeHint().height())
    wide = head.grab().toImage()
    head.resize(200, head.sizeHint().height())
    narrow = head.grab().toImage()
    assert not head.cut and head.toolTip() == "" and narrow.height() == wide.height()
    ground = narrow.pixelColor(2, 2)

    def inked(image: Any, rows: range) -> bool:
        return any(image.pixelColor(x, y) != ground for y in rows for x in range(14, 80))

    middle = wide.height() // 2
    assert not inked(wide, range(middle + 8, wide.height())) and inked(narrow, range(middle + 2, wide.height()))
    head.resize(90, head.sizeHint().height())
    head.grab()
    assert head.cut and head.toolTip()
    head.deleteLater()


def test_the_keys_of_review_fit_720_pixels(tmp_path: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys_dialog, "room", lambda parent: QSize(1280, 720))
    with rooms.window(sample_project(tmp_path), tmp_path, qapp, size=QSize(1280, 720)) as window:
        for view in rooms.VIEWS:
            with rooms.shown(keys_dialog.KeyHelp(window, window.theme, window.keys, view)) as made:
                rooms.settle()
                assert made.height() <= 720 and made.area.verticalScrollBar().maximum() == 0, view
                said = [label.text() for label in made.findChildren(keys_dialog.Label)]
                assert tr("Show Review, Adjudicate, Scores, Runs or Plan") in said


def test_at_twice_the_size_the_voices_and_the_reason_are_in_sight(tmp_path: Path, qapp: QApplication) -> None:
    with rooms.window(sample_project(tmp_path), tmp_path, qapp, scale=2.0, size=QSize(1280, 720)) as window:
        column = rooms.go(window, "adjudicate").stage.right  # type: ignore[attr-defined]
        lead, card = column._lead, column.cards()[0]
        place = QRect(card.mapTo(column, QPoint()), card.size())
        foot = column._foot.mapTo(column, QPoint()).y()
        assert not lead.isVisible() and place.bottom() <= foot, "the first voice with its words, and the reason"
        assert column.rect().contains(QRect(column.note.mapTo(column, QPoint()), column.note.size()))
        window.resize(1280, 1800)
        rooms.settle()
        assert lead.isVisible()
        runs = rooms.go(window, "runs")
        assert runs.table.minimumHeight() >= 150  # type: ignore[attr-defined]


def test_an_explanation_keeps_four_lines_and_the_digits_fold_first(tmp_path: Path, qapp: QApplication) -> None:
    words = "It says so, and then it says why, at some length, so that it takes many lines. " * 12
    long = flag("sum-a", 1, "wrong-linking", (3, 9), explanation=words)
    project = make_project(tmp_path / "fold.galley", [item("one", [*FLAGS, long])])
    with rooms.window(project, tmp_path, qapp, size=SMALL[1]) as window:
        theme, stage = window.theme, window.workspace.view.stage  # type: ignore[union-attr]
        detail = stage.flags.detail
        at = next(i for i, entry in enumerate(stage.item.entries) if entry.verdict.explanation == words)
        explanation, viewport, grid = detail._explanation, detail._scroll.viewport(), detail.grid

        def count_lines() -> float:
            lines = explanation._paragraph(explanation.width()).layout.lineCount()
            room = viewport.height() - explanation.mapTo(viewport, QPoint(0, 0)).y()
            return float(lines * min(1.0, room / explanation.height()))

        folded = []
        for step in range(5):
            theme.set_scale(STEP**step)
            stage.choose_flag(0)
            stage.choose_flag(at)
            rooms.settle()
            assert window.size() == SMALL[1] and count_lines() >= 3.95, step
            digits = [button.isVisible() for button in grid._buttons[: len(detail.digits)]]
            assert all(digits) or not any(digits)
            folded.append(not any(digits))
            assert grid._more.isVisible() is folded[-1]
        assert folded[-1] and not folded[0] and folded == sorted(folded)
        asked = []
        grid.chosen.connect(asked.append)
        place = next(place for place in detail.digits if grid._criteria[place].id != "wrong-linking")
        detail.press(place)
        assert asked == [grid._criteria[place].row], "the keys work while they are folded"
