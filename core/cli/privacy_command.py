"""``galley privacy``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._texts import PROJECT


@click.command("privacy", epilog="Example: galley privacy clinic.galley --confidential --allow http://localhost:8080")
@click.argument("project", type=PROJECT)
@click.option("--confidential", is_flag=True, help="Copies only beside it, and no provider but those allowed.")
@click.option("--allow", multiple=True, metavar="NAME", help="A provider, or the address of a server, to be asked.")
def COMMAND(project: Path, confidential: bool, allow: tuple[str, ...]) -> None:
    """Say whether PROJECT is confidential, and which texts of it went where and when.

    A project that is confidential stays so, and so are its packages and native records.
    """
    from galley.core.errors import InputError
    from galley.core.project import outgoing
    from galley.core.project.project import Project

    with Project.open(project, read_only=not (confidential or allow)) as open_project:
        allowed_names = outgoing.named_providers(open_project.read_connection())
        if allow and allowed_names is None and not confidential:
            raise InputError(f"{project.name} is not confidential, so anybody may be asked; add --confidential.")
        if confidential or allow:
            names = [*(allowed_names or ()), *allow]
            open_project.write(lambda connection: outgoing.declare(connection, names)).result()
            allowed_names = tuple(sorted(set(names)))
        if allowed_names is None:
            click.echo(f"{project.name} is not confidential.")
        else:
            click.echo(f"{project.name} is confidential; may be asked: {', '.join(allowed_names) or 'nobody'}.")
            click.echo(f"Nothing of it goes out of the folder {project.resolve().parent}. Guarded are:")
            for line in outgoing.GUARDED:
                click.echo(f"  {line}")
            click.echo("Not guarded are:")
            for line in outgoing.NOT_GUARDED:
                click.echo(f"  {line}")
        for at, what, to in outgoing.list_sent(open_project.read_connection()):
            click.echo(f"{at[:16].replace('T', ' ')}  {what}  {to}")
