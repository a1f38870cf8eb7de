"""For the smoke tests of the built application: a screen, and an environment in which there is nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.conftest import Display, Server, xvfb_display

__all__ = ["xvfb_display"]

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "dist" / "galley" / ("galley.exe" if sys.platform == "win32" else "galley")


class Built:
    """The built program in a home of its own, without Python on the path and without the variables of this machine."""

    def __init__(self, home: Path, display: Display) -> None:
        self.home, self.display = home, display
        self.started: list[subprocess.Popen[str]] = []

    def environment(self) -> dict[str, str]:
        """What the program is started with, and nothing more."""
        return {"HOME": str(self.home), "PATH": "", "LANG": "C.UTF-8", "USER": "ito", "DISPLAY": self.display.name}

    def run(self, *words: str | Path, fails: bool = False, timeout: float = 100) -> str:
        """Run ``galley WORDS…`` and give what it printed."""
        done = subprocess.run(
            [PROGRAM, *map(str, words)],
            env=self.environment(),
            cwd=self.home,
            capture_output=True,
            text=True,
            timeout=timeout,
        )
        assert (done.returncode != 0) == fails, f"galley {words}: exit {done.returncode}\n{done.stdout}\n{done.stderr}"
        assert "Traceback" not in done.stderr, done.stderr
        return done.stdout

    def open(self, *words: str | Path) -> subprocess.Popen[str]:
        """Start ``galley WORDS…`` with a window."""
        process = subprocess.Popen(
            [PROGRAM, *map(str, words)],
            env=self.environment(),
            cwd=self.home,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.started.append(process)
        return process


@pytest.fixture
def built(tmp_path: Path, xvfb_display: Server) -> Iterator[Built]:
    """The built program. Fails where it has not been built."""
    if not PROGRAM.exists():
        pytest.fail(f"{PROGRAM.relative_to(ROOT)} is not there; make bundle builds it")
    home = tmp_path / "home"
    home.mkdir()
    made = Built(home, Display(xvfb_display))
    yield made
    for process in made.started:
        process.kill()
        process.communicate()


@pytest.fixture
def data() -> Path:
    """The developers' data, or a skip."""
    found = ROOT.parent / "shared" / "data"
    if not found.is_dir():
        pytest.skip("the published data sets are not at ../shared/data")
    return found


def size(folder: Path) -> int:
    """Bytes of all files in a folder; a link counts nothing."""
    return sum(os.lstat(path).st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
