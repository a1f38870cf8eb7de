"""One figure, one JSON line; and the few sums that figures need."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import ceil
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


def emit(
    figure: str,
    value: float,
    unit: str,
    *,
    n: int,
    bare: float | None = None,
    most: float | None = None,
    least: float | None = None,
    ratio_least: float | None = None,
    **more: Any,
) -> None:
    """Print one figure.

    ``bare`` is the same figure of bare SQLite or bare Qt, measured in the same run, and ``ratio`` is value / bare.
    ``ok`` says whether the limit holds: the value is at ``most`` or at ``least`` that, or the ratio at least
    ``ratio_least``; without a limit it is null.
    """
    ratio = value / bare if bare else None
    named: list[tuple[str, bool]] = []
    if most is not None:
        named.append((f"at most {most:g} {unit}", value <= most))
    if least is not None:
        named.append((f"at least {least:g} {unit}", value >= least))
    if ratio_least is not None and ratio is not None:
        named.append((f"ratio at least {ratio_least:.2g}", ratio >= ratio_least))
    line = {
        "figure": figure,
        "value": _short(value),
        "unit": unit,
        "limit": ", ".join(text for text, _ in named) or None,
        "bare": _short(bare),
        "ratio": _short(ratio),
        "n": n,
        "ok": all(held for _, held in named) if named else None,
        **more,
    }
    print(json.dumps(line, ensure_ascii=False), flush=True)


def _short(number: float | None) -> float | None:
    return None if number is None else float(f"{number:.4g}")


def quantile(values: Iterable[float], share: float) -> float:
    """The smallest of ``values`` that at least ``share`` of them do not exceed."""
    ordered = sorted(values)
    return ordered[ceil(share * len(ordered)) - 1]


def median(values: Sequence[float]) -> float:
    """The middle value."""
    return sorted(values)[len(values) // 2]


def timed(work: Callable[[], object], times: int) -> list[float]:
    """How long ``work`` took each time, in milliseconds."""
    took = []
    gc.collect()
    for _ in range(times):
        start = time.perf_counter()
        work()
        took.append((time.perf_counter() - start) * 1_000)
    return took


def apart(
    module: str, *arguments: object, environment: Mapping[str, str] | None = None, patience: float = 600
) -> dict[str, Any]:
    """Run ``python -m benchmarks.MODULE`` as a process of its own and read the JSON object it prints last. It has
    ``patience`` seconds for it."""
    done = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{module}", *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        timeout=patience,
    )
    if done.returncode:
        raise RuntimeError(f"benchmarks.{module} failed: {done.stderr[-2_000:]}")
    return json.loads(done.stdout.splitlines()[-1])


def resident() -> float:
    """What this process holds in memory now, in MB; its peak where the system does not say."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text(encoding="utf-8").splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) * 1_024 / 1_000_000
    from benchmarks.importing import peak

    return peak()
