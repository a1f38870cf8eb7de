"""From the loop to the writer: rows are collected and written in one transaction at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from galley.core.domain import ChangeSet
from galley.core.judges import store
from galley.core.judges.store import CallRow, InquiryOutcome
from galley.core.project.project import Project
from galley.core.storage.connection import Connection

SOON = 0.5
"""Seconds that a row may wait for company. While calls come in, their writes are the company: a transaction of its own
would cost a sync of the disk, for which the next call had to wait."""


class Saver:
    """Collects what is ready and hands it to the writer in one transaction at a time."""

    def __init__(self, project: Project, run: int) -> None:
        self._project = project
        self._run = run
        self._rows: list[CallRow | InquiryOutcome] = []
        self._next: asyncio.Future[None] | None = None
        self._writing: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._problem: BaseException | None = None

    def put(self, row: CallRow | InquiryOutcome) -> Coroutine[Any, Any, None]:
        """Queue a row; awaiting it means that the row is on disk."""
        self.later(row)
        assert self._next is not None
        return self._wait_for(self._next)

    def later(self, row: CallRow | InquiryOutcome) -> None:
        """Queue a row without waiting; ``flush`` raises what goes wrong with it."""
        self._queue(row)
        self._begin()

    def soon(self, row: CallRow | InquiryOutcome) -> None:
        """Queue a row that can be made again (a verdict, whose calls are on disk): it goes along with the next write,
        which saves a sync of the disk, or alone after SOON."""
        self._queue(row)
        if self._writing is None and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SOON, self._begin)

    def _queue(self, row: CallRow | InquiryOutcome) -> None:
        self._rows.append(row)
        if self._next is None:
            self._next = asyncio.get_running_loop().create_future()

    def _begin(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._writing is None and self._rows:
            self._writing = asyncio.create_task(self._write())

    async def wait_until_saved(self) -> None:
        """Wait until what was queued up to now is on disk."""
        if self._next is not None:
            await self._wait_for(self._next)

    async def flush(self) -> None:
        """Wait until everything queued is on disk. Raises: ProjectError if anything of it could not be written."""
        self._begin()
        while self._writing is not None:
            await asyncio.shield(self._writing)
        if self._problem is not None:
            raise self._problem

    async def last(self, job: Callable[[Connection], ChangeSet]) -> None:
        """Run one more job behind all rows."""
        await self.flush()
        await asyncio.wrap_future(self._project.write(job))

    @staticmethod
    async def _wait_for(done: asyncio.Future[None]) -> None:
        await asyncio.shield(done)

    async def _write(self) -> None:
        try:
            while self._rows:
                await asyncio.sleep(0)  # whoever is ready in this turn of the loop comes along
                rows, done = self._rows, self._next
                self._rows, self._next = [], None
                assert done is not None
                try:
                    await asyncio.wrap_future(self._project.write(lambda c, rows=rows: self._job(c, rows)))  # type: ignore[misc]
                    done.set_result(None)
                except BaseException as error:
                    self._problem = error
                    done.set_exception(error)
                    done.exception()  # somebody may have queued without waiting
        finally:
            self._writing = None

    def _job(self, connection: Connection, rows: Sequence[CallRow | InquiryOutcome]) -> ChangeSet:
        changes = ChangeSet(runs=frozenset({self._run}))
        for row in rows:
            if isinstance(row, CallRow):
                store.save_call(connection, self._run, row)
            else:
                changes |= store.save_outcome(connection, self._run, row)
        return changes
