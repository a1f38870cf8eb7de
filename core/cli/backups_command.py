"""``galley backups``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._texts import PROJECT


@click.command("backups", epilog="Example: galley backups clinic.galley --restore 1 --out clinic-yesterday.galley")
@click.argument("project", type=PROJECT)
@click.option("--now", is_flag=True, help="Make a backup now.")
@click.option("--restore", type=click.IntRange(1), metavar="N", help="Write the Nth backup of the list to --out.")
@click.option("--out", type=PROJECT, help="Where to; nothing that exists is written over.")
def COMMAND(project: Path, now: bool, restore: int | None, out: Path | None) -> None:
    """List the backups of PROJECT, the newest first. The window makes them by itself; the file may be gone."""
    from galley.core.errors import InputError
    from galley.core.project import backups

    if (restore is None) != (out is None):
        raise click.UsageError("--restore and --out go together.")
    if now:
        new_backup = backups.make(project)
        click.echo(f"Made a backup with {new_backup.decisions:,} decisions: {new_backup.path}")
    backup_list = backups.list_backups(project)
    if restore is not None and out is not None:
        if restore > len(backup_list):
            raise InputError(f"{project} has {len(backup_list)} backups; galley backups {project} lists them.")
        backups.restore(backup_list[restore - 1], out)
        click.echo(f"{out} is the backup of {backup_list[restore - 1].at.astimezone():%Y-%m-%d %H:%M}.")
        return
    for number, backup in enumerate(backup_list, 1):
        click.echo(f"{number}  {backup.at.astimezone():%Y-%m-%d %H:%M}  {backup.decisions:,} decisions  {backup.path}")
    if not backup_list:
        click.echo(f"There is no backup of {project} yet.")
