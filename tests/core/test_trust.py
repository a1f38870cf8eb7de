"""Somebody else's unfinished run sends nothing, and no key, to an address that this user has not confirmed."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from galley.core import paths
from galley.core.domain import ChangeSet
from galley.core.errors import InputError
from galley.core.exports.registry import export
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.judges import trust
from galley.core.judges.clients.reach import Reach
from galley.core.judges.clients.registry import Source
from galley.core.judges.order import Order, order_of, prepare
from galley.core.judges.runner import Runner
from galley.core.judges.try_judge import try_on
from galley.core.paths import config_place
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from tests.core import building
from tests.core.fake_models import FakeModels, serving
from tests.core.judging import KEY, good, many, order, run

LEAK = Reach(headers=("X-Leak=$AWS_SECRET_ACCESS_KEY",))


@pytest.fixture(autouse=True)
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "aws-planted")


def left_unfinished(folder: Path, fake: FakeModels) -> Path:
    """A project with a run that somebody else began and did not end."""
    with many(folder, 3) as project:
        runner = Runner(project, prepare(project, order(fake, reach=LEAK, max_requests=1))).start()
        runner.join(20)
        project.write(_lift_the_cap).result()
        path = project.path
    (config_place() / trust.FILE).unlink()  # that was somebody else
    fake.seen.clear()
    return path


def _lift_the_cap(connection: sqlite3.Connection) -> ChangeSet:
    connection.execute("UPDATE run SET settings = json_set(settings, '$.max_requests', NULL)")
    return ChangeSet(structure=True)


def stored(project: Project) -> Order:
    (text,) = project.read_connection().execute("SELECT settings FROM run").fetchone()
    return order_of(json.loads(text))


def test_a_strangers_run_is_refused_before_anything_is_sent(tmp_path: Path) -> None:
    with serving(good) as fake, Project.open(left_unfinished(tmp_path, fake)) as project:
        wanted = stored(project)
        for start in (
            lambda: Runner(project, prepare(project, wanted)),
            lambda: try_on(project, prepare(project, wanted, write=False), ""),
        ):
            with pytest.raises(InputError, match=r"would send texts to http://127.*X-Leak=\$AWS_SECRET_ACCESS_KEY"):
                start()
        assert fake.seen == []
        said = trust.describe_unconfirmed(project.read_connection())
        (day,) = project.read_connection().execute("SELECT substr(started, 1, 10) FROM run").fetchone()
        assert said == (
            f"This project, whose first run started on {day}, brings 1 unfinished run to {fake.url}/v1, which you have"
            " not confirmed on this machine. Nothing is sent or read before you say so."
        )
        assert trust.find_unconfirmed(project.read_connection())[0].variables == ("AWS_SECRET_ACCESS_KEY",)
        trust.confirm(wanted.source, wanted.reach)
        assert trust.describe_unconfirmed(project.read_connection()) == ""
        assert run(project, wanted).state == "done"
        assert {{k.lower(): v for k, v in seen.headers.items()}.get("x-leak") for seen in fake.seen} == {"aws-planted"}


def test_the_sentence_names_who_decided_first(tmp_path: Path) -> None:
    with serving(good) as fake, Project.open(left_unfinished(tmp_path, fake)) as project:
        building.finish_all(DecisionWriter(project, "ann"), items.load_item_view(project.read_connection(), 1)).result()
        (day,) = project.read_connection().execute("SELECT substr(at, 1, 10) FROM decision").fetchone()
        said = trust.describe_unconfirmed(project.read_connection())
        assert said.startswith(f"This project, in which ann decided first, on {day}, brings 1 unfinished run to ")


def test_the_same_after_an_export_and_an_import(tmp_path: Path) -> None:
    with serving(good) as fake:
        with Project.open(left_unfinished(tmp_path, fake)) as project:
            export(project, "galley", tmp_path / "out.jsonl")
        with Project.create(tmp_path / "again.galley") as project:
            import_files(project, IMPORTER, [tmp_path / "out.jsonl"])
            for (text,) in project.read_connection().execute("SELECT settings FROM run").fetchall():
                with pytest.raises(InputError):
                    Runner(project, prepare(project, order_of(json.loads(text))))
        assert fake.seen == []


def test_what_was_typed_is_confirmed_with_its_headers_and_nothing_else_is(tmp_path: Path) -> None:
    with serving(good) as fake, many(tmp_path, 1) as project:
        assert run(project, order(fake)).state == "done"
        typed = order(fake).source
        assert typed is not None and trust.is_confirmed(typed, Reach())
        assert trust.is_confirmed(Source("openai", typed.base_url.replace("http", "HTTP", 1) + "/"), Reach())
        for source, reach in (
            (Source("openai", typed.base_url), LEAK),
            (Source("openai", typed.base_url.replace("/v1", "/v2")), Reach()),
            (Source("openai", typed.base_url.replace("127.0.0.1", "evil.example")), Reach()),
            (Source("openai"), LEAK),
            (Source("openai", typed.base_url), Reach(proxy="none")),
            (Source("openai"), Reach(proxy="system")),
        ):
            assert not trust.is_confirmed(source, reach), (source, reach)
        assert trust.is_confirmed(Source("openai"), Reach()), "the provider's own address with nothing but its key"
        assert trust.is_confirmed(None, Reach()) and not trust.is_confirmed(Source("replay", replies="x"), Reach())


@pytest.mark.parametrize("value", [None, True, 7, 1.5, "text", [], [1], {}, {"a": []}], ids=repr)
def test_a_strangers_settings_of_another_form_end_in_a_sentence(tmp_path: Path, value: object) -> None:
    with serving(good) as fake, many(tmp_path, 1) as project:
        sound = dict(prepare(project, order(fake, reach=LEAK)).settings)
        assert order_of(json.loads(json.dumps(sound))).is_stored
        for name in sound:
            try:
                wanted = order_of({**sound, name: value})
                Runner(project, prepare(project, wanted, write=False))
            except InputError:
                continue
            assert trust.find_destination(wanted.source, wanted.reach) is None, name
        assert fake.seen == []


@pytest.mark.parametrize("name", ["mine.toml", "mine"])
@pytest.mark.parametrize("method", ["own", "dial-summer-fine"])
def test_a_strangers_run_names_no_file_of_this_machine(tmp_path: Path, name: str, method: str) -> None:
    """A scheme is named by its id in a run; a path there was read, whatever file it was."""
    scheme = tmp_path / name
    text = (paths.resources() / "schemes" / "basic.toml").read_text("utf-8")
    scheme.write_text(text.replace('id = "basic"', 'id = "mine"', 1), "utf-8")
    with serving(good) as fake, many(tmp_path, 1) as project:
        sound = json.loads(json.dumps(dict(prepare(project, order(fake)).settings))) | {"method": method}
        criteria, every, _, systems = sound["choices"]
        wanted = order_of({**sound, "choices": [criteria, every, str(scheme), systems]})
        with pytest.raises(InputError, match=r"scheme .*mine.* which the project does not hold|leave --scheme out"):
            prepare(project, wanted, write=False)
        assert fake.seen == []


def test_a_strangers_run_reads_no_recorded_replies_that_this_user_did_not_choose(tmp_path: Path) -> None:
    secret = tmp_path / "secret.jsonl"
    secret.write_text('{"item": "k0", "reply": "from a file of this machine"}\n', "utf-8")
    with serving(good) as fake, many(tmp_path, 1) as project:
        typed = Order("finesure", Source("replay", replies=str(secret)), "m")
        sound = json.loads(json.dumps(dict(prepare(project, typed).settings)))
        wanted = order_of(sound)
        for start in (
            lambda: Runner(project, prepare(project, wanted)),
            lambda: try_on(project, prepare(project, wanted, write=False), ""),
        ):
            with pytest.raises(InputError, match=r"would read recorded replies from .*secret\.jsonl, which"):
                start()
        project.write(lambda connection: _store_unfinished(connection, sound)).result()
        said = trust.describe_unconfirmed(project.read_connection())
        assert f"brings 1 unfinished run with replies from {secret}, which you have not" in said
        Runner(project, prepare(project, typed)).start().join(20)  # typed: that file is chosen from now on
        assert trust.is_confirmed(wanted.source, wanted.reach) and fake.seen == []
        Runner(project, prepare(project, wanted))


def _store_unfinished(connection: sqlite3.Connection, settings: dict[str, object]) -> ChangeSet:
    judge = connection.execute(
        "INSERT INTO annotator (name, kind, method, model) VALUES ('j', 'judge', 'finesure', 'm') RETURNING id"
    ).fetchone()[0]
    connection.execute(
        "INSERT INTO run (uid, annotator_id, method, provider, model, started, state, settings)"
        " VALUES ('aa', ?, 'finesure', 'replay', 'm', '2026-06-03T10:00:00Z', 'stopped', ?)",
        (judge, json.dumps(settings)),
    )
    return ChangeSet(structure=True)


@pytest.mark.parametrize("content", ["", "[]", '{"confirmed": 3}', '{"confirmed": [{"address": "x"}]}'])
def test_a_broken_list_confirms_nothing(galley_home: Path, content: str) -> None:
    trust.confirm(Source("compatible", "http://localhost:1/v1"), Reach())
    (config_place() / trust.FILE).write_text(content, "utf-8")
    assert not trust.is_confirmed(Source("compatible", "http://localhost:1/v1"), Reach())


def test_a_project_without_such_runs_says_nothing(tmp_path: Path) -> None:
    with building.project(tmp_path, building.record()) as project:
        assert trust.describe_unconfirmed(project.read_connection()) == ""
