"""A short form of ``python -m benchmarks soak``: many decisions by key in the real window, which stays as it was."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import records
from benchmarks.soak import growth
from galley.core.importers import find
from galley.core.importers.run_import import import_files
from galley.core.project.check import check
from galley.core.project.project import Project

ROOT = Path(__file__).resolve().parents[2]
DECISIONS, SAMPLE = 400, 20
MEMORY = 6.0
"""MB in the sitting. A text that is not let go with its item alone takes 14 (115 KB an item)."""


@pytest.mark.skipif(sys.platform != "linux", reason="what a process holds is read from /proc")
def test_a_long_sitting_leaves_the_window_as_it_was(tmp_path: Path, galley_home: Path) -> None:
    records.write(tmp_path / "records.jsonl", 200)
    with Project.create(tmp_path / "soak.galley") as project:
        import_files(project, find("galley"), [tmp_path / "records.jsonl"])
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.soak_child", tmp_path / "soak.galley", str(DECISIONS), str(SAMPLE)],
        cwd=ROOT, env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "GALLEY_HOME": str(galley_home)},
        capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2_000:]
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["decisions"] == DECISIONS and found["items"] > 40
    held = growth(found["resident"])
    assert held.high < MEMORY, (held, found["resident"])
    assert check(tmp_path / "soak.galley") == []
