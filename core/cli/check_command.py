"""``galley check``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._bar import Bar
from galley.core.cli._words import PROJECT


@click.command("check", epilog="Example: galley check clinic.galley")
@click.argument("project", type=PROJECT)
def COMMAND(project: Path) -> int:
    """Check a project: its file, schema, offsets, log, counts and search index. Changes nothing.

    Prints what is wrong, one sentence a line, and then ends with exit code 1.
    """
    from galley.core.project.check import check

    with Bar("Check") as bar:
        wrong = check(project, bar)
    for sentence in wrong:
        click.echo(sentence)
    if not wrong:
        click.echo(f"{project}: everything is in order.")
    return 1 if wrong else 0
