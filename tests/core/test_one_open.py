"""One rule of what is open: the queue, the item and the overview of the tasks agree."""

from __future__ import annotations

from pathlib import Path

from galley.core.review import items, queue, task_overview
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import FlagState
from galley.core.review.queue import Filter, Show
from tests.core import building


def test_what_is_left_unsure_is_not_open_anywhere(tmp_path: Path) -> None:
    with building.project(tmp_path, *[building.record(f"k{n}") for n in range(4)]) as project:
        desk = DecisionWriter(project, "ann")
        for item, decide in ((1, desk.unsure), (2, desk.accept), (3, desk.override)):
            for flag in items.load_item_view(project.read_connection(), item).flags()[: item + 1]:
                decide(item, flag).result()
        connection = project.read_connection()
        states = [
            (item, view.state(desk.reviewer, flag))
            for item in range(1, 5)
            for view in (items.load_item_view(connection, item),)
            for flag in view.flags()
        ]
        by_hand = sum(state is FlagState.OPEN for _, state in states)
        (line,) = task_overview.lines(connection)
        assert line.asked == len(states) and line.open == by_hand
        assert sum(state is FlagState.UNSURE for _, state in states) > 0
        listed = list(queue.ids(connection, Filter(show=Show.OPEN), desk.reviewer))
        assert listed == sorted({item for item, state in states if state is FlagState.OPEN})
        rows = queue.rows(connection, range(1, 5), desk.reviewer)
        assert sum(row.open for row in rows) == by_hand


def test_another_persons_answer_settles_what_one_is_unsure_of(tmp_path: Path) -> None:
    with building.project(tmp_path, building.record("a")) as project:
        view = items.load_item_view(project.read_connection(), 1)
        flags = view.flags()
        for flag in flags:
            DecisionWriter(project, "ann").unsure(1, flag).result()
        assert task_overview.lines(project.read_connection())[0].open == 0
        DecisionWriter(project, "ben").accept(1, flags[-1]).result()
        line = task_overview.lines(project.read_connection())[0]
        assert (line.open, line.settled) == (0, sum(flag.cell == flags[-1].cell for flag in flags))
