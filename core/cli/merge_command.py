"""``galley merge``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._bar import Bar
from galley.core.cli._words import PROJECT


@click.command("merge", epilog="Example: galley merge ann.answers ben.answers --project news.galley --preview")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=PROJECT)
@click.option("--project", required=True, type=PROJECT)
@click.option("--preview", is_flag=True, help="Only say what would happen.")
@click.option(
    "--as",
    "called",
    multiple=True,
    metavar="NAME",
    help="Keep the answers under this name; OLD=NEW where a file holds several people's.",
)
def COMMAND(files: tuple[Path, ...], project: Path, preview: bool, called: tuple[str, ...]) -> None:
    """Take answers, or whole projects, back into the project that they were packed from: all of them or nothing.

    Merging a file twice, or in another order, changes nothing. What was answered in two ways, what belongs to items
    whose texts have changed, and settled cells that were answered since are listed.
    """
    from galley.core.packages import merge
    from galley.core.project.project import Project

    names = {old if new else "": new or old for old, _, new in (text.partition("=") for text in called)}
    with Project.open(project) as opened, Bar("Merge") as bar:
        try:
            report = (merge.preview if preview else merge.merge)(opened, files, names, bar)
        except KeyboardInterrupt:
            bar.stop()
            raise
    for line in report.lines():
        click.echo(line)
    if preview:
        click.echo("Nothing is written yet; leave --preview out to merge.", err=True)
