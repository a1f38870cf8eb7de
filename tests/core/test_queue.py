"""The queue: filters, order and search, also in scripts without blanks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from galley.core.domain import ChangeSet
from galley.core.project.check import check
from galley.core.review import items, queue, queue_totals
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.queue import Filter, Show, Sort
from galley.core.storage import names
from galley.core.storage.queries import filter_choices, item_queue
from tests.core import building
from tests.core.building import finish_read


def item(key: str, words: str, system: str = "a", flags: int = 0, dataset: str = "news") -> dict[str, object]:
    return {
        "key": key,
        "dataset": dataset,
        "documents": [
            {"id": "article", "role": "article", "paragraphs": [words]},
            {"id": "sum", "role": "summary", "system": system, "sentences": ["One.", "Two.", "Three."]},
        ],
        "verdicts": [building.flag("changed-meaning", "sum", n) for n in range(flags)],
    }


RECORDS = [
    item("visit-2", "The café serves naïve crêpes.", flags=1),
    item("visit-1", "北京今天下雨，渡轮停航。", system="b", flags=3),
    item("ferry-1", "صدرت الصحيفة اليوم في المدينة", dataset="clinic"),
    item("emoji_1", "A party 🎉 and 100% fun.", flags=2),
]


@pytest.fixture
def project(tmp_path: Path):
    with building.project(tmp_path, *RECORDS) as made:
        yield made


@pytest.fixture
def found(project):
    def keys(**wanted) -> list[str]:
        ids = queue.ids(project.read_connection(), Filter(**wanted), DecisionWriter(project, "ito").reviewer)
        return [row.key for row in queue.rows(project.read_connection(), ids, 0)]

    return keys


def test_order(found) -> None:
    assert found() == ["visit-2", "visit-1", "ferry-1", "emoji_1"]
    assert found(sort=Sort.KEY) == ["emoji_1", "ferry-1", "visit-1", "visit-2"]
    assert found(sort=Sort.OPEN_FLAGS) == ["visit-1", "emoji_1", "visit-2", "ferry-1"]


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        ("cafe", ["visit-2"]),
        ("CRÊPES naive", ["visit-2"]),
        ('"serves naive"', ["visit-2"]),
        ('"naive serves"', []),
        ("serv", ["visit-2"]),
        ("渡轮", ["visit-1"]),
        ("轮渡", []),
        ("الصحيفة", ["ferry-1"]),
        ("visit", ["visit-2", "visit-1"]),
        ("100%", ["emoji_1"]),
        ("emoji_", ["emoji_1"]),
        ("🎉", []),
        ('NEAR( OR "', []),
        ("   ", ["visit-2", "visit-1", "ferry-1", "emoji_1"]),
    ],
)
def test_search(found, words: str, keys: list[str]) -> None:
    assert found(search=words) == keys


def test_search_reads_notes(project, found) -> None:
    DecisionWriter(project, "ito").note(3, None, "ask Mira about this").result()
    assert found(search="mira") == ["ferry-1"]
    DecisionWriter(project, "ito").undo().result()
    assert found(search="mira") == []


def test_filters_and_progress(project, found) -> None:
    desk = DecisionWriter(project, "ito")
    assert found(show=Show.OPEN) == ["visit-2", "visit-1", "emoji_1"]
    view = items.load_item_view(project.read_connection(), 1)
    desk.accept(1, view.flags()[0]).result()
    assert found(show=Show.OPEN) == ["visit-1", "emoji_1"]
    desk.unsure(2, items.load_item_view(project.read_connection(), 2).flags()[0]).result()
    assert found(show=Show.UNSURE) == ["visit-1"]
    finish_read(desk, items.load_item_view(project.read_connection(), 3)).result()
    assert found(show=Show.FINISHED) == ["ferry-1"]
    assert found(show=Show.UNFINISHED) == ["visit-2", "visit-1", "emoji_1"]
    assert found(system="b") == ["visit-1"] and found(dataset="clinic") == ["ferry-1"]
    assert filter_choices.list_choices(project.read_connection(), "system") == ["a", "b"]
    assert filter_choices.list_choices(project.read_connection(), "dataset") == ["clinic", "news"]
    criteria = {c.id: c.row for c in names.criteria(project.read_connection()).values()}
    assert found(criterion=criteria["changed-meaning"]) == ["visit-2", "visit-1", "emoji_1"]
    assert found(criterion=criteria["wrong-linking"]) == []
    assert found(judge=view.flags()[0].annotator, system="a") == ["visit-2", "emoji_1"]
    totals = queue_totals.totals(project.read_connection(), desk.reviewer)
    assert (totals.items, totals.flags, totals.answered_flags, totals.unsure, totals.finished_items) == (4, 6, 1, 1, 1)


def test_progress_is_each_reviewers_own(project, found) -> None:
    other = DecisionWriter(project, "mira")
    finish_read(other, items.load_item_view(project.read_connection(), 1)).result()
    assert "visit-2" in found(show=Show.OPEN)


def test_a_flag_that_is_left_unsure_is_not_open(project, found) -> None:
    """What the list of flags shows as unsure the queue does not count as open; two judges' flags are two."""
    desk = DecisionWriter(project, "ito")
    for item in (1, 2, 3, 4):
        view = items.load_item_view(project.read_connection(), item)
        for flag in {each.cell: each for each in view.flags()}.values():
            desk.unsure(item, flag).result()
    counted = {
        row.id: (row.open, row.flags) for row in queue.rows(project.read_connection(), [1, 2, 3, 4], desk.reviewer)
    }
    assert {opened for opened, _ in counted.values()} == {0} and sum(flags for _, flags in counted.values()) == 6
    assert found(show=Show.OPEN) == [] and found(show=Show.OPEN, sort=Sort.OPEN_FLAGS) == []
    assert queue_totals.totals(project.read_connection(), desk.reviewer).answered_flags == 0
    desk.undo().result()
    assert len(found(show=Show.OPEN)) == len(found(show=Show.OPEN, sort=Sort.OPEN_FLAGS)) == 1


def test_decisions_are_the_answers_that_stand(project) -> None:
    desk, other = DecisionWriter(project, "ito"), DecisionWriter(project, "mira")
    flag = items.load_item_view(project.read_connection(), 1).flags()[0]

    def counted() -> int:
        return queue_totals.totals(project.read_connection(), desk.reviewer).decisions

    before = counted()
    desk.accept(1, flag).result()
    assert counted() == before + 1
    desk.note(1, flag.cell, "why").result()
    finish_read(desk, items.load_item_view(project.read_connection(), 3)).result()
    assert counted() == before + 1, "neither a note nor a finish is an answer to anything"
    desk.undo().result()
    desk.undo().result()
    desk.undo().result()
    assert counted() == before
    desk.redo().result()
    other.unsure(1, flag).result()
    assert counted() == before + 2, "those of everybody"
    plan = (
        project.read_connection()
        .execute(
            "EXPLAIN QUERY PLAN SELECT count(*) FROM decision WHERE action IN"
            " ('accept', 'override', 'unsure', 'add', 'settle')"
        )
        .fetchall()
    )
    assert "COVERING INDEX decision_answer" in str([tuple(row) for row in plan]), "a million rows are not read"


def test_the_items_that_a_judge_flagged_follow_its_verdicts(tmp_path: Path) -> None:
    """Kept by triggers: against the verdicts themselves, after an import, a run that unsays, and one that deletes."""
    by_verdicts = (
        "SELECT DISTINCT annotator_id, item_id FROM verdict JOIN annotator ON annotator.id = annotator_id"
        " WHERE value = 'yes' AND kind IN ('judge', 'import')"
    )
    with building.project(tmp_path, *(building.record(f"n{n}") for n in range(3))) as project:

        def rows(query: str) -> list[tuple[int, int]]:
            return sorted(project.read_connection().execute(query).fetchall())

        def change(connection: Any, query: str) -> ChangeSet:
            connection.execute(query)
            return ChangeSet(structure=True)

        DecisionWriter(project, "ann").accept(1, items.load_item_view(project.read_connection(), 1).flags()[0]).result()
        assert len(rows(by_verdicts)) >= 3 and rows("SELECT * FROM flagged") == rows(by_verdicts)
        for query in (
            "UPDATE verdict SET value = 'no' WHERE item_id = 2 AND id % 2",
            "UPDATE verdict SET value = 'no' WHERE item_id = 2",
            "DELETE FROM verdict WHERE item_id = 3",
        ):
            project.write(lambda connection, query=query: change(connection, query)).result()
            assert rows("SELECT * FROM flagged") == rows(by_verdicts), query
        assert {item for _, item in rows("SELECT * FROM flagged")} == {1}
        assert not [said for said in check(project.path) if "judges flagged" in said]
        project.write(lambda connection: change(connection, "DELETE FROM flagged")).result()
        assert [said for said in check(project.path) if "judges flagged" in said]


def test_a_list_about_everybody_looks_answers_up_by_person(tmp_path: Path) -> None:
    """Without an order of the tables SQLite read everybody's silence once for each flag: 16 s at 4,000 items."""
    with building.project(tmp_path, *(building.record(f"k{n}") for n in range(3))) as project:
        connection = project.read_connection()
        statements: list[str] = []
        connection.set_trace_callback(statements.append)
        queue.rows(connection, [1, 2, 3], item_queue.EVERYBODY)
        connection.set_trace_callback(None)
        (statement,) = [each for each in statements if "AS mine" in each]
        plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}")]
        looked_up = [step for step in plan if step.split()[1] in ("mine", "quiet")]
        assert len(looked_up) == 3 and all(step.startswith("SEARCH") for step in looked_up), plan
