"""The flagged sentence over its sources: what no source holds, the judge's evidence first, and omissions."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from galley.gui.review import passage_line
from galley.gui.review.alignment_panel import AlignmentPanel
from galley.gui.theme import Mode, Theme, Type
from tests.gui.matrices import matrices
from tests.gui.review_desk import FLAGS, ITEM, Desk, DeskWindow, desk, flag, item

__all__ = ["desk"]


def shown(desk: Desk, window: DeskWindow) -> AlignmentPanel:
    panel = window.stage._centre.alignment
    desk.press(window, Qt.Key.Key_I)
    desk.until(lambda: panel.isVisible() and panel.lines[0].isVisible())
    return panel


def texts(panel: AlignmentPanel, at: int, what: str) -> list[str]:
    marked = panel.lines[at].marked_text
    return [marked.text[span.start : span.end] for span in getattr(marked, what)]


def test_what_no_source_holds_is_marked_and_the_judges_evidence_comes_first(desk: Desk) -> None:
    said = flag("sum-a", 1, "changed-meaning", (20, 29), explanation="The source says four crowns.",
                evidence=[{"document": "article", "unit": 1, "quote": "Maps"}])  # fmt: skip
    window = desk.open([item("k-1", [said])])
    panel = shown(desk, window)
    assert panel.lines[0].marked_text.text == "It sells coffee and postcards until noon."
    assert texts(panel, 0, "unheld") == ["postcards"] and texts(panel, 0, "matched_spans") == [
        "sells",
        "coffee",
        "noon",
    ]
    assert [line._under for line in panel.lines[1:3]] == ["the judge's evidence", "nearest by words"]
    assert panel.lines[1].marked_text.text == "Maps cost four crowns." and texts(panel, 1, "explained_spans") == [
        "four",
        "crowns",
    ]
    assert panel.lines[2]._label == "dialogue 2, Ben" and texts(panel, 2, "matched_spans") == ["noon", "sell", "coffee"]
    assert "In no source: postcards." in panel.lines[0].accessibleName()
    QTest.mouseClick(panel.lines[2], Qt.MouseButton.LeftButton)
    assert window.stage.item.units[window.stage.panes.focus.unit][0].speaker == "Ben"
    desk.press(window, Qt.Key.Key_I)
    assert not panel.isVisible()


def test_it_follows_the_flag_in_front_and_an_omission_has_the_summarys_sentences_below(desk: Desk) -> None:
    window = desk.open([item("k-1", FLAGS)])
    panel = shown(desk, window)
    omission = next(i for i, entry in enumerate(window.entries) if entry.criterion.id == "missed-turn")
    window.stage.choose_flag(omission)
    desk.until(lambda: panel.lines[0]._under == "flagged as left out")
    assert panel.lines[0].marked_text.text == ITEM["documents"][0]["turns"][2]["text"] and not texts(panel, 0, "unheld")
    window.stage.choose_flag(omission + 1)
    desk.until(lambda: panel.lines[0].marked_text.text == "Ben will buy the map.")
    assert {line._label for line in panel.lines if line.isVisible()} >= {"dialogue 3, Ada"}


def test_what_is_asked_about_is_not_called_flagged(desk: Desk, tmp_path: Path) -> None:
    """Nobody flagged it; an opinion is without the signs that mark its clear words."""
    window = desk.open(path=matrices(tmp_path))
    assert "**" in window.stage.entry.unit.text
    panel = shown(desk, window)
    assert panel.lines[0]._under == "asked about" and panel.lines[0]._label == "opinion 1"
    assert "**" not in panel.lines[0].marked_text.text and "Quarry Street" in panel.lines[0].marked_text.text


def test_where_nothing_comes_near_that_is_said(desk: Desk) -> None:
    alone = {**item("k-1", [flag("sum-a", 0, "changed-meaning")])}
    documents = deepcopy(alone["documents"])
    next(each for each in documents if each["id"] == "sum-a")["sentences"][:1] = ["Zebras wander."]
    window = desk.open([{**alone, "documents": documents}])
    panel = shown(desk, window)
    assert [line.isVisible() for line in panel.lines] == [True, True, False, False]
    assert "No passage of the sources" in panel.lines[1].marked_text.text
    before = window.stage.panes.focus
    QTest.mouseClick(panel.lines[1], Qt.MouseButton.LeftButton)
    assert window.stage.panes.focus == before, "it leads nowhere"


def test_by_criterion_it_is_there_unless_it_was_hidden(desk: Desk) -> None:
    window = desk.open([item("k-1", FLAGS), item("k-2", FLAGS)])
    panel = window.stage._centre.alignment
    with desk.bot.waitSignal(window.stage.queue.flags.filled):
        desk.press(window, Qt.Key.Key_B)
    desk.until(lambda: panel.lines[0].isVisible())
    desk.press(window, Qt.Key.Key_I)
    desk.press(window, Qt.Key.Key_A)
    desk.until(lambda: window.key() == "k-2")
    assert not panel.isVisible()
    with desk.bot.waitSignal(window.stage.queue.filled):
        desk.press(window, Qt.Key.Key_B)
    assert not panel.isVisible()


def test_emoji_and_right_to_left_text_are_marked_in_their_place(desk: Desk) -> None:
    sentence = "הספינה 🏕️ עזבה את הנמל ב-1994"
    documents = [
        {"id": "article", "role": "article", "paragraphs": ["הספינה עזבה את האי ב-1993"]},
        {"id": "sum-a", "role": "summary", "system": "alpha", "sentences": [sentence]},
    ]
    window = desk.open([item("k-1", [flag("sum-a", 0, "changed-meaning")], documents=documents)])
    panel = shown(desk, window)
    assert texts(panel, 0, "unheld") == ["הנמל", "1994"]
    line = panel.lines[0]
    layout = line._paragraph(line.width()).layout
    assert all(line._runs(layout, span) for span in line.marked_text.unheld)


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_the_words_under_a_label_fit(qapp: QApplication, scale: float) -> None:
    theme = Theme(Mode.LIGHT, scale)
    room = theme.px(passage_line._LABEL) - theme.px(8.0)
    words = ("flagged as left out", "asked about", "the sentence", "the judge's evidence", "nearest by words")
    for shown in words:
        assert theme.metrics(Type.CAPTION).elidedText(shown, Qt.TextElideMode.ElideRight, room) == shown
