"""Text for the screen: what is stored, with everything that hides or misleads made visible, one for one.

A reviewer must see what a model saw. Control characters, direction overrides and invisible characters are
therefore shown as marks, and everything that would end a line is shown as a line separator (U+2028), so that
one unit stays one block in a Qt text document. Each code point becomes exactly one code point with the same
number of UTF-16 units, so offsets into the stored text are offsets into the shown text.
"""

from __future__ import annotations

import json
import re

LINE = "\u2028"
_HIDDEN = "\u200b"
_UNKNOWN = "\ufffd"

# The right-hand marks are rare in prose and in nearly every font.
_MARKS = {
    **{chr(code): chr(0x2400 + code) for code in range(0x20) if chr(code) not in "\t\n\r"},
    **{chr(code): _UNKNOWN for code in range(0x80, 0xA0)},
    **{chr(code): _UNKNOWN for code in (*range(0xFDD0, 0xFDF0), *range(0xFFF9, 0xFFFC), 0xFFFE, 0xFFFF)},
    **{chr(code): "▫" for code in (*range(0x2060, 0x2066), *range(0x206A, 0x2070))},
    "\n": LINE,
    "\x7f": "\u2421",
    "\x85": LINE,
    "\xad": "¬",  # soft hyphen, as word processors show it
    "\u034f": "▫",
    "\u061c": "◂",
    "\u180e": "▫",
    "\u200b": "▫",
    "\u200c": "▫",
    "\u200d": "▫",
    "\u200e": "▸",
    "\u200f": "◂",
    "\u2029": LINE,
    "\u202a": "▸",
    "\u202b": "◂",
    "\u202c": "▪",
    "\u202d": "▶",
    "\u202e": "◀",
    "\u2066": "▸",
    "\u2067": "◂",
    "\u2068": "◆",
    "\u2069": "▪",
    "\ufeff": "▫",
    "\ufffc": "□",  # Qt draws an embedded object here
}
_TAG = "\U0001f3f7"

_SPECIAL = re.compile(
    r"[\x00-\x08\n-\x1f\x7f-\x9f\xad\u034f\u061c\u180e\u200b-\u200f\u2029-\u202e\u2060-\u206f\ud800-\udfff"
    r"\ufdd0-\ufdef\ufeff\ufff9-\ufffc\ufffe\uffff\U000e0000-\U000e007f]"
)
# Joiners are spelling in these scripts, and hold emoji such as families together.
_JOINING = re.compile(
    r"[\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc\ufe0f\u200d\u2190-\u2bff"
    r"\U0001f000-\U0001faff\u20e3]"
)
_RIGHT_TO_LEFT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f")


def make_visible(text: str) -> str:
    """``text`` as it may be drawn: the same number of code points, each with as many UTF-16 units as before.

    Line ends of every kind become U+2028 (the ``\\r`` of CRLF a zero-width character), tabs stay, control
    characters become their pictures, direction overrides, isolates and zero-width characters small marks, and
    lone surrogates U+FFFD. Joiners that spell a word or hold an emoji together stay, as do plain direction
    marks in text that is written from right to left.
    """
    if text.isascii() and text.isprintable():
        return text
    if not _SPECIAL.search(text):
        return text
    right_to_left = not text.isascii() and _RIGHT_TO_LEFT.search(text) is not None
    flags = [m.span() for m in _FLAG.finditer(text)] if "\U0001f3f4" in text else []

    def show(match: re.Match[str]) -> str:
        character, at = match[0], match.start()
        if character == "\r":
            return _HIDDEN if text[at + 1 : at + 2] == "\n" else LINE
        if character in "\u200c\u200d" and _joins(text, at):
            return character
        if character in "\u200e\u200f\u061c" and right_to_left:
            return character
        if "\ud800" <= character <= "\udfff":
            return _UNKNOWN
        if character >= "\U000e0000":
            return character if any(start < at < end for start, end in flags) else _TAG
        return _MARKS[character]

    return _SPECIAL.sub(show, text)


def visible_lines(text: str) -> str:
    """``text`` as `make_visible`, its lines ended by ``\n``: for terminals and pages of HTML, where U+2028 ends
    none."""
    if not _SPECIAL.search(text):
        return text
    return "\n".join(map(make_visible, text.replace("\r\n", "\n").split("\n"))).replace(LINE, "\n")


def visible_json(text: str) -> str:
    """JSON that says the same, each character that `make_visible` would replace as its escape."""
    return _SPECIAL.sub(lambda match: match[0] if match[0] in "\r\n" else json.dumps(match[0])[1:-1], text)


def _joins(text: str, at: int) -> bool:
    """Whether the joiner at ``at`` stands after a character that joiners belong to."""
    return at > 0 and _JOINING.match(text, at - 1) is not None
