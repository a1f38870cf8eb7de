"""In which encoding a text file is, as far as that can be told, and its lines."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from pathlib import Path

from galley.core.errors import InputError
from galley.core.import_types import ImportReport
from galley.core.tables.elements import place_error
from galley.core.tables.preview import MOST_BYTES_A_LINE

HEAD = 65_536
BLOCK = 1 << 18
"""Bytes that are decoded at once."""
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


_HIGH, _NOT_IN_CP1252 = bytes(range(128, 256)), b"\x81\x8d\x8f\x90\x9d"
_WELL_FORMED = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)


def detect_encoding(head: bytes) -> str:
    """The encoding that the first bytes of a file tell: by its byte-order mark, by where its zeros lie, else UTF-8."""
    for byte_order_mark, name in _MARKS:
        if head.startswith(byte_order_mark):
            return name
    pairs = max(len(head) // 2, 1)
    if head[1::2].count(0) > pairs // 3 and head[::2].count(0) < pairs // 20 + 1:
        return "utf-16-le"
    if head[::2].count(0) > pairs // 3 and head[1::2].count(0) < pairs // 20 + 1:
        return "utf-16-be"
    return "utf-8"


def propose_encoding(path: Path) -> str:
    """The encoding to propose for a text that its first bytes tell to be UTF-8 and that is not; "" for any other text,
    and for UTF-8 with some damaged characters. Raises: OSError."""
    with path.open("rb") as stream:
        if detect_encoding(stream.read(HEAD)) != "utf-8":
            return ""
        stream.seek(0)
        is_damaged, well_formed_count, stray_count, unknown_count = False, 0, 0, 0
        decoder = codecs.getincrementaldecoder("utf-8")()
        while block := stream.read(1 << 20):
            try:
                is_damaged or decoder.decode(block)
            except UnicodeDecodeError:
                is_damaged = True
            well_formed = [] if block.isascii() else _WELL_FORMED.findall(block)
            well_formed_count += len(well_formed)
            stray_count += len(block) - len(block.translate(None, _HIGH)) - sum(map(len, well_formed))
            unknown_count += len(block) - len(block.translate(None, _NOT_IN_CP1252))
    if not (is_damaged or decoder.getstate()[0]) or well_formed_count > stray_count:
        return ""
    return "mac_roman" if unknown_count else "cp1252"


def find_codec(name: str) -> str:
    """The codec that a mapping names. Raises: InputError."""
    try:
        codec = codecs.lookup(name)
    except (LookupError, ValueError):
        codec = None
    if codec is None or not codec._is_text_encoding:
        raise InputError(f"“{name}” is not an encoding of text; write for example utf-8, utf-16, cp1252 or shift_jis.")
    return codec.name


def lines(path: Path, encoding: str, report: ImportReport) -> Iterator[str]:
    """The lines of a text file with their ends (``\\n``), without the byte-order mark.

    Raises: InputError that names the line which is not in this encoding, holds NUL or is endless.
    """
    decoder = codecs.getincrementaldecoder(encoding)()
    number, rest = 1, ""
    with path.open("rb") as stream:
        while raw := stream.read(BLOCK):
            report.done += len(raw)
            try:
                text = rest + decoder.decode(raw)
            except UnicodeDecodeError as error:
                raise _wrong(path, number + error.object[: error.start].count(b"\n"), encoding) from None
            if "\0" in text:
                _refuse_nul(path, number, text)
            *whole, rest = text.split("\n")
            for line in whole:
                yield line + "\n"
            number += len(whole)
            if len(rest) > MOST_BYTES_A_LINE:
                raise place_error(
                    path, f"line {number}", f"the line is longer than {MOST_BYTES_A_LINE >> 20} MB; split it."
                )
        try:
            rest += decoder.decode(b"", True)
        except UnicodeDecodeError:
            raise _wrong(path, number, encoding) from None
    if rest:
        if "\0" in rest:
            _refuse_nul(path, number, rest)
        yield rest


def _refuse_nul(path: Path, first_line: int, text: str) -> None:
    """Raise: InputError that names the line of the first NUL."""
    line = first_line + text.count("\n", 0, text.index("\0"))
    raise place_error(path, f"line {line}", "there are NUL characters in the text; the file is damaged or no text.")


def _wrong(path: Path, line: int, encoding: str) -> InputError:
    return place_error(
        path,
        f"line {line}",
        f"the text is not in {encoding}, or the file mixes encodings; name the encoding (--read encoding=cp1252, or"
        ' in the mapping "read": {"encoding": "cp1252"}), or save it as UTF-8.',
    )
