"""The command line. ``main`` is the console script.

Each command is one file here that holds a click command as ``COMMAND``; the file is named after the command, with an
underscore behind names that Python uses itself (``import_.py``). A command is imported when it is called, and
imports what it needs inside its function, so that ``galley --help`` and the window start at once.

Exit codes: 0 done, 1 the user's input is at fault (one sentence on standard error), 2 usage, 3 a bug.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence

import click

from core import __version__
from core.errors import GalleyError

DONE, INPUT, USAGE, BUG = 0, 1, 2, 3


class Commands(click.Group):
    """The commands, found by their files."""

    def list_commands(self, context: click.Context) -> list[str]:
        """Their names in alphabetical order."""
        from core.registry import modules

        return sorted(name.rpartition(".")[2].removesuffix("_") for name in modules(__name__))

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command called ``name``, imported now."""
        from core.registry import modules

        there = modules(__name__)  # not the files: a bundle has none
        for module in (f"{__name__}.{name}", f"{__name__}.{name}_"):
            if module in there and not name.endswith("_"):
                return importlib.import_module(module).COMMAND
        return None


def _version(context: click.Context, option: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        from core.project.schema import VERSION

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
        from core.cli._window import show

        return show(None, None)
    return DONE


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and give its exit code. Never raises but SystemExit's own kin."""
    try:
        outcome = galley.main(
            list(arguments) if arguments is not None else None, prog_name="galley", standalone_mode=False
        )
    except GalleyError as error:
        click.echo(f"galley: {error}", err=True)
        return INPUT
    except click.ClickException as error:
        error.show()
        return USAGE
    except (click.Abort, KeyboardInterrupt):
        click.echo("galley: stopped.", err=True)
        return INPUT
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains again at its end
        return INPUT
    except Exception as error:
        from core.bug import report

        click.echo(report(error), err=True)
        return BUG
    return outcome if isinstance(outcome, int) else DONE
