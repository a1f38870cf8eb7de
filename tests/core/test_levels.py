"""Silence speaks at the level at which people were asked: of whole summaries or of their units, never of both."""

from __future__ import annotations

import json
import random
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from galley.core.adjudication import bulk_adjudication
from galley.core.adjudication.queue import build_case, scan
from galley.core.campaign import answers, merge, pack, plan
from galley.core.cli import main
from galley.core.domain import Cell, ChangeSet, Role
from galley.core.exports.registry import export
from galley.core.import_types import ImportOptions, ImportReport
from galley.core.importers.registry import find
from galley.core.importers.run_import import import_files
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import CellReader
from galley.core.metrics.registry import REGISTRY as METRICS
from galley.core.project import log_report
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import cell_outcomes, items, query_filter, queue
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.queue import Filter
from galley.core.storage import names
from galley.core.storage.queries import item_queue
from galley.core.tables import table_import
from galley.core.tasks import levels
from galley.core.tasks.gold import build_resolver
from tests.core import building
from tests.core.building import finish_all, finish_read

NAME = "dial-summer/changed-meaning"


def flag(value: str, unit: int | str = "whole") -> dict[str, Any]:
    said = {"annotator": "agency", "kind": "judge", "scheme": "dial-summer", "criterion": "changed-meaning"}
    return {**said, "document": "sum-a", "unit": unit, "value": value}


def spreadsheet(folder: Path, values: Iterable[str] = ("yes", "yes", "no", "yes", "no", "no")) -> Project:
    """An agency's spreadsheet: one yes or no a summary."""
    records = [building.record(f"k{n}", verdicts=[flag(value)], judged=[]) for n, value in enumerate(values)]
    file = folder / "agency.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    project = Project.create(folder / "agency.galley")
    import_files(project, find("galley"), [file])
    return project


def review(project: Project, *people: str) -> None:
    for who in people:
        desk = DecisionWriter(project, who)
        for (item,) in project.read_connection().execute("SELECT id FROM item").fetchall():
            for each in items.load_item_view(project.read_connection(), item).flags():
                desk.accept(item, each).result()
            finish_all(desk, items.load_item_view(project.read_connection(), item)).result()


def criterion(project: Project) -> int:
    return next(c.row for c in names.criteria(project.read_connection()).values() if f"{c.scheme}/{c.id}" == NAME)


def contradictions(project: Project) -> int:
    """Units that a person's silence calls clean in a summary that the same person called wrong, and reversed, from what
    a window reads."""
    count, row = 0, criterion(project)
    for (item,) in project.read_connection().execute("SELECT id FROM item"):
        view = items.load_item_view(project.read_connection(), item)
        for who in view.annotators:
            for document in view.documents:
                cells = [Cell(unit.id, row, document.id) for unit in document.units]
                whole = view.answer(who, Cell(document.whole, row, document.id))
                if whole is not None and whole.value == "yes":
                    count += sum(view.is_implicit_no(who, cell) for cell in cells)
    return count


def test_a_spreadsheet_of_summaries_is_finished_by_summary(tmp_path: Path) -> None:
    with spreadsheet(tmp_path) as project:
        reader = project.read_connection()
        assert levels.read_levels(reader) == {NAME: "whole"}
        review(project, "ann", "bo")
        row = criterion(project)
        asked = [json.loads(text) for (text,) in reader.execute("SELECT asked FROM decision WHERE action = 'finish'")]
        assert all(pair[2:] == ["whole"] for pairs in asked for pair in pairs if pair[0] == row)
        assert any(len(pair) == 2 for pairs in asked for pair in pairs), "other criteria are about sentences"
        assert contradictions(project) == 0
        gold = Counter(
            each.value
            for item in range(1, 7)
            for each in build_resolver(reader)(item)
            if each.cell.criterion == row and each.cell.target == _document(project, item, "sum-a")
        )
        assert gold == {"yes": 3, "no": 3}
        cells = CellReader(reader, Params())
        question = next(q for q in cells.questions() if q.id == "changed-meaning")
        assert not len(cells.cells(question, cells.humans, "unit", with_gold=True).unit)
        found = cells.cells(question, cells.humans, "summary", with_gold=True)
        assert found.gold is not None
        mine = {int(t): int(g) for t, g in zip(found.target, found.gold, strict=True)}
        agency = {_document(project, n + 1, "sum-a"): v for n, v in enumerate((1, 1, 0, 1, 0, 0))}
        assert {target: mine[target] for target in agency} == agency
        assert all(state in (0, 1) for state in mine.values())
        assert list(check(project)) == []
        rows = {name: METRICS.get(name).compute(reader, Params(level="summary", resamples=0)).rows
                for name in ("frequency", "detection")}  # fmt: skip
        often = next(line for line in rows["frequency"] if line["criterion"] == "changed-meaning")
        assert (often["summaries"], often["yes"], often["level"]) == (12, 3, "summary")
        right = next(line for line in rows["detection"] if line["criterion"] == "changed-meaning")
        assert [right[name] for name in ("n", "tp", "fp", "fn", "tn")] == [6, 3, 0, 0, 3]
        unasked = METRICS.get("detection").compute(reader, Params(resamples=0)).rows
        row = next(line for line in unasked if line["criterion"] == "changed-meaning")
        assert row == right, "only wholes have gold"
        mixed = METRICS.get("confusion").compute(reader, Params())
        assert [(row["criterion"], row["gold_criterion"], row["n"], row["level"]) for row in mixed.rows] == [
            ("changed-meaning", "changed-meaning", 3, "summary")
        ]
        assert "level" in mixed.columns
        export(project, "report", tmp_path / "report.html")
        assert "No judge was asked" not in (tmp_path / "report.html").read_text("utf-8")


def test_agreement_on_whole_summaries_is_in_card_report_and_plan(tmp_path: Path) -> None:
    """A spreadsheet's three flags answered by two people: the report said that no two had answered the same cells."""
    with spreadsheet(tmp_path) as project:
        for who, rejected in (("ann", {1}), ("ben", {2})):
            desk = DecisionWriter(project, who)
            for item in (1, 2, 4):
                (entry,) = items.load_item_view(project.read_connection(), item).flags()
                (desk.override if item in rejected else desk.accept)(item, entry).result()
        export(project, "report", tmp_path / "r.html")
        (flags,) = plan.plan(project.read_connection()).tasks
    # by hand: (no, yes), (yes, no), (yes, yes): one of three equal; 2 noes and 4 yeses, so 1 - (4/6)/(16/30)
    alpha = pytest.approx(1 - (4 / 6) / (16 / 30))
    assert [line.value for line in flags.agreement] == [alpha]
    card = json.loads((tmp_path / "r.html.card.json").read_text("utf-8"))
    rows = {row["coefficient"]: row for row in card["agreement"]}
    assert {row["level"] for row in rows.values()} == {"summary"} and rows["percent"]["n"] == 3
    assert rows["percent"]["value"] == pytest.approx(1 / 3) and rows["alpha-nominal"]["value"] == alpha
    page = (tmp_path / "r.html").read_text("utf-8")
    assert "No two people answered the same cells." not in page and "Changed meaning, summaries" in page


def _document(project: Project, item: int, name: str) -> int:
    query = "SELECT id FROM document WHERE item_id = ? AND name = ?"
    row: int = project.read_connection().execute(query, (item, name)).fetchone()[0]
    return row


def test_older_finishes_speak_of_units_and_a_yes_on_the_whole_voids_that(tmp_path: Path) -> None:
    """What a finish from before there were levels left: A says yes of a whole, then finishes all of its sentences."""
    with spreadsheet(tmp_path) as project:
        project.write(_units).result()
        review(project, "ann", "bo")
        reader = project.read_connection()
        assert contradictions(project) == 0
        row, item = criterion(project), 1
        target = _document(project, item, "sum-a")
        cells = [each.cell for each in build_resolver(reader)(item) if each.cell[1:] == (row, target)]
        assert len(cells) == 1, "the whole alone"
        # B, who said nothing of the whole, says nothing of it in silence either
        clean = _document(project, 3, "sum-a")
        kinds = {reader.execute("SELECT kind FROM unit WHERE id = ?", (each.cell.unit,)).fetchone()[0]
                 for each in build_resolver(reader)(3) if each.cell[1:] == (row, clean)}  # fmt: skip
        assert kinds == {"sentence"}
        assert reader.execute("SELECT sum(ties) FROM item").fetchone()[0] == 0


def _set(criterion: str, level: str, connection: Any) -> tuple[None, ChangeSet]:
    levels.set_levels(connection, {criterion: level})
    return None, ChangeSet(settings=True)


def _units(connection: Any) -> tuple[None, ChangeSet]:
    levels.set_levels(connection, {NAME: "units"})
    return None, ChangeSet(settings=True)


# Random projects: the window's reading, the scalar gold and the arrays against a loop by hand -------------------------


def units_by_hand(project: Project, kind: str) -> dict[int, list[int]]:
    """The units that a criterion asks about, by the document that they are judged as part of, or against."""
    units: dict[int, list[int]] = defaultdict(list)
    for unit, document, item in project.read_connection().execute(
        "SELECT unit.id, document_id, item_id FROM unit JOIN document ON document.id = document_id WHERE kind = ?",
        (kind,),
    ):
        about = "SELECT id FROM document WHERE item_id = ? AND role = 'summary'"
        summaries = [target for (target,) in project.read_connection().execute(about, (item,))]
        for target in [document] if kind == "sentence" else summaries:
            units[target].append(unit)
    return units


def by_hand(
    project: Project, row: int, units: dict[int, list[int]]
) -> tuple[dict[tuple[int, int], dict[str, Any]], dict[tuple[int, int], Any]]:
    """Each person's answers, from the log alone: {(person, target): {unit: answer}}, with silence put in, and each
    person's answer of each summary by the order of point 7 (partly answered: "partly")."""
    reader = project.read_connection()
    said: dict[tuple[int, int], dict[Any, Any]] = defaultdict(dict)
    silent: dict[tuple[int, int], set[str]] = defaultdict(set)
    flags: dict[int, set[int]] = defaultdict(set)
    wholes = {w: d for d, w in reader.execute("SELECT id, whole_id FROM document")}
    for unit, target in reader.execute(
        "SELECT unit_id, target_id FROM verdict JOIN annotator ON annotator.id = annotator_id WHERE kind = 'judge'"
        " AND value = 'yes' AND criterion_id = ?",
        (row,),
    ):
        flags[target].add(unit)
    query = "SELECT reviewer_id, action, unit_id, criterion_id, target_id, value, asked FROM decision ORDER BY at, uid"
    for who, action, unit, about, target, value, asked in reader.execute(query):
        if action == "finish":
            for pair in json.loads(asked or "[]"):
                if pair[0] == row:
                    silent[who, pair[1]].add(pair[2] if len(pair) > 2 else "units")
        elif about == row and action != "settle":
            said[who, target][unit] = "unsure" if action == "unsure" else value
    cells: dict[tuple[int, int], dict[Any, Any]] = {}
    summaries: dict[tuple[int, int], Any] = {}
    for key in {*said, *silent}:
        who, target = key
        given, found = said[key], dict(said[key])
        (whole,) = (w for w, d in wholes.items() if d == target)
        on_units = [given[u] for u in units[target] if u in given]
        if "units" in silent[key] and not (given.get(whole) in ("yes", "unsure") and "yes" not in on_units):
            for unit in units[target]:
                if unit not in flags[target]:
                    found.setdefault(unit, "no")
        if "whole" in silent[key] and not {"yes", "unsure"} & {*on_units} and whole not in flags[target]:
            found.setdefault(whole, "no")
        cells[key] = found
        own = [found.get(unit) for unit in units[target]]
        if whole in given:
            summaries[key] = given[whole]
        elif "yes" in own:
            summaries[key] = "yes"
        elif whole in found or (own and all(answer == "no" for answer in own)):
            summaries[key] = "no"
        else:
            summaries[key] = "open"
    return cells, summaries


def majority(votes: Iterable[Any]) -> str | None:
    """What more of them say than not; None for a tie."""
    count = Counter(vote for vote in votes if vote in ("yes", "no"))
    return None if count["yes"] == count["no"] else "yes" if count["yes"] > count["no"] else "no"


def whole_by_hand(given: dict[Any, Any], golds: dict[int, Any], whole: int, units: list[int]) -> Any:
    """A person's answer of a summary: point 7, with what was adjudicated in the place of their own on units."""
    if whole in given:
        return given[whole]  # silence that a unit's "yes" makes void is not in it
    own = [given.get(unit) for unit in units]
    over = [golds[unit] or given.get(unit) for unit in units]
    if any(own) and "yes" in over:
        return "yes"
    return "no" if any(own) and all(answer == "no" for answer in over) else None


FACTS = [
    {"id": f"f{n}", "kind": "fact", "text": text, "from": [["article", n - 1]], "type": "key"}
    for n, text in ((1, "It leaves at ten."), (2, "It is blue."))
]
KINDS = {
    "dial-summer/changed-meaning": "sentence",
    "dial-summer/missed-turn": "turn",  # of the dialogue, judged against a summary
    "kgds-fact/key-fact-missing": "fact",  # key facts, as FineSurE has them; no import takes a flag on the whole
}


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("seed", range(8))
def test_all_readings_agree_with_a_loop_over_the_log(tmp_path: Path, seed: int, name: str) -> None:
    dice = random.Random(seed)
    (scheme, about), kind = name.split("/"), KINDS[name]
    adjudicated: dict[tuple[int, int], str] = {}
    records = []
    for number in range(4):
        places = [unit for unit in ("whole", 0, 1) if dice.random() < 0.4 and (kind, unit) != ("fact", "whole")]
        verdicts = [{**flag("yes", unit), "scheme": scheme, "criterion": about} for unit in places or [0]]
        for each in verdicts:
            if each["unit"] != "whole" and kind == "turn":
                each |= {"document": "dialogue", "about": "sum-a"}
            elif each["unit"] != "whole" and kind == "fact":
                each |= {"unit": f"f{each['unit'] + 1}", "about": "sum-a"}
                del each["document"]
        records.append(building.record(f"k{number}", verdicts=verdicts, judged=[], units=FACTS))
    with building.project(tmp_path, *records) as project:
        reader = project.read_connection()
        set_whole, set_units = (partial(_set, name, level) for level in ("whole", "units"))
        project.write(set_whole if dice.random() < 0.5 else set_units).result()
        row = next(c.row for c in names.criteria(reader).values() if c.id == about)
        units_of = units_by_hand(project, kind)
        for item in range(1, 5):
            for who in ("ann", "bo"):
                desk = DecisionWriter(project, who)
                if dice.random() < 0.3:
                    project.write(dice.choice((set_whole, set_units))).result()
                view = items.load_item_view(reader, item)
                for each in view.flags():
                    if each.cell.criterion == row:
                        act = dice.choice((desk.accept, desk.override, desk.unsure, None))
                        if act is not None:
                            act(item, each).result()
                document = next(d for d in view.documents if d.name == "sum-a")
                for unit in (document.whole, *units_of[document.id]):
                    if dice.random() < 0.3:
                        desk.add(item, Cell(unit, row, document.id), dice.choice(("yes", "no"))).result()
                if dice.random() < 0.8:
                    finish = dice.choice((finish_all, finish_read))
                    finish(desk, items.load_item_view(reader, item)).result()
            for document in items.load_item_view(reader, item).documents:
                for unit in (document.whole, *units_of[document.id]):
                    if document.name == "sum-a" and dice.random() < 0.1:
                        golden = dice.choice(("yes", "no"))
                        DecisionWriter(project, "ito").adjudicate(item, Cell(unit, row, document.id), golden).result()
                        adjudicated[unit, document.id] = golden
        cells, summaries = by_hand(project, row, units_of)
        query = "SELECT unit_id FROM verdict JOIN annotator ON annotator.id = annotator_id WHERE kind = 'judge'"
        flagged_units = {unit for (unit,) in reader.execute(query + " AND criterion_id = ?", (row,))}
        people = {a.id for a in names.annotators(reader).values() if a.kind.value == "human"}
        rows_of_people = sorted(people)
        arrays = CellReader(reader, Params())
        question = next(q for q in arrays.questions() if q.id == about)
        for level in ("unit", "summary"):
            found = arrays.cells(question, rows_of_people, level)
            theirs = {
                (who, int(target), int(unit) if level == "unit" else 0): int(found.states[at, place])
                for place, who in enumerate(rows_of_people)
                for at, (unit, target) in enumerate(zip(found.unit, found.target, strict=True))
            }
            codes = {"yes": 1, "no": 0, "unsure": -1}
            for (who, target), given in cells.items():
                if level == "summary":
                    want = summaries[who, target]
                    got = theirs.get((who, target, 0), -2)
                    assert got == codes[want] if want in codes else got < 0, (who, target, want, got)
                    continue
                for unit, answer in given.items():
                    if (who, target, unit) in theirs:
                        assert theirs[who, target, unit] == codes[answer], (who, target, unit, answer)
        # the window's reading, cell by cell
        for item in range(1, 5):
            view = items.load_item_view(reader, item)
            for document in view.documents:
                for unit in (document.whole, *units_of[document.id]):
                    cell = Cell(unit, row, document.id)
                    for who in people:
                        said = view.answer(who, cell)
                        got = (
                            ("unsure" if said.value is None else said.value)
                            if said
                            else ("no" if view.is_implicit_no(who, cell) else None)
                        )
                        assert got == cells.get((who, document.id), {}).get(unit), (item, unit, who)
            # gold, one cell after the other and in arrays: the majority of what the hand says
            mine = {each.cell: each.value for each in build_resolver(reader)(item) if each.cell.criterion == row}
            asked = arrays.cells(question, rows_of_people, "summary", with_gold=True)
            assert asked.gold is not None
            in_arrays = {int(t): int(g) for t, g in zip(asked.target, asked.gold, strict=True)}
            ties = 0
            for document in view.documents:
                units = units_of[document.id]
                golds = {unit: adjudicated.get((unit, document.id)) for unit in (document.whole, *units)}
                of = {who: cells[who, document.id] for who in people if (who, document.id) in cells}
                for unit in (document.whole, *units):
                    cell = Cell(unit, row, document.id)
                    spoken = any(document.whole in given for given in of.values())
                    flagged = unit in flagged_units
                    if unit == document.whole and not (spoken or flagged or golds[unit]):
                        assert cell not in mine
                        continue
                    if unit == document.whole:
                        votes = [whole_by_hand(given, golds, document.whole, units) for given in of.values()]
                        want = golds[unit] or ("yes" if "yes" in golds.values() else None)
                        if not want and not spoken and units and all(golds[u] == "no" for u in units):
                            want = "no"
                        contradictory = golds[unit] == "no" and "yes" in golds.values()
                    else:
                        votes = [given.get(unit) for given in of.values()]
                        want, contradictory = golds[unit], False
                    want = None if contradictory else want or majority(votes)
                    assert mine.get(cell) == want, (item, unit, votes, golds)
                    known = any(vote in ("yes", "no") for vote in votes) or bool(golds[unit])
                    if unit == document.whole:
                        code = in_arrays.get(document.id, -2)
                        assert ({1: "yes", 0: "no"}.get(code)) == want, (item, code, votes, golds)
                    if known and (want or flagged or any(unit in given for given in of.values())):
                        assert cell_outcomes.ruling(view, cell).value == want, (item, unit, votes, golds)
                    undecided = contradictory or (not want and {"yes", "no"} <= {*votes})
                    ties += undecided
                    listed = build_case(reader, item, cell)
                    is_tie = listed.tie and (contradictory or not listed.is_adjudicated)
                    assert is_tie == undecided, (item, unit, votes, golds)
            assert reader.execute("SELECT ties FROM item WHERE id = ?", (item,)).fetchone() == (ties,), item
        assert list(check(project)) == []


def test_levels_go_along_in_exports_and_packages(tmp_path: Path) -> None:
    with spreadsheet(tmp_path) as project:
        paths = pack.list_package_paths(["cat"], tmp_path, project.path)
        pack.pack(project, paths)
        with Project.open(paths["cat"]) as package:
            review(package, "cat")
            assert check(package) == [] and contradictions(package) == 0
        answers.write_answers(paths["cat"], tmp_path / "cat.answers")
        merge.merge(project, [tmp_path / "cat.answers"])
        review(project, "ann")
        assert check(project) == [] and contradictions(project) == 0
        assert _silent(project) == {("ann", 12), ("cat", 12)}, "two summaries an item, one criterion"
        export(project, "galley", tmp_path / "all.jsonl")
        with Project.create(tmp_path / "second.galley") as second:
            import_files(second, find("galley"), [tmp_path / "all.jsonl"])
            assert _silent(second) == _silent(project)
            export(second, "galley", tmp_path / "again.jsonl")
            assert check(second) == []
    one, two = ((tmp_path / name).read_text("utf-8").split("\n", 1)[1] for name in ("all.jsonl", "again.jsonl"))
    assert one == two


def _silent(project: Project) -> set[tuple[str, int]]:
    query = "SELECT name, count(*) FROM silent_whole JOIN annotator ON annotator.id = annotator_id GROUP BY name"
    return {(name, count) for name, count in project.read_connection().execute(query)}


def test_undo_and_reopen_take_silence_on_wholes_away(tmp_path: Path) -> None:
    with spreadsheet(tmp_path, ("no",)) as project:
        review(project, "ann")
        assert _silent(project) == {("ann", 2)}
        desk = DecisionWriter(project, "ann")
        desk.undo().result()
        assert not _silent(project)
        desk.redo().result()
        assert _silent(project) == {("ann", 2)}
        desk.reopen(1).result()
        assert not _silent(project) and check(project) == []


def test_an_import_proposes_the_level_of_its_flags(tmp_path: Path) -> None:
    cases: list[tuple[list[dict[str, Any]], str, dict[str, str]]] = [
        ([flag("yes")], "", {NAME: "whole"}),
        ([flag("yes"), flag("yes", 0)], "", {}),
        ([flag("yes"), flag("yes", 0)], "whole", {NAME: "whole"}),
        ([flag("yes")], "units", {NAME: "units"}),
        ([flag("yes", 0)], "whole", {}),
        ([flag("no")], "", {NAME: "whole"}),
    ]
    for number, (verdicts, level, expected) in enumerate(cases):
        file = tmp_path / f"{number}.jsonl"
        file.write_text(json.dumps(building.record("k", verdicts=verdicts, judged=[])) + "\n", encoding="utf-8")
        with Project.create(tmp_path / f"{number}.galley") as project:
            report = import_files(project, find("galley"), [file], ImportOptions(level=level))
            assert levels.read_levels(project.read_connection()) == expected == report.levels, number


def test_a_changed_level_acts_on_later_finishes_only(tmp_path: Path) -> None:
    """A judge of sentences comes later, and the lead sets the criterion to sentences."""
    with spreadsheet(tmp_path, ("no", "no")) as project:
        reader, row = project.read_connection(), criterion(project)
        ann = DecisionWriter(project, "ann")
        finish_read(ann, items.load_item_view(reader, 1)).result()
        project.write(_units).result()
        finish_read(ann, items.load_item_view(reader, 2)).result()
        for item, of_wholes in ((1, True), (2, False)):
            view = items.load_item_view(reader, item)
            document = next(d for d in view.documents if d.name == "sum-a")
            whole, first = (Cell(unit, row, document.id) for unit in (document.whole, document.units[0].id))
            assert view.is_implicit_no(ann.reviewer, whole) is of_wholes
            assert view.is_implicit_no(ann.reviewer, first) is not of_wholes


def test_a_sentence_flag_in_a_project_of_summaries_asks_its_own_cell(tmp_path: Path) -> None:
    with spreadsheet(tmp_path, ("no",)) as project:
        reader, row = project.read_connection(), criterion(project)
        ann = DecisionWriter(project, "ann")
        view = items.load_item_view(reader, 1)
        document = next(d for d in view.documents if d.name == "sum-a")
        ann.add(1, Cell(document.units[0].id, row, document.id), "yes").result()
        finish_read(ann, view).result()
        gold = {each.cell.unit: each.value for each in build_resolver(reader)(1) if each.cell[1:] == (row, document.id)}
        assert gold == {document.units[0].id: "yes"}, "no silence on other sentences, and none on the whole"


def test_the_command_lists_and_sets_levels_and_the_log_says_so(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from galley.core.cli.project_commands import set_levels as COMMAND

    spreadsheet(tmp_path).close()
    path = str(tmp_path / "agency.galley")
    assert f"{NAME}\tsummary" in CliRunner().invoke(COMMAND, ["--project", path]).output
    assert f"{NAME}\tunit" in CliRunner().invoke(COMMAND, [f"{NAME}=unit", "--project", path]).output
    with Project.open(path) as project:
        assert levels.read_levels(project.read_connection()) == {NAME: "units"} and check(project) == []
        said = [text for (text,) in project.read_connection().execute("SELECT said FROM event")]
        assert any("set levels" in text for text in said)


def test_ties_know_the_levels(tmp_path: Path) -> None:
    """B's silence on all sentences is B's "no" of the summary: a tie with A, who marked the whole."""
    with spreadsheet(tmp_path, ("no",)) as project:
        project.write(_units).result()
        reader, row = project.read_connection(), criterion(project)
        view = items.load_item_view(reader, 1)
        document = next(d for d in view.documents if d.name == "sum-a")
        whole = Cell(document.whole, row, document.id)
        ann, bo = DecisionWriter(project, "ann"), DecisionWriter(project, "bo")
        ann.add(1, whole, "yes").result()
        for desk in (ann, bo):
            finish_read(desk, view).result()
        (case,) = [each for each in scan(reader, [1]) if each.cell == whole]
        votes = {who: (vote.value, vote.is_implicit) for who, vote in case.humans.items()}
        assert votes == {ann.reviewer: ("yes", False), bo.reviewer: ("no", True)} and case.tie
        assert reader.execute("SELECT ties FROM item").fetchone() == (1,)
        gold = {each.cell.unit: each.people for each in build_resolver(reader)(1) if each.cell[1:] == whole[1:]}
        assert document.whole not in gold
        assert all(gold[unit.id] == (bo.reviewer,) for unit in document.units), "A's silence is void"
        bo.add(1, Cell(document.units[1].id, row, document.id), "yes").result()
        gold = {each.cell.unit: each for each in build_resolver(reader)(1) if each.cell[1:] == whole[1:]}
        assert (gold[document.whole].value, gold[document.whole].people) == ("yes", (ann.reviewer, bo.reviewer))
        assert not gold[document.whole].implicit_people and reader.execute("SELECT ties FROM item").fetchone() == (0,)
        assert check(project) == []


def test_counts_of_an_older_project_are_made_anew(tmp_path: Path) -> None:
    """A "yes" on the whole voids silence on sentences since schema 4: what an older Galley counted is counted again."""
    with spreadsheet(tmp_path, ("yes", "no")) as project:
        project.write(_units).result()
        review(project, "ann", "ben")
        path = project.path
    assert check(path) == []
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE item SET ties = ties + 4")
        connection.execute("DELETE FROM _sqlite_migrations WHERE name = '0004'")
        connection.execute("PRAGMA user_version = 3")
        connection.commit()
    with Project.open(path) as project:
        ((_, words),) = log_report.repairs(project.read_connection())
    # by hand: both reviewers said "yes" of the one flagged summary, and finished its two sentences
    assert words.startswith("4 implicit “no” on units no longer count")
    assert "(sum-a of k0, by ann; sum-a of k0, by ben)" in words and words.endswith("Ties: 8 before, 0 now.")
    assert check(path) == []
    for said in ("{", "[]", '{"what": "levels"}', '{"what": "levels", "void": [3], "ties": [1, 2]}'):
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("UPDATE event SET said = ? WHERE kind = 'repair'", (said,))
            connection.commit()
        with Project.open(path, read_only=True) as project:
            assert [words for _, words in log_report.repairs(project.read_connection())] == [
                "The entry of a repair cannot be read; galley project check says more."
            ], said


def test_check_lists_answers_that_contradict_each_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A "no" on the whole beside a "yes" on a sentence by one person is no fault of the file, and is listed."""
    with spreadsheet(tmp_path, ("yes", "no")) as project:
        desk, reader, row = DecisionWriter(project, "ann"), project.read_connection(), criterion(project)
        for item, values in ((1, ("no", "yes")), (2, ("no", "no"))):
            view = items.load_item_view(reader, item)
            document = next(d for d in view.documents if d.name == "sum-a")
            for unit, value in zip((document.whole, document.units[0].id), values, strict=True):
                desk.add(item, Cell(unit, row, document.id), value).result()
        path = project.path
    assert main(["project", "check", str(path)]) == 0
    said = capsys.readouterr().out
    assert said.count("answered “no” for the whole") == 1
    assert f"ann answered “no” for the whole sum-a of k0 and “yes” for a part of it ({NAME})" in said


def test_two_reviewers_at_different_levels_give_a_row_for_each(tmp_path: Path) -> None:
    """Ann answers of whole summaries, Bo by sentence; the agency flags whole summaries, a second judge sentences."""
    records = []
    for number, (whole, sentence) in enumerate([("yes", 0), ("yes", None), ("no", 1), ("no", None)]):
        verdicts = [flag(whole)]
        if sentence is not None:
            verdicts.append({**flag("yes", sentence), "annotator": "by-sentence"})
        judged = [{"annotator": "by-sentence", "kind": "judge", "scheme": "dial-summer",
                   "criteria": ["changed-meaning"], "documents": ["sum-a"]}]  # fmt: skip
        records.append(building.record(f"k{number}", verdicts=verdicts, judged=judged))
    with building.project(tmp_path, *records) as project:
        reader, row = project.read_connection(), criterion(project)
        ann, bo = DecisionWriter(project, "ann"), DecisionWriter(project, "bo")
        truth = {1: ("yes", 0), 2: ("no", None), 3: ("yes", 1), 4: ("no", None)}
        for item, (whole, sentence) in truth.items():
            view = items.load_item_view(reader, item)
            document = next(d for d in view.documents if d.name == "sum-a")
            ann.add(item, Cell(document.whole, row, document.id), whole).result()
            for place, unit in enumerate(document.units):
                bo.add(item, Cell(unit.id, row, document.id), "yes" if place == sentence else "no").result()
        detection = METRICS.get("detection").compute(reader, Params(resamples=0))
        found = {
            (line["judge"], line["level"]): [line[name] for name in ("n", "tp", "fp", "fn", "tn")]
            for line in detection.rows
            if line["criterion"] == "changed-meaning"
        }
        # by hand: both say the same of each summary, so its gold is theirs; Bo's alone is that of sentences
        units = len(document.units)
        assert found == {
            ("agency", "summary"): [4, 1, 1, 1, 1],
            ("by-sentence", "unit"): [4 * units, 2, 0, 0, 4 * units - 2],
            ("by-sentence", "summary"): [4, 2, 0, 0, 2],
        }
        assert "level" in detection.columns
        mixed = METRICS.get("confusion").compute(reader, Params())
        assert {(line["judge"], line["level"]) for line in mixed.rows} == {*found}
        levels_of = {
            (line["level"], tuple(line["annotators"])): line["n"]
            for line in METRICS.get("agreement").compute(reader, Params(resamples=0)).rows
            if line["criterion"] == "changed-meaning"
        }
        assert levels_of == {("unit", ("ann", "bo")): 0, ("summary", ("ann", "bo")): 4}, "levels are never pooled"
        export(project, "report", tmp_path / "report.html")
        page = (tmp_path / "report.html").read_text("utf-8")
        assert "Changed meaning, summaries" in page or "changed-meaning, summaries" in page


def test_units_and_wholes_of_a_combined_criterion_meet_at_the_summary(tmp_path: Path) -> None:
    """Of one part people answered whole summaries, of the other sentences: the level that both share is the summary."""
    other = {**flag("yes", 0), "criterion": "extrinsic-context"}
    with building.project(tmp_path, *(building.record(f"k{n}", verdicts=[flag("yes"), other], judged=[])
                                      for n in range(3))) as project:  # fmt: skip
        reader = project.read_connection()
        rows = {f"{c.scheme}/{c.id}": c.row for c in names.criteria(reader).values()}
        parts = CellReader(reader, Params())
        both = {rows[NAME], rows["dial-summer/extrinsic-context"]}
        union = next(q for q in parts.questions() if q.is_combined and both <= {*q.rows})
        desk = DecisionWriter(project, "ann")
        for item in (1, 2, 3):
            document = next(d for d in items.load_item_view(reader, item).documents if d.name == "sum-a")
            for part in union.members:
                if part.row == rows[NAME]:
                    desk.add(item, Cell(document.whole, part.row, document.id), "no").result()
                else:
                    for unit in document.units:
                        value = "yes" if item == 1 and part.row == rows["dial-summer/extrinsic-context"] else "no"
                        desk.add(item, Cell(unit.id, part.row, document.id), value).result()
        parts = CellReader(reader, Params())
        union = next(q for q in parts.questions() if q.scheme == union.scheme and q.id == union.id)
        assert parts.find_gold_levels(union) == ("summary",)
        cells = parts.cells(union, parts.judges, "summary", with_gold=True)
        assert cells.gold is not None and sorted(cells.gold.tolist()) == [0, 0, 1]
        lines = METRICS.get("detection").compute(reader, Params(resamples=0)).rows
        assert {line["level"] for line in lines if line["criterion"] == union.id} == {"summary"}


def test_lists_of_flags_know_the_levels(tmp_path: Path) -> None:
    """A flag on a whole summary stays open where its sentences were finished alone; what the window says is listed."""
    with spreadsheet(tmp_path, ("yes", "yes")) as project:
        reader, ann = project.read_connection(), DecisionWriter(project, "ann")
        for item, level in ((1, "units"), (2, "whole")):
            project.write(partial(_set, NAME, level)).result()
            finish_read(ann, items.load_item_view(reader, item)).result()
        late = {**building.record("k0", verdicts=[{**flag("yes"), "annotator": "later"}], judged=[])}
        (tmp_path / "late.jsonl").write_text(json.dumps({**late, "key": "k1"}) + "\n", encoding="utf-8")
        import_files(project, find("galley"), [tmp_path / "late.jsonl"])
        for item in (1, 2):
            view = items.load_item_view(reader, item)
            window = Counter(view.state(ann.reviewer, each).value for each in view.flags())
            listed = Counter(
                each.state for each in query_filter.find_flags(reader, Filter(items=(item,)), ann.reviewer)
            )
            assert listed == window, item
            total = queue.rows(reader, [item], item_queue.EVERYBODY)[0]
            assert total.open == window["open"], item


def test_bulk_adjudication_takes_implicit_noes_on_whole_summaries(tmp_path: Path) -> None:
    """Summaries that nobody marked had gold by the rule, and bulk adjudication passed over them."""
    records = [building.record(f"k{n}", verdicts=[flag("yes")] if n < 2 else [], judged=[]) for n in range(6)]
    file = tmp_path / "agency.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    with Project.create(tmp_path / "agency.galley") as project:
        import_files(project, find("galley"), [file])
        review(project, "ann", "bo")
        row = criterion(project)
        order = bulk_adjudication.BulkOrder(bulk_adjudication.BulkRule.UNANIMOUS, criteria=(row,))
        plan = bulk_adjudication.preview_adjudication(project.read_connection(), order)
        find_resolved = build_resolver(project.read_connection())
        cells = [cell for item in range(1, 7) for cell in find_resolved(item) if cell.cell.criterion == row]
        resolved = Counter(cell.value for cell in cells)
        assert Counter(outcome.value for outcome in plan.outcomes) == resolved == {"yes": 2, "no": 10}
        assert plan.unmarked_count == 10


def news(folder: Path) -> Path:
    """The example spreadsheet as a project: flags on whole summaries of two systems."""
    path = folder / "news.galley"
    table = Path(__file__).resolve().parents[2] / "resources" / "sample" / "news.xlsx"
    mapping = table_import.choose_mapping([table], ImportReport(), ["GPT flag A=flag,error=yes"])
    with Project.create(path) as project:
        import_files(project, find("table"), [table], ImportOptions(mapping=mapping))
    return path


def test_a_flagged_summary_need_not_be_read_before_a_finish_that_speaks_of_the_others(tmp_path: Path) -> None:
    """Silence never speaks of a flag, so that a finish says nothing of a whole summary that a judge flagged."""
    with Project.open(news(tmp_path)) as project:
        view = items.load_item_view(project.read_connection(), 1)
        flagged, other = view.by_role(Role.SUMMARY)
        (mark,) = view.flags()
        assert mark.cell.unit == flagged.whole
        writer = DecisionWriter(project, "ann")
        writer.accept(view.id, mark).result()
        for read, finished in ((set[int](), False), ({d.id for d in view.documents} - {flagged.id}, True)):
            writer.finish(view, read).result()
            after = items.load_item_view(project.read_connection(), 1)
            assert (writer.reviewer in after.through) == finished
        assert (writer.reviewer, mark.cell.criterion, other.id) in after.implicit_no_wholes
        assert check(project) == []
