"""The figures of discussion summaries: by hand, by an independent count over generated samples, and at full size."""

from __future__ import annotations

import itertools
import math
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
import scipy.stats

from galley.core.domain import Cell, UnitKind
from galley.core.metrics import registry
from galley.core.metrics.base import Params, Result
from galley.core.metrics.registry import REGISTRY
from galley.core.paper_tables import registry as paper_tables_registry
from galley.core.paper_tables.formats import as_latex, as_rows, as_text
from galley.core.paper_tables.registry import fill, papers
from galley.core.papers.kgds.discussion_figures import FIGURES, extraction_scores, recall_precision_f1
from galley.core.papers.kgds.metrics.errors import OPINION_ERRORS
from galley.core.papers.kgds.metrics.retrieval import classify_ratio
from galley.core.papers.kgds.metrics.tiers import tiers
from galley.core.project.project import Project
from galley.core.review import queue
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.stats.macro import draw, interval
from galley.core.storage import names
from galley.core.tasks.finish import list_all_pairs
from tests.core import building
from tests.core.kgds_samples import JUDGE, sample


def compute(project: Project, name: str = "kgds", **more: Any) -> Result:
    return REGISTRY.get(name).compute(project.read_connection(), Params(**{"resamples": 200, **more}))


def row(result: Result, **wanted: Any) -> dict[str, Any]:
    (found,) = [r for r in result.rows if all(r[k] == v for k, v in wanted.items())]
    return found


# Formulas ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("taken", "needed", "other", "expected"),
    [
        ((0, 1, 5), (0, 1, 2, 3), (4, 5, 6), (0.5, 2 / 3, 4 / 7)),  # 2 of 4 found, 2 of 3 right
        ((0, 1, 2), (0, 1, 2), (3,), (1, 1, 1)),
        ((), (0, 1), (2,), (0, 0, 0)),  # nothing taken although there is something
        ((2,), (0, 1), (2,), (0, 0, 0)),  # precision and recall 0
        ((0, 9), (0, 1), (2,), (0.5, 1, 2 / 3)),  # a paragraph that the article does not have is in neither set
        ((0, 3), (0, 1), (2,), (0.5, 1, 2 / 3)),  # nor is a boundary paragraph
        ((0, 0), (0, 1), (2,), (0.5, 1, 2 / 3)),  # named twice, taken once
    ],
)
def test_extraction_by_formulas_11_to_14(
    taken: tuple[int, ...], needed: tuple[int, ...], other: tuple[int, ...], expected: tuple[float, ...]
) -> None:
    said = dict.fromkeys(needed, True) | dict.fromkeys(other, False)
    assert extraction_scores(taken, said) == pytest.approx(expected)


def test_where_nothing_is_to_be_found_nothing_is_defined() -> None:
    assert all(math.isnan(v) for v in extraction_scores((0,), {0: False, 1: False}))
    assert all(math.isnan(v) for v in recall_precision_f1(0, 0, 2))


def test_two_written_samples_by_hand(tmp_path: Path) -> None:
    # a: 3 of 4 key facts held, 1 other held: R 3/4, P 3/4, F1 3/4; 1 of 4 opinions covered; OP sqrt(3/16)
    # b: 1 of 2 held, 3 others: R 1/2, P 1/4, F1 1/3; both opinions covered; OP sqrt(1/3)
    first = sample(
        "a", taken=[], supporting=[0], written=True, opinions={"o1": True, "o2": False, "o3": False, "o4": False},
        facts={"f1": "key+", "f2": "key+", "f3": "key+", "f4": "key-", "f5": "other+", "f6": "other-", "f7": "mask+"},
    )  # fmt: skip
    second = sample(
        "b", taken=[], supporting=[0], written=True, opinions={"o1": True, "o2": True},
        facts={"f1": "key+", "f2": "key-", "f3": "other+", "f4": "other+", "f5": "other+"},
    )  # fmt: skip
    with building.project(tmp_path, first, second) as project:
        found = row(compute(project), by="judge")
    assert (found["background"], found["n"], found["judge"]) == ("kbsaf", 2, JUDGE)
    assert found["recall"] == pytest.approx((3 / 4 + 1 / 2) / 2)  # formula 4, then the mean of samples
    assert found["precision"] == pytest.approx((3 / 4 + 1 / 4) / 2)  # 5
    assert found["f1"] == pytest.approx((3 / 4 + 1 / 3) / 2)  # 6
    assert found["cao"] == pytest.approx((1 / 4 + 1) / 2)  # 8
    assert found["op"] == pytest.approx((math.sqrt(3 / 16) + math.sqrt(1 / 3)) / 2)  # 10, by sample
    assert found["f1_low"] <= found["f1"] <= found["f1_high"]


def told_by_people(item: dict[str, Any], said: dict[str, bool | None], document: int) -> None:
    """Have ann say of facts and opinions whether they are a fault, of paragraphs (numbers) likewise; None is open."""
    background = item["documents"][document]["id"]
    named = {"key": "key-fact-missing", "non-supporting": "non-supporting-fact-included"}
    kinds = {unit["id"]: named.get(unit.get("type"), "not-covered") for unit in item["units"]}
    for name, fault in said.items():
        if fault is None:
            continue
        cell: dict[str, Any] = {"unit": name, "criterion": kinds.get(name), "scheme": "kgds-fact"}
        if name.isdigit():
            taken = int(name) in item["documents"][document]["meta"]["paragraphs"]
            cell = {"unit": int(name), "document": "article", "scheme": "kgds-paragraph",
                    "criterion": "paragraph-unneeded" if taken else "paragraph-missed"}  # fmt: skip
        elif kinds[name] == "not-covered":
            cell["scheme"] = "kgds-opinion"
        value = "yes" if fault else "no"
        item["verdicts"].append({"annotator": "ann", "kind": "human", "about": background, "value": value, **cell})


def filled(said: dict[str, bool | None]) -> list[dict[str, bool]]:
    """Every way in which what is open could be answered."""
    left = [name for name, fault in said.items() if fault is None]
    ways = itertools.product((False, True), repeat=len(left))
    return [{n: f for n, f in said.items() if f is not None} | dict(zip(left, way, strict=True)) for way in ways]


def test_reviewed_figures_are_bounded_by_every_way_to_answer_what_is_open(tmp_path: Path) -> None:
    """Three written items of two, two and four facts; people left one of the first and one of the last open, and went
    through one more of four in full, which stands for both of that length."""
    said: dict[str, dict[str, bool | None]] = {
        "a": {"k1": False, "x1": None},
        "b": {"k1": True, "x1": False},
        "c": {"k1": False, "k2": None, "x1": True, "x2": None},
        "d": {"k1": False, "k2": True, "x1": True, "x2": False},
        "e": {"k1": False, "x1": False},
        "f": {"k1": None, "x1": None},
    }
    items = []
    for key, facts in said.items():
        kinds = {name: ("key+" if name[0] == "k" else "other-") for name in facts}
        items.append(sample(key, taken=[], supporting=[0], written=True, opinions={}, facts=kinds))
        told_by_people(items[-1], facts, 2)
    with building.project(tmp_path, *items) as project:
        found = row(compute(project, resamples=0), by="reviewed")

    def figures(answers: dict[str, bool]) -> tuple[float, ...]:
        held = sum(not fault for name, fault in answers.items() if name[0] == "k")
        wrong = sum(fault for name, fault in answers.items() if name[0] == "x")
        recall, precision = held / sum(name[0] == "k" for name in answers), held / (held + wrong) if held else 0.0
        return recall, precision, 2 * recall * precision / (recall + precision) if held else 0.0

    begun = [facts for facts in said.values() if any(fault is not None for fault in facts.values())]
    ends = [[figures(way) for way in filled(facts)] for facts in begun]
    weight = {"b": 3 / 2, "e": 3 / 2, "d": 2 / 1}
    for place, figure in enumerate(FIGURES[:3]):
        assert found[f"{figure}_at_least"] == pytest.approx(np.mean([min(w[place] for w in each) for each in ends]))
        assert found[f"{figure}_at_most"] == pytest.approx(np.mean([max(w[place] for w in each) for each in ends]))
        full = sum(w * figures(said[key])[place] for key, w in weight.items()) / 5  # type: ignore[arg-type]
        within = np.clip(full, found[f"{figure}_at_least"], found[f"{figure}_at_most"])
        assert found[figure] == pytest.approx(within) and found[f"{figure}_n"] == 3
    assert found["cao_at_least"] is None and found["op_at_most"] is None


def test_reviewed_extracts_are_bounded_too(tmp_path: Path) -> None:
    """Of five paragraphs two are taken; one of these and one of the others are open."""
    said: dict[str, bool | None] = {"0": False, "1": None, "2": True, "3": None, "4": False}
    item = sample("a", taken=[0, 1], supporting=[0], facts={}, opinions={})
    told_by_people(item, said, 2)
    with building.project(tmp_path, item) as project:
        found = row(compute(project, resamples=0), by="reviewed")
    ends = []
    for way in filled(said):
        hits = sum(not way[n] for n in "01")
        needed = hits + sum(way[n] for n in "234")
        recall, precision = hits / needed, hits / 2
        ends.append((recall, precision, 2 * recall * precision / (recall + precision)))
    for place, figure in enumerate(FIGURES[:3]):
        assert found[f"{figure}_at_least"] == pytest.approx(min(end[place] for end in ends))
        assert found[f"{figure}_at_most"] == pytest.approx(max(end[place] for end in ends))
        assert found[figure] is None


def test_two_extracts_by_hand_before_and_after_reflection(tmp_path: Path) -> None:
    def both(key: str, taken: list[int], again: list[int], covered: list[bool], after: list[bool]) -> dict[str, Any]:
        one = sample(key, taken=taken, supporting=[0, 1], facts={}, opinions=dict(zip("xy", covered, strict=True)))
        two = sample(
            key, taken=again, supporting=[0, 1], facts={}, opinions=dict(zip("xy", after, strict=True)),
            paradigm="self-reflection",
        )  # fmt: skip
        one["documents"] += two["documents"][2:]
        one["verdicts"] += [v for v in two["verdicts"] if v["scheme"] == "kgds-opinion"]
        one["judged"] += two["judged"][1:]
        return one

    # a: R 1/2 P 1/2 F1 1/2, CAO 1/2; after: R 1 P 2/3 F1 4/5, CAO 1.  b: R 1 P 1 F1 1, CAO 1; after: 0, CAO 1/2.
    items = [
        both("a", [0, 2], [0, 1, 2], [True, False], [True, True]),
        both("b", [0, 1], [], [True, True], [False, True]),
    ]
    with building.project(tmp_path, *items) as project:
        result = compute(project)
        tiers_ = compute(project, "kgds-tiers")
        ratio = compute(project, "kgds-retrieval")
    before, after = (row(result, paradigm=p) for p in ("structured-prompt", "self-reflection"))
    assert [before[f] for f in FIGURES] == pytest.approx([0.75, 0.75, 0.75, 0.75, (0.5 + 1) / 2])  # 12 to 14, 8, 9
    expected = [0.5, 1 / 3, 0.4, 0.75, math.sqrt(0.8) / 2]
    assert [after[f] for f in FIGURES] == pytest.approx(expected)
    changes = [after[f"{figure}_change"] for figure in FIGURES]
    assert changes == pytest.approx(np.subtract(expected, [0.75] * 5))
    assert after["f1_change_low"] <= after["f1_change"] <= after["f1_change_high"]
    assert "recall_change" not in before
    overall = row(tiers_, pattern="ebs-aos", paradigm="self-reflection")
    assert (overall["value"], overall["tier"]) == (pytest.approx(expected[4]), 1)
    first = row(ratio, system="s", paradigm="structured-prompt")
    assert (first["value"], first["pooled"], first["class"]) == (pytest.approx(0.4), pytest.approx(0.4), "open")
    assert row(ratio, system="s", paradigm="self-reflection")["change"] == pytest.approx((3 / 5 + 0) / 2 - 0.4)
    assert row(ratio, system="experts")["value"] == pytest.approx(0.4)


def test_paragraphs_that_nobody_read_are_no_disagreement(tmp_path: Path) -> None:
    """Five paragraphs: two experts agree on the first two and differ on the third, the fourth was left open by an
    adjudicator whatever they said, and nobody looked at the fifth. All three were "do not agree"."""
    item = sample("a", taken=[0, 2], supporting=[], facts={}, opinions={"x": True})
    item["judged"] = item["judged"][1:]
    for who, marks in {"ann": "ynyy", "bo": "ynny"}.items():
        item["verdicts"] += [expert(who, "human", n, {"y": "yes", "n": "no"}[mark]) for n, mark in enumerate(marks)]
    item["verdicts"].append(expert("gold", "gold", 3, None) | {"reason": "unsure"})
    with building.project(tmp_path, item) as project:
        figures = row(compute(project), paradigm="structured-prompt")
    assert [figures[f] for f in ("recall", "precision")] == [1.0, 1.0]
    assert figures["left_out"] == {
        "paragraphs on which the experts do not agree": 2, "paragraphs that no expert has read": 1,
    }  # fmt: skip


def expert(who: str, kind: str, paragraph: int, value: str | None) -> dict[str, Any]:
    """What somebody says of a paragraph."""
    place = {"scheme": "kgds-paragraph", "criterion": "supporting", "document": "article", "unit": paragraph}
    return {"annotator": who, "kind": kind, **place, "value": value}


def test_undefined_cases_follow_the_rule_and_are_counted(tmp_path: Path) -> None:
    items = [
        sample("none", taken=[0], supporting=[], facts={}, opinions={"o": True}),  # nothing to find
        sample("empty", taken=[], supporting=[1], facts={}, opinions={"o": True}),  # nothing taken
        sample("silent", taken=[1], supporting=[1], facts={}, opinions={}),  # no opinion
        sample("open", taken=[1], supporting=[1], facts={}, opinions={"o": True, "p": None}),  # one unscored
        sample("lost", taken=[1], supporting=[1], facts={}, opinions={"o": None}),  # all unscored
    ]
    with building.project(tmp_path, *items) as project:
        found = row(compute(project), pattern="ebs-aos")
    assert (found["recall"], found["precision"], found["f1"]) == (0.75, 0.75, 0.75)  # four samples, one of them 0
    assert (found["f1_n"], found["cao_n"], found["op_n"]) == (4, 3, 2)
    assert (found["cao"], found["op"]) == (1.0, 0.5)
    assert found["left_out"] == {
        "items without a supporting paragraph": 1, "items without an opinion": 1, "opinions without an answer": 2,
    }  # fmt: skip


def test_a_project_without_opinions_and_extracts_says_why_a_figure_is_missing(tmp_path: Path) -> None:
    with building.project(tmp_path, sample("a", taken=[0], supporting=[], facts={}, opinions={})) as project:
        (found,) = compute(project).rows
    assert [found[f] for f in FIGURES] == [None] * 5
    assert "recall, precision, f1: Undefined because no item has anything to find." in found["why"]


def test_a_judge_has_a_row_only_where_it_answered(tmp_path: Path) -> None:
    one = sample("a", taken=[0], supporting=[0], facts={}, opinions={"o": True}, system="s")
    two = sample("b", taken=[0], supporting=[0], facts={}, opinions={"o": True}, system="t")
    two["judged"][1]["annotator"] = "another"
    three = sample("c", taken=[0], supporting=[0], facts={}, opinions={"o": True}, system="u")
    three["judged"] = three["judged"][:1]
    with building.project(tmp_path, one, two, three) as project:
        rows = compute(project).rows
    assert [(r["system"], r["judge"], r["f1"], r["cao"]) for r in rows] == [
        ("s", JUDGE, 1.0, 1.0), ("t", "another", 1.0, 1.0), ("u", "", 1.0, None),
    ]  # fmt: skip


def test_a_summary_without_a_pattern_is_reviewed_and_counted_as_what_it_is(tmp_path: Path) -> None:
    made = sample("a", taken=[], supporting=[0], written=True, facts={"f1": "key-"}, opinions={"o": False})
    for document in made["documents"][2:]:
        del document["meta"]
    with building.project(tmp_path, made) as project:
        desk, view = DecisionWriter(project, "Ada"), load_item_view(project.read_connection(), 1)
        for flag in view.flags():
            desk.override(1, flag).result()
        desk.finish(view, list_all_pairs(view)).result()
        found = row(compute(project), by="reviewed")
    assert (found["pattern"], found["paradigm"], found["op"]) == ("abs-aos", "structured-prompt", 1.0)


# Reviews -------------------------------------------------------------------------------------------------------------


def test_reviewed_figures_stand_beside_the_judges_over_the_same_samples(tmp_path: Path) -> None:
    facts = {"f1": "key+", "f2": "key-", "f3": "other+"}
    one = sample("a", taken=[], supporting=[0], written=True, facts=facts, opinions={"o": False, "p": True})
    two = sample("b", taken=[], supporting=[0], written=True, facts=facts, opinions={"o": True, "p": True})
    with building.project(tmp_path, one, two) as project:
        desk = DecisionWriter(project, "Ada")
        view = load_item_view(project.read_connection(), 1)
        for flag in view.flags():
            accept = view.unit(flag.cell.unit).name == "f3"
            (desk.accept(1, flag) if accept else desk.override(1, flag)).result()
        partly = compute(project)
        assert {r["by"]: r["f1_n"] for r in partly.rows} == {"judge": 2, "reviewed": 0}
        desk.finish(view, list_all_pairs(view)).result()
        found = row(compute(project), by="reviewed")
    # Ada: both key facts are there, the other one too; both opinions are covered.
    assert [found[f] for f in FIGURES] == pytest.approx([1, 2 / 3, 0.8, 1, math.sqrt(0.8)])
    assert [found[f"{f}_judge"] for f in FIGURES] == pytest.approx([0.5, 0.5, 0.5, 0.5, 0.5])
    assert found["f1_difference"] == pytest.approx(0.3)
    assert (found["judge"], found["f1_n"], found["left_out"]) == (JUDGE, 1, {"items not reviewed in full": 2})


def test_a_review_of_an_extract_moves_paragraphs_between_the_sets(tmp_path: Path) -> None:
    made = sample("a", taken=[0, 1], supporting=[0, 2], facts={}, opinions={"o": True})
    flags = [("paragraph-unneeded", 1), ("paragraph-missed", 2)]
    entry = {"annotator": JUDGE, "kind": "judge", "scheme": "kgds-paragraph", "about": made["documents"][2]["id"]}
    made["verdicts"] += [
        {**entry, "criterion": name, "document": "article", "unit": n, "value": "yes"} for name, n in flags
    ]
    made["judged"].append({**{k: entry[k] for k in ("annotator", "kind", "scheme")},
                           "criteria": [f[0] for f in flags], "documents": [entry["about"]]})  # fmt: skip
    with building.project(tmp_path, made) as project:
        desk, view = DecisionWriter(project, "Ada"), load_item_view(project.read_connection(), 1)
        for flag in view.flags():
            missed = view.unit(flag.cell.unit).position == 2
            (desk.override(1, flag) if missed else desk.accept(1, flag)).result()
        desk.finish(view, list_all_pairs(view)).result()
        result = compute(project)
    judged, reviewed = row(result, by="judge"), row(result, by="reviewed")
    assert [judged[f] for f in FIGURES[:3]] == [0.5, 0.5, 0.5]
    assert [reviewed[f] for f in FIGURES[:3]] == pytest.approx([1, 0.5, 2 / 3])  # paragraph 2 is not needed after all


def test_the_older_criteria_answer_where_the_new_ones_are_silent(tmp_path: Path) -> None:
    made = sample("a", taken=[], supporting=[0], written=True, opinions={"o": True, "p": True},
                  facts={"f1": "key+", "f2": "key+", "f3": "other-"})  # fmt: skip
    background, opinion = (document["id"] for document in made["documents"][2:])
    old = {"annotator": JUDGE, "kind": "judge"}
    made["verdicts"] = [v for v in made["verdicts"] if v["scheme"] == "kgds-paragraph"] + [
        {**old, "scheme": "kgds-fact", "criterion": "present", "about": background, "unit": "f1", "value": "yes"},
        {**old, "scheme": "kgds-opinion", "criterion": "covered", "about": opinion, "unit": "o", "value": "yes"},
    ]
    made["judged"] = [
        made["judged"][0],
        {**old, "scheme": "kgds-fact", "criteria": ["present"], "documents": [background]},
        {**old, "scheme": "kgds-opinion", "criteria": ["covered"], "documents": [opinion]},
    ]
    with building.project(tmp_path, made) as project:
        (found,) = compute(project).rows
    assert [found[f] for f in FIGURES[:4]] == pytest.approx([0.5, 1, 2 / 3, 0.5])


# An independent count ------------------------------------------------------------------------------------------------


def plain(record: dict[str, Any]) -> dict[str, float]:
    """The figures of one generated item, by lists and loops."""
    document = record["documents"][2]
    said = {(v["criterion"], v["unit"]): v["value"] for v in record["verdicts"]}
    out = dict.fromkeys(FIGURES, float("nan"))
    if "paragraphs" in document["meta"]:
        yes = [n for n in range(5) if ("supporting", n) in said]
        hit = len([n for n in yes if n in document["meta"]["paragraphs"]])
        chosen = len([n for n in document["meta"]["paragraphs"] if n < 5])
        needed = len(yes)
    else:
        key = [u["id"] for u in record["units"] if u["kind"] == "fact" and u["type"] == "key"]
        other = [u["id"] for u in record["units"] if u["kind"] == "fact" and u["type"] == "non-supporting"]
        held = [u for u in key if said.get(("key-fact-missing", u), "no") == "no"]
        needed = len([u for u in key if said.get(("key-fact-missing", u), "no") is not None])
        hit = len(held)
        chosen = hit + len([u for u in other if said.get(("non-supporting-fact-included", u)) == "yes"])
    if needed:
        out["recall"] = hit / needed
        out["precision"] = hit / chosen if chosen else 0.0
        total = out["recall"] + out["precision"]
        out["f1"] = 2 * out["recall"] * out["precision"] / total if total else 0.0
    opinions = [u["id"] for u in record["units"] if u["kind"] == "opinion"]
    scored = [said.get(("not-covered", u), "no") for u in opinions]
    scored = [value for value in scored if value is not None]
    if scored:
        out["cao"] = scored.count("no") / len(scored)
    out["op"] = (out["f1"] * out["cao"]) ** 0.5
    return out


@pytest.mark.parametrize("written", [False, True])
def test_an_independent_count_over_a_hundred_generated_samples_agrees(tmp_path: Path, written: bool) -> None:
    die = Random(7)
    records = []
    for number in range(100):
        facts = {
            f"f{n}": die.choice(["key+", "key-", "key?", "other+", "other-", "mask-"])
            for n in range(die.randrange(0, 12))
        }
        opinions = {f"o{n}": die.choice([True, True, False, None]) for n in range(die.randrange(0, 8))}
        supporting = [n for n in range(5) if die.random() < 0.4]
        taken = [n for n in range(5) if die.random() < 0.4]
        records.append(
            sample(f"i{number}", taken=taken, supporting=supporting, facts=facts, opinions=opinions, written=written)
        )
    with building.project(tmp_path, *records) as project:
        found = row(compute(project), by="judge")
    expected = [plain(record) for record in records]
    for figure in FIGURES:
        values = [each[figure] for each in expected if not math.isnan(each[figure])]
        assert found[figure] == pytest.approx(sum(values) / len(values), abs=1e-12)
        assert found[f"{figure}_n"] == len(values) < 100


# Errors, feedback, tiers ---------------------------------------------------------------------------------------------


def test_error_shares_and_win_rates_by_hand(tmp_path: Path) -> None:
    records = []
    for number, (kinds, better) in enumerate([(["a", "a", "b"], "expert"), (["c"], "own"), (["a", None], "expert")]):
        made = sample(f"i{number}", taken=[1], supporting=[0], facts={}, opinions={f"o{n}": False for n in range(3)})
        extract, opinion = (document["id"] for document in made["documents"][2:])
        names = {
            "a": "implicit-reference-unclarified",
            "b": "opinion-misattribution",
            "c": "opinion-fact-inconsistency",
        }
        for n, kind in enumerate(kinds):
            for letter, name in names.items():
                value = (
                    {"value": None, "reason": "none"} if kind is None else {"value": "yes" if kind == letter else "no"}
                )
                made["verdicts"].append({"annotator": "detector", "kind": "judge", "scheme": "kgds-opinion",
                                         "criterion": name, "about": opinion, "unit": f"o{n}", **value})  # fmt: skip
        made["verdicts"].append({"annotator": "s feedback", "kind": "judge", "scheme": "kgds-paragraph",
                                 "criterion": "better-extract", "document": extract, "unit": "whole",
                                 "value": better})  # fmt: skip
        records.append(made)
    with building.project(tmp_path, *records) as project:
        errors, wins = compute(project, "kgds-errors"), compute(project, "kgds-winrate")
    counts = {r["criterion"]: (r["count"], r["n"], r["value"]) for r in errors.rows}
    assert counts["implicit-reference-unclarified"] == (3, 5, pytest.approx(0.6))
    assert counts["opinion-misattribution"] == (1, 5, pytest.approx(0.2))
    assert counts["opinion-sentiment-distortion"] == (0, 5, 0.0)
    assert sum(r["value"] for r in errors.rows) == pytest.approx(1.0)
    assert errors.left_out == {"opinions whose error has no type": 1}
    (found,) = wins.rows
    assert (found["system"], found["n"], found["wins"], found["value"]) == ("s", 3, 2, pytest.approx(2 / 3))
    assert found["low"] < 2 / 3 < found["high"]


# Overall figures of the paper's table 1, EBS-AOS and ABS-AOS, first turn.
TABLE_1 = {
    "GPT-4o": (76.24, 61.09), "GPT-4-turbo": (73.94, 48.28), "GPT-4o-mini": (34.24, 24.64),
    "Claude 3 Opus": (72.09, 60.72), "Claude 3.5 Sonnet": (77.12, 48.83), "Claude 3.5 Haiku": (46.02, 27.22),
    "Gemini 1.5 Pro": (76.71, 54.83), "Llama-3.1-405B": (67.58, 43.79), "Mistral Large": (63.63, 46.36),
    "DeepSeek-V3": (66.50, 44.09), "Qwen-Max": (64.34, 40.87), "GLM-4-Plus": (67.55, 43.54),
}  # fmt: skip


@pytest.mark.parametrize(
    ("figure", "bounds"),
    [
        (lambda pair: pair[0], [(72, 77.2), (63.5, 68), (34, 46.1)]),  # figure 6
        (lambda pair: pair[1], [(54.8, 61.1), (40.8, 49), (24.6, 27.3)]),  # figure 8
        (lambda pair: sum(pair) / 2, [(61, 69), (52.6, 56), (29, 37)]),  # figure 9
    ],
)
def test_the_tiers_of_the_papers_table_are_those_of_its_figures(figure: Any, bounds: list[tuple[float, float]]) -> None:
    values = sorted((figure(pair) for pair in TABLE_1.values()), reverse=True)
    for value, tier in zip(values, tiers(values), strict=True):
        low, high = bounds[tier - 1]
        assert low <= value <= high


def test_equal_figures_share_a_tier_and_few_systems_have_few() -> None:
    assert tiers([]) == [] and tiers([0.4]) == [1] and tiers([0.5, 0.5]) == [1, 1]
    assert tiers([0.9, 0.9, 0.2]) == [1, 1, 2]
    assert [classify_ratio(v) for v in (0.29, 0.30, 0.38, 0.39, None)] == [
        "conservative",
        "between",
        "between",
        "open",
        "",
    ]


@pytest.mark.parametrize("seed", range(40))
def test_the_split_into_tiers_is_the_best_of_all_splits(seed: int) -> None:
    """Every way to cut the ranked figures, in exact fractions: none has a smaller sum of squares within its runs."""
    luck = Random(seed)
    values = sorted((Fraction(luck.randint(20, 60), 60) for _ in range(luck.randint(1, 12))), reverse=True)

    def squares(run: Sequence[Fraction]) -> Fraction:
        return sum(((v - sum(run) / len(run)) ** 2 for v in run), Fraction(0))

    distinct = sorted({*values}, reverse=True)
    runs = min(3, len(distinct))
    ways = [
        sum(squares([v for v in values if v in distinct[start:end]]) for start, end in itertools.pairwise(ends))
        for cuts in itertools.combinations(range(1, len(distinct)), runs - 1)
        for ends in [(0, *cuts, len(distinct))]
    ]
    numbers = tiers([float(v) for v in values])
    found = sum(squares([v for v, tier in zip(values, numbers, strict=True) if tier == t]) for t in {*numbers})
    assert found == min(ways) and numbers == sorted(numbers) and {*numbers} == {*range(1, runs + 1)}
    assert all(len({t for v, t in zip(values, numbers, strict=True) if v == each}) == 1 for each in distinct)


def table(project: Project, name: str) -> Any:
    """A filled table of the paper: (line, columns, column) to value and n."""
    (wanted,) = paper_tables_registry.find(name)
    sheet = paper_tables_registry.fill(project.read_connection(), wanted, Params(resamples=0))
    assert sheet is not None
    rows = as_rows(sheet)["rows"]
    return {(r["line"], r["columns"], r["column"]): (r["value"], r["n"]) for r in rows}, sheet


def test_tables_of_several_systems_with_their_n_and_figures_4_to_9(tmp_path: Path) -> None:
    """Table 1 has an n wherever columns differ, in text and in LaTeX; correlations by scipy over the points; the
    overall figure of both patterns, its mean and its gap."""
    records, wanted, luck = [], dict[tuple[str, str], list[list[float]]](), Random(8)
    for place, system in enumerate("abcd"):
        for n in range(4):
            for written in (False, True):
                lost = system == "d" and n == 3 and not written
                said = [luck.random() < 0.4 + 0.15 * place for _ in range(4)]
                taken = [0, *range(2, 2 + luck.randint(0, 3 - place))]
                held = [k == 0 or luck.random() < 0.2 + 0.25 * place for k in range(3)]
                records.append(sample(
                    f"{system}{n}{int(written)}", taken=taken, supporting=[0, 1], system=system, written=written,
                    facts={f"k{k}": "key+" if yes else "key-" for k, yes in enumerate(held)} | {"x": "other+"},
                    opinions={f"o{k}": None if lost else yes for k, yes in enumerate(said)},
                ))  # fmt: skip
                hits, needed, chosen = (sum(held), 3, sum(held) + 1) if written else (1, 2, len(taken))
                f1 = 2 * hits / (needed + chosen)
                cao = float("nan") if lost else sum(said) / 4
                pattern = "abs-aos" if written else "ebs-aos"
                wanted.setdefault((system, pattern), []).append([f1, cao, (f1 * cao) ** 0.5])
    means = {place: np.nanmean(np.array(each), axis=0) for place, each in wanted.items()}
    with building.project(tmp_path, *records) as project:
        main, sheet = table(project, "kgds-main")
        for (system, pattern), (f1, cao, op) in means.items():
            title = {"ebs-aos": ("EBS-AOS", "BSP F1"), "abs-aos": ("ABS-AOS", "KBSAF F1")}[pattern]
            lost = (system, pattern) == ("d", "ebs-aos")
            assert main[system, *title] == (pytest.approx(f1), 4)
            assert main[system, title[0], "CAO R"] == (pytest.approx(cao), 3 if lost else 4)
            assert main[system, title[0], "OP GM"] == (pytest.approx(op), 3 if lost else 4)
            assert main[system, title[0], "n"] == (4, None)
        assert main["d", "EBS-AOS", "n of CAO R"] == (3, None) and main["a", "EBS-AOS", "n of CAO R"] == (4, None)
        assert not any(column in ("n of OP GM", "n of BSP F1") for _, _, column in main), "only where columns differ"
        assert not any(columns == "ABS-AOS" and column.startswith("n of") for _, columns, column in main)
        assert "n of CAO R" in as_text(sheet) and "n of CAO R" in as_latex(sheet)

        found, _ = table(project, "kgds-correlations")
        for pattern, columns, title in (("ebs-aos", "EBS-AOS", "BSP F1"), ("abs-aos", "ABS-AOS", "KBSAF F1")):
            points = np.array([means[system, pattern][:2] for system in "abcd"])
            for system, (f1, cao) in zip("abcd", points, strict=True):
                assert found[system, columns, title][0] == pytest.approx(f1)
                assert found[system, columns, "CAO R"][0] == pytest.approx(cao)
            for name, test in (("Pearson", scipy.stats.pearsonr), ("Spearman", scipy.stats.spearmanr),
                               ("Kendall", scipy.stats.kendalltau)):  # fmt: skip
                assert found[name, columns, "Coefficient"][0] == pytest.approx(test(*points.T).statistic)
                assert found[name, columns, "n"] == (4, None)

        found, _ = table(project, "kgds-performance")
        for system in "abcd":
            first, second = (means[system, pattern][2] for pattern in ("ebs-aos", "abs-aos"))
            assert found[system, "EBS-AOS", "OP GM"][0] == pytest.approx(first)
            assert found[system, "ABS-AOS", "OP GM"][0] == pytest.approx(second)
            assert found[system, "Both patterns", "Mean"][0] == pytest.approx((first + second) / 2)
            assert found[system, "Both patterns", "Gap"][0] == pytest.approx(first - second)
        for columns in ("EBS-AOS", "ABS-AOS", "Both patterns"):
            assert {found[system, columns, "Tier"][0] for system in "abcd"} <= {1, 2, 3}


def test_draws_are_the_plain_bootstrap() -> None:
    table = np.array([[0.0, np.nan], [1.0, 1.0], [0.5, 0.0], [1.0, 1.0]])
    drawn = draw(table, resamples=4000, seed=3)
    value, means = drawn.mean(0)
    assert value == 0.625 and abs(float(means.mean()) - 0.625) < 0.02
    assert float(means.std()) == pytest.approx(float(table[:, 0].std()) / 2, rel=0.05)
    found = interval(None, means, 4)
    assert found.low is not None and found.high is not None and found.low < 0.625 < found.high
    assert drawn.mean(1)[0] == pytest.approx(2 / 3) and drawn.ratio(1, 0)[0] == pytest.approx(2 / 2.5)
    assert "one item" in interval(None, means, 1).why


# With many systems ---------------------------------------------------------------------------------------------------


def test_all_figures_of_twelve_systems(tmp_path: Path) -> None:
    die, records = Random(1), []
    for number in range(30):
        made: dict[str, Any] | None = None
        facts = {f"f{n}": "key+" if n < 16 else "other-" for n in range(66)}
        for system in range(12):
            for written in (False, True):
                for paradigm in ("structured-prompt", "self-reflection"):
                    one = sample(
                        f"i{number}", taken=[n for n in range(14) if die.random() < 0.3], supporting=[0, 1, 2, 3],
                        facts=facts if written else {}, opinions={f"o{n}": die.random() < 0.7 for n in range(9)},
                        written=written, system=f"s{system}", paradigm=paradigm, paragraphs=14,
                    )  # fmt: skip
                    # As a run leaves it: a verdict on each fact and opinion.
                    said = {(v["criterion"], v["unit"]) for v in one["verdicts"]}
                    judge = {"annotator": JUDGE, "kind": "judge"}
                    background, opinion = (document["id"] for document in one["documents"][2:])
                    one["judged"] = one["judged"][:1]
                    for unit in one["units"]:
                        if unit["kind"] == "fact" and written:
                            criterion = "key-fact-missing" if unit["type"] == "key" else "non-supporting-fact-included"
                            more = {"scheme": "kgds-fact", "criterion": criterion, "about": background}
                            value = "yes" if die.random() < 0.3 else "no"
                        elif unit["kind"] == "opinion" and ("not-covered", unit["id"]) not in said:
                            more = {"scheme": "kgds-opinion", "criterion": "not-covered", "about": opinion}
                            value = "no"
                        else:
                            continue
                        one["verdicts"].append({**judge, **more, "unit": unit["id"], "value": value})
                    wrong = {"annotator": "errors", "kind": "judge", "scheme": "kgds-opinion", "about": opinion}
                    one["verdicts"] += [
                        {**wrong, "criterion": OPINION_ERRORS[die.randrange(5)], "unit": unit, "value": "yes"}
                        for criterion, unit in said if criterion == "not-covered"
                    ]  # fmt: skip
                    if not written:
                        asked = {**judge, "scheme": "kgds-paragraph", "criterion": "better-extract"}
                        one["verdicts"].append({**asked, "document": background, "unit": "whole", "value": "expert"})
                    if made is None:
                        made = one
                        continue
                    made["documents"] += one["documents"][2:]
                    made["verdicts"] += [v for v in one["verdicts"] if v["kind"] == "judge"]
                    made["judged"] += one["judged"][1:]
                    made["units"] = max(made["units"], one["units"], key=len)
        assert made is not None
        records.append(made)
    with building.project(tmp_path, *records) as project:
        assert len(queue.ids(project.read_connection(), queue.Filter(), 0)) == 30
        counts = ("kgds-cost", "kgds-statistics")  # of the work and of the data: no figures of systems, and no chart
        names = [name for name in REGISTRY.names() if name.startswith("kgds") and name not in counts]
        _first_calls(project.path, names)
        results = {name: compute(project, name, resamples=2000) for name in names}
    assert len(results["kgds"].rows) == 48 and len(results["kgds-tiers"].rows) == 96
    assert results["kgds-winrate"].rows and len(results["kgds-errors"].rows) == 5 * 48


def _first_calls(path: Path, names: list[str]) -> None:
    """All of them at once, as the window asks for them, in a process that did nothing before: no library is loaded that
    takes longer than the figures."""
    code = f"""
import sys
from pathlib import Path
from galley.core.metrics._memory import Memory
from galley.core.metrics.base import Params
from galley.core.metrics.registry import REGISTRY
from galley.core.project.project import Project
memory = Memory()
metrics = [REGISTRY.get(name) for name in {names!r}]
project = Project.open(Path(sys.argv[1]), read_only=True)
rows = [len(metric.compute(project.read_connection(), Params(memory=memory)).rows) for metric in metrics]
project.close()
assert all(rows), rows
assert not {{"scipy", "pandas"}} & set(sys.modules)
"""
    run = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_figures_and_tables_count_the_no_that_nobody_gave(tmp_path: Path) -> None:
    facts = {"f1": "key+", "f2": "key-", "f3": "other+"}
    one = sample("a", taken=[], supporting=[0], written=True, facts=facts, opinions={"o": False, "p": True})
    with building.project(tmp_path, one) as project:
        desk, connection = DecisionWriter(project, "Ada"), project.read_connection()
        view = load_item_view(connection, 1)
        uncovered = next(flag for flag in view.flags() if view.unit(flag.cell.unit).name == "o")
        desk.accept(1, uncovered).result()
        opinion_criteria = {c.id: c.row for c in names.criteria(connection).values() if c.scheme == "kgds-opinion"}
        for name, value in (("opinion-misattribution", "yes"), ("implicit-reference-unclarified", "no")):
            desk.add(1, Cell(uncovered.cell.unit, opinion_criteria[name], uncovered.cell.target), value).result()
        desk.finish(view, list_all_pairs(view)).result()
        view = load_item_view(connection, 1)
        implicit = total = 0
        for who, criterion, target in view.judged_pairs:
            if view.annotators[who].name == "Ada" and criterion in opinion_criteria.values():
                for unit in view.derived_units:
                    cell = Cell(unit.id, criterion, target)
                    if unit.kind is UnitKind.OPINION:
                        answer = view.answer(who, cell)
                        total += answer is None or answer.value == "no"
                        implicit += answer is None and view.is_implicit_no(who, cell)
        sentence = f"({implicit:,} of {total:,}) are implicit"
        assert 0 < implicit < total
        assert any(sentence in note for note in registry.compute("kgds-errors", connection, Params()).notes)
        (table,) = [table for paper in papers() for table in paper.tables if table.name == "kgds-opinion-errors"]
        sheet = fill(connection, table, Params())
        assert sheet is not None and any(sentence in note for note in sheet.notes)
