"""What is remembered between two computations is what would be computed anew, whatever was written in between."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from galley.core.domain import ChangeSet
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.metrics import registry, sampling
from galley.core.metrics._memory import Memory
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import CellReader
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.stats.groups import group_labels
from galley.core.storage import names
from tests.core import building, made
from tests.core.examples import examples

SAMPLE = Path(__file__).resolve().parents[2] / "resources" / "sample" / "sample.jsonl"
ASKED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("agreement", {}), ("agreement", {"pairs": True, "by": "system"}), ("agreement", {"passes": True}),
    ("detection", {}), ("detection", {"level": "summary", "gold": "gold"}), ("frequency", {}), ("position", {}),
    ("ties", {}), ("trust", {}), ("trust", {"by": "time"}), ("estimate", {}), ("correlation", {}),
    ("partial-correlation", {"given": ("system",)}), ("confusion", {}), ("diagnosis", {}),
)  # fmt: skip


def same(project: Project, memory: Memory, asked: tuple[tuple[str, dict[str, Any]], ...] = ()) -> None:
    """Hold metrics, and the cells of every question, with the memory against those without."""
    for name, params in asked:
        metric = registry.find_metric(name)
        kept, fresh = (
            metric.compute(project.read_connection(), Params(resamples=0, memory=known, **params))
            for known in (memory, None)
        )
        assert kept == fresh, (name, params)
    kept_reader, fresh_reader = (
        CellReader(project.read_connection(), Params(memory=known)) for known in (memory, None)
    )
    for question in fresh_reader.questions():
        for level in ("unit", "summary"):
            people = [*fresh_reader.humans, *fresh_reader.judges]
            one, other = (reader.cells(question, people, level, True) for reader in (kept_reader, fresh_reader))
            for field in ("unit", "target", "states", "gold", "scale"):
                assert np.array_equal(getattr(one, field), getattr(other, field)), (question.id, level, field)


@settings(max_examples=examples(3, 6), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.data())
def test_figures_follow_every_decision_as_if_computed_anew(data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder, Project.create(Path(folder) / "p.galley") as project:
        records = data.draw(made.records())
        made.bring(project, records, Path(folder))
        for name in ("dial-summer", "finesure", "kgds-fact", "likert"):
            project.write(lambda c, name=name: (names.add_scheme(c, name), ChangeSet())).result()
        for item in range(1, len(records) + 1):
            made.bring(project, [data.draw(made.said(project, item))], Path(folder))
        memory = Memory()
        project.subscribe(memory.apply_changes)
        same(project, memory)
        for step in data.draw(made.actions)[:8]:
            made.review(project, [step])
            same(project, memory)
        made.bring(project, [building.record("later")], Path(folder))
        same(project, memory)


def test_every_metric_and_a_drawn_queue_follow(tmp_path: Path) -> None:
    with Project.create(tmp_path / "s.galley") as project:
        import_files(project, IMPORTER, [SAMPLE])
        memory = Memory()
        project.subscribe(memory.apply_changes)
        judge = next(a.name for a in names.annotators(project.read_connection()).values() if a.kind == "judge")
        project.write(lambda c: sampling.draw(c, sampling.FLAGS, judge, "", "extrinsic-context", 5)).result()
        for step in range(3):
            same(project, memory, ASKED)
            made.review(project, [("ann", made.Action.ACCEPT, step, 0, ""), ("ben", made.Action.FINISH, step, 0, "")])
        same(project, memory, ASKED)


def test_only_the_touched_items_are_read(tmp_path: Path) -> None:
    with building.project(tmp_path) as project:
        memory = Memory()
        reader = CellReader(project.read_connection(), Params(memory=memory))
        question = reader.questions()[0]
        first = reader.cells(question, reader.judges)
        assert reader.cells(question, reader.judges) is first, "nothing was written"
        statements: list[str] = []
        memory.apply_changes(ChangeSet(frozenset({1})))
        again = CellReader(project.read_connection(), Params(memory=memory))
        again.connection.set_trace_callback(statements.append)
        again.cells(question, reader.judges)
        again.connection.set_trace_callback(None)
        of_verdicts = [each for each in statements if "FROM verdict" in each and "annotator, criterion" not in each]
        assert of_verdicts and all("item_id IN (1)" in each for each in of_verdicts)


@pytest.mark.parametrize("labels", [[5, 3, 3, 900_000], [], [7], [-4, 2, -4], [3, 1, 2, 2, 1]])
def test_labels_are_grouped_as_numpy_does(labels: list[int]) -> None:
    given_ = np.array(labels, dtype=np.int64)
    distinct, index = np.unique(given_, return_inverse=True)
    found = group_labels(given_)
    assert np.array_equal(found[0], distinct) and np.array_equal(found[1], index)


def test_what_is_decided_while_figures_are_computed_counts_the_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Figures are of one state of the project: a decision that comes while they are computed is in none of them, and
    what is kept then must not be taken for what came after it."""
    with Project.create(tmp_path / "s.galley") as project:
        import_files(project, IMPORTER, [SAMPLE])
        memory, desk = Memory(), DecisionWriter(project, "ann")
        project.subscribe(memory.apply_changes)
        flags = [
            (item, flag) for item in range(1, 13) for flag in load_item_view(project.read_connection(), item).flags()
        ]
        kept = memory.get_table

        def figures(name: str, known: Memory | None) -> list[dict[str, Any]]:
            return registry.compute(name, project.read_connection(), Params(resamples=0, memory=known)).rows

        def decide_first(*asked: Any) -> Any:
            monkeypatch.undo()
            desk.override(*flags.pop()).result()
            return kept(*asked)

        for name in ("detection", "frequency", "agreement", "position", "correlation"):
            before = figures(name, memory)
            monkeypatch.setattr(memory, "get_table", decide_first)
            assert figures(name, memory) == before
            now = figures(name, None)
            assert figures(name, memory) == now, name
            assert now != before or name != "detection"
