"""``galley draw``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._texts import PROJECT


@click.command(
    "draw",
    epilog="Example: galley draw audit --project clinic.galley --judge gpt-4o --criterion missed-turn --size 100",
)
@click.argument("kind", type=click.Choice(["audit", "flags", "strata", "implicit-no"]), required=False)
@click.option("--project", required=True, type=PROJECT)
@click.option("--task", default="", metavar="NAME", help="Draw what this task asks, as its protocol says.")
@click.option("--judge", default="", help="Whose cells to draw from.")
@click.option("--criterion", default="", help="A criterion or roll-up.")
@click.option("--scheme", default="", help="Its scheme, where several have it.")
@click.option(
    "--level", default="", type=click.Choice(["", "unit", "summary"]), metavar="[unit|summary]",
    help="What is drawn; units unless given, or summaries where the judge answers of nothing else.",
)  # fmt: skip
@click.option("--size", default=None, type=int, help="How many cells; 100 unless given.")
@click.option(
    "--points", default=None, type=click.FloatRange(0, 100, min_open=True, max_open=True),
    help="With strata: as many as it takes until the estimate is known to so many points.",
)  # fmt: skip
@click.option("--seed", default=None, type=int, help="Of the random order; 0 unless given.")
def COMMAND(
    kind: str | None,
    project: Path,
    task: str,
    judge: str,
    criterion: str,
    scheme: str,
    level: str,
    size: int | None,
    points: float | None,
    seed: int | None,
) -> None:
    """Draw cells for review at random, so that galley metrics estimate is valid, or what a task of a protocol asks.

    KIND is flags (what the judge flagged), audit (what it was asked about and did not flag, so that recall is
    known), implicit-no (what it did not flag and people went through without answering it: answer each, and galley
    metrics detection corrects recall by what they find) or strata (both, more often where a review tells more: by
    flags, other judges and confidence, after what was decided on earlier draws).
    Prints the drawn items in order; drawing again goes on where the last draw ended. With --task the
    protocol says what is drawn, and drawing again draws from what came since.
    """
    from functools import partial

    from galley.core.domain import UnitKind, unit_number
    from galley.core.errors import InputError
    from galley.core.metrics import sampling, stratified_samples
    from galley.core.metrics.second_stage import next_size
    from galley.core.project.project import Project

    if task:
        options: dict[str, object] = {"KIND": kind, "--judge": judge, "--criterion": criterion, "--scheme": scheme}
        for name, value in (options | {"--level": level, "--size": size, "--points": points, "--seed": seed}).items():
            if value not in (None, ""):
                raise InputError(f"{name} does not go with --task: the protocol says what is drawn.")
        _of_task(project, task)
        return
    kinds = "KIND (audit, flags, implicit-no or strata)"
    for name, value in ((kinds, kind), ("--judge", judge), ("--criterion", criterion)):
        if not value:
            raise click.UsageError(f"Missing {name}, or --task.")
    if points is not None and (kind != sampling.STRATA or size is not None):
        raise InputError("--points goes with strata alone, and in place of --size.")
    with Project.open(project) as open_project:
        many = 100 if size is None else size
        if points is not None:
            many = next_size(open_project.read_connection(), judge, scheme, criterion, points / 100, level)
        draw = stratified_samples.draw if kind == sampling.STRATA else partial(sampling.draw, kind=str(kind))
        job = partial(draw, judge=judge, scheme=scheme, criterion=criterion, size=many, seed=seed or 0, level=level)
        sample = open_project.write(job).result()
        what = "summaries" if sample.level == sampling.SUMMARY else "cells"
        click.echo(f"Drew {len(sample.places):,} of {sample.of:,} {what}.", err=True)
        for name, population, count in sample.groups:
            click.echo(f"  {count:,} of {population:,} {name}, each with the chance {count / population:.3g}", err=True)
        for key, document, kind, position, name, about in sample.places:
            unit = kind if kind == UnitKind.WHOLE else name or str(unit_number(position))
            click.echo("\t".join((key, document, unit, about)))


def _of_task(project: Path, name: str) -> None:
    from galley.core.errors import InputError
    from galley.core.project.project import Project
    from galley.core.review import task_draws
    from galley.core.tasks import tasks as tasks_tasks

    with Project.open(project) as open_project:
        tasks = tasks_tasks.read(open_project.read_connection())
        task = tasks.find(name)
        if task is None:
            raise InputError("The default task draws nothing by itself; say audit or strata, --judge and --criterion.")
        sample = open_project.write(lambda connection: task_draws.draw(connection, tasks, task)).result()
    for group in sample.groups:
        of = f" of {group.within}" if group.within else ""
        click.echo(f"Drew {group.drawn:,} of {group.of:,}{of}, each with the chance {group.chance:.3g}.", err=True)
    for place in sample.places:
        click.echo("\t".join(place))
