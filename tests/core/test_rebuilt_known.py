"""A project that was built anew from its native record goes on with the campaign: packages of the first one come back
to it, and training, checks, roles and what is looked at by person are as they were."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from galley.core.campaign import answers
from galley.core.project.check import check
from tests.core.studies import back, pack, packed, refused, run, say, study
from tests.core.test_repeats import anew, record
from tests.core.test_task_known import CHECKING, TRAINING, known_file
from tests.core.test_task_packages import SUPPORTING, rows
from tests.core.test_task_plan import places


def told(project: Path) -> dict[str, Any]:
    """What the lead is told of tasks, people and the plan; without what is told by the machine's own moments."""
    plan = json.loads(run("campaign", "plan", "--json", "--project", str(project)).stdout)
    return {
        "tasks": run("campaign", "tasks", "--project", str(project)).output,
        "readers": json.loads(run("campaign", "reviewers", "--json", "--as", "mira", "--project", str(project)).stdout),
        "seats": {line["task"]: line["seats"] for line in plan["tasks"]},
        "roles": run("campaign", "roles", "--project", str(project)).output,
        "known": sorted(rows(project, "SELECT key, unit_id - (SELECT min(whole_id) FROM document WHERE item_id ="
                                      " item.id), known.value, trains FROM known JOIN item ON item.id = item_id")),
    }  # fmt: skip


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Known answers of both kinds, a lead, a purpose; cat is in training, ann reads."""
    made = study(tmp_path, CHECKING, TRAINING, count=3)
    for task, *cells in (("training", ("k0", 0, "no"), ("k0", 1, "yes")), ("supporting", ("k1", 0, "no"))):
        known = known_file(tmp_path, *cells)  # type: ignore[arg-type]
        run("campaign", "known", "--task", str(task), "--from", known, "--project", str(made))
    run("campaign", "roles", "mira=lead", "ito=adjudicator", "--project", str(made))
    run("campaign", "reviewers", "--watch", "to find who wants help", "--as", "mira", "--project", str(made))
    pack(made, "--task", "training", "--for", "cat")
    pack(made, "--task", "supporting", "--for", "ann", "--untrained")
    return made


def test_answers_of_training_and_checks_count_in_a_project_built_anew(project: Path, tmp_path: Path) -> None:
    there = places(3)
    say(packed(tmp_path, "cat"), "cat", SUPPORTING, {there[0]: "no"})
    back(project, packed(tmp_path, "cat"))  # half of it before, the rest after
    copy = anew(project, tmp_path / "copy.galley")
    assert told(copy) == told(project)
    say(packed(tmp_path, "cat"), "cat", SUPPORTING, {there[1]: "yes"})
    say(packed(tmp_path, "ann"), "ann", SUPPORTING, dict(zip(there[2:], ("yes", "yes", "no", "no"), strict=True)))
    for who in ("cat", "ann"):
        answers.write_answers(packed(tmp_path, who), tmp_path / f"{who}.answers")
    said = [run("campaign", "merge", *(str(tmp_path / f"{who}.answers") for who in ("cat", "ann")), "--project",
        str(each)).output
            for each in (project, copy)]  # fmt: skip
    assert "cat answered 2 of 2 known cells of two/training right; the mark is 0.9: passed." in said[1]
    assert "ann answered 0 of 1 known cells of two/supporting right; the mark is 0.8: not passed." in said[1]
    assert said[0].replace(project.name, "") == said[1].replace(copy.name, "")
    assert told(copy) == told(project) and record(copy) == record(project)
    assert check(copy) == check(project) == []


def test_what_a_project_built_anew_hands_out_is_what_the_first_one_would(project: Path, tmp_path: Path) -> None:
    copy = anew(project, tmp_path / "copy.galley")
    for each in (project, copy):
        said = refused("campaign", "pack", "--task", "supporting", "--for", "eve", "--project", str(each), "--out",
        str(tmp_path))
        assert "eve has not done the training two/training" in said
        out = tmp_path / each.stem
        run("campaign", "pack", "--task", "training", "--for", "eve", "--project", str(each), "--out", str(out))
        run(
            "campaign",
            "pack",
            "--task",
            "supporting",
            "--for",
            "dan",
            "--untrained",
            "--project",
            str(each),
            "--out",
            str(out),
        )
    trains = "SELECT unit_id, value, trains FROM known ORDER BY 1"
    for who, query in (("eve", trains), ("dan", trains), ("dan", "SELECT unit_id FROM handed ORDER BY 1")):
        one, two = (rows(tmp_path / each.stem / f"{each.stem}-{who}.galley", query) for each in (project, copy))
        assert one == two
    path = tmp_path / "copy" / "copy-dan.galley"
    assert rows(path, "SELECT * FROM known") == [], "an answer that checks is in no package of it either"
    notices = json.loads(rows(path, "SELECT value FROM setting WHERE name = 'person-checks'")[0][0])
    assert notices["purpose"] == "to find who wants help", "and every package says what is looked at"
