"""Pseudonyms are the same in every export and package, and answers come back under the real names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from galley.core.columns import names
from galley.core.project.check import check
from galley.core.project.project import Project
from tests.core import building
from tests.core.studies import run
from tests.core.test_bulk_acts import rows
from tests.core.test_seals import decide, head, package, taken

PEOPLE = re.compile(rb"\b(wilhelmina|zebediah)\b")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    with building.project(folder, *[building.record(f"k{n}") for n in range(2)], name="home.galley") as made:
        path = made.path
    for who in ("wilhelmina", "zebediah"):
        decide(path, who)
    package(path, "zebediah").unlink()
    return path


@pytest.mark.parametrize("form", ["csv", "galley", "report", "label-studio", "markup"])
def test_no_name_is_in_an_export(home: Path, tmp_path: Path, form: str) -> None:
    out = tmp_path / "out"
    run("export", form, "--project", str(home), "--out", str(out), "--pseudonyms")
    made = [each for each in tmp_path.glob("out*") if each.is_file()]
    assert made and not [each for each in made if PEOPLE.search(each.read_bytes())]
    assert any(b"person-1" in each.read_bytes() for each in made)
    before = head(home)
    with Project.open(home) as project:
        assert {a.name for a in names.annotators(project.reader()).values()} >= {"wilhelmina", "zebediah"}
    assert head(home) == before


def test_a_package_shows_others_under_pseudonyms_and_comes_back(home: Path) -> None:
    run("pack", "--project", str(home), "--for", "wilhelmina", "--out", str(home.parent), "--others", "--pseudonyms")
    path = home.with_name("home-wilhelmina.galley")
    people = {name for (name,) in rows(path, "SELECT name FROM annotator WHERE kind = 'human'")}
    assert "wilhelmina" in people and "zebediah" not in people and len(people) == 2
    assert b"zebediah" not in path.read_bytes()
    assert rows(path, "SELECT count(*) FROM decision") == [(4,)]
    decide(path, "wilhelmina", 2)
    taken(home, path)
    assert check(home) == [] and rows(home, "SELECT count(*) FROM decision") == [(6,)]
    run("return", str(path))
    taken(home, path.with_suffix(".answers"))
    assert rows(home, "SELECT count(*) FROM decision") == [(6,)]
