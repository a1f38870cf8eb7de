"""The word-overlap score: a weighted sum of what was measured of a sentence.

Plain logistic regressions, so that what a sign adds to a score can be read off. Fitted by
``benchmarks/fit_offline.py``; the weights file says on what. Signs are standardised and cut at CLIP; where a data set
has enough sentences this is done by its own (:meth:`FittedHead.own`), which takes no labels.
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

Array = NDArray[np.float64]


@dataclass(frozen=True)
class FittedHead:
    """One logistic regression over named signs, and last whether a sign was seen that is ``certain`` (as 0 or 1).

    ``certain`` is the least score of a sentence with such a sign.
    ``strength`` is the precision of the normal prior under which the weights were fitted.
    """

    names: tuple[str, ...]
    mean: Array
    scale: Array
    weights: Array
    intercept: float
    certain: float
    strength: float

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
        return cls(tuple(data["signs"]), mean, scale, weights, intercept, certain, strength)

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
        """The score of each row, in [0, 1]; ``standard`` is what is weighed of it, where that is known."""
        z = self.standard(measured) if standard is None else standard
        score = z @ self.weights
        score += self.intercept
        chance: Array = 1 / (1 + np.exp(np.minimum(-score, 30)))
        return np.maximum(chance, self.certain * (measured[:, CERTAIN] > 0), out=chance)

    def own(self, measured: Array) -> FittedHead:
        """This head with signs standardised on these sentences."""
        x = measured[:, self.columns[:-1]]
        scale = x.std(axis=0)
        scale[scale < 1e-9] = 1.0
        return replace(self, mean=x.mean(axis=0), scale=scale)


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
