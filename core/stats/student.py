"""Student's t by scipy.special, of which the import takes a tenth of what scipy.stats takes: a window that opens has no
need of it yet."""

from __future__ import annotations

import math


def t_quantile(df: float, confidence: float = 0.95) -> float:
    """The two-sided quantile of Student's t with ``df`` > 0 degrees of freedom (any real number): 12.706 for 1 and
    0.95."""
    from scipy.special import stdtrit

    if df <= 0:
        raise ValueError("the degrees of freedom must be above 0")
    return float(stdtrit(df, (1 + confidence) / 2))


def t_tails(t: float, df: float) -> float:
    """The two-sided p of ``t`` with ``df`` > 0 degrees of freedom."""
    from scipy.special import stdtr

    return float(2 * stdtr(df, -abs(t)))


def correlation_p(r: float, df: float) -> float:
    """The two-sided p of a correlation ``r`` in [-1, 1] with ``df`` > 0 degrees of freedom: P(|T| > |r| sqrt(df /
    (1 - r²)))."""
    rest = (1 - r) * (1 + r)
    return t_tails(r * math.sqrt(df / rest), df) if rest > 0 else 0.0
