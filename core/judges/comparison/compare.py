"""Several judges on reviewed items: tuned on one part of the items, reported on the other.

Items are dealt into two parts by chance. On the first, each judge's threshold (of the share of its samples that say
yes, or of its confidence) is the one with the best balanced accuracy, and the judge that is best there is chosen. All
figures are of the second part, with the chosen one's lead over each other judge as a paired difference: the cells on
which both have an answer, resampled by item.

A judge may be shown demonstrations from gold: cells of other items with their right answers, as examples.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import AnnotatorId, ItemId, UnitId
from galley.core.errors import InputError
from galley.core.judges.inquiry import written_judge
from galley.core.judges.inquiry.model_texts import sources
from galley.core.judges.inquiry.written_judge import CustomJudge
from galley.core.metrics import gold
from galley.core.metrics._confidence import read_confidence
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import CellReader, Cells
from galley.core.replies import replies
from galley.core.review import items
from galley.core.stats.bootstrap import resample
from galley.core.stats.detection_counts import bacc_figure, confusion, mean_within_groups
from galley.core.storage.connection import Connection
from galley.core.storage.queries import runs

Floats = NDArray[np.float64]
LEAST_ITEMS = 4
NO_REASON = {"no": "The judge did not flag it and gave no reason.", "yes": "The judge gave no reason."}


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """One judge. ``tuned_bacc`` is its balanced accuracy where the threshold was chosen, ``bacc`` where it was not,
    with a 95 % interval, ``within`` its mean within data sets where there are several; ``behind`` is the chosen
    judge's lead over it. Money in US dollars, None where unknown."""

    judge: str
    threshold: float
    tuned_bacc: float | None
    bacc: float | None
    low: float | None
    high: float | None
    n: int
    unscored_count: int
    behind: float | None
    behind_low: float | None
    behind_high: float | None
    cost: float | None
    seconds: float
    is_chosen: bool = False
    within: float | None = None


def parts(keys: Sequence[str], share: float, seed: int) -> tuple[list[str], list[str]]:
    """(items to tune on, items to report on), by chance and always the same for one seed. Raises: InputError."""
    if not 0 < share < 1:
        raise InputError("The part that is tuned on must be a share between 0 and 1, as 0.5.")
    if len(keys) < LEAST_ITEMS:
        raise InputError(f"Only {len(keys)} items are reviewed on this criterion; review at least {LEAST_ITEMS} first.")
    order = sorted(keys, key=lambda key: hashlib.sha256(f"{seed}\0{key}".encode()).hexdigest())
    count = min(max(round(share * len(order)), 1), len(order) - 1)
    return order[:count], order[count:]


def read_reviewed_cells(
    connection: Connection, scheme: str, criterion: str, truth: str, judges: Sequence[AnnotatorId] = ()
) -> Cells:
    """The cells of a criterion with gold, and what these judges said. Raises: InputError for names, or without gold."""
    cells = read_answered_cells(connection, scheme, criterion, truth, judges)
    assert cells.gold is not None
    return cells.only(cells.gold >= 0)


def read_answered_cells(
    connection: Connection, scheme: str, criterion: str, truth: str, judges: Sequence[AnnotatorId] = ()
) -> Cells:
    """The same with the cells that have no gold. Raises: InputError for names, and for a scale other than yes or no."""
    reader = CellReader(connection, Params(gold=truth, schemes=(scheme,), criteria=(criterion,)))
    (question,) = [q for q in reader.questions() if q.id == criterion and q.scheme == scheme]
    if not question.binary:
        raise InputError(f"{criterion} is not answered with yes or no, so it has no balanced accuracy.")
    reader.fetch([question], [*judges, *gold.sources(reader).annotators])
    return reader.cells(question, judges, with_gold=True)


def compare(
    connection: Connection, cells: Cells, judges: Sequence[tuple[str, AnnotatorId, int]], tune: Sequence[str],
    seed: int = 0, resamples: int = 2000,
) -> list[ComparisonRow]:  # fmt: skip
    """A row for each judge of (name, annotator row, run), the chosen one first, then by balanced accuracy."""
    codes, item_keys = cells.label("item")
    tuning = np.isin(codes, [place for place, key in enumerate(item_keys) if key in set(tune)])
    assert cells.gold is not None
    truth = cells.gold.astype(np.int64)
    candidates = []
    for name, annotator, run in judges:
        sure = read_yes_chances(connection, cells, annotator)
        threshold, tuned = _tune_threshold(sure[tuning], truth[tuning])
        answers = np.where(np.isnan(sure), -1, (sure > threshold).astype(np.int64))
        candidates.append((name, threshold, tuned, answers, *_paid(connection, run)))
    best = max(
        range(len(candidates)), key=lambda place: (candidates[place][2] is not None, candidates[place][2] or 0.0)
    )
    report = ~tuning
    datasets = cells.label("dataset")[0]
    lead = candidates[best][3][report]
    rows = []
    for place, (name, threshold, tuned, answers, cost, seconds) in enumerate(candidates):
        own_answers, gold_, items = answers[report], truth[report], cells.items[report]
        counts = confusion(own_answers, gold_, items).counts
        value = _bacc(counts)
        around = resample(counts, bacc_figure, resamples=resamples, seed=seed) if value is not None else None
        behind, low, high = (
            _difference(lead, own_answers, gold_, items, resamples, seed) if place != best else (None,) * 3
        )
        within = find_mean_within(own_answers, gold_, datasets[report])
        rows.append(
            ComparisonRow(
                name, threshold, tuned, value, around.low if around else None, around.high if around else None,
                int(counts.sum()), int((own_answers < 0).sum()), behind, low, high, cost, seconds, place == best,
                within,
            )
        )  # fmt: skip
    return sorted(rows, key=lambda row: (not row.is_chosen, -(row.bacc or 0.0)))


class JudgeError(NamedTuple):
    """A reviewed cell on which a judge differs from gold: ``answer`` is the judge's, ``explanation`` its reason, of a
    "no" from its reply, or that it gave none; the unit by its kind and position."""

    item: str
    document: str
    kind: str
    position: int
    text: str
    answer: str
    gold: str
    explanation: str


def list_errors(
    connection: Connection, cells: Cells, annotator: AnnotatorId, run: int, threshold: float, tune: Sequence[str],
    most: int,
) -> list[JudgeError]:  # fmt: skip
    """Errors of a judge, whose replies ``run`` has, on the items that are reported on, false alarms and misses in turn,
    ``most`` in all."""
    assert cells.gold is not None
    codes, item_keys = cells.label("item")
    sure, truth = read_yes_chances(connection, cells, annotator), cells.gold.astype(np.int64)
    is_reported = ~np.isin(codes, [place for place, key in enumerate(item_keys) if key in set(tune)])
    differs = is_reported & ~np.isnan(sure) & ((sure > threshold) != (truth == 1))
    sides = [np.flatnonzero(differs & (truth == side)).tolist() for side in (0, 1)]
    places = [place for pair in zip_longest(*sides) for place in pair if place is not None][:most]
    errors = []
    for place in places:
        cell = (UnitId(int(cells.unit[place])), cells.question.rows[0], int(cells.target[place]))
        document, text, kind, position, explanation, texts = runs.read_judged_cell(
            connection, annotator, cell, run, cells.question.id
        )
        said, right = ("no", "yes") if truth[place] else ("yes", "no")
        reasons = [reason for text in texts if (reason := _find_reason(text, position))]
        explanation = explanation or next(iter(reasons), NO_REASON[said])
        errors.append(JudgeError(item_keys[codes[place]], document, kind, position, text, said, right, explanation))
    return errors


def _find_reason(reply: str, position: int) -> str:
    """What a reply with numbered entries says of the unit at a position, from 0; "" where it says nothing."""
    for entry in replies.parse_entries(reply).entries:
        if isinstance(entry, dict) and entry.get("number") == position + 1:
            return str(entry.get("reasoning") or entry.get("reason") or "").strip()
    return ""


def find_balanced_accuracy(answers: NDArray[np.int64], truth: NDArray[np.int64]) -> float | None:
    """The balanced accuracy of answers (1, 0, -1 for none) against gold; None where gold has only one value."""
    return _bacc(confusion(answers, truth).counts)


def find_mean_within(answers: NDArray[np.int64], truth: NDArray[np.int64], datasets: NDArray[np.int64]) -> float | None:
    """The mean of the balanced accuracies within data sets; None where all the cells that both answer are of one."""
    groups = datasets[(answers >= 0) & (truth >= 0)]
    counts = confusion(answers, truth).counts  # a row a cell that both answered
    return mean_within_groups(counts, groups).value if len(np.unique(groups)) > 1 else None


def difference(
    one: NDArray[np.int64], other: NDArray[np.int64], cells: Cells, resamples: int = 2000, seed: int = 0
) -> tuple[float | None, float | None, float | None]:
    """How far the balanced accuracy of some answers (1, 0, -1 for none) lies above that of others, on the cells with
    gold that both have, with a 95 % interval by bootstrap over items."""
    assert cells.gold is not None
    has_gold = cells.gold >= 0
    answers = one[has_gold], other[has_gold]
    return _difference(*answers, cells.gold[has_gold].astype(np.int64), cells.items[has_gold], resamples, seed)


def read_yes_chances(connection: Connection, cells: Cells, annotator: AnnotatorId) -> Floats:
    """How sure a judge is of a yes in each cell, from 0 to 1: its answer without a confidence, NaN without either."""
    state = cells.column(annotator).astype(np.float64)
    stated = read_confidence(connection, cells, annotator)
    return np.where(np.isnan(stated), np.where(state < 0, np.nan, state), stated)


def _tune_threshold(sure: Floats, truth: NDArray[np.int64]) -> tuple[float, float | None]:
    """The threshold (above it is a yes) with the best balanced accuracy; of equals the one nearest to a half."""
    levels = np.unique(sure[~np.isnan(sure)])
    tried = [0.5, *((levels[1:] + levels[:-1]) / 2).tolist()]
    best: tuple[float, float] | None = None
    for threshold in sorted(set(tried), key=lambda candidate: abs(candidate - 0.5)):
        answers = np.where(np.isnan(sure), -1, (sure > threshold).astype(np.int64))
        value = _bacc(confusion(answers, truth).counts)
        if value is not None and (best is None or value > best[1] + 1e-12):
            best = threshold, value
    return best if best is not None else (0.5, None)


def _bacc(counts: NDArray[np.int64]) -> float | None:
    value = float(bacc_figure(counts.sum(axis=0, keepdims=True).astype(np.float64))[0]) if len(counts) else np.nan
    return None if np.isnan(value) else value


def _difference(
    lead: NDArray[np.int64], own_answers: NDArray[np.int64], truth: NDArray[np.int64], items: NDArray[np.int64],
    resamples: int, seed: int,
) -> tuple[float | None, float | None, float | None]:  # fmt: skip
    both = (lead >= 0) & (own_answers >= 0)
    one, other = (confusion(answers[both], truth[both], items[both]).counts for answers in (lead, own_answers))
    if not len(one):
        return None, None, None
    table = np.hstack([one, other])

    def gap(sums: Floats) -> Floats:
        return bacc_figure(sums[:, :4]) - bacc_figure(sums[:, 4:])

    value = float(gap(table.sum(axis=0, keepdims=True).astype(np.float64))[0])
    around = resample(table, gap, resamples=resamples, seed=seed)
    return (None if np.isnan(value) else value), around.low, around.high


def _paid(connection: Connection, run: int) -> tuple[float | None, float]:
    """What the calls of a run cost and took when they were paid for, known before or not."""
    cost, unknown, seconds = runs.measure_cost(connection, run)
    return (None if unknown else cost), seconds


WHOLE_SOURCE = 1_200
"""Characters up to which a source is shown whole; of a longer one the units that share most words with the text."""
SHOWN_UNITS = 3
SPARE = 4
"""More than are shown, so that leaving out those of the item asked about still leaves enough."""


def with_demonstrations(
    connection: Connection, judge: CustomJudge, cells: Cells, keys: Sequence[str], count: int, seed: int
) -> CustomJudge:
    """The judge with examples from the gold of these items, yes and no in turn, at most ``count`` of which are shown
    at a time and never one of the item asked about."""
    codes, item_keys = cells.label("item")
    assert cells.gold is not None
    rng = random.Random(seed)
    places = [place for place, code in enumerate(codes.tolist()) if item_keys[code] in set(keys)]
    rng.shuffle(places)
    sides = [[place for place in places if cells.gold[place] == side] for side in (1, 0)]
    mixed = [place for pair in zip_longest(*sides) for place in pair if place is not None]
    examples = []
    used: dict[str, int] = {}
    for place in mixed:
        key = item_keys[codes[place]]
        if used.get(key, 0) >= max(1, count // 2):
            continue  # an item that is asked about itself would take too many with it
        used[key] = used.get(key, 0) + 1
        examples.append(_example(connection, cells, place, key))
        if len(examples) == count + SPARE:
            break
    new_judge = replace(judge, examples=(*judge.examples, *examples), examples_per_question=count + len(judge.examples))
    return written_judge.parse(written_judge.as_text(new_judge))


def _example(connection: Connection, cells: Cells, place: int, key: str) -> written_judge.Example:
    view = items.load_item_view(connection, ItemId(int(cells.items[place])))
    unit, target = UnitId(int(cells.unit[place])), int(cells.target[place])
    document = next(d for d in view.documents if d.id == target)
    cell_unit = next((u for d in view.documents for u in d.units if u.id == unit), None)
    text = cell_unit.text if cell_unit else document.text
    assert cells.gold is not None
    answer = "YES" if cells.gold[place] == 1 else "NO"
    source = document.text if cell_unit is not None and cell_unit.document != target else ""
    return written_judge.Example(source or _near(view, text), text, answer, "", cells.question.id, key)


def _near(view: items.ItemView, text: str) -> str:
    whole = "\n".join(document.text for document in sources(view))
    if len(whole) <= WHOLE_SOURCE:
        return whole
    words = set(re.findall(r"\w+", text.casefold()))
    units = [unit for document in sources(view) for unit in document.units]
    ranked = sorted(units, key=lambda unit: -len(words & set(re.findall(r"\w+", unit.text.casefold()))))[:SHOWN_UNITS]
    near = sorted(ranked, key=lambda unit: unit.id)
    return " … ".join(f"{unit.speaker}: {unit.text}" if unit.speaker else unit.text for unit in near)[:WHOLE_SOURCE]
