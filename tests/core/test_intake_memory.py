"""A file many times as large takes hardly more memory: rows wait on disk, not in a list."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.intake import write_large

ROOT = Path(__file__).resolve().parents[2]
SMALL, LARGE = 24, 72
"""Megabytes of the files. The first is larger than what is kept to spare the disk."""
READ = """
import re, sys
from pathlib import Path
from benchmarks.intake import MAPPING
from galley.core.importers.base import ImportOptions, ImportReport
from galley.core.importers.registry import find
from galley.core.tables.mapping import parse_mapping
options = ImportOptions(mapping=parse_mapping(MAPPING, "m"))
count = sum(1 for _ in find("table").read([Path(sys.argv[1])], options, ImportReport()))
print(count, re.search("VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1])
"""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Path, int]]:
    """Both files as JSON Lines, each with the count of its records."""
    paths = [tmp_path_factory.mktemp("large") / f"{megabytes}.jsonl" for megabytes in (SMALL, LARGE)]
    return [(path, write_large(path, megabytes)) for path, megabytes in zip(paths, (SMALL, LARGE), strict=True)]


def taken(folder: Path, form: str, lines: Path, count: int) -> float:
    """The most memory, in MB, that a process of its own took to read these records."""
    path = lines
    if form == "json":
        path = folder / f"{lines.stem}.json"
        with lines.open("rb") as source, path.open("wb") as target:
            for number, line in enumerate(source):
                target.write((b"," if number else b"[") + line.rstrip())
            target.write(b"]")
    done = subprocess.run(
        [sys.executable, "-c", READ, str(path)], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    read, most = done.stdout.split()
    assert int(read) == count > 1_000
    return int(most) * 1_024 / 1_000_000


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="/proc is absent, which tells a process's peak")
@pytest.mark.parametrize("form", ["jsonl", "json"])
def test_memory_grows_by_a_fifth_at_most_of_what_the_file_grows_by(
    form: str, written: list[tuple[Path, int]], tmp_path: Path
) -> None:
    small, large = (taken(tmp_path, form, lines, count) for lines, count in written)
    assert large - small < (LARGE - SMALL) / 5
    assert large < 400 * LARGE / 1_000 + 100, "at this rate 1 GB stays within 400 MB"
