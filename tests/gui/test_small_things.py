"""Small things that reviewers met: clicks on words that are flagged twice, counts, messages, whole characters."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from galley.core.storage.queries.item_queue import QueueRow
from galley.gui.charts.paper_pages_chart import PREFIX
from galley.gui.charts.registry import list_charts
from galley.gui.text_panes.geometry import line_rects
from galley.gui.text_panes.offsets import Offsets, whole
from galley.gui.text_panes.queue_list import build_side_note
from galley.gui.text_panes.text_marks import MarkState, TextMark, merge_marks
from tests.gui import rooms
from tests.gui.panes import BLUE, MakePane, make_pane, mark_on, point_in, theme
from tests.gui.review_desk import FLAGS, Desk, desk, flag, item, make_project
from tests.gui.scenes import discussion_project

__all__ = ["desk", "make_pane", "theme"]
B, K, M = Qt.MouseButton, Qt.Key, Qt.KeyboardModifier

GERMANY, ENGLAND, FAMILY = "🇩🇪", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👩‍👩‍👧"

BARE = "that no summary sentence covers"


def click(window: Any, pane: str, unit: int, words: str) -> None:
    """Click on the middle of words in a pane."""
    found = window.stage.panes.pane(pane)
    at = found.units[unit].text.index(words) + len(words) // 2
    QTest.mouseClick(found.view.viewport(), B.LeftButton, M.NoModifier, point_in(found, unit, at))


def test_each_click_on_words_that_are_flagged_twice_goes_on_to_the_next(desk: Desk) -> None:
    short = flag("sum-a", 1, "wrong-linking", (20, 29))
    same = flag("sum-a", 1, "extrinsic-conversation", (20, 29))
    longer = flag("sum-a", 1, "viewpoint-distortion", (3, 40))
    window = desk.open([item("one", [longer, short, same, FLAGS[3]])])
    seen = []
    for _ in range(6):
        click(window, "summary", 1, "postcards")
        seen.append(window.stage.entry.criterion.id)
    assert set(seen[:2]) == {"wrong-linking", "extrinsic-conversation"}, "the shorter ones first"
    assert seen[2] == "viewpoint-distortion" and seen[3:] == seen[:3]
    click(window, "summary", 1, "sells")
    assert window.stage.entry.criterion.id == "viewpoint-distortion"


def test_what_was_left_unsure_does_not_hide_the_tie() -> None:
    row = QueueRow(1, "a", "alpha", 3, 2, 0, False, 1, "1:1")
    assert build_side_note(row) == "tie 1:1"
    assert build_side_note(row._replace(unsure=2)) == "unsure  tie 1:1"
    assert build_side_note(row._replace(unsure=2, ties=0, votes="")) == "unsure"
    assert build_side_note(row._replace(ties=0, votes="")) == ""


def test_what_the_bar_said_goes_with_the_next_action(desk: Desk) -> None:
    window = desk.open([item("one", FLAGS)])
    bar = window.stage.flags.bar
    usual = bar.words
    for act in (
        lambda: desk.press(window, K.Key_J),
        lambda: click(window, "dialogue", 0, "kiosk"),
        lambda: click(window, "summary", 1, "postcards"),
    ):
        desk.press(window, K.Key_N)
        assert bar.words == "This is the last item of the queue."
        act()
        assert bar.words == usual
    desk.press(window, K.Key_N)
    desk.press(window, K.Key_A)
    desk.until(lambda: bar.words == "3 flags to decide")


def test_the_heads_count_what_the_reviewer_adds(desk: Desk) -> None:
    window = desk.open([item("one", FLAGS)])
    stage = window.stage
    before = stage.panes.tabs.pane.head.summary
    assert stage.flags.head.summary == "4 open of 4" and before == "2 sentences, 1 flagged"
    stage.choose_unit(stage.panes.tab.units[0].id)
    desk.press(window, K.Key_M)
    desk.press(window, K.Key_Return)
    desk.until(lambda: len(window.entries) == 5)
    assert stage.flags.head.summary == "4 open of 4, 1 added"
    assert stage.panes.tabs.pane.head.summary == "2 sentences, 2 flagged"
    desk.press(window, K.Key_Z, M.ControlModifier)
    desk.until(lambda: len(window.entries) == 4)
    assert stage.flags.head.summary == "4 open of 4" and stage.panes.tabs.pane.head.summary == before


def test_a_head_counts_added_flags_where_no_judge_flagged_anything(desk: Desk) -> None:
    window = desk.open([item("one")])
    window.stage.choose_unit(window.stage.panes.tab.units[0].id)
    desk.press(window, K.Key_M)
    desk.press(window, K.Key_Return)
    desk.until(lambda: len(window.entries) == 1)
    assert window.stage.flags.head.summary == "1 added"


@pytest.mark.parametrize("back", [(K.Key_Z, M.ControlModifier), (K.Key_X, M.NoModifier)])
def test_an_added_flag_that_is_taken_back_leads_nowhere_else(desk: Desk, back: Any) -> None:
    window = desk.open([item("one", FLAGS)])
    stage = window.stage
    for start in range(4):
        stage.choose_flag(start)
        before, tab = stage.entry.identity, stage.panes.tab_index
        stage.choose_unit(stage.panes.tab.units[0].id)
        desk.press(window, K.Key_M)
        desk.press(window, K.Key_Return)
        desk.until(lambda: len(window.entries) == 5)
        assert stage.entry.own
        desk.press(window, *back)
        desk.until(lambda: len(window.entries) == 4 and not window.view.held_keys.holding)
        assert (stage.entry.identity, stage.panes.tab_index) == (before, tab)


# ---- whole characters


@pytest.mark.parametrize("sign", [GERMANY, ENGLAND, FAMILY, "👍🏽", "é"])
def test_a_mark_ends_inside_no_character(make_pane: MakePane, sign: str) -> None:
    """Room for the letter is made behind the last character; inside of it the sign falls apart."""
    text = f"The {sign} stands here."
    start = text.index(sign)
    for first in range(start, start + len(sign)):
        for last in range(first + 1, start + len(sign) + 1):
            assert whole(text, Offsets(text), first, last) == (start, start + len(sign))
    pane = make_pane((text, text, "Plain."), [mark_on((text,), 0, sign, 1)])
    halved = make_pane((text, text, "Plain."), [TextMark(0, start, start + 1, BLUE, "solid", "U", 1)])
    assert pane.view.viewport().grab().toImage() == halved.view.viewport().grab().toImage()


def test_a_span_of_plain_letters_stays_as_it_is() -> None:
    text = f"a {GERMANY}{ENGLAND} b"
    assert whole(text, Offsets(text), 0, 1) == (0, 1)
    assert whole("abc", Offsets("abc"), 1, 2) == (1, 2)
    assert whole(text, Offsets(text), 2, 5) == (2, 4 + len(ENGLAND)), "the first of two flags, and a bit of the second"


# ---- judges who say the same


def test_judges_who_say_the_same_share_a_line_and_a_letter(make_pane: MakePane) -> None:
    text = "Here is a span of a paragraph. And the next word begins here."
    span = "Here is a span of a paragraph."
    one = [mark_on((text,), 0, span, 1), mark_on((text,), 0, span, 2, "wavy")]
    many = [*one, *(mark_on((text,), 0, span, n, "wavy") for n in (3, 4, 5))]
    few, crowd = make_pane((text,), one), make_pane((text,), many)
    assert few.view.viewport().grab().toImage() == crowd.view.viewport().grab().toImage()
    at = point_in(crowd, 0, 4)
    seen = []
    for _ in range(6):
        crowd.view.markClicked.connect(seen.append)
        QTest.mouseClick(crowd.view.viewport(), B.LeftButton, M.NoModifier, at)
        crowd.view.markClicked.disconnect(seen.append)
        crowd.set_current(0, seen[-1])
    assert sorted(seen[:5]) == [1, 2, 3, 4, 5] and seen[5] == seen[0]


def test_letters_that_end_close_together_stand_side_by_side_under_the_text(make_pane: MakePane) -> None:
    text = "A span of a unit and the next words, which lie on the same line of a wide pane."
    ends = [len("A span of a unit"), len("A span of a unit"), len("A span of a unit "), len("A span of a unit and")]
    marks = [TextMark(0, 0, end, f"#0072{n}0", "solid", "HUMV"[n], n) for n, end in enumerate(ends)]
    pane = make_pane((text,), marks, (720, 200))
    line = pane.view.document().firstBlock().layout().lineAt(0)
    drawing = pane.view._drawing(0, pane.view.document().firstBlock())
    assert drawing is not None and [letter.text for letter in drawing.letters] == ["H", "U", "M", "V"]
    boxes = [letter.box for letter in drawing.letters]
    assert all(not a.intersects(b) for a, b in combinations(boxes, 2))
    assert all(line.y() + line.ascent() + 4.5 < box.top() for box in boxes), "under what has a descender"
    assert boxes[0].right() == line.cursorToX(ends[0])[0], "and the first under the end of its words"  # type: ignore[index]
    assert all(drawing.flag_at(letter.box.center()) == letter.flag_id for letter in drawing.letters)


@pytest.mark.parametrize("state", [MarkState.OPEN, MarkState.UNSURE])
@pytest.mark.parametrize("words", [("Tuesday", "June 3"), ("to", "by"), ("old mill", "mill"), ("three", "four five")])
def test_a_letter_touches_neither_the_next_mark_nor_what_follows_its_words(
    make_pane: MakePane, words: tuple[str, str], state: MarkState
) -> None:
    """Of an unsure flag it is two signs wide: after the words it stood under the comma and in the next mark's line."""
    text = "On Tuesday, June 3, to, by and from the old mill; three four five six."
    marks = [
        TextMark(0, start := text.index(each), start + len(each), f"#0072{n}0", pattern, "U", n, state)
        for n, (each, pattern) in enumerate(zip(words, ("solid", "double"), strict=True))
    ]
    pane = make_pane((text,), marks, (720, 200))
    layout = pane.view.document().firstBlock().layout()
    drawing = pane.view._drawing(0, pane.view.document().firstBlock())
    assert drawing is not None and len(drawing.letters) == 2
    lines = [line for _, several in drawing.lines for line in several]
    for letter in drawing.letters:
        assert all(line.x2() < letter.box.left() or line.x1() > letter.box.right() for line in lines
                   if letter.box.top() - 1 < line.y1() < letter.box.bottom() + 1)  # fmt: skip
    for each, mark in zip(words, marks, strict=True):
        runs = line_rects(layout, mark.start or 0, mark.end or 0, False)
        left, right = runs[0][1], runs[-1][2]
        (letter,) = (letter for letter in drawing.letters if letter.flag_id == mark.flag_id)
        own = [line for pen, several in drawing.lines for line in several if left <= line.x1() and line.x2() <= right]
        assert sum(line.length() for line in own) >= 6, "something of its line is left"
        if len(each) > 4:
            assert left < letter.box.left() and letter.box.right() <= right


def test_what_is_least_decided_is_seen_and_the_flag_in_front_before_all() -> None:
    marks = [TextMark(0, 0, 4, BLUE, "solid", "H", n, state) for n, state in enumerate(
        (MarkState.NO_ERROR, MarkState.ACCEPTED, MarkState.OPEN, MarkState.UNSURE)
    )]  # fmt: skip
    assert [m.flag_id for m in merge_marks(marks)] == [2]
    assert [m.flag_id for m in merge_marks(marks[:2])] == [1]
    for flag_id in range(4):
        assert [m.flag_id for m in merge_marks(marks, flag_id)] == [flag_id]
    assert len(merge_marks([*marks, TextMark(0, 0, 4, BLUE, "wavy", "H", 9)])) == 2


# ---- charts of what a project does not hold


def test_a_project_without_discussions_and_entities_offers_no_charts_of_them(
    tmp_path: Path, qapp: QApplication
) -> None:
    def offered(project: Path, folder: Path) -> set[str]:
        folder.mkdir()
        with rooms.window(project, folder, qapp) as window:
            view: Any = rooms.go(window, "scores")
            names = set(view.list.available_names)
            assert view.chart is None, "the overview"
            view.list.step(100)
            for _ in range(60):
                view.list.step(1)
            assert view.chart.name in names, "no key leads to one that is not offered"
        return names

    pages = {chart.name for chart in list_charts() if chart.name.startswith(PREFIX)}
    every = {chart.name for chart in list_charts()} - pages
    about = {name for name in every if name.startswith(("kgds", "sumie"))}
    (tmp_path / "made").mkdir()
    talking = every - {name for name in every if name.startswith("sumie")}
    made = offered(rooms.make_project(tmp_path / "made"), tmp_path / "a")
    assert made == talking | {"paper-dial-summer", "paper-kgds"} and made & pages < pages
    plain = make_project(tmp_path / "plain.galley", [item("one", FLAGS)])
    assert offered(plain, tmp_path / "b") == every - about | {"paper-dial-summer"}
    talk = discussion_project(tmp_path / "made")
    assert offered(talk, tmp_path / "c") == talking | {"paper-kgds"}


# ---- coverage


def test_a_source_that_a_flag_names_is_not_called_not_covered(desk: Desk) -> None:
    """A summary that says wrongly what a paragraph says does speak of it; a turn that a judge misses does not become
    covered by being named."""
    evidence = [{"document": "article", "unit": 0, "quote": "opens at nine"}]
    missed = {**FLAGS[2], "evidence": [{"document": "dialogue", "unit": 2, "quote": "northern shore"}]}
    named = flag("sum-a", 1, "changed-meaning", evidence=evidence)
    bare = desk.open([item("one", [FLAGS[2]]), item("two", [named, missed])])
    stage = bare.stage

    def heads() -> tuple[str, str]:
        return stage.panes.pane("dialogue").head.summary, stage.panes.pane("article").head.summary

    desk.until(lambda: BARE in heads()[1])
    assert heads() == (f"3 turns, 1 {BARE}", f"2 paragraphs, 2 {BARE}")
    desk.press(bare, K.Key_N)
    desk.until(lambda: heads() == (f"3 turns, 1 {BARE}", f"2 paragraphs, 1 {BARE}"))
    first, second = (unit.id for unit in stage.item.documents("article")[0].units)
    found = stage._evidence.coverage(stage.panes.tab)
    assert (found[first], found[second]) == (True, False)
    stage.show_tab(1)
    assert stage._evidence.coverage(stage.panes.tab)[first] is False, "the flag is about the other summary"


def test_the_digit_of_the_flags_own_criterion_says_why_it_does_nothing(desk: Desk) -> None:
    window = desk.open()
    entry = window.entries[0]
    place = [criterion.row for criterion in window.stage.flags.detail.grid._criteria].index(entry.criterion.row)
    desk.press(window, Qt.Key(Qt.Key.Key_1.value + place))
    assert window.stage.flags.bar.words == f"The flag is “{entry.criterion.name}” already. A accepts it."
    assert window.rows("SELECT count(*) FROM decision") == [(0,)]
