"""How many files and functions of the program run for one action: ``python -m benchmarks.routes``.

One line an action: files, functions, name. An action runs twice and the second time is traced, so that what is done
once a process is not counted. Functions are code objects of ``core/`` and ``gui/`` that were called, in any thread,
without modules' own code, comprehensions and lambdas. ``--list ACTION`` prints the functions by file.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import CodeType, FrameType

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

ROOT = Path(__file__).resolve().parents[1]
TOPS = tuple(f"{ROOT / top}{os.sep}" for top in ("core", "gui"))

Route = dict[str, set[str]]
"""Names of functions by file."""


class Tracer:
    """Collects the functions that run while it is on, in this thread and in those that start after it was made."""

    def __init__(self) -> None:
        self._on = False
        self._codes: set[CodeType] = set()
        threading.setprofile(self._profile)
        sys.setprofile(self._profile)

    def end(self) -> None:
        """Trace no more, in this thread and in new ones."""
        sys.setprofile(None)
        threading.setprofile(None)

    def _profile(self, frame: FrameType, event: str, _argument: object) -> None:
        if self._on and event == "call":
            self._codes.add(frame.f_code)

    def trace(self, action: Callable[[], object]) -> Route:
        """The functions that ``action`` calls."""
        self._codes.clear()
        self._on = True
        try:
            action()
        finally:
            self._on = False
        route: Route = {}
        for code in self._codes:
            path = os.path.realpath(code.co_filename)
            if path.startswith(TOPS) and not code.co_name.startswith("<"):
                route.setdefault(os.path.relpath(path, ROOT), set()).add(code.co_qualname)
        return route


def run_command(*words: str) -> None:
    """Run a command of ``galley`` in this process. Raises RuntimeError unless it ends well."""
    from click.testing import CliRunner

    from galley.core.cli._root_command import galley

    done = CliRunner().invoke(galley, list(words))
    if done.exit_code:
        raise RuntimeError(f"galley {' '.join(words)} ended with {done.exit_code}: {done.output}")


def trace_key(tracer: Tracer, folder: Path) -> Iterator[tuple[str, Route]]:
    """A on an open flag, until it is painted as decided."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    from benchmarks.projects import Bench
    from benchmarks.window_child import _rest, shown, stage_of
    from galley.core.review.items import FlagState

    window, painted, _ = shown(Bench(folder, items=50).small())
    stage = stage_of(window)

    def press_key(key: Qt.Key, done: Callable[[], bool]) -> None:
        painted.after(partial(QTest.keyClick, QApplication.focusWidget() or window, key), done)

    def decide() -> None:
        flag = stage.item.entries[stage.current].identity

        def is_decided() -> bool:
            return any(e.identity == flag and e.state is not FlagState.OPEN for e in stage.item.entries)

        press_key(Qt.Key.Key_A, is_decided)

    def find_open_flag() -> None:
        while stage.current is None or stage.item.entries[stage.current].state is not FlagState.OPEN:
            item = stage.item.id
            press_key(Qt.Key.Key_N, lambda item=item: stage.item.id != item)  # type: ignore[misc]
            _rest()

    find_open_flag()
    decide()
    _rest()
    find_open_flag()
    yield "key A to paint", tracer.trace(decide)
    _rest()
    window.close()


def trace_commands(tracer: Tracer, folder: Path) -> Iterator[tuple[str, Route]]:
    """A row of a table to the project, a metric to its table, a judge's reply, a merge, a chart."""
    from benchmarks.projects import Bench
    from galley.core.campaign import pack
    from galley.core.project.project import Project
    from galley.core.review.decision_writer import DecisionWriter
    from galley.core.review.items import load_item_view
    from tests.core.fake_models import Answer, serving

    project = str(folder / "table.galley")
    tables = [str(folder / f"{n}.csv") for n in (1, 2)]
    for n, path in enumerate(tables):
        row = f"r{n},The mayor spoke on Monday {n}.,The mayor spoke on Friday."
        Path(path).write_text(f"id,document,summary\n{row}\n", encoding="utf-8")
    rows = [("import", path, "--project", project) for path in tables]
    run_command(*rows[0])
    yield "CSV row to project", tracer.trace(lambda: run_command(*rows[1]))

    project = str(Bench(folder, items=50).small())
    os.environ["COMPATIBLE_API_KEY"] = "none"
    with serving(lambda request, before: Answer(text=REPLY)) as server:
        address = f"{server.url}/v1"
        judge = ("judge", "claim-check", "--project", project, "--provider", "compatible", "--base-url", address,
                 "--yes")  # fmt: skip
        run_command(*judge, "--model", "one")
        yield "judge's replies", tracer.trace(lambda: run_command(*judge, "--model", "two"))

    with Project.open(project) as opened:
        package_paths = pack.list_package_paths(["Ben", "Eva"], folder, Path(project))
        packages = [each.path for each in pack.pack(opened, package_paths)]
    for name, path in zip(("Ben", "Eva"), packages, strict=True):
        with Project.open(path) as opened:
            DecisionWriter(opened, name).accept(1, load_item_view(opened.read_connection(), 1).flags()[0]).result()
    run_command("campaign", "merge", str(packages[0]), "--project", project)
    yield "merge of answers", tracer.trace(lambda: run_command("campaign", "merge", str(packages[1]), "--project",
        project))

    metric = ("metrics", "detection", "--project", project)
    run_command(*metric)
    yield "metric to table", tracer.trace(lambda: run_command(*metric))

    chart = ("charts", "frequency", "--project", project, "--out", str(folder / "charts"), "--format", "svg")
    run_command(*chart)
    yield "chart", tracer.trace(lambda: run_command(*chart))


REPLY = "Yes"
"""What the fake model answers."""


def main(words: list[str]) -> int:
    """Trace every action; print files and functions of each."""
    tracer = Tracer()
    with tempfile.TemporaryDirectory(prefix="galley-routes-") as home:
        for number, trace in enumerate((trace_key, trace_commands)):
            folder = Path(home, str(number))
            folder.mkdir()
            for name, route in trace(tracer, folder):
                print(f"{len(route):4} files {sum(map(len, route.values())):5} functions  {name}")
                if "--list" in words and name.startswith(words[-1]):
                    for path, functions in sorted(route.items()):
                        print(f"        {path}: {', '.join(sorted(functions))}")
    tracer.end()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
