"""A campaign whose gold comes of a task's rule and of adjudication: figures of the exported gold are the program's."""

from __future__ import annotations

import csv
import random
from pathlib import Path

from galley.core.domain import Cell
from galley.core.exports.base import Only
from galley.core.exports.registry import export
from galley.core.metrics import registry
from galley.core.metrics.base import Params
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.storage import names
from tests.core import building
from tests.core.studies import run

CRITERION = "extrinsic-context"
TOML = """\
format = 1
id = "camp"
name = "Campaign"

[[task]]
id = "errors"
kind = "answer"
criteria = ["dial-summer/extrinsic-context"]
people = 3
silence = "open"
rule = "majority"
shows = ["dialogue", "article"]
"""
PEOPLE = ("ann", "ben", "cat")


def _campaign(folder: Path) -> tuple[Path, int]:
    """Sixty sentences; three people answer forty, of which ``ito`` adjudicates fifteen. Gives the project and how many
    cells have gold: the forty, for three votes of yes and no do not tie."""
    chance = random.Random(5)
    records = []
    for number in range(15):
        flags = [building.flag(CRITERION, "s", unit) for unit in range(4) if chance.random() < 0.6]
        documents = [
            {"id": "dialogue", "role": "dialogue", "turns": [{"speaker": "A", "text": f"Hello {number}."}]},
            {"id": "s", "role": "summary", "system": "x", "sentences": [f"S{number}.{n}." for n in range(4)]},
        ]
        judged = [{"annotator": "judge", "kind": "judge", "scheme": "dial-summer", "criteria": [CRITERION],
                   "documents": ["s"]}]  # fmt: skip
        records.append({"key": f"k{number}", "documents": documents, "verdicts": flags, "judged": judged})
    with building.project(folder, *records, name="camp.galley") as made:
        path = made.path
    (folder / "camp.toml").write_text(TOML, "utf-8")
    run("campaign", "protocol", "use", str(folder / "camp.toml"), "--project", str(path))
    with Project.open(path) as project:
        (row,) = (r for r, c in names.criteria(project.read_connection()).items() if c.id == CRITERION)
        rows = project.read_connection().execute(
            "SELECT item_id, unit.id, document.id FROM unit JOIN document ON document.id = document_id"
            " WHERE role = 'summary' AND unit.kind = 'sentence' ORDER BY item_id, unit.id"
        )
        cells = [(item, Cell(unit, row, target)) for item, unit, target in rows]
        truth = {cell: chance.random() < 0.5 for _, cell in cells}
        for who in PEOPLE:
            desk = DecisionWriter(project, who, "camp/errors")
            for item, cell in cells[:40]:
                desk.form(item, {cell: "yes" if truth[cell] ^ (chance.random() < 0.2) else "no"}).result()
        adjudicator = DecisionWriter(project, "ito")
        for item, cell in cells[25:40]:
            adjudicator.adjudicate(item, cell, "yes" if truth[cell] else "no").result()
    return path, 40


def test_the_precision_of_the_exported_gold_is_the_programs(tmp_path: Path) -> None:
    path, count = _campaign(tmp_path)
    with Project.open(path) as project:
        export(project, "csv", tmp_path / "gold.csv", Only.GOLD)
        found = registry.compute("detection", project.read_connection(), Params(judges=("judge",), resamples=0))
    (row,) = (row for row in found.rows if row["criterion"] == CRITERION)
    with (tmp_path / "gold.csv").open(encoding="utf-8", newline="") as stream:
        lines = list(csv.DictReader(stream))
    gold = {(line["key"], line["unit"]): line for line in lines if line["kind"] == "gold"}
    assert len(gold) == count
    how = [line["resolved_how"] for line in gold.values()]
    assert how.count("adjudicated by ito") == 15
    assert how.count("rule: majority of ann, ben, cat") == 25, "the task's rule made the others"
    flagged = {(line["key"], line["unit"]) for line in lines if line["kind"] == "judge" and line["value"] == "yes"}
    right = sum(gold[place]["value"] == "yes" for place in flagged & gold.keys())
    errors = sum(line["value"] == "yes" for line in gold.values())
    assert (row["tp"], row["fp"]) == (right, len(flagged & gold.keys()) - right)
    assert abs(row["precision"] - right / len(flagged & gold.keys())) < 1e-12
    assert abs(row["recall"] - right / errors) < 1e-12
    adjudicated = {place for place, line in gold.items() if line["resolved_how"].startswith("adjudicated")}
    some = sum(gold[place]["value"] == "yes" for place in flagged & adjudicated) / len(flagged & adjudicated)
    assert abs(some - row["precision"]) > 0.01, "adjudicated cells alone would say something else"
