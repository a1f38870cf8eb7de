"""What a reviewer had seen of a cell when they decided it: kept with the decision, and the only thing that bias is
read from."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from galley.core.domain import Cell
from galley.core.errors import InputError
from galley.core.exports.registry import export
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.metrics import registry, sampling
from galley.core.metrics.base import Params
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_context import ReadTracker, SeenAspect, encode_words
from galley.core.review.decision_writer import DecisionWriter
from tests.core.building import flag, project, record

ITEMS, EACH = 80, 5


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Project]:
    """Four hundred flags of one judge on one criterion."""
    records = []
    for item in range(ITEMS):
        sentences = [f"Sentence {item} {n}." for n in range(EACH)]
        documents = [{"id": "sum-a", "role": "summary", "system": "a", "sentences": sentences}]
        verdicts = [flag("changed-meaning", "sum-a", n) for n in range(EACH)]
        records.append(record(f"k{item}", documents=documents, verdicts=verdicts, judged=[]))
    with project(tmp_path, *records) as opened:
        yield opened


def bias(made: Project) -> dict[str, Any]:
    row = registry.find_metric("trust").compute(made.read_connection(), Params()).rows[0]
    return {name: row.get(name) for name in ("unknown_n", "blind_n", "shown_n", "bias", "bias_low", "bias_high")}


def shown(made: Project) -> list[str | None]:
    return [row[0] for row in made.read_connection().execute("SELECT shown FROM decision ORDER BY id")]


def test_what_was_decided_before_blind_was_switched_on_was_not_decided_blind(made: Project) -> None:
    desk = DecisionWriter(made, "ann")
    for item in range(1, 61):
        view = items.load_item_view(made.read_connection(), item)
        desk.read_tracker.record_view(view)
        for each in view.flags():
            desk.accept(item, each).result()
    made.write(lambda c: sampling.set_blind(c, 0.5, 1)).result()
    assert bias(made) == dict.fromkeys(("bias", "bias_low", "bias_high")) | {
        "unknown_n": 0, "blind_n": 0, "shown_n": 300,
    }  # fmt: skip


def test_what_nobody_knows_is_neither_blind_nor_shown(made: Project) -> None:
    made.write(lambda c: sampling.set_blind(c, 0.5, 1)).result()
    desk, view = DecisionWriter(made, "ann"), items.load_item_view(made.read_connection(), 1)
    for each in view.flags():
        desk.accept(1, each).result()
    found = bias(made)
    assert (found["unknown_n"], found["blind_n"], found["shown_n"]) == (EACH, 0, 0)
    assert shown(made) == [None] * EACH


def test_the_interval_covers_a_gap_that_is_known(made: Project) -> None:
    """Blind, 29 flags are accepted with a chance of .555; shown, the others with .9: a true gap of .345."""
    made.write(lambda c: sampling.set_blind(c, 29 / (ITEMS * EACH), 5)).result()
    desk, die, counts = DecisionWriter(made, "ann"), random.Random(7), {True: [0, 0], False: [0, 0]}
    every = [(i, f) for i in range(1, ITEMS + 1) for f in items.load_item_view(made.read_connection(), i).flags()]
    blind = set(random.Random(2).sample(range(len(every)), 29))
    for place, (item, each) in enumerate(every):
        hidden = place in blind
        desk.read_tracker = ReadTracker()
        desk.read_tracker.record_view(items.load_item_view(made.read_connection(), item), [each.cell] if hidden else [])
        right = die.random() < (0.555 if hidden else 0.9)
        (desk.accept if right else desk.override)(item, each).result()
        counts[hidden][not right] += 1
    found = bias(made)
    assert (found["blind_n"], found["shown_n"], found["unknown_n"]) == (29, len(every) - 29, 0)
    by_hand = counts[False][0] / sum(counts[False]) - counts[True][0] / 29
    assert found["bias"] == pytest.approx(by_hand)
    assert found["bias_low"] < 0.345 < found["bias_high"]


def test_what_was_seen_once_stays_seen(made: Project) -> None:
    """Also at a decision that was taken back, and in another window."""
    view = items.load_item_view(made.read_connection(), 1)
    first, second = view.flags()[:2]
    desk = DecisionWriter(made, "ann")
    desk.read_tracker.record_view(view)
    desk.accept(1, first).result()
    desk.undo().result()
    again = DecisionWriter(made, "ann")
    again.read_tracker.record_view(view, [first.cell, second.cell], names=False)
    again.override(1, first).result()
    again.override(1, second).result()
    other = DecisionWriter(made, "ben")
    other.read_tracker.record_view(view, [first.cell])
    other.accept(1, first).result()
    assert shown(made) == ["flag names", None, "flag names", "", ""]


def test_a_first_answer_counts_and_a_second_thought_after_the_reveal_does_not(made: Project) -> None:
    view = items.load_item_view(made.read_connection(), 1)
    each = view.flags()[0]
    desk = DecisionWriter(made, "ann")
    desk.read_tracker.record_view(view, [each.cell])
    desk.override(1, each).result()
    desk.read_tracker.record_view(view)
    desk.accept(1, each).result()
    assert shown(made) == ["", "flag names"]
    found = bias(made)
    row = registry.find_metric("trust").compute(made.read_connection(), Params()).rows[0]
    assert (found["blind_n"], found["shown_n"], row["blind_value"]) == (1, 0, 0.0)


def test_unsure_is_no_answer(made: Project) -> None:
    view = items.load_item_view(made.read_connection(), 1)
    desk = DecisionWriter(made, "ann")
    desk.read_tracker.record_view(view, [f.cell for f in view.flags()])
    desk.unsure(1, view.flags()[0]).result()
    assert bias(made)["blind_n"] == 0


def test_voices_and_gold_are_seen_where_they_are_laid_out(made: Project) -> None:
    view = items.load_item_view(made.read_connection(), 1)
    first, second = (f.cell for f in view.flags()[:2])
    DecisionWriter(made, "lead").adjudicate(1, first, "yes").result()
    eyes = ReadTracker()
    assert eyes.get_seen(1, first) is None
    eyes.record_view(items.load_item_view(made.read_connection(), 1), names=False, response_cells=[first])
    assert eyes.get_seen(1, first) == {SeenAspect.FLAG, SeenAspect.OTHERS, SeenAspect.GOLD}
    assert eyes.get_seen(1, second) == {SeenAspect.FLAG}
    assert eyes.get_seen(1, Cell(first.unit, first.criterion + 1, first.target)) == frozenset()


def test_it_travels_with_the_log(made: Project, tmp_path: Path) -> None:
    view = items.load_item_view(made.read_connection(), 1)
    first, second, third = view.flags()[:3]
    desk = DecisionWriter(made, "ann")
    desk.accept(1, third).result()
    desk.read_tracker.record_view(view, [second.cell])
    for each in (first, second):
        desk.accept(1, each).result()
    export(made, "galley", tmp_path / "out.jsonl")
    with Project.create(tmp_path / "copy.galley") as copy:
        import_files(copy, IMPORTER, [tmp_path / "out.jsonl"])
        assert shown(copy) == shown(made) == [None, "flag names", ""]
        export(copy, "galley", tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "out.jsonl").read_bytes()
    assert check(tmp_path / "copy.galley") == []


@pytest.mark.parametrize("words", ["flag", [1], ["everything"], {"flag": True}])
def test_words_that_mean_nothing_are_refused(words: Any) -> None:
    with pytest.raises(InputError, match="must be a list of: flag, gold, names, others"):
        encode_words(words)
