"""``galley take-back``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._texts import BY, PROJECT
from galley.core.text.plurals import format_count


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
    from galley.core.campaign import pack
    from galley.core.campaign import reassign as campaign_reassign
    from galley.core.campaign import revoke as campaign_revoke
    from galley.core.campaign.workload import AssignmentOptions
    from galley.core.errors import InputError
    from galley.core.project.project import Project

    if accept and (unfinished or others):
        raise InputError("--accept gives everything back; leave --unfinished and --to out.")
    if each and not others:
        raise InputError("--each is about whom the items go to; name them with --to, or leave it out.")
    if others and package:
        raise InputError("--to hands over what one reviewer has of a task; say --for and --task in place of a number.")
    packed_files: list[pack.WrittenPackage] = []
    with Project.open(project) as open_project:
        if others:
            package_options = pack.PackageOptions(AssignmentOptions(each=each), task=task)
            with pack.folder(out) as place:
                target_paths = pack.targets(others, place, project)
                done, packed_files = campaign_reassign.reassign(
                    open_project, who, target_paths, package_options, by, everything=not unfinished
                )
        else:
            assignments = campaign_revoke.find(open_project.read_connection(), package, who, task)
            if accept:
                done = open_project.write(
                    lambda connection: campaign_revoke.accept(connection, assignments, by)
                ).result()
            else:
                done = open_project.write(lambda c: campaign_revoke.revoke(c, assignments, by, unfinished)).result()
    for back in done:
        task = back.package.package.of or "flags/flags"
        items = "1 item is" if back.items == 1 else f"{back.items:,} items are"
        what = "back with" if accept else "taken back from"
        counts = f"count{'s' if back.decisions == 1 else ''} {'again' if accept else 'no more'}"
        click.echo(f"{task}: {items} {what} {back.reviewer}; {format_count(back.decisions, 'decisions')} {counts}.")
    for packed in packed_files:
        click.echo(
            f"{packed.path}: {format_count(packed.package.items, 'items')} of {task} for {packed.package.reviewer}."
        )
