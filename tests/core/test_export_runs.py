"""Judge runs in the native record: an import gives the same runs, calls, links and lineage, and the same export."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from galley.core.domain import ChangeSet
from galley.core.errors import InputError
from galley.core.exports.base import Only
from galley.core.exports.registry import export
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.judges import call_links, run_report
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order, order_of, prepare
from galley.core.judges.run_estimate import estimate
from galley.core.judges.runner import Runner
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from tests.core.building import finish_read, native
from tests.core.fake_models import Answer, Seen, error, serving
from tests.core.judging import KEY, asked, many, order, run, verdicts


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """Four items, two of them judged by a first run, all by two later ones that say something else; one call fails,
    some are reused, one reply repeats the key; then the judge that asks no model, and a reviewer."""

    def script(seen: Seen, number: int) -> Answer:
        if number == 3:
            return error(400, f"no, and your key is {KEY}")
        count = asked(seen)
        text = verdicts(count, (1,) if seen.body["model"] == "gpt-4o" else (count,), quotes=["It leaves at 1."])
        return Answer(text + f" {KEY} 😀" * (number == 5), tokens=(100 + number, 20))

    with (
        pytest.MonkeyPatch.context() as patch,
        many(tmp_path_factory.mktemp("runs"), 4) as made,
        serving(script) as fake,
    ):
        patch.setenv("OPENAI_API_KEY", KEY)
        run(made, order(fake, items=(2, 3), concurrency=1))
        run(made, order(fake, choices=Choices(("changed-meaning", "missed-turn"), 3), concurrency=1))
        run(made, order(fake, model="gpt-4o-mini", sampling={"temperature": 0.25}, concurrency=1))
        Runner(made, prepare(made, Order("offline"))).start().join(20)
        desk = DecisionWriter(made, "zoe")
        flag = load_item_view(made.read_connection(), 2).flags()[0]
        desk.accept(2, flag).result()
        made.write(_a_batch).result()
        yield made


def _a_batch(connection: Any) -> ChangeSet:
    connection.execute(
        "INSERT INTO batch (run_id, name, state, at, calls) VALUES (1, 'b-1', 'fetched', ?, ?)",
        ("2026-01-02T03:04:05.000006+00:00", json.dumps({"mark": "m", "keys": ["k"]}, separators=(",", ":"))),
    )
    return ChangeSet()


def exported(project: Project, folder: Path, only: Only = Only.ALL) -> bytes:
    out = folder / "out.jsonl"
    export(project, "galley", out, only)
    return out.read_bytes()


def again(data: bytes, folder: Path, name: str) -> Project:
    (folder / f"{name}.jsonl").write_bytes(data)
    made = Project.create(folder / f"{name}.galley")
    import_files(made, IMPORTER, [folder / f"{name}.jsonl"])
    return made


TABLES = {
    "runs": "SELECT uid, annotator.name, run.method, provider, run.model, started, finished, state, why FROM run"
    " JOIN annotator ON annotator.id = annotator_id ORDER BY uid",
    "requests": "SELECT hash, body FROM request ORDER BY hash",
    "calls": "SELECT uid, item.key, document.name, call.part, sample, call.key, request.hash, call.state, reply,"
    " finish, unscored, repaired, error, attempts, tokens_in, tokens_out, cost, seconds, call.at FROM call"
    " JOIN run ON run.id = call.run_id JOIN item ON item.id = call.item_id JOIN document ON document.id = target_id"
    " JOIN request ON request.id = request_id ORDER BY call.at, call.key, document.name",
    "links": "SELECT call.key, call.at, unit.kind, unit.position, criterion.name, annotator.name, verdict.value"
    " FROM verdict_call JOIN call ON call.id = call_id JOIN verdict ON verdict.id = verdict_id"
    " JOIN unit ON unit.id = unit_id JOIN criterion ON criterion.id = criterion_id JOIN annotator"
    " ON annotator.id = verdict.annotator_id ORDER BY 1, 2, 3, 4, 5, 6",
    "verdicts": "SELECT uid, annotator.name, criterion.name, unit.kind, unit.position, document.name, item.key, value"
    " FROM verdict LEFT JOIN run ON run.id = verdict.run_id JOIN annotator ON annotator.id = verdict.annotator_id"
    " JOIN criterion ON criterion.id = criterion_id JOIN unit ON unit.id = unit_id JOIN document"
    " ON document.id = target_id JOIN item ON item.id = verdict.item_id ORDER BY 1, 2, 3, 4, 5, 6, 7",
    "lineage": "SELECT uid, item.key, lineage.state, a.value, b.value FROM lineage JOIN run ON run.id = lineage.run_id"
    " JOIN item ON item.id = lineage.item_id LEFT JOIN verdict AS a ON a.id = verdict_id"
    " LEFT JOIN verdict AS b ON b.id = earlier_id ORDER BY 1, 2, 3, 4, 5",
    "batches": "SELECT uid, name, batch.state, at, calls FROM batch JOIN run ON run.id = run_id ORDER BY 1, 2",
}


def held(project: Project) -> dict[str, list[Any]]:
    return {name: project.read_connection().execute(query).fetchall() for name, query in TABLES.items()}


def test_an_import_of_an_export_is_the_same_project_runs_and_all(project: Project, tmp_path: Path) -> None:
    wanted, tables = exported(project, tmp_path), held(project)
    assert all(tables.values()), {name: len(rows) for name, rows in tables.items()}
    assert {row[7] for row in tables["calls"]} == {"done", "reused", "failed"}
    assert {row[2] for row in tables["lineage"]} >= {"new", "gone"}
    with again(wanted, tmp_path, "b") as second:
        assert held(second) == tables
        assert exported(second, tmp_path) == wanted
        assert check(second) == []
        import_files(second, IMPORTER, [tmp_path / "b.jsonl"])
        assert held(second) == tables, "the same file again adds nothing"
        assert exported(second, tmp_path) == wanted
        ours, theirs = (run_report.runs(each.read_connection()) for each in (project, second))
        assert [(r.flags, r.calls, r.cost, r.fates) for r in theirs] == [
            (r.flags, r.calls, r.cost, r.fates) for r in ours
        ]


def test_a_request_stands_once_in_its_item_and_no_key_anywhere(project: Project, tmp_path: Path) -> None:
    data = exported(project, tmp_path)
    assert KEY.encode() not in data and b"[key]" in data
    header, *items = native(data)
    assert [r["method"] for r in header["runs"]] == ["dial-summer-fine"] * 3 + ["offline"]
    assert header["runs"][0]["settings"]["items"] == ["item-1", "item-2"], "names, not row ids"
    for item in items:
        bodies = [json.dumps(request) for request in item["requests"]]
        assert len(bodies) == len(set(bodies)) < len(item["calls"])
        assert {call["request"] for call in item["calls"]} == set(range(len(bodies)))


def test_what_was_paid_for_is_known_where_it_was_imported(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An identical call is not paid twice, also not in the copy; a run that is gone on with asks for its own items."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with again(exported(project, tmp_path), tmp_path, "b") as second, serving(lambda *_: error(500)) as fake:
        wanted = order(fake, choices=Choices(("changed-meaning",), 3))
        assert estimate(second, prepare(second, wanted)).reused_calls == 0, "another server has said nothing yet"
        same = order_of(run_report.runs(second.read_connection())[-1].settings).source
        before = estimate(second, prepare(second, replace(wanted, source=same)))
        assert before.requests <= 3, "only what failed, or had not been asked, is left"
        assert before.reused_calls >= 20
        first = run_report.runs(second.read_connection())[-1]
        assert order_of(first.settings).items == (2, 3)
        flag = next(
            v for v in load_item_view(second.read_connection(), 2).verdicts if v.value == "yes" and v.votes == "3/3"
        )
        assert [call.sample for call in call_links.calls_of(second.read_connection(), flag.id)] == [0, 1, 2]


def test_only_some_items_keep_the_runs_choice_of_items(project: Project, tmp_path: Path) -> None:
    """A run about items that the file leaves out must not become a run about all."""
    with again(exported(project, tmp_path), tmp_path, "a") as first:
        zoe, view = DecisionWriter(first, "zoe"), load_item_view(first.read_connection(), 2)
        for flag in view.flags():
            zoe.accept(2, flag).result()
        finish_read(zoe, view).result()
        data = exported(first, tmp_path, Only.REVIEWED)
    assert [item["key"] for item in map(json.loads, data.splitlines())] == [view.key]
    with again(data, tmp_path, "b") as second:
        oldest = run_report.runs(second.read_connection())[-1]
        assert order_of(oldest.settings).items == (1, 0)
        assert oldest.total == 1


def test_a_project_without_runs_says_nothing_of_them(tmp_path: Path) -> None:
    with many(tmp_path, 1) as project:
        header, item = native(exported(project, tmp_path))
    assert "runs" not in header
    assert not {"calls", "requests", "lineage"} & item.keys()


def test_a_run_that_does_not_say_how_it_was_started_is_shown_all_the_same(project: Project, tmp_path: Path) -> None:
    lines = native(exported(project, tmp_path))
    lines[0]["runs"][0]["settings"] = {"choices": 5}
    with again(b"\n".join(json.dumps(line).encode() for line in lines), tmp_path, "b") as second:
        first = run_report.runs(second.read_connection())[-1]
        assert (first.total, first.items) == (2, 2)
        with pytest.raises(InputError, match="start a new one"):
            order_of(first.settings)


BAD: list[tuple[str, Any, str]] = [
    ("runs.0.started", "yesterday", "the time 'yesterday' of a run"),
    ("runs.0.state", "flying", "runs[0].state cannot be 'flying'; use one of: cancelled"),
    ("runs.0.settings", [], "runs[0].settings must be an object, not a list"),
    ("runs.0.annotator", 7, "runs[0].annotator must be text, not 7"),
    ("runs.0.run", "", "runs[0].run must be text that is not empty"),
    ("runs", {}, "runs"),
    ("calls.0.run", "nobody", "not listed in the header"),
    ("calls.0.document", "nowhere", "names the document 'nowhere'"),
    ("calls.0.request", 99, "names request 99"),
    ("calls.0.request", True, "calls[0].request must be a whole number, not True"),
    ("calls.0.key", None, "key must be text"),
    ("calls.0.state", None, "calls[0].state must be text, not null"),
    ("calls.0.reply", 7, "calls[0].reply must be text, not 7"),
    ("calls.0.attempts", -1, "attempts must be"),
    ("calls.0.tokens_in", 1.5, "tokens_in must be"),
    ("calls.0.cost", "free", "cost must be"),
    ("calls.0.at", "2026-01-01", "names no time zone"),
    ("calls", 5, "calls"),
    ("requests", "x", "requests must be a list"),
    ("requests.0", 5, "requests[0] must be text or an object, not 5"),
    ("requests.0", "no json", "not the text of an object"),
    ("lineage.0.state", "odd", "lineage[0].state cannot be 'odd'; use one of: changed"),
    ("lineage.0.flag", 10_000, "names verdict 10000"),
    ("verdicts.0.calls", [4_000], "names call 4000"),
    ("verdicts.0.calls", "x", "verdicts[0].calls must be a list, not 'x'"),
]


@pytest.mark.parametrize(("where", "value", "says"), BAD, ids=[f"{w}={v}" for w, v, _ in BAD])
def test_a_file_that_is_wrong_is_refused_in_a_sentence_and_leaves_nothing(
    project: Project, tmp_path: Path, where: str, value: Any, says: str
) -> None:
    lines = native(exported(project, tmp_path))
    field, *rest = where.split(".")
    at: Any = lines[0] if field == "runs" else next(line for line in lines[1:] if line.get("lineage"))
    if field == "verdicts":
        at["verdicts"].sort(key=lambda entry: "calls" not in entry)
    for part in [field, *rest][:-1]:
        at = at[int(part) if part.isdigit() else part]
    last = [field, *rest][-1]
    at[int(last) if last.isdigit() else last] = value
    file = tmp_path / "bad.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    with Project.create(tmp_path / "bad.galley") as other:
        with pytest.raises(InputError) as caught:
            import_files(other, IMPORTER, [file])
        assert says in str(caught.value) and "nothing was imported" in str(caught.value)
        assert other.read_connection().execute(
            "SELECT (SELECT count(*) FROM run) + (SELECT count(*) FROM item)"
        ).fetchone() == (0,)
