"""How wide a line of text may be: no wider than is easy to read, on the largest screen, too."""

from __future__ import annotations

from galley.gui.theme.fonts import Type
from galley.gui.theme.theme import Theme

_LETTERS = "eeeeeeeeeeeettttttttaaaaaaaooooooiiiiiinnnnnnsssssshhhhhrrrrrddddllllcccuuummwwffggyyppbvk     ,."
"""Letters about as often as English has them, and a few less spaces: so wide is a text of this many characters."""
_LINE = 74
"""Characters that a line has where they are as wide as these; with narrow ones some more, at most 84."""


def widest_line(theme: Theme, style: Type) -> float:
    """The pixels in which a line in this style has as many characters as are easily read."""
    return theme.advance(style, _LETTERS) / len(_LETTERS) * _LINE


def readable(theme: Theme, style: Type, room: float) -> float:
    """The part of ``room`` (pixels) that a line in this style may take."""
    return min(room, widest_line(theme, style))
