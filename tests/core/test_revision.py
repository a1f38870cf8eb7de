"""Reviewers write, clarify, split, merge and take away derived units; the log says what stands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from galley.core.domain import Cell, Unit, UnitKind
from galley.core.errors import InputError
from galley.core.exports.registry import export
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import CellReader
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.history import history
from galley.core.review.revisions import Draft, How
from tests.core.made import bring

OPINIONS = [
    {"id": f"o{n}", "kind": "opinion", "text": text, "from": [["dialogue", n]]}
    for n, text in enumerate(["She likes it and he does not.", "It is dear.", "It costs much."])
]
RECORD = {
    "key": "one",
    "documents": [
        {"id": "dialogue", "role": "dialogue", "turns": [{"speaker": "A", "text": t} for t in ("x y", "z", "w")]},
        {"id": "sum", "role": "summary", "system": "s", "part": "opinion", "sentences": ["People differ."]},
    ],
    "units": OPINIONS,
    "verdicts": [
        {"annotator": "judge", "kind": "judge", "scheme": "kgds-opinion", "criterion": "not-covered", "unit": f"o{n}",
         "about": "sum", "value": "yes"}
        for n in range(3)
    ],
}  # fmt: skip


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with Project.create(tmp_path / "p.galley") as made:
        bring(made, [RECORD], tmp_path)
        yield made


def view(project: Project) -> items.ItemView:
    return items.load_item_view(project.read_connection(), 1)


def texts(project: Project) -> list[str]:
    return [unit.text for unit in view(project).derived_units]


def draft(unit: Unit, text: str) -> Draft:
    return Draft(unit.kind, text, unit.document, unit.type, unit.sources)


def test_a_split_stands_where_its_unit_stood_and_an_undo_takes_it_back(project: Project) -> None:
    desk = DecisionWriter(project, "ann")
    first = view(project).derived_units[0]
    parts = [draft(first, "She likes it."), draft(first, "He does not.")]
    desk.revise(1, How.SPLIT, parts, [first.id], "two people").result()
    assert texts(project) == ["She likes it.", "He does not.", "It is dear.", "It costs much."]
    assert view(project).derived_units[1].sources == first.sources
    assert [unit.text for unit in view(project).retired_units] == [first.text]
    desk.undo().result()
    assert texts(project) == [o["text"] for o in OPINIONS]
    desk.redo().result()
    assert texts(project) == ["She likes it.", "He does not.", "It is dear.", "It costs much."]
    words = [event.words for event in history(project.read_connection(), 1)]
    assert words[0] == "split the opinion “She likes it and he does not.” into “She likes it.”, “He does not.”"
    assert check(project) == []


def test_what_was_said_of_a_retired_unit_counts_nowhere_until_it_stands_again(project: Project) -> None:
    desk = DecisionWriter(project, "ann")
    units = view(project).derived_units
    for flag in view(project).flags():
        desk.accept(1, flag).result()
    desk.revise(1, How.MERGE, [draft(units[1], "It is dear and costs much.")], [units[1].id, units[2].id]).result()

    def counted() -> tuple[int, int, int]:
        flags = project.read_connection().execute("SELECT flags FROM item").fetchone()[0]
        trusted = project.read_connection().execute("SELECT sum(right) FROM trust").fetchone()[0]
        reader = CellReader(project.read_connection(), Params())
        question = next(q for q in reader.questions() if q.id == "not-covered")
        cells = reader.cells(question, [a for a, c in reader.annotators.items() if c.name == "judge"])
        return flags, trusted, len(cells.unit)

    assert counted() == (1, 1, 1)
    assert len(view(project).flags()) == 1
    desk.undo().result()
    assert counted() == (3, 3, 3)


def test_revisions_travel_with_the_log(project: Project, tmp_path: Path) -> None:
    desk = DecisionWriter(project, "ann")
    opinions = view(project).derived_units
    desk.revise(1, How.WRITE, [Draft(UnitKind.OPINION, "New.", opinions[0].document, "", (), {"n": 1})]).result()
    new = view(project).derived_units[-1]
    flag = view(project).flags()[0]
    target = flag.cell.target
    desk.add(1, Cell(new.id, flag.cell.criterion, target)).result()
    desk.revise(1, How.CLARIFY, [draft(new, "Newer.")], [new.id]).result()
    desk.revise(1, How.DROP, [], [opinions[2].id]).result()
    desk.undo().result()
    export(project, "galley", tmp_path / "a.jsonl")
    with Project.create(tmp_path / "q.galley") as other:
        import_files(other, IMPORTER, [tmp_path / "a.jsonl"])
        assert texts(other) == texts(project)
        assert [u.meta for u in view(other).retired_units] == [{"n": 1}]
        export(other, "galley", tmp_path / "b.jsonl")
        assert check(other) == []
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


def test_the_order_of_the_units_travels(project: Project, tmp_path: Path) -> None:
    first = view(project).derived_units[0]
    DecisionWriter(project, "ann").revise(
        1, How.SPLIT, [draft(first, "One."), draft(first, "Two.")], [first.id]
    ).result()
    export(project, "galley", tmp_path / "a.jsonl")
    with Project.create(tmp_path / "q.galley") as other:
        import_files(other, IMPORTER, [tmp_path / "a.jsonl"])
        assert texts(other) == texts(project) == ["One.", "Two.", "It is dear.", "It costs much."]
        assert [u.position for u in view(other).derived_units] == [0, 0, 1, 2]


def test_the_parts_of_a_part_stand_before_its_neighbour(project: Project, tmp_path: Path) -> None:
    desk = DecisionWriter(project, "ann")
    first = view(project).derived_units[0]
    desk.revise(1, How.SPLIT, [draft(first, f"Part {n}.") for n in range(12)], [first.id]).result()
    part = view(project).derived_units[1]
    desk.revise(1, How.SPLIT, [draft(part, "Part 1a."), draft(part, "Part 1b.")], [part.id]).result()
    desk.revise(1, How.MERGE, [draft(part, "It costs.")], [u.id for u in view(project).derived_units[-2:]]).result()
    expected = ["Part 0.", "Part 1a.", "Part 1b.", *(f"Part {n}." for n in range(2, 12)), "It costs."]
    assert texts(project) == expected
    desk.undo().result()
    assert texts(project)[-2:] == ["It is dear.", "It costs much."]
    desk.redo().result()
    export(project, "galley", tmp_path / "a.jsonl")
    with Project.create(tmp_path / "q.galley") as other:
        import_files(other, IMPORTER, [tmp_path / "a.jsonl"])
        assert texts(other) == expected


def test_a_revision_that_makes_no_sense_is_refused(project: Project) -> None:
    desk = DecisionWriter(project, "ann")
    first, second, _ = view(project).derived_units
    for how, drafts, replaces in [
        (How.SPLIT, [draft(first, "x")], [first.id]),
        (How.MERGE, [draft(first, "x")], [first.id]),
        (How.DROP, [], []),
        (How.CLARIFY, [draft(first, " ")], [first.id]),
        (How.WRITE, [draft(first, "x")], [second.id]),
    ]:
        with pytest.raises(InputError):
            desk.revise(1, how, drafts, replaces)
    assert len(texts(project)) == 3


def test_another_reading_takes_the_units_from_the_one_before_until_one_comes_or_goes(
    project: Project, tmp_path: Path
) -> None:
    def again(known: items.ItemView) -> items.ItemView:
        found = items.load_item_view(project.read_connection(), 1, known)
        assert found == view(project), "never another item than one that is read from the start"
        return found

    desk, first = DecisionWriter(project, "ann"), view(project)
    desk.accept(1, first.flags()[0]).result()
    second = again(first)
    assert second.derived_units is first.derived_units and second.verdicts != first.verdicts
    unit = first.derived_units[0]
    desk.revise(1, How.SPLIT, [draft(unit, "She likes it."), draft(unit, "He does not.")], [unit.id]).result()
    third = again(second)
    assert third.derived_units is not second.derived_units and len(third.derived_units) == 4
    desk.undo().result()
    fourth = again(third)
    assert [u.text for u in fourth.derived_units] == [u.text for u in first.derived_units] and len(
        fourth.retired_units
    ) == 2
    desk.redo().result()
    assert [u.text for u in again(fourth).derived_units] == [u.text for u in third.derived_units]
    bring(project, [RECORD | {"units": [*OPINIONS, OPINIONS[0] | {"id": "o9", "text": "New."}]}], tmp_path)
    assert again(fourth).derived_units[-1].text == "New."
