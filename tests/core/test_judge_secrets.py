"""A planted key is nowhere but in the environment and in the request: not in the project, an export, the output, the
home, the process title, or in what is said of a bug."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from galley.core.errors import GalleyError, InputError
from galley.core.judges.clients.registry import Source, maker
from galley.core.judges.order import prepare
from galley.core.judges.runner import Runner
from galley.core.papers.dialsummer.methods.dial_summer_fine import METHOD
from galley.core.project import bug_report
from galley.core.project.project import Project
from tests.core import building
from tests.core.fake_models import Answer, Seen, error, serving
from tests.core.judging import KEY, asked, many, order, until, verdicts

ROOT = Path(__file__).resolve().parents[2]


def parrot(seen: Seen, number: int) -> Answer:
    """A server that repeats the key wherever it can: in replies, refusals, errors and pages, whole or in a stream."""
    key = seen.headers.get("authorization", seen.headers.get("x-api-key", ""))
    told = f"You sent {key} and {KEY}"
    return [
        Answer(told + verdicts(asked(seen)) + told),
        Answer(refusal=told),
        error(400, told),
        Answer(body=f"<html>{told}</html>".encode()),
        Answer(told * 40, cut=True),
        Answer(told * 40, broken=told),
        error(429, told, retry_after="0"),
        Answer(told, finish="length"),
    ][number % 8]


@pytest.mark.parametrize(("provider", "stream"), [("openai", False), ("anthropic", True)])
def test_a_planted_key_is_found_nowhere(tmp_path: Path, provider: str, stream: bool) -> None:
    home = tmp_path / "home"
    home.mkdir()
    with many(tmp_path, 4) as project:
        path = project.path
    environment = {name: value for name, value in os.environ.items() if "KEY" not in name} | {
        "HOME": str(home), "XDG_CONFIG_HOME": str(home / "config"), "XDG_DATA_HOME": str(home / "data"),
        "XDG_STATE_HOME": str(home / "state"), "XDG_CACHE_HOME": str(home / "cache"),
        f"{provider.upper()}_API_KEY": KEY,
    }  # fmt: skip

    def galley(*words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "galley.core.cli", *words],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    said, titles = "", []
    with serving(parrot) as fake:
        base = fake.url + ("" if provider == "anthropic" else "/v1")
        words = ["judge", "dial-summer-fine", "--project", str(path), "--provider", provider, "--base-url", base]
        words += ["--model", "claude-sonnet-4-6" if provider == "anthropic" else "gpt-4o", "--samples", "1", "--yes"]
        words += ["--criterion", "changed-meaning", "--concurrency", "2", *(["--stream"] if stream else [])]
        with galley(*words) as judge:
            until(lambda: len(fake.seen) > 2, 60)
            process = Path(f"/proc/{judge.pid}")
            for name in ("cmdline", "comm", "status"):
                titles.append((process / name).read_bytes() if process.exists() else b"")
            said += judge.communicate(timeout=120)[0]
        assert any(KEY in str(seen.headers) for seen in fake.seen), "it was sent where it belongs"
    for format_ in ("galley", "csv"):
        with galley("export", format_, "--project", str(path), "--out", str(tmp_path / f"out.{format_}")) as export:
            said += export.communicate(timeout=120)[0]
    assert "Run 1" in said and "wrote" in said
    assert KEY not in said
    assert all(KEY.encode() not in title for title in titles)
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert {path, tmp_path / "out.galley"} <= set(files)
    for file in files:
        assert KEY.encode() not in file.read_bytes(), file
    with Project.open(path) as project:
        kept = project.read_connection().execute("SELECT count(*) FROM call WHERE reply LIKE '%[key]%'").fetchone()[0]
        assert kept, "what it said is kept, without the key"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_bug_in_the_middle_of_a_run_does_not_tell_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    caught: list[BaseException] = []

    async def broken(*_: Any) -> Any:
        problem = RuntimeError(f"This should not be: {KEY}")
        caught.append(problem)
        raise problem

    monkeypatch.setattr(type(METHOD), "work", broken)
    with building.project(tmp_path) as project, serving(parrot) as fake:
        end = Runner(project, prepare(project, order(fake))).start().join(20)
        project.write(lambda connection: _nothing()).result()  # behind what the run writes of its end
        assert end.state == "failed" and "RuntimeError: This should not be: [key]" in end.why
        stored = project.read_connection().execute("SELECT why FROM run").fetchone()[0]
    assert KEY not in end.why + stored
    assert KEY not in bug_report.report(caught[0])


def _nothing() -> Any:
    from galley.core.domain import ChangeSet

    return ChangeSet()


def test_an_address_with_a_password_and_a_key_with_a_blank_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The address is kept with the run; an odd key would be told by whoever complains about it."""
    with pytest.raises(InputError, match="must not hold a name or a password") as caught:
        Source("compatible", f"https://me:{KEY}@models.example.org/v1").check()
    assert KEY not in str(caught.value)
    for odd in (f"{KEY}\u00e9", f"{KEY} x", f"{KEY}\x07"):
        monkeypatch.setenv("OPENAI_API_KEY", odd)
        with pytest.raises(GalleyError, match="contains an invalid character") as told:
            maker(Source("openai"), 5)
        assert KEY not in str(told.value)
