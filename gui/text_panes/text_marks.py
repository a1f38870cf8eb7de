"""What can be laid over a text: marks of flags and places of evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from galley.core.domain import Stance


class MarkState(StrEnum):
    """How far a flag has come; decides how loudly its mark speaks."""

    OPEN = "open"
    ACCEPTED = "accepted"
    NO_ERROR = "no error"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class TextMark:
    """One flag's mark on one unit.

    ``start`` and ``end`` count code points within the unit; both None marks the unit as a whole, which draws
    only the letter after its last word. ``colour`` is the scheme's ``#RRGGBB`` (the theme adapts it),
    ``pattern`` one of solid, dotted, dashed, wavy, double, dash-dot, ``letter`` one or two characters.
    """

    unit_index: int
    start: int | None
    end: int | None
    colour: str
    pattern: str
    letter: str
    flag_id: int
    state: MarkState = MarkState.OPEN

    @property
    def whole(self) -> bool:
        """Whether the mark stands for the whole unit."""
        return self.start is None or self.end is None

    @property
    def look(self) -> Look:
        """What it shares with the marks of other judges who say the same of the same words."""
        return self.start, self.end, self.colour, self.pattern, self.letter


Look = tuple[int | None, int | None, str, str, str]
_LOUDEST = (MarkState.OPEN, MarkState.UNSURE, MarkState.ACCEPTED, MarkState.NO_ERROR)


def merge_marks(marks: Sequence[TextMark], current: int | None = None) -> list[TextMark]:
    """One mark for each look: that of the flag ``current``, else that which is least decided."""
    marks_by_look: dict[Look, TextMark] = {}
    for mark in marks:
        known_mark = marks_by_look.setdefault(mark.look, mark)
        louder = _LOUDEST.index(mark.state) < _LOUDEST.index(known_mark.state) and known_mark.flag_id != current
        if mark.flag_id == current or louder:
            marks_by_look[mark.look] = mark
    return list(marks_by_look.values())


@dataclass(frozen=True, slots=True)
class EvidencePlace:
    """A place of evidence: the unit is tinted, ``[start, end)`` in it (code points, or None) more strongly.

    ``strength`` (0 to 1) decides how deep the tint is. What the reader attached has a ``stance`` and a frame.
    """

    unit_index: int
    start: int | None = None
    end: int | None = None
    strength: float = 1.0
    stance: Stance | None = None
