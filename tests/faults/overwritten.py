"""Another program writes into an open project at random moments, as some sync programs do: what was acknowledged must
be in the file that is kept, and nothing of ours in the one that is the other's now."""

from __future__ import annotations

import os
import random
import shutil
import threading
import time
from pathlib import Path

from galley.core.errors import ProjectGone
from galley.core.importers.sample_project import make
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from tests.faults.killing import Found, query

PATIENCE = 30.0
"""Seconds within which a project is in memory, and an overwritten one is found."""


def run(moments: int, folder: Path, seed: int) -> Found:
    """Overwrite a project that is being decided in, so many times."""
    home = os.environ.get("GALLEY_HOME")
    os.environ["GALLEY_HOME"] = str(folder / "home")
    try:
        sample = make(folder / "sample")
        found = Found("overwritten")
        for number in range(moments):
            place = folder / f"moment-{number}"
            place.mkdir()
            path = Path(shutil.copy(sample, place / "a.galley"))
            acknowledged, wrong = _moment(path, random.Random(f"{seed} {number}"))
            found.moments += 1
            found.acknowledged += acknowledged
            found.early += not acknowledged
            found.wrong += [f"moment {number}: {what}" for what in wrong]
            shutil.rmtree(place)
        return found
    finally:
        if home is None:
            del os.environ["GALLEY_HOME"]
        else:
            os.environ["GALLEY_HOME"] = home


def _moment(path: Path, chance: random.Random) -> tuple[int, list[str]]:
    """How many decisions were acknowledged, and what was wrong afterwards."""
    before = path.read_bytes()
    came = chance.choice([b"", before, b"not found\n" * 50_000, before[: len(before) // 2]])
    told: list[str] = []
    gone = threading.Event()
    with Project.open(path) as project:
        desk = DecisionWriter(project, "ann")
        until = time.monotonic() + PATIENCE
        while not project._writer._quiet and time.monotonic() < until:  # type: ignore[union-attr]
            time.sleep(0.02)

        def decide() -> None:
            while not gone.is_set() and time.monotonic() < until:
                text = f"{len(told)}"
                try:
                    desk.note(1, None, text).result()
                except ProjectGone:
                    gone.set()
                    return
                told.append(text)
                time.sleep(chance.choice((0, 0.001, 0.05)))

        worker = threading.Thread(target=decide)
        worker.start()
        time.sleep(chance.random() * 1.5)
        with path.open("r+b") as stream:
            stream.truncate(0)
            stream.write(came)
        worker.join()
    wrong = [] if gone.is_set() else [f"nobody found it within {PATIENCE:.0f} s"]
    if path.read_bytes() != came:
        wrong.append("something was written into the file that is another program's")
    kept = path.with_name("a.kept.galley")
    if not kept.exists():
        return len(told), [*wrong, "nothing was kept"]
    there = {row[0] for row in query(kept, "SELECT note FROM decision WHERE action = 'note'")}
    if missing := [text for text in told if text not in there]:
        wrong.append(f"{len(missing)} of {len(told)} acknowledged decisions are not in the file that was kept")
    return len(told), [*wrong, *check(kept)]
