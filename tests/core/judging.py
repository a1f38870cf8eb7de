"""Judge runs for tests: projects, orders and the replies of a fake server that has read the prompt."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

from galley.core.judges.clients.base import CallError, Client, Reply, Request
from galley.core.judges.clients.registry import Source
from galley.core.judges.inquiry.run_progress import RunProgress
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order, prepare
from galley.core.judges.retry import RetryPolicy, attempt
from galley.core.judges.runner import Runner
from galley.core.project.project import Project
from galley.core.review import items
from tests.core import building
from tests.core.fake_models import Answer, FakeModels, Seen

KEY = "sk-planted-abcdefghijkl"
QUICK = RetryPolicy(attempts=3, timeout=5.0, first=0.01, cap=0.3)
ONE = ("changed-meaning",)


def many(tmp_path: Path, count: int) -> Project:
    """A project of so many items, each with its own texts."""
    records = []
    for number in range(count):
        record = building.record(f"item-{number}", verdicts=[], judged=[])
        record["documents"][0]["turns"][1]["text"] = f"It leaves at {number}."
        records.append(record)
    return building.project(tmp_path, *records)


def asked(seen: Seen) -> int:
    """How many units the prompt asks about."""
    found = re.search(r"Judge each of the (\d+)", json.dumps(seen.body))
    assert found
    return int(found[1])


def verdicts(count: int, yes: tuple[int, ...] = (), **more: Any) -> str:
    entry = {"reasoning": "Compared.", "words": [], "quotes": []}
    return json.dumps(
        {
            "verdicts": [
                {"number": n, **entry, **(more if n in yes else {}), "label": "YES" if n in yes else "NO"}
                for n in range(1, count + 1)
            ]
        }
    )


def good(seen: Seen, _: int) -> Answer:
    return Answer(verdicts(asked(seen)))


def order(fake: FakeModels, provider: str = "openai", **more: Any) -> Order:
    base = fake.url + ("" if provider == "anthropic" else "/v1")
    base_order = {"model": "gpt-4o", "choices": Choices(ONE, 1), "policy": QUICK, "concurrency": 4}
    if provider == "anthropic":
        base_order["model"] = "claude-sonnet-4-6"
    return Order("dial-summer-fine", Source(provider, base), **{**base_order, **more})


async def through(client: Client, wanted: Request, timeout: float) -> Reply:
    """The reply, asked for in simpler ways where the server refuses the first one."""
    while True:
        try:
            return await attempt(client, wanted, RetryPolicy(timeout=timeout))
        except CallError as error:
            if error.instead is None:
                raise
            wanted = error.instead


def run(project: Project, wanted: Order, timeout: float = 20) -> RunProgress:
    runner = Runner(project, prepare(project, wanted)).start()
    end = runner.join(timeout)
    assert end.over, end
    return end


def calls(project: Project, columns: str = "state, unscored") -> list[Any]:
    return project.read_connection().execute(f"SELECT {columns} FROM call ORDER BY id").fetchall()


def judged_verdicts(project: Project, item: int = 1) -> list[Any]:
    view = items.load_item_view(project.read_connection(), item)
    return [v for v in view.verdicts if v.run is not None]


def until(true: Any, seconds: float = 10) -> None:
    limit = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < limit
        time.sleep(0.005)
