"""``galley levels``."""

from __future__ import annotations

import json
from pathlib import Path

import click

from galley.core.cli._output import echo_data
from galley.core.cli._texts import BY, PROJECT


@click.command("levels", epilog="Example: galley levels dial-summer/changed-meaning=summary --project study.galley")
@click.argument("settings", metavar="[SCHEME/CRITERION=LEVEL]...", nargs=-1)
@click.option("--project", required=True, type=PROJECT)
@BY
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def COMMAND(settings: tuple[str, ...], project: Path, by: str, as_json: bool) -> None:
    """Say whether an implicit "no" is about whole summaries or their units; without a criterion, list what is set.

    LEVEL is summary or unit. It acts on items that are finished from now on: each finish stores its level.
    """
    from galley.core.errors import InputError
    from galley.core.project import level_settings
    from galley.core.project.project import Project
    from galley.core.tasks.levels import WORDS, read_levels

    levels: dict[str, str] = {}
    for text in settings:
        name, _, word = text.partition("=")
        if word not in WORDS:
            raise InputError(f"{text!r} is no SCHEME/CRITERION=LEVEL; a level is one of: {', '.join(WORDS)}.")
        levels[name] = WORDS[word].value
    with Project.open(project, read_only=not settings) as open_project:
        if levels:
            open_project.write(lambda connection: level_settings.put(connection, levels, by)).result()
        current = read_levels(open_project.read_connection())
    words = {level.value: word for word, level in WORDS.items()}
    if as_json:
        echo_data(json.dumps({"levels": {name: words[level] for name, level in current.items()}}) + "\n")
        return
    for name, level in sorted(current.items()):
        click.echo(f"{name}\t{words[level]}")
    if not current:
        click.echo("No level is set, so finishing says “no” of units.", err=True)
