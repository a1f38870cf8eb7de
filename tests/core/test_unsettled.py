"""Cells that people agree on in silence: a rule over many cells takes them, and until then whatever rests on
adjudicated cells alone says how many they are."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from galley.core.adjudication import bulk_adjudication
from galley.core.adjudication.bulk_adjudication import BulkOrder, BulkRule
from galley.core.cli import galley
from galley.core.domain import AnnotatorKind, ChangeSet
from galley.core.exports.base import Only
from galley.core.exports.registry import export
from galley.core.metrics import registry
from galley.core.metrics.base import Params
from galley.core.metrics.unresolved import AGREED
from galley.core.project.project import Project
from galley.core.storage import names
from tests.core import building

CRITERION = "extrinsic-context"
Cells = dict[tuple[str, int], dict[str, str | None]]
"""(item, sentence) to what each voter says; None is unsure, a name that is missing said nothing."""


def _made(folder: Path, seed: int) -> tuple[Project, Cells, set[tuple[str, int]]]:
    """A project, what its people say of each cell, and the cells that somebody marked: two went through everything,
    a third through half; most is left unmarked."""
    chance = random.Random(seed)
    records, said, marked = [], {}, set()
    for number in range(12):
        key = f"k{number}"
        there = ["ann", "ben", *(["cat"] if number % 2 else [])]
        verdicts: list[dict[str, Any]] = []
        for unit in range(5):
            said[key, unit] = dict.fromkeys(there, "no")
            for who in (*there, "jay"):
                if chance.random() < 0.12:
                    value = chance.choice(("yes", "yes", "no", None))
                    flag = building.flag(CRITERION, "s", unit, annotator=who) | {"value": value}
                    flag |= {"kind": "judge" if who == "jay" else "human"}
                    verdicts.append(flag | ({"reason": "unsure"} if value is None else {}))
                    marked.add((key, unit))
                    if who != "jay":
                        said[key, unit][who] = value
        judged = [
            {"annotator": who, "kind": "judge" if who == "jay" else "human", "scheme": "dial-summer",
             "criteria": [CRITERION], "documents": ["s"]} for who in (*there, "jay")
        ]  # fmt: skip
        documents = [{"id": "s", "role": "summary", "system": "x", "sentences": [f"S{number}.{n}." for n in range(5)]}]
        records.append({"key": key, "documents": documents, "verdicts": verdicts, "judged": judged})
    return building.project(folder, *records), said, marked


def _agreed(said: Cells, voters: tuple[str, ...] = ("ann", "ben", "cat")) -> set[tuple[str, int]]:
    found = set()
    for cell, given in said.items():
        values = [value for who, value in given.items() if value is not None and who in voters]
        if len(values) >= 2 and len(set(values)) == 1:
            found.add(cell)
    return found


def _settle(project: Project, rule: BulkRule) -> bulk_adjudication.BulkPreview:
    lead = project.write(lambda c: (names.annotator(c, "lead", AnnotatorKind.HUMAN), ChangeSet())).result()
    plan = bulk_adjudication.preview_adjudication(project.read_connection(), BulkOrder(rule))
    bulk_adjudication.write_bulk_decisions(project, lead, plan, plan.confirmation)
    return plan


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rule", [BulkRule.MAJORITY, BulkRule.CONSISTENCY, BulkRule.UNANIMOUS])
def test_the_preview_the_card_and_the_figures_say_how_many_agreed_cells_have_no_gold(
    tmp_path: Path, seed: int, rule: BulkRule
) -> None:
    project, said, marked = _made(tmp_path, seed)
    unmarked = _agreed(said) - marked
    with project:
        rows = project.read_connection().execute("SELECT count(*) FROM verdict").fetchone()[0]
        before = registry.compute("detection", project.read_connection(), Params(gold="adjudicated", resamples=0))
        assert before.left_out[AGREED] == len(_agreed(said))
        plan = _settle(project, rule)
        assert plan.unmarked_count == len(unmarked) > 30
        after = registry.compute("frequency", project.read_connection(), Params(gold="adjudicated"))
        assert AGREED not in after.left_out, "silence was adjudicated, too"
        written = project.read_connection().execute("SELECT count(*) FROM verdict").fetchone()[0]
        assert written - rows == len(plan.outcomes)
        noes = "SELECT count(*) FROM verdict JOIN annotator ON annotator.id = annotator_id AND kind = 'gold'"
        (given,) = project.read_connection().execute(f"{noes} WHERE value = 'no'").fetchone()
        assert given == sum(found.values["no"] for found in plan.criteria.values()) >= len(unmarked)
        again = bulk_adjudication.preview_adjudication(project.read_connection(), BulkOrder(rule))
        assert again.unmarked_count == 0
        out = tmp_path / "out.jsonl"
        export(project, "galley", out, Only.ALL)
    card = Path(f"{out}.card.md").read_text("utf-8")
    assert "rule: majority (implicit no)" in card and "have no gold:" not in card, "a rule makes gold of agreement"


def test_only_the_voters_that_were_named_and_the_criteria_asked_about_count(tmp_path: Path) -> None:
    project, said, marked = _made(tmp_path, 9)
    with project:
        people = {a.name: row for row, a in names.annotators(project.read_connection()).items()}
        some = bulk_adjudication.preview_adjudication(
            project.read_connection(), BulkOrder(voters=(people["ann"], people["cat"]))
        )
        assert some.unmarked_count == len(_agreed(said, ("ann", "cat")) - marked)
        other = names.criteria(project.read_connection())
        none = bulk_adjudication.preview_adjudication(
            project.read_connection(), BulkOrder(criteria=(next(r for r, c in other.items() if c.id != CRITERION),))
        )
        assert (
            none.unmarked_count == 0
            and bulk_adjudication.preview_adjudication(
                project.read_connection(), BulkOrder(only_ties=True)
            ).unmarked_count
            == 0
        )


def test_the_command_says_so(tmp_path: Path) -> None:
    project, said, marked = _made(tmp_path, 3)
    with project:
        path = str(project.path)
    done = CliRunner().invoke(galley, ["adjudicate", "consistency", "--project", path, "--as", "ito"])
    count = len(_agreed(said) - marked)
    assert f"{count:,} of these cells are unmarked" in done.output
    assert f"\t{count}\n" in done.output
