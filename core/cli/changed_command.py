"""``galley changed``."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from galley.core.cli._output import echo_data
from galley.core.cli._words import PROJECT


@click.command("changed", epilog="Example: galley changed --for ann --project study.galley")
@click.option("--project", required=True, type=PROJECT)
@click.option("--for", "who", default="", metavar="NAME", help="Whose answers; in a package its reviewer's.")
@click.option("--task", default="", metavar="NAME", help="Only those in this task of a protocol.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
def COMMAND(project: Path, who: str, task: str, as_json: bool) -> None:
    """List which answers of somebody were settled otherwise since, and why.

    galley pack --changed makes a package of it, which is read and not answered.
    """
    from galley.core.errors import InputError
    from galley.core.packages import package as packages
    from galley.core.packages import what_changed
    from galley.core.project import blind
    from galley.core.project.project import Project
    from galley.core.tasks import task_book

    with Project.open(project, read_only=True) as opened:
        connection = opened.reader()
        given = packages.read(connection)
        if given is None:
            blind.refuse(connection, "What was settled")
        name = who or (given.reviewer if given else "")
        if not name:
            raise InputError("Say whose answers: --for and a name.")
        tasks = task_book.read(connection)
        found = tasks.find(task) if task else None
        if task and found is None:
            raise InputError("The default task settles nothing by a protocol; name a task of one.")
        lines = what_changed.changed(connection, tasks, what_changed.person(connection, name), found)
    if as_json:
        kept = [{key: value for key, value in asdict(line).items() if key not in ("item", "cell")} for line in lines]
        echo_data(json.dumps({"changed": kept}, ensure_ascii=False) + "\n")
        return
    for line in lines:
        click.echo(str(line).replace(": you said", f": {name} said"))
    if not lines:
        click.echo(f"Nothing that {name} answered was settled otherwise.", err=True)
