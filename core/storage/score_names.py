"""Scores in words: how metrics write themselves, and the criteria that ship by their names."""

from __future__ import annotations

from collections import Counter
from functools import cache

WORDS = {
    "art": "article", "bertscore": "BERTScore", "bleu": "BLEU", "bleurt": "BLEURT", "bartscore": "BARTScore",
    "f1": "F1", "factcc": "FactCC", "feqa": "FEQA", "meteor": "METEOR", "moverscore": "MoverScore",
    "p": "precision", "r": "recall", "qa": "QA", "qags": "QAGS", "rouge": "ROUGE", "l": "L",
    "questeval": "QuestEval", "summac": "SummaC", "unieval": "UniEval",
}  # fmt: skip
"""How metrics write themselves."""


def format_score_name(name: str, without: str = "factuality without {criterion}") -> str:
    """A stored score in words: "rouge-1" is "ROUGE 1", and one that has the name of a criterion that ships that
    criterion's. ``without`` is what is said of one that leaves out a type of error (FRANK's "flip-")."""
    metric, at, who = name.partition("@")
    flip = metric.startswith("flip-")
    plain = metric.removeprefix("flip-")
    label = _shipped_names().get(plain, "") or " ".join(
        WORDS.get(p.lower(), p) for p in plain.replace("_", "-").split("-")
    )
    label = without.format(criterion=label) if flip else label
    label = label[:1].upper() + label[1:]
    return f"{label}, {who}" if at else label


@cache
def _shipped_names() -> dict[str, str]:
    """The names of the criteria that ship, by id, where it is one criterion's only."""
    from galley.core.definitions.schemes import read_built_in_schemes

    every = [
        (criterion.id, criterion.name) for scheme in read_built_in_schemes().values() for criterion in scheme.criteria
    ]
    counts = Counter(id_ for id_, _ in every)
    return {id_: name for id_, name in every if counts[id_] == 1}
