"""Runs that make documents are killed (``kill -9``) at random moments: entity tables, made-up entities, summaries.

Each kill has a copy of one project and a moment of its own, drawn evenly over the length of an undisturbed run. Then
the run is gone on with, and all that it made is held against what the undisturbed one made. A reply is lost where it
was sent and is not on disk; no more than were under way may be, and nothing else is asked twice.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import time
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from galley.core.judges.clients.registry import Source
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order, order_of
from galley.core.project.check import check
from galley.core.project.project import Project
from tests.core import building
from tests.core.entity_model import prompt, reply
from tests.core.fake_models import Answer, Seen, serving
from tests.core.judging import KEY, QUICK, run
from tests.core.kgds_play import bare_item
from tests.core.made_entities import grown, planned, replies_file
from tests.faults.judge_run import child, settled
from tests.faults.killing import Found

ROOT = Path(__file__).resolve().parents[2]
WORKERS = 4
LATENCY = 0.01
TURNS = 7
SMALL = {"turns": "3", "attributes": "12", "entries": "4"}

CHILD = """
import sys
from pathlib import Path
from galley.core.judges.order import prepare
from galley.core.judges.runner import Runner
from galley.core.project.project import Project
from tests.faults.made_run import KINDS
path = Path(sys.argv[2])
if sys.argv[3]:
    import galley.core.judges.clients.openai  # before it says so: the moments are to fall into the run
project = Project.open(path)
runner = Runner(project, prepare(project, KINDS[sys.argv[1]].order(path.parent, sys.argv[3]))).start()
print("started", flush=True)
runner.join()
project.close()
"""


@dataclass(frozen=True)
class Kind:
    """One kind of run. ``make`` makes its project in a folder with so many items; ``order`` is the run's, given the
    folder and the address of the server; ``script`` what that answers, none for recorded replies. It has ``items``
    unless asked otherwise."""

    name: str
    items: int
    make: Callable[[Path, int], Project]
    order: Callable[[Path, str], Order]
    script: Callable[[Seen, int], Answer] | None = None


def _entities(folder: Path, items: int) -> Project:
    project = grown(folder, items, TURNS)
    replies_file(folder, project, "sumie-update")
    return project


def _replayed(folder: Path, url: str) -> Order:
    return Order("sumie-update", Source("replay", replies=str(folder / "sumie-update.jsonl")), "m", concurrency=WORKERS)


def _generated(folder: Path, url: str) -> Order:
    more = {"concurrency": WORKERS, "policy": QUICK}
    return Order("sumie-generate", Source("openai", f"{url}/v1"), "m", Choices(options=SMALL), **more)  # type: ignore[arg-type]


def _planned(folder: Path, items: int) -> Project:
    return planned(folder, *(f"HOTEL{number}" for number in range(items)))


def _entity(seen: Seen, _: int) -> Answer:
    return Answer(json.dumps(reply(prompt(seen))))


def _discussions(folder: Path, items: int) -> Project:
    records = [bare_item(key=f"item {number}") for number in range(items)]
    for number, record in enumerate(records):  # else identical calls would be paid once for all
        record["documents"][0]["turns"][0]["text"] += f" Number {number}."
    return building.project(folder, *records, name="p.galley")


def _summarised(folder: Path, url: str) -> Order:
    more = {"concurrency": WORKERS, "policy": QUICK}
    return Order("kgds-summarize", Source("openai", f"{url}/v1"), "m", Choices(("all",)), **more)  # type: ignore[arg-type]


def _summary(seen: Seen, _: int) -> Answer:
    said = [m["content"] for m in seen.body["messages"]]
    again, written = "Checked. " * (len(said) > 2), "background_summary" in said[0]
    parts = {"background_summary": f"{again}A ferry leaves."} if written else {"paragraphs": [1]}
    text = json.dumps({"reflection": "x", **parts, "opinion_summary": f"{again}Ann is glad."})
    return Answer(text)


def _late(script: Callable[[Seen, int], Answer]) -> Callable[[Seen, int], Answer]:
    """The same after the time that a server takes. A request that broke off with its sender gets an empty answer."""

    def answer(seen: Seen, number: int) -> Answer:
        return replace(script(seen, number), delay=LATENCY) if isinstance(seen.body, dict) else Answer()

    return answer


KINDS = {
    kind.name: kind
    for kind in (
        Kind("entities", 200, _entities, _replayed),
        Kind("generation", 8, _planned, _generated, _entity),
        Kind("summaries", 40, _discussions, _summarised, _summary),
    )
}


def made(project: Project) -> dict[str, Any]:
    """What the run made, and which calls were paid for it."""
    connection = project.read_connection()
    return {
        "documents": connection.execute(
            "SELECT key, name, role, system, part, document.meta, text FROM document JOIN item ON item.id = item_id"
            " ORDER BY key, name"
        ).fetchall(),
        "units": connection.execute(
            "SELECT key, unit.name, unit.kind, unit.text, unit.meta FROM unit"
            " JOIN document ON document.id = document_id JOIN item ON item.id = item_id"
            " WHERE unit.text IS NOT NULL ORDER BY 1, 2, 4"
        ).fetchall(),
        "calls": connection.execute("SELECT key, reply FROM call WHERE state = 'done' ORDER BY key").fetchall(),
    }


def server(kind: Kind) -> Any:
    """The server of a kind's run, where it has one."""
    return serving(_late(kind.script)) if kind.script else nullcontext()


def undisturbed(kind: Kind, ready: Path) -> tuple[dict[str, Any], float]:
    """What a run makes that nobody disturbs, and the seconds that it takes."""
    shutil.copytree(ready, folder := ready.with_name(f"{kind.name}-undisturbed"))
    with server(kind) as fake:
        with child(CHILD, kind.name, str(folder / "p.galley"), fake.url if fake else "") as process:
            began = time.monotonic()
            process.wait(300)
            took = time.monotonic() - began
        with Project.open(folder / "p.galley") as project:
            return made(project), took


def kill(kind: Kind, folder: Path, after: float, wanted: dict[str, Any]) -> tuple[int, list[str]]:
    """Kill a run ``after`` so many seconds, go on with it and look at everything: (replies on disk, what is wrong)."""
    wrong: list[str] = []
    with server(kind) as fake:
        with child(CHILD, kind.name, str(folder / "p.galley"), fake.url if fake else "") as process:
            time.sleep(after)
            process.send_signal(signal.SIGKILL)
            process.wait(10)
        with Project.open(folder / "p.galley") as project:
            wrong += [f"the project is not sound: {each}" for each in check(project)[:1]]
            saved = len(made(project)["calls"])
            if fake:
                settled(fake)
                wrong += _too_many("replies were lost", len(fake.seen) - saved)
            state, settings = project.read_connection().execute("SELECT state, settings FROM run").fetchone()
            end = run(project, order_of(json.loads(settings)), 300)
            if end.state != "done" or (not end.is_resumed and state != "done"):
                wrong.append(f"the run was not gone on with: {end.state} {end.why}")
            wrong += _compared(project, wanted)
            if fake:
                wrong += _too_many("requests were sent twice", len(fake.seen) - len(wanted["calls"]))
    return saved, wrong


def _too_many(what: str, count: int) -> list[str]:
    return [] if 0 <= count <= WORKERS else [f"{count} {what}, of {WORKERS} in flight"]


def _compared(project: Project, wanted: dict[str, Any]) -> list[str]:
    found = made(project)
    twice = [key for key, count in Counter(key for key, _ in found["calls"]).items() if count > 1]
    wrong = [f"{len(twice)} calls were paid for twice"] if twice else []
    wrong += [
        f"other {what} than in an undisturbed run: {len(found[what])} and {len(wanted[what])}"
        for what in ("documents", "units", "calls")
        if found[what] != wanted[what]
    ]
    return wrong + [f"the project is not sound after the restart: {each}" for each in check(project)[:1]]


def kills(name: str, moments: int, seed: int, folder: Path, items: int = 0) -> Found:
    """Kill this many runs of a kind at moments that ``seed`` draws, spread over the time that a run takes. ``items`` 0
    is the kind's own number of them."""
    os.environ.setdefault("OPENAI_API_KEY", KEY)
    kind, draw, found = KINDS[name], random.Random(seed), Found(name)
    ready = folder / f"{name}-ready"
    ready.mkdir(parents=True)
    kind.make(ready, items or kind.items).close()
    wanted, took = undisturbed(kind, ready)
    for number in range(moments):
        own = folder / f"{name}-{number}"
        shutil.copytree(ready, own)
        # one part of the run after the other, so that a few moments are spread over it too
        after = took * (number + draw.random()) / moments
        saved, wrong = kill(kind, own, after, wanted)
        found.moments += 1
        found.acknowledged += saved
        found.early += not saved
        found.wrong += [f"after {after:.3f} s: {each}" for each in wrong]
        shutil.rmtree(own)
    return found
