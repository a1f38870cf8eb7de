"""LongSumEval from first to last by command: questions, ratings of three people, refinement, the form, all its tables.

A server on the loopback plays the model by a plan (what each summary answers, what each fact is in the source). Every
figure is worked out again from the plan: scores by loops, Kendall's tau by scipy, alpha by the package krippendorff.
"""

from __future__ import annotations

import json
import random
import re
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import krippendorff
import numpy as np
import pytest
from scipy.stats import kendalltau

from galley.core.campaign import answers
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from tests.core import building
from tests.core.fake_models import Answer, FakeModels, Seen, serving
from tests.core.printed_tables import compare
from tests.core.studies import cell, run
from tests.core.test_kgds_protocol import handed

SYSTEMS, ITEMS, COVERAGE, FACTS = "abcde", 4, 8, 7
OTHERS = ("red blue green", "red blue", "red", "black white", "red blue green gold")
OWN = "red blue green"
PEOPLE = ("ann", "ben", "cat")
BASELINES = ("questeval", "summaqa", "qaeval-coverage", "QAEval-Accuracy")
Plan = dict[tuple[int, str, int], tuple[list[bool], list[str]]]
"""(item, system, version) to which questions it answers, and what each of its facts is in the source."""


@pytest.fixture(scope="module")
def plan() -> Plan:
    luck = random.Random(9)
    found: Plan = {}
    for item in range(ITEMS):
        for place, system in enumerate(SYSTEMS):
            for version in (0, 1):
                skill = 0.3 + 0.12 * place + 0.15 * version
                found[item, system, version] = (
                    [luck.random() < skill for _ in range(COVERAGE)],
                    [OTHERS[0] if luck.random() < skill else luck.choice(OTHERS) for _ in range(FACTS)],
                )
    return found


def record(item: int) -> dict[str, Any]:
    luck = random.Random(item)
    documents: list[dict[str, Any]] = [{"id": "article", "role": "article", "text": f"Source {item:02} of all."}]
    verdicts, scores = [], []
    for place, system in enumerate(SYSTEMS):
        documents.append(
            {"id": f"sum-{system}", "role": "summary", "system": system, "text": f"Tells {item:02}{system}0."}
        )
        for who in PEOPLE:
            for criterion in ("accuracy", "coverage"):
                rank = place if criterion == "coverage" else (1, 0, 3, 2, 4)[place]
                value = min(5, max(1, 1 + rank + luck.choice((-1, 0, 0, 1))))
                verdicts.append({"annotator": who, "kind": "human", "scheme": "likert", "criterion": criterion,
                                 "document": f"sum-{system}", "unit": "whole", "value": value})  # fmt: skip
        scores += [{"annotator": "program", "kind": "judge", "document": f"sum-{system}", "metric": metric,
                    "value": luck.random()} for metric in BASELINES]  # fmt: skip
    return {"key": f"p{item:02}", "dataset": "patents", "documents": documents, "verdicts": verdicts, "scores": scores}


def made_of(question: str, answer: str) -> dict[str, Any]:
    return {"question": question, "type": "what", "answer": answer, "places": [], "quotes": []}


@pytest.fixture(scope="module")
def server(plan: Plan) -> Iterator[FakeModels]:
    def script(seen: Seen, _: int) -> Answer:
        text = "\n".join(m["content"] for m in seen.body["messages"])
        told = [(int(i), s, int(v)) for i, s, v in re.findall(r"Tells (\d\d)([a-e])(\d)\.", text)]
        if "Write 6 to 12 questions" in text:
            item = re.findall(r"Source (\d\d)", text)[-1]
            asked = [f"What is c{n} of {item}?" for n in range(COVERAGE)]
            made = [made_of(question, f"c{n}") for n, question in enumerate(asked)]
            return Answer(json.dumps({"questions": made}))
        if "pairs and answer" in text:
            item, system, version = told[-1]
            made = [made_of(f"What is f{n} of {item:02}{system}{version}?", OWN) for n in range(FACTS)]
            return Answer(json.dumps({"pairs": made}))
        if "Answer each of the" in text:
            given = []
            for number, kind, n, where in re.findall(r"\[(\d+)\] What is ([cf])(\d) of (\w+)\?", text):
                if kind == "c":
                    said = f"c{n}" if plan[told[-1]][0][int(n)] else "UNANSWERABLE"
                else:
                    said = plan[int(where[:2]), where[2], int(where[3])][1][int(n)]
                given.append({"number": int(number), "answer": said, "quotes": []})
            return Answer(json.dumps({"answers": given}))
        item, system, version = told[-1]
        return Answer(json.dumps({"summary": f"Tells {item:02}{system}{version + 1}."}))

    with serving(script) as fake:
        yield fake


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory, server: FakeModels) -> Path:
    records = [record(item) for item in range(ITEMS)]
    with building.project(tmp_path_factory.mktemp("longsumeval"), *records, name="story.galley") as made:
        path = made.path
    where = ("--provider", "compatible", "--model", "m", "--base-url", f"{server.url}/v1", "--yes")
    run("judge", "qa-evaluation", "--project", str(path), *where)
    run("judge", "refine", "--project", str(path), *where, "--set", "rounds=1", "--set", "stop-when-worse=no")
    return path


def table(path: Path, name: str, *words: str) -> dict[tuple[str, str, str, str], Any]:
    rows = json.loads(run("metrics", "--table", name, "--project", str(path), "--json", *words).stdout)["rows"]
    return {(row["lines"], row["line"], row["columns"], row["column"]): row for row in rows}


def f1(own: str, other: str) -> float:
    one, two = own.split(), other.split()
    return 2 * len({*one} & {*two}) / (len(one) + len(two))


def jaccard(own: str, other: str) -> float:
    return len({*own.split()} & {*other.split()}) / len({*own.split()} | {*other.split()})


MEASURES = {"ROUGE-1": f1, "empm": jaccard}


def coverage(plan: Plan, key: tuple[int, str, int], top: int = COVERAGE) -> float:
    return sum(plan[key][0][:top]) / len(plan[key][0][:top])


def consistency(
    plan: Plan, key: tuple[int, str, int], measure: Any = f1, least: float = 0.5, top: int = FACTS
) -> float:
    alike = [measure(OWN, other) for other in plan[key][1][:top]]
    return sum(each for each in alike if each >= least - 1e-9) / len(alike)


def people(criterion: str) -> list[float]:
    """The mean rating of each system."""
    found = []
    for system in SYSTEMS:
        about = criterion, f"sum-{system}"
        verdicts = [record(item)["verdicts"] for item in range(ITEMS)]
        each = [[v["value"] for v in mine if (v["criterion"], v["document"]) == about] for mine in verdicts]
        found.append(float(np.mean([np.mean(values) for values in each])))
    return found


def systems(score: Any) -> list[float]:
    return [float(np.mean([score((item, system, 0)) for item in range(ITEMS)])) for system in SYSTEMS]


def same(row: dict[str, Any], ours: list[float], theirs: list[float]) -> None:
    wanted = kendalltau(ours, theirs)
    assert row["n"] == len(SYSTEMS) and row["value"] == pytest.approx(wanted.statistic)


def refined(plan: Plan) -> list[tuple[int, str]]:
    """The summaries that were low in either, and got a new version."""
    keys = [(item, system) for item in range(ITEMS) for system in SYSTEMS]
    return [k for k in keys if coverage(plan, (*k, 0)) < 0.6 - 1e-9 or consistency(plan, (*k, 0)) < 0.7 - 1e-9]


def test_table_2_correlation_with_people(project: Path, plan: Plan) -> None:
    rows = table(project, "longsumeval-correlation")
    for name, measure in MEASURES.items():
        row = rows["Consistency", f"m qa-evaluation, {name}", "", "patents"]
        same(row, systems(lambda key, m=measure: consistency(plan, key, m)), people("accuracy"))
    own = rows["Coverage", "m qa-evaluation", "", "patents"]
    same(own, systems(lambda key: coverage(plan, key)), people("coverage"))
    other = table(project, "longsumeval-correlation", "--set", "coverage=verdict:likert/accuracy")
    row = other["Coverage", "m qa-evaluation", "", "patents"]
    same(row, systems(lambda key: coverage(plan, key)), people("accuracy"))
    assert row["value"] != own["value"], "the setting changes the line"


def test_table_2_baselines_by_any_name(project: Path) -> None:
    """A score whose name says a side is a line of that side, one that says neither is a line of both."""
    rows = table(project, "longsumeval-correlation")
    lines = [(side, name) for side, name, _, _ in rows if name in BASELINES]
    assert sorted(lines) == sorted([
        *((side, name) for side in ("Coverage", "Consistency") for name in ("questeval", "summaqa")),
        ("Coverage", "qaeval-coverage"), ("Consistency", "QAEval-Accuracy"),
    ])  # fmt: skip
    for side, name in lines:
        scores = [
            {s["document"]: s["value"] for s in record(item)["scores"] if s["metric"] == name} for item in range(ITEMS)
        ]
        means = [float(np.mean([each[f"sum-{system}"] for each in scores])) for system in SYSTEMS]
        same(rows[side, name, "", "patents"], means, people({"Consistency": "accuracy"}.get(side, "coverage")))


def test_table_2_names_scores_as_set_takes_them(project: Path) -> None:
    page = run("metrics", "--table", "longsumeval-correlation", "--project", str(project)).stdout
    (names,) = re.findall(r"people's score \(([^)]*)\)", " ".join(page.split()))
    assert sorted(names.split(", ")) == ["verdict:likert/accuracy", "verdict:likert/coverage"]
    sides = {"verdict:likert/accuracy": "consistency", "verdict:likert/coverage": "coverage"}
    words = [word for name in names.split(", ") for word in ("--set", f"{sides[name]}={name}")]
    assert run("metrics", "--table", "longsumeval-correlation", "--project", str(project), *words).stdout == page


def test_table_7_thresholds_and_the_other_sensitivities(project: Path, plan: Plan, server: FakeModels) -> None:
    asked = len(server.seen)
    rows = table(project, "longsumeval-threshold")
    for least in (0.2, 0.3, 0.4, 0.5, 0.6, 0.7):
        for name, measure in MEASURES.items():
            ours = systems(lambda key, m=measure, t=least: consistency(plan, key, m, t))
            same(rows["m qa-evaluation", str(least), "patents", name], ours, people("accuracy"))
    rows = table(project, "longsumeval-coverage-range", "--set", "ranges=3-6")
    same(rows["m qa-evaluation", "3-6", "", "patents"], systems(lambda key: coverage(plan, key, 6)), people("coverage"))
    rows = table(project, "longsumeval-consistency-range", "--set", "ranges=3-5")
    same(rows["m qa-evaluation", "3-5", "patents", "ROUGE-1"], systems(lambda key: consistency(plan, key, top=5)),
         people("accuracy"))  # fmt: skip
    rows = table(project, "longsumeval-top", "--set", "tops=3")
    same(rows["m qa-evaluation, coverage", "3", "patents", "–"], systems(lambda key: coverage(plan, key, 3)),
         people("coverage"))  # fmt: skip
    assert len(server.seen) == asked, "all of it from kept answers"


def test_table_3_refinement(project: Path, plan: Plan) -> None:
    first = {(item, system): (coverage(plan, (item, system, 0)), consistency(plan, (item, system, 0)))
             for item in range(ITEMS) for system in SYSTEMS}  # fmt: skip
    low = {"Low coverage": {k for k, (c, _) in first.items() if c < 0.6 - 1e-9},
           "Low consistency": {k for k, (_, c) in first.items() if c < 0.7 - 1e-9}}  # fmt: skip
    rows = table(project, "longsumeval-refinement")
    for title, keys in {"All summaries": {*refined(plan)}, **low}.items():
        for side, score in (("Coverage", coverage), ("Consistency", consistency)):
            before = [score(plan, (*key, 0)) for key in sorted(keys)]
            after = [score(plan, (*key, 1)) for key in sorted(keys)]
            (judge,) = {lines for lines, _, _, _ in rows}
            row = {name: rows[judge, f"patents, {side}", title, name]["value"] for name in
                   ("n", "Before", "SD before", "After", "SD after", "Change", "Change, %", "Worse")}  # fmt: skip
            assert row["n"] == len(keys)
            spreads = [row["SD before"], row["SD after"]]
            assert spreads == pytest.approx([statistics.stdev(before), statistics.stdev(after)])
            assert row["Before"] == pytest.approx(np.mean(before)) and row["After"] == pytest.approx(np.mean(after))
            assert row["Change"] == pytest.approx(np.mean(after) - np.mean(before))
            assert row["Change, %"] == pytest.approx(100 * (np.mean(after) / np.mean(before) - 1))
            assert row["Worse"] == pytest.approx(np.mean([b < a - 1e-9 for a, b in zip(before, after, strict=True)]))


def test_table_4_what_people_say_of_questions(project: Path, plan: Plan) -> None:
    """Each question about a document is asked once, whoever was summarised, of three people in packages of theirs."""
    luck, said = random.Random(1), dict[tuple[str, str, str], int]()
    run("campaign", "protocol", "use", "long-sum-eval", "--project", str(project))
    task = "long-sum-eval/check-questions"
    readers = [word for who in PEOPLE for word in ("--for", who)]
    folder = project.parent / "out"
    asked = ITEMS * COVERAGE + FACTS * (ITEMS * len(SYSTEMS) + len(refined(plan)))
    run("campaign", "pack", "--task", task, *readers, "--project", str(project), "--out", str(folder))
    for who in PEOPLE:
        path = folder / f"story-{who}.galley"
        with Project.open(path) as package:
            desk, cells = DecisionWriter(package, who), handed(package)
            assert len(cells) == 2 * asked, "two criteria, one cell a question, whoever was summarised"
            forms: dict[int, dict[Any, str]] = {}
            for item, where, (key, criterion, unit) in cells:
                value = luck.random() < 0.7
                said[who, criterion, f"{key} {unit}"] = int(value)
                forms.setdefault(item, {})[where] = "yes" if value else "no"
            for item, form in forms.items():
                desk.form(item, form).result()  # type: ignore[arg-type]
        answers.write_answers(path, path.with_suffix(".answers"), overwrite=True)
        run("campaign", "merge", str(path.with_suffix(".answers")), "--project", str(project))
    found = table(project, "longsumeval-validation")
    both = []
    form = {"key-information": "Asks for key information", "answerable": "Answerable from the document"}
    for criterion, name in form.items():
        units = sorted({unit for _, each, unit in said if each == criterion})
        votes = np.array([[said[who, criterion, unit] for unit in units] for who in PEOPLE], dtype=float)
        both.append(votes)
        row = {title: found["Question quality", name, "", title]["value"] for title in ("n", "Yes", "No", "Alpha")}
        assert row["n"] == votes.size == 3 * asked
        assert (row["Yes"], row["No"]) == (pytest.approx(votes.mean()), pytest.approx(1 - votes.mean()))
        assert row["Alpha"] == pytest.approx(krippendorff.alpha(votes, level_of_measurement="nominal"))
    pooled = krippendorff.alpha(np.concatenate(both, axis=1), level_of_measurement="nominal")
    assert found["Question quality", "All about the question", "", "Alpha"]["value"] == pytest.approx(pooled)


def test_answers_are_asked_about_once_each(project: Path, plan: Plan) -> None:
    """A question about a document has a reply of every summary, a question about a summary one of the document."""
    told = json.loads(run("campaign", "tasks", "--project", str(project), "--json").stdout)["tasks"]
    lines = {line["task"].partition("/")[2]: line for line in told}
    summaries = ITEMS * len(SYSTEMS) + len(refined(plan))
    replies = (COVERAGE + FACTS) * summaries
    # of the four, three wait for what the same person says first, and are cells of their own from the start
    assert lines["check-answers"]["asked"] == 4 * replies
    assert lines["check-coverage"]["asked"] == ITEMS, "once a document, whatever was written and refined of it"


def test_table_4_whether_all_questions_of_a_document_are_complete(project: Path) -> None:
    """Three people, one answer a document: shares and alpha are over these, as the paper's line is."""
    luck, said = random.Random(3), dict[tuple[str, str], int]()
    readers = [word for who in PEOPLE for word in ("--for", who)]
    folder = project.parent / "complete"
    run("campaign", "pack", "--task", "long-sum-eval/check-coverage", *readers, "--project", str(project), "--out",
    str(folder))
    for who in PEOPLE:
        path = folder / f"story-{who}.galley"
        with Project.open(path) as package:
            desk, cells = DecisionWriter(package, who), handed(package)
            assert len(cells) == ITEMS
            for item, where, (key, _, _) in cells:
                said[who, key] = int(luck.random() < 0.6)
                desk.add(item, where, "yes" if said[who, key] else "no").result()
        answers.write_answers(path, path.with_suffix(".answers"), overwrite=True)
        run("campaign", "merge", str(path.with_suffix(".answers")), "--project", str(project))
    found = table(project, "longsumeval-validation")
    name = "Questions cover all key aspects"
    row = {title: found["Question quality", name, "", title]["value"] for title in ("n", "Yes", "No", "Alpha")}
    votes = np.array([[said[who, f"p{item:02}"] for item in range(ITEMS)] for who in PEOPLE], dtype=float)
    assert row["n"] == 3 * ITEMS
    assert (row["Yes"], row["No"]) == (pytest.approx(votes.mean()), pytest.approx(1 - votes.mean()))
    assert row["Alpha"] == pytest.approx(krippendorff.alpha(votes, level_of_measurement="nominal"))


def test_ratings_by_three_with_alpha_and_control_items(project: Path) -> None:
    verdicts = [{**v, "item": item} for item in range(ITEMS) for v in record(item)["verdicts"]]

    def alpha(criterion: str, without: tuple[int, str] | None = None) -> float:
        cells = [(item, f"sum-{system}") for item in range(ITEMS) for system in SYSTEMS]
        said = {(v["annotator"], v["item"], v["document"]): v["value"] for v in verdicts if v["criterion"] == criterion}
        table = [[said[who, *cell] for cell in cells if cell != without] for who in PEOPLE]
        return float(krippendorff.alpha(np.array(table, dtype=float), level_of_measurement="ordinal"))

    words = ("agreement", "--criterion", "accuracy", "--coefficient", "alpha-ordinal", "--project", str(project))
    row = json.loads(run("metrics", *words, "--json").stdout)["rows"][0]
    assert (row["n"], row["value"]) == (ITEMS * len(SYSTEMS), pytest.approx(alpha("accuracy")))
    said = {v["annotator"]: v["value"] for v in verdicts if (v["item"], v["document"], v["criterion"]) ==
            (0, "sum-a", "accuracy")}  # fmt: skip
    known = {"scheme": "likert", "criterion": "accuracy", "document": "sum-a", "unit": "whole", "value": said["ann"]}
    with Project.open(project) as opened:  # what came with the data was said in no task: they say it again
        for who in PEOPLE:
            item, first = cell(opened, "p00", "sum-a:0", "likert/accuracy", "sum-a")
            DecisionWriter(opened, who).form(item, {first._replace(unit=first.unit - 1): said[who]}).result()
    file = project.parent / "known.jsonl"
    file.write_text(json.dumps({"key": "p00", "known": [known]}) + "\n", "utf-8")
    run("campaign", "known", "--task", "long-sum-eval/ratings", "--from", str(file), "--project", str(project))
    printed = run("campaign", "tasks", "--project", str(project)).output
    for who in PEOPLE:
        right = int(said[who] == said["ann"])
        assert f"{right} of 1 known right (the pass mark is 0.8)" in next(
            line for line in printed.partition("long-sum-eval/ratings")[2].splitlines() if line.startswith(f"  {who}:")
        )
    row = json.loads(run("metrics", *words, "--json").stdout)["rows"][0]
    assert (row["n"], row["value"]) == (
        ITEMS * len(SYSTEMS) - 1, pytest.approx(alpha("accuracy", without=(0, "sum-a")))
    )  # fmt: skip
    run("campaign", "known", "--task", "long-sum-eval/ratings", "--clear", "--project", str(project))


def test_round_by_round(project: Path, plan: Plan) -> None:
    rows = table(project, "longsumeval-rounds")
    (judge,) = {lines.partition(",")[0] for lines, _, _, _ in rows}
    changes = [coverage(plan, (*key, 1)) - coverage(plan, (*key, 0)) for key in refined(plan)]
    for title, value in (("Worst", min(changes)), ("Best", max(changes))):
        assert rows[f"{judge}, Coverage", "Round 1", "", title]["value"] == pytest.approx(value)
    row = rows[f"{judge}, Coverage", "Round 1", "", "Then"]
    assert row["value"] == pytest.approx(np.mean([coverage(plan, (*key, 1)) for key in refined(plan)]))


def test_the_two_steps_with_prompts_of_ones_own(project: Path, plan: Plan, server: FakeModels, tmp_path: Path) -> None:
    """Questions and answers are asked in one's own words by command; the figures are those of a judge of its own."""
    at, words = ("--project", str(project)), {"questions": "Ask as we ask.", "summary-answers": "Answer as we answer."}
    for name, own in words.items():
        shipped = run("judges", "prompt", "qa-evaluation", name, *at).stdout
        (tmp_path / f"{name}.md").write_text(shipped.replace("\n+++\n", f"\n+++\n{own}\n", 1), "utf-8")
        told = run("judges", "prompt", "qa-evaluation", name, str(tmp_path / f"{name}.md"), *at).stdout
        assert f"+{own}" in told, "what differs is shown"
    before = len(server.seen)
    where = ("--provider", "compatible", "--model", "other", "--base-url", f"{server.url}/v1", "--yes")
    run("judge", "qa-evaluation", *at, *where)
    bodies = [json.dumps(seen.body) for seen in server.seen[before:]]
    asked = {"questions": "Write 6 to 12 questions", "summary-answers": "What is c0 of"}
    for name, own in words.items():
        mine = [own in body for body in bodies if asked[name] in body]
        assert mine and all(mine), name
    rows = table(project, "longsumeval-correlation")
    (line,) = {line for side, line, _, _ in rows if side == "Coverage" and line.startswith("other")}
    same(rows["Coverage", line, "", "patents"], systems(lambda key: coverage(plan, key)), people("coverage"))
    assert "The shipped prompt is used." in run("judges", "prompt", "qa-evaluation", "questions", "--reset", *at).stdout
    assert "no prompt qa-evaluation/nonsense" in str(
        run("judges", "prompt", "qa-evaluation", "nonsense", *at, fails=True).exception
    )


def test_every_table_is_that_of_the_paper_line_by_line(project: Path) -> None:
    """Somebody answers about questions and answers of an item; then there is something for each line."""
    run("campaign", "protocol", "use", "long-sum-eval", "--project", str(project))
    no_answer = {0: ("yes", "yes", "yes", None), 1: ("yes", "no", None, "yes")}
    criteria = ("answer-relevant", "no-answer", "no-answer-justified", "answer-consistent")
    for task in ("questions", "coverage", "answers"):
        folder = project.parent / f"lines-{task}"
        words = ("--for", "dan", "--each", "1", "--size", "1", "--project", str(project), "--out", str(folder))
        run("campaign", "pack", "--task", f"long-sum-eval/check-{task}", *words)
        package_path = folder / "story-dan.galley"
        with Project.open(package_path) as package:
            forms: dict[int, dict[Any, str]] = {}
            for item, where, (_, criterion, _) in handed(package):
                if where.unit % 6 > 1:  # a third of the questions, of both kinds
                    continue
                answers_of_form = dict(zip(criteria, no_answer[where.unit % 2], strict=True))
                value = answers_of_form.get(criterion, "yes")
                forms.setdefault(item, {}).update({where: value} if value else {})
            writer = DecisionWriter(package, "dan")
            for item, form in forms.items():
                writer.form(item, form).result()  # type: ignore[arg-type]
        answers.write_answers(package_path, folder / "dan.answers", overwrite=True)
        run("campaign", "merge", str(folder / "dan.answers"), "--project", str(project))
    compare("longsumeval", project)
    ((scale, dimensions),) = {
        (rows["Human evaluation"], rows["Dimensions"])
        for rows in [{column: row["value"] for (group, _, _, column), row in
                      table(project, "longsumeval-lengths").items() if group == "Summaries"}]
    }  # fmt: skip
    assert (scale, sorted(dimensions.split(", "))) == ("Likert 1–5", ["Accuracy", "Coverage"])
