"""``galley show``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from galley.core.cli._output import echo_data
from galley.core.cli._texts import PROJECT, with_old_options

if TYPE_CHECKING:
    import pandas

KINDS = ("items", "flags", "verdicts", "gold", "decisions", "calls")
SHOWN = 20


@click.command(
    "show",
    cls=with_old_options({"--as": "--reviewer"}),
    epilog='Example: galley show flags "criterion:wrong-linking open" --project clinic.galley',
)
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("query", default="")
@click.option("--project", required=True, type=PROJECT)
@click.option("--reviewer", default="", help="Whose answers decide what is open; without it, everybody's.")
@click.option("--csv", "form", flag_value="csv", help="All rows as comma-separated values.")
@click.option("--json", "form", flag_value="json", help="All rows as JSON Lines.")
def COMMAND(kind: str, query: str, project: Path, reviewer: str, form: str | None) -> None:
    """Show what is in a project, as a table, CSV or JSON Lines.

    Without --csv or --json, the first rows are shown. QUERY selects rows: criterion:NAME judge:NAME system:NAME
    dataset:NAME split:NAME key:KEY meta.NAME:VALUE, one of open, unsure, ties, finished, unfinished, and words to
    search for. All must hold. docs/notebook.md has the language.
    """
    from galley.core.notebook.project import open_book

    if reviewer and kind not in ("items", "flags"):
        raise click.UsageError(f"--reviewer is for items and flags; {kind} are the same for everybody.")
    with open_book(project) as book:
        reviewer_option = {"reviewer": reviewer} if reviewer else {}
        echo_data(_format_frame(getattr(book, kind)(query, **reviewer_option), form), form)


def _format_frame(frame: pandas.DataFrame, form: str | None) -> str:
    if form == "csv":
        return str(frame.to_csv(index=False, lineterminator="\n"))
    if form == "json":
        whole = frame.to_json(orient="records", lines=True, force_ascii=False, date_format="iso")
        return str(whole) if len(frame) else ""
    head = frame.head(SHOWN)
    head = head[[name for name in head.columns if len(head) == 0 or head[name].notna().any()]]
    lines = [head.to_string(index=False, max_colwidth=40)] if len(head) else []
    count = f"{len(frame):,} rows" if len(frame) != 1 else "1 row"
    more = f"; the first {SHOWN} are shown, --csv and --json give all" if len(frame) > SHOWN else ""
    return "\n".join([*lines, f"{count}{more}."]) + "\n"
