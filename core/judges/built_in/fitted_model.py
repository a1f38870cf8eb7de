"""The fitted part: a weighted sum of what was measured, and the probability from which on a sentence is flagged.

Plain logistic regressions, so that what a sign adds to a sentence's score can be read off. Fitted by
``benchmarks/fit_offline.py``; the weights file says on what. Signs are standardised and cut at CLIP; where a project
has enough sentences this is done by the project's own (:meth:`Head.own_record`), which takes no labels.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core import paths
from galley.core.errors import GalleyError
from galley.core.judges.built_in.english_background import Background
from galley.core.judges.built_in.trace import FEATURES

WEIGHTS = paths.resources() / "offline" / "weights.json"
CLIP = 4.0
"""Standard deviations at which a sign is cut: rare signs have long tails."""
CERTAIN = FEATURES.index("certain")
USES = {"balanced": (1.0, 0.4), "find-most": (1 / 3, 0.7), "few-false": (3.0, 0.15)}
"""What the flags are for: a sentence is flagged where its odds exceed so many times those of the mean probability of
the project's sentences, and at most this share of them is."""

Array = NDArray[np.float64]


def limits(head: FittedHead, measured: Array, capped: bool = True) -> dict[str, float]:
    """For each use the probability above which a sentence is flagged, by those of a project's sentences; without
    ``capped`` whatever share of them is flagged. The mean leaves out what certain signs say: they are no measure of
    how often people find something."""
    mean, chances = float(replace(head, certain=0.0).chances(measured).mean()), head.chances(measured)
    return {
        use: max(
            times * mean / (1 - mean + times * mean),
            float(np.quantile(chances, 1 - most, method="higher")) if capped else 0.0,
        )
        for use, (times, most) in USES.items()
    }


@dataclass(frozen=True)
class FittedHead:
    """One logistic regression over named signs, and last whether a sign was seen that is ``certain`` (as 0 or 1).

    ``certain`` is the least probability of a sentence with such a sign; 0 where its weight is learned from people.
    ``strength`` is the precision of the normal prior under which the weights were fitted.
    """

    names: tuple[str, ...]
    mean: Array
    scale: Array
    weights: Array
    intercept: float
    certain: float
    strength: float
    limits: Mapping[str, float]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> FittedHead:
        """Read one head of the weights file."""
        unknown = [n for n in data["signs"] if n not in FEATURES]
        if unknown:
            raise GalleyError(
                f"The built-in judge's weights name the unknown features {', '.join(unknown)}; reinstall Galley."
            )
        mean, scale, weights = (np.array(data[name], dtype=np.float64) for name in ("mean", "scale", "weights"))
        intercept, certain, strength = (float(data[name]) for name in ("intercept", "certain", "strength"))
        return cls(tuple(data["signs"]), mean, scale, weights, intercept, certain, strength, data["limits"])

    @cached_property
    def columns(self) -> NDArray[np.intp]:
        """Where this head's signs stand in FEATURES, and the certain one."""
        return np.array([*(FEATURES.index(name) for name in self.names), CERTAIN])

    @cached_property
    def _usual(self) -> tuple[Array, Array]:
        """What is taken from each column, and what it is divided by: nothing is done to the certain sign."""
        return np.append(self.mean, 0.0), np.append(self.scale, 1.0)

    def standard(self, measured: Array) -> Array:
        """What the weights weigh, for each row of ``measured`` (columns as FEATURES)."""
        mean, scale = self._usual
        z: Array = measured.take(self.columns, axis=1)
        z -= mean
        z /= scale
        np.minimum(z, CLIP, out=z)
        return np.maximum(z, -CLIP, out=z)

    def chances(self, measured: Array, standard: Array | None = None) -> Array:
        """The probability of an error for each row; ``standard`` is what is weighed of it, where that is known."""
        z = self.standard(measured) if standard is None else standard
        score = z @ self.weights
        score += self.intercept
        chance: Array = 1 / (1 + np.exp(np.minimum(-score, 30)))
        return np.maximum(chance, self.certain * (measured[:, CERTAIN] > 0), out=chance)

    def contributions(self, standard: Array) -> dict[str, float]:
        """What each sign adds to the log-odds of one row of ``standard``."""
        return dict(zip(self.names, (standard * self.weights).tolist(), strict=False))

    def own(self, measured: Array) -> FittedHead:
        """This head with signs standardised on these sentences, and limits by them."""
        x = measured[:, self.columns[:-1]]
        scale = x.std(axis=0)
        scale[scale < 1e-9] = 1.0
        head = replace(self, mean=x.mean(axis=0), scale=scale)
        return replace(head, limits=limits(head, measured))


@dataclass(frozen=True)
class ModelWeights:
    """Everything fitted: a head for articles, one for dialogues, the background."""

    article: FittedHead
    dialogue: FittedHead
    background: Background
    fitted_on: dict[str, Any]


@lru_cache(maxsize=2)
def load(path: Path = WEIGHTS) -> ModelWeights:
    """Read the weights file once. Raises GalleyError with one plain sentence if it cannot be read."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return ModelWeights(
            FittedHead.from_json(data["article"]),
            FittedHead.from_json(data["dialogue"]),
            Background.from_json(data["background"]),
            data["fitted_on"],
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise GalleyError(f"The built-in judge's weights in {path.name} cannot be read; reinstall Galley.") from error
