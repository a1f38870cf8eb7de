"""The native record: JSON Lines, one item a line, what ``galley export galley`` writes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from galley.core.errors import InputError
from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord

LONGEST_LINE = 256 * 1024 * 1024


class GalleyImporter:
    """Reads native records line by line; memory holds one line at a time."""

    name = "galley"
    title = "Galley's native record: JSON Lines, one item a line"
    reads = "[the native record](native-record.md), JSON Lines"
    becomes = "everything: texts, verdicts, decisions, gold, runs"
    suffixes = (".jsonl", ".json")

    def recognises(self, head: bytes, path: Path) -> bool:
        """A first line that is an object that begins with ``galley``, or one with ``key`` and ``documents``."""
        start = head.removeprefix(b"\xef\xbb\xbf").lstrip()[:65_536]
        return start.startswith(b'{"galley"') or (
            start.startswith(b"{") and b'"key"' in start and b'"documents"' in start and b'"role"' in start
        )

    def read(self, paths: Sequence[Path], options: ImportOptions, report: ImportReport) -> Iterator[ParsedRecord]:
        """Yield each line's record. Raises: InputError with file and line."""
        report.total = sum(_size(path) for path in paths)
        for path in paths:
            yield from self._file(path, report)

    def _file(self, path: Path, report: ImportReport) -> Iterator[ParsedRecord]:
        import orjson

        name = path.name
        loads = orjson.loads
        empty = True
        try:
            with path.open("rb") as stream:
                number = 0
                while line := stream.readline(LONGEST_LINE):
                    number += 1
                    report.done += len(line)
                    if number == 1:
                        line = line.removeprefix(b"\xef\xbb\xbf")
                    if line.isspace():
                        continue
                    try:
                        record = loads(line)
                    except orjson.JSONDecodeError as error:
                        raise InputError(_unreadable(name, number, line, error)) from None
                    if not isinstance(record, dict):
                        raise InputError(
                            f"{name}, line {number}: a record must be an object, not {_kind(record)}; "
                            "nothing was imported."
                        )
                    empty = False
                    within = record.get("galley")
                    if isinstance(within, dict) and "key" in record:
                        del record["galley"]
                        yield ParsedRecord({**within, "galley": within.get("format")}, name, number)
                    yield ParsedRecord(record, name, number)
        except OSError as error:
            raise InputError(
                f"{path} cannot be read ({error.strerror}); check the path and its permissions."
            ) from error
        if empty:
            raise InputError(f"{name} is empty; it should hold one JSON record a line.")


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _kind(value: Any) -> str:
    return {list: "a list", str: "a text", bool: "true or false", type(None): "null"}.get(
        type(value), "a number"
    )


def _unreadable(name: str, number: int, line: bytes, error: Exception) -> str:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return f"{name}, line {number}: this is not UTF-8 text; save the file as UTF-8. Nothing was imported."
    if b"\x00" in line[:4096]:
        return f"{name}, line {number}: this is a binary file, not JSON Lines; nothing was imported."
    what = str(error).split(":")[0]
    return f"{name}, line {number}: this is not valid JSON ({what}); correct or remove the line. Nothing was imported."


IMPORTER = GalleyImporter()
