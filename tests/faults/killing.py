"""``kill -9`` at random moments under each kind of work.

Every moment is a real process of its own, forked from this one so that it starts at once, that works on a copy of a
project, says on a pipe what was acknowledged, and is killed. Then the file is opened again: what was acknowledged must
be there, what is all or nothing must be one of the two, and ``galley project check`` must be clean.
"""

from __future__ import annotations

import io
import json
import os
import random
import select
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import closing, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks import planted
from galley.core import cli, new_files
from galley.core.campaign import answers, pack
from galley.core.campaign.merge import merge
from galley.core.errors import InputError
from galley.core.exports.registry import export
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.importers.sample_project import make
from galley.core.project import backups, log_report, outgoing
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.storage.schema import VERSION
from galley.core.tasks.finish import list_all_pairs
from tests.core.building import native

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "project-v1.galley"
Ack = Callable[[str], None]


@dataclass
class Found:
    """What a scenario came to: how many moments, what was acknowledged and is there, and what was wrong."""

    name: str
    moments: int = 0
    acknowledged: int = 0
    early: int = 0
    """Moments at which nothing was acknowledged yet, or the work had not reached its end."""
    wrong: list[str] = field(default_factory=list)


class Scenario(ABC):
    """One kind of work. ``prepare`` makes ``folder`` ready once; ``work`` is what the child does in a copy of it;
    ``judge`` says what is wrong after the kill, given what was acknowledged."""

    name = ""

    @abstractmethod
    def prepare(self, folder: Path) -> None: ...

    @abstractmethod
    def work(self, folder: Path, ack: Ack, seed: int) -> None: ...

    @abstractmethod
    def judge(self, folder: Path, told: list[str]) -> Iterator[str]: ...


def sound(path: Path) -> Iterator[str]:
    """What `galley project check` says, before and after the project was opened and closed."""
    yield from check(path)
    with Project.open(path) as project:
        if not project.writable:
            yield "the project opens for reading only: the dead program's lock did not go with it"
    yield from check(path)


def query(path: Path, statement: str) -> list[tuple[object, ...]]:
    """The rows of a query, read by a connection that is closed again."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        return connection.execute(statement).fetchall()


class Review(Scenario):
    """A reviewer decides as fast as the disk allows; every decision is acknowledged."""

    name = "review"

    def prepare(self, folder: Path) -> None:
        make(folder)

    def work(self, folder: Path, ack: Ack, seed: int) -> None:
        chance = random.Random(seed)
        with Project.open(folder / "sample.galley") as project:
            desk = DecisionWriter(project, "ann")
            items = [row[0] for row in project.read_connection().execute("SELECT id FROM item")]
            while True:
                item = chance.choice(items)
                view = load_item_view(project.read_connection(), item)
                flags = view.flags()
                flag = chance.choice(flags) if flags else None
                step = chance.randrange(8)
                if step == 0:
                    done = desk.undo().result()
                elif step == 1:
                    done = desk.redo().result()
                elif step == 2:
                    done = desk.finish(view, list_all_pairs(view)).result()
                elif step == 3 or flag is None:
                    done = desk.note(item, None, f"note {chance.random()}").result()
                else:
                    done = (desk.accept if step % 2 else desk.override)(item, flag).result()
                if done is not None:
                    ack(str(done.id))

    def judge(self, folder: Path, told: list[str]) -> Iterator[str]:
        path = folder / "sample.galley"
        yield from sound(path)
        kept = {str(row[0]) for row in query(path, "SELECT id FROM decision")}
        lost = [each for each in told if each not in kept]
        if lost:
            yield f"{len(lost)} acknowledged decisions are lost"


class Import(Scenario):
    """A file is taken in, all or nothing."""

    name = "import"
    ITEMS = 240

    def prepare(self, folder: Path) -> None:
        path = make(folder)
        with Project.open(path) as project:
            export(project, "galley", folder / "one.jsonl")
        header, *lines = (json.dumps(line).encode() + b"\n" for line in native((folder / "one.jsonl").read_bytes()))
        with (folder / "more.jsonl").open("wb") as stream:
            stream.write(header)
            for number in range(self.ITEMS):
                stream.write(lines[number % len(lines)].replace(b'"key": "', f'"key": "{number} '.encode(), 1))

    def work(self, folder: Path, ack: Ack, seed: int) -> None:
        with Project.open(folder / "sample.galley") as project:
            import_files(project, IMPORTER, [folder / "more.jsonl"])
            ack("imported")

    def judge(self, folder: Path, told: list[str]) -> Iterator[str]:
        path = folder / "sample.galley"
        yield from sound(path)
        before = len((folder / "one.jsonl").read_bytes().splitlines())  # a line an item
        count = query(path, "SELECT count(*) FROM item")[0][0]
        if count not in (before, before + self.ITEMS) or (told and count == before):
            yield f"{count} items after an import of {self.ITEMS} into {before} (acknowledged: {bool(told)})"


class Merge(Scenario):
    """Answers come back, all or nothing."""

    name = "merge"

    def prepare(self, folder: Path) -> None:
        path = make(folder)
        with Project.open(path) as project:
            package = pack.pack(project, {"ann": folder / "ann.galley"})[0].path
        with Project.open(package) as project:
            desk = DecisionWriter(project, "ann")
            for (item,) in project.read_connection().execute("SELECT id FROM item").fetchall():
                view = load_item_view(project.read_connection(), item)
                for flag in view.flags():
                    desk.accept(item, flag).result()
                desk.finish(view, list_all_pairs(view)).result()
        answers.write_answers(package, folder / "ann.answers")

    def work(self, folder: Path, ack: Ack, seed: int) -> None:
        with Project.open(folder / "sample.galley") as project:
            merge(project, [folder / "ann.answers"])
            ack("merged")

    def judge(self, folder: Path, told: list[str]) -> Iterator[str]:
        path = folder / "sample.galley"
        yield from sound(path)
        by_ann = "SELECT 1 FROM decision JOIN annotator ON annotator.id = reviewer_id WHERE name = 'ann'"
        came = len(query(path, by_ann))
        whole = len(query(folder / "ann.galley", "SELECT 1 FROM decision"))
        if came not in (0, whole) or (told and not came):
            yield f"{came} of {whole} decisions after a merge (acknowledged: {bool(told)})"


class Migration(Scenario):
    """An older project is opened, which backs it up and lays it out anew."""

    name = "migration"

    def prepare(self, folder: Path) -> None:
        import sqlite_utils  # noqa: F401 (loaded here, it is there in each child)

        shutil.copy(GOLDEN, folder / "old.galley")

    def work(self, folder: Path, ack: Ack, seed: int) -> None:
        with Project.open(folder / "old.galley"):
            ack("opened")

    def judge(self, folder: Path, told: list[str]) -> Iterator[str]:
        path = folder / "old.galley"
        before = query(GOLDEN, "SELECT uid FROM decision ORDER BY id")
        Project.open(path).close()  # what was half done is taken back, or done again
        if query(path, "SELECT uid FROM decision ORDER BY id") != before:
            yield "decisions are lost"
        yield from sound(path)
        if query(path, "PRAGMA user_version")[0][0] != VERSION:
            yield "the project cannot be migrated any more"
        for backup in folder.glob("*.backup"):
            if query(backup, "SELECT uid FROM decision ORDER BY id") != before:
                yield f"the backup {backup.name} lacks decisions"


class Export(Scenario):
    """A file is written over an older one, whole or not at all."""

    name = "export"

    def prepare(self, folder: Path) -> None:
        make(folder)
        (folder / "out.jsonl").write_bytes(b"what was there before")
        with Project.open(folder / "sample.galley") as project:
            export(project, "galley", folder / "whole.jsonl")

    def work(self, folder: Path, ack: Ack, seed: int) -> None:
        with Project.open(folder / "sample.galley", read_only=True) as project:
            export(project, "galley", folder / "out.jsonl")
            ack("exported")

    def judge(self, folder: Path, told: list[str]) -> Iterator[str]:
        yield from sound(folder / "sample.galley")
        wrote = (folder / "out.jsonl").read_bytes()
        whole = (folder / "whole.jsonl").read_bytes()
        if wrote != whole and (wrote != b"what was there before" or told):
            yield f"the export has {len(wrote)} of {len(whole)} bytes (acknowledged: {bool(told)})"


class Confidential(Scenario):
    """Whatever is made of a confidential project lies in its folder, also what a dead program leaves."""

    name = "confidential exits"

    def prepare(self, folder: Path) -> None:
        home, made = folder / "clinic", folder / "made"
        for each in (home, made, folder / "elsewhere", folder / "temporary"):
            each.mkdir()
        shutil.move(make(made), home / "sample.galley")
        shutil.rmtree(made)
        backups.make(home / "sample.galley")
        with Project.open(home / "sample.galley") as project:
            project.write(lambda connection: outgoing.declare(connection, ())).result()

    def work(self, folder: Path, ack: Ack, seed: int) -> None:
        tempfile.tempdir = str(folder / "temporary")
        home, away = folder / "clinic", folder / "elsewhere"
        path = home / "sample.galley"
        with Project.open(path, read_only=True) as project:
            wanted = log_report.DecisionFilter()
            for place in (home, away):
                with suppress(InputError):
                    export(project, "xlsx", place / "out.xlsx")
                with suppress(InputError):
                    log_report.write(project.read_connection(), wanted, place / "log.csv", "csv")
                with suppress(InputError):
                    backups.restore(backups.make(path), place / "restored.galley")
                with suppress(InputError):
                    new_files.write(place / "chart.csv", b"a figure", path)
                ack(place.name)

    def judge(self, folder: Path, told: list[str]) -> Iterator[str]:
        yield from sound(folder / "clinic" / "sample.galley")
        for place in ("elsewhere", "temporary"):
            for each in filter(Path.is_file, (folder / place).rglob("*")):
                yield f"{each.relative_to(folder)} lies outside of the project's folder"


class Screening(Scenario):
    """A corpus is screened: the output of each shard is whole or not there, and the same command goes on to the same
    bytes."""

    name = "screening"

    def prepare(self, folder: Path) -> None:
        shards = planted.write(folder / "in", 40, 4)
        (folder / "shards").write_text("\n".join(map(str, shards)))  # outputs are named after the place of their shard
        self._screen(folder, "whole")

    def work(self, folder: Path, ack: Ack, seed: int) -> None:
        self._screen(folder, "out")
        ack("screened")

    def judge(self, folder: Path, told: list[str]) -> Iterator[str]:
        whole = {path.name: path.read_bytes() for path in (folder / "whole").glob("*.jsonl*")}
        for name, content in whole.items():
            path = folder / "out" / name
            if path.exists() and path.read_bytes() != content:
                yield f"{name} is there and not whole"
            elif told and not path.exists():
                yield f"{name} is lost, though the command had ended"
        self._screen(folder, "out")
        for name, content in whole.items():
            if (folder / "out" / name).read_bytes() != content:
                yield f"{name} is another after the same command went on"

    @staticmethod
    def _screen(folder: Path, out: str) -> None:
        shards = (folder / "shards").read_text().split("\n")
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            code = cli.main(["sample", "screen", "--workers", "1", *shards, "--out", str(folder / out)])
        if code:
            raise RuntimeError(f"galley sample screen ended with {code}")


SCENARIOS: tuple[Scenario, ...] = (
    Review(), Import(), Merge(), Migration(), Export(), Confidential(), Screening()
)  # fmt: skip


def run(scenario: Scenario, moments: int, folder: Path, seed: int = 0) -> Found:
    """Kill the work of ``scenario`` at this many moments, spread at random over the time that it takes.

    Raises: RuntimeError where the work fails before it is killed.
    """
    chance = random.Random(seed)
    ready = folder / f"{scenario.name}-ready"
    ready.mkdir()
    scenario.prepare(ready)
    typical = _time(scenario, ready, folder)
    found = Found(scenario.name)
    for number in range(moments):
        copy = folder / f"{scenario.name}-{number}"
        shutil.copytree(ready, copy)
        # one part of the work after the other, so that a few moments are spread over it too
        after = typical * (number + chance.random()) / moments
        told = _killed(scenario, copy, after, seed + number)
        found.moments += 1
        found.acknowledged += len(told)
        found.early += not told
        found.wrong += [f"moment {number}: {each}" for each in scenario.judge(copy, told)]
        shutil.rmtree(copy)
    return found


def _time(scenario: Scenario, ready: Path, folder: Path) -> float:
    """About how long the work takes, so that the moments fall into it; for work without an end, a third of a second."""
    copy = folder / f"{scenario.name}-timed"
    shutil.copytree(ready, copy)
    begun = time.perf_counter()
    told = _killed(scenario, copy, 0.35 if isinstance(scenario, Review) else 60.0, 0)
    took = time.perf_counter() - begun
    for each in scenario.judge(copy, told):
        raise RuntimeError(f"{scenario.name} is wrong without a kill: {each}")
    return took * 1.25


def _killed(scenario: Scenario, folder: Path, after: float, seed: int) -> list[str]:
    """What a child acknowledged before it was killed ``after`` seconds, or by its end."""
    read, write = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        _child(scenario, folder, write, seed)
    os.close(write)
    limit = time.perf_counter() + after
    got = b""
    while (left := limit - time.perf_counter()) > 0:
        if select.select([read], [], [], left)[0]:
            part = os.read(read, 65536)
            if not part:
                break
            got += part
    os.kill(child, signal.SIGKILL)
    while part := os.read(read, 65536):
        got += part
    os.close(read)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status not in (0, -signal.SIGKILL):
        raise RuntimeError(f"the work of {scenario.name!r} failed by itself with {status}")
    return [line for line in got.decode().split("\n")[:-1] if line]


def _child(scenario: Scenario, folder: Path, write: int, seed: int) -> None:
    try:
        scenario.work(folder, lambda what: (os.write(write, f"{what}\n".encode()), None)[1], seed)
        os._exit(0)
    except BaseException:
        import traceback

        traceback.print_exc()
        os._exit(1)
