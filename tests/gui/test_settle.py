"""Settling in the review view: what the readers differ on, their answers without names, and a third reader who sees
none of them."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from galley.core.campaign import answers
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import task_choice
from galley.core.review.decision_writer import DecisionWriter as Work
from galley.core.review.items import FlagState
from galley.core.review.queue import Filter, Show
from galley.core.tasks import questions
from galley.gui.dialogs.answer_dialogs import SlotsTakenDialog
from galley.gui.review.response_cards import ReaderCard
from galley.gui.text_panes.queue_list import build_side_note
from galley.gui.text_panes.queue_model import ROW
from galley.gui.theme import Type
from tests.core.studies import cell, pack, packed, run, say, study
from tests.gui.review_desk import Desk, DeskWindow, desk
from tests.gui.test_in_margin import agrees, said
from tests.gui.test_task_picker import choose
from tests.gui.test_value_row import RATED, rated

__all__ = ["desk"]
K, B, M = Qt.Key, Qt.MouseButton, Qt.KeyboardModifier
OPEN, YES, NO, UNSURE = FlagState.OPEN, FlagState.ACCEPTED, FlagState.OVERRIDDEN, FlagState.UNSURE
SUPPORTING = "kgds-paragraph/supporting"
PARAGRAPHS = [(f"k{n}", f"article:{p}") for n in range(2) for p in range(2)]
READERS = ("annegret", "benedikt")
THIRD = ('of = "supporting"\nrule = "adjudicator"', 'of = "supporting"\nrule = "majority"')
ALL = ('rule = "adjudicator"', 'rule = "adjudicator"\nall = true')
ASK = ('id = "supporting"\nkind', 'id = "supporting"\nask = "Is it needed?"\nkind')


def split(folder: Path, *changes: tuple[str, str]) -> Path:
    """Two readers differ on three of four paragraphs of two items, one of them unsure once; each gives a reason."""
    path = study(folder, ASK, *changes)
    for who, values in zip(READERS, (("yes", "no", "yes", "yes"), ("no", "no", None, "no")), strict=True):
        say(path, who, SUPPORTING, dict(zip(PARAGRAPHS, values, strict=True)))
    return path


def cards(window: DeskWindow) -> list[str]:
    """What the cards say that are in sight."""
    found = window.stage.flags.detail.cards
    return [card.accessibleName() for card in found.cards if card.isVisible()]


def told(window: DeskWindow) -> str:
    """All that any widget says, in whatever way, in or out of sight."""
    words = []
    for widget in [window, *window.findChildren(QWidget)]:
        words += [widget.toolTip(), widget.statusTip(), widget.whatsThis(), widget.objectName()]
        words += [widget.accessibleName(), widget.accessibleDescription()]
        for name in ("text", "toPlainText", "placeholderText", "windowTitle"):
            read = getattr(widget, name, None)
            given = read() if callable(read) else read
            words += [given] if isinstance(given, str) else []
    model = window.stage.flags.list.model()
    roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)
    words += [str(model.data(model.index(row, 0), role)) for row in range(model.rowCount()) for role in roles]
    return "\n".join(words)


def gold(window: DeskWindow) -> list[tuple[str, object]]:
    """What is gold, and where it came from."""
    return window.rows(
        "SELECT decision.action, verdict.value FROM verdict JOIN annotator ON annotator.id = annotator_id"
        " JOIN decision ON decision.id = decision_id WHERE kind = 'gold' ORDER BY verdict.id"
    )


@pytest.fixture
def window(desk: Desk, tmp_path: Path) -> DeskWindow:
    window = desk.open(path=split(tmp_path))
    choose(desk, window, "third")
    return window


def test_what_is_undecided_is_asked_with_the_question_and_the_texts_of_its_task(desk: Desk, window: DeskWindow) -> None:
    stage, detail = window.stage, window.stage.flags.detail
    assert window.states() == [OPEN] and stage.entry.place == "article 1"
    desk.until(lambda: stage.queue.picker.figures == "0 of 3 answered")
    assert detail._ask.text() == "Is it needed?" and "becomes gold" in detail._rule.text()
    titles = [pane.head.title for pane in stage.panes.visible_panes()]
    assert titles == ["Dialogue", "Article"] and not stage.item.tabs
    assert said(window) == [("open", OPEN)]
    agrees(window)
    assert [b.text() for b in (detail.accept, detail.override, detail.doubt)] == ["Yes", "No", "Leave unresolved"]
    assert not detail.accept._primary and not detail.grid.isVisible()
    desk.press(window, K.Key_N)
    assert window.key() == "k1" and [e.place for e in window.entries] == ["article 1", "article 2"]
    agrees(window)


def test_the_readers_are_numbered_and_nothing_names_them(desk: Desk, window: DeskWindow) -> None:
    assert sorted(name.split(": ")[1] for name in cards(window)) == ["no", "yes"]
    assert [name.split(": ")[0] for name in cards(window)] == ["Reviewer 1", "Reviewer 2"]
    desk.press(window, K.Key_N)
    assert sorted(name.split(": ")[1] for name in cards(window)) == ["unsure", "yes"]
    desk.press(window, K.Key_J)
    for key in (K.Key_P, K.Key_N):
        everything = told(window)
        assert not [who for who in READERS if who in everything.lower()]
        desk.press(window, key)
    choose(desk, window, "supporting")
    assert not cards(window) and not window.stage.flags.detail.cards.isVisible()
    assert "Reviewer 1" not in told(window), "nothing of them is kept out of sight either"


def test_who_is_who_cannot_be_told_from_the_order(tmp_path: Path) -> None:
    path = study(tmp_path, ALL, count=12)
    for who, value in zip(READERS, ("yes", "no"), strict=True):
        say(path, who, SUPPORTING, {(f"k{n}", f"article:{p}"): value for n, p in product(range(12), range(2))})
    with Project.open(path) as project:
        order = []
        for item in range(1, 13):
            found = questions.find_asked_cells(project.read_connection(), item, 0, "two/third")
            again = questions.find_asked_cells(project.read_connection(), item, 0, "two/third")
            assert found.reader_verdicts == again.reader_verdicts, "the same each time it is opened"
            order += [[each.value for each in voices] for voices in found.reader_verdicts.values()]
    first = sum(values == ["yes", "no"] for values in order)
    assert len(order) == 24 and 5 <= first <= 19, "neither stands first"


@pytest.mark.parametrize(("key", "state", "value", "word"), [
    (K.Key_A, YES, "yes", "yes"), (K.Key_X, NO, "no", "no"), (K.Key_U, UNSURE, None, "unresolved"),
])  # fmt: skip
def test_each_key_gives_gold_to_what_is_lit(
    desk: Desk, window: DeskWindow, key: Qt.Key, state: FlagState, value: object, word: str
) -> None:
    desk.press(window, K.Key_N)
    window.stage.choose_flag(1)
    before = window.rows("SELECT count(*) FROM verdict")
    desk.press(window, key)
    desk.until(lambda: window.session.at_rest and window.states()[1] is state)
    assert window.states()[0] is OPEN and window.stage.current == 0 and window.words()[1] == word
    assert gold(window) == [("settle", value)]
    where = "SELECT task.name, shown FROM decision JOIN task ON task.id = task_id WHERE action = 'settle'"
    assert window.rows(where) == [("two/third", "others")], "seen: what others said, and no name"
    assert window.rows("SELECT count(*) FROM verdict") == [(before[0][0] + 1,)], "readers' answers stay"
    desk.until(lambda: window.stage.queue.picker.figures == "1 of 3 answered")
    desk.press(window, K.Key_Z, M.ControlModifier)
    desk.until(lambda: window.session.at_rest and window.states()[1] is OPEN)
    assert window.stage.selection.task == "two/third" and not gold(window)
    assert not check(window.session.project)


@pytest.mark.parametrize("button", ["accept", "override", "doubt"])
def test_each_button_does_what_its_key_does_and_a_card_nothing(desk: Desk, window: DeskWindow, button: str) -> None:
    card = next(each for each in window.findChildren(ReaderCard) if each.isVisible())
    for pressed in (B.LeftButton, B.RightButton):
        QTest.mouseClick(card, pressed)
        agrees(window)
    assert not gold(window)
    QTest.mouseClick(getattr(window.stage.flags.detail, button), B.LeftButton)
    desk.until(lambda: window.session.at_rest and window.states()[0] is not OPEN)
    assert gold(window) == [("settle", {"accept": "yes", "override": "no", "doubt": None}[button])]


def test_what_was_settled_stays_in_the_list_and_can_be_changed(desk: Desk, window: DeskWindow) -> None:
    desk.press(window, K.Key_A)
    desk.until(lambda: window.session.at_rest and window.states() == [YES])
    assert said(window) == [("yes", YES)] and window.stage.flags.detail.accept._is_chosen
    assert len(cards(window)) == 2
    for key in (K.Key_A, K.Key_X, K.Key_U):
        desk.press(window, key)
    assert window.session.at_rest and len(gold(window)) == 1, "a key too much turns nothing over"
    assert "choose it first" in window.stage.flags.bar.words
    window.stage.choose_flag(0)
    desk.press(window, K.Key_X)
    desk.until(lambda: window.session.at_rest and window.states() == [NO])
    desk.press(window, K.Key_U)
    desk.until(lambda: window.session.at_rest and window.states() == [UNSURE])
    assert window.stage.flags.head.summary == "1 unresolved of 1" and window.stage.flags.bar.words == "1 is unresolved"
    queue = window.stage.queue
    row = queue.model.index(0).data(ROW)
    assert row.unsure == 1 and queue.list._delegate.adjudicates and build_side_note(row, True) == "unresolved"
    spoken = queue.model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "1 is unresolved" in spoken and "unsure" not in spoken and "flag" not in spoken
    offered = [entry.text() for entry in queue.filters.filter_menu().actions()]
    assert "Unresolved" in offered and not [words for words in offered if "nsure" in words or "flag" in words]
    assert said(window) == [("unresolved", UNSURE)]
    theme, room = window.session.theme, window.stage.panes.pane("article").view._margin
    assert room >= theme.px(11 + 7) + theme.advance(Type.SMALL, "unresolved"), "the sign and the word fit"
    assert window.stage.flags.detail.doubt.text() == "Leave unresolved"
    connection = window.session.connection()
    held = {
        s: list(task_choice.ids(connection, Filter(task="two/third", show=s), 0)) for s in Show if s is not Show.TIES
    }
    assert held == {Show.ALL: [1, 2], Show.UNFINISHED: [2], Show.OPEN: [2], Show.FINISHED: [1], Show.UNSURE: [1]}
    (first, second) = task_choice.rows(connection, [1, 2], 0, "two/third")
    assert (first.flags, first.open, first.is_finished, second.flags, second.open) == (1, 0, True, 2, 2)


def test_what_is_settled_is_not_finished_and_nothing_offers_to(desk: Desk, window: DeskWindow) -> None:
    bar = window.stage.flags.bar
    assert bar.button.isHidden()
    desk.press(window, K.Key_A)
    desk.until(lambda: window.session.at_rest and window.states() == [YES])
    desk.press(window, K.Key_F)
    assert window.session.at_rest and "nothing to finish" in bar.words
    desk.press(window, K.Key_Return, M.ControlModifier)
    desk.until(lambda: window.key() == "k1")
    assert not window.rows("SELECT id FROM decision WHERE action = 'finish'")
    choose(desk, window, "supporting")
    assert not bar.button.isHidden()


def test_all_of_a_task_may_be_settled(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=split(tmp_path, ALL))
    choose(desk, window, "third")
    desk.until(lambda: window.stage.queue.picker.figures == "0 of 4 answered")
    assert window.states() == [OPEN] * 2
    window.stage.choose_flag(1)
    assert [name.split(": ")[1] for name in cards(window)] == ["no", "no"]


def test_a_third_reader_sees_nothing_of_what_was_said(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=split(tmp_path, THIRD))
    choose(desk, window, "third")
    desk.until(lambda: window.stage.queue.picker.figures == "0 of 3 answered")
    assert window.states() == [OPEN] and not cards(window) and not window.stage.item.asked_cells.reader_verdicts
    everything = told(window)
    assert not [who for who in READERS if who in everything.lower()] and "Reviewer 1" not in everything
    assert "hidden" in window.stage.flags.detail._rule.text()
    agrees(window)
    desk.press(window, K.Key_A)
    desk.until(lambda: window.session.at_rest and window.states() == [YES])
    assert not gold(window)
    said_by = "SELECT annotator.name, verdict.value FROM verdict JOIN annotator ON annotator.id = annotator_id"
    assert window.rows(f"{said_by} JOIN decision ON decision.id = decision_id WHERE shown = ''") == [("rea", "yes")]
    (line,) = window.rows("SELECT open, settled FROM task_item JOIN task ON task.id = task_id"
                          " WHERE task.name = 'two/third' AND item_id = 1")  # fmt: skip
    assert line == (0, 1), "two of three say yes"
    window.stage.choose_flag(0)
    desk.press(window, K.Key_U)
    desk.until(lambda: window.session.at_rest and window.states() == [UNSURE])
    assert window.words() == ["unsure"]
    assert not check(window.session.project)


def test_who_read_it_first_is_no_third_reader(desk: Desk, tmp_path: Path) -> None:
    path = split(tmp_path, THIRD)
    with Project.open(path) as project:
        connection = project.read_connection()
        rows = dict(connection.execute("SELECT name, id FROM annotator WHERE kind = 'human'").fetchall())
        for who in READERS:
            counted = {each.task: each for each in task_choice.choices_with_counts(connection, rows[who])}
            assert (counted["two/third"].total, counted["two/third"].remaining) == (0, 0)
            assert not list(task_choice.ids(connection, Filter(task="two/third"), rows[who]))
            assert not questions.find_asked_cells(connection, 1, rows[who], "two/third").cells
            assert not task_choice.stands(connection, "two/third", 1, rows[who])
        assert list(task_choice.ids(connection, Filter(task="two/third"), 0)) == [1, 2]
    window = desk.open(path=path)
    choose(desk, window, "supporting")
    desk.press(window, K.Key_A)  # a third answer of the task itself has no slot, so that it bars nobody
    desk.until(lambda: window.findChildren(SlotsTakenDialog))
    window.findChild(SlotsTakenDialog).reject()
    assert window.states()[0] is not YES
    choose(desk, window, "third")
    assert [window.key(), len(window.stage.queue.model.ids)] == ["k0", 2]


def test_where_blind_mode_hides_something_nobody_settles_in_the_open(desk: Desk, tmp_path: Path) -> None:
    from galley.core.review import blind

    path = split(tmp_path)
    with Project.open(path) as project:
        project.write(lambda connection: blind.store_blind(connection, blind.Blind(own=True))).result()
        assert "two/third" not in [each.task for each in task_choice.choices(project.read_connection())]
    other = tmp_path / "other"
    other.mkdir()
    with Project.open(split(other, THIRD)) as project:
        project.write(lambda connection: blind.store_blind(connection, blind.Blind(own=True))).result()
        assert "two/third" in [each.task for each in task_choice.choices(project.read_connection())], "it shows nothing"


@pytest.mark.parametrize("rule", [(), (THIRD,)])
def test_a_package_of_it_is_settled_in_the_window_and_comes_back(
    desk: Desk, tmp_path: Path, rule: tuple[tuple[str, str], ...]
) -> None:
    project = split(tmp_path, *rule)
    pack(project, "--task", "third", "--for", "rea")
    window = desk.open(path=packed(tmp_path, "rea"))
    assert window.states() == [OPEN] and not cards(window), "the others' answers are not in it"
    assert "hidden" in window.stage.flags.detail._rule.text(), "and nothing says that they are numbered"
    agrees(window)
    desk.press(window, K.Key_A)
    desk.until(lambda: window.session.at_rest and window.states() == [YES])
    window.close_all()
    out = tmp_path / "rea.answers"
    answers.write_answers(packed(tmp_path, "rea"), out)
    run("campaign", "merge", str(out), "--project", str(project))
    with Project.open(project) as opened:
        _, where = cell(opened, "k0", "article:0", SUPPORTING)
        kinds = opened.read_connection().execute(
            "SELECT kind, value FROM verdict JOIN annotator ON annotator.id = annotator_id WHERE unit_id = ?"
            " AND (kind = 'gold' OR annotator.name = 'rea')", (where.unit,),
        )  # fmt: skip
        assert kinds.fetchall() == [("human" if rule else "gold", "yes")]


def test_ratings_that_differ_are_settled_by_a_digit(desk: Desk, tmp_path: Path) -> None:
    settle = '\n[[task]]\nid = "last"\nkind = "settle"\nof = "ratings"\nrule = "adjudicator"\n'
    path = rated(tmp_path, RATED + "people = 2\n" + settle)
    with Project.open(path) as project:
        (lit, *_) = found = questions.find_asked_cells(project.read_connection(), 1, 1, "rated/ratings").cells
        for who, values in zip(READERS, ((2, 3), (5, 3)), strict=True):
            given = {cell: values[1] for cell in found} | {lit: values[0]}
            Work(project, who).form(1, given).result()
    window = desk.open(path=path)
    choose(desk, window, "last")
    assert len(window.entries) == 1 and sorted(name.split(": ")[1] for name in cards(window)) == ["2", "5"]
    for key in (K.Key_A, K.Key_X):
        desk.press(window, key)
        assert "digit" in window.stage.flags.bar.words and not gold(window)
    desk.press(window, K.Key_4)
    desk.until(lambda: window.session.at_rest and window.words() == ["4"])
    assert gold(window) == [("settle", 4)]
