"""The embedded judge on a project: measured by its own sentences, learning from its reviewers, kept and replayed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from galley.core.cli.judge_command import COMMAND as JUDGE
from galley.core.domain import Cell, Role
from galley.core.errors import InputError
from galley.core.judges.built_in.fitted_model import USES, FittedHead, limits, load
from galley.core.judges.built_in.heads import FOLDS, Heads, choose_fold
from galley.core.judges.built_in.judge import BuiltInJudge
from galley.core.judges.built_in.learning import fit_decisions
from galley.core.judges.built_in.trace import FEATURES
from galley.core.judges.built_in.types import SourceDoc
from galley.core.judges.methods import _built_in_version as version
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order, prepare
from galley.core.judges.runner import Runner
from galley.core.metrics import sampling
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.stats.prediction_powered import rates
from tests.core.building import project

ITEMS = 45
TOWNS = "Aldby Brinmouth Corley Dunfast Elverton Fenwick Garrow Hexley Inverloch Jarvis Kelby Lowdham".split()
TRADES = "bakery foundry quarry tannery brewery sawmill pottery library dairy printworks".split()


def texts(number: int) -> tuple[list[str], list[str], list[bool]]:
    """The paragraphs of an article, two sentences about it in words of their own, and which of them are wrong."""
    rng = np.random.default_rng(number)
    town, other = rng.choice(TOWNS, 2, replace=False)
    trade, second = rng.choice(TRADES, 2, replace=False)
    workers, year = int(rng.integers(20, 900)), int(rng.integers(1801, 1999))
    paragraphs = [
        f"The {trade} of {town} was founded in {year} by two brothers and has {workers} workers today.",
        f"Its owners said on Monday that they will sell the {second} in {other}, which has lost money for years.",
        "The union was told of this by letter and wants to talk with the owners before the end of the month.",
    ]
    wrong = rng.random(2) < 0.3
    told = [
        f"The {second if wrong[0] else trade} in {town}, which two brothers began, gives work to {workers} people.",
        f"The owners want to {'buy' if wrong[1] else 'sell'} the {second} of {town if wrong[1] else other} soon.",
    ]
    return paragraphs, told, wrong.tolist()


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Project]:
    records: list[dict[str, Any]] = []
    for number in range(ITEMS):
        paragraphs, told, _ = texts(number)
        article = {"id": "article", "role": "article", "paragraphs": paragraphs}
        summary = {"id": "sum", "role": "summary", "system": "a", "sentences": told}
        records.append({"key": f"k{number}", "documents": [article, summary]})
    with project(tmp_path, *records) as opened:
        yield opened


def run(made: Project, **options: str) -> tuple[str, dict[str, Any]]:
    """Run the judge; its name and what the run keeps."""
    order = Order("offline", choices=Choices(scheme="basic", options=options))
    end = Runner(made, prepare(made, order)).start().join(30)
    assert end.state == "done", end.why
    row = "SELECT annotator.name, settings FROM run JOIN annotator ON annotator.id = annotator_id WHERE run.id = ?"
    name, settings = made.read_connection().execute(row, (end.run,)).fetchone()
    return name, json.loads(settings)


def flagged(made: Project, name: str) -> set[tuple[int, int]]:
    """(item, position) of a judge's flags on sentences."""
    query = (
        "SELECT verdict.item_id, position FROM verdict JOIN unit ON unit.id = unit_id JOIN annotator ON"
        " annotator.id = annotator_id WHERE annotator.name = ? AND value = 'yes' AND unit.kind = 'sentence'"
    )
    return set(made.read_connection().execute(query, (name,)).fetchall())


def review(made: Project, name: str, kind: str, size: int) -> None:
    drawn, _ = made.write(lambda c: _pair(sampling.draw(c, kind, name, "basic", "hallucination", size))).result()
    desk = DecisionWriter(made, "ann")
    for item, cell in sampling.queue(made.read_connection(), drawn):
        query = "SELECT position, key FROM unit, item WHERE unit.id = ? AND item.id = ?"
        position, key = made.read_connection().execute(query, (cell.unit, item)).fetchone()
        desk.add(item, cell, "yes" if texts(int(key[1:]))[2][position] else "no").result()


def _pair(found: tuple[sampling.SampleDraw, Any]) -> tuple[tuple[sampling.SampleDraw, Any], Any]:
    return found, found[1]


def test_a_project_is_measured_by_its_own_sentences_without_any_decision(made: Project) -> None:
    name, settings = run(made)
    kept = settings["version_of_judge"]
    assert kept["decisions"] == 0 and kept["of"] == 2 * ITEMS
    told = flagged(made, name)
    assert 0 < len(told) <= 0.4 * 2 * ITEMS
    # a second way: the mean and the spread of each sign by a loop, the limit by sorting
    judge, head = BuiltInJudge(), load().article
    measured = []
    for number in range(ITEMS):
        paragraphs, sentences, _ = texts(number)
        measured += judge.measure_sentences(sentences, [SourceDoc(Role.ARTICLE, paragraphs)]).tolist()
    chances = []
    for row in measured:
        score = head.intercept + head.weights[-1] * row[FEATURES.index("certain")]
        for place, sign in enumerate(head.names):
            column = [other[FEATURES.index(sign)] for other in measured]
            mean = sum(column) / len(column)
            spread = (sum((x - mean) ** 2 for x in column) / len(column)) ** 0.5
            z = (row[FEATURES.index(sign)] - mean) / spread if spread > 1e-9 else 0.0
            score += head.weights[place] * max(-4.0, min(4.0, z))
        chances.append((1 / (1 + np.exp(-score)), row[FEATURES.index("certain")]))
    mean = sum(chance for chance, _ in chances) / len(chances)
    raised = [max(chance, head.certain) if sure else chance for chance, sure in chances]
    allowed = sorted(raised, reverse=True)[int(0.4 * len(raised))]
    expected = {(1 + n // 2, n % 2) for n, chance in enumerate(raised) if chance > max(mean, allowed)}
    assert told == expected


def test_as_fitted_it_says_what_it_says_of_any_text(made: Project) -> None:
    name, settings = run(made, signs="fitted")
    assert settings["version_of_judge"] is None
    judge, expected = BuiltInJudge(), set()
    for number in range(ITEMS):
        paragraphs, told, _ = texts(number)
        verdicts = judge.sentences(told, [SourceDoc(Role.ARTICLE, paragraphs)])
        expected |= {(number + 1, v.unit_index) for v in verdicts if v.is_flagged}
    assert flagged(made, name) == expected
    with pytest.raises(InputError, match="leave signs=fitted"):
        run(made, signs="fitted", version="new")


def test_the_uses_flag_few_some_and_most(made: Project) -> None:
    shares = {use: len(flagged(made, run(made, use=use)[0])) / (2 * ITEMS) for use in USES}
    assert shares["few-false"] < shares["balanced"] < shares["find-most"]
    assert all(shares[use] <= most for use, (_, most) in USES.items())


def test_a_version_stays_until_there_is_more_and_is_replayed_by_its_id(made: Project) -> None:
    first, settings = run(made)
    kept = settings["version_of_judge"]["id"]
    assert run(made)[0] == first, "the same judge, since nothing is new"
    assert run(made, version=kept)[1]["version_of_judge"]["id"] == kept
    with pytest.raises(InputError, match=kept):
        run(made, version="0000")


def test_it_learns_from_random_decisions_and_is_another_judge_then(made: Project) -> None:
    first, before = run(made)
    told = flagged(made, first)
    for kind in (sampling.FLAGS, sampling.AUDIT):
        review(made, first, kind, 30)
    second, after = run(made)
    kept = after["version_of_judge"]
    assert kept["decisions"] == min(30, len(told)) + 30
    assert (first, second) == ("offline", "offline (2)")
    assert flagged(made, first) == told, "the earlier judge's record stays"
    wrong = {(n + 1, k) for n in range(ITEMS) for k, bad in enumerate(texts(n)[2]) if bad}

    def worth(found: set[tuple[int, int]]) -> float:
        return len(found & wrong) / len(wrong) - len(found - wrong) / (2 * ITEMS - len(wrong))

    assert worth(flagged(made, second)) >= worth(told)
    assert run(made)[0] == second, "no new version for no new decisions"
    off, settings = run(made, learn="no")
    assert settings["version_of_judge"]["id"] == before["version_of_judge"]["id"]
    assert flagged(made, off) == told, "one switch, and it is as before"
    assert flagged(made, run(made, version=before["version_of_judge"]["id"])[0]) == told


def test_no_text_is_judged_by_weights_that_saw_its_decisions(made: Project) -> None:
    first, _ = run(made)
    for kind in (sampling.FLAGS, sampling.AUDIT):
        review(made, first, kind, 30)
    decided = version.decisions(made.read_connection())
    heads = Heads.from_json(run(made)[1]["version_of_judge"]["heads"], load())
    assert len(heads.article) == FOLDS and len(heads.dialogue) == 1
    judge, rows, values = BuiltInJudge(), [], []
    for number in range(ITEMS):
        paragraphs, told, wrong = texts(number)
        source = [SourceDoc(Role.ARTICLE, paragraphs)]
        values.append(judge.measure_sentences(told, source))
        for k, bad in enumerate(wrong):
            for each in decided:
                if each.item == number + 1 and position(made, each.unit) == k:
                    rows.append((values[-1][k], bad, each.weight, choose_fold(source)))
                    assert each.wrong == bad
    assert len(rows) == len(decided)
    own = load().article.own(np.concatenate(values))
    for k in range(FOLDS):
        seen = [row for row in rows if row[3] != k]
        assert 0 < len(seen) < len(rows)
        x, bad, weight = np.array([r[0] for r in seen]), np.array([r[1] for r in seen]), np.array([r[2] for r in seen])
        theirs = by_scipy(own, x, bad, weight)
        assert np.allclose(theirs, [*heads.article[k].weights, heads.article[k].intercept], atol=2e-3)
    # each stratum's decisions stand for all of it
    assert sum(each.weight for each in decided) == pytest.approx(2 * ITEMS)


def position(made: Project, unit: int) -> int:
    found: int = made.read_connection().execute("SELECT position FROM unit WHERE id = ?", (unit,)).fetchone()[0]
    return found


def by_scipy(head: FittedHead, x: np.ndarray, wrong: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """The regression towards the head's weights by a general minimiser."""
    from scipy.optimize import minimize

    z, towards = head.standard(x), np.append(head.weights, head.intercept)
    precision = np.array([head.strength] * len(head.names) + [1.0, 0.1])
    weight = weight / weight.mean()

    def loss(at: np.ndarray) -> float:
        score = z @ at[:-1] + at[-1]
        fit = np.logaddexp(0, np.where(wrong, -score, score))
        return float(weight @ fit + 0.5 * precision @ (at - towards) ** 2)

    found: np.ndarray = minimize(loss, towards, method="BFGS", options={"gtol": 1e-5}).x
    return found


def test_what_was_picked_by_hand_teaches_nothing(made: Project) -> None:
    name, before = run(made)
    desk = DecisionWriter(made, "ann")
    for item in range(1, ITEMS - 3):
        view = items.load(made.read_connection(), item)
        for each in view.flags()[:1]:
            desk.accept(item, each).result()
    assert version.decisions(made.read_connection()) == []
    assert run(made)[0] == name
    assert before["version_of_judge"]["decisions"] == 0


def test_where_flags_are_decided_blind_those_that_were_seen_do_not_teach(made: Project) -> None:
    name, _ = run(made)
    review(made, name, sampling.AUDIT, 20)
    desk, reader = DecisionWriter(made, "ann"), made.read_connection()
    blind = seen = 0
    for item in range(1, ITEMS + 1):
        view = items.load(reader, item)
        for n, each in enumerate(view.flags()):
            if (item + n) % 2:
                seen += 1
                desk.read_tracker.record_view(view, [])
            else:
                blind += 1
                desk.read_tracker.record_view(view, [each.cell])
            desk.accept(item, each).result()
    found = [each for each in version.decisions(reader) if each.wrong]
    flags = len(flagged(made, name))
    assert 0 < blind < blind + seen == flags
    own = {cell for cell in version._blind(reader, [row[0] for row in reader.execute("SELECT id FROM criterion")])}
    assert sum((each.unit, each.target) in own for each in found if each.weight > 1) == blind
    assert sum(each.weight for each in version.decisions(reader)) == pytest.approx(2 * ITEMS)


def test_trained_and_estimated_on_the_same_decisions_the_interval_holds_only_across_folds() -> None:
    """The estimate of a rate from 80 decisions that also taught the judge, of 300 sentences; truth is known."""
    rng = np.random.default_rng(2)
    size, names = 40, FEATURES[:40]
    head = FittedHead(
        names, np.zeros(size), np.ones(size), np.zeros(size + 1), 0.0, 0.0, 0.03, dict.fromkeys(USES, 0.5)
    )
    direction = rng.normal(size=size) / 4
    held: dict[str, list[bool]] = {"across": [], "same": []}
    for _ in range(120):
        values = np.zeros((300, len(FEATURES)))
        values[:, :size] = rng.normal(size=(300, size))
        truth = rng.random(300) < 1 / (1 + np.exp(-(values[:, :size] @ direction - 1)))
        drawn = np.zeros(300, dtype=bool)
        drawn[rng.choice(300, 80, replace=False)] = True
        part = rng.integers(0, FOLDS, 300)
        for how in held:
            told = np.zeros(300)
            for k in range(FOLDS):
                seen = drawn & (part != k) if how == "across" else drawn
                taught = fit_decisions(head, values[seen], truth[seen], np.ones(int(seen.sum())), values)
                told[part == k] = taught.chances(values[part == k])
            reviews = np.where(drawn, truth, -1)
            found = rates(told, reviews, np.arange(300), np.full(300, 80 / 300), power=1.0).corrected_rate
            assert found.low is not None and found.high is not None
            held[how].append(found.low <= truth.mean() <= found.high)
    assert np.mean(held["across"]) > 0.88
    assert np.mean(held["same"]) < np.mean(held["across"]) - 0.1


def test_no_limit_follows_the_decisions_but_by_the_mean() -> None:
    rng = np.random.default_rng(0)
    head = load().article
    values = np.abs(rng.normal(size=(200, len(FEATURES))))
    values[:, FEATURES.index("certain")] = 0
    own = head.own(values)
    wrong = rng.random(60) < 0.7
    taught = fit_decisions(own, values[:60], wrong, np.ones(60), values)
    assert taught.limits["balanced"] == pytest.approx(taught.chances(values).mean())
    assert taught.chances(values).mean() == pytest.approx(wrong.mean(), abs=0.1)
    assert limits(replace(taught, intercept=9.0), values, capped=False)["balanced"] > 0.9


def test_the_command_says_which_version_it_is(made: Project) -> None:
    made.close()
    ran = CliRunner().invoke(JUDGE, ["offline", "--project", str(made.path), "--set", "learn=no", "--yes"])
    assert ran.exit_code == 0, ran.output
    assert "measured by the project's own sentences." in ran.output
    refused = CliRunner().invoke(JUDGE, ["offline", "--project", str(made.path), "--set", "learn=maybe"])
    assert refused.exit_code != 0


def test_imported_labels_are_nobodys_decisions(tmp_path: Path) -> None:
    """A data set that comes with its labels has taught nobody: neither the labels, nor what was picked by hand among
    them, are random decisions of a reviewer."""
    records: list[dict[str, Any]] = []
    for number in range(ITEMS):
        paragraphs, told, wrong = texts(number)
        article = {"id": "article", "role": "article", "paragraphs": paragraphs}
        summary = {"id": "sum", "role": "summary", "system": "a", "sentences": told}
        label = {"kind": "gold", "annotator": "published"} if number % 2 else {"kind": "human", "annotator": "ann"}
        said = [
            {**label, "scheme": "basic", "criterion": "hallucination", "document": "sum", "unit": at,
             "value": "yes" if bad else "no"}
            for at, bad in enumerate(wrong)
        ]  # fmt: skip
        records.append({"key": f"k{number}", "documents": [article, summary], "verdicts": said})
    with project(tmp_path, *records) as opened:
        _, settings = run(opened)
        assert settings["version_of_judge"]["decisions"] == 0 and version.decisions(opened.read_connection()) == []
        assert "decisions" not in version.describe_version(settings["version_of_judge"])
        name, settings = run(opened, version="new")
        assert settings["version_of_judge"]["decisions"] == 0
        view = items.load(opened.read_connection(), 1)
        (criterion,) = {v.cell.criterion for v in view.verdicts if view.annotators[v.annotator].name == "ann"}
        sentence = view.documents[1].units[0]
        DecisionWriter(opened, "ben").add(1, Cell(sentence.id, criterion, view.documents[1].id), "yes").result()
        assert version.decisions(opened.read_connection()) == [], "it was picked by hand"
        review(opened, name, "flags", 10)
        review(opened, name, "audit", 10)
        assert 10 < len(version.decisions(opened.read_connection())) <= 20
