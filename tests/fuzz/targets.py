"""What is fuzzed: each target takes the bytes of an input and may raise a ``GalleyError``, and nothing else."""

from __future__ import annotations

import json
import os
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any

import orjson

from galley.core import new_files
from galley.core.campaign import answers, pack
from galley.core.definitions import protocol_files
from galley.core.definitions.schemes import parse_scheme
from galley.core.errors import GalleyError
from galley.core.exports.registry import export
from galley.core.import_types import ImportOptions, ImportReport
from galley.core.importers import registry
from galley.core.importers.sample_project import make
from galley.core.judges.clients.base import Reply
from galley.core.judges.inquiry import labels, prompts, written_judge
from galley.core.papers.sumie.table_replies import read_table
from galley.core.project import backups, log_report, outgoing
from galley.core.project.check import check
from galley.core.project.import_records import ingest
from galley.core.project.project import Project
from galley.core.replies import replies, thinking
from galley.core.storage.schema import create
from galley.core.tables.mapping import load_mapping, parse_mapping
from galley.core.tasks.finish import list_all_pairs
from tests.core import building
from tests.core.judging import KEY
from tests.core.resealing import resealed

SEEDS = Path(__file__).with_name("seeds")
ROOT = Path(__file__).resolve().parents[2]


PLAIN = json.loads((ROOT / "tests/intake/mappings/table.json").read_text("utf-8"))
"""How the tables in tests/intake are read."""
ONTO = {"kgds-outputs": "kgds", "csv": "galley"}
"""Importers of what belongs to items that are there, with the importer of these."""


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
    yield Target("sheets of xlsx", *_part(folder, "table.xlsx", "xl/worksheets/sheet1.xml"))
    yield Target("texts of xlsx", *_part(folder, "table.xlsx", "xl/sharedStrings.xml"))
    yield Target("sheets of ods", *_part(folder, "table.ods", "content.xml"))
    rows = (ROOT / "tests/intake/table.parquet").read_bytes()
    yield Target("parquet", _importer("table", folder, ".parquet", PLAIN), [rows])
    shipped = [p.read_bytes() for p in sorted((ROOT / "resources/schemes").glob("*.toml"))]
    yield Target("schemes", _scheme, [*kept("schemes", must=False), *shipped])
    files = [*(ROOT / "resources/protocols").glob("*.toml"), *(ROOT / "resources/mappings").glob("*.json")]
    own = [p.read_bytes() for p in sorted([*files, *(ROOT / "prompts").glob("*/*.md")])]
    yield Target("protocols, judges, mappings, prompts", _settings, own)
    yield Target("replies", _replies, kept("replies"))
    yield Target("tables in replies", _table, kept("tables"))
    packed, project = _packed(folder)
    yield Target("answers", _answers(folder), [packed, *kept("answers", must=False)])
    yield Target("project files", _project(folder), [project])
    yield Target("crafted schemas", _layout(folder, project), _statements(folder, project))
    yield Target("answers of others", *_others(folder))
    yield Target("runs of others", *_runs(folder))
    yield Target("confidential exits", *_exits(folder))
    yield Target("hidden decisions", *_hidden(folder))


def kept(name: str, must: bool = True) -> list[bytes]:
    """The seeds of a target."""
    found = [path.read_bytes() for path in sorted((SEEDS / name).glob("*")) if path.is_file()]
    if must and not found:
        raise GalleyError(f"There are no seeds in tests/fuzz/seeds/{name}; put a small sound file there.")
    return found


def _importer(name: str, folder: Path, suffix: str = "", mapping: Any = None) -> Callable[[bytes], None]:
    """Reads, and takes what is read into a project in memory, which is then thrown away."""
    importer = registry.find(name)
    suffix = suffix or importer.suffixes[0]
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    create(connection)
    options = ImportOptions(mapping=parse_mapping(mapping, "fuzz") if mapping else None)
    if name in ONTO:  # what it takes in joins items that another importer brought
        first = registry.find(ONTO[name])
        path = folder / f"first{first.suffixes[0]}"
        path.write_bytes(kept(f"import-{ONTO[name]}")[0])
        connection.execute("BEGIN")
        ingest(connection, first.read([path], options, ImportReport()), options, ImportReport())
        connection.execute("COMMIT")

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


def _parts(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _part(folder: Path, book: str, part: str) -> tuple[Callable[[bytes], None], list[bytes]]:
    """Imports a workbook, one part of which is the input."""
    parts = _parts(ROOT / "tests/intake" / book)
    take = _importer("table", folder, Path(book).suffix, PLAIN)

    def run(data: bytes) -> None:
        packed = BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            for name, kept_bytes in parts.items():
                archive.writestr(name, data if name == part else kept_bytes)
        take(packed.getvalue())

    return run, [parts[part]]


def _settings(data: bytes) -> None:
    """What is read whole: a protocol, a judge, a mapping, a prompt."""
    text = data.decode("utf-8", "replace")
    name = text.partition('id = "')[2].partition('"')[0]
    readers: list[Callable[[], object]] = [
        lambda: protocol_files.parse(text),
        lambda: written_judge.parse(text),
        lambda: prompts.parse(text, "fuzz", name),
    ]
    for read in readers:
        with suppress(GalleyError):
            read()
            return
    load_mapping(text, "fuzz.json")


def _scheme(data: bytes) -> None:
    parse_scheme(data.decode("utf-8", "replace"), "fuzz.toml")


def _replies(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    replies.parse_list(text)
    replies.parse_object(text, "sentences")
    thinking.split_thoughts(text)
    replies.answers(text)
    replies.parse_entries(text)
    replies.read_labels(text, 3, {"no error": "", "entity error": "ent-e"})
    labels.read_object(Reply(text), "sentences")


def _table(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    read_table(text, text[:50])


def _packed(folder: Path) -> tuple[bytes, bytes]:
    """A file of answers and a project file, both sound and small."""
    from galley.core.review.decision_writer import DecisionWriter
    from galley.core.review.items import load_item_view

    place = folder / "made"
    place.mkdir()
    path = make(place)
    with Project.open(path) as project:
        package = pack.pack(project, {"ann": place / "ann.galley"})[0].path
    with Project.open(package) as project:
        desk = DecisionWriter(project, "ann")
        for (item,) in project.read_connection().execute("SELECT id FROM item LIMIT 4").fetchall():
            for flag in load_item_view(project.read_connection(), item).flags():
                desk.accept(item, flag).result()
    answers.write_answers(package, place / "ann.answers")
    small = place / "small.galley"
    with Project.create(small) as project:
        from galley.core.importers.galley import IMPORTER
        from galley.core.importers.run_import import import_files

        source = place / "small.jsonl"
        lines = (ROOT / "resources/sample/sample.jsonl").read_text("utf-8").splitlines()
        source.write_text("\n".join(line for line in lines if json.loads(line).get("key"))[:20_000].rsplit("\n", 1)[0])
        import_files(project, IMPORTER, [source])
    return (place / "ann.answers").read_bytes(), small.read_bytes()


def _exits(folder: Path) -> tuple[Callable[[bytes], None], list[bytes]]:
    """Writes what an input names (a letter, then a place as seen from the project's folder) of a confidential project:
    nothing may lie outside of that folder then."""
    ground = folder / "exits"
    home = ground / "clinic"
    for each in (home / "out", ground / "elsewhere"):
        each.mkdir(parents=True)
    (home / "link").symlink_to(ground / "elsewhere", target_is_directory=True)
    path = home / "small.galley"
    (folder / "made" / "small.galley").rename(path)
    older = backups.make(path)
    with Project.open(path) as project:
        project.write(lambda connection: outgoing.declare(connection, ())).result()
        package = pack.pack(project, {"ann": home / "ann.galley"})[0].path
    exits: dict[str, Callable[[Path], object]] = {
        "c": lambda out: new_files.write(out, b"a figure", path),
        "h": lambda out: _history(path, out),
        "e": lambda out: _exported(path, out),
        "r": lambda out: answers.write_answers(package, out, overwrite=True),
        "b": lambda out: backups.restore(older, out),
    }

    def run(data: bytes) -> None:
        words = data[:60].decode("utf-8", "replace").replace("\0", "")
        out = home / words[1:]
        exits.get(words[:1], exits["c"])(out)
        if out.is_file() and out.parent == home / "out":
            out.unlink()
        loose = [each for each in (ground / "elsewhere", *ground.iterdir()) if each.is_file() or any(each.glob("*"))]
        assert loose == [home], f"{loose} lies outside"

    places = ("out/", "../elsewhere/", "link/", "../")
    return run, [f"{name}{place}{name}".encode() for name in exits for place in places]


def _history(path: Path, out: Path) -> None:
    with Project.open(path, read_only=True) as project:
        log_report.write(project.read_connection(), log_report.DecisionFilter(), out, "csv")


def _exported(path: Path, out: Path) -> None:
    with Project.open(path, read_only=True) as project:
        export(project, "csv", out)


def _answers(folder: Path) -> Callable[[bytes], None]:
    """Answers come with a hash over them; every other input gets one that is right, or none would pass."""
    path = folder / "input.answers"
    count = 0

    def run(data: bytes) -> None:
        nonlocal count
        count += 1
        path.write_bytes(signed(data) if count % 2 else data)
        answers.read_answers(path)

    return run


def signed(data: bytes) -> bytes:
    """The same answers under the hash that they would have, if the first line can be read, and sealed anew."""
    first, _, rest = (data if data.endswith(b"\n") else data + b"\n").partition(b"\n")
    lines = rest.splitlines(keepends=True)
    try:
        items = [orjson.loads(line) for line in lines]
        first = orjson.dumps(resealed(orjson.loads(first), items))
        rest = b"".join(lines := [orjson.dumps(item, option=orjson.OPT_APPEND_NEWLINE) for item in items])
    except (ValueError, TypeError, LookupError, AttributeError):
        pass
    try:
        head = answers.AnswersHead(**orjson.loads(first))
        head = replace(head, items=len(lines), hash="")
        head = replace(head, hash=answers._hash(head, lines))
        return orjson.dumps(asdict(head), option=orjson.OPT_APPEND_NEWLINE) + rest
    except (ValueError, TypeError):
        return data


def _statements(folder: Path, project: bytes) -> list[bytes]:
    """What the tables, indexes and triggers of a project are declared as: type, name and SQL."""
    path = folder / "statements.galley"
    path.write_bytes(project)
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return ["\n".join(row).encode() for row in rows if "_sqlite_migrations" not in row[1]]


def _layout(folder: Path, project: bytes) -> Callable[[bytes], None]:
    """Declares something otherwise: opening must refuse it and `galley project check` list it, unless it is the same
    word for word."""
    path = folder / "input-layout.galley"

    def run(data: bytes) -> None:
        for left in folder.glob("input*"):
            left.unlink()
        path.write_bytes(project)
        kind, _, rest = data.decode("utf-8", "replace").partition("\n")
        name, _, words = rest.partition("\n")
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA writable_schema = ON")
            there = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).fetchone()
            if there:
                connection.execute("UPDATE sqlite_master SET type = ?, sql = ? WHERE name = ?", (kind, words, name))
            else:
                row = (kind, name, name, words)
                connection.execute("INSERT INTO sqlite_master VALUES (?, ?, ?, 0, ?)", row)
        found = check(path)
        try:
            Project.open(path).close()
        except GalleyError:
            assert found, "refused, and check finds nothing"
            raise
        assert not found, f"opened, and check says: {found[0]}"
        assert there and there[0] == words, f"opened with the {kind} {name} declared otherwise"

    return run


def _runs(folder: Path) -> tuple[Callable[[bytes], None], list[bytes]]:
    """Continues runs whose settings somebody else wrote: none may begin that goes anywhere but to a provider's own
    address, and a listener hears nothing."""
    import socket

    from galley.core.judges import trust
    from galley.core.judges.clients.reach import Reach
    from galley.core.judges.clients.registry import Source
    from galley.core.judges.order import Order, order_of, prepare
    from galley.core.judges.runner import Runner

    place = folder / "runs"
    place.mkdir()
    project = building.project(place, building.record())
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setblocking(False)
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
    leak = Reach(headers=("X-Leak=$PATH",))
    os.environ |= dict.fromkeys(("OPENAI_API_KEY", "ANTHROPIC_API_KEY"), KEY)
    seeds = [
        json.dumps(dict(prepare(project, Order("dial-summer-fine", source, "gpt-4o", reach=reach)).settings))
        for source in (
            *(Source(name, address) for name in ("compatible", "openai", "anthropic")),
            Source("replay", replies=str(place / "replies.jsonl")),
        )
        for reach in (leak, Reach(), Reach(proxy="none"))
    ]  # fmt: skip

    def run(data: bytes) -> None:
        try:
            settings = orjson.loads(data)
        except ValueError:
            raise GalleyError("The settings of a run are JSON.") from None
        if not isinstance(settings, dict):
            raise GalleyError("The settings of a run are an object.")
        order = order_of(settings)
        try:
            Runner(project, prepare(project, order, write=False))
        except GalleyError:
            pass
        else:
            assert trust.find_destination(order.source, order.reach) is None, "begun without a yes"
        try:
            listener.accept()
        except BlockingIOError:
            return
        raise AssertionError("the listener was spoken to")

    return run, [seed.encode() for seed in seeds]


def _others(folder: Path) -> tuple[Callable[[bytes], None], list[bytes]]:
    """Merges answers that somebody edited: what comes in is the reviewer's own, and the project stays sound."""
    from galley.core.campaign import merge, pack
    from galley.core.campaign.pack import PackageOptions
    from galley.core.campaign.workload import AssignmentOptions
    from galley.core.review.decision_writer import DecisionWriter
    from galley.core.review.items import load_item_view

    place = folder / "others"
    place.mkdir()
    main, package, file = place / "main.galley", place / "ann.galley", place / "ann.answers"
    with building.project(place, *map(building.record, "abc"), name=main.name) as opened:
        for item in (1, 2):
            view = load_item_view(opened.read_connection(), item)
            DecisionWriter(opened, "ben").accept(item, view.flags()[0]).result()
            DecisionWriter(opened, "ben").finish(view, list_all_pairs(view)).result()
        pack.pack(opened, {"ann": package}, PackageOptions(AssignmentOptions(size=2)))
        theirs = opened.read_connection().execute("SELECT uid FROM decision").fetchall()
    with Project.open(package) as own:
        desk = DecisionWriter(own, "ann")
        for item in (1, 2):
            view = load_item_view(own.read_connection(), item)
            desk.accept(item, view.flags()[0]).result()
            desk.override(item, view.flags()[1]).result()
            desk.note(item, None, "n").result()
            desk.finish(view, list_all_pairs(view)).result()
            desk.undo().result()
            desk.redo().result()
    answers.write_answers(package, file)
    seed, sound = file.read_bytes(), main.read_bytes()
    edited = seed.replace(b'"undo"', b'"settle"', 1), seed.replace(b'"reviewer":"ann"', b'"reviewer":"ben"', 1)
    of_ben = [signed(_refer(seed, uid)) for (uid,) in theirs]

    def run(data: bytes) -> None:
        for left in place.glob("main*"):
            left.unlink()
        main.write_bytes(sound)
        file.write_bytes(signed(data))
        with Project.open(main) as opened:
            merge.merge(opened, [file])
            wrong = (
                opened.read_connection()
                .execute(
                    "SELECT decision.id FROM decision JOIN annotator ON annotator.id = reviewer_id WHERE"
                    " decision.id > ? AND (name <> 'ann' OR action = 'settle' OR item_id NOT IN"
                    " (SELECT item_id FROM package_item))",
                    (len(theirs),),
                )
                .fetchone()
            )
            assert wrong is None, "a decision came in that is not the reviewer's own"
            found = check(opened)
            assert not found, found[0]

    return run, [seed, *map(signed, edited), *of_ben]


def _hidden(folder: Path) -> tuple[Callable[[bytes], None], list[bytes]]:
    """Takes decisions out of a log as somebody does who knows the file, in ways that the input draws: marks on seals,
    salts, tombstones, entries that say so without a seal. `galley project check` must find something."""
    import random

    from galley.core.project import erasure
    from galley.core.review.decision_writer import DecisionWriter
    from galley.core.review.item_state import refold
    from galley.core.review.items import load_item_view
    from galley.core.review.progress import tally_all

    place = folder / "hidden"
    place.mkdir()
    with building.project(place, *map(building.record, "abc"), name="main.galley") as opened:
        for who in ("ann", "ben", "cat"):
            for item in (1, 2, 3):
                DecisionWriter(opened, who).accept(
                    item, load_item_view(opened.read_connection(), item).flags()[0]
                ).result()
    path = place / "main.galley"
    erasure.erase(path, person="cat")  # one that is sound stands in the log
    assert check(path) == []
    sound = path.read_bytes()

    def run(data: bytes) -> None:
        chance = random.Random(data)
        for left in place.glob("main*"):
            left.unlink()
        path.write_bytes(sound)
        with closing(sqlite3.connect(path)) as connection:
            every = [uid for (uid,) in connection.execute("SELECT uid FROM decision ORDER BY uid")]
            gone = json.dumps(chance.sample(every, chance.randint(1, len(every))))
            chosen = "uid IN (SELECT value FROM json_each(?))"
            marked = f"INSERT OR IGNORE INTO tombstone SELECT 'decision', uid FROM decision WHERE {chosen}"
            connection.execute(marked, (gone,))  # else a trigger refuses
            away = chance.choice(["erased", "left", "back", "event", None])
            connection.execute(f"UPDATE seal SET away = ? WHERE {chosen}", (away, gone))
            if chance.random() < 0.5:
                connection.execute(f"UPDATE seal SET salt = NULL WHERE {chosen}", (gone,))
            if chance.random() < 0.5:
                said = connection.execute("SELECT at, kind, said FROM event WHERE kind = 'erased'").fetchone()
                uid = chance.choice([chance.randbytes(8).hex(), json.loads(gone)[0]])
                connection.execute("INSERT OR IGNORE INTO event VALUES (?, ?, ?, ?)", (uid, *said))
            if chance.random() < 0.5:
                more = "json_set(said, '$.decisions', json_extract(said, '$.decisions') + ?)"
                connection.execute(f"UPDATE event SET said = {more} WHERE kind = 'erased'", (len(json.loads(gone)),))
            of_these = f"decision_id IN (SELECT id FROM decision WHERE {chosen})"
            connection.execute(f"DELETE FROM verdict WHERE {of_these}", (gone,))
            connection.execute(f"DELETE FROM decision WHERE {chosen}", (gone,))
            items = [item for (item,) in connection.execute("SELECT id FROM item")]
            for item in items:
                refold(connection, item)
            tally_all(connection, items)
            if chance.random() < 0.7:
                connection.execute("DELETE FROM tombstone")
            connection.commit()
        assert check(path), f"{len(json.loads(gone))} decisions are hidden ({away}) and nothing was found"

    return run, [bytes([number]) * 8 for number in range(8)]


def _refer(seed: bytes, uid: str) -> bytes:
    """The answers with their first undo about somebody else's decision."""
    head, *lines = seed.splitlines()
    items = [orjson.loads(line) for line in lines]
    next(said for item in items for said in item["decisions"] if said["action"] == "undo")["refers"] = uid
    return b"\n".join([head, *map(orjson.dumps, items)]) + b"\n"


def _project(folder: Path) -> Callable[[bytes], None]:
    """Opens, checks and reads a project file that somebody changed."""
    from galley.core.review.items import load_item_view

    def run(data: bytes) -> None:
        path = folder / "input.galley"
        for left in folder.glob("input*"):
            left.unlink()
        path.write_bytes(data)
        check(path)
        with Project.open(path) as project, closing(sqlite3.connect(path)):
            try:
                for (item,) in project.read_connection().execute("SELECT id FROM item LIMIT 3").fetchall():
                    load_item_view(project.read_connection(), item)
            except sqlite3.DatabaseError as error:
                raise GalleyError("The file is damaged.") from error

    return run
