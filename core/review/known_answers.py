"""Cells whose right answer is known: set from gold or from a file, and how people did on them.

They train people (a task with ``known = true``) or check them (a share of a task's units); the verdicts on them are put
aside and count in no figure. Which they are never leaves the project, but for training.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from galley.core.definitions.protocols import Task, UnmarkedMeaning
from galley.core.domain import Cell, ChangeSet, Criterion, ItemId, UnitId, Value
from galley.core.errors import InputError
from galley.core.foreign_files import MOST_LINES, load_json, read_whole
from galley.core.review import log_entries
from galley.core.review.progress import tally_all
from galley.core.rules.rule import Ruling
from galley.core.storage import item_layout, native_cells, slot_queries
from galley.core.storage.connection import Connection
from galley.core.storage.queries import find_items, read_metadata
from galley.core.storage.queries import tasks as task_rows
from galley.core.storage.queries.items import find_item
from galley.core.tasks import answer_sheet, counts, extent, slots
from galley.core.tasks.answer_sheet import TaskSheet
from galley.core.tasks.asked_cells import list_asked_cells
from galley.core.tasks.task_book import TaskBook
from galley.core.text.plurals import format_count

GOLD, COLUMN = "gold", "column:"
"""Where known answers come from (see ``from_source``)."""


@dataclass(frozen=True, slots=True)
class KnownScore:
    """How somebody did on known cells of a task: ``right`` of ``answered_count``; ``mark`` is the share that passes, of
    ``of`` cells where the task trains (0: of those that were answered)."""

    task: str
    person: str
    right: int
    answered_count: int
    mark: float
    of: int = 0

    @property
    def has_passed(self) -> bool:
        """Whether the share of right answers reaches the mark."""
        return self.right >= self.mark * max(self.of, self.answered_count)

    def __str__(self) -> str:
        passes = f"; the mark is {self.mark:g}: {'passed' if self.has_passed else 'not passed'}" if self.mark else ""
        return (
            f"{self.person} answered {self.right:,} of {self.answered_count:,} known cells of {self.task} right{passes}"
        )


def may_be_known(task: Task) -> None:
    """Raises: InputError for a task that neither trains nor checks"""
    if not task.is_training and not task.known_share:
        raise InputError(
            f"{task.full} has no training or control questions; its protocol says so with known = true, or known = 0.1."
        )


def from_gold(
    connection: Connection, book: TaskBook, task: Task, by: str, size: int = 0, seed: int = 0
) -> tuple[int, ChangeSet]:
    """Make cells with gold known (a job for the writer); gives how many. Training takes ``size`` units at random, all
    unless given; checking as large a share of the units as the task says.

    Raises: InputError where there are none.
    """

    def find_gold(sheet: TaskSheet, rulings: Mapping[Cell, Ruling], cells: Sequence[Cell]) -> dict[Cell, Value]:
        values = {cell: rulings[cell].value for cell in cells if cell in rulings}
        return {cell: value for cell, value in values.items() if value is not None}

    advice = "adjudicate some, or name them in a file"
    rows = _choose_units(connection, book, task, find_gold, ("gold", advice), size, seed)
    return _put(connection, rows, task, by, "from gold")


def from_column(
    connection: Connection, book: TaskBook, task: Task, column: str, by: str, size: int = 0, seed: int = 0
) -> tuple[int, ChangeSet]:
    """The same of a column that an import kept as metadata of items or summaries: one value where the task asks one
    unit there, else a list with a value for each unit.

    Raises: InputError where the column has no answer, or one that the criterion does not have.
    """
    may_be_known(task)
    criteria = [asking.criterion for asking in book.asks(task)]
    if len(criteria) != 1:
        raise InputError(f"{task.full} asks {len(criteria):,} criteria, and a column answers one; name the answers in a"
                         " file.")  # fmt: skip
    item_metadata = read_metadata(connection)

    def find_column(sheet: TaskSheet, rulings: Mapping[Cell, Ruling], cells: Sequence[Cell]) -> dict[Cell, Value]:
        of_target: dict[int, list[Cell]] = defaultdict(list)
        for cell in cells:
            of_target[cell.target].append(cell)
        answers: dict[Cell, Value] = {}
        for target, target_cells in of_target.items():
            metadata = sheet.homes[target].meta if target in sheet.homes else {}
            entry = metadata.get(column, item_metadata.get(sheet.item, {}).get(column))
            values = entry if isinstance(entry, list) else [entry]
            if len(values) == len(target_cells):
                for cell, value in zip(target_cells, values, strict=True):
                    if value not in (None, ""):
                        answers[cell] = _read_answer(value, criteria[0], column)
        return answers

    advice = "it needs one value where the task asks one unit, else a list with a value for each unit"
    rows = _choose_units(connection, book, task, find_column, (f"an answer in the column “{column}”", advice), size,
                         seed)  # fmt: skip
    return _put(connection, rows, task, by, "from a column")


def from_source(
    connection: Connection, book: TaskBook, task: Task, source: str, by: str, size: int = 0, seed: int = 0
) -> tuple[int, ChangeSet]:
    """Make cells known from ``source``: "gold", "column:NAME" or the path of a file (a job for the writer). Raises:
    InputError"""
    if source.startswith(COLUMN):
        return from_column(connection, book, task, source.removeprefix(COLUMN), by, size, seed)
    if source == GOLD:
        return from_gold(connection, book, task, by, size, seed)
    return from_file(connection, book, task, Path(source), by)


def _read_answer(value: Any, criterion: Criterion, column: str) -> Value:
    """A value of a column as an answer to a criterion; yes and no may be written 1 and 0, true and false."""
    if criterion.scale == "yes-no":
        words = {"1": "yes", "true": "yes", "yes": "yes", "0": "no", "false": "no", "no": "no"}
        value = words.get(str(value).strip().casefold().removesuffix(".0"), value)
    elif criterion.scale != "choice" and isinstance(value, str):
        with suppress(ValueError):
            value = float(value) if "." in value else int(value)
    try:
        answer: Value = native_cells.value({"value": value}, criterion)[0]
    except InputError as error:
        raise InputError(f"The column “{column}” is not an answer: {error}.") from None
    return answer


Finder = Callable[[TaskSheet, Mapping[Cell, Ruling], Sequence[Cell]], dict[Cell, Value]]
"""From an item, what its cells come to and the cells of a task to the right answers of these cells."""


def _choose_units(
    connection: Connection, book: TaskBook, task: Task, find_answers: Finder, where: tuple[str, str],
    size: int, seed: int,
) -> list[tuple[ItemId, Cell, Value]]:  # fmt: skip
    """The cells of units chosen at random of which all answers are found, with these; ``where`` they stand, and what to
    do where they do not. Raises: InputError"""
    may_be_known(task)
    source, advice = where
    voting, outside = counts.judges(connection, book), slots.outside(connection, book)
    found_units: dict[tuple[ItemId, UnitId], list[tuple[Cell, Value]]] = {}
    units, known_units = 0, 0
    for item in find_items(connection):
        task_sheet = answer_sheet.load(connection, item, book, outside)
        asked_cells, outcome = list_asked_cells(task_sheet, book, task, voting)
        if task.is_training:
            asked_cells = [
                cell
                for asking in book.asks(task)
                for kind in asking.units
                for cell in extent.cells(task_sheet, asking.criterion, kind, outcome.types)
            ]
        of: dict[UnitId, list[Cell]] = defaultdict(list)
        for cell in asked_cells:
            of[cell.unit].append(cell)
        units += len(of)
        alike = {cell for cell in task_sheet.known_answers if (cell in task_sheet.trains) == task.is_training}
        known_units += sum(not alike.isdisjoint(unit_cells) for unit_cells in of.values())
        answers = find_answers(task_sheet, outcome.rulings, asked_cells)
        for unit, unit_cells in of.items():
            if not any(cell in task_sheet.known_answers for cell in unit_cells) and all(
                cell in answers for cell in unit_cells
            ):
                found_units[item, unit] = [(cell, answers[cell]) for cell in unit_cells]
    if not found_units and not known_units:
        raise InputError(f"No unit of {task.full} has {source} for all that it asks; {advice}.")
    share_count = max(1, round(units * task.known_share)) - known_units
    unit_count = size or (len(found_units) if task.is_training else share_count)
    if unit_count < 1:
        rest = f"and no other has {source}" if task.is_training else "which is as many as it needs"
        raise InputError(f"{known_units:,} of the {units:,} units of {task.full} are known already, {rest}.")
    if unit_count > len(found_units):
        raise InputError(
            f"{unit_count:,} units of {task.full} should be known, and {len(found_units):,} have {source}; {advice},"
            " or ask for fewer with --size."
        )
    chosen_units = sorted(random.Random(f"galley campaign known {seed}").sample(sorted(found_units), unit_count))
    return [(item, cell, value) for item, unit in chosen_units for cell, value in found_units[item, unit]]


def from_file(connection: Connection, book: TaskBook, task: Task, path: Path, by: str) -> tuple[int, ChangeSet]:
    """Make the cells of a file known (a job for the writer): JSON Lines, each with the key of an item and a list
    ``known`` of cells as the native record names them, each with its ``value``; gives how many.

    Raises: InputError with the line.
    """
    may_be_known(task)
    try:
        lines = read_whole(path, MOST_LINES).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8 text; save it as UTF-8.") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); check the path and its permissions.") from error
    vocabulary = native_cells.Vocabulary(connection)
    rows: list[tuple[ItemId, Cell, Value]] = []
    for number, line in enumerate(lines, 1):
        try:
            rows += _of_line(connection, book, task, vocabulary, line) if line.strip() else []
        except (InputError, ValueError, TypeError, KeyError, AttributeError) as error:
            what = (
                str(error).rstrip(".")
                if isinstance(error, InputError)
                else f"this is not a line of known cells ({error})"
            )
            raise InputError(f"{path}, line {number}: {what}; nothing was changed.") from error
    if not rows:
        raise InputError(f"{path} names no cell.")
    return _put(connection, rows, task, by, "from a file")


def _of_line(
    connection: Connection, book: TaskBook, task: Task, vocabulary: native_cells.Vocabulary, line: str
) -> list[tuple[ItemId, Cell, Value]]:
    record = load_json(line)
    item = find_item(connection, record["key"])
    if item is None:
        raise InputError(f"the project has no item {record['key']!r}")
    layout, task_sheet = item_layout.load_layout(connection, item), answer_sheet.load(connection, item)
    known_rows = []
    for entry in record["known"]:
        criterion = vocabulary.criterion(entry.get("scheme"), entry.get("criterion"))
        unit, target, _ = native_cells.place(entry, criterion, layout)
        kind = task_sheet.kind(unit)
        if not any(asking.criterion.row == criterion.row and kind in asking.units for asking in book.asks(task)):
            raise InputError(f"{task.full} does not ask {criterion.scheme}/{criterion.id} of a {kind}")
        value = native_cells.value({"value": entry.get("value"), "reason": None}, criterion)[0]
        known_rows.append((item, Cell(unit, criterion.row, target), value))
    return known_rows


def clear(connection: Connection, book: TaskBook, task: Task, by: str) -> tuple[int, ChangeSet]:
    """Let the known cells of a task be as any other again (a job for the writer); gives how many. Raises: InputError"""
    may_be_known(task)
    criteria = [asking.criterion.row for asking in book.asks(task)]
    items, count = task_rows.delete_known_answers(connection, criteria, task.is_training)
    words = f"took back {format_count(count, 'known answers')} of {task.full}"
    log_entries.add(connection, log_entries.EntryKind.KNOWN, by, words)
    tally_all(connection, items)
    return count, ChangeSet(frozenset(items), settings=True)


def _put(
    connection: Connection, rows: Sequence[tuple[ItemId, Cell, Value]], task: Task, by: str, source: str
) -> tuple[int, ChangeSet]:
    words = f"gave {format_count(len(rows), 'cells')} of {task.full} a known answer, {source}"
    task_rows.put_known_answers(connection, rows, task.is_training)
    log_entries.add(connection, log_entries.EntryKind.KNOWN, by, words)
    items = sorted({item for item, _, _ in rows})
    tally_all(connection, items)
    return len(rows), ChangeSet(frozenset(items), settings=True)


def scores(connection: Connection, book: TaskBook) -> list[KnownScore]:
    """How everybody did on the known cells of each task that trains or checks, by what they said first; what they left
    unmarked in a task whose silence says no is a no, and unsure is not right. Training tells the answer at once, so
    that there the very first answer counts, whatever became of it."""
    known_items = {item for item, *_ in slot_queries.find_known_cells(connection)}
    if not known_items:
        return []
    score_list = []
    out = slots.beyond(connection, book, known_items)
    for full, task in book.tasks.items():
        if not task.is_training and not task.known_share:
            continue
        first = task.is_training and task.unmarked_meaning is UnmarkedMeaning.OPEN
        of = _count_training_cells(connection, book, task) if task.is_training else 0
        row = book.rows[full]
        beyond = [(who, place.item) for place, people in out.items() if place.task == row for who in people]
        rows = task_rows.count_known_scores(connection, row, task.is_training, beyond, first)
        score_list += [KnownScore(full, person, right, answered, task.mark, of) for person, right, answered in rows]
    return score_list


def _count_training_cells(connection: Connection, book: TaskBook, task: Task) -> int:
    """How many cells a task that trains has the answers of."""
    criteria = {asking.criterion.row for asking in book.asks(task)}
    training_cells = slot_queries.find_known_cells(connection, training_only=True)
    return sum(criterion in criteria for _, _, criterion, _ in training_cells)


def describe_untrained(connection: Connection, book: TaskBook, task: Task, people: Sequence[str]) -> list[str]:
    """Sentences about those of the people who have not passed the training for a task: one of its protocol that asks a
    criterion of it, has a mark, and of which answers are known."""
    if task.is_training or not task.votes:
        return []
    criteria = {asking.criterion.row for asking in book.asks(task)}
    sentences, done = [], {(score.task, score.person): score for score in scores(connection, book)}
    for training in book.protocol(task).tasks:
        if not training.is_training or not training.mark or not _count_training_cells(connection, book, training):
            continue
        if criteria.isdisjoint(asking.criterion.row for asking in book.asks(training)):
            continue
        for name in people:
            score = done.get((training.full, name))
            if score is None:
                sentences.append(f"{name} has not done the training {training.full}")
            elif not score.has_passed:
                need = f"{score.right:,} of {score.of:,} right, and the mark is {score.mark:g}"
                sentences.append(f"{name} has not passed the training {training.full} ({need})")
    return sentences
