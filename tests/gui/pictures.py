"""The pictures of the README and the documentation: ``python -m tests.gui.pictures FOLDER [NAME]…``.

Taken from the real window, as the snapshots are, of projects that are made up (``draw_picture.py`` and the sample).
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from unittest.mock import patch

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PIL import Image
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from galley.core.domain import UnitKind
from galley.gui.qt_application import make_application
from galley.gui.shell.window import Window
from galley.gui.theme import Mode
from tests.gui import pictured
from tests.gui.scenes import (
    Act,
    Scene,
    campaign,
    decided,
    ended,
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

RATIO = 2
"""Pixels of a picture for each of the window: sharp on a screen with twice as many."""


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
                picture = photograph(scene, Path(temporary), application, RATIO)
        path = folder / f"{scene.name}.png"
        save(picture, path)
        print(path)


def save(picture: QImage, path: Path) -> None:
    """Write a picture with 256 colours, which no eye tells from the window's: the guide ships in every bundle."""
    if not picture.save(str(path), "PNG"):
        sys.exit(f"The picture cannot be written to {path}.")
    with Image.open(path) as full:
        small = full.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    small.save(path, optimize=True)


def scenes() -> Iterator[Scene]:
    """What there is to show."""
    yield Scene("welcome", None, act=welcoming)
    yield Scene("review-light", act=decided)
    yield Scene("review-dark", act=decided, mode=Mode.DARK)
    yield Scene("adjudicate", act=view("adjudicate"))
    yield Scene("scores-detection", act=view("scores", {"chart": "detection"}))
    yield Scene("scores-agreement", act=view("scores", {"chart": "agreement"}), mode=Mode.DARK)
    yield Scene("keys", act=key_help)
    yield Scene("import", act=importing)
    yield Scene("pack", act=packing)
    yield Scene("questions", pictured.questioned, working("long-sum-eval/check-answers"))
    yield Scene("ratings", pictured.rated, working("rated/ratings"))
    yield Scene("refinement", pictured.refined, working("refined/changes"), Mode.DARK)
    yield Scene("entities", pictured.entities, act=lost)
    yield Scene("end-of-item", act=ended)
    yield Scene("by-criterion", act=by_criterion, mode=Mode.DARK)
    yield Scene("margin", studied, act=answered("study/paragraphs", "shows-0001", "accept", "accept", "no-error"))
    yield Scene("matrix", studied, act=answered("study/opinions", "derby-0004", "no-error", "no-error", "accept"))
    yield Scene("plan", campaign, act=view("plan"))
    yield Scene("project-settings", campaign, act=project_settings, mode=Mode.DARK)
    yield Scene("kgds-item", pictured.discussions, act=opinion)
    yield Scene("finesure-item", pictured.facts, act=flagged)
    yield Scene("runs", pictured.judged, act=view("runs"))


def welcoming(window: Window) -> None:
    """Projects that were opened before, each as far as it was left, in somebody's home."""
    home = Path.cwd()
    left = (("sample", 26, 26, 170), ("discussions", 7, 30, 30), ("guest-houses", 12, 40, 22), ("news", 118, 400, 3))
    for name, finished, items, hours in left:
        path = home / "reviews" / f"{name}.galley"
        path.parent.mkdir(exist_ok=True)
        path.touch()
        at = (datetime.now(UTC) - timedelta(hours=hours)).isoformat(timespec="seconds")
        window.settings.add_recent(path)
        window.settings.remember(path, {"left": {"finished": finished, "items": items, "at": at}}, "")
    with patch.object(Path, "home", lambda: home):
        window.close_project()


def opinion(window: Window) -> None:
    """The first opinion chosen, and the turn that it comes from."""
    assert window.workspace is not None
    stage = window.workspace.view.stage  # type: ignore[union-attr]
    opinions = [unit for unit in stage.item.view.derived_units if unit.kind is UnitKind.OPINION]
    stage.choose_unit(opinions[0].id)


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
        stage.holding.take_task(task)
        QTest.qWait(1000)
        while stage.item.view.key != key:
            window.run("next-item")
            QTest.qWait(300)
        for action in actions:
            wait(session.saved, partial(window.run, action))

    return act


def lost(window: Window) -> None:
    """A value that the table lost."""
    for _ in range(3):
        window.run("next-flag")


def flagged(window: Window) -> None:
    """A flag that the article speaks against, one before it accepted."""
    assert window.workspace is not None
    wait(window.workspace.session.saved, partial(window.run, "accept"))


if __name__ == "__main__":
    main(Path(sys.argv[1]), frozenset(sys.argv[2:]))
