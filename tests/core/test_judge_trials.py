"""Which prompt and which model is better: tuned on one part of the reviewed items, reported on the other."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import balanced_accuracy_score

from galley.core.cli import main
from galley.core.errors import InputError
from galley.core.judges.comparison import compare
from galley.core.judges.comparison.compare import with_demonstrations
from galley.core.judges.inquiry import written_judge
from galley.core.project.project import Project
from tests.core import building, pages
from tests.core.fake_models import Answer, Seen, serving
from tests.core.judging import KEY

ITEMS = 16
SENTENCES = 3
JUDGE = 'id = "{id}"\nname = "J"\nversion = "1"\nscheme = "basic"\ninstruction = "{words}"\nsamples = {samples}\n'
CRITERION = "hallucination"


def wrong(item: int, sentence: int) -> bool:
    """What people said; of item 3 nobody said anything, of item 5 only two sentences count."""
    return (item * 7 + sentence * 5) % 3 == 0


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    records = []
    for item in range(ITEMS):
        record = building.record(f"item-{item}", verdicts=[], judged=[])
        record["documents"][0]["turns"][1]["text"] = f"It leaves at {item}."
        record["documents"] = record["documents"][:2]
        sentences = [f"Sentence {n} of item {item} says it." for n in range(SENTENCES)]
        record["documents"].append({"id": "sum-a", "role": "summary", "system": "a", "sentences": sentences})
        person = {"annotator": "ann", "kind": "human", "scheme": "basic"}
        if item != 3:
            record["verdicts"] = [
                {**person, "criterion": CRITERION, "document": "sum-a", "unit": n, "value": "yes"}
                for n in range(SENTENCES)
                if wrong(item, n)
            ]
            record["judged"] = [{**person, "criteria": [CRITERION], "documents": ["sum-a"]}]
        if item == 5:
            record["verdicts"].append(
                {**person, "annotator": "bob", "criterion": CRITERION, "document": "sum-a", "unit": 0,
                 "value": "no" if wrong(5, 0) else "yes"}
            )  # fmt: skip
        records.append(record)
    with building.project(tmp_path, *records) as made:
        return made.path


def judge(tmp_path: Path, name: str, words: str, samples: int = 1) -> Path:
    file = tmp_path / f"{name}.toml"
    file.write_text(JUDGE.format(id=name, words=words, samples=samples), "utf-8")
    return file


def says(model: str, strict: bool, item: int, sentence: int, call: int) -> str:
    """What a model answers: "big" is nearly always right; "small" says YES once in three samples where nothing is
    wrong, and two times where something is; a strict prompt makes it say YES everywhere; item 7 it cannot read."""
    truth = wrong(item, sentence)
    if model == "big":
        return "YES" if truth != ((item + sentence) % 11 == 0) else "NO"
    if strict:
        return "YES" if (item + sentence) % 5 else "NO"
    return "YES" if call < (2 if truth else 1) else "NO"


def script(seen: Seen, _: int) -> Answer:
    text = seen.body["messages"][-1]["content"]
    asked = text.rpartition("Here is the summary.")[2]
    item = int(re.search(r"of item (\d+)", asked)[1])  # type: ignore[index]
    if item == 7 and seen.body["model"] == "small":
        return Answer("no idea")
    calls = script.__dict__.setdefault("calls", {})
    key = (seen.body["model"], "Be strict" in text, item)
    calls[key] = calls.get(key, -1) + 1
    entry = {"words": [], "quotes": []}
    verdicts = [
        {"number": n + 1, "reasoning": f"r{n + 1}", **entry,
         "label": says(seen.body["model"], "Be strict" in text, item, n, calls[key] % 3)}
        for n in range(SENTENCES)
    ]
    return Answer(json.dumps({"verdicts": verdicts}), tokens=(100, 10))


def table(out: str) -> dict[str, list[str]]:
    lines = [line.split("\t") for line in out.splitlines() if "\t" in line]
    return {line[0]: line for line in lines[1:]}


def test_each_prompt_with_each_model_is_tuned_and_reported_apart(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script.__dict__.pop("calls", None)
    judges = judge(tmp_path, "plain", "Look.", 3), judge(tmp_path, "strict", "Be strict.")
    with serving(script) as fake:
        words = ["judges", "compare", "--project", str(path), "--provider", "openai", "--base-url", f"{fake.url}/v1",
        "--yes"]
        words += [word for each in judges for word in ("--judge", str(each))] + ["--model", "big", "--model", "small"]
        assert main([*words, "--dry-run"]) == 0
        assert "4 judges on 15 reviewed items, 8 to tune on and 7 to report on: 120 requests" in capsys.readouterr().out
        assert not fake.seen
        assert main(words) == 0
        out = capsys.readouterr().out
        sent = len(fake.seen)
        assert sent == 2 * 15 * 3 + 2 * 15 + 4, "what nobody can read is asked for once more: item 7 of the small model"
        assert main(words) == 0 and len(fake.seen) == sent, "known by then"
        assert table(capsys.readouterr().out).keys() == table(out).keys()
    rows = table(out)
    chosen = [name for name in rows if name.endswith(" (chosen)")]
    assert chosen == ["plain 1, small (chosen)"], "whose votes part right from wrong wherever it can be read"
    assert {name.removesuffix(" (chosen)") for name in rows} == {
        f"{prompt} 1, {model}" for prompt in ("plain", "strict") for model in ("big", "small")
    }
    # by hand: the same parts, thresholds and figures without a line of ours
    tune, report = compare.parts([f"item-{n}" for n in range(ITEMS) if n != 3], 0.5, 0)
    for name, strict, model, samples in (
        ("plain 1, small", False, "small", 3), ("strict 1, small", True, "small", 1),
        ("plain 1, big", False, "big", 3), ("strict 1, big", True, "big", 1),
    ):  # fmt: skip
        row = rows.get(name) or rows[f"{name} (chosen)"]
        shares = {
            (item, n): sum(says(model, strict, item, n, call) == "YES" for call in range(samples)) / samples
            for item in range(ITEMS)
            for n in range(SENTENCES)
            if item != 3 and (item, n) != (5, 0) and not (item == 7 and model == "small")
        }

        def figure(keys: list[str], threshold: float, shares: dict[Any, float] = shares) -> float:
            cells = [cell for cell in shares if f"item-{cell[0]}" in keys]
            return float(balanced_accuracy_score([wrong(*c) for c in cells], [shares[c] > threshold for c in cells]))

        best = max(figure(tune, t) for t in (0.5, 1 / 6, 5 / 6))
        assert float(row[2]) == pytest.approx(best, abs=5e-4)
        assert float(row[3].split()[0]) == pytest.approx(figure(report, float(row[1])), abs=5e-4)
        assert figure(tune, float(row[1])) == pytest.approx(best)
        assert int(row[6]) == (3 if model == "small" and "item-7" in report else 0)
        assert float(row[8].replace(",", "")) > 0
    assert rows["strict 1, small"][4].startswith("0.") and rows[chosen[0]][4] == ""


def test_the_lead_is_a_paired_difference(path: Path, tmp_path: Path) -> None:
    lead = np.array([1, 0, 1, 1, 0, 0, 1, 0])
    mine = np.array([1, 1, 0, 1, -1, 0, 0, 0])
    truth = np.array([1, 0, 1, 1, 0, 0, 1, 0])
    items = np.array([1, 1, 2, 2, 3, 3, 4, 4])
    value, low, high = compare._difference(lead, mine, truth, items, 400, 1)
    both = mine >= 0
    gap = balanced_accuracy_score(truth[both], lead[both]) - balanced_accuracy_score(truth[both], mine[both])
    assert value == pytest.approx(gap)
    rng = np.random.default_rng(5)

    @cache  # of 4,000 draws 35 differ
    def drawn_gap(*drawn_items: int) -> float | None:
        rows = np.concatenate([np.flatnonzero(both & (items == item)) for item in drawn_items])
        if len(set(truth[rows])) < 2:
            return None
        two = [balanced_accuracy_score(truth[rows], said[rows]) for said in (lead, mine)]
        return float(two[0] - two[1])

    gaps = [drawn_gap(*sorted(rng.choice([1, 2, 3, 4], 4).tolist())) for _ in range(4_000)]
    drawn = [each for each in gaps if each is not None]
    if low is not None and high is not None:
        assert (low, high) == pytest.approx(tuple(np.quantile(drawn, [0.025, 0.975])), abs=0.15)


def test_a_demonstration_is_never_of_the_item_asked_about(path: Path, tmp_path: Path) -> None:
    script.__dict__.pop("calls", None)
    file = judge(tmp_path, "plain", "Look.")
    with serving(script) as fake:
        words = ["judges", "compare", "--project", str(path), "--provider", "openai", "--base-url", f"{fake.url}/v1",
        "--yes"]
        assert main([*words, "--judge", str(file), "--model", "big", "--demonstrations", "4"]) == 0
        tune, _ = compare.parts([f"item-{n}" for n in range(ITEMS) if n != 3], 0.5, 0)
        assert len(fake.seen) == 15
        for seen in fake.seen:
            before, _, after = seen.body["messages"][-1]["content"].rpartition("Here is the summary.")
            about = re.search(r"of item (\d+)", after)
            assert about is not None
            shown = re.findall(r"Text: Sentence (\d) of item (\d+) says it\.\nAnswer: (YES|NO)", before)
            assert len(shown) == 4 and {answer for *_, answer in shown} == {"YES", "NO"}
            for sentence, item, answer in shown:
                assert item != about[1] and f"item-{item}" in tune
                assert wrong(int(item), int(sentence)) == (answer == "YES")


def test_demonstrations_survive_being_written_down(path: Path, tmp_path: Path) -> None:
    with Project.open(path) as project:
        cells = compare.read_reviewed_cells(project.read_connection(), "basic", CRITERION, "majority")
        base = written_judge.load(judge(tmp_path, "plain", "Look."))
        made = with_demonstrations(project.read_connection(), base, cells, [f"item-{n}" for n in range(8)], 2, 0)
        assert written_judge.parse(made.text) == made and made.examples_per_question == 2 and made.scheme == "basic"
        assert all(example.item for example in made.examples)
        again = with_demonstrations(project.read_connection(), base, cells, [f"item-{n}" for n in range(8)], 2, 0)
        assert again == made, "the same seed shows the same"


def test_parts_are_dealt_by_chance_and_stay() -> None:
    keys = [f"k{n}" for n in range(40)]
    tune, report = compare.parts(keys, 0.25, 3)
    assert len(tune) == 10 and sorted(tune + report) == sorted(keys)
    assert compare.parts(keys[::-1], 0.25, 3)[0] == tune and compare.parts(keys, 0.25, 4)[0] != tune
    assert tune != keys[:10]
    for share in (0, 1, -0.5):
        with pytest.raises(InputError, match="share between 0 and 1"):
            compare.parts(keys, share, 0)
    with pytest.raises(InputError, match="Only 2 items are reviewed"):
        compare.parts(keys[:2], 0.5, 0)


@pytest.mark.parametrize(
    ("more", "says_"),
    [
        (["--gold", "nobody"], "nobody"),
        (["--criterion", "wit"], "wit"),
        (["--part", "1"], "share between 0 and 1"),
    ],
)
def test_what_cannot_be_compared_is_told(
    path: Path, tmp_path: Path, more: list[str], says_: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = judge(tmp_path, "plain", "Look.")
    words = ["judges", "compare", "--project", str(path), "--provider", "openai", "--judge", str(file), "--model",
    "big", *more]
    assert main(words) == 1
    assert says_ in capsys.readouterr().err


def test_the_built_in_judge_and_judges_of_the_project_take_part(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script.__dict__.pop("calls", None)
    file = judge(tmp_path, "plain", "Look.")
    with serving(script) as fake:
        base = ["judges", "compare", "--project", str(path), "--provider", "openai", "--base-url", f"{fake.url}/v1",
                "--judge", str(file), "--yes"]  # fmt: skip
        assert main([*base, "--model", "small", "--errors", "0"]) == 0
        sent = len(fake.seen)
        capsys.readouterr()
        words = [*base, "--model", "big", "--with", "offline", "--with", "small own plain 1", "--errors", "3"]
        assert main(words) == 0
        out = capsys.readouterr().out
        assert len(fake.seen) == sent + 15, "a judge that has answered is not asked again"
        assert main([*words, "--with", "nobody"]) == 1
        assert "The project has no judge 'nobody'" in capsys.readouterr().err
    rows = {name.removesuffix(" (chosen)"): row for name, row in table(out).items()}
    assert set(rows) == {"plain 1, big", "offline", "small own plain 1"}
    assert rows["offline"][7] == "$0.0000" and rows["offline"][5] == rows["plain 1, big"][5]
    # each listed error is one by hand, a flag with its reason
    errors = [line for line in out.splitlines() if "instead of" in line]
    _, report = compare.parts([f"item-{n}" for n in range(ITEMS) if n != 3], 0.5, 0)
    by_hand = {
        (f"item-{item}", n + 1)
        for item in range(ITEMS)
        for n in range(SENTENCES)
        if f"item-{item}" in report and (item, n) != (5, 0)
        and (says("big", False, item, n, 0) == "YES") != wrong(item, n)
    }  # fmt: skip
    listed = set()
    pattern = re.compile(r"  (item-\d+), a, sentence (\d): (yes|no) instead of (yes|no)\. “Sentence \d of .*” (r\d)$")
    for line in errors:
        found = pattern.match(line)
        assert found is not None and found[3] != found[4], line
        assert found[5] == f"r{found[2]}", "a no has the reason that its reply gives"
        listed.add((found[1], int(found[2])))
    assert 0 < len(listed) <= 3 and listed <= by_hand
    with Project.open(path) as made:
        assert made.read_connection().execute("SELECT count(*) FROM run WHERE method = 'offline'").fetchone() == (1,)


def test_the_recipe_of_an_hour_runs_as_the_documents_print_it(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every command of the recipe, in its order, on a reviewed project and with a server on the loopback."""
    script.__dict__.pop("calls", None)
    monkeypatch.chdir(tmp_path)
    path.rename(tmp_path / "clinic.galley")
    page = pages.blocks(Path(__file__).parents[2] / "docs" / "judge.md")
    for block in page:
        if block.language == "toml" and block.info in ("plain.toml", "strict.toml"):
            (tmp_path / block.info).write_text(block.text, "utf-8")
    (recipe,) = [block for block in page if (block.language, block.info) == ("sh", "run-recipe")]
    outputs = []
    sizes = {"gpt-4o": "big", "gpt-4o-mini": "small"}

    def answer(seen: Seen, number: int) -> Answer:
        return script(replace(seen, body=seen.body | {"model": sizes[seen.body["model"]]}), number)

    with serving(answer) as fake:
        for command in recipe.commands():
            name, *words = shlex.split(command)
            where = ["--base-url", f"{fake.url}/v1"] if "--provider" in words else []
            assert (name, main([*words, *where])) == ("galley", 0), command
            outputs.append(capsys.readouterr().out)
            assert "--dry-run" not in words or not fake.seen, "nothing is sent before it is paid for"
    plan, compared, ensemble, with_ensemble, run, by_dataset = outputs
    assert "5 judges on 15 reviewed items" in plan and "(chosen)" in compared, compared
    assert "balanced accuracy" in ensemble and "panel of 3 (majority)" in with_ensemble
    assert "Flagged, by data set" in run and CRITERION in by_dataset
