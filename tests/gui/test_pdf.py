"""The report as PDF: real pages with their text, by the command line in a process of its own and in a worker thread."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import zlib
from pathlib import Path

from pytestqt.qtbot import QtBot

from galley.core.exports.registry import export
from galley.core.importers.galley import IMPORTER
from galley.core.paths import resources
from galley.core.project.imports import import_files
from galley.core.project.project import Project

ROOT = Path(__file__).resolve().parents[2]


def _sample(folder: Path) -> Path:
    with Project.create(folder / "sample.galley") as project:
        import_files(project, IMPORTER, [resources() / "sample" / "sample.jsonl"])
    return folder / "sample.galley"


def _pages(data: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", data))


def _drawn(data: bytes) -> bytes:
    """What the pages draw."""
    found = b""
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", data, re.DOTALL):
        try:
            found += zlib.decompress(stream)
        except zlib.error:
            continue
    return found


def test_the_command_line_writes_a_pdf_without_a_window(tmp_path: Path) -> None:
    out = tmp_path / "r.pdf"
    command = ["-m", "galley.core.cli", "export", "report", "--project", str(_sample(tmp_path)), "--out", str(out)]
    done = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, timeout=110)
    assert done.returncode == 0, done.stderr
    data = out.read_bytes()
    assert data.startswith(b"%PDF-") and data.rstrip().endswith(b"%%EOF")
    assert 5 <= _pages(data) <= 20
    assert b"Tf" in _drawn(data) and b"Do" in _drawn(data), "letters and pictures"


def test_the_window_may_write_one_in_the_background(qtbot: QtBot, tmp_path: Path) -> None:
    out = tmp_path / "r.pdf"
    failed: list[BaseException] = []

    def work() -> None:
        try:
            with Project.open(_sample(tmp_path), read_only=True) as project:
                export(project, "report", out)
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    qtbot.waitUntil(lambda: not thread.is_alive(), timeout=100_000)
    thread.join()
    assert failed == []
    assert _pages(out.read_bytes()) >= 5
