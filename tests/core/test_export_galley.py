"""The native export: an import of it gives the same project, whatever was in it and whatever was decided."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.domain import ChangeSet
from core.errors import Cancelled, InputError
from core.exports.base import Only
from core.exports.registry import export
from core.importers.galley import IMPORTER
from core.paths import resources
from core.project import log, names
from core.project.check import check
from core.project.imports import import_files
from core.project.project import Project
from tests.core.made import actions, bring, records, review, said

SCHEMES = ("dial-summer", "finesure", "likert", "kgds-fact", "explanation")


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project without items but with schemes, to copy: making one anew for each example would take longer."""
    path = tmp_path_factory.mktemp("empty") / "empty.galley"

    def job(connection: Any) -> ChangeSet:
        for scheme in SCHEMES:
            names.add_scheme(connection, scheme)
        names.set_active(connection, {"dial-summer", "kgds-fact"})
        return ChangeSet()

    with Project.create(path) as project:
        project.write(job).result()
    return path


def exported(project: Project, folder: Path, only: Only = Only.ALL) -> bytes:
    out = folder / "out.jsonl"
    export(project, "galley", out, only)
    return out.read_bytes()


def again(data: bytes, folder: Path, name: str) -> Project:
    """A new project with what ``data`` holds."""
    file = folder / f"{name}.jsonl"
    file.write_bytes(data)
    project = Project.create(folder / f"{name}.galley")
    import_files(project, IMPORTER, [file])
    return project


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data(), made=records(), steps=actions)
def test_any_project_survives_the_round_trip(
    empty: Path, data: st.DataObject, made: list[dict[str, Any]], steps: Any
) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        shutil.copy(empty, folder / "a.galley")
        with Project.open(folder / "a.galley") as first:
            bring(first, made, folder)
            items = [row[0] for row in first.reader().execute("SELECT id FROM item").fetchall()]
            bring(first, [data.draw(said(first, item)) for item in items], folder)
            review(first, steps)
            assert check(first) == []
            wanted = exported(first, folder)
            import_files(first, IMPORTER, [folder / "out.jsonl"])
            assert exported(first, folder) == wanted, "importing its own export changed the project"
            with again(wanted, folder, "b") as second:
                assert exported(second, folder) == wanted
                assert check(second) == []
                for name in ("ann", "ben"):
                    ends = []
                    for project in (first, second):
                        connection = project.reader()
                        (row,) = connection.execute(
                            "SELECT id FROM annotator WHERE name = ? AND kind = 'human'", (name,)
                        ).fetchone()
                        found = (log.undoable(connection, row), log.redoable(connection, row))
                        ends.append([each and each.uid for each in found])
                    assert ends[0] == ends[1], "undo or redo would do something else after the round trip"


def test_the_sample_survives_the_round_trip(tmp_path: Path) -> None:
    with again((resources() / "sample" / "sample.jsonl").read_bytes(), tmp_path, "a") as first:
        wanted = exported(first, tmp_path)
        assert wanted.count(b"\n") == 1 + first.reader().execute("SELECT count(*) FROM item").fetchone()[0]
        with again(wanted, tmp_path, "b") as second:
            assert exported(second, tmp_path) == wanted
