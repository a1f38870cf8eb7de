"""Answering only a judge's flags makes it perfect: how much of gold's "no" is implicit, and what a check corrects.

The finding: a judge that finds 60 % of the errors had recall 1.000 once somebody had answered its flags and finished.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from galley.core.domain import Cell, ChangeSet
from galley.core.errors import InputError
from galley.core.exports.registry import export
from galley.core.metrics import registry, sampling
from galley.core.metrics.base import Params, Result, Row
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.stats.clusters import share
from galley.core.stats.detection_counts import checked_recall
from tests.core import test_frames
from tests.core.building import finish_read, flag, project, record
from tests.core.studies import run

CRITERION = "changed-meaning"
ITEMS, SENTENCES, RATE, RECALL = 80, 6, 0.25, 0.6
Truth = dict[tuple[str, int], bool]


def finished(folder: Path) -> tuple[Project, Truth]:
    """A judge that finds 60 % of the errors and flags 5 % of the rest; "ann" answers its flags and finishes."""
    chance = random.Random(4)
    truth: Truth = {}
    records = []
    for number in range(ITEMS):
        flags = []
        for unit in range(SENTENCES):
            error = truth[f"k{number}", unit] = chance.random() < RATE
            if chance.random() < (RECALL if error else 0.05):
                flags.append(flag(CRITERION, "sum-a", unit, confidence=0.8))
        sentences = [f"Sentence {number} {n}." for n in range(SENTENCES)]
        records.append(
            record(
                f"k{number}",
                documents=[{"id": "sum-a", "role": "summary", "system": "a", "sentences": sentences}],
                verdicts=flags,
                judged=[{"annotator": "judge", "kind": "judge", "scheme": "dial-summer", "criteria": [CRITERION]}],
            )
        )
    opened = project(folder, *records)
    answer_flags(opened, truth)
    return opened, truth


def answer_flags(opened: Project, truth: Truth, first: int = 0) -> None:
    """Answer the judge's flags in the items from ``first`` on, and finish these."""
    desk = DecisionWriter(opened, "ann")
    for item, key in opened.read_connection().execute("SELECT id, key FROM item WHERE id > ?", (first,)).fetchall():
        view = items.load_item_view(opened.read_connection(), item)
        desk.read_tracker.record_view(view)
        for each in view.flags():
            (desk.accept if truth[key, position(opened, each.cell)] else desk.override)(item, each).result()
        finish_read(desk, items.load_item_view(opened.read_connection(), item)).result()


def position(opened: Project, cell: Cell) -> int:
    place: int = opened.read_connection().execute("SELECT position FROM unit WHERE id = ?", (cell.unit,)).fetchone()[0]
    return place


def detected(opened: Project) -> tuple[Result, Row]:
    found = registry.compute("detection", opened.read_connection(), Params(criteria=(CRITERION,)))
    return found, found.rows[0]


def check(opened: Project, truth: Truth, many: int, seed: int = 0) -> sampling.SampleDraw:
    """Draw, and answer what was drawn as it is in truth."""
    job = lambda c: sampling.draw(c, sampling.IMPLICIT, "judge", "dial-summer", CRITERION, many, seed)  # noqa: E731
    drawn: sampling.SampleDraw = opened.write(job).result()
    keys = dict(opened.read_connection().execute("SELECT id, key FROM item"))
    desk = DecisionWriter(opened, "ann")
    for item, cell in sampling.queue(opened.read_connection(), drawn):
        desk.read_tracker.record_view(items.load_item_view(opened.read_connection(), item))
        desk.add(item, cell, "yes" if truth[keys[item], position(opened, cell)] else "no").result()
    return drawn


def test_a_check_of_implicit_no_corrects_recall(tmp_path: Path) -> None:
    opened, truth = finished(tmp_path)
    with opened:
        found, row = detected(opened)
        errors = sum(truth.values())
        assert row["recall"] == 1.0 and row["tp"] / errors < 0.7, "what is printed, and what is true"
        silent = ITEMS * SENTENCES - row["tp"] - row["fp"]
        assert row["implicit_no"] == pytest.approx(silent / (silent + row["fp"])), "overridden flags are explicit"
        assert row["flag_in_view"] == 1.0 and "recall_checked" not in row
        assert any("galley sample draw implicit-no" in note for note in found.notes)
        hits = row["tp"]

        drawn = check(opened, truth, 150)
        assert drawn.of == silent
        found, row = detected(opened)
        keys = dict(opened.read_connection().execute("SELECT id, key FROM item"))
        wrong = sum(
            truth[keys[i], position(opened, cell)] for i, cell in sampling.queue(opened.read_connection(), drawn)
        )
        assert (row["checked"], row["contradicted"], row["implicit"]) == (150, wrong, silent) and wrong > 10
        assert row["recall_checked"] == pytest.approx(hits / (hits + silent * wrong / 150)), "the formula, by hand"
        assert row["recall_checked_low"] < hits / errors < row["recall_checked_high"]
        assert row["recall_checked_high"] - row["recall_checked_low"] < 0.3
        assert not any("galley sample draw implicit-no" in note for note in found.notes)
        assert row["flag_in_view"] == pytest.approx(1 - 150 / (150 + hits + row["fp"]))

        # an error found otherwise is a miss of its own, outside the check, and no implicit "no" any longer
        before = row["recall_checked"]
        places = {cell for _, cell in sampling.queue(opened.read_connection(), drawn)}
        item, cell = next(
            (item, cell)
            for item, key in keys.items()
            for cell in _cells(opened, item, cell_like=next(iter(places)))
            if cell not in places and truth[keys[item], position(opened, cell)] and not _flagged(opened, item, cell)
        )
        DecisionWriter(opened, "ann").add(item, cell, "yes").result()
        row = detected(opened)[1]
        assert row["implicit"] == silent - 1
        assert row["recall_checked"] == pytest.approx(hits / (hits + 1 + (silent - 1) * wrong / 150))
        assert row["recall_checked"] != before


def _cells(opened: Project, item: int, cell_like: Cell) -> list[Cell]:
    rows = opened.read_connection().execute(
        "SELECT unit.id, document.id FROM unit JOIN document ON document.id = document_id WHERE item_id = ?"
        " AND unit.kind = 'sentence'",
        (item,),
    )
    return [Cell(unit, cell_like.criterion, target) for unit, target in rows]


def _flagged(opened: Project, item: int, cell: Cell) -> bool:
    return any(each.cell == cell for each in items.load_item_view(opened.read_connection(), item).flags())


def test_what_came_after_a_check_is_a_stratum_of_its_own(tmp_path: Path) -> None:
    """Two checks with other chances were pooled: after growth with more errors recall came out too high."""
    old, old_truth = test_frames.records(0, 60, 0.1, 1)
    new, new_truth = test_frames.records(60, 60, 0.5, 2)
    truth = {(key, n): wrong for key, errors in (old_truth | new_truth).items() for n, wrong in enumerate(errors)}
    with project(tmp_path, *old) as opened:
        answer_flags(opened, truth)
        check(opened, truth, 80)
        before = detected(opened)[1]
        assert before["checked"] == 80
        test_frames.grow(opened, tmp_path, new)
        answer_flags(opened, truth, first=60)
        found, row = detected(opened)
        assert "recall_checked" not in row and any("galley sample draw implicit-no" in note for note in found.notes)
        check(opened, truth, 60)
        row = detected(opened)[1]
        drawn = {(place[0], place[3]) for draw in sampling.draws(opened.read_connection()) for place in draw.places}
        reader = opened.read_connection()
        query = (
            "SELECT key, position FROM verdict JOIN unit ON unit.id = unit_id JOIN item ON item.id = verdict.item_id"
            " JOIN annotator ON annotator.id = annotator_id WHERE annotator.name = 'judge'"
        )
        flags = set(reader.execute(query))
        missed, counts = 0.0, []
        for keys in (old_truth, new_truth):
            members = [(key, n) for key, errors in keys.items() for n in range(len(errors)) if (key, n) not in flags]
            looked = [place for place in members if place in drawn]
            missed += len(members) * sum(truth[place] for place in looked) / len(looked)
            counts.append((len(members), len(looked)))
        assert row["checked"] == 140 and row["implicit"] == sum(size for size, _ in counts)
        assert counts[0][1] / counts[0][0] > 1.5 * counts[1][1] / counts[1][0], "chances that differ"
        assert row["recall_checked"] == pytest.approx(row["tp"] / (row["tp"] + missed))
        assert row["recall_checked_low"] < row["tp"] / sum(truth.values()) < row["recall_checked_high"]


def test_a_check_that_contradicts_nothing_says_at_least(tmp_path: Path) -> None:
    opened, truth = finished(tmp_path)
    with opened:
        right = dict.fromkeys(truth, False)
        check(opened, right, 40)
        row = detected(opened)[1]
        assert (row["checked"], row["contradicted"], row["recall_checked"]) == (40, 0, None)
        assert 0.5 < row["recall_at_least_checked"] < 1
        rest = row["implicit"]
        check(opened, right, rest)  # what is left
        with pytest.raises(InputError, match="without answering it"):
            check(opened, right, 1, seed=1)
        assert detected(opened)[1]["implicit_no"] == 0.0


def test_the_command_draws_and_figures_name_the_shares(tmp_path: Path) -> None:
    opened, _ = finished(tmp_path)
    opened.close()
    path = str(opened.path)
    words = ("draw", "implicit-no", "--project", path, "--judge", "judge", "--criterion", CRITERION, "--size", "7")
    assert len(run(*words).stdout.strip().splitlines()) == 7
    with Project.open(path) as opened:
        for name in ("detection", "estimate", "confidence"):
            result = registry.compute(name, opened.read_connection(), Params(criteria=(CRITERION,)))
            assert {"implicit_no", "flag_in_view"} <= {*result.columns} and result.rows[0]["implicit_no"] > 0.9


def test_the_interval_of_a_checked_recall_covers(tmp_path: Path) -> None:
    """Sources of which the rates hang together, half of each source's implicit "no" checked; 400 runs."""
    chance = np.random.default_rng(1)
    sources, units, runs, held = 40, 12, 400, 0
    true = RECALL
    for _ in range(runs):
        rate = chance.beta(0.25 * 2.3, 0.75 * 2.3, sources)  # a correlation of .3 within a source
        errors = chance.binomial(units, rate)
        hits = chance.binomial(errors, RECALL)
        implicit = units - hits - chance.binomial(units - errors, 0.05)
        missed = errors - hits
        checked = chance.binomial(implicit, 0.5)
        contradicted = np.array([chance.hypergeometric(m, i - m, n) if n else 0
                                 for m, i, n in zip(missed, implicit, checked, strict=True)])  # fmt: skip
        none = np.zeros(sources)
        found = checked_recall(*(np.asarray(c, float) for c in (hits, none, implicit, checked, contradicted)))
        assert found.low is not None and found.high is not None
        held += found.low <= true <= found.high
    assert held / runs > 0.93 - 2 * (0.93 * 0.07 / runs) ** 0.5


def test_ends_of_a_checked_recall_by_hand() -> None:
    """Few contradicted: the ends are no nearer than those of the share of contradicted ones."""
    columns = [np.array(c, float) for c in ([3, 2, 4, 1], [0] * 4, [9, 8, 7, 6], [5, 4, 4, 3], [1, 0, 0, 0])]
    found = checked_recall(*columns)
    rate = share(columns[4], columns[3], empty="")
    assert found.value == pytest.approx(10 / (10 + 30 / 16)) and rate.low is not None and rate.high is not None
    assert found.low is not None and found.low <= 10 / (10 + 30 * rate.high)
    assert found.high is not None and found.high >= 10 / (10 + 30 * rate.low)
    twice = checked_recall(*(2 * each for each in columns[:3]), *(2 * each for each in columns[3:]))
    assert twice.value == pytest.approx(found.value)


def test_the_shares_stand_beside_every_recall(tmp_path: Path) -> None:
    """In each split of `detection`, in `comparing`, and in the report, with the sentence that says how to check."""
    opened, _ = finished(tmp_path)
    with opened:
        whole, row = detected(opened)
        split = registry.compute("detection", opened.read_connection(), Params(criteria=(CRITERION,), by="system")).rows
        assert [(each["implicit_no"], each["flag_in_view"]) for each in split] == [
            (row["implicit_no"], row["flag_in_view"])
        ]

        def second(connection: Any) -> Any:
            connection.execute("INSERT INTO annotator (name, kind) VALUES ('other', 'judge')")
            one, other = (f"(SELECT id FROM annotator WHERE name = '{name}')" for name in ("judge", "other"))
            for table in ("verdict", "judged"):
                names = [each[1] for each in connection.execute(f"PRAGMA table_info({table})") if each[1] != "id"]
                copied = ", ".join(other if name == "annotator_id" else name for name in names)
                connection.execute(
                    f"INSERT INTO {table} ({', '.join(names)}) SELECT {copied} FROM {table} WHERE annotator_id = {one}"
                )
            return None, ChangeSet(settings=True, structure=True)

        opened.write(second).result()
        found = registry.compute("comparing", opened.read_connection(), Params(criteria=(CRITERION,)))
        (pair,) = found.rows
        assert (pair["implicit_no"], pair["flag_in_view"]) == (row["implicit_no"], row["flag_in_view"])
        assert {"implicit_no", "flag_in_view"} <= set(found.columns)
        (doubt,) = whole.notes
        assert doubt in found.notes and "A random check of some of them" in doubt
        export(opened, "report", tmp_path / "out.html")
        page = (tmp_path / "out.html").read_text("utf-8")
        assert "Implicit “no”" in page and "A random check of some of them" in page
