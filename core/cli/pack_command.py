"""``galley pack``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from galley.core.cli._progress import Bar
from galley.core.cli._texts import PROJECT
from galley.core.text.plurals import format_count


@click.command(
    "pack",
    epilog="Example: galley pack --project news.galley --for ann --for ben --for cat --each 2 --out packages",
)
@click.option("--project", required=True, type=PROJECT)
@click.option("--for", "reviewers", multiple=True, required=True, metavar="NAME", help="A reviewer; one package each.")
@click.option(
    "--out", type=PROJECT, metavar="FOLDER", help="Where PROJECT-NAME.galley is written, made if missing; here."
)
@click.option(
    "--to-folder", "shared", type=PROJECT, metavar="FOLDER", help="Put each into its reader's folder in a shared one."
)
@click.option("--task", default="", metavar="NAME", help="Hand out what this task asks now; flags unless given.")
@click.option(
    "--only",
    default="",
    metavar="WHICH",
    help="undecided, unsure, vacant, changed, by:PERSON (of a task); unassigned, from:PERSON, keys:FILE (one a line).",
)
@click.option("--round", default=1, metavar="N", help="Of a task: a later pass of its readers.")
@click.option("--discuss", is_flag=True, help="Of a task: what is undecided, once more, with what others said and why.")
@click.option("--untrained", is_flag=True, help="Of a task: also to those who have not passed its training.")
@click.option("--repeats", default=0.0, metavar="SHARE", help="Of a task: ask so many earlier cells once more, untold.")
@click.option("--size", default=0, metavar="N", help="Hand out so many items, drawn at random; all unless given.")
@click.option("--by", default="", metavar="FIELD", help="Draw from each dataset, split, system, flags or metadata key.")
@click.option(
    "--each", default=0, metavar="N",
    help="Give each item to N of these people; to all, or to as many as the task wants and no more.",
)  # fmt: skip
@click.option(
    "--order", type=click.Choice(["random", "value"]), default="random", show_default=True,
    help="With --size: drawn at random, or those worth most for finding errors.",
)  # fmt: skip
@click.option("--changed", is_flag=True, hidden=True)  # the names of before for words of --only; until 0.6
@click.option("--fresh", is_flag=True, hidden=True)
@click.option("--seed", default=0, show_default=True, help="Of everything that is random.")
@click.option("--no-flags", "flags", flag_value=False, default=True, help="Leave out what the judges said.")
@click.option("--hide-judges", "judges", is_flag=True, help="Put letters in the place of the judges' names.")
@click.option("--others", is_flag=True, help="Put other people's answers in.")
@click.option("--gold", is_flag=True, help="Put gold in.")
@click.option("--pseudonyms", is_flag=True, help="Put pseudonyms in the place of other people's names.")
@click.option("--instructions", type=PROJECT, metavar="FILE", help="A text that the reviewer is shown.")
@click.option(
    "--recipient", "keys", multiple=True, metavar="NAME=KEY", help="Encrypt to this public key of age (age1…)."
)
@click.option("--overwrite", is_flag=True, help="Replace packages in which nobody decided anything yet.")
def COMMAND(
    project: Path, reviewers: tuple[str, ...], out: Path | None, shared: Path | None, order: str,
    instructions: Path | None, keys: tuple[str, ...], overwrite: bool, **options: Any,
) -> None:  # fmt: skip
    """Write a package for each reviewer: a project file with their share of the items.

    A package holds the texts, the schemes, the flags and the reviewer's own answers, and nothing of the others. It is
    reviewed like any project, also without a network; galley return writes the answers that come back. A package of a
    task holds the cells that it asks now, what they are about, and the reviewer's own answers in it.
    """
    from galley.core.campaign import cell_selection, encryption, pack, shared_folder
    from galley.core.campaign.pack import WrittenPackage
    from galley.core.campaign.workload import AssignmentOptions
    from galley.core.errors import InputError
    from galley.core.project.project import Project
    from galley.core.review import priority
    from galley.core.tasks import tasks as tasks_tasks
    from galley.core.tasks.adjudication_tasks import CHANGED

    for old, word in (("changed", CHANGED), ("fresh", cell_selection.UNASSIGNED)):
        if options.pop(old):
            if options["only"]:
                raise InputError(f"--{old} means --only {word}, and --only is given; leave one of them out.")
            options["only"] = word
    order_options = {name: options.pop(name) for name in ("size", "by", "each", "seed")}
    if order == priority.VALUE and not order_options["size"]:
        raise InputError("--order value says which items go out; say how many with --size.")
    if shared and (out or overwrite):
        raise InputError("--to-folder says where packages go, and replaces nothing; leave --out and --overwrite out.")
    drawing = AssignmentOptions(**order_options, value=order == priority.VALUE)
    package_options = pack.PackageOptions(
        order=drawing, instructions=_text(instructions) if instructions else "", **options
    )
    with Project.open(project) as open_project, Bar("Packing") as bar:

        def write(target_paths: dict[str, Path]) -> list[WrittenPackage]:
            recipients = encryption.recipients(keys, list(target_paths))
            return pack.pack(
                open_project, target_paths, package_options, overwrite=overwrite, progress=bar, keys=recipients
            )

        if shared:
            packed_files = shared_folder.deliver_packages(open_project, shared, reviewers, write)
        else:
            with pack.folder(out or Path()) as place:
                packed_files = write(pack.targets(reviewers, place, project))
        tasks = tasks_tasks.read(open_project.read_connection()).tasks
    for packed in packed_files:
        own_note = f", with {format_count(packed.own, 'decisions')} of theirs from before" if packed.own else ""
        what = f" of {packed.package.of}" if packed.package.of else ""
        click.echo(
            f"{packed.path}: {format_count(packed.package.items, 'items')}{what} for "
            f"{packed.package.reviewer}{own_note}."
        )
    if package_options.pseudonyms:
        click.echo("Names that stand in texts are not changed; galley export --pseudonyms lists them.")
    third = {packed.package.of for packed in packed_files if packed.package.only == cell_selection.UNDECIDED}
    for sentence in filter(None, (cell_selection.resolves_nothing(tasks[task]) for task in third & tasks.keys())):
        click.echo(sentence, err=True)
    if any(priority.PRIORITY_LABEL in packed.package.share for packed in packed_files):
        click.echo(
            f"These are the items {priority.PRIORITY_LABEL}: a figure from their reviews is no estimate of a rate."
        )


def _text(path: Path) -> str:
    from galley.core.errors import InputError

    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{path} is no UTF-8 text; save it as UTF-8.") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); check the path and its permissions.") from error
