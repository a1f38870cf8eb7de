"""What was drawn from is stored cell by cell: neither what comes later nor flags that change spoil an old sample."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from galley.core.domain import ChangeSet
from galley.core.exports.registry import export
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.metrics import frames, registry, sampling, stratified_samples
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import CellReader
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from tests.core.building import flag, project, record
from tests.core.whole_project import whole

NAME, SENTENCES = "changed-meaning", 4


def records(
    first: int, many: int, wrong: float, seed: int, system: str = "a"
) -> tuple[list[Any], dict[str, list[bool]]]:
    rng = np.random.default_rng(seed)
    found, truth = [], {}
    for item in range(first, first + many):
        errors = rng.random(SENTENCES) < wrong
        flagged = np.where(errors, rng.random(SENTENCES) < 0.6, rng.random(SENTENCES) < 0.1)
        truth[f"k{item}"] = errors.tolist()
        found.append(
            record(
                f"k{item}",
                documents=[{
                    "id": "sum-a", "role": "summary", "system": system,
                    "sentences": [f"Sentence {item} {n}." for n in range(SENTENCES)],
                }],
                verdicts=[{**flag(NAME, "sum-a", int(n)), "annotator": "judge"} for n in np.flatnonzero(flagged)],
                judged=[{"annotator": "judge", "kind": "judge", "scheme": "dial-summer", "criteria": [NAME]}],
            )
        )  # fmt: skip
    return found, truth


def drawn_and_reviewed(made: Project, kinds: tuple[str, ...], truth: dict[str, list[bool]]) -> None:
    desk = DecisionWriter(made, "ann")
    for kind in kinds:
        draw = (
            (lambda c: stratified_samples.draw(c, "judge", "dial-summer", NAME, 60)) if kind == "strata"
            else (lambda c, kind=kind: sampling.draw(c, kind, "judge", "dial-summer", NAME, 30))
        )  # fmt: skip
        wanted = made.write(draw).result()
        for place, (item, cell) in zip(wanted.places, sampling.queue(made.read_connection(), wanted), strict=True):
            desk.add(item, cell, "yes" if truth[place[0]][int(place[3])] else "no").result()


def estimates(made: Project, **params: Any) -> list[dict[str, Any]]:
    return (
        registry.find_metric("estimate")
        .compute(made.read_connection(), Params(judges=("judge",), criteria=(NAME,), **params))
        .rows
    )


KINDS = [("flags", "audit"), ("strata",)]
SAME = ("value", "low", "high", "n", "cells", "naive", "naive_low", "reviews", "reviews_low", "at_least", "valid")


def grow(made: Project, tmp_path: Path, new: list[Any]) -> None:
    source = tmp_path / "more.jsonl"
    source.write_text("".join(json.dumps(each) + "\n" for each in new), encoding="utf-8")
    import_files(made, IMPORTER, [source])


def forget_frames(made: Project) -> None:
    """Make the project one of before frames were stored."""

    def job(connection: Any) -> tuple[None, ChangeSet]:
        connection.execute("DELETE FROM setting WHERE name = ?", (frames.SETTING,))
        sampling.keep(
            connection, sampling.SETTING, [asdict(each) | {"frame": 0} for each in sampling.draws(connection)]
        )
        return None, ChangeSet(settings=True)

    made.write(job).result()


def by_strata(made: Project, truth: dict[str, list[bool]]) -> float:
    """The share of errors by the reviews alone, in a loop over what the project stores as text: of each stratum the
    mean of its drawn cells, weighted by its size."""
    settings = dict(made.read_connection().execute("SELECT name, value FROM setting").fetchall())
    stratum = {
        (key, at + number - 1): f"{generation} {letter}"
        for generation, each in enumerate(json.loads(settings[frames.SETTING]))
        for key, _, _, number, letters in each["documents"]
        for at, letter in enumerate(letters)
        if letter != "-"
    }
    drawn = {(place[0], int(place[3])) for each in json.loads(settings["sampling"]) for place in each["places"]}
    total = 0.0
    for one in set(stratum.values()):
        members = [place for place, each in stratum.items() if each == one]
        seen = [truth[key][at] for key, at in members if (key, at) in drawn]
        total += len(members) * sum(seen) / len(seen)
    return total / len(stratum)


@pytest.mark.parametrize("kinds", KINDS)
def test_more_items_do_not_change_the_figure_of_an_old_sample(tmp_path: Path, kinds: tuple[str, ...]) -> None:
    old, truth = records(0, 60, 0.1, 1)
    with project(tmp_path, *old) as made:
        drawn_and_reviewed(made, kinds, truth)
        before = estimates(made)[0]
        assert before["valid"] and "scope" not in before
        assert before["reviews"] == pytest.approx(by_strata(made, truth), abs=1e-12)
        grow(made, tmp_path, records(60, 120, 0.5, 2, "b")[0])
        whole, first, second = estimates(made)
        assert {name: whole[name] for name in SAME} == {name: before[name] for name in SAME}
        assert whole["scope"] == "Sampled from 240 of 720 sentences; says nothing of the rest."
        assert first["system"] == "a" and first["valid"] and "scope" not in first
        assert second["system"] == "b" and not second["valid"] and "were added after the draws" in second["why"]
        alone = estimates(made, systems=("a",))[0]
        assert alone["valid"] and alone["value"] == first["value"] == before["value"]


@pytest.mark.parametrize("kinds", KINDS)
def test_a_further_draw_takes_what_came_since_as_strata_of_its_own(tmp_path: Path, kinds: tuple[str, ...]) -> None:
    old, truth = records(0, 60, 0.1, 1)
    with project(tmp_path, *old) as made:
        drawn_and_reviewed(made, kinds, truth)
        new, more = records(60, 180, 0.5, 2, "b")
        grow(made, tmp_path, new)
        truth |= more
        drawn_and_reviewed(made, kinds, truth)
        row = estimates(made)[0]
        assert row["valid"] and "scope" not in row and row["cells"] == 240 * SENTENCES
        assert row["reviews"] == pytest.approx(by_strata(made, truth), abs=1e-12)
        assert row["low"] <= np.mean([each for errors in truth.values() for each in errors]) <= row["high"]
        stored = frames.read(
            made.read_connection(), "strata" if kinds == ("strata",) else "flags", "judge", "dial-summer", NAME
        )
        assert [len(each.documents) for each in stored] == [60, 180]


@pytest.mark.parametrize("kinds", KINDS)
def test_changed_flags_leave_a_cell_in_its_stratum(tmp_path: Path, kinds: tuple[str, ...]) -> None:
    old, truth = records(0, 60, 0.1, 1)
    with project(tmp_path, *old) as made:
        drawn_and_reviewed(made, kinds, truth)
        before = estimates(made)[0]
        gone = "DELETE FROM verdict WHERE decision_id IS NULL AND value = 'yes' AND item_id % 3 = 0"
        made.write(lambda c: (c.execute(gone), ChangeSet(settings=True))).result()
        after = estimates(made)[0]
        assert after["valid"] and after["naive"] < before["naive"]
        assert after["reviews"] == before["reviews"] == pytest.approx(by_strata(made, truth), abs=1e-12)


@pytest.mark.parametrize("kinds", KINDS)
def test_frames_go_through_export_and_import(tmp_path: Path, kinds: tuple[str, ...]) -> None:
    old, truth = records(0, 60, 0.1, 1)
    with project(tmp_path, *old) as made:
        drawn_and_reviewed(made, kinds, truth)
        grow(made, tmp_path, records(60, 60, 0.5, 2, "b")[0])
        before = estimates(made)
        file = tmp_path / "all.jsonl"
        export(made, "galley", file)
    with Project.create(tmp_path / "again.galley") as again:
        import_files(again, IMPORTER, [file])
        assert estimates(again) == before


def test_frames_name_every_kind_of_cell(tmp_path: Path) -> None:
    """Cells of sentences, turns, whole texts and derived units come back from a frame with the strata they had."""
    kinds = set()
    with whole(tmp_path) as made:
        reader = CellReader(made.read_connection(), Params())
        for number, question in enumerate(each for each in reader.questions() if each.binary):
            cells = reader.cells(question, reader.judges)
            wanted = np.random.default_rng(number).integers(-1, 3, len(cells.unit))

            def add(connection: Any, cells: Any = cells, wanted: Any = wanted) -> Any:
                reader = CellReader(connection, Params())
                return frames.add(reader, cells, "flags", "x", wanted, ("a", "b", "c")), ChangeSet()

            frame = made.write(add).result()
            assert frame in frames.read(made.read_connection(), "flags", "x", question.scheme, question.id)
            assert frames.place_cells(reader, cells, [frame]).stratum.tolist() == wanted.tolist()
            kinds |= {(bool(frame.units), bool(frame.documents))}
    assert {(True, False), (False, True)} <= kinds


@pytest.mark.parametrize("kinds", KINDS)
def test_draws_from_before_frames_are_guarded(tmp_path: Path, kinds: tuple[str, ...]) -> None:
    """What they were drawn from is not stored: the figure is called valid only while it can be today's cells, and a
    draw that is made then stores the frame for both."""
    old, truth = records(0, 60, 0.1, 1)
    with project(tmp_path, *old) as made:
        drawn_and_reviewed(made, kinds, truth)
        before = estimates(made)[0]
        forget_frames(made)
        assert estimates(made)[0] == before
        drawn_and_reviewed(made, kinds, truth)
        assert all(each.frame == 1 for each in sampling.draws(made.read_connection()))
        both = estimates(made)[0]
        drawn = {place for each in sampling.draws(made.read_connection()) for place in each.places}
        assert both["valid"] and both["n"] == len(drawn) > before["n"]
        assert both["reviews"] == pytest.approx(by_strata(made, truth), abs=1e-12)
        forget_frames(made)
        grow(made, tmp_path, records(60, 60, 0.5, 2, "b")[0])
        for params in ({}, {"systems": ("a",)}):
            rows = estimates(made, **params)
            assert rows and not any(row["valid"] for row in rows), params
            assert "no longer those that were drawn from" in rows[0]["why"]


@pytest.mark.parametrize("kinds", KINDS)
def test_the_flags_of_draws_from_before_frames_must_not_change(tmp_path: Path, kinds: tuple[str, ...]) -> None:
    old, truth = records(0, 60, 0.1, 1)
    with project(tmp_path, *old) as made:
        drawn_and_reviewed(made, kinds, truth)
        forget_frames(made)
        gone = "DELETE FROM verdict WHERE decision_id IS NULL AND value = 'yes' AND item_id % 3 = 0"
        made.write(lambda c: (c.execute(gone), ChangeSet(settings=True))).result()
        assert not estimates(made)[0]["valid"]
