"""What every test stands on: a home of its own, the shared data, and no stray logs or threads.

A test fails if it logs something at WARNING or above that it did not announce (``allow_logs``), if a thread
that keeps the program alive, or one of Galley's own, outlives it, or if Galley renamed, replaced or deleted
a file that it had open, which Windows refuses (``windows_rules``).
"""

from __future__ import annotations

import gc
import logging
import os
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from tests.windows_rules import windows_rules

# Tests run in the background or under nohup hand ignored signals to every child, where Ctrl+C then does nothing.
for _name, _usual in (("SIGINT", signal.default_int_handler), ("SIGHUP", signal.SIG_DFL)):
    if signal.getsignal(_number := getattr(signal, _name, signal.SIGINT)) is signal.SIG_IGN:
        signal.signal(_number, _usual)

__all__ = ["windows_rules"]  # a fixture of every test

ROOT = Path(__file__).resolve().parents[1]

# Never a developer's own keys, addresses or keyring. keyring reads this when it is first imported.
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"
OUTSIDE = re.compile(r"(OPENAI|ANTHROPIC|GALLEY)_.*|(HTTPS?|ALL|NO)_PROXY", re.IGNORECASE)

THREAD_GRACE = 3.0
"""Seconds that a thread has to end after its test."""

# A deadline per example would fail on a busy machine; pytest-timeout watches the whole test.
# The checks try the same examples each time, so that what was green stays green; `make properties` looks for new ones.
settings.register_profile("search", deadline=None, derandomize=False)
settings.register_profile("galley", deadline=None, derandomize=True)
settings.load_profile("galley")


def pytest_collection_finish() -> None:
    """Leave what is imported and collected out of later passes of Python's collector: half of its time."""
    gc.freeze()


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The developers' data beside the checkout, no part of the project: without it the test is skipped."""
    folder = ROOT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("the shared data is not here: it is looked for at ../shared/data beside the checkout")
    return folder


@pytest.fixture(autouse=True)
def no_leaked_threads() -> Iterator[None]:
    """Fails the test if a thread outlives it that is no daemon or is named ``galley-…``."""
    before = set(threading.enumerate())
    yield
    limit = time.monotonic() + THREAD_GRACE
    while left := _lasting_threads(before):
        if time.monotonic() > limit:
            pytest.fail(f"threads outlive the test: {', '.join(sorted(thread.name for thread in left))}")
        left[0].join(0.02)


def _lasting_threads(before: set[threading.Thread]) -> list[threading.Thread]:
    return [
        thread
        for thread in threading.enumerate()
        if thread not in before and (not thread.daemon or thread.name.startswith("galley-"))
    ]


@pytest.fixture
def allow_logs(request: pytest.FixtureRequest) -> Callable[..., None]:
    """``allow_logs("pattern", …)`` announces records at WARNING or above whose text matches a pattern."""

    def allow(*patterns: str) -> None:
        request.node.add_marker(pytest.mark.allow_logs(*patterns))

    return allow


@pytest.fixture(autouse=True)
def no_unexpected_logs(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fails the test if it logged at WARNING or above what ``allow_logs`` had not announced."""
    yield
    allowed = [p for mark in request.node.iter_markers("allow_logs") for p in mark.args]
    unexpected = [
        f"{record.levelname} {record.name}: {record.getMessage()}"
        for when in ("setup", "call")
        for record in caplog.get_records(when)
        if record.levelno >= logging.WARNING and not any(re.search(p, record.getMessage()) for p in allowed)
    ]
    if unexpected:
        pytest.fail("unexpected log records:\n" + "\n".join(unexpected))


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Names of folders, each once: ``mktemp`` reads all that are there each time, which thousands of tests feel."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in count())


@pytest.fixture(autouse=True)
def galley_home(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home for settings, data and cache; the developer's own keys and proxies are out of sight."""
    for name in os.environ:
        if OUTSIDE.fullmatch(name):
            monkeypatch.delenv(name)
    home = next(homes)
    home.mkdir()
    monkeypatch.setenv("GALLEY_HOME", str(home))
    return home
