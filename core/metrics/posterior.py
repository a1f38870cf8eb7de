"""What the true answer of a cell probably is, given who said what: Dawid and Skene's model over humans and judges.

One model a criterion and level (units, whole documents), fitted to every cell that two or more of them answered, where
three of them answered the same cells two by two. How far the figure can be trusted is told by fitting the model again
to source documents drawn with replacement: the range in which the posterior of the same votes then falls.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from galley.core.domain import JUDGES, Annotator, AnnotatorId, AnnotatorKind, CriterionId, Value
from galley.core.storage.connection import Connection

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from galley.core.stats.dawid_skene_model import DawidSkene

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
    confusion: dict[AnnotatorId, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Model:
    """The fitted model of one criterion. ``values`` are what the codes stand for; ``fits`` the fit to all cells first,
    then those to drawn ones."""

    values: tuple[Value, ...]
    n: int
    fits: tuple[_Rates, ...]
    why: str = ""

    def suggest(self, votes: Mapping[AnnotatorId, Value]) -> Suggestion:
        """What these votes by annotator (row ids) add up to; those that the model has not met count for nothing."""
        import numpy as np

        if not self.fits:
            return Suggestion(None, 0.0, None, None, self.n, self.why)
        codes = {value: code for code, value in enumerate(self.values)}
        posteriors = []
        for rates in self.fits:
            score = np.log(np.maximum(rates.prevalence, 1e-300))
            for who, value in votes.items():
                if who in rates.confusion and value in codes:
                    score = score + np.log(np.maximum(rates.confusion[who][:, codes[value]], 1e-300))
            weight = np.exp(score - score.max())
            posteriors.append(weight / weight.sum())
        best = int(posteriors[0].argmax())
        low = high = None
        if len(posteriors) > 1:
            draws = np.array([one[best] for one in posteriors[1:]])
            low, high = (float(edge) for edge in np.quantile(draws, (0.05, 0.95)))
        return Suggestion(self.values[best], float(posteriors[0][best]), low, high, self.n, self.why)


@dataclass(frozen=True, slots=True)
class ModelFit:
    """The fit to the answers of ``people`` (row ids), which are ``codes`` (cells x people) on cells of ``documents``;
    those of ``apart`` cannot be told from the others' and have no part in it. ``alike`` are pairs of people who say the
    same more often than the model allows."""

    rates: DawidSkene
    people: tuple[AnnotatorId, ...]
    apart: tuple[AnnotatorId, ...]
    codes: NDArray[Any]
    documents: NDArray[Any]
    alike: tuple[tuple[AnnotatorId, AnnotatorId], ...] = ()

    @property
    def why(self) -> str:
        """Why there is no fit, or what is wrong with it."""
        return self.rates.why

    def __bool__(self) -> bool:
        return bool(len(self.rates.prevalence))


def model(
    codes: NDArray[Any],
    documents: NDArray[Any],
    people: Sequence[AnnotatorId],
    values: int,
    cancelled: Callable[[], bool] | None = None,
) -> ModelFit:
    """The model of cells x annotators: the code of each answer, below 0 where there is none, and the source document
    of each cell. Raises: Cancelled."""
    import numpy as np

    from galley.core.stats.dawid_skene_intervals import alike
    from galley.core.stats.dawid_skene_model import dawid_skene, find_identifiable

    has_answer = (codes >= 0).astype(np.int64)
    is_identifiable = find_identifiable(has_answer.T @ has_answer)
    if is_identifiable.any():
        codes = codes[:, is_identifiable]
    mask = (codes >= 0).sum(axis=1) >= 2
    codes, documents = codes[mask], documents[mask]
    members = tuple(
        who
        for who, identifiable in zip(people, is_identifiable, strict=True)
        if identifiable or not is_identifiable.any()
    )
    which = np.repeat(np.arange(len(codes)), len(members))
    rates = dawid_skene(which, np.tile(np.arange(len(members)), len(codes)), codes.ravel(), values, cancelled=cancelled)
    pairs = alike(codes, documents, rates) if len(rates.prevalence) else []
    apart = tuple(who for who in people if who not in members)
    return ModelFit(rates, members, apart, codes, documents, tuple((members[a], members[b]) for a, b in pairs))


def warning(fitted: ModelFit, annotators: Mapping[AnnotatorId, Annotator]) -> str:
    """What the model takes for granted and may not hold: that nobody errs as somebody else does. Two judges of one
    model, or under one prompt, do, and are then taken to be right."""
    judges = [who for who in fitted.people if annotators[who].kind is not AnnotatorKind.HUMAN]
    sentences = []
    models = [annotators[who].model for who in judges if annotators[who].model]
    for name in dict.fromkeys(name_of_model for name_of_model in models if models.count(name_of_model) > 1):
        same = [annotators[who].name for who in judges if annotators[who].model == name]
        sentences.append(f"{_and(same)} ask one model.")
    if fitted.alike:
        one, other = (annotators[who].name for who in fitted.alike[0])
        sentences.append(f"{one} and {other} say the same more often than their errors allow.")
    elif len(judges) > 1 and len(fitted.people) - len(judges) < 2:
        sentences.append(f"It is unknown whether {_and([annotators[who].name for who in judges])} err alike.")
    return " ".join([*sentences, "Annotators who make the same errors are taken to be right."]) if sentences else ""


def _and(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def fit(
    connection: Connection,
    criterion: CriterionId,
    level: str = "unit",
    refits: int = REFITS,
    cancelled: Callable[[], bool] | None = None,
) -> Model:
    """Fit the model to one criterion (a row id), to units or at level ``summary`` to whole documents. Raises:
    Cancelled."""
    import numpy as np

    from galley.core.metrics.base import Params
    from galley.core.metrics.cell_arrays import CellReader
    from galley.core.stats.dawid_skene_intervals import refit_draws
    from galley.core.stats.dawid_skene_model import TOO_FEW

    reader = CellReader(connection, Params())
    question = next((q for q in reader.questions() if not q.is_combined and q.rows == [criterion]), None)
    people = reader.of_kind(*KINDS) if question is not None else []
    people = [who for who in people if question is not None and reader.has_answered(who, question)]
    if question is None or len(people) < 3:
        return Model((), 0, (), TOO_FEW)
    cells = reader.cells(question, people, level if question.binary else "unit")
    fitted = model(cells.codes, cells.origins, people, len(cells.values), cancelled)
    size = len(fitted.codes)
    if not fitted:
        return Model(cells.values, size, (), fitted.why)
    fits = [_Rates(fitted.rates.prevalence, dict(zip(fitted.people, fitted.rates.confusion, strict=True)))]
    documents = len(np.unique(fitted.documents))
    if refits and size <= MOST_DRAWN and documents > 1:
        again = refit_draws(fitted.codes, fitted.documents, fitted.rates, draws=refits, seed=20, cancelled=cancelled)
        for prevalence, confusion in zip(*again, strict=True):
            rates_by_person = {
                who: rates for who, rates in zip(fitted.people, confusion, strict=True) if rates[0, 0] >= 0
            }
            fits.append(_Rates(prevalence, rates_by_person))
    why = " ".join(filter(None, (fitted.why, warning(fitted, reader.annotators))))
    return Model(cells.values, size, tuple(fits), why)
