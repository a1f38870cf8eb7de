"""A paper's folders may be left out: nothing else imports them, and the program without them works."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
USE = """
import importlib, pkgutil, sys

import galley
from galley.core.cli import main
from galley.core.definitions.protocol_files import builtin
from galley.gui.charts.registry import list_charts

def walk(package):
    for info in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        if not info.name.endswith("__main__"):
            module = importlib.import_module(info.name)
            if info.ispkg:
                walk(module)

walk(importlib.import_module("galley.core"))
walk(importlib.import_module("galley.gui"))
papers = importlib.import_module("galley.core.papers")
assert papers.__file__.startswith(sys.argv[1]) and not list(pkgutil.iter_modules(papers.__path__)), papers.__file__
assert "kgds" not in builtin() and list_charts()

def run(*words):
    assert main(words) == 0, words

NEWS = ("--project", "news.galley")
run("new", "news.galley")
run("import", sys.argv[1] + "/resources/sample/news.xlsx", *NEWS, "--role", "GPT flag A=flag,error=yes")
for kind in ("formats", "exports", "methods", "metrics", "charts", "mappings", "schemes", "tables"):
    run("list", kind)
run("judge", "offline", *NEWS)
run("metrics", "frequency", *NEWS)
run("report", *NEWS, "--out", "report.html")
run("export", "csv", "out.csv", *NEWS)
"""


def test_nothing_outside_a_papers_folders_imports_it() -> None:
    wrong = []
    for path, name in _imports():
        parts = name.split(".")
        if parts[:1] == ["galley"] and "papers" in parts[:3] and len(parts) > 3:
            home = path.relative_to(ROOT).parts
            if home[1:2] != ("papers",) or home[2] != parts[3]:
                wrong.append(f"{path.relative_to(ROOT)} imports {name}")
    assert wrong == []


def test_the_program_works_without_the_papers(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    for folder in ("galley", "core", "gui", "prompts", "resources"):
        shutil.copytree(ROOT / folder, copy / folder)  # with the byte code, or all of it is compiled again
    for folder in (*(copy / "core" / "papers").glob("*/"), *(copy / "gui" / "papers").glob("*/")):
        if folder.is_dir():
            shutil.rmtree(folder)
    work = tmp_path / "work"
    work.mkdir()
    environment = {
        **os.environ, "PYTHONPATH": str(copy), "GALLEY_HOME": str(tmp_path / "home"), "QT_QPA_PLATFORM": "offscreen",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", USE, str(copy)], cwd=work, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr + done.stdout


def _imports() -> Iterator[tuple[Path, str]]:
    for path in (*(ROOT / "core").rglob("*.py"), *(ROOT / "gui").rglob("*.py")):
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if "papers" in text else ():
            if isinstance(node, ast.ImportFrom) and node.module:
                yield path, node.module
            elif isinstance(node, ast.Import):
                yield from ((path, alias.name) for alias in node.names)
