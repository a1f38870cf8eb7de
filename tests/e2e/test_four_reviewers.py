"""Three reviewers and one who settles, each a process of their own, on FineSurE's recorded human labels.

The recorded answers of its three annotators are given anew, each in a package of their own, come back, are merged and
settled; then every figure is what the records themselves give. Needs no display.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from galley.core.adjudication.queue import TieFilter, TieView, find_ties
from galley.core.exports.registry import export
from galley.core.importers import registry
from galley.core.importers.run_import import import_files
from galley.core.project.check import check
from galley.core.project.project import Project
from tests.core.building import native

ROOT = Path(__file__).resolve().parents[2]
DATA = "finesure/frank-raw-data-by-gpt-4o-2024-05-13.json"
PEOPLE = ("annotator_0", "annotator_1", "annotator_2")

SAID = """
SELECT annotator.name, key, criterion.name, document.name, unit.position, value FROM verdict
JOIN annotator ON annotator.id = annotator_id AND annotator.kind = 'human' JOIN item ON item.id = verdict.item_id
JOIN criterion ON criterion.id = criterion_id JOIN unit ON unit.id = unit_id JOIN document ON document.id = target_id
WHERE value IS NOT 'no'
"""
ASKED = """
SELECT annotator.name, key, criterion.name, document.name FROM judged
JOIN annotator ON annotator.id = annotator_id AND annotator.kind = 'human' JOIN item ON item.id = judged.item_id
JOIN criterion ON criterion.id = criterion_id JOIN document ON document.id = target_id
"""

REVIEW = """
import json, sys
from pathlib import Path
from galley.core.domain import Action, Cell
from galley.core.campaign.package import read_package
from galley.core.storage import names
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.tasks.finish import list_all_pairs
from galley.core.project.project import Project

with Project.open(Path(sys.argv[1])) as project:
    known = read_package(project.read_connection())
    said = json.loads(Path(sys.argv[2]).read_text("utf-8"))
    desk = DecisionWriter(project, known.reviewer)
    rows = {c.id: c.row for scheme in names.schemes(project.read_connection()) for c in scheme.criteria}
    for (item,) in project.read_connection().execute("SELECT id FROM item ORDER BY id").fetchall():
        view = items.load_item_view(project.read_connection(), item)
        summaries = {summary.name: summary for summary in view.by_role("summary")}
        flags = {flag.cell: flag for flag in view.flags()}
        given = {
            Cell(summaries[name].units[unit].id, rows[criterion], summaries[name].id): value
            for criterion, name, unit, value in said.get(view.key, ())
        }
        for cell, value in given.items():
            if value is None:
                desk._decide(Action.UNSURE, item, cell=cell)
            elif cell in flags:
                desk.accept(item, flags[cell])
            else:
                desk.add(item, cell, value)
        for cell, flag in flags.items():
            if cell not in given:
                desk.override(item, flag)
        desk.finish(view, list_all_pairs(view)).result()
"""

SETTLE = """
import json, sys
from pathlib import Path
from galley.core.adjudication import queue
from galley.core.review.decision_writer import DecisionWriter
from galley.core.project.project import Project
from galley.core.adjudication.queue import TieFilter, TieView

with Project.open(Path(sys.argv[1])) as project:
    desk = DecisionWriter(project, "lead")
    wanted = TieFilter(TieView.TIES)
    for item in queue.find_ties(project.read_connection(), wanted, desk.reviewer).items:
        for cell in queue.list_cells(project.read_connection(), item, wanted, desk.reviewer):
            desk.adjudicate(item, cell, "yes", note="one of two is certain").result()
"""


def environment() -> dict[str, str]:
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    return os.environ | {"PYTHONPATH": path}


def galley(*arguments: object) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "galley.core.cli", *map(str, arguments)],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == 0, done.stderr
    printed.append(done.stderr)
    return done.stdout


printed: list[str] = []
"""What the commands printed on standard error."""


def process(script: str, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        env=environment(),
        stderr=subprocess.PIPE,
        text=True,
    )


def ended(started: subprocess.Popen[str]) -> None:
    _, errors = started.communicate(timeout=200)
    assert started.returncode == 0, errors


def figures(name: str, project: Path, *more: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(
        galley("metrics", name, "--project", project, "--json", *more),
        parse_float=lambda text: round(float(text), 12),  # the last digit hangs on who is counted first
    )["rows"]
    return [{**row, "annotators": sorted(row.get("annotators", ()))} for row in rows]


def recorded(source: Path, folder: Path) -> tuple[list[dict[str, Any]], dict[str, dict[str, list[Any]]]]:
    """The records without what people said (a header first), and what each of them said: [criterion, summary, unit,
    value] by the item's key."""
    with Project.create(folder / "recorded.galley") as project:
        import_files(project, registry.find("finesure"), [source])
        export(project, "galley", folder / "recorded.jsonl")
    lines = native((folder / "recorded.jsonl").read_bytes())
    lines[0]["annotators"] = [a for a in lines[0]["annotators"] if a["kind"] != "human"]
    said: dict[str, dict[str, list[Any]]] = {name: {} for name in PEOPLE}
    for line in lines[1:]:
        for verdict in line.get("verdicts", ()):
            if verdict["kind"] == "human":
                answer = [verdict["criterion"], verdict["document"], verdict["unit"], verdict["value"]]
                said[verdict["annotator"]].setdefault(line["key"], []).append(answer)
        for field in ("verdicts", "judged"):
            line[field] = [entry for entry in line.get(field, ()) if entry["kind"] != "human"]
    return lines, said


def human_cells(project: Path) -> dict[tuple[str, ...], Any]:
    """What each person says of each cell, silence included."""
    with Project.open(project, read_only=True) as opened:
        connection = opened.read_connection()
        found = {row[:-1]: row[-1] for row in connection.execute(SAID)}
        found |= {row: "asked" for row in connection.execute(ASKED)}
    return found


def fleiss(votes: list[tuple[int, int, int]]) -> float:
    """Fleiss' kappa of three raters' bits, written out (Fleiss 1971, equations 3 to 7)."""
    agree = sum((sum(v) ** 2 + (3 - sum(v)) ** 2 - 3) / 6 for v in votes) / len(votes)
    share = sum(sum(v) for v in votes) / (3 * len(votes))
    chance = share**2 + (1 - share) ** 2
    return (agree - chance) / (1 - chance)


@pytest.mark.timeout(600)
def test_what_three_reviewers_answered_is_what_the_records_give(shared_data: Path, tmp_path: Path) -> None:
    raw = [json.loads(line) for line in (shared_data / DATA).read_text("utf-8").splitlines()]
    lines, said = recorded(shared_data / DATA, tmp_path)
    (tmp_path / "texts.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    main, out = tmp_path / "news.galley", tmp_path / "out"
    out.mkdir()
    galley("import", "--format", "galley", tmp_path / "texts.jsonl", "--project", main)
    assert human_cells(main) == {}

    # pack, decide in three processes at once, return
    galley("campaign", "pack", "--project", main, "--out", out, *(word for name in PEOPLE for word in ("--for", name)))
    reviewers = []
    for name in PEOPLE:
        (tmp_path / f"{name}.json").write_text(json.dumps(said[name]), "utf-8")
        reviewers.append(process(REVIEW, out / f"news-{name}.galley", tmp_path / f"{name}.json"))
    for reviewer in reviewers:
        ended(reviewer)
    files = [out / f"news-{name}.answers" for name in PEOPLE]
    for name in PEOPLE:
        galley("campaign", "submit", out / f"news-{name}.galley")

    # merge, in an order of its own and twice
    galley("campaign", "merge", files[2], files[0], "--project", main)
    report = galley("campaign", "merge", *files, "--project", main)
    assert f"{files[0].name}: annotator_0, 0 new" in report and "0 here already" in report
    assert check(main) == []
    assert human_cells(main) == human_cells(tmp_path / "recorded.galley")
    plan = json.loads(galley("campaign", "plan", "--project", main, "--json"))
    assert [(line["reviewer"], line["finished"], line["items"]) for line in plan["lines"]] == [
        (name, len(lines) - 1, len(lines) - 1) for name in PEOPLE
    ]

    # agreement and the majority are what the records give
    labels = [
        tuple(r["raw_annotations"][name]["factuality_labels"][unit] for name in PEOPLE)
        for r in raw
        for unit in range(len(r["sentences"]))
    ]
    agreement = figures("agreement", main)
    alone = tmp_path / "recorded.galley"
    imported = figures("agreement", alone)
    # unsure of a type: by hand the combined criterion is open, in the file only the type of a certain error is
    assert [r for r in agreement if not r.get("rollup")] == [r for r in imported if not r.get("rollup")]
    kappa = [r for r in imported if r["criterion"] == "factual-error" and r["coefficient"].startswith("fleiss")]
    assert kappa[0]["n"] == len(labels) and kappa[0]["value"] == pytest.approx(fleiss(labels), abs=1e-12)
    detected = figures("detection", alone, "--gold", "majority", "--criterion", "factual-error")[0]
    counts = Counter(
        (bool(predicted), sum(votes) >= 2)
        for r in raw
        if len(r["pred_faithfulness_labels"]) == len(r["sentences"])
        for unit, predicted in enumerate(r["pred_faithfulness_labels"])
        for votes in [[r["raw_annotations"][name]["factuality_labels"][unit] for name in PEOPLE]]
    )
    assert (detected["tp"], detected["fp"], detected["fn"], detected["tn"]) == (
        counts[True, True], counts[True, False], counts[False, True], counts[False, False])  # fmt: skip
    assert detected["s_bacc"] == pytest.approx(0.898, abs=0.0005)  # as published

    # what remains is settled by the fourth process, the rest by the majority; gold is exported
    with Project.open(main, read_only=True) as project:
        open_ties = sum(find_ties(project.read_connection(), TieFilter(TieView.TIES), 0).counts)
    assert open_ties > 0
    ended(process(SETTLE, main))
    assert galley("adjudicate", "majority", "--project", main, "--as", "lead").startswith("criterion\t")
    wanted = expected(said)
    galley("adjudicate", "majority", "--project", main, "--as", "lead", "--yes")
    galley("export", "galley", "--project", main, "--out", tmp_path / "gold.jsonl", "--only", "gold")
    gold = {
        (line["key"], verdict["criterion"], verdict["document"], verdict["unit"]): verdict["value"]
        for line in map(json.loads, (tmp_path / "gold.jsonl").read_text("utf-8").splitlines())
        for verdict in line.get("verdicts", ())
        if verdict["kind"] == "gold"
    }
    assert {cell: value for cell, value in gold.items() if cell in wanted} == wanted
    assert {value for cell, value in gold.items() if cell not in wanted} == {"no"}  # flags that nobody marked
    assert check(main) == []


def expected(said: dict[str, dict[str, list[Any]]]) -> dict[tuple[str, str, str, int], str]:
    """The gold of every cell that a person marked: the majority of those who are sure; a tie is adjudicated as yes."""
    marked: dict[tuple[str, str, str, int], list[Any]] = {}
    for answers in said.values():
        for key, given in answers.items():
            for criterion, name, unit, value in given:
                marked.setdefault((key, criterion, name, unit), []).append(value)
    found = {}
    for cell, values in marked.items():
        voters = 3 - values.count(None)
        if voters >= 2:
            found[cell] = "yes" if 2 * values.count("yes") >= voters else "no"
    return found
