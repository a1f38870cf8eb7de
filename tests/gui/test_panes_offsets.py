"""Code points and UTF-16 units: the same place in both ways of counting, whatever the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text.visible import visible
from gui.panes.offsets import Offsets

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
    shown = visible(text)
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
