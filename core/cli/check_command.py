"""``galley check``."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from galley.core.cli._bar import Bar
from galley.core.cli._words import KEYFILE, PROJECT


@click.command("check", epilog="Example: galley check clinic.galley --against ann.answers")
@click.argument("project", type=PROJECT)
@click.option(
    "--against",
    type=PROJECT,
    multiple=True,
    metavar="FILE",
    help="Answers, a package or a copy of the project, from somebody else's hands: whether the project says the same.",
)
@click.option("--identity", type=KEYFILE, metavar="KEYFILE", help="With your private key of age, for --against.")
def COMMAND(project: Path, against: tuple[Path, ...], identity: Path | None) -> int:
    """Check a project: its file, schema, offsets, log, counts and search index, and whether it could be packed and its
    export imported. Changes nothing.

    Prints what is wrong, one sentence a line, and then ends with exit code 1; and the head of its log, which changes
    with every decision (docs/privacy.md says what that proves).
    """
    from galley.core.packages import travels
    from galley.core.packages.against import compare
    from galley.core.project import project_file, seals, source_words
    from galley.core.project.check import check
    from galley.core.tasks import levels

    with Bar("Check") as bar:
        wrong = check(project, bar)
    if not wrong:
        with closing(project_file.connect(project, write=False)) as connection:
            head = seals.head(connection)
            notes = [*source_words.notes(connection), *levels.describe_contradictions(connection)]
            compared = compare(connection, against, identity)
        wrong = [*compared.wrong, *travels.hindrances(project)]
        for sentence in [*compared.told, *notes]:
            click.echo(sentence)
        click.echo(f"Head of the log: {head}")
    for sentence in wrong:
        click.echo(sentence)
    if not wrong:
        click.echo(f"{project}: everything is in order.")
    return 1 if wrong else 0
