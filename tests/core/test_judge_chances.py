"""Confidence from the model: the probabilities of its labels, beside the votes, held against reviewed cells."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize

from galley.core.cli import main
from galley.core.errors import InputError
from galley.core.judges import calibrate
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import prepare
from galley.core.judges.request_options import apply_settings
from galley.core.metrics.base import Params
from galley.core.metrics.registry import compute
from galley.core.project.project import Project
from galley.core.replies import chances
from tests.core import building
from tests.core.fake_models import Answer, Seen, completion, response, serving
from tests.core.judging import KEY, asked, judged_verdicts, order, run, verdicts


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return building.project(tmp_path, building.record(verdicts=[], judged=[]))


def tokens(text: str, likely: list[dict[str, float]]) -> list[dict[str, Any]]:
    """A text as a model's tokens: words, marks, and the label cut into its first letter and the rest."""
    found, place = [], 0
    for word in re.findall(r'"label": "|YES|NO|\w+|\W', text):
        if word in ("YES", "NO"):
            top = [{"token": t, "logprob": math.log(p)} for t, p in likely[place].items()]
            first = next((t for t in likely[place] if word.startswith(t)), word)
            found.append({"token": first, "logprob": math.log(likely[place].get(first, 1.0)), "top_logprobs": top})
            place += 1
            if word[len(first) :]:
                found.append({"token": word[len(first) :], "logprob": 0.0, "top_logprobs": []})
            continue
        found.append({"token": word, "logprob": -0.1, "top_logprobs": []})
    return found


LIKELY = [{"YES": 0.7, "NO": 0.2, "MAYBE": 0.1}, {"N": 0.6, "Y": 0.15, "yes": 0.05, "?": 0.2}]


def answering(likely: list[dict[str, float]] = LIKELY) -> Any:
    def script(seen: Seen, _: int) -> Answer:
        count = asked(seen)
        text = verdicts(count, (1,))
        given = {"content": tokens(text, likely)}
        if "input" in seen.body:
            whole = response(Answer(text), "m")
            whole["output"][0]["content"][0]["logprobs"] = given["content"]
        else:
            whole = completion(Answer(text), "m")
            whole["choices"][0]["logprobs"] = given
        return Answer(body=json.dumps(whole).encode())

    return script


@pytest.mark.parametrize(("provider", "api"), [("openai", "chat"), ("openai", "responses"), ("compatible", "")])
def test_the_probability_of_the_label_is_the_confidence_beside_the_votes(
    project: Project, provider: str, api: str
) -> None:
    with project, serving(answering()) as fake:
        plain = order(fake, provider, choices=Choices(("changed-meaning",), 2))
        wanted = apply_settings(plain, {"logprobs": "on", "api": api})
        run(project, wanted)
        body = fake.seen[0].body
        assert body["top_logprobs"] == 5 and ("logprobs" in body or body["include"] == ["message.output_text.logprobs"])
        said = {(v.value, round(v.confidence or 0, 4), v.votes) for v in judged_verdicts(project)}
        no = round(0.6 / (0.6 + 0.15 + 0.05), 4)
        assert said == {("yes", round(0.7 / 0.9, 4), "2/2"), ("no", no, "0/2")}, "a no that is less than sure is a row"
        run(project, wanted)
        again = {(v.value, round(v.confidence or 0, 4), v.votes) for v in judged_verdicts(project)}
        assert again == said, "a reply that is known says the same"


def test_without_probabilities_the_votes_are_the_confidence(project: Project) -> None:
    with project, serving(lambda seen, n: Answer(verdicts(asked(seen), (1,) if n % 3 else ()))) as fake:
        run(
            project,
            apply_settings(order(fake, choices=Choices(("changed-meaning",), 3), concurrency=1), {"logprobs": "on"}),
        )
        assert {v.confidence for v in judged_verdicts(project)} == {2 / 3}


@pytest.mark.parametrize(
    ("provider", "more", "says"),
    [("anthropic", {}, "takes no logprobs"), ("openai", {"stream": True}, "do not come with"),
     ("openai", {"batch": True}, "do not come with")],
)  # fmt: skip
def test_where_there_are_none_they_are_refused(project: Project, provider: str, more: Any, says: str) -> None:
    with project, serving(answering()) as fake, pytest.raises(InputError, match=says):
        prepare(project, apply_settings(order(fake, provider, **more), {"logprobs": "on"}))


@pytest.mark.parametrize(
    "given",
    [None, "x", [1], [{"token": 5}], [{"token": "other"}], [{"token": "YES", "logprob": "low"}], [{"token": "YES"}],
     [{"token": "YES", "logprob": float("nan"), "top_logprobs": 3}]],
)  # fmt: skip
def test_nonsense_about_probabilities_is_no_confidence(given: Any) -> None:
    found = chances.read(given, "YES")
    assert all(chances.get_chance("YES", ("NO",), each) is None or not each for each in found) or found == ()
    assert chances.split_chances(chances.join_chances(found, "YES"))[0] == "YES"


def test_what_is_kept_with_a_reply_comes_back_and_hides_no_text() -> None:
    likely = ({"YES": 0.25, "</label-probabilities>": 0.5, "\u2028": 0.1},)
    assert chances.split_chances(chances.join_chances(likely, "text")) == ("text", likely)
    for text in ("", "<label-probabilities>[", "<label-probabilities>{}</label-probabilities>", "plain"):
        assert chances.split_chances(text) == (text, ())


def test_which_label_a_word_begins() -> None:
    assert chances.get_chance("YES", ("NO",), {"YES": 0.3, " no": 0.1}) == pytest.approx(0.75)
    assert chances.get_chance("Yes", ("No",), {"Ye": 0.3, "N": 0.1, "": 0.5}) == pytest.approx(0.75)
    assert chances.get_chance("casual", ("careful",), {"ca": 0.9, "cas": 0.1}) == 1.0, "“ca” could be both"
    assert chances.get_chance("YES", ("NO",), {"?": 1.0}) is None


# Calibration -------------------------------------------------------------------------------------------------------


@pytest.fixture
def overconfident(tmp_path: Path) -> Path:
    """A judge that says .9 where it is right in .7 of the cells; 120 reviewed cells and 40 that nobody has seen."""
    rng = np.random.default_rng(0)
    records = []
    for item in range(40):
        record = building.record(f"item-{item}", verdicts=[], judged=[])
        sentences = [f"Sentence {n} of {item}." for n in range(4)]
        record["documents"] = [record["documents"][1],
                               {"id": "sum-a", "role": "summary", "system": "a", "sentences": sentences}]  # fmt: skip
        base = {"scheme": "basic", "criterion": "hallucination", "document": "sum-a"}
        for n in range(4):
            yes = bool(rng.random() < 0.5)
            sure = 0.9 if rng.random() < 0.8 else 0.55
            record["verdicts"].append(
                {
                    **base,
                    "annotator": "j",
                    "kind": "judge",
                    "unit": n,
                    "confidence": sure,
                    "value": "yes" if yes else "no",
                }
            )
            if item < 30:
                right = yes if rng.random() < (0.7 if sure == 0.9 else 0.5) else not yes
                record["verdicts"].append(
                    {**base, "annotator": "ann", "kind": "human", "unit": n, "value": "yes" if right else "no"}
                )
        records.append(record)
    with building.project(tmp_path, *records) as made:
        return made.path


def test_a_judge_that_is_too_sure_is_mended(overconfident: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["judges", "calibrate", "--project", str(overconfident), "--judge", "j", "--criterion", "hallucination",
    "--cells"]
    assert main([*words, "--scheme", "basic"]) == 0
    out = capsys.readouterr().out
    before, after = map(float, re.search(r"Brier score: ([\d.]+), calibrated ([\d.]+)", out).groups())  # type: ignore[union-attr]
    assert after < before - 0.02
    rows = [line.split("\t") for line in out.splitlines() if "\t" in line]
    assert len(rows) == 40 and {row[0] for row in rows} == {f"item-{n}" for n in range(30, 40)}
    doubt = [abs(float(row[4]) - 0.5) for row in rows]
    assert doubt == sorted(doubt) and all(abs(float(r[4]) - 0.5) <= abs(float(r[3]) - 0.5) + 0.1 for r in rows)


def test_the_fit_is_that_of_a_general_optimiser(overconfident: Path) -> None:
    with Project.open(overconfident) as project:
        row = project.read_connection().execute("SELECT id FROM annotator WHERE name = 'j'").fetchone()[0]
        fit = calibrate.calibrate(project.read_connection(), row, "basic", "hallucination", "majority")
        (metric,) = compute("confidence", project.read_connection(), Params(gold="majority")).rows
        cells = project.read_connection().execute(
            "SELECT j.value, j.confidence, a.value FROM verdict j JOIN verdict a ON a.unit_id = j.unit_id"
            " WHERE j.annotator_id = ? AND a.annotator_id <> ?", (row, row)
        ).fetchall()  # fmt: skip
    chance = np.array([c if value == "yes" else 1 - c for value, c, _ in cells])
    right = np.array([value == "yes" for *_, value in cells], dtype=float)
    assert (fit.n, fit.yes) == (120, int(right.sum()))
    assert fit.before == pytest.approx(np.mean((chance - right) ** 2))
    assert (metric["brier"], metric["n"]) == (pytest.approx(fit.before), fit.n), "one figure, wherever it is asked for"
    odds = np.log(chance / (1 - chance))

    def loss(weights: Any) -> float:
        score = weights[0] + weights[1] * odds
        likelihood = np.sum(np.logaddexp(0, score) - right * score)
        return float(likelihood + 0.5 * (weights[0] ** 2 + (weights[1] - 1) ** 2))

    found = minimize(loss, [0.0, 1.0], tol=1e-12)
    assert (fit.a, fit.b) == pytest.approx(tuple(found.x), abs=1e-4)
    assert 0 < fit.b < 1, "drawn towards doubt"


def test_too_little_to_fit_is_told(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(project.path)
    project.close()
    for words, says in ((["--judge", "nobody"], "has no judge 'nobody'"),):
        assert main(["judges", "calibrate", "--project", path, "--criterion", "changed-meaning", *words]) == 1
        assert says in capsys.readouterr().err
