"""``galley readers``."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from galley.core.cli._output import echo_data
from galley.core.cli._words import PROJECT

COLUMNS = ("task", "reader", "answers", "known right", "with themselves", "with the others", "s/decision")


@click.command("readers", epilog="Example: galley readers --project study.galley --as mira")
@click.option("--project", required=True, type=PROJECT)
@click.option("--as", "who", default="", metavar="NAME", help="Who looks: a lead sees all, others see themselves.")
@click.option("--watch", "purpose", default="", metavar="PURPOSE", help="Look at seconds, drift and odd patterns, too.")
@click.option("--forget", is_flag=True, help="Look at these no more, and delete the repeated answers.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def COMMAND(project: Path, who: str, purpose: str, forget: bool, as_json: bool) -> None:
    """How each reader does: against known answers, against themselves, against the others without them.

    Seconds a decision, drift by day and odd patterns by person are off until --watch says what for; every package then
    says so. They are shown to the reader and the lead, and --forget deletes them.
    """
    from galley.core.errors import InputError
    from galley.core.packages import package as packages
    from galley.core.packages import reader_checks
    from galley.core.project import blind
    from galley.core.project.project import Project

    if purpose and forget:
        raise InputError("Say --watch or --forget.")
    with Project.open(project, read_only=not (purpose or forget)) as opened:
        connection = opened.reader()
        given = packages.read(connection)
        if given is None:
            blind.refuse(connection, "How readers do")
        elif purpose or forget:
            raise InputError("This is a package; the project that it was made from says what is looked at.")
        name = who or (given.reviewer if given else "")
        if purpose:
            click.echo(opened.write(lambda c: reader_checks.begin(c, purpose, name)).result().words)
            return
        if forget:
            count = opened.write(lambda c: reader_checks.forget(c, name)).result()
            click.echo(f"Nothing is looked at by person any more; {count:,} repeated answers are deleted.")
            return
        found = reader_checks.shown(connection, reader_checks.checks(connection), name)
        watch = reader_checks.watch(connection)
    if as_json:
        told = {"watch": asdict(watch) if watch else None, "readers": [asdict(each) for each in found]}
        echo_data(json.dumps(told, ensure_ascii=False) + "\n")
        return
    click.echo("\t".join(COLUMNS))
    for each in found:
        shares = (str(share or "") for share in (each.known, each.itself, each.others))
        seconds = "" if each.seconds is None else f"{each.seconds:.1f}"
        click.echo("\t".join((each.task, each.person, f"{each.answers:,}", *shares, seconds)))
        for day, hits, count in each.days:
            click.echo(f"  {day}: {hits:,} of {count:,} with the others")
    for each in found:
        for sentence in each.warnings:
            click.echo(sentence, err=True)
