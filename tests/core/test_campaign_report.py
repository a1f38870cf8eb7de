"""The report of a campaign: a page for whoever ordered it, each figure of which is counted here a second way."""

from __future__ import annotations

import html
import json
import re
import shutil
from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import krippendorff
import pytest

from galley import doors
from galley.core.campaign import campaign
from galley.core.campaign.exports._campaign_parts import Parts
from galley.core.campaign.exports.report import build_charts
from galley.core.definitions.protocols import DEFAULT_TASK
from galley.core.exports._charts import DrawnDays, DrawnFigures
from galley.core.project.project import Project
from galley.core.review import log
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from tests.core import building
from tests.core.studies import back, cell, pack, packed, refused, run, say, study
from tests.core.test_task_known import TRAINING, known_file
from tests.core.test_task_packages import SUPPORTING, rows
from tests.core.test_task_plan import places

WORDS: dict[str, list[str | None]] = {
    "ann": ["yes", "yes", "no", "no", "yes", None, "yes", "no", "no", "yes", "yes", "no"],
    "ben": ["yes", "no", "no", "no", "yes", "yes", "yes", "no"],
    "cat": ["no", "yes", "no", None, "yes", "no"],
}


@pytest.fixture
def project(discussed: Path, tmp_path: Path) -> Path:
    """A copy for each test."""
    shutil.copytree(discussed.parent, tmp_path / "study")
    return tmp_path / "study" / discussed.name


@pytest.fixture(scope="module")
def discussed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three readers with silence, unsure and what is missing; a discussion; an adjudicator who changes their mind."""
    tmp_path = tmp_path_factory.mktemp("discussed")
    made, there = study(tmp_path, TRAINING, count=6), places(6)
    run("campaign", "roles", "mira=lead", "ito=adjudicator", "--project", str(made))
    known = known_file(tmp_path, ("k0", 0, "no"), ("k0", 1, "yes"))
    run("campaign", "known", "--task", "training", "--from", known, "--project", str(made), "--as", "mira")
    pack(made, "--task", "training", "--for", "ann")
    say(packed(tmp_path, "ann"), "ann", SUPPORTING, {there[0]: "no", there[1]: "no"})
    back(made, packed(tmp_path, "ann"))
    packed(tmp_path, "ann").unlink()
    for who, given in WORDS.items():
        pack(made, "--task", "supporting", "--for", who, "--untrained", "--each", "1")
        say(packed(tmp_path, who), who, SUPPORTING, dict(zip(there[2:], given[2:], strict=False)))
        back(made, packed(tmp_path, who))
        packed(tmp_path, who).unlink()
    for who in ("ann", "ben"):
        pack(made, "--task", "supporting", "--discuss", "--for", who, "--untrained")
    say(packed(tmp_path, "ann"), "ann", SUPPORTING, {there[5]: "yes"})
    back(made, packed(tmp_path, "ann"))
    with Project.open(made) as opened:
        for value, note in (("yes", "At first."), ("no", "Nobody builds on it.")):
            item, where = cell(opened, "k1", "article:1", SUPPORTING)
            DecisionWriter(opened, "ito").adjudicate(item, where, value, note=note).result()
        item, where = cell(opened, "k2", "article:0", SUPPORTING)
        DecisionWriter(opened, "ito").adjudicate(item, where, None).result()
    return made


def written(project: Path, *words: str, name: str = "r.html") -> str:
    out = project.parent / name
    run("export", "campaign-report", str(out), "--project", str(project), *words)
    return out.read_text("utf-8") if name.endswith("html") else ""


def tables(page: str) -> list[list[list[str]]]:
    """The tables of a page, rows of cells, heads first."""
    found = []
    for table in re.findall("<table.*?</table>", page, re.DOTALL):
        lines = re.findall("<tr>(.*?)</tr>", table, re.DOTALL)
        cells = [re.findall("<t[hd][^>]*>(.*?)</t[hd]>", row.replace("<br>", " ")) for row in lines]
        found.append([[html.unescape(each) for each in row] for row in cells])
    return found


def found(project: Path) -> campaign.Campaign:
    with Project.open(project, read_only=True) as opened:
        return campaign.read_campaign(opened.read_connection())


def first(project: Path) -> dict[str, dict[tuple[str, str], Any]]:
    """What each reader said of each place in the first round, from the log alone."""
    said: dict[str, dict[tuple[str, str], Any]] = defaultdict(dict)
    for who, key, number, value in rows(
        project, "SELECT annotator.name, key, unit_id - whole_id - 1, decision.value FROM decision JOIN annotator ON"
        " annotator.id = reviewer_id JOIN item ON item.id = decision.item_id JOIN unit ON unit.id = unit_id JOIN"
        " document ON document.id = unit.document_id JOIN task ON task.id = task_id WHERE round = 1 AND task.name ="
        " 'two/supporting' AND action <> 'settle' ORDER BY at"):  # fmt: skip
        said[who][key, f"article:{number}"] = value
    return said


def test_the_page_says_results_first_and_loads_nothing(project: Path) -> None:
    page = written(project)
    section = page.partition('<h2 class=b>The campaign: Two readers</h2>')[2].partition("<h2>")[0]
    assert re.findall("<h3>(.*?)</h3>", section) == [
        "Outcome", "Agreement in the tasks", "Items read by each person", "Adjudication by person", "Changes of gold",
        "Time", "Limits", "Design", "Proof of the log"]  # fmt: skip
    assert page.index(section) > page.index("What was not reviewed"), "it is a part of the report's appendix"
    assert not re.search(r"src=|href=|url\((?!data:font)|@import|<script", page)
    assert (project.parent / "r.html.card.json").is_file()
    assert "The campaign" not in written(project, "--only", "gold"), "it is about all items"


def test_agreement_before_and_after_is_krippendorffs(project: Path) -> None:
    number = {"yes": 1.0, "no": 0.0, None: float("nan")}
    said, there = first(project), places(6)[2:]
    (line,) = [line for line in found(project).lines if line.task == "two/supporting"]
    table = [[number[said[who].get(at)] for at in there] for who in sorted(said)]
    alpha = krippendorff.alpha(reliability_data=table, level_of_measurement="nominal")
    assert line.agreement[0].value == pytest.approx(alpha)
    said["ann"][there[3]] = "yes"
    table = [[number[said[who].get(at)] for at in there] for who in sorted(said)]
    after = krippendorff.alpha(reliability_data=table, level_of_measurement="nominal")
    assert line.after[0].value == pytest.approx(after)
    (row,) = [row for each in tables(written(project)) for row in each if row[0].startswith("supporting: ")]
    low, high = line.agreement[0].low, line.agreement[0].high
    assert low is not None and high is not None
    assert row[2:4] == [f"{alpha:.2f}", f"({abs(low):.2f}–{high:.2f})"] and low > -0.005
    assert row[5] == f"{after:.2f}" and row[6].startswith("(")


def test_how_many_read_each_item_and_who_answered_how_much(project: Path) -> None:
    said = first(project)
    by_item = {f"k{n}": sum(any(key == f"k{n}" for key, _ in mine) for mine in said.values()) for n in range(6)}
    here = found(project)
    wanted = Counter(by_item[f"k{n}"] for n in range(1, 6))  # both places of k0 are known, so it is asked of nobody
    assert here.readers["two/supporting"] == wanted
    (row,) = [row for each in tables(written(project)) for row in each if row[:2] == ["supporting", "2"]]
    assert [int(n) for n in row[2:6]] == [wanted[n] for n in range(4)]
    page = tables(written(project))
    seats = next(each for each in page if each[0][0] == "Person" and "Known answers right" in each[0])
    start = next(at for at, row in enumerate(seats) if row[0] == "supporting (cells)")
    lines = {row[0]: row for row in seats[start + 1 : start + 4]}
    assert {who: int(lines[who][2]) for who in said} == {who: len(mine) for who, mine in said.items()}
    assert {who: int(lines[who][4]) for who in said} == {"ann": 0, "ben": 0, "cat": 1}, "ann is sure by now"
    training = next(row for row in seats if row[0] == "ann" and row[5])
    assert training[5] == "1 of 2" and "ann got less than" in written(project)


def test_who_settled_what_and_what_was_changed(project: Path) -> None:
    here = found(project)
    said, there = first(project), places(6)[2:]
    said["ann"][there[3]] = "yes"
    gold = {("k1", "article:1"): "no", ("k2", "article:0"): None}
    by_rule = 0
    for at in there:
        sure = [mine[at] for mine in said.values() if at in mine]
        by_rule += at not in gold and len(sure) >= 2 and None not in sure and len(set(sure)) == 1
    assert here.resolved_counts["two/supporting"] == {"by the rule": by_rule, "ito": 1, "left open": 1}
    (change,) = here.changes
    assert (change.key, change.place, change.before, change.after, change.who, change.note) == (
        "k1", "article 2", "yes", "no", "ito", "Nobody builds on it.")  # fmt: skip
    page = written(project)
    assert ["k1", "article 2", SUPPORTING, "yes", "no", "ito", change.at[:10], "Nobody builds on it."] in [
        row for each in tables(page) for row in each
    ]
    (result,) = [row for each in tables(page) if each[0][1:3] == ["Asked", "With gold"] for row in each[1:]
                 if row[0] == "supporting"]  # fmt: skip
    asked = len(there)
    assert result[1:3] == [str(asked), str(by_rule + 1)] and result[5:] == ["1", f"{100 * (by_rule + 1) / asked:.1f}"]
    assert int(result[3]) + int(result[4]) == asked - by_rule - 2


def test_time_is_told_only_where_the_campaign_says_what_for_and_never_by_name(project: Path) -> None:
    assert "Times were not measured" in written(project)
    run("campaign", "reviewers", "--watch", "to plan the next one", "--as", "mira", "--project", str(project))
    times: dict[str, list[tuple[datetime, str, str]]] = defaultdict(list)
    for who, at, task, item in rows(
        project, "SELECT reviewer_id, at, coalesce(task.name, 'flags/flags'), item_id FROM decision LEFT JOIN task ON"
        " task.id = task_id ORDER BY at, uid"):  # fmt: skip
        times[who].append((datetime.fromisoformat(at), task, item))
    minutes, items = defaultdict[str, float](float), defaultdict[str, set[Any]](set)
    for who, given in times.items():
        for one, other in pairwise(given):
            gap = other[0] - one[0]
            minutes[other[1]] += gap / timedelta(minutes=1) if gap <= timedelta(minutes=10) else 0
        for _, task, item in given:
            items[task].add((who, item))
    here = found(project)
    for task, pace in here.paces.items():
        assert pace.minutes == pytest.approx(minutes[task], abs=1e-3) and pace.items == len(items[task])
    assert "two/supporting" in here.paces
    part = written(project).partition("<h3>Time</h3>")[2].partition("<h3>")[0]
    assert "to plan the next one" in part and not re.search(r"\b(ann|ben|cat)\b", part)


def test_pseudonyms_stand_for_everybody_on_the_page(project: Path) -> None:
    run("campaign", "pack", "--task", "supporting", "--for", "zoe", "--untrained", "--each", "1", "--project",
        str(project),
        "--out", str(project.parent))  # fmt: skip
    page = written(project, "--pseudonyms")
    assert not re.search(r"\b(ann|ben|cat|ito|mira|zoe)\b", page) and "person-1" in page
    everybody = {f"person-{n}" for n in range(1, 7)}
    assert set(re.findall(r"person-\d+", page)) == everybody, "the lead and who was only handed something, too"
    assert not re.search(r"\b(ann|ben|cat|ito|mira)\b", (project.parent / "r.html.card.json").read_text("utf-8"))


def test_the_page_of_a_confidential_project_says_so(project: Path) -> None:
    assert "confidential" not in written(project)
    run("project", "privacy", str(project), "--confidential")
    assert "The project is confidential." in written(project)


def test_seals_and_head_are_those_of_check(project: Path) -> None:
    head = re.search("Log digest: ([0-9a-f]{64})", run("project", "check", str(project)).output)
    assert head is not None and f"Log digest: {head[1]}." in written(project)
    by_hand = dict(rows(project, "SELECT source_id, count(*) FROM seal GROUP BY 1"))
    sealed = found(project).log_branches
    uids = dict(rows(project, "SELECT uid, id FROM source"))
    assert all(each.entry_count == by_hand.get(uids[each.uid], 0) for each in sealed) and len(sealed) == len(uids)
    page = tables(written(project))
    proof = next(each for each in page if each[0][0] == "Source")
    assert proof[1][0] == "the project itself" and "ann's package of two/training" in str(proof)
    assert sum(each.entry_count for each in sealed) == sum(by_hand.values())


def test_who_settles_is_told_by_what_they_settled_and_reads_nothing(project: Path) -> None:
    settled = rows(project, "SELECT count(DISTINCT unit_id) FROM decision WHERE action = 'settle'")[0][0]
    lines = json.loads(run("campaign", "plan", "--json", "--project", str(project)).stdout)["tasks"]
    (ito,) = next(line for line in lines if line["name"] == "third")["seats"]
    assert (ito["name"], ito["done"], ito["unit"]) == ("ito", settled, "cells") and settled == 2
    page = tables(written(project))
    people = [each for each in page if each[0][0] == "Person"]
    assert [row[2] for each in people for row in each if row[0] == "ito"] == [str(settled)]
    read = next(each for each in page if each[0][:2] == ["Task", "Wanted"])
    assert "third" not in [row[0] for row in read], "nobody reads what is only settled"


def test_what_is_drawn_is_what_the_log_says(project: Path) -> None:
    with Project.open(project, read_only=True) as opened:
        parts = Parts(opened.read_connection(), campaign.read_campaign(opened.read_connection()), lambda name: name)
        drawn = build_charts(parts)
    assert "Items read by each person" not in drawn, "all of it was read on one day"
    line = found(project).lines[0]
    results, agreed, how = (
        drawn[each] for each in ("Outcome", "Agreement in the tasks", "Adjudication by person")
    )
    assert isinstance(results, DrawnFigures) and isinstance(agreed, DrawnFigures) and isinstance(how, DrawnFigures)
    asked, settled = len(places(6)[2:]), found(project).resolved_counts["two/supporting"]
    gold = sum(n for who, n in settled.items() if who != campaign.UNRESOLVED)
    label, (share,), note = results.lines[0]
    assert (label, note) == ("supporting", f"{gold} of {asked}")
    assert share is not None and share.value == pytest.approx(gold / asked)
    (_, (before, after), note) = agreed.lines[0]
    assert before is not None and after is not None and note == f"n = {line.agreement[0].n}"
    assert [(e.value, e.low, e.high) for e in (before, after)] == [
        (e.value, e.low, e.high) for e in (line.agreement[0], line.after[0])]  # fmt: skip
    words = {"left open": "left unresolved on purpose: no gold", "ito": "by ito"}
    assert {label: each.value for label, (each,), _ in how.lines if each is not None} == {
        words.get(who, who): n for who, n in settled.items()}  # fmt: skip


def test_answers_are_drawn_day_by_day_over_all_people(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:
            return datetime.now(UTC) - timedelta(days=3)

    pack(project, "--task", "supporting", "--for", "dan", "--untrained", "--each", "1")
    with monkeypatch.context() as patch:
        patch.setattr(log, "datetime", Clock)
        say(packed(tmp_path / "study", "dan"), "dan", SUPPORTING, {places(6)[2]: "yes"})
    back(project, packed(tmp_path / "study", "dan"))
    with Project.open(project, read_only=True) as opened:
        drawn = build_charts(
            Parts(opened.read_connection(), campaign.read_campaign(opened.read_connection()), lambda name: name)
        )["Items read by each person"]
    assert isinstance(drawn, DrawnDays)
    by_hand: dict[str, Counter[str]] = defaultdict(Counter)
    for task, at in rows(project, "SELECT task.name, at FROM decision JOIN task ON task.id = task_id WHERE action <>"
                                  " 'note'"):  # fmt: skip
        by_hand[task.partition("/")[2]][at[:10]] += 1
    assert {task: dict(days) for task, days in drawn.days.items()} == by_hand and len(by_hand["supporting"]) == 2
    assert all(list(days) == sorted(days) for days in drawn.days.values())


def test_without_qt_a_pdf_is_refused_and_a_package_has_no_report(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(
        "campaign",
        "pack",
        "--for",
        "eve",
        "--others",
        "--gold",
        "--project",
        str(project),
        "--out",
        str(project.parent),
    )
    whole = ["--project", str(packed(project.parent, "eve"))]
    run("export", "campaign-report", str(project.parent / "p.html"), *whole)
    assert "The campaign" not in (project.parent / "p.html").read_text("utf-8"), "a package knows only its own part"

    def no_qt(name: str) -> None:
        raise ModuleNotFoundError("No module named 'PySide6'", name="PySide6")

    with monkeypatch.context() as patch:
        patch.setattr(doors, "of_window", no_qt)
        out = str(project.parent / "r.pdf")
        assert "A PDF needs Qt" in refused("export", "campaign-report", out, "--project", str(project))
        assert "Qt is missing, so there are no charts." in written(project) and "<svg" not in written(project)
    assert not (project.parent / "r.pdf").exists()


def test_what_has_gold_and_how_it_came_about_are_the_same_cells(tmp_path: Path) -> None:
    """Without a protocol the page said how many answers have gold, and then that nothing has."""
    with building.project(tmp_path, *(building.record(f"k{n}") for n in range(4))) as project:
        ann, ben = DecisionWriter(project, "ann"), DecisionWriter(project, "ben")
        for item in (1, 2):
            for flag in load_item_view(project.read_connection(), item).flags():
                ann.accept(item, flag).result()
        first, *_ = load_item_view(project.read_connection(), 1).flags()
        ben.override(1, first).result()  # a tie
        ben.adjudicate(2, load_item_view(project.read_connection(), 2).flags()[0].cell, "no").result()
        found = campaign.read_campaign(project.read_connection())
        parts = Parts(project.read_connection(), found, str)
        ((line, *_), *_) = (sheet.lines for sheet in parts.results()[1])
        with_gold = int(line.figures[1].value)
        hows = found.resolved_counts[DEFAULT_TASK]
        seen = [
            (v.cell, item) for item in (1, 2, 3, 4) for v in load_item_view(project.read_connection(), item).flags()
        ]
        tied = [cell for cell, item in seen if item == 1 and cell == first.cell]
        wanted = sum(item in (1, 2) for _, item in seen) - len(tied)
        assert with_gold == hows.total() == wanted and hows["ben"] >= 1 and hows[campaign.BY_RULE] > 1
        said, sheets = parts.resolution()
        assert not said and sum(int(each.figures[0].value) for each in sheets[0].lines) == with_gold
