"""What tasks come to, kept in the file: verdicts that count nowhere, types from gold, where each task stands.

Counted for an item after anything in it changed, in the same transaction (see ``project.tally``); `galley project
check` counts it afresh and compares."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from galley.core.domain import JUDGES, AnnotatorId, ItemId
from galley.core.errors import Cancelled
from galley.core.rules.voters import words
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.storage.queries import tasks as task_rows
from galley.core.tasks import answer_sheet, asked_cells, slots, uncounted_answers
from galley.core.tasks.outcomes import ItemOutcome, Standing
from galley.core.tasks.task_book import TaskBook

FIGURES = ("asked", "open", "settled", "undecided", "excluded", "answered", "split")
COLUMNS = (*FIGURES, "asleep", "kept")
"""What a row of ``task_item`` holds; ``task_total`` adds them up, and counts the rows as ``items``."""
BATCH_SIZE = 200
"""Items that are counted between two calls of a progress function."""
Progress = Callable[[int, int], bool]
"""Called with (items done, all); a False stops the work."""
_TABLES = ("mask", "unmet", "unusable", "task_progress")


def evaluate_item(connection: Connection, item: ItemId, book: TaskBook) -> ItemOutcome:
    """What the tasks in force ask of an item now, and what became of it."""
    return asked_cells.evaluate_item(answer_sheet.load(connection, item, book), book, judges(connection, book))


def count_outcomes(connection: Connection, items: Sequence[ItemId], book: TaskBook) -> dict[ItemId, ItemOutcome]:
    """Keep what the tasks in force come to in these items; gives it by item."""
    voting = judges(connection, book)
    outcomes = {}
    outside = slots.outside(connection, book, items)
    for item in items:
        read = answer_sheet.load(connection, item, book, outside)
        outcome = outcomes[item] = asked_cells.evaluate_item(read, book, voting)
        outcome.finished_pairs -= _open(read, book, outcome)
        _keep(connection, item, book, outcome)
        uncounted_answers.keep(connection, item, book, outcome.out, len(read.homes))
    return outcomes


def check_cancelled(progress: Progress | None, done: int, total: int) -> None:
    """Raises: Cancelled where whoever watches wants no more."""
    if progress is not None and not progress(done, total):
        raise Cancelled("The operation was stopped; the project did not change.")


def forget_task_progress(connection: Connection) -> None:
    """Let go of all that is kept for tasks: before everything is counted again, or because no protocol is in force."""
    from galley.core.storage import row_checks  # with msgspec, which a start needs nothing of

    row_checks.empty_tables(connection, ("aside", *_TABLES, "task_item", "task_total"))


def judges(connection: Connection, book: TaskBook) -> dict[AnnotatorId, frozenset[str]]:
    """The judges that vote in some task (row ids), each with what tasks call it."""
    if not book.judges:
        return {}
    called = {
        row: words(annotator.name, annotator.method)
        for row, annotator in names.annotators(connection).items()
        if annotator.kind in JUDGES
    }
    return {row: called_by for row, called_by in called.items() if called_by.intersection(book.judges)}


def _keep(connection: Connection, item: ItemId, book: TaskBook, outcome: ItemOutcome) -> None:
    progress = []
    for name, standing in outcome.standings.items():
        for who in {*standing.done, *(who for of, who in outcome.finished_pairs if of == name)}:
            answered, unsure = standing.done.get(who, (0, 0))
            is_finished = (name, who) in outcome.finished_pairs
            progress.append(task_rows.TaskProgress(book.rows[name], who, answered, unsure, is_finished))
    aside, types = sorted(outcome.aside.items()), sorted(outcome.types.items())
    task_rows.replace_counts(connection, item, aside, types, sorted(outcome.unmet), sorted(progress))
    for name, standing in outcome.standings.items():
        _stands(connection, book.rows[name], item, standing)


def _open(read: answer_sheet.TaskSheet, book: TaskBook, outcome: ItemOutcome) -> set[tuple[str, AnnotatorId]]:
    """The (task, person) of which a flag, or what was written since, is still open after a finish."""
    answered_cells = {(spoken.who, spoken.cell) for spoken in read.answers}
    open_pairs = set()
    for who, cell in read.late - answered_cells:
        task = book.owner(cell.criterion, read.kind(cell.unit))
        if task is not None and cell in outcome.rulings and cell not in read.known_answers:
            open_pairs.add((task.full, who))
    return open_pairs


def _stands(connection: Connection, task: int, item: ItemId, standing: Standing) -> None:
    """Write a task's row of an item, and the difference to the totals."""
    totals = standing.totals
    figures = (*(getattr(totals, name) for name in FIGURES), standing.not_counted, standing.waiting)
    task_rows.replace_task_row(connection, task, item, dict(zip(COLUMNS, figures, strict=True)))
