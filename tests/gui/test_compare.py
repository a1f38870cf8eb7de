"""Two texts side by side: digits choose, yes and no are no answer, and nothing says whose text it is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from galley.core.campaign import answers
from galley.core.definitions import protocol_files, schemes
from galley.core.domain import Cell, ChangeSet, Unit, UnitKind
from galley.core.errors import ProtocolError
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import history, task_choice
from galley.core.review.decision_writer import DecisionWriter as Work
from galley.core.review.items import FlagState
from galley.core.storage import names
from galley.core.tasks import pairs as tasks_pairs
from galley.gui.review.task_view_page import PairPage
from tests.core.studies import pack, run
from tests.gui.panes import point_in
from tests.gui.review_desk import Desk, DeskWindow, desk, item, make_project
from tests.gui.test_settle import cards, told
from tests.gui.test_task_picker import choose

__all__ = ["desk"]
K, B, M = Qt.Key, Qt.MouseButton, Qt.KeyboardModifier
OPEN, DONE, UNSURE = FlagState.OPEN, FlagState.ACCEPTED, FlagState.UNSURE
SYSTEMS = ("zebrafinch", "quagga", "axolotl")
SCHEME = """\
id = "mine"
name = "Mine"
version = "1"
description = "Which is better."

[[criterion]]
id = "better"
name = "Better text"
definition = "The one that you would hand on."
unit = "whole"
scale = "choice"
choices = ["first", "second", "same"]
letter = "B"
colour = "#0072B2"
line = "solid"
roles = ["summary"]
about = "summary"
"""
TASK = """\
format = 1
id = "pairs"
name = "Pairs"

[[task]]
id = "better"
kind = "compare"
ask = "Which one would you hand on?"
criteria = ["mine/better"]
shows = ["dialogue"]
"""


def documents(count: int) -> list[dict[str, Any]]:
    """The kiosk with summaries of ``count`` systems, each with a text that can be told from the others."""
    made = [d for d in item("x")["documents"] if d["role"] != "summary"]
    for system in SYSTEMS[:count]:
        sentences = [f"The kiosk has {len(system)} maps.", "It is open until noon."]
        made.append({"id": f"by-{system}", "role": "summary", "system": system, "sentences": sentences})
    return made


def compared(folder: Path, count: int = 2, items: int = 2, scheme: str = SCHEME, toml: str = TASK) -> Path:
    """A project in which summaries of ``count`` systems are compared."""
    records = [item(f"i{n}", documents=documents(count)) for n in range(items)]
    path = make_project(folder / "pairs.galley", records)

    def add(connection: Any) -> tuple[None, ChangeSet]:
        names.add_scheme(connection, schemes.parse_scheme(scheme))
        return None, ChangeSet(settings=True)

    with Project.open(path) as project:
        project.write(add).result()
    (folder / "pairs.toml").write_text(toml, "utf-8")
    run("campaign", "protocol", "use", str(folder / "pairs.toml"), "--project", str(path))
    return path


def page(window: DeskWindow) -> PairPage:
    return window.findChild(PairPage)


def texts(window: DeskWindow) -> list[int]:
    """How many letters the system has whose text stands left, and right."""
    shown = page(window)
    return [int(pane.units[0].text.split()[3]) for pane in (shown.left_pane, shown.right_pane)]


def chosen(window: DeskWindow) -> list[str | None]:
    """What was chosen, in order, by the system that it means."""
    found: list[str | None] = []
    for value, text in window.rows(
        "SELECT decision.value, unit.meta FROM decision JOIN unit ON unit.id = unit_id ORDER BY decision.id"
    ):
        given = json.loads(text)["documents"]
        found.append({"first": given[0], "second": given[1]}.get(value, value))
    return found


@pytest.fixture
def window(desk: Desk, tmp_path: Path) -> DeskWindow:
    return desk.open(path=compared(tmp_path))


def test_two_texts_stand_side_by_side_above_their_source(desk: Desk, window: DeskWindow) -> None:
    stage, shown, detail = window.stage, page(window), window.stage.flags.detail
    assert shown.isVisible() and not stage.panes.isVisible()
    assert window.states() == [OPEN] and stage.entry.unit.kind is UnitKind.PAIR
    assert sorted(texts(window)) == sorted(len(system) for system in SYSTEMS[:2])
    assert [pane.head.title for pane in (shown.left_pane, shown.right_pane)] == ["Left text", "Right text"]
    heads = [pane.head.title for pane in shown.sources.values() if pane.isVisible()]
    assert heads == ["Dialogue"], "what the task shows, and no other"
    buttons = [b for b in detail.values.buttons if b.isVisible()]
    assert [(b.text(), b._key, b._primary) for b in buttons] == [
        ("left one", "1", False), ("right one", "2", False), ("the same", "3", False)
    ]  # fmt: skip
    assert not detail.accept.isVisible() and detail.doubt.isVisible()
    assert detail._ask.text() == "Which one would you hand on?"
    assert stage.flags.list.isVisible() and [pane.isVisible() for pane in (shown.left_pane, shown.right_pane)] == [
        True,
        True,
    ]


@pytest.mark.parametrize("count", [2, 3])
def test_nothing_says_whose_text_it_is(desk: Desk, tmp_path: Path, count: int) -> None:
    window = desk.open(path=compared(tmp_path, count))
    for key in (K.Key_1, K.Key_2, K.Key_3, K.Key_J, K.Key_N, K.Key_P):
        everything = told(window).lower()
        assert not [name for name in (*SYSTEMS, "first", "second") if name in everything]
        desk.press(window, key)
        desk.until(lambda: window.session.at_rest)
    shown = task_choice.rows(window.session.connection(), [1], 0, "pairs/better")
    assert [row.systems for row in shown] == [""], "nor does the queue"
    assert not window.stage.item.tabs and len(window.entries) == {2: 1, 3: 3}[count]
    assert [entry.quote for entry in window.entries] == [f"Pair {n + 1}" for n in range(len(window.entries))]
    assert not window.failures


@pytest.mark.parametrize(("key", "side", "word"), [
    (K.Key_1, 0, "left one"), (K.Key_2, 1, "right one"), (K.Key_3, 2, "the same"),
])  # fmt: skip
@pytest.mark.parametrize("by", ["key", "button"])
def test_each_digit_and_button_chooses(
    desk: Desk, window: DeskWindow, key: Qt.Key, side: int, word: str, by: str
) -> None:
    before = texts(window)
    if by == "key":
        desk.press(window, key)
    else:
        QTest.mouseClick(window.stage.flags.detail.values.buttons[side], B.LeftButton)
    desk.until(lambda: window.session.at_rest and window.states() == [DONE])
    assert window.words() == [word] and texts(window) == before, "an answer moves nothing"
    (answer,) = chosen(window)
    if side < 2:
        assert answer == next(f"by-{s}" for s in SYSTEMS if len(s) == before[side]), "the document, whichever side"
    else:
        assert answer == "same"
    heads = ["chosen" in pane.head.summary for pane in (page(window).left_pane, page(window).right_pane)]
    assert heads == [side == 0, side == 1]
    desk.press(window, K.Key_Z, M.ControlModifier)
    desk.until(lambda: window.session.at_rest and window.states() == [OPEN])
    assert not check(window.session.project)


def test_the_history_names_neither_the_texts_nor_the_choice(desk: Desk, window: DeskWindow) -> None:
    desk.press(window, K.Key_1)
    desk.until(lambda: window.session.at_rest and window.states() == [DONE])
    connection, reviewer = window.session.connection(), window.session.reviewer
    (mine,) = history.history(connection, window.stage.item.id, reviewer)
    assert mine.words.endswith("Better text, pair 1")
    (everybody,) = history.history(connection, window.stage.item.id)
    assert any(system in everybody.words for system in SYSTEMS), "who leads the study reads it all"


def test_yes_and_no_are_no_answer_and_say_so(desk: Desk, window: DeskWindow) -> None:
    for key in (K.Key_A, K.Key_X, K.Key_4, K.Key_9):
        desk.press(window, key)
        desk.until(lambda: window.session.at_rest)
        assert window.states() == [OPEN]
        if key in (K.Key_A, K.Key_X):
            assert "digit" in window.stage.flags.bar.words
    assert not window.rows("SELECT 1 FROM decision")
    desk.press(window, K.Key_U)
    desk.until(lambda: window.session.at_rest and window.states() == [UNSURE])
    assert window.rows("SELECT action, value FROM decision") == [("unsure", None)]
    (left,) = window.view.ending.page.list.lines  # type: ignore[union-attr]
    assert left.name == "Better text · Pair 1: unsure", "what is left unsure stands at the item's end, without a system"


@pytest.mark.parametrize("button", [B.LeftButton, B.RightButton, B.MiddleButton])
def test_a_click_in_a_text_only_reads(desk: Desk, window: DeskWindow, button: Qt.MouseButton) -> None:
    shown = page(window)
    for pane in (shown.right_pane, shown.left_pane, next(iter(shown.sources.values()))):
        QTest.mouseClick(pane.view.viewport(), button, M.NoModifier, point_in(pane, 0, 2))
        assert window.stage.current == 0
        if button is B.LeftButton:
            assert window.stage.selection.reading == pane.units[0].id
    desk.press(window, K.Key_1)
    desk.until(lambda: window.session.at_rest and window.states() == [DONE])


def test_the_sides_are_drawn_for_each_item_and_pair_and_stay(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=compared(tmp_path, count=2, items=24))
    seen = []
    for _ in range(24):
        seen.append(texts(window)[0])
        desk.press(window, K.Key_N)
    assert 5 <= seen.count(len(SYSTEMS[0])) <= 19, "neither system is always left"
    for _ in range(3):
        desk.press(window, K.Key_P)
    assert texts(window)[0] == seen[int(window.key()[1:])]


def test_three_texts_make_three_pairs_one_after_the_other(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=compared(tmp_path, count=3))
    pairs = []
    for count in range(3):
        pairs.append(frozenset(texts(window)))
        assert window.stage.current == count
        desk.press(window, K.Key_1)
        desk.until(lambda count=count: window.session.at_rest and window.states().count(DONE) == count + 1)
    lengths = [len(system) for system in SYSTEMS]
    assert set(pairs) == {frozenset((a, b)) for a in lengths for b in lengths if a < b}


def test_systems_may_be_the_choices_and_what_names_neither_is_refused_in_words(desk: Desk, tmp_path: Path) -> None:
    own = SCHEME.replace('"first", "second", "same"', f'"{SYSTEMS[0]}", "{SYSTEMS[1]}"')
    window = desk.open(path=compared(tmp_path, scheme=own))
    left = next(s for s in SYSTEMS if len(s) == texts(window)[0])
    assert [b.text() for b in window.stage.flags.detail.values.buttons if b.isVisible()] == ["left one", "right one"]
    desk.press(window, K.Key_3)
    desk.press(window, K.Key_1)
    desk.until(lambda: window.session.at_rest and window.states() == [DONE])
    assert window.rows("SELECT value FROM decision") == [(left,)] and left not in told(window)
    other = tmp_path / "other"
    other.mkdir()
    window = desk.open(path=compared(other, scheme=SCHEME.replace('"first", "second"', '"one", "two"')))
    for key in (K.Key_A, K.Key_X, K.Key_1, K.Key_2):
        desk.press(window, key)
    assert "so you cannot choose one" in window.stage.flags.bar.words and not window.rows("SELECT 1 FROM decision")


def test_a_question_of_yes_or_no_cannot_compare() -> None:
    toml = TASK.replace("mine/better", "kgds-paragraph/supporting")
    with pytest.raises(ProtocolError, match=r"line 9: .* compares two documents, and .* has no choices"):
        protocol_files.parse(toml, "pairs.toml")


def test_a_pair_whose_document_is_gone_has_no_sides() -> None:
    unit = Unit(1, 1, UnitKind.PAIR, 0, 0, 0, "a / b", meta={"documents": ["a", "b"]})
    criterion = schemes.parse_scheme(SCHEME).criteria[0]
    assert tasks_pairs.pair("i0", unit, (), criterion) is None


def test_the_picker_counts_pairs_and_a_package_brings_the_choice_back(desk: Desk, tmp_path: Path) -> None:
    project = compared(tmp_path)
    with Project.open(project) as opened:
        found = {each.task: each for each in task_choice.choices_with_counts(opened.read_connection(), 0)}
        assert (found["pairs/better"].total, found["pairs/better"].done) == (2, 0)
    pack(project, "--task", "better", "--for", "rea")
    window = desk.open(path=tmp_path / "pairs-rea.galley")
    desk.press(window, K.Key_2)
    desk.until(lambda: window.session.at_rest and len(chosen(window)) == 1)  # and the package opens the next item
    (meant,) = chosen(window)
    window.close_all()
    answers.write_answers(tmp_path / "pairs-rea.galley", tmp_path / "rea.answers")
    run("campaign", "merge", str(tmp_path / "rea.answers"), "--project", str(project))
    window = desk.open(path=project)
    assert chosen(window) == [meant]


def test_what_readers_choose_differently_is_settled_without_names(desk: Desk, tmp_path: Path) -> None:
    settle = '\n[[task]]\nid = "last"\nkind = "settle"\nof = "better"\nrule = "adjudicator"\n'
    path = compared(tmp_path, toml=TASK.replace("criteria", 'people = 2\nrule = "unanimous"\ncriteria') + settle)
    with Project.open(path) as project:
        query = (
            "SELECT item_id, unit.id, criterion.id, document_id FROM unit JOIN document ON document.id = document_id"
            " JOIN criterion ON criterion.name = 'better' WHERE unit.kind = 'pair'"
        )
        cells = [(row[0], Cell(*row[1:])) for row in project.read_connection().execute(query)]
        for who, value in (("annegret", "first"), ("benedikt", "same")):
            for at, cell in cells:
                Work(project, who).form(at, {cell: value}).result()
    window = desk.open(path=path)
    choose(desk, window, "last")
    assert page(window).isVisible() and window.states() == [OPEN] and window.entries[0].adjudicates
    words = sorted(name.split(": ")[1] for name in cards(window))
    assert words in (["left one", "the same"], ["right one", "the same"])
    everything = told(window).lower()
    assert not [name for name in (*SYSTEMS, "first", "second", "annegret", "benedikt") if name in everything]
    desk.press(window, K.Key_A)
    desk.press(window, K.Key_3)
    desk.until(lambda: window.session.at_rest and window.states() == [DONE])
    gold = "SELECT value FROM verdict JOIN annotator ON annotator.id = annotator_id WHERE kind = 'gold'"
    assert window.rows(gold) == [("same",)] and not check(window.session.project)
