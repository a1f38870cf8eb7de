"""``galley take-back``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._words import BY, PROJECT
from galley.core.text.counted import counted


@click.command("take-back", epilog="Example: galley take-back --for ann --task supporting --project study.galley")
@click.argument("package", required=False, default="")
@click.option("--project", required=True, type=PROJECT)
@click.option("--for", "who", default="", metavar="NAME", help="All packages of this reviewer.")
@click.option("--task", default="", metavar="NAME", help="Only those of this task.")
@click.option("--unfinished", is_flag=True, help="Only the items that they have not finished; the others count on.")
@click.option("--to", "others", multiple=True, metavar="NAME", help="Pack what is taken back for this reviewer.")
@click.option("--each", default=0, metavar="N", help="Give each item to N of those of --to; as in galley pack.")
@click.option("--out", default=".", type=PROJECT, metavar="FOLDER", help="Where the packages of --to go.")
@BY
@click.option("--accept", is_flag=True, help="Let what was taken back count after all, with what came since.")
def COMMAND(
    package: str, project: Path, who: str, task: str, unfinished: bool, others: tuple[str, ...], each: int, out: Path,
    accept: bool, by: str,
) -> None:  # fmt: skip
    """Take packages back from a reviewer: their answers in them count no more, and somebody else may have the seat.

    PACKAGE is a number that galley plan --json lists. Nothing is deleted; answers that come late are kept, listed by
    galley merge, and count once --accept says so. With --to the items go to somebody else at once.
    """
    from galley.core.errors import InputError
    from galley.core.packages import handing_over, pack, takeback
    from galley.core.packages.share import ShareOrder
    from galley.core.project.project import Project

    if accept and (unfinished or others):
        raise InputError("--accept gives everything back; leave --unfinished and --to out.")
    if each and not others:
        raise InputError("--each is about whom the items go to; name them with --to, or leave it out.")
    if others and package:
        raise InputError("--to hands over what one reviewer has of a task; say --for and --task in place of a number.")
    made: list[pack.Packed] = []
    with Project.open(project) as opened:
        if others:
            wish = pack.Wish(ShareOrder(each=each), task=task)
            with pack.folder(out) as place:
                wanted = pack.targets(others, place, project)
                done, made = handing_over.hand_over(opened, who, wanted, wish, by, everything=not unfinished)
        else:
            given = takeback.find(opened.reader(), package, who, task)
            if accept:
                done = opened.write(lambda connection: takeback.accept(connection, given, by)).result()
            else:
                done = opened.write(lambda c: takeback.take_back(c, given, by, unfinished)).result()
    for back in done:
        task = back.package.package.of or "flags/flags"
        items = "1 item is" if back.items == 1 else f"{back.items:,} items are"
        what = "back with" if accept else "taken back from"
        counts = f"count{'s' if back.decisions == 1 else ''} {'again' if accept else 'no more'}"
        click.echo(f"{task}: {items} {what} {back.reviewer}; {counted(back.decisions, 'decisions')} {counts}.")
    for packed in made:
        click.echo(f"{packed.path}: {counted(packed.package.items, 'items')} of {task} for {packed.package.reviewer}.")
