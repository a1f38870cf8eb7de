"""``galley freeze``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._texts import PROJECT


@click.command("freeze", epilog='Example: galley freeze --project study.galley --as mira --why "published"')
@click.option("--project", required=True, type=PROJECT)
@click.option("--as", "by", default="", metavar="NAME", help="Who freezes or thaws it.")
@click.option("--why", default="", metavar="TEXT", help="Said to everybody who opens it.")
@click.option("--thaw", is_flag=True, help="Let it be written again.")
def COMMAND(project: Path, by: str, why: str, thaw: bool) -> None:
    """Let nothing be done to a project but reading and exporting, until it is thawed.

    It guards against slips and is no lock: whoever may write the file may thaw it.
    """
    from galley.core.errors import InputError
    from galley.core.project import freeze
    from galley.core.project.project import Project

    if thaw and why:
        raise InputError("--why is said of a frozen project; leave it out with --thaw.")
    with Project.open(project, thaw=True) as open_project:
        if thaw:
            open_project.write(lambda connection: freeze.unfreeze(connection, by)).result()
            click.echo(f"{project.name} can be written again.")
        else:
            freeze_record = open_project.write(lambda connection: freeze.freeze(connection, by, why)).result()
            click.echo(freeze_record.words(project.name))
