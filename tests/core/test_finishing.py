"""A finish answers what was in sight, names the rest, and says nothing of flags: held against counts by hand."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from galley.core.domain import Action, Cell, ChangeSet
from galley.core.errors import InputError
from galley.core.exports.registry import export
from galley.core.importers.galley import IMPORTER
from galley.core.importers.registry import find
from galley.core.metrics.base import Params
from galley.core.metrics.cells import Reader
from galley.core.metrics.registry import REGISTRY as METRICS
from galley.core.packages import merge
from galley.core.project import conflicts, log, names, queue, silence, ties
from galley.core.project.check import check
from galley.core.project.desk import Desk, asked
from galley.core.project.finishing import needed
from galley.core.project.imports import import_files
from galley.core.project.project import Project
from galley.core.project.reading import FlagState, ItemView, load
from galley.core.schemes.loader import builtin
from tests.core import building
from tests.core.building import finish_all, finish_read, flag

DIALOGUE, ARTICLE, SUM_A, SUM_B = 1, 2, 3, 4
MISSED = "missed-turn"
CHANGED = ChangeSet(frozenset({1}))


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with building.project(tmp_path) as made:
        yield made


def view(project: Project, item: int = 1) -> ItemView:
    return load(project.reader(), item)


def criterion(project: Project, name: str) -> int:
    return next(c.row for s in names.schemes(project.reader()) for c in s.criteria if c.id == name)


def covered(project: Project, who: int) -> set[tuple[int, int]]:
    return {pair[1:] for pair in view(project).judged if pair[0] == who}


def counted(project: Project, who: int) -> bool:
    """Whether somebody is through, as the queue, the file and the view have it."""
    row = queue.rows(project.reader(), [1], who)[0]
    assert row.finished == view(project).finished(who)
    return row.finished


def old_finish(project: Project, desk: Desk, item: int = 1) -> None:
    """As a Galley from before wrote it: it covers everything, and flags too."""
    pairs = asked(view(project, item), names.schemes(project.reader(), active_only=True))
    project.write(lambda c: log.decide(c, desk.reviewer, Action.FINISH, item, asked=pairs)).result()


# What is covered ---------------------------------------------------------------------------------------------------


def test_finishing_answers_the_summary_that_was_opened_and_names_the_other(project: Project) -> None:
    ann = Desk(project, "ann")
    for each in view(project).flags():
        ann.override(1, each)
    ann.finish(view(project), {DIALOGUE, SUM_A}).result()
    assert {target for _, target in covered(project, ann.reviewer)} == {SUM_A}
    assert {target for _, target in view(project).unread[ann.reviewer]} == {SUM_B}
    assert not counted(project, ann.reviewer), "it stays open"
    totals = queue.totals(project.reader(), ann.reviewer)
    assert totals.finished == 0
    ann.finish(view(project), {DIALOGUE, SUM_B}).result()
    assert {target for _, target in covered(project, ann.reviewer)} == {SUM_A, SUM_B}, "what was covered stays"
    assert counted(project, ann.reviewer) and not view(project).unread[ann.reviewer]
    ann.undo().result()
    assert not counted(project, ann.reviewer)
    assert {target for _, target in covered(project, ann.reviewer)} == {SUM_A}
    ann.redo().result()
    assert counted(project, ann.reviewer)
    ann.reopen(1).result()
    assert not covered(project, ann.reviewer) and not view(project).unread.get(ann.reviewer)
    assert check(project) == []


def test_a_question_about_the_source_wants_the_source_read_too(project: Project) -> None:
    ann, missed = Desk(project, "ann"), criterion(project, MISSED)
    of_turns = {missed, criterion(project, "missed-conversation")}
    ann.finish(view(project), {SUM_A, SUM_B}).result()
    assert not of_turns & {row for row, _ in covered(project, ann.reviewer)}
    assert {row for row, _ in view(project).unread[ann.reviewer]} == of_turns
    ann.finish(view(project), {DIALOGUE, SUM_A}).result()
    assert (missed, SUM_A) in covered(project, ann.reviewer)
    assert view(project).unread[ann.reviewer] == {(row, SUM_B) for row in of_turns}


def test_without_a_window_nothing_is_covered_unless_it_is_named(project: Project) -> None:
    ann = Desk(project, "ann")
    ann.finish(view(project)).result()
    assert not covered(project, ann.reviewer) and not counted(project, ann.reviewer)
    pairs = asked(view(project), names.schemes(project.reader(), active_only=True))
    assert view(project).unread[ann.reviewer] == set(pairs)


def test_facts_want_the_document_that_they_stand_in_read(tmp_path: Path) -> None:
    with building.project(tmp_path, building.discussion()) as project:
        now, ids = view(project), {d.name: d.id for d in view(project).documents}
        present = next(c for c in builtin()["kgds-fact"].criteria if c.id == "present")
        opinion = next(c for c in builtin()["kgds-opinion"].criteria if c.id == "not-covered")
        assert needed(now, present, ids["written"]) == {ids["article"], ids["written"]}
        assert needed(now, opinion, ids["written-opinion"]) == {ids["dialogue"], ids["written-opinion"]}


# What silence says nothing of --------------------------------------------------------------------------------------


def test_a_flag_stays_open_until_it_is_decided(project: Project) -> None:
    ann = Desk(project, "ann")
    finish_read(ann, view(project)).result()
    flags = view(project).flags()
    assert {view(project).state(ann.reviewer, each) for each in flags} == {FlagState.OPEN}
    assert queue.rows(project.reader(), [1], ann.reviewer)[0].open == len(flags)
    for cell in {each.cell for each in flags}:
        assert not counted(project, ann.reviewer)
        assert (ann.reviewer, cell) in view(project).late
        ann.unsure(1, next(each for each in flags if each.cell == cell)).result()
    assert counted(project, ann.reviewer), "unsure is an answer"
    assert not silence.late(project.reader())
    assert check(project) == []


def test_a_flag_that_comes_after_the_finish_is_asked_anew(project: Project, tmp_path: Path) -> None:
    ann = Desk(project, "ann")
    finish_all(ann, view(project)).result()
    assert counted(project, ann.reviewer)
    cell = Cell(view(project).document(SUM_B).units[0].id, criterion(project, "wrong-linking"), SUM_B)
    assert view(project).silent(ann.reviewer, cell)
    late = building.record(verdicts=[flag("wrong-linking", "sum-b", 0, annotator="newer")], judged=[])
    path = tmp_path / "late.jsonl"
    path.write_text(json.dumps(late) + "\n", encoding="utf-8")
    import_files(project, IMPORTER, [path])
    assert not view(project).silent(ann.reviewer, cell) and not counted(project, ann.reviewer)
    assert queue.rows(project.reader(), [1], ann.reviewer)[0].open == 1
    now = view(project)
    (asked_anew,) = [each for each in now.flags() if now.state(ann.reviewer, each) is FlagState.OPEN]
    ann.accept(1, asked_anew).result()
    assert counted(project, ann.reviewer)
    assert check(project) == []


def test_silence_says_nothing_of_a_known_cell_and_does_not_wait_for_it(project: Project) -> None:
    ann = Desk(project, "ann")
    cell = Cell(view(project).document(SUM_B).units[0].id, criterion(project, "wrong-linking"), SUM_B)
    insert = "INSERT INTO known (criterion_id, unit_id, target_id, item_id, value) VALUES (?, ?, ?, 1, 'yes')"
    project.write(lambda c: (c.execute(insert, (cell.criterion, cell.unit, cell.target)), CHANGED)).result()
    finish_all(ann, view(project)).result()
    assert not view(project).silent(ann.reviewer, cell)
    assert counted(project, ann.reviewer)


def test_a_finish_from_before_still_covers_all_and_says_no_of_flags(project: Project) -> None:
    ann = Desk(project, "ann")
    old_finish(project, ann)
    assert counted(project, ann.reviewer)
    assert {view(project).state(ann.reviewer, each) for each in view(project).flags()} == {FlagState.OVERRIDDEN}
    assert not silence.late(project.reader())
    finish_read(ann, view(project)).result()
    assert {view(project).state(ann.reviewer, each) for each in view(project).flags()} == {FlagState.OVERRIDDEN}
    assert check(project) == []


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
    desks = [Desk(project, name) for name in people]
    items = [row for (row,) in project.reader().execute("SELECT id FROM item ORDER BY id")]
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
    c = project.reader()
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
        c = project.reader()
        answers, through = by_hand(project)
        who = {name: row for row, name in c.execute("SELECT id, name FROM annotator WHERE kind = 'human'")}
        assert {tuple(row) for row in c.execute("SELECT annotator_id, item_id FROM progress WHERE finished")} == through
        reader = Reader(c, Params())
        for question in reader.questions():
            if question.scheme != "dial-summer" or len(question.members) > 1:
                continue
            row_of = question.members[0].row
            people = [person for person in who.values() if reader.asked(person, question)]
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
                    silent = mine is None and now.silent(person, cell)
                    assert (mine is not None or silent) == ((person, cell) in answers)
        marked = {cell for (_, cell), value in answers.items() if value == "yes"}
        for case in ties.scan(c, items):
            votes = {p: answers[p, case.cell] for p in who.values() if answers.get((p, case.cell)) is not None}
            if case.humans or case.cell in marked:
                assert {p: vote.value for p, vote in case.humans.items()} == votes
        plain: dict[int, int] = {}
        for case in ties.scan(c, items):
            if not case.closed and case.conflict:
                plain[case.item] = plain.get(case.item, 0) + 1
        assert conflicts.count(c, lambda some: {i: plain[i] for i in some if i in plain}) == plain
        assert check(project) == []


@pytest.mark.parametrize(("form", "suffix"), [("galley", ".jsonl"), ("label-studio", ".json"), ("csv", ".csv")])
def test_what_was_left_open_stays_open_out_of_the_file_and_back(tmp_path: Path, form: str, suffix: str) -> None:
    with building.project(tmp_path, *RECORDS) as project:
        act(project, 3)
        assert silence.late(project.reader())
        answers, _ = by_hand(project)
        people = dict(project.reader().execute("SELECT id, name FROM annotator"))
        named = {(people[who], *place(project, cell), value) for (who, cell), value in answers.items()}
        out = tmp_path / f"out{suffix}"
        export(project, form, out)
    texts = [building.record(r["key"], verdicts=[], judged=[]) for r in RECORDS] if form == "csv" else []
    made = building.project(tmp_path, *texts, name="b.galley") if texts else Project.create(tmp_path / "b.galley")
    with made as back:
        import_files(back, find(form), [out])
        c = back.reader()
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
                    elif now.silent(who, cell):
                        found.add((name, *place(back, cell), "no"))
        assert found == named
        if form == "galley":
            assert len(silence.late(c)) > 0 and check(back) == []


def place(project: Project, cell: Cell) -> tuple[object, ...]:
    return tuple(
        project.reader()
        .execute(
            "SELECT item.key, home.name, position, criterion.name, target.name FROM unit JOIN document AS home"
            " ON home.id = document_id JOIN item ON item.id = home.item_id JOIN criterion ON criterion.id = ?"
            " JOIN document AS target ON target.id = ? WHERE unit.id = ?",
            (cell.criterion, cell.target, cell.unit),
        )
        .fetchone()
    )


def all_cells(project: Project, now: ItemView) -> Iterator[Cell]:
    for each in (c for s in names.schemes(project.reader()) if s.id == "dial-summer" for c in s.criteria):
        for target in (d for d in now.documents if d.role == "summary"):
            homes = [target] if each.unit == "sentence" else [d for d in now.documents if d.role == "dialogue"]
            for home in homes:
                yield from (Cell(unit.id, each.row, target.id) for unit in home.units if unit.kind == each.unit)


# Figures stay where all was read and decided -----------------------------------------------------------------------

FIGURES = ("agreement", "detection", "frequency", "ties", "trust")


def figures(project: Project) -> dict[str, Any]:
    found = {}
    for name in FIGURES:
        computed = METRICS.get(name).compute(project.reader(), Params(gold="majority", resamples=50))
        found[name] = [dict(row) for row in computed.rows]
    return found


def decide(project: Project, old: bool, items: list[int]) -> None:
    """Everybody decides every flag, adds what they missed, and finishes all that they read."""
    for number, name in enumerate(PEOPLE):
        desk = Desk(project, name)
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
            assert project.reader().execute("SELECT sum(finished) FROM progress").fetchone() == (9,)
            assert check(project) == []
            if name == "new":
                pairwise(project, found[-1]["agreement"])
    assert found[0] == found[1]


def pairwise(project: Project, rows: list[dict[str, Any]]) -> None:
    """The shares of agreement by hand: each pair of people over the cells that both answered."""
    answers, _ = by_hand(project)
    people = dict(project.reader().execute("SELECT id, name FROM annotator WHERE kind = 'human'"))
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


# Merging, bad input ------------------------------------------------------------------------------------------------


def test_what_was_left_is_refused_where_it_is_no_list_of_a_finish(project: Project, tmp_path: Path) -> None:
    ann = Desk(project, "ann")
    ann.finish(view(project), {SUM_A}).result()
    ann.accept(1, view(project).flags()[0]).result()
    out = tmp_path / "out.jsonl"
    export(project, "galley", out)
    head, line = out.read_text(encoding="utf-8").splitlines()
    assert json.loads(head)["galley"] == 2, "a Galley from before would take silence for flags"
    whole = json.loads(line)
    assert [len(entry.get("unread", ())) for entry in whole["decisions"]] == [12, 0]
    wrongs = {"a": 1}, [["dial-summer", MISSED]], [["dial-summer", MISSED, "nowhere"]]
    for number, wrong in (*((0, each) for each in wrongs), (1, [])):
        bad = json.loads(line)
        bad["decisions"][number]["unread"] = wrong
        path = tmp_path / "bad.jsonl"
        path.write_text(f"{head}\n{json.dumps(bad)}\n", encoding="utf-8")
        with Project.create(tmp_path / "bad.galley") as other, pytest.raises(InputError):
            import_files(other, IMPORTER, [path])
        (tmp_path / "bad.galley").unlink()


def test_check_tells_of_open_cells_that_are_not_what_the_log_adds_up_to(project: Project) -> None:
    ann = Desk(project, "ann")
    finish_read(ann, view(project)).result()
    assert check(project) == []
    project.write(lambda c: (c.execute("DELETE FROM unsaid"), CHANGED)).result()
    assert any("silence says nothing" in sentence for sentence in check(project))


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
        c = home.reader()
        assert {tuple(row) for row in c.execute("SELECT annotator_id, item_id FROM progress WHERE finished")} == through
        assert silence.late(c) and check(home) == []
