"""``galley project``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._texts import PROJECT


@click.group("project", epilog="Example: galley project migrate news.galley")
def COMMAND() -> None:
    """Look after a project file."""


@COMMAND.command("migrate", epilog="Example: galley project migrate news.galley")
@click.argument("project", type=PROJECT)
def migrate(project: Path) -> None:
    """Bring a project of an earlier Galley up to date, as opening it in the window does.

    A copy of it as it was is made beside it first. A project that is up to date stays as it is.
    """
    from galley.core.project import project_file, schema
    from galley.core.project.project import Project

    before = project_file.probe(project)
    if before == schema.VERSION:
        click.echo(f"{project} is of schema {before}, the newest; nothing was changed.")
        return
    with Project.open(project) as open_project:
        for notice in open_project.notices:
            click.echo(notice, err=True)
        if not open_project.writable:  # pragma: no cover  # Project.open says so before
            return
    place = f"{project.stem}.before-schema-{schema.VERSION}.backup"
    click.echo(f"{project} is of schema {schema.VERSION} now; it was of {before}, and lies as it was in {place}.")
