"""The pictures of the README and the documentation: ``python -m tests.gui.pictures FOLDER``.

Taken from the real window, as the snapshots are. The KGDS and FineSurE items come from the developers' data at
``../shared/data``; where that is absent their pictures are left as they are, and that is said.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from core.importers import registry
from core.project.imports import import_files
from core.project.project import Project
from gui.app import make_application
from gui.theme import Mode
from gui.window import Window
from tests.gui.scenes import ROOT, Scene, decided, photograph, view

DATA = ROOT.parent / "shared" / "data"
KGDS = DATA / "kgds" / "KGDS.json"
FINESURE = DATA / "finesure" / "frank-raw-data-by-gpt-4o-2024-05-13.json"


def main(folder: Path) -> None:
    """Write every picture into ``folder``."""
    application = make_application()
    for scene in scenes():
        with tempfile.TemporaryDirectory() as temporary:
            os.environ["GALLEY_HOME"] = temporary
            picture = photograph(scene, Path(temporary), application)
        path = folder / f"{scene.name}.png"
        if not picture.save(str(path), "PNG"):
            sys.exit(f"The picture cannot be written to {path}.")
        print(path)


def scenes() -> Iterator[Scene]:
    """What there is to show."""
    yield Scene("welcome", None)
    yield Scene("review-light", act=decided)
    yield Scene("review-dark", act=decided, mode=Mode.DARK)
    yield Scene("adjudicate", act=view("adjudicate"))
    yield Scene("scores-detection", act=view("scores", {"chart": "detection"}))
    yield Scene("scores-agreement", act=view("scores", {"chart": "agreement"}), mode=Mode.DARK)
    if not DATA.is_dir():
        print("The pictures of published data are left as they are: there is no ../shared/data.")
        return
    yield Scene("kgds-item", partial(imported, "kgds", KGDS), act=opinion)
    yield Scene("finesure-item", partial(imported, "finesure", FINESURE), act=flagged)
    yield Scene("runs", judged, act=view("runs"))


def imported(name: str, source: Path, folder: Path) -> Path:
    """A project of one published file."""
    path = folder / f"{name}.galley"
    with Project.create(path) as project:
        import_files(project, registry.find(name), [source])
    return path


def judged(folder: Path) -> Path:
    """The same after two runs: one of the judge that needs no network, one with recorded replies of a model."""
    path = imported("finesure", FINESURE, folder)
    recorded = ["finesure", "--provider", "replay", "--model", "gpt-4o-2024-05-13", "--replies", str(FINESURE)]
    for words in (["offline"], recorded):
        command = [sys.executable, "-m", "core.cli", "judge", *words, "--project", str(path), "--yes"]
        subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    return path


def opinion(window: Window) -> None:
    """The first opinion chosen, and the turn that it comes from."""
    assert window.workspace is not None
    stage = window.workspace.view.stage  # type: ignore[union-attr]
    stage.choose_unit(stage.item.tabs[0].units[0].id)


def flagged(window: Window) -> None:
    """An article with several flags on its summaries."""
    for _ in range(12):
        window.run("next-item")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
