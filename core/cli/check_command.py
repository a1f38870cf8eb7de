"""``galley check``."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from galley.core.cli._progress import Bar
from galley.core.cli._texts import KEYFILE, PROJECT


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
    from galley.core.campaign import export_checks
    from galley.core.campaign.log_proof import compare
    from galley.core.project import log_branches, project_file
    from galley.core.project.check import check
    from galley.core.storage import log_hashes
    from galley.core.tasks import levels

    with Bar("Check") as bar:
        wrong = check(project, bar)
    if not wrong:
        with closing(project_file.connect(project, write=False)) as connection:
            head = log_hashes.log_digest(connection)
            notes = [*log_branches.notes(connection), *levels.describe_contradictions(connection)]
            compared = compare(connection, against, identity)
        wrong = [*compared.wrong, *export_checks.hindrances(project)]
        for sentence in [*compared.confirmations, *notes]:
            click.echo(sentence)
        click.echo(f"Head of the log: {head}")
    for sentence in wrong:
        click.echo(sentence)
    if not wrong:
        click.echo(f"{project}: everything is in order.")
    return 1 if wrong else 0
