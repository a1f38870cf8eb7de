"""A progress bar on a terminal, nothing in a pipe."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TextIO, cast

import click

from galley.core.cli._output import BareErrors

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar


class TerminalProgress:
    """Call it with (done, total); it gives False once ``stop`` was called. Drawn on standard error."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._bar: ProgressBar[Any] | None = None
        self._is_stopped = False
        self._is_terminal = sys.stderr is not None and sys.stderr.isatty()

    def __call__(self, done: int, total: int) -> bool:
        if self._is_terminal and self._bar is None and total:
            self._bar = click.progressbar(length=total, label=self._label, file=cast(TextIO, BareErrors()))
            self._bar.__enter__()
        if self._bar is not None:
            self._bar.update(min(done, total) - self._bar.pos)
        return not self._is_stopped

    def request_stop(self) -> None:
        """Ask the work to end at its next step."""
        self._is_stopped = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.__exit__(kind, error, trace)
