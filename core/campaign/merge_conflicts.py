"""Cells that somebody should look at after a merge: answered here and there by one reviewer, or settled before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from galley.core.adjudication import queue
from galley.core.adjudication.queue import Case
from galley.core.campaign.merge_report import SentenceList
from galley.core.domain import NO_ANNOTATOR, AnnotatorId, Cell, Criterion, CriterionId, ItemId, Value, unit_number
from galley.core.review import item_state
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.storage.log_row import LogRow
from galley.core.storage.queries.verdicts import count_adjudicated, read_place


def list_conflicts(
    connection: Connection,
    item: ItemId,
    earlier: Iterable[LogRow],
    new_rows: Sequence[LogRow],
    uids: set[str],
    package_start: tuple[int, str],
    sentences: SentenceList,
) -> None:
    """List the cells that a reviewer answered here after a package was made, and otherwise in the answers.

    ``earlier`` is the log here, ``new_rows`` what is added to it, ``uids`` what the file holds, ``package_start`` the
    last decision (row id) that the package began with, and its time, which decides where the row id is -1.
    """
    seen, at = package_start
    people = {row.reviewer_id for row in new_rows}
    later = (row for row in earlier if (row.id > seen if seen >= 0 else row.at > at))
    own_rows = [row for row in later if row.uid not in uids and row.reviewer_id in people]
    if not own_rows:
        return
    away = item_state.find_undone(sorted([*earlier, *new_rows], key=lambda row: (row.at, row.uid)))
    project_answers, file_answers = _find_latest_answers(own_rows, away), _find_latest_answers(new_rows, away)
    for who, cell in sorted(project_answers.keys() & file_answers.keys()):
        if project_answers[who, cell] != file_answers[who, cell]:
            person = names.annotators(connection)[who].name if who else "the adjudicator"
            sentence = (
                f"{person} says {_describe_value(project_answers[who, cell])} here and "
                f"{_describe_value(file_answers[who, cell])} in the answers"
            )
            sentences.add(f"{_describe_cell(connection, item, cell)}: {sentence}")


def list_cells_to_recheck(
    connection: Connection, items: Sequence[ItemId], last_decision: int, sentences: SentenceList
) -> None:
    """List the settled cells of these items that a person has answered by a decision after the row id ``top``."""
    gold_items = count_adjudicated(connection, by_decisions=True)
    people = names.annotators(connection)
    for case in queue.scan(connection, [item for item in items if item in gold_items]):
        if case.needs_review:
            later = {
                who: vote for who, vote in case.humans.items() if vote.decision > max(last_decision, case.decision)
            }
            if later:
                answer_words = ", ".join(
                    f"{people[who].name} says {_describe_value(vote.value)}" for who, vote in later.items()
                )
                sentences.add(
                    f"{_describe_cell(connection, case.item, case.cell)}: {_describe_gold(case)}, and {answer_words}"
                )


def _describe_gold(case: Case) -> str:
    return f"adjudicated as {_describe_value(case.gold)}" if case.gold is not None else "unresolved"


def _describe_value(value: Value | None) -> str:
    return "unsure" if value is None else str(value)


def _find_latest_answers(
    rows: Iterable[LogRow], undone_rows: set[int]
) -> Mapping[tuple[AnnotatorId, Cell], Value | None]:
    """The last standing answer of each reviewer to each cell."""
    last_answers: dict[tuple[AnnotatorId, Cell], Value | None] = {}
    for row in sorted(rows, key=lambda row: (row.at, row.uid)):
        if row.id not in undone_rows and row.unit_id is not None and row.target_id is not None:
            for answer in item_state.answers(row, NO_ANNOTATOR):
                last_answers[answer.annotator, Cell(row.unit_id, answer.criterion, row.target_id)] = answer.value
    return last_answers


def _describe_cell(connection: Connection, item: ItemId, cell: Cell) -> str:
    """A cell in words: "visit-12, Missed turn, turn 3 of dialogue"."""
    criteria: Mapping[CriterionId, Criterion] = names.criteria(connection)
    place = read_place(connection, cell.unit, cell.target)
    if place.kind == "whole":
        where = f"the whole of {place.document}"
    elif place.name:
        where = f"{place.kind} {place.name}"
    else:
        where = f"{place.kind} {unit_number(place.position)} of {place.document}"
    return f"{place.key}, {criteria[cell.criterion].name}, {where}"
