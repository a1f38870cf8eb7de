"""Views that were named and saved in the project: a task, what is asked for as a query, and in which order.

They are kept in the setting ``views`` as names, not as row ids, so that they travel with the file, and so that one
whose criterion, judge or data set is gone can say so.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, astuple, dataclass, replace

from galley.core.domain import NO_ANNOTATOR, AnnotatorId, ChangeSet
from galley.core.errors import InputError
from galley.core.query import parse
from galley.core.review.query_filter import item_filter
from galley.core.review.queue import Filter, Sort
from galley.core.storage.connection import Connection
from galley.core.storage.queries import read_setting, settings

SETTING = "views"
LONGEST = 80
"""Characters that a name has at most."""


@dataclass(frozen=True, slots=True)
class SavedView:
    """``query`` is what ``core/query.py`` reads, ``task`` a full name or "" for whatever is asked, ``sort`` the order
    of the items (a value of ``queue.Sort``), and ``across`` whether it goes through one criterion's flags."""

    name: str
    query: str
    task: str = ""
    sort: str = Sort.FILE.value
    across: bool = False


def read(connection: Connection) -> tuple[SavedView, ...]:
    """The views of the project by name; one that was edited into something else is passed over."""
    text = read_setting(connection, SETTING)
    views: list[SavedView] = []
    with suppress(ValueError):
        entries = json.loads(text) if text is not None else []
        for entry in entries if isinstance(entries, list) else ():
            with suppress(TypeError):
                view = SavedView(**entry)
                if [type(part) for part in astuple(view)] == [str, str, str, str, bool]:
                    views.append(view)
    return tuple(sorted(views, key=lambda view: view.name.casefold()))


def save(view: SavedView) -> Callable[[Connection], tuple[SavedView, ChangeSet]]:
    """A write that keeps ``view`` in the project, in the place of one of the same name. Raises: InputError for no name
    or one that is too long, Mistake for a query that cannot be read."""
    name = " ".join(view.name.split())
    if not name:
        raise InputError("A view needs a name.")
    if len(name) > LONGEST:
        raise InputError(f"The name of a view has at most {LONGEST} characters; this one has {len(name)}.")
    parse(view.query)
    named = replace(view, name=name)

    def job(connection: Connection) -> tuple[SavedView, ChangeSet]:
        _put(connection, [*(view for view in read(connection) if view.name != name), named])
        return named, ChangeSet(settings=True)

    return job


def remove(name: str) -> Callable[[Connection], tuple[None, ChangeSet]]:
    """A write that forgets a view. The future raises InputError where there is none of this name."""

    def job(connection: Connection) -> tuple[None, ChangeSet]:
        views = read(connection)
        if name not in {view.name for view in views}:
            raise InputError(f"There is no view “{name}”; there are: {', '.join(v.name for v in views) or 'none'}.")
        _put(connection, [view for view in views if view.name != name])
        return None, ChangeSet(settings=True)

    return job


def build_filter(connection: Connection, view: SavedView, reviewer: AnnotatorId = NO_ANNOTATOR) -> Filter:
    """What a view asks the queue for. Raises: InputError that names the view and what of it is gone."""
    try:
        queue_filter = item_filter(connection, parse(view.query), reviewer=reviewer)
    except InputError as error:
        raise InputError(f"The view “{view.name}” cannot be shown as it was saved. {error}") from None
    if view.sort not in set(Sort):
        raise InputError(f"The view “{view.name}” has an unknown order: “{view.sort}”.")
    return replace(queue_filter, sort=Sort(view.sort))


def _put(connection: Connection, views: list[SavedView]) -> None:
    text = json.dumps([asdict(view) for view in views], ensure_ascii=False)
    settings.write_setting(connection, SETTING, text)
