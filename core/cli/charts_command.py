"""``galley charts``."""

from __future__ import annotations

from pathlib import Path

import click

from galley import doors
from galley.core.cli._progress import TerminalProgress
from galley.core.cli._texts import MANY, PROJECT

KINDS = ("png", "svg", "csv")


@click.command("charts", epilog="Example: galley charts --project clinic.galley --out charts --format svg agreement")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--project", required=True, type=PROJECT)
@click.option("--out", required=True, type=PROJECT, metavar="FOLDER", help="The folder to write to; made if missing.")
@click.option(
    "--format",
    "kinds",
    type=click.Choice(KINDS),
    multiple=True,
    show_default="all three",
    help=f"Which files; {MANY}.",
)
@click.option("--gold", default="gold", help="gold, majority, adjudicated, or an annotator's name.")
def COMMAND(names: tuple[str, ...], project: Path, out: Path, kinds: tuple[str, ...], gold: str) -> None:
    """Write charts to PNG, SVG and CSV files.

    NAME is one of galley list charts; without a NAME, all charts are written.
    """
    from galley.core.new_files import refuse_leaving
    from galley.core.project.project import Project
    from galley.core.review import blind

    refuse_leaving(out, project)
    drawing = doors.of_window("drawing")
    with Project.open(project, read_only=True) as open_project, TerminalProgress("Charts") as bar:
        blind.refuse_if_blind(open_project.read_connection(), "Charts")
        charts = drawing.draw(open_project, out, names, kinds or KINDS, gold, bar)
    for chart in charts:
        click.echo(f"{chart.name}: {', '.join(str(path) for path in chart.files) or chart.needs}")
