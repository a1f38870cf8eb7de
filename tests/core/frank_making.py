"""A project as the FRANK study needs one: three people's types of error for each sentence, and two judges' scores."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from galley.core.project.project import Project
from tests.core import building

TYPES = ("pred-e", "ent-e", "circ-e", "coref-e", "link-e", "out-e", "gram-e")
PEOPLE, JUDGES = ("ann", "ben", "cat"), ("jay", "kim")
SYSTEMS = ("a", "b", "c")


def records(items: int = 14, seed: int = 5) -> list[dict[str, Any]]:
    """Three summaries an item by systems of different skill, in two data sets; people mostly agree."""
    luck = random.Random(seed)
    return [_record(number, luck) for number in range(items)]


def _record(number: int, luck: random.Random) -> dict[str, Any]:
    documents: list[dict[str, Any]] = [{"id": "article", "role": "article", "text": f"Article {number:02}. It ends."}]
    verdicts, judged, scores = [], [], []
    for place, system in enumerate(SYSTEMS):
        name = f"sum-{system}"
        size = luck.randint(1, 4)
        documents.append({"id": name, "role": "summary", "system": system,
                          "sentences": [f"Say {number:02}{system} {n}." for n in range(size)]})  # fmt: skip
        wrong = 0
        for unit in range(size):
            types = [each for each in TYPES if luck.random() < 0.06 + 0.08 * place]
            wrong += bool(types)
            for who in PEOPLE:
                for each in types:
                    if luck.random() < 0.85:
                        verdicts.append({"annotator": who, "kind": "human", "scheme": "frank", "criterion": each,
                                         "document": name, "unit": unit, "value": "yes"})  # fmt: skip
        for who in PEOPLE:
            judged.append({"annotator": who, "kind": "human", "scheme": "frank", "criteria": list(TYPES),
                           "documents": [name]})  # fmt: skip
        for who, noise in zip(JUDGES, (0.3, 1.5), strict=True):
            good = 1 - wrong / size
            score = {"document": name, "annotator": who, "kind": "judge"}
            grade = min(5, max(1, round(1 + 4 * good + luck.gauss(0, noise))))
            scores.append({**score, "metric": "direct-faithfulness", "value": grade})
            scores.append({**score, "metric": "qa-factuality", "value": round(luck.random() * (0.5 + good / 2), 3)})
    return {
        "key": f"f{number:02}", "dataset": f"set-{number % 2}", "split": ("dev", "test")[number % 3 == 0],
        "documents": documents, "verdicts": verdicts, "judged": judged, "scores": scores,
    }  # fmt: skip


def project(folder: Path, name: str = "frank.galley", items: int = 14) -> Project:
    """The project; the caller closes it."""
    return building.project(folder, *records(items), name=name)
