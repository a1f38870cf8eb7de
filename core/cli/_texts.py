"""What several commands say and take in the same way."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from galley.core.text.plurals import format_count

PROJECT = click.Path(path_type=Path)


class _KeyFile(click.Path):
    """A file with a private key; warns where others may read it."""

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> Any:
        """See ``click.Path``."""
        from galley.core.campaign import encryption

        path = super().convert(value, param, context)
        if warning := encryption.readable(Path(os.fsdecode(path))):
            click.echo(f"warning: {warning}", err=True)
        return path


KEYFILE = _KeyFile(path_type=Path)
def account_name() -> str:
    """The name of the user's account; empty where it has none."""
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""


BY = click.option("--as", "by", default=account_name, metavar="NAME",
                  help="Your name, for the log; the account's unless given.")  # fmt: skip
FIRST = ("items", "documents", "units", "verdicts", "flags", "decisions", "scores", "rows")


def format_counts(counts: Mapping[str, int]) -> str:
    """Counts as one phrase, items first: "24 items, 1,203 units, 2 replies repaired"."""
    first = [what for what in FIRST if what in counts]
    ordered_names = [*first, *(what for what in counts if what not in FIRST)]
    return ", ".join(format_count(counts[what], what) for what in ordered_names)


def pairs(assignments: Iterable[str], option: str) -> dict[str, str]:
    """``name=value`` texts as a dict. Raises: click.BadParameter for one without "="."""
    values = {}
    for text in assignments:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise click.BadParameter(f"{text!r} should be NAME=VALUE.", param_hint=option)
        values[name.strip()] = value
    return values


def ask_confirmation(confirm: str, expected_words: str, what: str) -> str:
    """The words that ``--confirm`` gave, or that are typed at a terminal; "" where there are none, and what to give is
    said."""
    if not confirm and sys.stdin is not None and sys.stdin.isatty():
        confirm = click.prompt(f"Type “{expected_words}” to go on", default="", show_default=False, err=True)
    if not confirm:
        click.echo(f"Nothing is written yet; give --confirm {expected_words!r} to {what}.", err=True)
    return str(confirm)
