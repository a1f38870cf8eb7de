"""``galley export``: items in a format, with the data card beside the file."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._bar import Bar
from galley.core.cli._words import PROJECT, listed


@click.command(
    "export", epilog="Example: galley export galley --project clinic.galley --out clinic.jsonl --only reviewed"
)
@click.argument("format_", metavar="FORMAT")
@click.option("--project", required=True, type=PROJECT)
@click.option("--out", required=True, type=PROJECT, help="The file to write; one that is there is replaced.")
@click.option(
    "--only",
    type=click.Choice(["reviewed", "gold", "all"]),
    default="all",
    help="Items that somebody has finished; items with a gold verdict (in tables only the cells that have it); or all.",
)
def COMMAND(format_: str, project: Path, out: Path, only: str) -> None:
    """Write the items of a project to a file. FORMAT is one of galley list exports.

    Beside the file come its data card, FILE.card.json and FILE.card.md: schemes, annotators, agreement, judges with
    their prompts, counts, and what was left out. A report is a PDF where FILE ends in .pdf.
    """
    from galley.core.exports import registry
    from galley.core.exports.base import Only
    from galley.core.project.project import Project

    registry.find(format_)
    with Project.open(project, read_only=True) as opened, Bar("Export") as bar:
        report = registry.export(opened, format_, out, Only(only), bar)
    click.echo(f"{out}: wrote {listed(report.counts)}.")
    for what, count in report.left_out.items():
        click.echo(f"left out: {count:,} {what}")
