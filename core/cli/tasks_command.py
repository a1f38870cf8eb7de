"""``galley tasks``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from galley.core.cli._output import echo_data
from galley.core.cli._texts import PROJECT

if TYPE_CHECKING:
    from galley.core.review.task_overview import TaskStanding

HEADS = ("asked", "open", "settled", "undecided", "excluded", "answered", "split", "asleep", "kept")


@click.command("tasks", epilog="Example: galley tasks --project study.galley")
@click.option("--project", required=True, type=PROJECT)
@click.option("--json", "form", flag_value="json", help="One JSON object on standard output.")
def COMMAND(project: Path, form: str | None) -> None:
    """Say where each task stands: cells asked, open, settled, undecided and split, and who answered how many.

    “answered” are cells that have their answers and get no gold; “asleep” are answers to cells that are not asked now,
    which count again if gold turns back; “kept” are cells that wait for an earlier task.
    """
    from galley.core.campaign import package as packages
    from galley.core.project.project import Project
    from galley.core.review import blind, task_overview
    from galley.core.tasks import slots

    with Project.open(project, read_only=True) as open_project:
        connection = open_project.read_connection()
        if packages.read(connection) is None:  # in a package there is nothing of others
            blind.refuse(connection, "Where the tasks stand")
        task_lines, beyond = task_overview.lines(connection), list(slots.sentences(connection))
    if form == "json":
        echo_data(json.dumps({"tasks": [line.plain() for line in task_lines]}, ensure_ascii=False) + "\n")
        return
    width = max(len(line.task) for line in task_lines)
    click.echo("  ".join([f"{'task':{width}}", *(f"{head:>9}" for head in HEADS)]))
    for line in task_lines:
        figures = [f"{getattr(line, head):>9,}" for head in HEADS]
        click.echo(
            "  ".join([f"{line.task:{width}}", *figures]) if _asks(line) else f"{line.task:{width}}  {_says(line)}"
        )
        for person in line.people:
            unsure = f", {person.unsure:,} unsure" if person.unsure else ""
            finished = f", {person.finished:,} items finished" if person.finished else ""
            known_note = f", {person.right:,} of {person.known:,} known right" if person.known else ""
            mark_note = f" (the mark is {line.mark:g})" if known_note and line.mark else ""
            click.echo(f"  {person.name}: {person.answered:,} answered{unsure}{finished}{known_note}{mark_note}")
    for sentence in beyond:
        click.echo(sentence, err=True)


def _asks(line: TaskStanding) -> bool:
    return line.kind not in ("judge", "write")


def _says(line: TaskStanding) -> str:
    return f"a judge's task: {line.method}" if line.kind == "judge" else "is written"
