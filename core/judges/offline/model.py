"""The fitted part: a weighted sum of the measured features, its threshold and its calibration.

Plain logistic regressions, so that what a feature adds to a sentence's score can be read off. Fitted by
``benchmarks/fit_offline.py``; the weights file says on what.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core import paths
from galley.core.errors import GalleyError
from galley.core.judges.offline.background import Background
from galley.core.judges.offline.trace import FEATURES

WEIGHTS = paths.resources() / "offline" / "weights.json"


@dataclass(frozen=True)
class Head:
    """One logistic regression over named features.

    ``score`` is the log-odds under the balanced fitting weights; ``probability`` maps it to the share of errors
    seen among held-back fitting sentences of that score (Platt scaling), ``certain`` is that share among sentences
    with a planted sign. A score above ``threshold`` is a flag.
    """

    names: tuple[str, ...]
    mean: NDArray[np.float64]
    scale: NDArray[np.float64]
    coefficients: NDArray[np.float64]
    intercept: float
    threshold: float
    slope: float
    offset: float
    certain: float

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Head:
        """Read one head of the weights file."""
        unknown = [n for n in data["features"] if n not in FEATURES]
        if unknown:
            raise GalleyError(
                f"The offline judge's weights name the unknown features {', '.join(unknown)}; reinstall Galley."
            )
        return cls(
            tuple(data["features"]),
            np.array(data["mean"], dtype=np.float64),
            np.array(data["scale"], dtype=np.float64),
            np.array(data["coefficients"], dtype=np.float64),
            float(data["intercept"]),
            float(data["threshold"]),
            float(data["slope"]),
            float(data["offset"]),
            float(data["certain"]),
        )

    @cached_property
    def columns(self) -> list[int]:
        """Where this head's features stand in FEATURES."""
        return [FEATURES.index(name) for name in self.names]

    def scores(self, measured: NDArray[np.float64]) -> NDArray[np.float64]:
        """Log-odds of each row of ``measured`` (columns as FEATURES)."""
        standard = (measured[:, self.columns] - self.mean) / self.scale
        result: NDArray[np.float64] = standard @ self.coefficients + self.intercept
        return result

    def shares(self, measured: NDArray[np.float64]) -> dict[str, float]:
        """What each feature adds to the log-odds of one row, largest first."""
        standard = (measured[self.columns] - self.mean) / self.scale
        parts = dict(zip(self.names, (standard * self.coefficients).tolist(), strict=True))
        return dict(sorted(parts.items(), key=lambda pair: -pair[1]))

    def probability(self, score: float) -> float:
        """The calibrated probability of an error at this score."""
        return 1.0 / (1.0 + math.exp(-max(min(self.slope * score + self.offset, 30.0), -30.0)))


@dataclass(frozen=True)
class Weights:
    """Everything fitted: a head for articles, one for summaries of them in one sentence, one for dialogues, the
    background. One sentence for a whole article is worded freely even where it is right, so its signs weigh less."""

    article: Head
    alone: Head
    dialogue: Head
    background: Background
    fitted_on: dict[str, Any]


@lru_cache(maxsize=2)
def load(path: Path = WEIGHTS) -> Weights:
    """Read the weights file once. Raises GalleyError with one plain sentence if it cannot be read."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return Weights(
            Head.from_json(data["article"]),
            Head.from_json(data["article_alone"]),
            Head.from_json(data["dialogue"]),
            Background.from_json(data["background"]),
            data["fitted_on"],
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise GalleyError(f"The offline judge's weights in {path.name} cannot be read; reinstall Galley.") from error
