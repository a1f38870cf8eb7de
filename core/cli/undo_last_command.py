"""``galley undo-last``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._texts import takes_project, with_old_options


@click.command(
    "undo-last",
    cls=with_old_options({"--preview": "--dry-run"}),
    epilog="Example: galley undo-last --project news.galley --dry-run",
)
@click.option("--dry-run", is_flag=True, help="Only show what would be undone.")
@click.option("--also-later", is_flag=True, help="Also undo what people decided after it.")
@takes_project
def COMMAND(project: Path, dry_run: bool, also_later: bool) -> None:
    """Undo the last import, merge, judge run or bulk adjudication.

    The project is as it was before. The log keeps what was undone and says so. Close the project in all windows first.
    """
    from galley.core.project import bulk_changes

    if dry_run:
        click.echo(f"Would undo {bulk_changes.line(bulk_changes.preview(project))}")
        return
    click.echo(f"Undid {bulk_changes.line(bulk_changes.undo(project, also_later=also_later))}")
