"""docs/architecture.md against the code: its layers are the contract's, and every file that it names is there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")


def test_the_drawing_shows_the_layers_of_the_contract() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    (layers,) = (each["layers"] for each in contracts if each["type"] == "layers")
    wanted = [["gui"], *(layer.split(" : ") for layer in layers)]
    drawing = re.search(r"```layers\n(.*?)```", PAGE, re.DOTALL)
    assert drawing is not None
    drawn = drawing[1].splitlines()
    assert len(drawn) == len(wanted)
    for line, packages in zip(drawn, wanted, strict=True):
        assert line.startswith(packages[0]) and all(re.search(rf"\b{package}\b", line) for package in packages), line
    assert all((ROOT / "core" / package).is_dir() for layer in wanted[1:] for package in layer)


def test_only_storage_imports_sqlite3() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    (kept,) = (each["ignore_imports"] for each in contracts if each["name"].startswith("only storage imports sqlite3"))
    assert kept == ["galley.core.storage.** -> sqlite3"]


def test_every_room_of_the_core_is_on_a_layer() -> None:
    drawing = PAGE[PAGE.index("```layers") :]
    packages = [path.parent.name for path in (ROOT / "core").glob("*/__init__.py")]
    assert len(packages) > 15
    assert not [package for package in packages if not re.search(rf"\b{package}\b", drawing)]


def test_every_file_that_the_page_names_is_there() -> None:
    named = re.findall(r"`((?:core|gui|resources|docs|tests)/[\w/*.-]+)`", PAGE)
    assert len(named) > 25
    assert not [name for name in named if not list(ROOT.glob(name.rstrip("/")))]
