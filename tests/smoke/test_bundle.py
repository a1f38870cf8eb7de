"""The built application does what the program does: ``make bundle && make smoke``.

Every registered importer, export, chart and embedded or recorded judge is used once, so that a module that the bundle
lacks is found here and not by a user. What it wrote is then looked at from source.
"""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from galley.core.exports import registry as exports
from galley.core.importers import registry as importers
from galley.core.judges.methods.registry import REGISTRY as methods
from galley.core.project.check import check
from galley.gui.charts.registry import REGISTRY
from tests.smoke.conftest import PROGRAM, Built, size

LIMIT_MB = 340
PATIENCE = 30.0

FILES = {
    "finesure": ["finesure/frank-raw-data-by-gpt-4o-2024-05-13.json"],
    "frank": ["frank_valid/human_annotations.json"],
    "kgds": ["kgds/KGDS.json"],
    "mts-dialog": ["mts_dialog/MTS-Dialog-ValidationSet.csv"],
    "qags": ["unieval_qags/qags_xsum_result.json"],
    "summedits": ["summedits/summedits_sales_call.json"],
    "xsum-hallucination": ["xsum_hallucination/hallucination_annotations_xsum_summaries.csv"],
}
WRITTEN_HERE = {"galley", "csv", "label-studio", "sumie"}
"""Formats that the program writes itself: what it exported it must take in again."""
NOT_PUBLISHED_HERE = {"kgds-outputs", "summeval", "tofueval", "dial-summer", "table"}
"""No file of these is among the data sets here; their tests make files of the published form."""
EXTRA = {"parquet"}
"""Needs a package that is not in the bundle, and says so."""


def decisions(path: Path) -> list[str]:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        return [row[0] for row in connection.execute("SELECT action FROM decision ORDER BY id")]


def until(path: Path, count: int) -> list[str]:
    limit = time.monotonic() + PATIENCE
    while len(found := decisions(path)) < count:
        assert time.monotonic() < limit, f"{len(found)} of {count} decisions are on disk: {found}"
        time.sleep(0.02)
    return found


@pytest.fixture
def sample(built: Built) -> Path:
    built.run("demo", "--out", built.home, "--screenshot", built.home / "sample.png")
    assert (built.home / "sample.png").stat().st_size > 50_000
    return built.home / "sample.galley"


def test_it_is_small_and_says_what_it_is() -> None:
    assert size(PROGRAM.parent) < LIMIT_MB * 2**20
    for name in ("install.sh", "share/galley.desktop", "share/galley-mime.xml", "_internal/licences/LIST.txt"):
        assert (PROGRAM.parent / name).exists(), name
    assert list(PROGRAM.parent.rglob("*.qm")) == [], "the window is in English"


def test_a_reviewer_decides_and_undoes_in_its_window(built: Built, sample: Path) -> None:
    window = built.open("open", sample)
    built.display.window("^sample")
    built.display.xdo("key", "a")  # the first decision asks for the reviewer's name
    built.display.xdo("type", "--delay", "5", "ada")
    built.display.xdo("key", "Return")
    for number, key in enumerate(("a", "x", "ctrl+z"), 1):
        built.display.xdo("key", "--delay", "1", key)
        until(sample, number)
    assert until(sample, 3) == ["accept", "override", "undo"]
    built.display.xdo("key", "ctrl+q")
    assert window.wait(20) == 0
    assert check(sample) == []
    assert not list(sample.parent.glob("*-wal"))


def test_every_chart_is_drawn_and_exported(built: Built, sample: Path) -> None:
    out = built.home / "charts"
    printed = built.run("charts", "--project", sample, "--out", out)
    assert {line.partition(":")[0] for line in printed.splitlines()} == set(REGISTRY.names())
    drawn = {path.stem for path in out.glob("*.svg")}
    works = ("kgds", "sumie", "paper")  # of which the sample has no runs
    mine = [name for name in REGISTRY.names() if not name.startswith(works)]
    assert len(drawn & {*mine}) > len(mine) // 2
    assert {path.stem for path in out.glob("*.png")} == drawn == {path.stem for path in out.glob("*.csv")}


def test_every_export_is_written_and_what_it_writes_is_taken_in_again(built: Built, sample: Path) -> None:
    for name in exports.REGISTRY.names():
        target = built.home / f"out.{name}"
        licence = ["--licence", "other"] if name == "dataset" else []
        said = built.run("export", name, "--project", sample, "--out", target, *licence, fails=name in EXTRA)
        assert target.exists() == (name not in EXTRA), f"{name}: {said}"
    again = built.home / "again.galley"
    built.run("import", "--format", "galley", built.home / "out.galley", "--project", again)
    built.run("export", "galley", "--project", again, "--out", built.home / "again.jsonl")
    assert (built.home / "again.jsonl").read_bytes() == (built.home / "out.galley").read_bytes()
    for name in WRITTEN_HERE & {*importers.REGISTRY.names()} & {*exports.REGISTRY.names()} - {"galley", "csv", "sumie"}:
        built.run("import", name, built.home / f"out.{name}", "--project", built.home / f"{name}.galley")
    assert check(again) == []


def test_every_published_format_is_imported(built: Built, data: Path) -> None:
    assert {*importers.REGISTRY.names()} <= {*FILES} | WRITTEN_HERE | NOT_PUBLISHED_HERE
    for name, files in FILES.items():
        project = built.home / f"{name}.galley"
        built.run("import", name, *[data / file for file in files], "--project", project)
        assert check(project) == [], name


def test_judges_run_without_a_network(built: Built, sample: Path) -> None:
    built.run("judge", "offline", "--project", sample, "--yes")
    assert "dial-summer-fine" in methods.names()
    with closing(sqlite3.connect(sample)) as connection:
        keys = [row[0] for row in connection.execute("SELECT key FROM item")]
    replies = built.home / "replies.jsonl"
    reply = {"reasoning": "Nothing is wrong.", "sentences": []}
    replies.write_text("".join(json.dumps({"item": key, "reply": reply}) + "\n" for key in keys), encoding="utf-8")
    words = ("--provider", "replay", "--model", "recorded", "--replies", replies, "--samples", "1", "--yes")
    built.run("judge", "dial-summer-fine", "--project", sample, *words, fails=True)  # no reply fits its summary
    with closing(sqlite3.connect(sample)) as connection:
        runs = connection.execute("SELECT method, state FROM run ORDER BY id").fetchall()
        calls = connection.execute("SELECT count(*) FROM call").fetchone()[0]
    assert runs == [("offline", "done"), ("dial-summer-fine", "done")]
    assert calls >= len(keys)
    assert check(sample) == []
