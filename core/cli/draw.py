"""``galley draw``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._words import PROJECT


@click.command(
    "draw",
    epilog="Example: galley draw audit --project clinic.galley --judge gpt-4o --criterion missed-turn --size 100",
)
@click.argument("kind", type=click.Choice(["audit", "flags"]))
@click.option("--project", required=True, type=PROJECT)
@click.option("--judge", required=True, help="Whose cells to draw from.")
@click.option("--criterion", required=True, help="A criterion or roll-up.")
@click.option("--scheme", default="", help="Its scheme, where several have it.")
@click.option("--size", default=100, show_default=True, help="How many cells.")
@click.option("--seed", default=0, show_default=True, help="Of the random order.")
def COMMAND(kind: str, project: Path, judge: str, criterion: str, scheme: str, size: int, seed: int) -> None:
    """Draw cells for review at random, so that galley metrics estimate is valid.

    KIND is flags (what the judge flagged) or audit (what it was asked about and did not flag, so that recall is
    known). Prints the drawn items in order; drawing again goes on where the last draw ended.
    """
    from galley.core.metrics import sampling
    from galley.core.project.project import Project

    with Project.open(project) as opened:
        drawn = opened.write(
            lambda connection: sampling.draw(connection, kind, judge, scheme, criterion, size, seed)
        ).result()
        click.echo(f"Drew {len(drawn.places):,} of {drawn.of:,} cells.", err=True)
        for key, document, _, position, name, about in drawn.places:
            click.echo("\t".join((key, document, name or str(position), about)))
