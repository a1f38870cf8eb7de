"""``galley plan``."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from galley.core.cli._output import echo_data
from galley.core.cli._words import PROJECT

COLUMNS = (
    *("reviewer", "items", "begun", "finished", "unsure", "min/item", "min left", "handed out", "came back"),
    "task",
)


@click.command("plan", epilog="Example: galley plan --project news.galley")
@click.option("--project", required=True, type=PROJECT)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def COMMAND(project: Path, as_json: bool) -> None:
    """Where each task stands and who has done how much of it; then the packages, how long they will take, and what is
    missing. α is Krippendorff's alpha of first rounds, over the criterion on which readers agree least.

    What a reviewer has done is known once their answers are merged.
    """
    from galley.core.packages import plan, task_plan
    from galley.core.project import blind
    from galley.core.project.project import Project

    with Project.open(project, read_only=True) as opened:
        blind.refuse(opened.reader(), "The plan of work")
        found = plan.plan(opened.reader())
    if as_json:
        echo_data(json.dumps(asdict(found), ensure_ascii=False) + "\n")
        return
    for task in found.tasks:
        figures = [f"{task.undecided:,} undecided", f"{task.unsure:,} unsure", f"{task.vacant:,} seats empty"]
        first = [task_plan.words(each) for each in task.agreement[:1]]
        after = [f"after discussion {task_plan.words(each)}" for each in task.after[:1]]
        waits = [f"waiting for it: {', '.join(task.waits)}"] if task.waits else []
        click.echo("\t".join([task.task, *first, *after, *figures, *waits]))
        for seat in task.seats:
            known = f", {seat.right:,} of {seat.known:,} known right" if seat.known else ""
            click.echo(f"  {seat.name}: {seat.done:,} of {seat.given:,} {seat.unit}{known}")
    click.echo("\t".join(COLUMNS))
    for line in found.lines:
        counts = (line.items, line.begun, line.finished, line.unsure)
        minutes = ("" if number is None else f"{number:.1f}" for number in (line.pace, line.left))
        days = (line.handed[:10] or "in the project", line.returned[:10])
        click.echo("\t".join(map(str, (line.reviewer, *counts, *minutes, *days, line.task))))
    for sentence in found.missing:
        click.echo(sentence, err=True)
