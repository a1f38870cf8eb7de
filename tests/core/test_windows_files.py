"""Windows' rules for files, kept here by a stand-in: what is open is not renamed, replaced or deleted. Nobody has run
this on Windows."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from galley.core.errors import GalleyError
from galley.core.project import files
from galley.core.project.check import check
from galley.core.project.project import Project
from tests.core.building import project


class Counted(sqlite3.Connection):
    """A connection that is listed until it is closed."""

    unclosed: list[sqlite3.Connection] = []

    def __init__(self, *given: object, **more: object) -> None:
        super().__init__(*given, **more)  # type: ignore[arg-type]
        Counted.unclosed.append(self)

    def close(self) -> None:
        super().close()
        Counted.unclosed[:] = [each for each in Counted.unclosed if each is not self]


@pytest.fixture
def unclosed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[sqlite3.Connection]]:
    """The connections that are open."""
    connect = sqlite3.connect
    Counted.unclosed.clear()
    monkeypatch.setattr(sqlite3, "connect", lambda *given, **more: connect(*given, **more, factory=Counted))
    yield Counted.unclosed
    Counted.unclosed.clear()


@pytest.mark.parametrize("at", [0, 16, 18, 24, 28, 44, 60, 100, 105, 4096, 8200])
@pytest.mark.parametrize("what", [b"\xff" * 8, b"\x00" * 3000])
def test_nothing_stays_open_of_a_project_that_does_not_open(
    tmp_path: Path, unclosed: list[sqlite3.Connection], at: int, what: bytes
) -> None:
    made = tmp_path / "test.galley"
    project(tmp_path).close()
    assert not unclosed
    whole = made.read_bytes()
    made.write_bytes(whole[:at] + what + whole[at + len(what) :])
    for use in (Project.open, lambda path: files.copied(path, tmp_path / "copy"), check, files.open_writable):
        (tmp_path / "copy").mkdir(exist_ok=True)
        try:
            opened = use(made)
        except GalleyError:
            pass
        else:
            if isinstance(opened, Project):
                opened.close()
            elif isinstance(opened, tuple):
                opened[0].close()
        assert not unclosed, use
