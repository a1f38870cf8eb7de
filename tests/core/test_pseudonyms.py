"""Pseudonyms are the same in every export and package, and answers come back under the real names."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from galley.core.columns import names
from galley.core.project.check import check
from galley.core.project.project import Project
from tests.core import building
from tests.core.studies import pack, packed, run, study
from tests.core.test_bulk_acts import rows
from tests.core.test_seals import decide, head, package, taken
from tests.core.test_task_plan import answered

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


def test_no_name_is_in_what_is_set_of_a_project_either(home: Path, tmp_path: Path) -> None:
    """Roles, who watches and who froze it, of people who answered nothing, too."""
    run("roles", "wilhelmina=lead", "cassiopeia=adjudicator", "--project", str(home))
    run("readers", "--watch", "to help", "--as", "wilhelmina", "--project", str(home))
    run("pack", "--project", str(home), "--for", "ann", "--out", str(tmp_path), "--others", "--pseudonyms")
    own = (tmp_path / "home-ann.galley").read_bytes()
    assert not re.search(rb"wilhelmina|zebediah|cassiopeia", own) and b"person-" in own
    assert rows(tmp_path / "home-ann.galley", "SELECT value FROM setting WHERE name = 'roles'") == [
        ('{"ann": "reader"}',)]  # fmt: skip
    run("freeze", "--as", "wilhelmina", "--project", str(home))
    out = tmp_path / "out.jsonl"
    run("export", "galley", "--project", str(home), "--out", str(out), "--pseudonyms")
    made = out.read_bytes()
    assert not re.search(rb"wilhelmina|zebediah|cassiopeia|\bann\b", made)
    settings = json.loads(made.splitlines()[0])["galley"]["settings"]
    assert sorted(settings["roles"].values()) == ["adjudicator", "lead"]
    (lead,) = [name for name, role in settings["roles"].items() if role == "lead"]
    assert settings["person-checks"]["by"] == settings["frozen"]["by"] == lead
    kept = dict(rows(home, "SELECT name, value FROM setting"))
    assert "wilhelmina" in kept["roles"], "and the project has its names"


def test_a_package_does_not_say_whose_answers_it_was_made_of(tmp_path: Path) -> None:
    project = study(tmp_path)
    answered(project, {"zebediah": {("k0", "article:0"): "yes"}})
    keys = tmp_path / "of-zebediah.txt"
    keys.write_text("k0\n", "utf-8")
    for who, which in (("ann", "by:zebediah"), ("ben", f"keys:{keys}")):
        pack(project, "--task", "supporting", "--only", which, "--for", who, "--each", "1")
        assert b"zebediah" not in packed(tmp_path, who).read_bytes(), which
