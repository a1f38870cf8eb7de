"""The pictures of the README and the documentation: ``python -m tests.gui.pictures FOLDER [NAME]…``.

Taken from the real window, as the snapshots are. The KGDS and FineSurE items come from the developers' data at
``../shared/data``; where that is absent their pictures are left as they are, and that is said.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from functools import partial
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtTest import QTest

from galley.core.domain import UnitKind
from galley.core.importers import registry
from galley.core.importers.importing import import_files
from galley.core.project.project import Project
from galley.gui.application import make_application
from galley.gui.shell.window import Window
from galley.gui.theme import Mode
from tests.core import asked_projects, pages
from tests.gui.scenes import (
    ROOT,
    SMALL,
    Act,
    Scene,
    campaign,
    decided,
    importing,
    key_help,
    packing,
    photograph,
    project_settings,
    studied,
    view,
    wait,
    working,
)

DATA = ROOT.parent / "shared" / "data"
KGDS = DATA / "kgds" / "KGDS.json"
FINESURE = DATA / "finesure" / "frank-raw-data-by-gpt-4o-2024-05-13.json"


def main(folder: Path, only: frozenset[str] = frozenset()) -> None:
    """Write every picture into ``folder``, or only those of these names."""
    folder = folder.absolute()
    application = make_application()
    for scene in scenes():
        if only and scene.name not in only:
            continue
        with tempfile.TemporaryDirectory() as temporary:
            os.environ["GALLEY_HOME"] = temporary
            with chdir(temporary):
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
    yield Scene("keys", act=key_help)
    yield Scene("import", act=importing)
    yield Scene("pack", act=packing)
    yield Scene("questions", asked_projects.questioned, working("long-sum-eval/check-answers"))
    yield Scene("ratings", asked_projects.rated, working("rated/ratings"), size=SMALL)
    yield Scene("refinement", asked_projects.refined, working("refined/changes"), Mode.DARK)
    yield Scene("entities", entities, act=lost)
    yield Scene("end-of-item", act=ended)
    yield Scene("by-criterion", act=by_criterion, mode=Mode.DARK)
    yield Scene(
        "margin", studied, act=answered("study/paragraphs", "shows-0001", "accept", "accept", "no-error"), size=SMALL
    )
    yield Scene("matrix", studied, act=answered("study/opinions", "derby-0004", "no-error", "no-error", "accept"))
    yield Scene("plan", campaign, act=view("plan"))
    yield Scene("project-settings", campaign, act=project_settings, mode=Mode.DARK)
    if not DATA.is_dir():
        print("The pictures of published data are left as they are: there is no ../shared/data.")
        return
    yield Scene("kgds-item", partial(imported, "kgds", KGDS), act=opinion)
    yield Scene("finesure-item", partial(imported, "finesure", FINESURE), act=flagged)
    yield Scene("runs", judged, act=view("runs"))


def entities(folder: Path) -> Path:
    """The table of docs/entities.md, evaluated as there."""
    files = {b.language: b for b in pages.blocks(ROOT / "docs" / "entities.md") if b.language in ("csv", "json")}
    for block in files.values():
        (folder / block.info).write_text(block.text, "utf-8")
    path = imported("sumie", folder / files["csv"].info, folder)
    judge(path, "sumie-evaluate", "--provider", "replay", "--model", "exact", "--replies", files["json"].info)
    return path


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
        judge(path, *words)
    return path


def judge(path: Path, *words: str) -> None:
    """A run from the command line."""
    command = [sys.executable, "-m", "galley.core.cli", "judge", *words, "--project", str(path), "--yes"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    subprocess.run(command, check=True, cwd=path.parent, env=environment, stdout=subprocess.DEVNULL)


def opinion(window: Window) -> None:
    """The first opinion chosen, and the turn that it comes from."""
    assert window.workspace is not None
    stage = window.workspace.view.stage  # type: ignore[union-attr]
    opinions = [unit for unit in stage.item.view.derived if unit.kind is UnitKind.OPINION]
    stage.choose_unit(opinions[0].id)


def ended(window: Window) -> None:
    """All of an item decided, and the page at its end in front."""
    assert window.workspace is not None
    stage = window.workspace.view.stage  # type: ignore[union-attr]
    for number in range(stage.item.open_count):
        wait(window.workspace.session.saved, partial(window.run, "no-error" if number % 4 == 1 else "accept"))


def by_criterion(window: Window) -> None:
    """The flags of one criterion through all items, one of them decided."""
    assert window.workspace is not None
    window.run("next-flag")
    window.run("order")
    QTest.qWait(1000)
    wait(window.workspace.session.saved, partial(window.run, "accept"))


def answered(task: str, key: str, *actions: str) -> Act:
    """An item of a task, with its first questions answered so."""

    def act(window: Window) -> None:
        assert window.workspace is not None
        session, stage = window.workspace.session, window.workspace.view.stage  # type: ignore[union-attr]
        stage.take_task(task)
        QTest.qWait(1000)
        while stage.item.view.key != key:
            window.run("next-item")
            QTest.qWait(300)
        for action in actions:
            wait(session.saved, partial(window.run, action))

    return act


def lost(window: Window) -> None:
    """A value that the table lost."""
    for _ in range(2):
        window.run("next-flag")


def flagged(window: Window) -> None:
    """An article with several flags on its summaries."""
    for _ in range(12):
        window.run("next-item")


if __name__ == "__main__":
    main(Path(sys.argv[1]), frozenset(sys.argv[2:]))
