"""Label Studio's tasks: what we write comes back, also after changes there, and tasks of others make a project."""

from __future__ import annotations

import csv
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from galley.core.domain import Action, ChangeSet
from galley.core.errors import InputError
from galley.core.exports.registry import export
from galley.core.import_types import ImportReport
from galley.core.importers import registry
from galley.core.importers.galley import IMPORTER as NATIVE
from galley.core.importers.label_studio import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.paths import resources
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.tasks.levels import Level, set_levels
from tests.core import building
from tests.core.examples import examples
from tests.core.label_studio_rules import faults
from tests.core.made import actions, bring, records, review, said
from tests.core.test_metric_summaries import CRITERION, record

SAMPLE = resources() / "sample" / "sample.jsonl"
LOST = {"note": "", "decided_at": "", "resolved_by": "", "resolved_how": ""}


def _table(project: Project, folder: Path) -> list[tuple[str, ...]]:
    """All verdicts without what Label Studio's tasks do not hold: notes, and when something was decided."""
    out = folder / "table.csv"
    export(project, "csv", out)
    with out.open(encoding="utf-8", newline="") as stream:
        rows = [row for row in csv.DictReader(stream) if row["origin"] not in ("note", "evidence")]
    for row in rows:  # nor what a reviewer attached
        left = [place for place in json.loads(row["evidence"] or "[]") if "stance" not in place]
        row["evidence"] = json.dumps(left) if left else ""
    plain = [row | LOST | {"origin": row["origin"].replace("decision", "verdict")} for row in rows]
    return sorted(tuple(row.values()) for row in plain)


def _bare(project: Project, folder: Path) -> list[dict[str, Any]]:
    out = folder / "bare.jsonl"
    export(project, "galley", out)
    lines = [json.loads(line) for line in out.read_bytes().split(b"\n")[1:-1]]
    fields = ("key", "dataset", "split", "meta", "documents", "units", "scores")
    for line in lines:  # a unit that a reviewer took away is not in a task, and one that they wrote is there for good
        units = [unit for unit in line.get("units", ()) if not unit.get("retired")]
        line["units"] = [{n: v for n, v in unit.items() if n != "decision"} for unit in units]
    return [{name: line[name] for name in fields if name in line} for line in lines]


def _back(
    project: Project, folder: Path, change: Callable[[list[dict[str, Any]]], None] | None = None
) -> tuple[Project, ImportReport]:
    out = folder / "tasks.json"
    export(project, "label-studio", out)
    config = (folder / "tasks.json.config.xml").read_text("utf-8")
    assert faults(config, json.loads(out.read_text("utf-8"))) == [], "Label Studio refuses it"
    if change is not None:
        tasks = json.loads(out.read_text("utf-8"))
        change(tasks)
        out.write_text(json.dumps(tasks), "utf-8")
    assert registry.recognise([out]) is IMPORTER
    again = Project.create(folder / "again.galley")
    return again, import_files(again, IMPORTER, [out])


def test_a_reviewed_project_comes_back(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a.galley") as first:
        import_files(first, NATIVE, [SAMPLE])
        said = [action for action in Action if action is not Action.ATTACH]
        review(first, [("ann", action, n, n * 7, f"=note {n}") for n, action in enumerate(said * 4)])
        review(first, [("ann", Action.ATTACH, n, n, "") for n in range(4)])
        wanted, bare = _table(first, tmp_path), _bare(first, tmp_path)
        second, report = _back(first, tmp_path)
        with second:
            assert _table(second, tmp_path) == wanted
            assert _bare(second, tmp_path) == bare
            assert report.counts["notes left out"] > 0
            gold = "SELECT count(*) FROM verdict JOIN annotator ON annotator.id = annotator_id WHERE kind = 'gold'"
            assert second.read_connection().execute(gold).fetchone()[0] > 0


@settings(max_examples=examples(5, 10), suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data(), made=records(), steps=actions)
def test_any_project_comes_back(data: st.DataObject, made: list[dict[str, Any]], steps: Any) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        with Project.create(folder / "a.galley") as first:
            bring(first, made, folder)
            items = [row[0] for row in first.read_connection().execute("SELECT id FROM item").fetchall()]
            bring(first, [data.draw(said(first, item)) for item in items], folder)
            review(first, steps)
            wanted, bare = _table(first, folder), _bare(first, folder)
            second, _ = _back(first, folder)
            with second:
                assert _bare(second, folder) == bare
                assert _table(second, folder) == wanted


def test_a_task_is_what_label_studio_takes(tmp_path: Path) -> None:
    out = tmp_path / "tasks.json"
    with building.project(tmp_path) as project:
        flag = next(f for f in load_item_view(project.read_connection(), 1).flags() if f.spans)
        DecisionWriter(project, "ann").override(1, flag).result()
        DecisionWriter(project, "chair").adjudicate(1, flag.cell, "no").result()
        report = export(project, "label-studio", out)
    task = json.loads(out.read_text("utf-8"))[0]
    assert {p["model_version"] for p in task["predictions"]} == {"judge", "other"}
    assert [a["ground_truth"] for a in task["annotations"]] == [False, True]
    assert all("completed_by" not in a for a in task["annotations"]), "names that are no members are refused there"
    config = ElementTree.parse(tmp_path / "tasks.json.config.xml")
    controls = {tag.get("name"): tag for tag in config.iter() if tag.get("name")}
    for spoken in (*task["predictions"], *task["annotations"]):
        for result in spoken["result"]:
            control, shown = controls[result["from_name"]], controls[result["to_name"]]
            assert control.get("toName") == result["to_name"]
            assert shown.get("value") == f"${result['to_name']}"
            offered = {each.get("value") for each in control}
            value, text = result["value"], task["data"][result["to_name"]]
            assert set(value.get("labels", value.get("choices", ()))) <= offered
            if "start" in value and result["type"] != "textarea":
                assert text[value["start"] : value["end"]] == value["text"]
    region = next(
        r for p in task["predictions"] for r in p["result"] if r["type"] == "labels" and r["value"]["text"] == "ine."
    )
    assert region["value"]["labels"] == ["dial-summer/changed-meaning"]
    answer = next(r for r in task["annotations"][0]["result"] if r["type"] == "choices")
    assert answer["value"]["choices"] == ["no"]
    assert report.left_out == {"decisions of the log (what they add up to is there)": 2}


def test_what_was_changed_there_is_changed_here(tmp_path: Path) -> None:
    def change(tasks: list[dict[str, Any]]) -> None:
        for result in tasks[0]["annotations"][0]["result"]:
            if result["type"] == "choices":
                result["value"]["choices"] = ["unsure"]
        regions = [r for r in tasks[0]["predictions"][0]["result"] if r["type"] == "labels"]
        moved = next(r for r in regions if r["value"]["text"] == "ine.")
        text = tasks[0]["data"]["sum_a"]
        moved["value"] |= {"start": text.index("ferry"), "end": text.index("leaves") + 6}
        other = next(r for r in regions if r["meta"]["galley"]["criterion"] == "extrinsic-context")
        other["value"]["labels"] = ["dial-summer/changed-meaning"]

    with building.project(tmp_path) as project:
        flag = next(f for f in load_item_view(project.read_connection(), 1).flags() if f.spans)
        DecisionWriter(project, "ann").accept(1, flag).result()
        again, _ = _back(project, tmp_path, change)
    with again:
        view = load_item_view(again.read_connection(), 1)
        people = {v.annotator: v for v in view.verdicts if view.annotators[v.annotator].name == "ann"}
        assert [(v.value, v.reason) for v in people.values()] == [(None, "unsure")]
        mine = [v for v in view.flags() if view.annotators[v.annotator].name == "judge"]
        spans = [[view.unit(v.cell.unit).text[a:b] for a, b in v.spans] for v in mine]
        assert ["ferry leaves"] in spans
        assert len({v.cell.criterion for v in mine}) == 2, "one was relabelled, the missed turn stays"


ODD = ["label_sum", "sum", "annotator", "2024", "1e5", "true", "NaN", "key", "galley", "judged_", "\x00 & <b>", "ä ö"]


def test_every_task_has_every_field_and_no_field_is_called_as_a_control(tmp_path: Path) -> None:
    """Documents of all names, each in one of three items only; nobody has judged anything, so nothing is offered."""
    for schemes in ([], [{"id": "basic"}]):
        lines = [{"galley": 1, "schemes": schemes}] + [
            {"key": f"k{n}", "documents": [{"id": name, "role": "article", "text": "One."} for name in ODD[n::3]]}
            for n in range(3)
        ]
        folder = tmp_path / str(len(schemes))
        folder.mkdir()
        file = folder / "a.jsonl"
        file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
        with Project.create(folder / "a.galley") as project:
            import_files(project, NATIVE, [file])
            bare = _bare(project, folder)
            again, _ = _back(project, folder)
            with again:
                assert _bare(again, folder) == bare
        tasks = json.loads((folder / "tasks.json").read_text("utf-8"))
        assert len({frozenset(task["data"]) for task in tasks}) == 1
        assert len(tasks[0]["data"]) == len(ODD) + 2, "a field for each, and key and galley"


def _again(project: Project, folder: Path, change: Callable[[list[dict[str, Any]]], None]) -> ImportReport:
    """Export, change, and import into the same project."""
    out = folder / "tasks.json"
    export(project, "label-studio", out)
    tasks = json.loads(out.read_text("utf-8"))
    change(tasks)
    out.write_text(json.dumps(tasks), "utf-8")
    report = import_files(project, IMPORTER, [out])
    assert check(project) == []
    return report


def _result(tasks: list[dict[str, Any]], who: str, kind: str) -> dict[str, Any]:
    """The first result of this type in somebody's annotation of the first task."""
    mine = next(a for a in tasks[0]["annotations"] if a["result"][0]["value"]["text"] == [who])
    found: dict[str, Any] = next(r for r in mine["result"][1:] if r["type"] == kind)
    return found


def _says(project: Project, who: str) -> list[tuple[Any, str | None, list[tuple[int, int]]]]:
    view = load_item_view(project.read_connection(), 1)
    mine = [v for v in view.verdicts if view.annotators[v.annotator].name == who]
    return [(v.value, v.reason or None, [tuple(span) for span in v.spans]) for v in mine]


def test_an_answer_that_was_changed_there_is_taken_into_the_same_project_and_listed(tmp_path: Path) -> None:
    with building.project(tmp_path) as project:
        flag = next(f for f in load_item_view(project.read_connection(), 1).flags() if f.spans)
        ann, chair = DecisionWriter(project, "ann"), DecisionWriter(project, "chair")
        ann.accept(1, flag).result()
        chair.adjudicate(1, flag.cell, "yes").result()
        before = _says(project, "ann")

        def same(tasks: list[dict[str, Any]]) -> None:
            pass

        report = _again(project, tmp_path, same)
        assert report.counts.get("changed answers", 0) == 0 and not report.notes

        def other(tasks: list[dict[str, Any]]) -> None:
            _result(tasks, "ann", "choices")["value"]["choices"] = ["no"]
            _result(tasks, "gold", "choices")["value"]["choices"] = ["no"]

        report = _again(project, tmp_path, other)
        assert report.counts["changed answers"] == 2
        assert [note.text.split(": ", 2)[2].split(" at ")[0] for note in report.notes] == ["yes", "yes, now no."]
        assert [(value, reason) for value, reason, _ in _says(project, "ann")] == [("no", None)]
        assert [value for value, _, _ in _says(project, "gold")] == ["no"]
        assert ann.can_undo() == "override"
        ann.undo().result()
        assert _says(project, "ann") == before, "a decision like any other"
        report = import_files(project, IMPORTER, [tmp_path / "tasks.json"])
        assert report.counts["changed answers"] == 1, "the same file again: hers differs from it anew, gold does not"


def test_both_sides_changed_and_the_project_stands(tmp_path: Path) -> None:
    with building.project(tmp_path) as project:
        flag = next(f for f in load_item_view(project.read_connection(), 1).flags() if f.spans)
        ann = DecisionWriter(project, "ann")
        ann.accept(1, flag).result()

        def both(tasks: list[dict[str, Any]]) -> None:
            ann.unsure(1, flag).result()
            _result(tasks, "ann", "choices")["value"]["choices"] = ["no"]

        report = _again(project, tmp_path, both)
        assert "changed answers" not in report.counts
        assert "in the project unsure" in report.notes[0].text and report.notes[0].text.endswith(", which stays.")
        assert [(value, reason) for value, reason, _ in _says(project, "ann")] == [(None, "unsure")]


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("deleted", [("no", None, [])]),
        ("annotation", [("yes", None, [(21, 25)])]),
        ("moved", [("yes", None, [(4, 9)])]),
    ],
)
def test_a_region_that_was_taken_away_is_a_no(tmp_path: Path, what: str, said: list[Any]) -> None:
    """A yes without its region is a no; an annotation that is not in the file says nothing; a region may move."""
    with building.project(tmp_path) as project:
        flag = next(f for f in load_item_view(project.read_connection(), 1).flags() if f.spans)
        DecisionWriter(project, "ann").accept(1, flag).result()
        assert _says(project, "ann")[0][0] == "yes"

        def change(tasks: list[dict[str, Any]]) -> None:
            if what == "annotation":
                tasks[0]["annotations"].clear()
            elif what == "deleted":
                del tasks[0]["annotations"][0]["result"][1:]
            else:
                start = _result(tasks, "ann", "labels")["value"]["start"] - flag.spans[0].start
                _result(tasks, "ann", "labels")["value"] |= {"start": start + 4, "end": start + 9}

        report = _again(project, tmp_path, change)
        assert bool(report.counts.get("changed answers")) == (what != "annotation")
        assert _says(project, "ann") == said


SUMMARY = "Ann asked. The ferry leaves at nine. It is blue."


def _at(words: str, text: str = SUMMARY) -> dict[str, Any]:
    start = text.index(words)
    return {"start": start, "end": start + len(words), "text": words}


FOREIGN: list[dict[str, Any]] = [
    {
        "id": 7,
        "data": {
            "dialogue": [{"author": "Ann", "text": "Is the ferry late? 😀"},
                         {"author": "Bo", "text": "It leaves at ten."}],
            "summary": SUMMARY,
            "model": "bart",
            "source_id": "x1",
        },
        "annotations": [
            {
                "completed_by": {"id": 1, "email": "ann@example.org", "first_name": "Ann", "last_name": "Lee"},
                "result": [
                    {"id": "a", "from_name": "err", "to_name": "summary", "type": "labels",
                     "value": _at("nine") | {"labels": ["Wrong time"]}},
                    {"id": "b", "from_name": "err", "to_name": "summary", "type": "labels",
                     "value": _at("nine. It is blue.") | {"labels": ["Made up"]}},
                    {"id": "c", "from_name": "err2", "to_name": "dialogue", "type": "paragraphlabels",
                     "value": {"start": "1", "end": "1", "startOffset": 3, "endOffset": 9,
                               "paragraphlabels": ["Missed"]}},
                    {"id": "d", "from_name": "tone", "to_name": "summary", "type": "choices",
                     "value": {"choices": ["neutral"]}},
                    {"id": "e", "from_name": "fluency", "to_name": "summary", "type": "rating", "value": {"rating": 4}},
                    {"id": "f", "from_name": "ok", "to_name": "summary", "type": "choices",
                     "value": {"choices": ["Yes"]}},
                    {"id": "a", "from_name": "why", "to_name": "summary", "type": "textarea",
                     "value": {"text": ["ten, not nine"]}},
                    {"from_id": "a", "to_id": "b", "type": "relation", "direction": "right"},
                ],
            },
            {"completed_by": 2, "result": [
                {"id": "g", "from_name": "tone", "to_name": "summary", "type": "choices",
                 "value": {"choices": ["harsh"]}},
            ]},
            {"completed_by": 3, "was_cancelled": True, "result": []},
        ],
        "predictions": [{"model_version": "m1", "result": [
            {"id": "p", "from_name": "err", "to_name": "summary", "type": "labels", "score": 0.9,
             "value": _at("Ann asked.") | {"labels": ["Made up"]}}]}],
    },
    {"id": 8, "data": {"dialogue": "Ann: Hi.", "summary": "Ann greets."}, "annotations": [
        {"completed_by": {"email": "ann@example.org"}, "ground_truth": True, "result": []}]},
]  # fmt: skip


def test_tasks_of_others_make_a_project(tmp_path: Path) -> None:
    path = tmp_path / "ls.json"
    path.write_text(json.dumps(FOREIGN, ensure_ascii=False), "utf-8")
    assert registry.recognise([path]) is IMPORTER
    with Project.create(tmp_path / "a.galley") as project:
        report = import_files(project, IMPORTER, [path])
        again = import_files(project, IMPORTER, [path])
        view = load_item_view(project.read_connection(), 1)
        second = load_item_view(project.read_connection(), 2)
        rows = _table(project, tmp_path)
    assert again.counts.get("verdicts", 0) == 0, "the same file twice changes nothing"
    assert [(d.name, d.role.value, d.system) for d in view.documents] == [
        ("dialogue", "dialogue", ""), ("summary", "summary", "bart")
    ]  # fmt: skip
    assert view.meta == {"model": "bart", "source_id": "x1"}
    people = {a.name: a.kind.value for a in view.annotators.values()}
    assert people == {"Ann Lee": "human", "user 2": "human", "m1": "import", "gold": "gold"}
    ann = next(a.id for a in view.annotators.values() if a.name == "Ann Lee")
    said = set()
    for v in view.verdicts:
        if v.annotator == ann and v.spans:
            text = view.unit(v.cell.unit).text
            said.add((text, v.value, tuple(text[a:b] for a, b in v.spans), v.explanation))
    assert said == {
        ("The ferry leaves at nine.", "yes", ("nine",), "ten, not nine"),
        ("The ferry leaves at nine.", "yes", ("nine.",), ""),
        ("It is blue.", "yes", ("It is blue.",), ""),
        ("It leaves at ten.", "yes", ("leaves",), ""),
    }
    whole = {(v.value) for v in view.verdicts if v.annotator == ann and not v.spans}
    assert whole == {"neutral", 4, "yes"}
    assert report.counts["annotations that were cancelled"] == 1
    assert report.counts["results of other kinds left out"] == 1
    assert second.judged_pairs and not second.verdicts, "gold went through it and found nothing"
    assert any("bart" in row for row in rows)


@pytest.mark.parametrize(
    ("tasks", "said"),
    [
        ('[{"data": 3, "annotations": []}]', "line 1: “data” must be an object"),
        ('[{"data": {"n": 3}, "annotations": []}]', "no text that Galley could show"),
        ('[{"data": {"text": "Hm."}, "annotations": 5}]', "“annotations” must be a list"),
        ('[{"data": {"text": "Hm.", "galley": {"documents": [{"id": "s"}]}}, "annotations": []}]', "“field”"),
        ('[{"data": {"text": "Hm.", "galley": {"documents": 4}}, "annotations": []}]', "“documents” must be a list"),
        ('[{"data": {"text": "Hm."}, "annotations": []}', "cut off"),
    ],
)
def test_a_broken_file_is_refused_in_one_sentence(tasks: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "ls.json"
    path.write_text(tasks, "utf-8")
    with Project.create(tmp_path / "a.galley") as project:
        with pytest.raises(InputError, match=said):
            import_files(project, IMPORTER, [path])
        assert project.read_connection().execute("SELECT count(*) FROM item").fetchone() == (0,)


@pytest.mark.parametrize(
    "value",
    [
        *(None, 3, "x", [], {}, [None], {"labels": 3}, {"start": "a", "end": 9, "labels": ["L"]}),
        *({"start": 9, "end": 2, "labels": ["L"]}, {"start": 0, "end": 10**9, "labels": ["L"]}),
        *({"start": -1, "end": 2, "labels": [None, "", "L"]}, {"choices": [3, "", "A"]}, {"rating": "many"}),
        *({"text": ["9" * 5000]}, {"choices": ["9" * 5000]}),
    ],
)
@pytest.mark.parametrize("kind", ["labels", "choices", "rating", "textarea", "paragraphlabels", None, 7])
def test_no_result_is_too_strange_to_be_passed_over(value: Any, kind: Any, tmp_path: Path) -> None:
    path = tmp_path / "ls.json"
    results = [{"id": "a", "type": kind, "from_name": "f", "to_name": "text", "value": value}, {"type": kind}, 3, None]
    entry = {"result": results, "completed_by": value}
    tasks = [{"data": {"text": "One. Two."}, "annotations": [entry, {"result": value}, value], "predictions": [entry]}]
    path.write_text(json.dumps(tasks), "utf-8")
    with Project.create(tmp_path / "a.galley") as project:
        import_files(project, IMPORTER, [path])
        assert project.read_connection().execute("SELECT count(*) FROM item").fetchone() == (1,)


def test_many_labels_and_multiple_choices(tmp_path: Path) -> None:
    region = {"id": "a", "from_name": "err", "to_name": "text", "type": "labels"}
    several = {"id": "m", "from_name": "kinds", "to_name": "text", "type": "choices", "value": {"choices": ["a", "b"]}}
    one = several | {"value": {"choices": ["c"]}}

    def tasks(count: int) -> list[dict[str, Any]]:
        marked = [region | {"value": {"start": 0, "end": 4, "labels": [f"Label {n}"]}} for n in range(count)]
        return [
            {"data": {"text": "One. Two."}, "annotations": [{"completed_by": 1, "result": [*marked, several]}]},
            {"data": {"text": "Three."}, "annotations": [{"completed_by": 1, "result": [one]}]},
        ]

    path = tmp_path / "ls.json"
    with Project.create(tmp_path / "a.galley") as project:
        path.write_text(json.dumps(tasks(40)))
        with pytest.raises(InputError, match="43 labels and choices, more than the 36"):
            import_files(project, IMPORTER, [path])
        path.write_text(json.dumps(tasks(30)))
        import_files(project, IMPORTER, [path])
        first, second = (load_item_view(project.read_connection(), n) for n in (1, 2))
    assert sorted(str(v.value) for v in first.verdicts if not v.spans) == ["no", "yes", "yes"]
    assert sorted(str(v.value) for v in second.verdicts if not v.spans) == ["no", "no", "yes"]


def test_an_implicit_no_of_a_whole_summary_comes_back_and_is_not_written_twice(tmp_path: Path) -> None:
    """It was lost: a task has silence about units alone, so a whole's is spelled out there."""
    with building.project(tmp_path, record("1", {"j": "+n--"}, kinds={"j": "judge"})) as first:
        view = load_item_view(first.read_connection(), 1)
        wholes = {f"dial-summer/{CRITERION}": Level.WHOLE.value}
        first.write(lambda c: (set_levels(c, wholes), ChangeSet(settings=True))).result()
        DecisionWriter(first, "ann").finish(view, [document.id for document in view.documents]).result()
        wanted = [row for row in _said(first, tmp_path) if row[:3] == ("ann", "whole", "no")]
        assert [row[3] for row in wanted] == [CRITERION]
        second, _ = _back(first, tmp_path)
        with second:
            assert [row for row in _said(second, tmp_path) if row[1] == "whole" and row[0] == "ann"] == wanted
        report = import_files(first, IMPORTER, [tmp_path / "tasks.json"])
        assert not report.counts.get("verdicts") and not report.counts.get("changed answers")
        assert first.read_connection().execute("SELECT count(*) FROM verdict").fetchone()[0] == 1, "that of the judge"


def _said(project: Project, folder: Path) -> list[tuple[str, str, str, str]]:
    export(project, "csv", folder / "said.csv")
    with (folder / "said.csv").open(encoding="utf-8", newline="") as stream:
        return [(row["annotator"], row["unit_kind"], row["value"], row["criterion"]) for row in csv.DictReader(stream)]
