"""Options, texts and questions that several commands share."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from galley.core.errors import InputError
from galley.core.text.plurals import format_count

PROJECT = click.Path(path_type=Path)
MANY = "may be given several times"
READING = (
    "How a table is read: encoding, delimiter, header (its row; 0: none), footer (last rows to leave out), merged"
    f" (fill or first), hidden (keep or skip); {MANY}."
)
LAST_WITH_OLD_NAMES = "0.6"
"""The last version that takes the names that commands and options had in 0.4."""


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
                  show_default="your account", help="Your name, for the log.")  # fmt: skip
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


def parse_reading(sheet: str, assignments: Iterable[str]) -> dict[str, Any]:
    """The options of reading a table: --sheet and --read NAME=VALUE. Raises: InputError, click.BadParameter."""
    from galley.core.tables.mapping import check_reading

    reading: dict[str, Any] = {"sheet": sheet} if sheet else {}
    for name, value in pairs(assignments, "--read").items():
        reading[name] = int(value) if name in ("header", "footer") and value.isdecimal() else value
    check_reading(reading)
    return reading


def confirm(is_confirmed: bool, words: str, expected_words: str, what: str) -> bool:
    """Whether to write: by ``--yes``, by the words of ``--confirm`` (before 0.5), or by an answer at the terminal.

    Raises: InputError for other words.
    """
    if words and words != expected_words:
        raise InputError(f"“{words}” is not “{expected_words}”, so nothing was written; look at the preview again.")
    if is_confirmed or words:
        return True
    if sys.stdin is not None and sys.stdin.isatty():
        return click.confirm(f"{what}?", err=True)
    click.echo(f"Nothing was written. {what} with --yes.", err=True)
    return False


def takes_project(function: Callable[..., Any]) -> Callable[..., Any]:
    """A command whose one argument is a project: as PROJECT, or by ``--project`` as in all other commands."""

    @click.argument("place", metavar="[PROJECT]", required=False, type=PROJECT)
    @click.option("--project", type=PROJECT, metavar="PROJECT", help="The same as the argument PROJECT.")
    @functools.wraps(function)
    def command(place: Path | None, project: Path | None, **options: Any) -> Any:
        if (place is None) == (project is None):
            raise click.UsageError("Name the project once: PROJECT, or --project PROJECT.")
        return function(project=project or place, **options)

    return command


def with_old_options(new_names: Mapping[str, str]) -> type[click.Command]:
    """The class of a command that takes old names of its options, too, and says what each is called now."""

    class Command(click.Command):
        def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
            """The arguments, with the new names."""
            words = []
            for word in args:
                name, equals, argument = word.partition("=")
                if new := new_names.get(name):
                    if not ctx.resilient_parsing:
                        click.echo(describe_renamed(name, new), err=True)
                    word = f"{new}{equals}{argument}"
                words.append(word)
            return super().parse_args(ctx, words)

    return Command


def describe_renamed(old: str, new: str) -> str:
    """One sentence: what an old command or option is called now, and how long the old name works."""
    return f"{old} is now called {new}; the old name works until version {LAST_WITH_OLD_NAMES}."
