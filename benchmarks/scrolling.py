"""Scrolling in an item far larger than any: a dialogue of 500 turns, an article of 2,000 paragraphs, 5,000 flags.

python -m benchmarks.scrolling PROJECT     scrolls in this process; prints {"article": {"first": …}, …}

The window is the real one. Its panes are scrolled through to their ends, a quarter of a page a step, so that every
step brings text that was never painted; then to places all over the text, as who drags the bar does. A step is the
time from the scroll bar's new value until the window is painted. Beside it stand a bare QTextEdit and a bare
QPlainTextEdit of the same size and text, without a margin, marks or coverage.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from benchmarks.figures import apart, emit, quantile
from benchmarks.projects import REVIEWER, Bench

if TYPE_CHECKING:
    from PySide6.QtWidgets import QScrollBar, QWidget

    from benchmarks.painted import Painted

TURNS, PARAGRAPHS, FLAGS = 500, 2_000, 5_000
FRAME = 1_000 / 60
"""Milliseconds."""
STEPS, JUMPS = 400, 100


def run(bench: Bench) -> None:
    """Off screen and, where there is Xvfb, on X11."""
    from benchmarks.window import OFFSCREEN, screen

    project = make(bench.folder)
    home = bench.folder / "scrolling-home"
    (home / "config").mkdir(parents=True)
    (home / "config" / "window.ini").write_text(f"[General]\nreviewer={REVIEWER}\n", encoding="utf-8")
    with screen() as display:
        platforms = [("off screen", OFFSCREEN)]
        if display:
            platforms.append(("on X11", {"QT_QPA_PLATFORM": "xcb", "DISPLAY": display}))
        for name, environment in platforms:
            found = apart("scrolling", project, environment={**environment, "GALLEY_HOME": str(home)})
            emit(f"opening an item of {FLAGS:,} flags, {name}", found["opened"], "ms", n=FLAGS)
            for pane in ("dialogue", "article"):
                for how, words in (("on", "scrolling on"), ("jump", "jumping about")):
                    ours = found[pane][how]
                    emit(
                        f"{words} in the {pane}, scrolled to painted, p95, {name}",
                        ours["p95"],
                        "ms",
                        n=ours["n"],
                        bare=found[pane][f"rich {how}"]["p95"],
                        most=FRAME,
                        bare_plain=found[pane][f"plain {how}"]["p95"],
                        worked=ours["worked"],
                        bare_worked=found[pane][f"rich {how}"]["worked"],
                        worst=ours["worst"],
                    )


def item() -> dict[str, Any]:
    """The item as a native record: judges flag turns and spans of paragraphs, which overlap."""
    from benchmarks.records import records

    chance = random.Random(11)
    drawn = list(records(160))
    sentences = [t for r in drawn for d in r["documents"] if d["role"] == "article" for t in d["paragraphs"]]
    said = [t for r in drawn for d in r["documents"] if d["role"] == "dialogue" for t in d["turns"]]
    paragraphs = [f"{sentences[n]} {sentences[n + 3]}" for n in range(PARAGRAPHS)]
    flags: list[dict[str, Any]] = [
        _flag("judge-0", "dial-summer", "missed-turn", "dialogue", turn, None) for turn in range(TURNS)
    ]
    for number in range(FLAGS - TURNS):
        judge, unit = divmod(number, PARAGRAPHS)
        start = chance.randrange(len(paragraphs[unit]) // 2)
        end = chance.randrange(start + 5, len(paragraphs[unit]))
        flags.append(_flag(f"judge-{judge}", "coverage", "uncovered-paragraph", "article", unit, [start, end]))
    return {
        "key": "the large one",
        "documents": [
            {"id": "dialogue", "role": "dialogue", "turns": said[:TURNS]},
            {"id": "article", "role": "article", "paragraphs": paragraphs},
            {"id": "summary", "role": "summary", "system": "alder", "sentences": sentences[-12:]},
        ],
        "verdicts": flags,
    }


def _flag(judge: str, scheme: str, criterion: str, document: str, unit: int, span: list[int] | None) -> dict[str, Any]:
    found = {
        "annotator": judge, "kind": "judge", "scheme": scheme, "criterion": criterion, "document": document,
        "unit": unit, "about": "summary", "value": "yes", "explanation": "No sentence says so.",
    }  # fmt: skip
    return {**found, "span": span} if span else found


def make(folder: Path) -> Path:
    """A project with the item, and the items before and behind it that a queue has."""
    from benchmarks.records import records
    from galley.core.importers import registry
    from galley.core.importers.run_import import import_files
    from galley.core.project.project import Project

    lines, path = folder / "scrolling.jsonl", folder / "scrolling.galley"
    with lines.open("wb") as stream:
        for record in (item(), *records(50)):
            stream.write(orjson.dumps(record) + b"\n")
    with Project.create(path) as project:
        import_files(project, registry.find("galley"), [lines])
    return path


def measure(project: Path) -> dict[str, Any]:
    """Open the item in the window and scroll its panes; then the same texts in bare widgets."""
    from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

    from benchmarks.painted import Painted
    from benchmarks.window_child import shown, stage_of

    window, painted, opened = shown(project)
    stage = stage_of(window)
    assert len(stage.item.entries) == FLAGS
    _settle()
    found: dict[str, Any] = {"opened": opened}
    texts_of = {}
    for name in ("dialogue", "article"):
        pane = stage.panes._panes[name].view
        texts_of[name] = pane.viewport().size(), pane.document().defaultFont(), [unit.text for unit in pane.units]
        found[name] = _scrolled(painted, pane.verticalScrollBar(), pane.viewport())
    window.close()
    for name, (size, font, texts) in texts_of.items():
        for kind, bare in (("rich", QTextEdit()), ("plain", QPlainTextEdit())):
            bare.setReadOnly(True)
            bare.setFont(font)
            bare.resize(size)
            bare.setPlainText("\n".join(texts))
            over = Painted(bare)
            over.after(bare.show, lambda: True)
            _settle()
            pixel = _pixel(bare)
            times = _scrolled(over, bare.verticalScrollBar(), bare.viewport(), pixel)
            found[name] |= {f"{kind} {how}": figures for how, figures in times.items()}
            bare.close()
    return found


def _pixel(bare: QWidget) -> float:
    """What a pixel is on the scroll bar: a QPlainTextEdit counts lines."""
    from PySide6.QtGui import QFontMetricsF
    from PySide6.QtWidgets import QPlainTextEdit

    return 1 / QFontMetricsF(bare.font()).lineSpacing() if isinstance(bare, QPlainTextEdit) else 1.0


def _settle() -> None:
    """Let the window finish what it does behind a text's first painting, as a reader's pause would."""
    from PySide6.QtTest import QTest

    QTest.qWait(1_500)


def _scrolled(painted: Painted, bar: QScrollBar, viewport: QWidget, pixel: float = 1.0) -> dict[str, dict[str, float]]:
    """Percentiles of the steps through a text, and of jumps about in it."""
    quarter = max(1, round(viewport.height() * pixel / 4))
    on = _timed(painted, bar, (bar.value() + quarter for _ in range(STEPS)))
    chance = random.Random(4)
    jumps = _timed(painted, bar, (chance.randrange(bar.maximum()) for _ in range(JUMPS)))
    return {"on": on, "jump": jumps}


def _timed(painted: Painted, bar: QScrollBar, places: Iterator[int]) -> dict[str, float]:
    took: list[float] = []
    worked: list[float] = []
    for place in places:
        if min(place, bar.maximum()) == bar.value():
            continue
        before = time.thread_time()
        took.append(painted.after(partial(bar.setValue, place), lambda: True))
        worked.append((time.thread_time() - before) * 1_000)
    return {
        "p95": quantile(took, 0.95),
        "worst": round(max(took), 2),
        "worked": round(quantile(worked, 0.95), 2),
        "n": len(took),
    }


if __name__ == "__main__":
    print(json.dumps(measure(Path(sys.argv[1]))))
