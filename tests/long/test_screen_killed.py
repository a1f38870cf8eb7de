"""Kill what works, at random moments: the files are byte for byte those of a run that nothing came between."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from galley.core.screening import shard_files
from tests.core import pages
from tests.core.made_screening import corpus, screen
from tests.core.test_screen import outputs

ENVIRONMENT = os.environ | {"PYTHONPATH": str(pages.ROOT)}
pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal"),
    pytest.mark.timeout(300),  # many processes begin anew, each in a second or two
]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Path], dict[str, bytes]]:
    """Files, and what an undisturbed run makes of them."""
    folder = tmp_path_factory.mktemp("whole")
    paths = corpus(folder / "in", 1_200, 12)
    assert screen(*paths, "--out", folder / "out", "--when", "day") == 0
    return paths, outputs(folder / "out")


def started(paths: list[Path], out: Path, *words: str) -> subprocess.Popen[bytes]:
    """The command in a process of its own."""
    given = [*map(str, paths), "--out", str(out), "--when", "day", "--workers", "2", *words]
    return subprocess.Popen(
        [sys.executable, "-m", "galley.core.cli", "screen", *given], env=ENVIRONMENT, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip


def reached(out: Path, count: int, process: subprocess.Popen[bytes]) -> bool:
    """Wait until so many shards are judged; False where the process ended before."""
    pause = threading.Event()
    while process.poll() is None:
        if len(list(out.glob(f"*{shard_files.SUFFIX}"))) >= count:
            return True
        pause.wait(0.02)
    return False


def children(process: subprocess.Popen[bytes]) -> list[int]:
    """The processes that a process started, but for Python's own that tracks resources."""
    found = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="utf-8").split()
    return [
        int(each) for each in found if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()
    ]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="there is no /proc that tells children")
def test_workers_and_the_command_itself(tmp_path: Path, whole: tuple[list[Path], dict[str, bytes]]) -> None:
    paths, wanted = whole
    out = tmp_path / "out"
    process = started(paths, out)
    assert reached(out, 1, process)
    os.kill(random.Random(1).choice(children(process)), signal.SIGKILL)
    assert reached(out, 5, process), "the pool is made again"
    process.kill()
    process.wait()
    assert started(paths, out).wait() == 0
    assert outputs(out) == wanted


class Cluster:
    """A Dask scheduler and two workers of this machine alone, which can be killed."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.file = place / "scheduler.json"
        self.log = (place / "dask.log").open("wb")
        here = ["--host", "127.0.0.1", "--dashboard-address", "127.0.0.1:0"]
        self.scheduler = self._start("scheduler", "--port", "0", "--scheduler-file", str(self.file), *here)
        found = threading.Event()
        while not self.file.exists() or not self.file.read_text("utf-8").strip().endswith("}"):
            assert self.scheduler.poll() is None
            found.wait(0.05)
        import json

        self.address = json.loads(self.file.read_text("utf-8"))["address"]
        self.workers = [
            self._start("worker", self.address, "--nthreads", "1", "--no-nanny", *here) for _ in range(2)
        ]

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *words], stdout=self.log, stderr=self.log, env=ENVIRONMENT, cwd=self.place
        )

    def end(self) -> None:
        """Kill all of it."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
        self.log.close()


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    """Where clusters keep their files."""
    (tmp_path / "dask").mkdir()
    yield tmp_path / "dask"


def test_a_worker_and_the_scheduler_of_dask(
    tmp_path: Path, place: Path, whole: tuple[list[Path], dict[str, bytes]]
) -> None:
    paths, wanted = whole
    out = tmp_path / "out"
    cluster = Cluster(place)
    try:
        process = started(paths, out, "--scheduler", cluster.address)
        assert reached(out, 2, process)
        cluster.workers[0].kill()
        assert reached(out, 5, process), "the other worker goes on"
        cluster.scheduler.kill()
        assert process.wait() == 1
    finally:
        cluster.end()
    assert len(list(out.glob(f"*{shard_files.SUFFIX}"))) >= 5
    cluster.file.unlink()
    again = Cluster(place)
    try:
        assert started(paths, out, "--scheduler", again.address).wait() == 0
    finally:
        again.end()
    assert outputs(out) == wanted
