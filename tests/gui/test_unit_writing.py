"""Opinions and facts written, clarified, split, merged, dropped from wherever they stand; each change is a decision."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMenu

from galley.core.domain import Unit, UnitKind
from galley.core.exports.registry import export
from galley.core.importers import registry
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import blind, history, items
from galley.core.review.decision_writer import DecisionWriter as Writer
from galley.core.review.revisions import Draft, How
from galley.gui.review import unit_drafts
from galley.gui.review.unit_editor import Doing, UnitEditor
from tests.core.studies import pack, packed, study
from tests.gui.matrices import matrices, record
from tests.gui.review_desk import Desk, DeskWindow, desk, make_project
from tests.gui.test_task_picker import choose

__all__ = ["desk"]
K, M = Qt.Key, Qt.KeyboardModifier
OPINIONS = [
    "Ann thinks **the hall on Quarry Street** should open in the morning.", "Ann would lock the corridor.",
    "Bo does not want strangers in a school.", "Bo finds the van near enough.",
    "Ann finds that the van comes too seldom.",
]  # fmt: skip


class Typist:
    """Answers the editor: what it is to write, and what it was shown."""

    def __init__(self) -> None:
        self.writes: list[str] | None = None
        self.shown: list[tuple[Doing, str, str]] = []

    def ask(self, parent: Any, theme: Any, doing: Doing, text: str, about: str) -> list[str]:
        self.shown.append((doing, text, about))
        dialog = UnitEditor(parent, theme, doing, text, about)
        if self.writes is not None:
            dialog.text.setPlainText("\n".join(self.writes))
        found = dialog.lines() if self.writes is not None and dialog.go.isEnabled() else []
        dialog.deleteLater()
        return found


@pytest.fixture
def typist(monkeypatch: pytest.MonkeyPatch) -> Typist:
    made = Typist()
    monkeypatch.setattr(UnitEditor, "ask", made.ask)
    return made


def units(window: DeskWindow) -> list[Unit]:
    return list(window.stage.item.view.derived_units)


def texts(window: DeskWindow) -> list[str]:
    return [unit.text for unit in units(window)]


def go(window: DeskWindow, text: str) -> Unit:
    """Look at the unit that begins like this, as a click on it does."""
    unit = next(unit for unit in units(window) if unit.text.startswith(text))
    window.stage.choose_unit(unit.id)
    return unit


def run(desk: Desk, window: DeskWindow, action: str) -> None:
    before = window.rows("SELECT count(*) FROM decision")
    window.dispatcher.run(action)
    desk.until(lambda: window.session.at_rest and window.rows("SELECT count(*) FROM decision") > before)
    QApplication.processEvents()


def decisions(window: DeskWindow) -> list[tuple[Any, ...]]:
    return window.rows("SELECT action, value FROM decision ORDER BY id")


def pane(window: DeskWindow) -> list[tuple[str, str]]:
    """What the tab in front says: label and text of each."""
    return [(unit.speaker, unit.text) for unit in window.stage.panes.pane("summary").units]


def test_without_a_task_they_stand_in_tabs_of_their_own(desk: Desk) -> None:
    window = desk.open([record("d0")])
    tabs = window.stage.item.tabs
    assert [tab.title for tab in tabs][-2:] == ["Opinions 5", "Facts 3"]
    desk.press(window, K.Key_O)
    assert pane(window)[:3] == [("Ann", OPINIONS[0]), ("Ann", OPINIONS[1]), ("Bo", OPINIONS[2])]
    unit = go(window, "Bo does not")
    view = window.stage.panes.pane("dialogue").view
    assert sorted(view._places) == [1], "the turn that it comes from is tinted"
    assert window.stage.selection.reading == unit.id


def test_clarifying_is_one_decision_and_one_undo(desk: Desk, typist: Typist) -> None:
    window = desk.open([record("d0")])
    window.dispatcher.run("opinions")
    unit = go(window, "Bo finds")
    typist.writes = ["Bo finds **the van at the mill** near enough."]
    run(desk, window, "clarify-unit")
    assert typist.shown == [(Doing.CLARIFY, unit.text, "Atomic.")]
    new = units(window)[3]
    assert (new.text, new.sources, new.type) == (typist.writes[0], unit.sources, "clarified")
    assert pane(window)[3] == ("Bo", new.text) and window.stage.panes.tab.kind is UnitKind.OPINION
    assert window.stage.selection.reading == new.id and decisions(window) == [("revise", "clarify")]
    typist.writes = None
    window.dispatcher.run("clarify-unit")
    assert typist.shown[-1][2].startswith("Atomic. Clarified by rea, today ")
    assert typist.shown[-1][2].endswith("Before: “Bo finds the van near enough.”.")
    window.dispatcher.run("undo")
    desk.until(lambda: texts(window)[:5] == OPINIONS)
    assert pane(window)[3] == ("Bo", OPINIONS[3])
    window.dispatcher.run("redo")
    desk.until(lambda: texts(window)[3] == new.text)
    window.close_all()
    again = desk.open(path=window.path)
    assert texts(again)[3] == new.text and check(again.session.project) == []


def test_nothing_or_the_same_words_are_no_decision(desk: Desk, typist: Typist) -> None:
    window = desk.open([record("d0")])
    window.dispatcher.run("clarify-unit")
    go(window, "Bo finds")
    for writes in (None, ["  "], ["Bo finds the van near enough. "]):
        typist.writes = writes
        window.dispatcher.run("clarify-unit")
    typist.writes = ["One part alone."]
    window.dispatcher.run("split-unit")
    window.dispatcher.run("merge-units")
    assert window.stage.flags.bar.words.startswith("Select text over two or more")
    window.stage.choose_unit(window.stage.item.documents("dialogue")[0].units[0].id)
    window.dispatcher.run("drop-unit")
    assert window.stage.flags.bar.words == "Choose an opinion or a fact first."
    assert decisions(window) == []


def test_a_split_proposes_a_line_a_part_and_the_parts_are_atomic(desk: Desk, typist: Typist) -> None:
    window = desk.open([record("d0", opinions=1)])
    unit = go(window, "Ann thinks")
    typist.writes = ["Ann likes **the hall**.", "", "Ann is for mornings."]
    run(desk, window, "split-unit")
    assert typist.shown[0][:2] == (Doing.SPLIT, unit.text)
    made = units(window)[:2]
    assert [u.text for u in made] == ["Ann likes **the hall**.", "Ann is for mornings."]
    assert [unit_drafts.step(u) for u in made] == ["atomic", "atomic"]
    assert all(u.sources == unit.sources for u in made) and decisions(window) == [("revise", "split")]


def test_a_merge_takes_those_over_which_text_is_selected(desk: Desk, typist: Typist) -> None:
    window = desk.open([record("d0")])
    window.dispatcher.run("opinions")
    view = window.stage.panes.pane("summary").view
    cursor = view.textCursor()
    cursor.setPosition(view.document().findBlockByNumber(1).position() + 2)
    cursor.setPosition(view.document().findBlockByNumber(2).position() + 5, cursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    typist.writes = ["Both are careful."]
    run(desk, window, "merge-units")
    assert typist.shown[0][:2] == (Doing.MERGE, f"{OPINIONS[1]} {OPINIONS[2]}")
    new = next(u for u in units(window) if u.text == "Both are careful.")
    assert len(new.sources) == 2 and decisions(window) == [("revise", "merge")] and len(units(window)) == 7


def test_a_new_one_comes_from_the_turn_or_paragraph_at_hand(desk: Desk, typist: Typist) -> None:
    window = desk.open([record("d0", opinions=0)])
    window.dispatcher.run("write-unit")
    assert window.stage.flags.bar.words.startswith("Click the turn or paragraph")
    turn = window.stage.item.documents("dialogue")[0].units[1]
    window.stage.choose_unit(turn.id)
    typist.writes = ["Bo dislikes 展示会 🏭."]
    run(desk, window, "write-unit")
    assert typist.shown[0][2].startswith("From dialogue 2: Nobody walks")
    new = next(u for u in units(window) if u.kind is UnitKind.OPINION)
    assert (new.text, new.sources, unit_drafts.step(new)) == ("Bo dislikes 展示会 🏭.", (turn.id,), "main")
    assert window.stage.selection.reading == new.id and pane(window) == [("Bo", new.text)]
    window.stage.choose_unit(window.stage.item.documents("article")[0].units[1].id)
    typist.writes = ["It has wheels."]
    run(desk, window, "write-unit")
    fact = next(u for u in units(window) if u.text == "It has wheels.")
    assert fact.kind is UnitKind.FACT and fact.sources == (window.stage.item.documents("article")[0].units[1].id,)


def test_types_and_steps_are_chosen_from_a_menu_and_drops_come_back(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = desk.open([record("d0")])
    menus: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, at: menus.append(menu))
    go(window, "The hall is closed")
    window.dispatcher.run("unit-type")
    assert [action.text() for action in menus[0].actions()][:2] == ["&1  key", "&2  non-key"]
    menus[0].actions()[0].trigger()
    desk.until(lambda: next(u for u in units(window) if u.kind is UnitKind.FACT).type == "key")
    desk.until(lambda: ("key", "The hall is closed.") in pane(window))
    go(window, "Bo finds")
    window.view.writing.menu_of_types().actions()[0].trigger()
    desk.until(lambda: unit_drafts.step(next(u for u in units(window) if u.text.startswith("Bo finds"))) == "main")
    said = [event.words for event in history.history(window.session.connection(), window.stage.item.id)]
    assert said[0].startswith("changed the fact “The hall is closed.”") and said[0].endswith("to key")
    assert said[1] == "changed the opinion “Bo finds the van near enough.” to main"
    go(window, "Ann would")
    run(desk, window, "drop-unit")
    assert OPINIONS[1] not in texts(window)
    window.dispatcher.run("undo")
    desk.until(lambda: OPINIONS[1] in texts(window))


def test_the_editor_saves_with_enter_and_marks_with_ctrl_b(desk: Desk) -> None:
    dialog = UnitEditor(None, desk.theme, Doing.CLARIFY, "Bo thinks it will stand.", "")
    desk.bot.addWidget(dialog)
    dialog.show()
    cursor = dialog.text.textCursor()
    cursor.setPosition(10)
    cursor.setPosition(12, cursor.MoveMode.KeepAnchor)
    dialog.text.setTextCursor(cursor)
    desk.bot.keyClick(dialog.text, K.Key_B, M.ControlModifier)
    assert dialog.lines() == ["Bo thinks **it** will stand."]
    desk.bot.keyClick(dialog.text, K.Key_B, M.ControlModifier)
    assert dialog.lines() == ["Bo thinks it will stand."]
    desk.bot.keyClick(dialog.text, K.Key_Return)
    assert dialog.result() == 1
    split = UnitEditor(None, desk.theme, Doing.SPLIT, "One.", "")
    desk.bot.addWidget(split)
    split.show()
    assert not split.go.isEnabled()
    desk.bot.keyClick(split.text, K.Key_Return)
    desk.bot.keyClicks(split.text, "Two.")
    assert split.lines() == ["One.", "Two."] and split.go.isEnabled() and split.isVisible()
    desk.bot.keyClick(split.text, K.Key_Return, M.ControlModifier)
    assert split.result() == 1


def test_what_could_not_be_saved_is_there_again(
    desk: Desk, typist: Typist, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = desk.open([record("d0")])
    go(window, "Bo finds")
    monkeypatch.setattr(window.view.decisions, "write", lambda *_: None)  # as where the disk is full
    typist.writes = ["Bo is sure."]
    window.dispatcher.run("clarify-unit")
    typist.writes = None
    window.dispatcher.run("clarify-unit")
    assert typist.shown[-1][1] == "Bo is sure."


def test_a_task_of_writing_shows_what_is_written_beside_its_sources(
    desk: Desk, typist: Typist, tmp_path: Path
) -> None:
    window = desk.open(path=matrices(tmp_path))
    choose(desk, window, "write")
    assert [tab.title for tab in window.stage.item.tabs] == ["Opinions 5"]
    assert window.stage.surfaces.current_surface is None and window.stage.panes.pane("dialogue").isVisible()
    assert "Which opinions does this speaker voice?" in window.stage.flags.detail._message.text()
    assert "Shift N" in window.stage.flags.detail._message.text()
    window.stage.choose_unit(window.stage.item.documents("dialogue")[0].units[1].id)
    typist.writes = ["Bo is not afraid."]
    run(desk, window, "write-unit")
    assert ("Bo", "Bo is not afraid.") in pane(window)
    made = window.rows("SELECT name FROM decision JOIN task ON task.id = task_id")
    assert made == [("grid/write",)]


def test_a_unit_of_the_matrix_is_clarified_there(desk: Desk, typist: Typist, tmp_path: Path) -> None:
    window = desk.open(path=matrices(tmp_path))
    desk.press(window, K.Key_Down)
    typist.writes = ["Ann would lock **the corridor of the school**."]
    run(desk, window, "clarify-unit")
    grid = window.stage.surfaces.current_surface.grid
    assert [row.text for row in grid.rows if "corridor of" in row.text] == [
        "Ann would lock the corridor of the school."
    ]
    assert check(window.session.project) == []


def test_blind_mode_does_not_say_who(desk: Desk, typist: Typist) -> None:
    window = desk.open([record("d0")])
    unit = units(window)[2]
    draft = Draft(unit.kind, "Bo is sure of it.", unit.document, "", unit.sources)
    Writer(window.session.project, "Zoë").revise(1, How.CLARIFY, [draft], [unit.id]).result()
    window.stage.refresh()
    go(window, "Bo is sure")
    window.dispatcher.run("clarify-unit")
    assert "Clarified by Zoë, today" in typist.shown[-1][2]
    window.session.project.write(lambda c: blind.store_blind(c, blind.Blind(own=True))).result()
    window.dispatcher.run("clarify-unit")
    assert "another reviewer" in typist.shown[-1][2] and "Zo" not in typist.shown[-1][2]


def test_hostile_texts_are_shown_and_written_as_they_are(desk: Desk, typist: Typist) -> None:
    bad = ["<b>x</b> & **a\u202eb**", "سلام **دنیا**", "****", "x" * 3_000, "a\tb\nc\x07", "意见**引用**👩‍👩‍👧‍👦"]
    made = record("d0", opinions=0)
    made["units"] = [{"id": f"o{n}", "kind": "opinion", "text": t, "from": [["dialogue", 0]]}
                     for n, t in enumerate(bad)]  # fmt: skip
    made["verdicts"] = []
    window = desk.open([made])
    window.dispatcher.run("opinions")
    window.grab()
    go(window, "<b>x")
    typist.writes = ["<i>y</i> سلام 👩‍👩‍👧‍👦"]
    run(desk, window, "clarify-unit")
    assert typist.shown[0][1] == bad[0] and typist.writes[0] in texts(window)


def test_a_project_open_for_reading_can_be_read_and_nothing_else(
    desk: Desk, typist: Typist, tmp_path: Path
) -> None:
    path = make_project(tmp_path / "locked.galley", [record("d0")])
    with Project.open(path):  # whoever comes second only reads
        window = desk.open(path=path)
        go(window, "Bo finds")
        for name in ("clarify-unit", "split-unit", "write-unit", "merge-units", "drop-unit", "unit-type"):
            window.stage.tell("")
            window.dispatcher.run(name)
            assert "open read-only" in window.stage.flags.bar.words
        assert not typist.shown and texts(window)[:5] == OPINIONS


def test_an_item_without_them_says_so(desk: Desk) -> None:
    window = desk.open()
    window.dispatcher.run("opinions")
    assert window.stage.flags.bar.words == "This item has no opinions and facts."
    assert not any(tab.kind for tab in window.stage.item.tabs)


# ---- with the benchmark


@pytest.fixture
def benchmark_item(tmp_path: Path, shared_data: Path) -> Iterator[Path]:
    path = tmp_path / "kgds.galley"
    with Project.create(path) as project:
        import_files(project, registry.find("kgds"), [shared_data / "kgds" / "KGDS.json"])
    yield path


def test_edits_of_the_benchmark_travel_and_the_file_stays_sound(
    desk: Desk, typist: Typist, benchmark_item: Path, tmp_path: Path
) -> None:
    window = desk.open(path=benchmark_item)
    opinions = [u for u in units(window) if u.kind is UnitKind.OPINION]
    assert len(opinions) == 12
    go(window, opinions[0].text[:30])
    typist.writes = ["Person1 is sad.", "Person1 is **very** sad."]
    run(desk, window, "split-unit")
    go(window, next(u for u in units(window) if u.kind is UnitKind.FACT).text)
    window.view.writing.menu_of_types().actions()[4].trigger()
    desk.until(lambda: next(u for u in units(window) if u.kind is UnitKind.FACT).type == "masked")
    go(window, opinions[1].text[:30])
    run(desk, window, "drop-unit")
    project, item = window.session.project, window.stage.item.id
    assert check(project) == []
    export(project, "galley", tmp_path / "a.jsonl")
    with Project.create(tmp_path / "again.galley") as other:
        import_files(other, IMPORTER, [tmp_path / "a.jsonl"])
        view = items.load_item_view(other.read_connection(), item)
        kept = [(u.kind, u.text, u.type, dict(u.meta)) for u in view.derived_units]
        assert kept == [(u.kind, u.text, u.type, dict(u.meta)) for u in units(window)]
        export(other, "galley", tmp_path / "b.jsonl")
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


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
    assert unit_drafts.propose_parts(unit(text), speaker) == expected


def test_the_three_steps() -> None:
    main = unit("She likes it.", step="main", doubt="whose?")
    assert unit_drafts.step(main) == "main" and unit_drafts.step(unit("x")) == "atomic"
    clear = unit_drafts.draft_clarified(main, "Ann likes **it**.")
    assert dict(clear.meta) == {"step": "clarified", "doubt": "whose?"} and clear.type == "clarified"
    assert {draft.meta["step"] for draft in unit_drafts.parts(main, ["a", "b"])} == {"atomic"}
    assert unit_drafts.draft_clarified(unit("x"), "y").meta == {}, "an imported opinion is atomic and stays so"
    assert unit_drafts.draft_merged([unit("x"), main], "z").meta["step"] == "main"
    assert unit_drafts.draft_merged([unit("x"), unit("y")], "z").meta == {}
    assert unit_drafts.join_texts([unit("x"), unit("x"), unit("y")]) == "x y"


@pytest.mark.parametrize("in_package", [False, True])
def test_where_units_are_written_nothing_speaks_of_flags_or_answers(
    desk: Desk, tmp_path: Path, in_package: bool
) -> None:
    path = study(tmp_path, count=1)
    if in_package:
        pack(path, "--task", "opinions", "--for", "rea")
    window = desk.open(path=packed(tmp_path, "rea") if in_package else path, task="two/opinions")
    detail = window.stage.flags.detail
    buttons = (detail.accept, detail.override, detail.doubt)
    assert window.stage.item.writes and not any(button.isVisible() for button in buttons)
    assert "Shift N" in detail._message.text() and "flag" not in detail._message.text()
    hints = dict(window.view.hints())
    assert hints["write"] == ("write-unit",) and "add flag" not in hints
    if not in_package:
        choose(desk, window, "supporting")
        assert all(button.isVisible() for button in buttons)
