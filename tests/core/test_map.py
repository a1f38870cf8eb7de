"""The map of the house: no file and no folder imports one that imports it."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def plan() -> ModuleType:
    """packaging/map.py, which is no package's."""
    spec = spec_from_file_location("map_of_the_house", ROOT / "packaging" / "map.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_nothing_leans_on_itself(plan: ModuleType) -> None:
    there = plan.files()
    graph = plan.imports(there)
    assert "galley.core.project.desk" in graph
    assert plan.circles(graph) == []
    assert plan.circles(plan.between_folders(graph, there)) == []


def test_a_circle_would_be_seen(plan: ModuleType) -> None:
    assert plan.circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]
    assert plan.circles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_no_merge_left_its_marks_behind() -> None:
    """In no file, whatever its ending: one stood in the Makefile, where neither a test nor a linter looks."""
    mark = re.compile(rb"^(<{7}|>{7}) ", re.MULTILINE)
    tops = "benchmarks core docs galley gui packaging prompts resources tests".split()
    files = [path for top in tops for path in (ROOT / top).rglob("*") if "__pycache__" not in path.parts]
    files += [path for path in ROOT.iterdir() if not path.is_dir()]
    marked = [path for path in files if path.is_file() and mark.search(path.read_bytes())]
    assert marked == []
