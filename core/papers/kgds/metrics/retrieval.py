"""How much of the article an extract takes, and whether its system is a conservative or an open retriever.

After KGDS, section 6.1 and figure 2: the share of the article's paragraphs that an extract has, averaged
over items; below 30 % a system is conservative, above 38 % open. Beside it stands the share over all paragraphs
together (``pooled``). The row of the experts is what they call supporting, over the same articles. Paragraphs on which
they do not agree are no part of an article (section 4.3).
"""

from __future__ import annotations

import numpy as np

from galley.core.domain import ItemId
from galley.core.metrics._parameters import BOOTSTRAP, DOCUMENT_FILTERS, Takes
from galley.core.metrics.base import Params, Reference, Result, Row
from galley.core.metrics.cell_arrays import CellReader
from galley.core.papers.kgds.discussion_figures import EXTRACT, read_expert_answers, summaries
from galley.core.papers.kgds.metrics.scores import NOTHING
from galley.core.stats.macro import draw, interval
from galley.core.storage.connection import Connection

CONSERVATIVE, OPEN = 0.30, 0.38
EXPERTS = "experts"
COLUMNS = ("system", "paradigm", "n", "value", "low", "high", "pooled", "class", "change", "why")


class KGDSRetrieval:
    """See the module."""

    name = "kgds-retrieval"
    title = "Share of the article that extracts take: conservative below 30 %, open above 38 % (KGDS, figure 2)"
    unit = "extracts"
    sample = "items"
    about = ("kgds-paragraph",)
    reference = Reference(
        measures="""The mean share of the article's paragraphs that an extract takes; below 30 % its system is
        conservative, above 38 % open. `pooled` is the share over all paragraphs together. The experts have a row
        over the same articles.""",
        source="KGDS, section 6.1 and figure 2.",
        interval="bootstrap of items, percentiles",
        undefined="Never: a system whose extracts name no paragraphs has no row.",
        left_out="Extracts without an article.",
    )
    takes = (Takes((*DOCUMENT_FILTERS, *BOOTSTRAP, "gold")),)

    def compute(self, connection: Connection, params: Params) -> Result:
        """See ``Metric``. ``change`` is against the same system before reflection, paired by item."""
        reader = CellReader(connection, params)
        documents, expert_answers = summaries(reader), read_expert_answers(reader)
        left_out: dict[str, int] = {}
        shares: dict[tuple[str, str], dict[ItemId, tuple[int, int]]] = {}
        for (system, pattern, paradigm), places in documents.groups().items():
            for place in places.tolist() if pattern == EXTRACT else ():
                paragraphs, item = documents.paragraphs[place], ItemId(int(documents.item[place]))
                if paragraphs is None or not documents.background[place]:
                    continue
                split_places = expert_answers.split.get(item, set())
                length = expert_answers.length.get(item, 0) - len(split_places)
                if not length:
                    left_out["extracts without an article"] = left_out.get("extracts without an article", 0) + 1
                    continue
                count = sum(0 <= n < expert_answers.length[item] for n in set(paragraphs) - split_places)
                shares.setdefault((system, paradigm), {})[item] = (count, length)
        if shares and expert_answers.supporting:
            items_with_experts = {
                item for group in shares.values() for item in group if item in expert_answers.supporting
            }
            if items_with_experts:
                shares[(EXPERTS, "")] = {
                    i: (
                        sum(expert_answers.supporting[i].values()),
                        expert_answers.length[i] - len(expert_answers.split.get(i, ())),
                    )
                    for i in sorted(items_with_experts)
                }
        rows = _rows(shares, params)
        return Result(self.name, params.gold, rows, left_out, COLUMNS, () if rows else (NOTHING,))


def _rows(shares: dict[tuple[str, str], dict[ItemId, tuple[int, int]]], params: Params) -> list[Row]:
    items = sorted({item for group in shares.values() for item in group})
    table = np.full((len(items), len(shares)), np.nan)
    for column, group in enumerate(shares.values()):
        for place, item in enumerate(items):
            if item in group:
                table[place, column] = group[item][0] / group[item][1]
    draws = draw(table, resamples=params.resamples, seed=params.seed, cancelled=params.cancelled)
    keys, rows = list(shares), []
    for column, ((system, paradigm), group) in enumerate(shares.items()):
        value, resamples = draws.mean(column)
        ends = interval(value, resamples, len(group), params.confidence)
        row: Row = {"system": system, "paradigm": paradigm, "n": len(group), "value": value}
        row |= {"low": ends.low, "high": ends.high, "why": ends.why if value is not None else "Undefined."}
        row["pooled"] = sum(c for c, _ in group.values()) / sum(n for _, n in group.values())
        row["class"] = classify_ratio(value) if system != EXPERTS or paradigm else ""
        first = next((n for n, key in enumerate(keys) if key[0] == system and key != (system, paradigm)), None)
        if first is not None and first < column:
            other, before = draws.mean(first)
            row["change"] = None if value is None or other is None else value - other
            change = interval(row["change"], resamples - before, len(group), params.confidence)
            row["change_low"], row["change_high"] = change.low, change.high
        rows.append(row)
    return rows


def classify_ratio(value: float | None) -> str:
    """The class of a ratio: conservative, open, or between the two."""
    if value is None:
        return ""
    return "conservative" if value < CONSERVATIVE else "open" if value > OPEN else "between"


METRIC = KGDSRetrieval()
