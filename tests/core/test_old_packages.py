"""A package of an earlier release comes home after today's program has opened it and decided in it."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from galley.core.campaign import answers, merge
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.storage import log_hashes, schema
from tests.core.test_seals import decide, home, package

__all__ = ["home"]


def age(path: Path) -> None:
    """Lay a file out as schema 2 had it, which knew no seals: a table at a time, with the columns that both know."""
    made = path.with_suffix(".aged")
    with closing(sqlite3.connect(made)) as old:
        for statement in schema.statements(schema.script(2).read_text("utf-8")):
            old.execute(statement)
        old.execute("ATTACH ? AS now", (str(path),))
        there = {name for (name,) in old.execute("SELECT name FROM now.sqlite_master WHERE type = 'table'")}
        ours = [
            name for (name,) in old.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'")
            if name in there and not name.startswith(("sqlite_", "item_text_", "note_text_"))
        ]  # fmt: skip
        for name in ours:
            known = {row[1] for row in old.execute(f"PRAGMA now.table_info({name})")}
            mine = [row[1] for row in old.execute(f"PRAGMA main.table_info({name})") if row[1] in known]
            columns = ", ".join(f'"{column}"' for column in mine)
            if name not in ("item_text", "note_text"):
                old.execute(f"INSERT INTO main.{name} ({columns}) SELECT {columns} FROM now.{name}")
        columns = "id INTEGER PRIMARY KEY, migration_set TEXT, name TEXT, applied_at TEXT"
        old.execute(f"CREATE TABLE _sqlite_migrations ({columns})")
        applied = "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('galley', ?, '')"
        old.executemany(applied, [("0001",), ("0002",)])
        old.execute("INSERT INTO note_text (note_text) VALUES ('rebuild')")
        old.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        old.execute("PRAGMA user_version = 2")
        old.commit()
    shutil.move(made, path)


def unseal(home: Path) -> None:
    """The project as an earlier release left it: it knows of its packages that they have no seals."""
    with closing(sqlite3.connect(home)) as connection:
        connection.execute("UPDATE package SET settings = json_remove(settings, '$.sealed')")
        connection.commit()


@pytest.mark.parametrize("how", ["file", "answers"])
def test_a_package_of_schema_2_comes_home(home: Path, tmp_path: Path, how: str) -> None:
    """It got a random source when it was migrated, and the merge demanded the package's."""
    path = package(home)
    unseal(home)
    age(path)
    decide(path)
    # the index of texts cannot be copied into a file of another layout
    assert [line for line in check(path) if "search index" not in line] == []
    if how == "answers":
        answers.write_answers(path, tmp_path / "ann.answers")
        path = tmp_path / "ann.answers"
    with Project.open(home) as project:
        report = merge.merge(project, [path])
        view = load_item_view(project.read_connection(), 1)
        ann = next(row for row, each in view.annotators.items() if each.name == "ann")
        assert [v.value for v in view.verdicts if v.annotator == ann] == ["no"], report
    assert check(home) == []


def test_one_that_version_3_migrated_under_a_name_of_its_own_comes_home(home: Path) -> None:
    path = package(home)
    unseal(home)
    age(path)
    Project.open(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE source SET uid = '0123456789abcdef' WHERE own")
        connection.commit()
    decide(path)
    with Project.open(home) as project:
        merge.merge(project, [path])
    assert check(home) == []


def test_a_package_of_today_comes_home_under_its_name_alone(home: Path) -> None:
    path = package(home)
    decide(path)
    with Project.open(path) as own:
        uid = log_hashes.own(own.read_connection())
        DecisionWriter(own, "ann").note(2, None, "and more").result()
    with Project.open(home) as project:
        merge.merge(project, [path])
        named = {each for (each,) in project.read_connection().execute("SELECT uid FROM source")}
    assert uid in named
