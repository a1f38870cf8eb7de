"""Roles of fields under a mapping, given one by one, and what a mapping has to say: what the window works with."""

from __future__ import annotations

import copy
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from galley.core.errors import InputError
from galley.core.import_types import ImportOptions
from galley.core.importers.registry import find
from galley.core.importers.run_import import import_files
from galley.core.project.project import Project
from galley.core.tables import field_roles, inspection, mapping, questions, shipped_mappings, stored_mappings
from tests.core import intake_files
from tests.core.test_intake_shapes import cells, documents


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    """A project's settings, of which there are none."""
    with closing(sqlite3.connect(":memory:")) as made:
        made.execute("CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT)")
        yield made


WANTED = (field_roles.META, field_roles.LEFT, "key", "article", "summary", "verdict:basic/hallucination")


def guessed(look: inspection.FileInspection) -> dict[str, Any]:
    return next(each.mapping.raw_mapping for each in look.offers if each.origin == inspection.GUESSED)


def taken(folder: Path, name: str, path: Path, given: dict[str, Any]) -> tuple[Any, ...]:
    with Project.create(folder / f"{name}.galley") as project:
        import_files(project, find("table"), [path], ImportOptions(mapping=mapping.parse_mapping(given, "the test")))
        return cells(project), documents(project)


def test_roles_given_one_by_one_take_in_what_the_shipped_mapping_takes_in(
    tmp_path: Path, connection: sqlite3.Connection
) -> None:
    path = intake_files.write(tmp_path, "aggrefact")
    look = inspection.inspect_files([path], connection)
    assert [each.origin for each in look.offers] == [inspection.SHIPPED, inspection.GUESSED]
    shipped = look.offers[0].mapping.raw_mapping
    names = list(look.fields)
    given: dict[str, Any] = {"key": field_roles.NUMBERED}
    for name, role in field_roles.roles(shipped, names).items():
        if role != field_roles.META:
            given = field_roles.assign_role(given, name, role, names)
    assert field_roles.roles(given, names) == field_roles.roles(shipped, names)
    still = [each for each in questions.list_questions(given) if each.answer is None]
    assert [each.name for each in still] == ["value", "annotator", "kind"] and still[0].of == "basic/hallucination"
    assert {each.about for each in mapping.parse_mapping(given, "").questions} == {
        each.question.about for each in still
    }
    for asking, said in zip(still, ({"0": "yes", "1": "no"}, "aggrefact", "gold"), strict=True):
        given = questions.answer_question(given, asking.question.about, said)
    assert not mapping.parse_mapping(given, "").questions
    assert taken(tmp_path, "ours", path, given) == taken(tmp_path, "theirs", path, shipped)


@pytest.mark.parametrize("name", sorted(intake_files.SHAPES))
def test_a_role_taken_away_is_gone_and_one_given_is_there_and_nothing_is_changed_in_place(
    name: str, tmp_path: Path, connection: sqlite3.Connection
) -> None:
    look = inspection.inspect_files([intake_files.write(tmp_path, name)], connection)
    names = list(look.fields)
    for offer in look.offers:
        given, before = offer.mapping.raw_mapping, copy.deepcopy(offer.mapping.raw_mapping)
        for path, role in field_roles.roles(given, names).items():
            for wanted in WANTED:
                try:
                    made = field_roles.assign_role(given, path, wanted, names)
                except InputError as error:
                    assert path in str(error) or wanted in str(error)
                    continue
                assert field_roles.roles(made, names)[path] == wanted, (offer.name, path, role, wanted)
                questions.list_questions(made)  # it can be read
        assert given == before


def test_an_answer_can_be_taken_back(connection: sqlite3.Connection) -> None:
    given = shipped_mappings.load_shipped()["ragtruth"].raw_mapping
    for asking in questions.list_questions(given):
        assert asking.answer is not None
        bare = questions.answer_question(given, asking.question.about, None)
        again = {each.question.about: each.answer for each in questions.list_questions(bare)}
        assert not again.get(asking.question.about), "a map that is gone takes the question about silence with it"


def test_two_columns_of_summaries_ask_which_one_an_answer_is_about() -> None:
    given = {"key": "id", "article": "text", "scores": [{"metric": "=rouge", "value": "rouge"}],
             "summaries": [{"text": "a", "system": "=a"}, {"text": "b", "system": "=b"}]}  # fmt: skip
    assert [each.about for each in mapping.parse_mapping(given, "").questions] == ["scores[0].system"]
    (asking,) = questions.list_questions(given)
    assert asking.choices == ("a", "b")
    assert not mapping.parse_mapping(questions.answer_question(given, "scores[0].system", "b"), "").questions


def test_a_file_that_needs_its_encoding_said_is_read_by_the_mapping_that_the_project_keeps(
    tmp_path: Path, connection: sqlite3.Connection
) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes("id,source,summary\n1,Ein Müller.,Müller.\n".encode("cp1252"))
    with pytest.raises(InputError, match="not in utf-8"):
        inspection.inspect_files([path], connection)
    look = inspection.inspect_files([path], connection, {"encoding": "cp1252"})
    assert look.rows == [("line 2", ["1", "Ein Müller.", "Müller."])]
    given = guessed(look)
    assert given["read"] == {"encoding": "cp1252"}
    with Project.create(tmp_path / "p.galley") as project:
        options = ImportOptions(mapping=mapping.parse_mapping(given, ""))
        assert import_files(project, find("table"), [path], options).counts["items"] == 1
        path.write_bytes("id,source,summary\n2,Zwölf.,Zwölf.\n".encode("cp1252"))
        assert stored_mappings.find_kept_mapping(project.read_connection(), path) is not None
        assert import_files(project, find("table"), [path]).counts["items"] == 1
        assert inspection.inspect_files([path], project.read_connection()).offers[0].origin == inspection.KEPT


def test_a_mapping_beside_a_file_that_cannot_be_read_is_said(tmp_path: Path, connection: sqlite3.Connection) -> None:
    path = intake_files.write(tmp_path, "aggrefact")
    path.with_name(f"{path.name}.mapping.json").write_text("{", "utf-8")
    look = inspection.inspect_files([path], connection)
    assert len(look.faults) == 1 and "is no valid JSON" in look.faults[0] and look.offers


def test_fields_have_some_of_their_values_and_a_preview_has_twenty_rows(
    tmp_path: Path, connection: sqlite3.Connection
) -> None:
    path = tmp_path / "t.csv"
    path.write_text("id,summary\n" + "".join(f"{n},S {n}.\n" for n in range(50)), "utf-8")
    look = inspection.inspect_files([path], connection)
    assert look.fields == {"id": ["0", "1", "2"], "summary": ["S 0.", "S 1.", "S 2."]}
    assert len(look.rows) == 20 and look.rows[19] == ("line 21", ["19", "S 19."])


def test_a_table_of_many_columns_shows_some_and_loses_none(tmp_path: Path, connection: sqlite3.Connection) -> None:
    path = tmp_path / "t.csv"
    names = ["id", "summary", *(f"c{n}" for n in range(16_382))]
    path.write_text(",".join(names) + "\n1,A.," + ",".join(map(str, range(16_382))) + "\n", "utf-8")
    look = inspection.inspect_files([path], connection)
    assert len(look.fields) == 100 and look.names == tuple(names) and "16,384 fields" in look.faults[0]
    given = field_roles.assign_role(guessed(look), "c5", field_roles.LEFT, look.names)
    assert set(given["meta"]) == set(names) - {"id", "summary", "c5"}, "what is not shown is kept"
