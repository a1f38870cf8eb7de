"""Silence after finishes that left something, against counts by hand: every reader, every format, merged, figures."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from galley.core.adjudication import queue
from galley.core.campaign import merge
from galley.core.domain import Action, Cell
from galley.core.exports.registry import export
from galley.core.importers.registry import find
from galley.core.importers.run_import import import_files
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import CellReader
from galley.core.metrics.registry import REGISTRY as METRICS
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import log
from galley.core.review.decision_writer import DecisionWriter, asked_pairs
from galley.core.review.items import ItemView, load_item_view
from galley.core.storage import implicit_no, names
from tests.core import building
from tests.core.building import finish_read, flag

MISSED = "missed-turn"


def view(project: Project, item: int = 1) -> ItemView:
    return load_item_view(project.read_connection(), item)


def criterion(project: Project, name: str) -> int:
    return next(c.row for s in names.schemes(project.read_connection()) for c in s.criteria if c.id == name)


def old_finish(project: Project, desk: DecisionWriter, item: int = 1) -> None:
    """As a Galley from before wrote it: it covers everything, and flags too."""
    pairs = asked_pairs(view(project, item), names.schemes(project.read_connection(), active_only=True))
    project.write(lambda c: log.decide(c, desk.reviewer, Action.FINISH, item, asked_pairs=pairs)).result()


# All readers alike, against a count by hand ------------------------------------------------------------------------

RECORDS = [
    building.record("a"),
    building.record("b", verdicts=[
        flag("changed-meaning", "sum-a", 0), flag("changed-meaning", "sum-a", 1, annotator="other"),
        flag("wrong-linking", "sum-b", 0), flag(MISSED, "dialogue", 1, about="sum-a"),
        {**flag("changed-meaning", "sum-b", 0), "value": None, "reason": "unsure"},
    ]),
    building.record("c", verdicts=[], judged=[]),
]  # fmt: skip
PEOPLE = ("ann", "ben", "cat")


def act(project: Project, seed: int, people: tuple[str, ...] = PEOPLE) -> None:
    """Three people decide, read and finish at random, some of it from before there was sight."""
    chance = random.Random(seed)
    desks = [DecisionWriter(project, name) for name in people]
    items = [row for (row,) in project.read_connection().execute("SELECT id FROM item ORDER BY id")]
    for _ in range(45):
        desk, item = chance.choice(desks), chance.choice(items)
        now = view(project, item)
        flags = now.flags()
        match chance.randrange(9):
            case 0 | 1 if flags:
                desk.accept(item, chance.choice(flags)).result()
            case 2 if flags:
                desk.override(item, chance.choice(flags)).result()
            case 3 if flags:
                desk.unsure(item, chance.choice(flags)).result()
            case 4:
                document = chance.choice([d for d in now.documents if d.role == "summary"])
                cell = Cell(chance.choice(document.units).id, criterion(project, "changed-meaning"), document.id)
                desk.add(item, cell, chance.choice(["yes", "no"])).result()
            case 5:
                desk.undo().result()
            case 6 if chance.randrange(5) == 0:
                old_finish(project, desk, item)
            case 7 if chance.randrange(3) == 0:
                desk.reopen(item).result()
            case _:
                read = [d.id for d in now.documents if chance.randrange(4)]
                desk.finish(now, read).result()


def by_hand(project: Project) -> tuple[dict[tuple[int, Cell], str | None], set[tuple[int, int]]]:
    """What each person says of each cell of the scheme (None: unsure), and who is through with which item: from the log
    and the imported flags alone, row by row."""
    c = project.read_connection()
    gone: dict[str, bool] = {}
    rows = c.execute("SELECT id, uid, action, reviewer_id, item_id, unit_id, criterion_id, target_id, value, asked,"
                     " unread, refers_id FROM decision ORDER BY at, uid").fetchall()  # fmt: skip
    for row in rows:
        if row[2] in ("undo", "redo"):
            gone[row[11]] = row[2] == "undo"
    said: dict[tuple[int, Cell], str | None] = {}
    quiet: dict[tuple[int, int], dict[tuple[int, int], bool]] = {}
    left: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for row in rows:
        number, _, action, who, item, unit, row_of, target, value, pairs, unread, _ = row
        if gone.get(number) or action in ("undo", "redo"):
            continue
        if action in ("accept", "override", "add", "unsure"):
            said[who, Cell(unit, row_of, target)] = None if action == "unsure" else value
        elif action == "finish":
            for pair in json.loads(pairs or "[]"):
                quiet.setdefault((who, item), {}).setdefault(tuple(pair), unread is None)
            left[who, item] = [tuple(pair) for pair in json.loads(unread or "[]")]
        elif action == "reopen":
            quiet.pop((who, item), None)
            left.pop((who, item), None)
    flags = {Cell(*row) for row in c.execute(
        "SELECT unit_id, criterion_id, target_id FROM verdict JOIN annotator ON annotator.id = annotator_id"
        " WHERE kind = 'judge' AND value = 'yes'")}  # fmt: skip
    units = dict(c.execute("SELECT unit.id, document_id FROM unit"))
    kinds = dict(c.execute("SELECT id, kind FROM unit"))
    answers = {key: value for key, value in said.items()}
    through: set[tuple[int, int]] = set()
    wanted = {each.row: each for s in names.schemes(c) for each in s.criteria}
    for (who, item), pairs in quiet.items():
        documents = {row for (row,) in c.execute("SELECT id FROM document WHERE item_id = ?", (item,))}
        still = False
        for (row_of, target), old in pairs.items():
            for unit, home in units.items():
                asked_of = wanted[row_of]
                fits = home in documents and kinds[unit] == asked_of.unit
                fits = fits and (home == target or (asked_of.about == "summary" and asked_of.unit == "turn"))
                cell = Cell(unit, row_of, target)
                if not fits or (who, cell) in said:
                    continue
                if cell in flags and not old:
                    still = True
                else:
                    answers[who, cell] = "no"
        if not still and not [pair for pair in left.get((who, item), ()) if pair not in pairs]:
            through.add((who, item))
    return answers, {key for key in through if quiet[key]}


@pytest.mark.parametrize("seed", range(6))
def test_every_reader_of_silence_says_what_a_count_by_hand_says(tmp_path: Path, seed: int) -> None:
    with building.project(tmp_path, *RECORDS) as project:
        act(project, seed)
        c = project.read_connection()
        answers, through = by_hand(project)
        who = {name: row for row, name in c.execute("SELECT id, name FROM annotator WHERE kind = 'human'")}
        assert {tuple(row) for row in c.execute("SELECT annotator_id, item_id FROM progress WHERE finished")} == through
        reader = CellReader(c, Params())
        for question in reader.questions():
            if question.scheme != "dial-summer" or len(question.members) > 1:
                continue
            row_of = question.members[0].row
            people = [person for person in who.values() if reader.has_answered(person, question)]
            if not people:
                continue
            cells = reader.cells(question, people)
            for person in people:
                column = zip(cells.unit.tolist(), cells.target.tolist(), cells.column(person).tolist(), strict=True)
                found = {(unit, target): code for unit, target, code in column if code >= -1}
                hand = {
                    (cell.unit, cell.target): -1 if value is None else int(value == "yes")
                    for (human, cell), value in answers.items()
                    if human == person and cell.criterion == row_of
                }
                assert found == hand, (question.id, person)
        items = [row for (row,) in c.execute("SELECT id FROM item")]
        for item in items:
            now = view(project, item)
            for cell in {verdict.cell for verdict in now.verdicts}:
                for person in who.values():
                    mine = now.answer(person, cell)
                    silent = mine is None and now.is_implicit_no(person, cell)
                    assert (mine is not None or silent) == ((person, cell) in answers)
        marked = {cell for (_, cell), value in answers.items() if value == "yes"}
        for case in queue.scan(c, items):
            votes = {p: answers[p, case.cell] for p in who.values() if answers.get((p, case.cell)) is not None}
            if case.humans or case.cell in marked:
                assert {p: vote.value for p, vote in case.humans.items()} == votes
        plain: dict[int, int] = {}
        for case in queue.scan(c, items):
            if not case.is_adjudicated and case.conflict:
                plain[case.item] = plain.get(case.item, 0) + 1
        assert queue.count_conflicts(c, lambda some: {i: plain[i] for i in some if i in plain}) == plain
        assert check(project) == []


@pytest.mark.parametrize(("form", "suffix"), [("galley", ".jsonl"), ("label-studio", ".json"), ("csv", ".csv")])
def test_what_was_left_open_stays_open_out_of_the_file_and_back(tmp_path: Path, form: str, suffix: str) -> None:
    with building.project(tmp_path, *RECORDS) as project:
        act(project, 3)
        assert implicit_no.list_late_cells(project.read_connection())
        answers, _ = by_hand(project)
        people = dict(project.read_connection().execute("SELECT id, name FROM annotator"))
        named = {(people[who], *place(project, cell), value) for (who, cell), value in answers.items()}
        out = tmp_path / f"out{suffix}"
        export(project, form, out)
    texts = [building.record(r["key"], verdicts=[], judged=[]) for r in RECORDS] if form == "csv" else []
    made = building.project(tmp_path, *texts, name="b.galley") if texts else Project.create(tmp_path / "b.galley")
    with made as back:
        import_files(back, find(form), [out])
        c = back.read_connection()
        people = dict(c.execute("SELECT id, name FROM annotator WHERE kind = 'human'"))
        found = set()
        for item in [row for (row,) in c.execute("SELECT id FROM item")]:
            now = view(back, item)
            cells = {cell for cell in all_cells(back, now)}
            for who, name in people.items():
                for cell in cells:
                    mine = now.answer(who, cell)
                    if mine is not None:
                        found.add((name, *place(back, cell), mine.value))
                    elif now.is_implicit_no(who, cell):
                        found.add((name, *place(back, cell), "no"))
        assert found == named
        if form == "galley":
            assert len(implicit_no.list_late_cells(c)) > 0 and check(back) == []


def place(project: Project, cell: Cell) -> tuple[object, ...]:
    return tuple(
        project.read_connection()
        .execute(
            "SELECT item.key, home.name, position, criterion.name, target.name FROM unit JOIN document AS home"
            " ON home.id = document_id JOIN item ON item.id = home.item_id JOIN criterion ON criterion.id = ?"
            " JOIN document AS target ON target.id = ? WHERE unit.id = ?",
            (cell.criterion, cell.target, cell.unit),
        )
        .fetchone()
    )


def all_cells(project: Project, now: ItemView) -> Iterator[Cell]:
    for each in (c for s in names.schemes(project.read_connection()) if s.id == "dial-summer" for c in s.criteria):
        for target in (d for d in now.documents if d.role == "summary"):
            homes = [target] if each.unit == "sentence" else [d for d in now.documents if d.role == "dialogue"]
            for home in homes:
                yield from (Cell(unit.id, each.row, target.id) for unit in home.units if unit.kind == each.unit)


# Figures stay where all was read and decided -----------------------------------------------------------------------

FIGURES = ("agreement", "detection", "frequency", "ties", "trust")


def figures(project: Project) -> dict[str, Any]:
    found = {}
    for name in FIGURES:
        computed = METRICS.get(name).compute(project.read_connection(), Params(gold="majority", resamples=50))
        found[name] = [dict(row) for row in computed.rows]
    return found


def decide(project: Project, old: bool, items: list[int]) -> None:
    """Everybody decides every flag, adds what they missed, and finishes all that they read."""
    for number, name in enumerate(PEOPLE):
        desk = DecisionWriter(project, name)
        for item in items:
            now = view(project, item)
            seen: set[Cell] = set()
            for place, each in enumerate(now.flags()):
                if each.cell not in seen:
                    seen.add(each.cell)
                    (desk.accept if (place + number * item) % 3 else desk.override)(item, each)
            if old:
                old_finish(project, desk, item)
            else:
                finish_read(desk, view(project, item)).result()


def test_who_decides_everything_and_reads_everything_gets_the_figures_of_before(tmp_path: Path) -> None:
    found = []
    for name in ("old", "new"):
        with building.project(tmp_path, *RECORDS, name=f"{name}.galley") as project:
            decide(project, name == "old", [1, 2, 3])
            found.append(figures(project))
            assert project.read_connection().execute("SELECT sum(finished) FROM progress").fetchone() == (9,)
            assert check(project) == []
            if name == "new":
                pairwise(project, found[-1]["agreement"])
    assert found[0] == found[1]


def pairwise(project: Project, rows: list[dict[str, Any]]) -> None:
    """The shares of agreement by hand: each pair of people over the cells that both answered."""
    answers, _ = by_hand(project)
    people = dict(project.read_connection().execute("SELECT id, name FROM annotator WHERE kind = 'human'"))
    row_of = criterion(project, "changed-meaning")
    cells = {cell for _, cell in answers if cell.criterion == row_of}
    both = same = 0
    for one, other in combinations(people, 2):
        for cell in cells:
            both += 1
            same += answers[one, cell] == answers[other, cell]
    assert both == 3 * 9, "three items of three sentences"
    row = next(r for r in rows if r["criterion"] == "changed-meaning" and r["coefficient"] == "percent")
    assert row["value"] == pytest.approx(same / both)


def test_the_published_labels_give_the_figures_of_before(tmp_path: Path, shared_data: Path) -> None:
    """Of FineSurE: who decides every flag and reads every summary is counted as ever; who opens only the first summary
    of each item has answered that one."""
    source = shared_data / "finesure" / "frank-raw-data-by-gpt-4o-2024-05-13.json"
    found = []
    for name in ("old", "new"):
        with Project.create(tmp_path / f"{name}.galley") as project:
            import_files(project, find("finesure"), [source])
            items = [row for (row,) in project.read_connection().execute("SELECT id FROM item ORDER BY id LIMIT 60")]
            decide(project, name == "old", items)
            found.append(figures(project))
            flags = sum(len({each.cell for each in view(project, item).flags()}) for item in items)
            assert flags > 50
            through = (
                "SELECT sum(finished) FROM progress JOIN annotator ON annotator.id = annotator_id WHERE name IN {}"
            )
            assert project.read_connection().execute(through.format(PEOPLE)).fetchone() == (3 * len(items),)
            if name == "new":
                several = first_only(project)
                assert several > 10
                assert check(project) == []
    assert found[0] == found[1]


def first_only(project: Project) -> int:
    """A fourth person opens the first summary of each item; gives in how many items there is another."""
    desk, several = DecisionWriter(project, "dan"), 0
    for (item,) in project.read_connection().execute("SELECT id FROM item").fetchall():
        now = view(project, item)
        summaries = [d.id for d in now.documents if d.role == "summary"]
        others = [d.id for d in now.documents if d.role != "summary"]
        desk.finish(now, [*others, summaries[0]]).result()
        after = view(project, item)
        assert {target for who, _, target in after.judged_pairs if who == desk.reviewer} == {summaries[0]}
        assert {target for _, target in after.unread[desk.reviewer]} == set(summaries[1:])
        assert len(summaries) == 1 or not after.has_finished(desk.reviewer)
        several += len(summaries) > 1
    return several


def test_merged_answers_that_left_something_are_what_they_were(tmp_path: Path) -> None:
    with building.project(tmp_path, *RECORDS, name="home.galley") as home:
        pass
    for name, seed, people in (("one", 1, PEOPLE[:2]), ("two", 4, PEOPLE[2:])):
        (tmp_path / f"{name}.galley").write_bytes((tmp_path / "home.galley").read_bytes())
        with Project.open(tmp_path / f"{name}.galley") as copy:
            act(copy, seed, people)
    with Project.open(tmp_path / "home.galley") as home:
        merge.merge(home, [tmp_path / "one.galley", tmp_path / "two.galley"])
        _, through = by_hand(home)
        c = home.read_connection()
        assert {tuple(row) for row in c.execute("SELECT annotator_id, item_id FROM progress WHERE finished")} == through
        assert implicit_no.list_late_cells(c) and check(home) == []
