"""Many flags decided at once: each a decision of its own, together one step of undo."""

from __future__ import annotations

from pathlib import Path

import pytest

from galley.core.errors import InputError
from galley.core.exports.registry import export
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_sets import decide
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from tests.core import building


def test_many_flags_are_one_step_of_undo_and_of_redo(tmp_path: Path) -> None:
    with building.project(tmp_path, *(building.record(f"n{n}") for n in range(4))) as project:
        desk = DecisionWriter(project, "ann")
        view = load_item_view(project.read_connection(), 1)
        desk.accept(1, view.flags()[0]).result()
        before = state(project)
        flags = project.read_connection().execute("SELECT id FROM verdict WHERE decision_id IS NULL ORDER BY id")
        every = [row for (row,) in flags]
        assert len(every) == 16 and decide(desk, every[4:], "reject", "rule 3") == 9, "two judges flag one cell"
        after = state(project)
        answers = project.read_connection().execute(
            "SELECT count(*), min(value), max(value) FROM verdict WHERE decision_id > 1").fetchone()  # fmt: skip
        assert tuple(answers) == (9, "no", "no")
        assert project.read_connection().execute("SELECT count(*) FROM note WHERE text = 'rule 3'").fetchone()[0] == 9
        done = desk.undo().result()
        assert done.about.item_id in (2, 3, 4) and state(project) == before
        assert desk.can_undo() == "accept"
        desk.undo().result()
        desk.redo().result()
        assert state(project) == before and desk.can_redo() in ("override", "note")
        desk.redo().result()
        assert state(project) == after and desk.can_redo() == "" and check(project) == []
        export(project, "galley", tmp_path / "out.jsonl")
        with Project.create(tmp_path / "again.galley") as other:
            import_files(other, IMPORTER, [tmp_path / "out.jsonl"])
            DecisionWriter(other, "ann").undo().result()
            assert state(other) == before, "a step stays one on its way through a file"
        desk.undo().result()
        decide(desk, every[:1], "unsure")
        assert desk.can_redo() == ""
        with pytest.raises(InputError, match="1 of these 2 are not flags"):
            decide(desk, [every[0], 10**6], "accept")
        with pytest.raises(InputError, match="accept, reject, unsure"):
            decide(desk, every, "maybe")


def state(project: Project) -> list[tuple[object, ...]]:
    """What people's decisions add up to, without row ids."""
    return sorted(
        project.read_connection().execute(
            "SELECT key, name, unit_id - (SELECT min(whole_id) FROM document WHERE item_id = item.id), value"
            " FROM verdict JOIN item ON item.id = item_id JOIN annotator ON annotator.id = annotator_id"
            " WHERE kind = 'human' UNION ALL SELECT key, 'note', count(*), text FROM note JOIN item"
            " ON item.id = item_id GROUP BY key, text"
        ).fetchall(),
        key=str,
    )
