"""What commands write: nothing that a terminal would obey, and nothing that turns the order of characters over.

Names, texts and messages come from files of others. What is written to a guarded stream shows what hides or misleads as
the window does (``core/text/visible``); JSON and CSV that programs read say what they say.
"""

from __future__ import annotations

import sys
from typing import Any, TextIO

import click

from galley.core.text.visible import visible_json, visible_lines


def guard(stream: TextIO) -> None:
    """Let all that is written to this stream from now on be visible."""
    stream.write = _write_visibly.__get__(stream)  # type: ignore[method-assign]


def _write_visibly(stream: Any, text: str) -> int:
    type(stream).write(stream, visible_lines(text))
    return len(text)


class BareErrors:
    """Standard error without the guard, for a progress bar, which moves the cursor."""

    def write(self, text: str) -> int:
        """Write it as it is."""
        return int(type(sys.stderr).write(sys.stderr, text))

    def __getattr__(self, name: str) -> Any:
        return getattr(sys.stderr, name)


def echo_data(text: str, form: str | None = "json") -> None:
    """Print what programs read ("json", "csv"), or a table for people (any other). In JSON what would mislead is
    escaped, so it says the same; CSV is as it is in a pipe or a file, and visible on a terminal."""
    if form == "csv" and not sys.stdout.isatty():
        type(sys.stdout).write(sys.stdout, text)
    else:
        click.echo(visible_json(text) if form == "json" else text, nl=False)
