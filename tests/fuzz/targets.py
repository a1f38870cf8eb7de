"""What is fuzzed: each target takes the bytes of an input and may raise a ``GalleyError``, and nothing else."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import orjson

from galley.core.errors import GalleyError
from galley.core.importers import registry
from galley.core.importers.base import ImportOptions, ImportReport
from galley.core.judges import labels, replies, thinking
from galley.core.judges.clients.base import Reply
from galley.core.packages import answers
from galley.core.project.check import check
from galley.core.project.ingest import ingest
from galley.core.project.project import Project
from galley.core.project.schema import create
from galley.core.sample import make
from galley.core.schemes.loader import parse
from galley.core.sumie.replies import read_table

SEEDS = Path(__file__).with_name("seeds")
ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Target:
    """``run`` gets an input; ``seeds`` are sound ones."""

    name: str
    run: Callable[[bytes], None]
    seeds: list[bytes]


def targets(folder: Path) -> Iterator[Target]:
    """All targets; files are written to ``folder`` and nowhere else."""
    for name in registry.names():
        yield Target(f"import {name}", _importer(name, folder), kept(f"import-{name}"))
    shipped = [p.read_bytes() for p in sorted((ROOT / "resources/schemes").glob("*.toml"))]
    yield Target("schemes", _scheme, [*kept("schemes", must=False), *shipped])
    yield Target("replies", _replies, kept("replies"))
    yield Target("tables in replies", _table, kept("tables"))
    packed, project = _packed(folder)
    yield Target("answers", _answers(folder), [packed, *kept("answers", must=False)])
    yield Target("project files", _project(folder), [project])


def kept(name: str, must: bool = True) -> list[bytes]:
    """The seeds of a target."""
    found = [path.read_bytes() for path in sorted((SEEDS / name).glob("*")) if path.is_file()]
    if must and not found:
        raise GalleyError(f"There are no seeds in tests/fuzz/seeds/{name}; put a small sound file there.")
    return found


def _importer(name: str, folder: Path) -> Callable[[bytes], None]:
    """Reads, and takes what is read into a project in memory, which is then thrown away."""
    importer = registry.find(name)
    suffix = importer.suffixes[0]
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    create(connection)
    options = ImportOptions()

    def run(data: bytes) -> None:
        path = folder / f"input{suffix}"
        path.write_bytes(data)
        importer.recognises(data[:65536], path)
        report = ImportReport()
        connection.execute("BEGIN")
        try:
            ingest(connection, importer.read([path], options, report), options, report)
        finally:
            connection.execute("ROLLBACK")

    return run


def _scheme(data: bytes) -> None:
    parse(data.decode("utf-8", "replace"), "fuzz.toml")


def _replies(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    replies.parse_list(text)
    replies.parse_object(text, "sentences")
    thinking.split(text)
    replies.answers(text)
    replies.parse_entries(text)
    replies.read_labels(text, 3, {"no error": "", "entity error": "ent-e"})
    labels.read_object(Reply(text), "sentences")


def _table(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    read_table(text, text[:50])


def _packed(folder: Path) -> tuple[bytes, bytes]:
    """A file of answers and a project file, both sound and small."""
    from galley.core.packages import pack
    from galley.core.project import reading
    from galley.core.project.desk import Desk

    place = folder / "made"
    place.mkdir()
    path = make(place)
    with Project.open(path) as project:
        package = pack.pack(project, {"ann": place / "ann.galley"})[0].path
    with Project.open(package) as project:
        desk = Desk(project, "ann")
        for (item,) in project.reader().execute("SELECT id FROM item LIMIT 4").fetchall():
            for flag in reading.load(project.reader(), item).flags():
                desk.accept(item, flag).result()
    answers.write(package, place / "ann.answers")
    small = place / "small.galley"
    with Project.create(small) as project:
        from galley.core.importers.galley import IMPORTER
        from galley.core.project.imports import import_files

        source = place / "small.jsonl"
        lines = (ROOT / "resources/sample/sample.jsonl").read_text("utf-8").splitlines()
        source.write_text("\n".join(line for line in lines if json.loads(line).get("key"))[:20_000].rsplit("\n", 1)[0])
        import_files(project, IMPORTER, [source])
    return (place / "ann.answers").read_bytes(), small.read_bytes()


def _answers(folder: Path) -> Callable[[bytes], None]:
    """Answers come with a hash over them; every other input gets one that is right, or none would pass."""
    path = folder / "input.answers"
    count = 0

    def run(data: bytes) -> None:
        nonlocal count
        count += 1
        path.write_bytes(signed(data) if count % 2 else data)
        answers.read(path)

    return run


def signed(data: bytes) -> bytes:
    """The same answers under the hash that they would have, if the first line can be read."""
    first, _, rest = data.partition(b"\n")
    lines = rest.splitlines(keepends=True)
    try:
        head = answers.Head(**orjson.loads(first))
        head = replace(head, items=len(lines), hash="")
        head = replace(head, hash=answers._hash(head, lines))
        return orjson.dumps(asdict(head), option=orjson.OPT_APPEND_NEWLINE) + rest
    except (ValueError, TypeError):
        return data


def _project(folder: Path) -> Callable[[bytes], None]:
    """Opens, checks and reads a project file that somebody changed."""
    from galley.core.project import reading

    def run(data: bytes) -> None:
        path = folder / "input.galley"
        for left in folder.glob("input*"):
            left.unlink()
        path.write_bytes(data)
        check(path)
        with Project.open(path) as project, closing(sqlite3.connect(path)):
            try:
                for (item,) in project.reader().execute("SELECT id FROM item LIMIT 3").fetchall():
                    reading.load(project.reader(), item)
            except sqlite3.DatabaseError as error:
                raise GalleyError("The file is damaged.") from error

    return run
