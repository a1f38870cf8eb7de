"""A real OpenAI-compatible server that we did not write: llama.cpp's, with a tiny random model.

It needs an environment of its own, which ``make e2e-llm`` makes and names in ``GALLEY_LLM_PYTHON``; without that
nothing here is collected.
"""

from __future__ import annotations

import os
import re
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

SERVER_PYTHON = os.environ.get("GALLEY_LLM_PYTHON", "")
collect_ignore_glob = [] if SERVER_PYTHON else ["*.py"]

MODEL = "tiny"
CONTEXT = 10_240
"""Tokens that the server takes, prompt and reply together. A byte is a token here."""
START_SECONDS = 60.0


class Server:
    """llama.cpp's server on a free port of this machine. It keeps its port when it is started again."""

    def __init__(self, model: Path, log: Path) -> None:
        self._model, self._log = model, log
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """What a user gives as the base URL."""
        return f"http://127.0.0.1:{self._port}/v1"

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [SERVER_PYTHON, "-m", "llama_cpp.server", "--model", str(self._model), "--model_alias", MODEL]
        command += ["--n_ctx", str(CONTEXT), "--n_threads", "2", "--seed", "7", "--verbose", "False"]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--host", "127.0.0.1", "--port", str(self._port)], stdout=log, stderr=log
            )
        limit = time.monotonic() + START_SECONDS
        while time.monotonic() < limit and self._process.poll() is None:
            try:
                with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(f"{self.url}/models", timeout=2):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        pytest.fail(f"llama.cpp's server did not start:\n{self.log()[-3_000:]}")

    def kill(self) -> None:
        """End it at once, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(10)
            self._process = None

    def log(self) -> str:
        """What it printed so far."""
        return self._log.read_text("utf-8", "replace") if self._log.exists() else ""

    def answered(self) -> list[int]:
        """The statuses of the chat completions that it answered so far, in order."""
        return [int(status) for status in re.findall(r'"POST /v1/chat/completions HTTP/1\.1" (\d+)', self.log())]


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The random model, made now."""
    path = tmp_path_factory.mktemp("model") / "tiny.gguf"
    script = Path(__file__).with_name("tiny_model.py")
    subprocess.run([SERVER_PYTHON, str(script), str(path)], check=True, timeout=60)
    assert path.stat().st_size < 1_000_000
    return path


@pytest.fixture
def server(tiny_model: Path, tmp_path: Path) -> Iterator[Server]:
    """A server of the test's own, so that its log tells of this test only. Killed afterwards."""
    started = Server(tiny_model, tmp_path / "server.log")
    started.start()
    yield started
    started.kill()
