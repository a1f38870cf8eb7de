"""Why opinions are not covered: the share of each of the five errors among them, by system, pattern and paradigm.

After KGDS, section 4.5 and table 2: out of the opinions of a system's summaries that cannot be inferred and
whose error is known, how many have each error. By a judge (`kgds-opinion-errors`) each has exactly one; people may mark
several, so their shares may add up to more than one. Opinions without a type are counted under what was left out. The
intervals are bootstrapped by item; ``change`` is against the same system before reflection, paired by item.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from galley.core.domain import AnnotatorId
from galley.core.metrics._documents import Floats, Ints
from galley.core.metrics._parameters import BOOTSTRAP, DOCUMENT_FILTERS, Takes
from galley.core.metrics._summary_tally import find_question
from galley.core.metrics.base import Params, Reference, Result, Row
from galley.core.metrics.cell_arrays import CellReader
from galley.core.papers.kgds.discussion_figures import FIRST, JUDGED, REFLECTED, REVIEWED, Summaries, summaries
from galley.core.stats.macro import Draws, draw, interval
from galley.core.storage.connection import Connection

SCHEME = "kgds-opinion"
OPINION_ERRORS = (
    "opinion-fact-inconsistency",
    "opinion-sentiment-distortion",
    "implicit-reference-unclarified",
    "implicit-reference-incorrectly-clarified",
    "opinion-misattribution",
)
"""In the order of table 2."""
COLUMNS = ("system", "pattern", "paradigm", "by", "judge", "criterion", "n", "count", "value", "low", "high", "why")
NOTHING = "No opinion has an error with a type; run kgds-opinion-errors, or mark them in Review."


class KGDSErrors:
    """See the module."""

    name = "kgds-errors"
    title = "Shares of the five errors among opinions that a summary does not cover (KGDS, table 2)"
    unit = "opinions that are not covered"
    sample = "items"
    about = ("kgds-opinion",)
    reference = Reference(
        measures="""Why opinions are not covered: of the opinions of a system that are not covered and whose error is
        known, the share of each of five errors. People may name several, so their shares may add up to more than
        one.""",
        source="KGDS, section 4.5 and table 2.",
        interval="bootstrap of items, percentiles",
        undefined="Where no opinion that is not covered has an error with a type.",
        left_out="Opinions whose error has no type.",
    )
    takes = (Takes((*DOCUMENT_FILTERS, *BOOTSTRAP, "gold", "judges")),)

    def compute(self, connection: Connection, params: Params) -> Result:
        """See ``Metric``. ``n`` is the number of opinions with an error, ``count`` those with this one."""
        reader = CellReader(connection, params)
        documents = summaries(reader)
        error_counts = _count_errors(reader, documents)
        if not error_counts:
            return Result(self.name, params.gold, [], {}, COLUMNS, (NOTHING,))
        blocks: list[Floats] = []
        keys: list[tuple[str, ...]] = []
        for by, judge, kinds in error_counts:
            for key, places in documents.groups().items():
                block = np.zeros((len(documents.id), len(OPINION_ERRORS) + 2))
                block[places] = kinds[documents.id[places]]
                if block.any():
                    blocks.append(block)
                    keys.append((by, judge, *key))
        items, group = np.unique(documents.item, return_inverse=True)
        tables = [_by_item(block, group, len(items)) for block in blocks]
        if not tables:
            return Result(self.name, params.gold, [], {}, COLUMNS, (NOTHING,))
        draws = draw(np.hstack(tables), resamples=params.resamples, seed=params.seed, cancelled=params.cancelled)
        rows: list[Row] = []
        for number in range(len(keys)):
            rows += _rows(draws, keys, number, len(items), params)
        left_out: dict[str, int] = {}
        for number in range(len(keys)):
            untyped_count = int(draws.sums[number * (len(OPINION_ERRORS) + 2) + len(OPINION_ERRORS) + 1])
            if untyped_count:
                reason = "opinions whose error has no type"
                left_out[reason] = left_out.get(reason, 0) + untyped_count
        return Result(self.name, params.gold, rows, left_out, COLUMNS)


def _count_errors(reader: CellReader, documents: Summaries) -> list[tuple[str, str, Floats]]:
    """(by, judge, counts by document row: one column an error, then opinions with any, then those without a type)."""
    questions = [find_question(reader, SCHEME, name) for name in OPINION_ERRORS]
    error_questions = [q for q in questions if q is not None]
    if not error_questions or not len(documents.id):
        return []
    judges = [judge for judge in reader.judges if any(reader.has_answered(judge, q) for q in error_questions)]
    size = int(reader.documents.id[-1]) + 1
    tables: dict[AnnotatorId | None, tuple[list[Ints], list[Ints]]] = {who: ([], []) for who in (*judges, None)}
    stride = size
    for question in questions:
        if question is None:
            for yes, open_ in tables.values():
                yes.append(np.empty(0, dtype=np.int64))
                open_.append(np.empty(0, dtype=np.int64))
            continue
        cells = reader.cells(question, judges, with_gold=True)
        assert cells.gold is not None
        cell = cells.unit * stride + cells.target
        for who, (yes, open_) in tables.items():
            states = cells.gold if who is None else cells.column(who)
            yes.append(cell[states == 1])
            open_.append(cell[states == -1] if who is not None else np.empty(0, dtype=np.int64))
    counts_by_source = []
    for who, (yes, open_) in tables.items():
        counts = np.zeros((size, len(OPINION_ERRORS) + 2))
        for column, yes_cells in enumerate(yes):
            counts[:, column] = np.bincount(yes_cells % stride, minlength=size)
        typed = np.unique(np.concatenate(yes))
        counts[:, len(OPINION_ERRORS)] = np.bincount(typed % stride, minlength=size)
        untyped_units = np.setdiff1d(np.concatenate(open_), typed)
        counts[:, len(OPINION_ERRORS) + 1] = np.bincount(untyped_units % stride, minlength=size)
        if counts.any():
            name = reader.annotator(who).name if who is not None else ""
            counts_by_source.append((JUDGED if who is not None else REVIEWED, name, counts))
    return counts_by_source


def _by_item(block: Floats, group: Ints, size: int) -> Floats:
    return np.column_stack([np.bincount(group, weights=block[:, n], minlength=size) for n in range(block.shape[1])])


def _rows(draws: Draws, keys: Sequence[tuple[str, ...]], number: int, items: int, params: Params) -> list[Row]:
    by, judge, system, pattern, paradigm = key = keys[number]
    width, rows = len(OPINION_ERRORS) + 2, []
    first = (*key[:-1], FIRST)
    before = keys.index(first) if paradigm == REFLECTED and first in keys else None
    for column, criterion in enumerate(OPINION_ERRORS):
        place, total = number * width + column, number * width + len(OPINION_ERRORS)
        value, resamples = draws.ratio(place, total)
        ends = interval(value, resamples, items, params.confidence)
        row: Row = {"scheme": SCHEME, "criterion": criterion, "system": system, "pattern": pattern}
        row |= {"paradigm": paradigm, "by": by, "judge": judge, "n": int(draws.sums[total])}
        row |= {"count": int(draws.sums[place]), "value": value, "low": ends.low, "high": ends.high}
        row["why"] = ends.why if value is not None else "Undefined because no opinion has an error with a type."
        if before is not None:
            other, earlier = draws.ratio(before * width + column, before * width + len(OPINION_ERRORS))
            row["change"] = None if value is None or other is None else value - other
            change = interval(row["change"], resamples - earlier, items, params.confidence)
            row["change_low"], row["change_high"] = change.low, change.high
        rows.append(row)
    return rows


METRIC = KGDSErrors()
