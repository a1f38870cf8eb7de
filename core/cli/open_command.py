"""``galley open``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._texts import PROJECT
from galley.core.cli._window import show


@click.command("open", epilog="Example: galley open clinic.galley --screenshot clinic.png")
@click.argument("project", type=PROJECT)
@click.option("--screenshot", type=PROJECT, metavar="PNG", help="Draw the review window into this file and leave.")
def COMMAND(project: Path, screenshot: Path | None) -> int:
    """Open PROJECT in the window."""
    return show(project, screenshot)
