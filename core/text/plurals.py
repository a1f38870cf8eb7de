"""Figures in English sentences: numbers with a true minus, and how many of what with its plural."""

from __future__ import annotations

import re

MINUS = "−"

_PLURAL = re.compile(r"\b(?!(?:yes|this|was|is|its|has|as)\b)[A-Za-z]+s\b")

_SINGULAR = {"were": "was", "are": "is", "do": "does", "lie": "lies", "differ": "differs", "agree": "agrees"}
_THAT = re.compile(rf"\bthat ({'|'.join(_SINGULAR)})\b")


def format_number(value: float, places: int = 2) -> str:
    """ "0.78", "1,203.50", "−0.02"; never "−0.00"."""
    text = f"{value:,.{places}f}"
    return MINUS + text[1:] if text.startswith("-") and text.strip("-0.,") else text.lstrip("-")


def format_count(n: int, what: str) -> str:
    """ "1,203 cells without gold", "1 cell without gold"; ``what`` is in the plural.

    >>> counted(1, "entries of tables"), counted(2, "flags"), counted(1, "yes without a span")
    ('1 entry of tables', '2 flags', '1 yes without a span')
    """
    return f"{n:,} {to_singular(what) if n == 1 else what}"


def to_singular(what: str) -> str:
    """The singular of what is counted: the first word that is a plural loses its ending, a verb after "that" gets one.

    >>> one("cells that were not judged")
    'cell that was not judged'
    """
    return _THAT.sub(lambda m: f"that {_SINGULAR[m[1]]}", _PLURAL.sub(lambda m: _without(m[0]), what, count=1))


def _without(plural: str) -> str:
    return f"{plural[:-3]}y" if plural.endswith("ies") and len(plural) > len("ties") else plural[:-1]
