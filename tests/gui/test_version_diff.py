"""Versions as a surface: before and after beside each other, told by weight and shape, decided by the usual keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from galley.core.judges.qa.difference import SentenceFate, Stretch, inline
from galley.core.papers.longsumeval.acceptance import build_accepted_text, versions
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter as Writer
from galley.core.review.items import FlagState, load_item_view
from galley.gui.papers.longsumeval.version_page import VersionPage
from galley.gui.papers.longsumeval.version_rows import VersionHead, VersionRow, formats
from galley.gui.review.end_lines import TargetHead
from tests.core.asked_projects import refined
from tests.core.qa_making import criteria, record
from tests.core.test_qa_refine import LONGER, MENDED
from tests.gui.review_desk import Desk, DeskWindow, desk

__all__ = ["desk"]
K, B, M = Qt.Key, Qt.MouseButton, Qt.KeyboardModifier
FIRST = "The Harrow bridge opened in 1913. It was drawn by Ida Falk."


def page(window: DeskWindow) -> VersionPage:
    return window.findChild(VersionPage)


def names(window: DeskWindow) -> list[str]:
    return [line.name for line in page(window).list.lines]


def opened(desk: Desk, path: Path, key: str = "a") -> DeskWindow:
    window = desk.open(path=path)
    window.stage.holding.take_task("refined/changes")
    desk.until(lambda: window.session.at_rest and page(window) is not None and window.key() == key)
    return window


def decide(desk: Desk, window: DeskWindow, *keys: Qt.Key) -> None:
    for key in keys:
        with desk.bot.waitSignal(window.session.changed):
            desk.press(window, key)


def test_words_that_came_and_went_are_told_in_one_text() -> None:
    assert inline("It opened in 1913.", "It opened in 1912.") == [
        Stretch(SentenceFate.KEPT, "It opened in"),
        Stretch(SentenceFate.REMOVED, " 1913"),
        Stretch(SentenceFate.ADDED, " 1912"),
        Stretch(SentenceFate.KEPT, "."),
    ]
    assert inline("", "New.") == [Stretch(SentenceFate.ADDED, "New.")]
    assert inline("Old.", "") == [Stretch(SentenceFate.REMOVED, "Old.")]
    assert inline("桥开了。", "桥开了。") == [Stretch(SentenceFate.KEPT, "桥开了。")]
    for before, after in (("a b c", "a c"), ("It was, in May, sold.", "It was sold in June."), ("x", "y z")):
        said = inline(before, after)
        for text, gone in ((before, SentenceFate.ADDED), (after, SentenceFate.REMOVED)):
            shown = "".join(s.text for s in said if s.kind is not gone)
            assert "".join(shown.split()) == "".join(text.split())


def test_both_versions_stand_beside_each_other_over_the_source(desk: Desk, tmp_path: Path) -> None:
    window = opened(desk, refined(tmp_path))
    shown = page(window)
    assert shown.isVisible() and not window.stage.panes.isVisible()
    assert names(window) == [
        "a, a refined 1",
        "~ reworded, open: The Harrow bridge opened in 1912. Before: The Harrow bridge opened in 1913.",
        "It was drawn by Ida Falk.",
        "Feedback, 1 used",
        "When did the Harrow bridge open? Summary: 1913 · Source: 1912",
        "As accepted, 0 accepted, 0 rejected, 1 open",
        f"Open changes keep the old words.: {FIRST}",
    ]
    assert (shown.head.title, shown.head.summary) == ("Version 1", "to fix consistency")
    assert [line.place for line in shown.list.lines if line.selectable] == [0]
    assert [pane.isVisible() for pane in shown.sources.values()].count(True) == 1
    desk.press(window, K.Key_BracketRight)
    assert names(window)[0] == "a refined 1, a refined 2"
    assert "+ added, open: It cost two million crowns." in names(window)


def test_what_came_is_underlined_and_bold_and_what_went_struck_through(desk: Desk, tmp_path: Path) -> None:
    window = opened(desk, refined(tmp_path))
    row = page(window).list.lines[1]
    assert isinstance(row, VersionRow)
    dressed = []
    for column in row.columns:
        text = "".join(s.text for s in column)
        for part in formats(desk.theme, column):
            look, words = part.format, text[part.start : part.start + part.length]
            dressed.append((words, look.fontStrikeOut(), look.fontUnderline(), look.fontWeight()))
    assert [each[:3] for each in dressed] == [("1913", True, False), ("1912", False, True)]
    assert dressed[1][3] >= 700 > dressed[0][3]
    astral = formats(desk.theme, [Stretch(SentenceFate.KEPT, "🏕️"), Stretch(SentenceFate.ADDED, " 🏕")])
    assert (astral[0].start, astral[0].length) == (4, 2), "Qt counts UTF-16 units"


def test_keys_decide_what_is_lit_and_the_text_follows(desk: Desk, tmp_path: Path) -> None:
    window = opened(desk, refined(tmp_path))
    decide(desk, window, K.Key_A)
    assert window.stage.current == 1 and page(window).head.title == "Version 2", "on to the next version"
    desk.press(window, K.Key_K)
    assert names(window)[-2:] == ["As accepted, 1 accepted, 0 rejected, 0 open", MENDED]
    decide(desk, window, K.Key_X)
    assert names(window)[-1] == FIRST and names(window)[1].startswith("~ reworded, rejected")
    decide(desk, window, K.Key_U)
    assert "1 open" in names(window)[-2]
    desk.press(window, K.Key_Z, M.ControlModifier)
    desk.until(lambda: names(window)[1].startswith("~ reworded, rejected"))
    view, rows = load_item_view(window.session.connection(), 1), criteria(window.session.project)
    assert build_accepted_text(view, versions(view)[0], rows, window.session.reviewer).rejected_count == 1
    desk.press(window, K.Key_J)
    decide(desk, window, K.Key_A)
    view = load_item_view(window.session.connection(), 1)
    assert build_accepted_text(view, versions(view)[1], rows, window.session.reviewer).text == LONGER
    assert not check(window.session.project)


def test_the_end_of_the_item_comes_and_one_key_goes_on(desk: Desk, tmp_path: Path) -> None:
    window = opened(desk, refined(tmp_path))
    decide(desk, window, K.Key_A)
    desk.until(lambda: len(window.stage.read_tracker.read()) == 4)
    decide(desk, window, K.Key_A)
    ending = window.view.ending
    assert ending.is_shown
    desk.until(lambda: window.session.at_rest)
    heads = [(line.title, line.read) for line in ending.page.list.lines if isinstance(line, TargetHead)]
    assert heads == [("a refined 1", True), ("a refined 2", True)]
    desk.press(window, K.Key_Return)
    desk.until(lambda: window.key() == "b")
    assert window.states() == [FlagState.OPEN] * 2


@pytest.mark.parametrize("button", [B.LeftButton, B.RightButton])
def test_a_click_lights_a_change_and_nothing_else(desk: Desk, tmp_path: Path, button: Qt.MouseButton) -> None:
    window = opened(desk, refined(tmp_path))
    desk.press(window, K.Key_BracketRight)
    shown = page(window).list
    for row in range(len(shown.lines)):
        QTest.mousePress(shown.viewport(), button, M.NoModifier, shown.visualRect(shown.model().index(row, 0)).center())
        assert window.stage.current == 1
    assert shown.lines[shown.current].place == 1
    assert window.stage.flags.detail.override.text() == "Reject", "a change is no error"
    QTest.mouseClick(window.stage.flags.detail.override, B.LeftButton)
    desk.until(lambda: "rejected" in window.words())


def test_feedback_that_was_crossed_out_is_struck_through(desk: Desk, tmp_path: Path) -> None:
    path = refined(tmp_path)
    with Project.open(path) as project:
        view, rows = load_item_view(project.read_connection(), 1), criteria(project)
        (fault,) = [v for v in view.flags() if v.cell.criterion == rows["inconsistent"]
                    and view.document(v.cell.target).name == "sum-a"]  # fmt: skip
        Writer(project, "rea").override(1, fault).result()
    window = opened(desk, path)
    assert names(window)[4] == "crossed out: When did the Harrow bridge open? Summary: 1913 · Source: 1912"


def test_other_people_are_not_seen(desk: Desk, tmp_path: Path) -> None:
    path = refined(tmp_path)
    with Project.open(path) as project:
        for flag in load_item_view(project.read_connection(), 1).flags():
            Writer(project, "bob").accept(1, flag).result()
    window = opened(desk, path)
    assert names(window)[-1].endswith(FIRST) and names(window)[1].startswith("~ reworded, open")


def test_texts_of_models_are_plain(desk: Desk) -> None:
    text = "<b>The Harrow</b> bridge opened in 1912\u202e.\nIgnore \x07 all <img src=x> rules."
    row = VersionRow([[Stretch(SentenceFate.REMOVED, text)], [Stretch(SentenceFate.ADDED, text)]])
    assert "<b>The Harrow</b>" in row.name and "\u202e" not in row.name and "\x07" not in row.name
    assert VersionHead("a", "b", "c").name == "a, c, b"


def test_a_version_whose_predecessor_is_gone_has_its_words_said(desk: Desk, tmp_path: Path) -> None:
    told: dict[str, Any] = {"refined": {"round": "x", "from": "nothing", "feedback": "none"}}
    summary = {"id": "s", "role": "summary", "system": "z", "sentences": ["A bridge."], "meta": told}
    verdict = {"annotator": "m", "kind": "judge", "scheme": "refinement", "criterion": "added", "document": "s",
               "unit": 0, "value": "yes"}  # fmt: skip
    broken = {"key": "c", "documents": [record()["documents"][0], summary], "verdicts": [verdict]}
    window = opened(desk, refined(tmp_path, broken))
    window.stage.open_item(3)
    assert window.key() == "c" and "no longer in the item" in page(window).head.summary
    assert window.states() == [FlagState.OPEN], "it can be decided all the same"
