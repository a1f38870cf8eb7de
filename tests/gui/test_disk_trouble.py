"""The real window over a disk in trouble, in a process of its own: slow, full, suddenly read only."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.faults import disk

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not (shutil.which("cc") or shutil.which("gcc")),
    reason="a disk in trouble needs Linux and a C compiler",
)


def test_a_slow_disk_does_not_hold_the_window_up(tmp_path: Path) -> None:
    found = disk.run("slow", tmp_path)
    assert found["wrong"] == [] and found["said"] == []
    assert found["acknowledged"] == found["pressed"] == disk.DECISIONS
    assert found["queued"] > 1, "decisions are taken while others wait for the disk"
    assert found["syncs"] >= disk.DECISIONS, "each was on disk by itself"
    assert found["waited"] == 0, "the window's thread never syncs"
    # A window that waited would miss every sync; how many a busy machine misses is a matter of its speed.
    assert 2 * found["blocked"] < found["syncs"], "and it worked during the syncs"


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("full", "The disk of {} is full; nothing was changed. Make room and try again."),
        (
            "read-only",
            "{} cannot be reached (disk I/O error); check that its disk is there, has room and may be written.",
        ),
    ],
)
def test_decisions_are_refused_with_a_sentence_and_taken_again(tmp_path: Path, what: str, sentence: str) -> None:
    found = disk.run(what, tmp_path)
    assert found["said"] == [found["shown"]] == [sentence.format(tmp_path / "work" / "sample.galley")]
    assert found["wrong"] == [] and found["after"] == 0
    assert found["acknowledged"] >= 2, "one before the trouble, one behind it"
