"""A long sitting in the window; started by ``benchmarks.soak``, prints one JSON object.

python -m benchmarks.soak_child PROJECT DECISIONS SAMPLE
"""

from __future__ import annotations

import gc
import json
import random
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

LOOK_AROUND = 500
"""Decisions between two looks at other views and a search."""


class Sitting:
    """The window, the reviewer's hands, and what they have done so far."""

    def __init__(self, project: Path) -> None:
        from benchmarks.window_child import shown, stage_of

        self.window, self.painted, _ = shown(project)
        workspace = self.window.workspace
        assert workspace is not None
        self.workspace = workspace
        self.stage = stage_of(self.window)
        self.saved = 0
        self.items: set[int] = set()
        workspace.session.changed.connect(self._count)
        workspace.session.failed.connect(self._fail)
        self.chance = random.Random(12)

    def _count(self, changes: Any) -> None:
        self.saved += len(changes.decisions)

    def _fail(self, sentence: str) -> None:
        raise RuntimeError(sentence)

    def press(self, key: str, control: bool = False) -> None:
        """A key, as the keyboard sends it."""
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest
        from PySide6.QtWidgets import QApplication

        modifier = Qt.KeyboardModifier.ControlModifier if control else Qt.KeyboardModifier.NoModifier
        QTest.keyClick(QApplication.focusWidget() or self.window, getattr(Qt.Key, f"Key_{key}"), modifier)

    def decide(self, key: str, control: bool = False) -> tuple[float, float]:
        """A key that decides; milliseconds until that is on disk and painted, and of processor time."""
        before, work = self.saved, time.process_time()
        wall = self.painted.after(partial(self.press, key, control), lambda: self.saved > before)
        return wall, (time.process_time() - work) * 1_000

    def next_item(self) -> None:
        """On to the next item."""
        here = self.stage.item.id
        self.painted.after(partial(self.press, "N"), lambda: self.stage.item.id != here)
        self.items.add(self.stage.item.id)

    def work(self, sample: Callable[[float, float], bool]) -> None:
        """Review item after item; ``sample`` gets each decision's times and says whether to go on."""
        from galley.core.review.items import FlagState

        while True:
            self.next_item()
            keys = self.chance.choices("AXU", (6, 3, 1), k=3)
            for key in keys:
                index = self.stage.current
                if index is None or self.stage.item.entries[index].state is not FlagState.OPEN:
                    break
                if not sample(*self.decide(key)):
                    return
            if self.chance.random() < 0.1:
                for key in "ZY":  # undone, and done again
                    if not sample(*self.decide(key, control=True)):
                        return

    def look_around(self) -> None:
        """The other views and a search, and back to the item."""
        from PySide6.QtTest import QTest

        from galley.core.review.queue import Filter

        item, queue = self.stage.item.id, self.stage.queue.model
        everything = len(queue.ids)
        for name in ("adjudicate", "scores", "runs", "review"):
            self.workspace.show_view(name)
            QTest.qWait(60)
        view: Any = self.workspace.view
        view.search("bespoke")
        wait(lambda: len(queue.ids) < everything)
        view.show_queue(Filter())
        view.search("")
        wait(lambda: len(queue.ids) == everything)
        # where the reviewer was: what is decided already would be gone through again and again, ever more of it
        self.painted.after(partial(self.stage.open_item, item), lambda: self.stage.item.id == item)


def wait(until: Callable[[], bool]) -> None:
    """Let the window work until something is so."""
    from PySide6.QtTest import QTest

    while not until():
        QTest.qWait(10)


def main(project: Path, decisions: int, every: int) -> dict[str, Any]:
    """Sit until there are so many decisions; a sample is the medians of ``every`` of them."""
    from benchmarks.figures import median, resident

    sitting = Sitting(project)
    sitting.look_around()
    found: dict[str, list[float]] = {"walls": [], "works": [], "resident": []}
    walls: list[float] = []
    works: list[float] = []
    done = 0

    def sample(wall: float, work: float) -> bool:
        nonlocal done
        done += 1
        walls.append(wall)
        works.append(work)
        if len(walls) == every:
            gc.collect()
            found["walls"].append(median(walls))
            found["works"].append(median(works))
            found["resident"].append(resident())
            walls.clear()
            works.clear()
        if done % LOOK_AROUND == 0:
            sitting.look_around()
        return done < decisions

    begun = time.perf_counter()
    sitting.work(sample)
    seconds = time.perf_counter() - begun
    count = sitting.workspace.session.connection().execute("SELECT count(*) FROM decision").fetchone()[0]
    assert count == sitting.saved >= decisions, (count, sitting.saved, decisions)
    sitting.window.close()
    return {**found, "decisions": done, "items": len(sitting.items), "seconds": seconds}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))
