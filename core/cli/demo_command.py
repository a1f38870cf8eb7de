"""``galley demo``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._progress import Bar
from galley.core.cli._texts import PROJECT
from galley.core.cli._window import show


@click.command("demo", epilog="Example: galley demo --dir /tmp/try")
@click.option("--dir", "folder", type=PROJECT, help="Where to make it; the user's data folder if not given.")
@click.option("--screenshot", type=PROJECT, metavar="PNG", help="Draw the review window into this file and leave.")
def COMMAND(folder: Path | None, screenshot: Path | None) -> int:
    """Make the sample project and open it.

    Everything in the sample is made up. One that is there already is kept, with the decisions in it.
    """
    from galley.core.importers.sample_project import make
    from galley.core.paths import data_dir

    with Bar("Sample") as bar:
        path = make(folder or data_dir(), bar)
    click.echo(f"The sample project is {path}", err=True)
    return show(path, screenshot)
