"""Models asked on a server of one's own: the judges' runner asks them about one shard, in a project of its own.

The project holds the replies until the verdicts on its shard are written, so a worker that ends loses only the requests
that are in flight.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from galley.core import new_files
from galley.core.errors import GalleyError, InputError
from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
from galley.core.judges.inquiry.labels import Reading
from galley.core.judges.known_calls import find_reading, find_reply, identity
from galley.core.judges.methods.base import ModelQuestion
from galley.core.judges.order import ReadyRun, prepare
from galley.core.judges.runner import Runner
from galley.core.project.import_records import ingest
from galley.core.project.project import Project
from galley.core.screening import run, shard_files, shard_job, streaming
from galley.core.screening.in_memory_item import view
from galley.core.screening.request_files import RESULTS
from galley.core.screening.streaming import RowSource
from galley.core.storage.queries import items as item_queries
from galley.core.storage.queries import runs
from galley.core.storage.record_rows import LONGEST


def serve_shard(folder: str, path: str) -> str:
    """Ask the server about a shard and judge it; returns the path of the verdicts.

    Raises: GalleyError where the server does not answer; its replies so far are stored.
    """
    job, plan, source = shard_job.load_job(folder)
    home, shard = Path(folder), Path(path)
    out = shard_files.output(home, shard)
    if run.is_done(job, shard, out):
        return str(out)
    place = find_place(home, shard)
    place.mkdir(mode=home.stat().st_mode & 0o777, exist_ok=True)
    with _open_project(place, shard, plan, source) as project:
        # the command compared this order with what its user typed, so its address is no stranger's
        ready = prepare(project, replace(plan.order, is_stored=False))
        runner = Runner(project, ready)
        end = runner.start().join()
        if end.state != "done":
            raise GalleyError(
                f"The server did not answer ({end.why.rstrip('.')}); its answers are stored; run the same "
                f"command again to continue."
            )
        run.judge_shard(folder, path, _StoredReplies(project, runner.plan))
    remove_place(home, shard)
    return str(out)


def find_place(folder: Path, shard: Path) -> Path:
    """The folder of the project in which a shard's replies are stored."""
    return folder / RESULTS / shard_files.output(folder, shard).name.removesuffix(shard_files.SUFFIX)


def remove_place(folder: Path, shard: Path) -> None:
    """Delete the replies to a shard whose verdicts are written."""
    shutil.rmtree(find_place(folder, shard), ignore_errors=True)


def _open_project(place: Path, shard: Path, plan: ReadyRun, source: RowSource) -> Project:
    """The project with the records of a shard, created on the first attempt. Raises: InputError."""
    path = place / f"{run.fingerprint(shard)}.galley"
    new = not path.exists()
    project = Project.create(path, shard) if new else Project.open(path)
    try:
        if not item_queries.count_items(project.read_connection()):
            texts = _texts(shard, plan, source)
            project.write(lambda connection: ingest(connection, texts, ImportOptions(), ImportReport())).result()
        new_files.narrow(path, shard)
    except BaseException:
        project.close()
        raise
    return project


def _texts(shard: Path, plan: ReadyRun, source: RowSource) -> Iterator[ParsedRecord]:
    """The texts of the records about which the method asks. The others are counted when the shard is judged."""
    keys: set[str] = set()
    for row in streaming.rows(shard, source, lambda _: None):
        try:
            item = view(row.record)
            asks = any(True for _ in plan.method.inquiries(item, plan.context))
        except Exception:  # a record may hold anything
            continue
        if asks and len({document.name for document in item.documents}) == len(item.documents):
            free = item.key not in keys and len(item.key) <= LONGEST
            key = item.key if free else f"row {row.first}"  # a project has no two items of one key
            keys.add(key)
            yield ParsedRecord({"key": key, "documents": row.record["documents"]}, shard.name, row.first)


class _StoredReplies(run.NullAsker):
    """Answers from the replies that the runner stored."""

    def __init__(self, project: Project, plan: ReadyRun) -> None:
        self._connection, self._plan = project.read_connection(), plan

    async def one(self, question: ModelQuestion) -> Reading:
        """See ``Asker``."""
        found = self.find_reading(question)
        if found is None:
            raise InputError("the server was not asked about this record")
        return found

    async def all(self, questions: Iterable[ModelQuestion]) -> list[Reading]:
        """See ``Asker``."""
        return [await self.one(question) for question in questions]

    def find_reading(self, question: ModelQuestion) -> Reading | None:
        """See ``Asker``."""
        assert self.inquiry is not None
        found = find_reading(self._connection, self._plan, self.inquiry, question)
        if found is None and (reply := find_reply(self._connection, self._plan, self.inquiry, question)) is not None:
            return question.read(reply)  # it was asked for once more, in vain
        if found is None:
            key = identity(self._plan.request(self.inquiry, question), question)[1]
            failed = runs.read_calls(self._connection, key, state="failed")
            found = Reading(unscored_reason=f"no reply ({failed[0].error})") if failed else None
        return found
