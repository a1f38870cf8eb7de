"""The window while a judge runs; started by ``benchmarks.judges``, prints one JSON object.

    python -m benchmarks.judge_window PROJECT ADDRESS CALLS runs|review

A timer of the window's thread ticks every few milliseconds; the longest time between two ticks is the longest stall.
Beside it stands the most that the window's own thread worked between two ticks: on a machine that does other things
as well the first is mostly waiting for a processor, the second is ours.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

TICK = 4
"""Milliseconds."""
SETTLE, AFTER = 1.5, 1.0
"""Seconds before the run, in which the window gets over its start, and behind its end."""


def main(project: Path, address: str, calls: int, view: str) -> dict[str, float]:
    """Start a run in the window and watch the window until it is over."""
    from PySide6.QtCore import QTimer

    from benchmarks.figures import quantile
    from benchmarks.judges import WORKERS, resident
    from galley.core.judges.clients.registry import Source
    from galley.core.judges.methods.base import Choices
    from galley.core.judges.order import Order
    from galley.core.judges.retry import RetryPolicy
    from galley.core.project.project import Project
    from galley.gui.qt_application import make_application
    from galley.gui.runs.runs_view import RunsView
    from galley.gui.settings import Settings
    from galley.gui.shell.window import Window
    from galley.gui.theme import Mode, Theme

    application = make_application()
    theme = Theme(Mode.LIGHT)
    theme.apply(application)
    window = Window(Settings(), theme, keep=False)
    window.resize(1440, 900)
    window.show_project(Project.open(project))
    window.show()
    workspace = window.workspace
    assert workspace is not None
    workspace.show_view("runs")
    runs = workspace.view
    assert isinstance(runs, RunsView)
    workspace.show_view(view)
    order = Order(
        "dial-summer-fine",
        Source("openai", address),
        "gpt-4o",
        Choices(("changed-meaning",), 1),
        WORKERS,
        policy=RetryPolicy(timeout=30),
    )
    ready: list[tuple[float, float]] = []
    gaps: list[tuple[float, float]] = []
    grown: list[float] = []
    last = (0.0, 0.0)
    ended = 0.0

    def tick() -> None:
        nonlocal last
        now = (time.perf_counter(), time.thread_time())
        if last[0]:
            coming = bool(gaps) or any(one.replies_received for one in runs.live.list_progress())
            (gaps if coming else ready).append(((now[0] - last[0]) * 1_000, (now[1] - last[1]) * 1_000))
            if len(gaps) % 250 == 249:
                grown.append(resident())
        last = now
        if ended and now[0] - ended > AFTER:  # what follows the end belongs to it
            application.quit()

    def over(run: int) -> None:
        nonlocal ended
        ended = time.perf_counter()

    def begin() -> None:
        timer.start()
        runs.begin(order)

    timer = QTimer(window)
    timer.setInterval(TICK)
    timer.timeout.connect(tick)
    runs.live.runEnded.connect(over)
    QTimer.singleShot(round(SETTLE * 1_000), begin)
    application.exec()
    (answered,) = workspace.session.connection().execute("SELECT count(*) FROM call WHERE state = 'done'").fetchone()
    assert answered == calls, (answered, calls)
    window.close()
    walls, works = zip(*gaps, strict=True)
    return {
        "longest": max(walls),
        "p99": quantile(walls, 0.99),
        "worked": max(works),
        "busy": sum(works) / sum(walls),
        "rate": calls / (sum(walls) / 1_000 - AFTER),
        "ready": max(wall for wall, _ in ready),
        "grown": grown[-1] - grown[len(grown) // 2] if len(grown) > 2 else 0.0,
    }


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    print(json.dumps(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4])), flush=True)
