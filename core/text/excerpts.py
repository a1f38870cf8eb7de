"""Texts in quotation marks."""

from __future__ import annotations

_DOUBLE = "“”„«»\""
_SINGLE = str.maketrans({"“": "‘", "”": "’", "„": "‚", "«": "‹", "»": "›", '"': "'"})


def quote_text(text: str) -> str:
    """``text`` in quotation marks. Marks at its own ends that belong to no others within give way to these; all others
    within become single ones."""
    inner = text.strip()
    at = [place for place, sign in enumerate(inner) if sign in _DOUBLE]
    ends = {0, len(inner) - 1}
    if at and len(inner) > 1 and len(at) <= 2 and set(at) <= ends:
        inner = inner.strip(_DOUBLE)
    return f"“{inner.translate(_SINGLE)}”"
