"""Shards through an executor: the processes of this machine, or Dask's workers (``dasked``). A pool of processes that
dies is made again while shards are missing; Dask starts again by itself what a killed worker had."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import NamedTuple

import galley.core
from galley.core.errors import GalleyError

TWICE = 2
"""Processes that a shard may end before it is left."""

Task = Callable[[str], str]


class ShardOutcome(NamedTuple):
    """A shard that was worked on: ``why`` says in a sentence what came in between, "" where nothing did; then
    ``result`` is what the task gave."""

    shard: str
    why: str = ""
    result: str = ""


def start_processes(workers: int) -> Executor:
    """Processes of this machine, which end with this one."""
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _begin)


def run(
    task: Task, shards: Sequence[str], workers: int, start: Callable[[int], Executor] = start_processes
) -> Iterator[ShardOutcome]:
    """Do ``task`` on each shard by an executor that ``start`` gives, at most ``workers`` at a time; gives each as it
    ends, whether well or not.

    The shards that were in work when a process died are tried again one at a time, so that the blame falls on the right
    one; a shard that ends two processes is left.
    """
    waiting, suspects = deque(shards), deque[str]()
    died: Counter[str] = Counter()
    while waiting or suspects:
        alone = bool(suspects)
        batch = deque([suspects.popleft()]) if alone else waiting
        in_work = yield from _through(task, batch, 1 if alone else workers, start)
        for shard in in_work:
            died[shard] += len(in_work) == 1  # of several nobody knows which one ended the process
            if died[shard] < TWICE:
                suspects.append(shard)
            else:
                yield ShardOutcome(
                    shard,
                    f"{shard} ended {TWICE} processes that worked on it (killed, or out of memory) and was left; look"
                    " at it, or run the same command again.",
                )


def _through(
    task: Task, batch: deque[str], workers: int, start: Callable[[int], Executor]
) -> Generator[ShardOutcome, None, list[str]]:
    """Work through a batch with one executor; gives the shards that were in work when it broke."""
    pool = start(workers)
    running: dict[Future[str], str] = {}
    well = False
    try:
        while batch or running:
            while batch and len(running) < workers:
                running[pool.submit(task, batch[0])] = batch[0]
                batch.popleft()
            ready, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in ready:
                if isinstance(future.exception(), BrokenProcessPool):
                    raise BrokenProcessPool
                why = reason(future.exception())
                yield ShardOutcome(running.pop(future), why, "" if why else future.result())
        well = True
        return []
    except BrokenProcessPool:
        well = True
        return list(running.values())
    finally:
        for future in running:
            future.cancel()
        pool.shutdown(wait=well)
        if not well and isinstance(pool, ProcessPoolExecutor):  # stopped: what is in work is not waited for
            for child in multiprocessing.active_children():
                child.terminate()


def reason(error: BaseException | None) -> str:
    """What an engine says of a shard whose task failed, "" where it did not."""
    if error is None:
        return ""
    if isinstance(error, GalleyError):
        return str(error)
    if type(error).__name__ == "KilledWorker":  # Dask's, which need not be installed
        return "It ended several workers that worked on it (killed, or out of memory) and was left."
    if isinstance(error, ModuleNotFoundError) and (error.name or "").startswith("galley"):
        return f"A worker has no Galley ({error}); install galley-desk {galley.core.__version__} there."
    return f"{type(error).__name__}: {error} (this is a fault of Galley; please report it)"


def _begin() -> None:
    """In a new worker: leave Ctrl+C to the parent, and end with it."""
    with suppress(ValueError, AttributeError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent,), daemon=True).start()


def _follow(parent: object) -> None:
    parent.join()  # type: ignore[attr-defined]
    os._exit(1)
