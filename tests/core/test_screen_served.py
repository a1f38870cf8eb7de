"""Models on a server of one's own: replies are stored as they come, and no more is sent at once than was said."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from galley.core.errors import GalleyError
from galley.core.judges.clients.registry import Source
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order
from galley.core.screening import model_servers, shard_files, shard_job
from tests.core.fake_models import Answer, FakeModels, Seen, error, serving
from tests.core.made_screening import MAPPING, borne_out, corpus, screen_by_process


def answers(seen: Seen, _: int) -> Answer:
    """What is true."""
    return Answer(borne_out(seen.body["messages"][-1]["content"]))


def lines(out: Path, path: Path) -> list[dict[str, Any]]:
    """What was judged of a shard."""
    return list(shard_files.lines(shard_files.output(out, path)))


def test_a_server_is_asked_by_the_workers_and_nothing_twice(tmp_path: Path) -> None:
    (path,) = corpus(tmp_path / "in", 20, 1)
    words = ("--method", "claim-check", "--model", "small", "--when", "day", "--concurrency", "2")
    with serving(answers) as fake:
        assert screen_by_process(path, "--out", tmp_path / "out", *words, "--base-url", f"{fake.url}/v1") == 0
        asked = len(fake.asked("/chat/completions"))
        assert screen_by_process(path, "--out", tmp_path / "out", *words, "--base-url", f"{fake.url}/v1") == 0
        assert len(fake.asked("/chat/completions")) == asked
    judged = lines(tmp_path / "out", path)
    assert sum(line["cells"]["basic/hallucination"][0] for line in judged) == asked
    from benchmarks import planted

    for number, line in enumerate(judged):
        yes = [each["unit"] for each in line["verdicts"] if each["value"] == "yes"]
        assert yes == planted.record(number)["planted"]


def ready(tmp_path: Path, fake: FakeModels, concurrency: int = 2) -> tuple[Path, Path]:
    """A folder whose job is begun, and its shard."""
    (path,) = corpus(tmp_path / "in", 20, 1)
    order = Order("claim-check", Source("compatible", f"{fake.url}/v1"), "small", Choices(), concurrency=concurrency)
    folder = tmp_path / "out"
    shard_job.begin(folder, shard_job.plan_job(order, "day", (), MAPPING, served="server"), [path])
    (folder / "results").mkdir()
    return folder, path


def test_no_more_requests_are_on_their_way_than_was_said(tmp_path: Path) -> None:
    busy, most, room = [0], [0], threading.Condition()

    def counts(seen: Seen, before: int) -> Answer:
        with room:
            busy[0] += 1
            most[0] = max(most[0], busy[0])
            room.notify_all()
            room.wait_for(lambda: most[0] > 2, timeout=0.05)  # a third one would come now
            busy[0] -= 1
        return answers(seen, before)

    with serving(counts) as fake:
        folder, path = ready(tmp_path, fake)
        model_servers.serve_shard(str(folder), str(path))
    assert most[0] == 2


def test_what_was_answered_is_kept_when_the_server_goes_away(tmp_path: Path) -> None:
    gone = [False]

    def goes(seen: Seen, before: int) -> Answer:
        return error(401) if gone[0] or before >= 10 else answers(seen, before)

    with serving(goes) as fake:
        folder, path = ready(tmp_path, fake, concurrency=1)
        with pytest.raises(GalleyError, match="its answers are stored"):
            model_servers.serve_shard(str(folder), str(path))
        assert list((folder / "results").glob("*/*.galley")) and not shard_files.output(folder, path).exists()
        fake.script = answers
        before = len(fake.asked("/chat/completions"))
        model_servers.serve_shard(str(folder), str(path))
        cells = sum(line["cells"]["basic/hallucination"][0] for line in lines(folder, path))
        assert len(fake.asked("/chat/completions")) - before == cells - 10
    assert not list((folder / "results").iterdir())  # the texts and replies of a judged shard


def test_a_failed_request_leaves_its_sentence_unscored_with_the_reason(tmp_path: Path) -> None:
    with serving(lambda seen, before: error(400) if before == 3 else answers(seen, before)) as fake:
        folder, path = ready(tmp_path, fake, concurrency=1)
        model_servers.serve_shard(str(folder), str(path))
    reasons = [each["reason"] for line in lines(folder, path) for each in line["verdicts"] if each["value"] is None]
    assert reasons == ["no reply (The server refused the request, 400 (no).)"]


def test_a_server_that_refuses_everything_ends_the_shard_after_twelve_requests(tmp_path: Path) -> None:
    with serving(lambda *_: error(400)) as fake:
        folder, path = ready(tmp_path, fake, concurrency=1)
        with pytest.raises(GalleyError, match="12 calls in a row failed"):
            model_servers.serve_shard(str(folder), str(path))
        assert len(fake.asked("/chat/completions")) == 12


def test_rows_that_a_project_would_refuse_are_judged_like_the_others(tmp_path: Path) -> None:
    """Two records of one key, and a key that is longer than a project's keys may be."""
    with serving(answers) as fake:
        folder, path = ready(tmp_path, fake)
        rows = path.read_text("utf-8").splitlines()
        records = [json.loads(rows[at]) for at in (0, 1)]
        more = [{**records[0], "model": "other"}, {**records[1], "id": "x" * 10_001}]
        path.write_text("\n".join([*rows, *map(json.dumps, more), "{"]), "utf-8")
        model_servers.serve_shard(str(folder), str(path))
    judged = lines(folder, path)
    assert [line["key"][:9] for line in judged[-2:]] == ["made-0", "x" * 9] and len(judged) == len(rows) + 2
    assert not any(each["value"] is None for line in judged for each in line["verdicts"])
