"""How often a model prefers the experts' extract to its own, where the two differ.

After KGDS, section 6.1 and figure 3: the share of the answers of `kgds-feedback` that are "expert", by
system, paradigm and judge, with a Wilson interval. Ties between samples and replies that could not be read have no
answer; they and the extracts nobody was asked about (those that agree with the experts) are counted.
"""

from __future__ import annotations

import numpy as np

from galley.core.domain import ItemId
from galley.core.metrics._parameters import DOCUMENT_FILTERS, Takes
from galley.core.metrics._summary_tally import find_question
from galley.core.metrics.base import Params, Reference, Result, Row, add_up, put
from galley.core.metrics.cell_arrays import CellReader
from galley.core.papers.kgds.discussion_figures import EXTRACT, ExpertAnswers, read_expert_answers, summaries
from galley.core.stats.clusters import by_document, share
from galley.core.stats.groups import group_labels
from galley.core.storage.connection import Connection

COLUMNS = ("system", "paradigm", "judge", "n", "wins", "value", "low", "high", "why")
NOTHING = "Nobody was asked which extract is better; run kgds-feedback over extracts."
AGREE = "extracts that agree with the experts"


class KGDSWinrate:
    """See the module."""

    name = "kgds-winrate"
    title = "How often a model prefers the experts' extract to its own (KGDS, figure 3)"
    unit = "answers on two extracts"
    reference = Reference(
        measures="How often a model prefers the experts' extract to its own, where the two differ.",
        source="KGDS, section 6.1 and figure 3.",
        interval="share by source document: logit with Student's t, CR2 variance; Wilson's where no variance is seen",
        undefined="Where no answer could be read.",
        left_out="Answers that are a tie or could not be read, and extracts that agree with the experts.",
    )
    takes = (Takes((*DOCUMENT_FILTERS, "gold", "judges")),)

    def compute(self, connection: Connection, params: Params) -> Result:
        """See ``Metric``."""
        reader = CellReader(connection, params)
        question = find_question(reader, "kgds-paragraph", "better-extract")
        judges = [judge for judge in reader.judges if question is not None and reader.has_answered(judge, question)]
        if question is None or not judges:
            return Result(self.name, "", [], {}, COLUMNS, (NOTHING,))
        cells = reader.cells(question, judges)
        expert = cells.values.index("expert")
        documents, expert_answers = summaries(reader), read_expert_answers(reader)
        rows: list[Row] = []
        for (system, pattern, paradigm), places in documents.groups().items():
            extract_places = [int(p) for p in places if pattern == EXTRACT and documents.background[p]]
            agree = sum(
                _agrees(documents.paragraphs[p], expert_answers, ItemId(int(documents.item[p]))) for p in extract_places
            )
            for judge in judges:
                on_extracts = np.isin(cells.target, documents.id[extract_places])
                states = cells.column(judge)[on_extracts]
                states_given = states[states >= -1]
                if not len(states_given):
                    continue
                wins, n = int((states_given == expert).sum()), int((states_given >= 0).sum())
                row: Row = {"system": system, "paradigm": paradigm, "judge": reader.annotator(judge).name, "wins": wins}
                estimate = share(
                    *by_document(
                        group_labels(cells.origins[on_extracts][states >= 0])[1], states[states >= 0] == expert,
                        np.ones(n)
                    ),
                    empty="no answer could be read", confidence=params.confidence,
                )  # fmt: skip
                put(row, "value", estimate)
                row["n"], row["why"] = n, estimate.why
                row["left_out"] = {"answers that are a tie or could not be read": len(states_given) - n, AGREE: agree}
                rows.append(row)
        left_out = {reason: count for reason, count in add_up(rows).items() if count}
        return Result(self.name, "", rows, left_out, COLUMNS, () if rows else (NOTHING,))


def _agrees(paragraphs: tuple[int, ...] | None, expert_answers: ExpertAnswers, item: ItemId) -> bool:
    if paragraphs is None or item not in expert_answers.supporting:
        return False
    return {n for n, yes in expert_answers.supporting[item].items() if yes} == set(
        paragraphs
    ) - expert_answers.split.get(item, set())


METRIC = KGDSWinrate()
