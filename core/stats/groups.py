"""Labels to consecutive numbers, quickly where the labels are row ids."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def group_labels(labels: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """The distinct labels in rising order and each label's place among them, as ``np.unique`` with its inverse; row
    ids that lie close together are counted instead of sorted."""
    labels = np.asarray(labels)
    if labels.dtype.kind in "iu" and len(labels):
        low, high = int(labels.min()), int(labels.max())
        if high - low < 4 * len(labels) + 1_000:
            shifted = labels - low if low else labels
            seen = np.zeros(high - low + 1, dtype=bool)
            seen[shifted] = True
            return np.flatnonzero(seen) + low, (np.cumsum(seen) - 1)[shifted]
    distinct, index = np.unique(labels, return_inverse=True)
    return distinct, index
