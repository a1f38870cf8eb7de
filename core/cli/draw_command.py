"""``galley draw``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._words import PROJECT


@click.command(
    "draw",
    epilog="Example: galley draw audit --project clinic.galley --judge gpt-4o --criterion missed-turn --size 100",
)
@click.argument("kind", type=click.Choice(["audit", "flags"]), required=False)
@click.option("--project", required=True, type=PROJECT)
@click.option("--task", default="", metavar="NAME", help="Draw what this task asks, as its protocol says.")
@click.option("--judge", default="", help="Whose cells to draw from.")
@click.option("--criterion", default="", help="A criterion or roll-up.")
@click.option("--scheme", default="", help="Its scheme, where several have it.")
@click.option("--size", default=None, type=int, help="How many cells; 100 unless given.")
@click.option("--seed", default=None, type=int, help="Of the random order; 0 unless given.")
def COMMAND(
    kind: str | None,
    project: Path,
    task: str,
    judge: str,
    criterion: str,
    scheme: str,
    size: int | None,
    seed: int | None,
) -> None:
    """Draw cells for review at random, so that galley metrics estimate is valid, or what a task of a protocol asks.

    KIND is flags (what the judge flagged) or audit (what it was asked about and did not flag, so that recall is
    known). Prints the drawn items in order; drawing again goes on where the last draw ended. With --task the protocol
    says what is drawn, and drawing again draws from what came since.
    """
    from galley.core.errors import InputError
    from galley.core.metrics import sampling
    from galley.core.project.project import Project

    if task:
        given = {"KIND": kind, "--judge": judge, "--criterion": criterion, "--scheme": scheme, "--size": size}
        for name, value in (given | {"--seed": seed}).items():
            if value not in (None, ""):
                raise InputError(f"{name} does not go with --task: the protocol says what is drawn.")
        _of_task(project, task)
        return
    for name, value in (("KIND (audit or flags)", kind), ("--judge", judge), ("--criterion", criterion)):
        if not value:
            raise click.UsageError(f"Missing {name}, or --task.")
    with Project.open(project) as opened:
        drawn = opened.write(
            lambda connection: sampling.draw(
                connection, str(kind), judge, scheme, criterion, 100 if size is None else size, seed or 0
            )
        ).result()
        click.echo(f"Drew {len(drawn.places):,} of {drawn.of:,} cells.", err=True)
        for key, document, _, position, name, about in drawn.places:
            click.echo("\t".join((key, document, name or str(position), about)))


def _of_task(project: Path, name: str) -> None:
    from galley.core.errors import InputError
    from galley.core.project import drawing
    from galley.core.project.project import Project
    from galley.core.tasks import task_book

    with Project.open(project) as opened:
        tasks = task_book.read(opened.reader())
        task = tasks.find(name)
        if task is None:
            raise InputError("The default task draws nothing by itself; say audit or flags, --judge and --criterion.")
        drawn = opened.write(lambda connection: drawing.draw(connection, tasks, task)).result()
    for group in drawn.groups:
        of = f" of {group.within}" if group.within else ""
        click.echo(f"Drew {group.drawn:,} of {group.of:,}{of}, each with the chance {group.chance:.3g}.", err=True)
    for place in drawn.places:
        click.echo("\t".join(place))
