"""References cleared up in an opinion: they stand between two asterisks, as in KGDS (appendix B)."""

from __future__ import annotations

import re

from galley.core.domain import Span

MARK = "**"
CLARIFIED = re.compile(r"\*\*.+?\*\*", re.DOTALL)
"""A reference that was cleared up. The asterisks stay in the stored text."""


def unmarked(text: str) -> tuple[str, tuple[Span, ...]]:
    """``text`` without the asterisks of its clarified references, and where these stand in it (code points)."""
    if MARK not in text:  # a fact; all of an item's are looked at when it opens
        return text, ()
    parts: list[str] = []
    spans: list[Span] = []
    at = length = 0
    for match in CLARIFIED.finditer(text):
        before, inner = text[at : match.start()], text[match.start() + 2 : match.end() - 2]
        parts += (before, inner)
        spans.append(Span(length + len(before), length + len(before) + len(inner)))
        length, at = spans[-1].end, match.end()
    return "".join((*parts, text[at:])), tuple(spans)
