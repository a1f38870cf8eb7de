"""``galley charts``."""

from __future__ import annotations

from pathlib import Path

import click

from galley import doors
from galley.core.cli._progress import Bar
from galley.core.cli._texts import PROJECT

KINDS = ("png", "svg", "csv")


@click.command("charts", epilog="Example: galley charts --project clinic.galley --out charts --format svg agreement")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--project", required=True, type=PROJECT)
@click.option("--out", required=True, type=PROJECT, help="The folder to write into; made if it is missing.")
@click.option(
    "--format",
    "kinds",
    type=click.Choice(KINDS),
    multiple=True,
    help="Which files; several times for several. All three without it.",
)
@click.option("--gold", default="gold", help="gold, majority, adjudicated, or an annotator's name.", show_default=True)
def COMMAND(names: tuple[str, ...], project: Path, out: Path, kinds: tuple[str, ...], gold: str) -> None:
    """Draw charts into files, without a window. NAME is one of galley list charts; all of them without a NAME."""
    from galley.core.new_files import refuse_leaving
    from galley.core.project.project import Project
    from galley.core.review import blind

    refuse_leaving(out, project)
    drawing = doors.of_window("drawing")
    with Project.open(project, read_only=True) as open_project, Bar("Charts") as bar:
        blind.refuse(open_project.read_connection(), "Charts")
        charts = drawing.draw(open_project, out, names, kinds or KINDS, gold, bar)
    for chart in charts:
        click.echo(f"{chart.name}: {', '.join(str(path) for path in chart.files) or chart.needs}")
