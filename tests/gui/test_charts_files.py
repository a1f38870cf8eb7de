"""``galley charts``: the charts as files, without a window."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from galley.core.importers.sample_project import make
from galley.core.project.project import Project

ROOT = Path(__file__).resolve().parents[2]


def galley(*words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "galley.core.cli", *words]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment, timeout=100)


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    return make(tmp_path)


def test_charts_become_files_or_say_what_they_need(sample: Path, tmp_path: Path) -> None:
    out = tmp_path / "deep" / "charts"
    done = galley("charts", "--project", str(sample), "--out", str(out), "detection", "cost")
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(path.name for path in out.iterdir()) == ["detection.csv", "detection.png", "detection.svg"]
    assert ElementTree.parse(out / "detection.svg").getroot().tag.endswith("svg")
    assert (out / "detection.png").read_bytes().startswith(b"\x89PNG")
    assert "cost: No judge has been run" in done.stdout


def test_an_unknown_chart_and_a_folder_that_cannot_be_made_are_one_sentence(sample: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for words in (["--out", str(tmp_path / "o"), "pie"], ["--out", str(tmp_path / "file" / "o"), "detection"]):
        done = galley("charts", "--project", str(sample), *words)
        assert done.returncode == 1
        assert done.stderr.count("\n") == 1, done.stderr
    Project.open(sample).close()
