"""Figures that count reviews alike which were drawn with unlike chances say so; those that weigh do not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from galley.core.metrics import registry
from galley.core.metrics.base import Params
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from tests.core import building
from tests.core.studies import run
from tests.core.whole_project import whole

ERROR, OTHER = "changed-meaning", "wrong-linking"
COUNT = 30


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Thirty summaries of one sentence, a judge that flags ten of them, and two errors."""
    records = []
    for n in range(COUNT):
        verdicts = [
            {"annotator": "j", "kind": "judge", "scheme": "dial-summer", "criterion": error, "document": "s", "unit": 0,
             "value": "yes" if n < 10 else "no"} for error in (ERROR, OTHER)
        ]  # fmt: skip
        documents = [
            {"id": "d", "role": "dialogue", "turns": [{"speaker": "A", "text": f"Turn {n}."}]},
            {"id": "s", "role": "summary", "system": "m", "sentences": [f"Told {n}."]},
        ]
        records.append({"key": f"k{n:02}", "documents": documents, "verdicts": verdicts})
    with building.project(tmp_path, *records) as project:
        return project.path


def drawn(path: Path, kind: str, size: int) -> list[str]:
    where = ("--judge", "j", "--criterion", ERROR, "--project", str(path))
    return [
        line.split("\t")[0]
        for line in run("sample", "draw", kind, *where, "--size", str(size)).stdout.splitlines()
        if line
    ]


def decide(path: Path, keys: list[str]) -> None:
    with Project.open(path) as project:
        desk = DecisionWriter(project, "ann")
        for key in keys:
            (item,) = project.read_connection().execute("SELECT id FROM item WHERE key = ?", (key,)).fetchone()
            view = items.load_item_view(project.read_connection(), item)
            for verdict in view.verdicts:
                if verdict.annotator == view.verdicts[0].annotator:
                    desk.add(item, verdict.cell, "no").result()


def said(path: Path, *words: str) -> str:
    return run(*words, "--project", str(path)).output


def test_unlike_chances_are_said_beside_figures_that_do_not_weigh(path: Path) -> None:
    decide(path, drawn(path, "flags", 5))
    only_flags = "drawn with probabilities from 0 to 0.5"  # what was not flagged was never drawn from
    assert only_flags in said(path, "metrics", "frequency", "--criterion", ERROR)
    decide(path, drawn(path, "audit", 4))
    unlike = f"The reviewed units of dial-summer/{ERROR} were drawn with probabilities from 0.2 to 0.5"
    for name in ("frequency", "detection", "trust", "diagnosis"):
        assert unlike in said(path, "metrics", name), name
    assert unlike in said(path, "table", "dial-summer-frequency")
    assert "hallucination" in said(path, "metrics", "frequency", "--criterion", "hallucination")
    assert unlike in said(path, "metrics", "frequency", "--criterion", "hallucination"), "a roll-up holds it"
    assert "drawn with probabilities" not in said(path, "metrics", "frequency", "--criterion", OTHER)
    assert "drawn with probabilities" not in said(path, "metrics", "estimate")
    html = path.parent / "r.html"
    run("export", "report", "--project", str(path), "--out", str(html))
    assert "do not estimate a rate" in html.read_text("utf-8")


def test_the_same_chance_for_all_needs_no_word(path: Path) -> None:
    decide(path, [*drawn(path, "flags", 5), *drawn(path, "audit", 10)])
    assert "drawn with probabilities" not in said(path, "metrics", "frequency")


def test_every_metric_with_an_interval_says_what_it_is_about(tmp_path: Path) -> None:
    with whole(tmp_path) as project:
        for name in registry.names():
            found = registry.compute(name, project.read_connection(), Params(resamples=20))
            ends = [row[key] for row in found.rows for key in row if key == "low" or key.endswith("_low")]
            if any(end is not None for end in ends):
                assert "are about new" in found.about and found.about.startswith("Unit: "), name
        project_ = str(project.path)
    for work in ("kgds", "sumie", "longsumeval", "dial-summer"):
        for line in run("metrics", "--table", work, "--project", project_, "--json").stdout.splitlines():
            table: dict[str, Any] = json.loads(line)
            if any(row["low"] is not None for row in table["rows"]):
                assert "are about new" in table["intervals"], table["table"]
