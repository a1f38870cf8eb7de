"""Dask's workers by its executor, wherever they are: its scheduler gives them shards, and starts anew what a killed
worker had. How workers come to be (Slurm, Kubernetes, SSH) is Dask's own business."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack
from typing import Any
from urllib.parse import urlsplit

import galley.core
from galley.core.errors import GalleyError, InputError
from galley.core.screening import process_pool
from galley.core.screening.process_pool import ShardOutcome, Task

HERE = "here"
"""Stands for a scheduler and workers that are started for the run and listen on this machine alone."""
LOCAL = "127.0.0.1"
NOWHERE = f"{LOCAL}:0"
"""Where a dashboard listens that nobody else is to see; by default it listens on all addresses."""
PATIENCE = 30
"""Seconds that are waited for the first worker."""
AT_ONCE = 1_000
"""Shards that are with the scheduler at a time; workers may come and go."""


def refuse(address: str, insecure: bool) -> None:
    """Raises: InputError where the texts would cross a network unencrypted, and where Dask is not installed."""
    if address != HERE:
        parts = urlsplit(address if "://" in address else f"tcp://{address}")
        if not parts.hostname:
            raise InputError(f"{address!r} is not an address of a scheduler; write it as tls://HOST:PORT, or here.")
        if parts.scheme != "tls" and parts.hostname not in (LOCAL, "localhost", "::1") and not insecure:
            raise InputError(
                f"The scheduler at {address} is elsewhere, and what is sent there is not encrypted; use tls://, or"
                " --insecure on a network that nobody else is on."
            )
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise InputError(
            'A scheduler needs the extra that works with Dask; install it: pip install "galley-desk[cluster]".'
        ) from None


def run(task: Task, shards: Sequence[str], address: str, workers: int) -> Iterator[ShardOutcome]:
    """Do ``task`` on each shard by the workers of a scheduler; gives each as it ends, whether well or not.

    Raises: GalleyError where no worker comes, one has another version, or the scheduler goes away.
    """
    from distributed import Client, LocalCluster

    shards_left = len(shards)
    with ExitStack() as stack:
        place: Any = address
        if address == HERE:
            place = stack.enter_context(
                LocalCluster(
                    n_workers=workers, threads_per_worker=1, host=LOCAL, dashboard_address=NOWHERE,
                    worker_dashboard_address=NOWHERE, silence_logs=50,
                )
            )  # fmt: skip
        try:
            client = stack.enter_context(Client(place, timeout=PATIENCE))
            client.wait_for_workers(1, timeout=PATIENCE)
        except (OSError, TimeoutError, ValueError) as error:
            raise GalleyError(
                f"No worker was found by way of the scheduler at {address} within {PATIENCE} seconds"
                f" ({type(error).__name__}); start it and its workers, and run the same command again."
            ) from None
        same_version(client)
        try:
            for ended in process_pool.run(task, shards, AT_ONCE, lambda _: client.get_executor(pure=False, retries=0)):
                shards_left -= 1
                yield ended
        except (CancelledError, OSError):
            raise GalleyError(
                f"The scheduler at {address} went away with {shards_left:,} shards left; what is done stays, "
                f"and the same command continues from there."
            ) from None


def same_version(client: Any) -> None:
    """Raises: GalleyError for a worker of a client that has another Galley than this, or none."""

    def read_version() -> str:  # inside of a function, so that it is sent as it is to where no Galley may be
        from importlib import import_module

        try:
            return str(import_module("galley.core").__version__)
        except ImportError:
            return ""

    for name, version in client.run(read_version).items():
        if version != galley.core.__version__:
            has = f"Galley {version}" if version else "no Galley"
            raise GalleyError(
                f"The worker {name} has {has}, and this is {galley.core.__version__}; install that one there."
            )
