"""The heads that a project is judged with: one for articles and one for dialogues, or as many as there are folds.

A head that has learned from decisions never judges a text whose decisions it has seen: texts fall into FOLDS by a hash
of their words, and each fold is judged by the head that learned from the others. So people's answers stay as good for
an estimate of this judge as for one of any other (cross-prediction, Zrnic and Candès 2024).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from galley.core.domain import Role
from galley.core.judges.built_in.fitted_model import FittedHead, ModelWeights
from galley.core.judges.built_in.types import SourceDoc

FOLDS = 5


def is_dialogue(sources: Sequence[SourceDoc]) -> bool:
    """Whether a summary of these sources is one of a dialogue alone."""
    return all(s.role is Role.DIALOGUE for s in sources)


def choose_fold(sources: Sequence[SourceDoc]) -> int:
    """The fold that all summaries of these sources are in."""
    digest = hashlib.blake2b(digest_size=8)
    for source in sources:
        for unit in source.units:
            digest.update(unit.encode("utf-8", "surrogatepass"))
    return int.from_bytes(digest.digest()) % FOLDS


@dataclass(frozen=True)
class Heads:
    """``article`` and ``dialogue`` are one head, or one for each fold."""

    article: tuple[FittedHead, ...]
    dialogue: tuple[FittedHead, ...]

    def of(self, sources: Sequence[SourceDoc]) -> FittedHead:
        """The head that judges summaries of these sources."""
        heads = self.dialogue if is_dialogue(sources) else self.article
        return heads[choose_fold(sources) if len(heads) > 1 else 0]

    def to_json(self) -> dict[str, Any]:
        """What a run keeps of them: all that is not in the weights file."""
        return {
            name: {
                "mean": heads[0].mean.tolist(),
                "scale": heads[0].scale.tolist(),
                "certain": heads[0].certain,
                "folds": [[h.weights.tolist(), h.intercept, dict(h.limits)] for h in heads],
            }
            for name, heads in (("article", self.article), ("dialogue", self.dialogue))
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], weights: ModelWeights) -> Heads:
        """Read what :meth:`to_json` wrote. Raises: KeyError, TypeError, ValueError where it is something else."""

        def heads(fitted: FittedHead, record: Mapping[str, Any]) -> tuple[FittedHead, ...]:
            mean, scale = np.array(record["mean"], dtype=float), np.array(record["scale"], dtype=float)
            if mean.shape != fitted.mean.shape or scale.shape != mean.shape:
                raise ValueError("other signs")
            own = replace(fitted, mean=mean, scale=scale, certain=float(record["certain"]))
            return tuple(
                replace(
                    own, weights=np.array(fold_weights, dtype=float), intercept=float(intercept), limits=dict(limits)
                )
                for fold_weights, intercept, limits in record["folds"]
            )

        return cls(heads(weights.article, data["article"]), heads(weights.dialogue, data["dialogue"]))
