"""A quotation inside a quotation is not doubled."""

from __future__ import annotations

import pytest

from galley.core.text.excerpts import quote_text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ninth Precinct", "“Ninth Precinct”"),
        ("“Ninth Precinct", "“Ninth Precinct”"),
        ("“Ninth Precinct”", "“Ninth Precinct”"),
        ('"Ninth Precinct"', "“Ninth Precinct”"),
        ("in the “Ninth Precinct”", "“in the ‘Ninth Precinct’”"),
        ("“Ninth” and “Tenth”", "“‘Ninth’ and ‘Tenth’”"),
        ('he said "no" twice', "“he said 'no' twice”"),
        ("the dog's", "“the dog's”"),
        ("", "“”"),
        ("“", "“‘”"),
    ],
)
def test_marks_within_are_single_or_none(text: str, shown: str) -> None:
    assert quote_text(text) == shown
    assert not any(mark in shown[1:-1] for mark in "“”\"")
