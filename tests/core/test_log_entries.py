"""What can change gold besides decisions is an entry of the log with a name, under its digest."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from galley.core.campaign import pack
from galley.core.cli import galley
from galley.core.project import erasure
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.storage import log_hashes
from tests.core import building

ROOT = Path(__file__).resolve().parents[2]
STUDY = """
id = "study"
name = "Two read"
[[task]]
id = "meaning"
name = "Changed meaning"
kind = "answer"
criteria = ["dial-summer/changed-meaning"]
people = 2
rule = "unanimous"
[[task]]
id = "training"
name = "Training"
kind = "answer"
criteria = ["dial-summer/changed-meaning"]
known = true
mark = 0.5
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(galley, list(words))


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "study.toml").write_text(STUDY, encoding="utf-8")
    with building.project(tmp_path, *[building.record(f"k{n}") for n in range(3)], name="study.galley") as made:
        DecisionWriter(made, "ann").accept(1, load_item_view(made.read_connection(), 1).flags()[0]).result()
    yield made.path


def head(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        return log_hashes.log_digest(connection)


def entries(path: Path) -> list[tuple[str, str | None]]:
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT kind, json_extract(said, '$.who') FROM event WHERE kind IN"
        query += " ('role', 'rule', 'protocol', 'known', 'revoke', 'setting') ORDER BY at, uid"
        return connection.execute(query).fetchall()


CHANGES = (
    ("protocol", "put in the protocol study", ["protocol", "use", "{folder}/study.toml"]),
    ("rule", "set the rule of study/meaning to majority (it was unanimous)",
     ["adjudicate", "majority", "--task", "meaning", "--confirm", "set majority"]),
    ("revoke", "revoked 1 item of flags/flags from ann", ["campaign", "revoke", "--for", "ann"]),
    ("revoke", "let 1 item of flags/flags by ann count", ["campaign", "revoke", "--for", "ann", "--accept"]),
    ("role", "set roles: mira is lead, ito is adjudicator", ["roles", "mira=lead", "ito=adjudicator"]),
    ("setting", "froze the project: published", ["project", "freeze", "--why", "published"]),
    ("setting", "unfroze the project", ["project", "freeze", "--unfreeze"]),
    ("protocol", "removed the protocol study", ["protocol", "drop", "study"]),
)  # fmt: skip


def test_each_change_is_an_entry_with_a_name_under_the_digest(path: Path) -> None:
    """`settle RULE --task` and `roles` asked for no name, and the digest stayed as it was."""
    known = []
    for kind, words, command in CHANGES:
        before = head(path)
        given = [word.format(folder=path.parent) for word in command]
        done = run(*given, "--project", str(path), "--as", "mira")
        assert done.exit_code == 0, (command, done.output, done.exception)
        known.append((kind, "mira"))
        assert entries(path) == known and head(path) != before, command
        assert check(path) == [], command
        assert f"mira  {words}\n" in run("history", "--project", str(path)).output, command
    told = run("history", "--project", str(path), "--csv", "--out", str(path.parent / "log.csv"))
    assert told.exit_code == 0 and (path.parent / "log.csv").read_text("utf-8").count("mira") >= len(CHANGES)


def test_known_answers_are_entries_too(path: Path) -> None:
    run("campaign", "protocol", "use", str(path.parent / "study.toml"), "--project", str(path), "--as", "mira")
    file = path.parent / "known.jsonl"
    with closing(sqlite3.connect(path)) as connection:
        name = connection.execute("SELECT name FROM document WHERE role = 'summary' LIMIT 1").fetchone()[0]
    cell = {"scheme": "dial-summer", "criterion": "changed-meaning", "document": name, "unit": 0, "value": "yes"}
    file.write_text(json.dumps({"key": "k0", "known": [cell]}))
    base = ("known", "--task", "training", "--project", str(path), "--as", "mira")
    done = run(*base, "--from", str(file))
    assert done.exit_code == 0, done.output
    assert run(*base, "--clear").exit_code == 0
    assert entries(path)[1:] == [("known", "mira")] * 2 and check(path) == []
    said = run("history", "--project", str(path)).output
    assert "gave 1 cell of study/training a known answer, from a file" in said
    assert "took back 1 known answer of study/training" in said


def test_where_people_have_roles_only_a_lead_may(path: Path) -> None:
    for command in (CHANGES[0], CHANGES[4]):
        given = [word.format(folder=path.parent) for word in command[2]]
        assert run(*given, "--project", str(path), "--as", "mira").exit_code == 0
    before = head(path)
    for _, _, command in (CHANGES[1], CHANGES[2], CHANGES[4], CHANGES[5], CHANGES[7]):
        for who in ("ito", "ben"):
            done = run(*command, "--project", str(path), "--as", who)
            assert done.exit_code == 1 and "only a lead" in str(done.exception or "") + done.output, (command, who)
    assert head(path) == before
    done = run("campaign", "roles", "ben=lead", "--project", str(path))
    assert done.exit_code == 1, "the account is no lead here"


def test_a_name_that_was_changed_in_an_entry_is_found(path: Path) -> None:
    run("campaign", "roles", "mira=lead", "--project", str(path), "--as", "mira")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE event SET said = replace(said, 'mira', 'ben') WHERE kind = 'role'")
        connection.commit()
    assert len(check(path)) == 1
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE event SET said = replace(said, 'ben', 'mira') WHERE kind = 'role'")
        connection.commit()
        assert check(path) == []
        connection.execute("UPDATE event SET kind = 'back' WHERE kind = 'role'")
        connection.commit()
        assert len(check(path)) == 1, "it would no longer be among the roles"
        connection.execute("UPDATE event SET kind = 'role' WHERE kind = 'back'")
        connection.execute("INSERT INTO event SELECT 'made up', at, kind, said FROM event WHERE kind = 'role'")
        connection.commit()
    assert len(check(path)) == 1, "nor may one be put in"


def test_a_person_who_is_erased_is_gone_from_the_entries(path: Path) -> None:
    run("campaign", "protocol", "use", str(path.parent / "study.toml"), "--project", str(path), "--as", "ann")
    erasure.erase(path, person="ann")
    assert entries(path) != [("protocol", "ann")]
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM event WHERE said LIKE '%\"ann\"%'").fetchone() == (0,)
    assert check(path) == []


def test_packing_again_and_importing_write_entries_without_a_name(path: Path, tmp_path: Path) -> None:
    run("campaign", "protocol", "use", str(path.parent / "study.toml"), "--project", str(path), "--as", "mira")
    out = tmp_path / "out.jsonl"
    assert run("export", "galley", str(out), "--project", str(path)).exit_code == 0
    other = tmp_path / "other.galley"
    assert run("import", "--format", "galley", str(out), "--project", str(other)).exit_code == 0
    assert entries(other) == [("protocol", None)] and check(other) == []
    with Project.open(path) as project:
        packed = pack.pack(project, pack.list_package_paths(["ann"], tmp_path, path))[0].path
    assert check(packed) == []


def test_the_tables_that_change_gold_are_written_where_an_entry_is() -> None:
    """Whoever writes them elsewhere, or lets storage write them, forgets the entry."""
    write = re.compile(r"(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM) (known|void|protocol)\b")
    call = re.compile(r"(?<!def )\b((?:put|delete)_(?:known_answers|protocol)|packages\.accept_assignments)\(")
    written: dict[str, set[str]] = {}
    called: dict[str, set[str]] = {}
    for file in (ROOT / "core").rglob("*.py"):
        text, name = file.read_text("utf-8"), file.relative_to(ROOT / "core").as_posix()
        for pattern, places in ((write, written), (call, called)):
            for subject in pattern.findall(text):
                places.setdefault(re.sub("^(put|delete)_", "", subject), set()).add(name)
    assert written == {
        "known": {"storage/queries/tasks.py", *CARRIED["known"]},
        "void": {"storage/queries/packages.py", "storage/slot_queries.py", *CARRIED["void"]},
        "protocol": {"storage/queries/tasks.py"},
    }
    assert called == {
        "known_answers": {"review/known_answers.py"},
        "protocol": {"project/protocol_use.py", "project/rule_settings.py"},
        "packages.accept_assignments": {"campaign/revocation.py"},
    }


CARRIED = {
    "known": {"storage/task_rows.py"},
    "void": {"storage/task_rows.py", "storage/queries/erasure.py"},
}
"""Files that carry rows along with an import, or erase them."""


CHANGED_BEHIND = (
    ("roles", "UPDATE setting SET value = '{{\"ben\": \"lead\"}}' WHERE name = 'roles'"),
    ("protocols and rules", "UPDATE protocol SET source = replace(source, 'unanimous', 'majority')"),
    ("revocations", "DELETE FROM void"),
    ("known answers", "UPDATE known SET value = 'no'"),
)


def test_check_names_settings_that_changed_without_an_entry(path: Path) -> None:
    """Whoever wrote another role, rule, revocation or known answer into the tables left no trace."""
    test_known_answers_are_entries_too(path)  # which leaves none
    base = ("--project", str(path), "--as", "mira")
    assert (
        run("campaign", "known", "--task", "training", "--from", str(path.parent / "known.jsonl"), *base).exit_code == 0
    )
    assert run("campaign", "revoke", "--for", "ann", *base).exit_code == 0
    assert run("campaign", "roles", "mira=lead", *base).exit_code == 0
    assert check(path) == []
    for kind, query in CHANGED_BEHIND:
        kept = path.read_bytes()
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute(query.format()).rowcount > 0, kind
            connection.commit()
        found = [sentence for sentence in check(path) if "left no entry" in sentence]
        assert len(found) == 1 and f"The {kind} of the project" in found[0], (kind, found)
        path.write_bytes(kept)


def test_imported_known_answers_and_an_undone_import_leave_entries(path: Path) -> None:
    base = ("--project", str(path), "--as", "mira")
    assert run("campaign", "protocol", "use", str(path.parent / "study.toml"), *base).exit_code == 0
    record = building.record("k9", known=[
        {"scheme": "dial-summer", "criterion": "changed-meaning", "document": "sum-a", "unit": 0, "value": "yes"}
    ])  # fmt: skip
    file = path.parent / "more.jsonl"
    file.write_text(json.dumps(record) + "\n", encoding="utf-8")
    done = run("import", "--format", "galley", str(file), "--project", str(path))
    assert done.exit_code == 0, done.output
    assert check(path) == [] and "imported records changed known answers" in run("history", *base[:2]).output
    done = run("undo-last", str(path))
    assert done.exit_code == 0, done.output
    assert check(path) == []
    assert run("import", "--format", "galley", str(file), "--project", str(path)).exit_code == 0
    done = run("project", "erase", str(path), "--item", "k9", "--with-same-text", "--confirm", "k9")
    assert done.exit_code == 0 and check(path) == [], done.output
