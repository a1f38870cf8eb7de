"""``galley export``: items in a format, with the data card beside the file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from galley.core.cli._progress import TerminalProgress
from galley.core.cli._texts import PROJECT, format_counts

TABLE_BACK = "table-back"


@click.command(
    "export", epilog="Example: galley export galley --project clinic.galley --out clinic.jsonl --only reviewed"
)
@click.argument("format_", metavar="FORMAT")
@click.argument("place", metavar="[OUT]", required=False, type=PROJECT)
@click.option("--project", required=True, type=PROJECT)
@click.option("--out", type=PROJECT, help="The file to write, or the folder of a dataset; replaced if it exists.")
@click.option(
    "--only",
    type=click.Choice(["reviewed", "gold", "all"]),
    default="all",
    help="Items that somebody has finished; items with gold, adjudicated or by the rule of a task (in tables only the"
    " cells that have it); or all.",
)
@click.option(
    "--texts",
    type=click.Choice(["all", "none"]),
    help="none: hashes in place of texts, pseudonyms (unless --names), and no notes (unless --notes).",
)
@click.option("--pseudonyms/--names", default=None, help="The names of people in the export.")
@click.option("--notes/--no-notes", default=None, help="Whether people's notes are exported.")
@click.option("--item", "keys", multiple=True, metavar="KEY", help="markup: only this item; several times for several.")
@click.option("--licence", default="", help="dataset: its licence, such as cc-by-4.0. Required.")
@click.option("--language", "languages", multiple=True, help="dataset: a code as en or de; several times for several.")
@click.option("--title", default="", help="dataset: its name; without it, that of the project.")
@click.option("--citation", type=PROJECT, metavar="FILE", help="dataset: a file with what to cite (BibTeX).")
@click.option("--into", type=PROJECT, metavar="FILE", help="table-back: a copy of the imported table, sorted or "
"edited.")
@click.option("--table", type=PROJECT, metavar="FILE", help="table-back: which table, where several were imported.")
def COMMAND(
    format_: str,
    place: Path | None,
    project: Path,
    out: Path | None,
    only: str,
    citation: Path | None,
    into: Path | None,
    table: Path | None,
    **options: Any,
) -> None:
    """Write items to a file, or to a folder for a dataset.

    FORMAT is one of galley list exports, or table-back: the imported table with the verdicts in columns beside its
    flags. The data card is written beside the file, as FILE.card.json and FILE.card.md:
    schemes, annotators, agreement, judges with their prompts, counts, and what was left out. A report is a PDF where
    FILE ends in .pdf.
    """
    from galley.core.exports import registry
    from galley.core.exports.base import ExportChoices, Only
    from galley.core.project.project import Project

    if format_ != TABLE_BACK:
        registry.find(format_)
    target = place or out
    if target is None or (place and out):
        raise click.UsageError("Say where to write, once: galley export FORMAT OUT, or --out OUT.")
    if format_ == TABLE_BACK:
        _write_table_back(project, target, into, table)
        return
    if into or table:
        raise click.UsageError(f"--into and --table are for {TABLE_BACK}.")
    options["texts"] = options["texts"] or ""
    choices = ExportChoices(citation=_read(citation) if citation else "", **options)
    with Project.open(project, read_only=True) as open_project, TerminalProgress("Export") as bar:
        report = registry.export(open_project, format_, target, Only(only), bar, choices)
    click.echo(f"{target}: wrote {format_counts(report.counts)}.")
    for what, count in report.left_out.items():
        click.echo(f"left out: {count:,} {what}")
    for line in report.warnings:
        click.echo(f"warning: {line}", err=True)


def _write_table_back(project: Path, target: Path, into: Path | None, table: Path | None) -> None:
    from galley.core.exports import _table_back
    from galley.core.project.project import Project

    with Project.open(project, read_only=True) as open_project:
        report = _table_back.write_table_back(open_project, target, into, table)
    for path in report.files:
        click.echo(f"wrote {path}")
    click.echo(f"{format_counts({'answers in the table': report.answer_count})}; "
               f"{format_counts({'answers not in your table': report.extra_count})}.")  # fmt: skip
    for line in report.warnings:
        click.echo(f"warning: {line}", err=True)


def _read(path: Path) -> str:
    from galley.core.errors import InputError

    try:
        return path.read_text("utf-8")
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read as text in UTF-8 ({error}); name the file of the citation.") from error
