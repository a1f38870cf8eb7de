"""The group of all commands, and running one."""

from __future__ import annotations

import importlib
from collections.abc import Sequence

import click

from galley.core import __version__
from galley.core.cli._codes import DONE, INPUT, STOPPED, USAGE
from galley.core.cli._run import run_guarded

PACKAGE = "galley.core.cli"


class Commands(click.Group):
    """The commands, found by their files."""

    def list_commands(self, context: click.Context) -> list[str]:
        """Their names in alphabetical order."""
        from galley.core.registry import declared_name, modules

        return sorted(declared_name(module) for module in modules(PACKAGE))

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command called ``name``, imported now."""
        from galley.core.registry import declared_name, modules

        for module in modules(PACKAGE):  # not the files: a bundle has none
            if declared_name(module) == name:
                return importlib.import_module(module).COMMAND
        return None


def _version(context: click.Context, option: click.Parameter, is_requested: bool) -> None:
    if is_requested and not context.resilient_parsing:
        from galley.core.project.schema import VERSION

        click.echo(f"galley {__version__} (project schema {VERSION})")
        context.exit()


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: galley demo",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and the schema version of project files.",
)
@click.pass_context
def galley(context: click.Context) -> int:
    """A desk for reviewing machine-written summaries against their sources.

    Without a command the window opens, with the last project or the welcome page.
    """
    if context.invoked_subcommand is None:
        from galley.core.cli._window import show

        return show(None, None)
    return DONE


def run(arguments: Sequence[str]) -> int:
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
