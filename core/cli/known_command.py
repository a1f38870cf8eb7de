"""``galley known``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._texts import BY, PROJECT


@click.command("known", epilog="Example: galley known --task ratings --from gold --project study.galley")
@click.option("--project", required=True, type=PROJECT)
@click.option("--task", required=True, metavar="NAME", help="A task that trains or checks people.")
@click.option("--from", "source", default="", metavar="gold|FILE", help="Whence the right answers come.")
@click.option("--size", default=0, metavar="N", help="Of gold, so many units; the task's share, or all, unless given.")
@click.option("--seed", default=0, show_default=True, help="Of which units of gold are taken.")
@click.option("--clear", is_flag=True, help="Let the known cells of the task be as any other again.")
@BY
def COMMAND(project: Path, task: str, source: str, size: int, seed: int, clear: bool, by: str) -> None:
    """Say which cells have a known answer, to train people or to check them.

    FILE has JSON Lines: the key of an item, and in "known" cells as the native record names them, each with its value.
    Known cells count in no figure. Training answers travel in packages; checking answers never leave the project, and
    galley merge and galley tasks say how many each person got right.
    """
    from galley.core.errors import InputError
    from galley.core.project.project import Project
    from galley.core.review import known_answers
    from galley.core.tasks import tasks as tasks_tasks

    if bool(source) == clear:
        raise InputError("Say --from gold, --from and a file, or --clear.")
    if size < 0 or (size and source != "gold"):
        raise InputError("--size is how many units of gold are taken; leave it out, or say --from gold.")
    with Project.open(project) as open_project:
        tasks = tasks_tasks.read(open_project.read_connection())
        chosen_task = tasks.find(task)
        if chosen_task is None:
            raise InputError("The default task neither trains nor checks people; name a task of a protocol.")
        if clear:
            count = open_project.write(
                lambda connection: known_answers.clear(connection, tasks, chosen_task, by)
            ).result()
        elif source == "gold":
            count = open_project.write(
                lambda c: known_answers.from_gold(c, tasks, chosen_task, by, size, seed)
            ).result()
        else:
            count = open_project.write(
                lambda c: known_answers.from_file(c, tasks, chosen_task, Path(source), by)
            ).result()
    cells = "1 cell" if count == 1 else f"{count:,} cells"
    click.echo(f"{cells} of {chosen_task.full} {'are as any other again' if clear else 'have a known answer now'}.")
