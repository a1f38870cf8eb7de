"""The kgds methods on one small item with recorded replies, and what came of it."""

from __future__ import annotations

import json
from typing import Any

from galley.core.domain import Document
from galley.core.judges.clients.registry import Source
from galley.core.judges.inquiry.run_progress import RunProgress
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order, prepare
from galley.core.judges.runner import Runner
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.storage import names
from tests.core import building

MODEL = "m"


def bare_item(**more: Any) -> dict[str, Any]:
    made = building.discussion()
    made["documents"], made["units"] = made["documents"][:2], []
    made["verdicts"] = [v for v in made["verdicts"] if v["scheme"] == "kgds-paragraph"]
    return {**made, **more}


def play(project: Project, method: str, replies: dict[str, Any], *criteria: str, **more: Any) -> RunProgress:
    """A run whose replies are named by the part of the call."""
    file = project.path.parent / "replies.jsonl"
    lines = [{"item": "a", "part": part, "reply": reply} for part, reply in replies.items()]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    order = Order(method, Source("replay", replies=str(file)), MODEL, Choices(criteria, **more))
    end = Runner(project, prepare(project, order)).start().join(20)
    assert end.state == "done", end
    return end


def calls(project: Project) -> dict[str, tuple[str, str]]:
    """What became of the calls: part to (unscored, repaired)."""
    rows = project.read_connection().execute("SELECT part, unscored, repaired FROM call ORDER BY id")
    return {part: (unscored, repaired) for part, unscored, repaired in rows}


def written(project: Project) -> dict[str, Document]:
    return {
        d.name: d for d in items.load_item_view(project.read_connection(), 1).documents if d.name.startswith("sum-")
    }


def doubts(project: Project, who: str) -> dict[tuple[str, str, str], tuple[Any, str]]:
    """As ``said``, without each clear "no"."""
    return {key: value for key, value in said(project, who).items() if value[0] != "no"}


def said(project: Project, who: str) -> dict[tuple[str, str, str], tuple[Any, str]]:
    """(criterion, unit, target) to (value, reason) of a judge."""
    view = items.load_item_view(project.read_connection(), 1)
    words = {c.row: c.id for c in names.criteria(project.read_connection()).values()}
    return {
        (words[v.cell.criterion], view.unit(v.cell.unit).name or view.unit(v.cell.unit).text,
         view.document(v.cell.target).name): (v.value, v.reason)
        for v in view.verdicts if view.annotators[v.annotator].name == who
    }  # fmt: skip


def entries(*labels: str | None, **more: Any) -> dict[str, Any]:
    """A list of labels; None leaves a number out."""
    return {"verdicts": [
        {"number": n, "reasoning": f"r{n}", "quotes": [], **more, "label": label}
        for n, label in enumerate(labels, 1) if label is not None
    ]}  # fmt: skip
