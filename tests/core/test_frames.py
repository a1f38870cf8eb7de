"""What was drawn from and what the project has now: an estimate is called valid only where they are the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from galley.core.domain import ChangeSet
from galley.core.importers.galley_importer import IMPORTER
from galley.core.importers.importing import import_files
from galley.core.metrics import registry, sampling, strata_draws
from galley.core.metrics.base import Params
from galley.core.project.desk import Desk
from galley.core.project.project import Project
from tests.core.building import flag, project, record

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
    desk = Desk(made, "ann")
    for kind in kinds:
        draw = (
            (lambda c: strata_draws.draw(c, "judge", "dial-summer", NAME, 60)) if kind == "strata"
            else (lambda c, kind=kind: sampling.draw(c, kind, "judge", "dial-summer", NAME, 30))
        )  # fmt: skip
        wanted = made.write(draw).result()
        for place, (item, cell) in zip(wanted.places, sampling.queue(made.reader(), wanted), strict=True):
            desk.add(item, cell, "yes" if truth[place[0]][int(place[3])] else "no").result()


def estimates(made: Project, **params: Any) -> list[dict[str, Any]]:
    return registry.find("estimate").compute(made.reader(), Params(judges=("judge",), criteria=(NAME,), **params)).rows


@pytest.mark.parametrize("kinds", [("flags", "audit"), ("strata",)])
def test_an_estimate_is_not_valid_for_what_came_after_its_draw(tmp_path: Path, kinds: tuple[str, ...]) -> None:
    old, truth = records(0, 60, 0.1, 1)
    with project(tmp_path, *old) as made:
        drawn_and_reviewed(made, kinds, truth)
        assert all(row["valid"] for row in estimates(made))
        new, _ = records(60, 60, 0.5, 2, "b")
        source = tmp_path / "more.jsonl"
        source.write_text("".join(json.dumps(each) + "\n" for each in new), encoding="utf-8")
        import_files(made, IMPORTER, [source])
        for params in ({}, {"systems": ("a",)}):
            rows = estimates(made, **params)
            assert rows and not any(row["valid"] for row in rows), params
            assert "no longer those that were drawn from" in rows[0]["why"]


@pytest.mark.parametrize("kinds", [("flags", "audit"), ("strata",)])
def test_an_estimate_is_not_valid_after_the_flags_changed(tmp_path: Path, kinds: tuple[str, ...]) -> None:
    old, truth = records(0, 60, 0.1, 1)
    with project(tmp_path, *old) as made:
        drawn_and_reviewed(made, kinds, truth)
        assert estimates(made)[0]["valid"]
        gone = "DELETE FROM verdict WHERE decision_id IS NULL AND value = 'yes' AND item_id % 3 = 0"
        made.write(lambda c: (c.execute(gone), ChangeSet(settings=True))).result()
        assert not estimates(made)[0]["valid"]
