"""The window: start, next item, decision, memory; each in a process of its own, beside a bare Qt window.

Off screen, and where Xvfb is installed on a real screen too (the figures of that are called "on X11").
"""

from __future__ import annotations

import compileall
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

from benchmarks.figures import ROOT, apart, emit, median
from benchmarks.projects import REVIEWER, Bench

STARTS = 5
OFFSCREEN = {"QT_QPA_PLATFORM": "offscreen"}


def run(bench: Bench) -> None:
    """Starts in turn with those of a bare window, medians; then the keys, 95th percentiles.

    With the byte code in place, as an installer leaves it: Python may have been told not to write any.
    """
    for package in ("galley", "core", "gui", "benchmarks"):
        compileall.compile_dir(str(ROOT / package), quiet=2)
    home = bench.folder / "home"
    (home / "config").mkdir(parents=True, exist_ok=True)
    (home / "config" / "window.ini").write_text(f"[General]\nreviewer={REVIEWER}\n", encoding="utf-8")
    platforms = [("off screen", OFFSCREEN)]
    with screen() as display:
        if display:
            platforms.append(("on X11", {"QT_QPA_PLATFORM": "xcb", "DISPLAY": display}))
        for name, environment in platforms:
            _measure(bench, name, {**environment, "GALLEY_HOME": str(home)})


def _measure(bench: Bench, name: str, environment: dict[str, str]) -> None:
    large, many = bench.large(), bench.many
    painted: list[float] = []
    filled: list[float] = []
    bare: list[float] = []
    for _ in range(STARTS):
        found = apart("window_child", "start", large, time.monotonic(), environment=environment)
        painted.append(found["painted"])
        filled.append(found["filled"])
        bare.append(apart("bare_window", "start", time.monotonic(), environment=environment)["painted"])
    plain = median(bare)
    emit(f"start to painted window, {name}", median(painted), "ms", n=many, bare=plain, most=500, starts=STARTS)
    emit(f"start to the first item on show, {name}", median(filled), "ms", n=many, bare=plain, starts=STARTS)

    # a copy: the keys decide
    copy = bench.folder / "window.galley"
    shutil.copy(large, copy)
    keys = apart("window_child", "keys", copy, time.monotonic(), environment=environment)
    steps = apart("bare_window", "steps", copy, environment=environment)
    emit(f"next item, key to painted, p95, {name}", keys["next"], "ms", n=keys["items"], bare=steps["next"], most=30)
    decided = f"decision, key to painted, p95, {name}"
    emit(decided, keys["decide"], "ms", n=keys["decisions"], bare=steps["decide"], most=17)
    copy.unlink()

    shutil.copy(bench.small(), copy)
    small = apart("window_child", "keys", copy, time.monotonic(), environment=environment)
    resident = apart("bare_window", "steps", copy, environment=environment)["resident"]
    emit(f"resident memory, first item on show, {name}", small["started"], "MB", n=bench.items, bare=resident, most=120)
    emit(f"resident memory, {name}", small["resident"], "MB", n=bench.items, bare=resident, most=250)
    copy.unlink()


@contextmanager
def screen() -> Iterator[str]:
    """The name of a screen made for the purpose; empty where Xvfb is not installed."""
    if not sys.platform.startswith("linux") or not shutil.which("Xvfb"):
        yield ""
        return
    with tempfile.TemporaryFile() as told:
        server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(told.fileno()), "-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-noreset"],
            pass_fds=(told.fileno(),),
            stderr=subprocess.DEVNULL,
        )
        try:
            number = ""
            until = time.monotonic() + 20
            while not number.endswith("\n") and time.monotonic() < until:
                time.sleep(0.05)
                number = os.pread(told.fileno(), 20, 0).decode()
            yield f":{number.strip()}" if number.strip() else ""
        finally:
            server.terminate()
            server.wait()
