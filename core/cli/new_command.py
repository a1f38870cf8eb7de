"""``galley new``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._texts import MANY, PROJECT
from galley.core.storage.connection import Connection


@click.command("new", epilog="Example: galley new clinic.galley --scheme dial-summer --scheme my-scheme.toml")
@click.argument("project", type=PROJECT)
@click.option(
    "--scheme",
    "schemes",
    multiple=True,
    metavar="NAME",
    help=f"A scheme of galley list schemes, or your own TOML file; {MANY}.",
)
def COMMAND(project: Path, schemes: tuple[str, ...]) -> None:
    """Make an empty project."""

    from galley.core.definitions.schemes import load_scheme
    from galley.core.domain import ChangeSet
    from galley.core.project.project import Project
    from galley.core.storage.names import add_scheme

    loaded_schemes = [load_scheme(name) if name.endswith(".toml") or Path(name).is_file() else name for name in schemes]

    def job(connection: Connection) -> ChangeSet:
        for scheme in loaded_schemes:
            add_scheme(connection, scheme)
        return ChangeSet(settings=True)

    new_project = Project.create(project)
    try:
        with new_project:
            new_project.write(job).result()
    except BaseException:
        project.unlink(missing_ok=True)
        raise
    click.echo(f"Made {project}.")
