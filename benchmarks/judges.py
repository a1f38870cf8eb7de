"""How near a judge run comes to the ideal, and how the window fares meanwhile.

A loopback server with 200 ms latency, eight workers. The server is a process of its own and answers every request
after exactly that time; the ideal is eight requests each 200 ms. Measured with the real SDK, every call and verdict
written to a project as always, from the first reply to the last. The bare figure beside it is the same client and
server with eight workers and nothing written. The processor's time for a call is that of the whole process: on a
machine that does other things as well it says more than the rate.

The window is another process (``judge_window``), with 20 ms latency, so that as many calls come in as can.

``python -m benchmarks judges``, or ``python -m benchmarks.judges [CALLS [CALLS OF THE WINDOW]]`` alone.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.figures import apart, emit

if TYPE_CHECKING:
    from benchmarks.projects import Bench

LATENCY = 0.2
WINDOW_LATENCY = 0.02
WORKERS = 8
LEAST = 0.95
SENTENCES = 5
MOST_GROWTH = 10.0
"""MB in the second half of a run."""
STALL = 50.0
"""Milliseconds."""


def serve(pipe: Connection, latency: float) -> None:
    """A server of chat completions that takes ``latency`` seconds for each; says its port, and ends with its parent."""
    verdict = {"reasoning": "Compared with the source.", "words": [], "quotes": [], "label": "NO"}
    said = json.dumps({"verdicts": [{"number": n, **verdict} for n in range(1, SENTENCES + 1)]})
    message = {"role": "assistant", "content": said}
    body = json.dumps(
        {
            "id": "c", "object": "chat.completion", "created": 1, "model": "m",
            "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
            "usage": {"prompt_tokens": 900, "completion_tokens": 200, "total_tokens": 1100},
        }
    ).encode()  # fmt: skip
    head = f"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n".encode()

    async def one(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                request = await reader.readuntil(b"\r\n\r\n")
                began = time.monotonic()
                length = next(
                    int(line.partition(b":")[2])
                    for line in request.split(b"\r\n")
                    if line.lower().startswith(b"content-length")
                )
                await reader.readexactly(length)
                await asyncio.sleep(latency - (time.monotonic() - began))
                writer.write(head + body)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    async def forever() -> None:
        server = await asyncio.start_server(one, "127.0.0.1", 0)
        pipe.send(server.sockets[0].getsockname()[1])
        async with server:
            await server.serve_forever()

    asyncio.run(forever())


def bare(address: str, calls: int) -> float:
    """Calls a second of eight workers that only call."""
    from galley.core.judges.clients.base import Request
    from galley.core.judges.clients.openai import make

    async def all_() -> float:
        client = make("none", address, 10)
        left = iter(range(calls))

        async def worker() -> None:
            for number in left:
                await client.complete(Request("m", "You judge.", f"{number} " + "word " * 1_000))

        await client.complete(Request("m", "", "warm up"))
        began = time.perf_counter()
        await asyncio.gather(*(worker() for _ in range(WORKERS)))
        taken = time.perf_counter() - began
        await client.close()
        return calls / taken

    return asyncio.run(all_())


def project_of(calls: int, folder: Path) -> Path:
    """A project with so many items."""
    import orjson

    from benchmarks.records import records
    from galley.core.importers.galley import IMPORTER
    from galley.core.importers.run_import import import_files
    from galley.core.project.project import Project

    source, path = folder / "records.jsonl", folder / "judges.galley"
    source.write_bytes(b"".join(orjson.dumps(r) + b"\n" for r in records(calls)))
    with Project.create(path) as project:
        import_files(project, IMPORTER, [source])
    return path


def judged(address: str, calls: int, path: Path) -> tuple[float, float, float]:
    """Calls a second of a whole run, by how many MB the process grew in its second half, and the milliseconds that
    the processor worked for a call."""
    from galley.core.judges.clients.registry import Source
    from galley.core.judges.methods.base import Choices
    from galley.core.judges.order import Order, prepare
    from galley.core.judges.retry import RetryPolicy
    from galley.core.judges.runner import Runner
    from galley.core.project.project import Project

    with Project.open(path) as project:
        order = Order(
            "dial-summer-fine",
            Source("openai", address),
            "gpt-4o",
            Choices(("changed-meaning",), 1),
            WORKERS,
            policy=RetryPolicy(timeout=10),
        )
        runner = Runner(project, prepare(project, order)).start()
        grown: list[float] = []
        began, worked = 0.0, 0.0
        first = 0
        while not (now := runner.progress()).over:
            if now.replies_received and not first:
                began, worked, first = time.perf_counter(), time.process_time(), now.replies_received
            if now.replies_received > calls / 2:
                grown.append(resident())
            time.sleep(0.01 if not first else 0.1)
        taken, worked = time.perf_counter() - began, time.process_time() - worked
        assert now.state == "done" and now.replies_received == calls, now
    growth = grown[-1] - grown[0] if grown else 0.0
    return (calls - first) / taken, growth, worked / (calls - first) * 1_000


def resident() -> float:
    """Memory of this process in MB."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def measure(calls: int, seen: int, folder: Path) -> None:
    """Print the figures."""
    os.environ["OPENAI_API_KEY"] = "none-needed"
    with serving(LATENCY) as address:
        ideal = WORKERS / LATENCY
        plain = bare(address, calls)
        rate, grown, worked = judged(address, calls, project_of(calls, folder))
    emit("judge calls", rate, "1/s", n=calls, bare=plain, least=LEAST * ideal, ideal=ideal, latency=LATENCY)
    emit("processor's time for a call, all threads", worked, "ms", n=calls)
    emit("judge run, growth in its second half", grown, "MB", n=calls, most=MOST_GROWTH)
    for view in ("runs", "review"):
        own = folder / view
        own.mkdir()
        path = project_of(seen, own)
        with serving(WINDOW_LATENCY) as address:
            found = apart("judge_window", path, address, seen, view, environment={"QT_QPA_PLATFORM": "offscreen"})
        emit(
            f"longest stall of the window while calls come in, {view} view",
            found["longest"],
            "ms",
            n=seen,
            most=STALL,
            worked=found["worked"],
            p99=found["p99"],
            rate=found["rate"],
            before=found["ready"],
        )
        emit(f"window, growth in the second half of the run, {view} view", found["grown"], "MB", n=seen)


@contextmanager
def serving(latency: float) -> Iterator[str]:
    """The address of a server that runs meanwhile."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    server = context.Process(target=serve, args=(theirs, latency), daemon=True)
    server.start()
    try:
        yield f"http://127.0.0.1:{ours.recv()}/v1"
    finally:
        server.terminate()
        server.join()


def run(bench: Bench) -> None:
    """For ``python -m benchmarks``."""
    large = bench.items >= 1_000
    measure(2_000 if large else 400, 10_000 if large else 1_000, Path(tempfile.mkdtemp(dir=bench.folder)))


if __name__ == "__main__":
    counts = [int(word) for word in sys.argv[1:]]
    with tempfile.TemporaryDirectory(prefix="galley-bench-") as name:
        measure(counts[0] if counts else 800, counts[-1] if counts else 1_500, Path(name))
