"""The FRANK study from first to last by command: three people's votes, two models by questions and grades, its tables.

A server on the loopback plays both models by a plan; every figure of tables 2 and 3 is worked out again from plan and
votes, with least squares and scipy. What the answers are worth is changed afterwards, and the server hears nothing.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.stats

from tests.core import building, frank_making
from tests.core.fake_models import Answer, FakeModels, Seen, serving
from tests.core.frank_making import SYSTEMS
from tests.core.studies import run
from tests.core.test_frank_tables import GROUPS, SINGLE, by_article, human, official

MODELS = ("large", "small")
OWN = ("the old red bridge", "Ida Falk", "ten", "a blue ferry")
OTHER = ("old bridge", "Ida Falk", "about ten crowns", "the ferry", "UNANSWERABLE", "green")
RECORDS = [{**record, "scores": []} for record in frank_making.records(10)]
KEYS = [(n, system) for n in range(len(RECORDS)) for system in SYSTEMS]


@pytest.fixture(scope="module")
def plan() -> dict[tuple[str, int, str], tuple[int, str, str]]:
    """(model, item, system) to its grade, what it picks out of the summary, and what it reads in the article."""
    luck = random.Random(4)
    return {(m, n, s): (luck.randint(1, 5), luck.choice(OWN), luck.choice(OTHER)) for m in MODELS for n, s in KEYS}


@pytest.fixture(scope="module")
def server(plan: Any) -> Iterator[FakeModels]:
    def script(seen: Seen, _: int) -> Answer:
        text = "\n".join(m["content"] for m in seen.body["messages"])
        number, system = re.findall(r"(?:Say|in) (\d\d)([abc])", text)[-1]
        grade, own, other = plan[seen.body["model"], int(number), system]
        if "pairs and answer" in text:
            pair = {"answer": own, "question": f"What is it in {number}{system}?", "quotes": []}
            return Answer(json.dumps({"pairs": [pair]}))
        if "Answer each of the" in text:
            return Answer(json.dumps({"answers": [{"number": 1, "answer": other, "quotes": []}]}))
        return Answer(json.dumps({"faithfulness": grade}))

    with serving(script) as fake:
        yield fake


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory, server: FakeModels) -> Path:
    with building.project(tmp_path_factory.mktemp("frank"), *RECORDS, name="story.galley") as made:
        path = made.path
    for method, more in (("direct-faithfulness", ()), ("qa-factuality", ("--set", "questions=1"))):
        for model in MODELS:
            run("judge", method, "--project", str(path), "--provider", "compatible", "--model", model,
                "--base-url", f"{server.url}/v1", "--yes", *more)  # fmt: skip
    return path


def table(path: Path, name: str, *words: str) -> dict[tuple[str, str, str], Any]:
    rows = json.loads(run("metrics", "--table", name, "--project", str(path), "--json", *words).stdout)["rows"]
    return {(row["line"], row["columns"], row["column"]): row for row in rows}


def held(found: dict[tuple[str, str, str], Any], scores: dict[str, list[float]]) -> None:
    """Each coefficient and p of a table against least squares and scipy, without each article in turn."""
    labels = [(system, RECORDS[n]["dataset"]) for n, system in KEYS]
    article = np.array([n for n, _ in KEYS])
    for line, types in {**GROUPS, **{name: (each,) for name, each in SINGLE.items()}}.items():
        truth = [human(RECORDS[n], system, types) for n, system in KEYS]
        for judge, values in scores.items():
            for sign, test in (("ρ", scipy.stats.pearsonr), ("r", scipy.stats.spearmanr)):
                value, p = by_article(values, truth, labels, article, test)
                row = found[line, judge, sign]
                assert (row["n"], row["value"]) == (len(KEYS), pytest.approx(value, abs=1e-7)), (line, judge)
                adjusted = found[line, judge, f"p of {sign}"].get("value")
                assert adjusted == (None if p is None else pytest.approx(p, abs=1e-7)), (line, judge)


def test_direct_scores(project: Path, plan: Any) -> None:
    scores = {f"{m} direct-faithfulness": [float(plan[m, n, s][0]) for n, s in KEYS] for m in MODELS}
    held(table(project, "frank-direct"), scores)


@pytest.mark.parametrize("similarity", ["", "squad", "rouge"])
def test_questions_under_each_similarity_without_another_call(
    project: Path, plan: Any, server: FakeModels, similarity: str
) -> None:
    def words(text: str) -> list[str]:
        return re.findall(r"\w+", text.lower())

    def alike(own: str, other: str) -> float:
        if other == "UNANSWERABLE":
            return 0.0
        if similarity != "rouge":
            return official(own, other)
        one, two = words(own), words(other)
        return 2 * sum(min(one.count(w), two.count(w)) for w in {*one}) / (len(one) + len(two))

    asked = len(server.seen)
    scores = {f"{m} qa-factuality": [alike(*plan[m, n, s][1:]) for n, s in KEYS] for m in MODELS}
    held(table(project, "frank-questions", *(["--set", f"similarity={similarity}"] if similarity else [])), scores)
    assert len(server.seen) == asked


def test_one_judge_alone_and_which_is_closer(project: Path) -> None:
    alone = table(project, "frank-direct", "--judge", "small direct-faithfulness")
    assert {judge for _, judge, _ in alone} == {"", "small direct-faithfulness"}
    rows = table(project, "frank-compared", "--set", "score=direct-faithfulness")
    (p,) = (row["value"] for (_, over, title), row in rows.items() if (over, title) == ("Williams", "p"))
    assert 0 < p <= 1
