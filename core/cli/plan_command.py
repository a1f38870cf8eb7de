"""``galley plan``."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from galley.core.cli._words import PROJECT

COLUMNS = (
    *("reviewer", "items", "begun", "finished", "unsure", "min/item", "min left", "handed out", "came back"),
    "task",
)


@click.command("plan", epilog="Example: galley plan --project news.galley")
@click.option("--project", required=True, type=PROJECT)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def COMMAND(project: Path, as_json: bool) -> None:
    """Who has which package, how far they are, how long it will take, and what is missing.

    What a reviewer has done is known once their answers are merged.
    """
    from galley.core.packages import plan
    from galley.core.project import blind
    from galley.core.project.project import Project

    with Project.open(project, read_only=True) as opened:
        blind.refuse(opened.reader(), "The plan of work")
        found = plan.plan(opened.reader())
    if as_json:
        click.echo(json.dumps(asdict(found), ensure_ascii=False))
        return
    click.echo("\t".join(COLUMNS))
    for line in found.lines:
        counts = (line.items, line.begun, line.finished, line.unsure)
        minutes = ("" if number is None else f"{number:.1f}" for number in (line.pace, line.left))
        days = (line.handed[:10] or "in the project", line.returned[:10])
        click.echo("\t".join(map(str, (line.reviewer, *counts, *minutes, *days, line.task))))
    for sentence in found.missing:
        click.echo(sentence, err=True)
