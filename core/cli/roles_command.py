"""``galley roles``."""

from __future__ import annotations

import json
from pathlib import Path

import click

from galley.core.cli._output import echo_data
from galley.core.cli._words import PROJECT


@click.command("roles", epilog="Example: galley roles mira=lead ito=adjudicator ann=reader --project study.galley")
@click.argument("given", metavar="[NAME=ROLE]...", nargs=-1)
@click.option("--project", required=True, type=PROJECT)
@click.option("--clear", is_flag=True, help="Let everybody do all again.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def COMMAND(given: tuple[str, ...], project: Path, clear: bool, as_json: bool) -> None:
    """Say who is a reader, an adjudicator or a lead; without a name, list them. NAME= takes a role away.

    Only an adjudicator or a lead says what is gold, and only a lead hands work out in the window. Whoever has no role
    is a reader, once somebody has one. Names are typed: this guards against slips and keeps nobody out.
    """
    from galley.core.errors import InputError
    from galley.core.project import duties
    from galley.core.project.duties import Duty
    from galley.core.project.project import Project

    if clear and given:
        raise InputError("--clear takes every role away; leave the names out.")
    wanted: dict[str, Duty | None] = {}
    for text in given:
        name, equals, word = text.partition("=")
        if not equals or (word and word not in list(Duty)):
            raise InputError(f"{text!r} is no NAME=ROLE; a role is one of: {', '.join(Duty)}.")
        wanted[name] = Duty(word) if word else None
    with Project.open(project, read_only=not (given or clear)) as opened:
        if given or clear:
            roles = wanted if given else dict.fromkeys(duties.read(opened.reader()))
            opened.write(lambda connection: duties.put(connection, roles)).result()
        found = duties.read(opened.reader())
    if as_json:
        echo_data(json.dumps({"roles": found}, ensure_ascii=False) + "\n")
        return
    for name, duty in sorted(found.items()):
        click.echo(f"{name}\t{duty}")
    if not found:
        click.echo("Nobody has a role, so everybody may do all.", err=True)
