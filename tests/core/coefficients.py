"""Coefficients of agreement by their own names, for tests that hold each against another program's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from galley.core.stats.agreement_coefficients import agreement
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
