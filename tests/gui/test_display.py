"""Without a display the program ends with a sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.skipif(sys.platform != "linux", reason="a display that does not answer ends Qt only there")
@pytest.mark.parametrize(("display", "why"), [("", "There is no display"), (":4711", "The display :4711 does")])
def test_without_a_display_the_window_ends_with_a_sentence(tmp_path: Path, display: str, why: str) -> None:
    """Qt ended the process with SIGABRT."""
    gone = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {name: value for name, value in os.environ.items() if name not in gone}
    environment |= {"GALLEY_HOME": str(tmp_path)} | ({"DISPLAY": display} if display else {})
    for words in ([], ["demo", "--out", str(tmp_path)], ["open", str(tmp_path / "sample.galley")]):
        done = subprocess.run(
            [Path(sys.executable).with_name("galley"), *words],
            env=environment, capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip
        assert done.returncode == 1, done.stderr
        assert done.stderr.splitlines()[-1].startswith(f"galley: {why}"), done.stderr
