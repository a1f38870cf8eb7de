"""``galley demo``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._progress import TerminalProgress
from galley.core.cli._texts import PROJECT, with_old_options
from galley.core.cli._window import show


@click.command("demo", cls=with_old_options({"--dir": "--out"}), epilog="Example: galley demo --out try")
@click.option(
    "--out",
    "folder",
    type=PROJECT,
    metavar="FOLDER",
    show_default="your data folder",
    help="Where to make the project.",
)
@click.option("--screenshot", type=PROJECT, metavar="PNG", help="Write a picture of the window to this file and exit.")
def COMMAND(folder: Path | None, screenshot: Path | None) -> int:
    """Make an example project and open it.

    All its texts are made up. An example project that exists already is opened as it is, with its decisions.
    """
    from galley.core.importers.sample_project import make
    from galley.core.paths import data_dir

    with TerminalProgress("Example project") as bar:
        path = make(folder or data_dir(), bar)
    click.echo(f"The example project is {path}", err=True)
    return show(path, screenshot)
