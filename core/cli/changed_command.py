"""``galley changed``."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from galley.core.cli._output import echo_data
from galley.core.cli._texts import PROJECT


@click.command("changed", epilog="Example: galley changed --for ann --project study.galley")
@click.option("--project", required=True, type=PROJECT)
@click.option("--for", "who", default="", metavar="NAME", help="Whose answers; in a package its reviewer's.")
@click.option("--task", default="", metavar="NAME", help="Only those in this task of a protocol.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
def COMMAND(project: Path, who: str, task: str, as_json: bool) -> None:
    """List which answers of somebody were settled otherwise since, and why.

    galley pack --changed makes a package of it, which is read and not answered.
    """
    from galley.core.campaign import changes
    from galley.core.campaign import package as packages
    from galley.core.errors import InputError
    from galley.core.project.project import Project
    from galley.core.review import blind
    from galley.core.tasks import tasks as tasks_tasks

    with Project.open(project, read_only=True) as open_project:
        connection = open_project.read_connection()
        package = packages.read(connection)
        if package is None:
            blind.refuse(connection, "What was settled")
        name = who or (package.reviewer if package else "")
        if not name:
            raise InputError("Say whose answers: --for and a name.")
        tasks = tasks_tasks.read(connection)
        chosen_task = tasks.find(task) if task else None
        if task and chosen_task is None:
            raise InputError("The default task settles nothing by a protocol; name a task of one.")
        lines = changes.list_changed_answers(connection, tasks, changes.person(connection, name), chosen_task)
    if as_json:
        line_fields = [
            {key: value for key, value in asdict(line).items() if key not in ("item", "cell")} for line in lines
        ]
        echo_data(json.dumps({"changed": line_fields}, ensure_ascii=False) + "\n")
        return
    for line in lines:
        click.echo(str(line).replace(": you said", f": {name} said"))
    if not lines:
        click.echo(f"Nothing that {name} answered was settled otherwise.", err=True)
