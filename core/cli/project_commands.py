"""``galley project``: check, back up, freeze or erase a project file."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import click

from galley.core.cli._output import echo_data
from galley.core.cli._progress import TerminalProgress
from galley.core.cli._root_command import CommandGroup
from galley.core.cli._texts import BY, KEYFILE, MANY, PROJECT, takes_project, with_old_options


@click.group("project", cls=CommandGroup)
def COMMAND() -> None:
    """Check, back up, freeze or erase a project file."""


@COMMAND.command("check", epilog="Example: galley project check clinic.galley --against ann.answers")
@click.option(
    "--against",
    type=PROJECT,
    multiple=True,
    metavar="FILE",
    help="An answers file, package or copy of the project that somebody else has: whether the logs agree.",
)
@click.option("--identity", type=KEYFILE, metavar="KEYFILE", help="With your private key of age, for --against.")
@takes_project
def check_project(project: Path, against: tuple[Path, ...], identity: Path | None) -> int:
    """Check a project file: texts, log, counts, search index, export.

    Changes nothing. Prints the log digest, which changes with every decision (docs/privacy.md says what that proves),
    or what is wrong, one sentence a line, with exit code 1.
    """
    from galley.core.campaign import pack
    from galley.core.campaign.log_proof import compare
    from galley.core.project.check import check
    from galley.core.storage import log_hashes, project_file
    from galley.core.storage.queries import log_branches
    from galley.core.tasks import levels

    with TerminalProgress("Check") as bar:
        wrong = check(project, bar)
    if not wrong:
        with closing(project_file.connect(project, write=False)) as connection:
            head = log_hashes.log_digest(connection)
            notes = [*log_branches.notes(connection), *levels.describe_contradictions(connection)]
            compared = compare(connection, against, identity)
        wrong = [*compared.wrong, *pack.find_hindrances(project)]
        for sentence in [*compared.confirmations, *notes]:
            click.echo(sentence)
        click.echo(f"Log digest: {head}")
    for sentence in wrong:
        click.echo(sentence)
    if not wrong:
        click.echo(f"{project}: everything is in order.")
    return 1 if wrong else 0


@COMMAND.command("migrate", epilog="Example: galley project migrate news.galley")
@takes_project
def migrate_project(project: Path) -> None:
    """Update a project of an earlier Galley, as the window does.

    A copy of the project as it was is written beside it first. An up-to-date project is not changed.
    """
    from galley.core.project.project import Project
    from galley.core.storage import project_file, schema

    before = project_file.probe(project)
    if before == schema.VERSION:
        click.echo(f"{project} has schema {before}, the newest; nothing was changed.")
        return
    with Project.open(project) as open_project:
        for notice in open_project.notices:
            click.echo(notice, err=True)
        if not open_project.writable:  # pragma: no cover  # Project.open says so before
            return
    place = f"{project.stem}.before-schema-{schema.VERSION}.backup"
    click.echo(f"{project} has schema {schema.VERSION} now; it had {before}, and its copy is {place}.")


@COMMAND.command(
    "backups", epilog="Example: galley project backups clinic.galley --restore 1 --out clinic-yesterday.galley"
)
@click.option("--now", is_flag=True, help="Make a backup now.")
@click.option("--restore", type=click.IntRange(1), metavar="N", help="Write backup N of the list to --out.")
@click.option("--out", type=PROJECT, metavar="FILE", help="The file for --restore; it must not exist.")
@takes_project
def manage_backups(project: Path, now: bool, restore: int | None, out: Path | None) -> None:
    """List, make or restore backups of a project.

    The newest backup is listed first. The window makes backups by itself. PROJECT itself may be missing.
    """
    from galley.core.errors import InputError
    from galley.core.project import backups

    if (restore is None) != (out is None):
        raise click.UsageError("--restore and --out go together.")
    if now:
        new_backup = backups.make(project)
        click.echo(f"Made a backup with {new_backup.decisions:,} decisions: {new_backup.path}")
    backup_list = backups.list_backups(project)
    if restore is not None and out is not None:
        if restore > len(backup_list):
            raise InputError(f"{project} has {len(backup_list)} backups; galley project backups {project} lists them.")
        backups.restore(backup_list[restore - 1], out)
        click.echo(f"{out} is the backup of {backup_list[restore - 1].at.astimezone():%Y-%m-%d %H:%M}.")
        return
    for number, backup in enumerate(backup_list, 1):
        click.echo(f"{number}  {backup.at.astimezone():%Y-%m-%d %H:%M}  {backup.decisions:,} decisions  {backup.path}")
    if not backup_list:
        click.echo(f"There is no backup of {project} yet.")


@COMMAND.command(
    "freeze",
    cls=with_old_options({"--thaw": "--unfreeze"}),
    epilog='Example: galley project freeze --project study.galley --as mira --why "published"',
)
@click.option("--as", "by", default="", metavar="NAME", help="Who freezes or unfreezes it.")
@click.option("--why", default="", metavar="TEXT", help="The reason, shown to everybody who opens it.")
@click.option("--unfreeze", is_flag=True, help="Allow changes again.")
@takes_project
def freeze_project(project: Path, by: str, why: str, unfreeze: bool) -> None:
    """Allow only reading and exporting, until it is unfrozen.

    This prevents mistakes. It is not a lock: anybody who may write the file can unfreeze it."""
    from galley.core.errors import InputError
    from galley.core.project import freeze
    from galley.core.project.project import Project

    if unfreeze and why:
        raise InputError("--why is the reason for freezing; leave it out with --unfreeze.")
    with Project.open(project, thaw=True) as open_project:
        if unfreeze:
            open_project.write(lambda connection: freeze.unfreeze_project(connection, by)).result()
            click.echo(f"{project.name} can be written again.")
        else:
            freeze_record = open_project.write(lambda connection: freeze.freeze_project(connection, by, why)).result()
            click.echo(freeze_record.words(project.name))


@COMMAND.command(
    "erase",
    cls=with_old_options({"--preview": "--dry-run"}),
    epilog="Example: galley project erase clinic.galley --item visit-17 --dry-run",
)
@click.option("--item", default="", metavar="KEY", help="The item with this key, and every verdict and note on it.")
@click.option("--person", default="", metavar="NAME", help="This person's name, verdicts and notes.")
@click.option("--with-same-text", is_flag=True, help="Also every other item that holds one of its texts.")
@click.option("--dry-run", is_flag=True, help="Only show what would be erased.")
@click.option("--confirm", default="", metavar="WORDS", help="The key or name again, instead of being asked for it.")
@takes_project
def erase_from_project(
    project: Path, item: str, person: str, with_same_text: bool, dry_run: bool, confirm: str
) -> None:  # fmt: skip
    """Erase an item or a person for good, also from backups.

    This cannot be undone. The item is refused when it is imported again. The log keeps a hash in place of each
    decision. The command lists who else has texts: people with packages, providers, and copies outside Galley. Close
    the project in all windows first.
    """
    from galley.core.errors import InputError
    from galley.core.project import erasure

    erasure_plan = erasure.preview(project, item=item, person=person, same_text=with_same_text)
    if dry_run:
        for line in erasure_plan.lines():
            click.echo(line)
        click.echo("Nothing was erased. Omit --dry-run to erase.", err=True)
        return
    name = item or person
    typed = confirm or click.prompt(f"This cannot be undone. Type “{name}” to erase it", default="", show_default=False)
    if typed.strip() != name:
        raise InputError(f"“{name}” was not typed, so nothing was erased.")
    for line in erasure.erase(project, item=item, person=person, same_text=with_same_text).lines():
        click.echo(line)


@COMMAND.command(
    "privacy", epilog="Example: galley project privacy clinic.galley --confidential --allow http://localhost:8080"
)
@click.option("--confidential", is_flag=True, help="Allow copies only beside it, and only the providers of --allow.")
@click.option(
    "--allow", multiple=True, metavar="NAME", help=f"A provider, or the address of a server, that may be asked; {MANY}."
)
@takes_project
def set_privacy(project: Path, confidential: bool, allow: tuple[str, ...]) -> None:
    """Show or set confidentiality, and list which texts went where.

    A confidential project stays confidential, and so do its packages and native records.
    """
    from galley.core.errors import InputError
    from galley.core.project import outgoing
    from galley.core.project.project import Project

    with Project.open(project, read_only=not (confidential or allow)) as open_project:
        allowed_names = outgoing.named_providers(open_project.read_connection())
        if allow and allowed_names is None and not confidential:
            raise InputError(f"{project.name} is not confidential, so anybody may be asked; add --confidential.")
        if confidential or allow:
            names = [*(allowed_names or ()), *allow]
            open_project.write(lambda connection: outgoing.declare(connection, names)).result()
            allowed_names = tuple(sorted(set(names)))
        if allowed_names is None:
            click.echo(f"{project.name} is not confidential.")
        else:
            click.echo(f"{project.name} is confidential; allowed providers: {', '.join(allowed_names) or 'nobody'}.")
            click.echo(f"Its content stays in the folder {project.resolve().parent}. Galley enforces this for:")
            for line in outgoing.GUARDED:
                click.echo(f"  {line}")
            click.echo("Not guarded are:")
            for line in outgoing.NOT_GUARDED:
                click.echo(f"  {line}")
        for at, what, to in outgoing.list_sent(open_project.read_connection()):
            click.echo(f"{at[:16].replace('T', ' ')}  {what}  {to}")


@COMMAND.command(
    "levels", epilog="Example: galley project levels dial-summer/changed-meaning=summary --project study.galley"
)
@click.argument("settings", metavar="[SCHEME/CRITERION=LEVEL]...", nargs=-1)
@click.option("--project", required=True, type=PROJECT)
@BY
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def set_levels(settings: tuple[str, ...], project: Path, by: str, as_json: bool) -> None:
    """Set whether an implicit no is about summaries or their units.

    LEVEL is summary or unit. Without a criterion, the levels are listed. A level applies to items that are finished
    from now on: each finish stores its level.
    """
    from galley.core.errors import InputError
    from galley.core.project import level_settings
    from galley.core.project.project import Project
    from galley.core.tasks.levels import WORDS, read_levels

    levels: dict[str, str] = {}
    for text in settings:
        name, _, word = text.partition("=")
        if word not in WORDS:
            raise InputError(f"{text!r} is not SCHEME/CRITERION=LEVEL; a level is one of: {', '.join(WORDS)}.")
        levels[name] = WORDS[word].value
    with Project.open(project, read_only=not settings) as open_project:
        if levels:
            open_project.write(lambda connection: level_settings.put(connection, levels, by)).result()
        current = read_levels(open_project.read_connection())
    words = {level.value: word for word, level in WORDS.items()}
    if as_json:
        echo_data(json.dumps({"levels": {name: words[level] for name, level in current.items()}}) + "\n")
        return
    for name, level in sorted(current.items()):
        click.echo(f"{name}\t{words[level]}")
    if not current:
        click.echo("No level is set: an implicit no is about units.", err=True)
