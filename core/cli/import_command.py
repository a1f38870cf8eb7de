"""``galley import``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from galley.core.cli._codes import DONE, USAGE
from galley.core.cli._progress import TerminalProgress
from galley.core.cli._texts import (
    PROJECT,
    READING,
    describe_renamed,
    format_counts,
    pairs,
    parse_reading,
    with_old_options,
)
from galley.core.storage.queries.counting import read_item_totals

if TYPE_CHECKING:
    from galley.core.import_types import ImportOptions, ImportReport
    from galley.core.importers.base import Importer
    from galley.core.project.project import Project

SHOWN = 20
_ASSIGNED = re.compile(r"[\w.:/-]+=")


class _Import(with_old_options({"--as": "--annotator"})):  # type: ignore[misc]
    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """``--set A=1 B=2`` as ``--set A=1 --set B=2``: further NAME=VALUE words belong to the option before them."""
        words: list[str] = []
        option = ""
        for word in args:
            if word.startswith("-"):
                option = "--set" if word.partition("=")[0] == "--set" else ""
            elif option and words[-1] != option and _ASSIGNED.match(word) and not Path(word).exists():
                words.append(option)
            words.append(word)
        return super().parse_args(ctx, words)


@click.command(
    "import",
    cls=_Import,
    epilog="Example: galley import raw-data.json --project news.galley --set dataset=frank split=test",
)
@click.argument("paths", metavar="FILE...", nargs=-1, required=True)
@click.option("--format", "format_", default="auto", help="One of galley list formats; auto recognises the content.")
@click.option(
    "--project",
    type=PROJECT,
    show_default="the first file's name, in this folder",
    help="The project; made if missing.",
)
@click.option("--annotator", default="", help="The annotator that the file's labels belong to.")
@click.option("--set", "fields", multiple=True, metavar="NAME=VALUE...", help="dataset, split or any metadata.")
@click.option("--mapping", default="", metavar="FILE", help="What a table's fields are: a file, or one that ships.")
@click.option("--role", "roles", multiple=True, metavar="COLUMN=ROLE", help="What a column is; the questions name it.")
@click.option("--sheet", default="", metavar="NAME", help="The sheet of a workbook with several.")
@click.option("--read", "reading", multiple=True, metavar="NAME=VALUE", help=READING)
@click.option("--dry-run", is_flag=True, help="Show what would be imported and refused; write nothing.")
@click.option("--draft", type=PROJECT, metavar="FILE", help="Write the mapping to this file, to edit it.")
@click.option(
    "--new-items",
    is_flag=True,
    help="Where a key exists with another text, import a new item instead of refusing the file.",
)
@click.option(
    "--level",
    type=click.Choice(["summary", "unit"]),
    show_default="that of the flags",
    help="What an implicit no is about: the whole summary, or each unit.",
)
@click.option("--notes", type=PROJECT, metavar="FILE", help="Write all warnings to this file.")
def COMMAND(
    format_: str,
    paths: tuple[str, ...],
    project: Path | None,
    annotator: str,
    fields: tuple[str, ...],
    mapping: str,
    roles: tuple[str, ...],
    sheet: str,
    reading: tuple[str, ...],
    dry_run: bool,
    draft: Path | None,
    new_items: bool,
    level: str | None,
    notes: Path | None,
) -> int:
    """Import tables, summaries, verdicts or decisions into a project.

    If anything is refused, nothing is imported. Importing the same file again adds nothing. If a table leaves a
    question open, nothing is written: the command prints each question with the option that answers it, and exits with
    2."""
    from galley.core import new_files
    from galley.core.cli import _import_options
    from galley.core.errors import QuestionsOpen
    from galley.core.import_types import ImportOptions
    from galley.core.importers import registry
    from galley.core.tables import sidecar
    from galley.core.tasks.levels import WORDS, describe_proposed

    for output in (notes, draft):
        if output is not None:
            new_files.refuse(output)  # before anything is imported
    if len(paths) > 1 and not Path(paths[0]).is_file() and paths[0] in ("auto", *registry.REGISTRY.names()):
        click.echo(describe_renamed(f"galley import {paths[0]}", f"galley import --format {paths[0]}"), err=True)
        format_, paths = paths[0], paths[1:]  # as before 0.5
    files = [Path(text) for text in paths]
    project = project or Path(f"{files[0].stem}{new_files.PROJECT}")
    if project.resolve() == files[0].resolve():
        raise click.UsageError(f"{project} is the file to import; name the project that it goes into with --project.")
    options = ImportOptions(
        annotator=annotator,
        fields=pairs(fields, "--set"),
        new_items=new_items,
        level=WORDS[level].value if level else "",
    )
    importer = registry.find("table") if format_ == "auto" and (mapping or roles or sheet or reading) else None
    importer = importer or (registry.recognise(files) if format_ == "auto" else registry.find(format_))
    account_lines: list[str] = []
    if importer.name == "table":
        choice = _import_options.MappingChoice(mapping, roles, parse_reading(sheet, reading), draft)
        try:
            options, is_confirmed, scan = _import_options.resolve_mapping(project, files, options, choice, dry_run)
            account_lines = _import_options.account_for_fields(files, options, is_confirmed, scan)
        except QuestionsOpen as error:
            _import_options.print_questions(error)
            return USAGE
    elif mapping or draft or roles or sheet or reading:
        raise click.UsageError(
            f"--mapping, --role, --sheet, --read and --draft are for the format table; {importer.name} needs none."
        )
    if dry_run:
        _import_options.rehearse(project, importer, files, options, _run, _print_warnings)
        return DONE
    report, flags = _run(project, importer, files, options)
    if mapping and options.mapping:
        sidecar.save_mapping(files[0], options.mapping, report)
    counts = {what: n for what, n in report.counts.items() if n}
    if flags:
        counts["flags"] = flags
    click.echo(f"{project}: " + (f"imported {format_counts(counts)}." if counts else "nothing new."))
    for line in account_lines:
        click.echo(line)
    for sentence in describe_proposed(report.levels):
        click.echo(sentence)
    _print_warnings(report, notes, project)
    return DONE


def _run(
    path: Path, importer: Importer, files: list[Path], options: ImportOptions, dry_run: bool = False
) -> tuple[ImportReport, int]:
    """The report, and how many flags came in. A project made for it goes again if it fails or is a dry run."""
    from tempfile import TemporaryDirectory

    from galley.core.importers.run_import import import_files
    from galley.core.project import migration_counts
    from galley.core.project.project import Project
    from galley.core.storage import project_file, schema

    new = not path.exists()
    if dry_run and not new and project_file.probe(path) < schema.VERSION:  # nothing is kept: nor is a migration
        with TemporaryDirectory(prefix="galley-") as folder:
            copy = project_file.migrate_copy(path, Path(folder), migration_counts.recount)
            return _run(copy, importer, files, options, dry_run)
    project = Project.create(path, *files) if new else Project.open(path)
    try:
        with project, TerminalProgress("Import") as bar:
            for notice in project.notices if project.writable else ():
                click.echo(notice, err=True)
            before = _flags(project)
            report = import_files(project, importer, files, options, bar, dry_run)
            outcome = report, _flags(project) - before
    except BaseException:
        if new:
            path.unlink(missing_ok=True)
        raise
    if new and dry_run:
        path.unlink(missing_ok=True)
    return outcome


def _flags(project: Project) -> int:
    return read_item_totals(project.read_connection())[1]


def _print_warnings(report: ImportReport, file: Path | None = None, *sources: Path) -> None:
    lines = [f"{n.file}:{n.line}: {n.text}" if n.line else f"{n.file}: {n.text}" for n in report.notes]
    if not lines:
        return
    click.echo(f"{len(lines):,} warnings:" if len(lines) > 1 else "1 warning:")
    for line in lines[:SHOWN]:
        click.echo(f"  {line}")
    if len(lines) > SHOWN:
        click.echo(f"  … and {len(lines) - SHOWN:,} more" + ("" if file else "; --notes FILE writes them all"))
    if file:
        from galley.core.new_files import replace_file

        with replace_file(file, *sources) as unfinished:
            unfinished.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
