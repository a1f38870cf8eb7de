"""``galley undo-last``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._texts import PROJECT


@click.command("undo-last", epilog="Example: galley undo-last news.galley --preview")
@click.argument("project", type=PROJECT)
@click.option("--preview", is_flag=True, help="Only say what would go.")
@click.option("--also-later", is_flag=True, help="Also what people decided after it.")
def COMMAND(project: Path, preview: bool, also_later: bool) -> None:
    """Take the last bulk act back: an import, a merge, the settling of many cells, or a run of judges.

    The project is as it was before; the log says that it went back, and keeps what was taken back. Nobody may have the
    project open meanwhile.
    """
    from galley.core.project import bulk_changes

    if preview:
        click.echo(f"Would take back {bulk_changes.line(bulk_changes.preview(project))}")
        return
    click.echo(f"Took back {bulk_changes.line(bulk_changes.undo(project, also_later=also_later))}")
