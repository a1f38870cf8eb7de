"""What may leave a confidential project, what an administrator allows, and the record of what went where."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from galley.core import extensions, paths
from galley.core.campaign import pack
from galley.core.errors import InputError
from galley.core.exports.registry import export
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.judges.clients.registry import Source
from galley.core.judges.order import Order, prepare
from galley.core.notebook.project import open_book
from galley.core.project import backups, bulk_changes, erasure, outgoing
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from tests.core import building
from tests.core.studies import refused, run

ORDER = Order("finesure", Source("compatible", "http://localhost:8080/v1"), "tiny")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "clinic"
    folder.mkdir()
    with building.project(folder, building.record("k0"), building.record("k1"), name="home.galley") as made:
        return made.path


@pytest.fixture
def policy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "policy.toml"
    monkeypatch.setattr(paths, "policy_file", lambda: path)
    return path


def test_what_is_exported_below_a_project_is_noted_as_seen_from_it(home: Path, tmp_path: Path) -> None:
    """A project file is handed on: the name of whoever works with it is in the path of their home."""
    inside, outside = home.parent / "out", tmp_path / "elsewhere"
    with Project.open(home) as project:
        for folder in (inside, outside):
            folder.mkdir()
            export(project, "csv", folder / "out.csv")
        assert [to for _, _, to in outgoing.list_sent(project.read_connection())] == [
            "out/out.csv",
            str(outside / "out.csv"),
        ]


def test_copies_of_a_confidential_project_lie_beside_it_and_say_so(home: Path, tmp_path: Path) -> None:
    run("project", "privacy", str(home), "--confidential")
    out = tmp_path / "elsewhere"
    out.mkdir()
    with Project.open(home) as project:
        for form in ("csv", "galley", "report"):
            with pytest.raises(InputError, match="is confidential: write its copies and exports only to"):
                export(project, form, out / "out.x")
        with pytest.raises(InputError, match="is confidential: write its copies and exports only to"):
            pack.pack(project, pack.list_package_paths(["ann"], out, home))
        assert list(out.iterdir()) == []
        inside = home.parent / "out"
        inside.mkdir()
        export(project, "csv", inside / "out.csv")
        export(project, "galley", inside / "out.jsonl")
        export(project, "report", inside / "out.html")
        file = pack.pack(project, pack.list_package_paths(["ann"], inside, home))[0].path
    assert json.loads((inside / "out.csv.card.json").read_text())["confidential"] is True
    assert (
        "confidential" in (inside / "out.html").read_text()
        and "confidential" in (inside / "out.csv.card.md").read_text()
    )
    assert "is confidential" in run("project", "privacy", str(file)).output
    with open_book(home) as book:
        assert "confidential" in repr(book)
    other = tmp_path / "other.galley"
    with Project.create(other) as anew:
        import_files(anew, IMPORTER, [inside / "out.jsonl"])
        assert outgoing.named_providers(anew.read_connection()) == ()
    assert check(home) == []


def test_a_provider_that_is_not_named_is_not_asked(home: Path) -> None:
    run("project", "privacy", str(home), "--confidential", "--allow", "http://localhost:8080")
    with Project.open(home) as project:
        prepare(project, ORDER, write=False)
        for source in (Source("compatible", "http://localhost:8081/v1"), Source("openai"), Source("anthropic")):
            with pytest.raises(InputError, match="does not name"):
                prepare(project, replace(ORDER, source=source), write=False)
    run("project", "privacy", str(home), "--allow", "openai")
    with Project.open(home) as project:
        prepare(project, replace(ORDER, source=Source("openai")), write=False)
        with pytest.raises(InputError, match="does not name https://elsewhere"):  # a proxy is another place
            prepare(project, replace(ORDER, source=Source("openai", "https://elsewhere.org/v1")), write=False)


def test_what_an_administrator_forbids_is_not_done(home: Path, policy: Path, tmp_path: Path) -> None:
    policy.write_text('providers = ["https://llm.example.org"]\nextensions = []\n', encoding="utf-8")
    with Project.open(home) as project:
        prepare(project, replace(ORDER, source=Source("compatible", "https://llm.example.org/v1")), write=False)
        with pytest.raises(InputError, match="policy of this machine does not allow http://localhost:8080/v1"):
            prepare(project, ORDER, write=False)
        export(project, "csv", tmp_path / "out.csv")
    (paths.config_dir() / "extensions.json").write_text('{"allowed": ["galley-tone"]}')
    assert extensions.read_allowed() == {}
    policy.write_text("confidential = true\n", encoding="utf-8")
    assert set(extensions.read_allowed()) == {"galley-tone"}
    with Project.open(home) as project, pytest.raises(InputError, match="is confidential"):
        export(project, "csv", tmp_path / "out.csv")
    policy.write_text('confidential = "yes"\n', encoding="utf-8")
    assert "as it cannot be" in refused("export", "csv", "--project", str(home), "--out", str(tmp_path / "o.csv"))


def test_a_record_of_a_confidential_project_is_not_screened_elsewhere(home: Path, tmp_path: Path) -> None:
    run("project", "privacy", str(home), "--confidential")
    record = home.parent / "out.jsonl"
    run("export", "galley", "--project", str(home), "--out", str(record))
    said = refused("sample", "screen", str(record), "--out", str(tmp_path / "corpus"), "--method", "offline")
    assert "belongs to a confidential project" in said
    said = refused("sample", "screen", str(record), "--out", str(home.parent / "corpus"), "--method", "finesure",
    "--model", "m",
                   "--base-url", "http://localhost:1/v1")  # fmt: skip
    assert "does not name" in said


def test_what_went_where_outlives_an_erasure(home: Path, tmp_path: Path) -> None:
    run("export", "csv", "--project", str(home), "--out", str(tmp_path / "out.csv"))
    run("campaign", "pack", "--project", str(home), "--for", "ann", "--out", str(tmp_path))
    said = run("project", "privacy", str(home)).output
    assert "export csv" in said and str(tmp_path / "out.csv") in said and "package  ann" in said
    lines = erasure.erase(home, item="k0", same_text=True).lines()
    assert any("out.csv" in line for line in lines)
    assert run("project", "privacy", str(home)).output == said
    assert check(home) == []


def test_backups_and_snapshots_of_a_confidential_project_lie_beside_it_and_erasing_finds_all(
    home: Path, tmp_path: Path
) -> None:
    word = b"ferry leaves at ten"
    inside, beside = backups.folders(home)
    backups.make(home)
    with Project.open(home) as project, bulk_changes.bulk_change(project, "a bulk act"):
        DecisionWriter(project, "ann").note(1, None, "said").result()
    kept = paths.data_dir() / "kept" / "home.kept.galley"
    of_another = kept.with_name("home.kept-2.galley")
    kept.parent.mkdir(parents=True)
    shutil.copy(home, kept)
    with building.project(tmp_path, building.record("k0"), name="home.galley") as another:
        pass
    shutil.copy(another.path, of_another)
    assert len([*inside.iterdir()]) == 2 and not beside.exists()
    run("project", "privacy", str(home), "--confidential")
    assert [*inside.iterdir()] == [] and len([*beside.iterdir()]) == 2 and bulk_changes.preview(home).decisions == 1
    if os.name == "posix":
        assert beside.stat().st_mode & 0o077 == 0
    made = backups.make(home)
    assert made.path.parent == beside and len(backups.list_backups(home)) == 2
    with Project.open(home) as project:
        with bulk_changes.bulk_change(project, "another"):
            pass
        left = home.parent / "home-packages-x1"
        left.mkdir()
        shutil.copy(made.path, left / "home-ann.galley")
        shutil.copy(made.path, inside / "20200101T000000000000-0.galley")  # of a Galley before this one
    home.with_name("home.galley.jsonl").unlink()  # what it was imported from
    erasure.erase(home, item="k0", same_text=True)
    holding = [path for path in [*home.parent.rglob("*"), *paths.data_dir().rglob("*")]
               if path.is_file() and word in path.read_bytes()]  # fmt: skip
    assert holding == [of_another] and len(backups.list_backups(home)) == 1 and check(home) == []
    home.unlink()
    assert [each.path.parent for each in backups.list_backups(home)] == [beside], "also when the project is gone"


def test_under_a_policy_every_projects_backups_lie_beside_it(home: Path, policy: Path) -> None:
    policy.write_text("confidential = true\n", "utf-8")
    assert backups.make(home).path.parent == home.parent / "home.backups"
