"""A data set that ``sumie-generate`` makes with its defaults: it is sound, and has the shape of the paper's.

The model behind it is scripted, so these figures are those that the pipeline itself decides. What a model decides (how
long sentences are and how many, how many entries are given up because their sentence stays wrong, how often two
contradictions come to the same value) is in none of them.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from galley.core.importers.registry import find
from galley.core.importers.run_import import import_files
from galley.core.judges.clients.registry import Source
from galley.core.judges.order import Order, prepare
from galley.core.judges.runner import Runner
from galley.core.metrics.base import Params
from galley.core.metrics.registry import compute
from galley.core.papers.sumie import entity_generation, entry_model
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import items
from tests.core.entity_model import Script
from tests.core.fake_models import serving
from tests.core.judging import KEY

CATEGORIES = ("Books & Literature", "Hotels & Accommodations")
EACH = 10
"""Entities of a category, as in the paper."""

# The least and the most of the twenty categories in tables 3 and 4 of SUMIE.
PAPER = {
    "attributes": (19.60, 23.70),
    "values": (39.50, 45.60),
    "attributes_of_its_own": (10.83, 16.78),
    "values_of_its_own": (37.11, 45.11),
    "same": (3.40, 4.17),
    "conflict": (3.02, 3.88),
    "new": (1.95, 2.55),
    "distractors": (4.00, 4.00),
}


def test_made_up_data_have_the_shape_of_the_papers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    file = tmp_path / "plan.jsonl"
    plan = [{"entity": f"{c[:5].upper()}{n}", "category": c} for c in CATEGORIES for n in range(EACH)]
    file.write_text("".join(json.dumps(each) + "\n" for each in plan), encoding="utf-8")
    with serving(Script()) as fake, Project.create(tmp_path / "p.galley") as project:
        import_files(project, find("sumie"), [file])
        order = Order("sumie-generate", Source("openai", f"{fake.url}/v1"), "m")
        end = Runner(project, prepare(project, order)).start().join(110)
        assert (end.state, end.failed_calls) == ("done", 0)
        assert check(project) == []
        found = compute("sumie", project.read_connection(), Params(options=("view=statistics",))).rows[-1]
        assert (found["category"], found["n"], found["paragraphs"]) == ("all", 20, 140)
        outside = {name: found[name] for name, (low, high) in PAPER.items() if not low <= found[name] <= high}
        assert not outside, outside
        styles: Counter[str] = Counter()
        tones: Counter[str] = Counter()
        for item in range(1, len(plan) + 1):
            view = items.load_item_view(project.read_connection(), item)
            article = entry_model.find_article(view)
            assert article is not None and len(article.units) == 7
            turns = entry_model.turns(view)
            styles.update(turn.style for turn in turns)
            tones.update(turn.tone for turn in turns)
            for turn, unit in zip(turns, article.units, strict=True):
                assert sorted(kind for *_, kind in turn.distractors) == ["entity", "entity", "human", "human"]
                assert unit.text.count(".") == 13, "a sentence an entry, and four distractors"
            for number in range(1, 8):
                facts = [
                    e.fact for d in view.documents if d.name == f"golden-{number}" for e in entry_model.entries(view, d)
                ]
                assert len(facts) == 9 and entity_generation.find_unaligned(facts, article.units[number - 1].text) == []
    assert set(styles) == set(entity_generation.STYLES) and set(tones) == set(entity_generation.TONES)
    assert max(styles.values()) < 2.5 * 140 / 8 and max(tones.values()) < 2 * 140 / 6
