"""How often a model prefers the experts' extract to its own, where the two differ.

After KGDS, section 6.1 and figure 3: the share of the answers of `kgds-feedback` that are "expert", by
system, paradigm and judge, with a Wilson interval. Ties between samples and replies that could not be read have no
answer; they and the extracts nobody was asked about (those that agree with the experts) are counted.
"""

from __future__ import annotations

import sqlite3

import numpy as np

from galley.core.metrics._summary_cells import find
from galley.core.metrics._takes import WHERE, Takes
from galley.core.metrics.base import Params, Result, Row, add_up, put
from galley.core.metrics.cell_arrays import CellReader
from galley.core.papers.kgds.discussion_figures import EXTRACT, Experts, experts, summaries
from galley.core.stats.clustered import by_document, share
from galley.core.stats.groups import grouped

COLUMNS = ("system", "paradigm", "judge", "n", "wins", "value", "low", "high", "why")
NOTHING = "Nobody was asked which extract is better; run kgds-feedback over extracts."
AGREE = "extracts that agree with the experts"


class KGDSWinrate:
    """See the module."""

    name = "kgds-winrate"
    title = "How often a model prefers the experts' extract to its own (KGDS, figure 3)"
    unit = "answers on two extracts"
    takes = (Takes((*WHERE, "gold", "judges")),)

    def compute(self, connection: sqlite3.Connection, params: Params) -> Result:
        """See ``Metric``."""
        reader = CellReader(connection, params)
        question = find(reader, "kgds-paragraph", "better-extract")
        judges = [judge for judge in reader.judges if question is not None and reader.asked(judge, question)]
        if question is None or not judges:
            return Result(self.name, "", [], {}, COLUMNS, (NOTHING,))
        cells = reader.cells(question, judges)
        expert = cells.values.index("expert")
        found, said = summaries(reader), experts(reader)
        rows: list[Row] = []
        for (system, pattern, paradigm), places in found.groups().items():
            mine = [int(p) for p in places if pattern == EXTRACT and found.background[p]]
            agree = sum(_agrees(found.taken[p], said, int(found.item[p])) for p in mine)
            for judge in judges:
                here = np.isin(cells.target, found.id[mine])
                states = cells.column(judge)[here]
                asked = states[states >= -1]
                if not len(asked):
                    continue
                wins, n = int((asked == expert).sum()), int((asked >= 0).sum())
                row: Row = {"system": system, "paradigm": paradigm, "judge": reader.annotator(judge).name, "wins": wins}
                estimate = share(
                    *by_document(
                        grouped(cells.origins[here][states >= 0])[1], states[states >= 0] == expert, np.ones(n)
                    ),
                    empty="no answer could be read", confidence=params.confidence,
                )  # fmt: skip
                put(row, "value", estimate)
                row["n"], row["why"] = n, estimate.why
                row["left_out"] = {"answers that are a tie or could not be read": len(asked) - n, AGREE: agree}
                rows.append(row)
        left_out = {reason: count for reason, count in add_up(rows).items() if count}
        return Result(self.name, "", rows, left_out, COLUMNS, () if rows else (NOTHING,))


def _agrees(taken: tuple[int, ...] | None, said: Experts, item: int) -> bool:
    if taken is None or item not in said.said:
        return False
    return {n for n, yes in said.said[item].items() if yes} == set(taken) - said.split.get(item, set())


METRIC = KGDSWinrate()
