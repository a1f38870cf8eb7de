"""What all importers share about files: the first look, progress, and sentences that name file and line.

Every reader here works line by line or element by element, so memory does not grow with the file, and adds to
``report.done`` what it has read.
"""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from galley.core.errors import InputError
from galley.core.import_types import ImportReport

HEAD_BYTES = 65_536

MOST_BYTES_A_LINE = 64 << 20
"""No line, and no element of a JSON array, may be longer: it would have to be held in memory whole."""

_TEXT_CONTROLS = b"\t\n\r\f\b\x1b"


class TextLine(NamedTuple):
    """One line of a text file: where it starts in bytes, its number from 1, its text with the line end."""

    offset: int
    number: int
    text: str


def line_error(path: Path, line: int, what: str) -> InputError:
    """The error for ``path`` at ``line`` (0: the whole file); ``what`` says what is wrong and what to do."""
    return InputError(f"{path}, line {line}: {what}" if line else f"{path}: {what}")


def head_of(path: Path) -> bytes:
    """The first 64 KiB. Raises: InputError if the file is missing, a folder, unreadable, empty or binary."""
    if path.exists() and not path.is_file() and not path.is_dir():  # reading a pipe would wait for ever
        raise InputError(f"{path} is not a file but a pipe or a device; save its text to a file and import that.")
    try:
        with path.open("rb") as stream:
            head = stream.read(HEAD_BYTES)
    except FileNotFoundError:
        raise InputError(f"There is no file {path}; check the path.") from None
    except OSError as error:
        if path.is_dir():  # Windows calls that a lack of permission
            raise InputError(f"{path} is a folder; name the files in it.") from None
        raise InputError(f"{path} cannot be read ({error.strerror}); check its permissions.") from None
    if not head.strip():
        raise InputError(f"{path} is empty; there is nothing to import.")
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise line_error(path, 1, "the file is in UTF-16; save it as UTF-8 and import it again.")
    if b"\0" in head or sum(byte < 32 and byte not in _TEXT_CONTROLS for byte in head) > len(head) // 20:
        raise InputError(f"{path} is a binary file, not text; choose the file that was exported as text.")
    return head


def first_record(head: bytes) -> bytes:
    """The first line of a head that is not blank: what JSON Lines are recognised by."""
    return head.removeprefix(codecs.BOM_UTF8).lstrip().split(b"\n", 1)[0]


def first_element(head: bytes) -> bytes:
    """What follows the opening bracket of a head that begins with a list; b"" for any other."""
    start = head.removeprefix(codecs.BOM_UTF8).lstrip()
    return start[1:].lstrip() if start.startswith(b"[") else b""


def check_files(
    paths: Sequence[Path],
    report: ImportReport,
    title: str,
    fits: Callable[[bytes, Path], bool],
    passes: int = 1,
) -> None:
    """Look at every file before anything is read, so that a wrong file is refused at once whatever its size.

    Sets ``report.total`` to the bytes that ``passes`` readings will take. ``fits`` is the importer's
    ``recognises``, ``title`` what the format is called. Raises: InputError.
    """
    if not paths:
        raise InputError(f"No file was given; name at least one {title} file.")
    report.done, report.total = 0, 0
    for path in paths:
        head = head_of(path)
        decoder = codecs.getincrementaldecoder("utf-8-sig")()
        try:
            decoder.decode(head)
        except UnicodeDecodeError as error:
            raise _not_utf8(path, head[: error.start].count(b"\n") + 1) from None
        if not fits(head, path):
            raise InputError(f"{path} is not a {title} file; check the file or choose another import format.")
        report.total += passes * os.path.getsize(path)


def lines(path: Path, report: ImportReport, offset: int = 0, number: int = 1) -> Iterator[TextLine]:
    """The lines of a UTF-8 file from byte ``offset`` (which is line ``number``) on, without the byte-order
    mark.

    Lines end at ``\\n`` only. Raises: InputError for text that is not UTF-8, NUL bytes and endless lines.
    """
    with path.open("rb") as stream:
        stream.seek(offset)
        while raw := stream.readline(MOST_BYTES_A_LINE + 1):
            if len(raw) > MOST_BYTES_A_LINE:
                raise line_error(path, number, f"the line is longer than {MOST_BYTES_A_LINE >> 20} MB; split it.")
            report.done += len(raw)
            start = offset
            offset += len(raw)
            if start == 0 and raw.startswith(codecs.BOM_UTF8):
                raw = raw[len(codecs.BOM_UTF8) :]
            if b"\0" in raw:
                raise line_error(path, number, "there are NUL bytes in the text; the file is damaged or not text.")
            try:
                yield TextLine(start, number, raw.decode())
            except UnicodeDecodeError:
                raise _not_utf8(path, number) from None
            number += 1


def _not_utf8(path: Path, line: int) -> InputError:
    return line_error(path, line, "the text is not UTF-8; save the file as UTF-8 and import it again.")
