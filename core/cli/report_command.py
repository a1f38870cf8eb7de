"""``galley report``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli import export_command
from galley.core.cli._texts import PROJECT


@click.command("report", epilog="Example: galley report --project clinic.galley --out report.html")
@click.option("--project", required=True, type=PROJECT)
@click.option(
    "--out", type=PROJECT, metavar="FILE", show_default="PROJECT-report.html, in this folder",
    help="The page to write; a PDF where it ends in .pdf.",
)  # fmt: skip
@click.pass_context
def COMMAND(context: click.Context, project: Path, out: Path | None) -> None:
    """Write the report: judges, errors, scores, agreement and ties.

    galley export report does the same and has more options.
    """
    target = out or Path(f"{project.stem}-report.html")
    context.invoke(export_command.COMMAND, format_="report", place=None, project=project, out=target)
