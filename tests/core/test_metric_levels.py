"""Each figure has a row for each level that has answers: counted by hand from the letters that people and judges gave,
on projects whose answers are on whole summaries, on sentences, and on both."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from galley.core.metrics import posterior, registry
from galley.core.metrics.base import Params
from galley.core.project.project import Project
from tests.core.building import project
from tests.core.test_metric_summaries import CRITERION, record

Row = dict[str, Any]
ITEMS, SENTENCES = 14, 3
PEOPLE, JUDGES = ("ann", "ben"), ("j", "k")
KINDS = {"whole": ("summary",), "units": ("unit",), "both": ("unit", "summary")}


def letters(kind: str) -> list[dict[str, str]]:
    """What each says of each summary: "+" and the whole, then a letter a sentence."""
    luck, told = random.Random(7), []
    for _ in range(ITEMS):
        truth = [luck.random() < 0.4 for _ in range(SENTENCES)]
        given = {}
        for who, wrong in (("ann", 0.05), ("ben", 0.1), ("j", 0.2), ("k", 0.35)):
            parts = [bad != (luck.random() < wrong) for bad in truth]
            whole = any(parts) != (luck.random() < wrong)
            sentences = "".join("ny"[bad] for bad in parts)
            given[who] = {"whole": f"+{'ny'[whole]}---", "units": sentences, "both": f"+{'ny'[whole]}{sentences}"}[kind]
        told.append(given)
    return told


def cells(kind: str, level: str) -> list[dict[str, str]]:
    """The answer of each annotator on each cell of a level."""
    if level == "summary":
        return [{who: text[1] if text[0] == "+" else "ny"["y" in text] for who, text in given.items()}
                for given in letters(kind)]  # fmt: skip
    parts = [{who: text.removeprefix(text[:2] if text[0] == "+" else "") for who, text in given.items()}
             for given in letters(kind)]  # fmt: skip
    return [{who: text[n] for who, text in each.items()} for each in parts for n in range(SENTENCES)]


def gold(cell: dict[str, str]) -> str:
    """What both people say, "" where they differ."""
    return cell["ann"] if cell["ann"] == cell["ben"] else ""


@pytest.fixture(params=KINDS)
def made(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, Project]]:
    kind = request.param
    records = [record(str(n), told, kinds=dict.fromkeys(JUDGES, "judge")) for n, told in enumerate(letters(kind))]
    for each in records:
        for number, verdict in enumerate(each["verdicts"]):
            if verdict["annotator"] in JUDGES:
                verdict["confidence"] = 0.5 + (7 * number + int(each["key"])) % 9 / 20
    with project(tmp_path, *records) as opened:
        yield kind, opened


def compute(opened: Project, name: str, **params: Any) -> list[Row]:
    rows = registry.compute(name, opened.read_connection(), Params(criteria=(CRITERION,), **params)).rows
    return [row for row in rows if row["criterion"] in (CRITERION, "all")]


def by_level(rows: list[Row]) -> dict[str, list[Row]]:
    levels: dict[str, list[Row]] = {}
    for row in rows:
        levels.setdefault(row["level"], []).append(row)
    return levels


def test_frequency_has_a_row_of_summaries_and_one_of_units(made: tuple[str, Project]) -> None:
    kind, opened = made
    rows = by_level(compute(opened, "frequency"))
    assert set(rows) == {"summary", *KINDS[kind]}
    for level, (row,) in rows.items():
        known = [gold(cell) for cell in cells(kind, level)]
        if level == "unit":
            assert row["n"] == len([g for g in known if g]) and row["yes"] == known.count("y")
            assert row["value"] == pytest.approx(known.count("y") / row["n"])
        elif kind != "both":  # there a summary's gold is that of the whole alone
            assert (row["yes"], row["summaries"]) == (known.count("y"), ITEMS)
        assert "unit_rate" not in row
        assert [row] == compute(opened, "frequency", level=level)


def test_the_records_of_judges_are_of_one_level(made: tuple[str, Project]) -> None:
    kind, opened = made
    for rows in (compute(opened, "trust"), compute(opened, "trust", by="time")):
        assert set(by_level(rows)) == set(KINDS[kind])
        for level, level_rows in by_level(rows).items():
            last = {row["judge"]: row for row in level_rows}
            for judge in JUDGES:
                flagged = [gold(cell) for cell in cells(kind, level) if cell[judge] == "y"]
                row = last[judge]
                assert (row["right"], row["wrong"]) == (flagged.count("y"), flagged.count("n"))
                if "open" in row:
                    assert row["open"] == flagged.count("")


def test_agreement_has_no_row_of_units_where_people_answered_about_summaries_alone(made: tuple[str, Project]) -> None:
    kind, opened = made
    for params in ({}, {"pairs": True}, {"by": "system"}):
        assert set(by_level(compute(opened, "agreement", **params))) == {"summary", *KINDS[kind]}
    asked = compute(opened, "agreement", level="unit")
    assert asked and all(bool(row["n"]) == ("unit" in KINDS[kind]) for row in asked), "who asks for units is told why"


def test_confusion_counts_what_it_leaves_out_in_the_level_of_its_rows(made: tuple[str, Project]) -> None:
    kind, opened = made
    result = registry.compute("confusion", opened.read_connection(), Params(criteria=(CRITERION,)))
    nouns = {"unit": "units", "summary": "summaries"}
    assert set(result.left_out) == {f"{nouns[level]} without an answer on every criterion" for level in KINDS[kind]}


def test_people_are_held_against_each_other_level_by_level(made: tuple[str, Project]) -> None:
    kind, opened = made
    rows = by_level(compute(opened, "diagnosis"))
    assert set(rows) == set(KINDS[kind])
    for level, level_rows in rows.items():
        told = cells(kind, level)
        assert [(row["annotator"], row["criterion"]) for row in level_rows] == [
            (who, about) for who in PEOPLE for about in ("all", CRITERION)
        ]
        for row in level_rows:
            assert (row["n"], row["same"]) == (len(told), sum(1 for cell in told if gold(cell)))
            assert row["answers"] == len(told)
        assert compute(opened, "diagnosis", level=level) == level_rows


def test_agreement_has_no_row_of_a_level_that_nobody_answered(made: tuple[str, Project]) -> None:
    kind, opened = made
    rows = by_level(compute(opened, "agreement", coefficients=("percent",)))
    assert set(rows) == {"summary", *KINDS[kind]}
    assert all(row["n"] for level_rows in rows.values() for row in level_rows)
    assert [row["level"] for row in compute(opened, "agreement", level="unit", coefficients=("percent",))] == ["unit"]


def test_a_model_of_errors_a_level(made: tuple[str, Project]) -> None:
    kind, opened = made
    rows = by_level(compute(opened, "dawid-skene", resamples=0))
    assert set(rows) == set(KINDS[kind])
    for level, level_rows in rows.items():
        assert {row["n"] for row in level_rows} == {len(cells(kind, level))}
        assert {row["annotator"] for row in level_rows} == {*PEOPLE, *JUDGES}
    (criterion,) = opened.read_connection().execute(
        "SELECT criterion.id FROM criterion JOIN scheme ON scheme.id = scheme_id"
        " WHERE criterion.name = ? AND scheme.name = 'dial-summer'", (CRITERION,)
    ).fetchone()  # fmt: skip
    for level in KINDS[kind]:
        assert posterior.fit(opened.read_connection(), criterion, level, refits=0).n == len(cells(kind, level))


def balanced_accuracy(pairs: list[tuple[str, str]]) -> float:
    hits = [[said == truth for said, truth in pairs if truth == value] for value in "yn"]
    return sum(sum(one) / len(one) for one in hits) / 2


def test_judges_are_compared_level_by_level(made: tuple[str, Project]) -> None:
    kind, opened = made
    rows = by_level(compute(opened, "comparing", resamples=0))
    assert set(rows) == set(KINDS[kind])
    for level, (row,) in rows.items():
        known = [cell for cell in cells(kind, level) if gold(cell)]
        values = [balanced_accuracy([(cell[judge], gold(cell)) for cell in known]) for judge in ("j", "k")]
        assert (row["first"], row["second"], row["n"]) == ("j", "k", len(known))
        assert [row["first_value"], row["second_value"]] == pytest.approx(values)
        assert row["standing"] and row["family"] == 0


def area(pairs: list[tuple[float, bool]]) -> float:
    ups, downs = ([sure for sure, bad in pairs if bad is wanted] for wanted in (True, False))
    return sum((up > down) + (up == down) / 2 for up in ups for down in downs) / (len(ups) * len(downs))


def test_confidences_are_of_one_level(made: tuple[str, Project]) -> None:
    kind, opened = made
    rows = by_level(compute(opened, "confidence"))
    assert set(rows) == set(KINDS[kind])
    query = (
        "SELECT unit.kind = 'whole', item.key, unit.position, confidence, value FROM verdict JOIN unit ON unit.id ="
        " unit_id JOIN item ON item.id = verdict.item_id JOIN annotator ON annotator.id = annotator_id"
        " WHERE annotator.name = 'j'"
    )
    said = opened.read_connection().execute(query).fetchall()
    for level, level_rows in rows.items():
        truth = [gold(cell) for cell in cells(kind, level)]
        own = [row for row in said if bool(row[0]) == (level == "summary")]
        place: Callable[[Any], int] = (
            (lambda row: int(row[1])) if level == "summary" else lambda row: int(row[1]) * SENTENCES + row[2]
        )
        known = [(row, truth[place(row)]) for row in own if truth[place(row)]]
        pairs = [(row[3] if row[4] == "yes" else 1 - row[3], value == "y") for row, value in known]
        (row,) = [row for row in level_rows if row["judge"] == "j"]
        assert row["n"] == len(pairs)
        assert row["value"] == pytest.approx(area(pairs))
        assert row["brier"] == pytest.approx(sum((sure - bad) ** 2 for sure, bad in pairs) / len(pairs))


def test_a_whole_has_no_position(made: tuple[str, Project]) -> None:
    kind, opened = made
    rows = by_level(compute(opened, "position"))
    if "unit" in KINDS[kind]:
        (row,) = rows["unit"]
        assert row["n"] == [gold(cell) for cell in cells(kind, "unit")].count("y")
    if kind == "whole":
        (row,) = rows["summary"]
        wholes = [gold(cell) for cell in cells(kind, "summary")].count("y")
        assert row["n"] == 0 and row["why"]
        assert row["left_out"] == {"errors of whole summaries, which have no position": wholes}
    assert kind != "units" or set(rows) == {"unit"}
