"""``galley merge``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._progress import Bar
from galley.core.cli._texts import KEYFILE, PROJECT


@click.command("merge", epilog="Example: galley merge ann.answers ben.answers --project news.galley --preview")
@click.argument("files", metavar="[FILE...]", nargs=-1, type=PROJECT)
@click.option("--project", required=True, type=PROJECT)
@click.option(
    "--from-folder", "shared", type=PROJECT, metavar="FOLDER", help="Whatever is whole in the folders of a shared one."
)
@click.option("--preview", is_flag=True, help="Only say what would happen.")
@click.option(
    "--as",
    "called",
    multiple=True,
    metavar="NAME",
    help="Keep the answers under this name; OLD=NEW where a file holds several people's.",
)
@click.option("--identity", type=KEYFILE, metavar="KEYFILE", help="With your private key of age.")
def COMMAND(
    files: tuple[Path, ...],
    project: Path,
    shared: Path | None,
    preview: bool,
    called: tuple[str, ...],
    identity: Path | None,
) -> None:
    """Take answers, or whole projects, back into the project that they were packed from: all of them or nothing.

    Merging a file twice, or in another order, changes nothing. What was answered in two ways, what belongs to items
    whose texts have changed, and settled cells that were answered since are listed.
    """
    from galley.core.campaign import merge, shared_folder
    from galley.core.errors import InputError
    from galley.core.project.project import Project

    if shared and files:
        raise InputError("Name files, or a folder with --from-folder, not both.")
    act = merge.preview if preview else merge.merge
    names = {old if new else "": new or old for old, _, new in (text.partition("=") for text in called)}
    with Project.open(project) as open_project, Bar("Merge") as bar:
        try:
            if shared:
                with shared_folder.scratch(project) as scratch:
                    report = shared_folder.run(
                        act, open_project, shared_folder.fetch(shared, scratch, identity), names, bar
                    )
            else:
                report = act(open_project, files, names, bar, identity)
        except KeyboardInterrupt:
            bar.stop()
            raise
    for line in report.lines():
        click.echo(line)
    if not report.files:
        click.echo(f"There are no whole answers in {shared} yet.")
    elif preview:
        click.echo("Nothing is written yet; leave --preview out to merge.", err=True)
