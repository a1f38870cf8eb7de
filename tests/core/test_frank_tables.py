"""The FRANK study: its tables against another way to each figure, and the same answers under another similarity."""

from __future__ import annotations

import json
import math
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.stats
import statsmodels.api as sm
from click.testing import CliRunner
from statsmodels.stats.multitest import multipletests

from galley.core.cli.metrics_command import COMMAND
from galley.core.metrics import registry
from galley.core.metrics.base import Params
from galley.core.project.project import Project
from galley.core.stats.correlation_coefficients import benjamini_hochberg, williams
from galley.core.stats.rouge import squad_f1
from tests.core import building, frank_making
from tests.core.frank_making import JUDGES, PEOPLE, SYSTEMS

MADE = frank_making.records()
GROUPS = {
    "Factuality errors": frank_making.TYPES,
    "Semantic frame errors": ("pred-e", "ent-e", "circ-e"),
    "Discourse errors": ("coref-e", "link-e"),
    "Content verifiability errors": ("out-e", "gram-e"),
}
SINGLE = {f"{name.partition('-')[0].capitalize()}E": name for name in frank_making.TYPES}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with frank_making.project(tmp_path_factory.mktemp("frank")) as made:
        found = made.path
    yield found


def table(path: Path, name: str, *words: str) -> list[dict[str, Any]]:
    done = CliRunner().invoke(COMMAND, ["--table", name, "--project", str(path), "--json", *words])
    assert done.exit_code == 0, done.exception
    found: list[dict[str, Any]] = json.loads(done.stdout)["rows"]
    return found


def human(record: dict[str, Any], system: str, types: tuple[str, ...]) -> float:
    """1 less the share of sentences that two of three people find to have any of these errors."""
    document = next(d for d in record["documents"] if d.get("system") == system)
    wrong = 0
    for unit in range(len(document["sentences"])):
        votes = [
            any(
                (v["annotator"], v["unit"], v["document"]) == (who, unit, document["id"]) and v["criterion"] in types
                for v in record["verdicts"]
            )
            for who in PEOPLE
        ]
        wrong += sum(votes) >= 2
    return 1 - wrong / len(document["sentences"])


def residuals(values: list[float], kept: np.ndarray, labels: list[tuple[str, str]]) -> np.ndarray:
    """Residuals of those that are kept, by ordinary least squares on dummies of system and data set."""
    systems, sets = (sorted({label[place] for label in labels}) for place in (0, 1))
    design = [[1.0, *(a == s for s in systems[1:]), *(b == s for s in sets[1:])] for a, b in labels]
    return np.asarray(sm.OLS(np.array(values)[kept], np.array(design, dtype=float)[kept]).fit().resid)


def by_article(
    given: list[float], truth: list[float], labels: list[tuple[str, str]], article: np.ndarray, test: Any
) -> tuple[float, float | None]:
    """The coefficient of the residuals, and its p from the fit and the coefficient again without each article; no p
    where too few articles differ."""
    articles = np.unique(article)
    whole, *without = (
        float(test(*(np.round(residuals(score, kept, labels), 9) for score in (given, truth))).statistic)
        for kept in (np.full(len(article), True), *(article != each for each in articles))
    )
    z = np.arctanh(without)
    error = math.sqrt((len(z) - 1) / len(z) * float(((z - z.mean()) ** 2).sum()))
    p = 2 * scipy.stats.t.sf(abs(math.atanh(whole)) / error, len(z) - 1)
    held = [
        len({a for a, value in zip(article, score, strict=True) if value != max(score, key=score.count)})
        for score in (given, truth)
    ]
    rare = held[0] * held[1] < len(articles) * min(15, 0.6 * len(articles))
    return whole, None if rare else float(p)


def expected(metric: str) -> dict[tuple[str, str, str], tuple[float, float | None]]:
    """(line, judge, sign) to coefficient and p: the fit and the coefficient again without each article."""
    found: dict[tuple[str, str, str], tuple[float, float | None]] = {}
    article = np.repeat(np.arange(len(MADE)), len(SYSTEMS))
    labels = [(system, record["dataset"]) for record in MADE for system in SYSTEMS]
    for label, types in {**GROUPS, **{name: (each,) for name, each in SINGLE.items()}}.items():
        truth = [human(record, system, types) for record in MADE for system in SYSTEMS]
        for who in JUDGES:
            given = [
                next(s["value"] for s in record["scores"]
                     if (s["annotator"], s["metric"], s["document"]) == (who, metric, f"sum-{system}"))
                for record in MADE for system in SYSTEMS
            ]  # fmt: skip
            for sign, test in (("ρ", scipy.stats.pearsonr), ("r", scipy.stats.spearmanr)):
                found[label, who, sign] = by_article(given, truth, labels, article, test)
    return found


def by_statsmodels(
    wanted: dict[tuple[str, str, str], tuple[float, float | None]], method: str
) -> dict[tuple[str, str, str], float]:
    """The p of those that have one, adjusted by statsmodels."""
    there = {key: p for key, (_, p) in wanted.items() if p is not None}
    return dict(zip(there, multipletests(list(there.values()), method=method)[1].tolist(), strict=True))


@pytest.mark.parametrize(
    ("name", "metric"), [("frank-direct", "direct-faithfulness"), ("frank-questions", "qa-factuality")]
)
def test_tables_2_and_3_by_other_means(path: Path, name: str, metric: str) -> None:
    rows = {(r["line"], r["columns"], r["column"]): r for r in table(path, name)}
    wanted = expected(metric)
    assert len({line for line, _, _ in rows}) == 11
    for (line, who, sign), (value, p) in wanted.items():
        assert rows[line, who, sign]["value"] == pytest.approx(value, abs=1e-7), (line, who, sign)
        assert rows[line, who, f"p of {sign}"].get("value") == (p if p is None else pytest.approx(p, abs=1e-7))
        assert rows[line, who, sign]["n"] == len(MADE) * len(SYSTEMS)
    best = {key for key, q in by_statsmodels(wanted, "holm").items() if q < 0.05}
    assert best and any(p is None for _, p in wanted.values())
    assert {key for key, row in rows.items() if row.get("marked")} == best


def test_sentences_that_came_through_finesures_files(path: Path, tmp_path: Path) -> None:
    """The same votes under FineSurE's names give the same lines; the groups that it has no names for are named."""
    names = {"pred-e": "predicate-error", "ent-e": "entity-error", "circ-e": "circumstantial-error",
             "coref-e": "coreference-error", "link-e": "linking-error", "out-e": "out-of-context-error",
             "gram-e": "grammatical-error"}  # fmt: skip
    records = []
    for record in MADE:
        verdicts = [v | {"scheme": "finesure", "criterion": names[v["criterion"]]} for v in record["verdicts"]]
        judged = [j | {"scheme": "finesure", "criteria": list(names.values())} for j in record["judged"]]
        people = {"annotator": PEOPLE[0], "kind": "human", "metric": "completeness", "value": 0.5}
        scores = [*record["scores"], {**people, "document": f"sum-{SYSTEMS[0]}"}]  # as its other files bring some
        records.append(record | {"verdicts": verdicts, "judged": judged, "scores": scores})
    with building.project(tmp_path, *records, name="finesure.galley") as made:
        found = made.path
    for name in ("frank-direct", "frank-questions"):
        rows = {(r["line"], r["columns"], r["column"]): r for r in table(found, name)}
        wanted = {(r["line"], r["columns"], r["column"]): r for r in table(path, name)}
        groups = {*GROUPS} - {"Factuality errors"}
        assert {line for line, _, _ in rows} == {"Factuality errors", *SINGLE}
        for key, row in wanted.items():
            if key[0] not in groups:
                assert (rows[key]["value"], rows[key]["n"]) == (row["value"], row["n"]), key
        printed, whole = (
            CliRunner().invoke(COMMAND, ["--table", name, "--project", str(each)]).stdout for each in (found, path)
        )
        assert f"no gold by this type: {', '.join(name for name in GROUPS if name in groups)}." in printed
        assert "no gold by this type" not in whole


@pytest.mark.parametrize(("correction", "method"), [("holm", "holm"), ("bh", "fdr_bh")])
def test_p_corrected_for_many_tests(path: Path, correction: str, method: str) -> None:
    rows = {
        (r["line"], r["columns"], r["column"]): r
        for r in table(path, "frank-direct", "--set", f"correction={correction}")
    }
    wanted = expected("direct-faithfulness")
    for (line, who, sign), q in by_statsmodels(wanted, method).items():
        assert rows[line, who, f"p of {sign}"]["value"] == pytest.approx(q, abs=1e-7)


def test_a_judge_that_is_named_is_the_only_one(path: Path) -> None:
    assert {r["columns"] for r in table(path, "frank-direct", "--judge", "kim")} == {"", "kim"}
    with Project.open(path, read_only=True) as project:
        for metric in ("correlation", "partial-correlation"):
            rows = registry.compute(metric, project.read_connection(), Params(judges=("kim",))).rows
            assert rows and all("jay" not in r["x"] for r in rows)
            named = registry.compute(
                metric, project.read_connection(), Params(judges=("kim",), x=("qa-factuality",))
            ).rows
            everybody = registry.compute(metric, project.read_connection(), Params(x=("qa-factuality",))).rows
            assert len(everybody) == 2 * len(named) > 0


def test_williams_test_and_its_correction(path: Path) -> None:
    """The worked example of R's psych (r.test(103, .4, .5, .1)): t = -0.89, p = 0.37."""
    t, p = williams(0.4, 0.5, 0.1, 103) or (0, 0)
    assert (round(t, 2), round(p, 2)) == (-0.89, 0.37)
    assert p == pytest.approx(2 * scipy.stats.t.sf(abs(t), 100))
    assert williams(0.4, 0.5, 1.0, 103) is None and williams(0.4, 0.5, 0.1, 3) is None
    rows = {
        (r["columns"], r["column"]): r["value"]
        for r in table(path, "frank-compared", "--set", "score=direct-faithfulness")
    }
    everything = np.ones(len(MADE) * len(SYSTEMS), dtype=bool)
    labels = [(system, record["dataset"]) for record in MADE for system in SYSTEMS]
    truth = residuals([human(r, s, frank_making.TYPES) for r in MADE for s in SYSTEMS], everything, labels)
    jay, kim = (
        residuals([next(s["value"] for s in r["scores"] if (s["annotator"], s["metric"], s["document"])
                   == (who, "direct-faithfulness", f"sum-{system}")) for r in MADE for system in SYSTEMS], everything,
                  labels)
        for who in JUDGES
    )  # fmt: skip
    (line,) = {r["line"] for r in table(path, "frank-compared", "--set", "score=direct-faithfulness")}
    assert line == "Direct faithfulness, jay" and rows["", "and"] == "Direct faithfulness, kim"
    a, b, c = (float(scipy.stats.pearsonr(x, y)[0]) for x, y in ((jay, truth), (kim, truth), (jay, kim)))
    n = len(everything)
    matrix = np.linalg.det(np.array([[1, a, b], [a, 1, c], [b, c, 1]]))
    t = (a - b) * np.sqrt((n - 1) * (1 + c) / (2 * (n - 1) / (n - 3) * matrix + (a + b) ** 2 / 4 * (1 - c) ** 3))
    assert rows["Correlation", "First"] == pytest.approx(a) and rows["Correlation", "Second"] == pytest.approx(b)
    assert rows["Williams", "t"] == pytest.approx(t)
    assert rows["Williams", "p"] == pytest.approx(2 * scipy.stats.t.sf(abs(t), n - 3))


def test_benjamini_and_hochberg() -> None:
    p = [0.01, None, 0.04, 0.03, 0.5, 0.01]
    wanted = multipletests([each for each in p if each is not None], method="fdr_bh")[1].tolist()
    assert [q for q in benjamini_hochberg(p) if q is not None] == pytest.approx(wanted)
    assert benjamini_hochberg(p)[1] is None and benjamini_hochberg([]) == []


def official(first: str, second: str) -> float:
    """Word F1 as SQuAD's script normalises answers, written again."""

    def words(text: str) -> list[str]:
        text = "".join(each for each in text.lower() if each not in string.punctuation)
        return re.sub(r"\b(a|an|the)\b", " ", text).split()

    one, other = words(first), words(second)
    same = sum(min(one.count(word), other.count(word)) for word in {*one})
    return 0.0 if not same else 2 * (same / len(one)) * (same / len(other)) / (same / len(one) + same / len(other))


@pytest.mark.parametrize(
    ("first", "second"),
    [("The old bridge", "an old bridge"), ("in the year 1913", "1913"), ("well-known A. Falk", "Falk, A. (well known)"),
     ("U.S.", "US"), ("no", "yes"), ("two two three", "two three three")],
)  # fmt: skip
def test_word_f1_is_that_of_question_answering(first: str, second: str) -> None:
    assert squad_f1(first, second) == pytest.approx(official(first, second))


def test_word_f1_of_marks_and_of_scripts_without_blanks() -> None:
    assert squad_f1("the", "a") is None and squad_f1("", "") is None
    assert squad_f1("東京都", "東京") == pytest.approx(2 * 2 / 5)


def test_verdicts_stand_for_scores_and_ablation_says_what_it_needs(path: Path) -> None:
    done = CliRunner().invoke(COMMAND, ["--table", "frank-ablation", "--project", str(path)])
    assert done.exit_code == 1 and "one type of error reverted" in str(done.exception)


def test_ablation_of_the_published_annotations(shared_data: Path, tmp_path: Path) -> None:
    """The change is the difference of two partial correlations, both computed with statsmodels."""
    from galley.core.importers.registry import find
    from galley.core.importers.run_import import import_files

    folder = shared_data / "frank_valid"
    files = [folder / "human_annotations.json", folder / "baseline_factuality_metrics_outputs.json"]
    with Project.create(tmp_path / "f.galley") as made:
        import_files(made, find("frank"), files)
    rows = {(r["line"], r["column"]): r["value"] for r in table(tmp_path / "f.galley", "frank-ablation")}
    people, others = (json.loads(file.read_text("utf-8")) for file in files)
    mine = {(r["hash"], r["model_name"]): r["FactCC"] for r in others if r["FactCC"] is not None}
    kept = [r for r in people if (r["hash"], r["model_name"]) in mine]
    score = [mine[r["hash"], r["model_name"]] for r in kept]
    systems = sorted({r["model_name"] for r in kept})[1:]  # each wrote for one of the two data sets
    design = np.array([[1.0, *(r["model_name"] == system for system in systems)] for r in kept], dtype=float)

    def partial(column: str) -> float:
        sides = [sm.OLS(np.array(v, dtype=float), design).fit().resid for v in (score, [r[column] for r in kept])]
        return float(np.corrcoef(*sides)[0, 1])

    whole = partial("Factuality")
    assert rows["FactCC", "All errors"] == pytest.approx(whole)
    assert rows["FactCC", "Predicate error"] == pytest.approx(partial("Flip_RelE") - whole)
    assert rows["FactCC", "Out of article error"] == pytest.approx(partial("Flip_OutE") - whole)
    compared = table(tmp_path / "f.galley", "frank-compared")
    shown = {word for row in compared for word in (row["line"], row["value"] if row["column"] == "and" else "")}
    shown |= {word for key in rows for word in key}
    assert {"BERTScore F1 article", "BERTScore precision article", "Semantic frame error"} <= shown
    plain = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+|[A-Z][a-z]+E|[a-z0-9]+")
    assert not [word for word in shown if word not in ("and", "n", "p", "t", "") and plain.fullmatch(word)]


def test_the_tables_count_the_no_that_nobody_gave(path: Path) -> None:
    implicit = total = 0
    for record in MADE:
        for document in record["documents"]:
            if document["role"] != "summary":
                continue
            for unit in range(len(document["sentences"])):
                for name in frank_making.TYPES:
                    votes = sum(
                        (v["document"], v["unit"], v["criterion"]) == (document["id"], unit, name)
                        for v in record["verdicts"]
                    )
                    total += votes < 2
                    implicit += votes == 0
    for name in ("frank-questions", "frank-direct", "frank-compared"):
        done = CliRunner().invoke(COMMAND, ["--table", name, "--project", str(path), "--json"])
        notes = " ".join(json.loads(done.stdout)["notes"])
        assert f"({implicit:,} of {total:,}) are implicit" in notes, notes
