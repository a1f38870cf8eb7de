"""A judge run is killed (``kill -9``) at random moments: no verdict is lost, and paid twice is only what was in flight.

    python -m tests.faults.judge_run [KILLS [SEED]]

Each kill has a project of its own and a moment of its own, drawn evenly over the length of an undisturbed run. Then the
run is gone on with, and everything is held against the undisturbed one. Half of the runs take their replies in as
streams. Prints one JSON object; the exit code is 1 where anything is wrong, with the seed that shows it again.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from galley.core.judges import call_links
from galley.core.judges.order import order_of
from galley.core.project.check import check
from galley.core.project.project import Project
from tests.core.fake_models import Answer, FakeModels, Seen, serving
from tests.core.judging import KEY, asked, many, run, verdicts

ROOT = Path(__file__).resolve().parents[2]
ITEMS = 60
CALLS = 2 * ITEMS
"""An item has two summaries."""
WORKERS = 4
LATENCY = 0.03

CHILD = """
import sys
from pathlib import Path
from galley.core.judges.clients.registry import Source
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order, prepare
from galley.core.judges.runner import Runner
from galley.core.project.project import Project
project = Project.open(Path(sys.argv[1]))
order = Order("dial-summer-fine", Source("openai", sys.argv[2]), "gpt-4o", Choices(("changed-meaning",), 1), 4,
              stream=sys.argv[3] == "stream")
runner = Runner(project, prepare(project, order)).start()
print("started", flush=True)
runner.join()
project.close()
print("ended", flush=True)
"""


@dataclass
class Found:
    """What one kill left. ``lost`` are replies that had been sent and were not on disk, ``repeated`` the requests that
    were sent once more in the end; ``wrong`` says in words what must not be."""

    after: float
    stream: bool
    ended: bool = False
    saved: int = 0
    lost: int = 0
    repeated: int = 0
    wrong: list[str] = field(default_factory=list)


def reply(seen: Seen, number: int) -> Answer:
    """Flags a sentence in every third reply, after the time that a server takes."""
    if not isinstance(seen.body, dict):
        return Answer()  # the process died while it was sending
    count = asked(seen)
    item = next(int(word) for word in str(seen.body).split("It leaves at ")[1].split(".", 1)[:1])
    return Answer(verdicts(count, (1,) if item % 3 == 0 else ()), delay=LATENCY)


@contextmanager
def child(script: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A process that does a run; it has said "started" once this begins."""
    process = subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=os.environ | {"OPENAI_API_KEY": KEY},
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "started\n"
        yield process
    finally:
        process.kill()
        process.wait(10)
        assert process.stdout is not None
        process.stdout.close()


def judging(project: Path, fake: FakeModels, stream: bool) -> AbstractContextManager[subprocess.Popen[str]]:
    """A process that judges the project."""
    return child(CHILD, str(project), f"{fake.url}/v1", "stream" if stream else "whole")


def said(project: Project) -> dict[str, Any]:
    """What the judge said, and what was paid for it."""
    connection = project.read_connection()
    return {
        "verdicts": connection.execute(
            "SELECT unit_id, criterion_id, target_id, value, votes, confidence FROM verdict ORDER BY 1, 2, 3"
        ).fetchall(),
        "judged": connection.execute("SELECT criterion_id, target_id FROM judged ORDER BY 1, 2").fetchall(),
        "calls": connection.execute("SELECT key, state, reply FROM call ORDER BY key").fetchall(),
        "flags": connection.execute("SELECT id, flags FROM item ORDER BY id").fetchall(),
    }


def undisturbed(folder: Path, stream: bool) -> tuple[dict[str, Any], float]:
    """What an undisturbed run leaves, and the seconds that it takes from its start to its end."""
    with many(folder, ITEMS) as project:
        path = project.path
    with serving(reply) as fake:
        with judging(path, fake, stream) as process:
            began = time.monotonic()
            process.wait(120)
            took = time.monotonic() - began
        with Project.open(path) as project:
            return said(project), took


def kill(folder: Path, after: float, stream: bool, wanted: dict[str, Any]) -> Found:
    """Kill a run ``after`` so many seconds, go on with it, and look at everything."""
    found = Found(round(after, 3), stream)
    with many(folder, ITEMS) as project:
        path = project.path
    with serving(reply) as fake:
        with judging(path, fake, stream) as process:
            time.sleep(after)
            process.send_signal(signal.SIGKILL)
            process.wait(10)
        settled(fake)
        sent = len(fake.seen)
        with Project.open(path) as project:
            problems = check(project)
            if problems:
                found.wrong.append(f"the project is not sound: {problems[0]}")
            rows = project.read_connection().execute("SELECT state FROM call").fetchall()
            found.saved = len(rows)
            found.lost = sent - found.saved
            if found.lost > WORKERS:
                found.wrong.append(f"{found.lost} replies were lost, more than {WORKERS} were in flight")
            (state, settings) = project.read_connection().execute("SELECT state, settings FROM run").fetchone()
            found.ended = state == "done"
            end = run(project, order_of(json.loads(settings)), 120)
            if end.state != "done" or (not end.is_resumed and state != "done"):
                found.wrong.append(f"the run was not gone on with: {end.state} {end.why}")
            found.repeated = len(fake.seen) - CALLS
            if not 0 <= found.repeated <= WORKERS:
                found.wrong.append(f"{found.repeated} requests were sent twice")
            compared(project, wanted, found, found.ended)
    return found


def compared(project: Project, wanted: dict[str, Any], found: Found, ended: bool) -> None:
    """Hold a project against the undisturbed one. A run that had ``ended`` before it was killed is not gone on with:
    the same order is another run then, which knows every reply."""
    left = said(project)
    paid = Counter(key for key, state, _ in left["calls"] if state == "done")
    if len(paid) != CALLS or max(paid.values()) != 1:
        found.wrong.append(f"{len(paid)} of {CALLS} calls are there, one of them {max(paid.values())} times")
    for what in ("verdicts", "judged", "flags"):
        if left[what] != wanted[what]:
            found.wrong.append(f"other {what} than in an undisturbed run: {len(left[what])} and {len(wanted[what])}")
    connection = project.read_connection()
    for (verdict,) in connection.execute("SELECT id FROM verdict").fetchall():
        if not call_links.calls_of(connection, verdict):
            found.wrong.append(f"verdict {verdict} leads to no call")
            break
    if connection.execute("SELECT count(*) FROM run").fetchone()[0] != 1 + ended:
        found.wrong.append("the restart made a run of its own")
    problems = check(project)
    if problems:
        found.wrong.append(f"the project is not sound after the restart: {problems[0]}")


def settled(fake: FakeModels) -> None:
    """Wait until no request arrives any more: what was under way in the sockets when the process died."""
    seen = -1
    while seen != len(fake.seen):
        seen = len(fake.seen)
        time.sleep(4 * LATENCY)


def kills(count: int, seed: int, folder: Path) -> list[Found]:
    """``count`` kills at moments that ``seed`` draws."""
    draw = random.Random(seed)
    plain = {}
    for stream in (False, True):
        own = folder / f"undisturbed-{stream}"
        own.mkdir()
        plain[stream] = undisturbed(own, stream)
    found = []
    for number in range(count):
        own = folder / str(number)
        own.mkdir()
        stream = number % 2 == 1
        wanted, took = plain[stream]
        found.append(kill(own, draw.uniform(0, took), stream, wanted))
        if sys.stderr.isatty():
            print(f"\r{number + 1} of {count}", end="", file=sys.stderr, flush=True)
    return found


def main(count: int = 50, seed: int | None = None) -> int:
    """Kill ``count`` runs and print what came of it; 1 where anything is wrong."""
    seed = random.SystemRandom().randrange(1 << 32) if seed is None else seed
    os.environ["OPENAI_API_KEY"] = KEY
    with tempfile.TemporaryDirectory(prefix="galley-kill-") as name:
        found = kills(count, seed, Path(name))
    wrong = [asdict(each) for each in found if each.wrong]
    summary = {
        "kills": count,
        "seed": seed,
        "calls": CALLS,
        "after_the_end": sum(each.ended for each in found),
        "saved": [min(each.saved for each in found), max(each.saved for each in found)],
        "lost": max(each.lost for each in found),
        "repeated": max(each.repeated for each in found),
        "workers": WORKERS,
        "wrong": wrong,
    }
    print(json.dumps(summary), flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3])))
