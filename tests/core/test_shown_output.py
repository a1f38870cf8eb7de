"""What commands and pages write of data: no escape sequence that a terminal obeys, no override of direction."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from galley.core.exports.base import ExportReport, Only
from galley.core.exports.registry import find
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.text.visible import visible_json, visible_lines
from tests.core import building

ROOT = Path(__file__).resolve().parents[2]
BAD = "\x1b]0;owned\x07\x1b[2J\u202egnp\u2066\x9b31m\r\x08"
"""The title of a terminal, its screen cleared, an override, an isolate, the short CSI, and back to the margin."""
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
HOLDS = re.compile("[\u202a-\u202e\u2066-\u2069\x1b\x9b\x07]")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two items with hostile names, texts, metadata, systems, reviewers and notes."""
    folder = tmp_path_factory.mktemp("shown")
    records = [building.record(f"{key}{BAD}", dataset=f"d{BAD}", meta={f"m{BAD}": BAD}) for key in "ab"]
    with building.project(folder, *records) as opened:
        desk = DecisionWriter(opened, f"ann{BAD}".replace("\r", ""))
        view = items.load_item_view(opened.read_connection(), 1)
        desk.accept(1, view.flags()[0]).result()
        desk.note(1, view.flags()[0].cell, f"note {BAD}").result()
        return opened.path


def said(*arguments: str | Path, done: int = 0) -> str:
    """All that a command writes into pipes."""
    run = subprocess.run(
        [sys.executable, "-m", "galley.core.cli", *map(str, arguments)],
        cwd=ROOT, capture_output=True, timeout=60, env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert run.returncode == done, run.stderr.decode()
    return (run.stdout + run.stderr).decode()


COMMANDS = [
    ["history", "--project", "{}"],
    ["show", "items", "--project", "{}"],
    ["show", "flags", "--project", "{}"],
    ["show", "items", "--project", "{}", "--json"],
    ["metrics", "frequency", "--project", "{}"],
    ["metrics", "frequency", "--project", "{}", "--by", "system", "--json"],
    ["campaign", "tasks", "--project", "{}"],
    ["campaign", "reviewers", "--project", "{}"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_command_writes_nothing_that_a_terminal_obeys(command: list[str], project: Path) -> None:
    text = said(*(str(project) if each == "{}" else each for each in command))
    assert not OBEYED.search(text)
    if "--json" in command:
        assert [json.loads(each) for each in (text.splitlines() if command[0] == "show" else [text])]


def test_a_failure_writes_nothing_that_a_terminal_obeys(tmp_path: Path) -> None:
    assert not OBEYED.search(said("project", "check", tmp_path / f"none{BAD}.galley", done=1))
    (tmp_path / "t.csv").write_text(f"id{BAD.strip()},id{BAD.strip()}\n1,2\n", newline="")
    assert not OBEYED.search(said("import", "--format", "table", tmp_path / "t.csv", "--project",
    tmp_path / "p.galley", done=1))
    assert not OBEYED.search(said("history", f"--{BAD}", done=2))


def test_json_and_csv_say_what_is_stored(project: Path) -> None:
    rows = [json.loads(line) for line in said("show", "items", "--project", project, "--json").splitlines()]
    assert {row["key"] for row in rows} == {f"a{BAD}", f"b{BAD}"}
    assert f"a{BAD}" in said("show", "items", "--project", project, "--csv")
    assert json.loads(visible_json(json.dumps(BAD + "\U000e0041é", ensure_ascii=False))) == BAD + "\U000e0041é"


def test_lines_stay_lines() -> None:
    assert visible_lines("a\r\nb\tc\n\u202ed\re\n") == "a\nb\tc\n◀d\ne\n"


@pytest.mark.parametrize("name", ["markup", "report"])
def test_a_page_shows_what_hides_and_has_a_policy(name: str, project: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    with Project.open(project, read_only=True) as opened:
        find(name).write(opened.read_connection(), out, Only.ALL, ExportReport(), lambda done, total: True)
    page = out.read_text("utf-8")
    assert not HOLDS.search(page)
    assert "default-src 'none'" in page[:400] and "<script" not in page


def test_pages_are_begun_in_one_way() -> None:
    """Each page of HTML that is written has the policy."""
    for path in [*(ROOT / "core").rglob("*.py"), *(ROOT / "gui").rglob("*.py")]:
        text = path.read_text("utf-8")
        for at in re.finditer(r"<!DOCTYPE html>\\n", text):
            assert "{POLICY}" in text[at.start() : at.start() + 200], path
        assert path.name == "_page.py" or "html.escape(" not in text, path


def test_commands_write_through_the_guard() -> None:
    for path in (ROOT / "core" / "cli").glob("*.py"):
        if path.name not in ("_output.py", "_run.py", "_message_box.py"):
            text = path.read_text("utf-8")
            assert not re.search(r"sys\.std(out|err)\.(write|buffer)|\bprint\(|os\.write\(", text), path
