"""Verdicts lie on units of the kind that their criterion asks about, so that every project can be packed and its export
imported; what an earlier judge said of others is taken out when the project is opened."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from galley.core.campaign.pack import find_hindrances, pack
from galley.core.cli.history_command import COMMAND as HISTORY
from galley.core.domain import Cell, ChangeSet
from galley.core.exports.registry import export
from galley.core.importers.registry import find
from galley.core.importers.run_import import import_files
from galley.core.judges.methods.base import Choices, FoundVerdict, Outcome
from galley.core.judges.order import Order, prepare
from galley.core.judges.runner import Runner, drop_unasked_units
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.storage import unit_queries
from tests.core import building
from tests.core.test_offline_held import PARAGRAPHS, SUMMARY
from tests.core.test_old_packages import age

TALK = ["Ann: Is the harbour pier at Westmole closed for repairs?", "Bo: The dredger from Halm never had a crew."]


def item(role: str, **units: Any) -> dict[str, Any]:
    summary = {"id": "sum", "role": "summary", "system": "a", "sentences": SUMMARY}
    return {"key": "pier", "documents": [{"id": role, "role": role, **units}, summary]}


FLAT = {
    "article without blank lines": item("article", text=" ".join(PARAGRAPHS)),
    "article in sentences": item("article", sentences=PARAGRAPHS),
    "article in paragraphs": item("article", paragraphs=PARAGRAPHS),
    "dialogue in sentences": item("dialogue", sentences=TALK),
    "dialogue in paragraphs": item("dialogue", paragraphs=TALK),
}


def wrong(project: Project) -> int:
    return (
        project.read_connection()
        .execute(
            "SELECT count(*) FROM verdict JOIN unit ON unit.id = unit_id JOIN criterion ON criterion.id = criterion_id"
            " WHERE (criterion.name = 'uncovered-paragraph' AND unit.kind <> 'paragraph')"
            " OR (criterion.name = 'missed-turn' AND unit.kind <> 'turn')"
        )
        .fetchone()[0]
    )


def travel(project: Project, folder: Path) -> int:
    """Pack the project, export it and import it again; how many verdicts arrive."""
    pack(project, {"ann": folder / "ann.galley"})
    out = folder / "out.jsonl"
    export(project, "galley", out)
    with Project.create(folder / "again.galley") as again:
        import_files(again, find("galley"), [out])
        return again.read_connection().execute("SELECT count(*) FROM verdict").fetchone()[0]


@pytest.mark.parametrize("name", FLAT)
def test_what_the_embedded_judge_says_can_be_packed_and_imported_again(tmp_path: Path, name: str) -> None:
    with building.project(tmp_path, FLAT[name]) as project:
        assert (
            Runner(project, prepare(project, Order("offline", choices=Choices(criteria=("all",)))))
            .start()
            .join(20)
            .state
            == "done"
        )
        assert wrong(project) == 0
        said = project.read_connection().execute("SELECT count(*) FROM verdict").fetchone()[0]
        assert travel(project, tmp_path) == said
        assert said or name != "article in paragraphs"
        path = project.path
    assert find_hindrances(path) == []


@pytest.mark.parametrize(
    ("form", "source"),
    [
        ("finesure", "finesure/dataset__frank__frank-data-sample-10.json"),
        ("qags", "unieval_qags/qags_xsum_result.json"),
    ],
)
def test_real_data_travels_after_the_embedded_judge(shared_data: Path, tmp_path: Path, form: str, source: str) -> None:
    with Project.create(tmp_path / "a.galley") as project:
        import_files(project, find(form), [shared_data / source])
        assert Runner(project, prepare(project, Order("offline"))).start().join(100).state == "done"
        assert travel(project, tmp_path)


def test_a_method_s_verdicts_on_other_units_are_left_out_and_said(tmp_path: Path) -> None:
    with building.project(tmp_path, building.record("a")) as project:
        plan = prepare(project, Order("offline"))
        view = items.load_item_view(project.read_connection(), 1)
        schemes = plan.context.schemes.values()
        rows = {c.name: (c.row, c.unit) for s in schemes for c in s.criteria}
        found = [
            FoundVerdict(Cell(unit, row, document.id), "yes")
            for document in view.documents
            for unit in [document.whole, *(u.id for u in document.units)]
            for row, _ in rows.values()
        ]
        kept = drop_unasked_units(Outcome(verdicts=found), view, schemes)
        kinds = {u.id: u.kind for d in view.documents for u in d.units}
        asked = dict(rows.values())
        right = [f for f in found if kinds.get(f.cell.unit, asked[f.cell.criterion]) == asked[f.cell.criterion]]
        assert kept.verdicts == right and 0 < len(right) < len(found)
        assert len(kept.notes) == len(found) - len(right)
        assert drop_unasked_units(replace(kept, notes=()), view, schemes).notes == ()


def flag_sentences(connection: sqlite3.Connection) -> ChangeSet:
    """What the built-in judge of earlier releases said: two sentences of the article as uncovered paragraphs."""
    judge, run = connection.execute("SELECT annotator_id, id FROM run").fetchone()
    row = connection.execute("SELECT id FROM criterion WHERE name = 'uncovered-paragraph'").fetchone()[0]
    target = connection.execute("SELECT id FROM document WHERE role = 'summary'").fetchone()[0]
    for (unit,) in connection.execute(
        "SELECT unit.id FROM unit JOIN document ON document.id = document_id"
        " WHERE role = 'article' AND kind = 'sentence'"
        " ORDER BY 1 LIMIT 2"
    ).fetchall():
        verdict = connection.execute(
            "INSERT INTO verdict (annotator_id, criterion_id, unit_id, target_id, item_id, value, run_id)"
            " VALUES (?, ?, ?, ?, 1, 'yes', ?) RETURNING id",
            (judge, row, unit, target, run),
        ).fetchone()[0]
        connection.execute(
            'INSERT INTO evidence (verdict_id, position, unit_id, start, "end", quote, match)'
            " VALUES (?, 0, ?, 0, 3, 'The', 'verbatim')",
            (verdict, unit),
        )
        connection.execute(
            "INSERT INTO lineage (run_id, item_id, state, verdict_id) VALUES (?, 1, 'new', ?)", (run, verdict)
        )
    from galley.core.review.progress import tally

    tally(connection, 1)
    return ChangeSet(structure=True)


@pytest.mark.parametrize("decided", [False, True])
def test_a_project_of_an_earlier_release_is_repaired_when_it_is_opened(tmp_path: Path, decided: bool) -> None:
    with building.project(tmp_path, FLAT["article in sentences"]) as project:
        assert (
            Runner(project, prepare(project, Order("offline", choices=Choices(criteria=("all",)))))
            .start()
            .join(20)
            .state
            == "done"
        )
        project.write(flag_sentences).result()
        path = project.path
        if decided:
            flags = items.load_item_view(project.read_connection(), 1).flags()
            row = (
                project.read_connection()
                .execute("SELECT id FROM criterion WHERE name = 'uncovered-paragraph'")
                .fetchone()[0]
            )
            DecisionWriter(project, "ann").override(1, next(f for f in flags if f.cell.criterion == row)).result()
    age(path)
    with Project.open(path) as opened:
        assert wrong(opened) == (2 if decided else 0), "the flag with a decision about it, and the answer"
        assert travel(opened, tmp_path) is not None
        with Project.open(tmp_path / "again.galley", read_only=True) as again:
            decisions = again.read_connection().execute("SELECT action, value FROM decision").fetchall()
            assert decisions == ([("override", "no")] if decided else [])
    assert [said for said in check(path) if "search index" not in said] == []  # ``age`` makes none
    assert find_hindrances(path) == []
    with closing(sqlite3.connect(path)) as connection:
        assert len(unit_queries.repairs(connection)) == 1
        assert connection.execute("SELECT count(*) FROM evidence").fetchone()[0] >= decided
    told = CliRunner().invoke(HISTORY, ["--project", str(path)]).output
    taken = "1 flag" if decided else "2 flags"
    assert f"repaired: {taken} of judges on units that their criterion does not ask about taken out" in told


def test_check_tries_whether_the_project_could_leave(tmp_path: Path) -> None:
    with building.project(tmp_path, building.record("a")) as project:
        path = project.path
    assert find_hindrances(path) == []
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE verdict SET value = 'perhaps' WHERE value = 'yes'")
        connection.commit()
    packed, exported = find_hindrances(path)
    assert packed.startswith("It cannot be packed: ") and exported.startswith("Its export cannot be imported: ")
    assert all('takes "yes" or "no", not \'perhaps\'' in said for said in (packed, exported))
