"""Questions of a task as a table: a row a question with one column for its answer, out and in again.

Five columns find a question again: ``key``, ``document``, ``unit`` (its number from 1, or the name of a derived one),
``criterion`` and ``about`` (what is judged). The others are for the reader. Somebody fills ``answer`` and, where they
want to, ``reason``; rows without an answer are left alone. Nothing is written unless every answer is sound.
"""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from galley.core import new_files
from galley.core.definitions.protocols import Kind, Task
from galley.core.domain import Cell, Criterion, ItemId, UnitKind, Value, unit_number
from galley.core.errors import InputError
from galley.core.import_types import ImportReport
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import ItemView
from galley.core.storage import names, queries
from galley.core.tables import sources
from galley.core.tables.added_columns import AddedSheet
from galley.core.tables.table_writer import write_workbook
from galley.core.tasks import answer_sheet, counts, slots
from galley.core.tasks.asked_cells import list_asked_cells
from galley.core.tasks.task_book import TaskBook, read_task_book

PLACE = ("key", "document", "unit", "criterion", "about")
COLUMNS = (*PLACE, "text", "question", "answers", "answer", "reason")
UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A cell that a task asks, the row id of its item, and its row of a sheet (without answer and reason)."""

    item: ItemId
    cell: Cell
    row: Mapping[str, str]
    criterion: Criterion

    @property
    def place(self) -> tuple[str, ...]:
        """What finds it again."""
        return tuple(self.row[name] for name in PLACE)


def read_questions(project: Project, name: str, reviewer: str) -> list[AskedQuestion]:
    """What the task ``name`` asks now and ``reviewer`` has not answered, item by item. Raises: InputError for a task
    that asks no questions."""
    connection = project.read_connection()
    book = read_task_book(connection)
    task = _find_task(book, name)
    people = {a.name: row for row, a in names.annotators(connection).items() if a.kind == "human"}
    judges, outside = counts.judges(connection, book), slots.outside(connection, book)
    criteria = names.criteria(connection)
    asked_questions = []
    for item in queries.find_items(connection):
        task_sheet = answer_sheet.load(connection, item, book, outside)
        answered_cells = {answer.cell for answer in task_sheet.answers if answer.who == people.get(reviewer.strip())}
        cells = [cell for cell in list_asked_cells(task_sheet, book, task, judges)[0] if cell not in answered_cells]
        if not cells:
            continue
        view = items.load_item_view(connection, item)
        for cell in cells:
            criterion = criteria[cell.criterion]
            asked_questions.append(AskedQuestion(item, cell, _build_row(view, cell, criterion), criterion))
    return asked_questions


def _find_task(book: TaskBook, name: str) -> Task:
    task = book.find(name)
    if task is None or task.kind is not Kind.ANSWER:
        asking = ", ".join(task.full for task in book.tasks.values() if task.kind is Kind.ANSWER)
        what = f"{task.full} asks no questions" if task else "The default task asks no questions"
        raise InputError(f"{what}; tasks that do: {asking or 'none; galley campaign protocol use adds some'}.")
    return task


def _build_row(view: ItemView, cell: Cell, criterion: Criterion) -> dict[str, str]:
    unit = view.unit(cell.unit)
    if unit.kind is UnitKind.WHOLE:
        unit_label = UnitKind.WHOLE.value
    else:
        unit_label = unit.name or str(unit_number(unit.position))
    return {
        "key": view.key,
        "document": view.document(unit.document).name,
        "unit": unit_label,
        "criterion": criterion.id,
        "about": view.document(cell.target).name,
        "text": unit.text,
        "question": f"{criterion.name}: {criterion.definition}",
        "answers": ", ".join((*_list_answers(criterion), UNSURE)),
    }


def _list_answers(criterion: Criterion) -> tuple[str, ...]:
    if criterion.scale == "ordinal":
        return tuple(str(number) for number in range(criterion.low, criterion.high + 1))
    return criterion.choices if criterion.scale == "choice" else ("yes", "no")


def write_sheet(project: Project, name: str, reviewer: str, path: Path) -> int:
    """Write a workbook (xlsx) of the open questions of a task; how many there are. Raises: InputError"""
    if path.suffix.casefold() != ".xlsx":
        raise InputError(f"{path} must be a workbook; give it the ending .xlsx.")
    if path.exists():
        raise InputError(f"{path} exists already, and may hold answers; name another file.")
    new_files.refuse_leaving(path, project.path)
    asked_questions = read_questions(project, name, reviewer)
    rows = [[question.row.get(column, "") for column in COLUMNS] for question in asked_questions]
    workbook = io.BytesIO()
    write_workbook(workbook, [AddedSheet("Questions", COLUMNS, rows)])
    new_files.write(path, workbook.getvalue(), project.path)
    return len(asked_questions)


def read_sheet(path: Path) -> list[dict[str, Any]]:
    """The rows of a filled sheet: xlsx, or the same table as CSV, JSON or Parquet. Raises: InputError"""
    return [element.value for element in sources.elements(path, {}, ImportReport()) if isinstance(element.value, dict)]


def answer_questions(project: Project, name: str, reviewer: str, rows: Iterable[Mapping[Any, Any]]) -> int:
    """Write the answers of a filled sheet as decisions of ``reviewer``, the rows of an item in one undo group; how many
    there are. Raises: InputError that names the row at fault, and then nothing was written."""
    questions = {question.place: question for question in read_questions(project, name, reviewer)}
    answers: dict[ItemId, dict[Cell, Value | None]] = defaultdict(dict)
    reasons: dict[Cell, str] = {}
    for number, row in enumerate(rows, 2):
        texts = {column: _format_text(row.get(column)) for column in (*PLACE, "answer", "reason")}
        if not texts["answer"]:
            continue
        question = questions.get(tuple(texts[column] for column in PLACE))
        if question is None:
            place = ", ".join(texts[column] for column in PLACE if texts[column])
            raise InputError(
                f"Row {number}: the task asks {reviewer} no such question now ({place}), and nothing was written; write"
                " the sheet again with --out."
            )
        answers[question.item][question.cell] = _read_answer(question.criterion, texts["answer"], number)
        if texts["reason"]:
            reasons[question.cell] = texts["reason"]
    writer = DecisionWriter(project, reviewer)
    for item, item_answers in answers.items():
        writer.form(item, item_answers, {cell: reasons[cell] for cell in item_answers if cell in reasons}).result()
    return sum(map(len, answers.values()))


def _format_text(value: Any) -> str:
    """A cell of a table as text: an empty one is "", a whole number has no decimals."""
    if value is None or value != value:  # NaN of a DataFrame
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value).strip()


def _read_answer(criterion: Criterion, text: str, number: int) -> Value | None:
    allowed = {answer.casefold(): answer for answer in (*_list_answers(criterion), UNSURE)}
    if text.casefold() not in allowed:
        raise InputError(
            f"Row {number}: {text!r} is not an answer to “{criterion.name}”; use one of: {', '.join(allowed.values())}."
            " Nothing was written."
        )
    answer = allowed[text.casefold()]
    if answer == UNSURE:
        return None
    return int(answer) if criterion.scale == "ordinal" else answer
