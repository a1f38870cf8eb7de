"""Finishing an item: what it answers, what it leaves, and when somebody is through with an item.

A finish answers what was in sight: a (criterion, target) pair is covered where its target, and every document that the
units stand in of which it is asked, were read to their last unit in this assignment. The other pairs are in the column
``unread`` of the decision, and keep the assignment open until a later finish covers them. Silence never speaks of a
flag, nor of a cell whose right answer is known: those stay open one by one (the table ``unsaid``). A finish without
``unread`` is from before there was this; it covered everything, and said "no" of flags too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from galley.core.domain import (
    TEXT_KINDS,
    Action,
    AnnotatorId,
    Criterion,
    CriterionId,
    ItemId,
    Role,
    Scheme,
    UnitKind,
)
from galley.core.storage.connection import Connection
from galley.core.storage.queries.decisions import DecisionSelection, read_log
from galley.core.tasks.levels import LevelPair, parse_pairs
from galley.core.tasks.task_book import TaskBook, read_task_book

if TYPE_CHECKING:
    from galley.core.review.items import ItemView

Pair = tuple[CriterionId, int]
"""A criterion and a target (row ids)."""
P = TypeVar("P", bound=LevelPair)
OWN = (Role.SUMMARY, Role.TABLE)
"""Units of these are judged as part of their document, and against no other."""


def list_all_pairs(view: ItemView) -> frozenset[int]:
    """The documents (row ids) of an item, for a caller without a window whose reviewer has read them all."""
    return frozenset(document.id for document in view.documents)


def split_pairs(
    view: ItemView,
    pairs: Iterable[Pair],
    schemes: Sequence[Scheme],
    read: Collection[int],
    wholes: Collection[CriterionId],
) -> tuple[list[Pair], list[Pair]]:
    """Of the pairs that are asked those that a finish covers, and those that it leaves. ``read`` are the documents (row
    ids) that were in sight, ``wholes`` the criteria (row ids) of which it speaks of whole documents: one that a judge
    flagged has its own answer, so that nothing of it need be read."""
    criteria = {criterion.row: criterion for scheme in schemes for criterion in scheme.criteria}
    wholes = {*wholes, *(row for row, criterion in criteria.items() if criterion.unit is UnitKind.WHOLE)}
    flagged = view.find_flagged_wholes() if wholes else set()
    covered: list[Pair] = []
    open_pairs: list[Pair] = []
    for pair in pairs:
        has_own_answer = pair[0] in wholes and pair in flagged
        needed = set() if has_own_answer else find_needed_documents(view, criteria[pair[0]], pair[1])
        (covered if needed <= set(read) else open_pairs).append(pair)
    return covered, open_pairs


def find_needed_documents(view: ItemView, criterion: Criterion, target: int) -> set[int]:
    """The documents (row ids) that must be read for an implicit no to answer a criterion about a target."""
    if criterion.about != "summary":
        return {target}
    if criterion.unit is UnitKind.WHOLE:
        homes = [d for d in view.documents if d.role in criterion.roles]
    elif criterion.unit in TEXT_KINDS:
        document_ids = {d.id for d in view.documents if any(unit.kind == criterion.unit for unit in d.units)}
        homes = [d for d in view.documents if d.role in criterion.roles and d.id in document_ids]
    else:
        document_ids = {unit.document for unit in view.derived_units if unit.kind == criterion.unit}
        homes = [d for d in view.documents if d.id in document_ids]
    return {target, *(home.id for home in homes if home.role not in OWN)}


def own(tasks: TaskBook, task: int | None, pairs: Iterable[P]) -> list[P]:
    """Those of the pairs on which silence in a task (row id; None: the default one) says "no": those that it owns, if
    it takes unmarked as no."""
    if not tasks.tasks:
        return list(pairs) if task is None else []
    return [pair for pair in pairs if tasks.find_implicit_task(tasks.criteria[pair[0]]) == task]


def ends(
    connection: Connection, item: ItemId, covered: Mapping[AnnotatorId, Collection[LevelPair]]
) -> dict[tuple[AnnotatorId, int | None, int], frozenset[LevelPair]]:
    """The assignments of an item, (person, task, round), that stand finished, each with the pairs that are still left
    of it. ``covered`` are the pairs of which each person's unmarked cells mean "no"."""
    stood: dict[tuple[AnnotatorId, int | None, int], str | None] = {}
    selection = DecisionSelection(items=[item], actions=(Action.FINISH, Action.REOPEN), undone=False)
    for row in read_log(connection, selection):
        if row.action == Action.FINISH:
            stood[row.reviewer_id, row.task_id, row.round] = row.unread
        else:
            stood.pop((row.reviewer_id, row.task_id, row.round), None)
    if not any(stood.values()):
        return dict.fromkeys(stood, frozenset())
    tasks = read_task_book(connection)
    open_by_assignment = {}
    for (who, task, number), unread in stood.items():
        open_pairs = own(tasks, task, parse_pairs(unread))
        open_by_assignment[who, task, number] = frozenset(open_pairs).difference(covered.get(who, ()))
    return open_by_assignment
