"""The contract of every registry of core, over whatever its folder declares."""

from __future__ import annotations

import importlib
import inspect
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from galley.core.errors import InputError
from galley.core.exports.base import ExportChoices, Only
from galley.core.exports.registry import REGISTRY as EXPORTS
from galley.core.exports.registry import export
from galley.core.importers.registry import REGISTRY as IMPORTERS
from galley.core.judges.methods.registry import REGISTRY as METHODS
from galley.core.metrics.base import Params
from galley.core.metrics.registry import REGISTRY as METRICS
from galley.core.project.project import Project
from galley.core.registry import Registry, declared_name, modules
from tests.core import building

ALL: tuple[Registry[Any], ...] = (IMPORTERS, EXPORTS, METHODS, METRICS)
ROOT = Path(__file__).resolve().parents[2]
STORED_NAMES = {"annotated-page": "markup", "comparisons": "comparing"}
"""Names that projects and commands hold, by the files that are named with today's words."""


@pytest.mark.parametrize("registry", ALL, ids=lambda registry: registry.constant)
def test_each_file_declares_what_it_is_named_after(registry: Registry[Any]) -> None:
    declared = {}
    for name in modules(registry.package):
        thing = getattr(importlib.import_module(name), registry.constant, None)
        if thing is not None:  # the others are what several of them stand on
            stem, paper = declared_name(name), name.split(".")[3] if ".papers." in name else ""
            names = {stem, f"{paper}-{stem}", STORED_NAMES.get(stem, paper if stem == "scores" else stem)}
            assert thing.name in names
            declared[thing.name] = thing
    assert declared == registry.all() and len(declared) >= 2


@pytest.mark.parametrize("registry", ALL, ids=lambda registry: registry.constant)
def test_each_has_a_name_to_type_and_a_title_to_read(registry: Registry[Any]) -> None:
    for name, thing in registry.all().items():
        assert re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name)
        assert thing.title.strip() == thing.title and 3 < len(thing.title) <= 110
        assert "\n" not in thing.title and not thing.title.endswith(".")
        assert inspect.getdoc(type(thing)), f"{name} does not say what it is"


@pytest.mark.parametrize("name", EXPORTS.names())
def test_each_export_writes_an_empty_and_a_full_project(name: str, tmp_path: Path) -> None:
    exporter = EXPORTS.get(name)
    folder = getattr(exporter, "folder", False)
    assert folder or exporter.suffix.startswith(".")
    wishes = ExportChoices(licence="cc0-1.0") if "licence" in getattr(exporter, "takes", ()) else None
    with Project.create(tmp_path / "empty.galley") as project:
        export(project, name, tmp_path / f"empty{exporter.suffix}", choices=wishes)
    for only in Only:
        with building.project(tmp_path, building.record("a"), name=f"{only}.galley") as project:
            out = tmp_path / f"{only}{exporter.suffix}"
            if getattr(exporter, "whole", False) and only is not Only.ALL:
                with pytest.raises(InputError, match="about the whole project; leave --only out"):
                    export(project, name, out, only)
                continue
            export(project, name, out, only, choices=wishes)
            assert out.is_dir() if folder else out.is_file()


@pytest.mark.parametrize("name", METRICS.names())
def test_each_metric_answers_an_empty_project_in_words(name: str, tmp_path: Path) -> None:
    with Project.create(tmp_path / "empty.galley") as project:
        result = METRICS.get(name).compute(project.read_connection(), Params())
    assert result.metric == name
    assert all(row.get("value") is None for row in result.rows), "there is nothing to compute a figure from"


def test_what_pyproject_installs_is_the_command_that_is_here() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    module, _, function = scripts["galley"].partition(":")
    assert callable(getattr(importlib.import_module(module), function))
