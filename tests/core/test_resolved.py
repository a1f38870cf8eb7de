"""All resolved cells: against the arrays that figures are computed from, and in every export that lists gold."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from galley.core.exports.base import ExportChoices, Only
from galley.core.exports.registry import export
from galley.core.importers.registry import find
from galley.core.importers.run_import import import_files
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import CellReader
from galley.core.notebook.project import open_book
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.tasks.gold import build_resolver
from galley.core.tasks.task_book import read_task_book
from tests.core import building
from tests.core.building import finish_read
from tests.core.whole_project import whole


def test_they_are_the_gold_of_the_figures(tmp_path: Path) -> None:
    """The arrays apply each rule to columns, this function to one cell at a time."""
    with whole(tmp_path) as project:
        reader = project.read_connection()
        find_in, mine = build_resolver(reader), {}
        for (item,) in reader.execute("SELECT id FROM item"):
            mine |= {tuple(each.cell): each.value for each in find_in(item)}
        theirs = {}
        tasks = ["flags", *(name for name, task in read_task_book(reader).tasks.items() if task.owns)]
        for task in tasks:
            cells_of = CellReader(reader, Params(gold="gold", task=task))
            for question in cells_of.questions():
                if not question.is_combined:
                    cells = cells_of.cells(question, [], with_gold=True)
                    assert cells.gold is not None
                    for unit, target, code in zip(cells.unit, cells.target, cells.gold, strict=True):
                        if code >= 0:
                            cell = int(unit), question.members[0].row, int(target)
                            theirs[cell] = cells.values[code]
        assert len(mine) > 2_000 and mine == theirs


def reviewed(folder: Path) -> Project:
    """Three people finish two of three items; they agree on most, tie nowhere, and ito adjudicates one cell."""
    project = building.project(folder, *(building.record(f"k{n}") for n in range(3)))
    for who in ("ann", "ben", "cat"):
        desk = DecisionWriter(project, who)
        for item in (1, 2):
            for number, flag in enumerate(load_item_view(project.read_connection(), item).flags()):
                (desk.override if number == 0 and who == "cat" else desk.accept)(item, flag).result()
            finish_read(desk, load_item_view(project.read_connection(), item)).result()
    flag = load_item_view(project.read_connection(), 1).flags()[0]
    DecisionWriter(project, "ito").adjudicate(1, flag.cell, "no").result()
    return project


def test_every_export_has_them_with_how_each_came_about(tmp_path: Path) -> None:
    with reviewed(tmp_path) as project:
        cells = [each for item in (1, 2, 3) for each in build_resolver(project.read_connection())(item)]
        count = len(cells)
        assert count > 20 and sum(each.implicit for each in cells) > 10
        for name in ("csv", "xlsx", "parquet"):
            report = export(project, name, tmp_path / f"gold.{name}", Only.GOLD)
            assert report.counts["items"] == 2, "nobody answered in the third"
        with (tmp_path / "gold.csv").open(encoding="utf-8", newline="") as stream:
            gold = [row for row in csv.DictReader(stream) if row["kind"] == "gold"]
        assert len(gold) == count
        how = [row["resolved_how"] for row in gold]
        assert how.count("adjudicated by ito") == 1
        assert how.count("rule: majority of ann, ben, cat; implicit no") == sum(each.implicit for each in cells)
        assert how.count("rule: majority of ann, ben, cat") == count - 1 - sum(each.implicit for each in cells)
        report = export(project, "dataset", tmp_path / "set", choices=ExportChoices(licence="mit"))
        assert report.counts["gold cells"] == count
        export(project, "label-studio", tmp_path / "ls.json")
        tasks = json.loads((tmp_path / "ls.json").read_text("utf-8"))
        listed = [each for task in tasks for each in task["data"]["galley"].get("resolved", ())]
        assert sorted(each["resolved_how"] for each in listed) == sorted(how)
        export(project, "galley", tmp_path / "n.jsonl")
        card = json.loads((tmp_path / "n.jsonl.card.json").read_text("utf-8"))["gold"]
        assert card["cells"] == count and card["resolved by"] == {
            "adjudicated one by one": 1,
            "rule: majority": how.count("rule: majority of ann, ben, cat"),
            "rule: majority (implicit no)": how.count("rule: majority of ann, ben, cat; implicit no"),
        }
    with open_book(tmp_path / "test.galley") as book:
        found = book.gold()
        assert len(found) == count and sorted(found["resolved_how"]) == sorted(how)
        assert len(book.gold("key:k1")) == sum(row["key"] == "k1" for row in gold)
    for name in ("n.jsonl", "gold.csv", "ls.json"):  # what is computed does not come back as somebody's verdict
        with Project.create(tmp_path / f"{name}.galley") as other:
            if name == "gold.csv":
                import_files(other, find("galley"), [_texts(tmp_path)])
            importer = {"n.jsonl": "galley", "gold.csv": "csv", "ls.json": "label-studio"}[name]
            import_files(other, find(importer), [tmp_path / name])
            kept = "SELECT count(*) FROM {} JOIN annotator ON annotator.id = annotator_id AND kind = 'gold'"
            assert other.read_connection().execute(kept.format("verdict")).fetchone() == (1,), name
            assert other.read_connection().execute(kept.format("judged")).fetchone() == (0,), name
            again = [each for (item,) in other.read_connection().execute("SELECT id FROM item").fetchall()
                     for each in build_resolver(other.read_connection())(item)]  # fmt: skip
            assert len(again) == count, name


def _texts(folder: Path) -> Path:
    """The items of the project without a word about them."""
    path = folder / "texts.jsonl"
    records = [building.record(f"k{n}") for n in range(3)]
    lines = [json.dumps({name: each[name] for name in ("key", "documents") if name in each}) for each in records]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
