"""What is photographed: the real window on projects that are made anew, up to the moment before the picture.

The snapshots (``test_snapshots.py``) and the pictures of the documentation (``pictures.py``) are made from these.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

from PySide6.QtCore import QEventLoop, QPoint, QSize, QTimer, SignalInstance
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from galley.core.importers import registry
from galley.core.importers import sample_project as sample
from galley.core.importers.run_import import import_files
from galley.core.project.project import Project
from galley.gui.settings import Settings
from galley.gui.shell.window import Window
from galley.gui.text_panes.read_tracker import ReadDocuments
from galley.gui.theme import Mode, Theme
from tests.core import asked_projects, pages
from tests.core.studies import back, run, say

ROOT = Path(__file__).resolve().parents[2]
SIZE = QSize(1440, 900)
SMALL = QSize(1280, 720)
REVIEWER = "Ada"
STILL = 200
"""Milliseconds in which nothing may change before the picture is taken."""
PATIENCE = 30_000

Act = Callable[[Window], QDialog | None]
"""What is done before the picture; a dialog that it opened is in the picture."""


def nothing(window: Window) -> None:
    """As the window opens."""


def decided(window: Window) -> None:
    """A flag accepted and one overridden; what comes after them is in front."""
    assert window.workspace is not None
    for action in ("accept", "next-flag", "no-error", "next-flag"):
        if action in ("accept", "no-error"):
            wait(window.workspace.session.saved, partial(window.run, action))
        else:
            window.run(action)


def ended(window: Window) -> None:
    """All of an item decided, and the page at its end in front; one summary was not read, whatever was painted."""
    assert window.workspace is not None
    view: Any = window.workspace.view
    stage = view.stage
    for number in range(stage.item.open_count):
        wait(window.workspace.session.saved, partial(window.run, "no-error" if number % 4 == 1 else "accept"))
    stage.read_tracker._documents = ReadDocuments()
    for document in stage.item.view.documents:
        if document.system != "long-form":
            stage.read_tracker.mark_read(document.id)
    view.ending.renew()


def key_help(window: Window) -> QDialog:
    """The key help over the review view."""
    from galley.gui.dialogs.keys_dialog import KeyHelp, idle

    assert window.workspace is not None
    without = idle(window.workspace.session.connection())
    return KeyHelp(window, window.theme, window.keys, window.workspace.name, without)


def importing(window: Window) -> QDialog:
    """The import page with a table chosen. The path is relative, so that it reads the same everywhere."""
    from galley.gui.dialogs.import_page import ImportPage

    assert window.workspace is not None
    table = Path("reviews.csv")
    table.write_text('id,article,summary,system\n1,"The mill is old. It stands.","The mill stands.",alpha\n', "utf-8")
    return ImportPage(window, window.theme, window.workspace.session.project, [table], window.settings)


def packing(window: Window) -> QDialog:
    """The dialog that hands out packages, filled in. The folder is relative, so that it reads the same everywhere."""
    from galley.gui.dialogs.pack_dialog import PackFor

    assert window.workspace is not None
    dialog = PackFor(window, window.theme, window.workspace.session.project, window.settings)
    dialog.people.setText("ann, ben, cat")
    dialog.people_per_item.setValue(2)
    dialog.folder.setText("packages")
    return dialog


def view(name: str, state: Mapping[str, Any] | None = None) -> Act:
    """Another view, in a state that it remembers."""

    def act(window: Window) -> None:
        assert window.workspace is not None
        window.workspace.show_view(name)
        shown = window.workspace.view
        assert shown is not None
        if state is not None:
            shown.restore(state)
        # A chart is drawn at once, and again when its intervals are there.
        wait(getattr(shown, "picture_completed", shown.ready))

    return act


def wait(signal: SignalInstance, act: Callable[[], object] = bool) -> None:
    """Do something, and wait until ``signal`` was emitted by it or after it. Raises: TimeoutError."""
    # Not QSignalSpy.wait: it keeps the other threads of Python waiting, too.
    loop, timer = QEventLoop(), QTimer()
    emitted: list[bool] = []
    signal.connect(lambda *_: emitted.append(True))
    signal.connect(loop.quit)
    timer.setSingleShot(True)
    timer.timeout.connect(loop.quit)
    timer.start(PATIENCE)
    act()
    if not emitted:
        loop.exec()
    if not timer.isActive():
        raise TimeoutError(f"{signal} was not emitted within {PATIENCE // 1000} s")


DISCUSSION = {
    "SBK": [
        {"paragraph_index": n, "paragraph_text": text}
        for n, text in enumerate(
            (
                "The town of Hollin closed its last paper mill in spring. The owner said that orders had halved.",
                "The mill employed 140 people. Forty of them were offered places at a plant in Brackwater.",
                "A citizens' group wants to turn the building into a library and a market hall.",
                "The council votes in June. It has put the cost of the conversion at 2.1 million crowns.",
            ),
            1,
        )
    ],
    "KGD": [
        {"participant": "Person1", "utterance": "I would rather see flats there. The hall will stand empty again."},
        {"participant": "Person2", "utterance": "No, a market would bring people back to that street."},
        {"participant": "Person3", "utterance": "2.1 million is too much for a town of this size."},
        {"participant": "Person1", "utterance": "Exactly, and nobody asked the forty who have to move."},
    ],
    "BSP": [
        {"paragraph_index": 3, "paragraph_text": "A citizens' group wants to turn the building into a library."},
        {"paragraph_index": 4, "paragraph_text": "The council votes in June."},
    ],
    "CAO": [
        "Person1 would rather see flats in **the mill of Hollin**.",
        "Person2 thinks that a market would bring people back to **the street of the mill**.",
        "Person3 thinks that **2.1 million crowns for the conversion** are too much for the town.",
    ],
    "BSPAF": [
        {
            "paragraph_index": 3,
            "atomic_facts": [
                {"atomic_fact": "A citizens' group wants a library in the mill.", "type": 1},
                {"atomic_fact": "A citizens' group wants a market hall in the mill.", "type": 1},
            ],
        },
        {"paragraph_index": 4, "atomic_facts": [{"atomic_fact": "The council votes in June.", "type": 2}]},
    ],
    "BNPAF": [{"paragraph_index": 2, "atomic_facts": [{"atomic_fact": "The mill employed 140 people.", "type": 0}]}],
}
"""A made-up discussion in the form of the KGDS benchmark."""


def taken(task: str) -> Act:
    """The first item of a task, as it comes."""

    def act(window: Window) -> None:
        assert window.workspace is not None
        window.workspace.view.stage.holding.take_task(task)  # type: ignore[union-attr]

    return act


def working(task: str) -> Act:
    """The first item of a task, half answered."""

    def act(window: Window) -> None:
        assert window.workspace is not None
        window.workspace.view.stage.holding.take_task(task)  # type: ignore[union-attr]
        wait(window.workspace.session.saved, partial(window.run, "unsure"))

    return act


def sample_project(folder: Path) -> Path:
    """The sample project."""
    return sample.make(folder)


def discussion_project(folder: Path) -> Path:
    """A project with one discussion, imported as KGDS records are."""
    source = folder / "discussion.json"
    source.write_text(json.dumps([DISCUSSION]), "utf-8")
    path = folder / "discussion.galley"
    with Project.create(path) as project:
        import_files(project, registry.find("kgds"), [source])
    return path


def studied(folder: Path) -> Path:
    """The sample with the small study of the page on protocols."""
    path = sample_project(folder)
    (block,) = (b for b in pages.blocks(ROOT / "docs" / "protocols.md") if b.info == "study.toml")
    (folder / block.info).write_text(block.text, "utf-8")
    run("campaign", "protocol", "use", str(folder / block.info), "--project", str(path))
    return path


PARAGRAPHS = (
    "SELECT item.key, unit_id - whole_id - 1 FROM handed JOIN item ON item.id = handed.item_id JOIN unit ON unit.id ="
    " unit_id JOIN document ON document.id = unit.document_id ORDER BY handed.item_id, unit_id"
)


def campaign(folder: Path) -> Path:
    """The same, read by two of three people each over two weeks of November; they differ on some of it."""

    class Clock(datetime):
        now_ = datetime(2026, 11, 2, 9, tzinfo=UTC)

        @classmethod
        def now(cls, tz: Any = None) -> datetime:
            Clock.now_ += timedelta(minutes=4)
            return Clock.now_

    with ExitStack() as stack:
        for module in ("review.log", "project.outgoing", "campaign.pack", "campaign.merge", "campaign.answers"):
            stack.enter_context(mock.patch(f"galley.core.{module}.datetime", Clock))
        path = studied(folder)
        words = ["--task", "paragraphs", "--project", str(path), "--out", str(folder), "--seed", "1"]
        run("campaign", "pack", *words, *(word for name in ("ann", "ben", "cat") for word in ("--for", name)))
        for number, name in enumerate(("ann", "ben", "cat")):
            package = folder / f"{path.stem}-{name}.galley"
            with Project.open(package) as opened:
                asked = opened.read_connection().execute(PARAGRAPHS).fetchall()
            for day in range(3):
                Clock.now_ = datetime(2026, 11, 3 + number + 3 * day, 9, tzinfo=UTC)
                values = {
                    (key, f"article:{at}"): "yes" if (int(key[-4:]) + at) % 3 < 1 + ((at + number) % 7 == 3) else "no"
                    for key, at in asked[day::3]
                }
                say(package, name, "kgds-paragraph/supporting", values)
        for name in ("ann", "ben", "cat"):
            back(path, folder / f"{path.stem}-{name}.galley")
    return path


def project_settings(window: Window) -> QDialog:
    """What is set of a project, over its plan."""
    from galley.gui.dialogs.project_dialog import ProjectDialog

    view("plan")(window)
    assert window.workspace is not None
    return ProjectDialog(window, window.theme, window.workspace.session, window.close_project, window.open)


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture: ``project`` makes the file (None for the welcome page), ``act`` is done in the open window."""

    name: str
    project: Callable[[Path], Path] | None = sample_project
    act: Act = nothing
    mode: Mode = Mode.LIGHT
    size: QSize = SIZE


def everywhere(name: str, project: Callable[[Path], Path], act: Act) -> tuple[Scene, ...]:
    """A scene in light, in dark and on a small screen."""
    return (
        Scene(name, project, act),
        Scene(f"{name}-dark", project, act, Mode.DARK),
        Scene(f"{name}-small", project, act, size=SMALL),
    )


def matrix_project(folder: Path) -> Path:
    """Opinions of a discussion against the summaries of three systems."""
    from tests.gui.matrices import matrices, record

    return matrices(folder, record("library-008"))


def crossed(window: Window) -> None:
    """Some cells of the matrix answered, and the next one lit."""
    assert window.workspace is not None
    for action in ("accept", "no-error", "accept", "unsure", "accept", "accept"):
        wait(window.workspace.session.saved, partial(window.run, action))


def entity_project(folder: Path) -> Path:
    """An entity's tables by two systems, and the tasks that ask about them."""
    from tests.gui.test_entries import tasks

    return tasks(folder)


def tabled(window: Window) -> None:
    """The task about values and their evidence, one answered."""
    assert window.workspace is not None
    window.workspace.view.stage.holding.take_task("sumie/support")  # type: ignore[union-attr]
    wait(window.workspace.session.saved, partial(window.run, "accept"))
    window.workspace.view.stage.choose_flag(4)  # type: ignore[union-attr]


def compared_project(folder: Path) -> Path:
    """Two summaries of each item side by side."""
    from tests.gui.test_compare import compared

    return compared(folder)


def split_project(folder: Path) -> Path:
    """Paragraphs on which two readers differ, for whoever settles them."""
    from tests.gui.test_settle import split

    return split(folder)


SCENES = (
    Scene("welcome", None),
    Scene("review"),
    Scene("review-dark", mode=Mode.DARK),
    Scene("review-decided", act=decided),
    Scene("discussion", discussion_project),
    *everywhere("matrix", matrix_project, crossed),
    *everywhere("entity", entity_project, tabled),
    *everywhere("margin", studied, working("study/paragraphs")),
    *everywhere("end-of-item", sample_project, ended),
    Scene("scores", act=view("scores", {"chart": "detection"})),
    Scene("scores-dark", act=view("scores", {"chart": "agreement"}), mode=Mode.DARK),
    Scene("adjudicate", act=view("adjudicate")),
    Scene("runs", act=view("runs")),
    Scene("key-help", act=key_help),
    Scene("import", act=importing),
    *everywhere("plan", campaign, view("plan")),
    Scene("project-settings", campaign, project_settings, Mode.DARK),
    *everywhere("ratings", asked_projects.rated, working("rated/ratings")),
    *everywhere("question-cards", asked_projects.questioned, working("long-sum-eval/check-answers")),
    *everywhere("version-diff", asked_projects.refined, working("refined/changes")),
    *everywhere("compare", compared_project, taken("pairs/better")),
    *everywhere("settle", split_project, working("two/third")),
)
"""What ``tests/snapshots/`` holds."""


def copy_project(make: Callable[[Path], Path], folder: Path) -> Path:
    """What ``make`` writes, in ``folder``: it is made once, and copied for the scenes that have the same."""
    project, files = _make_project(make)
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return folder / project


@cache
def _make_project(make: Callable[[Path], Path]) -> tuple[Path, dict[Path, bytes]]:
    with TemporaryDirectory(prefix="scene") as name:
        folder = Path(name)
        project = make(folder).relative_to(folder)
        files = [path for path in folder.rglob("*") if path.is_file()]
        return project, {path.relative_to(folder): path.read_bytes() for path in files}


@contextmanager
def opened(scene: Scene, folder: Path, application: QApplication) -> Iterator[tuple[Window, QDialog | None]]:
    """The window of ``scene`` on a new project in ``folder``, and the dialog over it; closed afterwards."""
    theme = Theme(scene.mode)
    theme.apply(application)
    application.setCursorFlashTime(0)
    settings = Settings(folder / "window.ini")
    settings.reviewer = REVIEWER
    window = Window(settings, theme, keep=False)
    window.resize(scene.size)
    dialog: QDialog | None = None
    try:
        if scene.project is None:
            window.close_project()
        else:
            window.show_project(Project.open(copy_project(scene.project, folder)))
        window.show()
        window.activateWindow()
        assert QTest.qWaitForWindowActive(window)  # or what has the keyboard, and its ring, is a matter of luck
        if window.workspace is not None and window.workspace.view is not None:
            wait(window.workspace.view.ready)
        dialog = scene.act(window)
        if dialog is not None:
            dialog.show()
        yield window, dialog
    finally:
        if dialog is not None:
            dialog.close()
            dialog.deleteLater()
        window.close()
        window.deleteLater()


def photograph(scene: Scene, folder: Path, application: QApplication, ratio: int = 1) -> QImage:
    """The picture of ``scene``: the window when it has come to rest, with its dialog in the middle, at ``ratio`` pixels
    of the picture a pixel of the window.

    The time of the last decision is left out of the status bar, so that the same scene gives the same picture.
    """
    with opened(scene, folder, application) as (window, dialog):
        if window.workspace is not None:
            window.workspace.status.show_saved("")
        picture = still(window, window, ratio)
        if dialog is not None:
            over = still(dialog, window, ratio)
            apart = picture.deviceIndependentSize() - over.deviceIndependentSize()
            middle = QPoint(round(apart.width()) // 2, round(apart.height()) // 2)
            painter = QPainter(picture)
            painter.drawImage(middle, over)
            painter.end()
        return picture


def still(widget: QWidget, window: Window, ratio: int = 1) -> QImage:
    """``widget`` as a picture, once nothing is read for ``window`` and it has not changed for ``STILL`` ms. Nothing has
    the keyboard in it: what a page that comes or goes does with it, and when, is asked by tests of its own.

    Raises: TimeoutError.
    """
    before = grabbed(widget, ratio)
    for _ in range(PATIENCE // STILL):
        QTest.qWait(STILL)
        focus = QApplication.focusWidget()
        if focus is not None:
            focus.clearFocus()
        now = grabbed(widget, ratio)
        if now == before and (window.workspace is None or window.workspace.session.at_rest):
            return now
        before = now
    raise TimeoutError(f"{widget.windowTitle()} never comes to rest")


def grabbed(widget: QWidget, ratio: int = 1) -> QImage:
    """``widget`` as it is drawn now, ``ratio`` pixels a pixel."""
    picture = QImage(widget.size() * ratio, QImage.Format.Format_RGB32)
    picture.setDevicePixelRatio(ratio)
    picture.fill(0xFFFFFFFF)
    widget.render(picture)
    return picture
