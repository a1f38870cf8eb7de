"""``galley write``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._texts import PROJECT


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

    from galley.core.campaign import package as packages
    from galley.core.campaign import unit_sheets
    from galley.core.errors import InputError
    from galley.core.new_files import refuse_leaving, replace_file
    from galley.core.project.project import Project
    from galley.core.review.decision_writer import DecisionWriter

    if (sheet is None) == (out is None):
        raise click.UsageError("Give a filled SHEET, or --out for an empty one.")
    if out is not None:
        refuse_leaving(out, project)
    with Project.open(project, read_only=sheet is None) as open_project:
        writing_task = unit_sheets.find_task(open_project, task)
        if out is not None:
            with replace_file(out.absolute(), project) as unfinished, unfinished.open("wb") as stream:
                stream.writelines(orjson.dumps(line) + b"\n" for line in unit_sheets.sheet(open_project, writing_task))
            click.echo(f"Wrote {out}.", err=True)
            return
        package = packages.read(open_project.read_connection())
        name = writer or (package.reviewer if package is not None else "")
        if not name:
            raise InputError("Say whose decisions these are, with --as.")
        assert sheet is not None
        pages = unit_sheets.read(open_project, writing_task, sheet)
        written_count, finished = unit_sheets.write(
            open_project, DecisionWriter(open_project, name, writing_task.full), pages
        )
    click.echo(
        f"Wrote {written_count:,} {'unit' if written_count == 1 else 'units'}; {finished:,} items finished.", err=True
    )
