"""Whose replies are whose: two servers with one name for their models are two judges, and so are two models that one
server gave one name."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from galley.core.domain import ChangeSet
from galley.core.errors import InputError
from galley.core.exports.registry import export
from galley.core.judges import servers
from galley.core.judges.clients.registry import Source
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order, prepare
from galley.core.judges.run_estimate import estimate
from galley.core.judges.run_report import runs
from galley.core.project.project import Project
from tests.core import building
from tests.core.fake_models import Answer, Script, Seen, serving
from tests.core.judging import KEY, ONE, QUICK, asked, calls, good, many, order, run, verdicts

NAMES = "SELECT name FROM annotator WHERE method = 'dial-summer-fine' ORDER BY id"


@pytest.fixture(autouse=True)
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with building.project(tmp_path, building.record("a", verdicts=[], judged=[])) as made:
        yield made


def flagging(seen: Seen, _: int) -> Answer:
    """A server that finds the error everywhere."""
    return Answer(verdicts(asked(seen), tuple(range(1, asked(seen) + 1))))


def names(project: Project) -> list[str]:
    return [row[0] for row in project.read_connection().execute(NAMES)]


def said(project: Project) -> dict[str, int]:
    """How many flags each judge has."""
    return dict(
        project.read_connection().execute(
            "SELECT name, total(value = 'yes') FROM annotator JOIN verdict ON annotator_id = annotator.id GROUP BY name"
        )
    )


@pytest.mark.parametrize("how", ["whole", "batch"])
def test_a_second_server_is_asked_and_is_another_judge(project: Project, how: str) -> None:
    batch = how == "batch"
    with serving(good) as one, serving(flagging) as other:
        one.polls = other.polls = 0
        first, second = order(one, batch=batch), order(other, batch=batch)
        assert run(project, first).flags == 0
        assert estimate(project, prepare(project, second)).requests == 2, "and the dry run says so"
        end = run(project, second)
        assert (end.replies_received, end.flags) == (2, 3)
        for wanted in (first, second):
            end = run(project, wanted)
            assert (end.replies_received, end.reused_calls) == (0, 2), "each finds its own replies"
    label = other.url.partition("://")[2]
    assert names(project) == ["gpt-4o dial-summer-fine", f"gpt-4o dial-summer-fine ({label}/v1)"]
    assert said(project) == {f"gpt-4o dial-summer-fine ({label}/v1)": 3}


def test_an_address_where_nobody_listens_answers_nothing(project: Project) -> None:
    with serving(good) as fake:
        run(project, order(fake, "compatible", model="m"))
    gone = replace(order(fake, "compatible", model="m"), source=Source("compatible", "http://127.0.0.1:9/v1"))
    end = run(project, gone)
    assert (end.reused_calls, end.replies_received, end.failed_calls) == (0, 0, 2)


def test_another_provider_and_another_file_are_others_too(project: Project, tmp_path: Path) -> None:
    """One address through two providers; one name for two files of recorded replies."""
    with serving(good) as fake:
        run(project, order(fake, "openai", model="m"))
        assert run(project, order(fake, "compatible", model="m")).replies_received == 2
    ends = []
    for name, label in (("one", "NO"), ("two", "YES")):
        file = tmp_path / f"{name}.jsonl"
        entry = {"item": "a", "reply": {"verdicts": [{"number": 1, "label": label}]}}
        file.write_text(json.dumps(entry))
        source = Source("replay", replies=str(file))
        ends.append(run(project, Order("dial-summer-fine", source, "m", Choices(ONE, 1), policy=QUICK)))
    assert [(end.replies_received, end.flags) for end in ends] == [(2, 0), (2, 2)]


def test_the_same_address_written_otherwise_is_the_same_server(project: Project) -> None:
    with serving(good) as fake:
        run(project, order(fake))
        slash = replace(order(fake), source=Source("openai", f"{fake.url}/v1/"))
        assert run(project, slash).reused_calls == 2
    assert servers.place("openai", ("openai", "", "")) == servers.place(
        "openai", ("openai", "https://api.openai.com/v1/", "")
    )
    assert names(project) == ["gpt-4o dial-summer-fine"]


# What the server calls its model --------------------------------------------------------------------------------------


def naming(version: list[str], script: Script = good) -> Script:
    """A server that says each time that ``version[0]`` answers."""
    return lambda seen, number: replace(script(seen, number), model=version[0])


@pytest.mark.parametrize("how", ["whole", "stream", "batch"])
@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_the_version_that_the_server_names_is_kept(project: Project, provider: str, how: str) -> None:
    with serving(naming(["m-2026-01"])) as fake:
        fake.polls = 0
        run(project, order(fake, provider, stream=how == "stream", batch=how == "batch"))
    (settings,) = project.read_connection().execute("SELECT settings FROM run").fetchone()
    assert json.loads(settings)["version"] == "m-2026-01"


def test_another_version_in_mid_run_stops_it_and_is_another_judge(tmp_path: Path) -> None:
    version = ["m-old"]

    def script(seen: Seen, number: int) -> Answer:
        if number == 5:
            version[0] = "m-new"
        return naming(version, good if version[0] == "m-old" else flagging)(seen, number)

    with many(tmp_path, 6) as project, serving(script) as fake:
        end = run(project, order(fake, concurrency=1))
        assert (end.state, end.replies_received) == ("failed", 5)
        assert "now answers as m-new, earlier replies are by m-old" in end.why
        end = run(project, order(fake, concurrency=1))
        assert (end.state, end.replies_received, end.reused_calls) == ("done", 12, 0), "the new one is asked everything"
        assert run(project, order(fake)).reused_calls == 12
        assert names(project) == ["m-old dial-summer-fine", "m-new dial-summer-fine"]
        assert said(project) == {"m-old dial-summer-fine": 0, "m-new dial-summer-fine": 18}


def test_a_later_run_by_another_version_mixes_nothing(tmp_path: Path) -> None:
    """The alias moved between two runs: the judge that was is left as it was."""
    version = ["m-old"]
    with many(tmp_path, 3) as project, serving(naming(version)) as fake:
        run(project, order(fake))
        version[0] = "m-new"
        more = order(fake, choices=Choices(ONE, 3))
        assert run(project, more).state == "failed"
        assert run(project, more).state == "done"
        found = project.read_connection().execute(
            "SELECT run_id, count(*), sum(state = 'done'), sum(state = 'reused') FROM call GROUP BY run_id"
        ).fetchall()  # fmt: skip
        assert found[0][1:] == (6, 6, 0)
        assert found[-1][1:] == (18, 18, 0), "no reply of the old one counts for the new one"


ASKED = {"openai": "gpt-4o", "anthropic": "claude-sonnet-4-0", "compatible": "qwen3"}
DATED = {"openai": "gpt-4o-2024-08-06", "anthropic": "claude-sonnet-4-20250514", "compatible": "qwen3:latest"}
OTHER = {"openai": "gpt-4o-mini", "anthropic": "claude-3-5-haiku-20241022", "compatible": "qwen3:0.6b"}
HOW = [(p, how) for p in ASKED for how in ("whole", "stream", "batch") if (p, how) != ("compatible", "batch")]


def asking(fake: Any, provider: str, how: str, **more: Any) -> Order:
    fake.polls = 0
    return order(fake, provider, model=ASKED[provider], stream=how == "stream", batch=how == "batch", **more)


def answered(project: Project) -> list[str]:
    return [row[0] for row in project.read_connection().execute("SELECT DISTINCT answered FROM call ORDER BY 1")]


@pytest.mark.parametrize(("provider", "how"), HOW)
def test_a_dated_snapshot_keeps_the_name_that_was_asked(project: Project, provider: str, how: str) -> None:
    with serving(naming([DATED[provider]], flagging)) as fake:
        assert run(project, asking(fake, provider, how)).state == "done"
        assert run(project, asking(fake, provider, how)).reused_calls == 2
    assert names(project) == [f"{ASKED[provider]} dial-summer-fine"]
    assert answered(project) == [DATED[provider]], "the calls say which one it was"
    assert {row.another for row in runs(project.read_connection())} == {""}


@pytest.mark.parametrize(("provider", "how"), HOW)
def test_another_model_speaks_as_itself_from_the_first_reply_on(project: Project, provider: str, how: str) -> None:
    with serving(naming([OTHER[provider]], flagging)) as fake:
        wanted = asking(fake, provider, how, budget=5.0 if provider != "compatible" else None)
        end = run(project, wanted)
        assert (end.state, end.replies_received) == ("done", 2)
        (row,) = runs(project.read_connection())
        assert (row.another, row.judge) == (OTHER[provider], f"{OTHER[provider]} dial-summer-fine")
        again = run(project, wanted)
        assert (again.replies_received, again.reused_calls) == (0, 2), "nothing is paid twice"
    assert names(project) == [f"{OTHER[provider]} dial-summer-fine"], "the one asked never spoke"
    assert said(project) == {f"{OTHER[provider]} dial-summer-fine": 3}
    models = {row[0] for row in project.read_connection().execute("SELECT model FROM annotator WHERE method <> ''")}
    assert models == {OTHER[provider]}
    assert answered(project) == [OTHER[provider]]
    if provider != "compatible":  # by hand, from the list alone
        from genai_prices import Usage, calc_price

        one = calc_price(Usage(input_tokens=100, output_tokens=20), OTHER[provider], provider_id=provider).total_price
        assert row.cost == pytest.approx(2 * float(one) * (0.5 if how == "batch" else 1))


def test_a_judge_that_has_spoken_keeps_what_it_said_when_another_model_answers(tmp_path: Path) -> None:
    """A second server with the same name for another model; and the first one's judge is there already."""
    with many(tmp_path, 2) as project, serving(flagging) as one, serving(naming(["tiny"], flagging)) as other:
        run(project, order(one))
        run(project, order(other))
        run(project, order(other, choices=Choices(ONE, 1)))
        assert said(project) == {"gpt-4o dial-summer-fine": 6, "tiny dial-summer-fine": 6}


def test_a_budget_cannot_hold_where_nobody_knows_the_price_of_the_model_that_answers(tmp_path: Path) -> None:
    with many(tmp_path, 6) as project, serving(naming(["nobody-knows-it"])) as fake:
        end = run(project, order(fake, budget=1.0, concurrency=1))
        assert (end.state, end.replies_received) == ("failed", 1)
        assert "nobody-knows-it, not as gpt-4o" in end.why and "--price" in end.why
        with pytest.raises(InputError, match="The price of nobody-knows-it is unknown"):
            prepare(project, order(fake, budget=1.0))
        end = run(project, order(fake, budget=1.0, price=(1.0, 1.0)))
        assert (end.state, end.replies_received, end.reused_calls) == ("done", 11, 1)
        assert end.spent == pytest.approx(11 * 120 / 1e6)


@pytest.mark.parametrize(("model", "name"), [("m", "n dial-summer-fine"), ("", "replay dial-summer-fine")])
def test_a_replay_says_which_model_gave_it(project: Project, tmp_path: Path, model: str, name: str) -> None:
    file = tmp_path / "replies.jsonl"
    file.write_text(json.dumps({"item": "a", "reply": '{"verdicts": []}', "answered": "n"}))
    run(project, Order("dial-summer-fine", Source("replay", replies=str(file)), model, Choices(ONE, 1), policy=QUICK))
    assert names(project) == [name] and answered(project) == ["n"]


def test_the_model_that_answered_survives_export_and_import(project: Project, tmp_path: Path) -> None:
    from galley.core.importers.registry import find
    from galley.core.importers.run_import import import_files

    with serving(naming(["gpt-4o-mini"])) as fake:
        run(project, order(fake))
        export(project, "galley", tmp_path / "out.jsonl")
        with Project.create(tmp_path / "copy.galley") as copy:
            import_files(copy, find("galley"), [tmp_path / "out.jsonl"])
            assert answered(copy) == ["gpt-4o-mini"]
            assert run(copy, order(fake)).reused_calls == 2
            assert names(copy) == ["gpt-4o-mini dial-summer-fine"]


@pytest.mark.parametrize(
    ("wanted", "got", "same"),
    [
        ("gpt-4o", "gpt-4o", True),
        ("gpt-4o", "gpt-4o-2024-08-06", True),
        ("gpt-4", "gpt-4-0613", True),
        ("gpt-4o", "gpt-4o-mini", False),
        ("gpt-4o", "gpt-4o-mini-2024-07-18", False),
        ("gpt-4o-2024-08-06", "gpt-4o-2024-11-20", False),
        ("claude-3-5-sonnet-latest", "claude-3-5-sonnet-20241022", True),
        ("claude-sonnet-4-0", "claude-sonnet-4-20250514", True),
        ("claude-sonnet-4", "claude-sonnet-4-5-20250929", False),
        ("gemini-1.5-pro", "models/gemini-1.5-pro-002", True),
        ("mistral-large-latest", "mistral-large-2411", True),
        ("openai/gpt-4o", "gpt-4o-2024-08-06", True),
        ("openai/gpt-4o", "azure/gpt-4o", False),
        ("qwen3", "qwen3:latest", True),
        ("qwen3", "qwen3:8b", False),
        ("Qwen/Qwen3-8B", "qwen3-8b", True),
        ("llama-3", "llama-3-405b", False),
        ("m", "m-9999", False),
    ],
)
def test_what_a_snapshot_is(wanted: str, got: str, same: bool) -> None:
    assert servers.is_same_model(wanted, got) is same


# Kept projects -------------------------------------------------------------------------------------------------------


def aged(connection: sqlite3.Connection) -> ChangeSet:
    """The runs as earlier versions left them, which said provider and address and no version."""
    connection.execute("UPDATE run SET settings = json_remove(settings, '$.version', '$.met')")
    return ChangeSet()


def forgetful(connection: sqlite3.Connection) -> ChangeSet:
    """Runs of a file by another program, which do not say where they asked."""
    connection.execute("UPDATE run SET settings = '{}'")
    return ChangeSet()


@pytest.mark.parametrize("job", [aged, forgetful])
def test_a_kept_project_finds_its_replies(project: Project, job: Any) -> None:
    with serving(naming(["gpt-4o-2024-08-06"])) as fake:
        run(project, order(fake))
        project.write(job).result()
        again = run(project, order(fake))
        assert (again.reused_calls, again.replies_received) == (2, 0)
        more = run(project, order(fake, choices=Choices(ONE, 2)))
        assert (more.reused_calls, more.replies_received) == (2, 2)
    assert len(names(project)) == 2, "one sample and two samples"


def test_an_exported_and_imported_project_finds_its_own_replies_only(project: Project, tmp_path: Path) -> None:
    from galley.core.importers.registry import find
    from galley.core.importers.run_import import import_files

    with serving(good) as one, serving(flagging) as other:
        run(project, order(one))
        out = tmp_path / "out.jsonl"
        export(project, "galley", out)
        with Project.create(tmp_path / "copy.galley") as copy:
            import_files(copy, find("galley"), [out])
            assert run(copy, order(one)).reused_calls == 2
            assert run(copy, order(other)).replies_received == 2
            assert Counter(row[0] for row in calls(copy)) == Counter(done=4, reused=2)


def test_unjudged_asks_the_second_server_about_all(tmp_path: Path) -> None:
    with many(tmp_path, 3) as project, serving(good) as one, serving(good) as other:
        run(project, order(one))
        assert len(prepare(project, order(other, only_unjudged=True)).order.items) == 3
        run(project, order(other, items=(1,)))
        assert prepare(project, order(other, only_unjudged=True)).order.items == (2, 3)




def test_what_another_model_writes_has_its_name(tmp_path: Path) -> None:
    """A summary by the model that answered was kept under the name of the one that was asked."""

    def writing(seen: Seen, _: int) -> Answer:
        return Answer(json.dumps({"summary": "Ann asked Bo about the ferry."}))

    with many(tmp_path, 3) as project, serving(naming(["org/other:7b"], writing)) as fake:
        wanted = replace(order(fake, model="gpt-4o", choices=Choices()), method="summarize")
        assert run(project, wanted).replies_received == 3
        written = "SELECT document.name, system FROM document WHERE system IN ('org/other:7b', 'gpt-4o') ORDER BY 1"
        assert project.read_connection().execute(written).fetchall() == [("sum-org-other-7b", "org/other:7b")] * 3
        again = run(project, wanted)
        assert (again.replies_received, again.skipped_items) == (0, 3), "nothing is written twice"
