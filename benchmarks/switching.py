"""Switching to a task whose surface has a page of its own: the first visit after a start, and those that follow; each
surface in a process of its own. Processor time, since a wall clock says how busy the machine is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from benchmarks.figures import apart, emit
from benchmarks.projects import Bench

MOST = 50
OFFSCREEN = {"QT_QPA_PLATFORM": "offscreen"}


def _ratings(folder: Path) -> tuple[Path, str]:
    from tests.core.asked_projects import rated

    return rated(folder), "rated/ratings"


def _questions(folder: Path) -> tuple[Path, str]:
    from tests.core.asked_projects import questioned

    return questioned(folder), "long-sum-eval/check-answers"


def _versions(folder: Path) -> tuple[Path, str]:
    from tests.core.asked_projects import refined

    return refined(folder), "refined/changes"


def _entities(folder: Path) -> tuple[Path, str]:
    from tests.gui.test_entries import tasks

    return tasks(folder), "sumie/support"


def _matrix(folder: Path) -> tuple[Path, str]:
    from tests.gui.matrices import matrices, record

    return matrices(folder, record("d0", systems=10, opinions=30)), "grid/covered"


SURFACES: dict[str, Callable[[Path], tuple[Path, str]]] = {
    "ratings": _ratings,
    "question cards": _questions,
    "versions": _versions,
    "entity table": _entities,
    "matrix": _matrix,
}


def run(bench: Bench) -> None:
    """The projects are made here, so that the window's process has loaded nothing but what a start loads."""
    for surface, make in SURFACES.items():
        folder = bench.folder / surface.replace(" ", "-")
        folder.mkdir()
        path, task = make(folder)
        found = apart("switching_child", path, task, environment={**OFFSCREEN, "GALLEY_HOME": str(folder / "home")})
        for visit in ("first", "later"):
            emit(f"switch to the {surface}, {visit} visit", found[visit], "ms", n=found["visits"], most=MOST)
