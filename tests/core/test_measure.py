"""The figures of ``packaging/measure.py`` that the checks hold: no circles, and what may only fall."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
LIMITS = {
    "uses of .execute outside core/storage": 0,
    "files that hold SQL outside core/storage": 3,
    "files that open a project for writing": 3,
    "functions that core/storage/queries offers": 257,
    "functions named by one participle, %": 0.1,
    "pronouns and participles, per 1,000 names": 0.8,
    "test files that use private names or replace parts of the program": 173,
}
"""What each figure was when it was last lowered: lower it with the figure, never raise it."""
APART = {
    "galley.core.storage.queries.sumie": "what one paper reads, which goes with its folder",
    "galley.gui.charts.hexagons": "the counting of a chart's documents, which no drawing needs",
    "galley.gui.scores.figure_cells": "the items behind a figure, named by the contract of the charts",
}
"""Short files with one importer that stay files, and why; what a registry finds is no such file."""


@pytest.fixture(scope="module")
def measure() -> ModuleType:
    """packaging/measure.py, which is in no package."""
    spec = spec_from_file_location("measure", ROOT / "packaging" / "measure.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_no_packages_import_each_other_and_no_files_at_import_time(measure: ModuleType) -> None:
    modules = measure.find_modules()
    graph = measure.find_imports(modules)
    assert "galley.core.review.decision_writer" in graph
    graph["galley.core.new_files"].remove("galley.core.storage.confidential")  # the exception of the contract of layers
    assert measure.find_circles(measure.group_by_package(graph, modules)) == []
    assert measure.find_circles(measure.find_imports(modules, at_import_time=True)) == []


def test_a_circle_would_be_found(measure: ModuleType) -> None:
    assert measure.find_circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]
    assert measure.find_circles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_an_import_inside_a_function_is_none_at_import_time(measure: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("import b\ndef f():\n    import c\n")
    modules = {"a": path, "b": tmp_path / "none.py", "c": tmp_path / "none.py"}
    (tmp_path / "none.py").write_text("")
    assert measure.find_imports(modules)["a"] == {"b", "c"}
    assert measure.find_imports(modules, at_import_time=True)["a"] == {"b"}


def test_what_may_only_fall_has_not_risen(measure: ModuleType) -> None:
    figures = {**measure.measure_code(measure.find_modules()), **measure.measure_tests()}
    assert figures.keys() == LIMITS.keys()
    assert {name: figure for name, figure in figures.items() if figure > LIMITS[name]} == {}


def test_a_short_file_with_one_importer_is_part_of_another(measure: ModuleType) -> None:
    assert measure.find_short_files(measure.find_modules()) == sorted(APART)


def test_a_short_file_would_be_found(measure: ModuleType, tmp_path: Path) -> None:
    texts = {
        "user": "import short, found, long\n",
        "short": "A = 1\n",
        "found": "METRIC = 1\n",
        "long": "A = 1\n" * measure.SHORT_FILE,
    }
    modules = {name: tmp_path / f"{name}.py" for name in texts}
    for name, path in modules.items():
        path.write_text(texts[name])
    assert measure.find_short_files(modules) == ["short"]


def test_no_merge_left_its_marks_behind() -> None:
    """In no file, whatever its ending: one stood in the Makefile, where neither a test nor a linter looks."""
    mark = re.compile(rb"^(<{7}|>{7}) ", re.MULTILINE)
    tops = "benchmarks core docs galley gui packaging prompts resources tests".split()
    files = [path for top in tops for path in (ROOT / top).rglob("*") if "__pycache__" not in path.parts]
    files += [path for path in ROOT.iterdir() if not path.is_dir()]
    marked = [path for path in files if path.is_file() and mark.search(path.read_bytes())]
    assert marked == []
