"""What a merge does in fewer steps comes to the same as the long way."""

from __future__ import annotations

import itertools
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from galley.core.campaign import merge
from galley.core.project.project import Project
from galley.core.review import progress, replay
from galley.core.rules.rule import FLAGS, UNRESOLVED, Response
from galley.core.rules.scalar import rule_on
from galley.core.storage import bulk_rows, log_row, project_file
from galley.core.storage.entry_bytes import Contents
from tests.core.test_merge import decide, handed, made, returned

DECIDED = f"SELECT {log_row.COLUMNS} FROM decision ORDER BY id"


@pytest.mark.parametrize("count", [0, 1, 49, 50, 51, 130])
def test_rows_with_empty_columns_are_written_as_they_are(count: int) -> None:
    chance = random.Random(count)
    rows = [(n, None, chance.choice([None, "a", 0, b"\0"]), None, chance.choice([None, 2.5])) for n in range(count)]
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE TABLE t (a, b, c, d, e)")
        assert bulk_rows.insert(connection, "INSERT INTO t (a, b, c, d, e)", rows) == count
        assert connection.execute("SELECT * FROM t ORDER BY a").fetchall() == rows


def test_none_and_bytes_are_stored_as_null_and_as_bytes() -> None:
    assert project_file.TROUBLE  # the module that says how
    with closing(sqlite3.connect(":memory:")) as connection:
        rows = [connection.execute("SELECT typeof(:it), :it", {"it": it}).fetchone() for it in (None, b"a\0b", b"")]
    assert rows == [("null", None), ("blob", b"a\0b"), ("blob", b"")]


def test_a_ruling_that_is_remembered_is_the_one_of_the_rule() -> None:
    said = [None, "yes", "no", 1, 1.0, 2.5]
    for count in range(4):
        for values in itertools.product(said, repeat=count):
            voices = [Response(7 + who, value) for who, value in enumerate(values)]
            for gold in (None, "yes", UNRESOLVED):
                found, wanted = progress._rule_by_flags(voices, gold), rule_on(voices, FLAGS, gold)
                assert (found, type(found.value)) == (wanted, type(wanted.value))


def test_a_plain_answer_is_read_as_one_with_every_field(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with made(tmp_path) as project:
        packages = handed(project, tmp_path, "ann", "ben")
    decide(packages["ann"], "ann", "yes")
    decide(packages["ben"], "ben", "no", items=(2, 3))
    files = [returned(path) for path in packages.values()]
    found = []
    for name, plain in (("short", replay.PLAIN), ("long", frozenset())):
        shutil.copyfile(tmp_path / "main.galley", tmp_path / f"{name}.galley")
        monkeypatch.setattr(replay, "PLAIN", plain)
        with Project.open(tmp_path / f"{name}.galley") as project:
            assert merge.merge(project, files).new == 8
            found.append(project.read_connection().execute(DECIDED).fetchall())
    assert found[0] == found[1]


def test_what_was_read_of_an_item_for_another_purpose_seals_the_same(tmp_path: Path) -> None:
    with made(tmp_path) as project:
        packages = handed(project, tmp_path, "ann")
        decide(packages["ann"], "ann")
        merge.merge(project, [returned(packages["ann"])])
        connection = project.read_connection()
        told, own = Contents(connection), Contents(connection)
        for item, key in connection.execute("SELECT id, key FROM item").fetchall():
            query = "SELECT id, name, whole_id, units FROM document WHERE item_id = ? ORDER BY whole_id"
            told.know(item, key, connection.execute(query, (item,)).fetchall())
        rows = [log_row.LogRow(*row) for row in connection.execute(DECIDED).fetchall()]
        assert len(rows) == 4
        assert [told.encode_decision(row) for row in rows] == [own.encode_decision(row) for row in rows]
