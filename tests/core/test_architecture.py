"""docs/architecture.md against the code: its floors are the contract's, and every file that it names is there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")


def test_the_drawing_shows_the_floors_of_the_contract() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    (layers,) = (each["layers"] for each in contracts if each["type"] == "layers")
    wanted = [["gui"], *(floor.split(" : ") for floor in layers)]
    drawing = re.search(r"```floors\n(.*?)```", PAGE, re.DOTALL)
    assert drawing is not None
    drawn = drawing[1].splitlines()
    assert len(drawn) == len(wanted)
    for line, rooms in zip(drawn, wanted, strict=True):
        assert line.startswith(rooms[0]) and all(re.search(rf"\b{room}\b", line) for room in rooms), line
    assert all((ROOT / "core" / room).is_dir() for floor in wanted[1:] for room in floor)


def test_the_places_outside_storage_that_import_sqlite3_only_get_fewer() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    (kept,) = (each["ignore_imports"] for each in contracts if each["name"].startswith("only storage imports sqlite3"))
    folders = [each for each in kept if "**" in each]
    assert len(folders) <= 9, "storage itself among them"
    assert len(kept) - len(folders) <= 14


def test_every_room_of_the_core_is_on_a_floor() -> None:
    drawing = PAGE[PAGE.index("```floors") :]
    rooms = [path.parent.name for path in (ROOT / "core").glob("*/__init__.py")]
    assert len(rooms) > 15
    assert not [room for room in rooms if not re.search(rf"\b{room}\b", drawing)]


def test_every_file_that_the_page_names_is_there() -> None:
    named = re.findall(r"`((?:core|gui|resources|docs|tests)/[\w/*.-]+)`", PAGE)
    assert len(named) > 25
    assert not [name for name in named if not list(ROOT.glob(name.rstrip("/")))]
