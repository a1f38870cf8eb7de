"""Whole runs: both patterns, both paradigms, verified, errors named and judged against the experts, by three ways."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from galley.core.metrics.base import Params
from galley.core.metrics.registry import REGISTRY
from galley.core.papers.kgds.discussion_figures import FIGURES
from galley.core.project.project import Project
from galley.core.review import items
from tests.core.fake_models import Answer, Seen, serving
from tests.core.judging import KEY, until
from tests.core.kgds_model import Model, Taste, flat
from tests.core.kgds_runs import MODELS, STAGES, benchmark, imported, order, play, run


@pytest.fixture(autouse=True)
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)


def figures(project: Project) -> dict[tuple[str, str], list[Any]]:
    result = REGISTRY.get("kgds").compute(project.read_connection(), Params(resamples=0))
    return {(row["pattern"], row["paradigm"]): [row[f] for f in FIGURES] for row in result.rows if row["by"] == "judge"}


def everything(project: Project) -> set[tuple[Any, ...]]:
    """All that judges said, without who said it."""
    system = (
        "CASE WHEN document.system = '' THEN document.name ELSE substr(document.name, instr(document.name, 's-')) END"
    )
    return set(
        project.read_connection().execute(
            "SELECT verdict.item_id, criterion.name, unit.position, unit.kind, value, verdict.reason, document.part,"
            f" document.meta, {system.replace('document.name', 'document.part')} FROM verdict"
            " JOIN criterion ON criterion.id = criterion_id"
            " JOIN unit ON unit.id = unit_id JOIN document ON document.id = target_id WHERE run_id IS NOT NULL"
            " AND criterion.name <> 'better-extract'"
        )
    )


def costs_add_up(project: Project) -> None:
    """Runs, calls, tokens and the metric of costs tell the same."""
    from galley.core.judges.run_report import runs

    rows = runs(project.read_connection())
    assert all(row.state == "done" and row.failed_calls == 0 for row in rows)
    total = (
        project.read_connection().execute("SELECT total(cost), sum(tokens_in), sum(tokens_out) FROM call").fetchone()
    )
    assert sum(row.cost or 0.0 for row in rows) == pytest.approx(total[0])
    metric = REGISTRY.get("cost").compute(project.read_connection(), Params())
    whole = [row for row in metric.rows if row["criterion"] is None]
    assert sum(row["tokens_in"] for row in whole) == sum(row.tokens_in for row in rows)
    assert sum(row["cost"] or 0.0 for row in whole) == pytest.approx(total[0])


def recount(project: Project) -> dict[tuple[str, str], list[float]]:
    """Figures of the model's own summaries, by looking into the texts (its verifier does no more)."""
    sums: dict[tuple[str, str], list[list[float]]] = {}
    for item in range(1, 1 + project.read_connection().execute("SELECT count(*) FROM item").fetchone()[0]):
        view = items.load_item_view(project.read_connection(), item)
        experts = {view.unit(v.cell.unit).position for v in view.verdicts if v.run is None and v.value == "yes"}
        texts = {(d.meta["pattern"], d.meta["paradigm"], d.part): d for d in view.documents if d.meta.get("pattern")}
        for pattern in ("ebs-aos", "abs-aos"):
            for paradigm in ("structured-prompt", "self-reflection"):
                background, opinion = (texts[pattern, paradigm, part] for part in ("background", "opinion"))
                if pattern == "ebs-aos":
                    taken = set(background.meta["paragraphs"])
                    hits, needed, chosen = len(taken & experts), len(experts), len(taken)
                else:
                    held = flat(background.text)
                    key = [u for u in view.derived_units if u.type == "key"]
                    other = [u for u in view.derived_units if u.type == "non-supporting"]
                    hits, needed = sum(flat(u.text) in held for u in key), len(key)
                    chosen = hits + sum(flat(u.text) in held for u in other)
                opinions = [u for u in view.derived_units if u.kind == "opinion"]
                recall = hits / needed
                precision = hits / chosen if chosen else 0.0
                f1 = 2 * recall * precision / (recall + precision) if hits else 0.0
                cao = sum(flat(u.text) in flat(opinion.text) for u in opinions) / len(opinions)
                sums.setdefault((pattern, paradigm), []).append([recall, precision, f1, cao, (f1 * cao) ** 0.5])
    return {key: [sum(column) / len(rows) for column in zip(*rows, strict=True)] for key, rows in sums.items()}


def test_the_oracle_scores_as_it_must(shared_data: Path, tmp_path: Path) -> None:
    records = benchmark(shared_data, 12)
    perfect, silent = Taste(1.0, 0.0), Taste(0.0, 0.0)
    with imported(tmp_path, records) as project:
        play(project, Model(records, perfect, silent), tmp_path)
        found = figures(project)
        assert found["ebs-aos", "structured-prompt"] == [1.0, 1.0, 1.0, 1.0, 1.0]
        assert found["abs-aos", "structured-prompt"] == [1.0, 1.0, 1.0, 1.0, 1.0]
        assert found["ebs-aos", "self-reflection"] == [0.0, 0.0, 0.0, 0.0, 0.0]
        assert found["abs-aos", "self-reflection"] == [0.0, 0.0, 0.0, 0.0, 0.0]
        retrieval = REGISTRY.get("kgds-retrieval").compute(project.read_connection(), Params(resamples=0)).rows
        values = {(row["system"], row["paradigm"]): row["value"] for row in retrieval}
        assert values["played", "structured-prompt"] == values["experts", ""] > 0
        assert values["played", "self-reflection"] == 0.0


def test_many_records_through_replay(shared_data: Path, tmp_path: Path) -> None:
    """Sixteen of the hundred that tests/long takes."""
    through_replay(shared_data, tmp_path, 16)


def through_replay(shared_data: Path, tmp_path: Path, count: int | None) -> None:
    """All stages from recorded replies, over so many records (all): the figures are those of looking into the texts."""
    records = benchmark(shared_data, count)
    with imported(tmp_path, records) as project:
        ends = play(project, Model(records, Taste(0.7, 0.2)), tmp_path)
        assert [end.state for end in ends] == ["done"] * len(STAGES)
        assert (ends[0].replies_received, ends[0].failed_calls) == (4 * len(records), 0)
        assert figures(project) == {key: pytest.approx(values) for key, values in recount(project).items()}
        costs_add_up(project)
        errors = REGISTRY.get("kgds-errors").compute(project.read_connection(), Params(resamples=0))
        uncovered = (
            project.read_connection()
            .execute(
                "SELECT count(*) FROM verdict JOIN criterion ON criterion.id = criterion_id"
                " WHERE criterion.name = 'not-covered' AND value = 'yes'"
            )
            .fetchone()[0]
        )
        assert sum(row["count"] for row in errors.rows) == uncovered > 3 * len(records)
        wins = REGISTRY.get("kgds-winrate").compute(project.read_connection(), Params())
        assert sum(row["n"] for row in wins.rows) == ends[3].replies_received + ends[3].reused_calls
        unscored = (
            project.read_connection()
            .execute("SELECT count(*) FROM verdict WHERE value IS NULL AND reason NOT LIKE 'the experts%'")
            .fetchone()[0]
        )
        assert unscored == 0


def test_facts_are_taken_apart_and_masked_as_the_benchmark_has_them(shared_data: Path, tmp_path: Path) -> None:
    records = benchmark(shared_data, 25)
    with imported(tmp_path, records, facts=False) as project:
        (end,) = play(project, Model(records), tmp_path, [("kgds-decompose", ("all",))])
        assert end.failed_calls == 0
        found = Counter(
            project.read_connection().execute("SELECT kind, type FROM unit WHERE text IS NOT NULL").fetchall()
        )
    facts = [fact for r in records for name in ("BSPAF", "BNPAF") for g in r[name] for fact in g["atomic_facts"]]
    assert sum(n for (kind, _), n in found.items() if kind == "fact") == len(facts)
    masked = sum(fact["type"] in (4, 5, 6) for fact in facts)
    assert masked <= found["fact", "masked"] <= masked + 5, "a text may be masked in one article and not in another"
    assert found["opinion", "clarified"] + found["opinion", ""] == sum(len(r["CAO"]) for r in records)


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_both_interfaces_give_what_replay_gives_and_costs_add_up(
    shared_data: Path, tmp_path: Path, provider: str
) -> None:
    through_an_interface(shared_data, tmp_path, provider, 5)


def through_an_interface(shared_data: Path, tmp_path: Path, provider: str, count: int | None) -> None:
    """All stages through a loopback server, over so many records (all); the same verdicts as through replay."""
    records = benchmark(shared_data, count)
    model = Model(records, Taste(0.7, 0.2))
    (tmp_path / "one").mkdir()
    with imported(tmp_path / "one", records) as played:
        play(played, model, tmp_path)
        expected, values = everything(played), figures(played)
    with imported(tmp_path, records) as project, serving(model.script) as fake:
        for method, criteria in (*STAGES, ("kgds-decompose", ("all",))):
            end = run(project, order(method, provider, criteria, fake.url))
            assert (end.state, end.failed_calls) == ("done", 0), end
        assert everything(project) == expected and figures(project) == values
        costs_add_up(project)
        assert project.read_connection().execute("SELECT total(cost) FROM call").fetchone()[0] > 0
        assert MODELS[provider] in {row[0] for row in project.read_connection().execute("SELECT system FROM document")}


CHILD = """
import sys
from pathlib import Path
sys.path.insert(0, {root!r})
from galley.core.judges.order import prepare
from galley.core.judges.runner import Runner
from galley.core.project.project import Project
from tests.core.kgds_runs import order
project = Project.open(Path(sys.argv[1]))
runner = Runner(project, prepare(project, order(sys.argv[3], "openai", ("all",), sys.argv[2]))).start()
print("started", flush=True)
runner.join()
project.close()
"""


@pytest.mark.parametrize("method", ["kgds-summarize", "kgds-verify"])
def test_a_run_that_is_killed_goes_on_and_pays_for_nothing_twice(
    shared_data: Path, tmp_path: Path, method: str
) -> None:
    records = benchmark(shared_data, 8)
    model = Model(records, Taste(0.7, 0.2))

    def slow(seen: Seen, number: int) -> Answer:
        answer = model.script(seen, number)
        answer.delay = 0.03
        return answer

    stages = [stage for stage in STAGES if stage[0] in ("kgds-summarize", method)]
    (tmp_path / "whole").mkdir()
    with imported(tmp_path / "whole", records) as whole, serving(model.script) as fake:
        for name, _ in stages:
            run(whole, order(name, "openai", ("all",), fake.url))
        expected, values, asked = everything(whole), figures(whole), len(fake.seen)
    with imported(tmp_path, records) as project, serving(model.script) as fake:
        for name, _ in stages[:-1]:
            run(project, order(name, "openai", ("all",), fake.url))
        before = len(fake.seen)
    root = str(Path(__file__).resolve().parents[2])
    with serving(slow) as fake:
        child = subprocess.Popen(
            [sys.executable, "-c", CHILD.format(root=root), str(project.path), fake.url, method],
            env=os.environ | {"OPENAI_API_KEY": KEY}, stdout=subprocess.PIPE,
        )  # fmt: skip
        until(lambda: len(fake.seen) >= 12, 60)
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
        assert child.stdout is not None
        child.stdout.close()
        with Project.open(project.path) as again:
            end = run(again, order(method, "openai", ("all",), fake.url))
            assert (end.state, end.is_resumed, end.failed_calls) == ("done", True, 0)
            assert everything(again) == expected and figures(again) == values
            assert before + len(fake.seen) <= asked + 8, "at most what was in flight is asked for again"
            costs_add_up(again)
