"""What ``galley import`` does for a table besides importing: find the mapping, show what would be imported."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from galley.core.cli._output import echo_data
from galley.core.cli._texts import format_counts
from galley.core.errors import ConflictError, InputError, RowsRefused

if TYPE_CHECKING:
    from galley.core.import_types import ImportOptions, ImportReport
    from galley.core.importers.base import Importer
    from galley.core.tables.mapping import Mapping

Run = Callable[..., "tuple[ImportReport, int]"]


def resolve_mapping(
    project: Path, files: list[Path], options: ImportOptions, name: str, dry_run: bool, draft: Path | None
) -> ImportOptions:
    """The options with the mapping that was named, or in a dry run with the one beside the file.

    Raises: InputError, also where one lies beside the file and nothing says that it is wanted.
    """
    from galley.core.import_types import ImportReport
    from galley.core.tables import shipped_mappings, sidecar, table_import

    if options.columns:
        raise click.UsageError("--column is for the format csv; say what the fields of a table are in a mapping.")
    mapping = shipped_mappings.load_by_name(name) if name else None
    draft_path = sidecar.mapping_path(files[0])
    if mapping is None and draft_path.is_file() and _find_kept_mapping(project, files) is None:
        if not dry_run:
            raise InputError(
                f"{draft_path} lies beside the file and was not used in this project; check it with "
                f"--dry-run, then give --mapping {draft_path}. Nothing was imported."
            )
        click.echo(f"with {draft_path}, which lies beside the file:")
        mapping = shipped_mappings.load_by_name(str(draft_path))
    if draft:
        used_mapping = (
            mapping or _find_kept_mapping(project, files) or table_import.choose_mapping(files, ImportReport())
        )
        sidecar.write(draft, used_mapping)
    return replace(options, mapping=mapping)


def _find_kept_mapping(project: Path, files: list[Path]) -> Mapping | None:
    from galley.core.project.project import Project
    from galley.core.tables import stored_mappings

    if not project.exists():
        return None
    with Project.open(project, read_only=True) as open_project:
        return stored_mappings.find_kept_mapping(open_project.read_connection(), files[0])


def rehearse(
    project: Path,
    importer: Importer,
    files: list[Path],
    options: ImportOptions,
    run: Run,
    report_warnings: Callable[..., None],
) -> None:
    """Print what an import would do and list what it would refuse. Raises: InputError if anything would be."""
    if importer.name == "table":
        from galley.core.import_types import ImportReport
        from galley.core.tables import table_import

        mapping = (
            options.mapping or _find_kept_mapping(project, files) or table_import.choose_mapping(files, ImportReport())
        )
        for row in table_import.preview(files, mapping):
            click.echo(row.words())
        echo_data(json.dumps(mapping.raw_mapping, ensure_ascii=False, indent=1) + "\n")
    try:
        report, _ = run(project, importer, files, options, True)
    except ConflictError as error:
        refused = [str(error), *error.conflicts]
    except RowsRefused as error:
        refused = error.messages or [str(error)]
    except InputError as error:
        refused = [str(error)]
    else:
        counts = {what: n for what, n in report.counts.items() if n}
        click.echo("dry run: " + (f"would import {format_counts(counts)}." if counts else "nothing new."))
        report_warnings(report)
        return
    click.echo("dry run: would refuse the file:")
    for sentence in refused:
        click.echo(f"  {sentence}")
    raise InputError("Nothing was imported. Fix what is listed above, then import again.")
