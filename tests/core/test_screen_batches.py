"""Models asked by files: requests as OpenAI's batches have them, caps before anything is written, results read back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import planted
from galley.core.screening import request_files, shard_files
from tests.core.made_screening import borne_out, corpus, documents, screen, screen_by_process

WORDS = ("--method", "claim-check", "--batch-files", "--model", "gpt-4o-mini", "--when", "day")


def lines(folder: Path) -> list[dict[str, Any]]:
    """All lines of a folder's files in order."""
    return [json.loads(line) for path in sorted(folder.iterdir()) for line in path.read_text("utf-8").splitlines()]


def answer(line: dict[str, Any], failed: bool = False) -> dict[str, Any]:
    """What a provider would say: no where the claim is one of the planted errors."""
    if failed:
        return {"custom_id": line["custom_id"], "response": None, "error": {"message": "the server was busy"}}
    text = borne_out(line["body"]["messages"][-1]["content"])
    body = {"model": "m", "choices": [{"finish_reason": "stop", "message": {"role": "assistant", "content": text}}]}
    return {"custom_id": line["custom_id"], "response": {"status_code": 200, "body": body}, "error": None}


def answered(out: Path, failed: tuple[str, ...] = (), only: str = "") -> None:
    """Put the results of the request files beside them."""
    for path in (out / "requests").iterdir():
        if only in path.name:
            said = [answer(json.loads(line), json.loads(line)["custom_id"] in failed)
                    for line in path.read_text("utf-8").splitlines()]  # fmt: skip
            (out / "results" / path.name).write_text("".join(json.dumps(each) + "\n" for each in said), "utf-8")


def test_requests_go_out_results_come_in_and_the_rest_is_as_ever(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths, out = corpus(tmp_path / "in", 40, 2), tmp_path / "out"
    assert screen_by_process(*paths, "--out", out, *WORDS) == 0
    said = capsys.readouterr().out
    sentences = sum(each["summary"].count(".") for each in planted.records(0, 40))
    assert f"Wrote {sentences} requests" in said and "as a batch, as 2 files" in said
    asked = lines(out / "requests")
    names = [line["custom_id"] for line in asked]
    assert len(set(names)) == len(names) == sentences and max(map(len, names)) <= 64
    assert {(line["method"], line["url"], line["body"]["model"]) for line in asked} == {
        ("POST", "/v1/chat/completions", "gpt-4o-mini")
    }
    before = {path.name: path.read_bytes() for path in (out / "requests").iterdir()}
    answered(out, only=paths[0].name)
    assert screen(*paths, "--out", out, *WORDS) == 0
    assert f"{len(lines_of(out, paths[1]))} earlier requests have no result" in capsys.readouterr().out
    assert {path.name: path.read_bytes() for path in (out / "requests").iterdir()} == before
    assert shard_files.totals(shard_files.output(out, paths[0])) and not shard_files.output(out, paths[1]).exists()
    bad = names[-1]
    answered(out, failed=(bad,), only=paths[1].name)
    assert screen(*paths, "--out", out, *WORDS, "--into", tmp_path / "p.galley") == 0
    assert "40 summaries of 40 records" in capsys.readouterr().out
    unscored = 0
    for path in paths:
        for line in shard_files.lines(shard_files.output(out, path)):
            wrong = planted.record(int(line["key"].removeprefix("made-")))["planted"]
            none = [each["unit"] for each in line["verdicts"] if each["value"] is None]
            assert [each["unit"] for each in line["verdicts"] if each["value"] == "yes"] == [
                at for at in wrong if at not in none
            ]
            unscored += len(none)
    assert unscored == 1
    assert documents(tmp_path / "p.galley")


def lines_of(out: Path, shard: Path) -> list[dict[str, Any]]:
    """The requests of one shard."""
    (path,) = (out / "requests").glob(f"{shard.name}-*")
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.mark.parametrize(
    ("cap", "sentence"),
    [
        (("--budget", "0.000001"), "more than the budget of $0.00; nothing was written"),
        (("--max-requests", "10"), "more than --max-requests 10; nothing was written"),
    ],
)
def test_a_cap_holds_before_anything_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], cap: tuple[str, str], sentence: str
) -> None:
    paths, out = corpus(tmp_path / "in", 40, 2), tmp_path / "out"
    assert screen(*paths, "--out", out, *WORDS, *cap) == 1
    assert sentence in capsys.readouterr().err
    assert list((out / "requests").iterdir()) == []
    assert screen(*paths, "--out", out, *WORDS) == 0  # another cap is no other setting


def test_a_file_takes_no_more_than_a_provider_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (path,) = corpus(tmp_path / "in", 12, 1)
    screen(path, "--out", tmp_path / "whole", *WORDS)
    from galley.core.screening import shard_job

    folder = tmp_path / "out"
    shard_job.begin(folder, shard_job.Job.read(tmp_path / "whole"), [path])
    for name in ("requests", "results"):
        (folder / name).mkdir()
    monkeypatch.setattr(request_files, "MOST_REQUESTS", 5)
    left = request_files.RequestTally(**json.loads(request_files.ask_shard(str(folder), str(path))))
    assert request_files.place(folder, left.parts) == -(-left.new // 5) > 1
    assert lines(folder / "requests") == lines(tmp_path / "whole" / "requests")
    assert all(len(each.read_text("utf-8").splitlines()) <= 5 for each in (folder / "requests").iterdir())


def test_results_of_another_form_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (path,) = corpus(tmp_path / "in", 12, 1)
    assert screen(path, "--out", tmp_path / "out", *WORDS) == 0
    (asked,) = (tmp_path / "out" / "requests").iterdir()
    (tmp_path / "out" / "results" / asked.name).write_text("no JSON\n")
    assert screen(path, "--out", tmp_path / "out", *WORDS) == 1
    assert "line 1: this is not a line of a batch" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--method", "claim-check"), "say --model, and either --batch-files"),
        (("--method", "claim-check", "--batch-files", "--concurrency", "2"), "--concurrency is about a server"),
        (("--method", "claim-check", "--base-url", "http://h/v1", "--budget", "2"), "leave --budget out"),
        (("--base-url", "http://h/v1"), "offline asks no model; leave --base-url out"),
        (("--method", "claim-check", "--batch-files"), "needs the name of a model"),
        (("--batch-files",), "offline asks no model; leave --batch-files"),
        (("--budget", "3"), "offline asks no model; leave --budget out"),
        (("--method", "direct-faithfulness", "--batch-files", "--model", "m", "--price", "1,1"), "gives no verdicts"),
    ],
)
def test_what_does_not_go_together_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    (path,) = corpus(tmp_path / "in", 12, 1)
    assert screen(path, "--out", tmp_path / "out", *words) == 1
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
