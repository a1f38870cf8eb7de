"""Several judges as one: by majority, by record, by Dawid and Skene; and where they are apart."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import balanced_accuracy_score

from galley.core.cli import main
from galley.core.errors import InputError
from galley.core.judges.ensemble import (
    FOLDS,
    EnsembleVerdict,
    decide_ensemble,
    find_better_member,
    gather_ensemble,
    write_ensemble,
)
from galley.core.metrics.base import Params
from galley.core.metrics.registry import compute
from galley.core.project.project import Project
from galley.core.review import queue
from galley.core.review.queue import Filter, Sort
from tests.core import building

ITEMS, UNITS = 30, 4
RIGHT = {"good": 0.92, "fair": 0.75, "poor": 0.6}
CRITERION = "hallucination"


def truth() -> Any:
    return np.random.default_rng(7).random((ITEMS, UNITS)) < 0.4


def said(name: str) -> Any:
    """1 yes, 0 no, -1 no answer: "poor" is silent on items below 4 and unscored on item 6."""
    rng = np.random.default_rng(list(RIGHT).index(name) + 1)
    found = np.where(rng.random((ITEMS, UNITS)) < RIGHT[name], truth(), ~truth()).astype(int)
    if name == "poor":
        found[:4] = -1
        found[6] = -1
    return found


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """People reviewed the first twenty items."""
    records = []
    for item in range(ITEMS):
        record = building.record(f"item-{item}", dataset=("news", "calls")[item % 2], verdicts=[], judged=[])
        sentences = [f"Sentence {n} of {item}." for n in range(UNITS)]
        record["documents"] = [record["documents"][1],
                               {"id": "sum-a", "role": "summary", "system": "a", "sentences": sentences}]  # fmt: skip
        base = {"scheme": "basic", "criterion": CRITERION, "document": "sum-a"}
        for n in range(UNITS):
            for name in RIGHT:
                code = int(said(name)[item, n])
                if code >= 0:
                    value = {"value": "yes" if code else "no"}
                elif name == "poor" and item == 6:
                    value = {"value": None, "reason": "truncated"}
                else:
                    continue
                record["verdicts"].append({**base, "annotator": name, "kind": "judge", "unit": n, **value})
            if item < 20:
                value = {"value": "yes" if truth()[item, n] else "no"}
                record["verdicts"].append({**base, "annotator": "ann", "kind": "human", "unit": n, **value})
        records.append(record)
    return building.project(tmp_path, *records)


def answers(item: int, unit: int) -> list[int]:
    return [int(said(name)[item, unit]) for name in RIGHT]


def places(project: Project) -> dict[int, tuple[int, int]]:
    rows = project.read_connection().execute(
        "SELECT unit.id, item.key, unit.position FROM unit JOIN document ON document.id = document_id"
        " JOIN item ON item.id = item_id WHERE document.name = 'sum-a'"
    )
    return {row: (int(key.removeprefix("item-")), position) for row, key, position in rows}


def decided(project: Project, rule: str) -> dict[tuple[int, int], EnsembleVerdict]:
    panel = gather_ensemble(project.read_connection(), list(RIGHT), rule)
    found, where = decide_ensemble(project.read_connection(), panel, "basic", CRITERION), places(project)
    return {where[each.cell.unit]: each for each in found}


def test_the_majority_of_those_that_answered(project: Project) -> None:
    with project:
        found = decided(project, "majority")
    assert len(found) == ITEMS * UNITS
    for (item, unit), each in found.items():
        given = [code for code in answers(item, unit) if code >= 0]
        yes = given.count(1)
        assert (each.yes, each.answer_count) == (yes, len(given))
        if 2 * yes == len(given):
            assert each.value is None and each.reason == f"tie {yes}:{yes}"
        else:
            assert each.value == ("yes" if 2 * yes > len(given) else "no") and each.chance == yes / len(given)


def test_by_record_an_items_own_cells_do_not_count(project: Project) -> None:
    with project:
        found = decided(project, "record")
        items = {int(key[5:]): row for row, key in project.read_connection().execute("SELECT id, key FROM item")}
    order = sorted(items, key=lambda n: items[n])
    fold = {item: place % FOLDS for place, item in enumerate(order)}
    for (item, unit), each in found.items():
        others = [(i, u) for i in range(20) for u in range(UNITS) if fold[i] != fold[item]]
        sides = [[cell for cell in others if bool(truth()[cell]) is side] for side in (False, True)]
        score = math.log((len(sides[1]) + 1) / (len(sides[0]) + 1))
        for name, code in zip(RIGHT, answers(item, unit), strict=True):
            if code < 0:
                continue
            table = said(name)
            rate = []
            for side in sides:
                told = [int(table[cell]) for cell in side if table[cell] >= 0]
                rate.append((told.count(1) + 1) / (len(told) + 2))
            score += math.log(rate[1] / rate[0]) if code else math.log((1 - rate[1]) / (1 - rate[0]))
        assert each.chance == pytest.approx(1 / (1 + math.exp(-score)))
    right = [(each.value == "yes") == bool(truth()[place]) for place, each in found.items() if place[0] >= 20]
    assert np.mean(right) >= 0.85, "as good as the best of them, whom it has found out"


def test_dawid_and_skene_by_hand(project: Project) -> None:
    with project:
        found = decided(project, "dawid-skene")
    cells = sorted(found)
    given = [[(m, code) for m, code in enumerate(answers(*cell)) if code >= 0] for cell in cells]
    p = [sum(code for _, code in each) / len(each) for each in given]
    for _ in range(2_000):
        share = sum(p) / len(p)
        rates = []
        for member in range(3):
            table = [[0.1 + 0.9 * (t == s) for s in (0, 1)] for t in (0, 1)]
            for each, chance in zip(given, p, strict=True):
                for m, code in each:
                    if m == member:
                        table[1][code] += chance
                        table[0][code] += 1 - chance
            rates.append([[value / sum(row) for value in row] for row in table])
        new = []
        for each in given:
            odds = [1 - share, share]
            for m, code in each:
                odds = [odds[t] * rates[m][t][code] for t in (0, 1)]
            new.append(odds[1] / sum(odds))
        if max(abs(a - b) for a, b in zip(p, new, strict=True)) < 1e-12:
            break
        p = new
    for cell, chance in zip(cells, p, strict=True):
        assert found[cell].chance == pytest.approx(chance, abs=2e-3), "theirs ends where the likelihood stands still"


def test_a_panel_is_a_judge_of_its_own_with_a_run(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(project.path)
    project.close()
    words = ["judges", "ensemble", "--project", path, "--criterion", CRITERION, "--scheme", "basic", "--rule", "record"]
    words += [word for name in RIGHT for word in ("--judge", name)]
    assert main([*words, "--dry-run"]) == 0
    assert main([*words, "--review", "5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("Run 1, panel of 3 (record): ") and lines[0] == lines[1].removeprefix("Run 1, ")
    rows = [line.split("\t") for line in lines[2:]]
    assert len(rows) == 5 and all(row[3] == CRITERION for row in rows)
    splits = [min(map(int, row[4].split(":"))) / sum(map(int, row[4].split(":"))) for row in rows]
    assert splits == sorted(splits, reverse=True) and min(splits) > 0
    with Project.open(path) as made:
        name, method, kind = (
            made.read_connection().execute("SELECT name, method, kind FROM annotator WHERE method = 'panel'").fetchone()
        )
        assert (name, method, kind) == ("panel of 3 (record)", "panel", "judge")
        figures = compute(
            "detection", made.read_connection(), Params(judges=(name,), criteria=(CRITERION,), resamples=0)
        ).rows
        (row,) = [row for row in figures if row["criterion"] == CRITERION]
        assert row["n"] >= 60 and row["s_bacc"] > 0.8
        before = made.read_connection().execute("SELECT count(*) FROM verdict").fetchone()
    assert main(words) == 0
    with Project.open(path) as made:
        assert made.read_connection().execute("SELECT count(*) FROM verdict").fetchone() == before, (
            "again is the same judge"
        )


@pytest.mark.parametrize(
    ("members", "rule", "says"),
    [
        (["good"], "majority", "takes at least 2"),
        (["good", "fair"], "dawid-skene", "takes at least 3"),
        (["good", "nobody"], "majority", "no judge 'nobody'"),
        (["good", "ann"], "majority", "no judge 'ann'"),
        (["good", "fair"], "loudest", "no rule 'loudest'"),
    ],
)
def test_what_is_no_panel_is_refused(project: Project, members: list[str], rule: str, says: str) -> None:
    with project, pytest.raises(InputError, match=says):
        gather_ensemble(project.read_connection(), members, rule)


def test_a_record_takes_reviewed_cells(tmp_path: Path) -> None:
    with building.project(tmp_path, building.record()) as made:
        panel = gather_ensemble(made.read_connection(), ["judge", "other"], "record")
        with pytest.raises(InputError, match="a record takes 5 of each"):
            decide_ensemble(made.read_connection(), panel, "dial-summer", "changed-meaning")


def test_the_queue_can_begin_with_the_items_on_which_the_judges_are_widest_apart(project: Project) -> None:
    with project:
        reader = project.read_connection()
        assert list(queue.ids(reader, Filter(sort=Sort.APART), 0)) == list(queue.ids(reader, Filter(), 0)), "no panel"
        panel = gather_ensemble(reader, list(RIGHT), "majority")
        write_ensemble(project, panel, decide_ensemble(reader, panel, "basic", CRITERION))
        width: dict[int, Fraction] = {}
        for item in range(ITEMS):
            for unit in range(UNITS):
                given = [code for code in answers(item, unit) if code >= 0]
                share = Fraction(given.count(1), len(given))
                width[item] = max(width.get(item, Fraction(0)), 1 - abs(2 * share - 1))
        ids = {int(key.removeprefix("item-")): row for row, key in reader.execute("SELECT id, key FROM item")}
        wanted = [ids[item] for item in sorted(width, key=lambda item: (-width[item], ids[item]))]
        assert len(set(width.values())) > 2 and wanted != sorted(wanted)
        assert list(queue.ids(reader, Filter(sort=Sort.APART), 0)) == wanted
        some = tuple(wanted[::3])
        assert list(queue.ids(reader, Filter(sort=Sort.APART, items=tuple(sorted(some))), 0)) == list(some)


def test_an_ensemble_says_when_a_member_is_better(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(project.path)
    with project:
        connection = project.read_connection()
        panel = gather_ensemble(connection, list(RIGHT), "majority")
        verdicts = decide_ensemble(connection, panel, "basic", CRITERION)
        where = places(project)
        better = find_better_member(connection, panel, "basic", CRITERION, "gold", verdicts)
        joint = {where[each.cell.unit]: each.value for each in verdicts}
    figures = {}
    for name in RIGHT:
        cells = [
            (item, n)
            for item in range(20)
            for n in range(UNITS)
            if said(name)[item, n] >= 0 and joint[item, n] is not None
        ]
        gold = [bool(truth()[cell]) for cell in cells]
        own = balanced_accuracy_score(gold, [bool(said(name)[cell]) for cell in cells])
        figures[name] = own, balanced_accuracy_score(gold, [joint[cell] == "yes" for cell in cells]), len(cells)
    best = max(figures, key=lambda name: figures[name][0] - figures[name][1])
    assert figures[best][0] > figures[best][1], "else the test tests nothing"
    assert better is not None and better.judge == best
    assert (better.own, better.of_ensemble, better.n) == (
        pytest.approx(figures[best][0]), pytest.approx(figures[best][1]), figures[best][2],
    )  # fmt: skip
    assert better.difference == pytest.approx(better.own - better.of_ensemble)
    cells = [
        (item, n) for item in range(20) for n in range(UNITS) if said(best)[item, n] >= 0 and joint[item, n] is not None
    ]
    within = [
        float(np.mean([balanced_accuracy_score(
            [bool(truth()[cell]) for cell in cells if cell[0] % 2 == part],
            [value(cell) for cell in cells if cell[0] % 2 == part],
        ) for part in (0, 1)]))
        for value in (lambda cell: bool(said(best)[cell]), lambda cell: joint[cell] == "yes")
    ]  # fmt: skip
    assert (better.own_within, better.within_of_ensemble) == (pytest.approx(within[0]), pytest.approx(within[1]))
    words = ["judges", "ensemble", "--project", path, "--criterion", CRITERION, "--scheme", "basic", "--dry-run"]
    assert main([*words, *(word for name in RIGHT for word in ("--judge", name))]) == 0
    out = capsys.readouterr().out
    assert f"{best} alone is better on {CRITERION}: balanced accuracy {better.own:.3f}" in out
    assert f"(within data sets {within[0]:.3f} against {within[1]:.3f})" in out
