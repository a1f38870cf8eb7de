"""Whole runs of the kgds methods, through replay and through the loopback servers of both APIs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from galley.core.importers.registry import find
from galley.core.importers.run_import import import_files
from galley.core.judges.clients.registry import Source
from galley.core.judges.inquiry.run_progress import RunProgress
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order, prepare
from galley.core.judges.runner import Runner
from galley.core.project.project import Project
from tests.core.judging import QUICK
from tests.core.kgds_model import Model, record

STAGES = (
    ("kgds-summarize", ("all",)),
    ("kgds-verify", ()),
    ("kgds-opinion-errors", ()),
    ("kgds-feedback", ()),
)
MODELS = {"openai": "gpt-4o", "anthropic": "claude-sonnet-4-6", "replay": "played"}


def benchmark(shared_data: Path, count: int | None = None) -> list[dict[str, Any]]:
    """The records of the benchmark."""
    records: list[dict[str, Any]] = json.loads((shared_data / "kgds" / "KGDS.json").read_text("utf-8"))
    return records[:count]


def imported(folder: Path, records: Sequence[Any], facts: bool = True, name: str = "kgds") -> Project:
    """A project with these records; without their facts and opinions where they are to be found."""
    bare = records if facts else [{**r, "BSPAF": [], "BNPAF": [], "CAO": []} for r in records]
    path = folder / f"{name}.json"
    path.write_text(json.dumps(bare, ensure_ascii=False), "utf-8")
    project = Project.create(folder / f"{name}.galley")
    import_files(project, find("kgds"), [path])
    return project


def order(
    method: str, provider: str, criteria: Sequence[str] = (), url: str = "", replies: str = "", **more: Any
) -> Order:
    """An order to a provider."""
    base = "" if not url else url + ("" if provider == "anthropic" else "/v1")
    choices = Choices(tuple(criteria), options=more.pop("options", {}))
    wanted = {"model": MODELS[provider], "choices": choices, "policy": QUICK, "concurrency": 8}
    return Order(method, Source(provider, base, replies), **{**wanted, **more})


def run(project: Project, wanted: Order, timeout: float = 300) -> RunProgress:
    """Run to the end."""
    end = Runner(project, prepare(project, wanted)).start().join(timeout)
    assert end.over, end
    return end


def play(
    project: Project, answers: Model, folder: Path, stages: Sequence[tuple[str, Sequence[str]]] = STAGES, **more: Any
) -> list[RunProgress]:
    """All stages through replay."""
    ends = []
    for method, criteria in stages:
        path = folder / f"{method}.jsonl"
        record(project, order(method, "replay", criteria, replies=_empty(folder), **more), answers, path)
        ends.append(run(project, order(method, "replay", criteria, replies=str(path), **more)))
    return ends


def _empty(folder: Path) -> str:
    path = folder / "none.jsonl"
    path.touch()
    return str(path)
