"""Switching to a task's surface under measurement; started by ``benchmarks.switching``, prints one JSON object.

    python -m benchmarks.switching_child PROJECT TASK [profile]

Processor time in ms, of all threads, from the choice of the task until the window is painted: for the first visit
after a start and a reader's pause, and the median of those that follow.
"""

from __future__ import annotations

import cProfile
import json
import pstats
import sys
import time
from pathlib import Path

FLAGS = "flags/flags"
VISITS = 7
PAUSE = 800
"""Milliseconds from the first item on show to the first switch: what is prepared when nothing is to be done is."""


def main(path: Path, task: str, profiled: bool) -> dict[str, float]:
    """Open the window on its flags, go to the surface, and back and forth."""
    from PySide6.QtCore import QEventLoop, QTimer
    from PySide6.QtWidgets import QApplication

    from benchmarks.figures import median
    from benchmarks.window_child import shown, stage_of

    window, _, _ = shown(path, {"view": "review", "views": {"review": {"task": FLAGS}}})
    stage = stage_of(window)
    workspace = window.workspace
    assert workspace is not None

    def rest(length: int = 60) -> None:
        """In an event loop as the program's own, which lets other threads of Python run; ``QTest.qWait`` does not."""
        loop = QEventLoop()
        until = time.monotonic() + 20
        while True:
            QTimer.singleShot(length, loop.quit)
            loop.exec()
            if workspace.session.at_rest or time.monotonic() > until:
                return

    rest(PAUSE)
    assert stage.selection.task == FLAGS
    taken: list[float] = []
    for _ in range(VISITS):
        profile = cProfile.Profile()
        if profiled:
            profile.enable()
        began = time.process_time()
        stage.holding.take_task(task)
        QApplication.processEvents()
        taken.append((time.process_time() - began) * 1_000)
        profile.disable()
        if profiled and len(taken) == 1:
            pstats.Stats(profile, stream=sys.stderr).sort_stats("cumulative").print_stats(60)
        assert stage.selection.task == task and stage.item is not None
        rest()
        stage.holding.take_task(FLAGS)
        rest()
    window.close()
    return {"first": taken[0], "later": median(taken[1:]), "visits": len(taken)}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), sys.argv[2], len(sys.argv) > 3)))
