"""``galley return``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._progress import Bar
from galley.core.cli._texts import PROJECT
from galley.core.text.plurals import format_count


@click.command("return", epilog="Example: galley return news-ann.galley --out ann.answers")
@click.argument("package", type=PROJECT)
@click.option("--out", type=PROJECT, help="The file to write; PACKAGE.answers beside the package unless given.")
@click.option(
    "--to-folder", "shared", type=PROJECT, metavar="FOLDER", help="Put it into your folder in a shared one, or in it."
)
@click.option("--overwrite", is_flag=True, help="Replace a file that is there.")
@click.option("--recipient", default="", metavar="KEY", help="Encrypt it to this public key of age (age1…).")
def COMMAND(package: Path, out: Path | None, shared: Path | None, overwrite: bool, recipient: str) -> None:
    """Write the answers of a package alone, without the texts: the small file that goes back.

    It may be written again and again while the work goes on; merging takes in what is new.
    """
    from galley.core.campaign import answers, encryption, shared_folder
    from galley.core.errors import InputError

    if shared and (out or overwrite):
        raise InputError("--to-folder says where answers go, and replaces nothing; leave --out and --overwrite out.")
    target = out or package.with_suffix(answers.SUFFIX + (encryption.SUFFIX if recipient else ""))
    with Bar("Return") as bar:

        def write(path: Path) -> answers.AnswersHead:
            return answers.write(package, path, overwrite=overwrite, progress=bar, key=recipient)

        head, target = shared_folder.send(package, shared, write) if shared else (write(target), target)
    decisions, items = format_count(head.decisions, "decisions"), format_count(head.items, "items")
    click.echo(f"{target}: {decisions} of {head.reviewer} on {items}.")
    click.echo(f"Head of its log: {head.head}")
