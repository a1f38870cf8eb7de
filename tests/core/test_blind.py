"""Blind mode: what a reviewer is shown of others, and that a lock holds."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from galley.core.errors import InputError
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.project.project import Project
from galley.core.review import blind, items, queue, queue_totals
from galley.core.review.blind import Blind
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.queue import Filter, Show, Sort
from tests.core import building

ALL = Blind(own=True, judges=True, gold=True)


def _decided(folder: Path) -> Project:
    """Item a: Ann overrides what Dov accepts, both leave notes, Chair settles it; item b is untouched."""
    project = building.project(folder, building.record("a"), building.record("b"))
    view = items.load_item_view(project.read_connection(), 1)
    flag = view.flags()[0]
    ann, dov, chair = (DecisionWriter(project, name) for name in ("Ann", "Dov", "Chair"))
    ann.accept(1, flag).result()
    dov.override(1, flag).result()
    dov.note(1, flag.cell, "zebra crossing").result()
    ann.note(1, flag.cell, "gazelle").result()
    chair.adjudicate(1, flag.cell, "yes").result()
    other = view.flags()[1]
    ann.accept(1, other).result()
    dov.override(1, other).result()
    return project


def _put(project: Project, wanted: Blind) -> None:
    project.write(lambda connection: blind.store_blind(connection, wanted)).result()


def test_an_item_holds_nothing_that_is_hidden(tmp_path: Path) -> None:
    with _decided(tmp_path) as project:
        _put(project, ALL)
        view, ann = items.load_item_view(project.read_connection(), 1), DecisionWriter(project, "Ann").reviewer
        veiled = blind.read_blind(project.read_connection()).veil(view, ann)
        told = repr(veiled)
        for hidden in ("Dov'", "Chair", "zebra", "name='judge'", "name='other'", "name='gold'"):
            assert hidden in repr(view)
            assert hidden not in told
        assert "gazelle" in told and "Ann" in told
        assert {a.name for a in veiled.annotators.values()} == {"Ann", "Judge A", "Judge B"}
        assert len(veiled.flags()) == len(view.flags()), "flags stay; only their author is hidden"
        assert {v.annotator for v in veiled.verdicts} <= set(veiled.annotators)


def test_judges_may_be_named_where_people_are_hidden(tmp_path: Path) -> None:
    with _decided(tmp_path) as project:
        _put(project, Blind(own=True))
        shown = blind.annotators(project.read_connection(), DecisionWriter(project, "Dov").reviewer)
        assert {a.name for a in shown.values()} == {"judge", "other", "Dov", "gold"}


def test_the_queue_tells_nothing_of_others(tmp_path: Path) -> None:
    with _decided(tmp_path) as project:
        reader, ann, dov = (
            project.read_connection(),
            DecisionWriter(project, "Ann").reviewer,
            DecisionWriter(project, "Dov").reviewer,
        )
        zebra = Filter(search="zebra")
        assert list(queue.ids(reader, zebra, ann)) == [1]
        assert list(queue.ids(reader, Filter(show=Show.TIES), ann)) == [1]
        assert queue.rows(reader, [1], ann)[0].votes == "1:1"
        assert queue_totals.totals(reader, ann).ties == 1
        _put(project, ALL)
        assert list(queue.ids(reader, zebra, ann)) == []
        assert list(queue.ids(reader, zebra, dov)) == [1]
        assert list(queue.ids(reader, Filter(show=Show.TIES, sort=Sort.TIES), ann)) == [1, 2]
        row, totals = queue.rows(reader, [1], ann)[0], queue_totals.totals(reader, ann)
        assert (row.ties, row.votes) == (0, "")
        assert (totals.ties, totals.tied_items, totals.decisions) == (0, 0, 2), "a note is no decision"


def test_a_locked_project_shows_nothing_more(tmp_path: Path) -> None:
    with _decided(tmp_path) as project:
        _put(project, replace(ALL, locked=True))
        for weaker in (Blind(), ALL, replace(ALL, locked=True, gold=False), Blind(locked=True)):
            with pytest.raises(InputError, match="locked"):
                _put(project, weaker)
        assert blind.read_blind(project.read_connection()) == replace(ALL, locked=True)


def test_a_lock_may_be_put_on_and_an_unlocked_mode_taken_back(tmp_path: Path) -> None:
    with _decided(tmp_path) as project:
        _put(project, ALL)
        _put(project, Blind())
        assert not blind.read_blind(project.read_connection()).on
        blind.refuse_if_blind(project.read_connection(), "A figure")
        _put(project, Blind(own=True, locked=True))
        _put(project, Blind(own=True, gold=True, locked=True))
        with pytest.raises(InputError, match=r"A figure would show.*answers of other people and gold.*package"):
            blind.refuse_if_blind(project.read_connection(), "A figure")


def test_a_setting_that_cannot_be_read_hides_everything(tmp_path: Path) -> None:
    with building.project(tmp_path) as project:
        for broken in ("{", "[1]", "7"):

            def spoil(connection: object, broken: str = broken) -> tuple[None, object]:
                from galley.core.domain import ChangeSet

                connection.execute(  # type: ignore[attr-defined]
                    "INSERT OR REPLACE INTO setting (name, value) VALUES ('blind-mode', ?)", (broken,)
                )
                return None, ChangeSet()

            project.write(spoil).result()  # type: ignore[arg-type]
            assert blind.read_blind(project.read_connection()) == Blind(True, True, True, True)


@pytest.mark.parametrize("before", [None, ALL])
def test_an_import_neither_hides_nor_shows_anything(before: Blind | None, tmp_path: Path) -> None:
    """A file that brings a mode of its own changes none that is there, and locks no project at work."""
    with building.project(tmp_path) as project:
        if before is not None:
            _put(project, before)
        for mode in (Blind(), Blind(True, True, True, locked=True)):
            source = tmp_path / "more.jsonl"
            header = {"galley": 1, "settings": {blind.SETTING: asdict(mode), "other": 1}}
            source.write_text(json.dumps(header) + "\n", "utf-8")
            import_files(project, IMPORTER, [source])
            assert blind.read_blind(project.read_connection()) == (before or Blind())
        assert project.read_connection().execute("SELECT value FROM setting WHERE name = 'other'").fetchone() == ("1",)


def test_the_letters_go_on_after_z() -> None:
    assert [blind.letters(n) for n in (0, 25, 26, 27, 701, 702)] == ["A", "Z", "AA", "AB", "ZZ", "AAA"]
