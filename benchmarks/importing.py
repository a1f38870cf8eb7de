"""The import of native records, against bare SQLite.

python -m benchmarks.importing RECORDS PROJECT     imports in this process; prints {"seconds", "items", "peak"}
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from benchmarks.figures import apart, emit, median
from benchmarks.projects import Bench

PAIRS = 3
MEGABYTE = 1_000_000


def run(bench: Bench) -> None:
    """Import and bare insert in turn, each in a process of its own; medians of ``PAIRS``."""
    source, bare = bench.records(), bench.folder / "bare.db"
    ours: list[float] = []
    plain: list[float] = []
    peaks: list[float] = []
    for number in range(PAIRS):
        project = bench.folder / f"import-{number}.galley"
        done = apart("importing", source, project)
        ours.append(done["items"] / done["seconds"])
        peaks.append(done["peak"])
        plain.append(done["items"] / apart("bare", project, bare)["seconds"])
        project.unlink()
    items = bench.items
    emit(
        "import of native records",
        median(ours),
        "items/s",
        n=items,
        bare=median(plain),
        ratio_least=0.6,
        pairs=[f"{a:.0f}/{b:.0f}" for a, b in zip(ours, plain, strict=True)],
    )
    emit("import of native records, peak of the process", max(peaks), "MB", n=items, most=400)


def take(source: Path, project: Path) -> dict[str, float]:
    """Import ``source`` into a new project: seconds until it is on disk, and the most memory this process had."""
    from galley.core.importers import registry
    from galley.core.importers.run_import import import_files
    from galley.core.project.project import Project

    project.unlink(missing_ok=True)
    with Project.create(project) as opened:
        start = time.perf_counter()
        report = import_files(opened, registry.find("galley"), [source])
        seconds = time.perf_counter() - start
    return {"seconds": seconds, "items": report.counts["items"], "peak": peak()}


def peak() -> float:
    """The most memory that this process has had, in MB. (Linux hands ``ru_maxrss`` on to what a process starts.)"""
    import resource

    status = Path("/proc/self/status")
    if status.exists():
        kilobytes = next(line for line in status.read_text("utf-8").splitlines() if line.startswith("VmHWM")).split()[1]
        return int(kilobytes) * 1_024 / MEGABYTE
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most * (1 if sys.platform == "darwin" else 1_024) / MEGABYTE


if __name__ == "__main__":
    print(json.dumps(take(Path(sys.argv[1]), Path(sys.argv[2]))))
