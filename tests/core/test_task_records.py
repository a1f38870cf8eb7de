"""Tasks in files: the native record, protocols that somebody edited, projects from before there were any."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from galley.core.errors import GalleyError, InputError, ProtocolError
from galley.core.exports.registry import export
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.metrics import registry
from galley.core.metrics.base import Params
from galley.core.project import protocol_use
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import log_entries, task_overview
from galley.core.review.decision_writer import DecisionWriter
from tests.core import building
from tests.core.test_tasks import HEAD, KEY, SETTLED, SUPPORTING, Study, _facts, paragraphs


def _study(folder: Path) -> Study:
    study = Study(building.project(folder, _facts()), folder)
    study.use(SUPPORTING + SETTLED + KEY)
    one, two = paragraphs(study, [("yes", "yes"), ("yes", "no")])
    study.say("ben", two, "yes", round=2)
    for fact in ("f1", "f2"):
        for who in ("ann", "ben"):
            cells = [study.cell(f"kgds-fact/{name}", fact, "article") for name in ("repeated", "key")]
            study.desk(who).form(1, {cells[0]: "no", cells[1]: "yes" if who == "ann" else None}).result()

    def known_and_void(connection: Any) -> Any:
        (task,) = connection.execute("SELECT id FROM task WHERE name = 'p/key'").fetchone()
        connection.execute("INSERT INTO void SELECT ?, id, 1, 1 FROM annotator WHERE name = 'ben'", (task,))
        connection.execute("INSERT INTO known VALUES (?, ?, ?, 1, 'no', 0)", (one.criterion, one.unit, one.target))
        connection.execute("INSERT INTO handed VALUES (?, 1, ?, ?, ?)", (task, one.criterion, one.unit, one.target))
        log_entries.add_import(connection)  # whoever changes these leaves an entry
        return None, protocol_use.renew(connection)

    study.project.write(known_and_void).result()
    return study


def _figures(project: Project) -> Any:
    agreement = registry.compute("agreement", project.read_connection(), Params(resamples=0)).rows
    return [line.plain() for line in task_overview.lines(project.read_connection())], agreement


def test_a_project_with_tasks_comes_back_whole_from_its_record(tmp_path: Path) -> None:
    study = _study(tmp_path)
    with study.project as project:
        assert check(project) == []
        out = tmp_path / "out.jsonl"
        export(project, "galley", out)
        first, item = building.native(out.read_bytes())
        assert first["galley"] == 2 and first["protocols"][0]["id"] == "p"
        assert {entry.get("task") for entry in item["decisions"]} == {"p/supporting", "p/key"}
        assert [len(item[name]) for name in ("handed", "known", "void")] == [1, 1, 1]
        with Project.create(tmp_path / "again.galley") as again:
            import_files(again, IMPORTER, [out])
            assert check(again) == []
            assert _figures(again) == _figures(project)
            export(again, "galley", tmp_path / "again.jsonl")
        assert (tmp_path / "again.jsonl").read_text("utf-8") == out.read_text("utf-8")


def test_without_a_protocol_the_record_is_of_the_first_format(tmp_path: Path) -> None:
    with building.project(tmp_path, building.record()) as project:
        DecisionWriter(project, "ann").note(1, None, "hm").result()
        export(project, "galley", tmp_path / "out.jsonl")
        assert building.native((tmp_path / "out.jsonl").read_bytes())[0]["galley"] == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"task": "p/nothing"}, "the task 'p/nothing', which this project does not have"),
        ({"task": 7}, "task must be text, not 7"),
        ({"round": 0}, "round must be a whole number from 1, not 0"),
        ({"round": "two"}, "round must be a whole number, not 'two'"),
        ({"seconds": -1}, "seconds must be a number from 0, not -1"),
        ({"act": ""}, "act must be text that is not empty, not ''"),
    ],
)
def test_a_decision_of_what_there_is_not_is_refused(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    with _study(tmp_path).project as project:
        out = tmp_path / "out.jsonl"
        export(project, "galley", out)
    first, item = building.native(out.read_bytes())
    item["decisions"][0].update(change)
    out.write_text("\n".join(json.dumps(each) for each in (first, item)), encoding="utf-8")
    with Project.create(tmp_path / "again.galley") as again:
        with pytest.raises(InputError, match=said):
            import_files(again, IMPORTER, [out])
        assert again.read_connection().execute("SELECT count(*) FROM item").fetchone() == (0,)


CIRCLE = """
[[task]]
id = "one"
name = "One"
kind = "answer"
criteria = ["kgds-paragraph/supporting"]
after = ["two"]
[[task]]
id = "two"
name = "Two"
kind = "answer"
criteria = ["kgds-fact/key"]
after = ["one"]
"""


def test_a_crafted_protocol_is_a_sentence_wherever_it_is_read(tmp_path: Path) -> None:
    project = _study(tmp_path).project
    project.close()
    for source, said in ((HEAD + CIRCLE, "these tasks wait for each other"), ("format = 9\n" + HEAD, "format 9")):
        with closing(sqlite3.connect(project.path)) as connection:
            connection.execute("UPDATE protocol SET source = ?", (source,))
            connection.commit()
        with Project.open(project.path) as opened:
            with pytest.raises(GalleyError, match=said):
                task_overview.lines(opened.read_connection())
            with pytest.raises(GalleyError, match=said):
                registry.compute("agreement", opened.read_connection(), Params(resamples=0))
            with pytest.raises(GalleyError, match=said):
                DecisionWriter(opened, "ann").note(1, None, "hm").result()
            assert opened.read_connection().execute("SELECT count(*) FROM note").fetchone() == (0,)
        assert any(said in sentence for sentence in check(project.path))


def test_a_protocol_of_a_newer_galley_is_refused_when_it_is_used(tmp_path: Path) -> None:
    with building.project(tmp_path, _facts()) as project:
        path = tmp_path / "p.toml"
        path.write_text("format = 2\n" + HEAD + SUPPORTING, encoding="utf-8")
        with pytest.raises(ProtocolError, match=r"format 2, and this Galley reads up to 1; update Galley"):
            project.write(lambda c: protocol_use.use(c, str(path), "lea")).result()
        assert [line.task for line in task_overview.lines(project.read_connection())] == ["flags/flags"]
