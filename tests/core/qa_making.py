"""A project, recorded replies and a talking fake for the tests of question-answer evaluation and refinement."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from galley.core.domain import Document
from galley.core.judges.clients.registry import Source
from galley.core.judges.inquiry.run_progress import RunProgress
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order, prepare
from galley.core.judges.runner import Runner
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.items import ItemView
from tests.core import building
from tests.core.fake_models import Answer, Seen

ARTICLE = [
    "The Harrow bridge opened in 1912. It cost two million crowns.",
    "The engineer Ida Falk drew it. The old ferry was sold to Norway.",
]
SUMMARY = ["The Harrow bridge opened in 1913.", "It was drawn by Ida Falk."]


def record(key: str = "a", **more: Any) -> dict[str, Any]:
    return {
        "key": key,
        "dataset": "made-up",
        "documents": [
            {"id": "article", "role": "article", "paragraphs": ARTICLE},
            {"id": "sum-a", "role": "summary", "system": "a", "sentences": SUMMARY},
        ],
        **more,
    }


def asked(question: str, answer: str, quote: str = "", kind: str = "what") -> dict[str, Any]:
    return {"question": question, "type": kind, "answer": answer, "places": [], "quotes": [quote] if quote else []}


def answers(*given: str | tuple[str, str]) -> dict[str, Any]:
    said = [each if isinstance(each, tuple) else (each, "") for each in given]
    return {
        "answers": [
            {"number": n, "answer": text, "quotes": [quote] if quote else []} for n, (text, quote) in enumerate(said, 1)
        ]
    }


COVERAGE = [
    asked("When did the Harrow bridge open?", "1912", "opened in 1912", "when"),
    asked("What did the Harrow bridge cost?", "two million crowns", "two million crowns"),
    asked("Who drew the Harrow bridge?", "Ida Falk", "Ida Falk drew it", "who"),
]
PAIRS = [
    asked("When did the Harrow bridge open?", "1913", "opened in 1913", "when"),
    asked("Who drew the Harrow bridge?", "Ida Falk", "drawn by Ida Falk"),
]
EVALUATION = [
    {"part": "questions", "reply": {"questions": COVERAGE}},
    {"part": "pairs", "reply": {"pairs": PAIRS}},
    {
        "part": "summary answers",
        "reply": answers(("1913", "opened in 1913"), "UNANSWERABLE", ("Ida Falk", "drawn by Ida Falk")),
    },
    {"part": "document answers", "reply": answers(("1912", "opened in 1912"), ("Ida Falk", "engineer Ida Falk"))},
]


def replay(project: Project, method: str, lines: list[dict[str, Any]], model: str = "m", **choices: Any) -> RunProgress:
    """A run with recorded replies to its end."""
    return Runner(project, prepare(project, order(project, method, lines, model, **choices))).start().join(20)


def order(project: Project, method: str, lines: list[dict[str, Any]], model: str = "m", **choices: Any) -> Order:
    file = project.path.parent / "replies.jsonl"
    file.write_text("".join(json.dumps({"item": "a", **line}) + "\n" for line in lines), "utf-8")
    return Order(method, Source("replay", replies=str(file)), model, Choices(**choices))


def view_of(project: Project, item: int = 1) -> ItemView:
    return items.load_item_view(project.read_connection(), item)


def named(view: ItemView, name: str) -> Document:
    return next(document for document in view.documents if document.name == name)


def criteria(project: Project) -> dict[str, int]:
    """Row ids of the criteria by name."""
    return dict(project.read_connection().execute("SELECT name, id FROM criterion").fetchall())


def scores(project: Project) -> dict[tuple[str, str], float]:
    """Scores by document and metric."""
    return {
        (document, metric): value
        for document, metric, value in project.read_connection().execute(
            "SELECT document.name, metric, value FROM score JOIN document ON document.id = document_id"
        )
    }


def made(tmp_path: Path, *records: dict[str, Any]) -> Project:
    return building.project(tmp_path, *(records or (record(),)))


# A fake that reads the prompt --------------------------------------------------------------------------------------

MENDED = {"1913": "1912"}


def talk(seen: Seen, _: int) -> Answer:
    """Answers each prompt of evaluation and refinement from the texts in it: a summary answers what it holds."""
    body = json.dumps(seen.body, ensure_ascii=False)
    text = "\n".join(_texts(seen.body))
    if "Write 6 to 12 questions" in text:
        return Answer(json.dumps({"questions": COVERAGE}))
    if "pairs and answer" in text:
        summary = _between(text, "summary")
        year = re.search(r"19\d\d", summary)
        pairs = [asked("When did the Harrow bridge open?", year[0], f"opened in {year[0]}", "when")] if year else []
        return Answer(json.dumps({"pairs": [*pairs, PAIRS[1]]}))
    if "Here is what is wrong in it" in text:
        mended = re.sub(r"\[\d+\] ", "", _between(text, "summary")).replace("\n", " ").strip()
        return Answer(json.dumps({"summary": mended.replace("1913", "1912")}))
    if "Here is what is missing in it" in text:
        mended = re.sub(r"\[\d+\] ", "", _between(text, "summary")).replace("\n", " ").strip()
        return Answer(json.dumps({"summary": mended + " It cost two million crowns."}))
    if "Answer each of the" in text:
        source = _between(text, "summary") if "from a summary" in text else _between(text, "article")
        given = []
        for number, question in re.findall(r"\[(\d+)\] (W[^\n]+\?)", _between(text, "questions")):
            held = {"When": r"(19\d\d)", "What": r"(two million crowns)", "Who": r"(Ida Falk)"}[question.split()[0]]
            found = re.search(held, source)
            given.append({"number": int(number), "answer": found[1] if found else "UNANSWERABLE", "quotes": []})
        return Answer(json.dumps({"answers": given}))
    raise AssertionError(body)


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [text for each in inner for text in _texts(each)]


def _between(text: str, tag: str) -> str:
    found = re.search(rf"<({tag}-[0-9a-f]{{10}})>\n(.*?)\n</\1>", text, re.DOTALL)
    assert found, tag
    return found[2]
