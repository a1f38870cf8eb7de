"""Code points and UTF-16 units: the same place in both ways of counting, whatever the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextLine

from galley.core.text.visible import make_visible
from galley.gui.text_panes.offsets import Offsets
from galley.gui.text_panes.text_marks import EvidencePlace, TextMark
from tests.gui.panes import MakePane, make_pane, theme

__all__ = ["make_pane", "theme"]

TEXTS = st.text(
    st.one_of(
        st.characters(exclude_categories=["Cs"]),
        st.sampled_from("😀👩‍👧🏽𠮷é́\u202e\u2028\r\n\t ab中عא"),
    ),
    max_size=60,
)


def counted(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


@given(TEXTS)
def test_every_position_is_counted_as_qt_counts(text: str) -> None:
    offsets = Offsets(text)
    assert (offsets.code_points, offsets.units) == (len(text), counted(text))
    for position in range(len(text) + 1):
        units = counted(text[:position])
        assert offsets.to_units(position) == units
        assert offsets.to_code_points(units) == position


@given(TEXTS)
def test_the_middle_of_a_pair_counts_as_its_start(text: str) -> None:
    offsets = Offsets(text)
    for position, char in enumerate(text):
        if char > "\uffff":
            assert offsets.to_code_points(offsets.to_units(position) + 1) == position


@given(st.text(st.one_of(st.characters(), st.sampled_from("\ud83d\ude00\r\n\u200d👩🏴")), max_size=40))
def test_what_is_shown_keeps_every_offset(text: str) -> None:
    shown = make_visible(text)
    assert len(shown) == len(text)
    assert [Offsets(shown).to_units(i) for i in range(len(text) + 1)] == [
        Offsets(text).to_units(i) for i in range(len(text) + 1)
    ]


@pytest.mark.parametrize("text", ["plain words", "中文", "a😀b"])
def test_positions_outside_the_text_are_clamped(text: str) -> None:
    offsets = Offsets(text)
    assert offsets.to_units(-3) == 0
    assert offsets.to_units(999) == counted(text)
    assert offsets.to_code_points(-3) == 0
    assert offsets.to_code_points(999) == len(text)


LINES = {
    "arabic": ("ذهبت المديرة إلى البحيرة قبل الظهر", "المديرة"),
    "arabic in english": ("The word البحيرة العميقة means the deep lake", "البحيرة العميقة"),
    "english in arabic": ("كتبت Ada رسالة طويلة إلى Ben في المساء", "Ada رسالة"),
    "hebrew and numbers": ("המחיר הוא 2.1 מיליון כתרים בערך", "2.1 מיליון"),
    "chinese": ("图书馆在星期天上午九点开门。", "星期天上午"),
    "chinese, emoji and arabic": ("去湖边🏕️看看 العميقة 的地图", "看看 العميقة"),
}


@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("evidence", [True, False], ids=["tint", "lane"])
def test_a_highlight_covers_its_words_and_no_others_in_any_direction(
    name: str, evidence: bool, make_pane: MakePane
) -> None:
    text, words = LINES[name]
    start = text.index(words)
    end = start + len(words)
    pane = make_pane([text], size=(900, 300))
    if evidence:
        pane.set_evidence([EvidencePlace(0, start, end)])
    else:
        pane.set_marks([TextMark(0, start, end, "#0072B2", "solid", "A", 1)])
    view = pane.view
    block = view.document().firstBlock()
    drawing = view._drawing(0, block)
    assert drawing is not None
    if evidence:
        covered = [(rect.left(), rect.right()) for _, rect in drawing.bands]
    else:
        covered = [tuple(sorted((line.x1(), line.x2()))) for _, lines in drawing.lines for line in lines]
        covered += [(letter.box.left() - 2, letter.box.right() + 2) for letter in drawing.letters]  # in the line
    assert covered
    line, offsets = block.layout().lineAt(0), Offsets(text)
    for position, letter in enumerate(text):
        if letter.isspace() or letter in "\ufe0f":
            continue
        at = offsets.to_units(position)
        edges = [line.cursorToX(at, edge)[0] for edge in (QTextLine.Edge.Leading, QTextLine.Edge.Trailing)]
        middle, wide = sum(edges) / 2, abs(edges[0] - edges[1])
        if wide < 3:
            continue  # what joins the letter before it has no place of its own
        inside = any(left <= middle <= right for left, right in covered)
        assert inside == (start <= position < end), (position, letter)
