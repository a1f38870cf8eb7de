"""Somebody who was asked only what others had left undecided is in no figure of first rounds."""

from __future__ import annotations

import json
from itertools import combinations, product
from pathlib import Path
from typing import Any

import krippendorff
import numpy as np
import pytest
from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

from galley.core.campaign.cell_selection import resolves_nothing
from galley.core.definitions.protocols import Kind, Task
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.rules.rule import Response, Rule, State, Terms
from galley.core.rules.scalar import rule_on
from tests.core import building
from tests.core.studies import back, pack, packed, run, say, study
from tests.core.test_task_packages import SUPPORTING

NO_THIRD = ('\n[[task]]\nid = "third"\nkind = "settle"\nof = "supporting"\nrule = "adjudicator"\n', "")
CELLS = [(f"k{number}", f"article:{place}") for number in range(5) for place in range(2)]
ANN, BEN = "yyyynnnyyn", "yynynnyyny"
WORDS = {"y": "yes", "n": "no"}


def finish(path: Path, who: str) -> None:
    """Somebody finishes all items of a package."""
    with Project.open(path) as opened:
        desk = DecisionWriter(opened, who, "two/supporting")
        for (item,) in opened.read_connection().execute("SELECT id FROM item").fetchall():
            building.finish_read(desk, items.load_item_view(opened.read_connection(), item)).result()


def figures(project: Path, *more: str) -> dict[str, Any]:
    """Agreement on paragraphs, as JSON."""
    words = ("--criterion", "supporting", "--level", "unit", "--project", str(project), "--json")
    rows = json.loads(run("metrics", "agreement", *words, *more).stdout)["rows"]
    return {row["coefficient"]: row for row in rows}


def answered(tmp_path: Path, third: str, *changes: tuple[str, str]) -> tuple[Path, dict[str, Any], str]:
    """A project in which ``third`` reads what ann and ben leave undecided; the figures before, and what pack said."""
    project = study(tmp_path, NO_THIRD, *changes, count=5)
    pack(project, "--task", "supporting", "--for", "ann", "--for", "ben")
    for who, letters in (("ann", ANN), ("ben", BEN)):
        say(packed(tmp_path, who), who, SUPPORTING, {c: WORDS[x] for c, x in zip(CELLS, letters, strict=True)})
        back(project, packed(tmp_path, who))
    before = figures(project)
    ties = [cell for cell, a, b in zip(CELLS, ANN, BEN, strict=True) if a != b]
    words = ["--task", "supporting", "--only", "undecided", "--for", third]
    told = run("campaign", "pack", "--project", str(project), "--out", str(tmp_path), *words).output
    say(packed(tmp_path, third), third, SUPPORTING, dict.fromkeys(ties, "yes"))
    back(project, packed(tmp_path, third))
    return project, before, told


def test_ties_sent_to_a_third_reader_leave_first_rounds_as_they_were(tmp_path: Path) -> None:
    """KGDS as it is shipped: alpha .5175 became .5667, and Fleiss' kappa was 1.0 on a silent n of 14."""
    project, before, told = answered(tmp_path, "cat")
    after = figures(project)
    assert after == before and all(row["annotators"] == ["ann", "ben"] for row in after.values())
    codes = np.array([[WORDS[x] == "yes" for x in letters] for letters in (ANN, BEN)], dtype=float)
    alpha = krippendorff.alpha(reliability_data=codes, level_of_measurement="nominal")
    assert after["alpha-nominal"]["value"] == pytest.approx(alpha)
    table, _ = aggregate_raters(codes.T.astype(int))
    assert after["fleiss-kappa"]["value"] == pytest.approx(fleiss_kappa(table))
    alike = [a == b for column in codes.T for a, b in combinations(column, 2)]  # by hand
    assert after["percent"]["value"] == pytest.approx(sum(alike) / len(alike)) and after["percent"]["n"] == len(CELLS)
    assert "its rule is “unanimous”, and no task adjudicates it" in told.replace("\n", " ")
    assert check(project) == []
    plan = run("campaign", "plan", "--project", str(project)).output
    assert f"α {alpha:.2f}" in plan and f"over {len(CELLS)} cells" in plan
    note = run("metrics", "agreement", "--project", str(project)).output
    assert "Left out: what cat was asked because others had left it undecided" in note


def test_a_discussion_before_an_adjudication_is_not_warned_of(tmp_path: Path) -> None:
    project = study(tmp_path, count=5)
    pack(project, "--task", "supporting", "--for", "ann", "--for", "ben")
    for who, letters in (("ann", ANN), ("ben", BEN)):
        say(packed(tmp_path, who), who, SUPPORTING, {c: WORDS[x] for c, x in zip(CELLS, letters, strict=True)})
        back(project, packed(tmp_path, who))
    words = ["--task", "supporting", "--discuss", "--for", "ann", "--for", "ben"]
    told = run("campaign", "pack", "--project", str(project), "--out", str(tmp_path / "again"), *words).output
    assert "for ann" in told and "adjudicates it" not in " ".join(told.split())


def test_a_rule_that_a_third_answer_can_meet_is_not_warned_of_and_counts_it(tmp_path: Path) -> None:
    majority = ('rule = "unanimous"', 'rule = "majority"')
    project, before, told = answered(tmp_path, "cat", majority)
    assert "adjudicates it" not in " ".join(told.split()) and figures(project) == before
    found = json.loads(run("campaign", "tasks", "--json", "--project", str(project)).stdout)["tasks"][0]
    assert (found["settled"], found["undecided"]) == (len(CELLS), 0), "gold has the third answer"


def test_who_read_a_share_of_their_own_keeps_it_in_first_rounds(tmp_path: Path) -> None:
    """Only the cells that were asked because they were undecided are out."""
    project = study(tmp_path, NO_THIRD, count=5)
    keys = tmp_path / "keys"
    pack(project, "--task", "supporting", "--for", "ann")
    keys.write_text("k0\nk1\nk2\n", "utf-8")
    pack(project, "--task", "supporting", "--only", f"keys:{keys}", "--for", "ben")
    keys.write_text("k3\nk4\n", "utf-8")
    pack(project, "--task", "supporting", "--only", f"keys:{keys}", "--for", "cat")
    for who, letters, cells in (("ann", ANN, CELLS), ("ben", BEN[:6], CELLS[:6]), ("cat", ANN[6:], CELLS[6:])):
        say(packed(tmp_path, who), who, SUPPORTING, {c: WORDS[x] for c, x in zip(cells, letters, strict=True)})
        back(project, packed(tmp_path, who))
        packed(tmp_path, who).unlink()
    before = figures(project)
    assert before["alpha-nominal"]["annotators"] == ["ann", "ben", "cat"] and before["percent"]["n"] == len(CELLS)
    ties = [cell for cell, a, b in zip(CELLS, ANN, BEN[:6], strict=False) if a != b]
    pack(project, "--task", "supporting", "--only", "undecided", "--for", "cat")
    say(packed(tmp_path, "cat"), "cat", SUPPORTING, dict.fromkeys(ties, "yes"))
    back(project, packed(tmp_path, "cat"))
    assert figures(project) == before and check(project) == []


def test_the_silence_of_a_third_reader_is_no_first_answer_either(tmp_path: Path) -> None:
    """Where silence says "no", whoever finishes a document answers all of its cells."""
    people = "people = 2\nsilence = "
    project = study(tmp_path, NO_THIRD, (f'{people}"open"', f'{people}"no"'), count=5)
    pack(project, "--task", "supporting", "--for", "ann", "--for", "ben")
    for who, letters in (("ann", ANN), ("ben", BEN)):
        marked = {cell: "yes" for cell, letter in zip(CELLS, letters, strict=True) if letter == "y"}
        say(packed(tmp_path, who), who, SUPPORTING, marked)
        finish(packed(tmp_path, who), who)
        back(project, packed(tmp_path, who))
    before = figures(project)
    assert before["percent"]["n"] == len(CELLS)
    pack(project, "--task", "supporting", "--only", "undecided", "--for", "cat")
    finish(packed(tmp_path, "cat"), "cat")
    back(project, packed(tmp_path, "cat"))
    assert figures(project) == before and check(project) == []


@pytest.mark.parametrize("rule", [rule for rule in Rule if rule not in (Rule.ADJUDICATOR, Rule.NONE)])
def test_it_is_said_of_exactly_the_rules_by_which_no_third_answer_resolves_anything(rule: Rule) -> None:
    values = (1, 2, 3, None) if rule is Rule.MEDIAN else ("yes", "no", None)

    def state(answers: tuple[int | str | None, ...]) -> State:
        return rule_on([Response(who, answer) for who, answer in enumerate(answers)], Terms(rule, people=2)).state

    left = [pair for pair in product(values, repeat=2) if state(pair) is State.UNDECIDED]
    resolved = any(state((*pair, third)) is State.SETTLED for pair in left for third in values)
    assert left and bool(resolves_nothing(Task("t", "p", Kind.ANSWER, "T", rule=rule))) is not resolved
