"""How near a judge run comes to the ideal: a loopback server with 200 ms latency, eight workers.

The server is a process of its own and answers every request after exactly that time; the ideal is eight requests
each 200 ms. Measured with the real SDK, every call and verdict written to a project as always. The bare figure beside
it is the same client and server with eight workers and nothing written. ``python -m benchmarks judges``, or
``python -m benchmarks.judges [CALLS]`` alone.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import resource
import sys
import tempfile
import threading
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.figures import emit

if TYPE_CHECKING:
    from benchmarks.projects import Bench

LATENCY = 0.2
WORKERS = 8
LEAST = 0.95
SENTENCES = 5
MOST_GROWTH = 10.0
"""MB in the second half of a run."""


def serve(pipe: Connection) -> None:
    """A server of chat completions that takes LATENCY for each; says its port, and ends with its parent."""
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
                await asyncio.sleep(LATENCY - (time.monotonic() - began))
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
    from core.judges.clients.base import Request
    from core.judges.clients.openai import make

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


def judged(address: str, calls: int, folder: Path) -> tuple[float, float]:
    """Calls a second of a whole run, and by how many MB the process grew in its second half."""
    import orjson

    from benchmarks.records import records
    from core.importers.galley import IMPORTER
    from core.judges.clients.registry import Source
    from core.judges.methods.base import Choices
    from core.judges.order import Order, prepare
    from core.judges.retry import Policy
    from core.judges.runner import Runner
    from core.project.imports import import_files
    from core.project.project import Project

    source = folder / "records.jsonl"
    source.write_bytes(b"".join(orjson.dumps(r) + b"\n" for r in records(calls)))
    grown: list[float] = []
    with Project.create(folder / "judges.galley") as project:
        import_files(project, IMPORTER, [source])
        order = Order(
            "dial-summer-fine",
            Source("openai", address),
            "gpt-4o",
            Choices(("changed-meaning",), 1),
            WORKERS,
            policy=Policy(timeout=10),
        )
        plan = prepare(project, order)
        runner = Runner(project, plan)
        watch = threading.Thread(target=_watch, args=(runner, calls, grown))
        began = time.perf_counter()
        runner.start()
        watch.start()
        end = runner.join()
        taken = time.perf_counter() - began
        watch.join()
        assert end.state == "done" and end.answered == calls, end
    return calls / taken, grown[-1] - grown[0] if grown else 0.0


def _watch(runner: Any, calls: int, grown: list[float]) -> None:
    while not (now := runner.progress()).over:
        if now.answered > calls / 2:
            grown.append(resident())
        time.sleep(0.2)


def resident() -> float:
    """Memory of this process in MB."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def measure(calls: int, folder: Path) -> None:
    """Print the figures."""
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(theirs,), daemon=True)
    server.start()
    try:
        address = f"http://127.0.0.1:{ours.recv()}/v1"
        os.environ["OPENAI_API_KEY"] = "none-needed"
        ideal = WORKERS / LATENCY
        plain = bare(address, calls)
        rate, grown = judged(address, calls, folder)
    finally:
        server.terminate()
        server.join()
    emit("judge calls", rate, "1/s", n=calls, bare=plain, least=LEAST * ideal, ideal=ideal, latency=LATENCY)
    emit("judge run, growth in its second half", grown, "MB", n=calls, most=MOST_GROWTH)


def run(bench: Bench) -> None:
    """For ``python -m benchmarks``."""
    measure(2_000 if bench.items >= 1_000 else 400, Path(tempfile.mkdtemp(dir=bench.folder)))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="galley-bench-") as name:
        measure(int(sys.argv[1]) if len(sys.argv) > 1 else 800, Path(name))
