"""One project that grows from 1,000 to 100,000 items (500,000 sentences, 300,000 flags, 300,000 decisions): what the
window, the queues, the charts and the files take at each size, beside bare SQLite or bare Qt in the same run.

At the largest size each figure is printed with its slope: the exponent with which it grows with the number of items,
by least squares on the logarithms (0 stays as it is, 1 grows as the project does). The plot of all of them is written
to ``build/scale.svg``. ``--short`` stops at 10,000 items.
"""

from __future__ import annotations

import shutil
import time
from collections import defaultdict
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import orjson

from benchmarks import records
from benchmarks.figures import ROOT, apart, emit, median
from benchmarks.growth import Growth, Point, draw
from benchmarks.projects import DISTINCT, REVIEWER, Bench
from benchmarks.window import OFFSCREEN

SIZES = (1_000, 3_000, 10_000, 30_000, 100_000)
STARTS = 3
RESIDENT = 600.0
"""MB that the window may hold at the largest size."""
PLOT = ROOT / "build" / "scale.svg"
PARTS = ("ask", "export", "merge", "charts", "bare_import")


def run(bench: Bench) -> None:
    """Grow, measure at each size, print the figures of the largest one, draw the plot."""
    sizes = [size for size in SIZES if size <= bench.many]
    folder = bench.folder / "scale"
    home = folder / "home"
    (home / "config").mkdir(parents=True)
    (home / "config" / "window.ini").write_text(f"[General]\nreviewer={REVIEWER}\n", encoding="utf-8")
    environment = {**OFFSCREEN, "GALLEY_HOME": str(home)}
    project = folder / "scale.galley"
    distinct = list(islice(records.records(DISTINCT), DISTINCT))
    grown: dict[str, Growth] = defaultdict(Growth)
    for before, size in pairwise([0, *sizes]):
        with (folder / "scale.jsonl").open("wb") as stream:
            for number in range(before, size):
                stream.write(orjson.dumps({**distinct[number % DISTINCT], "key": f"visit-{number:06d}"}) + b"\n")
        made = apart("scale_child", "grow", project, size, folder, environment=environment, patience=1_800)
        found = _window(project, folder, environment) | made
        for part in PARTS:
            for name, figure in apart(
                "scale_child", part, project, size, folder, environment=environment, patience=1_800
            ).items():
                found[name] = {**found.get(name, {}), **figure}
        for name, figure in found.items():
            grown[name].unit = figure["unit"]
            grown[name].points.append(Point(size, figure["value"], figure.get("bare")))
    for name, growth in grown.items():
        last = growth.points[-1]
        most = RESIDENT if name == "resident" or "resident" in name else None
        emit(
            f"{last.items:,} items, {name}",
            last.value,
            growth.unit,
            n=last.items,
            bare=last.bare,
            most=most,
            slope=growth.slope,
            smaller=[float(f"{point.value:.4g}") for point in growth.points[:-1]],
        )
    PLOT.parent.mkdir(exist_ok=True)
    PLOT.write_text(draw(grown), encoding="utf-8")
    shutil.rmtree(folder)


def _window(project: Path, folder: Path, environment: dict[str, str]) -> dict[str, dict[str, Any]]:
    """The first paint of the real window and of a bare one in turn, medians; then the keys on a copy."""
    painted: list[float] = []
    filled: list[float] = []
    bare: list[float] = []
    for _ in range(STARTS):
        found = apart("window_child", "start", project, time.monotonic(), environment=environment)
        painted.append(found["painted"])
        filled.append(found["filled"])
        bare.append(apart("bare_window", "start", time.monotonic(), environment=environment)["painted"])
    copy = folder / "scale-window.galley"
    shutil.copy(project, copy)
    keys = apart("window_child", "keys", copy, time.monotonic(), "short", environment=environment)
    steps = apart("bare_window", "steps", copy, environment=environment)
    copy.unlink()
    return {
        "first paint": {"value": median(painted), "unit": "ms", "bare": median(bare)},
        "first item on show": {"value": median(filled), "unit": "ms", "bare": median(bare)},
        "next item, key to painted": {"value": keys["next"], "unit": "ms", "bare": steps["next"]},
        "decision, key to painted": {"value": keys["decide"], "unit": "ms"},
        "resident": {"value": keys["resident"], "unit": "MB", "bare": steps["resident"]},
    }
