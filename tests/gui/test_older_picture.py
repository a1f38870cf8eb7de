"""``galley open --screenshot`` of projects of earlier Galleys: drawn, and left as they are."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from galley.core.storage import project_file, schema

ROOT = Path(__file__).resolve().parents[2]
OLDER = [p for p in sorted((ROOT / "tests/golden").glob("*.galley")) if project_file.probe(p) < schema.VERSION]


@pytest.mark.parametrize("golden", OLDER, ids=lambda path: path.stem)
def test_a_picture_of_the_window_shows_it(golden: Path, tmp_path: Path) -> None:
    older = Path(shutil.copy(golden, tmp_path / "old.galley"))
    before, out = older.read_bytes(), older.parent / "window.png"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-m", "galley.core.cli", "open", str(older), "--screenshot", str(out)],
        cwd=ROOT, capture_output=True, text=True, timeout=90,
        env=environment | {"QT_QPA_PLATFORM": "offscreen", "GALLEY_HOME": str(older.parent / "home")},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert out.stat().st_size > 5_000 and older.read_bytes() == before
