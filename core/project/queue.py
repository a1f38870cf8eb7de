"""The queue: which items, in which order, and what their rows show. Filter, sort and search are SQL."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from core.project import textindex


class Show(StrEnum):
    """Which items the queue holds, by how far the reviewer is with them."""

    ALL = "all"
    OPEN = "open"
    UNSURE = "unsure"
    TIES = "ties"
    FINISHED = "finished"
    UNFINISHED = "unfinished"


class Sort(StrEnum):
    """In which order."""

    FILE = "file"
    KEY = "key"
    OPEN_FLAGS = "open flags"
    TIES = "ties"


@dataclass(frozen=True, slots=True)
class Filter:
    """What the reviewer asked the queue for. ``criterion`` and ``judge`` are row ids; 0 and "" ask for nothing."""

    show: Show = Show.ALL
    criterion: int = 0
    judge: int = 0
    system: str = ""
    dataset: str = ""
    search: str = ""
    sort: Sort = Sort.FILE


class QueueRow(NamedTuple):
    """One line of the queue. ``open`` counts flags that the reviewer has not answered; ``votes`` is "2:2" or ""."""

    id: int
    key: str
    systems: str
    flags: int
    open: int
    unsure: int
    finished: bool
    ties: int
    votes: str


class Totals(NamedTuple):
    """How far the reviewer is with the project."""

    items: int
    finished: int
    flags: int
    settled: int
    unsure: int
    unsure_items: int
    ties: int
    tied_items: int
    decisions: int


SHOWS = {
    Show.OPEN: "item.flags > coalesce(settled, 0) AND NOT coalesce(finished, 0)",
    Show.UNSURE: "unsure > 0",
    Show.TIES: "item.ties > 0",
    Show.FINISHED: "finished = 1",
    Show.UNFINISHED: "NOT coalesce(finished, 0)",
}
ORDERS = {
    Sort.FILE: "item.id",
    Sort.KEY: "item.key",
    Sort.OPEN_FLAGS: "item.flags - coalesce(settled, 0) DESC, item.id",
    Sort.TIES: "item.ties DESC, item.id",
}


def ids(connection: sqlite3.Connection, wanted: Filter, reviewer: int) -> array[int]:
    """The row ids of the items that match, in order. One query; runs for milliseconds at 100,000 items."""
    clauses: list[str] = []
    values: list[Any] = []
    tables = "item"
    if wanted.show in (Show.OPEN, Show.UNSURE, Show.FINISHED, Show.UNFINISHED) or wanted.sort is Sort.OPEN_FLAGS:
        tables += " LEFT JOIN progress ON progress.item_id = item.id AND progress.annotator_id = ?"
        values.append(reviewer)
    if wanted.show is not Show.ALL:
        clauses.append(SHOWS[wanted.show])
    if wanted.criterion or wanted.judge:
        inner = "value = 'yes'"
        if wanted.criterion:
            inner += " AND criterion_id = ?"
            values.append(wanted.criterion)
        if wanted.judge:
            inner += " AND annotator_id = ?"
            values.append(wanted.judge)
        clauses.append(f"item.id IN (SELECT item_id FROM verdict WHERE {inner})")
    if wanted.system:
        clauses.append("item.id IN (SELECT item_id FROM document WHERE system = ?)")
        values.append(wanted.system)
    if wanted.dataset:
        clauses.append("item.dataset = ?")
        values.append(wanted.dataset)
    if wanted.search.strip():
        clause, given = _search(wanted.search)
        clauses.append(clause)
        values += given
    where = f"WHERE {' AND '.join(clauses)}" if clauses else ""
    rows = connection.execute(f"SELECT item.id FROM {tables} {where} ORDER BY {ORDERS[wanted.sort]}", values)
    return array("q", [row[0] for row in rows])


def _search(words: str) -> tuple[str, list[Any]]:
    like = "%" + words.strip().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
    query = textindex.query(words)
    if not query:
        return "item.key LIKE ? ESCAPE '\\'", [like]
    return (
        "(item.id IN (SELECT rowid FROM item_text WHERE item_text MATCH ?)"
        " OR item.id IN (SELECT item_id FROM note WHERE id IN (SELECT rowid FROM note_text WHERE note_text MATCH ?))"
        " OR item.key LIKE ? ESCAPE '\\')",
        [query, query, like],
    )


def rows(connection: sqlite3.Connection, wanted: Sequence[int], reviewer: int) -> list[QueueRow]:
    """What the queue shows for these items, in the order given (a page, not the whole queue)."""
    marks = ",".join("?" * len(wanted))
    found = {
        row[0]: QueueRow._make((*row[:6], bool(row[6]), *row[7:]))
        for row in connection.execute(
            "SELECT item.id, key, coalesce((SELECT group_concat(system, ', ') FROM (SELECT DISTINCT system"
            " FROM document WHERE item_id = item.id AND role = 'summary' AND system <> '' ORDER BY document.id)), ''),"
            " flags, flags - coalesce(settled, 0), coalesce(unsure, 0), coalesce(finished, 0), ties, votes"
            " FROM item LEFT JOIN progress ON progress.item_id = item.id AND progress.annotator_id = ?"
            f" WHERE item.id IN ({marks})",
            (reviewer, *wanted),
        )
    }
    return [found[item] for item in wanted if item in found]


def totals(connection: sqlite3.Connection, reviewer: int) -> Totals:
    """The figures at the head of the window."""
    items, flags, ties, tied = connection.execute(
        "SELECT count(*), coalesce(sum(flags), 0), coalesce(sum(ties), 0), coalesce(sum(ties > 0), 0) FROM item"
    ).fetchone()
    finished, settled, unsure, unsure_items = connection.execute(
        "SELECT coalesce(sum(finished), 0), coalesce(sum(settled), 0), coalesce(sum(unsure), 0),"
        " coalesce(sum(unsure > 0), 0) FROM progress WHERE annotator_id = ?",
        (reviewer,),
    ).fetchone()
    decisions = connection.execute("SELECT coalesce(max(id), 0) FROM decision").fetchone()[0]
    return Totals(items, finished, flags, settled, unsure, unsure_items, ties, tied, decisions)


def systems(connection: sqlite3.Connection) -> list[str]:
    """The systems that wrote summaries, in alphabetical order."""
    return [row[0] for row in connection.execute("SELECT DISTINCT system FROM document WHERE system <> '' ORDER BY 1")]


def datasets(connection: sqlite3.Connection) -> list[str]:
    """The data sets of the items, in alphabetical order."""
    return [row[0] for row in connection.execute("SELECT DISTINCT dataset FROM item WHERE dataset <> '' ORDER BY 1")]
