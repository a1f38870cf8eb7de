"""The queue's two ways, one query for a few items and sets for many, give what a plain reading of the rows gives."""

from __future__ import annotations

import itertools
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from galley.core.review import judge_record, priority, queue, queue_totals
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.review.queue import Filter, Show, Sort
from galley.core.storage.cached_columns import ColumnCache
from galley.core.storage.queries.item_queue import QueueRow
from galley.core.tasks.finish import list_all_pairs
from tests.core import building
from tests.core.made import bring

ITEMS = 40
CRITERIA = ("changed-meaning", "extrinsic-context")


def record(number: int, chance: random.Random) -> dict[str, object]:
    flags = [
        building.flag(CRITERIA[n % 2], "sum", n, annotator=chance.choice(("judge", "other")))
        for n in range(chance.randrange(4))
    ]
    return {
        "key": f"{chance.choice('zyx')}-{number}",
        "dataset": chance.choice(("news", "clinic")),
        "documents": [
            {"id": "article", "role": "article", "paragraphs": [chance.choice(("harbour", "harvest")) + " song"]},
            {"id": "sum", "role": "summary", "system": chance.choice("ab"), "sentences": ["One.", "Two.", "Three."]},
        ],
        "verdicts": flags,
    }


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory):
    chance = random.Random(5)
    folder: Path = tmp_path_factory.mktemp("queue")
    with building.project(folder, *[record(n, chance) for n in range(ITEMS)]) as made:
        for name in ("ito", "mira"):
            desk = DecisionWriter(made, name)
            for item in range(1, ITEMS + 1):
                view = load_item_view(made.read_connection(), item)
                for flag in view.flags():
                    decide = chance.choice((None, desk.accept, desk.override, desk.unsure))
                    if decide:
                        decide(item, flag).result()
                if chance.random() < 0.3:
                    desk.finish(view, list_all_pairs(view)).result()
        yield made


def shown(row: QueueRow, show: Show) -> bool:
    match show:
        case Show.OPEN:
            return row.open > 0 and not row.is_finished
        case Show.UNSURE:
            return row.unsure > 0
        case Show.TIES:
            return row.ties > 0
        case Show.FINISHED:
            return row.is_finished
        case Show.UNFINISHED:
            return not row.is_finished
    return True


ORDER = {
    Sort.FILE: lambda row: row.id,
    Sort.KEY: lambda row: row.key,
    Sort.OPEN_FLAGS: lambda row: (-row.open, row.id),
    Sort.TIES: lambda row: (-row.ties, row.id),
}


@pytest.mark.parametrize("few", [-1, 20_000], ids=["as of many", "as of few"])
def test_every_filter_in_every_order(project, monkeypatch, few: int) -> None:
    monkeypatch.setattr(queue, "FEW", few)
    connection = project.read_connection()
    reviewer = DecisionWriter(project, "ito").reviewer
    everything = queue.rows(connection, range(1, ITEMS + 1), reviewer)
    assert any(r.ties for r in everything)
    assert any(r.is_finished and r.open == 0 and r.flags == 0 for r in everything)
    judge = connection.execute("SELECT id FROM annotator WHERE name = 'other'").fetchone()[0]
    criterion = connection.execute("SELECT id FROM criterion WHERE name = ?", CRITERIA[:1]).fetchone()[0]
    conditions = {
        "1": {},
        "dataset = 'news'": {"dataset": "news"},
        "id IN (SELECT item_id FROM document WHERE system = 'b')": {"system": "b"},
        "id IN (SELECT item_id FROM document WHERE text LIKE '%harbour%')": {"search": "harb"},
        f"id IN (SELECT item_id FROM verdict WHERE value = 'yes' AND annotator_id = {judge})": {"judge": judge},
        f"id IN (SELECT item_id FROM verdict WHERE value = 'yes' AND criterion_id = {criterion})": {
            "criterion": criterion
        },
        "id IN (3, 7, 9, 30)": {"items": (30, 9, 7, 3, 4_000)},
    }
    valued = {item: place for place, item in enumerate(priority.order(connection))}
    keys = ORDER | {
        Sort.VALUE: lambda row: valued[row.id],
        Sort.APART: lambda row: row.id,  # no panel is here: test_judge_panel.py has one
    }
    for (clause, fields), show, sort in itertools.product(conditions.items(), Show, Sort):
        matching = {row[0] for row in connection.execute(f"SELECT id FROM item WHERE {clause}")}
        expected = [r.id for r in sorted(everything, key=keys[sort]) if r.id in matching and shown(r, show)]
        if "items" in fields and sort is Sort.FILE:
            expected.sort(key=fields["items"].index)  # items asked for by name keep the order in which they were
        found = queue.ids(connection, Filter(show=show, sort=sort, **fields), reviewer)
        assert list(found) == expected, (fields, show, sort)


def test_what_is_kept_gives_what_a_fresh_reading_gives(project, monkeypatch) -> None:
    monkeypatch.setattr(queue, "FEW", -1)
    connection, desk, kept, chance = (
        project.read_connection(),
        DecisionWriter(project, "ito"),
        ColumnCache(),
        random.Random(8),
    )
    project.subscribe(kept.note_changes, lambda _: None)
    judge = connection.execute("SELECT id FROM annotator WHERE name = 'other'").fetchone()[0]
    kinds = ({}, {"dataset": "news"}, {"system": "b"}, {"judge": judge}, {"criterion": 1}, {"search": "harb"})
    wanted = [Filter(show=show, sort=sort, **kind) for kind in kinds for show in Show for sort in Sort]
    before = seen = [list(queue.ids(connection, each, desk.reviewer, kept)) for each in wanted]
    for _ in range(4):
        for item in chance.sample(range(1, ITEMS + 1), 6):
            view = load_item_view(connection, item)
            for flag in view.flags():
                chance.choice((desk.accept, desk.override, desk.unsure))(item, flag).result()
            (desk.finish(view, list_all_pairs(view)) if chance.random() < 0.5 else desk.reopen(item)).result()
        seen = [list(queue.ids(connection, each, desk.reviewer, kept)) for each in wanted]
        assert seen == [list(queue.ids(connection, each, desk.reviewer)) for each in wanted]
    assert sum(one != other for one, other in zip(before, seen, strict=True)) > len(wanted) / 4


def test_items_that_come_while_the_queue_is_read_are_in_the_next_list(tmp_path: Path, monkeypatch) -> None:
    chance = random.Random(3)
    with building.project(tmp_path, *[record(n, chance) for n in range(5)]) as made:
        kept, connection, read = ColumnCache(), made.read_connection(), ColumnCache._read
        made.subscribe(kept.note_changes, lambda _: None)

        def read_and_import(self: ColumnCache, *asked: Any) -> Any:
            found = read(self, *asked)
            monkeypatch.undo()
            bring(made, [record(len(queue.ids(connection, Filter(), 0)), chance)], tmp_path)
            return found

        for asked in ({"sort": Sort.OPEN_FLAGS}, {"sort": Sort.KEY}, {"sort": Sort.VALUE}, {"system": "a"}):
            wanted = Filter(**asked)
            before = sorted(queue.ids(connection, wanted, 0, ColumnCache()))
            monkeypatch.setattr(ColumnCache, "_read", read_and_import)
            assert sorted(queue.ids(connection, wanted, 0, kept)) == before
            assert sorted(queue.ids(connection, wanted, 0, kept)) == sorted(queue.ids(connection, wanted, 0))


def test_what_is_counted_after_each_decision_reads_no_row_of_an_item(project) -> None:
    scans = plans(project, lambda connection: queue_totals.totals(connection, 1))
    assert scans and all("item" not in step.split() or "COVERING INDEX" in step for step in scans), scans


def test_a_judge_s_record_is_read_from_the_opinions_and_not_from_all_its_flags(project) -> None:
    scans = plans(project, lambda connection: judge_record.sound(connection, 1, 1))
    assert scans == ["SCAN reason USING INDEX reason_verdict", "SEARCH verdict USING INTEGER PRIMARY KEY (rowid=?)"]


def plans(project, read: Callable[[sqlite3.Connection], object]) -> list[str]:
    """How SQLite goes through the tables for each statement of ``read``."""
    connection, statements = project.read_connection(), []
    connection.set_trace_callback(statements.append)
    read(connection)
    connection.set_trace_callback(None)
    return [row[3] for text in statements for row in connection.execute(f"EXPLAIN QUERY PLAN {text}")]
