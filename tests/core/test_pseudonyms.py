"""Pseudonyms are the same in every export and package, and answers come back under the real names."""

from __future__ import annotations

import csv
import json
import re
import zipfile
from pathlib import Path

import pytest

from galley.core.domain import AnnotatorKind, ChangeSet
from galley.core.exports import registry
from galley.core.exports.base import ExportChoices
from galley.core.project import erasure
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.storage import names, pseudonyms
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
        assert {a.name for a in names.annotators(project.read_connection()).values()} >= {"wilhelmina", "zebediah"}
    assert head(home) == before


def test_a_package_shows_others_under_pseudonyms_and_comes_back(home: Path) -> None:
    run(
        "campaign",
        "pack",
        "--project",
        str(home),
        "--for",
        "wilhelmina",
        "--out",
        str(home.parent),
        "--others",
        "--pseudonyms",
    )
    path = home.with_name("home-wilhelmina.galley")
    people = {name for (name,) in rows(path, "SELECT name FROM annotator WHERE kind = 'human'")}
    assert "wilhelmina" in people and "zebediah" not in people and len(people) == 2
    assert b"zebediah" not in path.read_bytes()
    assert rows(path, "SELECT count(*) FROM decision") == [(4,)]
    decide(path, "wilhelmina", 2)
    taken(home, path)
    assert check(home) == [] and rows(home, "SELECT count(*) FROM decision") == [(6,)]
    run("campaign", "submit", str(path))
    taken(home, path.with_suffix(".answers"))
    assert rows(home, "SELECT count(*) FROM decision") == [(6,)]


def test_no_name_is_in_what_is_set_of_a_project_either(home: Path, tmp_path: Path) -> None:
    """Roles, who watches and who froze it, of people who answered nothing, too."""
    run("campaign", "roles", "wilhelmina=lead", "cassiopeia=adjudicator", "--project", str(home))
    run("campaign", "reviewers", "--watch", "to help", "--as", "wilhelmina", "--project", str(home))
    run("campaign", "pack", "--project", str(home), "--for", "ann", "--out", str(tmp_path), "--others", "--pseudonyms")
    own = (tmp_path / "home-ann.galley").read_bytes()
    assert not re.search(rb"wilhelmina|zebediah|cassiopeia", own) and b"person-" in own
    assert rows(tmp_path / "home-ann.galley", "SELECT value FROM setting WHERE name = 'roles'") == [
        ('{"ann": "reader"}',)]  # fmt: skip
    run("project", "freeze", "--as", "wilhelmina", "--project", str(home))
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


GOLD = {"annotator": "theodolinda", "kind": "gold", "scheme": "dial-summer", "criterion": "missed-turn",
        "document": "dialogue", "unit": 0, "about": "sum-a", "value": "yes"}  # fmt: skip
EVERYBODY = re.compile(rb"(?i)\b(wilhelmina|zebediah|theodolinda|cassiopeia|hermenegild)\b")


@pytest.fixture
def named(tmp_path: Path) -> Path:
    """A project in which people stand in answers, gold, notes, roles, settings and metadata."""
    folder = tmp_path / "named"
    folder.mkdir()
    made = building.record("k0", meta={"read by": "Wilhelmina", "theodolinda": 1, "by": ["zebediah, twice"]})
    made["documents"][2]["meta"] = {"checked": "zebediah"}
    made["verdicts"].append(GOLD)
    with building.project(folder, made, building.record("k1"), name="home.galley") as project:
        path = project.path
    for who in ("wilhelmina", "zebediah"):
        decide(path, who)
    with Project.open(path) as project:
        view = load_item_view(project.read_connection(), 2)
        DecisionWriter(project, "zebediah").note(
            1, None, "As Wilhelmina said; Theodolinda agrees (cassiopeia, too)."
        ).result()
        DecisionWriter(project, "zebediah").adjudicate(
            2, view.flags()[0].cell, "yes", note="wilhelmina convinced me"
        ).result()
    run("campaign", "roles", "wilhelmina=lead", "cassiopeia=adjudicator", "--project", str(path))
    return path


def _files(folder: Path) -> dict[str, bytes]:
    """All that was written, unpacked."""
    found = {}
    for each in filter(Path.is_file, folder.rglob("*")):
        found[each.name] = each.read_bytes()
        if zipfile.is_zipfile(each):
            with zipfile.ZipFile(each) as packed:
                found |= {f"{each.name}/{name}": packed.read(name) for name in packed.namelist()}
        if each.suffix == ".parquet":
            import pyarrow.parquet

            found[each.name] = repr(pyarrow.parquet.read_table(each).to_pylist()).encode()
    return found


FORMS = [(form, texts) for form in registry.names() for texts in ("", "none")
         if not texts or "texts" in getattr(registry.find(form), "takes", ())]  # fmt: skip


@pytest.mark.parametrize(("form", "texts"), FORMS)
def test_no_format_names_anybody(named: Path, tmp_path: Path, form: str, texts: str) -> None:
    """Gold's author, notes, roles and metadata included, in the file and in the card."""
    takes = getattr(registry.find(form), "takes", ())
    out = tmp_path / "out"
    out.mkdir()
    wishes = ExportChoices(
        texts=texts, pseudonyms=True, notes=True if "notes" in takes else None,
        licence="cc0-1.0" if "licence" in takes else "",
    )  # fmt: skip
    with Project.open(named) as project:
        registry.export(project, form, out / "out", choices=wishes)
    made = _files(out)
    assert made and not {name: EVERYBODY.findall(data) for name, data in made.items() if EVERYBODY.search(data)}


def _said_of(out: Path) -> dict[str, str]:
    """Whose answer is whose in a table, by (decision time) that no export changes."""
    with out.open(encoding="utf-8", newline="") as stream:
        return {f"{row['kind']} {row['decided_at']}": row["annotator"] for row in csv.DictReader(stream)
                if row["kind"] == "human" and row["decided_at"]}  # fmt: skip


def test_notes_in_a_package_hide_others_and_come_back(named: Path) -> None:
    with Project.open(named) as project:
        DecisionWriter(project, "wilhelmina").note(2, None, "zebediah is right").result()
    run(
        "campaign",
        "pack",
        "--project",
        str(named),
        "--for",
        "zebediah",
        "--out",
        str(named.parent),
        "--others",
        "--pseudonyms",
    )
    path = named.with_name("home-zebediah.galley")
    notes = {text for (text,) in rows(path, "SELECT text FROM note")}
    assert "As Wilhelmina said; Theodolinda agrees (cassiopeia, too)." in notes, "what the reader wrote stays"
    assert "zebediah is right" in notes and not any("wilhelmina" in text for text in notes)
    before = rows(named, "SELECT uid, note FROM decision ORDER BY uid")
    decide(path, "zebediah", 2)
    run("campaign", "submit", str(path))
    taken(named, path.with_suffix(".answers"))
    after = dict(rows(named, "SELECT uid, note FROM decision"))
    assert check(named) == [] and [(uid, after[uid]) for uid, _ in before] == before


def test_a_number_is_given_once_and_kept(named: Path, tmp_path: Path) -> None:
    def exported(name: str) -> dict[str, str]:
        run("export", "csv", "--project", str(named), "--out", str(tmp_path / name), "--pseudonyms")
        return _said_of(tmp_path / name)

    before = exported("before.csv")
    assert len(set(before.values())) == 2
    for who in ("adalbert", "quirin", "hermenegild"):
        decide(named, who, 2)
    after = exported("after.csv")
    assert {place: after[place] for place in before} == before and len(set(after.values())) == 5
    with Project.open(named) as project:
        assert sorted(pseudonyms.read_numbers(project.read_connection()).values()) == [1, 2, 3, 4, 5, 6, 7]
    out = tmp_path / "record.jsonl"
    run("export", "galley", "--project", str(named), "--out", str(out))
    assert b"salt" not in out.read_bytes() and b'"pseudonyms"' not in out.read_bytes(), "with names neither"


def test_names_do_not_tell_numbers(tmp_path: Path) -> None:
    """No order of hashes without the salt, nor of names, is the order of numbers."""
    people = [f"reader {n}" for n in range(8)]
    orders = set()
    for n in range(4):
        folder = tmp_path / str(n)
        folder.mkdir()
        with building.project(folder, building.record("k0"), name="home.galley") as project:
            project.write(lambda connection: ([names.annotator(connection, who, AnnotatorKind.HUMAN)
                                               for who in people], ChangeSet())).result()  # fmt: skip
            project.write(pseudonyms.assign_numbers).result()
            numbers = pseudonyms.read_numbers(project.read_connection())
        orders.add(tuple(sorted(people, key=numbers.__getitem__)))
    assert len(orders) == 4


def test_a_name_in_texts_stays_and_is_said(tmp_path: Path) -> None:
    with building.project(tmp_path, building.record("k0"), name="home.galley") as project:
        path = project.path
    decide(path, "ann")
    decide(path, "person-1")
    said = run("export", "csv", "--project", str(path), "--out", str(tmp_path / "out.csv"), "--pseudonyms").output
    assert "warning: The name ann is still in documents of k0" in said
    assert "Ann asked." in (tmp_path / "out.csv").read_text("utf-8"), "a text is never altered"
    with Project.open(path) as project:
        numbers = pseudonyms.read_numbers(project.read_connection())
    assert set(numbers) == {"ann", "person-1"} and 1 not in numbers.values(), "nobody is called by another's name"
    said = run("export", "csv", "--project", str(path), "--out", str(tmp_path / "o.csv"), "--texts", "none").output
    assert "documents" not in said


def test_who_is_erased_leaves_a_number_and_no_name(named: Path, tmp_path: Path) -> None:
    run("export", "csv", "--project", str(named), "--out", str(tmp_path / "out.csv"), "--pseudonyms")
    with Project.open(named) as project:
        before = pseudonyms.read_numbers(project.read_connection())
    erasure.erase(named, person="zebediah")
    assert not re.search(rb"(?i)zebediah", named.read_bytes())
    with Project.open(named) as project:
        after = pseudonyms.read_numbers(project.read_connection())
    assert {name: after[name] for name in before if name != "zebediah"} == {
        name: number for name, number in before.items() if name != "zebediah"}  # fmt: skip


def test_a_package_does_not_say_whose_answers_it_was_made_of(tmp_path: Path) -> None:
    project = study(tmp_path)
    answered(project, {"zebediah": {("k0", "article:0"): "yes"}})
    keys = tmp_path / "of-zebediah.txt"
    keys.write_text("k0\n", "utf-8")
    for who, which in (("ann", "by:zebediah"), ("ben", f"keys:{keys}")):
        pack(project, "--task", "supporting", "--only", which, "--for", who, "--each", "1")
        assert b"zebediah" not in packed(tmp_path, who).read_bytes(), which
