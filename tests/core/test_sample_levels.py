"""Review samples and estimates of whole summaries: an agency's spreadsheet with one yes or no a summary."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from galley.core.cli import main
from galley.core.domain import Cell
from galley.core.metrics import registry, sampling
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import CellReader
from galley.core.metrics.target_precision import toward
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.storage import names, queries
from tests.core.building import project
from tests.core.test_frames import drawn_and_reviewed, records
from tests.core.test_levels import review

NAME, ROWS = "changed-meaning", 40


def make_spreadsheet(folder: Path, rows: range, seed: int) -> tuple[Path, dict[str, bool], dict[str, bool]]:
    """A ;-CSV of summaries, which of them have the error, and which the agency flags."""
    rng = np.random.default_rng(seed)
    truth = {f"d{n}": bool(rng.random() < 0.4) for n in rows}
    flags = {key: bool(rng.random() < (0.7 if is_wrong else 0.2)) for key, is_wrong in truth.items()}
    lines = [
        f'{key};The doctor saw patient {key}. Rest is advised.;"Patient {key} is well. They rest.";'
        + ("yes" if flagged else "no")
        for key, flagged in flags.items()
    ]
    file = folder / f"agency{seed}.csv"
    file.write_text("\n".join(["id;source;summary;flag", *lines]) + "\n", encoding="utf-8")
    return file, truth, flags


def import_spreadsheet(file: Path, path: Path) -> None:
    role = f"flag=flag,criterion=dial-summer/{NAME},by=judge:agency,error=yes"
    assert main(["import", str(file), "--project", str(path), "--role", role]) == 0


def answer_samples(project: Project, truth: dict[str, bool]) -> dict[str, set[str]]:
    """Answer each drawn summary, and return the keys of those that were drawn by the kind of the draw."""
    desk = DecisionWriter(project, "ann")
    keys: dict[str, set[str]] = {}
    for draw in sampling.draws(project.read_connection()):
        for place, (item, cell) in zip(draw.places, sampling.queue(project.read_connection(), draw), strict=True):
            assert place[2] == "whole"
            desk.add(item, cell, "yes" if truth[place[0]] else "no").result()
            keys.setdefault(draw.kind, set()).add(place[0])
    return keys


def compute_estimates(opened: Project, **params: Any) -> list[dict[str, Any]]:
    rows = registry.find_metric("estimate").compute(opened.read_connection(), Params(criteria=(NAME,), **params)).rows
    return [row for row in rows if row["system"] is None]


@pytest.mark.parametrize("kinds", [("flags", "audit"), ("strata",)])
def test_a_sample_of_whole_summaries_gives_the_estimate_of_a_hand_count(tmp_path: Path, kinds: tuple[str, ...]) -> None:
    path = tmp_path / "agency.galley"
    file, truth, flags = make_spreadsheet(tmp_path, range(ROWS), 1)
    import_spreadsheet(file, path)
    for kind in kinds:
        asked = ["sample", "draw", kind, "--project", str(path), "--judge", "agency", "--criterion", NAME, "--size",
        "10"]
        assert main(asked) == 0
    with Project.open(path) as opened:
        drawn = set().union(*answer_samples(opened, truth).values())
        (row,) = compute_estimates(opened)
        strata = [[key for key in truth if flags[key] is flagged] for flagged in (True, False)]
        by_hand = sum(len(keys) / ROWS * np.mean([truth[key] for key in keys if key in drawn]) for keys in strata)
        assert row["level"] == "summary" and row["valid"] and row["cells"] == ROWS and row["n"] == len(drawn)
        assert row["reviews"] == pytest.approx(by_hand, abs=1e-12) and row["low"] < by_hand < row["high"]
        assert row["value"] == pytest.approx(by_hand, abs=1e-12 if kinds != ("strata",) else 0.01)
        assert row["naive"] == pytest.approx(sum(flags.values()) / ROWS)
        assert compute_estimates(opened, level="summary")[0]["value"] == row["value"]
        assert not compute_estimates(opened, level="unit"), "no judge answered of sentences"
    new, more, _ = make_spreadsheet(tmp_path, range(ROWS, 100), 2)
    import_spreadsheet(new, path)
    with Project.open(path) as opened:
        (later,) = compute_estimates(opened)
        assert later["value"] == row["value"] and later["low"] == row["low"]
        assert later["scope"] == "Sampled from 40 of 100 summaries; says nothing of the rest."
    for kind in kinds:
        asked = ["sample", "draw", kind, "--project", str(path), "--judge", "agency", "--criterion", NAME, "--size",
        "20"]
        assert main(asked) == 0
    with Project.open(path) as opened:
        answer_samples(opened, truth | more)
        (last,) = compute_estimates(opened)
        assert last["valid"] and "scope" not in last and last["cells"] == 100


def test_draws_of_summaries_and_of_sentences_are_apart(tmp_path: Path) -> None:
    """A judge of sentences is drawn from at both levels, each with an estimate of its own."""
    made_records, truth = records(0, 40, 0.1, 1)
    with project(tmp_path, *made_records) as made:
        drawn_and_reviewed(made, ("flags", "audit"), truth)
        (before,) = compute_estimates(made)
        assert before["level"] == "unit" and before["valid"]
        for kind in ("flags", "audit"):
            made.write(
                lambda c, kind=kind: sampling.draw(c, kind, "judge", "dial-summer", NAME, 10, level="summary")
            ).result()
        desk = DecisionWriter(made, "bo")
        for draw in sampling.draws(made.read_connection())[-2:]:
            assert draw.level == "summary"
            for place, (item, cell) in zip(draw.places, sampling.queue(made.read_connection(), draw), strict=True):
                desk.add(item, cell, "yes" if any(truth[place[0]]) else "no").result()
        units, summaries = compute_estimates(made)
        assert (units["level"], summaries["level"]) == ("unit", "summary")
        assert units["value"] == before["value"] and units["low"] == before["low"]
        assert summaries["cells"] == 40 and summaries["valid"]
        stored = queries.read_setting(made.read_connection(), "draw-frames")
        assert [frame["level"] for frame in json.loads(stored or "[]")] == ["unit", "summary"]
        result = registry.find_metric("estimate").compute(made.read_connection(), Params(criteria=(NAME,)))
        assert "level" in result.columns


def test_plans_of_reviews_are_of_summaries_where_the_judge_answers_of_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "agency.galley"
    file, truth, _ = make_spreadsheet(tmp_path, range(ROWS), 1)
    import_spreadsheet(file, path)
    for kind in ("audit", "flags"):
        asked = ["sample", "draw", kind, "--project", str(path), "--judge", "agency", "--criterion", NAME, "--size",
        "99"]
        assert main(asked) == 0
    with Project.open(path) as opened:
        answer_samples(opened, truth)
        reader = CellReader(opened.read_connection(), Params(criteria=(NAME,), target="project"))
        (question,) = reader.questions()
        (found,) = toward(reader, question, reader.judges[0], 0.05, {})
        assert found.row["cells"] == ROWS and found.row["value"] == pytest.approx(sum(truth.values()) / ROWS)
    capsys.readouterr()
    assert main(["sample", "size", "--project", str(path), "--criterion", NAME, "--json"]) == 0
    (plan,) = json.loads(capsys.readouterr().out)["plans"]
    assert plan["drawn"] and plan["there"] == ROWS


def test_ties_have_a_row_for_each_level_at_which_people_answered(tmp_path: Path) -> None:
    path = tmp_path / "agency.galley"
    file, _, flags = make_spreadsheet(tmp_path, range(6), 1)
    import_spreadsheet(file, path)
    with Project.open(path) as opened:
        for item, key, unit, target in (
            opened.read_connection()
            .execute(
                "SELECT item.id, key, whole_id, document.id FROM item JOIN document ON item_id = item.id"
                " WHERE role = 'summary' ORDER BY 1"
            )
            .fetchall()
        ):
            row = next(c.row for c in names.criteria(opened.read_connection()).values() if c.id == NAME)
            for who, value in (("ann", "yes"), ("bo", "yes" if flags[key] else "no")):
                DecisionWriter(opened, who).add(item, Cell(unit, row, target), value).result()
        result = registry.find_metric("ties").compute(opened.read_connection(), Params(criteria=(NAME,)))
        (row,) = result.rows
        assert (row["level"], row["n"], row["ties"]) == ("summary", 6, 6 - sum(flags.values()))
        assert "level" in result.columns


def test_an_implicit_no_check_of_whole_summaries_corrects_recall(tmp_path: Path) -> None:
    """Somebody accepts the agency's flags and finishes; half of the implicit "no" are then answered one by one."""
    path = tmp_path / "agency.galley"
    file, truth, flags = make_spreadsheet(tmp_path, range(ROWS), 1)
    import_spreadsheet(file, path)
    with Project.open(path) as opened:
        review(opened, "ann")
        (before,) = registry.find_metric("detection").compute(opened.read_connection(), Params(criteria=(NAME,))).rows
        assert before["level"] == "summary" and before["recall"] == 1 and before["implicit_no"] == 1
    asked = ["draw", "implicit-no", "--project", str(path), "--judge", "agency", "--criterion", NAME, "--size", "14"]
    assert main(asked) == 0
    with Project.open(path) as opened:
        keys = answer_samples(opened, truth)["implicit-no"]
        (after,) = registry.find_metric("detection").compute(opened.read_connection(), Params(criteria=(NAME,))).rows
        unflagged = [key for key in truth if not flags[key]]
        wrong = sum(truth[key] for key in keys)
        found = sum(flags.values())  # every flag was accepted
        assert after["checked"] == 14 and after["contradicted"] == wrong and after["implicit"] == len(unflagged)
        assert after["recall_checked"] == pytest.approx(found / (found + len(unflagged) * wrong / 14))


def test_judges_of_whole_summaries_are_compared_at_that_level(tmp_path: Path) -> None:
    """Two columns of an agency's spreadsheet: the comparison found no cell that both judges had answered."""
    path = tmp_path / "agency.galley"
    file, truth, flags = make_spreadsheet(tmp_path, range(ROWS), 1)
    import_spreadsheet(file, path)
    other = file.read_text(encoding="utf-8").replace(";yes\n", ";no\n")
    (tmp_path / "other.csv").write_text(other, encoding="utf-8")
    role = f"flag=flag,criterion=dial-summer/{NAME},by=judge:other,error=yes"
    assert main(["import", str(tmp_path / "other.csv"), "--project", str(path), "--role", role]) == 0
    for kind in ("audit", "flags"):
        asked = ["sample", "draw", kind, "--project", str(path), "--judge", "agency", "--criterion", NAME, "--size",
        "99"]
        assert main(asked) == 0
    with Project.open(path) as opened:
        answer_samples(opened, truth)
        result = registry.find_metric("comparing").compute(
            opened.read_connection(), Params(criteria=(NAME,), options=("figure=recall",))
        )
        (row,) = result.rows
        errors = sum(truth.values())
        hits = sum(truth[key] and flags[key] for key in truth)
        assert (row["level"], row["n"]) == ("summary", ROWS) and "level" in result.columns
        values = {row["first"]: row["first_value"], row["second"]: row["second_value"]}
        assert values == {"agency": pytest.approx(hits / errors), "other": 0}
