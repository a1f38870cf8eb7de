"""Figures read the chances of a task's draw: whole items or sentences, as many from each group, by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from galley.core.domain import Cell, ChangeSet
from galley.core.metrics import registry
from galley.core.metrics.base import Params
from galley.core.project.project import Project
from galley.core.review import task_draws
from galley.core.review.decision_writer import DecisionWriter
from galley.core.storage import names
from galley.core.tasks.task_book import read_task_book
from tests.core.building import flag, project, record
from tests.core.studies import run

ITEMS, SENTENCES, NAME = 60, 4, "changed-meaning"
TASK = """
format = 1
id = "mine"
name = "Mine"

[[task]]
id = "read"
kind = "answer"
criteria = ["dial-summer/changed-meaning"]
people = 1
silence = "open"
rule = "majority"
draw = DRAW
"""


def system(item: int) -> str:
    """Three of four items have a summary by "often"."""
    return "seldom" if item % 4 == 0 else "often"


def truth() -> np.ndarray[Any, np.dtype[np.bool_]]:
    chance = np.array([0.6 if system(item) == "seldom" else 0.2 for item in range(ITEMS)])
    return np.random.default_rng(21).random((ITEMS, SENTENCES)) < chance[:, None]


def made(tmp_path: Path, draw: str, judged: bool = True) -> Project:
    records = []
    flagged = np.random.default_rng(22).random((ITEMS, SENTENCES)) < np.where(truth(), 0.8, 0.1)
    entry = {"annotator": "judge", "kind": "judge", "scheme": "dial-summer", "criteria": [NAME]}
    for item in range(ITEMS):
        sentences = [f"Sentence {item} {n}." for n in range(SENTENCES)]
        records.append(
            record(
                f"k{item:02}",
                documents=[{"id": "sum", "role": "summary", "system": system(item), "sentences": sentences}],
                verdicts=[flag(NAME, "sum", int(n)) for n in np.flatnonzero(flagged[item])] if judged else [],
                judged=[entry] if judged else [],
            )
        )
    (tmp_path / "mine.toml").write_text(TASK.replace("DRAW", draw), "utf-8")
    with project(tmp_path, *records) as opened:
        path = opened.path
    run("campaign", "protocol", "use", str(tmp_path / "mine.toml"), "--project", str(path))
    return Project.open(path)


def drawn(opened: Project) -> task_draws.StoredDraw:
    tasks = read_task_book(opened.read_connection())
    found: task_draws.StoredDraw = opened.write(lambda c: task_draws.draw(c, tasks, tasks.find("read"))).result()
    return found


def answer(opened: Project, places: tuple[task_draws.Place, ...]) -> None:
    """Every sentence of what was drawn, as it is."""
    desk = DecisionWriter(opened, "ann", "mine/read")
    row = next(c.row for c in names.criteria(opened.read_connection()).values() if c.id == NAME)
    for key, _, number in places:
        item, document, whole = (
            opened.read_connection()
            .execute(
                "SELECT item_id, document.id, whole_id FROM document JOIN item ON item.id = item_id WHERE key = ?"
                " AND role = 'summary'",
                (key,),
            )
            .fetchone()
        )
        for n in [int(number)] if number else range(SENTENCES):
            value = "yes" if truth()[int(key[1:]), n] else "no"
            desk.add(item, Cell(whole + 1 + n, row, document), value).result()


def rows(opened: Project, **params: Any) -> list[dict[str, Any]]:
    return registry.find_metric("estimate").compute(opened.read_connection(), Params(criteria=(NAME,), **params)).rows


def by_hand(kept: task_draws.StoredDraw, upto: dict[str, int]) -> float:
    """Each group's mean over what was answered, times its share of the frame."""
    sizes = {group.within: group.of for group in kept.groups}
    total = sum(sizes.values())
    value = 0.0
    for within, size in sizes.items():
        mine = [p for p in kept.places if within in ("", system(int(p[0][1:])))][: upto[within]]
        answers = [
            bool(truth()[int(key[1:]), n])
            for key, _, number in mine
            for n in ([int(number)] if number else range(SENTENCES))
        ]
        value += size / total * float(np.mean(answers))
    return value


@pytest.mark.parametrize("of", ["item", "sentence"])
def test_the_rate_is_weighted_by_the_chances_of_the_draw(tmp_path: Path, of: str) -> None:
    wish = '{ n = 12, of = "OF", within = "system", seed = 5 }'.replace("OF", of)
    with made(tmp_path, wish, judged=False) as opened:
        kept = drawn(opened)
        answer(opened, kept.places)
        whole, *systems = rows(opened)
        each = 1 if of == "sentence" else SENTENCES
        assert whole["judge"] == "" and whole["n"] == 24 * each and whole["valid"] and whole["naive"] is None
        expected = by_hand(kept, {"often": 12, "seldom": 12})
        assert whole["value"] == pytest.approx(expected)
        plain = np.mean([truth()[int(k[1:]), int(n)] if n else truth()[int(k[1:])].mean() for k, _, n in kept.places])
        assert abs(plain - expected) > 0.03, "an unweighted mean is another figure"
        assert whole["low"] <= truth().mean() <= whole["high"] and whole["documents"] <= 24
        assert [row["system"] for row in systems] == ["often", "seldom"]
        # about this project the interval is narrower
        assert rows(opened, target="project")[0]["high"] < whole["high"]


def test_the_judge_is_corrected_by_the_chances_of_the_draw(tmp_path: Path) -> None:
    with made(tmp_path, '{ n = 12, of = "item", within = "system", seed = 5 }') as opened:
        kept = drawn(opened)
        answer(opened, kept.places)
        judged = next(row for row in rows(opened) if row["judge"] == "judge" and row["system"] is None)
        assert judged["valid"] and judged["n"] == 24 * SENTENCES and not judged["why"]
        assert judged["reviews"] == pytest.approx(by_hand(kept, {"often": 12, "seldom": 12}))
        assert judged["low"] <= truth().mean() <= judged["high"]


def test_who_stops_early_has_a_random_part_of_each_group(tmp_path: Path) -> None:
    with made(tmp_path, '{ n = 20, of = "item", seed = 5 }', judged=False) as opened:
        kept = drawn(opened)
        answer(opened, (*kept.places[:9], kept.places[15]))
        whole = rows(opened)[0]
        assert whole["n"] == 9 * SENTENCES and whole["left_out"]["reviews outside the random order"] == SENTENCES
        assert whole["value"] == pytest.approx(by_hand(kept, {"": 9}))


def test_nothing_is_said_before_each_group_has_a_review(tmp_path: Path) -> None:
    with made(tmp_path, '{ n = 3, of = "item", within = "system", seed = 5 }', judged=False) as opened:
        kept = drawn(opened)
        answer(opened, tuple(p for p in kept.places if system(int(p[0][1:])) == "often"))
        whole = rows(opened)[0]
        assert whole["value"] is None and not whole["valid"] and "a group that was drawn from" in whole["why"]


def test_what_came_after_the_draw_is_no_part_of_the_figure(tmp_path: Path) -> None:
    with made(tmp_path, '{ n = 10, of = "item", seed = 5 }') as opened:
        kept = drawn(opened)
        answer(opened, kept.places)
        assert rows(opened)[0]["valid"]
        made_up = [
            {**each, "frame": [p for p in each["frame"] if p in each["places"] or p[0] != "k59"]}
            for each in _kept(opened)
        ]
        late = "k59" not in {key for key, _, _ in kept.places}
        assert late
        for each in made_up:
            each["groups"][0]["of"] = len(each["frame"])
        _put(opened, made_up)
        row = rows(opened)[0]
        assert row["valid"] and row["cells"] == 236
        assert row["scope"] == "Sampled from 236 of 240 sentences; says nothing of the rest."


def _kept(opened: Project) -> list[dict[str, Any]]:
    text = (
        opened.read_connection()
        .execute("SELECT value FROM setting WHERE name = ?", (task_draws.SETTING,))
        .fetchone()[0]
    )
    found: list[dict[str, Any]] = json.loads(text)
    return found


def _put(opened: Project, kept: list[dict[str, Any]]) -> None:
    def job(connection: Any) -> tuple[None, ChangeSet]:
        connection.execute("UPDATE setting SET value = ? WHERE name = ?", (json.dumps(kept), task_draws.SETTING))
        return None, ChangeSet(settings=True)

    opened.write(job).result()


def test_what_is_left_unsure_is_a_bound(tmp_path: Path) -> None:
    with made(tmp_path, '{ n = 20, of = "sentence", seed = 5 }', judged=False) as opened:
        kept = drawn(opened)
        answer(opened, kept.places[:19])
        key, _, number = kept.places[19]
        item, document, whole_id = (
            opened.read_connection()
            .execute(
                "SELECT item_id, document.id, whole_id FROM document JOIN item ON item.id = item_id WHERE key = ?"
                " AND role = 'summary'",
                (key,),
            )
            .fetchone()
        )
        row = next(c.row for c in names.criteria(opened.read_connection()).values() if c.id == NAME)
        cell = Cell(whole_id + 1 + int(number), row, document)
        DecisionWriter(opened, "ann", "mine/read").form(item, {cell: None}).result()
        whole = rows(opened)[0]
        wrong = sum(bool(truth()[int(k[1:]), int(n)]) for k, _, n in kept.places[:19])
        assert whole["n"] == 19 and whole["open"] == 1
        assert [whole[name] for name in ("value", "at_least", "at_most")] == pytest.approx(
            [wrong / 19, wrong / 20, (wrong + 1) / 20]
        )
