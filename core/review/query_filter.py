"""What a query (``core/query.py``) means in a project: the filter of the queue that it is, the query that a filter is,
and the flags that either finds.

State words are about flags where flags are asked for (``open``: nobody, or not this reviewer, has answered it) and
about items where items are (see ``queue.Show``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from galley.core.domain import (
    JUDGES,
    NO_ANNOTATOR,
    NO_CRITERION,
    NO_ITEM,
    AnnotatorId,
    AnnotatorKind,
    CriterionId,
    ItemId,
)
from galley.core.errors import InputError
from galley.core.query import META, Mistake, Query, format_query, parse
from galley.core.review import blind, queue
from galley.core.review.items import FlagState
from galley.core.review.queue import Filter, Show, Sort
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.storage.queries import filter_choices, item_queue
from galley.core.storage.queries import flags as flag_rows
from galley.core.storage.queries.flags import Flag, FlagChoice

NOBODY = AnnotatorId(-1)
"""The row id of a reader who is nobody in the project: everything is open for them."""
DIFFER = "differ"
"""The state of a flag on which people said different things."""


def item_filter(
    connection: Connection, query: Query, *, flags: bool = True, reviewer: AnnotatorId = NO_ANNOTATOR
) -> Filter:
    """The filter of the queue that a query is. Without ``flags``, criterion and judge are left to the caller. Judges
    are called as ``reviewer`` may see them.

    Raises: Mistake for a name that the project does not have; it says where in the query.
    """
    queue_filter = Filter(show=Show(query.state) if query.state else Show.ALL, search=query.search)
    if flags:
        queue_filter = replace(
            queue_filter, criterion=criterion_of(connection, query), judge=judge_of(connection, query, reviewer)
        )
    return replace(
        queue_filter,
        system=_named_choice(connection, query, "system"),
        dataset=_named_choice(connection, query, "dataset"),
        fields=_fields(connection, query),
    )


def parse_partly(connection: Connection, text: str, reviewer: AnnotatorId = NO_ANNOTATOR) -> tuple[Filter, str]:
    """What a query asks for without the words in it that are wrong, and the first mistake as a sentence ("" for none):
    for who is still writing it."""
    first_mistake = ""
    while True:
        try:
            return item_filter(connection, parse(text), reviewer=reviewer), first_mistake
        except Mistake as error:
            first_mistake = first_mistake or str(error)
            end = error.at + error.length
            end += len(text[end:].split(" ", 1)[0])
            text = text[: error.at] + text[end:]


def as_query(connection: Connection, queue_filter: Filter, reviewer: AnnotatorId = NO_ANNOTATOR) -> str:
    """The query that a filter is; its order is no part of it. Raises: InputError for items that were picked one by
    one, which no query says."""
    if queue_filter.items:
        raise InputError(
            "These items were picked in a chart or a draw, which a query cannot express; show all items first."
        )
    terms: list[tuple[str, str]] = []
    if queue_filter.criterion:
        criteria = names.criteria(connection)
        named = criteria[queue_filter.criterion]
        alone = [criterion.id for criterion in criteria.values()].count(named.id) == 1
        terms.append(("criterion", named.id if alone else f"{named.scheme}/{named.id}"))
    if queue_filter.judge:
        terms.append(("judge", blind.annotators(connection, reviewer)[queue_filter.judge].name))
    terms += [
        (field, text) for field, text in (("system", queue_filter.system), ("dataset", queue_filter.dataset)) if text
    ]
    state = "" if queue_filter.show is Show.ALL else queue_filter.show.value
    return format_query(state, [*terms, *queue_filter.fields], queue_filter.search)


def criterion_of(connection: Connection, query: Query) -> CriterionId:
    """The row id of the criterion that a query names, by its id or SCHEME/ID; 0 where it names none. Raises: Mistake"""
    term = query.term("criterion")
    if term is None:
        return NO_CRITERION
    criteria = names.criteria(connection)
    fits = [
        row for row, criterion in criteria.items() if term.value in (criterion.id, f"{criterion.scheme}/{criterion.id}")
    ]
    if not fits:
        raise query.wrong(
            term, f"the project has no such criterion; it has {_join_names([c.id for c in criteria.values()])}"
        )
    if len(fits) > 1:
        both = _join_names([f"{criteria[row].scheme}/{criteria[row].id}" for row in fits])
        raise query.wrong(term, f"several schemes have it; choose one: {both}")
    return fits[0]


def judge_of(connection: Connection, query: Query, reviewer: AnnotatorId = NO_ANNOTATOR) -> AnnotatorId:
    """The row id of the judge or import that a query names; 0 where it names none. Raises: Mistake"""
    term = query.term("judge")
    if term is None:
        return NO_ANNOTATOR
    annotators = blind.annotators(connection, reviewer)
    judges = {annotator.name: row for row, annotator in annotators.items() if annotator.kind in JUDGES}
    if term.value not in judges:
        raise query.wrong(term, f"the project has no such judge; it has {_join_names(list(judges))}")
    return judges[term.value]


def _named_choice(connection: Connection, query: Query, field: str) -> str:
    """What a term names of what is there, "" where there is no such term. Raises: Mistake"""
    term = query.term(field)
    if term is None:
        return ""
    choices = filter_choices.list_choices(connection, field)
    if term.value not in choices:
        raise query.wrong(term, f"the project has no such {field}; it has {_join_names(choices)}")
    return term.value


def _fields(connection: Connection, query: Query) -> tuple[tuple[str, str], ...]:
    """What split, key and metadata must be. Raises: Mistake where no item has it."""
    field_terms = [term for term in query.terms if term.field in item_queue.ITEM_FIELDS or term.field.startswith(META)]
    for term in field_terms:
        if not item_queue.has_items_with(connection, term.field, term.value):
            raise query.wrong(term, "no item of the project has it")
    return tuple((term.field, term.value) for term in field_terms)


def flags(connection: Connection, query: Query, reviewer: AnnotatorId = NO_ANNOTATOR) -> list[Flag]:
    """The flags that a query lets through; see ``find_flags``. Raises: Mistake"""
    return find_flags(connection, item_filter(connection, query, reviewer=reviewer), reviewer)


def find_flags(connection: Connection, queue_filter: Filter, reviewer: AnnotatorId = NO_ANNOTATOR) -> list[Flag]:
    """The flags that a filter lets through, by item and cell, each with its state for ``reviewer`` (row id): open,
    accepted, overridden or unsure. With 0 for everybody: open where nobody answered, ``differ`` where people differ.
    A filter for open or unsure asks for flags that are so."""
    state = queue_filter.show.value if queue_filter.show in (Show.OPEN, Show.UNSURE) else ""
    choice = FlagChoice(
        queue_filter.criterion, queue_filter.judge, queue_filter.system, _find_items(connection, queue_filter, reviewer)
    )
    people = [reviewer] if reviewer else _people(connection) or [NOBODY]
    flags_by_person = [flag_rows.find_flags(connection, choice, who) for who in people]
    together = (
        flag_group[0]._replace(state=_together([flag.state for flag in flag_group]))
        for flag_group in zip(*flags_by_person, strict=True)
    )
    return [flag for flag in together if not state or flag.state == state]


def _find_items(connection: Connection, queue_filter: Filter, reviewer: AnnotatorId) -> Sequence[ItemId] | None:
    """The items in which the flags of a filter can be; None for all."""
    of_flags = queue_filter.show in (Show.OPEN, Show.UNSURE)
    about_items = replace(queue_filter, criterion=NO_CRITERION, judge=NO_ANNOTATOR, sort=Sort.FILE, task="")
    about_items = replace(about_items, show=Show.ALL) if of_flags else about_items
    if about_items == Filter():
        return None
    if replace(about_items, items=()) == Filter():
        return about_items.items
    of_queue = replace(queue_filter, show=Show.ALL) if of_flags else queue_filter
    return queue.ids(connection, of_queue, reviewer or item_queue.EVERYBODY)


def find_flags_in(
    connection: Connection, items: Iterable[ItemId], queue_filter: Filter, reviewer: AnnotatorId
) -> list[Flag]:
    """The flags of these items alone that a filter's criterion, judge and system let through, whatever their state."""
    among = replace(Filter(), criterion=queue_filter.criterion, judge=queue_filter.judge, system=queue_filter.system)
    return find_flags(connection, replace(among, items=tuple(items) or (NO_ITEM,)), reviewer)


def _people(connection: Connection) -> list[AnnotatorId]:
    return [row for row, annotator in names.annotators(connection).items() if annotator.kind is AnnotatorKind.HUMAN]


def _together(states: list[str]) -> str:
    """What people's states add up to: those that answered count, and an answer more than an unsure."""
    answered = set(states) - {FlagState.OPEN.value}
    firm = answered - {FlagState.UNSURE.value}
    if len(firm) > 1:
        return DIFFER
    return next(iter(firm or answered), FlagState.OPEN.value)


def _join_names(choices: list[str], most: int = 12) -> str:
    unique = list(dict.fromkeys(choices))
    return ", ".join(unique[:most]) + (f" … (+{len(unique) - most})" if len(unique) > most else "") or "none"
