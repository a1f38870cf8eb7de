"""Coefficients of agreement by their own names, for tests that hold each against another program's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.stats.agreement_coefficients import agreement
from galley.core.stats.correlation_coefficients import Correlation, confounder_basis, given_basis
from galley.core.stats.distinct_rows import tally
from galley.core.stats.result import Estimate


def percent_agreement(codes: NDArray[Any], categories: int | Sequence[float], **options: Any) -> Estimate:
    """The share of agreeing pairs of verdicts, averaged over cells, 0 to 1."""
    return agreement("percent", tally(codes, categories), **options)


def cohen_kappa(
    codes: NDArray[Any], categories: int | Sequence[float], weights: str = "unweighted", **options: Any
) -> Estimate:
    """Cohen's kappa of two annotators; ``weights`` is unweighted, linear or quadratic."""
    name = "cohen-kappa" if weights == "unweighted" else f"cohen-kappa-{weights}"
    return agreement(name, tally(codes, categories), **options)


def scott_pi(codes: NDArray[Any], categories: int | Sequence[float], **options: Any) -> Estimate:
    """Scott's pi of two annotators."""
    return agreement("scott-pi", tally(codes, categories), **options)


def fleiss_kappa(
    codes: NDArray[Any], categories: int | Sequence[float], missing: bool = False, **options: Any
) -> Estimate:
    """Fleiss' kappa over the cells with the most common number of verdicts, as he defined it; with
    ``missing``, over cells with any number of verdicts (Gwet 2014, section 2.5)."""
    return agreement("fleiss-kappa-gwet" if missing else "fleiss-kappa", tally(codes, categories), **options)


def gwet_ac(
    codes: NDArray[Any], categories: int | Sequence[float], weights: str = "unweighted", **options: Any
) -> Estimate:
    """Gwet's AC1, or AC2 with linear or quadratic weights. The number of categories of the scale matters
    here, also of those that nobody used."""
    return agreement("ac1" if weights == "unweighted" else f"ac2-{weights}", tally(codes, categories), **options)


def partial_correlation(
    x: NDArray[Any],
    y: NDArray[Any],
    given: Sequence[NDArray[Any]],
    kind: str = "pearson",
    documents: NDArray[Any] | None = None,
) -> Correlation:
    """Pearson, Spearman or tau-b of what is left of both scores once ``given`` is accounted for.

    ``given`` holds one column of labels a confounder; each is turned into one-hot columns. ``documents``: the source
    document of each pair; without it each is its own.
    """
    if any(len(column) != len(x) for column in given):
        raise ValueError("each confounder must have one label a pair")
    known = np.isfinite(np.asarray(x, dtype=float)) & np.isfinite(np.asarray(y, dtype=float))
    basis, spent = confounder_basis([np.asarray(column)[known] for column in given], int(known.sum()))
    sources = np.arange(len(x)) if documents is None else documents
    return given_basis(x, y, basis, spent, sources, kind)
