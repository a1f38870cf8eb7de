"""SUMIE from end to end by command line: two ways to see the paragraphs, both scorings, and the three human studies.

The model behind the server keeps tables by rule, with known faults: it takes distractors in, forgets one fact and says
one thing several times. So every figure is known beforehand; it is worked out here from the rule, by loops of its own.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from tests.core import building
from tests.core.entity_model import between, lines, prompt, reply
from tests.core.fake_models import Answer, Seen, serving
from tests.core.judging import KEY
from tests.core.printed_tables import compare
from tests.core.test_kgds_protocol import handed, run

ENTITIES, TURNS, FACTS = 10, 3, 4
SENTENCE = re.compile(r"The (\w+) of (\w+) is (\w+)\.")
WITH, WITHOUT = "m update", "m update without distractors"


def sentence(turn: int, k: int, name: str, entity: int) -> str:
    return f"The a{turn}{k} of {name} is v{entity}{turn}{k}."


def entity(number: int) -> dict[str, Any]:
    """An entity with four facts and a distractor a turn; the last turn of the first entity has none."""
    paragraphs = []
    for turn in range(1, TURNS + 1):
        facts = [sentence(turn, k, f"INN{number}", number) for k in range(FACTS)]
        others = [] if (number, turn) == (0, TURNS) else [sentence(turn, 9, "OTHER", number)]
        paragraphs.append({
            "text": " ".join([*facts[:2], *others, *facts[2:]]), "tone": "neutral", "distractors": others,
            "golden": [{"attribute": f"a{turn}{k}", "value": f"v{number}{turn}{k}", "evidence": said}
                       for k, said in enumerate(facts)],
        })  # fmt: skip
    return {"entity": f"INN{number}", "category": "Inns", "paragraphs": paragraphs}


def entries(attribute: str, name: str, value: str, whole: str) -> list[dict[str, str]]:
    """What the model makes of a sentence: the second turn's last fact is forgotten, first facts are said often."""
    if attribute == "a23":
        return []
    words = [""]
    if attribute.endswith("0"):
        words = ["", "very ", "quite ", *(["so "] if int(value[1]) % 2 else [])]
    return [{"attribute": attribute, "value": word + value, "evidence": whole} for word in words]


def keeper(seen: Seen, _: int) -> Answer:
    """The model behind the server."""
    text = prompt(seen)
    if "reference" in text and lines("reference", text):
        golden, answers = lines("reference", text), []
        for row in lines("entries", text):
            found = [g for g in golden if (g["attribute"], g["value"]) == (row["attribute"], row["value"].split()[-1])]
            best = found[0] if found else {"attribute": "", "value": "", "evidence": ""}
            answers.append({"entry": row["entry"], "reasoning": "Looked.", "found": bool(found), **best})
        return Answer(json.dumps({"answers": answers}))
    table = json.loads(between("table", text) or "[]")
    for match in SENTENCE.finditer(between("paragraph", text)):
        table += entries(match[1], match[2], match[3], match[0])
    return Answer(json.dumps({"entries": table}))


def expected(system: str, published: bool) -> dict[object, tuple[float, float, float]]:
    """Table 2 by turn: precision, recall and F1, from the rule alone."""
    by_turn: dict[object, list[tuple[float, float, float]]] = {}
    for number in range(ENTITIES):
        mine = []
        for turn in range(1, TURNS + 1):
            golden = FACTS * turn
            held = golden - (turn >= 2)
            again = turn * (3 if number % 2 else 2)
            strangers = 0 if system == WITHOUT else turn - ((number, turn) == (0, TURNS))
            right = held + again if published else held
            precision, recall = right / (held + again + strangers), held / golden
            figures = (precision, recall, 2 * precision * recall / (precision + recall))
            by_turn.setdefault(turn, []).append(figures)
            mine.append(figures)
        by_turn.setdefault("all", []).append(tuple(map(mean, zip(*mine, strict=True))))  # type: ignore[arg-type]
    return {turn: tuple(map(mean, zip(*each, strict=True))) for turn, each in by_turn.items()}  # type: ignore[misc]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Imported, kept in both ways and evaluated by both scorings, through the server."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    path = tmp_path / "study.galley"
    file = tmp_path / "e.jsonl"
    file.write_text("".join(json.dumps(entity(n)) + "\n" for n in range(ENTITIES)), "utf-8")
    run("import", "--format", "sumie", file, "--project", path)
    with serving(keeper) as fake:
        words = ("--project", path, "--provider", "openai", "--model", "m", "--base-url", f"{fake.url}/v1",
                 "--price", "1,1", "--yes")  # fmt: skip
        for setting in ("kept", "left-out"):
            run("judge", "sumie-update", *words, "--set", f"distractors={setting}")
        for scoring in ("strict", "as-published"):
            run("judge", "sumie-evaluate", *words, "--set", f"scoring={scoring}")
        asked = [prompt(seen) for seen in fake.seen]
        told = [text for text in asked if "paragraph" in text and "INN" in text and "reference" not in text]
        assert sum("OTHER" in between("paragraph", text) for text in told) == ENTITIES * TURNS - 1
        assert len(told) == 2 * ENTITIES * TURNS
    return path


def rows(project: Path, metric: str, *options: str) -> list[dict[str, Any]]:
    words = [word for option in options for word in ("--set", option)]
    more = () if "view=statistics" in options else ("--resamples", "0")
    said = json.loads(run("metrics", metric, "--project", project, *words, *more, "--json"))
    found: list[dict[str, Any]] = said["rows"]
    return found


def test_with_and_without_distractors_under_both_scorings(project: Path) -> None:
    found = {(r["system"], r["judge"].endswith("as-published"), r["turn"]): (r["precision"], r["recall"], r["f1"])
             for r in rows(project, "sumie")}  # fmt: skip
    wanted = {
        (system, published, turn): pytest.approx(figures)
        for system in (WITH, WITHOUT) for published in (False, True)
        for turn, figures in expected(system, published).items()
    }  # fmt: skip
    assert found == wanted
    for turn in (1, 2, 3):
        assert found[WITHOUT, False, turn][0] > found[WITH, False, turn][0]
        assert found[WITHOUT, False, turn][1] == found[WITH, False, turn][1]
    both = [r for r in rows(project, "sumie", "scoring=both") if not r["judge"].endswith("as-published")]
    assert Counter(r["repeats"] for r in both) == {"wrong": 8, "right": 8}  # the strict judge, side by side
    split = {(r["system"], r["distractors"]) for r in rows(project, "sumie", "split=distractors")}
    assert split == {(WITH, "with"), (WITHOUT, "without")}
    (whole,) = rows(project, "sumie", "view=statistics")
    assert (whole["attributes"], whole["values"], whole["new"]) == (12, 12, 4)


def answer(folder: Path, who: str, said: Callable[[str, int], str]) -> int:
    """Answer a whole package; ``said`` gives the answer on the n-th cell of a system (or of the golden entries)."""
    with Project.open(folder / f"study-{who}.galley") as package:
        desk, seen = DecisionWriter(package, who), Counter[str]()
        cells = sorted(handed(package), key=lambda each: each[1])
        systems = dict(package.read_connection().execute("SELECT id, system FROM document"))
        for item, cell, _ in cells:
            system = systems[cell.target]
            desk.form(item, {cell: said(system, seen[system])}).result()  # type: ignore[dict-item]
            seen[system] += 1
    run("campaign", "submit", folder / f"study-{who}.galley")
    return len(cells)


def study(project: Path, folder: Path, task: str, said: dict[str, Callable[[str, int], str]]) -> int:
    run("sample", "draw", "--task", task, "--project", project)
    run(
        "campaign",
        "pack",
        "--task",
        task,
        *(w for who in said for w in ("--for", who)),
        "--project",
        project,
        "--out",
        folder,
    )
    counts = {answer(folder, who, each) for who, each in said.items()}
    run("campaign", "merge", *folder.glob("*.answers"), "--project", project)
    (count,) = counts
    return count


def test_the_human_studies_are_shares_of_verdicts(project: Path, tmp_path: Path) -> None:
    run("campaign", "protocol", "use", "sumie", "--project", project)
    # support: both say no of six attributes of each system, one alone of three more
    assert study(project, tmp_path / "support", "support", {
        "ann": lambda _, n: "no" if n < 9 else "yes", "ben": lambda _, n: "no" if n < 6 else "yes",
    }) == 60  # fmt: skip
    # redundancy: of attributes of three values and more; both say yes of 9, one alone of 8 more, so that 22 agree
    assert study(project, tmp_path / "redundancy", "redundancy", {
        "ann": lambda _, n: "yes" if n < 17 else "no", "ben": lambda _, n: "yes" if n < 9 else "no",
    }) == 60  # fmt: skip
    # golden entries: all 30 paragraphs of 40 are drawn; three readers find one, two and three entries at fault
    assert study(project, tmp_path / "golden", "golden", {
        who: (lambda _, n, most=most: "yes" if n < most else "no") for most, who in enumerate(("ann", "ben", "cat"), 1)
    }) == ENTITIES * TURNS * FACTS  # fmt: skip
    with Project.open(project) as opened:
        assert check(opened) == []
        sizes = Counter(unit for (unit,) in opened.read_connection().execute(
            "SELECT unit_id FROM unit_source JOIN unit ON unit.id = unit_id WHERE kind = 'group'"))  # fmt: skip
        drawn = opened.read_connection().execute(
            "SELECT system, criterion.name, unit_id FROM handed JOIN criterion ON criterion.id = criterion_id"
            " JOIN document ON document.id = target_id ORDER BY unit_id").fetchall()  # fmt: skip
    found = {(r["check"], r["system"]): r for r in rows(project, "sumie-studies")}
    assert len(found) == 5
    for system in (WITH, WITHOUT):
        row = found["hallucination", system]
        assert (row["n"], row["verdicts"], row["people"], row["rate"], row["agreement"]) == (30, 60, 2, 0.25, 0.9)
        assert (row["agreed"], row["of"]) == (27, 30)
        votes = [2] * 6 + [1] * 3 + [0] * 21
        weights = [sizes[unit] for name, criterion, unit in drawn if (name, criterion) == (system, "supported")]
        share = sum(v * w for v, w in zip(votes, weights, strict=True)) / (2 * sum(weights))
        assert row["by_values"] == pytest.approx(share) and row["values"] == sum(weights)
        row = found["redundancy", system]
        assert (row["n"], row["rate"], row["agreed"]) == (30, pytest.approx(26 / 60), 22)
        votes = [2] * 9 + [1] * 8 + [0] * 13
        weights = [sizes[unit] for name, criterion, unit in drawn if (name, criterion) == (system, "redundant")]
        assert min(weights) == 3 and max(weights) == 4
        share = sum(v * w for v, w in zip(votes, weights, strict=True)) / (2 * sum(weights))
        assert row["by_values"] == pytest.approx(share) != row["rate"]
    compare("sumie", project)
    row = found["alignment", ""]
    n = ENTITIES * TURNS * FACTS
    assert (row["n"], row["people"], row["rate"], row["agreed"]) == (n, 3, pytest.approx(6 / (3 * n)), n - 2)
    assert row["asked"] == "entry" and row["by_values"] == row["rate"]


def near_copies(seen: Seen, _: int) -> Answer:
    """A model that makes entities up by rule. Its tables say every third value in other words and make one thing up;
    as the oracle it names golden rows nearly, and never as they stand."""
    text = prompt(seen)
    if between("reference", text):
        golden, answers = lines("reference", text), []
        for row in lines("entries", text):
            meant = [g for g in golden if g["value"] == row["value"].removeprefix("quite ")]
            about = {name: "" for name in ("attribute", "value", "evidence")}
            if meant:
                near = meant[0]["evidence"].replace(" is ", " is said to be ")
                about = {"attribute": "what it says", "value": f"{meant[0]['value']} indeed", "evidence": near}
            answers.append({"entry": row["entry"], "reasoning": "Looked.", "found": bool(meant), **about})
        return Answer(json.dumps({"answers": answers}))
    told = reply(text)
    if between("paragraph", text) and "entries" in told:
        before = json.loads(between("table", text) or "[]")
        for number, row in enumerate(told["entries"][len(before) :]):
            row["value"] = ("quite " if number % 3 == 0 else "") + row["value"]
        told["entries"].append({"attribute": "Moat", "value": f"deep {len(told['entries'])}", "evidence": "It is."})
    return Answer(json.dumps(told))


def shared_words(one: str, other: str) -> float:
    """F1 of the words that two sentences share."""
    first, second = (Counter(re.findall(r"\w+", text.lower())) for text in (one, other))
    return 2 * sum((first & second).values()) / (first.total() + second.total())


def test_entities_of_ones_own_are_made_kept_and_scored_by_the_nearest_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a list of names to table 1 by command; the golden row of each entry, and the figures, from the export."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    path, file = tmp_path / "own.galley", tmp_path / "names.jsonl"
    file.write_text("".join(json.dumps({"entity": f"HOTEL{n}", "category": "Hotels"}) + "\n" for n in (1, 2)), "utf-8")
    run("import", "--format", "sumie", file, "--project", path)
    with serving(near_copies) as fake:
        words = ("--project", path, "--provider", "openai", "--model", "m", "--base-url", f"{fake.url}/v1",
                 "--price", "1,1", "--yes")  # fmt: skip
        small = ("--set", "turns=3", "--set", "attributes=20", "--set", "entries=6")
        run("judge", "sumie-generate", *words, *small)
        run("judge", "sumie-update", *words)
        run("judge", "sumie-evaluate", *words)
    run("export", "galley", "--project", path, "--out", tmp_path / "all.jsonl")
    wanted: dict[int, list[tuple[float, float, float]]] = {}
    named = 0
    for record in building.native((tmp_path / "all.jsonl").read_bytes()):
        if "key" not in record:
            continue
        turns = {d["id"]: (d["role"], d["meta"]["turn"]) for d in record["documents"] if "turn" in d.get("meta", {})}
        rows_of: dict[tuple[str, int], list[dict[str, Any]]] = {}
        for unit in record["units"]:
            rows_of.setdefault(turns[unit["document"]], []).append(unit)
        quotes = {v["unit"]: v["evidence"][0]["quote"] for v in record["verdicts"]
                  if v["criterion"] == "unsupported-value" and v["value"] == "no" and v.get("evidence")}  # fmt: skip
        for turn in (1, 2, 3):
            golden = {(u["meta"]["attribute"], u["meta"]["value"]): u["meta"]["evidence"]
                      for upto in range(1, turn + 1) for u in rows_of["reference", upto]}  # fmt: skip
            table = rows_of["table", turn]
            held = set()
            for unit in table:
                value = unit["meta"]["value"].removeprefix("quite ")
                meant = next((pair for pair in golden if pair[1] == value), None)
                first = meant is not None and meant not in held
                held |= {meant} if meant is not None else set()
                if unit["meta"]["value"] != value and first and meant is not None and unit["id"] in quotes:
                    near = golden[meant].replace(" is ", " is said to be ")
                    best = max(golden, key=lambda pair, near=near: shared_words(golden[pair], near))
                    assert best == meant and quotes[unit["id"]] == ": ".join(best), "of many that are nearly the same"
                    named += 1
            precision, recall = len(held) / len(table), len(held) / len(golden)
            wanted.setdefault(turn, []).append((precision, recall, 2 * precision * recall / (precision + recall)))
    assert named > 5, "rows were found by their evidence"
    found = {r["turn"]: (r["precision"], r["recall"], r["f1"]) for r in rows(path, "sumie")}
    for turn, each in wanted.items():
        assert found[turn] == pytest.approx(tuple(map(mean, zip(*each, strict=True)))), turn
    assert 0.5 < found[3][0] < 1 and found[3][1] == 1.0, "what is made up is wrong, and nothing is lost"
    with Project.open(path) as opened:
        assert check(opened) == []
