"""A short form of ``make fuzz``: the kept seeds and some mutations of each, from a seed that changes by day."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="needs a timer signal")
def test_mutated_input_gets_data_or_a_plain_sentence() -> None:
    seed = datetime.now(UTC).strftime("%Y%m%d")
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", "--inputs", "50", "--seconds", "2", "--seed", seed],
        cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=115,
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(lines) >= 15
    assert {line["target"]: line["wrong"] for line in lines if line["wrong"]} == {}
    assert all(line["taken"] for line in lines), "the sound seeds are among the inputs"
