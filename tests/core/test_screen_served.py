"""Models on a server of one's own: what is answered is kept as it comes, and no more is sent at once than was said."""

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
from galley.core.screening import screenjob, served, shardfile
from tests.core.fake_models import Answer, FakeModels, Seen, error, serving
from tests.core.made_screening import MAPPING, borne_out, corpus, screen


def answers(seen: Seen, _: int) -> Answer:
    """What is true."""
    return Answer(borne_out(seen.body["messages"][-1]["content"]))


def lines(out: Path, path: Path) -> list[dict[str, Any]]:
    """What was judged of a shard."""
    return list(shardfile.lines(shardfile.output(out, path)))


def test_a_server_is_asked_by_the_workers_and_nothing_twice(tmp_path: Path) -> None:
    (path,) = corpus(tmp_path / "in", 20, 1)
    words = ("--method", "claim-check", "--model", "small", "--when", "day", "--concurrency", "2")
    with serving(answers) as fake:
        assert screen(path, "--out", tmp_path / "out", *words, "--base-url", f"{fake.url}/v1") == 0
        asked = len(fake.asked("/chat/completions"))
        assert screen(path, "--out", tmp_path / "out", *words, "--base-url", f"{fake.url}/v1") == 0
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
    order = Order(
        "claim-check", Source("compatible", f"{fake.url}/v1"), "small", Choices(), concurrency=concurrency
    )
    folder = tmp_path / "out"
    screenjob.begin(folder, screenjob.planned(order, "day", (), MAPPING, served="server"), [path])
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
        served.serve_shard(str(folder), str(path))
    assert most[0] == 2


def test_what_was_answered_is_kept_when_the_server_goes_away(tmp_path: Path) -> None:
    gone = [False]

    def goes(seen: Seen, before: int) -> Answer:
        return error(401) if gone[0] or before >= 10 else answers(seen, before)

    with serving(goes) as fake:
        folder, path = ready(tmp_path, fake, concurrency=1)
        with pytest.raises(GalleyError, match="what it answered is kept"):
            served.serve_shard(str(folder), str(path))
        (kept,) = (folder / "results").iterdir()
        held = kept.read_text("utf-8").splitlines()
        assert len(held) == 10 and not shardfile.output(folder, path).exists()
        kept.write_bytes(kept.read_bytes() + b'{"custom_id": "cut off when the worker e')
        fake.script = answers
        before = len(fake.asked("/chat/completions"))
        served.serve_shard(str(folder), str(path))
        cells = sum(line["cells"]["basic/hallucination"][0] for line in lines(folder, path))
        assert len(fake.asked("/chat/completions")) - before == cells - 10
    assert all(json.loads(each)["custom_id"] for each in kept.read_text("utf-8").splitlines())
