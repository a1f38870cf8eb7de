"""The mappings that a file is offered: the one that the project keeps, the one beside the file, those that ship."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from galley.core.errors import InputError
from galley.core.import_types import ImportOptions
from galley.core.importers.registry import find
from galley.core.importers.run_import import import_files
from galley.core.project.project import Project
from galley.core.tables import mapping, stored_mappings
from galley.core.tables.stored_mappings import BESIDE, KEPT, SHIPPED, list_mapping_offers
from tests.core import intake_files


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    """A project's settings, of which there are none."""
    with closing(sqlite3.connect(":memory:")) as made:
        made.execute("CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT)")
        yield made


def test_a_file_that_needs_its_encoding_is_read_by_the_mapping_that_the_project_keeps(
    tmp_path: Path, connection: sqlite3.Connection
) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes("id,source,summary\n1,Ein Müller.,Müller.\n".encode("cp1252"))
    with pytest.raises(InputError, match="not in utf-8"):
        list_mapping_offers([path], connection)
    raw_mapping = {"key": "id", "article": "source", "summaries": [{"text": "summary"}], "read": {"encoding": "cp1252"}}
    with Project.create(tmp_path / "p.galley") as project:
        options = ImportOptions(mapping=mapping.parse_mapping(raw_mapping, ""))
        assert import_files(project, find("table"), [path], options).counts["items"] == 1
        path.write_bytes("id,source,summary\n2,Zwölf.,Zwölf.\n".encode("cp1252"))
        assert stored_mappings.find_kept_mapping(project.read_connection(), path) is not None
        assert import_files(project, find("table"), [path]).counts["items"] == 1
        assert [offer.origin for offer in list_mapping_offers([path], project.read_connection())] == [KEPT]


def test_a_mapping_beside_a_file_comes_first_and_one_that_cannot_be_read_is_left_out(
    tmp_path: Path, connection: sqlite3.Connection
) -> None:
    path = intake_files.write(tmp_path, "aggrefact")
    beside = path.with_name(f"{path.name}.mapping.json")
    beside.write_text('{"key": "{@file}-{@}", "summaries": []}', "utf-8")
    assert [offer.origin for offer in list_mapping_offers([path], connection)] == [BESIDE, SHIPPED]
    beside.write_text("{", "utf-8")
    assert [offer.origin for offer in list_mapping_offers([path], connection)] == [SHIPPED]
