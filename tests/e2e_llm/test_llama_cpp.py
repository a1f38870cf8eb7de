"""Judges against llama.cpp's server: what it says means nothing, but requests, replies and errors are its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from galley.core.cli import main
from galley.core.errors import GalleyError
from galley.core.judges.connection_test import models
from galley.core.judges.inquiry.labels import CUT_OFF
from galley.core.project.project import Project
from tests.e2e_llm.conftest import MODEL, Server

ROOT = Path(__file__).resolve().parents[2]
SHORT = ("shows-0001", "garden-0010")
LONG = "harbour-0018"
"""An item of the sample that is longer than the server's context."""

REPLY = "2000"
METHODS = {
    "finesure": (["finesure", "--samples", "3"], "finesure", None),
    "dial-summer-fine": (
        ["dial-summer-fine", "--criterion", "wrong-linking", "--samples", "3"],
        "dial-summer",
        "wrong-linking",
    ),
}


def sample(folder: Path, *keys: str) -> Path:
    """A project with these items of the sample."""
    records = (ROOT / "resources" / "sample" / "sample.jsonl").read_text("utf-8").splitlines()
    chosen = folder / "chosen.jsonl"
    chosen.write_text("\n".join(r for r in records if json.loads(r)["key"] in keys) + "\n", "utf-8")
    project = folder / "few.galley"
    assert main(["import", "--format", "galley", str(chosen), "--project", str(project)]) == 0
    return project


def words(server: Server, project: Path, method: list[str], *more: str) -> list[str]:
    where = ["--project", str(project), "--provider", "compatible", "--base-url", server.url, "--model", MODEL]
    return ["judge", *method, *where, "--concurrency", "2", "--yes", *more]


def rows(project: Path, query: str, *values: Any) -> list[Any]:
    with Project.open(project) as opened:
        return opened.read_connection().execute(query, values).fetchall()


def follows(value: Any, schema: Mapping[str, Any]) -> bool:
    """Whether a value is what a schema asks for; knows as much of JSON schema as our prompts use."""
    match schema["type"]:
        case "object":
            assert schema["additionalProperties"] is False
            assert set(schema["required"]) == set(schema["properties"])
            return (
                isinstance(value, dict)
                and set(value) == set(schema["required"])
                and all(follows(value[name], inner) for name, inner in schema["properties"].items())
            )
        case "array":
            return isinstance(value, list) and all(follows(each, schema["items"]) for each in value)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "string":
            return isinstance(value, str) and value in schema.get("enum", [value])
    raise AssertionError(f"our prompts do not use {schema['type']}")


def cells(project: Path, scheme: str, criterion: str | None) -> tuple[int, int, int, int]:
    """Of the cells that the newest run asked about: all; with a verdict; unscored with a reason; covered by "judged"
    where there is neither."""
    return rows(
        project,
        "WITH judge AS (SELECT annotator_id AS id FROM run ORDER BY id DESC LIMIT 1) SELECT count(*),"
        " total(value IS NOT NULL), total(verdict.id IS NOT NULL AND value IS NULL AND verdict.reason <> ''),"
        " total(verdict.id IS NULL AND judged.target_id IS NOT NULL) FROM document CROSS JOIN judge"
        " JOIN unit ON unit.document_id = document.id AND kind = 'sentence'"
        " JOIN criterion ON scheme_id = (SELECT id FROM scheme WHERE name = ?)"
        " AND coalesce(?, criterion.name) = criterion.name"
        " LEFT JOIN verdict ON unit_id = unit.id AND verdict.criterion_id = criterion.id"
        " AND verdict.annotator_id = judge.id"
        " LEFT JOIN judged ON judged.target_id = document.id AND judged.criterion_id = criterion.id"
        " AND judged.annotator_id = judge.id WHERE role = 'summary'",
        scheme,
        criterion,
    )[0]


def test_the_models_that_it_offers_are_listed(server: Server) -> None:
    assert models("compatible", server.url) == [MODEL]
    server.kill()
    with pytest.raises(GalleyError, match="cannot be reached"):
        models("compatible", server.url)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", METHODS)
def test_a_run_keeps_every_call_and_leaves_no_cell_open(
    name: str, server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    method, scheme, criterion = METHODS[name]
    project = sample(tmp_path, *SHORT)
    command = words(server, project, method, "--max-tokens", REPLY)
    assert main(command) == 0, capsys.readouterr()
    capsys.readouterr()
    asked = 4 * 3  # two items, two summaries, three samples
    kept = rows(
        project,
        "SELECT state, finish, tokens_in, tokens_out, reply, body FROM call JOIN request ON request.id = request_id",
    )
    assert len(kept) == asked
    assert {row[0] for row in kept} == {"done"}
    assert all(row[2] > 1_000 and 0 < row[3] <= int(REPLY) for row in kept), "the server counts bytes here"
    whole = [row for row in kept if row[1] == "stop"]
    assert {row[1] for row in kept} <= {"stop", "truncated"}
    assert whole, "the model ends some of its replies before the limit"
    for row in whole:
        assert follows(json.loads(row[4]), json.loads(row[5])["schema"]), row[4]
    assert any(json.loads(row[4])["verdicts"] for row in whole)
    total, verdicts, unscored, covered = cells(project, scheme, criterion)
    assert total > 0
    assert verdicts + unscored + covered == total
    assert unscored > 0, "a random model names numbers that nobody asked about"
    assert main(["project", "check", str(project)]) == 0, capsys.readouterr().out

    sent = len(server.answered())
    assert main(command) == 0
    assert f"Requests: 0, {asked} more are reused from earlier calls." in capsys.readouterr().out
    assert len(server.answered()) == sent, "what is known is not asked again"
    assert cells(project, scheme, criterion) == (total, verdicts, unscored, covered)
    assert rows(project, "SELECT count(*) FROM call WHERE state = 'done'") == [(asked,)]
    assert main(["project", "check", str(project)]) == 0


UNREAD = "No reply could be read; look at them in the Runs view, and ask again with --retry unscored."


def test_a_reply_that_is_cut_off_is_no_verdict(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = sample(tmp_path, SHORT[0])
    assert main(words(server, project, ["finesure"], "--max-tokens", "16")) == 1
    assert UNREAD in capsys.readouterr().err
    kept = rows(project, "SELECT state, finish, tokens_out, unscored FROM call")
    assert kept == [("done", "truncated", 16, CUT_OFF)] * 2
    total, verdicts, unscored, covered = cells(project, "finesure", None)
    assert (verdicts, unscored, covered) == (0, total, 0)
    assert rows(project, "SELECT DISTINCT reason FROM verdict WHERE run_id IS NOT NULL") == [(CUT_OFF,)]


def test_a_text_that_is_too_long_for_it_is_said_plainly(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = sample(tmp_path, SHORT[1], LONG)
    assert main(words(server, project, ["finesure"], "--max-tokens", REPLY)) == 1, "a random model lists no sentence"
    kept = dict(
        rows(project, "SELECT item.key || state, count(*) FROM call JOIN item ON item.id = call.item_id GROUP BY 1")
    )
    assert kept == {f"{SHORT[1]}done": 2, f"{LONG}failed": 2}
    out, err = capsys.readouterr()
    assert UNREAD in err
    for said, attempts in rows(project, "SELECT error, attempts FROM call WHERE state = 'failed'"):
        assert attempts == 1, "asking again would not make the text shorter"
        assert said.startswith("The server refused the request, 400 (This model's maximum context length is")
        assert said in out
    total, verdicts, unscored, covered = cells(project, "finesure", None)
    assert verdicts + unscored + covered == total
    assert main(["project", "check", str(project)]) == 0


@pytest.mark.timeout(300)
def test_a_server_that_dies_in_mid_run_ends_it_plainly_and_the_same_command_goes_on(
    server: Server, tmp_path: Path
) -> None:
    project = sample(tmp_path, *SHORT)
    method = ["dial-summer-fine", "--criterion", "wrong-linking", "--samples", "10"]
    command = [sys.executable, "-m", "galley.core.cli", *words(server, project, method, "--max-tokens", REPLY)]
    command[command.index("--concurrency") + 1] = "12"  # so that twelve failures in a row come soon
    running = subprocess.Popen(
        command, cwd=ROOT, env=os.environ.copy(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        limit = time.monotonic() + 200  # on a machine that does other things, too
        while server.answered().count(200) < 7:  # two may be probes of the context
            assert running.poll() is None, running.communicate()
            assert time.monotonic() < limit, "the run does not get on"
            time.sleep(0.02)
        server.kill()
        _, said = running.communicate(timeout=120)
    finally:
        running.kill()
    assert running.returncode == 1
    last = said.strip().splitlines()[-1]
    assert last.startswith("galley: The run stopped: 12 calls in a row failed; the last reason: The server cannot be")
    assert last.endswith("Run the command again to continue.")
    assert "Traceback" not in said
    ((state, why),) = rows(project, "SELECT state, why FROM run")
    assert state == "failed"
    assert "The server cannot be reached" in why
    assert main(["project", "check", str(project)]) == 0
    ((before,),) = rows(project, "SELECT count(*) FROM call WHERE state = 'done'")
    assert 4 <= before < 40, "the server logs a status before its reply has arrived"

    server.start()
    before_restart = server.answered().count(200)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
    assert rows(project, "SELECT state FROM run") == [("done",)], "the same run goes on"
    assert rows(project, "SELECT count(*), count(DISTINCT key) FROM call WHERE state = 'done'") == [(40, 40)]
    replies = server.answered().count(200) - before_restart
    assert 40 - before <= replies <= 40 - before + 2, "what was answered is not asked again; two may be probes"
    total, verdicts, unscored, covered = cells(project, "dial-summer", "wrong-linking")
    assert verdicts + unscored + covered == total
    assert main(["project", "check", str(project)]) == 0


def test_claims_are_checked_in_the_form_of_small_models(server: Server, tmp_path: Path) -> None:
    """Document, claim, yes or no: the server takes the form, with or without probabilities; a random model says neither
    yes nor no, which is unscored and never a "no"."""
    project = sample(tmp_path, *SHORT)
    assert main([*words(server, project, ["claim-check"]), "--max-tokens", "16"]) in (0, 1)
    states = rows(project, "SELECT state, unscored FROM call")
    assert states and all(state == "done" for state, _ in states)
    values = rows(project, "SELECT DISTINCT value, reason IS NULL FROM verdict")
    assert values and all((value is None) != whole for value, whole in values)
