"""The benchmark's own file out again, appendix B from it, and what the steps of a study cost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from galley.core.errors import InputError
from galley.core.exports.registry import export
from galley.core.importers.registry import find
from galley.core.importers.run_import import import_files
from galley.core.metrics.base import Params
from galley.core.metrics.registry import compute
from galley.core.project.project import Project
from tests.core import building
from tests.core.kgds_play import entries, play
from tests.core.test_kgds_gold import experts, study
from tests.core.test_tasks import Study

__all__ = ["study"]


def figures(project: Project) -> dict[tuple[str, str], Any]:
    rows = compute("kgds-statistics", project.read_connection(), Params()).rows
    return {(row["part"], row["figure"]): row["value"] for row in rows}


def test_the_published_file_comes_out_byte_for_byte_with_the_paper_s_counts(shared_data: Path, tmp_path: Path) -> None:
    source = shared_data / "kgds" / "KGDS.json"
    with Project.create(tmp_path / "p.galley") as project:
        import_files(project, find("kgds"), [source])
        report = export(project, "kgds-json", tmp_path / "out.json")
        found = figures(project)
    assert (tmp_path / "out.json").read_bytes() == source.read_bytes()
    assert (report.counts["items"], report.left_out) == (100, {})
    of, other = "facts of supporting paragraphs", "facts of other paragraphs"
    assert {
        ("articles", "paragraphs"): 1437, ("paragraphs", "supporting"): 432, ("paragraphs", "non-supporting"): 1005,
        ("discussions", "participants"): 200, ("discussions", "utterances"): 412,
        (of, "facts"): 2428, (of, "key"): 1638, (of, "non-key"): 780, (of, "repeated"): 10,
        (other, "facts"): 5187, (other, "non-supporting"): 4996, (other, "masked"): 176, (other, "repeated"): 15,
        ("opinions", "opinions"): 873, ("opinions", "with a clarified reference"): 800, ("opinions", "without one"): 73,
        ("opinions", "clarified references"): 1113,
    }.items() <= found.items()  # fmt: skip
    assert found["paragraphs", "consistency"] is None and found["paragraphs", "boundary"] == 0


def test_what_two_experts_made_is_written_without_its_boundary_paragraphs(study: Study, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    assert export(study.project, "kgds-json", out).left_out == {"items with an unresolved paragraph": 1}
    assert out.read_text("utf-8") == "[]"
    experts(study)
    assert export(study.project, "kgds-json", out).left_out == {
        "items of which a fact has no type that fits its paragraph": 1
    }
    for who in ("ann", "ben"):
        study.say(who, study.cell("kgds-fact/repeated", "f1", "article"), "no")
        study.say(who, study.cell("kgds-fact/key", "f1", "article"), "yes")
    play(study.project, "kgds-decompose", {"masking P3": entries("YES"), "masking P4": entries("NO")}, "masking")
    assert export(study.project, "kgds-json", out).counts["items"] == 1
    (record,) = json.loads(out.read_text("utf-8"))
    assert [p["paragraph_text"][:8] for p in record["SBK"]] == ["The mill", "The mayo", "It raine"]
    assert [p["paragraph_index"] for p in (*record["SBK"], *record["BSP"])] == [1, 2, 3, 1]
    types = {f["atomic_fact"]: f["type"] for n in ("BSPAF", "BNPAF") for g in record[n] for f in g["atomic_facts"]}
    assert types == {"Fact f1.": 1, "Fact f3.": 4, "Fact f4.": 3, "Fact f5.": 4, "Fact f6.": 0}
    found = figures(study.project)
    assert [found["paragraphs", name] for name in ("annotated", "boundary", "supporting", "non-supporting")] == [
        4, 1, 1, 2,
    ]  # fmt: skip
    assert found["paragraphs", "consistency"] == 0.75  # three of four paragraphs
    assert found["articles", "tokens"] == 5 + 5 + 3 and found["discussions", "tokens"] == 5 + 4


def test_what_each_step_cost_also_without_a_list_price(tmp_path: Path) -> None:
    with building.project(tmp_path, building.discussion()) as project:
        facts, opinions = entries("YES", "NO"), entries("YES")
        play(project, "kgds-verify", {"facts P1": facts, "facts P2": entries("NO"), "opinions": opinions})
        project.write(_tokens).result()
        rows = {row["step"]: row for row in compute("kgds-cost", project.read_connection(), Params()).rows}
        assert list(rows) == ["atomic fact verification", "atomic opinion verification", "total"]
        assert (rows["total"]["value"], rows["total"]["unpriced"]) == (None, rows["total"]["calls"])
        own = Params(options=("price=2,10",))
        priced = {row["step"]: row["value"] for row in compute("kgds-cost", project.read_connection(), own).rows}
        calls = (
            project.read_connection()
            .execute("SELECT part, tokens_in, tokens_out FROM call WHERE state = 'done'")
            .fetchall()
        )
        wanted = {"atomic fact verification": 0.0, "atomic opinion verification": 0.0}
        for part, sent, received in calls:
            step = "atomic fact verification" if part.startswith("facts") else "atomic opinion verification"
            wanted[step] += (2 * sent + 10 * received) / 1_000_000
        wanted["total"] = sum(wanted.values())
        assert priced == {name: pytest.approx(value) for name, value in wanted.items()}
        with pytest.raises(InputError, match="must be two numbers"):
            compute("kgds-cost", project.read_connection(), Params(options=("price=2",)))


def _tokens(connection: Any) -> Any:
    from galley.core.domain import ChangeSet

    connection.execute("UPDATE call SET tokens_in = 1000 + id, tokens_out = 100 * id, cost = NULL WHERE state = 'done'")
    return None, ChangeSet()
