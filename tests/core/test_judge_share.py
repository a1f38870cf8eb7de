"""The built-in judge on a project: checks by default, a share of each data set by the word-overlap score if asked."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from galley.core.cli.judge_command import COMMAND as JUDGE
from galley.core.cli.metrics_command import COMMAND as METRICS
from galley.core.domain import Role
from galley.core.errors import InputError
from galley.core.exports.registry import export
from galley.core.judges.built_in.fitted_model import load
from galley.core.judges.built_in.judge import BuiltInJudge
from galley.core.judges.built_in.trace import FEATURES
from galley.core.judges.built_in.types import SourceDoc
from galley.core.judges.method_settings import check_settings
from galley.core.judges.methods.base import Choices
from galley.core.judges.methods.offline import METHOD
from galley.core.judges.order import Order, order_of, prepare
from galley.core.judges.run_report import runs
from galley.core.judges.runner import Runner
from galley.core.metrics import registry
from galley.core.metrics.base import Params
from galley.core.project.check import check
from galley.core.project.project import Project
from tests.core.building import project

ITEMS = 45
TOWNS = "Aldby Brinmouth Corley Dunfast Elverton Fenwick Garrow Hexley Inverloch Jarvis Kelby Lowdham".split()
TRADES = "bakery foundry quarry tannery brewery sawmill pottery library dairy printworks".split()


def texts(number: int, free: bool = False) -> tuple[list[str], list[str]]:
    """The paragraphs of an article, and two sentences about it, some ``free`` in their wording."""
    rng = np.random.default_rng(number)
    town, other = rng.choice(TOWNS, 2, replace=False)
    trade, second = rng.choice(TRADES, 2, replace=False)
    workers, year = int(rng.integers(20, 900)), int(rng.integers(1801, 1999))
    paragraphs = [
        f"The {trade} of {town} was founded in {year} by two brothers and has {workers} workers today.",
        f"Its owners said on Monday that they will sell the {second} in {other}, which has lost money for years.",
        "The union was told of this by letter and wants to talk with the owners before the end of the month.",
    ]
    sentences = [
        f"Two siblings once set up this {trade}, where {workers} staff earn their living nowadays.",
        f"A loss-making {second} goes on the market, its proprietors announced at the start of the week.",
    ]
    if not free:
        cuts = [paragraph.split()[: int(rng.integers(5, 14))] for paragraph in paragraphs[:2]]
        sentences = [" ".join([*cut, *rng.choice(TRADES, int(rng.integers(0, 3)))]) + "." for cut in cuts]
    return paragraphs, sentences


def records() -> Iterator[dict[str, Any]]:
    """A data set of copied wording and one of free wording, both large, and a small one."""
    for number in range(2 * ITEMS + 4):
        dataset = ("copied", "free", "small")[number // ITEMS]
        paragraphs, sentences = texts(number, free=dataset == "free")
        article = {"id": "article", "role": "article", "paragraphs": paragraphs}
        summary = {"id": "sum", "role": "summary", "system": "a", "sentences": sentences}
        yield {"key": f"k{number}", "dataset": dataset, "documents": [article, summary]}


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Project]:
    with project(tmp_path, *records()) as opened:
        yield opened


def run(made: Project, **options: str) -> tuple[str, dict[str, Any]]:
    """Run the judge; its name and what the run stores."""
    end = Runner(made, prepare(made, Order("offline", choices=Choices(scheme="basic", options=options)))).start()
    assert end.join(60).state == "done", end.progress.why
    row = "SELECT annotator.name, settings FROM run JOIN annotator ON annotator.id = annotator_id ORDER BY run.id DESC"
    name, settings = made.read_connection().execute(row).fetchone()
    return name, json.loads(settings)


def flags(made: Project, name: str) -> dict[tuple[str, int, int], str]:
    """The explanation of each flag on a sentence, by (data set, item, position)."""
    query = (
        "SELECT dataset, verdict.item_id, position, explanation FROM verdict JOIN unit ON unit.id = unit_id"
        " JOIN item ON item.id = verdict.item_id JOIN annotator ON annotator.id = annotator_id"
        " WHERE annotator.name = ? AND value = 'yes' AND unit.kind = 'sentence'"
    )
    return {tuple(row[:3]): row[3] for row in made.read_connection().execute(query, (name,))}


def test_without_a_share_only_checks_flag(made: Project) -> None:
    name, settings = run(made)
    assert settings["version_of_judge"] is None
    assert len(flags(made, name)) < 0.05 * 4 * ITEMS, "neither wording is an error"
    assert not any("Word-overlap" in explanation for explanation in flags(made, name).values())


def test_a_share_flags_so_many_sentences_of_each_data_set(made: Project) -> None:
    plain, _ = run(made)
    checked = set(flags(made, plain))
    name, settings = run(made, share="10%")
    assert name != plain
    doubtful = [place for place, why in flags(made, name).items() if "Word-overlap score" in why]
    for dataset in ("copied", "free"):
        assert 0 < sum(place[0] == dataset for place in doubtful) <= 0.1 * 2 * ITEMS
    assert checked <= set(flags(made, name)), "what a check flags stays"
    assert set(settings["version_of_judge"]["groups"]) == {"copied", "free", ""}
    # a second way: mean and spread of each sign by a loop, the limit by sorting
    judge, head, measured = BuiltInJudge(), load().article, []
    for number in range(ITEMS, 2 * ITEMS):
        paragraphs, sentences = texts(number, free=True)
        measured += judge.measure_sentences(sentences, [SourceDoc(Role.ARTICLE, paragraphs)]).tolist()
    scores = []
    for row in measured:
        score = head.intercept + head.weights[-1] * row[FEATURES.index("certain")]
        for place, sign in enumerate(head.names):
            column = [other[FEATURES.index(sign)] for other in measured]
            mean = sum(column) / len(column)
            spread = (sum((x - mean) ** 2 for x in column) / len(column)) ** 0.5
            z = (row[FEATURES.index(sign)] - mean) / spread if spread > 1e-9 else 0.0
            score += head.weights[place] * max(-4.0, min(4.0, z))
        chance = 1 / (1 + np.exp(-score))
        scores.append(max(chance, head.certain) if row[FEATURES.index("certain")] else chance)
    limit = sorted(scores, reverse=True)[round(0.1 * len(scores))]
    expected = {("free", ITEMS + 1 + n // 2, n % 2) for n, score in enumerate(scores) if score > limit + 1e-12}
    assert {place for place in doubtful if place[0] == "free"} == expected


def test_the_same_share_is_the_same_judge_and_another_one_is_another(made: Project) -> None:
    name, settings = run(made, share="10")
    again, same = run(made, share="10")
    assert (again, same["version_of_judge"]["id"]) == (name, settings["version_of_judge"]["id"])
    assert run(made, share="20")[0] != name


def test_a_run_of_an_earlier_release_is_no_limit_for_this_judge(made: Project) -> None:
    name, settings = run(made, share="10")
    old = {"id": "abcd1234", "fitted": "x", "decisions": 50, "of": 10, "heads": {}}
    made.write(lambda c: _store(c, json.dumps({**settings, "version_of_judge": old}))).result()
    assert run(made, share="10")[1]["version_of_judge"]["id"] == settings["version_of_judge"]["id"]
    assert flags(made, name)


def _store(connection: Any, settings: str) -> tuple[None, Any]:
    from galley.core.project.project import ChangeSet

    connection.execute("UPDATE run SET settings = ?", (settings,))
    return None, ChangeSet()


def test_a_share_is_a_percentage_with_or_without_the_sign() -> None:
    assert check_settings(METHOD, {"share": "10%"})["share"] == check_settings(METHOD, {"share": "10"})["share"] == 10
    for wrong in ("ten", "90%", "-1"):
        with pytest.raises(InputError, match="share takes a number"):
            check_settings(METHOD, {"share": wrong})
    with pytest.raises(InputError, match="no setting 'learn'"):
        check_settings(METHOD, {"learn": "yes"})


def test_the_command_says_what_the_judge_sees_and_cannot(made: Project) -> None:
    made.close()
    command = ["offline", "--project", str(made.path), "--share", "10%", "--set", "number=off", "--yes"]
    ran = CliRunner().invoke(JUDGE, command)
    assert ran.exit_code == 0, ran.output
    assert "flags the 10 % of the sentences of each data set" in ran.output
    assert "It misses most wrong sentences" in ran.output


def test_each_check_has_a_line_of_its_own_in_the_judges_record(tmp_path: Path) -> None:
    """Two checks flag the first sentence, one the second; people find the first right in half of the items."""
    sentences = ["The mill cost 900 crowns, said Ottilie Brandt.", "The mill cost 700 crowns."]
    article = {"id": "article", "role": "article", "paragraphs": ["The mill cost 100 crowns. It was built by the sea."]}
    person = {"annotator": "person", "kind": "human", "scheme": "basic"}
    made = []
    for number in range(6):
        summary = {"id": "sum", "role": "summary", "system": "a", "sentences": sentences}
        flag = {**person, "criterion": "hallucination", "document": "sum", "unit": 0, "value": "yes"}
        judged = {**person, "criteria": ["hallucination"], "documents": ["sum"]}
        record = {"key": f"k{number}", "dataset": "news", "documents": [article, summary], "judged": [judged]}
        made.append({**record, "verdicts": [flag] if number % 2 else []})
    with project(tmp_path, *made) as opened:
        name, _ = run(opened)
        lines = [why.splitlines() for why in flags(opened, name).values()]
        assert all(line.startswith(("number: The number “", "name: The name “")) for why in lines for line in why)
        by_hand = Counter(line.partition(":")[0] for why in lines for line in why)
        assert by_hand == {"number": 12, "name": 6}
        rows = registry.compute("trust", opened.read_connection(), Params(by="check", judges=(name,))).rows
        assert {row["check"]: (row["right"], row["wrong"]) for row in rows} == {"number": (3, 9), "name": (3, 3)}
        whole = registry.compute("trust", opened.read_connection(), Params(judges=(name,))).rows
        assert [(row["right"], row["wrong"]) for row in whole] == [(3, 9)], "a flag of two checks is one flag"
        path = str(opened.path)
    ran = CliRunner().invoke(METRICS, ["trust", "--project", path, "--by", "check"])
    assert ran.exit_code == 0 and "number" in ran.output and "name" in ran.output, ran.output


def test_a_project_of_a_release_that_learned_keeps_what_its_judge_said(made: Project, tmp_path: Path) -> None:
    """As such a release left it: a judge by a fingerprint of its own, a run that names what it learned from."""
    name, settings = run(made, share="10")
    learned = {"id": "0a1b2c3d", "fitted": "f" * 64, "decisions": 50, "of": 180, "heads": {}, "said": "Learned."}
    old_settings = {**settings, "options": {"learn": "yes"}, "version_of_judge": learned, "fingerprint": "01234567"}

    def make_old(connection: Any) -> tuple[None, Any]:
        connection.execute("UPDATE annotator SET prompt = '01234567' WHERE name = ?", (name,))
        connection.execute("UPDATE verdict SET confidence = 0.731, explanation = 'Learned from decisions.'")
        return _store(connection, json.dumps(old_settings))

    made.write(make_old).result()
    path = made.path
    made.close()
    with Project.open(path) as opened:
        before = flags(opened, name)
        assert before and set(before.values()) == {"Learned from decisions."}
        row = runs(opened.read_connection())[0]
        assert (row.judge, row.flags, row.settings["version_of_judge"]["decisions"]) == (name, len(before), 50)
        with pytest.raises(InputError, match="no setting 'learn'"):
            prepare(opened, order_of(row.settings))
        other, _ = run(opened, share="10")
        assert other != name and flags(opened, name) == before, "a new run is another judge, and takes nothing back"
        assert check(opened) == []
        file = tmp_path / "out.jsonl"
        export(opened, "galley", file)
        assert "Learned from decisions." in file.read_text("utf-8")
