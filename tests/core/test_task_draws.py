"""What a task draws is asked, and nothing else; the frame is kept, and what comes later has no chance."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import task_draws
from tests.core import building
from tests.core.studies import pack, packed, refused, run, study
from tests.core.test_task_packages import handed, rows
from tests.core.test_task_rounds import line

DRAWN = ('people = 2\nsilence = "open"\nrule = "unanimous"', 'people = 2\nrule = "unanimous"\ndraw = DRAW')


def drawn(folder: Path, wish: str, count: int = 6) -> Path:
    """A study whose first task draws."""
    return study(folder, (DRAWN[0], DRAWN[1].replace("DRAW", wish)), count=count)


def made(project: Path) -> list[task_draws.StoredDraw]:
    with Project.open(project, read_only=True) as opened:
        return task_draws.draws(opened.read_connection())


def more(project: Path, *keys: str) -> None:
    """Items that come later."""
    with building.project(project.parent, *(building.discussion(key) for key in keys), name="later.galley") as other:
        run("export", "galley", "--project", str(other.path), "--out", str(project.parent / "later.jsonl"))
    with Project.open(project) as opened:
        import_files(opened, IMPORTER, [project.parent / "later.jsonl"])


@pytest.mark.parametrize(
    ("wish", "of", "asked"),
    [
        ('{ n = 2, of = "item", seed = 4 }', 6, 4),
        ('{ n = 5, of = "paragraph", seed = 4 }', 12, 5),
        ('{ n = 50, of = "paragraph", seed = 4 }', 12, 12),
    ],
)
def test_what_is_drawn_is_asked_whole(tmp_path: Path, wish: str, of: int, asked: int) -> None:
    project = drawn(tmp_path, wish)
    assert line(project, "two/supporting")["asked"] == "0", "nothing before it was drawn"
    words = ["campaign", "pack", "--project", str(project), "--out", str(tmp_path), "--task", "supporting", "--for",
    "ann"]
    assert "draw it first: galley sample draw --task supporting" in refused(*words)
    said = run("sample", "draw", "--task", "supporting", "--project", str(project))
    (kept,) = made(project)
    assert kept.groups == (task_draws.DrawnGroup("", of, len(kept.places)),) and len(kept.frame) == of
    assert f"Drew {len(kept.places)} of {of}, each with the chance" in said.stderr
    assert said.stdout.splitlines() == ["\t".join(place) for place in kept.places]
    assert line(project, "two/supporting")["asked"] == str(asked) and check(project) == []
    pack(project, "--task", "supporting", "--for", "ann")
    units = handed(packed(tmp_path, "ann"))
    assert len(units) == asked
    if "item" in wish:
        assert Counter(key for _, key, _ in units) == {key: 2 for key, _, _ in kept.places}
    assert check(packed(tmp_path, "ann")) == []


def test_what_comes_later_has_no_chance_until_another_draw(tmp_path: Path) -> None:
    project = drawn(tmp_path, '{ n = 2, of = "item", seed = 4 }', count=3)
    words = ["sample", "draw", "--task", "supporting", "--project", str(project)]
    run(*words)
    assert "was drawn for on" in refused(*words) and len(made(project)) == 1
    more(project, "new1", "new2", "new3", "new4")
    assert line(project, "two/supporting")["asked"] == "4"
    run(*words)
    first, second = made(project)
    assert {key for key, _, _ in second.frame} == {"new1", "new2", "new3", "new4"}
    assert second.groups[0].chance == 0.5 and first.groups[0].chance == pytest.approx(2 / 3)
    assert line(project, "two/supporting")["asked"] == "8" and check(project) == []


def test_as_many_are_drawn_within_each_system_and_small_groups_are_left_out(tmp_path: Path) -> None:
    records = []
    for number in range(3):
        record = building.entity() | {"key": f"e{number}"}
        for system in ("s", "t"):
            name = f"{system}-table"
            rows_ = [f"{a}: {v}" for a in ("Rooms", "Pool", "Food") for v in range(1 + (a != "Food"))]
            record["documents"].append({"id": name, "role": "table", "system": system, "sentences": rows_})
            record["units"] += [
                {"id": f"{name}-{n}", "kind": "entry", "text": text, "document": name, "from": [["news", 0]],
                 "meta": {"attribute": text.partition(":")[0], "value": text, "evidence": ""}}
                for n, text in enumerate(rows_)
            ]  # fmt: skip
        records.append(record)
    toml = """
format = 1
id = "mine"
name = "Mine"

[[task]]
id = "redundancy"
kind = "answer"
criteria = ["sumie-entry/redundant"]
once = "attribute"
people = 2
rule = "none"
draw = { n = 4, of = "attribute", within = "system", least = 2, seed = 1 }
"""
    (tmp_path / "mine.toml").write_text(toml, "utf-8")
    with building.project(tmp_path, *records, name="study.galley") as opened:
        project = opened.path
    run("campaign", "protocol", "use", str(tmp_path / "mine.toml"), "--project", str(project))
    run("sample", "draw", "--task", "redundancy", "--project", str(project))
    (kept,) = made(project)
    # in each of three items and two systems: Rooms and Pool have two values, Food one
    assert kept.groups == (task_draws.DrawnGroup("s", 6, 4), task_draws.DrawnGroup("t", 6, 4))
    assert {value for _, _, value in kept.frame} == {"Rooms", "Pool"}
    pack(project, "--task", "redundancy", "--for", "ann")
    assert len(handed(packed(tmp_path, "ann"))) == 8 and check(packed(tmp_path, "ann")) == []
    members = "SELECT count(DISTINCT source_id) FROM unit_source JOIN unit ON unit.id = unit_id WHERE kind = 'group'"
    asked = "AND unit_id IN (SELECT unit_id FROM handed)"
    assert rows(packed(tmp_path, "ann"), f"{members} {asked}") == [(16,)], "with the values that they stand for"


def tables_by_turn(turns: range, systems: str = "st") -> dict[str, Any]:
    """An entity whose systems fill a table each turn; the values of attribute An come with turn n and stay."""
    record = building.entity() | {"key": "e"}
    for system in systems:
        for turn in turns:
            name = f"{system}-table-{turn}"
            values = [(f"A{n}", f"v{n}{k}") for n in range(1, turn + 1) for k in (1, 2)]
            meta = {"turn": turn} | ({"invalid": "no table"} if (system, turn) == ("t", 3) else {})
            said = [] if "invalid" in meta else [f"{attribute}: {value}" for attribute, value in values]
            record["documents"].append(
                {"id": name, "role": "table", "system": system, "meta": meta, "sentences": said}
            )
            record["units"] += [
                {"id": f"{name}.{n}", "kind": "entry", "text": f"{attribute}: {value}", "document": name,
                 "from": [["news", 0]], "meta": {"attribute": attribute, "value": value, "evidence": ""}}
                for n, (attribute, value) in enumerate(values if said else [])
            ]  # fmt: skip
    return record


@pytest.mark.parametrize("tables", ["", "last", "all"])
def test_an_attribute_of_a_table_is_drawn_from_the_last_turn(tmp_path: Path, tables: str) -> None:
    """The frame against loops over the record: each (entity, system, attribute) once, unless all turns are wished."""
    wish = f', tables = "{tables}"' if tables else ""
    toml = f"""
format = 1
id = "mine"
name = "Mine"

[[task]]
id = "support"
kind = "answer"
criteria = ["sumie-entry/supported"]
once = "attribute"
people = 2
silence = "open"
rule = "none"
draw = {{ n = 30, of = "attribute", within = "system", seed = 1{wish} }}
"""
    (tmp_path / "mine.toml").write_text(toml, "utf-8")
    with building.project(tmp_path, tables_by_turn(range(1, 4)), name="study.galley") as opened:
        project = opened.path
    run("campaign", "protocol", "use", str(tmp_path / "mine.toml"), "--project", str(project))
    run("sample", "draw", "--task", "support", "--project", str(project))
    (kept,) = made(project)
    all_turns = {(f"{s}-table-{turn}", f"A{n}") for s, last in (("s", 3), ("t", 2)) for turn in range(1, last + 1)
                 for n in range(1, turn + 1)}  # fmt: skip
    if tables == "all":
        assert {place[1:] for place in kept.frame if place[1] != "table-s-1"} == all_turns, "each turn of both"
        return
    last_turn = {(name, attribute) for name, attribute in all_turns if name in ("s-table-3", "t-table-2")}
    assert {place[1:] for place in kept.frame} == last_turn and len(kept.frame) == 5
    assert kept.groups == (task_draws.DrawnGroup("s", 3, 3), task_draws.DrawnGroup("t", 2, 2))
    with building.project(tmp_path, tables_by_turn(range(4, 5)), name="later.galley") as other:
        run("export", "galley", "--project", str(other.path), "--out", str(tmp_path / "later.jsonl"))
    with Project.open(project) as opened:
        import_files(opened, IMPORTER, [tmp_path / "later.jsonl"])
    run("sample", "draw", "--task", "support", "--project", str(project))
    new = {place[1:] for place in made(project)[1].frame}
    assert new == {("s-table-4", "A4"), ("t-table-4", "A3"), ("t-table-4", "A4")}, "nothing is asked again"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--task", "supporting"], "two/supporting asks everything; its protocol has no draw"),
        (["--task", "nonsense"], "The project has no task 'nonsense'"),
        (["--task", "flags"], "The default task draws nothing by itself"),
        (["audit", "--task", "supporting"], "KIND does not go with --task"),
        (["--task", "supporting", "--size", "3"], "--size does not go with --task"),
        (["audit", "--judge", "x"], "Missing --criterion, or --task"),
    ],
)
def test_what_cannot_be_drawn_is_refused(tmp_path: Path, words: list[str], message: str) -> None:
    project = study(tmp_path)
    found = run("sample", "draw", *words, "--project", str(project), fails=True)
    assert message in f"{found.exception} {found.output}"
    assert rows(project, "SELECT count(*) FROM handed") == [(0,)]


def test_known_cells_are_not_drawn(tmp_path: Path) -> None:
    project = drawn(tmp_path, '{ n = 50, of = "paragraph" }\nknown = 0.5', count=2)
    cell = {"scheme": "kgds-paragraph", "criterion": "supporting", "document": "article", "unit": 0, "value": "yes"}
    (tmp_path / "known.jsonl").write_text('{"key": "k0", "known": [' + str(cell).replace("'", '"') + "]}\n", "utf-8")
    run("campaign", "known", "--task", "supporting", "--from", str(tmp_path / "known.jsonl"), "--project", str(project))
    run("sample", "draw", "--task", "supporting", "--project", str(project))
    assert sorted(made(project)[0].frame) == [("k0", "article", "1"), ("k1", "article", "0"), ("k1", "article", "1")]
