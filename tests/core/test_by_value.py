"""The order by value, and that figures from reviews in it say what they are not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from galley.core.domain import ChangeSet
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.metrics import registry
from galley.core.metrics.base import Params
from galley.core.project.project import Project
from galley.core.review import blind, items, priority, queue, task_choice
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.queue import Filter, Sort
from galley.core.storage.cached_columns import ColumnCache
from tests.core.building import flag, project, record
from tests.core.studies import refused, run

ITEMS, SENTENCES, NAME = 30, 4, "changed-meaning"
JUDGES = ("jay", "kay")


def said() -> np.ndarray[Any, np.dtype[np.bool_]]:
    return np.random.default_rng(2).random((len(JUDGES), ITEMS, SENTENCES)) < 0.3


def sure(judge: int, item: int, sentence: int) -> float | None:
    """Kay says how sure it is of most of its flags."""
    return None if judge == 0 or sentence == 3 else 0.5 + (item % 5) / 10


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Project]:
    entry = {"kind": "judge", "scheme": "dial-summer", "criteria": [NAME]}
    records = []
    for item in range(ITEMS):
        verdicts = []
        for number, judge in enumerate(JUDGES):
            for n in np.flatnonzero(said()[number, item]).tolist():
                verdicts.append({**flag(NAME, "sum", n), "annotator": judge})
                if (confidence := sure(number, item, n)) is not None:
                    verdicts[-1]["confidence"] = confidence
        records.append(
            record(
                f"k{item}",
                documents=[
                    {"id": "sum", "role": "summary", "system": "abc"[item % 3],
                     "sentences": [f"Sentence {item} {n}." for n in range(SENTENCES)]}
                ],
                verdicts=verdicts,
                judged=[{"annotator": judge, **entry} for judge in JUDGES],
            )
        )  # fmt: skip
    with project(tmp_path, *records) as opened:
        yield opened


def decide(made: Project) -> dict[str, list[int]]:
    """Jay's flags are wrong and kay's are right on the first ten items; the record of each."""
    desk, record_ = DecisionWriter(made, "ann"), {judge: [0, 0] for judge in JUDGES}
    for item in range(1, 11):
        view = items.load_item_view(made.read_connection(), item)
        for each in view.flags():
            both = [f for f in view.flags() if f.cell == each.cell]
            right = any(view.annotators[f.annotator].name == "kay" for f in both)
            if both[0].id == each.id:
                (desk.accept if right else desk.override)(item, each).result()
            own = record_[view.annotators[each.annotator].name]
            own[0] += right
            own[1] += 1
    return record_


def by_hand(record_: dict[str, list[int]]) -> list[int]:
    """Cell by cell, as the replay's order does: a quarter for the systems, the rest for what was said of the cell."""
    flagged = said().any(axis=0)
    rates = {}
    for letter in "abc":
        mine = [item for item in range(ITEMS) if "abc"[item % 3] == letter]
        count = sum(int(flagged[item].sum()) for item in mine)
        overall = said().sum() / (ITEMS * SENTENCES)
        each = sum(int(said()[:, item].sum()) for item in mine)
        assert count <= each
        rates[letter] = (each + 4 * overall) / (len(mine) * SENTENCES + 4)
    values = []
    for item in range(ITEMS):
        total = 0.0
        for n in range(SENTENCES):
            told = []
            for number, judge in enumerate(JUDGES):
                right, decided = record_.get(judge, (0, 0))
                worth = (right + 4 * 0.5) / (decided + 4) if said()[number, item, n] else 0.1
                confidence = sure(number, item, n) if said()[number, item, n] else None
                told.append(worth if confidence is None else (worth + confidence) / 2)
            total += sum(told) / 2 - 0.1
        values.append(0.75 * total / SENTENCES + 0.25 * rates["abc"[item % 3]])
    return [item + 1 for item in sorted(range(ITEMS), key=lambda item: (-round(values[item], 12), item))]


def test_the_order_is_the_one_worked_out_cell_by_cell(made: Project) -> None:
    assert list(priority.order(made.read_connection())) == by_hand({})
    record_ = decide(made)
    assert record_["kay"][0] == record_["kay"][1] > 5 > 0 < record_["jay"][1]
    after = list(priority.order(made.read_connection()))
    assert after == by_hand(record_) != by_hand({}), "the judges' records count"


def test_the_queue_takes_it_under_every_other_filter(made: Project) -> None:
    connection = made.read_connection()
    every = list(queue.ids(connection, Filter(sort=Sort.VALUE), 0))
    assert every == list(priority.order(connection))
    some = list(queue.ids(connection, Filter(sort=Sort.VALUE, system="a"), 0))
    assert some == [item for item in every if item % 3 == 1] and some


def test_what_is_kept_of_it_follows_decisions_imports_and_written_flags(made: Project, tmp_path: Path) -> None:
    """The order from what one reading kept is that of a fresh one, whatever was written in between."""
    connection, kept = made.read_connection(), ColumnCache()
    made.subscribe(kept.note_changes, lambda _: None)
    assert list(priority.order(connection, kept)) == by_hand({})
    record_ = decide(made)
    assert list(priority.order(connection, kept)) == by_hand(record_) != by_hand({})
    texts = [f"Sentence 7 {n}." for n in range(SENTENCES)]
    summary = {"id": "sum", "role": "summary", "system": "b", "sentences": texts}
    sure_ = [{**flag(NAME, "sum", n, annotator="kai"), "confidence": 0.99} for n in range(SENTENCES)]
    more = record("k7", documents=[summary], verdicts=sure_, judged=[])
    late = {"id": "sum", "role": "summary", "system": "z", "sentences": ["One.", "Two."]}
    lone = record("late", documents=[late], verdicts=[flag(NAME, "sum", 0, annotator="jay")], judged=[])
    for each in (more, lone):
        before = list(priority.order(connection, kept))
        file = tmp_path / "more.jsonl"
        file.write_text(json.dumps(each), "utf-8")
        import_files(made, IMPORTER, [file])
        after = list(priority.order(connection, kept))
        assert after == list(priority.order(connection)) != before
    kept.note_changes(ChangeSet(items=frozenset(range(1, 8))))
    assert list(priority.order(connection, kept)) == after


def test_it_tells_nothing_in_blind_mode(made: Project) -> None:
    made.write(lambda c: blind.store_blind(c, blind.Blind(own=True))).result()
    assert list(queue.ids(made.read_connection(), Filter(sort=Sort.VALUE), 0)) == list(range(1, ITEMS + 1))


def test_a_figure_from_such_reviews_says_that_it_is_no_estimate(made: Project) -> None:
    def said_of(name: str) -> str:
        found = registry.compute(name, made.read_connection(), Params())
        return " ".join((*found.notes, *(str(row.get("why")) for row in found.rows)))

    desk = DecisionWriter(made, "ann")
    for item in (1, 2):
        for each in items.load_item_view(made.read_connection(), item).flags():
            desk.accept(item, each).result()
    assert "no estimate" not in said_of("estimate") + said_of("frequency")
    made.write(priority.record_use).result()
    assert "no estimate" not in said_of("estimate"), "nothing was decided in it yet"
    for each in items.load_item_view(made.read_connection(), 3).flags():
        desk.accept(3, each).result()
    first = priority.since(made.read_connection())
    for name in ("estimate", "frequency", "detection", "trust"):
        assert f"Since {first} items were reviewed by priority" in said_of(name), name
    assert not registry.compute("estimate", made.read_connection(), Params()).rows[0]["valid"]
    made.write(priority.record_use).result()
    assert priority.since(made.read_connection()) == first
    assert "no estimate" not in said_of("reviewing"), "what people did is no estimate of anything"


VERIFY = """\
format = 1
id = "hunt"
name = "Finding errors"

[[task]]
id = "flags"
kind = "verify"
criteria = ["dial-summer/*"]
people = "any"
silence = "no"
order = "value"
"""


def test_a_task_and_the_command_line_hand_out_what_is_worth_most(made: Project, tmp_path: Path) -> None:
    wanted = [f"k{row - 1}" for row in by_hand({})[:6]]
    path = str(made.path)
    made.close()
    refused_ = refused("campaign", "pack", "--project", path, "--for", "ann", "--order", "value", "--out",
    str(tmp_path / "none"))
    assert "give their number with --size" in refused_

    def keys(folder: str) -> set[str]:
        with Project.open(tmp_path / folder / f"{made.path.stem}-ann.galley") as package:
            return {key for (key,) in package.read_connection().execute("SELECT key FROM item")}

    told = run("campaign", "pack", "--project", path, "--for", "ann", "--size", "6", "--order", "value", "--out",
               str(tmp_path / "plain")).output  # fmt: skip
    assert keys("plain") == {*wanted} and "not an estimate of a rate" in told
    (tmp_path / "hunt.toml").write_text(VERIFY, "utf-8")
    run("campaign", "protocol", "use", str(tmp_path / "hunt.toml"), "--project", path)
    told = run("campaign", "pack", "--project", path, "--task", "hunt/flags", "--for", "ann", "--size", "6", "--out",
               str(tmp_path / "task")).output  # fmt: skip
    assert keys("task") == {*wanted} and "not an estimate of a rate" in told
    with Project.open(made.path) as opened:
        rows = {row: f"k{row - 1}" for (row,) in opened.read_connection().execute("SELECT id FROM item")}
        sorted_ = task_choice.ids(opened.read_connection(), Filter(task="hunt/flags"), 0)
        assert [rows[item] for item in sorted_][:6] == wanted, "the queue of the task, too"
        view = items.load_item_view(opened.read_connection(), sorted_[0])
        DecisionWriter(opened, "ann").accept(sorted_[0], view.flags()[0]).result()
        assert "by priority" in priority.note(opened.read_connection())
