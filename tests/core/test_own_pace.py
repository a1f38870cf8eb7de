"""A reviewer's own pace, against the times that the test gave."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from galley.core.review import log
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.review.pace import FEW, count_hours, own_pace
from tests.core import building

MORNING = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)


def test_pauses_yesterday_and_what_was_taken_back_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [MORNING - timedelta(hours=9)]
    monkeypatch.setattr(log, "_next_time", lambda connection: clock[0].isoformat(timespec="microseconds"))
    with building.project(tmp_path, *(building.record(f"n{n}") for n in range(8))) as project:
        desk, reader = DecisionWriter(project, "ann"), project.read_connection()

        def at(seconds: float) -> None:
            clock[0] = MORNING + timedelta(seconds=seconds)

        flags = [(item, flag) for item in range(1, 9) for flag in load_item_view(reader, item).flags()[:2]]
        desk.accept(*flags[0]).result()  # yesterday evening
        gaps, now = [20, 30, 25, 35, 400, 10, 20, 30, 40, 50, 15, 25], 60.0
        at(now)
        desk.override(*flags[0]).result()  # another answer than yesterday's
        for gap, (item, flag) in zip(gaps, flags[1:], strict=False):
            now += gap
            at(now)
            desk.accept(item, flag).result()
        at(now + 5)
        desk.undo().result()
        at(now + 9)
        building.finish_read(desk, load_item_view(reader, 8)).result()
        other = DecisionWriter(project, "ben")
        at(now + 10)
        other.accept(*flags[3]).result()

        found = own_pace(project.read_connection(), desk.reviewer, MORNING)
        counted = [gap for gap in gaps[:-1] if gap <= 300]  # the last was taken back, one follows a pause
        assert (found.answers, found.finished_items, found.timed_answers) == (12, 1, len(counted))
        assert found.seconds == pytest.approx(sum(counted), abs=0.01) and found.timed_answers >= FEW
        assert found.per_hour == pytest.approx(3600 * len(counted) / sum(counted), rel=1e-3)
        assert found.changed_items == (1,)
        answered = {(v.unit, v.criterion, v.target) for i, f in flags[:12] for v in [f.cell]}
        left = sum((f.cell.unit, f.cell.criterion, f.cell.target) not in answered for i in range(1, 9)
                   for f in load_item_view(project.read_connection(), i).flags())  # fmt: skip
        assert found.remaining_flags == left and found.hours_left == pytest.approx(left / found.per_hour)
        assert count_hours(project.read_connection(), desk.reviewer, MORNING) == [13], "twelve answers and a finish"
        assert sum(count_hours(project.read_connection(), desk.reviewer, MORNING - timedelta(hours=10))) == 14
        evening = count_hours(project.read_connection(), desk.reviewer, MORNING - timedelta(hours=9.5))
        assert evening == [1, *[0] * 8, 13], "an hour without an answer is a gap"
        assert count_hours(project.read_connection(), 999, MORNING) == []
        nobody = own_pace(project.read_connection(), 999, MORNING)
        assert (nobody.answers, nobody.per_hour, nobody.hours_left, nobody.changed_items) == (0, None, None, ())
