"""``galley judge`` as a user types it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from galley.core.cli import main
from galley.core.project.project import Project
from tests.core import building
from tests.core.fake_models import Answer, Seen, error, serving
from tests.core.judging import KEY, good, many


def judge(*words: str | Path) -> int:
    return main(["judge", *map(str, words)])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with building.project(tmp_path) as made:
        return made.path


def test_a_dry_run_prints_the_plan_and_sends_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with serving(good) as fake:
        words = ("dial-summer-fine", "--project", path, "--provider", "openai", "--model", "gpt-4o")
        assert judge(*words, "--base-url", f"{fake.url}/v1", "--dry-run", "--samples", "2") == 0
        assert not fake.seen
    out = capsys.readouterr().out
    assert "over 1 item, as gpt-4o dial-summer-fine." in out
    assert "Requests: 32." in out
    assert "at most $5.00" in out
    assert "(a guess)" in out
    with Project.open(path) as project:
        assert project.read_connection().execute("SELECT count(*) FROM run").fetchone()[0] == 0


def test_a_dry_run_says_where_a_budget_that_is_too_small_stops_the_run(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    words = ("dial-summer-fine", "--project", path, "--provider", "openai", "--model", "gpt-4o", "--samples", "2")
    assert judge(*words, "--base-url", "http://127.0.0.1:9/v1", "--budget", "0.01", "--dry-run") == 0
    lines = capsys.readouterr().out.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("Cost: "))
    assert lines[at].endswith(" for all of it.") and "at most" not in lines[at]
    whole = float(lines[at].split("$")[1].split()[0])
    said = re.fullmatch(
        r"The budget of \$0\.01 is less than that: the run will stop after about (\d+) of 32 requests\."
        r" Raise --budget to continue\.",
        lines[at + 1],
    )
    assert said is not None
    assert abs(int(said[1]) / 32 - 0.01 / whole) < 0.15 and 0 < int(said[1]) < 32


def test_a_run_reports_calls_quotes_cost_and_lineage(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    reply = {"number": 1, "reasoning": "r", "words": [], "quotes": ["It leaves at ten."], "label": "YES"}

    def script(seen: Seen, _: int) -> Answer:
        return Answer(json.dumps({"verdicts": [reply]}))

    with serving(script) as fake:
        words = ["coarse-hallucination", "--project", path, "--provider", "anthropic", "--base-url", fake.url]
        words += ["--criterion", "basic", "--samples", "1", "--yes", "--model"]
        assert judge(*words, "claude-haiku-4-5") == 0
        out = capsys.readouterr().out
        assert "Run 1, done: 2 flags, 1 cell unscored." in out
        assert "Calls: 2 answered, 0 reused, 0 failed." in out
        assert "Tokens: 200 in, 40 out. Cost: $0.0004." in out
        assert "Quotes: 2 verbatim, 0 fuzzy, 0 missing." in out
        assert "Unscored 1: left out of the reply" in out
        assert judge(*words, "claude-opus-4-5") == 0
        assert "Flags against the run before: 2 same." in capsys.readouterr().out
        assert judge(*words, "claude-haiku-4-5") == 0
        assert "Requests: 0, 2 more are reused from earlier calls." in capsys.readouterr().out
        assert len(fake.seen) == 4


def test_a_cap_is_an_error_and_the_same_command_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with many(tmp_path, 4) as project:
        pass
    with serving(good) as fake:
        words = ["dial-summer-fine", "--project", project.path, "--provider", "openai", "--model", "gpt-4o", "--yes"]
        words += ["--base-url", f"{fake.url}/v1", "--criterion", "changed-meaning", "--samples", "1"]
        assert judge(*words, "--max-requests", "3") == 1
        seen = capsys.readouterr()
        assert "The cap of 3 requests is reached. Raise the limit" in seen.err
        assert judge(*words, "--max-requests", "100") == 0
        assert len(fake.seen) == 8
        out = capsys.readouterr().out
        assert "Run 1, done" in out
        assert "Calls: 8 answered" in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nothing"], "There is no judge method called 'nothing'"),
        (["dial-summer-fine"], "name a provider"),
        (["dial-summer-fine", "--provider", "openai"], "--model"),
        (["dial-summer-fine", "--provider", "compatible", "--model", "m"], "--base-url"),
        (["dial-summer-fine", "--provider", "openai", "--model", "m"], "OPENAI_API_KEY"),
        (["dial-summer-fine", "--provider", "openai", "--model", "m", "--budget", "1"], "price of m"),
        (["dial-summer-fine", "--provider", "replay", "--replies", "gone.jsonl"], "gone.jsonl cannot be read"),
        (["offline", "--criterion", "wit"], "cannot detect 'wit'"),
        (["finesure", "--provider", "replay", "--replies", "x", "--criterion", "third"], "faithfulness, alignment"),
        (["dial-summer-fine", "--provider", "replay", "--replies", "x", "--scheme", "likert"], "no yes/no criterion"),
    ],
)
def test_what_is_wrong_is_one_sentence(
    path: Path, words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert judge(*words, "--project", path) == 1
    (line,) = capsys.readouterr().err.strip().splitlines()
    assert says in line


def test_the_offline_judge_needs_nothing(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert judge("offline", "--project", path) == 0
    out = capsys.readouterr().out
    assert "No request leaves this machine." in out
    assert "Run 1, done:" in out


def test_the_key_is_never_printed(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    words = ["dial-summer-fine", "--project", path, "--provider", "openai", "--model", "gpt-4o", "--yes"]
    with serving(lambda *_: error(401, f"Incorrect API key provided: {KEY}")) as fake:
        assert judge(*words, "--base-url", f"{fake.url}/v1") == 1
    seen = capsys.readouterr()
    assert "refused the key" in seen.err
    assert KEY not in seen.out + seen.err
    for file in path.parent.iterdir():
        assert KEY.encode() not in file.read_bytes()
