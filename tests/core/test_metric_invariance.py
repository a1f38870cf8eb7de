"""Copies of summaries tell nothing new: the sample is the source documents, so no interval may become narrower.

Every summary is copied within its source document: a second item about the same dialogue and article, with the same
texts, verdicts, decisions and scores. What a metric says of sentences and summaries must then be what it said before,
in its figures and in the ends of its intervals.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from galley.core.metrics import registry
from galley.core.metrics.base import Params, Row
from galley.core.metrics.comparisons import CORRELATIONS
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.stats.detection_counts import MEASURES
from galley.core.stats.prediction_powered import rates
from tests.core.building import flag, project, record

DOCUMENTS = 40
CRITERIA = ("changed-meaning", "extrinsic-context")
PEOPLE = ("ann", "ben", "cat")
JUDGES = {"first judge": (0.75, 0.25), "second judge": (0.6, 0.15)}
"""How often each says yes of an error, and of what is none."""
SMOOTHED = ("alpha-nominal", "dawid-skene", "estimate")
"""These add a term for small samples (Krippendorff's), answers taken for granted, or imagined reviews, which weigh less
beside copies: their intervals may become narrower by ``TRACE``. Copies counted as a sample of their own take 29 %."""
TRACE = 0.05
ENDS = ("value", "low", "high", "p", "p_holm")
VIEWS: list[tuple[str, Params]] = [
    *(("agreement", Params(level=level)) for level in ("unit", "summary")),
    ("agreement", Params(level="unit", pairs=True, annotators=PEOPLE)),
    *(("comparing", Params(options=(f"figure={figure}",), resamples=200)) for figure in (*MEASURES, *CORRELATIONS)),
    ("comparing", Params(options=("between=systems",), resamples=200)),
    ("confidence", Params()),
    ("correlation", Params(level="summary")),
    ("partial-correlation", Params()),
    ("dawid-skene", Params()),
    *(("detection", Params(level=level)) for level in ("unit", "summary")),
    ("detection", Params(by="system")),
    ("detection", Params(options=("view=readers",), resamples=200)),
    ("diagnosis", Params()),
    ("estimate", Params()),
    ("frequency", Params()),
    ("frequency", Params(judges=("first judge",))),
    ("position", Params()),
    ("reviewing", Params()),
    *(("ties", Params(level=level)) for level in ("unit", "summary")),
    ("trust", Params()),
]
NOT_OF_SENTENCES = {
    "confusion": "counts, without an interval",
    "cost": "money, without an interval",
    "qa": "has a sample of its own: items",
    "qa-validation": "answers on questions",
    "refinement": "has a sample of its own: items",
    "reviewer-error": "answers to hidden control questions; shares by source document",
    "screened": "a corpus beyond the project",
}
"""And the figures of the papers KGDS and SUMIE, of discussions and of tables."""


def records(copies: int) -> list[dict[str, Any]]:
    """One item a source document, each ``copies`` times."""
    chance = random.Random(5)
    made = []
    for number in range(DOCUMENTS):
        sentences = {f"sum-{system}": chance.randint(2, 4) for system in "abc"}
        tilt = chance.choice((0.02, 0.1, 0.4))
        verdicts, scores = [], []
        for name, size in sentences.items():
            quality = chance.random() + tilt
            scores += [
                {"document": name, "annotator": who, "kind": kind, "metric": metric, "value": quality + chance.random()}
                for who, kind, metric in (("ann", "human", "quality"), ("rouge", "import", "rouge"))
            ]
            for criterion in CRITERIA:
                for unit in range(size):
                    error = chance.random() < tilt
                    for who in PEOPLE:
                        if chance.random() < (0.85 if error else 0.1):
                            verdicts.append(flag(criterion, name, unit, annotator=who, kind="human"))
                    for who, (yes, no) in JUDGES.items():
                        said = chance.random() < (yes if error else no)
                        sure = round(chance.uniform(0.5, 1.0), 3)
                        value = {"value": "yes" if said else "no", "confidence": sure}
                        verdicts.append(flag(criterion, name, unit, annotator=who, **value))
        judged = [
            {
                "annotator": who, "kind": kind, "scheme": "dial-summer",
                "criteria": [*CRITERIA], "documents": [*sentences],
            }
            for who, kind in (*((name, "human") for name in PEOPLE), *((name, "judge") for name in JUDGES))
        ]
        documents: list[dict[str, Any]] = [
            {"id": "dialogue", "role": "dialogue", "turns": [{"speaker": "Ann", "text": f"Call number {number}."}]},
            {"id": "article", "role": "article", "paragraphs": [f"Article number {number}."]},
        ]
        documents += [
            {
                "id": name, "role": "summary", "system": name[-1],
                "sentences": [f"{name} {number} {n}." for n in range(size)],
            }
            for name, size in sentences.items()
        ]
        made += [
            record(f"k{number}-{copy}", documents=documents, verdicts=verdicts, judged=judged, scores=scores)
            for copy in range(copies)
        ]
    return made


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Project, Project]]:
    folder = tmp_path_factory.mktemp("invariance")
    with (
        project(folder, *records(1), name="once.galley") as once,
        project(folder, *records(2), name="twice.galley") as twice,
    ):
        for opened in (once, twice):
            desk = DecisionWriter(opened, "dee")  # who decides what judges flagged
            for item, key in opened.read_connection().execute("SELECT id, key FROM item").fetchall():
                chance = random.Random(key.partition("-")[0])
                for each in load_item_view(opened.read_connection(), item).flags():
                    (desk.accept if chance.random() < 0.6 else desk.override)(item, each).result()
        yield once, twice


def test_every_metric_is_compared_or_is_not_of_sentences() -> None:
    papers = {name for name in registry.names() if name.partition("-")[0] in ("kgds", "sumie")}
    assert {name for name, _ in VIEWS} | set(NOT_OF_SENTENCES) | papers == set(registry.names())


def printed(row: Row) -> dict[str, float]:
    return {
        name: value
        for name, value in row.items()
        if isinstance(value, float) and (name in ENDS or name.endswith(("_low", "_high", "_value")))
    }


@pytest.mark.parametrize(("name", "params"), VIEWS, ids=lambda each: each if isinstance(each, str) else "")
def test_copies_of_summaries_change_no_interval(both: tuple[Project, Project], name: str, params: Params) -> None:
    once, twice = (registry.compute(name, opened.read_connection(), params).rows for opened in both)
    assert len(once) == len(twice) > 0
    intervals = 0
    for row, again in zip(once, twice, strict=True):
        figures, figures_again = printed(row), printed(again)
        intervals += sum(key.endswith("low") for key in figures)
        if name in SMOOTHED or row.get("coefficient") in SMOOTHED:
            for low in (key for key in figures if key.endswith("low")):
                high = low.removesuffix("low") + "high"
                narrower = (figures_again[high] - figures_again[low]) / (figures[high] - figures[low])
                assert narrower > 1 - TRACE, (low, row, again)
        else:
            assert figures_again == pytest.approx(figures, abs=1e-9), (row, again)
    assert intervals, "of what has no interval nothing is shown"


def test_copies_of_drawn_reviews_change_no_estimate() -> None:
    """The draws are copied, too: a copy of a reviewed sentence was drawn with the chance of its twin."""
    chance = np.random.default_rng(8)
    items = np.repeat(np.arange(60), 8)
    truth = chance.random(480) < np.repeat(chance.choice([0.1, 0.5], 60), 8)
    judge = np.where(truth, chance.random(480) < 0.8, chance.random(480) < 0.1).astype(float)
    probability = np.where(judge == 1, 0.8, 0.4)
    reviews = np.where(chance.random(480) < probability, truth, -1)
    for project_ in (False, True):
        once, twice = (
            rates(*(np.tile(column, copies) for column in (judge, reviews, items, probability)), project=project_)
            for copies in (1, 2)
        )
        for name in ("corrected_rate", "reviews"):
            one, two = getattr(once, name), getattr(twice, name)
            assert two.value == pytest.approx(one.value, abs=1e-9) and two.documents == one.documents
            assert (two.high - two.low) / (one.high - one.low) > 1 - TRACE
