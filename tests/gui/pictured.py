"""Believable made-up projects for the pictures of the documentation, from the sample and ``pictured_texts``."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from galley.core.importers import registry
from galley.core.importers.run_import import import_files
from galley.core.paths import resources
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from tests.core import building
from tests.core.asked_projects import CHANGES, RATINGS
from tests.core.qa_making import answers, asked, replay
from tests.core.studies import run
from tests.core.test_qa_refine import STRICT
from tests.gui import pictured_texts as texts

ROOT = Path(__file__).resolve().parents[2]
MODEL = "recorded-model"


def sample_rows() -> list[dict[str, Any]]:
    """The records of the sample."""
    lines = (resources() / "sample" / "sample.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def articles(count: int = 11) -> list[dict[str, Any]]:
    """The article of the texts, and those of the sample in Latin letters without their conversations."""
    found = [texts.record()]
    for row in sample_rows():
        documents = [each for each in row["documents"] if each["role"] in ("article", "summary")]
        if documents[0]["role"] != "article" or not documents[0]["paragraphs"][0].isascii() or len(documents) > 3:
            continue
        verdicts = [each for each in row["verdicts"] if each["scheme"] == "finesure" and each["document"][:3] == "sum"]
        judged = [each for each in row.get("judged", []) if each["scheme"] == "finesure"]
        found.append({"key": row["key"], "dataset": row["dataset"], "documents": documents, "verdicts": verdicts,
                      "judged": judged})  # fmt: skip
    return found[:count]


def facts(folder: Path) -> Path:
    """Articles with summaries of several systems, and what a judge of facts flagged in them."""
    return _made(folder, articles(), "news")


def judged(folder: Path) -> Path:
    """The same without flags, after a judge that needs no network and one whose replies were recorded; some of these
    never came."""
    rows = articles()
    path = _made(folder, [{**row, "verdicts": [], "judged": []} for row in rows], "news")
    replies = []
    for row in rows[:-2]:
        for document in row["documents"][1:]:
            wrong = {v["unit"]: v for v in row["verdicts"] if v["document"] == document["id"] and v["kind"] == "judge"}
            said = [_entry(number, wrong.get(number)) for number in range(len(document["sentences"]))]
            replies.append({"item": row["key"], "document": document["id"], "part": "faithfulness",
                            "reply": {"verdicts": said}})  # fmt: skip
    lines = "".join(json.dumps(each) + "\n" for each in replies)
    (folder / "replies.jsonl").write_text(lines, "utf-8")
    judge(path, "offline")
    judge(path, "finesure", "--criterion", "faithfulness", "--provider", "replay", "--model", MODEL, "--replies",
          "replies.jsonl")  # fmt: skip
    return path


def _entry(number: int, flag: dict[str, Any] | None) -> dict[str, Any]:
    names = flag["criterion"].replace("-", " ").capitalize() if flag else "no error"
    quotes = [each["quote"] for each in flag.get("evidence", [])] if flag else []
    return {"number": number + 1, "reason": flag["explanation"] if flag else "The article says so.", "words": [],
            "quotes": quotes, "category": names}  # fmt: skip


def discussions(folder: Path) -> Path:
    """Discussions with their opinions and facts, in the tasks of the shipped protocol."""
    rows = [row for row in sample_rows() if any(unit["kind"] == "opinion" for unit in row.get("units", []))]
    rows.sort(key=lambda row: row["key"] not in texts.FACTS)
    for row in rows:
        for number, (words, paragraph) in enumerate(texts.FACTS.get(row["key"], ()), 1):
            row["units"].append({"id": f"f{number}", "kind": "fact", "text": words, "from": [["article", paragraph]]})
    return _made(folder, rows, "discussions")


def questioned(folder: Path) -> Path:
    """Articles with questions that two summaries and the article itself answer."""
    first, second = "atlas-7b", "condor-large"
    rows = []
    for key in ("tram-0031", "port-0032", "works-0033"):
        made = texts.record(key)
        made["documents"] = [each for each in made["documents"] if each.get("system") in (None, first, second)]
        units, verdicts = [], []
        for rank, (question, own, words, others) in enumerate(texts.QUESTIONS, 1):
            at = next(n for n, paragraph in enumerate(texts.ARTICLE) if words in paragraph)
            units.append(_question(f"c{rank}", "coverage", "article", question, own, at, rank))
            verdicts += [_answer(f"c{rank}", f"sum-{system}", "coverage", other)
                         for system, other in zip((first, second), others, strict=True)]  # fmt: skip
        for rank, (system, question, own, at, other) in enumerate(texts.SELF, 1):
            units.append(_question(f"s{rank}", "consistency", f"sum-{system}", question, own, at, rank))
            verdicts.append(_answer(f"s{rank}", f"sum-{system}", "consistency", other))
        rows.append({**made, "units": units, "verdicts": verdicts})
    return _used(_made(folder, rows, "checked-answers"), "long-sum-eval")


def _question(name: str, side: str, home: str, words: str, own: str, at: int, rank: int) -> dict[str, Any]:
    meta = {"asks": words.split()[0].lower(), "rank": rank, "answer": own}
    return {"id": name, "kind": "question", "type": side, "text": words, "document": home, "from": [[home, at]],
            "meta": meta}  # fmt: skip


def _answer(question: str, summary: str, side: str, said: str) -> dict[str, Any]:
    who, fault = ("summary", "unanswered") if side == "coverage" else ("document", "inconsistent")
    words = f"The {who} answers: {said}" if said else f"The {who} gives no answer."
    return {"annotator": "qa-judge", "kind": "judge", "scheme": "qa-evaluation", "criterion": fault, "unit": question,
            "about": summary, "value": "no" if said else "yes", "explanation": words}  # fmt: skip


def rated(folder: Path) -> Path:
    """Articles whose summaries are rated; a judge has rated the accuracy of all of them."""
    rows = []
    for row in articles():
        verdicts = [
            {"annotator": "likert-judge", "kind": "judge", "scheme": "likert", "criterion": "accuracy", "unit": "whole",
             "document": each["id"], "value": texts.RATED[each["system"]]}
            for each in row["documents"][1:]
        ]  # fmt: skip
        rows.append({**row, "verdicts": verdicts, "judged": []})
    return _used(_made(folder, rows, "ratings"), RATINGS)


def refined(folder: Path) -> Path:
    """Articles with a summary in three versions, whose changes are gone through."""
    rows = articles(6)
    rows[0]["documents"] = [each for each in rows[0]["documents"] if each.get("system") in (None, "condor-large")]
    rows = [{**row, "verdicts": [], "judged": []} for row in rows]
    path = _made(folder, rows[:1], "versions")
    more = folder / "more.jsonl"
    more.write_text("".join(json.dumps(row) + "\n" for row in rows[1:]), "utf-8")
    lines = [{**line, "item": "tram-0031"} for line in _rounds()]
    with Project.open(path) as opened:
        end = replay(opened, "refine", lines, model=MODEL, options={**STRICT, "rounds": "2"})
        assert (end.state, end.failed_calls) == ("done", 0), end
        import_files(opened, registry.find("galley"), [more])
    return _used(path, CHANGES)


def _rounds() -> list[dict[str, Any]]:
    chosen = [texts.QUESTIONS[at] for at in (0, 2, 5, 6)]
    coverage = [asked(question, own, words) for question, own, words, _ in chosen]
    system = "condor-large"
    summary = " ".join(texts.SUMMARIES[system])
    own = [(question, said, other) for name, question, said, _, other in texts.SELF if name == system]
    pairs = [asked("How much later does the tram open?", "seven weeks", "seven weeks later than planned")]
    pairs += [asked(question, said, said if said in summary else "") for question, said, _ in own]
    mended = [asked("How much later does the tram open?", "seven months", "seven months later than planned"),
              asked("Who is Ines Kolar?", "the planner of the line", "who planned the line")]  # fmt: skip
    longer = [asked("What has the line cost?", "312 million crowns", "312 million crowns"),
              asked("How many shops have closed for good?", "nine", "Nine shops have closed for good")]  # fmt: skip
    nothing = ["14 May", *3 * ["UNANSWERABLE"]]
    return [
        {"part": "questions", "reply": {"questions": coverage}},
        {"part": "pairs", "reply": {"pairs": pairs}},
        {"part": "summary answers", "reply": answers(*nothing)},
        {"part": "document answers", "reply": answers("seven months", *(other for *_, other in own))},
        {"part": "round 1: refine", "reply": {"summary": texts.MENDED}},
        {"part": "round 1: summary answers", "reply": answers(*nothing)},
        {"part": "round 1: pairs", "reply": {"pairs": mended}},
        {"part": "round 1: document answers", "reply": answers("seven months", "the planner of the line")},
        {"part": "round 2: refine", "reply": {"summary": texts.LONGER}},
        {"part": "round 2: summary answers", "reply": answers("14 May", "312 million crowns", "nine", "no")},
        {"part": "round 2: pairs", "reply": {"pairs": longer}},
        {"part": "round 2: document answers", "reply": answers("312 million crowns", "nine")},
    ]


def entities(folder: Path) -> Path:
    """Guest houses in reviews, the tables of two systems, and what was held against the golden entries."""
    heads = ("entity", "category", "turn", "paragraph", "attribute", "value", "evidence", "system", "method")
    house = ("Lantern House", "guest house")
    source = folder / "entities.csv"
    with source.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(heads)
        for turn, attribute, value, evidence in texts.GOLDEN:
            writer.writerow((*house, turn, texts.PARAGRAPHS[turn - 1], attribute, value, evidence, "", ""))
        for system in texts.KEPT:
            for turn, paragraph in enumerate(texts.PARAGRAPHS, 1):
                for attribute, (value, evidence) in _table(system, turn).items():
                    writer.writerow((*house, turn, paragraph, attribute, value, evidence, system, "update"))
    path = folder / "guest-houses.galley"
    with Project.create(path) as project:
        import_files(project, registry.find("sumie"), [source])
    (folder / "none.jsonl").write_text('{"item": "Lantern House", "reply": {}}\n', "utf-8")
    judge(path, "sumie-evaluate", "--provider", "replay", "--model", "exact", "--replies", "none.jsonl", "--set",
          "match=exact")  # fmt: skip
    return path


def _table(system: str, turn: int) -> dict[str, tuple[str, str]]:
    """What a system's table holds after a turn."""
    found: dict[str, tuple[str, str]] = {}
    for at, attribute, value, evidence in texts.GOLDEN:
        if at <= turn:
            found[attribute] = (value, evidence)
    for at, changes in texts.KEPT[system].items():
        for attribute, other in changes.items() if at <= turn else ():
            if other is None:
                found.pop(attribute, None)
            else:
                found[attribute] = other
    return found


def worked(path: Path, items: Iterable[int], reviewer: str = "Ada") -> Path:
    """The project after somebody finished these items."""
    with Project.open(path) as project:
        desk = DecisionWriter(project, reviewer)
        for item in items:
            building.finish_all(desk, load_item_view(project.read_connection(), item)).result()
    return path


def judge(path: Path, *words: str) -> None:
    """A run from the command line."""
    command = [sys.executable, "-m", "galley.core.cli", "judge", *words, "--project", str(path), "--yes"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    subprocess.run(command, check=True, cwd=path.parent, env=environment, stdout=subprocess.DEVNULL)


def _made(folder: Path, rows: list[dict[str, Any]], name: str) -> Path:
    with building.project(folder, *rows, name=f"{name}.galley") as opened:
        return opened.path


def _used(path: Path, protocol: str) -> Path:
    if "\n" in protocol:
        file = path.with_suffix(".toml")
        file.write_text(protocol, "utf-8")
        protocol = str(file)
    run("campaign", "protocol", "use", protocol, "--project", str(path))
    return path
