"""What people say not to be usable is in no figure, gold or data set, is counted, and comes back with their answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import pearsonr

from galley.core.definitions import protocol_files
from galley.core.errors import ProtocolError
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from tests.core import building
from tests.core.studies import cell, run

TOML = """\
format = 1
id = "kept"
name = "What is kept"

[[task]]
id = "usable"
kind = "answer"
criteria = ["usable/usable"]
people = 2
silence = "open"
rule = "unanimous"
leaves_out = "no"

[[task]]
id = "errors"
kind = "answer"
criteria = ["basic/hallucination"]
people = "any"
silence = "open"
rule = "majority"
"""
SYSTEMS = ("m", "n")
Plan = Mapping[tuple[str, str], tuple[int, int, float]]
"""(item, system) to what ann says of both sentences, and a score."""
PLAN: Plan = {
    ("a", "m"): (1, 0, 0.3), ("a", "n"): (0, 0, 0.9), ("b", "m"): (1, 1, 0.2), ("b", "n"): (0, 1, 0.4),
    ("c", "m"): (0, 0, 0.8), ("c", "n"): (1, 0, 0.7), ("d", "m"): (1, 1, 0.1), ("d", "n"): (1, 1, 0.95),
}  # fmt: skip


@pytest.fixture
def project(tmp_path: Path) -> Path:
    records = []
    for key in "abcd":
        made = {"key": key, "documents": [{"id": "art", "role": "article", "paragraphs": [f"Article {key}."]}]}
        for system in SYSTEMS:
            said = {"id": f"sum-{system}", "role": "summary", "system": system, "sentences": ["One.", "Two."]}
            made["documents"].append(said)
        score = {"metric": "mine", "annotator": "tool", "kind": "import"}
        scores = [{**score, "document": f"sum-{s}", "value": PLAN[key, s][2]} for s in SYSTEMS]
        flags = [
            {"annotator": "j", "kind": "judge", "scheme": "basic", "criterion": "hallucination", "value": "yes",
             "document": f"sum-{s}", "unit": 0} for s in SYSTEMS
        ]  # fmt: skip
        covered = {"annotator": "j", "kind": "judge", "scheme": "basic", "criteria": ["hallucination"]}
        judged = [covered | {"documents": [f"sum-{s}" for s in SYSTEMS]}]
        records.append(made | {"scores": scores, "verdicts": flags, "judged": judged})
    with building.project(tmp_path, *records) as opened:
        path = opened.path
    (tmp_path / "kept.toml").write_text(TOML, "utf-8")
    run("campaign", "protocol", "use", str(tmp_path / "kept.toml"), "--project", str(path))
    with Project.open(path) as opened:
        for (key, system), (first, second, _) in PLAN.items():
            told = {}
            for n, yes in enumerate((first, second)):
                item, where = cell(opened, key, f"sum-{system}:{n}", "basic/hallucination", f"sum-{system}")
                told[where] = "yes" if yes else "no"
            DecisionWriter(opened, "ann").form(item, told).result()
    return path


def usable(path: Path, said: Mapping[tuple[str, str], str], *people: str) -> None:
    with Project.open(path) as opened:
        for (key, name), value in said.items():
            item, where = cell(opened, key, f"{name}:0", "usable/usable", name)
            target = next(d for d in items.load_item_view(opened.read_connection(), item).documents if d.name == name)
            for who in people:
                DecisionWriter(opened, who).form(item, {where._replace(unit=target.whole): value}).result()


def figures(path: Path, *words: str) -> tuple[list[dict[str, Any]], dict[str, int]]:
    found = json.loads(run("metrics", *words, "--project", str(path), "--json").stdout)
    return found["rows"], found["left_out"]


def held(path: Path, kept: list[tuple[str, str]], out: dict[str, int]) -> None:
    """Frequency of gold, the judge's counts and a correlation over the summaries that are kept."""
    yes = [any(PLAN[where][:2]) for where in kept]
    rows, left_out = figures(path, "frequency", "--criterion", "hallucination")
    assert (rows[0]["summaries"], rows[0]["yes"]) == (len(kept), sum(yes))
    assert {what: left_out[what] for what in left_out if "unusable" in what} == out
    (judged,), _ = figures(path, "detection", "--criterion", "hallucination")
    gold = [PLAN[where][n] for where in kept for n in (0, 1)]
    flagged = [n == 0 for _ in kept for n in (0, 1)]
    pairs = list(zip(gold, flagged, strict=True))
    assert [judged[name] for name in ("tp", "fp", "fn", "tn")] == [
        pairs.count((1, True)), pairs.count((0, True)), pairs.count((1, False)), pairs.count((0, False))
    ]  # fmt: skip
    rows, _ = figures(path, "correlation", "--x", "mine", "--y", "verdict:hallucination", "--level", "summary")
    (r,) = [row["value"] for row in rows if row["coefficient"] == "pearson"]
    scores, shares = [PLAN[where][2] for where in kept], [sum(PLAN[where][:2]) / 2 for where in kept]
    assert r == pytest.approx(pearsonr(scores, shares).statistic)
    run("project", "check", str(path))


def test_summaries_and_items_leave_every_figure_and_come_back(project: Path) -> None:
    everything = list(PLAN)
    held(project, everything, {})
    usable(project, {("b", "sum-n"): "no"}, "ann")  # one of the two readers that it wants
    held(project, everything, {})
    usable(project, {("b", "sum-n"): "no"}, "ben")
    kept = [where for where in everything if where != ("b", "n")]
    held(project, kept, {"summaries said to be unusable": 1})
    usable(project, {("d", "sum-m"): "no", ("d", "sum-n"): "no"}, "ann", "ben")
    kept = [where for where in kept if where[0] != "d"]
    held(project, kept, {"items said to be unusable": 1, "summaries said to be unusable": 1})
    with Project.open(project) as opened:
        why = opened.read_connection().execute("SELECT why, count(*) FROM aside GROUP BY 1").fetchall()
    assert why == [("unusable", 3 * (2 + 1))]  # ann's answers and the judge's flag of each; what says so still counts
    rows, _ = figures(project, "frequency", "--scheme", "usable")
    assert (rows[0]["summaries"], rows[0]["yes"]) == (3, 0)
    usable(project, {("d", "sum-m"): "yes"}, "ann")  # no longer unanimous: the item is back, but for one summary
    held(project, [*kept, ("d", "m")], {"summaries said to be unusable": 2})


def test_gold_of_it_is_in_no_export(project: Path, tmp_path: Path) -> None:
    with Project.open(project) as opened:
        for key, system in PLAN:
            item, where = cell(opened, key, f"sum-{system}:0", "basic/hallucination", f"sum-{system}")
            DecisionWriter(opened, "lead").adjudicate(item, where, "yes").result()
    usable(project, {("b", "sum-n"): "no", ("d", "sum-m"): "no", ("d", "sum-n"): "no"}, "ann", "ben")
    run("export", "csv", "--only", "gold", "--project", str(project), "--out", str(tmp_path / "gold.csv"))
    lines = (tmp_path / "gold.csv").read_text("utf-8")
    assert lines.count("gold") >= 5 and "\nd," not in lines
    out = ("--out", str(tmp_path / "set"), "--licence", "mit")
    told = run("export", "dataset", "--project", str(project), *out).output
    assert "1 items said to be unusable" in told and "3 answers on summaries said to be unusable" not in told
    card = json.loads((tmp_path / "set" / "card.json").read_text("utf-8"))
    assert card["counts"]["items"] == 3 and card["left_out"]["summaries said to be unusable"] == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('leaves_out = "no"', 'leaves_out = "5"'), "not an answer to what it asks"),
        (('leaves_out = "no"', 'leaves_out = "no"\nafter = ["errors"]'), "wait for each other"),
        (('leaves_out = "no"', "leaves_out = true"), "must be an answer"),
    ],
)
def test_what_cannot_work_is_refused(change: tuple[str, str], said: str) -> None:
    with pytest.raises(ProtocolError, match=said):
        protocol_files.parse(TOML.replace(*change))
