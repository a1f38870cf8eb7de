"""``galley decide``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._texts import PROJECT, confirm
from galley.core.domain import AnnotatorId
from galley.core.text.plurals import format_count

NOBODY = AnnotatorId(-1)
"""The row id of somebody who is not in the project yet: everything is open for them."""


@click.command(
    "decide",
    epilog='Example: galley decide reject "criterion:missed-turn open" --project clinic.galley --as ada',
)
@click.argument("answer", type=click.Choice(["accept", "reject", "unsure"]), required=False)
@click.argument("query", required=False)
@click.option("--project", required=True, type=PROJECT)
@click.option("--as", "reviewer", required=True, help="The reviewer whose decisions these are.")
@click.option("--note", default="", help="A note on each cell.")
@click.option("--task", default="", metavar="NAME", help="Answer the questions of this task by a sheet.")
@click.option("--out", type=PROJECT, metavar="FILE", help="With --task: write the open questions as xlsx.")
@click.option("--sheet", type=PROJECT, metavar="FILE", help="With --task: read the answers of a filled sheet.")
@click.option("--dry-run", is_flag=True, help="Only show how many cells would be decided.")
@click.option("--yes", is_flag=True, help="Do not ask before writing.")
@click.option("--confirm", "words", default="", hidden=True)
def COMMAND(
    answer: str | None, query: str | None, project: Path, reviewer: str, note: str, task: str, out: Path | None,
    sheet: Path | None, dry_run: bool, yes: bool, words: str,
) -> None:  # fmt: skip
    """Give one answer to all flags that a query finds.

    QUERY is that of galley show flags; "open" is what the reviewer has not answered. The number of cells is printed
    first. Each answer is a decision of its own; one undo takes all of them back. With --task, --out writes a workbook
    with a row for each open question, and --sheet reads it back once its column "answer" is filled.
    """
    from galley.core.errors import InputError

    if task:
        if answer or note or dry_run or (out is None) == (sheet is None):
            raise InputError("--task needs --out or --sheet, and cannot be used with ANSWER, --note or --dry-run.")
        _answer_by_sheet(project, task, reviewer, out, sheet)
        return
    if not answer or not query or out or sheet:
        raise InputError("Name an ANSWER and a QUERY, or a task with --task and --out or --sheet.")
    from galley.core.notebook import frames
    from galley.core.notebook.project import open_book
    from galley.core.query import parse
    from galley.core.storage import names

    with open_book(project, write=not dry_run) as book:
        reader = book.project.read_connection()
        people = {a.name: row for row, a in names.annotators(reader).items() if a.kind == "human"}
        flags = frames.found_flags(reader, parse(query), people.get(reviewer.strip(), NOBODY))
        cells = len(flags[["key", "document", "unit", "scheme", "criterion", "about"]].drop_duplicates())
        expected_words = f"{answer} {cells}"
        for (criterion, judge), some in flags.groupby(["criterion", "judge"], observed=True):
            click.echo(f"{criterion}\t{judge}\t{format_count(len(some), 'flags')}")
        if not cells:
            click.echo("No flag matches this query.", err=True)
            return
        what = "Decide this cell" if cells == 1 else f"Decide these {cells:,} cells"
        if dry_run or not confirm(yes, words, expected_words, what):
            return
        done = book.decide(flags, answer, reviewer=reviewer, note=note)
        click.echo(f"Decided {format_count(done, 'cells')}; one undo takes them back.", err=True)


def _answer_by_sheet(project: Path, task: str, reviewer: str, out: Path | None, sheet: Path | None) -> None:
    from galley.core.campaign import question_sheets
    from galley.core.project.project import Project

    with Project.open(project, read_only=sheet is None) as open_project:
        if out is not None:
            count = question_sheets.write_sheet(open_project, task, reviewer, out)
            click.echo(f"{out}: {format_count(count, 'questions')}; fill the column “answer”.")
        elif sheet is not None:
            rows = question_sheets.read_sheet(sheet)
            count = question_sheets.answer_questions(open_project, task, reviewer, rows)
            click.echo(f"Answered {format_count(count, 'questions')} of {task} as {reviewer}.")
