"""``galley history``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from galley.core.cli._progress import TerminalProgress
from galley.core.cli._texts import MANY, PROJECT, with_old_options


@click.command(
    "history",
    cls=with_old_options({"--who": "--reviewer"}),
    epilog="Example: galley history --project clinic.galley --reviewer ito --since 2026-11-01 --csv --out log.csv",
)
@click.option("--project", required=True, type=PROJECT)
@click.option("--reviewer", "who", multiple=True, help=f"Only this reviewer; {MANY}.")
@click.option("--action", "actions", multiple=True, help=f"Only this action, as accept, override or finish; {MANY}.")
@click.option("--item", default="", help="Only items whose key holds this.")
@click.option("--since", default="", help="From this day or time (UTC, ISO 8601) on.")
@click.option("--until", default="", help="Up to this day or time, which is included.")
@click.option("--undone", type=click.Choice(["yes", "no", "all"]), default="all", help="Whether it was undone.")
@click.option("--note", "words", default="", help="Only decisions whose note holds this.")
@click.option("--out", type=PROJECT, metavar="FILE", help="Write into this file; with --csv or --json.")
@click.option("--csv", "form", flag_value="csv", help="As comma-separated values; with --out.")
@click.option("--json", "form", flag_value="jsonl", help="As JSON Lines; with --out.")
def COMMAND(project: Path, out: Path | None, form: str | None, **filters: Any) -> None:
    """Show the log: who decided what and when, and what was undone.

    Without --out the log is printed, the first decision first. Times are in UTC.
    """
    from galley.core.project import log_report
    from galley.core.project.project import Project
    from galley.core.review import blind
    from galley.core.text.visible import make_visible

    if (out is None) != (form is None):
        raise click.UsageError("--out goes with --csv or --json; give both, or neither to print the log.")
    undone = {"yes": True, "no": False}.get(filters["undone"])
    decision_filter = log_report.DecisionFilter(**{**filters, "undone": undone})
    with Project.open(project, read_only=True) as open_project:
        connection = open_project.read_connection()
        blind.refuse_if_blind(connection, "The log")
        if out is not None and form is not None:
            with TerminalProgress("Write the log") as bar:
                count = log_report.write(connection, decision_filter, out, form, progress=bar)
            click.echo(f"{out}: wrote {count:,} {'decision' if count == 1 else 'decisions'}.")
        else:
            if decision_filter == log_report.DecisionFilter():
                for at, words in log_report.repairs(connection):
                    click.echo(f"{at[:19].replace('T', ' ')}  Galley  repaired: {words}")
            for event in log_report.events(connection, decision_filter):
                note = f" [{event.note}]" if event.note else ""
                undone_note = " (undone)" if event.undone else ""
                what = f"{event.key}: {event.words}" if event.key else event.words
                text = f"{event.at[:19].replace('T', ' ')}  {event.who}  {what}{undone_note}{note}"
                click.echo(" ".join(make_visible(text).splitlines()))
