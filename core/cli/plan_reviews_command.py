"""``galley plan-reviews``."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from galley.core.cli._output import echo_data
from galley.core.cli._texts import PROJECT

if TYPE_CHECKING:
    from galley.core.metrics._sample_size import PlannedReview


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
    from galley.core.metrics._parameters import check
    from galley.core.metrics._sample_size import plan_reviews
    from galley.core.metrics.base import Params
    from galley.core.metrics.registry import find
    from galley.core.project.project import Project
    from galley.core.review import blind

    with Project.open(project, read_only=True) as open_project:
        blind.refuse(open_project.read_connection(), "Figures")
        params = Params(judges=judges, schemes=schemes, criteria=criteria)
        check(find("estimate"), open_project.read_connection(), params)
        plans = plan_reviews(open_project.read_connection(), params, points / 100)
    if as_json:
        echo_data(
            json.dumps({"points": points, "plans": [_name_fields(plan) for plan in plans]}, ensure_ascii=False) + "\n"
        )
        return
    for sample_plan in plans:
        click.echo(sample_plan.words(points / 100))
    if not plans:
        click.echo("No source document has gold on all cells of a judge yet; review some in full.")


def _name_fields(plan: PlannedReview) -> dict[str, Any]:
    """A plan by the names that scripts read; the fields in code have others."""
    names = {"total_documents": "there", "is_drawn": "drawn", "forecast": "found", "with_judge": "judged"}
    return asdict(plan, dict_factory=lambda pairs: {names.get(name, name): value for name, value in pairs})
