"""``galley open``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._texts import PROJECT
from galley.core.cli._window import show


@click.command("open", epilog="Example: galley open clinic.galley --screenshot clinic.png")
@click.argument("file", type=PROJECT)
@click.option("--screenshot", type=PROJECT, metavar="PNG", help="Write a picture of the window to this file and exit.")
def COMMAND(file: Path, screenshot: Path | None) -> int:
    """Open a project, or the import of a table, in the window.

    galley FILE does the same.
    """
    return show(file, screenshot)
