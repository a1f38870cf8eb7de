"""Cells, roll-ups and gold from SQL and numpy, against the same worked out item by item in plain Python."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from galley.core.domain import JUDGES, Action, AnnotatorKind, Cell, ChangeSet, Criterion, Role, UnitKind
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.metrics.base import Memory, Params
from galley.core.metrics.cell_arrays import NOT_ASKED, PARTLY, UNSCORED, CellQuestion, CellReader
from galley.core.metrics.gold import TIE
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.storage import names
from tests.core import building, made
from tests.core.examples import examples

SAMPLE = Path(__file__).resolve().parents[2] / "resources" / "sample" / "sample.jsonl"
JUDGED = (Role.SUMMARY, Role.TABLE)

Said = dict[tuple[int, int, int, int], int]
"""(annotator, criterion, unit, target) to 1, 0 or UNSCORED; what is missing was not asked."""


def cells_of(view: items.ItemView, criterion: Criterion, target: int) -> Iterator[int]:
    """The units that a criterion has on one judged document, by the definition of a cell."""
    units = [(d, u.id, u.kind) for d in view.documents for u in d.units]
    units += [(d, d.whole, UnitKind.WHOLE) for d in view.documents]
    typed = [u for u in view.derived_units if not criterion.types or u.type in criterion.types]
    derived = [(view.document(u.document), u.id, u.kind) for u in typed]
    for home, unit, kind in [*(u for u in units if u[0].role in criterion.roles), *derived]:
        if kind == criterion.unit:
            own = criterion.about == "self" or home.role in JUDGED
            if home.id == target if own else view.document(target).role in JUDGED:
                yield unit


def said(project: Project) -> Said:
    connection = project.read_connection()
    criteria = names.criteria(connection)
    found: Said = {}
    for (item,) in connection.execute("SELECT id FROM item").fetchall():
        view = items.load_item_view(connection, item)
        wholes = {d.whole for d in view.documents}
        for v in view.verdicts:
            if v.cell.unit not in wholes or criteria[v.cell.criterion].unit is UnitKind.WHOLE:
                code = UNSCORED if v.value is None else int(v.value == "yes")
                found[v.annotator, v.cell.criterion, v.cell.unit, v.cell.target] = code
        for annotator, row, target in view.judged_pairs:
            for unit in cells_of(view, criteria[row], target):
                if view.is_implicit_no(annotator, Cell(unit, row, target)):
                    found.setdefault((annotator, row, unit, target), 0)
    return {key: code for key, code in found.items() if criteria[key[1]].scale == "yes-no"}


def askable(project: Project) -> dict[tuple[int, int], set[int]]:
    """The criteria that each cell (unit, target) is asked under."""
    found: dict[tuple[int, int], set[int]] = {}
    criteria = names.criteria(project.read_connection())
    for (item,) in project.read_connection().execute("SELECT id FROM item").fetchall():
        view = items.load_item_view(project.read_connection(), item)
        for row, criterion in criteria.items():
            for document in view.documents:
                for unit in cells_of(view, criterion, document.id):
                    found.setdefault((unit, document.id), set()).add(row)
    return found


def majority(votes: list[int]) -> int:
    known = [vote for vote in votes if vote >= 0]
    if not known:
        return UNSCORED if UNSCORED in votes else PARTLY if PARTLY in votes else NOT_ASKED
    (value, most), *_ = Counter(known).most_common()
    return value if 2 * most > len(known) else TIE


def ever_asked(project: Project) -> dict[int, set[int]]:
    """The criteria that unions are over: of each judge those that it ever spoke about, of people those that any of them
    did, and once there are decisions those that a judge did."""
    found: dict[int, set[int]] = {}
    for who, row in project.read_connection().execute(
        "SELECT annotator_id, criterion_id FROM verdict UNION SELECT annotator_id, criterion_id FROM judged"
    ):
        found.setdefault(who, set()).add(row)
    kinds = names.annotators(project.read_connection())
    judges = {who for who, annotator in kinds.items() if annotator.kind in JUDGES}
    decided = project.read_connection().execute("SELECT count(*) FROM decision WHERE task_id IS NULL").fetchone()[0]
    people = set().union(*(rows for who, rows in found.items() if decided or who not in judges))
    return {who: found.get(who, set()) if who in judges else people for who in kinds}


def check(project: Project) -> int:
    """Compare every state of every annotator and of gold. Gives how many there were."""
    wanted, asks = said(project), askable(project)
    reader = CellReader(project.read_connection(), Params())
    everybody = list(reader.annotators)
    kinds = {row: a.kind for row, a in reader.annotators.items()}
    ever = ever_asked(project)
    gold: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for (who, criterion, *place), code in wanted.items():
        if kinds[who] is AnnotatorKind.GOLD:
            gold.setdefault((*place,), []).append((criterion, code))
    count = 0
    for question in (q for q in reader.questions() if q.binary):
        cells = reader.cells(question, everybody, with_gold=True)
        assert cells.gold is not None
        rows = {(int(u), int(t)): n for n, (u, t) in enumerate(zip(cells.unit, cells.target, strict=True))}
        assert {k[2:] for k in wanted if k[1] in question.rows} <= rows.keys()
        for (unit, target), row in rows.items():
            members = [c for c in question.rows if c in asks[unit, target]]

            def union(
                who: int,
                over: dict[int, int],
                left: tuple[int, ...] = (),
                unit: int = unit,
                target: int = target,
                members: list[int] = members,
                question: CellQuestion = question,
            ) -> int:
                if len(question.rows) > 1:
                    members = [c for c in members if c in ever[who]]
                own = [over.get(c, wanted.get((who, c, unit, target), NOT_ASKED)) for c in members if c not in left]
                asked = [code for code in own if code != NOT_ASKED]
                if not asked or len(asked) < len(own):
                    return PARTLY if asked else NOT_ASKED
                if UNSCORED in asked and kinds[who] not in JUDGES:
                    return UNSCORED  # of people's answers a yes counts only where a no would
                return 1 if 1 in asked else UNSCORED if UNSCORED in asked else 0

            ruled = {c: code for c, code in gold.get((unit, target), ()) if c in question.rows}
            settled = {c: code for c, code in ruled.items() if code >= 0}
            left = tuple(ruled.keys() - settled.keys())
            for who in everybody:
                assert cells.column(who)[row] == union(who, {})
                count += 1
            people = [who for who in everybody if kinds[who] is AnnotatorKind.HUMAN]
            if people and len(members) > 1:
                members = [c for c in members if c in ever[people[0]]]
            if ruled and len(ruled) == len(members):
                truth = UNSCORED if left else max(settled.values())
            else:
                votes = [union(who, settled, left) for who in people]
                if not people and settled:
                    votes = [PARTLY]
                truth = majority(votes)
                if left and max(votes, default=UNSCORED) >= 0:
                    truth = UNSCORED
            assert cells.gold[row] == truth
    return count


def test_the_sample_project(tmp_path: Path) -> None:
    with Project.create(tmp_path / "s.galley") as project:
        import_files(project, IMPORTER, [SAMPLE])
        assert check(project) > 10_000


@settings(max_examples=examples(9, 25), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.data())
def test_made_up_projects_after_random_reviewing(data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder, Project.create(Path(folder) / "p.galley") as project:
        records = data.draw(made.records())
        made.bring(project, records, Path(folder))
        project.write(lambda c: (names.add_scheme(c, "dial-summer"), ChangeSet())).result()
        for name in ("finesure", "kgds-fact"):
            project.write(lambda c, name=name: (names.add_scheme(c, name), ChangeSet())).result()
        for item in range(1, len(records) + 1):
            made.bring(project, [data.draw(made.said(project, item))], Path(folder))
        made.review(project, data.draw(made.actions))
        check(project)


@pytest.mark.parametrize("finished", [["write", "finish"], ["finish", "write"]])
def test_a_written_fact_has_the_cells_of_its_type_once_it_was_seen(tmp_path: Path, finished: list[str]) -> None:
    """A key fact is not asked whether it is a non-supporting one; written after the finish, it is asked of nobody."""
    with Project.create(tmp_path / "p.galley") as project:
        empty = [{"id": role, "role": role, "text": ""} for role in ("article", "summary")]
        made.bring(project, [{"key": "0", "documents": empty}], tmp_path)
        project.write(lambda c: (names.add_scheme(c, "kgds-fact"), ChangeSet())).result()
        steps = {"write": ("ann", Action.REVISE, 0, 20, ""), "finish": ("ann", Action.FINISH, 0, 0, "")}
        made.review(project, [steps[step] for step in finished])
        assert bool(check(project)) == (finished[0] == "write")
        reader = CellReader(project.read_connection(), Params())
        counts = {q.id: len(reader.cells(q, reader.humans).unit) for q in reader.questions() if not q.is_combined}
        assert counts.get("key-fact-missing", 0) == (finished[0] == "write")
        assert counts.get("non-supporting-fact-included", 0) == 0


@pytest.mark.parametrize("level", ["unit", "summary"])
def test_nobody_has_no_cells(tmp_path: Path, level: str) -> None:
    with Project.create(tmp_path / "e.galley") as project:
        project.write(lambda c: (names.add_scheme(c, "dial-summer"), ChangeSet())).result()
        reader = CellReader(project.read_connection(), Params())
        assert reader.questions() == [] and reader.humans == [] and reader.judges == []


def test_what_is_remembered_is_read_anew_when_the_project_grows(tmp_path: Path) -> None:
    with building.project(tmp_path) as project:
        memory = Memory()
        first = CellReader(project.read_connection(), Params(memory=memory)).documents
        count = len(first.id)
        assert CellReader(project.read_connection(), Params(memory=memory)).documents is first
        made.bring(project, [building.record("b")], tmp_path)
        second = CellReader(project.read_connection(), Params(memory=memory)).documents
        assert second is not first and len(second.id) == 2 * count > 0
        assert CellReader(project.read_connection(), Params()).documents is not second


def test_gold_that_is_unsure_where_no_person_spoke_is_no_gold(tmp_path: Path) -> None:
    """Whether the project knows a person or none: the majority of nobody is not asked."""
    unsure = {"annotator": "gold", "kind": "gold", "scheme": "basic", "criterion": "hallucination",
              "document": "summary", "unit": 0, "value": None, "reason": "unsure"}  # fmt: skip
    for name, people in (("none", []), ("ann", [unsure | {"annotator": "ann", "kind": "human", "unit": 1}])):
        with Project.create(tmp_path / f"{name}.galley") as project:
            record = {
                "key": "0",
                "documents": [{"id": "summary", "role": "summary", "sentences": ["One.", "Two."]}],
                "verdicts": [unsure, *people],
            }
            made.bring(project, [record], tmp_path)
            assert check(project)
