"""``galley plan``."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from galley.core.cli._output import echo_data
from galley.core.cli._texts import PROJECT

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
    from galley.core.campaign import plan, task_plan
    from galley.core.project.project import Project
    from galley.core.review import blind

    with Project.open(project, read_only=True) as open_project:
        blind.refuse(open_project.read_connection(), "The plan of work")
        study_plan = plan.plan(open_project.read_connection())
    if as_json:
        echo_data(json.dumps(asdict(study_plan), ensure_ascii=False) + "\n")
        return
    for task in study_plan.tasks:
        figures = [f"{task.undecided:,} undecided", f"{task.unsure:,} unsure", f"{task.vacant:,} seats empty"]
        first = [task_plan.words(agreement) for agreement in task.agreement[:1]]
        after = [f"after discussion {task_plan.words(agreement)}" for agreement in task.after[:1]]
        waits = [f"waiting for it: {', '.join(task.waits)}"] if task.waits else []
        click.echo("\t".join([task.task, *first, *after, *figures, *waits]))
        for slot in task.seats:
            known_note = f", {slot.right:,} of {slot.known:,} known right" if slot.known else ""
            click.echo(f"  {slot.name}: {slot.done:,} of {slot.given:,} {slot.unit}{known_note}")
    click.echo("\t".join(COLUMNS))
    for line in study_plan.lines:
        counts = (line.items, line.begun, line.finished, line.unsure)
        minutes = ("" if number is None else f"{number:.1f}" for number in (line.pace, line.left))
        days = (line.handed[:10] or "in the project", line.returned[:10])
        click.echo("\t".join(map(str, (line.reviewer, *counts, *minutes, *days, line.task))))
    for sentence in study_plan.missing:
        click.echo(sentence, err=True)
