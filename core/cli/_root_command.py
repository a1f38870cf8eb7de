"""The command ``galley``: its sections and groups, the old names, and running one command line."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path

import click

from galley.core import __version__
from galley.core.cli._codes import DONE, INPUT, STOPPED, USAGE
from galley.core.cli._run import run_guarded
from galley.core.cli._texts import describe_renamed

GROUPS = ("judges", "campaign", "sample", "project", "setup")
"""The groups of commands: each is a file ``core/cli/NAME_commands.py`` that holds the group as ``COMMAND``."""

SECTIONS = {
    "Projects and data": ("demo", "open", "new", "import", "export", "show", "list"),
    "Review and results": (*("judge", "decide", "adjudicate", "history", "undo-last", "metrics", "charts", "report"),),
    "Groups of commands (galley GROUP --help lists them)": GROUPS,
}
"""What ``galley --help`` lists, in this order. A command outside the groups is a file ``core/cli/NAME_command.py``."""

RENAMED = {
    "backups": ("project", "backups"),
    "calibrate": ("judges", "calibrate"),
    "changed": ("campaign", "changed"),
    "check": ("project", "check"),
    "decrypt": ("campaign", "decrypt"),
    "draw": ("sample", "draw"),
    "erase": ("project", "erase"),
    "extensions": ("setup", "extensions"),
    "freeze": ("project", "freeze"),
    "integrate": ("setup", "integrate"),
    "known": ("campaign", "known"),
    "levels": ("project", "levels"),
    "merge": ("campaign", "merge"),
    "pack": ("campaign", "pack"),
    "panel": ("judges", "ensemble"),
    "plan": ("campaign", "plan"),
    "plan-reviews": ("sample", "size"),
    "privacy": ("project", "privacy"),
    "protocol": ("campaign", "protocol"),
    "readers": ("campaign", "reviewers"),
    "return": ("campaign", "submit"),
    "roles": ("campaign", "roles"),
    "screen": ("sample", "screen"),
    "settle": ("adjudicate",),
    "table": ("metrics", "--table"),
    "take-back": ("campaign", "revoke"),
    "tasks": ("campaign", "tasks"),
    "trial": ("judges", "compare"),
    "write": ("campaign", "write"),
}
"""The names of version 0.4 and what they are called now; they work until ``_texts.LAST_WITH_OLD_NAMES``."""
PERMANENT = ("return",)
"""Old names that always work: packages that reviewers have tell them to type these."""


class CommandGroup(click.Group):
    """A group that lists its commands in the order of their declaration, each with its whole first sentence."""

    group_class = type

    def list_commands(self, context: click.Context) -> list[str]:
        """The names in the order of their declaration."""
        return list(self.commands)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the section with the commands."""
        self.format_section(context, formatter, "Commands", self.list_commands(context))

    def format_section(
        self, context: click.Context, formatter: click.HelpFormatter, title: str, names: Sequence[str]
    ) -> None:
        """Write one section: a line for each command that is not hidden."""
        commands = [(name, self.get_command(context, name)) for name in names]
        rows = [(name, command.get_short_help_str(200)) for name, command in commands if command and not command.hidden]
        if rows:
            with formatter.section(title):
                formatter.write_dl(rows)


class RootGroup(CommandGroup):
    """The whole program: a command is imported when it is called or listed."""

    def list_commands(self, context: click.Context) -> list[str]:
        """The names in the order of the help."""
        return [name for names in SECTIONS.values() for name in names]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command or group called ``name``, imported now; None where there is none."""
        if name not in self.list_commands(context):
            return None
        kind = "commands" if name in GROUPS else "command"
        command: click.Command = importlib.import_module(f"galley.core.cli.{name.replace('-', '_')}_{kind}").COMMAND
        hide_empty_defaults(command)
        return command

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write all sections."""
        for title, names in SECTIONS.items():
            self.format_section(context, formatter, title, names)

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command and its arguments; an old name gives the new command, and a file is opened in the window."""
        name = args[0]
        if name in RENAMED:
            if not context.resilient_parsing:
                old, new = f"galley {name}", f"galley {' '.join(RENAMED[name])}"
                is_permanent = name in PERMANENT
                click.echo(f"{old} is now called {new}." if is_permanent else describe_renamed(old, new), err=True)
            args = [*RENAMED[name], *args[1:]]
        elif self.get_command(context, name) is None and is_file_argument(name):
            args = ["open", *args]
        return super().resolve_command(context, args)


def hide_empty_defaults(command: click.Command) -> None:
    """Let the help of a command, and of those in a group, show no default that is an empty text."""
    for option in command.params:
        if isinstance(option, click.Option) and option.default == "":
            option.show_default = False
    for member in command.commands.values() if isinstance(command, click.Group) else ():
        hide_empty_defaults(member)


def is_file_argument(word: str) -> bool:
    """Whether a word of the command line names a file rather than a command: it has a suffix, or the file exists."""
    return not word.startswith("-") and (bool(Path(word).suffix) or Path(word).is_file())


def _version(context: click.Context, option: click.Parameter, is_requested: bool) -> None:
    if is_requested and not context.resilient_parsing:
        from galley.core.storage.schema import VERSION

        click.echo(f"galley {__version__} (project schema {VERSION})")
        context.exit()


@click.group(
    cls=RootGroup,
    invoke_without_command=True,
    options_metavar="",
    subcommand_metavar="[FILE | COMMAND ...]",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100, "show_default": True},
    epilog="Exit codes: 0 done, 1 an error in your input, 2 wrong usage, 3 a bug in Galley.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the versions of Galley and of its project files.",
)
@click.pass_context
def galley(context: click.Context) -> int:
    """Review machine-written summaries against their sources.

    Without a command, Galley opens its window: on a project FILE, or on the import of a table.
    """
    if context.invoked_subcommand is None:
        from galley.core.cli._window import show

        return show(None, None)
    return DONE


def run_command_line(arguments: Sequence[str]) -> int:
    """Run one command line and give its exit code."""

    def work() -> object:
        try:
            return galley.main(list(arguments), prog_name="galley", standalone_mode=False)
        except click.ClickException as error:
            error.show()
            return USAGE
        except click.Abort as error:
            click.echo("galley: stopped.", err=True)
            return STOPPED if isinstance(error.__cause__ or error.__context__, KeyboardInterrupt) else INPUT

    return run_guarded(work)
