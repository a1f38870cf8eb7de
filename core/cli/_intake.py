"""What ``galley import table`` does besides importing: find the mapping, show what would come in."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from galley.core.cli._output import echo_data
from galley.core.cli._words import listed
from galley.core.errors import ConflictError, InputError, RowsRefused

if TYPE_CHECKING:
    from galley.core.importers.base import Importer
    from galley.core.incoming import ImportOptions, ImportReport
    from galley.core.intake.mapping import Mapping

Run = Callable[..., "tuple[ImportReport, int]"]


def mapped(
    project: Path, files: list[Path], options: ImportOptions, name: str, dry_run: bool, draft: Path | None
) -> ImportOptions:
    """The options with the mapping that was named, or in a dry run with the one beside the file.

    Raises: InputError, also where one lies beside the file and nothing says that it is wanted.
    """
    from galley.core.incoming import ImportReport
    from galley.core.intake import beside, intake, shipped_mappings

    if options.columns:
        raise click.UsageError("--column is for the format csv; say what the fields of a table are in a mapping.")
    mapping = shipped_mappings.named(name) if name else None
    offered = beside.place(files[0])
    if mapping is None and offered.is_file() and _kept(project, files) is None:
        if not dry_run:
            raise InputError(
                f"{offered} lies beside the file and was not used in this project; see what it does by --dry-run, then"
                f" say --mapping {offered}. Nothing was imported."
            )
        click.echo(f"with {offered}, which lies beside the file:")
        mapping = shipped_mappings.named(str(offered))
    if draft:
        used = mapping or _kept(project, files) or intake.chosen(files, ImportReport())
        beside.write(draft, used)
    return replace(options, mapping=mapping)


def _kept(project: Path, files: list[Path]) -> Mapping | None:
    from galley.core.intake import kept_mappings
    from galley.core.project.project import Project

    if not project.exists():
        return None
    with Project.open(project, read_only=True) as opened:
        return kept_mappings.kept(opened.reader(), files[0])


def rehearse(
    project: Path, importer: Importer, files: list[Path], options: ImportOptions, run: Run, odd: Callable[..., None]
) -> None:
    """Print what an import would do and list what it would refuse. Raises: InputError if anything would be."""
    if importer.name == "table":
        from galley.core.incoming import ImportReport
        from galley.core.intake import intake

        mapping = options.mapping or _kept(project, files) or intake.chosen(files, ImportReport())
        for row in intake.preview(files, mapping):
            click.echo(row.words())
        echo_data(json.dumps(mapping.given, ensure_ascii=False, indent=1) + "\n")
    try:
        report, _ = run(project, importer, files, options, True)
    except ConflictError as error:
        refused = [str(error), *error.conflicts]
    except RowsRefused as error:
        refused = error.listed or [str(error)]
    except InputError as error:
        refused = [str(error)]
    else:
        counts = {what: n for what, n in report.counts.items() if n}
        click.echo("dry run: " + (f"would import {listed(counts)}." if counts else "nothing new."))
        odd(report)
        return
    click.echo("dry run: would refuse the file:")
    for sentence in refused:
        click.echo(f"  {sentence}")
    raise InputError("Nothing was imported, and nothing would be as it is; mend what is listed above.")
