"""Published outputs on a small set made by hand: table 1, table 2 and figure 3 come out as a loop over the file has
them."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from galley.core.errors import InputError
from galley.core.importers.registry import find, recognise
from galley.core.importers.run_import import import_files
from galley.core.metrics.base import Params
from galley.core.metrics.registry import compute
from galley.core.project.check import check
from galley.core.project.project import Project

MODELS, PARADIGMS = ("GPT one", "Claude two"), ("structured-prompt", "self-reflection")
ABBREVIATIONS = ("OFI", "OSD", "IRU", "IRIC", "OM")


def records() -> list[dict[str, Any]]:
    """Three samples in the form of the benchmark: four paragraphs, two of them supporting, two facts each."""
    made = []
    for sample in range(3):
        texts = [{"paragraph_index": n, "paragraph_text": f"Paragraph {n} of {sample}."} for n in range(1, 5)]
        good = (1 + sample % 2, 4)
        facts = {
            n: [{"atomic_fact": f"Fact {n}{k} of {sample}.", "type": 1 if n in good else (0, 4)[k]} for k in (0, 1)]
            for n in range(1, 5)
        }  # fmt: skip
        if sample == 1:
            facts[4][1]["type"] = 2
        made.append({
            "SBK": texts,
            "KGD": [{"participant": "Person1", "utterance": "Well."}, {"participant": "Person2", "utterance": "No."}],
            "BSP": [texts[n - 1] for n in good],
            "CAO": [f"Person1 thinks {n} of **{sample}**." for n in range(3)],
            "BSPAF": [{"paragraph_index": n, "atomic_facts": facts[n]} for n in good],
            "BNPAF": [{"paragraph_index": n, "atomic_facts": facts[n]} for n in range(1, 5) if n not in good],
        })  # fmt: skip
    return made


def outputs() -> list[dict[str, Any]]:
    """What two models made of them in both patterns and paradigms; answers go round in a circle."""
    made, turn = [], 0
    for sample, record in enumerate(records(), 1):
        for model in MODELS:
            for pattern in ("EBS-AOS", "ABS-AOS"):
                for paradigm in PARADIGMS:
                    turn += 1
                    line: dict[str, Any] = {"sample": sample, "model": model, "pattern": pattern, "paradigm": paradigm}
                    line |= {"AOS": f"Opinions, {turn}.", "verifier": "judge-4"}
                    if pattern == "EBS-AOS":
                        taken = [n for n in range(1, 5) if (turn + n * n) % 3]
                        line["EBS"] = taken if turn % 2 else [record["SBK"][n - 1] for n in taken]
                        line["feedback"] = "own" if turn % 4 == 0 else "expert"
                    else:
                        line["ABS"] = f"Background, {turn}."
                        for name in ("BSPAF", "BNPAF"):
                            line[name] = [
                                {**group, "atomic_facts": [
                                    {"atomic_fact": fact["atomic_fact"], "type": fact["type"],
                                     **({"verification": (turn + n + k) % 3 % 2} if fact["type"] in (0, 1) else {})}
                                    for k, fact in enumerate(group["atomic_facts"])]}
                                for n, group in enumerate(record[name])]  # fmt: skip
                    line["CAO"] = []
                    for n, text in enumerate(record["CAO"]):
                        covered = (turn + n) % 4 != 0
                        entry = {"opinion": text, "verification": "YES" if covered else "NO"}
                        line["CAO"].append(entry | ({} if covered else {"error": ABBREVIATIONS[(turn + n) % 5]}))
                    made.append(line)
    return made


def expected() -> dict[tuple[str, str, str], list[float]]:
    """Table 1 from the file alone: macro means of R, P, F1, CAO and their geometric mean."""
    rows: dict[tuple[str, str, str], list[list[float]]] = defaultdict(list)
    gold = records()
    for line in outputs():
        record = gold[line["sample"] - 1]
        if line["pattern"] == "EBS-AOS":
            taken = {each if isinstance(each, int) else each["paragraph_index"] for each in line["EBS"]}
            good = {each["paragraph_index"] for each in record["BSP"]}
            hits, needed, chosen = len(taken & good), len(good), len(taken)
        else:
            said = {n: [f["verification"] for g in line[n] for f in g["atomic_facts"] if "verification" in f]
                    for n in ("BSPAF", "BNPAF")}  # fmt: skip
            hits, needed = sum(said["BSPAF"]), len(said["BSPAF"])
            chosen = hits + sum(said["BNPAF"])
        recall, precision = hits / needed, hits / chosen if chosen else 0.0
        f1 = 2 * recall * precision / (recall + precision) if hits else 0.0
        cao = mean(each["verification"] == "YES" for each in line["CAO"])
        rows[line["model"], line["pattern"].lower(), line["paradigm"]].append(
            [recall, precision, f1, cao, (f1 * cao) ** 0.5]
        )
    return {key: [mean(column) for column in zip(*lines, strict=True)] for key, lines in rows.items()}


@pytest.fixture
def project(tmp_path: Path) -> Any:
    gold = tmp_path / "KGDS.json"
    gold.write_text(json.dumps(records()), "utf-8")
    with Project.create(tmp_path / "p.galley") as made:
        import_files(made, find("kgds"), [gold])
        yield made
        assert check(made) == []


def put(project: Project, lines: list[dict[str, Any]], whole: bool = False) -> None:
    path = project.path.parent / ("out.json" if whole else "out.jsonl")
    path.write_text(json.dumps(lines) if whole else "".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    assert recognise([path]).name == "kgds-outputs"
    import_files(project, find("kgds-outputs"), [path])


@pytest.mark.parametrize("whole", [False, True])
def test_table_1_comes_out_of_the_published_outputs(project: Project, whole: bool) -> None:
    put(project, outputs(), whole)
    rows = [row for row in compute("kgds", project.read_connection(), Params(resamples=0)).rows if row["by"] == "judge"]
    found = {(r["system"], r["pattern"], r["paradigm"]): [r[n] for n in ("recall", "precision", "f1", "cao", "op")]
             for r in rows}  # fmt: skip
    assert found == {key: pytest.approx(values) for key, values in expected().items()}
    assert len(found) == 8


def test_tables_2_and_figure_3_too(project: Project) -> None:
    put(project, outputs())
    counts: dict[tuple[str, str, str, str], int] = defaultdict(int)
    wins: dict[tuple[str, str], list[int]] = defaultdict(list)
    for line in outputs():
        for each in line["CAO"]:
            if "error" in each:
                counts[line["model"], line["pattern"].lower(), line["paradigm"], each["error"]] += 1
        if "feedback" in line:
            wins[line["model"], line["paradigm"]].append(line["feedback"] == "expert")
    names = {"opinion-fact-inconsistency": "OFI", "opinion-sentiment-distortion": "OSD",
             "implicit-reference-unclarified": "IRU", "implicit-reference-incorrectly-clarified": "IRIC",
             "opinion-misattribution": "OM"}  # fmt: skip
    rows = compute("kgds-errors", project.read_connection(), Params(resamples=0)).rows
    found = {(r["system"], r["pattern"], r["paradigm"], names[r["criterion"]]): r["count"] for r in rows if r["count"]}
    assert found == counts and sum(counts.values()) > 10
    shares = {(r["system"], r["paradigm"]): (r["value"], r["n"])
              for r in compute("kgds-winrate", project.read_connection(), Params()).rows}  # fmt: skip
    assert shares == {key: (pytest.approx(mean(each)), len(each)) for key, each in wins.items()}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"sample": 9}, "no item of this key"),
        ({"pattern": "AOS"}, "the pattern “aos” is unknown"),
        ({"paradigm": "both"}, "the paradigm “both” is unknown"),
        ({"EBS": [0]}, "paragraphs count from 1"),
        ({"feedback": "A"}, "neither expert nor own"),
        ({"CAO": [{"opinion": "Person1 thinks 0 of **0**.", "verification": 2}]}, "neither 1 nor 0"),
        ({"CAO": [{"opinion": "Another.", "verification": 1}]}, "there already with another text"),
        ({"CAO": [{"opinion": "New.", "verification": 1, "id": "o9"}]}, "the facts and opinions of KGDS.json"),
        ({"CAO": [{"opinion": "Person1 thinks 0 of **0**.", "verification": 0, "error": "XX"}]}, "none of the five"),
        ({"CAO": [{"opinion": "Person1 thinks 0 of **0**.", "verification": 1, "error": "OM"}]}, "not covered"),
    ],
)  # fmt: skip
def test_what_cannot_be_right_is_one_sentence_and_nothing_is_taken_in(
    project: Project, change: dict[str, Any], said: str
) -> None:
    line = next(line for line in outputs() if line["pattern"] == "EBS-AOS")
    with pytest.raises(InputError, match=said.replace("*", r"\*")):
        put(project, [line | change])
    (count,) = project.read_connection().execute("SELECT count(*) FROM document WHERE role = 'summary'").fetchone()
    assert count == 0


def test_an_answer_that_could_not_be_read_is_no_no(project: Project) -> None:
    line = next(line for line in outputs() if line["pattern"] == "ABS-AOS")
    line["CAO"] = [{"opinion": f"Person1 thinks {n} of **0**.", "verification": v} for n, v in enumerate((1, 0, None))]
    put(project, [line])
    (row,) = [
        row for row in compute("kgds", project.read_connection(), Params(resamples=0)).rows if row["by"] == "judge"
    ]
    assert row["cao"] == 0.5 and row["left_out"]["opinions without an answer"] == 1
