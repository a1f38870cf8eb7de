"""``galley roles``."""

from __future__ import annotations

import json
from pathlib import Path

import click

from galley.core.cli._output import echo_data
from galley.core.cli._texts import BY, PROJECT


@click.command("roles", epilog="Example: galley roles mira=lead ito=adjudicator ann=reader --project study.galley")
@click.argument("given", metavar="[NAME=ROLE]...", nargs=-1)
@click.option("--project", required=True, type=PROJECT)
@click.option("--clear", is_flag=True, help="Let everybody do all again.")
@BY
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def COMMAND(given: tuple[str, ...], project: Path, clear: bool, by: str, as_json: bool) -> None:
    """Say who is a reader, an adjudicator or a lead; without a name, list them. NAME= takes a role away.

    Only an adjudicator or a lead says what is gold, and only a lead hands work out in the window. Whoever has no role
    is a reader, once somebody has one. Names are typed: this guards against slips and keeps nobody out.
    """
    from galley.core.errors import InputError
    from galley.core.project import role_settings
    from galley.core.project.project import Project
    from galley.core.tasks import roles as tasks_roles
    from galley.core.tasks.roles import Duty

    if clear and given:
        raise InputError("--clear takes every role away; leave the names out.")
    new_roles: dict[str, Duty | None] = {}
    for text in given:
        name, equals, word = text.partition("=")
        if not equals or (word and word not in list(Duty)):
            raise InputError(f"{text!r} is no NAME=ROLE; a role is one of: {', '.join(Duty)}.")
        new_roles[name] = Duty(word) if word else None
    with Project.open(project, read_only=not (given or clear)) as open_project:
        if given or clear:
            roles = new_roles if given else dict.fromkeys(tasks_roles.read(open_project.read_connection()))
            open_project.write(lambda connection: role_settings.put(connection, roles, by)).result()
        current_roles = tasks_roles.read(open_project.read_connection())
    if as_json:
        echo_data(json.dumps({"roles": current_roles}, ensure_ascii=False) + "\n")
        return
    for name, duty in sorted(current_roles.items()):
        click.echo(f"{name}\t{duty}")
    if not current_roles:
        click.echo("Nobody has a role, so everybody may do all.", err=True)
