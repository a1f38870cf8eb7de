"""The window over a disk in trouble: slow, full, suddenly read only. The disk is ``disk.c``, loaded into the window's
process, which is the only way to end the trouble again while the file is open.

    python -m tests.faults.disk PROJECT TROUBLE slow|full|read-only     prints one JSON object
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
DECISIONS = 8
REVIEWER = "ann"
TICK = 4
"""Milliseconds between two looks at the window's thread."""
PATIENCE = 60.0


def library(folder: Path) -> Path:
    """``disk.c`` built into ``folder``. Raises: RuntimeError without a C compiler"""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        raise RuntimeError("a disk in trouble needs a C compiler")
    built = folder / "disk.so"
    source = Path(__file__).with_suffix(".c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", str(built), str(source), "-ldl"], check=True)
    return built


def run(what: str, folder: Path) -> dict[str, Any]:
    """Review in a window while the disk is in trouble ``what``; gives what was seen, and what was wrong in words."""
    from galley.core.importers.sample_project import make
    from galley.core.project.check import check
    from tests.faults.killing import query

    work = folder / "work"
    work.mkdir()
    project = make(work)
    environment = os.environ | {
        "LD_PRELOAD": str(library(folder)), "GALLEY_FOLDER": str(work), "GALLEY_TROUBLE": str(folder / "trouble"),
        "GALLEY_SYNCS": str(folder / "syncs"), "GALLEY_HOME": str(folder / "home"), "QT_QPA_PLATFORM": "offscreen",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.disk", project, folder / "trouble", what],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=150, check=False,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"the window over a {what} disk failed by itself: {done.stderr[-2_000:]}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    wrong = check(project)
    kept = {
        row[0]
        for row in query(
            project,
            f"SELECT decision.id FROM decision JOIN annotator ON annotator.id = reviewer_id WHERE name = '{REVIEWER}'",
        )
    }
    if lost := set(found["acknowledged"]) - kept:
        wrong.append(f"{len(lost)} acknowledged decisions are lost")
    if extra := kept - set(found["acknowledged"]):
        wrong.append(f"{len(extra)} decisions are there that were never acknowledged")
    if what == "slow":
        syncs = [line.split() for line in (folder / "syncs").read_text().splitlines()]
        ticks = found.pop("ticks")
        found["syncs"] = len(syncs)
        found["waited"] = sum(main == "1" for *_, main in syncs)
        # the journal is folded after the last decision too, when the window's thread has stopped counting
        during = [(float(a), float(b)) for a, b, _ in syncs if float(b) < max(ticks)]
        found["blocked"] = sum(not any(a < tick < b for tick in ticks) for a, b in during)
    return {**found, "acknowledged": len(kept), "wrong": wrong}


class Watched:
    """The real window on a project, its reviewer at the keys, and everything that is acknowledged or refused."""

    def __init__(self, project: Path) -> None:
        from PySide6.QtTest import QTest
        from PySide6.QtWidgets import QApplication

        from galley.core.project.project import Project
        from galley.gui.qt_application import make_application
        from galley.gui.settings import Settings
        from galley.gui.shell.window import Window
        from galley.gui.theme import Mode, Theme

        self.application: QApplication = make_application()
        theme = Theme(Mode.LIGHT)
        theme.apply(self.application)
        settings = Settings()
        settings.reviewer = REVIEWER
        self.window = Window(settings, theme, keep=False)
        self.window.resize(1440, 900)
        self.window.show_project(Project.open(project))
        self.window.show()
        self.window.activateWindow()
        QTest.qWaitForWindowActive(self.window, 5_000)
        workspace = self.window.workspace
        assert workspace is not None
        self.workspace = workspace
        self.session = workspace.session
        self.stage: Any = workspace.view.stage  # type: ignore[union-attr]
        self.until(lambda: self.stage.item is not None)
        self.acknowledged: list[int] = []
        self.said: list[str] = []
        self.session.changed.connect(lambda changes: self.acknowledged.extend(changes.decisions))
        self.session.failed.connect(self.said.append)

    def until(self, holds: Callable[[], bool]) -> None:
        """Let the window work until ``holds()``. Raises: TimeoutError"""
        from PySide6.QtCore import QEventLoop, QTimer

        pulse = QTimer()  # so that waiting for an event ends
        pulse.start(100)
        end = time.monotonic() + PATIENCE
        while not holds():
            if time.monotonic() > end:
                raise TimeoutError(f"the window did not come so far: {self.said}")
            self.application.processEvents(
                QEventLoop.ProcessEventsFlag.AllEvents | QEventLoop.ProcessEventsFlag.WaitForMoreEvents
            )

    def press(self, key: str) -> None:
        """A key, as the reviewer's keyboard sends it."""
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        QTest.keyClick(self.application.focusWidget() or self.window, getattr(Qt.Key, f"Key_{key}"))

    def open_flags(self) -> int:
        """How many flags of the item on show wait for an answer."""
        from galley.core.review.items import FlagState

        return sum(entry.state is FlagState.OPEN for entry in self.stage.item.entries)


def slow(watched: Watched, trouble: Path) -> dict[str, Any]:
    """Decide faster than the disk can sync; the window's thread says every few milliseconds that it is there."""
    from PySide6.QtCore import QTimer

    ticks: list[float] = []
    timer = QTimer()
    timer.timeout.connect(lambda: ticks.append(time.monotonic()))
    timer.start(TICK)
    trouble.write_text("slow", encoding="utf-8")
    pressed = queued = 0
    for _ in range(40):
        if watched.open_flags():
            before = watched.open_flags(), watched.stage.current
            watched.press("A")
            pressed += 1
            queued = max(queued, pressed - len(watched.acknowledged))
            watched.until(lambda before=before: (watched.open_flags(), watched.stage.current) != before)  # type: ignore[misc]
        else:
            here = watched.stage.item.id
            watched.press("N")
            watched.until(lambda here=here: watched.stage.item.id != here)  # type: ignore[misc]
        if pressed == DECISIONS:
            break
    watched.until(lambda: len(watched.acknowledged) >= pressed)
    trouble.unlink()
    gaps = [(b - a) * 1_000 for a, b in pairwise(ticks)]
    return {
        "pressed": pressed,
        "queued": queued,
        "said": watched.said,
        "longest_ms": round(max(gaps), 1),
        "ticks": ticks,
    }


def refused(watched: Watched, trouble: Path, what: str) -> dict[str, Any]:
    """Decide, be refused with a sentence while there is trouble, read on meanwhile, and go on behind it."""
    watched.press("A")
    watched.until(lambda: len(watched.acknowledged) == 1)
    trouble.write_text(what, encoding="utf-8")
    before = watched.open_flags()
    tried = len(watched.acknowledged)
    for size in (60_000, 3_000, 1):  # a journal has room inside it for a while, and more for what is small
        told = len(watched.said)
        while len(watched.said) == told:
            watched.session.watch(watched.session.decision_writer.note(watched.stage.item.id, None, "x" * size))
            watched.until(lambda: len(watched.said) + len(watched.acknowledged) > tried)
            tried = len(watched.said) + len(watched.acknowledged)
    for key in ("A", "X"):
        told = len(watched.said)
        watched.press(key)
        watched.until(lambda told=told: len(watched.said) > told)  # type: ignore[misc]
    watched.until(lambda: watched.open_flags() == before)
    notice = watched.workspace.notice
    shown = notice.label.text() if notice.isVisible() else ""
    here = watched.stage.item.id
    watched.press("N")
    watched.until(lambda: watched.stage.item.id != here)
    trouble.unlink()
    told, count = len(watched.said), len(watched.acknowledged)
    watched.press("A")
    watched.until(lambda: len(watched.acknowledged) > count)
    return {"said": sorted(set(watched.said)), "shown": shown, "after": len(watched.said) - told, "undecided": before}


def main(project: Path, trouble: Path, what: str) -> dict[str, Any]:
    """Run one of them and close the window."""
    watched = Watched(project)
    found = slow(watched, trouble) if what == "slow" else refused(watched, trouble, what)
    watched.window.close()
    return {**found, "acknowledged": watched.acknowledged}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])), flush=True)
