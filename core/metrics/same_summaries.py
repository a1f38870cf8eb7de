"""How often each error occurs by gold and by each judge, over the same summaries: those with an answer of gold and of
every judge on every unit. A share over other summaries is no comparison, since what was reviewed is seldom what all
judges answered.

Shares are plain: no weights for length, which would stand for other summaries. A difference is a judge's share less
gold's, paired by source document.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.metrics import gold
from galley.core.metrics.base import Params, Row, put
from galley.core.metrics.cell_arrays import CellReader, Cells
from galley.core.stats.clusters import by_document, share
from galley.core.stats.groups import group_labels
from galley.core.stats.paired_differences import SHARE, difference
from galley.core.storage.connection import Connection

EMPTY = "no summary has a whole answer of gold and of every judge"


def same_summaries(connection: Connection, params: Params) -> list[Row]:
    """A row for each criterion and roll-up, and each of the judges that were asked it: ``n`` summaries that all have in
    common of ``summaries``, ``gold`` and ``value`` (the judge's share) from 0 to 1, ``apart`` the difference, each with
    its interval; ``gold_items`` and ``items`` have the error by gold and by the judge."""
    reader = CellReader(connection, params)
    questions = [question for question in reader.questions() if question.binary]
    reader.fetch(questions, [*reader.judges, *gold.sources(reader).annotators])
    rows: list[Row] = []
    for question in questions:
        judges = [judge for judge in reader.judges if reader.has_answered(judge, question)]
        if not judges:
            continue
        cells = reader.cells(question, judges, "summary", with_gold=True, entire=True)
        assert cells.gold is not None
        spoke = [judge for judge in judges if (cells.column(judge) >= 0).any()]
        has_answers = (cells.gold >= 0) & np.all([cells.column(judge) >= 0 for judge in spoke], axis=0)
        for judge in spoke:
            row: Row = {"scheme": question.scheme, "criterion": question.id, "judge": reader.annotator(judge).name}
            rows.append(
                row
                | {"rollup": question.is_combined, "summaries": len(has_answers)}
                | _compare_judge(params, cells, judge, has_answers)
            )
    return rows


def _compare_judge(params: Params, cells: Cells, judge: int, has_answers: NDArray[np.bool_]) -> Row:
    assert cells.gold is not None
    best, answers = cells.gold[has_answers] == 1, cells.column(judge)[has_answers] == 1
    items, index = cells.items[has_answers], group_labels(cells.origins[has_answers])[1]
    count, by_gold, by_judge = by_document(index, np.ones(len(best)), best, answers)
    row: Row = {"yes": int(best.sum())}
    for name, hits in (("gold", by_gold), ("value", by_judge)):
        estimate = share(hits, count, empty=EMPTY, confidence=params.confidence)
        put(row, name, estimate)
        row["n"], row["why"] = estimate.n, estimate.why
    first, second = np.column_stack([by_judge, count]), np.column_stack([by_gold, count])
    apart = difference(first, second, SHARE, cells=count, resamples=0, confidence=params.confidence)
    row |= {"apart": apart.value, "apart_low": apart.low, "apart_high": apart.high}
    marked: dict[str, Any] = {"gold_items": items[best], "items": items[answers]}
    return row | {name: tuple(np.unique(item_ids).tolist()) for name, item_ids in marked.items()}
