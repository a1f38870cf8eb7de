"""The data card beside every export: its figures are those of the items in the file, and it comes with the file or not
at all."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from galley.core.adjudication.bulk_adjudication import BulkOrder, BulkRule, preview_adjudication, write_bulk_decisions
from galley.core.errors import Cancelled, InputError
from galley.core.exports.base import ExportChoices, Only
from galley.core.exports.registry import export, find, names
from galley.core.metrics import registry
from galley.core.metrics.base import Params
from galley.core.project.project import Project
from galley.core.review import blind, items
from galley.core.review.blind import Blind
from galley.core.review.decision_writer import DecisionWriter
from tests.core import building, judging
from tests.core.building import finish_read
from tests.core.fake_models import serving


def _reviewed(folder: Path) -> Project:
    """Three items; ann and dov answer flags of the first two, agree on some; the control settles what both answered."""
    project = building.project(folder, *(building.record(key) for key in "abc"))
    ann, dov = DecisionWriter(project, "ann"), DecisionWriter(project, "dov")
    for item in (1, 2):
        view = items.load_item_view(project.read_connection(), item)
        for number, flag in enumerate(view.flags()):
            ann.accept(item, flag).result()
            (dov.override if number % 2 else dov.accept)(item, flag).result()
    finish_read(ann, items.load_item_view(project.read_connection(), 1)).result()
    plan = preview_adjudication(project.read_connection(), BulkOrder(BulkRule.CONSISTENCY))
    write_bulk_decisions(project, ann.reviewer, plan, plan.confirmation)
    return project


def _card(out: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(out.with_name(out.name + ".card.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("name", names())
def test_every_format_has_its_card(name: str, tmp_path: Path) -> None:
    out = tmp_path / "out.x"
    with _reviewed(tmp_path) as project:
        folder = getattr(find(name), "folder", False)
        report = export(project, name, out, choices=ExportChoices(licence="mit") if folder else None)
    card = json.loads((out / "card.json").read_text("utf-8")) if folder else _card(out)
    assert (card["format"], card["file"], card["chosen"]) == (name, "out.x", "all")
    assert card["written"] == report.counts and card["counts"]["items"] == 3
    page = (out / "card.md" if folder else out.with_name("out.x.card.md")).read_text("utf-8")
    for heading in ("Schemes", "Annotators", "Judges", "Gold", "Agreement", "Left out"):
        assert f"## {heading}" in page


def test_the_figures_are_those_of_the_chosen_items(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    with _reviewed(tmp_path) as project:
        export(project, "csv", out, Only.REVIEWED)
        card = _card(out)
        wanted = registry.compute(
            "agreement", project.read_connection(), Params(level="unit", items=(1,), resamples=1000)
        ).rows
        toml = project.read_connection().execute("SELECT source FROM scheme").fetchone()[0]
    assert card["counts"]["items"] == 1 and card["counts"]["finished items"] == 1
    assert card["left_out"]["items that were not chosen"] == 2
    assert [s["sha256"] for s in card["schemes"]] == [hashlib.sha256(toml.encode()).hexdigest()]
    assert {a["name"]: a["kind"] for a in card["annotators"]} == {"ann": "human", "dov": "human", "gold": "gold"}
    assert {j["name"]: j["yes"] for j in card["judges"]} == {"judge": 3, "other": 1}
    found = {(r["criterion"], r["coefficient"]): (r["value"], r["n"]) for r in card["agreement"]}
    assert found and found == {
        (r["criterion"], r["coefficient"]): (r["value"], r["n"])
        for r in wanted
        if (r["criterion"], r["coefficient"]) in found
    }
    gold = card["gold"]
    boundary = "cells that adjudication left unresolved (boundary cases, out of gold)"
    assert gold["left open"] == card["left_out"][boundary] > 0
    bulk = "adjudicated in bulk: the answer on which all voters agree, else unresolved"
    hows = gold["resolved by"]
    assert hows[bulk] > 0 and hows["rule: majority (implicit no)"] > 0
    assert sum(hows.values()) == gold["cells"]


def test_a_judge_comes_with_its_prompts_and_runs_and_without_its_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", judging.KEY)
    out = tmp_path / "a.csv"
    with building.project(tmp_path) as project, serving(judging.good) as fake:
        judging.run(project, judging.order(fake))
        calls = len(judging.calls(project))
        stored, text = project.read_connection().execute("SELECT prompt, settings FROM annotator JOIN run ON"
                                                " annotator_id = annotator.id").fetchone()  # fmt: skip
        export(project, "csv", out)
    judge = next(judge for judge in _card(out)["judges"] if judge["runs"])
    assert (judge["method"], judge["model"]) == ("dial-summer-fine", "gpt-4o")
    assert judge["prompt"] == stored and len(stored) == 12
    (run,) = judge["runs"]
    assert (run["state"], run["provider"], run["calls"]) == ("done", "openai", calls)
    assert run["prompts"] == json.loads(text)["prompts"] and run["prompts"][0]["sha256"]
    page = out.with_name("a.csv.card.md").read_text("utf-8")
    assert run["uid"] in page and run["prompts"][0]["sha256"][:16] in page
    assert judging.KEY not in page + out.with_name("a.csv.card.json").read_text("utf-8")


def test_names_from_files_are_no_markup_in_the_page(tmp_path: Path) -> None:
    out = tmp_path / "a.csv"
    hostile = "[x](http://y) | <img> # *b*\n\n## Gold"
    record = building.record(verdicts=[building.flag("extrinsic-context", "sum-a", 0, annotator=hostile)], judged=[])
    with building.project(tmp_path, record) as project:
        export(project, "csv", out)
    page = out.with_name("a.csv.card.md").read_text("utf-8")
    assert page.count("\n## Gold") == 1 and "<img>" not in page.replace("\\<img\\>", "")
    assert "\\[x\\](http://y) \\| \\<img\\> \\# \\*b\\*" in page


def test_a_stop_while_the_card_is_made_leaves_nothing(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    with _reviewed(tmp_path) as project:
        before = sorted(path.name for path in tmp_path.iterdir())
        calls = 0

        def progress(done: int, total: int) -> bool:
            nonlocal calls
            calls += done == total
            return calls < 2

        with pytest.raises(Cancelled, match="nothing was written"):
            export(project, "csv", out, progress=progress)
        assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_a_blind_project_is_not_exported(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    with _reviewed(tmp_path) as project:
        project.write(lambda connection: blind.store_blind(connection, Blind(own=True))).result()
        with pytest.raises(InputError, match="An export would show what blind mode hides"):
            export(project, "csv", out)
        assert not out.exists()
