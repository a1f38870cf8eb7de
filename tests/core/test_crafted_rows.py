"""Projects whose layout is sound and whose rows or bytes somebody made by hand: `galley project check`, opening,
figures and
exports give data or one plain sentence each, soon; and nothing is refused of which the check finds nothing wrong."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from galley.core.campaign.package import read_package
from galley.core.errors import GalleyError
from galley.core.exports.registry import export
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.metrics import registry
from galley.core.metrics.base import Params
from galley.core.project import check as checking
from galley.core.project.check import check, explain_error
from galley.core.project.project import Project
from galley.core.review import items, queue_totals
from galley.core.review.decision_writer import DecisionWriter
from tests.core import building
from tests.fuzz.crafted import made, sql
from tests.fuzz.crafted_rows import BYTES, ROWS

"""Seconds of processor time for each of the four."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("made"))


def opened(path: Path) -> None:
    with Project.open(path) as project:
        queue_totals.totals(project.read_connection(), 1)
        for (item,) in project.read_connection().execute("SELECT id FROM item LIMIT 3").fetchall():
            items.load_item_view(project.read_connection(), item)


def figures(path: Path) -> None:
    with Project.open(path, read_only=True) as project:
        registry.compute("agreement", project.read_connection(), Params(resamples=0))


def exported(path: Path) -> None:
    with Project.open(path, read_only=True) as project:
        export(project, "galley", path.with_suffix(".jsonl"))


WAYS: tuple[Callable[[Path], None], ...] = (opened, figures, exported)


def said(way: Callable[[Path], object], path: Path) -> str:
    """The sentence with which it was refused; "" where it was not."""
    try:
        way(path)
        words = ""
    except GalleyError as error:
        words = str(error)
        assert words and "\n" not in words and len(words) < 2_500, words
    return words


@pytest.mark.parametrize("what", [*ROWS, *BYTES])
def test_a_crafted_file_gets_data_or_a_sentence(whole: Path, tmp_path: Path, what: str) -> None:
    path = Path(shutil.copy(whole, tmp_path / "a.galley"))
    (ROWS.get(what) or BYTES[what])(path)
    found: list[str] = []

    def look(path: Path) -> None:
        found.extend(check(path))

    refused = [words for way in (look, *WAYS) if (words := said(way, path))]
    assert all(line and len(line) < 2_500 for line in found)
    if refused and not found:
        assert len(refused) == 4, f"the check finds nothing, and yet: {refused[0]}"


def test_an_error_over_a_damaged_file_is_told_as_damage_and_over_a_sound_one_as_a_bug(tmp_path: Path) -> None:
    with building.project(tmp_path) as project:
        path = project.path
    assert explain_error(KeyError("x"), path) is None
    with pytest.raises(KeyError), Project.open(path):
        raise KeyError("x")
    sql("UPDATE document SET role = 'thing'")(path)
    known = explain_error(KeyError("x"), path)
    assert known is not None and "rows that Galley never writes" in str(known)
    with pytest.raises(GalleyError, match="is damaged; restore one of the backups"), Project.open(path):
        raise KeyError("x")


def test_looking_for_damage_ends_soon(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After an error of a program that has a huge project open."""
    path = Path(shutil.copy(whole, tmp_path / "a.galley"))
    ROWS["spans far outside"](path)
    assert "a span is outside" in checking._first(path)
    monkeypatch.setattr(checking, "PATIENCE", -1)
    assert checking._first(path) == ""


def imported(folder: Path, *records: object) -> list[str]:
    """What the check says of a project that a file of these records was taken into."""
    source, path = folder / "records.jsonl", folder / "fresh.galley"
    source.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    with Project.create(path) as project:
        import_files(project, IMPORTER, [source])
        return check(project)


def test_what_cannot_be_written_later_is_not_taken_in(tmp_path: Path) -> None:
    """Metadata of 300 levels went in and no export could write them again."""
    deep: dict[str, object] = {}
    for _ in range(300):
        deep = {"a": deep}
    with pytest.raises(GalleyError, match="nest more than 240 levels"):
        imported(tmp_path, building.record(meta=deep))


@pytest.mark.parametrize("field", ["id", "system", "part"])
def test_a_name_that_nobody_could_read_is_not_taken_in(tmp_path: Path, field: str) -> None:
    document = {"id": "s", "role": "summary", "sentences": ["One."], field: "n" * 20_000}
    with pytest.raises(GalleyError, match="a name has more than 10,000 characters"):
        imported(tmp_path, {"key": "k", "documents": [document]})


def test_nobody_has_a_name_that_nobody_could_read(tmp_path: Path) -> None:
    with building.project(tmp_path) as project, pytest.raises(GalleyError, match="10,000"):
        DecisionWriter(project, "n" * 20_000)


HEAD = {"galley": 1, "annotators": [{"annotator": "j", "kind": "judge"}], "schemes": [], "settings": {}}
RUN = {"run": "u", "annotator": "j", "started": "2026-01-01T00:00:00+00:00", "state": "done"}
HEADS = {
    "a method that is an object": {"annotators": [{"annotator": "x", "kind": "judge", "method": {"a": 1}}]},
    "draws that are a number": {"settings": {"sampling": 7}},
    "a package that says nothing": {"settings": {"package": {}}},
    "blind mode as a list": {"settings": {"blind-mode": []}},
    "a prompt that is a number": {"settings": {"prompt:finesure/fact": 7}},
    "run settings as a list": {"runs": [{**RUN, "settings": []}]},
    "run settings of strange types": {"runs": [{**RUN, "settings": {"items": 7, "budget": "x", "prompts": 3}}]},
    "run settings about objects": {"runs": [{**RUN, "settings": {"items": [{}]}}]},
}


@pytest.mark.parametrize("what", HEADS)
def test_a_header_of_strange_form_is_refused(tmp_path: Path, what: str) -> None:
    with pytest.raises(GalleyError, match=r"line 1: .*; nothing was imported"):
        imported(tmp_path, {**HEAD, **HEADS[what]}, building.record())


def test_an_import_makes_no_package_of_a_project(tmp_path: Path) -> None:
    """As it makes no project blind: the window would show another menu and another name."""
    package = {"uid": "u", "reviewer": "eve", "project": "p", "at": "x", "items": 1}
    source = tmp_path / "more.jsonl"
    source.write_text(json.dumps({**HEAD, "settings": {"package": package, "mine": 1}}) + "\n", encoding="utf-8")
    with building.project(tmp_path) as project:
        import_files(project, IMPORTER, [source])
        assert read_package(project.read_connection()) is None
        kept = "SELECT name FROM setting WHERE name <> 'journal'"  # what the writer notes while it is open
        assert project.read_connection().execute(kept).fetchall() == [("mine",)]
