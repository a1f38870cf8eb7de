"""What reviewers did over time is what the log says, undone decisions left away."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from galley.core.importers import find
from galley.core.importers.run_import import import_files
from galley.core.paths import resources
from galley.core.project.project import Project
from galley.core.review import items, queue
from galley.core.review.decision_writer import DecisionWriter
from galley.core.storage.queries import activity, filter_choices
from galley.core.storage.queries.decisions import DecisionSelection, find_decided_items
from galley.core.storage.slot_queries import read_people
from tests.core.building import finish_all


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    """The sample project without decisions."""
    with Project.create(tmp_path / "sample.galley") as made:
        import_files(made, find("galley"), [resources() / "sample" / "sample.jsonl"])
        yield made


def flagged(project: Project) -> list[items.ItemView]:
    """Items with two flags or more."""
    views = [
        items.load_item_view(project.read_connection(), item)
        for item in queue.ids(project.read_connection(), queue.Filter(), 0)
    ]
    return [view for view in views if len(view.flags()) > 1]


def test_answers_are_counted_by_reviewer_and_undone_ones_are_not(project: Project) -> None:
    ada, ben = DecisionWriter(project, "Ada"), DecisionWriter(project, "Ben")
    first, second = flagged(project)[:2]
    ada.accept(first.id, first.flags()[0])
    ada.override(first.id, first.flags()[1])
    ben.accept(second.id, second.flags()[0])
    ada.unsure(second.id, second.flags()[0])
    ada.accept(second.id, second.flags()[1])
    ada.undo().result()
    found: dict[str, list[int]] = {}
    for each in activity.minutes(project.read_connection()):
        counts = found.setdefault(each.reviewer, [0, 0, 0, 0])
        for place, count in enumerate(each[2:]):
            counts[place] += count
    assert found == {"Ada": [1, 1, 1, 0], "Ben": [1, 0, 0, 0]}
    items_by_reviewer = defaultdict(set)
    selection = DecisionSelection(actions=("accept", "override"), undone=False)
    for reviewer, item in find_decided_items(project.read_connection(), selection):
        items_by_reviewer[read_people(project.read_connection())[reviewer]].add(item)
    assert items_by_reviewer == {"Ada": {first.id}, "Ben": {second.id}}


def test_answers_can_be_asked_of_one_criterion_or_data_set(project: Project) -> None:
    desk, view = DecisionWriter(project, "Ada"), flagged(project)[0]
    flag = view.flags()[0]
    desk.accept(view.id, flag).result()
    assert activity.minutes(project.read_connection(), criteria=[flag.cell.criterion])
    assert not activity.minutes(project.read_connection(), criteria=[flag.cell.criterion + 1000])
    assert activity.minutes(project.read_connection(), datasets=[view.dataset])
    assert not activity.minutes(project.read_connection(), datasets=["no such data set"])


def test_an_item_that_was_opened_again_is_not_finished(project: Project) -> None:
    desk = DecisionWriter(project, "Ada")
    first, second = flagged(project)[:2]
    finish_all(desk, first)
    finish_all(desk, second)
    desk.reopen(first.id).result()
    assert sum(each.items for each in activity.finishes(project.read_connection())) == 1
    finish_all(desk, items.load_item_view(project.read_connection(), first.id)).result()
    assert sum(each.items for each in activity.finishes(project.read_connection())) == 2


def test_the_queue_can_hold_named_items_only_in_the_order_in_which_they_are_named(project: Project) -> None:
    everything = list(queue.ids(project.read_connection(), queue.Filter(), 0))
    wanted = (everything[3], everything[1])
    assert list(queue.ids(project.read_connection(), queue.Filter(items=wanted), 0)) == [everything[3], everything[1]]
    assert list(queue.ids(project.read_connection(), queue.Filter(items=(10**9,)), 0)) == []
    many = tuple(everything) * 3000
    assert list(queue.ids(project.read_connection(), queue.Filter(items=many), 0)) == everything


def test_splits_are_listed_once_and_in_order(project: Project) -> None:
    assert filter_choices.list_choices(project.read_connection(), "split") == sorted(
        set(filter_choices.list_choices(project.read_connection(), "split"))
    )
