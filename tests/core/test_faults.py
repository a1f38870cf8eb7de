"""A short form of ``make faults``: a few moments of each kind."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults import made_run
from tests.faults.killing import SCENARIOS

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL") or sys.platform != "linux", reason="needs Linux")


def faults(moments: int, *kinds: str) -> list[dict[str, object]]:
    """What the command says of some kinds of fault; a judge's runs are killed in ``test_judge_restart.py``."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults", *kinds, "--moments", str(moments)],
        cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_kill_loses_nothing_that_was_acknowledged() -> None:
    kinds = [scenario.name for scenario in SCENARIOS]
    found = faults(2, *kinds)
    assert [each["fault"] for each in found] == [f"kill -9 under {kind}" for kind in kinds]
    assert [(each["moments"], each["wrong"]) for each in found] == [(2, [])] * len(kinds)


@pytest.mark.parametrize(("kind", "items"), [("entities", 12), ("generation", 2), ("summaries", 10)])
def test_a_killed_run_that_makes_documents_makes_them_all_and_pays_once(tmp_path: Path, kind: str, items: int) -> None:
    found = made_run.kills(kind, 2, 0, tmp_path, items)
    assert (found.moments, found.wrong) == (2, [])


def test_what_another_program_writes_over_is_kept() -> None:
    (found,) = faults(2, "overwritten")
    assert (found["moments"], found["wrong"]) == (2, [])


def test_a_power_loss_loses_nothing_that_was_acknowledged() -> None:
    if not (shutil.which("cc") or shutil.which("gcc")):
        pytest.skip("simulating a power loss needs a C compiler")
    (found,) = faults(4, "power")
    assert (found["moments"], found["wrong"]) == (4, [])
    assert found["acknowledged"]
