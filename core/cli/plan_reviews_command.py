"""``galley plan-reviews``."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from galley.core.cli._output import echo_data
from galley.core.cli._words import PROJECT


@click.command("plan-reviews", epilog="Example: galley plan-reviews --project news.galley --points 4 --judge gpt-4o")
@click.option("--project", required=True, type=PROJECT)
@click.option(
    "--points", type=click.FloatRange(0, 100, min_open=True, max_open=True), default=5.0, show_default=True,
    help="Half the width of the 95 % interval that is wanted, in percentage points.",
)  # fmt: skip
@click.option("--judge", "judges", multiple=True, help="A judge; may be given several times. Default: all.")
@click.option("--scheme", "schemes", multiple=True, help="A scheme; may be given several times.")
@click.option("--criterion", "criteria", multiple=True, help="A criterion or roll-up; may be given several times.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def COMMAND(
    project: Path, points: float, judges: tuple[str, ...], schemes: tuple[str, ...], criteria: tuple[str, ...],
    as_json: bool,
) -> None:  # fmt: skip
    """How many more source documents must be reviewed until the true error rate is known to so many points.

    The pilot are the source documents of which every cell of the judge has gold. It takes ten with an error; before
    anything was drawn at random the plan is called an assumption.
    """
    from galley.core.metrics._planned import planned
    from galley.core.metrics._takes import check
    from galley.core.metrics.base import Params
    from galley.core.metrics.registry import find
    from galley.core.project import blind
    from galley.core.project.project import Project

    with Project.open(project, read_only=True) as opened:
        blind.refuse(opened.reader(), "Figures")
        params = Params(judges=judges, schemes=schemes, criteria=criteria)
        check(find("estimate"), opened.reader(), params)
        found = planned(opened.reader(), params, points / 100)
    if as_json:
        echo_data(json.dumps({"points": points, "plans": [asdict(each) for each in found]}, ensure_ascii=False) + "\n")
        return
    for each in found:
        click.echo(each.words(points / 100))
    if not found:
        click.echo("No source document has gold on all cells of a judge yet; review some in full.")
