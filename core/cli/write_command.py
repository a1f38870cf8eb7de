"""``galley write``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._words import PROJECT


@click.command("write", epilog="Example: galley write sheet.jsonl --task opinions --project study-ada.galley --as ada")
@click.argument("sheet", required=False, type=click.Path(path_type=Path))
@click.option("--project", required=True, type=PROJECT, help="The project, or a package of a task that writes.")
@click.option("--task", default="", metavar="NAME", help="The task that writes; a package knows it.")
@click.option("--as", "writer", default="", help="Whose decisions these are; a package knows it.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the sheet to fill in here, and nothing else.")
def COMMAND(sheet: Path | None, project: Path, task: str, writer: str, out: Path | None) -> None:
    """Write opinions or other units that a task asks people to write, in a sheet of JSON Lines.

    With --out the sheet is made: an item a line, its sources, what was written so far, and an empty "write". SHEET is
    the same file with "write" filled in: {"document", "unit", "text"} writes, {"of", "text"} says a unit again,
    {"of", "texts"} splits it, {"of": [...], "text"} merges, {"drop"} takes away; "finish": true ends the item. A task
    that writes turns gives an article its "discussion" instead. All lines are checked before anything is written.
    """
    import orjson

    from galley.core.errors import InputError
    from galley.core.newfile import refuse_leaving, replacing
    from galley.core.packages import package as packages
    from galley.core.packages import writing
    from galley.core.project.desk import Desk
    from galley.core.project.project import Project

    if (sheet is None) == (out is None):
        raise click.UsageError("Give a filled SHEET, or --out for an empty one.")
    if out is not None:
        refuse_leaving(out, project)
    with Project.open(project, read_only=sheet is None) as opened:
        asked = writing.find_task(opened, task)
        if out is not None:
            with replacing(out.absolute(), project) as unfinished, unfinished.open("wb") as stream:
                stream.writelines(orjson.dumps(line) + b"\n" for line in writing.sheet(opened, asked))
            click.echo(f"Wrote {out}.", err=True)
            return
        given = packages.read(opened.reader())
        name = writer or (given.reviewer if given is not None else "")
        if not name:
            raise InputError("Say whose decisions these are, with --as.")
        assert sheet is not None
        pages = writing.read(opened, asked, sheet)
        written, finished = writing.write(opened, Desk(opened, name, asked.full), pages)
    click.echo(f"Wrote {written:,} {'unit' if written == 1 else 'units'}; {finished:,} items finished.", err=True)
