"""The table of an entity's entries: turns, changes, evidence, flags, the two checks, corrections and merges."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMenu

from galley.core.domain import ChangeSet
from galley.core.exports.registry import export
from galley.core.importers.registry import find
from galley.core.importers.run_import import import_files
from galley.core.judges.clients.registry import Source
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order, prepare
from galley.core.judges.runner import Runner
from galley.core.papers.sumie import entry_model
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import blind, history, items
from galley.core.review.decision_writer import DecisionWriter as Writer
from galley.core.review.items import FlagState
from galley.gui.papers.sumie.entity_workbench import EntityTableSurface
from galley.gui.papers.sumie.entry_rows import GOLDEN, EntryRow
from galley.gui.papers.sumie.entry_table_model import LINE, evidence_words
from galley.gui.papers.sumie.entry_table_paint import SIDE
from galley.gui.theme import Type
from tests.core.studies import run
from tests.gui.review_desk import Desk, DeskWindow, desk
from tests.gui.test_task_picker import choose

__all__ = ["desk"]
K = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier


def said(attribute: str, value: str, evidence: str = "") -> dict[str, str]:
    return {"attribute": attribute, "value": value, "evidence": evidence}


ROOMS = said("Rooms", "spotless", "The rooms are spotless.")
RUDE = said("Staff", "rude", "The staff was rude.")
KIND = said("Staff", "kind", "Now the staff is kind.")
CLEAN = said("Rooms", "very clean", "The rooms are very clean.")
BAR = said("Bar", "lively", "HOTEL2 boasts a lively bar.")
POOL = said("Pool", "warm", "The pool is warm.")
TEXTS = (
    "The rooms are spotless. HOTEL2 boasts a lively bar. The staff was rude.",
    "Now the staff is kind. The rooms are very clean.",
    "Nothing is new here.",
)
ENTITY: dict[str, Any] = {
    "entity": "HOTEL1",
    "category": "Hotels",
    "paragraphs": [
        {"text": TEXTS[0], "tone": "neutral", "distractors": ["HOTEL2 boasts a lively bar."], "golden": [ROOMS, RUDE]},
        {"text": TEXTS[1], "tone": "neutral", "golden": [KIND]},
        {"text": TEXTS[2], "tone": "neutral", "golden": []},
    ],
    "summaries": [
        {"system": "alpha", "method": "update", "turn": 1, "entries": [ROOMS, RUDE, BAR]},
        {"system": "alpha", "method": "update", "turn": 2, "entries": [ROOMS, CLEAN, KIND, POOL]},
        {"system": "alpha", "method": "update", "turn": 3, "entries": []},
        {"system": "beta", "method": "merge", "turn": 2, "entries": [ROOMS]},
    ],
}


def made(tmp_path: Path, *entities: dict[str, Any], judged: bool = False) -> Path:
    """A project of these entities; ``judged`` by exact match."""
    file, none = tmp_path / "entities.jsonl", tmp_path / "none.jsonl"
    file.write_text("".join(json.dumps(each) + "\n" for each in entities or (ENTITY,)), encoding="utf-8")
    none.write_text('{"item": "-", "reply": ""}\n')

    with Project.create(tmp_path / "entities.galley") as project:
        import_files(project, find("sumie"), [file])
        if judged:
            order = Order(
                "sumie-evaluate", Source("replay", "", str(none)), "exact", Choices(options={"match": "exact"})
            )
            end = Runner(project, prepare(project, order)).start().join()
            assert end.state == "done", end
    return tmp_path / "entities.galley"


def open_at(desk: Desk, path: Path, turn: int = 1) -> tuple[DeskWindow, EntityTableSurface]:
    """The window with alpha's table of a turn, the keyboard in it."""
    window = desk.open(path=path)
    window.dispatcher.set_targets("review", window.view.actions())
    panel = window.stage.surfaces.current_surface
    assert isinstance(panel, EntityTableSurface)
    panel.turns.systemChosen.emit("alpha")
    panel.turns.turnMoved.emit(turn)
    assert shown(panel) == ("alpha", turn)
    panel.table.setFocus()
    return window, panel


def shown(panel: EntityTableSurface) -> tuple[str, int]:
    assert panel.sheet is not None
    return panel.sheet.table.system, panel.sheet.table.turn


def texts(panel: EntityTableSurface) -> list[tuple[str, str, str]]:
    """Change, attribute and value of each row; a head is its one word."""
    table = panel.table.model()
    return [
        tuple(str(table.index(row, column).data() or "") for column in range(3))  # type: ignore[misc]
        for row in range(table.rowCount())
    ]


def go(panel: EntityTableSurface, value: str) -> None:
    """Click the row with this value."""
    assert panel.sheet is not None
    place = next(n for n, line in enumerate(panel.sheet.lines) if line.entry.fact.value == value)
    table = panel.table
    index = table.model().index(table._model.row_of(place), 2)
    table.scrollTo(index)
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(index).center())


def tinted(window: DeskWindow) -> list[str]:
    """The words that are tinted in the paragraphs."""
    view = window.stage.panes.pane("article").view
    places = [(view.units[n].text, place) for n, group in sorted(view._places.items()) for place in group]
    return [text if place.start is None else text[place.start : place.end] for text, place in places]


def answers(window: DeskWindow) -> dict[str, str]:
    """What the reviewer stands by, by criterion and value of the entry."""
    found = window.rows(
        "SELECT criterion.name || ' ' || json_extract(unit.meta, '$.value'), verdict.value FROM verdict"
        " JOIN annotator ON annotator.id = annotator_id AND annotator.kind = 'human'"
        " JOIN unit ON unit.id = verdict.unit_id JOIN criterion ON criterion.id = criterion_id"
    )
    return dict(found)


def wrote(desk: Desk, window: DeskWindow, act: Any) -> None:
    """Do something that is a decision, and wait until it is read again."""
    with desk.bot.waitSignal(window.session.changed):
        act()
    desk.until(lambda: not window.view.held_keys.holding)


# ---- tables and turns


def test_a_table_stands_in_the_place_of_the_summary_with_its_changes_in_words(desk: Desk, tmp_path: Path) -> None:
    window, panel = open_at(desk, made(tmp_path))
    assert panel.page.isVisible() and not window.stage.panes.tabs.bar.isVisible()
    assert [tab.title for tab in window.stage.item.tabs if tab.target] == [
        "alpha · turn 1", "alpha · turn 2", "alpha · turn 3", "beta",
    ]  # fmt: skip
    assert not any(tab.title.startswith("Entries") for tab in window.stage.item.tabs)
    assert texts(panel) == [("+ new", "Rooms", "spotless"), ("+ new", "Staff", "rude"), ("+ new", "Bar", "lively")]
    desk.press(window, K.Key_Right)
    assert shown(panel) == ("alpha", 2)
    assert texts(panel) == [
        ("= same", "Rooms", "spotless"), ("≠ conflict", "Rooms", "very clean"), ("≠ conflict", "Staff", "kind"),
        ("+ new", "Pool", "warm"), ("Not in this table", "", ""), ("− gone", "Staff", "rude"),
        ("− gone", "Bar", "lively"),
    ]  # fmt: skip
    assert panel.head.summary == "4 entries, 2 gone"
    spoken = panel.table.model().index(2, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "conflict: Staff: kind, was rude · “Now the staff is kind.”, no flags"
    missing = panel.table.model().index(3, 2).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "not in the paragraphs: “The pool is warm.”" in missing
    desk.press(window, K.Key_Right)
    assert panel.notice.text() == "This table is empty." and panel.notice.isVisible()
    desk.press(window, K.Key_Right)
    assert window.stage.flags.bar.words == "This is the last turn with a table."
    desk.press(window, K.Key_Left)
    assert shown(panel) == ("alpha", 2) and not panel.notice.isVisible()


def test_slider_chips_and_keys_walk_the_turns_and_later_paragraphs_step_back(desk: Desk, tmp_path: Path) -> None:
    window, panel = open_at(desk, made(tmp_path))
    article = window.stage.panes.pane("article").view
    assert article._dim == {1, 2}
    slider = panel.turns.slider
    assert (slider.minimum(), slider.maximum(), slider.value()) == (1, 3, 1)
    slider.setFocus()
    desk.press(window, K.Key_Right)
    assert shown(panel) == ("alpha", 2) and article._dim == {2} and slider.value() == 2
    last = QPoint(round(slider._x(3)), slider.height() // 2)
    QTest.mouseClick(slider, Qt.MouseButton.LeftButton, pos=last)
    assert shown(panel) == ("alpha", 3) and article._dim == frozenset()
    beta = panel.turns._chips[1]
    QTest.mouseClick(beta, Qt.MouseButton.LeftButton)
    assert shown(panel) == ("beta", 2) and beta.isChecked() and not panel.turns._chips[0].isChecked()
    QTest.mouseClick(slider, Qt.MouseButton.LeftButton, pos=last)
    assert shown(panel) == ("beta", 2) and slider.value() == 2, "a turn without a table is not gone to"
    panel.turns.systemChosen.emit("alpha")
    assert window.dispatcher.run("previous-turn") and shown(panel) == ("alpha", 1)
    assert window.dispatcher.run("next-turn") and shown(panel) == ("alpha", 2)


def test_an_invalid_reply_says_why_it_is_no_table(desk: Desk, tmp_path: Path) -> None:
    path = made(tmp_path)

    def spoil(connection: Any) -> ChangeSet:
        connection.execute(
            "UPDATE document SET meta = json_set(meta, '$.invalid', 'the reply repeats the prompt')"
            " WHERE name LIKE 'table-alpha-3'"
        )
        return ChangeSet(structure=True)

    with Project.open(path) as project:
        project.write(lambda connection: (None, spoil(connection))).result()
    _, panel = open_at(desk, path, 3)
    assert panel.notice.text() == "The reply was not a table: the reply repeats the prompt."


def test_an_entry_tints_the_words_of_its_evidence_and_a_paragraph_its_entries(desk: Desk, tmp_path: Path) -> None:
    window, panel = open_at(desk, made(tmp_path), 2)
    go(panel, "kind")
    assert tinted(window) == ["Now the staff is kind."]
    assert window.stage.entry is None and window.stage.selection.reading, "nothing is asked of it"
    desk.press(window, K.Key_Up)
    assert tinted(window) == ["The rooms are very clean."] and panel.table.place == 1
    desk.press(window, K.Key_End)
    assert panel.table.place == 5
    desk.press(window, K.Key_Home)
    assert panel.table.place == 0 and tinted(window) == ["The rooms are spotless."]
    go(panel, "warm")
    assert tinted(window) == [], "no paragraph holds this evidence"
    window.stage.choose_unit(window.stage.panes.pane("article").units[1].id)
    lines = {line.unit: line.entry.fact.value for line in panel.sheet.lines}  # type: ignore[union-attr]
    assert {lines[unit] for unit in panel.table._delegate.evidence if unit in lines} >= {"very clean", "kind"}


def test_distractors_are_marked_on_request_only_and_forgotten_with_the_item(desk: Desk, tmp_path: Path) -> None:
    window, panel = open_at(desk, made(tmp_path, ENTITY, {**ENTITY, "entity": "HOTEL3"}))
    view = window.stage.panes.pane("article").view
    assert view._dotted_spans == {} and not panel.turns.distractors.isChecked()
    assert window.dispatcher.run("mark-distractors")
    assert [TEXTS[0][a:b] for a, b in view._dotted_spans[0]] == ["HOTEL2 boasts a lively bar."] and len(
        view._dotted_spans
    ) == 1
    drawing = view._drawing(0, view.document().findBlockByNumber(0))
    assert drawing is not None and len(drawing.lines) == 1 and not drawing.hits
    window.stage.step_item(1)
    assert window.key() == "HOTEL3" and view._dotted_spans == {} and not panel.turns.distractors.isChecked()


# ---- flags and checks


def test_a_missed_flag_is_added_and_taken_back_as_everywhere(desk: Desk, tmp_path: Path) -> None:
    window, panel = open_at(desk, made(tmp_path))
    for key, name, value in (
        (K.Key_W, "wrong-entity", "lively"), (K.Key_V, "unsupported-value", "rude"), (K.Key_R, "redundant", "rude"),
        (K.Key_C, "unresolved-conflict", "spotless"),
    ):  # fmt: skip
        go(panel, value)
        desk.press(window, K.Key_M)
        assert "lost-value" not in {option.criterion.id for option in window.stage.flags.chooser.options}
        wrote(desk, window, lambda key=key: desk.press(window, key))
        assert answers(window)[f"{name} {value}"] == "yes"
        desk.until(lambda name=name: window.session.at_rest and window.stage.entry.criterion.id == name)
    assert [(e.criterion.letter, e.own) for e in window.entries] == [("C", True), ("V", True), ("R", True), ("W", True)]
    assert panel.head.summary == "3 entries, 3 flagged" and panel.head.title == "HOTEL1"
    go(panel, "rude")
    first = window.stage.entry.criterion.id
    go(panel, "rude")
    assert {first, window.stage.entry.criterion.id} == {"unsupported-value", "redundant"}, "a second click: the next"
    go(panel, "lively")
    wrote(desk, window, lambda: desk.press(window, K.Key_X))
    assert answers(window)["wrong-entity lively"] == "no"
    desk.until(lambda: panel.head.summary == "3 entries, 2 flagged")


def test_a_value_that_is_gone_can_be_flagged_as_lost_and_as_nothing_else(desk: Desk, tmp_path: Path) -> None:
    window, panel = open_at(desk, made(tmp_path), 2)
    go(panel, "rude")
    desk.press(window, K.Key_M)
    assert [option.criterion.id for option in window.stage.flags.chooser.options if not option.whole] == ["lost-value"]
    wrote(desk, window, lambda: desk.press(window, K.Key_L))
    entry = window.entries[0]
    assert (entry.criterion.id, entry.unit.text, entry.target.name) == ("lost-value", "Staff: rude", "table-alpha-2")
    assert entry.place == "entry of turn 1" and shown(panel) == ("alpha", 2)
    with_flag = next(line for line in panel.sheet.lines if line.entry.fact.value == "rude")  # type: ignore[union-attr]
    assert [flag.criterion.letter for flag in with_flag.flags] == ["L"]


def test_a_judges_flags_are_decided_here_and_lost_golden_entries_stand_below(desk: Desk, tmp_path: Path) -> None:
    window, panel = open_at(desk, made(tmp_path, judged=True), 2)
    assert texts(panel)[-3:] == [
        ("− gone", "Staff", "rude"), ("− gone", "Bar", "lively"), ("○ golden", "Staff", "rude"),
    ]  # fmt: skip
    assert [line.entry.fact.value for line in panel.sheet.lines if line.flags] == [  # type: ignore[union-attr]
        "very clean", "warm", "rude",
    ]  # fmt: skip
    go(panel, "warm")
    entry = window.stage.entry
    assert entry.criterion.id == "unsupported-value" and entry.unit.text == "Pool: warm"
    assert panel.table._delegate.active_units == {entry.unit.id}
    wrote(desk, window, lambda: desk.press(window, K.Key_A))
    assert answers(window) == {"unsupported-value warm": "yes"}
    desk.until(lambda: window.session.at_rest)
    go(panel, "warm")
    assert window.stage.entry.state is FlagState.ACCEPTED
    wrote(desk, window, lambda: desk.press(window, K.Key_X))
    assert answers(window) == {"unsupported-value warm": "no"}
    desk.until(lambda: window.session.at_rest)
    go(panel, "very clean")
    wrote(desk, window, lambda: desk.press(window, K.Key_1))
    found = answers(window)
    assert found["wrong-entity very clean"] == "yes" and found["unsupported-value very clean"] == "no"
    desk.until(lambda: panel.table.model().index(1, 3).data() == "Unsupported value (as Wrong entity)")


def tasks(tmp_path: Path, *entities: dict[str, Any]) -> Path:
    """The same with the tasks of the shipped protocol."""
    path = made(tmp_path, *entities, judged=True)
    run("campaign", "protocol", "use", "sumie", "--project", str(path))
    for task in ("golden", "support"):
        run("sample", "draw", "--task", f"sumie/{task}", "--project", str(path))
    return path


def test_the_checks_of_the_protocol_are_answered_in_the_table(desk: Desk, tmp_path: Path) -> None:
    """Of each system's last table: that of alpha is its second here."""
    filled = {**ENTITY, "summaries": [table for table in ENTITY["summaries"] if table["entries"]]}
    window = desk.open(path=tasks(tmp_path, filled))
    choose(desk, window, "Values and their evidence")
    panel = window.stage.surfaces.current_surface
    assert isinstance(panel, EntityTableSurface) and panel.table.hasFocus()
    entry = window.stage.entry
    rows = {line.unit for line in panel.sheet.lines if line.unit in panel.table._delegate.active_units}  # type: ignore[union-attr]
    assert entry.question and rows == set(entry.unit.sources), "all values of the attribute are lit"
    rooms = next(n for n, e in enumerate(window.entries) if e.unit.text == "Staff" and e.target.name == "table-alpha-2")
    window.stage.choose_flag(rooms)
    assert shown(panel) == ("alpha", 2) and tinted(window) == ["Now the staff is kind."]
    both = next(n for n, e in enumerate(window.entries) if e.unit.text == "Rooms" and e.target.name == "table-alpha-2")
    window.stage.choose_flag(both)
    assert tinted(window) == ["The rooms are spotless.", "The rooms are very clean."]
    assert len(panel.table._delegate.active_units) == 2
    wrote(desk, window, lambda: desk.press(window, K.Key_X))
    desk.until(lambda: window.session.at_rest)
    assert window.entries[both].state is FlagState.OVERRIDDEN
    window.stage.choose_flag(both)
    assert [panel.table.model().index(row, 3).data() for row in (0, 1)] == 2 * ["Supported by its evidence (no)"]
    said = "SELECT value FROM verdict JOIN annotator ON annotator.id = annotator_id AND kind = 'human'"
    assert window.rows(said) == [("no",)]
    go_to = next(n for n, e in enumerate(window.entries) if e.open)
    window.stage.choose_flag(go_to)
    wrote(desk, window, lambda: desk.press(window, K.Key_U))
    wrote(desk, window, lambda: window.dispatcher.run("undo"))
    assert window.rows(said) == [("no",)] and check(window.session.project) == []


def test_golden_entries_and_flags_have_the_table_in_their_tasks(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=tasks(tmp_path))
    choose(desk, window, "Golden entries")
    panel = window.stage.surfaces.current_surface
    assert isinstance(panel, EntityTableSurface) and shown(panel)[0] == GOLDEN
    assert window.stage.entry.criterion.id == "misaligned" and tinted(window)
    go(panel, "rude")
    wrote(desk, window, lambda: desk.press(window, K.Key_X))
    choose(desk, window, "Flagged entries")
    assert not any(entry.question for entry in window.entries) and shown(panel)[0] in ("alpha", "beta")
    choose(desk, window, "Flags")
    assert window.stage.item is None or window.stage.surfaces.current_surface in (None, panel)


def large_table(folder: Path) -> Path:
    """A project with one entity of 90 entries, of which 30 are drawn for support."""
    many = [said(f"Attribute {n % 30}", f"value {n} of the house", f"Sentence {n} says so.") for n in range(90)]
    text = " ".join(row["evidence"] for row in many)
    entity = {
        "entity": "HOTEL1", "category": "Hotels", "paragraphs": [{"text": text, "tone": "neutral", "golden": []}],
        "summaries": [{"system": "alpha", "method": "update", "turn": 1, "entries": many}],
    }  # fmt: skip
    path = made(folder, entity)
    run("campaign", "protocol", "use", "sumie", "--project", str(path))
    run("sample", "draw", "--task", "sumie/support", "--project", str(path))
    return path


def test_a_large_table_asks_what_was_drawn(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=large_table(tmp_path))
    window.stage.holding.take_task("sumie/support")
    desk.until(lambda: window.session.at_rest)
    assert len(window.entries) == 30


def test_an_attribute_is_whole_however_long(desk: Desk, tmp_path: Path) -> None:
    long = said("Friendliness of the staff at the reception desk during the night", "very kind indeed", "")
    entity = {**ENTITY, "summaries": [{"system": "alpha", "method": "update", "turn": 1, "entries": [long, ROOMS]}]}
    window, panel = open_at(desk, made(tmp_path, entity))
    table, delegate = panel.table, panel.table._delegate
    laid = delegate._layout_text(Type.BODY_MEDIUM, long["attribute"], table.columnWidth(1) - 16)
    assert laid.layout.lineCount() > 1 and table.rowHeight(0) >= laid.height
    assert table.rowHeight(1) < table.rowHeight(0)
    window.resize(1280, 720)
    desk.until(lambda: window.width() == 1280)
    article = window.stage.panes.pane("article")
    assert panel.page.width() > 1.4 * article.width() and article.width() >= 170


def test_evidence_is_whole_to_its_last_word_however_long(desk: Desk, tmp_path: Path) -> None:
    pictures = []
    for word in ("river", "lake"):
        quote = f"{'She said that the room was large and light, and that one saw ' * 3}the {word}."
        long = said("View", "from the window", quote)
        entity = {**ENTITY, "summaries": [{"system": "alpha", "method": "update", "turn": 1, "entries": [long, ROOMS]}]}
        folder = tmp_path / word
        folder.mkdir()
        window, panel = open_at(desk, made(folder, entity))
        window.resize(1280, 720)
        desk.until(lambda window=window: window.width() == 1280)
        table = panel.table
        line = table.model().index(0, 0).data(LINE)
        laid = table._delegate._layout_text(Type.SMALL, evidence_words(line), table.columnWidth(2) - 2 * SIDE)
        assert laid.layout.lineCount() > 1 and table.rowHeight(0) >= laid.height + 20
        cell = table.visualRect(table.model().index(0, 2))
        pictures.append(table.viewport().grab(cell).toImage())
    assert pictures[0] != pictures[1] and pictures[0].size() == pictures[1].size()


# ---- correcting and merging


def write(desk: Desk, panel: EntityTableSurface, text: str) -> QLineEdit:
    """Write in the field that is open."""
    field = panel.table._delegate.field
    assert field is not None
    field.selectAll()
    desk.bot.keyClicks(field, text) if text.isascii() else field.insert(text)
    return field


def test_a_flag_in_a_large_item_reads_no_entry_again(desk: Desk, tmp_path: Path) -> None:
    window, panel = open_at(desk, made(tmp_path))
    go(panel, "rude")
    opened, tables, lines = window.stage.item, panel._tables, panel.sheet.entry_changes  # type: ignore[union-attr]
    desk.press(window, K.Key_M)
    wrote(desk, window, lambda: desk.press(window, K.Key_W))
    now = window.stage.item
    assert now.view.derived_units is opened.view.derived_units and now.units is opened.units
    assert panel._tables is tables and panel.sheet.entry_changes is lines  # type: ignore[union-attr]
    assert [f.criterion.id for f in panel._line().flags] == ["wrong-entity"]  # type: ignore[union-attr]
    desk.press(window, K.Key_Right)
    assert panel.sheet.entry_changes is not lines  # type: ignore[union-attr]
    panel.turns.turnMoved.emit(1)
    go(panel, "rude")
    panel.correct()
    wrote(desk, window, lambda: (write(desk, panel, "polite"), desk.press(window, K.Key_Return)))
    assert panel._tables is not tables and ("+ new", "Staff", "polite") in texts(panel)


def entries(window: DeskWindow, document: str) -> list[str]:
    view = items.load_item_view(window.session.connection(), window.stage.item.id)
    table = next(each for each in entry_model.tables(view) if each.document.name == document)
    return [entry.fact.text for entry in table.entries]


def test_a_value_is_corrected_in_place_with_history_and_one_undo(desk: Desk, tmp_path: Path) -> None:
    window, panel = open_at(desk, made(tmp_path, judged=True), 2)
    go(panel, "kind")
    desk.press(window, K.Key_Return)
    field = write(desk, panel, "kind wvrlc")
    assert answers(window) == {}, "letters belong to the field while one writes"
    wrote(desk, window, lambda: desk.bot.keyClick(field, K.Key_Return))
    after = ["Rooms: spotless", "Rooms: very clean", "Staff: kind wvrlc", "Pool: warm"]
    assert entries(window, "table-alpha-2") == after
    assert panel.table.hasFocus()
    assert shown(panel) == ("alpha", 2) and panel.table.place == 2 and tinted(window) == ["Now the staff is kind."]
    events = history.history(window.session.connection(), window.stage.item.id, window.session.reviewer)
    assert events[-1].words == "clarified the entry “Staff: kind” into “Staff: kind wvrlc”"
    wrote(desk, window, lambda: window.dispatcher.run("undo"))
    assert entries(window, "table-alpha-2")[2] == "Staff: kind" and texts(panel)[2][2] == "kind"
    window.dispatcher.run("correct-entry")
    desk.bot.keyClick(write(desk, panel, " "), K.Key_Return)
    desk.until(lambda: window.stage.flags.bar.words == "An entry needs an attribute and a value.")
    window.dispatcher.run("correct-entry")
    desk.bot.keyClick(write(desk, panel, "else"), K.Key_Escape)
    assert entries(window, "table-alpha-2")[2] == "Staff: kind"
    assert window.rows("SELECT count(*) FROM decision") == [(2,)]


def test_correcting_a_flagged_entry_stays_in_the_table(desk: Desk, tmp_path: Path) -> None:
    window, panel = open_at(desk, made(tmp_path, judged=True), 2)
    go(panel, "warm")
    assert window.stage.entry.unit.text == "Pool: warm"
    panel.correct()
    field = write(desk, panel, "cold")
    wrote(desk, window, lambda: desk.bot.keyClick(field, K.Key_Return))
    assert shown(panel) == ("alpha", 2) and "Pool: cold" in entries(window, "table-alpha-2")
    assert window.stage.entry.target.name == "table-alpha-2"


def test_going_on_saves_what_was_being_written(desk: Desk, tmp_path: Path) -> None:
    window, panel = open_at(desk, made(tmp_path, ENTITY, {**ENTITY, "entity": "HOTEL3"}))
    go(panel, "rude")
    desk.press(window, K.Key_Return)
    write(desk, panel, "curt")
    wrote(desk, window, lambda: window.stage.step_item(1))
    assert window.key() == "HOTEL3"
    window.stage.step_item(-1)
    assert "Staff: curt" in entries(window, "table-alpha-1")


@pytest.fixture
def menus(monkeypatch: pytest.MonkeyPatch) -> list[QMenu]:
    """The menus that would open; off screen they cannot grab the keyboard."""
    shown: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, at: shown.append(menu))
    return shown


def test_rows_are_merged_into_the_value_that_is_chosen(desk: Desk, tmp_path: Path, menus: list[QMenu]) -> None:
    window, panel = open_at(desk, made(tmp_path), 2)
    go(panel, "spotless")
    window.dispatcher.run("merge-entries")
    assert window.stage.flags.bar.words.startswith("Select two or more entries")
    desk.press(window, K.Key_Down, SHIFT)
    assert panel.table.selected_places == [0, 1]
    window.dispatcher.run("merge-entries")
    assert [a.text() for a in menus[0].actions()] == ["&1  spotless", "&2  very clean", "&3  spotless; very clean"]
    wrote(desk, window, menus[0].actions()[1].trigger)
    assert entries(window, "table-alpha-2") == ["Rooms: very clean", "Staff: kind", "Pool: warm"]
    unit = panel.sheet.lines[0].entry.unit  # type: ignore[union-attr]
    article = window.stage.panes.pane("article").units
    assert set(unit.sources) == {article[0].id, article[1].id}
    assert unit.meta["evidence"] == "The rooms are very clean."
    wrote(desk, window, lambda: window.dispatcher.run("undo"))
    assert len(entries(window, "table-alpha-2")) == 4
    wrote(desk, window, lambda: window.dispatcher.run("redo"))
    assert len(entries(window, "table-alpha-2")) == 3


def test_corrections_travel_and_the_file_stays_sound(desk: Desk, tmp_path: Path, menus: list[QMenu]) -> None:
    window, panel = open_at(desk, made(tmp_path, judged=True), 2)
    go(panel, "kind")
    panel.correct()
    field = write(desk, panel, "友好 <b>x</b> لطيف")
    wrote(desk, window, lambda: desk.bot.keyClick(field, K.Key_Return))
    go(panel, "spotless")
    desk.press(window, K.Key_Down, SHIFT)
    panel.merge()
    wrote(desk, window, menus[0].actions()[2].trigger)
    project = window.session.project
    assert check(project) == []
    export(project, "galley", tmp_path / "a.jsonl")
    with Project.create(tmp_path / "again.galley") as again:
        import_files(again, find("galley"), [tmp_path / "a.jsonl"])
        assert check(again) == []
        export(again, "galley", tmp_path / "b.jsonl")
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    export(project, "sumie", tmp_path / "entities-out.jsonl")
    table = json.loads((tmp_path / "entities-out.jsonl").read_text("utf-8"))["summaries"][1]["entries"]
    assert [row["value"] for row in table] == ["spotless; very clean", "友好 <b>x</b> لطيف", "warm"]


# ---- what must not happen


def test_hostile_texts_are_plain_and_every_script_is_shown(desk: Desk, tmp_path: Path) -> None:
    odd = [
        said("<img src=x>", "<b>bold</b> & \u202eevil", "<a href='x'>link</a>"),
        said("部屋" * 200, "とても静か" * 300, "部屋はとても静か。"),
        said("الغرف", "نظيفة جدا\tو\nهادئة", "الغرف نظيفة جدا"),
    ]
    entity = {
        **ENTITY,
        "entity": "<h1>&",
        "paragraphs": [{"text": "部屋はとても静か。 <a href='x'>link</a> الغرف نظيفة جدا", "golden": []}],
        "summaries": [{"system": "<i>x</i>" * 20, "method": "update", "turn": 1, "entries": odd}],
    }
    window = desk.open(path=made(tmp_path, entity))
    panel = window.stage.surfaces.current_surface
    panel.table.setFocus()
    table = panel.table.model()
    tip = table.index(0, 2).data(Qt.ItemDataRole.ToolTipRole)
    assert "<b>" not in tip and "&lt;b&gt;bold&lt;/b&gt; &amp;" in tip and "\u202e" not in tip
    assert len(table.index(1, 2).data(Qt.ItemDataRole.ToolTipRole)) < 700
    for row in range(3):
        panel.table.selectRow(row)
        assert not window.grab().isNull()
    assert tinted(window) == ["الغرف نظيفة جدا"]
    assert len(panel.turns._chips[0].text()) == 40


def test_a_project_open_for_reading_is_read_and_not_written(desk: Desk, tmp_path: Path) -> None:
    path = made(tmp_path, judged=True)
    with Project.open(path):  # whoever comes second only reads
        window = desk.open(path=path)
        panel = window.stage.surfaces.current_surface
        panel.table.setFocus()
        panel.table.selectRow(0)
        panel.correct()
        assert "open read-only" in window.stage.flags.bar.words
        assert panel.table._delegate.field is None
        desk.press(window, K.Key_Return)
        assert panel.table._delegate.field is None
        assert window.rows("SELECT count(*) FROM decision") == [(0,)]


def test_others_answers_are_not_seen_in_blind_mode_nor_out_of_it(desk: Desk, tmp_path: Path) -> None:
    path = made(tmp_path)
    with Project.open(path) as project:
        view = items.load_item_view(project.read_connection(), 1)
        entry = entry_model.tables(view)[0].entries[0]
        row = dict(project.read_connection().execute("SELECT name, id FROM criterion").fetchall())
        from galley.core.domain import Cell

        cell = Cell(entry.unit.id, row["wrong-entity"], entry.unit.document)
        Writer(project, "zoe").add(1, cell).result()
    for on in (False, True):
        window, panel = open_at(desk, path)
        if on:
            window.session.watch(
                window.session.project.write(
                    lambda c: blind.store_blind(c, blind.Blind(own=True, judges=True, gold=True))
                )
            )
        assert [line.flags for line in panel.sheet.lines] == [(), (), ()]  # type: ignore[union-attr]
        window.close_all()


@pytest.mark.parametrize("width", [170, 430, 900])
def test_columns_fit_their_width(desk: Desk, tmp_path: Path, width: int) -> None:
    _, panel = open_at(desk, made(tmp_path))
    panel.table.resize(width, 400)
    assert sum(panel.table.columnWidth(n) for n in range(4)) <= max(width, 170)
    assert panel.table._delegate.narrow is (width < 380)


def test_a_table_is_read_when_its_last_row_was_painted(desk: Desk, tmp_path: Path) -> None:
    window, panel = open_at(desk, made(tmp_path))
    names = {document.id: document.name for document in window.stage.item.view.documents}
    front = window.stage.panes.tab.document.id
    desk.until(lambda: front in window.stage.read_tracker.read())
    unseen = {row for row, name in names.items() if name.startswith("table-alpha")} - window.stage.read_tracker.read()
    assert unseen, "a turn that nobody went to"
    panel.turns.turnMoved.emit(3)
    desk.until(lambda: window.stage.panes.tab.document.id in window.stage.read_tracker.read())
    window.view.finishing.finish()
    window.view.finishing.finish()
    silent = "SELECT DISTINCT target_id FROM judged WHERE decision_id IS NOT NULL"
    desk.until(lambda: window.rows(silent))
    covered = {row for (row,) in window.rows(silent)}
    assert front in covered and covered <= window.stage.read_tracker.read()


def test_quotes_within_the_evidence_are_single_ones() -> None:
    fact = SimpleNamespace(evidence='She said "warm" and left.')
    line = SimpleNamespace(entry=SimpleNamespace(fact=fact), missing=False, before=())
    assert evidence_words(cast(EntryRow, line)) == "“She said 'warm' and left.”"
