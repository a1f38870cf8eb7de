"""References cleared up in an opinion: they stand between two asterisks, as in KGDS (appendix B)."""

from __future__ import annotations

import re

from galley.core.domain import Unit, UnitKind

MARK = "**"
CLARIFIED = re.compile(r"\*\*.+?\*\*", re.DOTALL)
"""A reference that was cleared up. The asterisks stay in the stored text."""


def strip_marks(text: str, start: int = 0, end: int | None = None) -> str:
    """``text`` from ``start`` to ``end`` (code points; None is its end) without the asterisks of its clarified
    references, be they whole in that part or not."""
    if MARK not in text:  # a fact; all of an item's are looked at when it opens
        return text[start:end]
    ends = [at for match in CLARIFIED.finditer(text) for at in (match.start(), match.end() - len(MARK))]
    left_out = {at + step for at in ends for step in range(len(MARK))}
    return "".join(text[at] for at in range(*slice(start, end).indices(len(text))) if at not in left_out)


def as_read(unit: Unit, start: int = 0, end: int | None = None) -> str:
    """A unit's text from ``start`` to ``end`` as a reader has it: an opinion's without those asterisks."""
    return strip_marks(unit.text, start, end) if unit.kind is UnitKind.OPINION else unit.text[start:end]
