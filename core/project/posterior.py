"""What the true answer of a cell probably is, given who said what: Dawid and Skene's model over humans and judges.

One model a criterion, fitted to every cell that two or more of them answered. How far the figure can be trusted is
told by fitting the model again to cells drawn with replacement: the range in which the posterior of the same votes
then falls.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from galley.core.domain import JUDGES, AnnotatorKind, Value
from galley.core.errors import Cancelled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from galley.core.stats.dawid_skene import DawidSkene

REFITS = 40
MOST_DRAWN = 20_000
"""Cells above which the model is so sure of its rates that drawing again tells nothing."""
KINDS = (AnnotatorKind.HUMAN, *JUDGES)


class Suggestion(NamedTuple):
    """The likeliest value, its probability, and the range of that from 5 % to 95 % of the refits (None where the
    model was not refitted). ``n`` cells were used; where nothing can be said ``why`` tells the reason."""

    value: Value | None
    probability: float
    low: float | None
    high: float | None
    n: int
    why: str = ""


class _Rates(NamedTuple):
    prevalence: NDArray[Any]
    confusion: dict[int, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Model:
    """The fitted model of one criterion. ``values`` are what the codes stand for; ``fits`` the fit to all cells first,
    then those to drawn ones."""

    values: tuple[Value, ...]
    n: int
    fits: tuple[_Rates, ...]
    why: str = ""

    def suggest(self, votes: Mapping[int, Value]) -> Suggestion:
        """What these votes by annotator (row ids) add up to; those that the model has not met count for nothing."""
        import numpy as np

        if not self.fits:
            return Suggestion(None, 0.0, None, None, self.n, self.why)
        codes = {value: code for code, value in enumerate(self.values)}
        found = []
        for rates in self.fits:
            score = np.log(np.maximum(rates.prevalence, 1e-300))
            for who, value in votes.items():
                if who in rates.confusion and value in codes:
                    score = score + np.log(np.maximum(rates.confusion[who][:, codes[value]], 1e-300))
            weight = np.exp(score - score.max())
            found.append(weight / weight.sum())
        best = int(found[0].argmax())
        low = high = None
        if len(found) > 1:
            drawn = np.array([one[best] for one in found[1:]])
            low, high = (float(edge) for edge in np.quantile(drawn, (0.05, 0.95)))
        return Suggestion(self.values[best], float(found[0][best]), low, high, self.n, self.why)


def model(
    codes: NDArray[Any], people: Sequence[int], values: int, cancelled: Callable[[], bool] | None = None
) -> DawidSkene:
    """The model of cells x annotators: the code of each answer, below 0 where there is none. Raises: Cancelled."""
    import numpy as np

    from galley.core.stats.dawid_skene import dawid_skene

    which = np.repeat(np.arange(len(codes)), len(people))
    who = np.tile(np.asarray(people), len(codes))
    return dawid_skene(which, who, codes.ravel(), values, cancelled=cancelled)


def fit(
    connection: sqlite3.Connection,
    criterion: int,
    refits: int = REFITS,
    cancelled: Callable[[], bool] | None = None,
) -> Model:
    """Fit the model to one criterion (a row id). Raises: Cancelled."""
    import numpy as np

    from galley.core.metrics.base import Params
    from galley.core.metrics.cells import Reader

    reader = Reader(connection, Params())
    question = next((q for q in reader.questions() if not q.rollup and q.rows == [criterion]), None)
    people = reader.of_kind(*KINDS) if question is not None else []
    people = [who for who in people if question is not None and reader.asked(who, question)]
    if question is None or len(people) < 2:
        return Model((), 0, (), "Undefined because fewer than two annotators answered this criterion.")
    cells = reader.cells(question, people)
    codes = cells.codes
    codes = codes[(codes >= 0).sum(axis=1) >= 2]
    size = len(codes)

    def one(rows: NDArray[Any]) -> tuple[_Rates | None, str]:
        fitted = model(rows, people, len(cells.values), cancelled)
        if not len(fitted.prevalence):
            return None, fitted.why
        confusion = {int(name): fitted.confusion[place] for place, name in enumerate(fitted.annotators)}
        return _Rates(fitted.prevalence, confusion), fitted.why

    first, why = one(codes) if size else (None, "Undefined because no cell has verdicts by two annotators.")
    if first is None:
        return Model(cells.values, size, (), why)
    fits = [first]
    chance = np.random.default_rng(20)
    for _ in range(refits if size <= MOST_DRAWN else 0):
        if cancelled is not None and cancelled():
            raise Cancelled("The suggestion was stopped before it was done.")
        again, _why = one(codes[chance.integers(0, size, size)])
        if again is not None:
            fits.append(again)
    return Model(cells.values, size, tuple(fits), why)
