"""``galley erase``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._texts import PROJECT


@click.command("erase", epilog="Example: galley erase clinic.galley --item visit-17 --preview")
@click.argument("project", type=PROJECT)
@click.option("--item", default="", metavar="KEY", help="The item of this key, with all that was said of it.")
@click.option("--person", default="", metavar="NAME", help="What this person said, and their name.")
@click.option("--with-same-text", is_flag=True, help="Also every other item that holds one of its texts.")
@click.option("--preview", is_flag=True, help="Only say what would be erased.")
@click.option("--confirm", default="", metavar="WORDS", help="The key or name again, instead of being asked for it.")
def COMMAND(project: Path, item: str, person: str, with_same_text: bool, preview: bool, confirm: str) -> None:
    """Erase an item or a person from PROJECT, its backups and its kept files, for good.

    Nothing can bring it back, and it is refused when it comes again. The log keeps a hash in place of each decision.
    Says who else holds texts: people with packages, providers, and what lies beyond Galley. Nobody may have the project
    open meanwhile.
    """
    from galley.core.errors import InputError
    from galley.core.project import erasure

    erasure_plan = erasure.preview(project, item=item, person=person, same_text=with_same_text)
    if preview:
        for line in erasure_plan.lines():
            click.echo(line)
        click.echo("Nothing is erased yet; leave --preview out to erase.", err=True)
        return
    name = item or person
    typed = confirm or click.prompt(f"This cannot be undone. Type “{name}” to erase it", default="", show_default=False)
    if typed.strip() != name:
        raise InputError(f"“{name}” was not typed, so nothing was erased.")
    for line in erasure.erase(project, item=item, person=person, same_text=with_same_text).lines():
        click.echo(line)
