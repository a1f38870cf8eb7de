"""docs/screening.md as a reader would go through it: by the pool, and by a Dask scheduler with two workers."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import planted
from tests.core import pages
from tests.core.made_screening import review

PAGE = pages.ROOT / "docs" / "screening.md"


@pytest.fixture
def play(tmp_path: Path) -> pages.Play:
    """The page with its two folders of Parquet."""
    made = pages.Play(PAGE, tmp_path)
    planted.write(made.folder / "news", 400, 2, parquet=True)
    planted.write(made.folder / "news-48", 100, 1, parquet=True, first=400)
    return made


def commands(kind: str) -> list[str]:
    """The commands of the page of this kind."""
    return [line for block in pages.blocks(PAGE) if block.info == kind for line in block.commands()]


def run(play: pages.Play, command: str) -> str:
    """What a command says; it must end well."""
    done = play.run(command)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def test_the_page_leads_from_a_folder_of_parquet_to_a_rate_with_an_interval(play: pages.Play, tmp_path: Path) -> None:
    first, estimate, screened, later, again = commands("run-corpus")
    assert "for 400 summaries" in run(play, first)
    project = play.folder / "news.galley"
    review(project, tmp_path)
    told = run(play, f"{estimate} --json")
    assert "about all 400 summaries" in told
    low, high = (float(re.search(rf'"{name}": ([\d.]+)', told)[1]) for name in ("low", "high"))  # type: ignore[index]
    assert low < planted.rate(400) < high
    assert "2026-W47" in run(play, screened)
    assert "for 100 summaries" in run(play, later)
    review(project, tmp_path)
    assert "about all 500 summaries" in run(play, again)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[str]:
    """The address of a Dask scheduler with two workers, of this machine alone."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    here = ["--host", "127.0.0.1", "--dashboard-address", "127.0.0.1:0"]
    words = [["scheduler", "--port", str(port)], *([["worker", address, "--nthreads", "1", "--no-nanny"]] * 2)]
    environment = os.environ | {"PYTHONPATH": str(pages.ROOT)}
    with (tmp_path / "dask.log").open("wb") as log:
        started = [
            subprocess.Popen(
                [sys.executable, "-m", "dask", *each, *here], stdout=log, stderr=log, env=environment, cwd=tmp_path
            )
            for each in words
        ]
        yield address
        for process in reversed(started):
            process.kill()
            process.wait()


def test_the_page_by_a_scheduler_and_two_workers(play: pages.Play, cluster: str) -> None:
    (command,) = commands("run-cluster")
    run(play, command.replace("tcp://127.0.0.1:8786", cluster))
    run(play, "galley sample screen news --out screened --when day")
    for path in (play.folder / "screened").iterdir():
        assert (play.folder / "by-dask" / path.name).read_bytes() == path.read_bytes()
