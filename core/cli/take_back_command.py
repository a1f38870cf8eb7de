"""``galley take-back``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._words import PROJECT


@click.command("take-back", epilog="Example: galley take-back --for ann --task supporting --project study.galley")
@click.argument("package", required=False, default="")
@click.option("--project", required=True, type=PROJECT)
@click.option("--for", "who", default="", metavar="NAME", help="All packages of this reviewer.")
@click.option("--task", default="", metavar="NAME", help="Only those of this task.")
@click.option("--accept", is_flag=True, help="Let what was taken back count after all, with what came since.")
def COMMAND(package: str, project: Path, who: str, task: str, accept: bool) -> None:
    """Take packages back from a reviewer: their answers in them count no more, and somebody else may have the seat.

    PACKAGE is a number that galley plan --json lists. Nothing is deleted; answers that come late are kept, listed by
    galley merge, and count once --accept says so.
    """
    from galley.core.packages import takeback
    from galley.core.project.project import Project

    with Project.open(project) as opened:
        given = takeback.find(opened.reader(), package, who, task)
        change = takeback.accept if accept else takeback.take_back
        done = opened.write(lambda connection: change(connection, given)).result()
    for back in done:
        task = back.package.package.of or "flags/flags"
        items = "1 item is" if back.items == 1 else f"{back.items:,} items are"
        what = "back with" if accept else "taken back from"
        counts = "count again" if accept else "count no more"
        click.echo(f"{task}: {items} {what} {back.reviewer}; {back.decisions:,} decisions {counts}.")
