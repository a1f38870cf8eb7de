"""No code of a paper runs to choose the task view of an item in a project that does not hold the paper."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from types import FrameType, SimpleNamespace
from typing import Any, cast

from galley.core.definitions.protocols import Kind, Task
from galley.core.domain import Criterion, UnitKind
from galley.core.tasks.questions import AskedCells, AskedCriterion
from galley.gui.review import task_view_registry
from galley.gui.text_panes.item import ReviewItem


def asked(unit: UnitKind, scheme: str) -> AskedCells:
    """What a task asks: one criterion of ``scheme`` about units of a kind."""
    criterion = Criterion("c", "C", "", unit, scheme=scheme)
    question = cast("AskedCriterion", SimpleNamespace(criterion=criterion, units=frozenset({unit.value})))
    task = cast("Task", SimpleNamespace(kind=Kind.VERIFY, full="p/t", groups=None, once=False))
    return AskedCells(task, asks=(question,))


def record_paper_calls(call: Callable[[], Any]) -> tuple[Any, list[str]]:
    """What ``call`` returns, and the functions in folders of papers that ran."""
    names: list[str] = []

    def trace(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and "/papers/" in frame.f_code.co_filename:
            names.append(f"{frame.f_code.co_filename}:{frame.f_code.co_name}")

    before = sys.getprofile()
    sys.setprofile(trace)
    try:
        answer = call()
    finally:
        sys.setprofile(before)
    return answer, names


def test_no_code_of_a_paper_runs_for_a_task_that_asks_nothing_of_it() -> None:
    task_view_registry.surfaces()  # loads the declarations
    for unit in (UnitKind.SENTENCE, UnitKind.TURN, UnitKind.WHOLE, UnitKind.PARAGRAPH):
        cells = asked(unit, "basic")
        _, names = record_paper_calls(lambda cells=cells: task_view_registry.surface_of(cells))
        assert names == []


def test_no_code_of_a_paper_runs_for_an_item_without_tasks() -> None:
    task_view_registry.surfaces()
    item = cast("ReviewItem", SimpleNamespace(asked_cells=AskedCells(), view=SimpleNamespace(documents=())))
    surface, names = record_paper_calls(lambda: task_view_registry.surface_for(item))
    assert surface is None and names == []


def test_a_paper_is_asked_where_a_task_is_about_it() -> None:
    """Each guarded view can still be chosen: by a unit, or by a scheme, that it declares."""
    specs = [spec for spec in task_view_registry.surfaces() if spec.asked_units or spec.asked_schemes]
    assert {spec.name for spec in specs} == {"question-cards", "version-diff", "entity-table"}
    for spec in specs:
        unit = next(iter(spec.asked_units), UnitKind.SENTENCE)
        scheme = next(iter(spec.asked_schemes), "basic")
        cells = asked(unit, scheme)
        chosen, names = record_paper_calls(lambda cells=cells: task_view_registry.surface_of(cells))
        assert chosen is not None and chosen.name == spec.name and names
        other = replace(cells, task=None)
        assert task_view_registry.surface_of(other) is None
