"""The metrics qa, qa-validation and refinement on small projects whose figures were worked out by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import krippendorff
import numpy as np
import pytest
from click.testing import CliRunner
from scipy.stats import kendalltau

from galley.core.cli import galley
from galley.core.errors import InputError
from galley.core.judges.qa.answer_words import say
from galley.core.judges.qa.validation_form import ONLY_IF
from galley.core.metrics.base import Params, Row
from galley.core.metrics.registry import compute
from galley.core.project.project import Project
from tests.core import building

JUDGE = {"annotator": "judge", "kind": "judge", "scheme": "qa-evaluation"}


def question(name: str, side: str, home: str, rank: int, answer: str) -> dict[str, Any]:
    return {
        "id": name, "kind": "question", "type": side, "text": f"What is {name}?", "document": home,
        "meta": {"asks": "what", "rank": rank, "answer": answer},
    }  # fmt: skip


def verdict(unit: str, criterion: str, about: str, answer: str | None, fault: bool, **more: Any) -> dict[str, Any]:
    who = "summary" if criterion == "unanswered" else "document"
    value = {"value": "yes" if fault else "no", "explanation": say(who, answer or "")}
    if answer is None:
        value = {"value": None, "reason": "truncated"}
    return {**JUDGE, "criterion": criterion, "unit": unit, "about": about, **value, **more}


def human(unit: str, criterion: str, about: str, value: str, name: str = "ann", scheme: str = "qa-evaluation") -> Any:
    return {
        "annotator": name, "kind": "human", "scheme": scheme, "criterion": criterion, "unit": unit, "about": about,
        "value": value,
    }  # fmt: skip


def rated(document: str, value: int, name: str = "ann") -> dict[str, Any]:
    return {
        "annotator": name, "kind": "human", "scheme": "likert", "criterion": "consistency", "document": document,
        "unit": "whole", "value": value,
    }  # fmt: skip


def item(key: str, facts: dict[str, list[tuple[str, str | None]]], answered: dict[str, list[bool | None]]) -> Any:
    """An item with a summary a system. ``facts``: (summary's answer, document's) by rank; ``answered`` by rank."""
    systems = list(facts)
    units = [question(f"{key}-c{n}", "coverage", "article", n + 1, "x") for n in range(3)]
    verdicts = []
    for system, pairs in facts.items():
        for n, (own, other) in enumerate(pairs):
            name = f"{key}-{system}-f{n}"
            units.append(question(name, "consistency", f"sum-{system}", n + 1, own))
            verdicts.append(verdict(name, "inconsistent", f"sum-{system}", other, own != other))
        for n, there in enumerate(answered[system]):
            answer = None if there is None else "y" if there else ""
            verdicts.append(verdict(f"{key}-c{n}", "unanswered", f"sum-{system}", answer, not there))
    return {
        "key": key,
        "dataset": "d",
        "documents": [
            {"id": "article", "role": "article", "text": f"Article {key}."},
            *({"id": f"sum-{s}", "role": "summary", "system": s, "text": f"Summary {s} of {key}."} for s in systems),
        ],
        "units": units,
        "verdicts": verdicts,
    }


ONE = item(
    "one",
    {"a": [("in 1912", "1912"), ("Ida Falk", "Ida Falk")], "b": [("red", "blue"), ("ten", "")]},
    {"a": [True, False, True], "b": [False, False, None]},
)
TWO = item(
    "two",
    {"a": [("red", "red"), ("ten", "ten"), ("a b", "a c")], "b": [("the old bridge", "the new bridge")]},
    {"a": [True, True, True], "b": [True, False, False]},
)


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    ratings = [[rated("sum-a", 4), rated("sum-b", 1)], [rated("sum-a", 5), rated("sum-b", 3)]]
    records = [
        {**record, "verdicts": [*record["verdicts"], *more]} for record, more in zip((ONE, TWO), ratings, strict=True)
    ]
    with building.project(tmp_path, *records) as opened:
        yield opened


def rows(project: Project, metric: str = "qa", *options: str, **params: Any) -> list[Row]:
    return compute(metric, project.read_connection(), Params(options=options, **params)).rows


def by(found: list[Row], *names: str) -> dict[Any, Row]:
    return {tuple(row.get(name) for name in names) if len(names) > 1 else row[names[0]]: row for row in found}


def test_reviewed_scores_are_bounded_by_the_questions_that_people_left_open(tmp_path: Path) -> None:
    """By hand: summaries of one, one, three and three facts, of which people reviewed one of the longer not in full."""
    facts = {"p": [("a", "a")], "q": [("a", "b")], "r": [("a", "a"), ("b", "b"), ("c", "d")], "s": [("a", "b")] * 3,
             "t": [("a", "a")]}  # fmt: skip
    one = item("one", facts, {name: [True, True, True] for name in facts})
    told = {"p": "n", "q": "y", "r": "nn-", "s": "nyy", "t": "-"}
    one["verdicts"] += [
        human(f"one-{name}-f{n}", "inconsistent", f"sum-{name}", {"y": "yes", "n": "no"}[letter])
        for name, letters in told.items() for n, letter in enumerate(letters) if letter != "-"
    ]  # fmt: skip
    with building.project(tmp_path, one) as opened:
        found = by(rows(opened, resamples=0), "score")["consistent"]
    # in full: p 1, q 0 of one fact, s 1/3 of three facts, which also stands for r; t was not begun
    assert found["n_reviewed"] == 3 and found["begun"] == 4
    assert found["reviewed_at_least"] == pytest.approx((1 + 0 + 1 / 3 + 2 / 3) / 4)
    weighted = (1 + 0 + 2 * 1 / 3) / 4  # less than what r is known to have leaves possible
    assert weighted < found["reviewed_at_least"] == pytest.approx(found["reviewed"])
    assert found["reviewed_at_most"] == pytest.approx((1 + 0 + 1 / 3 + 1) / 4)


def test_scores_by_hand(project: Project) -> None:
    found = by(rows(project), "score")
    # one/a: F1 2/3 and 1; one/b: 0 and no answer; two/a: 1, 1, 0.5; two/b: 2/3. The threshold of an import is 0.5.
    assert found["consistency"]["value"] == pytest.approx(np.mean([(2 / 3 + 1) / 2, 0, 2.5 / 3, 2 / 3]))
    assert found["consistent"]["value"] == pytest.approx(np.mean([1, 0, 1, 1]))
    # one/b has one unscored question of three
    assert found["coverage"]["value"] == pytest.approx(np.mean([2 / 3, 0, 1, 1 / 3]))
    assert (found["coverage"]["n"], found["coverage"]["questions"]) == (4, 11)
    assert found["coverage"]["low"] < found["coverage"]["value"] < found["coverage"]["high"]
    assert found["coverage"]["reviewed"] is None and found["coverage"]["n_reviewed"] == 0
    result = compute("qa", project.read_connection(), Params(resamples=0))
    assert result.left_out == {
        "questions of coverage that are unscored": 1,
        "summaries whose coverage is not reviewed in full": 4,
        "summaries whose consistency is not reviewed in full": 4,
    }
    assert by(result.rows, "score")["coverage"]["low"] is None


def test_similarity_threshold_and_top_are_computed_again(project: Project) -> None:
    def consistency(*options: str) -> float:
        return float(by(rows(project, "qa", *options), "score")["consistency"]["value"])

    assert consistency("similarity=empm") == pytest.approx(np.mean([(0.5 + 1) / 2, 0, 2 / 3, 0.5]))
    assert consistency("threshold=0.7") == pytest.approx(np.mean([1 / 2, 0, 2 / 3, 0]))
    assert consistency("threshold=0") == pytest.approx(np.mean([(2 / 3 + 1) / 2, 0, 2.5 / 3, 2 / 3]))
    assert consistency("top=1") == pytest.approx(np.mean([2 / 3, 0, 1, 2 / 3]))
    coverage = by(rows(project, "qa", "top=2"), "score")["coverage"]["value"]
    assert coverage == pytest.approx(np.mean([1 / 2, 0, 1, 1 / 2]))


def test_by_system(project: Project) -> None:
    found = by(rows(project, by="system"), "system", "score")
    assert found["a", "coverage"]["value"] == pytest.approx((2 / 3 + 1) / 2)
    assert found["b", "consistency"]["value"] == pytest.approx((0 + 2 / 3) / 2)
    assert found["b", "consistency"]["n"] == 2


def test_reviewed_scores_stand_beside_the_judges(tmp_path: Path) -> None:
    said = [
        human("one-a-f0", "inconsistent", "sum-a", "yes"),
        human("one-a-f1", "inconsistent", "sum-a", "no"),
        human("one-b-f0", "inconsistent", "sum-b", "no"),  # overridden: red and blue mean the same here
        human("one-b-f1", "inconsistent", "sum-b", "yes"),
        human("one-c0", "unanswered", "sum-a", "no"),
    ]
    with building.project(tmp_path, {**ONE, "verdicts": [*ONE["verdicts"], *said]}) as project:
        found = by(rows(project), "score")
        assert found["consistency"]["reviewed"] == pytest.approx(np.mean([(0 + 1) / 2, (1 + 0) / 2]))
        assert found["consistent"]["reviewed"] == pytest.approx(0.5)
        assert found["consistent"]["value"] == pytest.approx(0.5)
        assert (found["consistency"]["n_reviewed"], found["coverage"]["n_reviewed"]) == (2, 0)
        assert by(rows(project, gold="ann"), "score")["consistency"]["n_reviewed"] == 2
        assert by(rows(project, gold="adjudicated"), "score")["consistency"]["n_reviewed"] == 0


def test_the_feedback_that_stands(tmp_path: Path) -> None:
    said = [
        human("one-b-f0", "inconsistent", "sum-b", "no"),
        human("one-a-f1", "inconsistent", "sum-a", "yes"),
        human("one-c1", "unanswered", "sum-b", "yes"),
    ]
    with building.project(tmp_path, {**ONE, "verdicts": [*ONE["verdicts"], *said]}) as project:
        found = [
            (r["document"], r["side"], r["rank"], r["summary"], r["source"], r["by"])
            for r in rows(project, "qa", "view=feedback")
        ]
    assert found == [
        ("sum-a", "coverage", 2, "", "x", "judge"),
        ("sum-b", "coverage", 1, "", "x", "judge"),
        ("sum-b", "coverage", 2, "", "x", "people"),
        ("sum-a", "consistency", 1, "in 1912", "1912", "judge"),
        ("sum-a", "consistency", 2, "Ida Falk", "Ida Falk", "people"),
        ("sum-b", "consistency", 2, "ten", "", "judge"),
    ]


def test_scores_of_paper_004_correlate_with_verdicts_given_the_system(tmp_path: Path) -> None:
    """Partial correlation of grades with the share of wrong sentences, against residuals worked out here."""
    rng = np.random.default_rng(4)
    grades, wrong, system, records = [], [], [], []
    for n in range(30):
        mine, share = int(rng.integers(1, 6)), [bool(b) for b in rng.random(4) < 0.4]
        grades.append(float(mine))
        wrong.append(float(np.mean(share)))
        system.append("ab"[n % 2])
        verdicts = [
            {"annotator": "ann", "kind": "human", "scheme": "basic", "criterion": "hallucination", "document": "s",
             "unit": u, "value": "yes" if bad else "no"}
            for u, bad in enumerate(share)
        ]  # fmt: skip
        scores = [
            {"document": "s", "metric": m, "annotator": "m", "kind": "judge", "value": v}
            for m, v in (("direct-faithfulness", mine), ("qa-factuality", mine / 7))
        ]
        documents = [{"id": "s", "role": "summary", "system": "ab"[n % 2], "sentences": ["A.", "B.", "C.", "D."]}]
        records.append({"key": f"k{n}", "documents": documents, "verdicts": verdicts, "scores": scores})
    wanted = Params(x=("direct-faithfulness", "qa-factuality"), y=("verdict:hallucination",), given=("system",))
    with building.project(tmp_path, *records) as project:
        found = by(compute("partial-correlation", project.read_connection(), wanted).rows, "x", "coefficient")

    def left(values: list[float]) -> list[float]:
        means = {s: np.mean([v for v, t in zip(values, system, strict=True) if t == s]) for s in "ab"}
        return [v - means[s] for v, s in zip(values, system, strict=True)]

    value = float(np.corrcoef(left(grades), left(wrong))[0, 1])
    assert found["direct-faithfulness", "pearson"]["value"] == pytest.approx(value)
    assert found["qa-factuality", "pearson"]["value"] == pytest.approx(value)
    assert found["qa-factuality", "pearson"]["n"] == 30


def test_threshold_sensitivity_against_ratings(project: Project) -> None:
    found = rows(project, "qa", "view=threshold", "similarity=rouge", "thresholds=0.5 0.7")
    summary = by([row for row in found if row["level"] == "summary"], "threshold")
    at_half = [(2 / 3 + 1) / 2, 0, 2.5 / 3, 2 / 3]
    assert summary[0.5]["mean"] == pytest.approx(np.mean(at_half))
    assert summary[0.5]["value"] == pytest.approx(kendalltau(at_half, [4, 1, 5, 3]).statistic)
    assert summary[0.7]["value"] == pytest.approx(kendalltau([0.5, 0, 2 / 3, 0], [4, 1, 5, 3]).statistic)
    assert summary[0.5]["y"] == "verdict:consistency" and summary[0.5]["coefficient"] == "kendall"
    system = by([row for row in found if row["level"] == "system"], "threshold")
    assert system[0.5]["value"] is None and "there are 2" in system[0.5]["why"]
    three = rows(
        project, "qa", "view=threshold", "thresholds=0.5", coefficients=("pearson", "spearman"), level="summary"
    )
    assert {row["similarity"] for row in three} >= {"empm", "rouge"}
    assert {row["coefficient"] for row in three} == {"pearson", "spearman"}


def test_range_and_top_sensitivity(project: Project) -> None:
    found = by(
        rows(project, "qa", "view=range", "similarity=rouge", "ranges=1-1 2-2 3-9", level="summary"), "score", "range"
    )
    assert found["coverage", "1-1"]["mean"] == pytest.approx(np.mean([1, 0, 1, 1]))
    assert found["coverage", "3-9"]["mean"] == pytest.approx(np.mean([2 / 3, 0, 1, 1 / 3]))
    assert (found["consistency", "2-2"]["summaries"], found["consistency", "3-9"]["summaries"]) == (3, 1)
    assert found["consistency", "2-2"]["mean"] == pytest.approx(np.mean([(2 / 3 + 1) / 2, 0, 1]))
    top = by(rows(project, "qa", "view=top", "similarity=empm", "tops=1 2", level="summary"), "score", "top")
    assert top["consistency", 1]["mean"] == pytest.approx(np.mean([0.5, 0, 1, 0.5]))


def test_a_range_beyond_what_the_run_asked_for_is_undefined(tmp_path: Path) -> None:
    """A run that asked for 6 to 12 (coverage) and 4 to 10 (consistency) says nothing of 12 to 18."""
    from tests.core.qa_making import EVALUATION, made, record, replay

    rating = {**rated("sum-a", 4)}
    with made(tmp_path, record(verdicts=[rating])) as opened:
        assert replay(opened, "qa-evaluation", EVALUATION).state == "done"
        found = rows(opened, "qa", "view=range", "similarity=rouge", "ranges=1-3 6-12 9-15 12-18 4-10 2-11")
    for row in found:
        asked = 12 if row["score"] == "coverage" else 10
        beyond = int(row["range"].partition("-")[2]) > asked
        assert (row["mean"] is None and row["summaries"] == row["n"] == 0) or not beyond
        assert row["value"] is None or not beyond
        words = f"Undefined because the run asked at most {asked} questions; ask more"
        assert row["why"].startswith(words) is beyond
    counted = {(row["score"], row["range"]): row["summaries"] for row in found}
    assert counted["coverage", "1-3"] == 1 and counted["coverage", "12-18"] == 0
    assert counted["consistency", "2-11"] == 0


def test_what_is_wrong_with_a_setting_is_one_sentence(project: Project) -> None:
    for options, said in (
        (("view=pie",), "qa has no view 'pie'"),
        (("colour=red",), "qa has no setting 'colour=red'"),
        (("threshold",), "qa has no setting 'threshold'"),
        (("threshold=2",), "threshold takes numbers from 0 to 1"),
        (("similarity=bleu",), "no similarity 'bleu'"),
        (("view=range", "ranges=6"), "ranges are written as 6-12"),
        (("view=threshold", "thresholds=a"), "thresholds takes numbers"),
    ):
        with pytest.raises(InputError, match=said):
            rows(project, "qa", *options)


def test_the_command_line_prints_the_table(project: Project) -> None:
    path = str(project.path)
    done = CliRunner().invoke(
        galley, ["metrics", "qa", "--project", path, "--set", "top=1", "--json", "--resamples", "0"]
    )
    assert done.exit_code == 0, done.output
    printed = json.loads(done.output)
    assert printed["metric"] == "qa" and {row["score"] for row in printed["rows"]} == {
        "coverage",
        "consistency",
        "consistent",
    }


# The validation form -------------------------------------------------------------------------------------------------


def test_the_validation_table_and_alpha(tmp_path: Path) -> None:
    form = {
        "key-information": {"ann": "yes yes yes no yes", "bo": "yes yes no no yes", "cy": "yes yes yes no -"},
        "answerable": {"ann": "yes yes yes yes yes", "bo": "yes yes yes yes no", "cy": "yes yes yes yes yes"},
        "no-answer": {"ann": "no no yes yes no", "bo": "no no yes no no"},
        "no-answer-justified": {"ann": "- - yes no -", "bo": "- - yes yes -"},
        "answer-consistent": {"ann": "yes yes - - no", "bo": "yes no - yes yes"},
    }
    units = [question(f"q{n}", "coverage", "article", n + 1, "x") for n in range(5)]
    verdicts = [
        human(f"q{n}", criterion, "sum-a", value, name, "qa-validation")
        for criterion, people in form.items()
        for name, values in people.items()
        for n, value in enumerate(values.split())
        if value != "-"
    ]
    record = {**ONE, "documents": ONE["documents"][:2], "units": units, "verdicts": verdicts}
    with building.project(tmp_path, record) as project:
        found = by(rows(project, "qa-validation"), "criterion")
        result = compute("qa-validation", project.read_connection(), Params())
    key = found["key-information"]
    assert (key["value"], key["no"], key["n"]) == (pytest.approx(10 / 14), pytest.approx(4 / 14), 14)
    assert found["no-answer"]["value"] == pytest.approx(3 / 10)
    # bo said that question 3 has an answer, so bo's “justified” about it does not count
    assert found["no-answer-justified"]["n"] == 3
    assert found["no-answer-justified"]["value"] == pytest.approx(2 / 3)
    assert found["no-answer-justified"]["asked"] == "no-answer is yes"
    assert found["answer-consistent"]["asked"] == "no-answer is no"
    assert {name: row["asked"] for name, row in found.items()} == {
        name: " is ".join(ONLY_IF.get(name, ())) for name in found
    }
    assert found["answer-consistent"]["value"] == pytest.approx(5 / 7)
    assert result.left_out == {"answers about no-answer-justified that no-answer does not lead to": 1}

    def table(criterion: str) -> list[list[float]]:
        codes = {"yes": 1.0, "no": 0.0, "-": np.nan}
        return [[codes[v] for v in form[criterion].get(name, "- - - - -").split()] for name in ("ann", "bo", "cy")]

    wanted = krippendorff.alpha(table("key-information"), level_of_measurement="nominal")
    assert key["alpha"] == pytest.approx(wanted)
    pooled = np.hstack([table("key-information"), table("answerable")])
    assert found["all about the question"]["alpha"] == pytest.approx(
        krippendorff.alpha(pooled, level_of_measurement="nominal")
    )
    assert found["all about the answer"]["value"] is None


# Refinement --------------------------------------------------------------------------------------------------------


def version(key: str, before: dict[str, float], after: list[dict[str, float]]) -> dict[str, Any]:
    documents = [
        {"id": "article", "role": "article", "text": f"Article {key}."},
        {"id": "s", "role": "summary", "system": "bart", "text": "One."},
    ]
    scores = [
        {"document": "s", "metric": f"qa-{m}", "annotator": "r", "kind": "judge", "value": v} for m, v in before.items()
    ]
    for n, found in enumerate(after, 1):
        meta = {"refined": {"round": n, "origin": "s", "from": "s" if n == 1 else f"s.r{n - 1}"}}
        documents.append({"id": f"s.r{n}", "role": "summary", "system": "x", "text": f"{n}.", "meta": meta})
        scores += [
            {"document": f"s.r{n}", "metric": f"qa-{m}", "annotator": "r", "kind": "judge", "value": v}
            for m, v in found.items()
        ]
    return {"key": key, "dataset": key[0], "documents": documents, "scores": scores}


def test_before_and_after_refinement(tmp_path: Path) -> None:
    records = [
        version(
            "a1",
            {"coverage": 0.4, "consistency": 0.9},
            [{"coverage": 0.5, "consistency": 0.8}, {"coverage": 0.8, "consistency": 0.6}],
        ),
        version("a2", {"coverage": 0.8, "consistency": 0.5}, [{"coverage": 0.8, "consistency": 0.75}]),
        version("b1", {"coverage": 0.5, "consistency": 0.8}, [{"coverage": 0.4, "consistency": 0.8}]),
        version("b2", {"coverage": 0.5}, []),
    ]  # fmt: skip
    with building.project(tmp_path, *records) as project:
        found = by(rows(project, "refinement"), "score", "subset")
        every = found["qa-coverage", "all"]
        assert (every["before"], every["after"], every["n"]) == (pytest.approx(1.7 / 3), pytest.approx(2.0 / 3), 3)
        assert every["change"] == pytest.approx(100 * 0.3 / 1.7)
        assert (every["better"], every["same"], every["worse"]) == (pytest.approx(1 / 3),) * 3
        assert every["before_sd"] == pytest.approx(np.std([0.4, 0.8, 0.5], ddof=1))
        low = found["qa-coverage", "low coverage"]
        assert (low["n"], low["before"], low["after"]) == (2, pytest.approx(0.45), pytest.approx(0.6))
        weak = found["qa-consistency", "low consistency"]
        assert (weak["n"], weak["change"], weak["worse"]) == (1, pytest.approx(50), 0)
        assert found["qa-consistency", "all"]["worse"] == pytest.approx(1 / 3)
        first = by(rows(project, "refinement", "version=1"), "score", "subset")["qa-coverage", "all"]
        assert first["after"] == pytest.approx((0.5 + 0.8 + 0.4) / 3)
        other = by(rows(project, "refinement", "low-coverage=0.45"), "score", "subset")
        assert other["qa-coverage", "low coverage"]["n"] == 1
        split = by(rows(project, "refinement", by="dataset"), "dataset", "score", "subset")
        assert split["b", "qa-coverage", "all"]["worse"] == 1
        named = rows(project, "refinement", x=("qa-coverage",))
        assert {row["score"] for row in named} == {"qa-coverage"}
        with pytest.raises(InputError, match="version takes last"):
            rows(project, "refinement", "version=best")


def test_a_version_that_was_set_aside_is_not_what_refinement_gave(tmp_path: Path) -> None:
    kept = version("a1", {"consistency": 0.4}, [{"consistency": 0.7}, {"consistency": 0.5}])
    lost = version("a2", {"consistency": 0.6}, [{"consistency": 0.2}])
    for record in (kept, lost):
        record["documents"][-1]["meta"]["refined"]["stands"] = False
    with building.project(tmp_path, kept, lost) as project:
        last = by(rows(project, "refinement"), "score", "subset")["qa-consistency", "all"]
        assert (last["before"], last["after"]) == (pytest.approx(0.5), pytest.approx((0.7 + 0.6) / 2))
        assert (last["better"], last["same"], last["worse"]) == (0.5, 0.5, 0)
        first = by(rows(project, "refinement", "version=1"), "score", "subset")["qa-consistency", "all"]
        assert first["after"] == pytest.approx((0.7 + 0.2) / 2)
