"""What ``galley import`` does for a table besides importing: find the mapping, show what would be imported."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from galley.core.cli._output import echo_data
from galley.core.cli._texts import format_counts
from galley.core.errors import ConflictError, GalleyError, InputError, QuestionsOpen, RowsRefused

if TYPE_CHECKING:
    from galley.core.import_types import ImportOptions, ImportReport
    from galley.core.importers.base import Importer
    from galley.core.tables.column_roles import ProjectItems, TableScan
    from galley.core.tables.mapping import TableMapping

Run = Callable[..., "tuple[ImportReport, int]"]


@dataclass(frozen=True)
class MappingChoice:
    """What the command says about a table: the name of a mapping, roles of columns, how it is read, where to write a
    draft."""

    name: str = ""
    roles: tuple[str, ...] = ()
    reading: dict[str, Any] = field(default_factory=dict)
    draft: Path | None = None


def resolve_mapping(
    project: Path, files: list[Path], options: ImportOptions, choice: MappingChoice, dry_run: bool
) -> tuple[ImportOptions, bool, TableScan | None]:
    """The options with the mapping that was named, with the one that the project keeps for such files, or with that of
    the columns' roles; in a dry run with the one beside the file. Whether the user ever named or confirmed it, and
    what was read of the files to find it.

    Raises: QuestionsOpen; InputError, also where one lies beside the file and nothing says that it is wanted.
    """
    from galley.core.import_types import ImportReport
    from galley.core.tables import shipped_mappings, sidecar, table_import

    if choice.name and (choice.roles or choice.reading):
        raise click.UsageError("--mapping says what all columns are; leave out --role, --sheet and --read.")
    mapping = shipped_mappings.load_by_name(choice.name) if choice.name else None
    draft_path = sidecar.mapping_path(files[0])
    is_open = mapping is None and not choice.roles and not choice.reading
    kept_mapping = _find_kept_mapping(project, files) if is_open else None
    if is_open and draft_path.is_file() and kept_mapping is None:
        if not dry_run:
            raise InputError(
                f"{draft_path} is beside the file and was not used in this project; check it with "
                f"--dry-run, then give --mapping {draft_path}. Nothing was imported."
            )
        click.echo(f"with {draft_path}, which is beside the file:")
        mapping = shipped_mappings.load_by_name(str(draft_path))
    scan = None
    if mapping is None and kept_mapping is None:
        report = ImportReport()
        try:
            mapping, scan = table_import.map_table(
                files, report, choice.roles, choice.reading, project=_read_project_items(project)
            )
        except QuestionsOpen as error:
            if choice.draft and error.raw_mapping is not None:
                sidecar.write_mapping(choice.draft, error.raw_mapping)
            raise
        for note in report.notes:
            click.echo(f"{note.file}: {note.text}")
    if kept_mapping is not None:
        click.echo(f"{files[0]}: read by the mapping that this project keeps for such files.")
    is_confirmed = bool(choice.name) or kept_mapping is not None
    mapping = mapping or kept_mapping
    if choice.draft and mapping is not None:
        sidecar.write_mapping(choice.draft, mapping.raw_mapping)
    return replace(options, mapping=mapping), is_confirmed, scan


def account_for_fields(
    files: list[Path], options: ImportOptions, is_confirmed: bool, scan: TableScan | None
) -> list[str]:
    """What becomes of each field, in lines; the files are read for it where there is no ``scan``. The errors of reading
    are left to the import.

    Raises: QuestionsOpen where a column of answers would yield nothing, or answers beside it would be dropped by a
    mapping that the user did not confirm.
    """
    from galley.core.import_types import ImportReport
    from galley.core.tables import column_roles, shipped_mappings

    mapping = options.mapping
    if mapping is None or mapping.questions:
        return []
    try:
        scan = scan or column_roles.scan_table(files, mapping.read, ImportReport())
        accounts = column_roles.account_for_fields(scan, mapping)
    except GalleyError:
        return []
    if useless := column_roles.find_useless_answers(accounts):
        raise QuestionsOpen(
            f"{files[0]}: no answers are imported from {', '.join(account.name for account in useless)}.",
            [
                f"{account.name}: the mapping has no meaning for any of the {account.dropped_count:,} values. Map them,"
                f" or keep the column as metadata.  --mapping FILE"
                for account in useless
            ],
        )
    if not is_confirmed and (unread := column_roles.find_unread_answers(accounts)):
        shipped_names = [name for name, shipped in shipped_mappings.load_shipped().items() if shipped == mapping]
        leave_out = f"leave them out: --mapping {shipped_names[0]}" if shipped_names else "leave them out"
        raise QuestionsOpen(
            f"{files[0]}: the answers in {', '.join(account.name for account in unread)} would not be imported.",
            [
                f"{account.name}: {account.dropped_count:,} answers to another question would not be imported. Write"
                f" the mapping with --draft FILE and say in it what they mean; or {leave_out}."
                for account in unread
            ],
        )
    return column_roles.describe_accounts(accounts)


def print_questions(error: QuestionsOpen, outcome: str = "Nothing was imported.") -> None:
    """Print each open question with the options that answer it, to standard error."""
    click.echo(f"{outcome} Please answer:", err=True)
    for question in error.messages:
        click.echo(f"  {question}", err=True)
    click.echo("Or give a mapping: --mapping FILE (docs/mapping.md).", err=True)


def _find_kept_mapping(project: Path, files: list[Path]) -> TableMapping | None:
    from galley.core.project.project import Project
    from galley.core.tables import stored_mappings

    if not project.exists():
        return None
    with Project.open(project, read_only=True) as open_project:
        return stored_mappings.find_kept_mapping(open_project.read_connection(), files[0])


def _read_project_items(project: Path) -> ProjectItems | None:
    from galley.core.project.project import Project
    from galley.core.tables.column_roles import ProjectItems

    if not project.exists():
        return None
    with Project.open(project, read_only=True) as open_project:
        return ProjectItems.read(open_project.read_connection())


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

        mapping = options.mapping or table_import.choose_mapping(files, ImportReport())
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
