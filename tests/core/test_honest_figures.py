"""No figure of any metric lies outside its interval or its bounds, and none outside what its measure can be: on answers
of which most are gone, with few of anything, ties and silence."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from galley.core.domain import ChangeSet
from galley.core.metrics import registry
from galley.core.metrics.base import Memory, Row
from galley.core.project.project import Project
from galley.core.review import progress
from galley.core.stats.bootstrap import Interval
from galley.core.stats.result import Estimate
from galley.core.stats.weighting import beyond, bound_estimate, within
from tests.core.made_screening import as_if_screened
from tests.core.test_metric_options import _base
from tests.core.whole_project import whole

SIGNED = {
    ("agreement", "value"), ("comparing", "value"), ("correlation", "value"), ("detection", "mcc"),
    ("kgds-correlation", "value"), ("kgds-tiers", "value"), ("partial-correlation", "value"), ("qa", "value"),
    ("qa-validation", "alpha"), ("refinement", "value"),
}  # fmt: skip
"""Figures that can be below 0: coefficients, and differences, as each whose name ends in ``DIFFERENCE`` is."""
DIFFERENCE = ("_change", "_difference", "change")
LEFT = (1.0, 0.4, 0.06)
"""Of a hundred answers of people, how many hundredths stay; the others were left unsure."""


@pytest.fixture(scope="module", params=LEFT)
def doubted(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Project, Memory]]:
    """A project, and what its metrics keep between them."""
    luck = random.Random(11)

    def doubt(connection: Any) -> tuple[None, ChangeSet]:
        people = "SELECT id FROM annotator WHERE kind IN ('human', 'gold')"
        answers = connection.execute(f"SELECT id FROM verdict WHERE annotator_id IN ({people}) ORDER BY id").fetchall()
        gone = [row for row in answers if luck.random() >= request.param]
        connection.executemany("UPDATE verdict SET value = NULL, reason = 'unsure' WHERE id = ?", gone)
        items = [item for (item,) in connection.execute("SELECT id FROM item")]
        progress.tally_all(connection, items)
        return None, ChangeSet(items=frozenset(items))

    with whole(tmp_path_factory.mktemp("doubted")) as made:
        if request.param < 1:
            made.write(doubt).result()
        yield made, Memory()


def _rows(project: Project, name: str, memory: Memory) -> Iterator[Row]:
    for takes in registry.find_metric(name).takes:
        base = replace(_base(takes), memory=memory)
        splits = [""] + [by for by in ("system", "item") if "by" in takes.all and by in takes.values("by")]
        for by in splits:
            for confidence in (0.95, 0.5) if "confidence" in takes.all else (0.95,):
                asked = replace(base, **({"by": by} if by else {}), confidence=confidence)
                yield from registry.compute(name, project.read_connection(), asked).rows


def _faults(name: str, row: Row) -> Iterator[str]:
    for low_key in [key for key in row if key.endswith("low") or key.endswith("at_least")]:
        high_key = low_key[:-3] + "high" if low_key.endswith("low") else low_key[:-8] + "at_most"
        low, high = row[low_key], row.get(high_key)
        stem = low_key.removesuffix("low").removesuffix("at_least").removesuffix("_")
        figures = [key for key in ((f"{stem}_share", stem) if stem else ("value", "rate")) if key in row]
        value = row[figures[0]] if figures else None
        known = [each for each in (low, value, high) if each is not None]
        least = -1 if (name, figures[0] if figures else "") in SIGNED or stem.endswith(DIFFERENCE) else 0
        if any(after < before - 1e-9 for before, after in pairwise(known)):
            yield f"{low_key} {low}, {value}, {high}"
        if any(not least - 1e-9 <= each <= 1 + 1e-9 for each in known):
            yield f"{low_key} {known} beyond {least} to 1"


@pytest.mark.parametrize("name", [name for name in registry.names() if name != "screened"])
def test_no_figure_lies_outside_its_interval_its_bounds_or_its_measure(
    doubted: tuple[Project, Memory], name: str
) -> None:
    project, memory = doubted
    found = {fault for row in _rows(project, name, memory) for fault in _faults(name, row)}
    assert found == set()


def test_nor_does_one_of_a_screened_corpus(tmp_path: Any) -> None:
    with whole(tmp_path) as project:
        as_if_screened(project)
        memory = Memory()
        for name in ("screened", "estimate"):
            assert {fault for row in _rows(project, name, memory) for fault in _faults(name, row)} == set()


def test_a_reviewed_figure_gives_way_to_what_is_known_of_the_open_ones() -> None:
    """By hand: the bounds are means over all that people began with, of which the figure weighs only the whole ones."""
    assert within(0.9, 0.2, 0.7) == 0.7 and within(0.1, 0.2, 0.7) == 0.2 and within(None, 0.2, 0.7) is None
    moved = bound_estimate(Estimate(0.9, 0.8, 1.0, 3), 0.2, 0.7)
    assert (moved.value, moved.low, moved.high) == (0.7, 0.7, 1.0)
    bare = bound_estimate(Estimate(0.9, None, None, 1), 0.2, 0.7)
    assert (bare.value, bare.low, bare.high) == (0.7, None, None), "no interval of no width is made up"
    assert beyond(0.3, 0.4, 0) == 0.3 and beyond(0.3, 0.2, 0) == 0.2 and beyond(0.3, 0.2, 1) == 0.3
    assert Interval(0.2, 0.4).holding(0.5) == Interval(0.2, 0.5)
