"""The project's log: its filters hold, its files are whole, its words are those of an item's history."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pytest

from galley.core.cli import main
from galley.core.errors import Cancelled, InputError
from galley.core.project import log_report
from galley.core.project.log_report import DecisionFilter
from galley.core.project.project import Project
from galley.core.review import blind, history, items
from galley.core.review.blind import Blind
from galley.core.review.decision_writer import DecisionWriter
from galley.core.tasks.finish import list_all_pairs
from tests.core import building


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    """ann accepts, notes, undoes and finishes in a; dov overrides in a and b; chair settles in b."""
    with building.project(tmp_path, building.record("alpha"), building.record("beta")) as made:
        ann, dov, chair = (DecisionWriter(made, name) for name in ("ann", "dov", "chair"))
        views = {n: items.load_item_view(made.read_connection(), n) for n in (1, 2)}
        first, second = views[1].flags()[0], views[2].flags()[0]
        ann.accept(1, first).result()
        ann.note(1, first.cell, "=Look, “again”").result()
        ann.accept(1, views[1].flags()[1]).result()
        ann.undo().result()
        dov.override(1, first).result()
        dov.override(2, second).result()
        chair.adjudicate(2, second.cell, "no").result()
        ann.finish(views[1], list_all_pairs(views[1])).result()
        yield made


def _found(project: Project, wanted: DecisionFilter, reviewer: int = 0) -> list[tuple[str, str, str]]:
    events = list(log_report.events(project.read_connection(), wanted, reviewer))
    assert log_report.count(project.read_connection(), wanted, reviewer) == len(events)
    return [(e.who, e.action, e.key) for e in events]


def test_each_filter_leaves_what_it_says(project: Project) -> None:
    everything = [
        ("ann", "accept", "alpha"), ("ann", "note", "alpha"), ("ann", "accept", "alpha"), ("ann", "undo", "alpha"),
        ("dov", "override", "alpha"), ("dov", "override", "beta"), ("chair", "settle", "beta"),
        ("ann", "finish", "alpha"),
    ]  # fmt: skip
    assert _found(project, DecisionFilter()) == everything
    assert _found(project, DecisionFilter(who=("dov", "chair"))) == everything[4:7]
    assert _found(project, DecisionFilter(actions=("accept", "undo"))) == [everything[0], everything[2], everything[3]]
    assert _found(project, DecisionFilter(item="BET")) == everything[5:7]
    assert _found(project, DecisionFilter(undone=True)) == [everything[2]]
    assert _found(project, DecisionFilter(undone=False)) == everything[:2] + everything[3:]
    assert _found(project, DecisionFilter(words="look")) == [everything[1]]
    times = [e.at for e in log_report.events(project.read_connection(), DecisionFilter())]
    assert _found(project, DecisionFilter(since=times[4], until=times[6])) == everything[4:7]
    day = times[0][:10]
    assert _found(project, DecisionFilter(since=day, until=times[-1][:10])) == everything
    assert _found(project, DecisionFilter(until="2020-01-01")) == []
    latest = list(log_report.events(project.read_connection(), DecisionFilter(), latest=2))
    assert [(e.who, e.action) for e in latest] == [("ann", "finish"), ("chair", "settle")]


def test_the_words_are_those_of_the_items_history(project: Project) -> None:
    told = {e.number: asdict(e) for e in log_report.events(project.read_connection(), DecisionFilter())}
    of_items = {e.number: asdict(e) for item in (1, 2) for e in history.history(project.read_connection(), item)}
    assert told == of_items
    (undo,) = log_report.events(project.read_connection(), DecisionFilter(actions=("undo",)))
    assert undo.words.startswith("undid: accepted "), "also where what was undone is filtered away"


def test_the_files_hold_every_decision_exactly(project: Project, tmp_path: Path) -> None:
    events = list(log_report.events(project.read_connection(), DecisionFilter()))
    table, lines = tmp_path / "log.csv", tmp_path / "log.jsonl"
    assert log_report.write(project.read_connection(), DecisionFilter(), table, "csv") == len(events)
    assert log_report.write(project.read_connection(), DecisionFilter(), lines, "jsonl") == len(events)
    with table.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    records = [json.loads(line) for line in lines.read_text("utf-8").splitlines()]
    assert [r["decision"] for r in records] == [e.number for e in events]
    assert [r["note"] for r in records] == [row["note"] for row in rows] == [e.note for e in events]
    assert [row["undone"] for row in rows] == ["yes" if r["undone"] else "no" for r in records]
    assert {"no", "yes"} == {row["undone"] for row in rows}


def test_a_stop_and_a_wrong_form_leave_what_was_there(project: Project, tmp_path: Path) -> None:
    out = tmp_path / "log.csv"
    out.write_text("before")
    with pytest.raises(Cancelled):
        log_report.write(project.read_connection(), DecisionFilter(), out, "csv", progress=lambda done, total: False)
    with pytest.raises(InputError, match="csv, jsonl"):
        log_report.write(project.read_connection(), DecisionFilter(), out, "xml")
    assert out.read_text() == "before"


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"actions": ("explode",)}, "no action 'explode'"),
        ({"since": "yesterday"}, "'yesterday' is not a day or time"),
        ({"until": "2026-13-01"}, "'2026-13-01' is not a day or time"),
    ],
)
def test_a_wrong_wish_is_told_in_a_sentence(wanted: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        DecisionFilter(**wanted)  # type: ignore[arg-type]


def test_blind_mode_leaves_ones_own_decisions(project: Project) -> None:
    dov = DecisionWriter(project, "dov").reviewer
    project.write(lambda connection: blind.store_blind(connection, Blind(own=True, judges=True, gold=True))).result()
    assert _found(project, DecisionFilter(), dov) == [("dov", "override", "alpha"), ("dov", "override", "beta")]
    assert log_report.reviewers(project.read_connection(), dov) == ["dov"]
    words = " ".join(e.words for e in log_report.events(project.read_connection(), DecisionFilter(), dov))
    assert "flagged by Judge A" in words and "flagged by judge" not in words
    with pytest.raises(InputError, match="Nobody called 'ann'"):
        log_report.count(project.read_connection(), DecisionFilter(who=("ann",)), dov)


def test_the_command_prints_filters_and_writes(
    project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["history", "--project", str(project.path)]
    assert main([*asked, "--who", "dov"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == 2 and all("dov" in line and "overrode" in line for line in printed)
    out = tmp_path / "log.csv"
    assert main([*asked, "--undone", "yes", "--csv", "--out", str(out)]) == 0
    assert main([*asked, "--undone", "yes", "--json", "--out", str(tmp_path / "log.jsonl")]) == 0
    assert capsys.readouterr().out.count("wrote 1 decision.") == 2
    assert main([*asked, "--who", "nobody"]) == 1
    assert "Nobody called 'nobody'" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["history"], ["metrics", "agreement"], ["export", "csv", "--out", "x.csv"],
                                     ["adjudicate", "majority", "--as", "ann"]])  # fmt: skip
def test_a_blind_project_tells_the_command_line_nothing(
    command: list[str], project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    path = project.path
    project.write(lambda connection: blind.store_blind(connection, Blind(own=True))).result()
    project.close()
    assert main([*command, "--project", str(path)]) == 1
    told = capsys.readouterr()
    assert told.out == "" and "blind mode hides" in told.err and "ann" not in told.err
