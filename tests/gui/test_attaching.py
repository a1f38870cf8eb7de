"""Evidence by the reviewer: attached by mouse alone and by keyboard alone, painted, walked, and taken back."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from galley.core.domain import Stance
from galley.gui.text_panes.mark_lanes import Frame
from tests.gui.review_desk import FLAGS, Desk, DeskWindow, desk, flag, item
from tests.gui.test_adding import at, drag

__all__ = ["desk"]

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier
MIXED = "قالت: «الخريطة» 😀👍🏽 غالية جدا"


def attached(window: DeskWindow) -> list[tuple[str, str]]:
    """What stands in the project, as (words, stance)."""
    rows = window.rows(
        "SELECT substr(document.text, unit.start + 1, unit.\"end\" - unit.start), attached.start, attached.\"end\","
        " stance FROM attached JOIN unit ON unit.id = source_id JOIN document ON document.id = document_id"
        " ORDER BY decision_id"
    )
    return [(text[start:end], stance) for text, start, end, stance in rows]


def test_by_mouse_alone_and_undone(desk: Desk) -> None:
    window = desk.open([item("k-1", FLAGS)])
    stage, bar = window.stage, window.view.with_selection
    desk.press(window, Qt.Key.Key_J)
    summary, view = stage.panes.pane("summary").view, stage.panes.pane("dialogue").view
    drag(summary, at(summary, 1, 12), at(summary, 1, 15))  # the flagged sentence is no evidence of itself
    assert bar.add.isVisible() and not bar.stances[Stance.SUPPORTS].isVisible()
    drag(view, at(view, 1, 18), at(view, 1, 23))
    QTest.mouseClick(bar.stances[Stance.CONTRADICTS], Qt.MouseButton.LeftButton)
    desk.until(lambda: attached(window))
    assert attached(window) == [("sell coffee", "contradicts")]
    assert not bar.isVisible() and stage.entry.attached_evidence[0].stance is Stance.CONTRADICTS
    blocks = [block.accessibleName() for block in stage.flags.detail.quotes.blocks if not block.isHidden()]
    assert blocks[-1] == "“sell coffee”, you: contradicts, dialogue 2" and len(blocks) == 2
    assert [place.stance for place in view._places[1]] == [None, Stance.CONTRADICTS]
    window.grab()
    pens = [pen.color().name() for pen, _ in view._drawings[1].frames]
    assert set(pens) == {window.session.theme.color(Frame.CONTRADICTS.value[0]).name()}
    window.view.decisions.undo()
    desk.until(lambda: not attached(window))
    desk.until(lambda: not stage.entry.attached_evidence)


def test_by_keyboard_alone_over_right_to_left_and_emoji(desk: Desk) -> None:
    made = item("k-1", FLAGS)
    turns = [*made["documents"][0]["turns"], {"speaker": "Ben", "text": MIXED}]
    made["documents"] = [{**made["documents"][0], "turns": turns}, *made["documents"][1:]]
    window = desk.open([made])
    stage = window.stage
    lit = stage.entry.identity
    stage.panes.pane("dialogue").view.setFocus()
    for _ in range(4):
        desk.press(window, Qt.Key.Key_Down, CONTROL)
    assert stage.item.units[stage.panes.focus.unit][0].text == MIXED and stage.entry.identity == lit
    for _ in range(4):
        desk.press(window, Qt.Key.Key_Left, CONTROL | SHIFT)  # towards the end of a text from right to left
    unit, span = stage.panes.selection()
    assert unit.text == MIXED and "😀" in MIXED[slice(*span)]
    desk.press(window, Qt.Key.Key_S)
    desk.until(lambda: attached(window))
    assert attached(window) == [(MIXED[slice(*span)], "supports")]
    desk.press(window, Qt.Key.Key_C)  # without a selection: the whole turn that is read
    desk.until(lambda: len(attached(window)) == 2)
    assert attached(window)[1] == (MIXED, "contradicts")
    desk.press(window, Qt.Key.Key_C)  # the same again takes it away
    desk.until(lambda: len(attached(window)) == 1)
    assert stage.entry.identity == lit


def test_keys_walk_the_evidence_round_and_round(desk: Desk) -> None:
    quotes = [{"document": "dialogue", "unit": n, "quote": quote} for n, quote in ((0, "kiosk"), (1, "maps"))]
    window = desk.open([item("k-1", [flag("sum-a", 1, "changed-meaning", (20, 29), evidence=quotes)])])
    stage = window.stage
    view = stage.panes.pane("article").view
    drag(view, at(view, 1, 0), at(view, 1, 4))
    desk.press(window, Qt.Key.Key_S)
    desk.until(lambda: attached(window))
    lit, seen = stage.entry.identity, []
    for key in (*[Qt.Key.Key_N] * 4, *[Qt.Key.Key_P] * 2):
        desk.press(window, key, ALT)
        unit, home = stage.item.units[stage.panes.focus.unit]
        seen.append((home.name, unit.position))
        assert stage.entry.identity == lit and len(stage.panes.focus.places) == 3
    places = [("dialogue", 0), ("dialogue", 1), ("article", 1)]
    assert seen == [*places, places[0], places[2], places[1]]
    assert "2 of 3" in stage.flags.bar.words


def test_of_what_was_left_out_the_nearest_sentence_is_shown(desk: Desk) -> None:
    missed = flag("dialogue", 2, "missed-turn", about="sum-b")
    window = desk.open([item("k-1", [missed])])
    stage = window.stage
    nearest = stage.item.view.documents[3].units[0]
    assert nearest.text == "Ben will buy the map."
    desk.until(lambda: nearest.id in stage._evidence_of(stage.entry).places)
    desk.press(window, Qt.Key.Key_N, ALT)
    assert stage.panes.focus.unit == nearest.id and nearest.id in stage.panes.focus.places


def test_what_cannot_be_evidence_is_said_and_nothing_written(desk: Desk) -> None:
    window = desk.open([item("k-1", FLAGS)])
    desk.press(window, Qt.Key.Key_S)  # nothing is selected, and the flagged sentence is in front
    assert "another text" in window.stage.flags.bar.words and attached(window) == []
