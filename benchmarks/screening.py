"""Screening a made corpus: how fast beside the judge alone, how large, whatever is killed, and whether intervals cover.

``python -m benchmarks screening`` goes to 100,000 summaries, ``--short`` to a tenth; ``python -m benchmarks.screening
1000000 --growth --plot docs/screening.svg`` to as many as one names, with the picture of how figures grow.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks import planted
from benchmarks.figures import ROOT, emit
from benchmarks.growth import Growth, Point, draw
from benchmarks.projects import Bench
from galley.core.domain import Role
from galley.core.judges.built_in.judge import BuiltInJudge
from galley.core.judges.built_in.types import SourceDoc
from galley.core.screening import shard_files
from galley.core.screening.hash_sampling import sampling_hash
from galley.core.stats.stratified import Stratum, rate
from galley.core.text import segmentation

A_SHARD = 10_000
"""Summaries: some 20,000 sentences, seven seconds of one core."""
MISTAKES, REVIEWS, SEEDS = 0.05, 400, 100
KILLS = 12
ENGINES: dict[str, tuple[str, ...]] = {"pool": (), "dask": ("--scheduler", "here")}
MOST_MEMORY = 400 << 20
TOKENS = 900
"""About what a request about one summary of this corpus has, and a tenth of it comes back."""
PRICES = {"local 7B": 0.0, "hosted, small": 0.15}
"""US dollars for a million tokens in; four times as much for those out."""
LOCAL_SECONDS = 0.35
"""Of a card, for a summary, by a model of 7 thousand million parameters: 10,000 tokens a second."""


def command(paths: list[Path], out: Path, *words: object) -> list[str]:
    """The command line that screens these files."""
    given = [*map(str, paths), "--out", str(out), "--when", "day", *map(str, words)]
    return [sys.executable, "-m", "galley.core.cli", "screen", *given]


PEAK = """import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], capture_output=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)
sys.exit(done.returncode)"""
"""Between this process and the command: Linux hands the memory of whoever starts a process on to it, and this one holds
the corpus that it made."""


class Screened(NamedTuple):
    """What a run took: seconds, and bytes of the process with the most memory."""

    seconds: float
    memory: int


def screen(paths: list[Path], out: Path, *words: object) -> Screened:
    """Screen in a process of its own."""
    begun = time.perf_counter()
    asked = [sys.executable, "-c", PEAK, *command(paths, out, *words)]
    done = subprocess.run(asked, check=True, capture_output=True, env=environment(), text=True)
    return Screened(time.perf_counter() - begun, int(done.stdout))


def environment() -> dict[str, str]:
    """What the command needs around it."""
    return os.environ | {"PYTHONPATH": str(ROOT)}


def bare(count: int) -> float:
    """Sentences a second of the judge alone, in this process, with everything in memory."""
    judge = BuiltInJudge()
    texts = [(each["article"], each["summary"]) for each in planted.records(0, count)]
    sentences = 0
    begun = time.perf_counter()
    for article, summary in texts:
        source = SourceDoc(Role.ARTICLE, [article[a:b] for a, b in segmentation.sentences(article)])
        mine = [summary[a:b] for a, b in segmentation.sentences(summary)]
        judge.sentences(mine, [source])
        sentences += len(mine)
    return sentences / (time.perf_counter() - begun)


def lines(folder: Path) -> Iterator[dict[str, object]]:
    """All lines of a folder."""
    for path in sorted(folder.glob(f"*{shard_files.SUFFIX}")):
        yield from shard_files.lines(path)


def sentences(folder: Path) -> int:
    """The sentences that were judged."""
    found = 0
    for path in folder.glob(f"*{shard_files.SUFFIX}"):
        totals = shard_files.totals(path)
        assert totals is not None
        found += int(totals["units"])
    return found


def speed(place: Path, count: int) -> None:
    """One and two workers by both engines, each pair in the same minutes, with the judge alone beside it."""
    paths = planted.write(place / "speed", count, 8)
    found: dict[str, float] = {}
    for name, words in ENGINES.items():
        for workers in (1, 2):
            out = place / f"{name}-{workers}"
            alone = bare(min(count, 3000))
            seconds = screen(paths, out, "--workers", workers, *words).seconds
            figure = f"{name}, {workers} worker{'s' * (workers > 1)}"
            found[figure] = sentences(out) / seconds
            emit(f"screening, {figure}", found[figure], "sentences/s", n=count, bare=alone)
            shutil.rmtree(out)
    for name, least in (("pool", 1.8), ("dask", 1.6)):
        gain = found[f"{name}, 2 workers"] / found[f"{name}, 1 worker"]
        emit(f"screening, {name}: two workers over one", gain, "times", n=count, least=least)


def killed(place: Path, count: int) -> None:
    """By each engine: kill the workers, and the command with its scheduler, at random moments until it is through; then
    compare every byte with what nothing disturbed."""
    paths = planted.write(place / "killed", count, 12)
    screen(paths, place / "still", "--workers", 2)
    for name, words in ENGINES.items():
        rng, kills, out = random.Random(5), 0, place / f"shaken-{name}"
        while True:
            process = subprocess.Popen(
                command(paths, out, "--workers", 2, *words), env=environment(),
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )  # fmt: skip
            while process.poll() is None:
                try:
                    process.wait(rng.uniform(1.5, 5.0) if kills < KILLS else None)
                except subprocess.TimeoutExpired:
                    os.kill(rng.choice([*_children(process.pid), process.pid]), signal.SIGKILL)
                    kills += 1
            if process.returncode == 0:
                break
        same = _bytes(place / "still") == _bytes(out)
        emit(f"screening, {name}, killed at random: files that differ", 0.0 if same else 1.0, "files", n=kills, most=0)


def memory(place: Path, count: int) -> None:
    """What a worker takes for one large shard, of which Parquet makes one group of rows."""
    for parquet in (False, True):
        paths = planted.write(place / f"one-{parquet}", count, 1, parquet=parquet)
        most = screen(paths, place / f"one-out-{parquet}", "--workers", 1).memory
        form = "Parquet" if parquet else "JSON Lines"
        emit(f"screening one shard of {form}, memory", most / 2**20, "MB", n=count, most=MOST_MEMORY / 2**20)


def _spent() -> float:
    """Seconds of processors that ended processes took, which do not depend on what else the machine does."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(each) for each in found.read_text(encoding="utf-8").split()] if found.exists() else []


def _bytes(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def covered(folder: Path, count: int) -> None:
    """Of 100 draws how many intervals hold the planted rate, with 400 reviews of which one in twenty is wrong."""
    strata: dict[tuple[str, ...], list[tuple[str, str, int, int, int]]] = {}
    for line in lines(folder):
        number = int(str(line["key"]).removeprefix("made-"))
        asked, flagged, _ = line["cells"]["basic/hallucination"]  # type: ignore[index]
        wrong = len(planted.record(number)["planted"])
        mine = strata.setdefault(tuple(line["stratum"]), [])  # type: ignore[arg-type]
        mine.append((str(line["key"]), str(line["document"]), asked, flagged, wrong))
    truth = sum(each[4] for mine in strata.values() for each in mine) / sum(
        each[2] for mine in strata.values() for each in mine
    )
    held, wide = 0, []
    for seed in range(SEEDS):
        rng = np.random.default_rng(seed)
        given = []
        for mine in strata.values():
            drawn = sorted(mine, key=lambda each: sampling_hash(seed, each[0], each[1]))[: REVIEWS // len(strata)]
            length, said, wrong_ = (np.array([each[at] for each in drawn], dtype=float) for at in (2, 3, 4))
            seen = rng.binomial(wrong_.astype(int), 1 - MISTAKES) + rng.binomial(
                (length - wrong_).astype(int), MISTAKES
            )
            cells, flags = (sum(each[at] for each in mine) for at in (2, 3))
            given.append(Stratum("", len(mine), cells, flags, seen.astype(float), said, length))
        found = rate(given, corpus=True, mistakes=MISTAKES).estimate
        assert found.low is not None and found.high is not None
        held += found.low <= truth <= found.high
        wide.append(found.high - found.low)
    emit(
        "screening, intervals that cover the planted rate", held, "of 100", n=count, least=95 - 2 * 2.2,
        planted=round(truth, 4), width=round(float(np.mean(wide)), 4),
    )  # fmt: skip


def grown(place: Path, sizes: list[int]) -> dict[str, Growth]:
    """Seconds, bytes and memory at each size; the last folder stays."""
    found = {name: Growth(unit) for name, unit in (
        ("screening", "s"), ("adding up, again", "s"), ("verdicts", "bytes"), ("memory of a worker", "bytes"),
    )}  # fmt: skip
    for size in sizes:
        paths = planted.write(place / f"grown-{size}", size, max(2, size // A_SHARD))
        out = place / f"out-{size}"
        alone, before = bare(3000), _spent()
        seconds, memory = screen(paths, out, "--workers", 2)
        spent = _spent() - before
        again = screen(paths, out, "--workers", 2).seconds
        total, written = sentences(out), sum(each.stat().st_size for each in out.iterdir())
        emit(f"screening {size:,} summaries", total / seconds, "sentences/s", n=size, bare=2 * alone)
        emit(f"screening {size:,} summaries, memory", memory / 2**20, "MB", n=size, most=MOST_MEMORY / 2**20)
        emit(f"screening {size:,} summaries, verdicts", written / size, "bytes a summary", n=size)
        for name, value in zip(found, (seconds, again, written, memory), strict=True):
            found[name].points.append(Point(size, float(value), total / (2 * alone) if name == "screening" else None))
        shutil.rmtree(place / f"grown-{size}")
        if size != sizes[-1]:
            shutil.rmtree(out)
    last = sizes[-1]
    hours = spent / 3600 / last
    for size in (10**7, 10**8, 10**9):
        emit(f"on paper, {size:.0e} summaries: built-in judge", hours * size, "core hours", n=last)
        emit(f"on paper, {size:.0e} summaries: verdicts", written / last * size / 2**30, "GB", n=last)
        emit(f"on paper, {size:.0e} summaries: local 7B", LOCAL_SECONDS * size / 3600, "hours of a card", n=0)
        cost = size * TOKENS * (1 + 4 * 0.1) / 1e6 * PRICES["hosted, small"] / 2
        emit(f"on paper, {size:.0e} summaries: hosted, as a batch", cost, "US dollars", n=0)
    return found


def run(bench: Bench) -> None:
    """See the module."""
    size = 10 * bench.items
    measure(bench.folder / "screening", [size // 10, size])


def measure(place: Path, sizes: list[int], plot: Path | None = None) -> None:
    """All figures, up to the last of the sizes."""
    speed(place, max(sizes[-1] // 3, 400) if sizes[-1] < 120_000 else 40_000)
    killed(place, min(sizes[-1] // 5, 12_000))
    memory(place, sizes[-1] // 2)
    growth(place, sizes, plot)


def growth(place: Path, sizes: list[int], plot: Path | None = None) -> None:
    """What grows with the corpus, and whether the intervals of the largest cover."""
    found = grown(place, sizes)
    covered(place / f"out-{sizes[-1]}", sizes[-1])
    if plot:
        plot.write_text(draw(found, "the judge alone, on two cores"), "utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.screening", description=__doc__)
    parser.add_argument("summaries", type=int)
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--growth", action="store_true", help="only how figures grow and whether intervals cover")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="galley-screening-") as folder:
        steps = [size for size in (10_000, 30_000, 100_000, 300_000) if size < asked.summaries]
        (growth if asked.growth else measure)(Path(folder), [*steps, asked.summaries], asked.plot)
