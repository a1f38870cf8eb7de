"""What a job of the writer holds is let go of when it is done, not when the next one comes: a merge holds all answers
of its files."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from sqlite3 import Connection

import pytest

from galley.core.domain import ChangeSet
from galley.core.errors import InputError
from galley.core.project.project import Project


class _Much:
    pass


@pytest.mark.parametrize("fails", [False, True])
def test_a_job_is_let_go_of_when_it_is_done(tmp_path: Path, fails: bool) -> None:
    gone = threading.Event()

    def made() -> Callable[[Connection], ChangeSet]:
        much = _Much()
        weakref.finalize(much, gone.set)

        def job(connection: Connection) -> ChangeSet:
            if fails:
                raise InputError(f"{type(much)} is wrong.")
            return ChangeSet(settings=isinstance(much, _Much))

        return job

    with Project.create(tmp_path / "a.galley") as project:
        try:
            project.write(made()).result()
        except InputError:
            assert fails
        assert gone.wait(20)
