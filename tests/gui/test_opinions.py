"""The column "Opinions and facts": read, tinted, written, clarified, split, merged, dropped; a change is a decision."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from galley.core.domain import Unit, UnitKind
from galley.core.exports.registry import export
from galley.core.importers import registry
from galley.core.importers.galley_importer import IMPORTER
from galley.core.importers.importing import import_files
from galley.core.project import blind, history, item_reading
from galley.core.project.check import check
from galley.core.project.desk import Desk as Writer
from galley.core.project.project import Project
from galley.core.project.revision import Draft, How
from galley.gui.papers.kgds import opinion_drafts
from galley.gui.papers.kgds.opinion_painting import OpinionDelegate
from galley.gui.papers.kgds.opinion_rows import Head, Line
from galley.gui.papers.kgds.opinions_panel import OpinionsPanel
from tests.core.kgds_model import Model, Taste
from tests.core.kgds_runs import benchmark, imported, play
from tests.gui.review_desk import Desk, DeskWindow, desk, make_project

__all__ = ["desk"]
K = Qt.Key
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
TURNS = [
    ("Ann", "They want a hall there. I like it but it is dear."),
    ("Bo", "It will stand empty."),
    ("Ann", "No, people would come."),
]
UNITS = [
    {"id": "o1", "kind": "opinion", "text": "Ann likes **the hall in the mill** and finds it dear.",
     "type": "clarified", "from": [["dialogue", 0], ["dialogue", 2]]},
    {"id": "o2", "kind": "opinion", "text": "Ann thinks people would come.", "from": [["dialogue", 2]]},
    {"id": "o3", "kind": "opinion", "text": "Bo thinks it will stand empty.", "from": [["dialogue", 1]]},
    {"id": "f1", "kind": "fact", "text": "The mill closed.", "type": "key", "from": [["article", 0]]},
    {"id": "f2", "kind": "fact", "text": "It closed in spring.", "type": "non-key", "from": [["article", 0]]},
    {"id": "f3", "kind": "fact", "text": "The mill had 140 workers.", "type": "non-supporting",
     "from": [["article", 1]]},
]  # fmt: skip
BACKGROUND = ["The mill of Hollin had 140 workers."]
OPINION = ["Ann is for the hall.", "Bo is against it."]


def flag(scheme: str, criterion: str, unit: str, about: str, quote: tuple[int, str] | None = None) -> dict[str, Any]:
    """What ``kgds-verify`` says of a unit."""
    found: dict[str, Any] = {
        "annotator": "verifier", "kind": "judge", "scheme": scheme, "criterion": criterion, "unit": unit,
        "about": about, "value": "yes", "explanation": "So it reads.",
    }  # fmt: skip
    if quote is not None:
        found["evidence"] = [{"document": about, "unit": quote[0], "quote": quote[1]}]
    return found


def record(key: str = "one", **more: Any) -> dict[str, Any]:
    """A discussion with its article, both parts of a summary, opinions, facts and flags."""
    return {
        "key": key,
        "documents": [
            {"id": "dialogue", "role": "dialogue", "turns": [{"speaker": s, "text": t} for s, t in TURNS]},
            {"id": "article", "role": "article", "paragraphs": ["The mill closed in spring.", "It had 140 workers."]},
            {"id": "bg", "role": "summary", "system": "m", "part": "background", "sentences": BACKGROUND},
            {"id": "op", "role": "summary", "system": "m", "part": "opinion", "sentences": OPINION},
        ],
        "units": UNITS,
        "verdicts": [
            flag("kgds-fact", "key-fact-missing", "f1", "bg"),
            flag("kgds-fact", "non-supporting-fact-included", "f3", "bg", (0, "had 140 workers")),
            flag("kgds-opinion", "not-covered", "o2", "op", (0, "for the hall")),
        ],
        **more,
    }


def panel(window: DeskWindow) -> OpinionsPanel:
    """The column."""
    found = window.stage.panels._panels["opinions"]
    assert isinstance(found, OpinionsPanel)
    return found


def units(window: DeskWindow) -> list[Unit]:
    """The units as they stand."""
    return list(window.stage.item.view.derived)


def texts(window: DeskWindow) -> list[str]:
    """Their texts."""
    return [unit.text for unit in units(window)]


def shown(column: OpinionsPanel) -> list[str]:
    """What the list says, heads with what stands at their right."""
    lines = [column.list.lines.line(row) for row in range(column.list.lines.rowCount())]
    return [f"# {line.title} {line.words}".strip() if isinstance(line, Head) else line.shown for line in lines]


def line(column: OpinionsPanel, unit: int) -> Line:
    """The line of a unit."""
    row = column.list.lines.row_of(unit)
    assert row is not None
    found = column.list.lines.line(row)
    assert isinstance(found, Line)
    return found


def go(desk: Desk, window: DeskWindow, text: str) -> Unit:
    """Click the unit that begins like this."""
    column = panel(window)
    unit = next(unit for unit in units(window) if unit.text.startswith(text))
    column.list.reveal(unit.id)
    rect = column.list.visualRect(column.list.lines.index(column.list.lines.row_of(unit.id)))
    QTest.mouseClick(column.list.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, rect.center())
    column.list.setFocus()
    assert column.list.current == unit.id
    return unit


def typed(desk: Desk, window: DeskWindow, text: str, *keys: Any) -> None:
    """Replace what the editor holds, and press keys."""
    editor = panel(window).editor
    assert editor.hasFocus()
    editor.setPlainText(text)
    for key, modifier in keys:
        desk.press(window, key, modifier)


def decisions(window: DeskWindow) -> list[tuple[Any, ...]]:
    """The log."""
    return window.rows("SELECT action, value FROM decision ORDER BY id")


NONE = Qt.KeyboardModifier.NoModifier


# ---- what is there


def test_opinions_stand_by_speaker_and_facts_by_paragraph_without_asterisks(desk: Desk) -> None:
    window = desk.open([record()])
    column = panel(window)
    assert [tab.title for tab in window.stage.item.tabs] == ["m · background", "m · opinion"]
    assert shown(column) == [
        "# Opinions 3", "# Ann turns 1, 3", "Ann likes the hall in the mill and finds it dear.",
        "Ann thinks people would come.", "# Bo turn 2", "Bo thinks it will stand empty.",
        "# Facts 3", "# Paragraph 1", "The mill closed.", "It closed in spring.",
        "# Paragraph 2", "The mill had 140 workers.",
    ]  # fmt: skip
    first = line(column, units(window)[0].id)
    assert [first.shown[start:end] for start, end in first.spans] == ["the hall in the mill"]
    assert "clarified: the hall in the mill" in first.spoken
    assert column.head.summary == "6"


def test_the_lines_of_the_next_item_are_measured_before_it_is_opened(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = [{**unit, "text": f"{unit['text']} Later."} for unit in UNITS]
    measured: list[str] = []
    height = OpinionDelegate._height

    def measure(delegate: OpinionDelegate, line: Line) -> float:
        measured.append(line.shown)
        return height(delegate, line)

    monkeypatch.setattr(OpinionDelegate, "_height", measure)
    window = desk.open([record(), record("two", units=later)])
    desk.until(lambda: sum(text.endswith("Later.") for text in measured) == len(later))
    assert texts(window) == [unit["text"] for unit in UNITS], "the item that is read stays"
    measured.clear()
    desk.press(window, K.Key_N)
    desk.until(lambda: window.stage.item.view.key == "two")
    assert shown(panel(window))[-1] == "The mill had 140 workers. Later." and not measured


def test_what_is_written_of_the_next_item_after_it_was_read_ahead_is_shown(desk: Desk) -> None:
    window = desk.open([record(), record("two")])
    second = window.stage.queue.model.ids[1]
    desk.until(lambda: window.stage._ahead.following is not None and window.stage._ahead.following.id == second)
    unit = window.stage._ahead.following.view.derived[2]
    draft = Draft(unit.kind, "Bo is sure of it.", unit.document, "", unit.sources)
    Writer(window.session.project, "Zoë").revise(second, How.CLARIFY, [draft], [unit.id]).result()
    desk.press(window, K.Key_N)
    desk.until(lambda: window.stage.item.id == second)
    assert "Bo is sure of it." in shown(panel(window)) and unit.text not in texts(window)


def test_a_line_has_the_flags_about_the_summary_in_front(desk: Desk) -> None:
    window = desk.open([record()])
    column, stage = panel(window), window.stage
    letters = {unit.text[:5]: [f.criterion.letter for f in line(column, unit.id).flags] for unit in units(window)}
    assert stage.panes.tab.title == "m · background"
    assert [text for text, found in letters.items() if found] == ["The m"]
    by_name = {unit.name or unit.text: unit for unit in units(window)}
    assert [f.criterion.id for f in line(column, by_name["f1"].id).flags] == ["key-fact-missing"]
    assert [f.criterion.id for f in line(column, by_name["f3"].id).flags] == ["non-supporting-fact-included"]
    desk.press(window, K.Key_BracketRight)
    assert not line(column, by_name["f1"].id).flags and line(column, by_name["o2"].id).flags


def test_a_click_tints_sources_and_the_summary_sentence_and_puts_the_flag_in_front(desk: Desk) -> None:
    window = desk.open([record()])
    stage = window.stage
    go(desk, window, "The mill had")
    assert stage.entry.criterion.id == "non-supporting-fact-included"
    article, summary = stage.panes.pane("article"), stage.panes.pane("summary")
    assert sorted(article.view._places) == [1] and sorted(summary.view._places) == [0]
    desk.press(window, K.Key_A)
    desk.until(lambda: "accepted" in window.words())
    stage.show_tab(0)
    fact = next(unit for unit in units(window) if unit.text.startswith("The mill had"))
    assert line(panel(window), fact.id).flags[0].words == "accepted"
    go(desk, window, "It closed")
    assert sorted(article.view._places) == [0]


def test_the_flag_list_leads_to_the_line_and_a_source_tints_what_rests_on_it(desk: Desk) -> None:
    window = desk.open([record()])
    column, stage = panel(window), window.stage
    covered = next(i for i, entry in enumerate(window.entries) if entry.criterion.id == "not-covered")
    stage.choose_flag(covered)
    assert stage.panes.tab.title == "m · opinion"
    assert column.list.current == stage.entry.unit.id == column.list._delegate.tint.unit
    turn = stage.panes.pane("dialogue").units[2]
    stage.choose_unit(turn.id)
    assert [u.name for u in units(window) if u.id in column.list._delegate.tint.places] == ["o1", "o2"]


# ---- the verbs


def test_enter_clarifies_in_place_and_one_undo_takes_it_back(desk: Desk) -> None:
    window = desk.open([record()])
    column = panel(window)
    unit = go(desk, window, "Bo thinks")
    desk.press(window, K.Key_Return)
    assert column.editor.isVisible() and column.editor.toPlainText() == unit.text
    assert column.foot.words.text().startswith("Enter saves")
    typed(desk, window, "Bo thinks **the hall** will stand empty.", (K.Key_Return, NONE))
    desk.until(lambda: "Bo thinks **the hall** will stand empty." in texts(window))
    new = next(u for u in units(window) if u.text.startswith("Bo"))
    assert not column.editor.isVisible() and column.list.hasFocus() and column.list.current == new.id
    assert new.sources == unit.sources and new.type == "clarified" and window.stage.panes.focus.unit == new.id
    assert decisions(window) == [("revise", "clarify")]
    assert column.foot.words.text().startswith("Clarified by rea, today")
    desk.press(window, K.Key_H)
    assert column.foot.earlier.text() == "“Bo thinks it will stand empty.”"
    window.dispatcher.run("undo")
    desk.until(lambda: texts(window) == [u["text"] for u in UNITS])
    assert column.list.current == unit.id and column.foot.earlier.text() == ""
    window.dispatcher.run("redo")
    desk.until(lambda: "Bo thinks **the hall** will stand empty." in texts(window))


def test_what_is_written_after_a_finish_opens_the_item_until_it_is_finished_again(desk: Desk) -> None:
    window = desk.open([record()])
    bar = window.stage.flags.bar
    for entry in window.entries:
        window.view.decisions.no_error(window.stage.item.id, entry)
    desk.until(lambda: window.stage.item.open_count == 0)
    desk.read(window)
    window.view.finish()
    desk.until(lambda: window.stage.item.finished)
    go(desk, window, "Bo thinks")
    desk.press(window, K.Key_Return)
    typed(desk, window, "Bo thinks **the hall** will stand empty.", (K.Key_Return, NONE))
    desk.until(lambda: bar.words == "Something was written since you finished")
    assert not window.stage.item.finished and bar.button.text().startswith("Finish")
    window.view.finish()
    desk.until(lambda: window.stage.item.finished)
    window.dispatcher.run("undo")
    desk.until(lambda: bar.words == "Something was written since you finished")
    window.dispatcher.run("undo")
    desk.until(lambda: window.stage.item.finished)
    assert check(window.session.project) == []


def test_escape_leaves_and_the_same_words_are_no_decision(desk: Desk) -> None:
    window = desk.open([record()])
    go(desk, window, "Bo thinks")
    desk.press(window, K.Key_Return)
    typed(desk, window, "Nothing of it.", (K.Key_Escape, NONE))
    desk.press(window, K.Key_Return)
    assert panel(window).editor.toPlainText() == "Bo thinks it will stand empty."
    desk.press(window, K.Key_Return)
    assert not panel(window).editor.isVisible() and panel(window).list.hasFocus()
    desk.press(window, K.Key_Return)
    typed(desk, window, "  ", (K.Key_Return, NONE))
    assert panel(window).editor.isVisible() and window.stage.flags.bar.words.startswith("It needs words")
    assert decisions(window) == []


def test_split_proposes_a_line_a_part_and_the_parts_are_atomic(desk: Desk) -> None:
    window = desk.open([record()])
    column = panel(window)
    unit = go(desk, window, "Ann likes")
    desk.press(window, K.Key_S)
    assert column.editor.toPlainText() == "Ann likes **the hall in the mill**\nAnn finds it dear."
    typed(desk, window, "Ann likes **the hall**.", (K.Key_Return, CTRL))
    assert window.stage.flags.bar.words.startswith("A split needs two lines")
    typed(desk, window, "Ann likes **the hall**.\n\nAnn finds it dear.", (K.Key_Return, CTRL))
    desk.until(lambda: len(units(window)) == 7)
    assert texts(window)[:3] == ["Ann likes **the hall**.", "Ann finds it dear.", "Ann thinks people would come."]
    assert [opinion_drafts.step(u) for u in units(window)[:2]] == ["atomic", "atomic"]
    assert all(u.sources == unit.sources for u in units(window)[:2])
    assert decisions(window) == [("revise", "split")]
    assert window.stage.item.finished is False, "Ctrl+Enter belongs to the text"


def test_merge_takes_what_shift_selected_and_m_alone_adds_a_flag(desk: Desk) -> None:
    window = desk.open([record()])
    column = panel(window)
    go(desk, window, "The mill closed")
    desk.press(window, K.Key_M)
    assert window.stage.flags.chooser.isVisible(), "with one line selected M adds a flag, as everywhere"
    desk.press(window, K.Key_Escape)
    column.list.setFocus()
    desk.press(window, K.Key_Down, SHIFT)
    assert len(column.list.selected) == 2
    desk.press(window, K.Key_M)
    assert column.editor.toPlainText() == "The mill closed. It closed in spring."
    typed(desk, window, "The mill closed in spring.", (K.Key_Return, NONE))
    desk.until(lambda: len(units(window)) == 5)
    merged = next(u for u in units(window) if u.text == "The mill closed in spring.")
    assert merged.type == "key" and decisions(window) == [("revise", "merge")]
    assert len(window.entries) == 2, "the flag on a merged fact counts no more"
    window.dispatcher.run("undo")
    desk.until(lambda: len(units(window)) == 6 and len(window.entries) == 3)


def test_n_writes_from_the_turn_or_paragraph_that_was_clicked(desk: Desk) -> None:
    window = desk.open([record()])
    column, stage = panel(window), window.stage
    turn = stage.panes.pane("dialogue").units[1]
    stage.choose_unit(turn.id)
    window.dispatcher.run("write-unit")
    assert column.editor.isVisible() and column.editor.toPlainText() == ""
    typed(desk, window, "Bo dislikes 展示会 🏭.", (K.Key_Return, NONE))
    desk.until(lambda: len(units(window)) == 7)
    new = next(u for u in units(window) if u.text == "Bo dislikes 展示会 🏭.")
    assert new.kind is UnitKind.OPINION and new.sources == (turn.id,) and opinion_drafts.step(new) == "main"
    assert column.list.current == new.id and line(column, new.id).state == "main opinion"
    desk.press(window, K.Key_Return)
    typed(desk, window, "Bo dislikes **the hall**.", (K.Key_Return, NONE))
    desk.until(
        lambda: opinion_drafts.step(units(window)[-4 if units(window)[-1].kind is UnitKind.FACT else -1]) == "clarified"
    )
    paragraph = stage.panes.pane("article").units[1]
    stage.choose_unit(paragraph.id)
    window.dispatcher.run("write-unit")
    typed(desk, window, "It had workers.", (K.Key_Return, NONE))
    desk.until(lambda: "It had workers." in texts(window))
    fact = next(u for u in units(window) if u.text == "It had workers.")
    assert (fact.kind, fact.type, fact.sources) == (UnitKind.FACT, "non-supporting", (paragraph.id,))


def test_an_unsaved_new_unit_leaves_nothing_behind(desk: Desk) -> None:
    window = desk.open([record(), record("two")])
    column = panel(window)
    go(desk, window, "Bo thinks")
    desk.press(window, K.Key_N)
    assert column.list.lines.row_of(0) is not None
    desk.press(window, K.Key_Escape)
    assert column.list.lines.row_of(0) is None and decisions(window) == []


def test_delete_drops_what_is_selected_in_one_decision(desk: Desk) -> None:
    window = desk.open([record()])
    column = panel(window)
    go(desk, window, "The mill closed")
    desk.press(window, K.Key_Down, SHIFT)
    desk.press(window, K.Key_Delete)
    desk.until(lambda: len(units(window)) == 4)
    assert decisions(window) == [("revise", "drop")]
    assert column.list.current == units(window)[-1].id, "the neighbour"
    window.dispatcher.run("undo")
    desk.until(lambda: len(units(window)) == 6)


def test_t_offers_the_types_of_a_fact_and_the_steps_of_an_opinion(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    window = desk.open([record()])
    column = panel(window)
    go(desk, window, "It closed")
    shown: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, at: shown.append(menu))
    desk.press(window, K.Key_T)
    (menu,) = shown
    assert [action.text() for action in menu.actions()][:2] == ["&1  key", "&2  non-key"]
    assert [action.isChecked() for action in menu.actions()] == [False, True, False, False, False]
    menu.actions()[0].trigger()
    desk.until(lambda: [u.type for u in units(window)[3:]] == ["key", "key", "non-supporting"])
    go(desk, window, "Bo thinks")
    menu = column.menu_of_types()
    menu.actions()[0].trigger()
    menu.close()
    desk.until(lambda: opinion_drafts.step(next(u for u in units(window) if u.text.startswith("Bo"))) == "main")
    said = [event.words for event in history.history(window.session.connection(), window.stage.item.id)]
    assert said == [
        "changed the fact “It closed in spring.” from non-key to key",
        "changed the opinion “Bo thinks it will stand empty.” to main",
    ]


def test_ctrl_b_marks_a_clarified_reference(desk: Desk) -> None:
    window = desk.open([record()])
    editor = panel(window).editor
    go(desk, window, "Bo thinks")
    desk.press(window, K.Key_Return)
    cursor = editor.textCursor()
    cursor.setPosition(10)
    cursor.setPosition(12, cursor.MoveMode.KeepAnchor)
    editor.setTextCursor(cursor)
    desk.press(window, K.Key_B, CTRL)
    assert editor.toPlainText() == "Bo thinks **it** will stand empty."
    desk.press(window, K.Key_B, CTRL)
    assert editor.toPlainText() == "Bo thinks it will stand empty."


def test_keys_go_to_the_text_while_one_writes_and_to_the_window_elsewhere(desk: Desk) -> None:
    window = desk.open([record(), record("two")])
    column = panel(window)
    go(desk, window, "Bo thinks")
    desk.press(window, K.Key_Return)
    desk.bot.keyClicks(QApplication.focusWidget(), " snmta")
    assert column.editor.toPlainText().endswith("snmta") and window.key() == "one"
    desk.press(window, K.Key_Escape)
    window.stage.take_focus()
    desk.press(window, K.Key_N)
    assert window.key() == "two", "outside the column N is the next item"
    desk.press(window, K.Key_O)
    assert column.list.hasFocus() and column.ring.isVisible()


def test_going_on_saves_what_was_being_written(desk: Desk) -> None:
    window = desk.open([record(), record("two")])
    go(desk, window, "Bo thinks")
    desk.press(window, K.Key_Return)
    panel(window).editor.setPlainText("Bo thinks so.")
    window.stage.step_item(1)
    assert window.key() == "two"
    desk.until(lambda: decisions(window) == [("revise", "clarify")])
    window.stage.step_item(-1)
    assert "Bo thinks so." in texts(window)


# ---- others, hostile texts, locked projects


def test_another_reviewers_revision_says_who_and_blind_mode_does_not(desk: Desk, tmp_path: Path) -> None:
    window = desk.open([record()])
    column = panel(window)
    other = Writer(window.session.project, "Zoë")
    unit = units(window)[2]
    draft = Draft(unit.kind, "Bo is sure of it.", unit.document, "", unit.sources)
    other.revise(1, How.CLARIFY, [draft], [unit.id]).result()
    desk.until(lambda: "Bo is sure of it." in texts(window))
    go(desk, window, "Bo is sure")
    assert column.foot.words.text().startswith("Clarified by Zoë, today")
    window.session.project.write(lambda c: blind.put(c, blind.Blind(own=True))).result()
    desk.until(lambda: "another reviewer" in column.foot.words.text())
    assert "Zo" not in line(column, column.list.current).spoken


def test_hostile_texts_are_shown_and_written_as_they_are(desk: Desk) -> None:
    family = "👩\u200d👩\u200d👧\u200d👦"
    bad = [
        "<b>x</b> & **a\u202eb**",
        "سلام **دنیا**",
        "****",
        "** **",
        "x" * 30_000,
        "a\tb\nc\x07",
        "意见**引用**👩‍👩‍👧‍👦",
    ]
    given = [{"id": f"o{n}", "kind": "opinion", "text": t, "from": [["dialogue", 0]]} for n, t in enumerate(bad)]
    window = desk.open([record(units=given, verdicts=[])])
    column = panel(window)
    rows = [line(column, unit.id) for unit in units(window)]
    assert rows[0].shown == "<b>x</b> & a◀b" and rows[1].shown == "سلام دنیا" and rows[6].shown.startswith("意见引用")
    measure = column.list._delegate
    for unit in units(window):
        assert measure._height(line(column, unit.id)) == pytest.approx(measure._paragraph(line(column, unit.id)).height)
        column.list.set_current(unit.id)
        column.list.reveal(unit.id)
        window.grab()
    go(desk, window, "<b>x")
    desk.press(window, K.Key_Return)
    assert column.editor.toPlainText() == bad[0]
    typed(desk, window, f"<i>y</i> سلام {family}", (K.Key_Return, NONE))
    desk.until(lambda: f"<i>y</i> سلام {family}" in texts(window))


def test_a_project_open_for_reading_can_be_read_and_nothing_else(desk: Desk, tmp_path: Path) -> None:
    path = make_project(tmp_path / "locked.galley", [record()])
    with Project.open(path):  # whoever comes second only reads
        window = desk.open(path=path)
        assert not window.session.project.writable
        column = panel(window)
        go(desk, window, "Bo thinks")
        for key in (K.Key_Return, K.Key_S, K.Key_N, K.Key_T, K.Key_Delete):
            window.stage.tell("")
            desk.press(window, key)
            assert not column.editor.isVisible()
            assert "open for reading" in window.stage.flags.bar.words
        assert not column.foot.verbs["clarify"].isEnabled() and len(units(window)) == 6


def test_a_discussion_that_waits_for_opinions_has_the_column_and_an_ordinary_item_does_not(desk: Desk) -> None:
    bare = record(units=[], verdicts=[])
    ordinary = record("two", units=[], verdicts=[])
    ordinary["documents"] = [
        *ordinary["documents"][:2], {"id": "s", "role": "summary", "system": "m", "sentences": ["Ann is for it."]}
    ]  # fmt: skip
    window = desk.open([bare, ordinary])
    column = panel(window)
    assert column.isVisible() and "Click a turn or a paragraph" in column.list.empty
    window.dispatcher.run("write-unit")
    assert window.stage.flags.bar.words.startswith("Click the turn or paragraph")
    window.stage.choose_unit(window.stage.panes.pane("article").units[0].id)
    window.dispatcher.run("write-unit")
    typed(desk, window, "The mill closed.", (K.Key_Return, NONE))
    desk.until(lambda: texts(window) == ["The mill closed."])
    assert shown(column) == ["# Facts 1", "# Paragraph 1", "The mill closed."]
    assert line(column, units(window)[0].id).state == "no type yet"
    column.list.setFocus()
    window.stage.step_item(1)
    assert not column.isVisible()
    assert window.focusWidget() in [pane.view for pane in window.stage.panes.visible_panes()]


# ---- with the benchmark


@pytest.fixture
def benchmark_item(tmp_path: Path, shared_data: Path) -> Iterator[Path]:
    path = tmp_path / "kgds.galley"
    with Project.create(path) as project:
        import_files(project, registry.find("kgds"), [shared_data / "kgds" / "KGDS.json"])
    yield path


def test_edits_of_the_benchmark_travel_and_the_file_stays_sound(
    desk: Desk, benchmark_item: Path, tmp_path: Path
) -> None:
    window = desk.open(path=benchmark_item)
    column = panel(window)
    opinions = [u for u in units(window) if u.kind is UnitKind.OPINION]
    assert len(opinions) == 12 and not any("**" in text for text in shown(column))
    go(desk, window, opinions[0].text[:30])
    desk.press(window, K.Key_S)
    typed(desk, window, "Person1 is sad.\nPerson1 is **very** sad.", (K.Key_Return, CTRL))
    desk.until(lambda: "Person1 is sad." in texts(window))
    fact = next(u for u in units(window) if u.kind is UnitKind.FACT)
    column.list.set_current(fact.id)
    menu = column.menu_of_types()
    menu.actions()[4].trigger()
    menu.close()
    desk.until(lambda: next(u for u in units(window) if u.kind is UnitKind.FACT).type == "masked")
    go(desk, window, opinions[1].text[:30])
    desk.press(window, K.Key_Delete)
    desk.until(lambda: opinions[1].text not in texts(window))
    project, item = window.session.project, window.stage.item.id
    assert check(project) == []
    export(project, "galley", tmp_path / "a.jsonl")
    with Project.create(tmp_path / "again.galley") as other:
        import_files(other, IMPORTER, [tmp_path / "a.jsonl"])
        kept = [(u.kind, u.text, u.type, dict(u.meta)) for u in item_reading.load(other.reader(), item).derived]
        assert kept == [(u.kind, u.text, u.type, dict(u.meta)) for u in units(window)]
        export(other, "galley", tmp_path / "b.jsonl")
        assert check(other) == []
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


def test_the_flags_of_kgds_verify_are_reviewed_in_the_list_and_in_the_column(
    desk: Desk, tmp_path: Path, shared_data: Path
) -> None:
    records = benchmark(shared_data, 2)
    with imported(tmp_path, records) as project:
        assert [end.state for end in play(project, Model(records, Taste(0.7, 0.2)), tmp_path)] == ["done"] * 4
    window = desk.open(path=tmp_path / "kgds.galley")
    column, stage = panel(window), window.stage
    stage.choose_flag(0)
    desk.until(lambda: stage._evidence.coverage(stage.panes.tab))  # the linker is loaded in the background
    seen: dict[str, int] = {}
    for index, entry in enumerate(window.entries):
        stage.choose_flag(index)
        places = {(place[0], unit) for unit in stage.panes.focus.places if (place := stage.panes.place_of(unit))}
        assert stage.panes.tab.target == entry.target.id
        if entry.unit.kind in (UnitKind.FACT, UnitKind.OPINION):
            assert column.list.current == entry.unit.id and entry in line(column, entry.unit.id).flags
            assert {unit for _, unit in places} >= set(entry.unit.sources)
            seen[entry.criterion.id] = seen.get(entry.criterion.id, 0) + any(pane == "summary" for pane, _ in places)
        else:
            assert stage.panes.place_of(entry.unit.id), "a paragraph that should or should not have been extracted"
            seen[entry.criterion.id] = seen.get(entry.criterion.id, 0) + 1
    assert {"key-fact-missing", "non-supporting-fact-included", "not-covered", "paragraph-missed"} <= seen.keys()
    assert seen["non-supporting-fact-included"] and seen["not-covered"], "the sentence of the summary is tinted too"
    first = next(e for e in window.entries if e.criterion.id == "key-fact-missing")
    stage.choose_verdict(first.verdict.id)
    desk.press(window, K.Key_A)
    desk.until(lambda: window.stage.item.open_count == len(window.entries) - 1)
    stage.choose_verdict(first.verdict.id)
    assert column.list.current == first.unit.id and line(column, first.unit.id).flags[0].words == "accepted"
    opinion = next(e for e in window.entries if e.criterion.id == "not-covered")
    stage.show_tab(next(i for i, tab in enumerate(stage.item.tabs) if tab.target == opinion.target.id))
    go(desk, window, opinion.unit.text)
    assert stage.entry.verdict.cell == opinion.verdict.cell
    desk.press(window, K.Key_X)
    desk.until(lambda: window.stage.item.open_count == len(window.entries) - 2)
    assert check(window.session.project) == []


# ---- drafts


def unit(text: str, kind: UnitKind = UnitKind.OPINION, **meta: Any) -> Unit:
    """A made-up unit."""
    return Unit(1, 1, kind, 0, 0, 0, text, "", "x", "", (5,), meta)


@pytest.mark.parametrize(
    ("text", "speaker", "expected"),
    [
        ("One. Two! Three?", "", ["One.", "Two!", "Three?"]),
        ("雨が降る。寒い。", "", ["雨が降る。", "寒い。"]),
        ("Ann runs and jumps.", "Ann", ["Ann runs", "Ann jumps."]),
        ("Ann saw **salt and pepper** there.", "Ann", ["Ann saw **salt and pepper** there."]),
        ("Ann sings; Bo hums.", "", ["Ann sings", "Bo hums."]),
        ("Plain", "", ["Plain"]),
    ],
)
def test_a_split_is_proposed_by_sentences_and_joints(text: str, speaker: str, expected: list[str]) -> None:
    assert opinion_drafts.lines(unit(text), speaker) == expected


def test_the_three_steps() -> None:
    main = unit("She likes it.", step="main", doubt="whose?")
    assert opinion_drafts.step(main) == "main" and opinion_drafts.step(unit("x")) == "atomic"
    clear = opinion_drafts.clarified(main, "Ann likes **it**.")
    assert dict(clear.meta) == {"step": "clarified", "doubt": "whose?"} and clear.type == "clarified"
    assert {draft.meta["step"] for draft in opinion_drafts.parts(main, ["a", "b"])} == {"atomic"}
    assert opinion_drafts.clarified(unit("x"), "y").meta == {}, "an imported opinion is atomic and stays so"
    assert opinion_drafts.merged([unit("x"), main], "z").meta["step"] == "main"
    assert opinion_drafts.merged([unit("x"), unit("y")], "z").meta == {}
    assert opinion_drafts.joined([unit("x"), unit("x"), unit("y")]) == "x y"
