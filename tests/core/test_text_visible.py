"""Text for the screen keeps every offset and hides nothing."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from galley.core.text.visible import make_visible
from tests.core.examples import examples


def utf16(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@settings(max_examples=examples(134, 400), deadline=None)
@given(
    st.text(
        alphabet=st.one_of(
            st.characters(), st.sampled_from("\r\n\x00\u202e\u200d\ud800😀م🏴\U000e0067\U000e007f")
        )
    )
)
def test_every_offset_stays(text: str) -> None:
    shown = make_visible(text)
    assert len(shown) == len(text)
    assert utf16(shown) == utf16(text)
    assert [utf16(shown[:i]) for i in range(len(text))] == [utf16(text[:i]) for i in range(len(text))]


def test_no_single_character_stays_a_control_or_ends_a_block() -> None:
    for code in range(0x110000):
        shown = make_visible(f"a{chr(code)}b")[1]
        assert unicodedata.category(shown) not in ("Cc", "Cs") or shown == "\t", hex(code)
        assert (
            shown
            not in "\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufdd0\ufdd1\ufffc\ufeff"
        ), hex(code)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text", "plain text"),
        ("a\tb", "a\tb"),
        ("a\nb", "a\u2028b"),
        ("a\r\nb", "a\u200b\u2028b"),
        ("a\rb", "a\u2028b"),
        ("a\u2029b\x85c", "a\u2028b\u2028c"),
        ("\x1b[31mred\x00\v\f", "␛[31mred␀␋␌"),
        ("user\u202etxt.exe", "user◀txt.exe"),
        ("pass\u200bword", "pass▫word"),
        ("👨\u200d👩\u200d👧 می\u200cخواهم", "👨\u200d👩\u200d👧 می\u200cخواهم"),
        ("a\u200db", "a▫b"),
        ("مرحبا\u200f", "مرحبا\u200f"),
        ("left\u200f", "left◂"),
        ("\ud800x", "\ufffdx"),
        ("hi\U000e0041\U000e0042", "hi🏷🏷"),
        ("🏴\U000e0067\U000e0062\U000e007f", "🏴\U000e0067\U000e0062\U000e007f"),
        ("<b>&amp;</b>", "<b>&amp;</b>"),
    ],
)
def test_recorded_texts(text: str, shown: str) -> None:
    assert make_visible(text) == shown
