"""``galley readers``."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from galley.core.cli._output import echo_data
from galley.core.cli._texts import PROJECT

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
    from galley.core.campaign import package as packages
    from galley.core.campaign import reviewer_quality
    from galley.core.errors import InputError
    from galley.core.project.project import Project
    from galley.core.review import blind

    if purpose and forget:
        raise InputError("Say --watch or --forget.")
    with Project.open(project, read_only=not (purpose or forget)) as open_project:
        connection = open_project.read_connection()
        package = packages.read(connection)
        if package is None:
            blind.refuse(connection, "How readers do")
        elif purpose or forget:
            raise InputError("This is a package; the project that it was made from says what is looked at.")
        name = who or (package.reviewer if package else "")
        if purpose:
            click.echo(open_project.write(lambda c: reviewer_quality.begin(c, purpose, name)).result().words)
            return
        if forget:
            count = open_project.write(lambda c: reviewer_quality.forget(c, name)).result()
            click.echo(f"Nothing is looked at by person any more; {count:,} repeated answers are deleted.")
            return
        checks = reviewer_quality.visible_checks(connection, reviewer_quality.checks(connection), name)
        watch = reviewer_quality.watch(connection)
    if as_json:
        report = {"watch": asdict(watch) if watch else None, "readers": [asdict(check) for check in checks]}
        echo_data(json.dumps(report, ensure_ascii=False) + "\n")
        return
    click.echo("\t".join(COLUMNS))
    for check in checks:
        shares = (str(share or "") for share in (check.known, check.itself, check.others))
        seconds = "" if check.seconds is None else f"{check.seconds:.1f}"
        click.echo("\t".join((check.task, check.person, f"{check.answers:,}", *shares, seconds)))
        for day, hits, count in check.days:
            click.echo(f"  {day}: {hits:,} of {count:,} with the others")
    for check in checks:
        for sentence in check.warnings:
            click.echo(sentence, err=True)
